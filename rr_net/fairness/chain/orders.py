"""Filed orders, as a record tells of them: what a seat has signed for windows, and what follows.

Places in a text are those of the rows that its client had checked. A room and a verifier keep one
history of a table, so that no order answers of which the record does not show that it counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import ValidationError

from rr_net.fairness.base.gamekey import SignedAnswer
from rr_net.fairness.base.parts import Part, Whole
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import CardId, Choose, Option, Seat, window_kind
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import canonical

ALL = "all"
"""In place of a kind of event: every kind."""
PASS = 0
"""The option of every window choice that passes; silence is this answer."""


class OrderedCard(Part):
    """What one card shall do, as it was filed."""

    zone: str
    at: Whole
    """Its place there, after the rows that the client had checked."""
    face: str
    when: tuple[str, ...]
    by: tuple[int, ...]


class OrdersText(Part):
    """What a seat has signed for its orders."""

    ask_me: tuple[str, ...]
    """Across days: kinds of event about which it is asked all the same."""
    orders: tuple[OrderedCard, ...]


@dataclass(frozen=True, slots=True)
class CardOrder:
    """When one card is used."""

    when: frozenset[str]
    by: frozenset[int]
    """The seats whose acts count; empty for everybody's."""

    def meets(self, about: object) -> bool:
        """Whether it is used at a public event."""
        is_kind = not self.when.isdisjoint({ALL, window_kind(about)})
        return is_kind and (not self.by or getattr(about, "by", -1) in self.by)


CardOrders = Mapping[CardId, CardOrder]
"""Orders by card, as they go along when a zone is sorted; the first of them are used first."""


def ordered_option(table: Table[GameState], choose: Choose, orders: CardOrders) -> int:
    """The option that orders choose in a window."""
    lying = {zone: cards_in(table, zone, choose.seat) for zone in _zones(choose)}
    answers = {tuple(_cards(lying, o)): at for at, o in enumerate(choose.options) if at != PASS}
    used = tuple(
        card for card, order in orders.items() if (card,) in answers and order.meets(choose.about)
    )
    # Of more than the rules let one name in order, the first ones are used.
    fits = (used[:count] for count in range(len(used), 0, -1))
    return next((answers[cards] for cards in fits if cards in answers), PASS)


def _zones(choose: Choose) -> set[str]:
    return {option.zone for option in choose.options if option.zone}


def _cards(lying: Mapping[str, Sequence[CardId]], option: Option) -> list[CardId]:
    """The cards that an option uses, in order."""
    return [lying[option.zone][at] for at in option.order or (option.at,)]


def cards_in(table: Table[GameState], zone: str, seat: Seat) -> tuple[CardId, ...]:
    """The cards of a zone of a seat, as its owner sees them in order."""
    zones = table.game.zones(table.state)
    return next((z.cards for z in zones if (z.label, z.owner) == (zone, seat)), ())


class Standing(NamedTuple):
    """How a table stood after so many rows, as far as orders may be about it."""

    size: int
    turn: int
    cards: Mapping[tuple[str, int], tuple[CardId, ...]]
    """Those of each zone that somebody owns, by label and seat."""


class OrderHistory:
    """What orders of one game were about when they were signed, and which have ended since."""

    def __init__(self) -> None:
        """Stand before the first row."""
        self._stood = [Standing(0, 0, {})]
        self._turn = 0
        self._begun: dict[int, int] = {}
        """The number of the last turn of each seat in which somebody was asked."""

    def note(self, size: int, table: Table[GameState]) -> None:
        """Note how a table stands after so many rows, the last of which it has taken."""
        zones = table.game.zones(table.state)
        cards = {(zone.label, zone.owner): zone.cards for zone in zones if zone.owner >= 0}
        last = self._stood[-1]
        # Sealed answers that are recalled after a crash may be taken behind later rows.
        stands = Standing(max(size, last.size), table.game.turn(table.state), cards)
        if stands[1:] != last[1:]:
            self._stood.append(stands)

    def ask(self, table: Table[GameState]) -> None:
        """Note that somebody is asked: when it is another turn, the orders of whose it is end."""
        turn = table.game.turn(table.state)
        if turn != self._turn:
            self._turn = turn
            player = getattr(table.game.view(table.state, None), "player", -1)
            self._begun[player] = turn

    def orders(
        self, table: Table[GameState], seat: Seat, signed: SignedAnswer
    ) -> CardOrders | None:
        """What a seat has ordered by what it has signed; None for what is void, or has ended."""
        stood = self._stood[bisect_right(self._stood, signed.size, key=_size) - 1]
        text = _read(signed.text)
        if text is None or stood.turn < self._begun.get(seat, 0):
            return None
        found: dict[CardId, CardOrder] = {}
        for each in text.orders:
            lying = stood.cards.get((each.zone, seat), ())
            card = lying[each.at] if each.at < len(lying) else None
            if card is None or card in found:
                return None
            if table.game.face_of(table.state, card) != each.face:
                return None
            found[card] = CardOrder(frozenset(each.when), frozenset(each.by))
        return found

    def option(self, table: Table[GameState], choose: Choose, signed: SignedAnswer) -> int | None:
        """The option that signed orders choose in the window that is open; None for none."""
        orders = self.orders(table, choose.seat, signed)
        return None if orders is None else ordered_option(table, choose, orders)


def _size(stood: Standing) -> int:
    return stood.size


def _read(text: str) -> OrdersText | None:
    """Orders in their one spelling; None for anything else."""
    try:
        read = OrdersText.model_validate_json(text)
    except ValidationError:
        return None
    return read if canonical(read.plain()).decode() == text else None
