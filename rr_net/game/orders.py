"""Filed orders: what the hidden cards of a seat shall do in windows while it is not asked.

Nobody sees what is filed, and an empty filing looks like a full one (RR-HID-19). Orders name
cards, so that they go along when a zone is sorted; they end with the seat's next turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter, ValidationError

from rr_net import link
from rr_net.fairness.base.gamekey import SignedAnswer
from rr_net.fairness.chain.orders import ALL, CardOrder, cards_in, ordered_option
from rr_net.game.signing import AnswerGiven
from rr_net.link.refusals import Refused
from rr_net.safetext import clean
from rr_net.store import BadJournal
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import CardId, Choose, Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, canonical


@dataclass(frozen=True, slots=True)
class Filing:
    """The orders of one seat; a card that is not named is not used."""

    cards: Mapping[CardId, CardOrder]
    """By card, in the order in which several would be used."""
    ask_me: frozenset[str] = frozenset()
    """Across days: public kinds of event about which it is asked all the same."""
    signed: SignedAnswer | None = None
    """What the seat has signed for them, if it signs."""

    def given(self, table: Table[GameState], choose: Choose) -> AnswerGiven:
        """The answer of these orders in a window."""
        answer = Answer(choose.seat, ordered_option(table, choose, self.cards))
        # What a clock has filed in a player's place says nothing, and nobody has signed it.
        is_silence = self.signed is None and not self.cards
        return AnswerGiven(answer, "silence" if is_silence else "order", self.signed)


FILING = TypeAdapter(Filing)


def source_of(filing: Filing | None) -> bytes:
    """Orders as a journal keeps them; b"" for none."""
    return b"" if filing is None else FILING.dump_json(filing)


def read_filing(source: bytes) -> Filing | None:
    """The orders that a journal has kept. Raises BadJournal."""
    try:
        return FILING.validate_json(source) if source else None
    except ValidationError:
        raise BadJournal("filed orders are damaged: they cannot be read") from None


@dataclass(slots=True)
class SaidBefore:
    """What one seat has said beforehand about the windows to come."""

    filing: Filing | None = None
    """Its orders; None while none are filed."""
    filed_in: int = 0
    """The turn in which they were filed."""
    begun: int = 0
    """The last turn of its own that has begun."""
    holds_next: bool = False
    """Whether it holds the next window that asks it."""


@dataclass(slots=True)
class OrderBook:
    """What all seats of one game have said beforehand, and whose turn it is."""

    turn: int = 0
    """The number of the turn that has begun."""
    player: Seat | None = None
    """Whose turn that is."""
    _seats: dict[Seat, SaidBefore] = field(default_factory=dict)

    def of(self, seat: Seat) -> SaidBefore:
        """What one seat has said."""
        return self._seats.setdefault(seat, SaidBefore())

    def is_filed(self, seat: Seat) -> bool:
        """Whether a seat has orders on file: everybody may know."""
        return self.of(seat).filing is not None

    def asks(self, seat: Seat) -> tuple[str, ...]:
        """Across days: the kinds about which a seat is asked all the same; everybody may know."""
        filing = self.of(seat).filing
        return () if filing is None else tuple(sorted(filing.ask_me))

    def file(self, seat: Seat, filing: Filing | None, turn: int) -> None:
        """Take the orders of a seat, filed in that turn, in place of those before; None for none.

        They do not count if a turn of that seat has begun since.
        """
        standing = self.of(seat)
        counts = turn >= standing.begun
        standing.filing, standing.filed_in = filing if counts else None, turn

    def begin_turn(self, turn: int, player: int) -> None:
        """A turn has begun: the orders of whose it is end, but for those that were filed in it."""
        self.turn = turn
        self.player = Seat(player) if player >= 0 else None
        if self.player is not None:
            standing = self.of(self.player)
            standing.begun = turn
            self.file(self.player, standing.filing, standing.filed_in)

    def shown(self, table: Table[GameState], seat: Seat) -> tuple[link.Order, ...]:
        """The orders of a seat for its own eyes, for the cards that are still there."""
        filing = self.of(seat).filing
        cards = {} if filing is None else filing.cards
        zones = [zone for zone in table.game.zones(table.state) if zone.owner == seat]
        places = {card: (z.label, at) for z in zones for at, card in enumerate(z.cards)}
        return tuple(
            link.Order(
                zone=places[card][0],
                at=places[card][1],
                face=table.game.face_of(table.state, card),
                when=tuple(sorted(order.when)),
                by=tuple(sorted(order.by)),
            )
            for card, order in cards.items()
            if card in places
        )


def check_kinds(game: Game[GameState], named: Iterable[str]) -> None:
    """Whether a game has windows of all these kinds. Raises Refused."""
    known = game.window_kinds | {ALL}
    unknown = next((kind for kind in named if kind not in known), None)
    if unknown is not None:
        words = f"no kind of event is called {clean(unknown, 32)!r}"
        raise Refused("bad_order", f"{words}: there are {', '.join(sorted(known))}")


def check(game: Game[GameState], message: link.FileOrders, seats: int) -> None:
    """Whether orders name only kinds and seats that a game has. Raises Refused."""
    check_kinds(game, (*message.ask_me, *(kind for order in message.orders for kind in order.when)))
    named = (seat for order in message.orders for seat in order.by)
    unknown = next((seat for seat in named if not 0 <= seat < seats), None)
    if unknown is not None:
        raise Refused("bad_order", f"there is no seat {unknown}: seats are 0 to {seats - 1}")


def signed_text(message: link.FileOrders) -> str:
    """What a seat signs that files orders: all of them, as they were sent."""
    orders = [order.model_dump() for order in message.orders]
    return canonical({"ask_me": list(message.ask_me), "orders": orders}).decode()


def drawn_up(
    table: Table[GameState], seat: Seat, orders: Sequence[link.Order], ask_me: set[str]
) -> Filing:
    """The orders of a seat. Raises Refused for a card that is not there or is named twice."""
    cards = {_card(table, seat, order): _order(order) for order in orders}
    if len(cards) < len(orders):
        raise Refused("bad_order", "one card has two orders: give each card one, and file anew")
    return Filing(cards, frozenset(ask_me))


def _card(table: Table[GameState], seat: Seat, order: link.Order) -> CardId:
    cards = cards_in(table, order.zone, seat)
    faces = [table.game.face_of(table.state, card) for card in cards]
    if order.at >= len(cards) or faces[order.at] != order.face:
        place = f"place {order.at + 1} of your {order.zone}"
        raise Refused("no_such_card", f"{place} does not hold that card: look again and file anew")
    return cards[order.at]


def _order(order: link.Order) -> CardOrder:
    return CardOrder(frozenset(order.when), frozenset(order.by))
