"""The board as a picture: what a view, a question and a size look like in plain text."""

import re
from dataclasses import replace

import pytest

from rr_net.link import ALL_WELL
from rr_tui.board.plan import AREAS
from rr_tui.games.runes_regulations.scene import EVENT_FACES, SPIN_FACES, spins_of, street_plan
from rr_tui.looks.glyphs import ASCII
from rr_tui.looks.spans import Place, plain, width_of
from tests.support.rr_tui import views
from tests.support.rr_tui.views import board, fence, lawn, scene, seat, table

SIZES = [(80, 24), (80, 40), (100, 30), (110, 30), (120, 40), (160, 50), (200, 60), (400, 200)]


def picture(made, size=(80, 24)):
    return plain(board(made, *size))


def line_with(text, words):
    return next(line for line in text.splitlines() if words in line)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_row_fills_the_screen_exactly(size, count):
    view = table()
    made = scene(replace(view, seats=view.seats[:count]), views.cast_phase(), size=size)
    rows = board(made, *size)
    assert len(rows) == size[1]
    assert {width_of(row) for row in rows} == {size[0]}


@pytest.mark.parametrize("size", SIZES)
def test_the_areas_of_the_plan_tile_the_screen(size):
    found = street_plan(*size, 3)
    covered = [
        (x, y)
        for area in AREAS
        for y in range(getattr(found, area).y, getattr(found, area).y + getattr(found, area).height)
        for x in range(getattr(found, area).x, getattr(found, area).x + getattr(found, area).width)
    ]
    assert len(covered) == len(set(covered)) == size[0] * size[1]


def test_a_neighbour_has_a_letter_for_each_family_and_a_sign_for_a_shrub():
    text = picture(scene())
    assert "D Sparkly Dragon" in text
    assert "· Kiddie-Pool Kraken" in text
    assert "# Bratty Dragon" in text


def test_a_shrub_is_called_so_where_the_word_fits():
    text = picture(scene(size=(120, 40)), (120, 40))
    assert "# Bratty Dragon (shrub)" in text


def test_mythical_creatures_stand_before_hexed_ones_and_the_rest_is_counted():
    names = ["#Bratty Dragon", "#Sneaky Griffin", "Sparkly Dragon", "Spoiled Unicorn"]
    names += ["Parcel Pegasus", "#Moulting Griffin", "Kiddie-Pool Kraken"]
    view = table()
    crowded = replace(view, seats=(view.seats[0], seat(1, names), *view.seats[2:]))
    text = picture(scene(crowded))
    assert "+4 more" in text
    assert "Sparkly Dragon" in text
    assert "# Sneaky Griffin" not in text


def test_the_dots_show_the_true_count_however_much_is_hidden():
    names = ["Sparkly Dragon"] * 7 + ["#Bratty Dragon"] * 2
    view = table()
    crowded = replace(view, seats=(seat(0, names), *view.seats[1:]))
    made = scene(crowded)
    assert "Your Lawn ●●●●●+2 HAS FIVE" in picture(made)
    assert "+4 more" in picture(made)


def test_the_lawn_scrolls_with_the_cursor():
    names = ["Sparkly Dragon"] * 6 + ["Parcel Pegasus"]
    view = table()
    crowded = replace(view, seats=(view.seats[0], seat(1, names), *view.seats[2:]))
    assert "Parcel Pegasus" not in picture(scene(crowded))
    assert "▸  P Parcel Pegasus" in picture(scene(crowded, focus=Place("lawn", 1, 6)))


@pytest.mark.parametrize(
    ("mythical", "words"), [(3, None), (4, "1 TO WIN"), (5, "FIVE"), (6, "FIVE")]
)
def test_who_is_about_to_win_is_said_in_words(mythical, words):
    view = table()
    near = replace(view, seats=(*view.seats[:3], replace(view.seats[3], mythical=mythical)))
    title = line_with(picture(scene(near)), "Dee")
    assert (words is None) is ("WIN" not in title and "FIVE" not in title)
    assert words is None or words in title


def test_whose_turn_it_is_stands_on_the_box_and_in_the_header():
    text = picture(scene(table(player=2)))
    assert "┌◆Cem" in text
    assert "Cem's turn" in text
    assert "your turn" in picture(scene(table(player=0)))


def test_the_present_phase_is_in_capitals():
    assert "Draw·▸CAST·Summon" in picture(scene(table(phase="cast")))
    assert "Summon·▸SPIN·End" in picture(scene(table(phase="spin")))


def test_the_street_shows_the_regulation_and_the_piles_and_no_hash():
    street = line_with(picture(scene()), "HOA")
    assert "Loose Paper Ordinance" in street
    assert street.rstrip().endswith("deck 41/2  runes 9/1")


def test_a_regulation_is_whole_in_two_rows_and_has_a_key_where_there_is_one_row():
    street = line_with(picture(scene()), "HOA")
    assert "…[v] deck 41/2" in street
    whole = views.FACES[views.ID["Loose Paper Ordinance"]].text
    text = picture(scene(size=(80, 28)), (80, 28))
    rows = text.splitlines()
    at = next(number for number, row in enumerate(rows) if "HOA" in row)
    first = rows[at].partition("deck")[0]
    assert " ".join(f"{first} {rows[at + 1]}".split()).endswith(whole)


def test_the_chain_stands_in_the_street_while_there_is_one():
    chain = (
        views.waiting(2, "Bratty Dragon", 0, resolving=True),
        views.waiting(3, "Tail-Chasing Unicorn", 0),
        views.waiting(1, "Tricky Trap", 1),
    )
    made = scene(table(chain=chain), size=(160, 50))
    street = line_with(picture(made, (160, 50)), "Chain")
    assert "Cem: BRATTY DRAGON · Dee: Tail-Chasing Unicorn → Bob: Tricky Trap" in street


def test_face_down_runes_of_others_are_backs_and_open_ones_have_a_letter():
    view = table()
    open_slots = (*fence("Tricky Trap"), *fence("", ""))
    opened = (replace(open_slots[0], face_up=True), *open_slots[1:])
    seen = replace(
        view, seats=(view.seats[0], replace(view.seats[1], fence=opened), *view.seats[2:])
    )
    text = picture(scene(seen))
    assert "runes T▮▮" in text


def test_a_connection_that_is_gone_is_said():
    assert "hand 3 ▮▮▯ away 42s" in picture(scene())
    assert "hand 3 runes ▮▮▯ away 42s" in picture(scene(size=(160, 50)), (160, 50))


def with_marks(number):
    """The table with a seat under Vacation Hold, which must miss its Summon phase too."""
    view = table()
    marked = replace(view.seats[number], skips=("summon",), granted=("vacation-hold",))
    seats = tuple(marked if each.seat == number else each for each in view.seats)
    return replace(view, seats=seats)


def test_what_protects_a_player_and_what_they_miss_stands_below_the_cards():
    view = with_marks(1)
    held = replace(view.seats[1], skips=())
    seats = (view.seats[0], held, *view.seats[2:])
    held_view = replace(view, seats=seats)
    assert "▮▮▮ Vacation Hold ─" in picture(scene(held_view, size=(160, 50)), (160, 50))
    assert "▮▮▮ Vacation Ho…─" in picture(scene(held_view))
    assert "└ misses summon Vacation Hold ─" in picture(scene(with_marks(0)))


def test_a_line_of_many_players_says_what_protects_one():
    view = with_marks(1)
    seats = (*view.seats, *(seat(n, ("Sparkly Dragon",), ("",), ("",)) for n in range(4, 8)))
    made = scene(replace(view, seats=seats), size=(120, 40))
    assert "misses summon Vacation Hold" in line_with(picture(made, (120, 40)), "Bob")


def test_the_details_of_a_player_say_until_when_something_is_in_force():
    text = picture(scene(with_marks(1), size=(120, 40), focus=Place("player", 1)), (120, 40))
    assert "In force until their next" in " ".join(text.split())


def test_the_details_of_a_player_say_how_strong_a_bot_is():
    bot = views.people()[2].model_copy(update={"bot": "hard"})
    seats = (*views.people()[:2], bot, views.people()[3])
    made = replace(scene(focus=Place("player", 2)), people=seats)
    assert "Bot, hard." in picture(made)
    assert "Bot" not in picture(replace(made, focus=Place("player", 1)))


def test_the_details_pane_says_why_not_with_the_rules_number():
    text = picture(scene(question=views.cast_phase(), focus=Place("hand", 0, 2)))
    assert "✗ A Creature is summoned in the Summon" in text
    assert "(rule RR-CARD-03: [i])" in text


def test_the_details_pane_says_what_enter_does():
    assert "✓ Enter: Cast Just For the Hex of It" in picture(scene(question=views.cast_phase()))


def test_only_what_the_options_name_has_a_key():
    text = picture(scene(question=views.cast_phase()))
    assert "▸1 S Just For the Hex of It" in text
    assert " 2 S This Spells Disaster" in text
    assert "   G Griffin With a Tiny Head" in text


def test_without_a_question_nothing_has_a_key():
    text = picture(scene(waiting=(2,)))
    assert "1 S Just" not in text
    assert "Waiting for Cem" in text


@pytest.mark.parametrize(("phase", "does"), [
    ("draw", "in the Draw phase"), ("cast", "in the Cast phase"), ("summon", "in the Summon phase"),
    ("spin", "chooses after the SPIN"), ("limit", "must DESTROY a Creature"),
])  # fmt: skip
def test_who_waits_for_whose_turn_it_is_reads_no_more_than_the_phase_tells(phase, does):
    foot = picture(scene(table(phase=phase, player=1), waiting=(1,))).splitlines()[-1]
    assert f"Waiting for Bob · {does} " in foot
    # The control: whoever else is asked then is asked something else, and nobody says what.
    foot = picture(scene(table(phase=phase, player=1), waiting=(2,))).splitlines()[-1]
    assert "Waiting for Cem · chooses  " in foot


@pytest.mark.parametrize(
    ("resolving", "told"), [(True, " · for Sparkly Dragon "), (False, " · chooses  ")]
)
def test_who_waits_for_a_choice_reads_for_which_card_it_is(resolving, told):
    chain = (views.waiting(1, "Sparkly Dragon", resolving=resolving),)
    foot = picture(scene(table(chain=chain, player=1), waiting=(1,))).splitlines()[-1]
    assert f"Waiting for Bob{told}" in foot


@pytest.mark.parametrize(
    ("changes", "told"),
    [({"rune_limit": 2}, "has a Rune too many"), ({"hand_limit": 4}, "has a card too many")],
)
def test_who_waits_for_somebody_with_too_much_reads_of_what(changes, told):
    made = table(player=0, phase="spin")
    seats = tuple(replace(each, **changes) if each.seat == 1 else each for each in made.seats)
    foot = picture(scene(replace(made, seats=seats), waiting=(1,))).splitlines()[-1]
    assert f"Waiting for Bob · {told} " in foot


@pytest.mark.parametrize("checked", [-1, 5, 52, 523, 5234])
def test_a_blank_stands_between_whose_turn_it_is_and_what_stands_at_the_right(checked):
    for width in range(80, 160):
        made = scene(goals=("Five Creatures at your End win", "Five win"), size=(width, 40),
                     line=ALL_WELL._replace(checked=checked))  # fmt: skip
        head = picture(made, (width, 40)).splitlines()[0]
        assert re.search(r"turn {1,}(✓ [0-9]+ )?(Begin|$)", head), head


def test_a_prompt_says_how_to_decline_and_how_to_draw():
    foot = picture(scene(question=views.cast_phase())).splitlines()[-1]
    assert "Your Cast phase" in foot
    assert "[d] Draw" in foot
    assert "[Space] Skip" in foot


def test_a_long_question_gets_a_row_of_its_own():
    long = views.cast_phase().model_copy(update={"prompt": "A question of many words " * 3})
    lines = picture(scene(question=long)).splitlines()
    assert "A question of many words A question" in lines[-2]
    assert "[Space] Skip" in lines[-1]


def test_while_a_window_is_open_its_event_stays_readable():
    made = scene(question=views.reactions(), window=views.open_window(), gauge=8)
    lines = picture(made).splitlines()
    assert lines[-2] == " Cem would CAST This Spells Disaster"
    assert "████████░░ Reactions are open: a Rune?" in lines[-1]
    assert "[w] hold" in lines[-1]
    assert "[Space] Let it happen" in lines[-1]


def test_the_bar_of_a_window_is_the_same_for_all_who_may_not_answer():
    bars = {
        picture(scene(table(me=me), window=views.open_window(mine=False), gauge=5)).splitlines()[-1]
        for me in range(4)
    }
    (bar,) = bars
    assert bar.startswith(" █████░░░░░ Reactions are open ")
    assert bar.endswith("[?] help")


def test_a_window_that_somebody_prolonged_says_no_name():
    window = views.open_window(mine=False, somebody_holds=True)
    bar = picture(scene(window=window, gauge=5)).splitlines()[-1]
    assert "Somebody holds" in bar
    assert not [name for name in views.NAMES if name in bar]


def test_in_a_window_the_cursor_stands_on_the_word_that_declines():
    made = scene(question=views.reactions(), window=views.open_window())
    assert made.focus == Place("button", -1, 0)
    assert "1 Tricky Trap: When a neighbor CASTS" in picture(made)


def test_cards_of_a_pile_are_chosen_from_a_tray():
    question = views.ask(
        views.option(0, "pick", "main_discard", -1, 0, label="Kiddie-Pool Kraken"),
        views.option(1, "pick", "main_discard", -1, 1, label="Sparkly Dragon"),
        verb="summon",
        prompt="Choose a Creature to SUMMON",
    )
    text = picture(scene(question=question))
    assert "Main discard (2)" in text
    assert "▸1 D Sparkly Dragon" in text
    assert "Your hand" not in text


def test_cards_that_are_looked_at_are_all_shown():
    seen = tuple(views.ID[n] for n in ("Alley Cat", "Sparkly Dragon") if n in views.ID)
    seen = (*seen, views.ID["Tricky Trap"])
    question = views.ask(views.option(0, "pick", "seen", 0, 0, label="Keep it"))
    text = picture(scene(table(seen=seen), question))
    assert f"You look at ({len(seen)})" in text
    assert "R Tricky Trap" in text


def test_options_that_are_no_things_become_a_menu_that_scrolls():
    options = [views.option(n, "mode", at=n, label=f"Way number {n}") for n in range(12)]
    question = views.ask(*options, prompt="Choose one of many", source=views.ID["Tricky Trap"])
    text = picture(scene(question=question))
    assert "Tricky Trap · Rune" in text
    assert "▸1 Way number 0" in text
    assert "more" in text
    assert "▸  Way number 11" in picture(scene(question=question, focus=Place("word", -1, 11)))


def test_few_short_words_stand_in_the_bar():
    question = views.ask(
        views.option(0, "yes", label="Yes"), views.option(1, "no", label="No"), prompt="DRAW one?"
    )
    foot = picture(scene(question=question)).splitlines()[-1]
    assert "DRAW one?" in foot
    assert "[1] Yes [Space] No" in foot


def test_the_spinner_shows_its_six_faces():
    text = picture(scene(spinning=3, spin_words=SPIN_FACES))
    assert "▸ 4 New Regulation" in text
    assert "  6 Event" in text


def test_after_an_event_was_spun_the_spinner_shows_the_events():
    shown = spins_of(table(spinner=views.spun(4, 6, events=[2]))).shown
    assert [spin.faces for spin in shown] == [SPIN_FACES, SPIN_FACES, EVENT_FACES]
    assert [spin.faces[spin.result - 1] for spin in shown] == [
        "New Regulation", "Event", "Hedge Trimming",
    ]  # fmt: skip


def test_what_is_spun_after_a_six_that_is_no_event_yet_is_no_event_either():
    shown = spins_of(table(spinner=views.spun(6, 2))).shown
    assert [spin.faces[spin.result - 1] for spin in shown] == ["Event", "Hex Yourself"]


def test_from_110_columns_on_log_and_chat_have_a_column():
    assert "┌ Log " not in picture(scene(size=(109, 30)), (109, 30))
    text = picture(scene(size=(110, 30)), (110, 30))
    assert "┌ Log " in text
    assert "┌ Chat " in text


def test_from_160_columns_on_the_neighbours_cards_show_their_text():
    narrow, wide = (
        picture(scene(size=(159, 50)), (159, 50)),
        picture(scene(size=(160, 50)), (160, 50)),
    )
    assert "CAST a Spell" not in "".join(narrow.splitlines()[:20]).replace("Log", "")
    assert "you may CAST" in "".join(wide.splitlines()[:20])


def test_eight_players_fold_to_a_line_each_and_the_one_under_the_cursor_unfolds():
    view = table()
    seats = [view.seats[0], *(seat(n, ("Sparkly Dragon",), ("",), ("",)) for n in range(1, 8))]
    eight = replace(view, seats=tuple(seats))
    small = picture(scene(eight, focus=Place("lawn", 3, 0)))
    assert [name for name in views.NAMES[1:] if f"{name} ●○○○○" in small] == list(views.NAMES[1:])
    tall = picture(scene(eight, size=(80, 40), focus=Place("lawn", 3, 0)), (80, 40))
    assert "▸  D Sparkly Dragon" in tall


def test_a_spectator_sees_no_hand_and_all_four_lawns():
    view = table(me=-1)
    hidden = tuple(
        replace(s, hand=("",) * len(s.hand), fence=fence(*[""] * len(s.fence))) for s in view.seats
    )
    text = picture(scene(replace(view, seats=hidden, reasons=())))
    assert "Spectators see no hand" in text
    assert all(name in text for name in views.NAMES[:4])
    assert "Just For the Hex" not in text


def test_a_seat_that_left_is_said():
    view = table()
    left = replace(view, seats=(*view.seats[:3], replace(view.seats[3], left=True, lawn=())))
    assert "has left the table" in picture(scene(left))


def test_the_ascii_glyphs_have_the_same_layout():
    made = scene(question=views.cast_phase())
    plain_text, ascii_text = picture(made), picture(replace(made, glyphs=ASCII))
    assert [len(line) for line in plain_text.splitlines()] == [
        len(line) for line in ascii_text.splitlines()
    ]
    assert "+ Your hand" in ascii_text


def test_two_states_that_differ_only_in_hidden_cards_look_the_same_to_everybody_else():
    view = table()
    # What differs is not in the view of another seat at all: a picture is a function of the view.
    twin = replace(view, seats=tuple(replace(s) for s in view.seats))
    assert board(scene(view), 80, 24) == board(scene(twin), 80, 24)


def test_a_busy_creature_is_marked():
    view = table()
    busy = replace(
        view,
        seats=(
            view.seats[0],
            replace(view.seats[1], lawn=lawn("~Sparkly Dragon")),
            *view.seats[2:],
        ),
    )
    assert "~D Sparkly Dragon" in picture(scene(busy))
