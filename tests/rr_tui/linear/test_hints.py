"""A hint in text mode: the word `hint`, once more where others read of it."""

import pytest

from rr_net.link import AskHint, HintTold, OptionState, Window
from rr_tui.client.hints import TELLS, THINKING
from tests.rr_tui.linear.test_interface import Table, ask, lobby, seat, seated, welcome

HINTS = OptionState(name="hints", value="on", values=("on", "off"), default="on", clause="",
                    help="")  # fmt: skip
WINDOW = Window(about="", closes_in=0.0, lasts=0.0, somebody_holds=False, mine=True,
                answered=False, can_hold=True)  # fmt: skip
TOLD = HintTold(number=4, option=1, text="Skip: {1} would have 1 card instead of 2.",
                nearly="Cast Alley Cat")  # fmt: skip


def at_a_table(**changes):
    table = Table()
    seats = (seat(0, "Ann"), seat(1, "Bob"))
    table.hears(welcome(), lobby(phase="playing", seats=seats, options=(HINTS,), **changes))
    table.hears(ask("cast Alley Cat", "skip"))
    return table


def test_alone_the_word_asks_and_the_hint_is_said_with_names():
    table = at_a_table(alone=True)
    assert table.types("hint") == [AskHint(number=4, tell=False)]
    assert table.lines[-1] == THINKING
    said = table.hears(TOLD)
    assert said == ["Hint: Skip: Bob would have 1 card instead of 2.",
                    "Nearly as good: Cast Alley Cat."]  # fmt: skip
    assert table.types("hint") == []
    assert table.lines == said


def test_at_a_table_of_several_it_is_said_first_who_reads_of_it():
    table = at_a_table()
    assert table.types("hint") == []
    assert TELLS.split(",")[0] in " ".join(table.lines)
    assert table.types("hint") == [AskHint(number=4, tell=True)]
    table.hears(ask("cast Alley Cat", "skip", number=6))
    assert table.types("hint") == [AskHint(number=6, tell=True)]


@pytest.mark.parametrize("word", ["?", "help"])
def test_the_help_names_it(word):
    table = seated()
    table.types(word)
    assert any(line.startswith("hint:") for line in table.lines)


def test_h_still_says_who_is_here_and_what_gives_a_hint_where_there_is_one():
    table = at_a_table()
    table.types("h")
    assert any("Ann" in line for line in table.lines)
    assert table.lines[0] == "For a hint type hint. Who is here:"
    table.hears(ask("use Tricky Trap", "pass", number=6, window=WINDOW))
    table.types("h")
    assert any("Ann" in line for line in table.lines)
    assert not any("type hint" in line for line in table.lines)
