"""The scene of Regicide: what the board asks of its view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rr_net.link import AskOption
from rr_rules.regicide.preview import Cover, RegicidePreview, cover, preview
from rr_rules.regicide.view import Played, RegicideView
from rr_tui.board.scene import SeatedScene, ShownPile, card_at
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import Place


def is_own_card(view: RegicideView, place: Place) -> bool:
    """Whether it is a card of the own hand."""
    is_own = place.zone == "hand" and 0 <= place.seat == view.me < len(view.seats)
    return is_own and 0 <= place.at < len(view.seats[view.me].hand)


def place_of(view: RegicideView, option: AskOption) -> Place | None:
    """Where a single option is shown: at its card or its player, or None for a word."""
    place = Place(option.zone, option.seat, option.at)
    if is_own_card(view, place):
        return place
    if option.act == "player" and 0 <= option.seat < len(view.seats):
        return Place("player", option.seat)
    return None


ENEMY = Place("enemy")
CASTLE = Place("castle")
TAVERN = Place("tavern")
DISCARD = Place("discard")


@dataclass(frozen=True, slots=True)
class RegicideScene(SeatedScene):
    """One player's table at one moment, with the cursor."""

    idiom: ClassVar[Idiom] = Idiom(
        piles={"veiled": "discard"},
        does={
            "play": "plays or yields",
            "attack": "DISCARDS against the attack",
            "next": "names who is next",
        },
        is_sorted=True,
        lettered=frozenset({"undo", "flip"}),
    )
    view: RegicideView

    @property
    def question(self) -> str:
        """The open question; with the worth of what is picked."""
        asked = super(RegicideScene, self).question
        if not self.places.picked:
            return asked
        worth = self.picked_preview
        more = ", or add a card" if len(self.places.at) > len(self.places.buttons) else ""
        return asked if worth is None else f"Play this, worth {worth.worth}{more}"

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand."""
        return self.hand_of(self.seat)

    def hand_of(self, seat: int) -> tuple[str, ...]:
        """A hand as far as it is seen; none for a spectator."""
        return self.view.hand_of(seat) if 0 <= seat < len(self.view.seats) else ()

    @property
    def is_mine(self) -> bool:
        """Whether it is the looking seat's turn."""
        return self.seat >= 0 and self.view.player == self.seat

    @property
    def on_table(self) -> tuple[str, ...]:
        """The cards played against this enemy, one after the other."""
        return tuple(face for play in self.view.table for face in play.cards)

    @property
    def plays(self) -> Iterator[tuple[Played, int]]:
        """Each play with the number of its first card on the table."""
        first = 0
        for play in self.view.table:
            yield play, first
            first += len(play.cards)

    # --- what a play would do ------------------------------------------------------------

    @property
    def picked(self) -> tuple[str, ...]:
        """The faces that are picked."""
        return tuple(self.face_at(place) for place in self.places.picked)

    @property
    def picked_preview(self) -> RegicidePreview | None:
        """What the picked cards would do together."""
        return preview(self.view, self.picked)

    def preview_at(self, place: Place) -> RegicidePreview | None:
        """What playing the card at `place` would do, with those that are picked."""
        face = self.face_at(place) if place.zone == "hand" else ""
        if not face or self.is_over:
            return None
        if place in self.places.picked:
            return self.picked_preview
        joins = self.places.picked and place in self.places.at
        return preview(self.view, (*self.picked, face) if joins else (face,))

    @property
    def ghost(self) -> RegicidePreview | None:
        """What the bars show beforehand: the picked cards, or the playable one under the cursor."""
        if self.places.picked:
            return self.picked_preview
        shown = self.places.in_any_order and self.focus in self.places.at
        return self.preview_at(self.focus) if shown else None

    @property
    def cover(self) -> Cover | None:
        """How far the attack is covered, or None where nobody is attacked."""
        return cover(self.view)

    # --- things ----------------------------------------------------------------------------

    def pile(self, place: Place) -> ShownPile | None:
        """The discard pile as far as it may be listed, to be looked through."""
        if place != DISCARD or not self.view.discard:
            return None
        title = "Discard pile"
        if self.view.veiled:
            title = f"Discard pile, {self.view.veiled} more may not be listed"
        return ShownPile(title, tuple(reversed(self.view.discard)))

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        view = self.view
        match place.zone:
            case "hand":
                return card_at(self.hand_of(place.seat), place.at)
            case "table":
                return card_at(self.on_table, place.at)
        if place == ENEMY and view.enemy is not None:
            return view.enemy.face
        seen = {TAVERN: view.tavern_top, DISCARD: view.discard}.get(place, ())
        return seen[-1] if seen else ""
