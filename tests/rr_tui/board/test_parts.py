"""The small parts under the board: rows, choices, walking, the guard, the keys."""

import importlib
import pkgutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import Binding
from textual.dom import DOMNode

import rr_tui
from rr_tui.board.answers import Name, OptionChosen, meaning
from rr_tui.board.chance import purpose
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import NO_OPTIONS
from rr_tui.board.painting import OF_MESSAGES, OF_PASSING, LatelyDrawn, wrapped
from rr_tui.board.plan import AREAS, plan
from rr_tui.board.scroll import listed_part
from rr_tui.board.walk import moved_down
from rr_tui.client.commands import commands, matching
from rr_tui.dialogs.keymap import RESERVED, owner_of
from rr_tui.games.registry import BOARDS, idiom_of, load_board
from rr_tui.looks import keys
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Place, Span, cut, fit, pad, plain, spread, width_of, wrap, wrap_row
from rr_tui.looks.wording import sentence
from rr_tui.screens.guard import HELD_DOWN, Guard
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import lobby, person, welcome
from tests.support.rr_tui.views import STREET, ask, option, scene, table

TEXT = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=60)


# --- pictures that many see ---


def drawing_of(lately, drawn):
    """Draws a scene on a screen of 120x40, and notes which areas were drawn for it."""

    def draw(seen, area):
        return lately.rows(seen, plan(120, 40), area, lambda shown: drawn.append(area) or [
            (Span(f"{area}: {shown.title} {shown.hint} {shown.focus.zone} {plain(shown.lines)}"),)
        ])  # fmt: skip

    return lambda seen: {area: draw(seen, area) for area in AREAS}


def test_an_area_is_drawn_once_for_all_who_see_the_same():
    drawn = []
    seen_by = drawing_of(LatelyDrawn(), drawn)
    one = scene()
    first, again = seen_by(one), seen_by(replace(one))
    assert sorted(drawn) == sorted(AREAS)
    assert all(again[area] is first[area] for area in AREAS)


@pytest.mark.parametrize(
    "other",
    [
        {"title": "another table"},
        {"hint": "a word for this player alone"},
        {"focus": Place("hand", 0, 1)},
        {"view": replace(scene().view)},
    ],
    ids=str,
)
def test_who_sees_something_else_is_shown_nothing_that_was_drawn_for_others(other):
    drawn = []
    seen_by = drawing_of(LatelyDrawn(), drawn)
    seen_by(scene())
    mine = seen_by(replace(scene(), **other))
    assert len(drawn) == 2 * len(AREAS)
    assert mine == drawing_of(LatelyDrawn(), [])(replace(scene(), **other))


def test_who_has_another_log_shares_the_table_and_nothing_that_is_said():
    drawn = []
    seen_by = drawing_of(LatelyDrawn(), drawn)
    one = scene()
    early = seen_by(replace(one, lines=((Span("what was long ago"),),)))
    late = seen_by(one)
    assert sorted(drawn) == sorted([*AREAS, *OF_MESSAGES])
    assert {area for area in AREAS if "long ago" in plain(early[area])} == OF_MESSAGES
    assert not any("long ago" in plain(rows) for rows in late.values())


def test_what_passes_by_itself_is_drawn_where_it_stands_and_nowhere_else():
    drawn = []
    seen_by = drawing_of(LatelyDrawn(), drawn)
    one = scene()
    before, later = seen_by(one), seen_by(replace(one, gauge=3))
    assert sorted(drawn) == sorted([*AREAS, *OF_PASSING])
    assert {area for area in AREAS if before[area] is not later[area]} == OF_PASSING


def test_pictures_that_nobody_sees_any_more_are_not_kept():
    drawn = []
    seen_by = drawing_of(LatelyDrawn(), drawn)
    views = [replace(scene().view) for _ in range(200)]
    for view in [*views, *reversed(views)]:
        seen_by(replace(scene(), view=view))
    kept = 2 * len(views) * len(AREAS) - len(drawn)
    assert 0 < kept <= 64 * len(AREAS)


# --- rows ---


def test_the_log_breaks_no_name_of_a_card_that_fits_in_a_line():
    names = frozenset(card.name for card in views.FACES.values() if " " in card.name)
    for name in names:
        entry = (Span("Bob", "seat2"), Span(f" DESTROYS {name} on "), Span("Ann", "seat1"))
        lines = plain(wrapped(entry, 34, names)).split("\n")
        assert any(name in line for line in lines)
        assert max(map(len, lines)) <= 34
        assert " ".join(" ".join(lines).split()) == plain([entry])
        assert "\xa0" not in plain(wrapped(entry, 34, names))
    longest = max(names, key=len)
    narrow = wrapped((Span(longest),), len(longest) - 1, names)
    assert " ".join(plain(narrow).split()) == longest


@given(TEXT, st.integers(0, 50))
def test_a_text_is_never_wider_than_it_may_be(text, width):
    assert width_of((Span(fit(text, width)),)) <= width


@given(st.lists(TEXT, max_size=5), st.integers(1, 50))
def test_a_row_is_padded_or_cut_to_its_width_exactly(texts, width):
    row = tuple(Span(text) for text in texts)
    assert width_of(pad(row, width)) == width
    assert width_of(cut(row, width)) <= width
    assert width_of(spread(row, (Span("end"),), max(width, 3))) == max(width, 3)


@given(TEXT, st.integers(2, 40))
def test_wrapped_lines_hold_every_word_and_fit(text, width):
    lines = wrap(text, width)
    assert all(width_of((Span(line),)) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_word_of_several_roles_is_not_broken_within():
    row = (Span("on ", "text"), Span("Robot", "seat3"), Span("'s Lawn", "text"))
    assert plain(wrap_row(row, 9)) == "on\nRobot's\nLawn"
    assert plain(wrap_row(row, 10)) == "on Robot's\nLawn"
    assert [span.role for span in wrap_row(row, 10)[0] if span.text.strip()] == [
        "text", "seat3", "text",
    ]  # fmt: skip


def test_a_wrapped_row_keeps_the_role_of_each_word():
    row = (Span("Bob", "seat2"), Span(" steals a "), Span("Dragon", "keyword"))
    rows = wrap_row(row, 8)
    assert plain(rows) == "Bob\nsteals a\nDragon"
    assert rows[0][0].role == "seat2"
    assert rows[-1][0].role == "keyword"


def test_only_seat_numbers_in_braces_become_names():
    row = sentence("{1} says {x} and {0}, {12} {", ("Ann", "Bob"))
    assert plain([row]) == "Bob says {x} and Ann, {12} {"
    assert [span.role for span in row if span.text in ("Ann", "Bob")] == ["seat2", "seat1"]


@pytest.mark.parametrize(
    ("count", "room", "focus", "first", "more"),
    [(3, 5, None, 0, 0), (7, 5, None, 0, 3), (7, 5, 6, 3, 3), (7, 5, 2, 0, 3), (0, 0, None, 0, 0)],
)
def test_a_list_too_long_shows_the_part_with_the_cursor(count, room, focus, first, more):
    found = listed_part(count, room, focus)
    assert (found.first, found.hidden) == (first, more)
    assert focus is None or found.first <= focus < found.last


# --- choices ---


def test_without_a_question_there_is_nothing_to_choose():
    assert STREET.option_places(None, table()) is NO_OPTIONS
    assert meaning(NO_OPTIONS, (), Place("hand", 0, 0)) is None


@pytest.mark.parametrize(
    "broken",
    [
        option(0, "pick", "lawn", 9, 0),
        option(0, "pick", "lawn", 1, 99),
        option(0, "pick", "hand", 1, 0),
        option(0, "pick", "limbo", -1, 0),
        option(0, "pick", "main_discard", -1, 50),
        option(0, "slot", "fence", 0, 1),
        option(0, "mode", "", 0, 1),
    ],
)
def test_an_option_that_the_board_cannot_place_is_a_word(broken):
    found = STREET.option_places(ask(broken), table())
    assert found.words == (Place("word", -1, 0),)
    assert meaning(found, (broken,), found.words[0]) == OptionChosen(broken)


def test_a_player_is_chosen_at_the_title_of_their_box():
    found = STREET.option_places(ask(option(0, "player", "", 2)), table())
    assert set(found.at) == {Place("player", 2)}


def test_a_thing_named_twice_goes_back_to_before_it():
    question = views.reactions()
    found = STREET.option_places(question, table(), (0,))
    assert found.picked == (Place("fence", 0, 0),)
    assert meaning(found, question.options, Place("fence", 0, 0)) == Name((), None)


def test_the_first_of_pass_skip_no_and_done_is_what_space_says():
    found = STREET.option_places(ask(option(0, "no"), option(1, "skip")), table())
    assert found.decline.act == "skip"


@pytest.mark.parametrize(
    ("place", "order"),
    [
        (Place("hand", 0, 0), (1, 0, 2, 3, 4)),
        (Place("hand", 0, 4), (4, 0, 1, 2, 3)),
        (Place("fence", 0, 1), (1, 0)),
        (Place("lawn", 0, 0), None),
        (Place("fence", 1, 0), None),
        (Place("hand", 0, 9), None),
    ],
)
def test_moving_a_card_down_is_a_permutation(place, order):
    assert moved_down(scene(), place) == order


# --- the guard ---


def test_a_key_answers_only_after_the_question_was_drawn():
    guard = Guard()
    assert guard.asks("which?")
    assert not guard.lets(10.0)
    guard.shown("which?", 5.0)
    assert not guard.lets(4.9)
    assert guard.lets(5.0)


def test_an_old_drawing_says_nothing_about_a_new_question():
    guard = Guard()
    guard.asks("first?")
    guard.asks("second?")
    guard.shown("first?", 5.0)
    assert not guard.lets(6.0)


def test_the_same_question_drawn_again_stays_answerable():
    guard = Guard()
    guard.asks("which?")
    guard.shown("which?", 5.0)
    assert not guard.asks("which?")
    assert guard.lets(6.0)


def read_at(at):
    guard = Guard()
    guard.asks("which?")
    guard.shown("which?", at)
    return guard


@pytest.mark.parametrize(("after", "declines"), [(0.0, False), (0.49, False), (0.5, True)])
def test_nobody_declines_what_they_have_not_read(after, declines):
    assert read_at(5.0).lets_decline(5.0 + after) == declines
    assert read_at(5.0).lets(5.0 + after)


def test_a_key_that_goes_on_repeating_declines_nothing():
    guard = read_at(5.0)
    at = 4.9
    while at < 9.0:
        assert not guard.lets_decline(at)
        at += HELD_DOWN * 0.9
    assert guard.lets_decline(at + HELD_DOWN)


def test_a_page_settles_once_and_not_with_every_change_of_it():
    guard = Guard(2.0)
    guard.asks("which?")
    guard.shown("which?", 5.0)
    assert not guard.lets_decline(6.9)
    guard.asks("another?")
    guard.shown("another?", 6.9)
    assert not guard.lets_decline(7.3)
    assert guard.lets_decline(7.7)


def test_what_nobody_has_seen_is_not_declined():
    guard = Guard()
    guard.asks("which?")
    assert not guard.lets_decline(99.0)


# --- keys and commands ---


def classes():
    """Every class of the interface that has bindings."""
    for found in pkgutil.walk_packages(rr_tui.__path__, "rr_tui."):
        module = importlib.import_module(found.name)
        for thing in vars(module).values():
            if (
                isinstance(thing, type)
                and issubclass(thing, DOMNode)
                and thing.__module__ == found.name
            ):
                yield thing


def test_every_binding_has_an_id_of_its_own():
    seen = {}
    for owner in classes():
        for binding in owner.__dict__.get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            assert binding.id, f"{owner.__name__}: {binding.key} has no id"
            assert seen.setdefault(binding.id, owner) is owner or _is_same(binding)
    assert {key.id for key in keys.ALL} <= set(seen)


def _is_same(binding):
    """Whether a screen does something of its own on the key of an action, whichever that is."""
    return any(key.id == binding.id and key.keys == binding.key for key in keys.ALL)


def test_no_binding_clashes_with_tmux_screen_or_flow_control():
    taken = {"ctrl+a", "ctrl+b", "ctrl+s", "ctrl+q"}
    for owner in classes():
        for binding in owner.__dict__.get("BINDINGS", ()):
            assert not taken & set(binding.key.split(","))
    assert taken <= RESERVED


def test_no_two_actions_of_the_board_share_a_key():
    owners = {}
    for each in keys.ALL:
        for key in each.keys.split(","):
            owners.setdefault(key, []).append(each)
    shared = {key: found for key, found in owners.items() if len(found) > 1}
    assert set(shared) == {"r", "n"}
    assert all(keys.can_share(*found) for found in shared.values())


def test_a_key_belongs_to_whoever_has_it_after_the_remap():
    moved = Profile(keymap={"board.draw": "x"})
    assert owner_of(moved, "x", "").id == "board.draw"
    assert owner_of(moved, "d", "") is None


def known(**changes):
    found = PlayerModel()
    found.learn(welcome(**changes))
    found.learn(lobby("playing", people=(person("Ann", 0),)))
    return found


def test_a_guest_has_no_command_of_the_hosts():
    assert "end_game" not in {command.action for command in commands(known())}
    assert "end_game" in {command.action for command in commands(known(is_host=True))}


def test_commands_are_found_by_the_beginnings_of_their_words():
    found = commands(known(is_host=True))
    assert [command.action for command in matching(found, "end g")] == ["end_game"]
    assert [command.action for command in matching(found, "the ga")][-1] == "end_game"
    assert matching(found, "") == found


def test_what_asks_without_being_a_card_is_named_in_words():
    assert scene().title_of("block_party") == "Block Party"
    assert scene().title_of("tidy-up") == "Tidy Up"
    assert scene().title_of("") == "a card"


def test_each_key_is_told_of_where_it_does_something():
    told = {
        game: {key.id for key in keys.ALL if key.helps(load_board(game).scene.idiom)}
        for game in BOARDS
    }
    where = {
        "board.sort": {"runes-regulations", "rune"},
        "board.wait": {"runes-regulations"},
        "board.draw": {"runes-regulations", "rune"},
        "board.undo": {"regicide", "rune"},
        "board.hop": {"rune"},
        "board.turn": {"rune"},
        "board.choose": set(BOARDS),
    }
    assert {key: {game for game in told if key in told[game]} for key in where} == where


@pytest.mark.parametrize(
    ("game", "labels", "words"),
    [
        ("regicide", ("veiled",), "shuffles the discard deck"),
        ("runes-regulations", ("roles", "forbidden_deck"), "the role and Forbidden decks"),
        ("another game", ("shell_deck", "veiled"), "the shell and veiled decks"),
    ],
)
def test_each_game_calls_what_is_shuffled_by_its_own_words(game, labels, words):
    known = PlayerModel(lobby=lobby(game=game))
    assert words in purpose(views.chance(labels=labels), idiom_of(known))
