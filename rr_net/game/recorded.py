"""A game and its record: what is kept of it, and how it is taken up again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rr_net import link
from rr_net.fairness.base.gamekey import AnswerKind, GivenBy, SeatKey
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.chain.events import RecordedEvent
from rr_net.fairness.chain.orders import PASS
from rr_net.fairness.proof.receipts import Sealing
from rr_net.game.drafts import request_of
from rr_net.game.due import Cue
from rr_net.game.events import RandomEvents
from rr_net.game.log import RoomNote
from rr_net.game.orders import (
    Filing,
    read_filing,
    signed_text,
    source_of,
)
from rr_net.game.position import GamePosition
from rr_net.game.record import GameRecord, Recorded, RecordedEntry
from rr_net.game.seats import GameSeat, Terms
from rr_net.game.services import RoomServices
from rr_net.game.signing import UNSIGNED, AnswerGiven
from rr_net.game.windows import silence
from rr_net.link.refusals import Refused
from rr_net.store import FiledOrders, SentAway, Successor
from rr_rules.kernel.game import GameState
from rr_rules.kernel.recounting import Story
from rr_rules.kernel.requests import ChooseAll, Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Entry, Remove

NO_ORDERS = link.FileOrders()
"""What is filed in the place of somebody whose time is over."""
PROMISED = "A shuffle is committed to"
TABLE_WENT_ON = "the table has gone on since these orders were signed: look again and file anew"


class RecordedGame(GamePosition):
    """A game with its record: what it tells of itself, now and when it is taken up again."""

    def __init__(
        self,
        table: Table[GameState],
        record: GameRecord,
        terms: Terms,
        seats: Sequence[GameSeat],
        room: RoomServices,
    ) -> None:
        super().__init__(table, terms, seats, room.clock)
        self.record = record
        for each in self.seats:
            each.is_plain = record.signers.is_plain(each.seat)
            each.is_away = record.signers.is_away(each.seat)
        self.story = Story(table.game)
        self._room = room
        self.events = RandomEvents(self.seats, terms.chain_seats)
        self.awaits_players = False
        """Taken up again, and no random event is opened before its players are back."""
        self.sent_away: dict[str, bytes] = {}
        """By key, who has lost the seat here, and the receipts of what could be seen until then."""
        self.hinted: set[int] = set()
        """The seats that were given hints: the game changes no rating."""
        self.hint_asked: dict[Seat, int] = {}
        """At which number of the table each seat has asked for a hint last."""

    def _refuse_in_event(self, what: str) -> None:
        if self.in_event:
            raise Refused("event_open", f"{what} while a random event is open: wait a moment")

    def _signature_due(self) -> Cue | None:
        has_answered = self.has_answered(self.terms.host_seat)
        return self.signing.due(self.turn, self.request, host_answered=has_answered)

    @property
    def sealing(self) -> Sealing | None:
        """That the host had chosen before others are asked the same; None for all other questions.

        None, too, where there is no key to sign with.
        """
        stamp = self.record.stamp
        if stamp is None or not self.signing.is_sealed(self.request):
            return None
        return Sealing(note=stamp.note, signature=stamp.signature, request=self.number)

    @property
    def _least_size(self) -> int:
        """How much of the record must have been checked by who signs an answer now."""
        signed = self.record.head if self.signing.is_sealed(self.request) else None
        return max(self.drafts.least_size, 0 if signed is None else signed.size)

    def _refuse_absent(self, seat: Seat) -> None:
        """Raises Refused where the record goes on saying that somebody who is back is away."""
        if self.record.signers.is_away(seat):
            raise Refused("stand_in", "a bot answers in this window yet: you play after it")

    def _refuse_plain(self) -> None:
        """Raises Refused where the record goes on saying that somebody has the key.

        A window that waits for the last answer waits for that one too.
        """
        if not self.waits_for_all:
            words = "you are back without your client: you answer again once this window is over"
            raise Refused("unsigned", words)

    @property
    def _is_waiting(self) -> bool:
        """Whether the next event waits for players; one that is frozen takes nothing of theirs."""
        event = self.record.event
        return self.awaits_players and not (event is not None and event.is_frozen)

    async def seat(self, successor: Successor) -> None:
        """Give the seat of a bot to somebody who plays it from now on (RR-TABLE-09).

        It is kept before anybody is shown a card of it. Raises CannotStore.
        """
        await self.record.seat(successor)
        seat = Seat(successor.seat)
        self.players[successor.key] = self.roster[successor.key] = seat
        self._room.changed()

    async def note_hint(self, seat: Seat) -> None:
        """A seat is given a hint: it is kept before anybody reads it. Raises CannotStore."""
        self.hint_asked[seat] = self.number
        if seat not in self.hinted:
            await self.record.hint(seat, self.turn)
            self.hinted.add(seat)

    async def file(self, seat: Seat, message: link.FileOrders | link.TakeBackOrders) -> None:
        """File the orders of a seat, or take them back; the open window goes on as it is.

        They are kept before they count. Raises CannotStore, or Refused, where nothing has changed.
        """
        filing = self.drawn_up(seat, message)
        if filing is not None and isinstance(message, link.FileOrders):
            filing = self._signed_filing(seat, filing, message)
        filed = FiledOrders(seat, self.orders.turn, source_of(filing))
        await self.record.file_orders(filed)
        self.orders.file(seat, filing, filed.turn)

    def _signed_filing(self, seat: Seat, filing: Filing, message: link.FileOrders) -> Filing:
        """Orders as a seat that signs has signed them; what a clock files is empty, and is not."""
        if not self.record.signers.signs(seat) or message is NO_ORDERS:
            return filing
        if message.signed is None:
            raise Refused("unsigned", UNSIGNED)
        signed = self.record.signers.signed_orders(seat, signed_text(message), message.signed)
        ordered = self.record.signers.orders.orders(self.table, seat, signed)
        if ordered is None or list(ordered.items()) != list(filing.cards.items()):
            raise Refused("bad_signature", TABLE_WENT_ON)
        return replace(filing, signed=signed)

    def begin_turn(self) -> None:
        """Orders are filed until the seat's next turn, as the record shows it too."""
        super().begin_turn()
        self.record.signers.orders.ask(self.table)

    async def unseat(self, key: str) -> None:
        """Somebody loses the seat in this game, and what can be seen from it: that is kept first.

        Raises CannotStore.
        """
        if key in self.roster and key not in self.sent_away:
            self._lost(await self.record.send_away(key, self.roster[key]))

    def _lost(self, away: SentAway) -> None:
        self.players.pop(away.key, None)
        self.sent_away[away.key] = away.receipts
        self._room.changed()

    def receipts(self, key: str) -> bytes | None:
        """What only the owner of a key may see of this game; None for who has had no seat in it.

        Who was sent away may see no more than until then.
        """
        if key in self.sent_away:
            return self.sent_away[key]
        seat, sealing = self.roster.get(key), self.sealing
        sealings = () if sealing is None else (sealing,)
        return None if seat is None else self.record.receipts(seat, sealings)

    # --- what is taken -----------------------------------------------------------------

    def _given(
        self,
        answer: Answer,
        kind: AnswerKind,
        number: int,
        by: GivenBy,
        signature: link.AnswerSignature | None,
    ) -> AnswerGiven | None:
        """An answer as it is to be recorded; None for none. Raises Refused."""
        if answer.option < 0:
            return None
        if by:
            return AnswerGiven(answer, by)
        self._refuse_absent(answer.seat)
        is_keyless = signature is None and self.seats[answer.seat].is_plain
        if is_keyless and self.record.signers.signs(answer.seat):
            self._refuse_plain()
            return AnswerGiven(answer)
        return self.record.signers.signed(
            answer, kind, request_of(number), signature, self._least_size
        )

    def acts(self, seat: Seat) -> None:
        """Note that somebody does something from a seat, with its key or without."""
        key = self.record.signers.key_of(seat)
        if key and self.seats[seat].signs_with != key:
            self.seats[seat].is_plain = True

    def signs_again(self, seat: Seat) -> None:
        """Note that the client of a seat's player has said with which key it signs."""
        has_key = self.seats[seat].signs_with == self.record.signers.key_of(seat)
        if has_key and not self.held.is_aside(seat):
            self.seats[seat].is_plain = False

    def how(self, seat: Seat | None) -> link.How:
        """How a seat contributes to the open event: one that signs in no other way than that."""
        how = self.events.how(seat, self.record.pledged)
        if seat is None or how not in {"keys", "pledge"} or not self.record.signers.signs(seat):
            return how
        has_key = self.seats[seat].signs_with == self.record.signers.key_of(seat)
        return "signed" if has_key else "watch"

    @property
    def is_between(self) -> bool:
        """Whether a row may speak of seats now: nobody could tell from it who has answered."""
        return not (self.is_stopped or self.is_over or self.in_window or self.in_event)

    async def note_absences(self) -> None:
        """Write down who that signs is away or without the key, unless it has to wait."""
        if self.is_between:
            await self._note_absences()

    def lacks_key(self, seat: Seat) -> bool:
        """Whether a seat is asked alone, and its player's client has another key than the record.

        Its row may be written then: nobody else is asked anything, so the record stands still. A
        host who chooses first is not alone: what stands in the record meanwhile is not shown.
        """
        is_alone = not self.are_several_asked and [each.seat for each in self.asked] == [seat]
        if not (self.is_between and is_alone):
            return False
        owner = self.seats[seat]
        is_new = owner.signs_with not in {"", self.record.signers.key_of(seat)}
        is_here = owner.is_present and not owner.is_played_by_bot
        return is_new and is_here and not (self.is_reaction or self.drafts.is_open(seat))

    async def begin_key(self, key: SeatKey) -> None:
        """Have a seat sign with another key from now on. Raises CannotStore."""
        await self.record.begin_key(key)
        self.seats[key.seat].is_plain = False
        await self._note_absences()

    async def _note_absences(self) -> None:
        if self.record.event is not None:
            return
        if await self.record.note_absences(self.seats, self.drafts.seat):
            # A client waits for the record before it answers, also after what is refused here.
            self._room.changed()
        for each in self.seats:
            filing = self.orders.of(each.seat).filing
            if filing is not None and filing.cards:
                order = AnswerGiven(Answer(each.seat, PASS), "order", filing.signed)
                if not self.record.signers.may_stand(order):
                    await self.file(each.seat, link.TakeBackOrders())

    async def _hold(self, given: AnswerGiven) -> None:
        """Keep an answer; what was signed for it may be too old by now, and is silence then.

        One without the key, in a window where no row may say so yet, is kept behind all others: its
        place tells nobody who had answered before.
        """
        is_unsigned = given.signed is None and not given.by
        if is_unsigned and self.waits_for_all and self.record.signers.signs(given.entry.seat):
            self.held.lay_aside(given.entry)
        else:
            await self._keep_held(given)

    async def _keep_held(self, given: AnswerGiven) -> None:
        counts = given if self._may_stand(given) else silence(given.entry.seat)
        await self.record.hold(counts)
        self.held.hold(counts.entry)

    def _may_stand(self, given: AnswerGiven) -> bool:
        """Whether an answer may be recorded as it is; of orders the record must show why."""
        choose = self.table.asked_of(given.entry.seat)
        if given.by == "order" and given.signed is not None and choose is not None:
            option = self.record.signers.orders.option(self.table, choose, given.signed)
            if option != given.entry.option:
                return False
        return self.record.signers.may_stand(given)

    async def _keep_aside(self) -> None:
        """Keep what was laid aside, and before it that those seats play without a key."""
        aside = self.held.take_aside()
        for entry in aside:
            self.seats[entry.seat].is_plain = True  # it was, whoever is back by now
        if aside:
            await self._note_absences()
        for entry in aside:
            await self._keep_held(AnswerGiven(entry))
            self.signs_again(entry.seat)

    async def _hand_over(self) -> None:
        await self._keep_aside()
        self.signing.unseal()
        if answers := self.held.take_out():
            await self.record.hand_over(answers, self.table)
        self._tell_events()

    async def _take(self, *entries: Arrange | Remove | AnswerGiven) -> None:
        await self.record.keep(entries, self.table)
        for entry in entries:
            self._note(entry.entry if isinstance(entry, AnswerGiven) else entry)

    def _by_bot(self, seat: Seat, option: int) -> AnswerGiven:
        """What counts of what a bot has chosen for a seat.

        For somebody who signs and has gone in the middle of a window it passes: that a bot plays
        for them is written down after it.
        """
        owner = self.seats[seat]
        if (owner.bot or owner.stand_in) and self.record.signers.signs(seat):
            return silence(seat)
        return AnswerGiven(Answer(seat, option), "clock")

    # --- after a crash -----------------------------------------------------------------

    def recall_said(self, sent_away: Iterable[SentAway], filed: Iterable[FiledOrders]) -> None:
        """Take again what the journal holds beside the rows, once the rows are taken.

        Raises BadJournal.
        """
        for away in sent_away:
            self._lost(away)
        for each in filed:
            self.orders.file(Seat(each.seat), read_filing(each.source), each.turn)

    def recall(self, recorded: Recorded) -> None:
        """Take again what the journal holds."""
        match recorded:
            case RecordedEntry(entry, promises):
                self._note_promises(promises)
                self._recall(entry)
            case RecordedEvent():
                self.log.add(self.events.notes(recorded))
            case SignedNote():
                self._note_signature(recorded)

    def _recall(self, entry: Entry) -> None:
        """Take an entry that a journal has kept already; sealed answers are held again."""
        if isinstance(entry, Answer):
            self.begin_turn()  # whose orders have ended by then shows who is asked for new ones
        if isinstance(entry, Answer) and isinstance(self.table.pending, ChooseAll):
            self.held.hold(entry)
            if not self.missing():
                self._recall_held()
            return
        if isinstance(entry, Remove):
            self._recall_held()
        self._apply(entry)

    def _recall_held(self) -> None:
        self.signing.unseal()
        for entry in self.held.take_out():
            self._apply(entry)

    def _apply(self, entry: Entry) -> None:
        request = self.table.pending
        self.table.apply(entry)
        self.record.recall(entry, request, self.table)
        self._note(entry)

    # --- the log -----------------------------------------------------------------------

    def _note_promises(self, promises: Iterable[str]) -> None:
        """Write down what a shuffle commits to."""
        self.log.add(RoomNote("shuffle", f"{PROMISED}: {each}", "luck") for each in promises)

    def _note_signature(self, head: SignedNote | None) -> None:
        """Write down what the host has signed, if it has a key and the turn is over."""
        has_answered = self.has_answered(self.terms.host_seat)
        self.log.add(self.signing.signed(head, self.turn, host_answered=has_answered))

    def _tell_events(self) -> None:
        """Write down what has happened, for those who play and for the end."""
        events = self.table.drain()
        self.log.add(events)
        self.story.add(self.table.state, events)

    def _note(self, entry: Entry) -> None:
        """Write down what an entry has brought about."""
        self._tell_events()
        if isinstance(entry, Remove):
            self.seats[entry.seat].removed = True
            self.players = {key: own for key, own in self.players.items() if own != entry.seat}
