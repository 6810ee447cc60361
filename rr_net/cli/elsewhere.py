"""How friends elsewhere come to a table, as the first screen tells it; a relay that is typed."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.cli.screens import FrontLine, FrontPage
from rr_net.link.command import own_command
from rr_net.relay.names import RelayPlace

EXAMPLE = "relay.example.org:2200"
WHICH_RELAY = f"Which relay? HOST or HOST:PORT, as in {EXAMPLE}."
NO_RELAY = "That is no relay: it is written HOST or HOST:PORT, as in {}."
TITLE = "Friends elsewhere"
SEALED = (
    "A machine that all of you can reach passes sealed lines on; no port is opened here, and no "
    "router is touched."
)
RELAY = (
    SEALED,
    "Go back and choose Anywhere, through a relay…, or type {runes} host --via RELAY.",
    "Whoever has a server starts one there: {runes} relay --listen 0.0.0.0:2200.",
)
VPN = (
    "WireGuard or Tailscale, say: all of you are in one network then.",
    "Go back and open the table on the address that this machine has there.",
)
ROUTER = (
    "Have it forward port {port} to this machine, and go back: open the table on all addresses.",
    "Send your public address.",
    "Your provider may not give you one: a relay needs none.",
)
SERVER = (
    "Open the table for this machine only, then type ssh -R {port}:localhost:{port} you@server.",
    "Friends come to the server's port.",
    "docs/hosting.md says what its sshd has to allow.",
)
WAYS = (
    ("relay", "Through a relay", *RELAY),
    ("vpn", "By a VPN", *VPN),
    ("router", "By your router", *ROUTER),
    ("server", "By a server of yours", *SERVER),
)
"""Key, words, and what is said of each way."""


def how_page(port: int) -> FrontPage:
    """The ways for friends elsewhere: they are read here, and none opens anything."""
    return FrontPage(TITLE, tuple(_ways(port)), f"how:{WAYS[0][0]}")


def how_lines() -> tuple[str, ...]:
    """What all of it is, in short."""
    return (TITLE, *(words + "." for _, words, *_ in WAYS), "Enter shows how, and opens nothing.")


def _ways(port: int) -> Iterator[FrontLine]:
    for key, words, *told in WAYS:
        about = tuple(each.format(port=port, runes=own_command()) for each in told)
        yield FrontLine(f"how:{key}", words, (words, *about), is_open=False)


def read_relay(text: str) -> RelayPlace | None:
    """The relay that somebody has typed or pasted, also out of an ssh line; None for anything else.

    Whom one would be there is left out: a table comes to a relay by its own name.
    """
    from rr_net.client.address import BadAddress, read_address

    words = text.split()
    behind_j = words[words.index("-J") + 1 :][:1] if "-J" in words else words
    host = behind_j[0].rpartition("@")[2] if len(behind_j) == 1 else ""
    try:
        hops = read_address(("-J", host, "table")).relays if host else ()
    except BadAddress:
        return None
    return RelayPlace(hops[0].host, hops[0].port or RelayPlace("").port) if len(hops) == 1 else None
