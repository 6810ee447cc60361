"""Whole recorded games for tests: played at random, written down as a host would write them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rr_net.fairness.bundle import bundle_bytes
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import Manifest, Seated, draw_up, open_table
from rr_net.fairness.rows import Row
from rr_net.fairness.secret import Secret
from rr_rules.errors import CannotArrange
from rr_rules.game import Rules, State, settle
from rr_rules.requests import Roll, Shuffle
from rr_rules.table import Table
from rr_rules.transcript import Answer, Arrange, Chance, Entry, Remove
from tests.support.pebbles import load_pebbles

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


class Recorded(NamedTuple):
    """A game that was played, and the bytes of its bundle if it was closed."""

    manifest: Manifest
    secret: Secret
    rows: list[Row]
    bundle: bytes


def manifest_of(
    rules: Rules[State] | None = None,
    seats: int = 3,
    declared: Sequence[int] = (),
    deck: tuple[str, bytes] | None = None,
    **options: str,
) -> Manifest:
    """The manifest of a game of pebbles, or of other rules, with the host on the first seat."""
    rules = rules or load_pebbles(deck=deck)
    people = [Seated(name=name, key=f"SHA256:{name}") for name in NAMES[: seats - 1]]
    return draw_up(rules, [*people, Seated(name="Robot", bot="random")],
                   settle(rules.options, options), declared, nonce=bytes(range(32)), deck=deck,
                   host_key="SHA256:host", host_seat=0)  # fmt: skip


def record(
    seed: int = 1,
    manifest: Manifest | None = None,
    rules: Rules[State] | None = None,
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
    keep(ledger, ledger.closing(table.outcome), written)
    return Recorded(manifest, secret, ledger.rows, bundle_bytes(manifest, ledger.rows))


def play_on(
    ledger: Ledger,
    table: Table[State],
    dice: random.Random,
    stop_at: int = 100_000,
    *,
    removals: bool = False,
    written: Callable[[Row], None] = lambda row: None,
) -> None:
    """Go on at random until the game is over or the ledger holds `stop_at` rows."""
    while table.pending is not None and ledger.seq < stop_at:
        entry = next_entry(ledger, table, dice, removals=removals)
        request = table.pending if isinstance(table.pending, Shuffle | Roll) else None
        row = ledger.row(entry, request)
        try:
            table.apply(entry)
        except CannotArrange:
            continue
        keep(ledger, row, written)


def next_entry(
    ledger: Ledger, table: Table[State], dice: random.Random, *, removals: bool = False
) -> Entry:
    """What happens next: chance from the secret, a random choice, now and then another order."""
    if isinstance(table.pending, Shuffle | Roll):
        return Chance(ledger.deal(table.pending))
    choice = dice.choice(table.asked)
    if removals and dice.random() < 0.02:
        return Remove(choice.seat)
    hand = next(z for z in table.rules.zones(table.state) if z[:2] == ("hand", choice.seat))
    if dice.random() < 0.1 and len(hand.cards) > 1:
        order = list(range(len(hand.cards)))
        dice.shuffle(order)
        return Arrange(choice.seat, "hand", tuple(order))
    return Answer(choice.seat, dice.randrange(len(choice.options)))


def keep(ledger: Ledger, row: Row, written: Callable[[Row], None]) -> None:
    """A row is durable before the ledger takes it."""
    written(row)
    ledger.take(row)
