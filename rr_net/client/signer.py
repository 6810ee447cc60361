"""What the own client signs: its key for a table and a day, answers, shares of luck, and heads.

A key is made when its player sits down, and the own ssh key signs it once. Everything that is
signed is noted before it is said, so that nothing is signed twice in two ways.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import NamedTuple, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import ValidationError

from rr_net import link
from rr_net.client import ownseat
from rr_net.client.notes import (
    GameNotes,
    NotedAnswer,
    NotedGiven,
    NotedKey,
    NotedSealing,
    NoteShelf,
)
from rr_net.client.ownkeys import CannotSign
from rr_net.client.ownseat import NO_SEALING, NO_SIGNATURE, Refusal, TooLate
from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.gamekey import (
    SEAT,
    AnswerKind,
    AnswerTerms,
    LaterSeat,
    answer_message,
    give_message,
    seat_text,
    witness_message,
)
from rr_net.fairness.base.note import read_note
from rr_net.fairness.base.rows import Answered
from rr_net.fairness.proof.live import LiveCheck
from rr_net.fairness.proof.receipts import Stamp
from rr_net.game.drafts import request_of
from rr_rules.kernel.transcript import canonical

DRAWN = 32
"""Random bytes of a share."""

MOST_SEAT_ROWS = 64
"""So often is the own key asked for a row of a game, in all: one or two are due."""

PATIENCE = 0.5
"""Seconds for the own key to sign; then somebody is told that an agent may wait for them."""

ASKS_AGENT = "Your ssh agent is asked for a signature: say yes to it, or touch the key."
UNSIGNED_HERE = "Your client does not sign here: {}. You play as with plain ssh."

OwnSignature = Callable[[str, str, str], Awaitable[str]]
"""By the fingerprint of an own key, over a text, for a namespace. Raises CannotSign."""


class SigningMeans(NamedTuple):
    """What a client signs with."""

    shelf: NoteShelf
    own: OwnSignature | None
    """None for a client that keeps notes and signs nothing."""
    today: Callable[[], str]
    """The day, as 2026-11-23."""
    draw: Callable[[int], bytes] = secrets.token_bytes


class SignedGame(Protocol):
    """The game that is watched, as far as signing goes."""

    @property
    def check(self) -> LiveCheck | None:
        """What is checked of it; None before its first row."""

    @property
    def notes(self) -> GameNotes | None:
        """Its notes."""

    @property
    def seat(self) -> int:
        """The own seat, or -1."""

    @property
    def is_current(self) -> bool:
        """Whether all rows are here that the host had to tell."""

    @property
    def host_key(self) -> str:
        """The fingerprint of the host's key, by the own line."""

    def looked(self) -> None:
        """Something was found beside the rows."""


LONGEST_OWNER = 128


class SeatSigner:
    """The client's own key at one table, and everything that it signs."""

    def __init__(
        self,
        means: SigningMeans,
        game: SignedGame,
        say: Callable[[link.Message], object],
        tell: Callable[[link.FromRoom], object],
        later: Callable[[Coroutine[None, None, None]], object],
    ) -> None:
        """`later` does something long beside: an agent may ask its owner first."""
        self._means, self._game = means, game
        self._say, self._tell, self._later = say, tell, later
        self._owner = ""
        self._key: NotedKey | None = None
        self._is_asking = self._is_unable = False
        """Whether the own key is asked for a signature, and whether it has refused."""
        self._seats_signed = 0
        self._said = ""
        """The key that was said over this line."""
        self._is_let_in = self._is_playing = False
        self._is_known = False
        """Whether the host has said before the deal that it knows the key."""
        self._pending: link.Pending | None = None
        self._shared: tuple[int, int] = (0, 0)
        """The event and the opening to which a share was given over this line."""
        self._witnessed = -1
        self._drafts = ownseat.LostDrafts()
        self._taken = ownseat.TakenAnswers()
        self._order = ownseat.ChoosingOrder()
        self._turns = ownseat.OwnTurns()
        self._unsigned = ownseat.UnsignedAnswer()

    # --- what comes in -----------------------------------------------------------------------

    def line_opened(self) -> None:
        """Another line: what is to be known on it is said again, before anything is answered."""
        self._said, self._shared, self._witnessed = "", (0, 0), -1
        self._is_let_in = False
        self._taken.line_opened()

    def hear(self, message: link.FromRoom) -> None:
        """Takes in what the host says, once the record was checked as far as it goes."""
        match message:
            case link.Welcome(fingerprint=owner, admitted=admitted, elsewhere=elsewhere):
                # No fingerprint is longer; one that is cut is nobody's.
                self._owner = owner[:LONGEST_OWNER]
                self._is_let_in = admitted and not elsewhere
            case link.Lobby(phase=phase, seats=seats):
                self._is_playing = phase == "playing"
                if not self._is_playing:
                    own = self._game.seat
                    self._is_known = 0 <= own < len(seats) and seats[own].checks
            case link.Pending():
                self._pending = message
                self._drafts.hear(message.number, self._answers)
                self._unsigned.hear(message.number)
            case link.AskSeatKey():
                self._ask_seat(message)
            case link.OwnAnswers():
                self._compare_all(message)
        game = self._game
        self._taken.hear(message, game.seat, game.notes, signs=self._standing[1])
        if self._order.hear(message, self._game.check):
            self._game.looked()
        self._tell_turns()
        self._introduce()
        self._share()
        self._bear_witness()

    def _tell_turns(self) -> None:
        """Names what the rows say of the own seat, by the key that is kept for this game."""
        check, key = self._game.check, self._key or self._kept_key()
        turned = check.turned if check is not None else []
        self._tell_all(self._turns.words(turned, "" if key is None else key.public))
        turned.clear()

    def _tell_all(self, sentences: Iterable[str]) -> None:
        for words in sentences:
            self._tell(link.Notice(text=words))

    # --- the key -----------------------------------------------------------------------------

    def _introduce(self) -> None:
        """Says with which key this client signs, once it sits somewhere."""
        is_ready = self._is_let_in and self._game.seat >= 0 and not self._is_unable
        is_known = self._key is not None or self._game.is_current
        if not is_ready or (self._is_playing and not is_known):
            return
        if self._key is None or not self._is_playing:
            self._key = self._kept_key()
        if self._key is None:
            if not self._is_asking:
                self._is_asking = True
                self._later(self._make_key())
        elif self._said != self._key.secret:
            self._said = self._key.secret
            public, key = self._key.public, self._key
            self._say(link.SignWith(key=public, day=key.day, signature=key.signature))

    def _kept_key(self) -> NotedKey | None:
        """The key of the game on the table, or else that of the table and the day."""
        notes = self._game.notes if self._is_playing else None
        kept = notes.key if notes is not None else None
        if kept is not None and kept.owner == self._owner:
            return kept
        return self._means.shelf.table_key(self._game.host_key, self._owner, self._means.today())

    async def _make_key(self) -> None:
        secret = Ed25519PrivateKey.generate()
        owner, day, host = self._owner, self._means.today(), self._game.host_key
        text = seat_text(host, secret.public_key().public_bytes_raw().hex(), day)
        signature = await self._own(text)
        if signature:
            key = NotedKey(secret=secret.private_bytes_raw().hex(), day=day, owner=owner,
                           signature=signature)  # fmt: skip
            # Before it is used: a machine that stops finds it again.
            self._means.shelf.keep_table_key(host, key)
        self._is_asking = False
        self._introduce()

    async def _own(self, text: str) -> str:
        """The own key's signature, or "" if it does not sign: that is said once."""
        assert self._means.own is not None, "without it there is no signer"
        # A key of a file signs at once: only an agent asks somebody.
        asked = asyncio.get_running_loop().call_later(
            PATIENCE, lambda: self._tell(link.Notice(text=ASKS_AGENT))
        )
        try:
            return await self._means.own(self._owner, text, SEAT)
        except CannotSign as error:
            self._is_unable = True
            self._tell(link.Notice(text=UNSIGNED_HERE.format(error)))
            return ""
        finally:
            asked.cancel()

    def _ask_seat(self, asked: link.AskSeatKey) -> None:
        """One at a time, and not for ever: each may be a touch. A host that has gone on repeats."""
        is_due = not (self._is_asking or self._is_unable or self.signs)
        if is_due and self._seats_signed < MOST_SEAT_ROWS:
            self._seats_signed += 1
            self._is_asking = True
            self._later(self._sign_seat(asked))

    async def _sign_seat(self, asked: link.AskSeatKey) -> None:
        try:
            await self._sign_for_row(asked)
        finally:
            self._is_asking = False

    async def _sign_for_row(self, asked: link.AskSeatKey) -> None:
        """The key begins in mid-game: the own key signs it for that row."""
        check, key, host = self._game.check, self._key, self._game.host_key
        is_mine = check is not None and check.manifest is not None and key is not None
        if not is_mine or check is None or key is None or asked.seat != self._game.seat:
            return
        if check.manifest is None or asked.game != check.manifest.gid:
            return
        later = LaterSeat(asked.game, asked.seat, asked.row)
        if signature := await self._own(seat_text(host, key.public, key.day, later)):
            self._keep_key()
            where = {"game": asked.game, "seat": asked.seat, "row": asked.row}
            signed = {"key": key.public, "day": key.day, "signature": signature}
            self._say(link.SignSeat.model_validate(where | signed))

    def _keep_key(self) -> None:
        if self._game.notes is not None and self._key is not None:
            self._game.notes.note(self._key)

    @property
    def signs(self) -> bool:
        """Whether the record says that the own seat signs with the key that is here."""
        check = self._game.check
        if check is None or self._key is None or self._game.seat < 0:
            return False
        return check.key_of(self._game.seat) == self._key.public

    @property
    def _standing(self) -> ownseat.Standing:
        check, seat = self._game.check, self._game.seat
        return ("", False) if check is None else (check.key_of(seat), check.signs(seat))

    # --- answers -----------------------------------------------------------------------------

    def ready(self, message: link.FromPlayer) -> bool:
        """Whether it is known by now how to say that: an answer waits for the record."""
        if not self._is_playing or not isinstance(message, link.Give | link.FileOrders):
            return True
        if self._unsigned.waits(message, self._standing):
            return False
        return self._game.is_current and self._size >= self._top

    def to_sign(self, problem: link.Problem) -> link.Give | None:
        """What is to be said again, since the seat's key began while it was on its way."""
        # What is refused for another reason may be refused for this one yet.
        return self._unsigned.refused(problem.of) if problem.code == "unsigned" else None

    def signed(self, message: link.FromPlayer) -> link.FromPlayer:
        """The same, signed if the own seat signs. Raises Refusal."""
        if not isinstance(message, link.Give | link.FileOrders):
            return message
        if not self._is_playing or self._game.seat < 0:
            raise Refusal(ownseat.NOT_ASKED)
        if not self.signs:
            self._check_unsigned(message)
            return message
        self._keep_key()
        self._unsigned = ownseat.UnsignedAnswer()
        if isinstance(message, link.FileOrders):
            return self._signed_orders(message)
        return self._signed_answer(message)

    def _check_unsigned(self, message: link.Give | link.FileOrders) -> None:
        """Whether it may be said as it is: the host hears what is chosen all the same."""
        if self._is_left_out:
            raise Refusal(ownseat.LEFT_OUT)
        if isinstance(message, link.Give) and self._pending is not None:
            self._check_turn(message.number)
            size, _ = self._head_for(message.number)
            self._order.answered(message.number, size, self._pending)
        if self._key is not None and not self._is_asking:
            self._tell_all(self._turns.unsigned(self._game.check, self._game.seat))
        self._unsigned.gave(message, self._standing)

    @property
    def _is_left_out(self) -> bool:
        """Whether the host knew the key before the deal, and dealt without it."""
        check, seat = self._game.check, self._game.seat
        manifest = check.manifest if check is not None else None
        if not self._is_known or manifest is None or not 0 <= seat < len(manifest.seats):
            return False
        return check is not None and not check.key_of(seat)

    def _check_turn(self, number: int) -> None:
        """Whether the host has chosen before, what several choose at once. Raises Refusal."""
        check = self._game.check
        if words := self._order.late_words(self._pending, number, check):
            self._game.looked()
            kind = TooLate if words == ownseat.GONE_ON else Refusal
            raise kind(f"This client does not answer: {words}")

    def _signed_answer(self, message: link.Give) -> link.Give:
        self._check_turn(message.number)
        number, final = message.number, message.done
        given: dict[str, link.AnswerSignature] = {}
        if message.option >= 0:
            given["signed"] = self._sign("answer", number, message.option, is_final=final)
        if message.next >= 0:
            given["next_signed"] = self._sign("ahead", number, message.next, is_final=final)
        return message.model_copy(update=given)

    def _signed_orders(self, message: link.FileOrders) -> link.FileOrders:
        filed = message.model_dump(mode="json", include={"orders", "ask_me"})
        text = canonical(filed).decode()
        request = self._pending.number if self._pending is not None else 0
        signed = self._sign("order", request, 0, text=text, is_final=False)
        return message.model_copy(update={"signed": link.OrdersSignature(
            request=request, size=signed.size, text=text, signature=signed.signature
        )})  # fmt: skip

    def _sign(
        self, kind: AnswerKind, number: int, option: int, *, is_final: bool, text: str = ""
    ) -> link.AnswerSignature:
        notes = self._game.notes
        assert notes is not None, "who signs has a game"
        before = None if kind == "order" else self._drafts.standing(notes.answer(kind, number))
        if before is not None and before.option == option:
            again = before.model_copy(update={"is_final": before.is_final or is_final})
            notes.note(again)
            self._taken.signed(again, self._pending)
            return link.AnswerSignature(size=before.size, signature=before.signature)
        if before is not None and before.is_final:
            label = ownseat.label_of(self._pending, before) or before.option
            raise Refusal(ownseat.TWICE.format(label))
        size, head = self._head_for(number)
        # How often something was taken back unseen stays out of the record.
        request = number if kind == "order" else request_of(number)
        terms = AnswerTerms(kind, self._game.seat, request, option, text, size, head)
        signature = self._ed(answer_message(notes.game, terms))
        what = {"of": kind, "number": number, "request": request, "option": option, "text": text}
        over = {"size": size, "head": head, "is_final": is_final, "signature": signature}
        notes.note(answer := NotedAnswer.model_validate(what | over))
        self._drafts.signed(answer)
        self._taken.signed(answer, self._pending)
        if kind == "answer":
            self._order.answered(number, size, self._pending)
        return link.AnswerSignature(size=size, signature=signature)

    @property
    def _size(self) -> int:
        return self._game.check.checked if self._game.check is not None else 0

    @property
    def _top(self) -> int:
        """How much of the record was signed over before: heads never go back."""
        return max((each.size for each in self._answers), default=0)

    @property
    def _answers(self) -> tuple[NotedAnswer, ...]:
        return self._game.notes.answers if self._game.notes is not None else ()

    def _head_for(self, number: int) -> tuple[int, str]:
        """The newest head that was checked; of a sealed choice that of the host's own note."""
        pending, check = self._pending, self._game.check
        assert check is not None, "who signs has a game"
        if pending is None or pending.sealed is None or pending.number != number:
            return check.checked, check.head_at(check.checked)
        try:
            sealed = Stamp(note=pending.sealed.note, signature=pending.sealed.signature)
            check.noted(sealed)
        except (FairnessError, ValidationError) as error:
            why = error if isinstance(error, FairnessError) else NO_SIGNATURE
            check.say(Failure.HOST_NOT_FIRST, f"what the host signed of its choice: {why}")
            self._game.looked()
            raise Refusal(f"{NO_SEALING}: {why}") from None
        note = read_note(sealed.note)
        if self._game.notes is not None:
            self._game.notes.note(
                NotedSealing(request=number, note=sealed.note, signature=sealed.signature)
            )
        newer = max(note.size, check.checked)
        return newer, note.head if newer == note.size else check.head_at(newer)

    def _ed(self, message: bytes) -> str:
        assert self._key is not None, "who signs has a key"
        secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._key.secret))
        return secret.sign(message).hex()

    def _compare_all(self, told: link.OwnAnswers) -> None:
        check = self._game.check
        if check is None or check.manifest is None or told.game != check.manifest.gid:
            return
        for row in told.rows:
            answered = check.own_answer(row.seq, row.body, row.salt)
            if answered is not None:
                self._compare(row.seq, answered)
        self._game.looked()

    def _compare(self, seq: int, answered: Answered) -> None:
        """Whether it is the last that this client has signed for the question."""
        check, notes, signed = self._game.check, self._game.notes, answered.signed
        if words := ownseat.answered_for(seq, answered):
            self._tell(link.Notice(text=words))
        if check is None or notes is None or signed is None or self._key is None:
            return
        message = ownseat.message_of(notes.game, answered, signed, check.head_at(signed.size))
        # Another device of the same player's has keys and answers of its own.
        is_from_here = self._ed(message) == signed.signature
        if is_from_here and ownseat.is_taken_back(notes, answered, signed):
            check.say(Failure.FORGED_ANSWER, ownseat.TAKEN_BACK.format(seq))

    # --- shares of luck, and heads -------------------------------------------------------------

    def _share(self) -> None:
        """Gives a share to the open event by itself, once the host has signed that it is open."""
        event = self._pending.event if self._pending is not None else None
        check, notes = self._game.check, self._game.notes
        if event is None or check is None or notes is None or not self.signs:
            return
        at = (event.number, event.opening)
        is_asked = event.how == "signed" and event.stage == "contribute" and not event.mine
        if not is_asked or check.open_event != at or self._shared == at:
            return
        self._shared = at
        value = self._share_of(notes, at)
        check.luck.gave_whole(*at, "signed", value)
        self._say(link.Contribute(event=event.number, signed=value))

    def _share_of(self, notes: GameNotes, at: tuple[int, int]) -> str:
        """What is given there: once drawn it stays, whatever happens to this machine."""
        kept = notes.share(*at)
        if kept is not None and kept.level == "signed":
            return kept.value
        self._keep_key()
        drawn = self._means.draw(DRAWN).hex()
        value = drawn + self._ed(give_message(notes.game, *at, self._game.seat, drawn))
        notes.note(NotedGiven(event=at[0], opening=at[1], level="signed", value=value,
                              is_frozen=False))  # fmt: skip
        return value

    def _bear_witness(self) -> None:
        """Signs the newest head that was checked and that the host has signed."""
        check, notes = self._game.check, self._game.notes
        if check is None or notes is None or check.findings or not self._game.is_current:
            return
        newest = check.newest_note
        if newest is None or not self.signs:
            return
        note = read_note(newest.note)
        if note.size > self._witnessed:
            self._witnessed = note.size
            message = witness_message(notes.game, self._game.seat, note.size, note.head)
            self._say(link.BearWitness(game=notes.game, size=note.size,
                                       signature=self._ed(message)))  # fmt: skip
