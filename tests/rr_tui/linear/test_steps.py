"""Text mode in steps: which card, which square, how it is turned; told and answered in words."""

from types import SimpleNamespace

import pytest

from rr_net.link import Chat, Give, KeepProfile
from rr_tui.linear import TextInterface
from rr_tui.linear.items import MenuEntry, NumberedMenu
from rr_tui.linear.menu import menu_of
from rr_tui.linear.steps import FEW, words_of
from tests.support.fakeclock import FakeClock
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk
from tests.support.rr_tui.runeboard import BOARD, asked, at, messages, news


class Reader:
    """Somebody at a line of text."""

    def __init__(self, table, seat=0):
        self.table, self.seat = table, seat
        self.lines, self.sent = [], []
        self.clock = FakeClock()
        channel = SimpleNamespace(is_terminal=False, write_line=self.lines.append)
        self.interface = TextInterface(SimpleNamespace(send=self.send), channel, self.clock)
        self.hear(*messages(table, seat))

    def send(self, message):
        # Tips that were met are kept beside whatever is played.
        self.sent += [message] if not isinstance(message, KeepProfile) else []

    def hear(self, *told):
        for message in told:
            self.interface.hear(message)
        self.clock.advance(0.01)

    def say(self, text):
        """What is told after a line was typed."""
        del self.lines[:]
        self.interface.said(text)
        return "\n".join(self.lines)

    @property
    def answer(self):
        """The option of the last answer, or None."""
        gives = [message for message in self.sent if isinstance(message, Give)]
        return asked(self.table, self.seat).options[gives[-1].option] if gives else None


def first_turn(**more):
    return Scene(hands=("R09 R02", "R04"), **more).table


def test_hundreds_of_placements_are_asked_card_by_card():
    reader = Reader(first_turn())
    text = "\n".join(reader.lines)
    assert "Lay a card" in text
    assert "1: Rune card R09, BG/BG/BR: 10 points of runes, 16 ways" in text
    assert "2: Rune card R02" in text
    assert "Lay BG/BG/BR at" not in text


def test_then_the_square_and_then_how_it_is_turned():
    reader = Reader(first_turn())
    squares = reader.say("1")
    assert "Where? Say the square of its upper left corner" in squares
    assert "(0,1)" in squares
    order = next(o.order for o in asked(reader.table, 0).options if o.at == 0)
    told = reader.say(f"{order[0]},{order[1]}")
    if reader.answer is None:
        assert "How shall it lie?" in told
        reader.say(str(90 * order[2]))
    assert reader.answer.order == order


def test_every_placement_can_be_said_in_one_line():
    table = at("lay", 9, 4)
    seat = table.asked[0].seat
    for option in asked(table, seat).options:
        reader = Reader(table, seat)
        x, y, quarter = option.order
        thing = 1 + sorted({o.at for o in asked(table, seat).options}).index(option.at)
        reader.say(f"{thing} ({x}, {y}) {90 * quarter}")
        assert reader.answer == option


def test_a_turn_that_is_not_offered_lays_nothing():
    table = first_turn()
    reader = Reader(table)
    lone = {}
    for option in asked(table, 0).options:
        lone.setdefault((option.at, option.order[:2]), []).append(option.order[2])
    (card, square), [quarter] = next((k, v) for k, v in lone.items() if len(v) == 1)
    other = 90 * ((quarter + 1) % 4)
    told = reader.say(f"{card + 1} {square[0]},{square[1]} {other}")
    assert f"({square[0]},{square[1]}), " in told
    assert "RN-PLACE-" in told
    assert reader.sent == []


def test_of_a_square_that_is_not_offered_the_rule_is_told_and_the_step_asked_again():
    reader = Reader(first_turn())
    told = reader.say("1 30,30")
    assert told.count("It must cover at least one rune. RN-PLACE-02") == 4
    assert "Where?" in told
    told = reader.say("1,1 0")
    assert "(1,1), as it is: Its runes match neither" in told
    assert "turned" not in told
    assert reader.sent == []


def test_what_is_no_square_and_no_turn_is_said_to_be_none():
    reader = Reader(first_turn())
    assert "There is no 99 after" in reader.say("1 99")
    assert "nothing that can be typed" in reader.say("blue")
    assert reader.sent == []


def test_a_square_alone_lays_nothing_while_the_card_is_open():
    reader = Reader(first_turn())
    for option in asked(reader.table, 0).options:
        x, y, quarter = option.order
        reader.say(f"{x},{y}")
        reader.say(f"{90 * quarter}")
    assert reader.sent == []


def test_b_leads_back_and_enter_asks_from_the_beginning():
    reader = Reader(first_turn())
    reader.say("1")
    assert "2: Rune card R02" in reader.say("b")
    reader.say("2")
    assert "2: Rune card R02" in reader.say("")
    assert "nothing that can be typed" in reader.say("b")


def test_what_is_said_meanwhile_does_not_lead_back():
    reader = Reader(first_turn())
    reader.say("1")
    reader.hear(Chat(name="Bob", seat=1, text="take your time"), *news(reader.table, 0, 9))
    order = next(o.order for o in asked(reader.table, 0).options if o.at == 0)
    reader.say(f"{order[0]},{order[1]} {90 * order[2]}")
    assert reader.answer.order == order
    assert reader.sent[-1].number == 9


def test_a_master_is_placed_by_saying_its_square():
    table = Scene("R01@(1,-1)/270", hands=("R09 R02", "R04")).lay("R09@(0,2)/0").table
    reader = Reader(table)
    text = "\n".join(reader.lines)
    assert "or d: Draw a card" in text
    assert "or u: Take the card back" in text
    assert "Place a master on a square, " in text
    assert "Place a master on blue at (1,0): area worth 5." in reader.say("i 1,0")
    assert reader.sent == []
    reader.say("1,0")
    assert (reader.answer.act, reader.answer.order) == ("master", (1, 0))


def test_what_a_choice_would_do_to_the_points_is_told_on_demand():
    table = Scene("R01@(1,-1)/270", hands=("R09 R02", "R04")).lay("R09@(0,2)/0").table
    reader = Reader(table)
    lines = reader.say("3").splitlines()
    number = next(line.split(":")[0] for line in lines if "(1,0)" in line)
    told = reader.say(f"i {number}")
    assert "You: 0 to 5 points." in told
    assert "Bob: as before." in told


def test_a_few_squares_are_said_at_once():
    table = at("token", 3)
    seat = table.asked[0].seat
    options = asked(table, seat).options
    assert len(options) <= FEW + 1
    told = " ".join("\n".join(Reader(table, seat).lines).split())
    assert all(option.label in told for option in options)


def test_every_question_of_a_game_can_be_answered_with_numbers():
    table = dealt(6, grand_master="on")
    reached = 0
    for number, choose in enumerate(walk(table, 6, patient=True)):
        if number % 4:
            continue
        reader = Reader(table, choose.seat)
        found = set(leaves(menu_of(reader.interface.model)))
        assert found == set(range(len(choose.options)))
        reached += len(found)
    assert reached > 100


def leaves(menu):
    for item in menu.items:
        if item.message is not None:
            yield item.message.option
        if item.into is not None:
            yield from leaves(item.into)


@pytest.mark.parametrize(("typed", "words"), [
    ("1 0,-2 90", ["1", "0,-2", "90"]),
    ("(0, -2)", ["0,-2"]),
    ("1 (0;-2)", ["1", "0,-2"]),
    ("l 20", ["l", "20"]),
    ("", []),
])  # fmt: skip
def test_squares_are_written_in_several_ways(typed, words):
    assert words_of(typed) == words


def test_a_name_that_two_next_steps_share_is_no_answer():
    twice = tuple(
        MenuEntry(
            name,
            into=NumberedMenu(
                "?", (MenuEntry(name * 2, Give(number=1, option=1), names=("0,0",)),)
            ),
        )
        for name in "ab"
    )
    assert NumberedMenu("?", twice).find("0,0") is None
    assert NumberedMenu("?", twice[:1]).find("0") is None
    assert NumberedMenu("?", twice[:1]).find("0,0").label == "aa"


# --- the table in sentences -------------------------------------------------------------------


def test_the_table_is_told_in_sentences():
    stood = Scene("R01@(1,-1)/270", hands=("R09 R02", "R04"), m1=[(1, 0)], m2=[(0, 1)],
                  tokens=[(1, 1, 2, 0)], grand_master="on")  # fmt: skip
    reader = Reader(stood.table)
    told = " ".join(reader.say("v").split())
    assert "You, who began: " in told
    assert "Your area of " in told
    assert "Bob's area of 1 red rune, worth 3: (0,1)." in told
    assert "You have 1 master at (1,0)." in told
    assert "Bob has a token at (1,2)." in told
    assert "R09 BG/BG/BR" in told
    assert "(1,0)" in told
    for face in stood.state.hand[1]:
        assert RULES.card_set.face(face) not in told.split("Cards that you have not seen")[0]


def test_every_table_of_a_game_is_told_to_everybody():
    table = dealt(8, grand_master="on")
    reader = Reader(table)
    for _ in walk(table, 8, patient=True):
        for seat in (0, 1, None):
            view = RULES.view(table.state, seat)
            words = "\n".join(BOARD.told(view, reader.interface.model))
            counted = sum(f"({c.x},{c.y})" in words for c in view.cells)
            assert counted == len(view.cells)
