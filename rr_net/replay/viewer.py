"""The viewer: a link to a finished game, which shows any step of it to whoever may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from rr_net import link
from rr_net.game.log import plain_fields
from rr_net.link import EVERYBODY, WATCHER, Reel, ReplayMoment, ReplayStep
from rr_net.link.refusals import Refused
from rr_net.replay.finished import AboutGame, FinishedGame
from rr_net.replay.recording import Recording
from rr_net.replay.stepper import Stepper
from rr_net.safetext import clean
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Roll, Seat, Shuffle, kind_of
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer


class Branch(Protocol):
    """Begins other games."""

    def __call__(
        self, recording: Recording, table: Table[GameState], seat: Seat, name: str, *, anew: bool
    ) -> link.TableLink:
        """A game that goes on at a table, with a seat for who looks on. Raises Refused."""


class SaidTo(NamedTuple):
    """The log as certain eyes read it."""

    lines: tuple[link.LogLine, ...]
    before: tuple[int, ...]
    """For each step, how many lines there are up to it."""


class WalkedStep(NamedTuple):
    """One step of a game that is played through once."""

    pending: link.Pending
    views: Mapping[int, object]
    """What each pair of eyes sees."""
    seat: int
    """Whose answer led to it, or -1."""
    words: str
    """That answer."""


class Viewer(FinishedGame):
    """One finished game that somebody looks at, played again by the rules."""

    def __init__(
        self,
        recording: Recording,
        branch: Branch | None = None,
        *,
        name: str = "",
        check: str = "",
        bundle: Callable[[], bytes] | None = None,
    ) -> None:
        """Play it through once; `name` is who looks on, `check` what is to be said of its check.

        `bundle` gives the record, where it is open.

        Raises a RulesError where not even its table can be laid.
        """
        self._recording, self._game = recording, recording.rules
        self._stepper = Stepper(recording.table(), recording.entries, is_open=recording.is_open)
        self._branch = branch if recording.is_open else None
        self._said: dict[int, SaidTo] = {}
        problem = self._stepper.problem
        self._stuck = f"It cannot be gone on with: {problem}" if problem else ""
        cards = link.Cards(game=self._game.id, cards=self._game.cards(recording.options))
        reel = Reel(
            title=clean(recording.title, 40),
            turns=tuple([stop.turn for stop in self._stepper.stops]),
            moments=tuple(self._moments()),
            eyes=tuple(self._eyes()),
            check=check,
            is_open=recording.is_open,
            can_branch=self._branch is not None,
            warning=self._stuck,
        )
        about = AboutGame(self._game.id, recording.roster, cards)
        super().__init__(reel, about, name, bundle if recording.is_open else None)

    def _eyes(self) -> Iterator[int]:
        if not self._recording.is_open:
            yield from () if self._recording.seat is None else (self._recording.seat,)
            yield WATCHER
            return
        yield EVERYBODY
        yield from range(len(self._recording.roster))
        yield WATCHER

    def checked(self, check: str, *, warning: str = "", refusal: str = "") -> None:
        """Say what the check of the record has come to."""
        warnings = " ".join(filter(None, (warning, self._stuck)))
        self._reel = self._reel._replace(check=check, warning=warnings, refusal=refusal)
        self._heard()

    def _picture(self, at: int, eyes: int) -> ReplayStep:
        table, turn = self._stepper.table_at(at), self._stepper.stops[at].turn
        seats = range(len(self._recording.roster)) if eyes == EVERYBODY else ()
        opened = tuple([self._seen(table, at, Seat(seat)) for seat in seats])
        said = self.said_to(eyes)
        return ReplayStep(
            at=at,
            turn=turn,
            eyes=eyes,
            seen=self._seen(table, at, self._seat(eyes, turn)),
            opened=opened,
            pending=_pending(table, at),
            lines=said.lines[: said.before[at]],
            news=said.lines[said.before[at - 1] if at else 0 : said.before[at]],
            answer=self._answer(at, eyes),
        )

    def walk(self) -> Iterator[WalkedStep]:
        """Every step from the first on, played through once: the table is to be looked at only."""
        table, entries = self._recording.table(), self._recording.entries
        for at, stop in enumerate(self._stepper.stops):
            words, seat = "", -1
            for entry in entries[table.number : stop.taken]:
                is_last = table.number == stop.taken - 1
                if is_last and isinstance(entry, Answer):
                    words, seat = self._label(table, entry), entry.seat
                table.apply(entry)
            table.drain()
            views = {
                eyes: self._game.view(table.state, self._seat(eyes, stop.turn))
                for eyes in self._reel.eyes if eyes != EVERYBODY
            }  # fmt: skip
            yield WalkedStep(_pending(table, at), views, seat, words)

    def _seat(self, eyes: int, turn: int) -> Seat | None:
        """The seat that looks, as long as it was that player's own."""
        is_own = self._recording.is_open or turn >= self._recording.since
        return Seat(eyes) if eyes >= 0 and is_own else None

    def _seen(self, table: Table[GameState], at: int, seat: Seat | None) -> link.Seen:
        view = self._game.view(table.state, seat)
        return link.Seen(number=at, game=self._game.id, view=view)

    # --- in words ------------------------------------------------------------------------------

    def said_to(self, eyes: int) -> SaidTo:
        """The whole log as certain eyes read it."""
        if eyes not in self._said:
            self._said[eyes] = self._log(eyes)
        return self._said[eyes]

    def _log(self, eyes: int) -> SaidTo:
        lines: list[link.LogLine] = []
        before: list[int] = []
        for stop in self._stepper.stops:
            seat = self._seat(eyes, stop.turn)
            for event in stop.events:
                seen = event if eyes == EVERYBODY else self._game.redact(event, seat)
                if seen is not None:
                    lines.append(self._line(len(lines), seen))
            before.append(len(lines))
        return SaidTo(tuple(lines), tuple(before))

    def _line(self, number: int, event: object) -> link.LogLine:
        said = self._game.line(event)
        return link.LogLine(
            n=number, kind=kind_of(event), text=said.text, clause=said.clause,
            event=plain_fields(event),
        )  # fmt: skip

    def _answer(self, at: int, eyes: int) -> str:
        """What was answered at a step, where these eyes may know it."""
        entry = self._stepper.entry_of(at)
        if not isinstance(entry, Answer) or not self._knows(entry.seat, at, eyes):
            return ""
        return self._label(self._stepper.table_before(at), entry)

    def _label(self, table: Table[GameState], entry: Answer) -> str:
        """An answer in words, at a table that has not taken it yet."""
        choose = table.asked_of(entry.seat)
        # Before the audit nobody learns how many others had answered before.
        if choose is None or not (self._recording.is_open or isinstance(table.pending, Choose)):
            return ""
        view = self._game.view(table.state, entry.seat)
        return f"{{{entry.seat}}}: {self._game.label(choose, choose.options[entry.option], view)}"

    def _knows(self, seat: Seat, at: int, eyes: int) -> bool:
        own = self._seat(eyes, self._stepper.stops[at].turn)
        return eyes == EVERYBODY or own == seat

    def _moments(self) -> Iterator[ReplayMoment]:
        told = self._stepper.recount(len(self._recording.roster))
        for turn, line, words in told.moments:
            stops = (*self._in_turn(turn), self._stepper.last)
            at = next((at for at in stops if self._says(at, line)), -1)
            if at >= 0:
                yield ReplayMoment(at, turn, words)

    def _in_turn(self, turn: int) -> Sequence[int]:
        """The stops that a turn has led to: the last of them stands in the next turn already."""
        stops = self._stepper.stops
        return [at for at in range(len(stops)) if stops[max(0, at - 1)].turn == turn]

    def _says(self, at: int, line: object) -> bool:
        events = self._stepper.stops[at].events
        seen = (self._game.redact(event, None) for event in events)
        return any(self._game.line(event) == line for event in seen if event is not None)

    # --- another game from here ------------------------------------------------------------------

    def branch(self, at: int, eyes: int, *, anew: bool) -> link.TableLink:
        """A table that goes on from a step, with bots on all seats but one. Raises Refused."""
        if self._branch is None:
            raise Refused("no_game", "no other game can begin here before the cards are open")
        if not 0 <= eyes < len(self._recording.roster):
            raise Refused("no_such_seat", "another game begins with the eyes of one seat")
        table = self._stepper.table_at(max(0, min(at, self._reel.last)))
        # Everybody is called as in the game, or its log would speak of others.
        return self._branch(self._recording, table, Seat(eyes), self.names[eyes], anew=anew)


def _pending(table: Table[GameState], at: int) -> link.Pending:
    """Whom the table waits for: of a window that is not told."""
    pending = table.pending
    match pending:
        case Choose(seat=seat):
            return link.Pending(number=at, waiting=(seat,))
        case ChooseAll(asked=asked, window=False):
            return link.Pending(number=at, waiting=tuple([each.seat for each in asked]))
        case Roll(label=label):
            return link.Pending(number=at, chance=label)
        case Shuffle(piles=piles):
            return link.Pending(number=at, chance=", ".join([label for label, _ in piles]))
        case _:
            return link.Pending(number=at)
