"""The command `runes relay`."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import click

HELP = """Run a relay: hosts come out to it, friends come in with ssh -J.

Hosts without a reachable port use it by `runes host --via RELAY`; their friends type
ssh -J RELAY NAME@TABLE. What it passes on is sealed between them: it sees who comes, when and how
much. It opens nothing but tables by their names, needs no accounts and keeps no address.

Its key, its names and its bans are in DIR, or where nothing is said in a folder of your own beside
the games; relay.toml there has admins, notice, log_addresses and
limits. SIGHUP reads that again. SIGTERM and Ctrl+C let nobody in any more, and end it when all have
gone, after a minute, or at once the second time.

Several relays of one name share --directory, which says who holds which table's name: a guest who
comes to another one is led on, and a host whose relay ends goes on at the next.
"""
USUAL = "127.0.0.1:2200"
IN_WORDS = (
    "This is a relay for card tables. It listens on {place}, until Ctrl+C.",
    "A host brings a table here with",
    "    runes host --via {way}",
    "and then has the line for its friends. The key that ssh shows the first time:",
    "    {fingerprint}",
    "    in words: {words}",
    "What happens is told below, a JSON object a line.",
)
"""What somebody reads who starts a relay at a terminal; a program reads JSON."""
OWN_FOLDER = "relay"
"""The folder of a relay where none is said, below that of all games."""
NOBODY = "\nIt ends: nobody is connected."
ENDING = (
    "\nIt ends: {lines} ({tables}, {guests}). Nobody is let in any more.\n"
    "It waits for those who are here, {seconds:g} seconds at most; Ctrl+C again ends it now."
)
ONLY_HERE = "Only this machine reaches it there: --listen 0.0.0.0:22 opens it to everybody."
ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - nothing listens by this
PLACE = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.%]+)\]|(?P<four>[^\[\]:\s]+)):(?P<port>[0-9]{1,5})")

URLS = ("postgresql://", "postgres://")
NOWHERE = (
    "--directory needs --reached-at ADDR:PORT beside it, where the other relays of this name reach "
    "this one"
)


def place(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, int] | None:
    """An address and a port. Raises click.BadParameter."""
    if given is None:
        return None
    found = PLACE.fullmatch(given)
    if found is None or int(found["port"]) > 65535:
        raise click.BadParameter(f"{given!r}: expected ADDR:PORT, as in 0.0.0.0:22 or [::]:22")
    return found["six"] or found["four"], int(found["port"])


@click.command("relay", help=HELP, short_help="Run a relay between hosts and friends.")
@click.option("--listen", default=USUAL, show_default=True, callback=place, metavar="ADDR:PORT",
              help="Where to listen; 0.0.0.0:22 for everybody, at the port of ssh.")  # fmt: skip
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR",
              help="Where its key, names and bans are kept.  [relay beside the games]")  # fmt: skip
@click.option("--metrics", callback=place, metavar="ADDR:PORT",
              help="Where to tell its figures, in the text format of Prometheus.")  # fmt: skip
@click.option("--directory", envvar="RUNES_DIRECTORY", metavar="URL",
              help="The PostgreSQL database that several relays of one name share.")  # fmt: skip
@click.option("--reached-at", metavar="ADDR:PORT",
              help="With --directory: where those other relays reach this one.")  # fmt: skip
def relay_command(
    *,
    listen: tuple[str, int],
    data: Path | None,
    metrics: tuple[str, int] | None,
    directory: str | None,
    reached_at: str | None,
) -> None:
    """Run a relay."""
    from rr_net.host.places import data_directory
    from rr_net.relay.names import read_place
    from rr_net.relay.rules import CannotKeep
    from rr_net.relay.running import Draining, RelayPlan, serve_relay
    from rr_net.ssh import SshError

    is_read, data = sys.stdout.isatty(), data or data_directory() / OWN_FOLDER

    def tell(line: str) -> None:
        click.echo("\n".join(in_words(json.loads(line))) if is_read else line)

    def tell_the_end(draining: Draining) -> None:
        if is_read:
            click.echo(ending_words(*draining))

    if directory and not directory.startswith(URLS):
        raise click.UsageError(f"--directory is a database: expected {URLS[0]}USER@HOST/NAME")
    if directory and read_place(reached_at or "") is None:
        raise click.UsageError(NOWHERE)
    plan = RelayPlan(data, *listen, metrics, directory=directory or "", reached_at=reached_at or "")
    # What is there by now stays: a full collection over it would hold every table's keys up.
    gc.freeze()
    try:
        asyncio.run(serve_relay(plan, tell, tell_the_end))
    except (CannotKeep, SshError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        # What a program waits for, or somebody at the terminal, cannot be said.
        raise click.ClickException(f"it ends: {error.strerror or error}") from None


def ending_words(tables: int, guests: int, lines: int, seconds: float) -> str:
    """What somebody at the terminal reads as a relay begins to end."""
    if not lines:
        return NOBODY
    return ENDING.format(
        lines=_count(lines, "connection"), tables=_count(tables, "table"),
        guests=_count(guests, "guest"), seconds=seconds,
    )  # fmt: skip


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def in_words(first: Mapping[str, object]) -> list[str]:
    """The first line of a relay, which is for programs, as somebody reads it at a terminal."""
    from rr_net.relay.names import RelayPlace
    from rr_net.ssh import key_words

    address, port, fingerprint = (
        str(first["address"]),
        str(first["port"]),
        str(first["fingerprint"]),
    )
    place = RelayPlace(address, int(port))
    way = RelayPlace("ADDRESS-OF-THIS-MACHINE", int(port)) if address in ANYWHERE else place
    told = {"place": place, "way": way, "fingerprint": fingerprint, "words": key_words(fingerprint)}
    lines = [line.format(**told) for line in IN_WORDS]
    return [*lines[:1], ONLY_HERE, *lines[1:]] if address in {"127.0.0.1", "::1"} else lines
