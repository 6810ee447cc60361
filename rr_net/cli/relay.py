"""The command `runes relay`."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import click

HELP = """Run a relay: hosts come out to it, friends come in with ssh -J.

Hosts without a reachable port use it by `runes host --via RELAY`; their friends type
ssh -J RELAY NAME@TABLE. What it passes on is sealed between them: it sees who comes, when and how
much. It opens nothing but tables by their names, needs no accounts and keeps no address.

Its key, its names and its bans are in DIR; relay.toml there has admins, notice, log_addresses and
limits. SIGHUP reads that again, SIGTERM lets nobody in any more and ends after a minute.

Several relays of one name share --directory, which says who holds which table's name: a guest who
comes to another one is led on, and a host whose relay ends goes on at the next.
"""
USUAL = "127.0.0.1:2200"
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
@click.option("--data", type=click.Path(path_type=Path), required=True, metavar="DIR",
              help="Where its key, names and bans are kept.")  # fmt: skip
@click.option("--metrics", callback=place, metavar="ADDR:PORT",
              help="Where to tell its figures, in the text format of Prometheus.")  # fmt: skip
@click.option("--directory", envvar="RUNES_DIRECTORY", metavar="URL",
              help="The PostgreSQL database that several relays of one name share.")  # fmt: skip
@click.option("--reached-at", metavar="ADDR:PORT",
              help="With --directory: where those other relays reach this one.")  # fmt: skip
def relay_command(
    *,
    listen: tuple[str, int],
    data: Path,
    metrics: tuple[str, int] | None,
    directory: str | None,
    reached_at: str | None,
) -> None:
    """Run a relay."""
    from rr_net.relay.book import CannotKeep
    from rr_net.relay.names import read_place
    from rr_net.relay.running import RelayPlan, serve_relay
    from rr_net.ssh import SshError

    if directory and not directory.startswith(URLS):
        raise click.UsageError(f"--directory is a database: expected {URLS[0]}USER@HOST/NAME")
    if directory and read_place(reached_at or "") is None:
        raise click.UsageError(NOWHERE)
    plan = RelayPlan(data, *listen, metrics, directory=directory or "", reached_at=reached_at or "")
    try:
        asyncio.run(serve_relay(plan, click.echo))
    except (CannotKeep, SshError) as error:
        raise click.ClickException(str(error)) from None
