"""`runes host` and `runes play`, which open tables, and `runes deck check`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from rr_net.cli.arguments import (
    LARGEST_DECK,
    WantedTable,
    at_a_table,
    fairness_option,
    for_reader,
    is_said_public,
    is_said_welcome,
    may_be_public,
    own_name,
    read_file,
    relays,
)
from rr_net.cli.upkeep import cared_for, looked_after
from rr_net.guests.codes import NEW_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rr_net.cli.front import FrontDesk
    from rr_net.cli.screens import Screens
    from rr_net.game.seats import Level
    from rr_net.host.config import Config
    from rr_net.host.process import HostPlan
    from rr_net.relay.names import RelayPlace
    from rr_net.room.lobby import TablePlan

PORT = 2222
SEATS = 4
STRANGERS = 120
"""How many new keys an hour come in to a table that welcomes strangers."""
CLOCK = "60"
"""The turn clock of a table for everybody, unless its options say another."""
AT_HOME = "home"
"""The folder of games that are played without a network, below that of all games."""

FIRST_AT_HOME = "local:0"
"""Who sits down first at such a game: whose settings are kept."""


# --- runes host and runes play ---------------------------------------------------------


@click.command()
@at_a_table
@click.option(
    "--seats",
    type=click.IntRange(1, 8),
    help=f"How many seats there are.  [{SEATS}, or as many as the game has]",
)
@click.option(
    "--listen",
    default="127.0.0.1",
    metavar="ADDR",
    show_default=True,
    help="The address to listen on; 0.0.0.0 for all of this machine's.",
)
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port; 0 for any.  [{PORT}]")
@click.option("--name", metavar="TEXT", help="The table's name.")
@click.option(
    "--invite",
    metavar="CODE",
    help="The invite code, instead of a fresh one: 8 letters and digits or more.",
)
@click.option("--open", "is_open", is_flag=True, help="No invite code: whoever comes is let in.")
@click.option("--new-keys", type=click.IntRange(1, 10_000), metavar="N",
              help=f"How many new keys an hour come in.  [{NEW_KEYS}; if --open any]")  # fmt: skip
@fairness_option("auto")
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept."
)
@click.option(
    "--via",
    callback=relays,
    metavar="RELAY[,RELAY]",
    help="Relays that lead here: no port is opened unless --listen or --port says so.",
)
@may_be_public
@looked_after
@click.option("--front", is_flag=True, help="Choose on a first screen what it shall be.")
def host(  # noqa: PLR0913 - one for each option
    *,
    wanted: WantedTable,
    seats: int | None,
    listen: str,
    port: int | None,
    name: str | None,
    invite: str | None,
    is_open: bool,
    new_keys: int | None,
    fairness: Level | Literal["auto"],
    data: Path | None,
    via: tuple[RelayPlace, ...],
    resume: bool,
    front: bool,
) -> None:
    """Host a table that friends reach by ssh."""
    with _plain_errors():
        from rr_net.cli.words.config import own_config
        from rr_net.host.places import data_directory
        from rr_net.host.process import HostPlan

        config, data = own_config(), data or data_directory()
        count = seats or _seats(wanted)
        code, is_open = _code(data if resume else None, invite or "", is_open=is_open)
        table = replace(
            wanted.plan(_table_name(name, config), count, _bots(wanted.bots or 0, count)),
            invite=code, is_open=is_open, new_keys=new_keys or NEW_KEYS, open_keys=new_keys,
            pace=config.pace, fairness=fairness,
        )  # fmt: skip
        plan = HostPlan(table, data, listen, PORT if port is None else port,
                        port is not None and not front, resume, history=data)  # fmt: skip
        plan = _configured(plan, config, via, name or "")
        _open(plan, config, headless=wanted.headless, front=front)


@click.command()
@at_a_table
@click.option(
    "--hotseat",
    type=click.IntRange(1, 8),
    metavar="N",
    default=1,
    help="How many people take turns at this screen.",
)
@click.option("--seed", type=int, help="The same luck every time.")
@fairness_option("solo")
def play(
    *,
    wanted: WantedTable,
    hotseat: int,
    seed: int | None,
    fairness: Level,
) -> None:
    """Play at this screen, without a network."""
    if wanted.headless and hotseat > 1:
        raise click.UsageError("--headless plays bots only: leave --hotseat away")
    with _plain_errors():
        from rr_net.cli.words.config import own_config
        from rr_net.local.home import watch_bots

        config, alone = own_config(), wanted.headless
        people = () if alone else _people(own_name(config), hotseat)
        usual = max(2 if alone else int(hotseat == 1), _fewest(wanted) - len(people))
        count = usual if wanted.bots is None else wanted.bots
        table = wanted.plan("Home", len(people) + count, count)
        table = replace(table, pace=0.0 if alone else config.pace, fairness=fairness)
        if alone:
            _run(watch_bots(table, _say, seed))
        else:
            _sit_down(table, people, config, seed)


def _seats(wanted: WantedTable) -> int:
    """As many seats as are usual, if the game has so many under these options."""
    from rr_rules.registry import load_game

    rules = load_game(wanted.game)
    return min(SEATS, rules.most_seats(rules.settle(wanted.options)))


def _fewest(wanted: WantedTable) -> int:
    from rr_rules.registry import load_game

    rules = load_game(wanted.game)
    return rules.least_seats(rules.settle(wanted.options))


def _bots(bots: int, seats: int) -> int:
    if bots > seats:
        raise click.UsageError(f"--bots {bots}: there are only {seats} seats")
    return bots


def _people(own: str, count: int) -> tuple[str, ...]:
    return (own,) if count == 1 else tuple(f"Player-{number}" for number in range(1, count + 1))


def _code(kept: Path | None, said: str, *, is_open: bool) -> tuple[str, bool]:
    """The invite code, "" for none, and whether whoever comes is let in.

    Unless the command line says so, a table whose game goes on has those it was opened with, as the
    note in the folder `kept` tells them: nobody who was let in is asked anew. Raises a UsageError.
    """
    from rr_net.guests.codes import BadCode, check_code, fresh_code

    is_open = is_open or is_said_welcome()
    if said and is_open:
        raise click.UsageError("--invite and --open contradict each other: give one of them")
    try:
        said = said and check_code(said)
    except BadCode as error:
        raise click.UsageError(str(error)) from None
    if kept is not None and not (said or is_open):
        from rr_net.host.places import TABLE, read_note

        note = read_note(kept / TABLE)
        said, is_open = str(note.get("invite") or ""), note.get("is_open") is True
    return ("" if is_open else said or fresh_code()), is_open


def _table_name(said: str | None, config: Config) -> str:
    from rr_net.host.config import TABLE_LENGTH
    from rr_net.safetext import clean

    text = said or config.table or f"{own_name(config)}'s table"
    return clean(text, TABLE_LENGTH).strip() or "the table"


def _configured(plan: HostPlan, config: Config, via: tuple[RelayPlace, ...], name: str) -> HostPlan:
    """The plan with what the config file says, and with the relays that lead to the table.

    Where there are some, a port of this machine is opened only if one was said.
    """
    from rr_net.relay.names import read_name, read_place, word_for

    places = filter(None, map(read_place, config.relays))
    plan = replace(plan, hosts=config.hosts, reminders=config.reminders, relays=tuple(places))
    plan = _welcoming(cared_for(plan))
    is_public = is_said_public() or (plan.table.welcomes and via != ())
    if is_public or plan.table.welcomes:
        usual = {"turn_clock": CLOCK, **plan.table.usual}
        plan = replace(plan, table=replace(plan.table, usual=usual))
    if not via and is_public:
        raise click.UsageError("--public lists the table at a relay: say which one with --via")
    if not via:
        return plan
    if is_public and plan.table.fairness == "auto":
        plan = replace(plan, table=replace(plan.table, fairness="table"))
    word = word_for(name) if name else ""
    friendly = word if read_name(word) is not None else ""
    is_listening = not _given().isdisjoint(("listen", "port"))
    return replace(
        plan, via=via, friendly=friendly, is_listening=is_listening, is_public=is_public
    )  # fmt: skip


def _welcoming(plan: HostPlan) -> HostPlan:
    """The plan of a table for strangers, where the command line says that it is one."""
    if not is_said_welcome():
        return plan
    table = plan.table
    level = "table" if table.fairness == "auto" else table.fairness
    bots = table.bots if "bots" in _given() else table.seats - 1
    options = {"newcomers": "welcome", **table.options}
    keys = table.open_keys or STRANGERS
    return replace(plan, table=replace(table, welcomes=True, fairness=level, bots=bots,
                                       options=options, open_keys=keys))  # fmt: skip


# --- runes deck check -------------------------------------------------------------------


@click.group()
def deck() -> None:
    """Deck files of your own."""


@deck.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say what a deck file holds, or what is wrong with it."""
    from rr_rules.runes_regulations.deck.loader import report

    with _plain_errors():
        click.echo(report(file.name, read_file(file, LARGEST_DECK)))


# --- running ---------------------------------------------------------------------------


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Whatever is wrong becomes one plain sentence."""
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.host.config import BadConfig
    from rr_net.host.process import CannotHost
    from rr_net.link.refusals import Refused
    from rr_net.ssh import SshError
    from rr_net.store import StoreError
    from rr_rules.kernel.errors import RulesError

    ours = (BadConfig, CannotHost, FairnessError, Refused, RulesError, SshError, StoreError)
    try:
        yield
    except ours as error:
        raise click.ClickException(str(error)) from None


def _given() -> frozenset[str]:
    """The options that the command line itself has said."""
    context = click.get_current_context()
    said = click.core.ParameterSource.COMMANDLINE
    names = context.params
    return frozenset(name for name in names if context.get_parameter_source(name) is said)


def _open(plan: HostPlan, config: Config, *, headless: bool, front: bool) -> None:
    """Opens the table, after asking which one where that is a question."""
    from rr_net.cli.screens import Screens, is_somebody_there, scrubbed_environment

    if front and not headless and not is_somebody_there():
        from rr_net.cli.demo import demonstrate

        _run(demonstrate(_say))
        return
    screens = Screens(config, scrubbed_environment())
    if headless or plan.resume or not screens.is_asked_here:
        _run(_host(plan, screens, config, headless=headless))
        return
    while not _opens_chosen(plan, screens, config, front=front):
        front = True


def _opens_chosen(plan: HostPlan, screens: Screens, config: Config, *, front: bool) -> bool:
    """Opens what is chosen on the first screen; False where another window did so meanwhile."""
    from rr_net.cli.words.config import own_config
    from rr_net.host.around import go_to
    from rr_net.store import JournalInUse

    chosen = asyncio.run(_choose(plan, screens, config, is_wanted=front))
    before, config = config, own_config()
    match chosen:
        case Path():
            go_to(chosen)
        case None:
            return True
        case _:
            try:
                _run(_host(_renamed(chosen, before, config), screens, config, headless=False))
            except JournalInUse:
                return False
    return True


def _renamed(plan: HostPlan, before: Config, now: Config) -> HostPlan:
    """The plan for who has chosen another name: a table that is called after them follows."""
    if plan.resume or plan.table.name != _table_name(None, before):
        return plan
    return replace(plan, table=replace(plan.table, name=_table_name(None, now)))


async def _choose(
    plan: HostPlan, screens: Screens, config: Config, *, is_wanted: bool
) -> HostPlan | Path | None:
    """What somebody chooses on the first screen; without one, what there is but one of."""
    from rr_net.cli.front import FrontDesk
    from rr_net.host.around import keep_settings, look_around
    from rr_net.host.process import HostPlan

    around = await look_around(plan.data)
    called = config.name or around.called or own_name(config)
    desk = FrontDesk(plan, around, given=_given(), called=called)
    if not (is_wanted or desk.has_news):
        return plan
    chosen, changed = await _asked_in_front(desk, screens, around.settings, own_name(config))
    if changed:
        await keep_settings(chosen.data if isinstance(chosen, HostPlan) else around.own, changed)
    return chosen


async def _asked_in_front(
    desk: FrontDesk, screens: Screens, settings: str, me: str
) -> tuple[HostPlan | Path | None, str]:
    """What is chosen on the first screen, to which every lesson leads back, and settings to keep.

    These are "" where none were changed.
    """
    from rr_net.cli.front import PAST, LessonChosen, PastChosen
    from rr_net.cli.screens import import_the_rest

    page, changed = desk.page(), ""
    while True:
        key, others = await screens.front(page, import_the_rest, changed or settings)
        changed, chosen = others or changed, desk.chosen(key)
        match chosen:
            case LessonChosen():
                who = desk.called or me
                changed = await screens.lesson(chosen.id, who, changed or settings) or changed
                page = desk.lessons(at=key, settings=changed or settings)
            case PastChosen():
                if going_on := await _look_back(desk, screens):
                    return going_on, changed
                page = desk.page(at=PAST)
            case _:
                return chosen, changed


async def _look_back(desk: FrontDesk, screens: Screens) -> HostPlan | None:
    """Shows past games; the plan of one that goes on, where that was chosen."""
    from rr_net.cli.replaying import look_at

    key = ""
    while True:
        key = await screens.past(desk.past, key.partition(":")[2])
        what, _, gid = key.partition(":")
        if what == "go":
            return desk.going_on(gid)
        if what != "replay":
            return None
        if (path := desk.past.bundle(gid)) is not None:
            await look_at(path, screens)


def _run(work: Coroutine[object, object, int]) -> None:
    status = asyncio.run(work)
    if status:
        click.get_current_context().exit(status)


def _say(line: str) -> None:
    try:
        click.echo(for_reader(line, sys.stdout))
    except OSError:
        from rr_net.host.stdio import let_go

        let_go()


async def _host(plan: HostPlan, screens: Screens, config: Config, *, headless: bool) -> int:
    from rr_net.bots.processes import Elsewhere
    from rr_net.cli.past import PastDesks
    from rr_net.host.process import Games
    from rr_net.host.serving import OwnCalled, serve
    from rr_rules.registry import load_game, make_bot

    games = Games(load_game, make_bot, Elsewhere, PastDesks(plan.history or plan.data))
    called = OwnCalled(own_name(config), is_chosen=bool(config.name))
    return await serve(plan, screens, games, _say, headless=headless, called=called)


def _sit_down(table: TablePlan, people: tuple[str, ...], config: Config, seed: int | None) -> None:
    """Plays at this screen, after asking which game where one is kept."""
    from rr_net.cli.front import FrontDesk
    from rr_net.cli.screens import Screens, scrubbed_environment
    from rr_net.host.around import keep_settings, look_around
    from rr_net.host.places import data_directory
    from rr_net.host.process import HostPlan

    screens = Screens(config, scrubbed_environment())
    around = asyncio.run(look_around(data_directory() / AT_HOME, FIRST_AT_HOME))
    plan = HostPlan(table, around.free, history=data_directory())
    if seed is None and around.kept and screens.is_asked_here:
        given = _given() | {"fairness", "alone"}
        desk = FrontDesk(replace(plan, data=around.root), around, given=given)
        asking = _asked_in_front(desk, screens, around.settings, own_name(config))
        chosen, changed = asyncio.run(asking)
        folder = chosen.data if isinstance(chosen, HostPlan) and chosen.resume else around.free
        if changed:
            asyncio.run(keep_settings(folder, changed, FIRST_AT_HOME))
        if not isinstance(chosen, HostPlan):
            return
        plan = replace(chosen, data=folder)
        people = desk.players(chosen.kept) or people
    _run(_play(plan, people, screens, seed))


async def _play(plan: HostPlan, people: tuple[str, ...], screens: Screens, seed: int | None) -> int:
    from rr_net.bots.processes import Elsewhere
    from rr_net.cli.past import PastDesks
    from rr_net.history.recording import open_history
    from rr_net.host.places import data_directory
    from rr_net.host.process import make_private
    from rr_net.host.rotation import keys_of, signing_key
    from rr_net.host.serving import logged_to
    from rr_net.local.home import play_here
    from rr_net.store import SqliteJournal

    complaint = make_private(data_directory()) or make_private(plan.data)
    if complaint:
        _say(complaint)
    with logged_to(data_directory() / "play.log"):
        # The same luck is the same game: a journal holds it once.
        journal = await SqliteJournal.open(plan.data) if seed is None else None
        key = None if journal is None else signing_key(plan.data, keys_of(plan.data, _say).key)
        history = open_history(data_directory(), plan.data, _say) if seed is None else None
        kept = plan.kept if plan.resume else None
        past = PastDesks(data_directory(), is_own=True)
        return await play_here(plan.table, people, screens, seed, Elsewhere(), say=_say,
                               journal=journal, key=key, kept=kept, history=history,
                               past=past)  # fmt: skip
