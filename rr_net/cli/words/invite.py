"""The command `runes invite`, and how friends elsewhere come to a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rr_net.link.command import own_command

if TYPE_CHECKING:
    from rr_net.cli.screens import FrontLine, FrontPage
    from rr_net.link import Host, Invitation
    from rr_net.relay.names import RelayPlace

HELP = """Make a code for one person, which lets in the first key that brings it, once.

It works beside a table that is open and without one. Without a NAME it lists the invites.
"""
NO_TABLE = "Send it with your ssh line, which `runes host` prints."
EXAMPLE = "relay.example.org:2200"
WHICH_RELAY = f"Which relay? HOST or HOST:PORT, as in {EXAMPLE}."
NO_RELAY = "That is no relay: it is written HOST or HOST:PORT, as in {}."
LINE_AND_CODE = "The lobby shows the line and the code to send them."
IN_THE_MENU = "The menu of the game, [m], shows the line and the code to send them."
ALL_ADDRESSES = (
    "Every network of this machine, with whatever your router forwards to it.",
    "Enter opens the table on 0.0.0.0.",
)
A_RELAY = (
    "Through a relay",
    "Friends anywhere: a relay passes them on, and no port is opened here.",
    "Enter asks which one. It is offered here first next time.",
)
SEATS_ARE_FREE = (
    "All seats but yours stay free for them, whatever bots you asked for: with a bot in each it "
    "would be dealt at once. Deal now, in the lobby, gives bots those that are free still."
)
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


@click.command("invite", help=HELP, short_help="Make a code for one person.")
@click.argument("name", required=False)
@click.option("--for", "span", default="7d", show_default=True, metavar="TIME",
              help="How long it lets somebody in, as in 3h, 7d or 2w.")  # fmt: skip
@click.option("--list", "is_list", is_flag=True, help="List the invites, and change nothing.")
@click.option("--revoke", is_flag=True, help="Take the invite for NAME back.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR",
              help="Where games are kept.")  # fmt: skip
def invite_command(
    *, name: str | None, span: str, is_list: bool, revoke: bool, data: Path | None
) -> None:
    """Invite somebody by name."""
    from rr_net.host.places import data_directory

    if (is_list and (name or revoke)) or (revoke and not name):
        raise click.UsageError("give a NAME to invite, --revoke NAME, or --list alone")
    folder, message = data or data_directory(), _message(name, span, revoke=revoke)
    found = _settled(folder, message)
    match message:
        case None:
            lines = list(map(_line, found)) or ["There are no invites by name."]
        case _ if revoke:
            lines = [f"The invite for {message.name} is taken back."]
        case _:
            lines = _letter(folder, next(each for each in reversed(found) if each.code))
    click.echo("\n".join(lines))


def _message(name: str | None, span: str, *, revoke: bool) -> Host | None:
    from rr_net.guests.invites import BadInvite, hours_of
    from rr_net.link import Host
    from rr_net.names import BadName, clean_name

    if name is None:
        return None
    try:
        if revoke:
            return Host(act="revoke", name=name[:64])
        return Host(act="invite", name=clean_name(name), hours=min(hours_of(span), 8784))
    except (BadInvite, BadName) as error:
        raise click.ClickException(str(error)) from None


def _settled(folder: Path, message: Host | None) -> tuple[Invitation, ...]:
    from rr_net.host.invites import settle_invites
    from rr_net.host.process import CannotHost
    from rr_net.link.refusals import Refused
    from rr_net.ssh import SshError
    from rr_net.store import StoreError

    try:
        return asyncio.run(settle_invites(folder, message))
    except (CannotHost, Refused, SshError, StoreError) as error:
        raise click.ClickException(str(error)) from None


def _letter(folder: Path, invitation: Invitation) -> list[str]:
    """What to send to whom."""
    from rr_net.host.invites import lines_for

    lines = lines_for(folder, invitation.name) or [NO_TABLE]
    return [
        f"For {invitation.name} alone, {_until(invitation.ends)}:",
        "",
        *(f"    {line}" for line in lines),
        f"    The table asks for this invite code: {invitation.code}",
        "",
        "It lets in the first key that brings it. Take it back with",
        f"    {own_command()} invite --revoke {invitation.name}",
    ]


def _line(invitation: Invitation) -> str:
    state = f"code {invitation.code}" if invitation.code else f"came with {invitation.words}"
    return f"{invitation.name:<16}  {state:<24}  {_until(invitation.ends)}"


def _until(ends: int) -> str:
    return time.strftime("until %a %d %b %H:%M", time.localtime(ends))


# --- on the first screen ----------------------------------------------------------------


def how_page(port: int) -> FrontPage:
    """The ways for friends elsewhere: they are read here, and none opens anything."""
    from rr_net.cli.screens import FrontPage

    return FrontPage(TITLE, tuple(_ways(port)), f"how:{WAYS[0][0]}")


def how_lines() -> tuple[str, ...]:
    """What all of it is, in short."""
    return (TITLE, *(words + "." for _, words, *_ in WAYS), "Enter shows how, and opens nothing.")


def _ways(port: int) -> Iterator[FrontLine]:
    from rr_net.cli.screens import FrontLine

    for key, words, *told in WAYS:
        about = tuple(each.format(port=port, runes=own_command()) for each in told)
        yield FrontLine(f"how:{key}", words, (words, *about), is_open=False)


def read_relay(text: str) -> RelayPlace | None:
    """The relay that somebody has typed or pasted, also out of an ssh line; None for anything else.

    Whom one would be there is left out: a table comes to a relay by its own name.
    """
    from rr_net.client.address import BadAddress, read_address
    from rr_net.relay.names import RelayPlace

    words = text.split()
    behind_j = words[words.index("-J") + 1 :][:1] if "-J" in words else words
    host = behind_j[0].rpartition("@")[2] if len(behind_j) == 1 else ""
    try:
        hops = read_address(("-J", host, "table")).relays if host else ()
    except BadAddress:
        return None
    return RelayPlace(hops[0].host, hops[0].port or RelayPlace("").port) if len(hops) == 1 else None
