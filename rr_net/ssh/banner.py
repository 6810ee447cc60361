"""What people read before they are in: the banner, and the lines a host sends to friends."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

from rr_net.safetext import clean
from rr_net.ssh.keys import Fingerprint, key_words

if sys.platform == "linux":
    from fcntl import ioctl

BANNER_LINES = 24

KEYLESS = (
    'If ssh says "Permission denied" now, you have no SSH key yet. Type these lines:',
    "    ssh-keygen -t ed25519",
    "    (then the same ssh line again)",
)

SIOCGIFADDR, IFREQ = 0x8915, 40
"""What asks Linux for an interface's address, and the bytes of the question (netdevice(7))."""

# Addresses reserved for documents: connecting a datagram socket to one sends nothing.
ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def banner_text(text: str, *, has_key: bool = False) -> str:
    """A door's banner as it goes over the wire: few lines, each clean, the keyless hint last.

    Who has come in by a key before (`has_key`) needs no hint.
    """
    lines = [clean(line) for line in text.splitlines()[: BANNER_LINES - len(KEYLESS)]]
    hint = () if has_key else KEYLESS
    return "".join(f"{line}\r\n" for line in (*lines, *hint))


def invite_lines(
    addresses: Iterable[str], port: int, fingerprint: Fingerprint, name: str = "YOURNAME"
) -> list[str]:
    """What the host sends to friends: an ssh line for each address, and the fingerprint.

    The addresses that everybody can reach come first.
    """
    lines = [f"{ssh_line(each, port, name)}    ({_reach(each)})"
             for each in sorted(addresses, key=is_private)]  # fmt: skip
    lines.append("The first time, ssh shows the host's key. Say yes only if it reads:")
    return [*lines, f"    {fingerprint}", f"    in words, for runes join: {key_words(fingerprint)}"]


def relay_lines(
    relay: str, table: str, keys: Sequence[tuple[str, Fingerprint]], name: str = "YOURNAME"
) -> list[str]:
    """What the host sends to friends who come through a relay: the line, and the fingerprints."""
    lines = [f"{ssh_line(table, 22, name, relay)}    ({_reach_by(relay)})"]
    lines.append("The first time, ssh shows two keys. Say yes only if they read:")
    for whose, fingerprint in keys:
        lines += [f"    {whose}: {fingerprint}", f"    in words: {key_words(fingerprint)}"]
    return lines


def ssh_line(address: str, port: int, name: str = "YOURNAME", relay: str = "") -> str:
    """The exact line to type for `address`, which may be a name at a relay."""
    place = f"-p {port} " if port != 22 else ""
    way = f"-J {relay} " if relay else ""
    return f"ssh {way}{place}{name}@{address}"


def is_private(address: str) -> bool:
    """Whether only some networks can reach `address`; a name is taken to be public."""
    ip = _parsed(address)
    return ip is not None and not ip.is_global


def is_here(address: str) -> bool:
    """Whether `address` is one at which only this machine itself can come."""
    ip = _parsed(address)
    return ip is not None and ip.is_loopback


def reachable_addresses(listening: str) -> list[str]:
    """The addresses under which others may find a host that listens on `listening`."""
    ip = _parsed(listening)
    if ip is None or not ip.is_unspecified:
        return [listening]
    families = {socket.AF_INET} if ip.version == 4 else {socket.AF_INET, socket.AF_INET6}
    return _own_addresses(families) or ["127.0.0.1"]


def _own_addresses(families: set[socket.AddressFamily]) -> list[str]:
    found = [_address_towards(family, target) for family, target in ELSEWHERE if family in families]
    found += _addresses_of_name(families)
    return _usable(found) or _usable(_addresses_of_interfaces())


def _usable(found: Iterable[str]) -> list[str]:
    usable = (a for a in found if (ip := _parsed(a)) is not None and not _is_useless(ip))
    return list(dict.fromkeys(usable))


def _address_towards(family: socket.AddressFamily, target: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _addresses_of_name(families: set[socket.AddressFamily]) -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(place[0]) for family, _, _, _, place in found if family in families]


def _addresses_of_interfaces() -> list[str]:
    """The IPv4 address of each interface, where Linux tells: a network may have no way out."""
    if sys.platform != "linux":
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                told = ioctl(probe, SIOCGIFADDR, name.encode().ljust(IFREQ, b"\0"))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _is_useless(ip: IPv4Address | IPv6Address) -> bool:
    return ip.is_loopback or ip.is_link_local or ip.is_unspecified


def _reach(address: str) -> str:
    if is_here(address):
        return "private: only from this machine"
    if is_private(address):
        return "private: only from the same network or VPN"
    return "public, if the port is open to the world"


def _reach_by(relay: str) -> str:
    """Who can come through a relay, given as ssh -J takes it."""
    host = relay.removeprefix("[").partition("]")[0] if relay.startswith("[") else relay
    host = host if _parsed(host) is not None else host.partition(":")[0]
    ip = _parsed("127.0.0.1" if host == "localhost" else host)
    if ip is not None and (ip.is_loopback or not ip.is_global):
        return f"{_reach(str(ip))}, through a relay"
    return "public: from anywhere, through a relay"


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None
