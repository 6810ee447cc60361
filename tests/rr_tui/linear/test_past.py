"""Past games in words."""

import asyncio
from types import SimpleNamespace

import pytest

from rr_net.link import AskHistory, PastAgainst
from rr_tui.board.model import PlayerModel
from rr_tui.linear import TextInterface
from rr_tui.linear.commands import message_of
from rr_tui.linear.past import HOW, NO_RECORDS, NO_SUCH, WAIT, PastInText
from rr_tui.linear.teller import Paper
from rr_tui.linear.words import MOST_TOLD, past_words
from tests.rr_tui.screens.test_history import EVERY, NONE, NONE_OF, Acts, past, told
from tests.support.fakeclock import FakeClock
from tests.support.rr_tui.fakelink import FakeLink, game


def test_history_asks_and_words_narrow_it_down():
    assert message_of("history", "", PlayerModel()) == AskHistory(find="")
    assert message_of("history", "ann lost", PlayerModel()) == AskHistory(find="ann lost")


def test_each_game_is_a_sentence_and_then_comes_what_they_add_up_to():
    said = list(past_words(EVERY))
    assert said == [
        "3 past games:",
        "1, 22 Nov: Runes & Regulations with ann, root, cem, 41 min: won, checked.",
        "2, 22 Nov: Runes & Regulations with 5 people, turn 9: unfinished.",
        "3, 22 Nov: Runes & Regulations with ann, root, cem, 41 min: void, does not verify.",
        "Rating, Rune, root: 22, give or take 6, from 3 games.",
        "Against ann: won 3, lost 2.",
        "Regicide: best 11/12.",
    ]


def test_what_is_not_there_is_said_and_what_is_not_read_out_is_counted():
    assert list(past_words(NONE)) == ["No past games here yet."]
    assert list(past_words(NONE_OF)) == ['None of 3 past games fits "nobody".']
    of_an_older_host = NONE.model_copy(update={"find": "bob"})
    assert list(past_words(of_an_older_host)) == ["No past game fits."]
    many = told(*(past(n) for n in range(1, MOST_TOLD + 4)))
    assert "And 3 more: history and a name, won, lost or >30." in list(past_words(many))
    assert "And 3 more: runes history and a name, won, lost or >30." in list(
        past_words(many, "runes history")
    )


def test_a_drawn_score_is_said():
    met = PastAgainst(name="cem", won=1, lost=0, drawn=2)
    drawn = EVERY.model_copy(update={"against": (met,)})
    assert "Against cem: won 1, lost 0, drawn 2." in list(past_words(drawn))


# --- what is done with them ----------------------------------------------------------------------


class Reading:
    """Somebody at a table who types, and the lines that come of it."""

    def __init__(self, desk=None):
        self.lines, self.opened = [], []
        link, self.model = FakeLink(), PlayerModel()
        link.desk = self.desk = desk
        self.model.past = EVERY
        paper = Paper(self.lines.append, 200)
        self.past = PastInText(link, paper, lambda: self.model, self.opened.append)

    async def types(self, words):
        """What is said to what stands after `past`, once all that it began is done."""
        mark = len(self.lines)
        self.past.said(words)
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
        return self.lines[mark:]


async def test_a_game_that_was_read_out_is_told_checked_copied_and_replayed():
    reading = Reading(Acts())
    assert (await reading.types("2"))[0] == "All about game 2."
    assert await reading.types("1 check") == [WAIT, "Verified: as dealt."]
    assert await reading.types("1 copy") == [WAIT, "It is in rune-1.json."]
    assert await reading.types("1 replay") == [WAIT]
    assert [each.reel.title for each in reading.opened] == ["Rune"]
    assert await reading.types("2 replay") == [WAIT, "its record is not here"]
    assert len(reading.opened) == 1


async def test_one_is_forgotten_when_it_is_typed_twice_in_a_row():
    reading = Reading(Acts())
    assert (await reading.types("forget me"))[0].startswith("Wherever you sat")
    await reading.types("1")
    assert (await reading.types("forget me"))[0].startswith("Wherever you sat")
    assert reading.desk.asked == []
    assert await reading.types("forget me") == [WAIT, 'In 3 games stands "somebody" now.']
    assert reading.desk.asked == ["forget"]


@pytest.mark.parametrize("words", ["0", "4", "-1", "²", "999999", "0 check", "7 replay"])
async def test_a_number_that_was_not_read_out_is_refused(words):
    reading = Reading(Acts())
    assert await reading.types(words) == [NO_SUCH]
    reading.model.past = None
    assert await reading.types("1 check") == [NO_SUCH]


@pytest.mark.parametrize("words", ["", "1 burn", "forget them", "1 check now"])
async def test_what_cannot_be_done_is_answered_with_what_can(words):
    assert await Reading(Acts()).types(words) == [HOW]


async def test_where_nothing_is_kept_or_too_much_is_asked_that_is_said():
    reading = Reading()
    assert await reading.types("1 check") == [NO_RECORDS]
    assert await reading.types("1") == ["All about game 1.", EVERY.games[0].lines[1]]


def test_a_table_in_text_takes_the_word():
    lines, link = [], FakeLink(*game())
    channel = SimpleNamespace(is_terminal=False, write_line=lines.append)
    interface = TextInterface(link, channel, FakeClock(), 200)
    link.attach(interface.hear)
    interface.said("past")
    assert lines[-1] == HOW
