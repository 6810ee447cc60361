"""`runes join`: a table on another machine, in the terminal that one sits at."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from rr_net.cli.arguments import own_name
from rr_net.client.address import BadAddress, Hop, TableAddress, read_address, read_relays
from rr_net.link.command import own_command

if TYPE_CHECKING:
    from rr_net.cli.screens import FrontPage, Screens
    from rr_net.client.hostkeys import NewKey
    from rr_net.client.remote import RemoteTable
    from rr_net.client.tables import JoinedTable, JoinedTables
    from rr_net.host.config import Config
    from rr_net.relay.rules import Listing

NOWHERE = (
    "no table was joined from here yet: type where it is, as in `{} join NAME@HOST`, or paste "
    "the line that the host has sent you"
)
MOST_LISTED = 200
PUBLIC = (
    "Tables that their hosts have put on the relay's list, for everybody: which game, how many "
    "seats are free, and how fast it goes."
)
NOTHING_LISTED = "No table is listed here now"
HOW_LISTED = "A host puts a table on the list with runes host --via RELAY --public"
NOBODY_TO_ASK = (
    "its key is new, and there is nobody here to ask: join once in a terminal, or add it with "
    "ssh-keyscan to ~/.ssh/known_hosts"
)

STOPPED = 1
"""The exit status of who was asked to end by a signal."""


@click.command("join", context_settings={"ignore_unknown_options": True})
@click.option("--bot", metavar="COMMAND", help="Have a program play, which speaks docs/json.md.")
@click.argument("where", nargs=-1, type=click.UNPROCESSED)
def join_command(where: tuple[str, ...], bot: str | None) -> None:
    """Join a table on another machine, in this terminal.

    WHERE is [NAME@]HOST[:PORT], or the line that the host has sent: ssh -p 2222 NAME@HOST. Without
    it, the tables of last time are offered; -J RELAY alone offers the public tables of a relay.

    Your ssh key lets you in, as with ssh itself; your own ~/.ssh/config and known hosts count, and
    -J leads through a relay. Keys that only move or read cost no way to the host and back, your
    own settings count, and a line that drops comes back by itself.
    """
    from rr_net.cli.screens import Screens, is_somebody_there, scrubbed_environment
    from rr_net.cli.words.config import own_config
    from rr_net.client.hostkeys import CannotReach, CannotTrust
    from rr_net.client.tables import JoinedTables
    from rr_net.host.config import BadConfig
    from rr_net.host.places import data_directory
    from rr_net.host.process import CannotHost, make_private
    from rr_net.host.serving import logged_to

    try:
        relays = read_relays(where)
        typed = read_address(where) if where and not relays else None
        config = own_config()
        screens = Screens(config, scrubbed_environment())
        make_private(data_directory())
        tables = JoinedTables(data_directory(), lambda: int(time.time()))
        is_asked = is_somebody_there() and screens.is_asked_here
        choosing = _Choosing(screens, tables, config, is_asked)
        address = typed or asyncio.run(choosing.table(relays))
        if address is None:
            return
        with logged_to(data_directory() / "join.log"):
            joining = _Joining(address, tables, config, is_asked=is_asked, said_later=[])
            status = asyncio.run(joining.by_hand(screens) if bot is None else joining.by(bot))
    except BadAddress as error:
        raise click.UsageError(str(error)) from None
    except (BadConfig, CannotHost, CannotReach, CannotTrust) as error:
        raise click.ClickException(str(error)) from None
    if status:
        click.get_current_context().exit(status)


class _Choosing(NamedTuple):
    """Somebody who chooses a table: one of last time, or one that a relay lists for everybody."""

    screens: Screens
    tables: JoinedTables
    config: Config
    is_asked: bool
    """Whether there is somebody to be asked about new keys."""

    async def table(self, relays: tuple[Hop, ...]) -> TableAddress | None:
        """Where to go; None for nowhere. Without relays the tables of last time come first.

        Raises BadAddress where there is nothing to choose from, CannotReach and CannotTrust.
        """
        if relays:
            page, goals = await self._public(relays)
            return goals.get(await self._shown(page))
        known = self.tables.all()
        ways = self._ways(known)
        if not (known or ways):
            raise BadAddress(NOWHERE.format(own_command()))
        goals = {f"table {at}": each.address for at, each in enumerate(known)}
        first = page = _first_page(known, ways)
        while (key := await self._shown(page)) in ways:
            page, listed = await self._public(ways[key])
            page, goals = page._replace(behind=first._replace(at=key)), goals | listed
        return goals.get(key)

    async def _public(self, relays: tuple[Hop, ...]) -> tuple[FrontPage, dict[str, TableAddress]]:
        """The public tables of a relay, to be chosen from. Raises CannotReach or CannotTrust."""
        from rr_net.client.dial import Dial
        from rr_net.client.hostkeys import SAY_YES_TO_RELAY
        from rr_net.relay.rules import read_listed

        async def ask(met: Sequence[NewKey]) -> bool:
            return await _asked(met, SAY_YES_TO_RELAY, is_asked=self.is_asked)

        dial = Dial(TableAddress(Hop(relays[-1].host), relays), "", ask, tell=click.echo)
        lines = (await dial.listed()).splitlines()[:MOST_LISTED]
        listed = dict(filter(None, map(read_listed, lines)))
        goals = {name: TableAddress(Hop(name), relays) for name in listed}
        return _listed_page(relays, listed), goals

    def _ways(self, known: Sequence[JoinedTable]) -> dict[str, tuple[Hop, ...]]:
        """The relays that are known here: those of the configuration, and those of last time."""
        from rr_net.relay.names import read_place

        places = filter(None, map(read_place, self.config.relays))
        said = [(Hop(place.host, place.port),) for place in places]
        came = [each.address.relays for each in known if each.address.relays]
        named = {",".join(map(str, way)): way for way in (*said, *came)}
        return {f"relay {name}": way for name, way in named.items()}

    async def _shown(self, page: FrontPage) -> str:
        key, changed = await self.screens.front(page, lambda: None, self.tables.read())
        if changed:
            self.tables.keep(changed)
        return key


def _first_page(known: Sequence[JoinedTable], ways: Mapping[str, tuple[Hop, ...]]) -> FrontPage:
    """The tables of last time, and the relays that may list others."""
    from rr_net.cli.screens import FrontLine, FrontPage

    lines = [FrontLine(f"table {at}", _called(each), _about(each)) for at, each in enumerate(known)]
    lines += [FrontLine(key, f"Public tables at {way[-1]}", ("Public tables", PUBLIC))
              for key, way in ways.items()]  # fmt: skip
    return FrontPage("Tables elsewhere", tuple(lines), note="runes join")


def _listed_page(relays: Sequence[Hop], listed: Mapping[str, Listing]) -> FrontPage:
    """The public tables of a relay, those with free chairs first."""
    from rr_net.cli.screens import FrontLine, FrontPage

    free_first = sorted(listed.items(), key=lambda item: (not item[1].free, item[0]))
    lines = [FrontLine(name, f"{_word(name)}: {each.free} of {each.seats} free, {each.game}",
                       _about_listed(name, each, relays))
             for name, each in free_first]  # fmt: skip
    if not lines:
        lines = [FrontLine("nothing", NOTHING_LISTED, ("Public tables", HOW_LISTED), is_open=False)]
    return FrontPage(f"Tables at {relays[-1]}", tuple(lines), note="runes join")


def _word(name: str) -> str:
    return name.partition("-")[0]


def _about_listed(name: str, listing: Listing, relays: Sequence[Hop]) -> tuple[str, ...]:
    chairs = f"{listing.free} of {listing.seats} seats are free"
    watch = "" if listing.free else ", so you would watch until a bot's seat or another game"
    return (
        listing.game,
        f"{chairs}{watch}. The pace is {listing.pace}.",
        f"The table {name} is listed for everybody. Its host may ask for a code all the same.",
        f"Friends come with ssh -J {','.join(map(str, relays))} NAME@{name}",
    )


def _called(table: JoinedTable) -> str:
    return f"{table.table or 'A table'}, {table.address.table.host}"


def _about(table: JoinedTable) -> tuple[str, ...]:
    day = time.strftime("%d %B %Y", time.localtime(table.at))
    return (
        table.table or "A table",
        f"{own_command()} join {table.address}",
        f"You were there on {day}.",
    )


class _Joining(NamedTuple):
    """Somebody who goes to a table."""

    address: TableAddress
    tables: JoinedTables
    config: Config
    is_asked: bool
    """Whether there is somebody to be asked about new keys."""
    said_later: list[str]

    async def by_hand(self, screens: Screens) -> int:
        """Plays on the own screen."""
        remote = await self._open()
        return await self._talk(remote, _until_stopped(screens.joined(remote, remote)))

    async def by(self, bot: str) -> int:
        """Has a program play."""
        from rr_net.client.program import CannotStart, play_by
        from rr_net.clocks import LoopClock

        def tell(words: str) -> None:
            click.echo(words, err=True)

        async def played() -> int:
            try:
                name = self.address.table.name or own_name(self.config)
                return await play_by(bot, remote, LoopClock(), tell, name)
            except CannotStart as error:
                tell(f"Error: {error}")
                return 2

        remote = await self._open()
        return await self._talk(remote, played())

    async def _open(self) -> RemoteTable:
        from rr_net.cli.past import JoinedDesk
        from rr_net.client.dial import Dial
        from rr_net.client.hostkeys import SAY_YES
        from rr_net.client.notes import NoteShelf
        from rr_net.client.remote import RemoteTable
        from rr_net.client.signer import SigningMeans
        from rr_net.clocks import LoopClock
        from rr_net.host.places import data_directory

        async def ask(met: Sequence[NewKey]) -> bool:
            return await _asked(met, SAY_YES, is_asked=self.is_asked)

        dial = Dial(self.address, own_name(self.config), ask, tell=click.echo)
        means = SigningMeans(NoteShelf(data_directory()), dial.sign, _today)
        first = await dial.open()
        # From here on the terminal is the table's: what is said of keys waits for the end.
        dial.tell = self.said_later.append
        remote = RemoteTable(first, dial.open, LoopClock(), self.tables, means=means)
        remote.records = JoinedDesk(data_directory())
        remote.way_back = f"{own_command()} join {self.address}"
        return remote

    async def _talk(self, remote: RemoteTable, playing: Awaitable[int]) -> int:
        remote.watch(self._remembering(remote))
        async with asyncio.TaskGroup() as group:
            talking = group.create_task(remote.run())
            try:
                return await playing
            finally:
                remote.close()
                talking.cancel()
                for words in self.said_later:
                    click.echo(words, err=True)

    def _remembering(self, remote: RemoteTable) -> Callable[[], None]:
        """Keeps the way to a table once it has said its name, for whoever is cut off later."""
        is_kept = False

        def remember() -> None:
            nonlocal is_kept
            if remote.table and not is_kept:
                is_kept = True
                self.tables.joined(self.address, remote.table)

        return remember


async def _until_stopped(playing: Coroutine[None, None, int]) -> int:
    """Plays until that is over, or a signal ends it: the terminal is given back in either case.

    Left as it was drawn on, it would echo nothing and break no long line.
    """
    from rr_net.host.serving import stopping

    with stopping() as stop:
        shown = asyncio.ensure_future(playing)
        await asyncio.wait({shown, stop}, return_when=asyncio.FIRST_COMPLETED)
        if shown.done():
            return shown.result()
        shown.cancel()
        await asyncio.wait({shown})
        return STOPPED


def _today() -> str:
    return time.strftime("%Y-%m-%d")


def _columns() -> int:
    return shutil.get_terminal_size().columns


async def _asked(met: Sequence[NewKey], say_yes: str, *, is_asked: bool) -> bool:
    """Whether somebody says yes to all the keys. Raises CannotTrust without anybody to ask."""
    from rr_net.client.hostkeys import CannotTrust, question

    for line in question(met, say_yes):
        # A fingerprint stays whole: it is compared letter by letter.
        click.echo(
            line if line.startswith(" ") else click.wrap_text(line, _columns()), err=not is_asked
        )
    if not is_asked:
        raise CannotTrust(NOBODY_TO_ASK)
    try:
        return await asyncio.to_thread(click.confirm, "Yes?", default=False)
    except click.Abort:
        return False
