"""The scene of Runes & Regulations: what the board asks of its view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rr_net.link import Ask, AskOption
from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View
from rr_rules.runes_regulations.turn.spinner import EVENTS, NEFARIOUS_RESULTS, RESULTS
from rr_rules.runes_regulations.views.log import RESULTS as WORDS
from rr_tui.board.plan import Plan, plan
from rr_tui.board.scene import SeatedScene, ShownPile, card_at
from rr_tui.games.gameboard import Spins, SpinShown
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import NOWHERE, Place

LABELS = SPIN, EVENT_SPIN = ("spin", "event spin")
"""The rolls that it shows."""


def _words(results: Iterable[str]) -> tuple[str, ...]:
    return tuple(WORDS[name] for name in results)


SPIN_FACES, EVENT_FACES, NEFARIOUS_FACES = map(_words, (RESULTS, EVENTS, NEFARIOUS_RESULTS))
_FACES = {"standard": SPIN_FACES, "nefarious": NEFARIOUS_FACES, "event": EVENT_FACES}


def spins_of(view: View) -> Spins:
    """What it has shown this turn; the Nefarious Neighbor turns another one."""
    night = view.nefarious
    is_dark = night is not None and night.seat == night.spinning >= 0
    faces = {SPIN: NEFARIOUS_FACES if is_dark else SPIN_FACES, EVENT_SPIN: EVENT_FACES}
    shown = tuple(SpinShown(each.result, _FACES[each.on]) for each in view.spinner)
    return Spins(view.turn, shown, faces, own=view.player == view.me >= 0)


FAMILIES = {"D": "Dragon", "U": "Unicorn", "P": "Pegasus", "G": "Griffin"}

# The full list, whatever Runes a player holds: what is picked from it must tell nothing.
WINDOWS = {
    "cast": "a Spell is CAST",
    "discard": "a card is DISCARDED",
    "enters_lawn": "a Creature enters a Lawn",
    "steal": "something is STOLEN",
    "hex": "a Creature is HEXED",
    "destroy": "something is DESTROYED",
    "return": "a Creature is RETURNED",
    "spin": "a player SPINS",
    "activate": "a Rune is ACTIVATED",
    "new_regulation": "a Regulation is turned up",
    "turn_begins": "a turn begins",
    "turn_ends": "a turn ends",
}

STREET = Idiom(
    kinds={
        "sacrificial": "Sacrificial Creature",
        "beast": "Corrupted Beast",
        "forbidden_rune": "Forbidden Rune",
        "role": "Secret role",
    },
    families=FAMILIES,
    piles={"roles": "role", "forbidden": "Forbidden", "forbidden rune": "Forbidden Rune"},
    rolls={
        "random card": "which card it is",
        "nefarious neighbor": "who is the Nefarious Neighbor",
    },
    acts={"draw": "DRAW instead"},
    spins=frozenset(LABELS),
    declaring="The most pets take the first turn; you are believed.",
    windows=WINDOWS,
    # A phase has several questions, and which one is open is told to who is asked alone.
    does={
        "draw": "in the Draw phase",
        "cast": "in the Cast phase",
        "summon": "in the Summon phase",
        "spin": "chooses after the SPIN",
        "limit": "must DESTROY a Creature",
        "end": "ends the turn",
    },
    asks={"summon": ("onto your own Lawn", "onto whose Lawn?")},
    asks_after=frozenset({"summon_phase"}),
    arranged=("hand", "fence"),
    lettered=frozenset({"draw"}),
    rules=True,
    roles=True,
)


VERY_WIDE = 160
"""From here on the neighbours' cards show their text."""
PANEL = 24
"""The narrowest box for a neighbour; with less room they fold to one line each."""
UNFOLDED = 5
"""Rows of the smallest box that shows one of the folded neighbours."""
LEAST_HAND = 9


def street_plan(width: int, height: int, neighbours: int) -> Plan:
    """Divides a screen; a neighbour unfolds below the lines where there is room for a box."""
    found = plan(width, height)
    if not is_folded(found, neighbours):
        return found
    rows = found.upper.height + found.lower.height + found.hand.height
    upper, lower, hand = _folded(neighbours, found.lower.height, rows)
    home = found.middle.y + upper - found.upper.height + 1
    return found._replace(
        upper=found.upper._replace(height=upper),
        middle=found.middle._replace(y=home - 1),
        lower=found.lower._replace(y=home, height=lower),
        hand=found.hand._replace(y=home + lower, height=hand),
        details=found.details._replace(y=home + lower, height=hand),
    )


ROOMY = 28
"""Rows of a terminal from which on a Regulation may have two of them."""


def with_two_rows(found: Plan) -> Plan:
    """The same with a row more between the neighbours and the own place."""
    upper, middle = found.upper, found.middle
    return found._replace(
        upper=upper._replace(height=upper.height - 1),
        middle=middle._replace(y=middle.y - 1, height=2),
    )


def is_folded(found: Plan, neighbours: int) -> bool:
    """Whether each neighbour has a line instead of a box."""
    return neighbours > 0 and found.upper.width // neighbours < PANEL


def is_very_wide(found: Plan) -> bool:
    """Whether there is room for the text of the neighbours' cards."""
    return found.header.width + found.side.width >= VERY_WIDE


def _folded(lines: int, home: int, rows: int) -> tuple[int, int, int]:
    """The heights of the areas with cards: the neighbours', the own one, the hand."""
    room = rows - lines
    box = room - home - LEAST_HAND
    if box >= UNFOLDED:
        box = UNFOLDED + (box - UNFOLDED) // 2
        return lines + box, home, room - home - box
    hand = min(LEAST_HAND, room - home)
    return lines, room - hand, hand


REGULATION = Place("regulation")
MAIN_DISCARD = Place("main_discard")
RUNE_DISCARD = Place("rune_discard")
FORBIDDEN_DISCARD = Place("forbidden_discard")
FORBIDDEN_RUNE_DISCARD = Place("forbidden_rune_discard")
DISCARDS = (MAIN_DISCARD, RUNE_DISCARD, FORBIDDEN_DISCARD, FORBIDDEN_RUNE_DISCARD)
PILES = {
    "main_discard": "Main discard",
    "rune_discard": "Rune discard",
    "forbidden_discard": "Forbidden discard",
    "forbidden_rune_discard": "Forbidden Rune discard",
    "regulations_seen": "Old Regulations",
}
"""The piles of the street by their zones, with their titles."""


KINDS = {
    "spell": "S",
    "rune": "R",
    "regulation": "§",
    "beast": "B",
    "sacrificial": "X",
    "curse": "C",
    "forbidden_rune": "F",
}
"""The letters of kinds that have no family."""


@dataclass(frozen=True, slots=True)
class StreetGlyphs:
    """What only the street is drawn with; every glyph is one cell wide."""

    regulation: str = "§"
    shrub: str = "#"

    # Runes on a Fence: face down, open, and room for one.
    rune: str = "▮"
    rune_open: str = "◇"
    rune_used: str = "▯"

    # The Nefarious Neighbor, and its Beasts to their winning number.
    nefarious: str = "◈"
    beast: str = "■"
    beast_empty: str = "□"


STREET_UNICODE = StreetGlyphs()
STREET_ASCII = StreetGlyphs(
    regulation="S",
    rune="I",
    rune_open="O",
    rune_used=".",
    nefarious="%",
    beast="B",
    beast_empty=".",
)


def street_glyphs(glyphs: Glyphs) -> StreetGlyphs:
    """The street's glyphs that go with those of every board."""
    return own_set(glyphs, STREET_UNICODE, STREET_ASCII)


NOTHING_IN = {"cast_phase": "No Spell can be CAST", "summon_phase": "No Creature can be SUMMONED"}
"""By a phase's question what is said where no card can be played."""
WITHOUT_CARDS = frozenset({"draw", "skip", "show_role"})
"""What a phase offers besides."""


ANOTHER_PHASE = "-TURN-01"
"""How the clause ends of a card that is for another phase."""


def asked_in(ask: Ask, view: View) -> str:
    """A question in words; a phase in which no card can be played says that, and why."""
    nothing = NOTHING_IN.get(ask.verb, "")
    if not nothing or any(option.act not in WITHOUT_CARDS for option in ask.options):
        return ask.prompt
    hand = [each for each in view.reasons if each.zone == "hand"]
    why = {each.text for each in hand if not each.clause.endswith(ANOTHER_PHASE)}
    match [*why]:
        case []:
            return f"{nothing}. You hold none"
        case [words]:
            return f"{nothing}. {words}"
        case _:
            return f"{nothing} now. Each card says why"


DARK = frozenset({"beast", "sacrificial", "curse", "forbidden_rune"})
"""The kinds of the Nefarious Neighbor's own decks."""


@dataclass(frozen=True, slots=True)
class StreetScene(SeatedScene):
    """One player's street at one moment, with the cursor."""

    idiom: ClassVar[Idiom] = STREET
    view: View

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        return tuple(seat.seat for seat in self.view.seats if not seat.left)

    @property
    def signs(self) -> StreetGlyphs:
        """The glyphs of the street."""
        return street_glyphs(self.glyphs)

    @property
    def rule(self) -> Place:
        """Where the Regulation lies."""
        return REGULATION if self.view.regulation else NOWHERE

    @property
    def asks(self) -> Mapping[str, tuple[str, str]]:
        """The Nefarious Neighbor is never asked whose Lawn it is (NN-CARD-14)."""
        return {} if self.is_nefarious(self.view.me) else super(StreetScene, self).asks

    @property
    def awaited(self) -> str:
        """What is being done to the end, what is too much, or the phase of the turn player."""
        if len(self.waiting) != 1:
            return ""
        if done := next((each.face for each in self.view.chain if each.resolving), ""):
            return f"for {self.title_of(done)}"
        seat = self.view.seats[self.waiting[0]]
        # How much everybody has, and may have, is in everybody's view.
        if len(seat.fence) > seat.rune_limit:
            return "has a Rune too many"
        if len(seat.hand) > seat.hand_limit:
            return "has a card too many"
        inherited = "" if self.view.chain else super(StreetScene, self).awaited
        return inherited or "chooses"

    @property
    def question(self) -> str:
        """The open question."""
        return asked_in(self.ask, self.view) if self.ask is not None else ""

    @property
    def reaction(self) -> str:
        """What a reaction window asks for."""
        return "a Rune?"

    def letter_of(self, face: str) -> str:
        """A Creature's family letter, another card's kind, or a dot."""
        card = self.faces.get(face)
        if card is None:
            return self.glyphs.bullet
        return KINDS.get(card.kind) or card.letter[:1] or self.glyphs.bullet

    def role_of(self, face: str, otherwise: str = "mythical") -> str:
        """The colour of a face's letter: the Nefarious Neighbor's cards have their own."""
        card = self.faces.get(face)
        return "nefarious" if card is not None and card.kind in DARK else otherwise

    def is_beast(self, face: str) -> bool:
        """Whether a face is a Corrupted Beast's."""
        card = self.faces.get(face)
        return card is not None and card.kind == "beast"

    def is_nefarious(self, seat: int) -> bool:
        """Whether the Nefarious Neighbor sits there."""
        return self.night is not None and self.night.seat == seat >= 0

    @property
    def night(self) -> NefariousView | None:
        """What the expansion adds to the street, where it is played."""
        return self.view.nefarious

    @property
    def own_role(self) -> str:
        """The face of the looking seat's own role; "" where there is none."""
        night, me = self.night, self.view.me
        return card_at(night.roles, me) if night is not None else ""

    def pile(self, place: Place) -> ShownPile | None:
        """A discard pile or the roles, to be looked through."""
        view = self.view
        if place.zone == "role" and place not in self.places.at and (face := self.face_at(place)):
            return ShownPile("Your role, then the others", (face, *self.other_roles(face)))
        if place not in DISCARDS:
            return None
        return ShownPile(PILES[place.zone], zone_of(view, place.zone)[::-1])

    def other_roles(self, own: str) -> tuple[str, ...]:
        """Every other role that somebody at this table may have."""
        left_out = self.night.left_out if self.night is not None else ()
        roles = sorted((each.name, each.id) for each in self.faces.values() if each.kind == "role")
        return tuple(face for _, face in roles if face not in (own, *left_out))

    def own_cards(self, zone: str) -> int:
        """How many cards are in the own hand, or on the own Fence."""
        if self.me is None:
            return 0
        return len({"hand": self.me.hand, "fence": self.me.fence}.get(zone, ()))

    @property
    def me(self) -> SeatView | None:
        """The looking seat's own part, or None for a spectator."""
        return self.view.seats[self.view.me] if 0 <= self.view.me < len(self.view.seats) else None

    @property
    def neighbours(self) -> tuple[SeatView, ...]:
        """The other seats, clockwise from the looking one."""
        return tuple(self.view.seats[seat] for seat in self.around)

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        view = self.view
        match place.zone:
            case "regulation":
                return view.regulation
            case "role" if self.night is not None:
                return card_at(self.night.roles, place.seat)
            case "hand" | "lawn" | "fence" if 0 <= place.seat < len(view.seats):
                return self._seat_face(view.seats[place.seat], place)
        return card_at(zone_of(view, place.zone), place.at)

    def _seat_face(self, seat: SeatView, place: Place) -> str:
        if place.zone == "hand":
            return card_at(seat.hand, place.at)
        cards = seat.lawn if place.zone == "lawn" else seat.fence
        return cards[place.at].face if 0 <= place.at < len(cards) else ""


def zone_of(view: View, name: str) -> tuple[str, ...]:
    """The faces of a zone that is no seat's, as a view names it."""
    zones = {
        "main_discard": view.main_discard,
        "rune_discard": view.rune_discard,
        "regulations_seen": view.regulations_seen,
        "seen": view.seen,
    }
    if (night := view.nefarious) is not None:
        zones["forbidden_discard"] = night.forbidden_discard
        zones["forbidden_rune_discard"] = night.forbidden_rune_discard
    return zones.get(name, ())


NO_THINGS = ("mode", "result", "slot")
"""Acts whose numbers count something else than the things of a zone."""


def is_seats_thing(view: View, place: Place) -> bool:
    """Whether the board shows a thing of a seat at this place."""
    if not 0 <= place.seat < len(view.seats) or place.at < 0:
        return False
    seat = view.seats[place.seat]
    match place.zone:
        case "lawn":
            return place.at < len(seat.lawn)
        case "fence":
            return place.at < len(seat.fence)
        case "hand":
            return place.seat == view.me and place.at < len(seat.hand)
    return False


def place_of(view: View, option: AskOption) -> Place | None:
    """Where a single option is shown: at its thing, or None where the board shows none."""
    place = Place(option.zone, option.seat, option.at)
    if option.act in NO_THINGS or option.order:
        return None
    if is_seats_thing(view, place) or 0 <= place.at < len(zone_of(view, place.zone)):
        return place
    is_seat = 0 <= option.seat < len(view.seats) and option.at < 0
    if is_seat and (option.act == "player" or option.zone == "lawn"):
        return Place("player", option.seat)
    return None
