"""A game in progress: the only writer of its table.

Every entry is kept by the record before anybody is shown its effect. Answers that several seats
give at once, and those of a reaction window, are held here until all are in: the table takes them
together.

Its parts (random events, the sealed window, bots and turn clock, signatures) hold no clock and no
table: they are told the time and say what is due, and the game alone carries it out.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import partial

from rr_net import link
from rr_net.bots.seat import Bots, declining, fallback
from rr_net.fairness.base.gamekey import GivenBy
from rr_net.fairness.chain.events import RecordedEvent
from rr_net.fairness.chain.orders import PASS
from rr_net.game.autoplay import AutoPlayers, EventStay
from rr_net.game.due import BotAnswer, Cue, Due, FreezeGiven, LoneAnswer, Think
from rr_net.game.record import GameRecord
from rr_net.game.recorded import NO_ORDERS, RecordedGame
from rr_net.game.seats import GameSeat, Terms
from rr_net.game.services import A_MOMENT, RoomServices, SingleAlarm
from rr_net.game.signing import BY_NOBODY, AnswerGiven, ClientSignatures
from rr_net.game.windows import (
    BOTS_COUNT,
    AdvancePicks,
    SealedWindow,
    look_ahead,
    silence,
    window_for,
)
from rr_net.link.refusals import Refused
from rr_rules.kernel.errors import CannotArrange, NotAnOption
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import ChanceRequest, Choose, ChooseAll, Roll, Seat, Shuffle
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Remove

WINDOW_THOUGHT = 0.2
"""The most seconds that a bot thinks about a window."""


class LiveGame(RecordedGame):
    """One game, from the deal to its outcome."""

    def __init__(
        self,
        table: Table[GameState],
        record: GameRecord,
        terms: Terms,
        seats: Sequence[GameSeat],
        room: RoomServices,
        bots: Bots,
        stay: float = 0.0,
    ) -> None:
        """A game whose events stay for so many seconds before a bot acts."""
        super().__init__(table, record, terms, seats, room)
        self.wall = room.wall
        self.stay = EventStay(stay, BOTS_COUNT if self.is_sealed else 0.0)
        self.auto = AutoPlayers(self.seats, table.game, bots.settings, self.stay)
        self.auto.reminds = self.setting("pace") == "days"
        self.bots = bots
        self._alarm = SingleAlarm(room.clock, self._ring)
        self._wall_alarm = SingleAlarm(room.wall, self._ring)
        self._grinding: asyncio.Task[None] | None = None
        self._advance: AdvancePicks | None = None
        """What was answered in the last beat for the window that may come next."""

    # --- what it takes -----------------------------------------------------------------

    async def go_on(self) -> None:
        """Deal what chance is due and open the next choice."""
        self._end_request()
        if self.debtor is not None:
            self._await_orders(self.debtor)
            return
        while True:
            if await self._is_answered_in_advance():
                continue
            if not isinstance(self.table.pending, Shuffle | Roll):
                break
            await self._sign()
            await self._note_absences()
            if self._is_waiting or await self._begin_event(self.table.pending):
                break
            await self._deal()
        await self._open()

    async def give(
        self,
        seat: Seat,
        option: int,
        number: int,
        *,
        later: int = -1,
        final: bool = True,
        by: GivenBy = "",
        signatures: ClientSignatures = BY_NOBODY,
    ) -> None:
        """Take the answer of a seat; one that is not final may be changed in a sealed window.

        `later` answers what is asked in the same beat; -1 stands for no answer. `by` says why the
        room gives it in the player's place. Raises Refused or a RulesError; nothing has changed
        then.
        """
        self._refuse_unasked(seat, option, number, later)
        if not by:
            self.auto.wakes(seat)
        if not final and self.window is None:
            raise Refused("not_sealed", "only a sealed window takes an answer that is not final")
        given = self._given(Answer(seat, option), "answer", number, by, signatures.first)
        if self.window is not None:
            ahead = self._given(Answer(seat, later), "ahead", number, by, signatures.later)
            await self._give_in(self.window, seat, given, ahead, final=final)
        elif given is None:
            raise NotAnOption("that question is not asked of you")
        elif not isinstance(self.table.pending, ChooseAll):
            await self._take_or_draft(given)
        else:
            await self._hold(given)
            self._room.changed()
            await self._close_if_complete()
        self._wind()

    async def _give_in(
        self,
        window: SealedWindow,
        seat: Seat,
        given: AnswerGiven | None,
        ahead: AnswerGiven | None,
        *,
        final: bool,
    ) -> None:
        if given is not None:
            window.picks[seat] = given
        if ahead is not None:
            window.next_picks[seat] = ahead
        if final:
            if self.asked_of(seat) is not None:
                await self._hold(window.picks.get(seat, silence(seat)))
            window.answered(seat)
        self._room.changed()

    def _await_orders(self, seat: Seat) -> None:
        """Across days orders are filed before a turn can end; a clock that runs out files none."""
        self.owes = seat
        self.auto.begin(self.clock.time(), self.turn_clock)
        self._room.changed()
        self._wind()

    async def filed(self) -> None:
        """Go on if that was all that was waited for."""
        if self.owes is not None and self.debtor is None:
            self.owes = None
            await self.go_on()

    def let_stay(self, seconds: float) -> None:
        """Have events stay so long from now on, the last one too."""
        self.stay.seconds = seconds
        self._wind()

    def show_next(self) -> None:
        """Have the last event stay no longer."""
        self.stay.end()
        self._wind()

    async def close_standing(self) -> None:
        """Close a window that stands without a clock: somebody has come."""
        if self.window is not None and self.window.stands:
            await self._close()

    async def arrange(self, seat: Seat, zone: str, order: tuple[int, ...]) -> None:
        """Re-order a hidden zone of a seat. Raises Refused or a RulesError."""
        if self.window is not None:
            # Where all have answered, the journal's table has gone on and the shown one has not;
            # to tell these apart would tell who has answered.
            raise Refused("window_open", "nothing is sorted while a reaction window is open")
        self._refuse_in_event("nothing is sorted")
        if self.drafts.is_open(seat):
            raise CannotArrange(f"{zone} of seat {seat}: expected once the last answer counts")
        await self._take(Arrange(seat, zone, order))
        self.drafts.renew()
        self._room.changed()

    async def remove(self, seat: Seat) -> None:
        """Take a seat out of the game (RR-TABLE-05). Raises Refused or a RulesError."""
        self._refuse_in_event("no seat is taken out")
        self.table.clone().remove(seat)  # refuses what must not be kept
        await self._hand_over()
        await self._take(Remove(seat))
        await self.go_on()

    def contribute(self, seat: Seat, message: link.Contribute) -> None:
        """Take what a seat gives to the open event. Raises Refused; nothing has changed then."""
        if self.events.contribute(seat, message, self.record.check):
            self._room.changed()

    def ask_bot(self, seat: Seat) -> None:
        """Have a bot answer what is open for a seat, if one plays it."""
        self._ask(seat)
        self._room.post(self.filed)
        self._wind()

    async def players_are_back(self) -> None:
        """Open the random event that has waited for them."""
        self.awaits_players = False
        if self.in_event and not self.events.is_open:
            await self.go_on()

    async def end(self) -> None:
        """Ends it here, at its outcome or not."""
        if not self.missing():
            await self._hand_over()  # as whoever replays the journal will
        if not self.is_over:
            await self.record.give_up()
        elif self.setting("audit") != "automatic":
            await self.record.sign()  # otherwise the last row is signed in a moment
        self.stop()

    def stop(self) -> None:
        """Nothing is due and nothing can be answered any more; an open event stays as it is."""
        self.is_stopped = True
        self.events.stop()
        self._end_request()
        self._wind()
        if self._grinding is not None:
            self._grinding.cancel()

    # --- what is due -------------------------------------------------------------------

    def _ring(self) -> None:
        self._room.post(self._settle)

    async def _settle(self) -> None:
        """Carry out the first thing that is due: screens show it before the next one's turn."""
        self._alarm.cancel()
        self._wall_alarm.cancel()
        due = self._next_due()
        if due is Cue.REMIND:
            self.remind(self._room.remind)
        elif due is not None:
            await self._do(due)
        self._wind()

    def _next_due(self) -> Due | None:
        now = self.clock.time() + A_MOMENT
        event = self.events.due(self.wall.time())
        if event is not None:
            return event
        # Of what is due at once, answers come before the close.
        if self.window is not None and self.window.next_at < self.auto.next_at:
            return self.window.due(now)
        return self.auto.due(now)

    def _wind(self) -> None:
        """Set the alarms to what is due next."""
        closes = math.inf if self.window is None else self.window.next_at
        self._alarm.set(min(closes, self.auto.next_at))
        self._wall_alarm.set(self.events.next_at)

    async def _do(self, due: Due) -> None:
        match due:
            case Cue.CLOSE_WINDOW:
                await self._close()
            case Think():
                self._think(due)
            case BotAnswer():
                await self._take_bots(due)
            case LoneAnswer():
                await self._take_lone(due)
            case Cue.TURN_CLOCK_OUT:
                await self._decline()
            case Cue.SIGN_TURN:
                self._note_signature(await self.record.sign())
            case Cue.SIGN_HOST_FIRST:
                await self.record.sign()
                self.signing.seal()
            case FreezeGiven(given):
                event = await self.record.freeze(given)
                self.log.add(self.events.notes(event))
                self._grind(event)
            case Cue.DEAL_CHANCE:
                self.events.stop()
                await self._deal()
                await self.go_on()

    # --- a request ---------------------------------------------------------------------

    async def _open(self) -> None:
        """Have what is asked now shown, and answered by bots and clocks where they answer."""
        self._end_request()
        self.number = self.table.number
        self._room.changed()
        self.begin_turn()
        await self._note_absences()
        self.stay.look(self.log.public_lines, self.clock.time())
        if self.in_window and self.is_sealed:
            self._open_window()
        await self._sign()
        self.record.signers.call_witnesses()
        # A sealed window has its own times.
        has_clock = self.window is None and bool(self.asked)
        self.auto.begin(self.clock.time(), self.turn_clock if has_clock else None)
        for seat in self.open_seats():
            self._ask(seat)
        self._spare_lone_answers()
        self._wind()

    def _open_window(self) -> None:
        is_alone = self._room.is_alone()
        following = None if is_alone else look_ahead(self.table)
        self.window = window_for(self, following, self.clock.time(), is_alone=is_alone)
        for choose in () if following is None else following.asked:
            if self.asked_of(choose.seat) is None:
                self._think_ahead(self.window, choose.seat)

    def _spare_lone_answers(self) -> None:
        """Where one person is alone the room gives an only answer itself (RR-EFF-12)."""
        # A sealed window closes by itself, and a game without windows asks as it always did.
        if self.window is None and "window" in self.terms.options and self._room.is_alone():
            seats = [seat for seat in self.open_seats() if self._is_lone(seat)]
            self.lone = frozenset(seats)
            for seat in seats:
                self.auto.answer_alone(seat, self.number_for(seat), in_window=self.is_reaction)

    def _is_lone(self, seat: Seat) -> bool:
        choose = self.asked_of(seat)
        return choose is not None and len(choose.options) == 1 and not self.auto.kind(seat)

    def _end_request(self) -> None:
        self.drafts.drop()
        self.auto.end()
        self.window, self.lone = None, frozenset()

    async def _sign(self) -> None:
        while (due := self._signature_due()) is not None:
            await self._do(due)

    # --- answers -----------------------------------------------------------------------

    async def _take_or_draft(self, given: AnswerGiven) -> None:
        """Take what counts by this answer; of a draft nobody else may even see that it grows."""
        if answers := self.drafts.take(given):
            await self._take(*answers)
            await self.go_on()
        else:
            self._room.changed()
            self._ask(given.entry.seat)

    async def _close_if_complete(self) -> None:
        if not self.missing():
            await self._close()
        elif self._signature_due() is Cue.SIGN_HOST_FIRST:
            await self._open()

    async def _close(self) -> None:
        """Hand all held answers to the table; silence is a pass."""
        window = self.window
        picks = {} if window is None else window.picks
        for seat in self.missing():
            await self._hold(picks.get(seat, silence(seat)))
        if window is not None and window.next is not None and self.held.are_passes:
            self._advance = AdvancePicks(window.next, window.next_picks)
        self._room.changed()
        await self._hand_over()
        await self.go_on()

    async def _is_answered_in_advance(self) -> bool:
        """Answer the window that was asked in the beat before, if all have passed that one."""
        advance, self._advance = self._advance, None
        if advance is None or not advance.question.is_asked_by(self.table):
            return False
        for answer in advance.answers(self.missing()):
            await self._hold(answer)
        await self._hand_over()
        return True

    # --- bots and the turn clock -------------------------------------------------------

    def _ask(self, seat: Seat) -> None:
        if self.asked_of(seat) is not None:
            number, now = self.number_for(seat), self.clock.time()
            self.auto.ask(seat, number, now, in_window=self.is_reaction)

    def _bots_choice(self, seat: Seat, number: int) -> Choose | None:
        """The choice that a bot was asked about, if it is still open and a bot's."""
        is_bots = number == self.number_for(seat) and bool(self.auto.kind(seat))
        return self.asked_of(seat) if is_bots else None

    def _think(self, think: Think) -> None:
        seat = think.seat
        choose = self._bots_choice(seat, think.number)
        if choose is not None:
            self.auto.thinks(think, self.clock.time())
            done = partial(self._thought, think)
            most = WINDOW_THOUGHT if think.in_window else self.auto.longest(seat)
            kind, leaders = self.auto.kind(seat), self.auto.leaders()
            self.bots.ask(kind, self.table_for(seat), choose, done, most, leaders)

    def _thought(self, think: Think, option: int | None) -> None:
        if (choose := self._bots_choice(think.seat, think.number)) is None:
            return
        skips = option is not None and choose.options[option].act == "skip"
        alone = self._room.is_alone()
        self.auto.answers(think, option, self.clock.time(), skips=skips, is_alone=alone)
        if self.window is not None and option == PASS:
            self._think_ahead(self.window, think.seat)
        self._wind()

    def _think_ahead(self, window: SealedWindow, seat: Seat) -> None:
        """Have a bot think about what is asked in the same beat, too; late is silence."""

        def done(option: int | None) -> None:
            if option is not None and self.clock.time() <= window.opened + BOTS_COUNT:
                window.next_picks[seat] = self._by_bot(seat, option)

        following = self.asked_next(seat)
        if window.next is not None and following is not None and self.auto.kind(seat):
            kind = self.auto.kind(seat)
            self.bots.ask(kind, window.next.table, following, done, WINDOW_THOUGHT)

    async def _take_bots(self, answer: BotAnswer) -> None:
        choose = self._bots_choice(answer.seat, answer.number)
        if choose is not None:
            thought = self.auto.thought(answer)
            option = fallback(choose) if thought is None else thought
            given = self._by_bot(answer.seat, option)
            await self.give(answer.seat, given.entry.option, answer.number, by=given.by)

    async def _take_lone(self, answer: LoneAnswer) -> None:
        if answer.number != self.number_for(answer.seat) or answer.seat not in self.lone:
            return
        if self._room.is_alone():
            await self.give(answer.seat, 0, answer.number, by="single")
        else:
            # Somebody has come: from now on a lone answer tells something, and is asked for.
            self.lone = frozenset()
            self._room.changed()

    async def _decline(self) -> None:
        """Optional means no, a skippable phase is skipped, a bot makes a forced choice."""
        if self.owes is not None:
            await self.file(self.owes, NO_ORDERS)
            await self.filed()
        for seat in self.open_seats():
            choose, number = self.asked_of(seat), self.number_for(seat)
            if self.seats[seat].is_played_by_hand and self.auto.falls_asleep(seat):
                self._room.sleeps(seat)
            declined = None if choose is None else declining(choose)
            if declined is not None:
                await self.give(seat, declined, number, by="clock")
            elif choose is not None:
                now = self.clock.time()
                self.auto.ask_late(seat, number, now, in_window=self.in_window)

    # --- random events -----------------------------------------------------------------

    async def _begin_event(self, request: ChanceRequest) -> bool:
        """Open the event of a request, or go on with it; False where the level has no windows."""
        event, began = self.record.event, self.wall.time()
        if event is None or not event.is_frozen:
            event = await self.record.open_event(request, self.table, self.events.pledges())
        if event is None:
            return False
        if event.is_frozen:
            self._grind(event)
            return True
        values = map(self.record.chain_value, self.terms.chain_seats)
        given = [value for value in values if value is not None]
        now = self.wall.time()
        self.events.opened(event, given, now, now - began)
        self.log.add(self.events.notes(event))
        due = self.events.due(self.wall.time())
        if due is not None:
            await self._do(due)
        return True

    def _grind(self, event: RecordedEvent) -> None:
        """Go on with what was fixed; nothing that comes from now on counts."""
        self.events.frozen(event, self.record.seconds(event.kind), self.wall.time())
        self._room.changed()
        self._grinding = self._room.aside(self._ground())

    async def _ground(self) -> None:
        await self.record.grind()
        self.events.ground()
        self._wind()

    async def _deal(self) -> None:
        """Give the table the result of the chance it waits for."""
        request = self.table.pending
        assert isinstance(request, Shuffle | Roll), "only chance is dealt"
        self._note_promises(await self.record.deal(request, self.table))
        self._tell_events()
