"""What the details pane says of a thing on the street."""

from __future__ import annotations

from rr_rules.runes_regulations.state.sides import GOAL
from rr_tui.board.details import bot_rows, card_rows, face_title, lines, text_rows, verdict, word
from rr_tui.games.runes_regulations.lawns import lawn_order
from rr_tui.games.runes_regulations.roles import role_rows, role_title
from rr_tui.games.runes_regulations.scene import PILES, StreetScene, is_seats_thing
from rr_tui.looks.spans import BLANK, Place, Row, Span, fit
from rr_tui.looks.wording import count

SHRUB_SAYS = "A shrub now: no effect, and not Mythical until it is RESTORED."
BUSY_SAYS = "Its effect is waiting: no other card can choose it meanwhile."

REPLACED = ("hex", "return")
"""What a question asks for, and what never happens on the Nefarious Neighbor's Lawn."""
INSTEAD_SAYS = "On this Lawn it is DESTROYED instead. [NN-REP-01]"
MUTE_SAYS = "Its text is off on the Nefarious Neighbor's Lawn. [NN-STEAL-01]"
BEAST_SAYS = "A Beast is no Creature: nothing can be done to it. [NN-BEAST-01]"


def about(scene: StreetScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What there is to say about a thing: its title, and rows that fit where they stand."""
    match place.zone:
        case "player":
            return _who(scene, place.seat), _player(scene, place.seat, width, height)
        case "button" | "word":
            return word(scene, place, width, otherwise=_usable(scene, width))
        case "role":
            return role_title(scene, place), role_rows(scene, place, width, height)
        case zone if zone in PILES and place.at < 0:
            return _pile(scene, place, width, height)
        case "":
            return "", []
    face = scene.face_at(place)
    if not face:
        who = f"Only {scene.name(place.seat)}" if place.seat >= 0 else "Nobody"
        rows = lines(f"{who} may look at it before it is used.", width, "muted")
        return "A card face down", rows + verdict(scene, place, width)
    return face_title(scene, face), _card(scene, place, width, height)


def _card(scene: StreetScene, place: Place, width: int, height: int) -> list[Row]:
    """Its text, its state, whether it can be used now and why; its flavour where there is room."""
    # The reason given for an own card speaks of its state already.
    state = _state(scene, place, width) if scene.reason(place) is None else []
    return card_rows(scene, place, state, width, height)


def _state(scene: StreetScene, place: Place, width: int) -> list[Row]:
    if place.zone != "lawn" or not is_seats_thing(scene.view, place):
        return []
    card = scene.view.seats[place.seat].lawn[place.at]
    rows = lines(SHRUB_SAYS, width, "hexed") if card.hexed else []
    rows += lines(MUTE_SAYS, width, "warning") if card.mute else []
    rows += lines(BEAST_SAYS, width, "nefarious") if scene.is_beast(card.face) else []
    is_replaced = scene.ask is not None and scene.ask.verb in REPLACED
    if is_replaced and scene.is_nefarious(place.seat) and place in scene.places.at:
        rows += lines(INSTEAD_SAYS, width, "warning")
    return rows + (lines(BUSY_SAYS, width, "warning") if card.busy else [])


def _player(scene: StreetScene, seat: int, width: int, height: int) -> list[Row]:
    part = scene.view.seats[seat]
    hexed = sum(card.hexed for card in part.lawn)
    facts = [
        f"Lawn: {part.mythical} Mythical, {count(hexed, 'shrub')}.",
        f"Hand {len(part.hand)}/{part.hand_limit}, Fence {len(part.fence)}/{part.rune_limit}.",
    ]
    if scene.is_nefarious(seat):
        goal = f"{GOAL} Beasts, or an empty Main deck, win."
        facts.insert(0, f"{goal} [NN-ROLE-NEFARIOUS]")
    if part.skips:
        facts.append(f"Misses next: {', '.join(part.skips)}.")
    facts += [f"In force until their next turn: {scene.title_of(face)}." for face in part.granted]
    if part.known:
        facts.append(f"Known in hand: {', '.join(scene.title_of(face) for face in part.known)}.")
    rows = bot_rows(scene, seat, width)
    rows += [row for fact in facts for row in lines(fact, width)]
    rows += verdict(scene, Place("player", seat), width)
    cards = _cards_of(scene, seat, width)
    return rows + cards if len(rows) + len(cards) <= height else rows


def _cards_of(scene: StreetScene, seat: int, width: int) -> list[Row]:
    """What lies before a seat, card by card, each with what it says."""
    part, rows = scene.view.seats[seat], list[Row]()
    places = [Place("lawn", seat, at) for at in lawn_order(scene, part)]
    places += [Place("fence", seat, at) for at, slot in enumerate(part.fence) if slot.face]
    for place in places:
        face = scene.face_at(place)
        card, title = scene.card(face), f"{scene.letter_of(face)} {scene.title_of(face)}"
        rows += [BLANK, *lines(title, width, "title"), *text_rows(card.text if card else "", width)]
        rows += _state(scene, place, width)
    return rows


def _who(scene: StreetScene, seat: int) -> str:
    """A player's name, and what is known of the role."""
    night = scene.night
    if night is None or night.seat < 0:
        return scene.name(seat)
    role = scene.title_of(night.roles[seat]) if night.roles[seat] else "a secret role"
    return f"{scene.name(seat)} {scene.glyphs.bullet} {role}"


def _usable(scene: StreetScene, width: int) -> list[Row]:
    """What the keys on the own Fence would use, in short."""
    rows: list[Row] = []
    for place in scene.places.digits:
        card = scene.card(scene.face_at(place)) if place.zone == "fence" else None
        if card is not None:
            rows += lines(f"{scene.mark(place)} {card.name}: {card.text}", width)
    return rows


def _runs_out(scene: StreetScene, place: Place) -> str:
    """What comes when the deck of a pile is empty, where that ends the game."""
    if scene.night is None or place.zone != "main_discard":
        return ""
    left = count(scene.view.main_deck, "card")
    return f"The Main deck is a clock: {left} left, and no second time. [NN-OUT-01]"


def _pile(scene: StreetScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    pile = scene.pile(place)
    assert pile is not None
    title = f"{pile.title} ({len(pile.faces)})"
    names = [scene.title_of(face) for face in pile.faces]
    rows: list[Row] = [(Span(f" {fit(name, width - 2)}"),) for name in names]
    last = [
        *lines(_runs_out(scene, place), width),
        *lines(f"{scene.chooses}: look through the pile", width, "muted"),
    ]
    return title, [*rows[: height - len(last)], *last]
