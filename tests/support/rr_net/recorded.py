"""Whole recorded games for tests: played at random, written down as a host would write them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rr_net.fairness.base.levels import LevelName, Slow
from rr_net.fairness.base.manifest import HostTerms, Manifest, Seated, draw_up, open_table
from rr_net.fairness.base.rows import AnswerRow, Given, Row
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.replay import PutQuestions, asked_faces
from rr_net.fairness.proof.verdict import Verdict
from rr_net.fairness.proof.verify import verify
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.errors import CannotArrange, CannotRemove
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import ChanceRequest, Choose, ChooseAll, Roll, Shuffle
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Remove
from tests.support.rr_net.hostkeys import HOST, key_of, signed_note, signed_seed
from tests.support.rr_net.signing import Clients, signer_of
from tests.support.rr_rules.pebbles import load_pebbles

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
KEYS = {name: key_of(name) for name in NAMES}
TINY = {
    "table": Slow(roll=16, shuffle=32),
    "strict": Slow(roll=16, shuffle=48),
    "solo": Slow(),
}
"""So little work that a test can do it: what `floors` of `verify` then has to be."""
HABITS = ("mash", "mash", "pledge", "signature", "absent")
FIRST = ("chain", "mash", "pledge", "signature", "absent")
"""What each seat does at the deal, so that every way is tried where five or more sit."""
VISIBLE = [chr(code) for code in range(0x21, 0x7F)]


class Recorded(NamedTuple):
    """A game that was played, and the bytes of its bundle if it was closed."""

    manifest: Manifest
    secret: Secret
    rows: list[Row]
    bundle: bytes


def manifest_of(
    rules: Game[GameState] | None = None,
    seats: int = 3,
    declared: Sequence[int] = (),
    deck: tuple[str, bytes] | None = None,
    *,
    level: LevelName = "solo",
    host: HostTerms | None = None,
    signers: Collection[int] = (),
    **options: str,
) -> Manifest:
    """The manifest of a game of pebbles, or of other rules, with the host on the first seat.

    A bot holds the last seat. At levels with events the host signs with a key. The `signers` have
    clients that sign.
    """
    rules = rules or load_pebbles(deck=deck)
    key = "" if level == "solo" else HOST.get_fingerprint()
    host = host or HostTerms(key, int(bool(key)), 0, level, TINY[level])
    people = [
        Seated(name=name, key=KEYS[name].get_fingerprint(),
               signer=signer_of(name, host.key) if seat in signers else None)
        for seat, name in enumerate(NAMES[: seats - 1])
    ]  # fmt: skip
    settled = rules.settle(options)
    return draw_up(Table(rules, seats, settled, declared),
                   [*people, Seated(name="Robot", bot="random")], settled, declared,
                   nonce=bytes(range(32)), deck=deck, host=host)  # fmt: skip


def record(
    seed: int = 1,
    manifest: Manifest | None = None,
    rules: Game[GameState] | None = None,
    *,
    stop_at: int = 100_000,
    removals: bool = False,
    written: Callable[[Row], None] = lambda row: None,
) -> Recorded:
    """Play at random with a secret of `seed`; a game that is stopped is closed without outcome."""
    manifest = manifest or manifest_of(rules)
    rules = rules or load_pebbles()
    secret = Secret(bytes([seed % 256]) * 32, manifest.gid)
    ledger, table = Ledger(manifest, secret), open_table(manifest, rules)
    keep(ledger, ledger.opening(), written)
    play_on(ledger, table, random.Random(seed), stop_at, removals=removals, written=written)
    close(ledger, table, written)
    return Recorded(manifest, secret, ledger.rows, bundle_bytes(manifest, ledger.rows))


check_once = lru_cache(4096)(check_signature)
"""A game that is changed in a thousand ways has most of its signatures in each of them."""


def checked(source: bytes, commitment: str | None = None, **named: object) -> Verdict:
    """What `verify` says of a game of pebbles with tiny slow hashes. Raises VerifyError."""
    means = {"load_game": load_pebbles, "workers": 1, "floors": TINY, **named}
    return verify(source, commitment, check_signature=check_once, **means)  # type: ignore[arg-type]


def play_on(
    ledger: Ledger,
    table: Table[GameState],
    dice: random.Random,
    stop_at: int = 100_000,
    *,
    removals: bool = False,
    written: Callable[[Row], None] = lambda row: None,
) -> None:
    """Go on at random until the game is over or the ledger holds `stop_at` rows."""
    steps = Player(ledger, table, dice, written, removals=removals).steps()
    while ledger.seq < stop_at and next(steps, None) is not None:
        pass


def close(ledger: Ledger, table: Table[GameState], written: Callable[[Row], None]) -> None:
    """Open the secret, and sign that."""
    keep(ledger, ledger.closing(table.outcome), written)
    sign(ledger, written)


def sign(ledger: Ledger, written: Callable[[Row], None]) -> None:
    """Sign the record so far, if the host has a key."""
    if ledger.manifest.host_key:
        keep(ledger, ledger.checkpoint(signed_note(HOST, ledger.note.text)), written)


def keep(ledger: Ledger, row: Row, written: Callable[[Row], None]) -> None:
    """The ledger takes a row, and it is durable before anybody is shown it."""
    ledger.take(row)
    written(row)


class Player:
    """Plays every seat at random, and keeps the record as a room does."""

    cut_off = 0.05
    """How often a window is cut off, and has to be opened again."""

    def __init__(
        self,
        ledger: Ledger,
        table: Table[GameState],
        dice: random.Random,
        written: Callable[[Row], None],
        *,
        removals: bool,
    ) -> None:
        self.ledger, self.table, self.dice = ledger, table, dice
        self.written, self.removals = written, removals
        self.has_events = ledger.manifest.fairness != "solo"
        self.turn = table.game.turn(table.state)
        self.clients = Clients(ledger, dice, self.keep)
        self.put = PutQuestions()

    def steps(self) -> Iterator[int]:
        """One thing after the other, until the game is over; a game may be given up between."""
        while self.table.pending is not None:
            pending = self.table.pending
            self.put.look(self.table)
            if isinstance(pending, Shuffle | Roll):
                yield from self.chance(pending)
            else:
                self.choose()
            turn, self.turn = self.turn, self.table.game.turn(self.table.state)
            if turn != self.turn:
                sign(self.ledger, self.written)
            yield self.ledger.seq

    # --- chance --------------------------------------------------------------------------

    def chance(self, request: ChanceRequest) -> Iterator[int]:
        """A whole random event, or what is left of it."""
        ledger, faces = self.ledger, asked_faces(self.table)
        if self.has_events and ledger.events.opened is None:
            self.clients.witness()
            self.pledge()
            self.keep(ledger.event(request, faces))
            sign(ledger, self.written)
            yield ledger.seq
        elif self.has_events and ledger.events.frozen is None:
            yield self.reopen()
        is_open = self.has_events and ledger.events.frozen is None
        while is_open and self.dice.random() < self.cut_off:
            yield self.reopen()
        if self.has_events and ledger.events.frozen is None:
            self.keep(ledger.freeze(self.given()))
            sign(ledger, self.written)
            yield ledger.seq
        terms = ledger.grind_terms()
        row, result = ledger.chance(request, faces, () if terms is None else terms.values())
        self.table.apply(Chance(result))
        self.keep_with_commit(row)

    def reopen(self) -> int:
        """A window that was cut off is opened anew, and that is signed."""
        self.keep(self.ledger.reopening())
        sign(self.ledger, self.written)
        return self.ledger.seq

    def by_hand(self) -> list[int]:
        seats = range(len(self.ledger.manifest.seats))
        return [seat for seat in seats if seat not in self.ledger.manifest.chained]

    def pledge(self) -> None:
        """Let some bind themselves to what they will give to this event."""
        for seat in self.by_hand():
            if self.habit(seat) == "pledge" and not self.ledger.signers.signs(seat):
                digest = hashlib.sha256(self.opening(seat).encode()).hexdigest()
                self.keep(self.ledger.pledge(seat, digest))

    def opening(self, seat: int) -> str:
        """What the seat's pledge for this event opens with."""
        number = self.ledger.events.number + (self.ledger.events.opened is None)
        return f"pledge{number}of{seat}"

    def given(self) -> list[Given]:
        """What the seats contribute."""
        chained = (self.ledger.chain_value(seat) for seat in self.ledger.manifest.chained)
        by_hand = (self.gift(seat) for seat in self.by_hand())
        return [each for each in (*chained, *by_hand) if each is not None]

    def habit(self, seat: int) -> str:
        """How a seat without a chain contributes this time."""
        events = self.ledger.events
        if events.number + (events.opened is None) == 1:
            return FIRST[seat % len(FIRST)]
        return self.dice.choice(HABITS)

    def gift(self, seat: int) -> Given | None:
        """What a seat without a chain gives this time."""
        if self.ledger.signers.is_away(seat):
            return None
        if self.ledger.signers.signs(seat):
            return self.clients.gift(seat) if self.dice.random() < 0.8 else None
        opening = self.opening(seat)
        digest = hashlib.sha256(opening.encode()).hexdigest()
        if pledged := self.ledger.contributors.pledge_of(seat):
            # While a pledge stands nothing else counts; one for another event is not opened here.
            return Given(level="pledge", seat=seat, value=opening) if pledged == digest else None
        match self.habit(seat):
            case "mash" | "chain":
                keys = "".join(self.dice.choices(VISIBLE, k=self.dice.randint(1, 20)))
                return Given(level="mash", seat=seat, value=keys)
            case "signature":
                key = KEYS[self.ledger.manifest.seats[seat].name]
                value = signed_seed(key, self.ledger.seed_text)
                return Given(level="signature", seat=seat, value=value)
        return None

    # --- choices -------------------------------------------------------------------------

    def can_go(self, seat: int) -> bool:
        """Whether the game goes on without a seat."""
        try:
            self.table.clone().remove(seat)
        except CannotRemove:
            return False
        return True

    def choose(self) -> None:
        """A random choice, now and then another order, or somebody who leaves."""
        table, dice = self.table, self.dice
        choice = dice.choice(self.prompted())
        if self.removals and dice.random() < 0.02 and self.can_go(choice.seat):
            table.apply(Remove(choice.seat))
            self.keep_with_commit(self.ledger.row(Remove(choice.seat)))
            return
        if dice.random() < 0.1 and self.arrange(choice.seat):
            return
        option = dice.randrange(len(choice.options))
        is_sealed = self.is_host_first() and choice.seat == self.ledger.manifest.host_seat
        self.clients.orders.ask(table)
        self.clients.come_and_go(table)
        self.clients.witness()
        row = self.answered(choice, option)
        table.apply(Answer(choice.seat, row.body.option))
        self.keep_with_commit(row)
        if is_sealed:
            sign(self.ledger, self.written)

    def answered(self, choose: Choose, option: int) -> AnswerRow:
        """The row of an answer, signed where it must be; another may give it, and another one."""
        by, option = self.clients.given_by(self.table, choose, option)
        number, ahead = self.table.number, self.put.ahead
        signed = self.clients.signed(choose.seat, option, number, by, ahead)
        return self.ledger.row(Answer(choose.seat, option), by, signed)

    def prompted(self) -> Sequence[Choose]:
        """Who may answer: the host alone, where it has to be the first."""
        host = self.ledger.manifest.host_seat
        asked = self.table.asked
        if self.is_host_first() and any(choose.seat == host for choose in asked):
            return [choose for choose in asked if choose.seat == host]
        return asked

    def is_host_first(self) -> bool:
        pending = self.table.pending
        return isinstance(pending, ChooseAll) and not pending.window and len(pending.asked) > 1

    def arrange(self, seat: int) -> bool:
        """Put an own zone into another order, if that is possible."""
        table, dice = self.table, self.dice
        zones = table.game.zones(table.state)
        own = [zone for zone in zones if zone.hidden and zone.owner == seat and len(zone.cards) > 1]
        if not own:
            return False
        zone = dice.choice(own)
        order = list(range(len(zone.cards)))
        dice.shuffle(order)
        try:
            table.apply(Arrange(seat, zone.label, tuple(order)))
        except CannotArrange:
            return False
        self.keep_with_commit(self.ledger.row(Arrange(seat, zone.label, tuple(order))))
        return True

    # --- rows ----------------------------------------------------------------------------

    def keep_with_commit(self, row: Row) -> None:
        """An entry's row, and what has become of the hidden zones."""
        self.keep(row)
        self.clients.orders.note(row.seq + 1, self.table)
        commit = self.ledger.commit(hidden_zones(self.table.game, self.table.state))
        if commit is not None:
            self.keep(commit)

    def keep(self, row: Row) -> None:
        keep(self.ledger, row, self.written)
