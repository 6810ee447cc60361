"""What players may say, and when: RG-COMM.

The rules answer which phrases exist, what they say and when they may be said; a room shows them and
passes them on.
"""

import re

import pytest

from rr_rules.regicide.cards import FACE, SUITS
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.words import REMINDERS, SIGNALS, phrases, talk
from tests.support.rr_rules.regicide import story

SIGNAL_NAMES = {"eager", "neutral", "reluctant"}


def said(t, seat):
    return {each.id: each.text for each in phrases(t.view(seat))}


def swapped(t):
    """The same table, with other cards in every hand."""
    t.state.hand = [[card - 13 if card >= 13 else card for card in hand] for hand in t.state.hand]
    return t


@pytest.mark.rule("RG-COMM-01")
def test_during_play_only_phrases_of_the_list_can_be_said():
    assert not talk("structured").is_free
    assert next(spec.default for spec in SETTINGS if spec.name == "comm") == "structured"
    t = story(["+3", "+4", "+2"])
    assert "I have the 10 of Clubs" not in said(t, 1)
    assert "tavern" in said(t, 1)
    assert phrases(t.view(None)) == ()


@pytest.mark.rule("RG-COMM-01")
def test_no_phrase_depends_on_what_anybody_holds():
    hands = ["5S 6S 7S", "8S 9S", "2S"]
    for seat in range(3):
        assert said(story(hands), seat) == said(swapped(story(hands)), seat)


@pytest.mark.rule("RG-COMM-02")
def test_public_facts_are_filled_in_from_the_table():
    t = story(["+3", "+1", "+5"], enemy="QD", damage=12, shield=4, tavern="+9", discard="+2",
              yielded=[False, True, True])  # fmt: skip
    for seat in range(3):
        facts = said(t, seat)
        assert [facts[f"hand-{each}"] for each in range(3)] == [
            "The hand of {0} has 3 cards",
            "The hand of {1} has 1 card",
            "The hand of {2} has 5 cards",
        ]
        assert facts["tavern"] == "The Tavern has 9 cards"
        assert facts["discard"] == "The discard pile has 2 cards"
        assert facts["needs"] == "The enemy needs 18 more"
        assert facts["attack"] == "The enemy attacks for 11"
        assert facts["shield"] == "The shield against the enemy is 4"
        assert facts["immune"] == "The enemy is immune to Diamonds"
        assert facts["yield"] == "{0} may not yield now"
        assert facts["castle"] == "After this enemy there are 7 more"
        assert set(REMINDERS) <= set(facts)


@pytest.mark.rule("RG-COMM-03")
def test_after_a_jester_all_may_signal_until_the_next_turn_begins():
    t = story(["* 2H", "+2", "+2"])
    assert not any(SIGNAL_NAMES & set(said(t, seat)) for seat in range(3))
    t.play("*")
    for seat in range(3):
        assert set(said(t, seat)) >= SIGNAL_NAMES
        assert said(t, seat)["eager"] == SIGNALS["eager"]
    t.do("to 2")
    assert not any(SIGNAL_NAMES & set(said(t, seat)) for seat in range(3))
    assert "eager" not in said(t, 1)


@pytest.mark.rule("RG-COMM-04")
def test_the_signals_are_three_and_hold_no_suit_and_no_number():
    hands = ["* 2H", "+2", "+2"]
    before, after = said(story(hands), 1), said(story(hands).play("*"), 1)
    new = set(after) - set(before)
    assert new == SIGNAL_NAMES
    for name in new:
        assert not re.search(r"\d", after[name])
        assert not any(suit[:-1] in after[name].lower() for suit in SUITS)


@pytest.mark.parametrize(
    ("comm", "is_free", "is_ranked"),
    [("structured", False, True), ("honour", True, True), ("open_hands", True, False)],
)
@pytest.mark.rule("RG-COMM-05")
def test_each_level_of_talk_says_what_the_room_has_to_do(comm, is_free, is_ranked):
    told = talk(comm)
    assert (told.is_free, told.is_ranked) == (is_free, is_ranked)
    assert bool(told.reminder) is (comm == "honour")
    values = next(spec.values for spec in SETTINGS if spec.name == "comm")
    assert comm in values
    shown = story(["2H 3H", "4C"], options={"comm": comm}).view(1).seats[0].hand
    assert (shown == ("hearts-2", "hearts-3")) is (comm == "open_hands")


@pytest.mark.rule("RG-COMM-06")
def test_no_phrase_asks_for_a_card_or_offers_help():
    t = story(["* 2H", "+2", "+2"], enemy="JS").play("*")
    texts = [text.lower() for seat in range(3) for text in said(t, seat).values()]
    for text in texts:
        assert not re.search(r"\b(play|leave|help|please|need a|wait|kill it|don't|if you)\b", text)
        assert not any(face.replace("-", " ") in text for face in FACE)
    suited = {text for text in texts if any(suit in text for suit in SUITS)}
    assert suited <= {"hearts heal before diamonds draw", "the enemy is immune to spades"}


def test_after_the_game_the_list_is_closed():
    t = story(["6C", "+2"], enemy="JH").do("yield")
    assert phrases(t.view(0)) == ()
