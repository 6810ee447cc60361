"""Regicide in text mode: the table in sentences, plays as choices, warnings and phrases."""

from types import SimpleNamespace

import pytest

from rr_net.link import Give, KeepProfile, Say
from rr_tui.linear import TextInterface
from tests.support.fakeclock import FakeClock
from tests.support.rr_rules.regicide import story
from tests.support.rr_tui.regicidescreen import told

PHRASES = (("hand-1", "The hand of {1} has 5 cards"), ("tavern", "The Tavern has 20 cards"))


class Reader:
    """Somebody who reads lines and types some."""

    def __init__(self, t, seat=0, **spoken):
        self.lines, self.sent = [], []
        channel = SimpleNamespace(is_terminal=False, write_line=self.lines.append)
        link = SimpleNamespace(send=self.send)
        self.clock = FakeClock()
        self.interface = TextInterface(link, channel, self.clock, 100)
        self.hears(*told(t.table, seat, **spoken))

    def send(self, message):
        # Tips that were met are kept beside whatever is played.
        self.sent += [message] if not isinstance(message, KeepProfile) else []

    def hears(self, *messages):
        for message in messages:
            self.interface.hear(message)
        self.clock.advance(0.001)
        return self.lines

    def types(self, line):
        """What is written after a typed line."""
        del self.lines[:]
        self.interface.said(line)
        return list(self.lines)


def test_plays_are_numbered_choices_and_declining_has_a_letter():
    t = story(["5H 5S 9C", "+3"], enemy="QD")
    reader = Reader(t)
    assert "1: Play 5♥" in reader.lines
    assert "4: Play 5♥ + 5♠" in reader.lines
    assert "5 or y: Yield" in reader.lines
    reader.types("4")
    assert reader.sent == [Give(number=7, option=3)]


def test_the_deal_says_the_own_hand_the_first_enemy_and_the_goal():
    lines = Reader(story(["5H 5S 9C", "+3"], enemy="QD")).lines
    assert "Your hand: 5 of Hearts, 5 of Spades, 9 of Clubs." in lines
    assert "The enemy is the Queen of Diamonds, 5 of 12." in lines
    assert "The goal: fell all 12 enemies together; you all win, or all lose." in lines
    alone = Reader(story(["5H 5S 9C"], enemy="QD")).lines
    assert "The goal: fell all 12 enemies." in alone


def test_the_table_is_told_in_sentences():
    hurt = {"shield": 4, "blocked": 6, "damage": 12, "yielded": [False, True, False]}
    t = story(["5H 9C", "+3", "+1"], enemy="QS", discard="4D 7C", table=["1: 9H 2S"],
              tavern="+9 JH", known=[10], **hurt)  # fmt: skip
    words = "\n".join(Reader(t).types("v"))
    for sentence in (
        "The enemy is the Queen of Spades, 5 of 12.",
        "Health 18 of 30. Attack 11. Shield 4.",
        "It is immune to Spades: no power, but the damage counts.",
        "Spades worth 6 wait for a Jester to wake them.",
        "You may yield.",
        "Behind the enemy: 3 Queens, 4 Kings. 4 defeated, 0 exactly.",
        "The Tavern has 10 cards, on top Jack of Hearts.",
        "The discard pile has 2 cards, the newest last: 4 of Diamonds, 7 of Clubs.",
        "On the table, by Bob: 9 of Hearts and 2 of Spades.",
        "Your hand, 2 of at most 6, worth 14: 5 of Hearts, 9 of Clubs.",
        "Bob has 3 cards. Yielded on the latest turn.",
    ):
        assert sentence in words


def test_after_a_heal_the_pile_is_told_by_its_top_alone():
    words = "\n".join(Reader(story(["5H", "+3"], discard="4D 7C 9S", veiled=2)).types("v"))
    assert "The discard pile has 3 cards, on top 9 of Spades." in words
    assert "4 of Diamonds" not in words


def test_an_attack_is_told_with_its_running_total():
    t = story(["4C 3C 8H", "+3"], enemy="JH", tavern="")
    t.play("4C").cover("3C")
    reader = Reader(t)
    assert "Discard to cover 10: 3 covered, 7 to go" in reader.lines
    assert "You are attacked for 10: 3 covered, 7 to go." in reader.types("v")


def test_who_names_the_next_player_is_told():
    t = story(["* 5H", "+3", "+2"]).play("*")
    assert "You name who takes the next turn." in Reader(t).types("v")
    assert "Ann names who takes the next turn." in Reader(t, 1).types("v")


def test_a_choice_says_beforehand_what_it_would_do():
    t = story(["5H 5S 9C", "+3"], enemy="QD", discard="+4", damage=10)
    reader = Reader(t)
    words = reader.types("i 4")
    assert words[0] == "Play 5♥ + 5♠."
    assert "10 damage: 10 health left." in words
    assert "Hearts heal 4 of 4 discarded cards." in words
    assert "Then it attacks for 5: you hold 9." in words
    words = reader.types("i 3")
    assert words[0].startswith("9 of Clubs, number.")
    assert "18 damage (Clubs double): 2 health left." in words
    assert reader.sent == []


def test_an_answer_that_loses_is_sent_only_the_second_time():
    t = story(["5H", "+5"], enemy="QD")
    reader = Reader(t)
    words = " ".join(reader.types("y"))
    assert "the game would be lost. Type it again" in words
    assert reader.sent == []
    reader.types("y")
    assert reader.sent == [Give(number=7, option=1)]


def test_phrases_are_listed_and_said_by_number():
    reader = Reader(story(["5H", "+5"]), phrases=PHRASES, free_chat=False)
    words = reader.types("c")
    assert "c 1: The hand of Bob has 5 cards" in words
    assert "c 2: The Tavern has 20 cards" in words
    reader.types("c 2")
    assert reader.sent == [Say(phrase="tavern")]
    for wrong in ("c 3", "c 0", "c I have hearts"):
        assert "c lists them" in reader.types(wrong)[0]
    assert len(reader.sent) == 1


def test_a_number_means_the_phrase_that_was_read_with_it():
    t = story(["5H", "+5"])
    reader = Reader(t, phrases=PHRASES, free_chat=False)
    reader.types("c")
    signals = (("eager", "I would like to go next"), *PHRASES)
    reader.hears(told(t.table, phrases=signals, free_chat=False)[-1])
    reader.types("c 2")
    assert reader.sent == [Say(phrase="tavern")]


def test_free_words_are_sent_as_they_are_and_the_reminder_is_said():
    reader = Reader(story(["5H", "+5"]), phrases=PHRASES, reminder="Do not hint what you hold")
    assert "Do not hint what you hold." in reader.types("c")
    reader.types("c 2 hearts")
    assert reader.sent == [Say(text="2 hearts")]


@pytest.mark.parametrize("ending", ["won", "lost"])
def test_the_end_is_told_with_every_hand(ending):
    if ending == "won":
        t = story(["4H", "5C"], enemy="KD", castle="", damage=36).play("4H")
        wanted = ("12 defeated, 1 exactly", "Bob has 1 card: 5 of Clubs.")
    else:
        t = story(["4C", "5H 9C"], enemy="KD").play("4C")
        wanted = ("Bob has 2 cards: 5 of Hearts, 9 of Clubs.", "At the end, castle: ")
    words = "\n".join(Reader(t).types("v"))
    for each in wanted:
        assert each in words


def test_the_help_lists_only_what_works_in_this_game():
    words = "\n".join(Reader(story(["5H 5S", "+3"])).types("?"))
    assert "order hand 3 1 2: put them in that order" in words
    for strange in ("fence", "reaction window", "0,-2"):
        assert strange not in words
