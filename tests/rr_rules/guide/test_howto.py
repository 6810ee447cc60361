"""How to play: two pages for each game, and a line that says what wins."""

import pytest

from rr_rules.guide.howto import HEADING, PAGE, goal, pages
from rr_rules.registry import EDITIONS, load_game
from rr_tui.dialogs.guide.howto import page_rows
from rr_tui.looks.spans import width_of
from rr_tui.terminal.depth import ASCII_TWINS

every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)
HEAD = 46
"""Cells of the head of a board that a goal and "your turn" share at 80 columns."""


@every_edition
def test_a_game_has_two_pages_of_76_by_20(edition):
    found = pages(edition)
    assert len(found) == 2
    for page in found:
        rows = page_rows(page)
        assert len(rows) <= PAGE[1], page.title
        assert max(map(width_of, rows)) <= PAGE[0], page.title


@every_edition
def test_the_pages_say_a_turn_in_six_lines_winning_and_three_things_that_are_missed(edition):
    board, winning = pages(edition)
    turn = board.lines[board.lines.index("# A turn in six lines") + 1 :]
    assert len(turn) == 6
    assert board.drawn
    assert board.labels
    assert winning.lines[0] == "# Winning"
    missed = winning.lines.index("# Three things that beginners miss")
    assert [line[:2] for line in winning.lines[missed + 1 : missed + 4]] == ["1 ", "2 ", "3 "]
    assert all(line.startswith(HEADING) or "#" not in line[:1] for line in winning.lines)


@every_edition
def test_a_picture_can_be_drawn_in_ascii(edition):
    text = "".join(page.picture for page in pages(edition))
    assert {char for char in text if not char.isascii() and char not in ASCII_TWINS} == set()


@every_edition
def test_a_goal_fits_beside_the_parts_of_a_turn(edition):
    lines = goal(edition)
    assert len(lines) > 1
    assert list(lines) == sorted(lines, key=len, reverse=True)
    assert len(lines[1]) <= HEAD - len(" · your turn")


def test_each_role_has_a_goal_of_its_own():
    edition = EDITIONS[1]
    game = load_game(edition.game)
    roles = [card.id for card in game.cards(game.settle(edition.options)) if card.kind == "role"]
    told = {role: goal(edition, role) for role in roles}
    assert len(set(told.values())) == len(roles) == 10
    assert all(goal(edition) != lines for lines in told.values())
    assert all(list(lines) == sorted(lines, key=len, reverse=True) for lines in told.values())
