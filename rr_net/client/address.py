"""Where a table is: what somebody types, or the invite line that a host has sent."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from ipaddress import ip_address
from typing import NamedTuple

from rr_net.link.command import own_command
from rr_net.relay.names import TableName, read_name

SSH_PORT = 22
TABLE_PORT = 2222
"""The port of a table, where nobody names one."""
LONGEST = 400
"""The most characters of an address; an invite line with two relays has a hundred."""
MOST_RELAYS = 4
PLACEHOLDER = "yourname"
"""What stands in an invite line for the name of whoever reads it."""

HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9_])?\.?")
NAME = re.compile(r"[^\s@:/\\\"'`$;&|<>(){}*?!#-][^\s@:/\\\"'`$;&|<>(){}*?!#]{0,63}")
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
REACH = re.compile(r"\s+\((?:private|public)\b[^()]*\)\s*$")
"""What a host writes behind an invite line: who can reach it."""

ALONE = re.compile(r"-J\s*(\S+)(?:\s+list)?")

READ_HERE = (
    "expected [NAME@]HOST[:PORT], or an invite line: ssh -p 2222 NAME@HOST, with -J for a relay"
)


class BadAddress(Exception):
    """What was typed is no way to a table."""


class Hop(NamedTuple):
    """One machine on the way, as the ssh configuration may know it."""

    host: str
    port: int | None = None
    """None where nobody has named one."""
    name: str = ""
    """The user's name there, "" for the usual one."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host and self.port is not None else self.host
        port = "" if self.port is None else f":{self.port}"
        return f"{self.name}@{host}{port}" if self.name else f"{host}{port}"


class TableAddress(NamedTuple):
    """A table, and the relays that lead to it."""

    table: Hop
    relays: tuple[Hop, ...] = ()
    """The first to go to comes first; empty where the ssh configuration says how."""
    is_ssh_line: bool = False
    """Whether it was written as ssh reads it, to which no port means 22."""
    fingerprint: str = ""
    """The table's key as the invite says it, "" where it does not."""

    @property
    def usual_port(self) -> int:
        """The port where nobody names one."""
        return SSH_PORT if self.is_ssh_line or certified(self.table.host) else TABLE_PORT

    @property
    def words(self) -> tuple[str, ...]:
        """The same to be typed again."""
        table = self.table
        if self.is_ssh_line and table.port is None:
            table = table._replace(port=SSH_PORT)
        return (*self._jumps, str(table), *filter(None, [self.fingerprint]))

    @property
    def _jumps(self) -> tuple[str, ...]:
        return ("-J", ",".join(map(str, self.relays))) if self.relays else ()

    @property
    def ssh_line(self) -> str:
        """The same for plain ssh, to which a word can be added."""
        table = self.table
        port = self.usual_port if table.port is None else table.port
        ports = ("-p", str(port)) if port != SSH_PORT else ()
        return " ".join(("ssh", *self._jumps, *ports, str(table._replace(port=None))))

    def __str__(self) -> str:
        return " ".join(self.words)


FETCHED = frozenset({"bundle", "receipt", "receipt.sig", "receipts"})
FETCH = (
    "runes join plays, and fetches nothing else: type the line alone, as ssh -p 2222 NAME@HOST "
    "{0} > {0}.json. Of games that it has played the record is kept: {1} verify last"
)


def read_address(words: Sequence[str]) -> TableAddress:
    """The table that these words lead to. Raises BadAddress."""
    if sum(map(len, words)) > LONGEST:
        raise BadAddress(f"that is too long for an address: {READ_HERE}")
    # A line that was pasted in one piece is one word to the shell, and may name who can reach it.
    text = " ".join(words) if len(words) == 1 else shlex.join(words)
    try:
        found = shlex.split(REACH.sub("", text))
    except ValueError:
        raise BadAddress(f"a quotation mark is not closed: {READ_HERE}") from None
    is_ssh_line = found[:1] == ["ssh"]
    return _read_line(found[1:] if is_ssh_line else found, is_ssh_line=is_ssh_line)


def read_relays(words: Sequence[str]) -> tuple[Hop, ...]:
    """The relays that stand there alone, without a table behind them; () for everything else.

    Raises BadAddress.
    """
    text = " ".join(words).removeprefix("ssh ").strip()
    found = ALONE.fullmatch(text) if len(text) <= LONGEST else None
    return _relays(found[1]) if found is not None else ()


def _read_line(words: list[str], *, is_ssh_line: bool) -> TableAddress:
    port: int | None = None
    relays: tuple[Hop, ...] = ()
    fingerprint = ""
    places: list[str] = []
    rest = iter(words)
    for word in rest:
        if word.startswith("-p") and port is None:
            port = _port(word[2:] or next(rest, ""))
        elif word.startswith("-J") and not relays:
            relays = _relays(word[2:] or next(rest, ""))
        elif word.startswith("-"):
            raise BadAddress(
                f"{word[:20]} is not read here: expected nothing but -p, -J and NAME@HOST. "
                "What else ssh needs belongs into ~/.ssh/config"
            )
        elif FINGERPRINT.fullmatch(word):
            fingerprint = word
        else:
            places.append(word)
    if len(places) != 1:
        found = f"{len(places)} places" if places else "no host"
        if len(places) > 1 and places[-1] in FETCHED:
            # The client has the notes itself, and keeps the record of each game that it checks.
            raise BadAddress(FETCH.format(places[-1], own_command()))
        raise BadAddress(f"{found} to go to: {READ_HERE}")
    table = _hop(places[0])
    if table.name.casefold() == PLACEHOLDER:
        table = table._replace(name="")
    if port is not None and table.port is not None:
        raise BadAddress(f"two ports, {table.port} and {port}: leave one of them away")
    table = table._replace(port=table.port if port is None else port)
    return TableAddress(table, relays, is_ssh_line, fingerprint)


def certified(host: str) -> TableName | None:
    """The name at a relay that a host is, if it says by itself whose it is."""
    name = read_name(host)
    return name if name is not None and name.is_certified else None


def _relays(text: str) -> tuple[Hop, ...]:
    parts = text.split(",")
    if not text or len(parts) > MOST_RELAYS:
        raise BadAddress(f"-J wants one relay, or up to {MOST_RELAYS} with commas between them")
    return tuple(_hop(part) for part in parts)


def _hop(text: str) -> Hop:
    name, at, place = text.rpartition("@")
    if at and not NAME.fullmatch(name):
        raise BadAddress(f"no name is written like that: {READ_HERE}")
    host, port = _place(place)
    if not (HOST.fullmatch(host) or _is_ip(host)):
        raise BadAddress(f"no host is called like that: {READ_HERE}")
    return Hop(host.lower() if certified(host) else host, port, name)


def _place(text: str) -> tuple[str, int | None]:
    """The host and the port in HOST, HOST:PORT, [ADDRESS]:PORT or an address with colons."""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        if port and not port.startswith(":"):
            raise BadAddress(f"nothing but :PORT comes behind a bracket: {READ_HERE}")
        return host, _port(port[1:]) if port else None
    host, colon, port = text.partition(":")
    if not colon or ":" in port:
        return text, None
    return host, _port(port)


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 65536:
        raise BadAddress("a port is a number from 1 to 65535")
    return int(text)


def _is_ip(text: str) -> bool:
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return re.fullmatch(r"(?:%[A-Za-z0-9._-]+)?", text[len(text.partition("%")[0]) :]) is not None
