"""What the details pane says of a thing on the table of Regicide."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import AskOption
from rr_rules.regicide.preview import why_apart
from rr_tui.board.details import bot_rows, card_rows, face_title, lines, text_rows, verdict, word
from rr_tui.board.header import called
from rr_tui.board.option_places import things_of
from rr_tui.games.regicide.scene import CASTLE, DISCARD, ENEMY, TAVERN, RegicideScene
from rr_tui.games.regicide.words import (
    Said,
    castle_words,
    foretold,
    of_cover,
    of_play,
    of_player,
    signs,
    sorting,
    suit_words,
)
from rr_tui.looks.spans import BLANK, Place, Row
from rr_tui.looks.wording import by_rule, count, named


def about(scene: RegicideScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What there is to say about a thing: its title, and rows that fit where they stand."""
    title, rows = _about(scene, place, width, height)
    # Where it is tight the gaps go first: what choosing does stands last.
    return title, rows if len(rows) <= height else [row for row in rows if row]


def _about(scene: RegicideScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    match place.zone:
        case "player":
            return scene.name(place.seat), _player(scene, place, width)
        case "button" | "word":
            return _word(scene, place, width)
        case "hand":
            return _in_hand(scene, place, width, height)
        case "table":
            return face_title(scene, scene.face_at(place)), _on_table(scene, place, width, height)
    if place == ENEMY and scene.view.enemy is not None:
        return face_title(scene, scene.face_at(place)), _enemy(scene, width)
    if place in (CASTLE, TAVERN, DISCARD):
        return _pile(scene, place, width)
    return "", lines(scene.hint, width, "warning") if scene.hint else []


def told(scene: RegicideScene, said: Iterable[Said], width: int) -> list[Row]:
    """Sentences as rows, names in the place of seats."""
    return [row for text, role in said for row in lines(named(text, scene.names), width, role)]


# --- cards in hand -----------------------------------------------------------------------------


def _in_hand(scene: RegicideScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    places, face = scene.places, scene.face_at(place)
    card = scene.card(face)
    joins = not places.picked or place in (*places.picked, *places.at)
    ends = _choosing(scene, place, width)
    rows = told(scene, _said(scene, place), width) if joins else []
    text = text_rows(card.text, width) if card is not None else []
    # What comes of it is read first; what the card says can be read by itself as well.
    if len(rows) + len(ends) + len(text) + bool(rows) <= height:
        rows = [*rows, *([BLANK] if rows else []), *text]
    is_part = bool(places.picked) and joins
    title = _together(scene, place) if is_part else face_title(scene, face)
    return title, [*rows, *ends]


def _together(scene: RegicideScene, place: Place) -> str:
    """The play that a card of the hand is a part of, or would be."""
    others = [scene.face_at(each) for each in scene.places.picked if each != place]
    words = signs([*others, scene.face_at(place)], scene.glyphs)
    return f"Together: {words}" if others else f"Picked: {words}"


def _said(scene: RegicideScene, place: Place) -> Iterable[Said]:
    if scene.is_mine and scene.view.phase == "attack":
        return of_cover(scene.view, (scene.face_at(place),))
    found = scene.preview_at(place)
    return of_play(scene.view, found) if found is not None else ()


def _choosing(scene: RegicideScene, place: Place, width: int) -> list[Row]:
    """What choosing a card does, or why that does nothing."""
    places, glyphs = scene.places, scene.glyphs
    if not places.in_any_order or place not in places.keyed:
        return verdict(scene, place, width)
    if place in places.picked:
        words = f"{glyphs.chosen} {scene.chooses}: put it back"
    elif place in places.at:
        words = f"{glyphs.chosen} {scene.chooses}: pick it{_partners(scene, place)}"
    else:
        why = why_apart(scene.picked, scene.face_at(place))
        return [
            BLANK,
            *lines(f"{glyphs.refused} {why.text}{by_rule(why.clause)}", width, "warning"),
        ]
    return [BLANK, *lines(words, width, "success")]


def _partners(scene: RegicideScene, place: Place) -> str:
    """With which other cards of the hand it may still be played, besides those that are picked."""
    asked = scene.ask.options if scene.ask is not None else ()
    mine = {*(each.at for each in scene.places.picked), place.at}
    found = {at for each in asked for at in _others(each, mine)}
    faces = sorted([scene.hand[at] for at in found], key=sorting)
    return f"; goes with {signs(faces, scene.glyphs, ' ')}" if faces else ""


def _others(option: AskOption, mine: set[int]) -> set[int]:
    things = set(things_of(option))
    return things - mine if option.order and mine < things else set()


# --- everything else ---------------------------------------------------------------------------


def _word(scene: RegicideScene, place: Place, width: int) -> tuple[str, list[Row]]:
    option = scene.places.at.get(place, (None,))[0]
    said = told(scene, foretold(scene.view, option), width) if option else []
    title, rows = word(scene, place, width, otherwise=said)
    if option is not None and option is scene.places.finish:
        faces = [scene.hand[at] for at in things_of(option)]
        title = f"Your play: {signs(faces, scene.glyphs)}"
    return title, rows


def _player(scene: RegicideScene, place: Place, width: int) -> list[Row]:
    part = scene.view.seats[place.seat]
    rows = bot_rows(scene, place.seat, width)
    rows += told(scene, of_player(scene.view, place.seat), width)
    if part.known:
        known = ", ".join(scene.title_of(face) for face in part.known)
        rows += lines(f"Known in hand: {known}", width)
    shown = [face for face in scene.hand_of(place.seat) if face]
    if shown and place.seat != scene.seat:
        rows += lines(signs(shown, scene.glyphs, "  "), width)
    if place not in scene.places.at:
        return rows
    does = f"{scene.name(place.seat)} takes the next turn"
    words = f"{scene.glyphs.chosen} {scene.chooses}: {does}"
    return [*rows, BLANK, *lines(words, width, "success")]


def _on_table(scene: RegicideScene, place: Place, width: int, height: int) -> list[Row]:
    for play, first in scene.plays:
        if first <= place.at < first + len(play.cards):
            who = called(scene, play.seat)
            said = f"Played by {who}: it stays until the enemy falls [RG-STEP1-02]"
            return [*card_rows(scene, place, (), width, height), *lines(said, width, "muted")]
    return []


def _enemy(scene: RegicideScene, width: int) -> list[Row]:
    found = scene.view.enemy
    assert found is not None
    said = [
        Said(f"{found.damage} damage so far: {found.left} health left"),
        Said(f"It attacks whoever's turn it is for {found.attack}"),
        Said("Killed exactly it goes onto the Tavern [RG-STEP3-05]", "muted"),
    ]
    if found.immune:
        suit = suit_words(found.immune, scene.glyphs)
        said.append(
            Said(f"Immune to {suit}: no power, the damage counts (rule RG-IMM-01)", "warning")
        )
    else:
        said.append(Said("A Jester has cancelled its immunity [RG-JEST-02]", "success"))
    return told(scene, said, width)


def _pile(scene: RegicideScene, place: Place, width: int) -> tuple[str, list[Row]]:
    view = scene.view
    if place == CASTLE:
        return "The castle", lines(f"Behind this enemy: {castle_words(view.castle)}.", width)
    if place == TAVERN:
        rows = lines(f"{count(view.tavern, 'card')} to draw from.", width)
        known = [scene.title_of(face) for face in reversed(view.tavern_top)]
        rows += lines(f"On top, as all have seen: {', '.join(known)}", width) if known else []
        return "The Tavern", rows
    rows = lines(f"{count(view.discarded, 'card')}, face up.", width)
    if view.discard:
        rows += lines(f"On top: {scene.title_of(view.discard[-1])}", width)
        rows += [BLANK, *lines(f"{scene.chooses}: look through the pile", width, "muted")]
    if view.veiled:
        rows += lines(
            "After a heal only the top may be looked at (rule RG-INFO-05)", width, "warning"
        )
    return "The discard pile", rows
