"""Orders in words: what can be filed, how it is told, and how a typed line names it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rr_net.link import FileOrders, Order
from rr_tui.board.model import PlayerModel
from rr_tui.games.registry import board_of, face_at, idiom_of

ANY = "all"
NOTE = "Until your next turn you are not asked. Everybody sees that you have filed, and not what."


def cards_of(model: PlayerModel) -> tuple[tuple[str, int, str], ...]:
    """The own hidden cards that orders may name: where each lies, and its face."""
    seen = model.seen
    if seen is None:
        return ()
    places = board_of(seen).orderable(seen.view)
    return tuple((place.zone, place.at, face_at(seen, place)) for place in places)


def order_words(order: Order | None, model: PlayerModel) -> str:
    """When a card is used, in words."""
    if order is None or not order.when:
        return "not used"
    kinds = idiom_of(model).windows
    when = "whenever it can" if ANY in order.when else " or ".join(
        kinds.get(kind, spoken(kind)) for kind in order.when)  # fmt: skip
    by = " or ".join(model.name(seat) for seat in order.by)
    return f"{when}, by {by}" if by else when


def told_orders(model: PlayerModel) -> Iterator[str]:
    """What each own hidden card does now, and how that is changed."""
    said = model.pending.beforehand if model.pending is not None else None
    filed = {(each.zone, each.at): each for each in said.orders} if said is not None else {}
    if said is not None and said.filed:
        yield "Your orders are filed: you are not asked until your next turn."
    else:
        yield "You have filed no orders: you are asked in each window."
    for zone, at, face in cards_of(model):
        yield f"{model.title(face)}: {order_words(filed.get((zone, at)), model)}."
    yield f"{HOW}; f back: take them back."


class BadOrders(ValueError):
    """A typed line names no orders; says what is missing."""


_ORDER = re.compile(r"(?:use\s+)?(?P<card>.+?)(?:\s+on\s+(?P<when>.+?))?(?:\s+by\s+(?P<by>.+))?")
_AND = re.compile(r"\s*(?:,|/|\band\b|\bor\b)\s*")
_EVERYTHING = frozenset({"all", "any", "anything", "everything"})
_ANYBODY = frozenset({"all", "anybody", "everybody"})
HOW = "Like this: f use tricky trap on spells; several after a semicolon; f none: use none"


def typed_orders(text: str, model: PlayerModel) -> FileOrders:
    """The orders that a line names, as in "use tricky trap on spells by bob". Raises BadOrders."""
    if text.casefold() == "none":
        return FileOrders()
    cards = list(cards_of(model))
    orders = []
    for part in filter(None, (each.strip() for each in text.casefold().split(";"))):
        found = _ORDER.fullmatch(part)
        if found is None:
            raise BadOrders(HOW)
        card = _card(found["card"], cards, model)
        cards.remove(card)
        when, by = typed_kinds(found["when"] or "all", model), _seats(found["by"] or "all", model)
        orders.append(Order(zone=card[0], at=card[1], face=card[2], when=when, by=by))
    if not orders:
        raise BadOrders(HOW)
    return FileOrders(orders=tuple(orders))


def _card(name: str, cards: list[tuple[str, int, str]], model: PlayerModel) -> tuple[str, int, str]:
    titles = [model.title(face) for _, _, face in cards]
    for card, title in zip(cards, titles, strict=True):
        if name in title.casefold():
            return card
    have = ", ".join(titles) or "none that lies face down"
    raise BadOrders(f"Use what? You have: {have}. {HOW}.")


def spoken(kind: str) -> str:
    """A kind of event as it is typed."""
    return kind.replace("_", " ")


def typed_kinds(text: str, model: PlayerModel) -> tuple[str, ...]:
    """The kinds of event that a line names, as in "spells, new regulation". Raises BadOrders."""
    kinds = idiom_of(model).windows
    found: list[str] = []
    for word in filter(None, _AND.split(text.casefold())):
        if word in _EVERYTHING:
            return (ANY,)
        kind = _kind(word, kinds)
        if kind is None:
            known = ", ".join(map(spoken, kinds))
            raise BadOrders(f"On what is {word!r}? Known: {known}, or everything.")
        found.append(kind)
    return tuple(dict.fromkeys(found))


def _kind(word: str, kinds: Mapping[str, str]) -> str | None:
    named = word.replace(" ", "_")
    if named in kinds:
        return named
    stem = word.removesuffix("s")
    return next((kind for kind, words in kinds.items() if stem in words.casefold()), None)


def _seats(text: str, model: PlayerModel) -> tuple[int, ...]:
    count = len(model.lobby.seats) if model.lobby is not None else 0
    by_name = {model.name(seat).casefold(): seat for seat in range(count)}
    found: list[int] = []
    for word in filter(None, _AND.split(text)):
        if word in _ANYBODY:
            return ()
        if word not in by_name:
            raise BadOrders(f"By whom is {word!r}? At the table: {', '.join(by_name)}, or anybody.")
        found.append(by_name[word])
    return tuple(dict.fromkeys(found))
