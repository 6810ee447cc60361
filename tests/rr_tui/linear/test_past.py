"""Past games in words."""

from rr_net.link import AskHistory, PastAgainst
from rr_tui.board.model import PlayerModel
from rr_tui.linear.commands import message_of
from rr_tui.linear.words import MOST_TOLD, past_words
from tests.rr_tui.screens.test_history import EVERY, NONE, past, told


def test_history_asks_and_words_narrow_it_down():
    assert message_of("history", "", PlayerModel()) == AskHistory(find="")
    assert message_of("history", "ann lost", PlayerModel()) == AskHistory(find="ann lost")


def test_each_game_is_a_sentence_and_then_comes_what_they_add_up_to():
    said = list(past_words(EVERY))
    assert said == [
        "3 past games:",
        "22 Nov: Runes & Regulations with ann, root, cem, 41 min: won, checked.",
        "22 Nov: Runes & Regulations with 5 people, turn 9: unfinished.",
        "22 Nov: Runes & Regulations with ann, root, cem, 41 min: void, does not verify.",
        "Rating, Rune, root: 22, give or take 6, from 3 games.",
        "Against ann: won 3, lost 2.",
        "Regicide: best 11/12.",
    ]


def test_what_is_not_there_is_said_and_what_is_not_read_out_is_counted():
    assert list(past_words(NONE)) == ["No past games here yet."]
    assert list(past_words(NONE.model_copy(update={"find": "bob"}))) == ["No past game fits."]
    many = told(*(past(n) for n in range(1, MOST_TOLD + 4)))
    assert "And 3 more: history and a name, won, lost or >30." in list(past_words(many))
    assert "And 3 more: runes history and a name, won, lost or >30." in list(
        past_words(many, "runes history")
    )


def test_a_drawn_score_is_said():
    met = PastAgainst(name="cem", won=1, lost=0, drawn=2)
    drawn = EVERY.model_copy(update={"against": (met,)})
    assert "Against cem: won 1, lost 0, drawn 2." in list(past_words(drawn))
