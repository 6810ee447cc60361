"""Runes & Regulations as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.runes_regulations.state.view import SeatView, View
from rr_rules.runes_regulations.views.prompts import warning
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces, option_places
from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.board.scene import card_at
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.gameboard import Automatic, GameBoard, OwnRole, Spins, as_rule
from rr_tui.games.runes_regulations.details import about
from rr_tui.games.runes_regulations.ending import lawns_at_last
from rr_tui.games.runes_regulations.folding import folded, has_box, in_own_place
from rr_tui.games.runes_regulations.hand import hand, hand_places
from rr_tui.games.runes_regulations.lawns import columns_of, fence_width_of, lawn_order, neighbours
from rr_tui.games.runes_regulations.lines import header, is_long, piles, street
from rr_tui.games.runes_regulations.roles import role_place
from rr_tui.games.runes_regulations.scene import (
    NOTHING_IN,
    REGULATION,
    ROOMY,
    StreetScene,
    asked_in,
    is_folded,
    is_seats_thing,
    is_very_wide,
    place_of,
    spins_of,
    street_plan,
    with_two_rows,
)
from rr_tui.games.runes_regulations.words import deal_words, signs, street_words
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import Place, Row


class StreetBoard(GameBoard[View, StreetScene]):
    """The street with its Lawns, on the board and in words."""

    view = View
    scene = StreetScene
    counts = "Mythical Creatures"

    def painting(self, scene: StreetScene, plan: Plan) -> Painting[StreetScene]:
        """Neighbours have boxes or lines, and one of those may need the own place."""
        boxes = partial(neighbours, texts=is_very_wide(plan))
        return Painting(
            header,
            {
                "upper": folded if is_folded(plan, len(scene.neighbours)) else boxes,
                "middle": street,
                "lower": partial(in_own_place, plan),
                "hand": hand,
            },
            about,
        )

    def floors(self, scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on, from the top of the board to its bottom."""
        regulation = (REGULATION,) if scene.view.regulation else ()
        there = [place for place, faces in piles(scene) if faces]
        street = tuple(Group((place,), 1) for place in (*regulation, *there))
        held = tuple(hand_places(scene))
        lower = (Group(held, max(1, len(held))), menu(scene.places))
        role: Floor = (Group(role_place(scene), 1),)
        own = _home(scene, plan)
        return kept((*_neighbours(scene, plan), street, own, role, lower, bar(scene.places)))

    def told(self, view: View, model: PlayerModel) -> Iterable[str]:
        """The street in sentences."""
        return street_words(view, model)

    def dealt(self, view: View, model: PlayerModel) -> Iterable[str]:
        """The own hand and Fence, the Regulation and the goal."""
        return deal_words(view, model)

    def hand(self, view: View) -> tuple[str, ...]:
        """The faces in the own hand."""
        return view.seats[view.me].hand if 0 <= view.me < len(view.seats) else ()

    def role(self, view: View) -> OwnRole | None:
        """The own role, with the expansion, once all cards are dealt."""
        night = view.nefarious
        face = card_at(night.roles, view.me) if night is not None else ""
        if night is None or not face:
            return None
        is_new = view.phase not in ("setup", "over") and view.round <= 1
        return OwnRole(face, is_known=night.seat == view.me, is_new=is_new)

    def secrets(self, view: View) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The hand, the Runes that lie face down, and a role that not everybody knows."""
        yield "hand", self.hand(view)
        fence = view.seats[view.me].fence if 0 <= view.me < len(view.seats) else ()
        yield "face down", tuple(slot.face for slot in fence if not slot.face_up)
        if view.nefarious is not None and 0 <= view.me < len(view.nefarious.roles):
            yield "role", (view.nefarious.roles[view.me],)

    def spare(self, scene: StreetScene, plan: Plan) -> tuple[str, ...]:
        """The own place, unless a neighbour's Lawn is unfolded there."""
        return () if is_folded(plan, len(scene.neighbours)) else ("lower",)

    def option_places(
        self, ask: Ask | None, view: View, picked: tuple[int, ...] = ()
    ) -> OptionPlaces:
        """Where each option of a question is shown."""
        return option_places(ask, partial(place_of, view), partial(is_seats_thing, view), picked)

    def plan(self, scene: StreetScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        found = street_plan(width, height, len(scene.around))
        is_roomy = height >= ROOMY and not is_folded(found, len(scene.neighbours))
        return with_two_rows(found) if is_roomy and is_long(scene, found.middle.width) else found

    def at_last(self, scene: StreetScene, width: int, height: int) -> list[Row]:
        """The Lawns."""
        return lawns_at_last(scene, width, height)

    def usual(self, view: View, face: str, ask: Ask) -> AskOption | None:
        """A Creature that is SUMMONED goes to the own Lawn, where that is offered."""
        if ask.verb != "lawn" or ask.source != face:
            return None
        return next((option for option in ask.options if option.seat == view.me), None)

    def orderable(self, view: View) -> Iterable[Place]:
        """The own Runes that lie face down."""
        fence = view.seats[view.me].fence if 0 <= view.me < len(view.seats) else ()
        return (Place("fence", view.me, at) for at, slot in enumerate(fence) if not slot.face_up)

    def question(self, ask: Ask, view: View) -> str:
        """A question in words; a phase in which no card can be played says that, and why."""
        return asked_in(ask, view)

    def automatic(self, ask: Ask, wanted: Automatic) -> AskOption | None:
        """A phase in which no card can be played: DRAW where a Spell would be CAST, else skip."""
        by_act = {option.act: option for option in ask.options}
        if ask.verb not in NOTHING_IN or not by_act.keys() <= {"draw", "skip"}:
            return None
        draws = wanted.draw and ask.verb == "cast_phase"
        return (by_act.get("draw") if draws else None) or (
            by_act.get("skip") if wanted.skip else None
        )

    def spins(self, view: View) -> Spins:
        """What the Spinner has shown this turn."""
        return spins_of(view)

    def risk(self, view: View, option: AskOption) -> Line | None:
        """What cannot be taken back: a role that everybody has read."""
        return warning(as_rule(option))

    def signs(self, view: View, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """What the signs of the street mean."""
        return signs(view, glyphs)


def _neighbours(scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
    """Boxes stand side by side; lines stand below each other, each with what it unfolds to."""
    if is_folded(plan, len(scene.neighbours)):
        return tuple(_line(scene, plan, seat) for seat in scene.neighbours)
    boxes = (
        Group(_box(scene, seat), 1 + len(seat.lawn) + len(seat.fence)) for seat in scene.neighbours
    )
    return (tuple(boxes),)


def _line(scene: StreetScene, plan: Plan, seat: SeatView) -> Floor:
    rows = plan.upper.height - len(scene.neighbours)
    height = (rows if has_box(scene, plan) else plan.lower.height) - 2
    return (Group((Place("player", seat.seat),), 1), *_opened(scene, seat, plan, height))


def _box(scene: StreetScene, seat: SeatView) -> tuple[Place, ...]:
    lawn = tuple(Place("lawn", seat.seat, at) for at in lawn_order(scene, seat))
    fence = tuple(Place("fence", seat.seat, at) for at in range(len(seat.fence)))
    return (Place("player", seat.seat), *lawn, *fence)


def _home(scene: StreetScene, plan: Plan) -> Floor:
    me = scene.me
    if me is None:
        return ()
    title = (Place("player", me.seat),) if Place("player", me.seat) in scene.places.at else ()
    return (Group(title, 1), *_opened(scene, me, plan, plan.lower.height - 2))


def _opened(scene: StreetScene, seat: SeatView, plan: Plan, height: int) -> Floor:
    """A Lawn and its Fence as they stand side by side in a box of this height."""
    width = plan.lower.width - fence_width_of(plan.lower.width) - 2
    lawn = tuple(Place("lawn", seat.seat, at) for at in lawn_order(scene, seat))
    columns = columns_of(len(lawn), width, height)
    # A Lawn that overflows scrolls: its columns are then as high as it needs.
    tall = max(height, -(-len(lawn) // columns))
    fence = tuple(Place("fence", seat.seat, at) for at in range(len(seat.fence)))
    return (Group(lawn, tall), Group(fence, max(1, len(fence))))
