"""What the first screen offers: a new game, friends, kept games, and what to do beside a table.

    desk = FrontDesk(plan, await look_around(plan.data), given=frozenset())
    chosen = desk.chosen(await screens.front(desk.page(), imports))

Everything is looked up in the host's folder, and nothing is opened: that is done with the plan that
was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from rr_net.bots.kinds import bots_words, strength_of, word_on
from rr_net.cli.past import UNREAD, PastDesk
from rr_net.cli.screens import (
    QUIT,
    FrontLine,
    FrontPage,
    OwnName,
    TypedWords,
    Typing,
)
from rr_net.cli.words.invite import (
    A_RELAY,
    ALL_ADDRESSES,
    EXAMPLE,
    IN_THE_MENU,
    LINE_AND_CODE,
    NO_RELAY,
    SEATS_ARE_FREE,
    WHICH_RELAY,
    how_lines,
    how_page,
    read_relay,
)
from rr_net.cli.words.learn import LEARNING, LESSON, lessons_page
from rr_net.history.book import HistoryError
from rr_net.history.results import OWN_KEY as OWN_TERMINAL
from rr_net.host.around import (
    Around,
    KeptHere,
    has_a_port,
    has_answered,
    is_here,
    led,
    port_beside,
    reach,
)
from rr_net.host.places import HERE, TABLE, read_note, write_note
from rr_net.host.process import CannotHost, HostPlan, make_private
from rr_net.link.command import own_command
from rr_net.relay.names import RelayPlace, read_place
from rr_net.room.lobby import TablePlan
from rr_net.room.presets import FIRST_GAME
from rr_rules.kernel.settings import ROOM_SETTINGS
from rr_rules.registry import STRENGTHS, Edition, edition_of, editions, kind_words

PAST = "past"
"""The key of the line about past games."""
BESIDE = "beside"
"""The key of the line that leads from an open table to another one."""
LAST = "last.json"
"""What was chosen last on the first screen."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - offered in so many words
MOST_KEPT = 2
"""How many kept games stand on the first page; all others are one line further."""
HOW_WELL = "How well they play that take the seats nobody else has."
MORE_KINDS = "In the lobby each seat can have a kind of its own, and there are more of them."

LOOKING_BACK = (
    "Who was there, how each ended, and how strong people are.",
    "{} history lists them too.",
)
WHICH_KEPT = "Which games? Parts of the names of people or of games. Nothing: all of them."
COME = "Friends may come at any time and take a seat from a bot."
GENTLE = "Your first game goes slowly, with tips and hints; the options change that."
MOST_RELAYS = 4
"""How many of the relays that were typed are remembered."""
TAKE_OVER = (
    "You take your own place there, in this window instead of the other one. That one keeps the "
    "table open."
)
NO_PORT = "It opens no port on this machine: go to the window that it was opened in."
LEFT_ALONE = (
    "Nothing in {} was changed. New games are kept in a folder beside it; put the journal of a "
    "backup back, or move this one away, and the folder is used again."
)
ITS_OWN = "The open table keeps your settings: go to it, and press the key for them there."


class LessonChosen(NamedTuple):
    """A lesson to take, before one is back at the first screen."""

    id: str


class PastChosen(NamedTuple):
    """The past games are to be shown, before one is back at the first screen."""


class FrontDesk:
    """The pages of the first screen, and the plan that stands behind each line."""

    def __init__(
        self, plan: HostPlan, around: Around, *, given: frozenset[str], called: str = ""
    ) -> None:
        """`given` names what the command line has said itself: that counts before memory.

        `called` is what whoever sits here is called, "" where that is not asked.
        """
        self.called = called
        """What they are called now."""
        self._plan = plan
        self._around = around
        self._given = given
        self._settings = around.settings
        self._last = read_note(plan.data / LAST)
        self._plans: dict[str, HostPlan] = {}
        self._edition = self._usual_edition()
        self._bot = self._usual_bot()
        is_alone = "alone" in given
        self._people = max(1, plan.table.seats - plan.table.bots) if is_alone else 1

    @property
    def has_news(self) -> bool:
        """Whether a host should be asked even where nobody wants a first screen."""
        return bool(self._around.kept or self._around.in_use or self._around.unreadable)

    def chosen(self, key: str) -> HostPlan | Path | LessonChosen | PastChosen | None:
        """The plan behind a line, a table that is open, by its folder, or a lesson; else None."""
        if key == QUIT:
            return None
        if key == PAST:
            return PastChosen()
        if key.startswith(LESSON):
            return LessonChosen(key.removeprefix(LESSON))
        if key.startswith("to:"):
            return self._around.in_use[int(key[3:])]
        plan = self._plans[key]
        if not plan.resume:
            edition = edition_of(plan.table.game, plan.table.options).name
            choice = "play" if key.startswith("game:") else key
            relays = list(map(str, dict.fromkeys((*plan.via, *self._typed))))[:MOST_RELAYS]
            self._note({"choice": choice, "edition": edition, "relays": relays})
        return plan

    def _note(self, chosen: Mapping[str, object]) -> None:
        """Keeps what was chosen, for this evening and the next one."""
        self._last = {**self._last, **chosen}
        with suppress(CannotHost):  # whoever opens a table there reads what is wrong
            make_private(self._plan.data)
        write_note(self._plan.data / LAST, self._last)

    def going_on(self, gid: str) -> HostPlan | None:
        """The plan of a kept game; None where it does not go on here."""
        return self._plans.get(f"go:{gid}")

    def players(self, gid: str) -> tuple[str, ...]:
        """Who plays a kept game."""
        return next((kept.game.people for kept in self._around.kept if kept.game.gid == gid), ())

    # --- the pages -----------------------------------------------------------------------

    def page(self, at: str = "") -> FrontPage:
        """The first page: of a new evening, or of one that has begun in another window.

        The cursor stands on the line of the key `at`, where there is one.
        """
        page = self._first_page()
        beside = next((line.page for line in page.lines if line.key == BESIDE), None)
        if at and beside is not None and all(line.key != at for line in page.lines):
            page = beside()._replace(behind=page._replace(at=BESIDE))
        return page._replace(at=at) if any(line.key == at for line in page.lines) else page

    def _first_page(self) -> FrontPage:
        if self._around.root not in self._around.in_use or "alone" in self._given:
            return self._new_page(self._around.own)
        lines = [self._open_line(at) for at in range(len(self._around.in_use))]
        port = port_beside(self._around.in_use[0], self._plan.listen, self._plan.port)
        words = f"Another table beside it (port {port})"
        about = ("A second table", "It has a folder, a code and games of its own.")
        game = self._edition.game
        beside = FrontLine(
            BESIDE, words, about, lambda: self._new_page(self._around.free, port), game=game
        )
        return FrontPage(
            "A table is open here", (*lines, beside), no_settings=ITS_OWN,
            at=next(each.key for each in (*lines, beside) if each.is_open),
        )  # fmt: skip

    def _open_line(self, at: int) -> FrontLine:
        note = read_note(self._around.in_use[at] / TABLE)
        name, port = note.get("name", "the table"), note.get("port", "?")
        is_one = len(self._around.in_use) == 1
        where = "Go to it" if is_one else f"Go to {name}"
        open_at = f"It is open on port {port}." if port else "It is reached through a relay."
        is_open = has_a_port(self._around.in_use[at])
        if not is_open:
            where = "It is open in another window" if is_one else f"In another window: {name}"
        about = (str(name), open_at, TAKE_OVER if is_open else NO_PORT)
        return FrontLine(f"to:{at}", where, about, is_open=is_open)

    def _new_page(self, folder: Path, port: int = 0) -> FrontPage:
        plan = replace(self._plan, data=folder, port=port or self._plan.port)
        kept = self._kept_lines()
        play = self._play_line("play", "Play now: ", self._edition, plan)
        lines = [*kept, *self._wider_lines(), play, self._games_line(plan)]
        lines += [*self._bots_lines(), self._learn_line()]
        if "alone" not in self._given:
            lines.append(self._invite_line(plan))
        lines += [*self._past_lines(), *self._unreadable_lines()]
        at = kept[0].key if kept and kept[0].is_open else str(self._last.get("choice", ""))
        at = next((each.key for each in lines if at.startswith(each.key)), "play")
        own = OwnName(lambda: self.called, self._call) if self.called else None
        return FrontPage("What shall it be?", tuple(lines), at, reach(plan), own=own)

    def _call(self, name: str) -> str:
        """Keeps another name, for this evening and all others; "" or why it cannot be."""
        from rr_net.host.config import BadConfig, keep_name
        from rr_net.names import BadName, clean_name

        try:
            keep_name(name)
        except (BadConfig, BadName) as error:
            return f"{error}."
        self.called = clean_name(name)
        return ""

    # --- kept games ------------------------------------------------------------------------

    def _kept_lines(self) -> list[FrontLine]:
        # What can be taken up comes first, in either order the latest.
        kept = sorted(self._around.kept, key=lambda each: bool(each.game.problem))
        lines = [self._kept_line(each, f"Go on: {each.words}") for each in kept]
        if len(lines) <= MOST_KEPT:
            return lines
        more = [self._kept_line(each, each.with_people) for each in kept[MOST_KEPT - 1 :]]
        page = FrontPage("Kept games", tuple(more), find=WHICH_KEPT)
        about = ("Kept games", "Nothing that was played vanishes: each can be taken up again.")
        words = f"Other kept games… ({len(more)})"
        return [*lines[: MOST_KEPT - 1], FrontLine("kept", words, about, lambda: page)]

    def _kept_line(self, kept: KeptHere, words: str) -> FrontLine:
        game, note = kept.game, read_note(kept.folder / TABLE)
        table = replace(
            self._plan.table,
            name=str(note.get("name", self._plan.table.name)),
            invite=str(note.get("invite", self._plan.table.invite)),
            is_open=note.get("is_open") is True,
        )
        listen = self._plan.listen if "listen" in self._given else note.get("listen")
        port = note.get("port")
        plan = self._plans[kept.key] = replace(
            self._led(note), table=table, data=kept.folder, resume=True, kept=game.gid,
            listen=str(listen or self._plan.listen), port_is_fixed=False,
            port=port if isinstance(port, int) and port else self._plan.port,
        )  # fmt: skip
        people = f"With {', '.join(game.people)}." if len(game.people) > 1 else "You and bots."
        goes_on = "Everybody's cards lie as they lay, and the same ssh lines lead back to them."
        about = (kept.words, people, game.problem or goes_on)
        return FrontLine(kept.key, words, about, is_open=not game.problem, game=game.game,
                         sought=(kept.words, *game.people), note=reach(plan))  # fmt: skip

    def _wider_lines(self) -> Iterator[FrontLine]:
        """The latest kept game once more, for friends who cannot come to where it was played."""
        open_ones = [each for each in self._around.kept if not each.game.problem]
        if not open_ones or "alone" in self._given:
            return
        kept, plan = open_ones[0], self._plans[open_ones[0].key]
        if is_here(plan):
            about = (
                kept.words,
                "The same game, at an address or through a relay of your choice.",
                COME,
            )
            yield FrontLine("friends", "Go on with friends: where…", about,
                            lambda: self._invite_page(plan), game=kept.game.game)  # fmt: skip

    def _led(self, note: Mapping[str, object]) -> HostPlan:
        """The plan with the relays that led to a table, unless the command line has said others."""
        return self._plan if "via" in self._given else led(self._plan, note)

    # --- new games -------------------------------------------------------------------------

    def _usual_edition(self) -> Edition:
        """What is played unless another game is chosen: what was said, else what was last."""
        table, last = self._plan.table, self._last.get("edition")
        said = edition_of(table.game, table.options)
        if self._given & {"game", "options", "deck"}:
            return said
        return next((each for each in editions() if each.name == last), said)

    def _play_line(self, key: str, before: str, edition: Edition, plan: HostPlan) -> FrontLine:
        table = self._table(edition, plan.table)
        self._plans[key] = replace(plan, table=table)
        others = bots_words(table.bots, table.bot)
        words = edition.words if key != "play" else f"you and {others}"
        about = [edition.name, edition.goal or "Its rules say what wins."]
        about.append(f"You and {others}. {COME if table.seats > 1 else ''}".strip())
        about += [GENTLE] if self._around.is_new else []
        return FrontLine(key, f"{before}{words}", tuple(about), game=edition.game)

    @property
    def _usual(self) -> Mapping[str, str]:
        """What counts where nothing else is said: the gentle preset until a game was begun here."""
        return FIRST_GAME.suits(ROOM_SETTINGS).options if self._around.is_new else {}

    def _table(self, edition: Edition, said: TablePlan) -> TablePlan:
        """A game that begins at once: bots take every seat but one."""
        seats = min(max(said.seats, edition.fewest), edition.most)
        is_said = edition_of(said.game, said.options).name == edition.name
        options = {**edition.options, **(said.options if is_said else {})}
        if not edition.options and not is_said:
            options = {}
        return replace(
            said, game=edition.game, seats=seats, bots=seats - self._people, bot=self._bot,
            options=options,
            usual={**edition.alone, **self._usual},
            deck=said.deck if said.game == edition.game else None,
        )  # fmt: skip

    def _games_line(self, plan: HostPlan) -> FrontLine:
        lines = tuple(
            self._play_line(f"game:{number}", "", each, plan)
            for number, each in enumerate(editions())
        )
        at = next((line.key for line, each in zip(lines, editions(), strict=True)
                   if each == self._edition), "")  # fmt: skip
        page = FrontPage("Which game?", lines, at)
        about = ("Another game", *(each.words for each in editions()))
        return FrontLine("games", "Another game…", about, lambda: page, game=self._edition.game)

    def _usual_bot(self) -> str:
        """The kind of bot that is dealt in: what was said, else what was chosen last."""
        said, last = self._plan.table.bot, self._last.get("bot")
        if "bot" not in self._given and last in STRENGTHS:
            return str(last)
        return strength_of(said)

    def _bots_lines(self) -> Iterator[FrontLine]:
        """What leads to the strengths of bots, where some are dealt in."""
        if self._plans["play"].table.bots:
            now = kind_words(self._bot)
            does = f"{now.capitalize()}: each {word_on(self._bot)}."
            about = ("Bots", HOW_WELL, does, MORE_KINDS)
            yield FrontLine(
                "bots", f"Bots: {now}…", about, self._bots_page, game=self._edition.game
            )

    def _bots_page(self) -> FrontPage:
        kinds = dict.fromkeys((*STRENGTHS, self._bot))
        lines = (
            FrontLine(f"bots:{kind}", begun, (begun, f"Each {word_on(kind)}."),
                      keep=partial(self._keep_bot, kind), game=self._edition.game)
            for kind in kinds for begun in [kind_words(kind).capitalize()]
        )  # fmt: skip
        return FrontPage("How well shall the bots play?", tuple(lines), f"bots:{self._bot}",
                         is_explained=True)  # fmt: skip

    def _keep_bot(self, kind: str) -> FrontPage:
        """Deals in that kind of bot from now on."""
        self._bot = kind
        self._note({"bot": kind})
        return self.page(at="bots")

    def _unreadable_lines(self) -> Iterator[FrontLine]:
        """What is kept and cannot be read: it is left alone, and new games have another folder."""
        for at, (folder, problem) in enumerate(self._around.unreadable.items()):
            about = ("Games that cannot be read", f"{problem}.", LEFT_ALONE.format(folder))
            yield FrontLine(f"unreadable:{at}", "Games that cannot be read", about, is_open=False)

    # --- past games ------------------------------------------------------------------------

    @cached_property
    def past(self) -> PastDesk:
        """The games that were played on this machine."""
        kept = (each.game.gid for each in self._around.kept if not each.game.problem)
        keys = (OWN_TERMINAL, *self._plan.hosts)
        since = self._around.open_since
        return PastDesk(self._plan.history or self._plan.data, keys, tuple(kept), open_since=since)

    def _past_lines(self) -> Iterator[FrontLine]:
        try:
            if count := self.past.count():
                looking_back = (each.format(own_command()) for each in LOOKING_BACK)
                yield FrontLine(PAST, f"Past games ({count})", ("Past games", *looking_back))
        except HistoryError as error:
            about = ("Past games", UNREAD, f"{error}.")
            yield FrontLine(PAST, "Past games cannot be read", about, is_open=False)

    # --- lessons ---------------------------------------------------------------------------

    def _learn_line(self) -> FrontLine:
        about = ("Learn", LEARNING, f"{own_command()} learn lists them too.")
        page = partial(lessons_page, self._edition.name, self._settings)
        return FrontLine("learn", "Learn…", about, page, game=self._edition.game)

    def lessons(self, *, at: str, settings: str) -> FrontPage:
        """The lessons after the one of the key `at`, with the first page behind them."""
        from rr_rules.lessons.shelf import lesson

        self._settings = settings
        of = lesson(at.removeprefix(LESSON)).lesson.edition
        page = lessons_page(of, settings, has_others=of == self._edition.name)
        return page._replace(at=at, behind=self.page(at="learn"))

    # --- friends ---------------------------------------------------------------------------

    def _invite_line(self, plan: HostPlan) -> FrontLine:
        about = ("Invite friends", f"To {self._edition.name}, or whatever you choose in the lobby.",
                 "They need ssh and nothing else. " + LINE_AND_CODE, SEATS_ARE_FREE)  # fmt: skip
        return FrontLine(
            "invite", "Invite friends…", about, lambda: self._invite_page(plan),
            game=self._edition.game,
        )  # fmt: skip

    def _invite_page(self, plan: HostPlan) -> FrontPage:
        # It imports much, and asks the network: nothing that the first page could wait for.
        from rr_net.ssh.banner import is_private, reachable_addresses

        lines = [self._through(plan, place) for place in self._relays(plan)]
        here = self._listening(plan, HERE, "This machine only", "Whoever has an account here.")
        lines.append(here)
        for address in reachable_addresses(EVERYWHERE):
            if address != HERE:
                near = "Friends in the same network or VPN."
                who = near if is_private(address) else "Friends anywhere, if no firewall objects."
                lines.append(self._listening(plan, address, address, who))
        lines += [
            self._typed_line(plan),
            self._listening(plan, EVERYWHERE, "All addresses of this machine", *ALL_ADDRESSES),
            FrontLine("how", "Elsewhere: how…", how_lines(), lambda: how_page(plan.port)),
        ]
        keys = [line.key for line in lines if not self._is_silent(plan, line)]
        last = str(self._last.get("choice", ""))
        at = last if last in keys else next(key for key in keys if key != here.key)
        return FrontPage("Where shall they come to?", tuple(lines), at)

    def _is_silent(self, plan: HostPlan, line: FrontLine) -> bool:
        """Whether a line leads through a relay that was chosen before, and never answered."""
        known = (*self._led(read_note(plan.data / TABLE)).via, *self._typed)
        led = {*self._plans[line.key].via} if line.key in self._plans else set()
        tried = led & {*known} - {*self._plan.via}
        return any(not has_answered(self._plan.data, place) for place in tried)

    def _relays(self, plan: HostPlan) -> dict[RelayPlace, None]:
        """The relays to offer, those of last time first."""
        last = self._led(read_note(plan.data / TABLE)).via
        return dict.fromkeys((*last, *self._typed, *plan.relays))

    @property
    def _typed(self) -> list[RelayPlace]:
        """The relays that were chosen here before, the last one first."""
        said = self._last.get("relays")
        places = map(read_place, map(str, said)) if isinstance(said, list) else ()
        return [place for place in places if place is not None][:MOST_RELAYS]

    def _typed_line(self, plan: HostPlan) -> FrontLine:
        """The line for a relay that is not known here yet: it is typed."""

        def read(text: str) -> TypedWords:
            place = read_relay(text)
            if place is None:
                return TypedWords(why_not=NO_RELAY.format(EXAMPLE))
            return TypedWords(self._through(plan, place).key)

        typing = Typing(WHICH_RELAY, "opens the table there", read)
        return FrontLine(
            "relay", "Anywhere, through a relay…", A_RELAY, game=self._edition.game, typing=typing
        )

    def _through(self, plan: HostPlan, place: RelayPlace) -> FrontLine:
        about = f"Friends anywhere: {place} passes them on, and no port is opened here."
        line = self._listening(plan, f"relay {place}", f"Anywhere, through {place}", about)
        led = replace(self._plans[line.key], via=(place,), is_listening=False, listen=plan.listen)
        self._plans[line.key] = led
        return line

    def _listening(self, plan: HostPlan, address: str, words: str, *about: str) -> FrontLine:
        said, edition = plan.table, self._edition
        table = (
            said if plan.resume else replace(self._table(edition, said), bots=0, usual=self._usual)
        )
        key = f"invite:{plan.kept}:{address}" if plan.resume else f"invite:{address}"
        self._plans[key] = replace(plan, table=table, listen=address)
        shown = IN_THE_MENU if plan.resume else LINE_AND_CODE
        return FrontLine(key, words, (words, *about, shown), game=table.game)
