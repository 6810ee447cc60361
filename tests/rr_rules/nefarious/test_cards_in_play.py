"""Which faces a table shows: the expansion's only where it is played."""

from __future__ import annotations

from rr_net.room.showing import InPlay, cards
from rr_net.room.state import MessageCache
from rr_rules.registry import load_game

RULES = load_game("runes-regulations")
OFF, ON = (RULES.settle({"nefarious": value}) for value in ("off", "on"))


def test_the_faces_in_play_depend_on_the_options():
    without, whole = RULES.cards(OFF), RULES.cards(ON)
    assert sum(card.copies for card in without) == 130
    assert sum(card.copies for card in whole) == 230
    assert {card.kind for card in whole} - {card.kind for card in without} == {
        "sacrificial", "beast", "curse", "forbidden_rune", "role",
    }  # fmt: skip


def test_a_room_sends_the_faces_anew_only_when_they_have_changed():
    gallery = MessageCache()
    said = [gallery.cards_of(InPlay(RULES, dict(options)), cards) for options in (OFF, OFF, ON)]
    assert said[0] is said[1]
    assert len(said[2].cards) > len(said[0].cards)
    assert {card.id for card in said[2].cards} >= {"bane-wing", "the-savior"}
