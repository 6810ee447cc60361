"""The board of Regicide: it shows what the view shows, fits every size and can be answered."""

from dataclasses import replace

import pytest

from rr_rules.kernel.stream import Stream
from rr_tui.board.answers import Name, OptionChosen, meaning
from rr_tui.board.plan import AREAS
from rr_tui.board.walk import next_option, reading_order
from rr_tui.games.regicide.enemy import BarPart, bar, length
from rr_tui.games.regicide.game import regicide_plan
from rr_tui.games.regicide.timeline import RegicideTimeline
from rr_tui.looks.glyphs import ASCII, UNICODE
from rr_tui.looks.spans import Place, plain, width_of
from tests.support.rr_rules.regicide import story
from tests.support.rr_rules.regicideplay import VARIANTS, dealt, walk
from tests.support.rr_tui.boards import reachable
from tests.support.rr_tui.regicidescreen import BOARD, pane, picture, scene, text

LONG = ("Wolfeschlegelsteinhausenbergerdo", "日本語の名前がとても長い人たちで", "{0}", "x" * 32)
SIZES = ((80, 24), (109, 30), (110, 33), (120, 40), (160, 50), (400, 200))


def games(per_seats=2):
    for number in range(4 * per_seats):
        seats, variant = 1 + number % 4, VARIANTS[number % len(VARIANTS)]
        table = dealt(seats, number, **variant)
        for choose in walk(table, number):
            yield table, choose
        yield table, None


# --- pictures of real games ---------------------------------------------------


def test_positions_of_games_fill_every_size_exactly():
    drawn = 0
    for number, (table, _) in enumerate(games()):
        seats, size = table.state.seats, SIZES[number % len(SIZES)]
        glyphs, names = (ASCII, LONG) if number % 2 else (UNICODE, LONG[::-1])
        for seat in (number % seats, None):
            rows = picture(scene(table, seat, size=size, glyphs=glyphs, names=names), size)
            assert {width_of(row) for row in rows} == {size[0]}
            drawn += 1
    assert drawn > 200


@pytest.mark.parametrize(("seats", "limit"), [(1, 8), (2, 7), (3, 6), (4, 5)])
def test_a_whole_hand_and_all_seats_are_in_sight_at_every_size(seats, limit):
    for height in range(24, 201):
        for width in (80, 109, 110, 160, 400):
            plan = regicide_plan(width, height, seats, limit)
            areas = [getattr(plan, area) for area in AREAS]
            assert sum(area.width * area.height for area in areas) == width * height
            assert plan.hand.height >= limit + 2
            assert plan.lower.height >= seats + 2


def test_two_states_that_differ_only_in_hidden_cards_look_identical():
    differed = 0
    for number, (table, choose) in enumerate(games()):
        if choose is None or number % 4:
            continue
        for seat in range(table.state.seats):
            twin = table.sampled(seat, Stream.seeded(number))
            differed += twin.state.tavern != table.state.tavern
            for watcher in (seat, None):
                true, other = scene(table, watcher), scene(twin, watcher)
                assert true == other
                assert picture(true) == picture(other)
    assert differed > 30


def test_every_option_is_what_arrows_and_enter_answer():
    asked_for = 0
    for number, (table, choose) in enumerate(games(per_seats=1)):
        if choose is None:
            continue
        made = scene(table, choose.seat)
        found = BOARD.floors(made, BOARD.plan(made, 80, 24))
        assert set(made.places.at) <= reachable(found, made.focus)
        if number % 3 == 0:
            options = set(range(len(choose.options)))
            assert set(answers(table, choose.seat, made.places)) == options
        asked_for += 1
    assert asked_for > 50


def answers(table, seat, found, picked=()):
    """The numbers of all options that picking cards one after the other can give."""
    made = scene(table, seat)
    for place in found.at:
        match meaning(found, made.ask.options, place):
            case OptionChosen(option):
                yield option.option
            case Name(longer, _) if len(longer) > len(picked) and list(longer) == sorted(longer):
                deeper = BOARD.option_places(made.ask, made.view, longer)
                yield from answers(table, seat, deeper, longer)


def test_tab_goes_round_everything_that_can_be_picked():
    made = scene(story(["2H 2D 9C *", "+3"]).table)
    found = BOARD.floors(made, BOARD.plan(made, 80, 24))
    here, visited = made.focus, set()
    for _ in made.places.at:
        here = next_option(found, here, made.places, 1)
        visited.add(here)
    assert visited == set(made.places.at)
    assert set(reading_order(found)) > visited


# --- picking ---------------------------------------------------


def card(at, seat=0):
    return Place("hand", seat, at)


def test_a_picked_card_leaves_only_what_goes_with_it():
    t = story(["2H 3D 2D AC 9S", "+3"])
    made = scene(t.table, picked=(0,))
    assert made.places.picked == (card(0),)
    assert [place for place in made.places.at if place.zone == "hand"] == [card(2), card(3)]
    assert made.places.finish.label == "Play 2♥"
    assert made.places.decline is None


def test_cards_are_picked_in_any_order():
    t = story(["2H 3D 2D", "+3"])
    made = scene(t.table, picked=(2, 0))
    assert made.places.finish.label == "Play 2♥ + 2♦"
    assert made.picked_preview.worth == 4
    assert meaning(made.places, made.ask.options, card(2)) == Name((0,), made.ask.options[0])


def test_a_card_alone_is_confirmed_like_any_play():
    made = scene(story(["9S KD", "+3"]).table)
    assert isinstance(meaning(made.places, made.ask.options, card(0)), Name)
    made = scene(story(["9S KD", "+3"]).table, picked=(0,))
    button = next(iter(made.places.buttons))
    assert meaning(made.places, made.ask.options, button).option.label == "Play 9♠"
    assert meaning(made.places, made.ask.options, card(1)) is None


def test_digits_stay_with_their_cards_while_something_is_picked():
    t = story(["2H 3D 2D AC 9S", "+3"])
    before, after = scene(t.table).places.digits, scene(t.table, picked=(2,)).places.digits
    assert [before[card(at)] for at in range(5)] == ["2", "4", "3", "1", "5"]
    assert {place.at: key for place, key in after.items()} == {3: "1", 0: "2", 2: "3"}


def test_a_card_that_does_not_join_says_why_with_its_rule():
    t = story(["5H 5D 9S", "+3"])
    made = scene(t.table, picked=(0,), focus=card(2))
    assert "9♠ S does not join" in text(made)
    assert "✗ Cards of different numbers do not go together (rule RG-COMBO-05)" in pane(made)


def test_the_pane_says_with_what_a_card_may_go():
    made = scene(story(["5H 5D 9S AC", "+3"]).table, focus=card(0))
    assert "Enter: pick it; goes with A♣ 5♦" in pane(made)


# --- what comes of it ---------------------------------------------------


def test_what_a_play_would_do_is_told_before_it_is_made():
    t = story(["5H 5S 9C", "+3"], enemy="QD", damage=10, discard="+4", shield=2)
    shown = pane(scene(t.table, picked=(0, 1), focus=card(0), size=(120, 40)), (120, 40))
    assert "10 damage: 10 health left" in shown
    assert "Hearts heal 4 of 4 discarded cards" in shown
    assert "Spades weaken it by 10" in shown
    assert "Then it attacks for 3: you hold 9" in shown


def test_an_exact_kill_is_called_out_in_the_hand_and_in_the_pane():
    made = scene(story(["5C 9S", "+3"], enemy="JD", damage=10).table)
    assert "5♣ C kills exactly" in text(made)
    assert "10 damage (Clubs double): defeats it exactly, onto the Tavern" in pane(made)


def test_a_blocked_power_says_so_with_its_clause():
    made = scene(story(["7S", "+3"], enemy="JS").table)
    assert "7 damage, blocked" in text(made)
    words = "Spades do nothing: it is immune; a Jester would wake 7 (rule RG-IMM-01)"
    assert words in pane(made)


def test_the_bars_show_beforehand_what_is_picked():
    t = story(["6S", "+3"], enemy="JD", damage=4)
    rows = text(scene(t.table)).splitlines()
    assert "Health ██████████▒▒▒▒▒▒░░░░ 16/20 → 10" in rows[2]
    assert "Attack ████▒▒▒▒▒▒ 10 → 4" in rows[3]
    assert "Shield ▒▒▒▒▒▒░░░░ 0" in rows[4]


def test_a_shield_and_what_waits_for_a_jester_stand_beside_each_other():
    rows = text(scene(story(["9H", "+3"], enemy="QS", shield=4, blocked=6).table)).splitlines()
    assert "Attack ███████████░░░░ 11 of 15" in rows[3]
    assert "Shield ████░░░░░░░░░░░ 4, 6 wait for a Jester" in rows[4]


@pytest.mark.parametrize(
    ("cancelled", "words"), [(False, "to ♠ S Spades (no power, only damage)"), (True, "to nothing")]
)
def test_the_immunity_is_named_or_said_to_be_cancelled(cancelled, words):
    assert words in text(scene(story(enemy="KS", cancelled=cancelled).table))


# --- the attack ---------------------------------------------------


def attacked(hands="4D 3C 8H 9S", **fields):
    t = story([hands, "+3"], enemy="JH", tavern="", **fields)
    return t.play("4D")


def test_cover_counts_up_and_marks_what_would_end_it():
    t = attacked()
    assert "0 of 10 covered, 10 to go" in text(scene(t.table))
    t.cover("3C")
    made = scene(t.table)
    assert "███░░░░░░░ 3 of 10 covered, 7 to go" in text(made)
    assert "8♥ H covers 8, ends it" in text(made)
    assert "Covers 8: that ends the attack, 1 too much" in pane(made)
    assert "Discard to cover 10: 3 covered, 7 to go" in text(made)


def test_a_hand_that_cannot_cover_is_warned_of_where_a_flip_may_save_it():
    t = story(["4D 3C"], enemy="JH", tavern="", options={"undo": "off"}).play("4D")
    made = scene(t.table)
    assert "10 to go, your hand has 3" in text(made)
    assert "Your hand cannot cover 10" in text(made)
    assert "[1] Flip a Jester" in text(made)
    assert made.focus.zone == "word"
    assert "Your hand is discarded, and you draw 0 cards" in pane(made)


def test_a_flip_says_what_it_draws():
    t = story(["4D 3C 9H"], enemy="JH", tavern="+5")
    flip = next(place for place in scene(t.table).places.words)
    assert "Your hand is discarded, and you draw 5 cards" in pane(scene(t.table, focus=flip))
    assert "Jesters to flip ★★" in text(scene(t.table))


def test_a_spectator_sees_the_table_and_no_hand():
    made = scene(story(["7H 9C", "5D"], table=["1: 6S"]).table, None)
    assert "Spectators see no hand" in text(made)
    assert "6♠ S" in text(made)
    for hidden in ("7♥", "9♣", "5♦"):
        assert hidden not in text(made)


def test_undo_is_offered_where_the_rules_offer_it():
    t = story(["7C 9H 8D", "+3"], enemy="JH").play("7C")
    assert "Take the play back" in text(scene(t.table)) or "Take it back" in text(scene(t.table))
    t.cover("9H")
    assert "ake it back" not in text(scene(t.table))


def test_who_plays_a_jester_names_who_is_next_among_all_players():
    t = story(["* 5H", "+3", "+2"]).play("*")
    made = scene(t.table)
    players = {place for place in made.places.at if place.zone == "player"}
    assert players == {Place("player", seat) for seat in range(3)}
    assert made.focus == Place("player", 0)
    assert "Enter: Ann takes the next turn" in pane(made)


def test_whoever_waits_for_a_name_is_asked_to_speak_and_told_no_key():
    t = story(["* 5H", "+3", "+2"]).play("*")
    assert "Ann names who goes on: say if you want to" in text(scene(t.table, 1))
    assert "say if you want to" not in text(scene(t.table)) + text(scene(t.table, None))


def test_a_single_player_who_may_yield_now_and_then_reads_whether_that_is_now():
    t = story(["5S"], enemy="JH", shield=10, options={"solo_yield": "yes"})
    assert "You to play, may yield" in text(scene(t.table))
    t.do("yield")
    assert "You to play, may not yield" in text(scene(t.table))


# --- the table around ---------------------------------------------------


def test_the_piles_say_what_may_be_known_of_them():
    t = story(["+3", "+3"], enemy="QD", castle="KH KS KD KC QH QS QC", discard="4D 7C",
              tavern="+5 JH", known=[10])  # fmt: skip
    shown = text(scene(t.table))
    assert "Q3 K4" in shown
    assert "Discard 2, top 7♣" in shown
    assert "on top: J♥" in shown
    hidden = text(scene(story(["+3"], tavern="+5").table))
    assert "on top: nobody knows" in hidden


def test_after_a_heal_only_the_top_of_the_pile_can_be_looked_through():
    t = story(["+3", "+3"], discard="4D 7C 9S", veiled=2)
    made = scene(t.table, focus=Place("discard"))
    assert made.pile(Place("discard")).faces == ("spades-9",)
    assert "2 more may not be listed" in made.pile(Place("discard")).title
    assert "Discard 3, top 9♠" in text(made)
    assert "After a heal only the top may be looked at (rule RG-INFO-05)" in pane(made)


def test_the_seats_show_counts_turns_and_yields_and_open_hands_their_cards():
    t = story(["+3", "5H 9C", "+1"], yielded=[False, True, False])
    rows = text(scene(t.table)).splitlines()
    assert any("◆You" in row and " 3 " in row for row in rows)
    assert any("Bob" in row and " 2 yielded" in row for row in rows)
    assert "5♥" not in text(scene(t.table))
    t = story(["+3", "5H 9C", "+1"], options={"comm": "open_hands"})
    assert "5♥ 9♣" in text(scene(t.table))


def test_a_card_that_all_saw_going_into_a_hand_is_named_in_its_row():
    t = story(["+3", "JH 9C", "+1"], known=[10])
    rows = text(scene(t.table)).splitlines()
    assert any("Bob" in row and " 2 has J♥" in row for row in rows)
    assert "Known in hand: Jack of Hearts" in pane(scene(t.table, focus=Place("player", 1)))


def test_the_details_of_a_player_say_how_strong_a_bot_is():
    made = scene(dealt(3, 1), focus=Place("player", 2))
    bots = [each.model_copy(update={"bot": "hard-follows"}) for each in made.people]
    assert "Bot, hard, follows." in pane(replace(made, people=tuple(bots)))


def test_more_than_is_needed_may_be_discarded_where_the_table_lets_one():
    t = story(["4D 8H 9S 3C", "+3"], enemy="JH", tavern="", options={"overdiscard": "free"})
    t.play("4D").cover("8H", "9S")
    made = scene(t.table)
    assert "[Space] That is enough" in text(made)
    assert "Covers 3 more than is needed" in pane(made)


def test_cards_on_the_table_stand_beside_who_played_them():
    t = story(["+3", "+3"], enemy="KD", table=["1: 7C AC", "0: 5H"], damage=21)
    small = text(scene(t.table))
    assert "Bob            7♣ C+A♣ C  worth 8" in small
    large = text(scene(t.table, size=(120, 40)), (120, 40))
    assert "│7  │A   C│" in large


def test_many_plays_still_show_the_newest():
    table = [f"{number % 2}: {number + 2}{suit}" for number in range(6) for suit in "SH"]
    t = story(["AC", "+1"], enemy="KD", table=table, damage=39)
    shown = text(scene(t.table))
    assert "7♥" in shown
    assert "On the table (12)" in shown


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_suits_are_letters_whatever_the_glyphs(glyphs):
    made = scene(story(["7H 10D JC AS", "+3"]).table, glyphs=glyphs)
    shown = text(made)
    wanted = ("7♥ H", "10♦ D", "J♣ C", "A♠ S") if glyphs is UNICODE else ("7H", "10D", "JC", "AS")
    for words in wanted:
        assert words in shown


def test_a_won_game_says_so():
    t = story(["4H", "+1"], enemy="KD", castle="", damage=36).play("4H")
    assert t.reason == "castle"
    shown = text(scene(t.table))
    assert "The castle has fallen: all twelve are defeated" in shown
    assert "The end" in shown


def test_a_lost_game_shows_every_hand():
    t = story(["4C", "5H 9C"], enemy="KD").play("4C")
    assert t.reason == "attack"
    assert "5♥ 9♣" in text(scene(t.table))


# --- bars ---------------------------------------------------


@pytest.mark.parametrize("room", [20, 39, 40, 41, 79, 80, 300])
def test_a_bar_is_never_longer_than_its_room_and_shows_a_last_point(room):
    for left in range(41):
        cells = bar((BarPart(left, "#", "text"), BarPart(40 - left, ".", "muted")), room)
        assert width_of(cells) == length(40, room) <= room
        assert (left > 0) == ("#" in plain([cells]))


# --- the timeline ---------------------------------------------------


def test_the_timeline_tells_each_enemy_with_its_blows():
    timeline = RegicideTimeline()
    t = story(["5C 6D QC", "7C 3H"], enemy="JD", tavern="")
    timeline.note(t.view())
    t.play("5C")
    timeline.note(t.view())
    t.cover("QC")
    t.do("yield")
    timeline.note(t.view())
    t.cover("7C", "3H")
    t.play("6D")
    timeline.note(t.view())
    assert "J♦ 10+6/20" in plain(timeline.rows((), 76))
    t = story(["4C", "+1"], enemy="JD", damage=16, turn=4)
    t.play("4C")
    timeline.note(t.view())
    shown = plain(timeline.rows(("Ann", "Bob"), 76))
    assert "J♦ 10+6+4 ✓" in shown
    assert "J♥ 0/20" in shown
    assert "1 of 12 enemies defeated" in plain(timeline.rows((), 76))


def test_a_new_game_begins_another_timeline():
    timeline = RegicideTimeline()
    timeline.note(story(enemy="QH", damage=7, turn=30).view())
    timeline.note(story(enemy="JC", turn=1).view())
    shown = plain(timeline.rows((), 76))
    assert "J♣ 0/20" in shown
    assert "Q♥" not in shown


def test_a_timeline_of_a_whole_game_fits():
    for seed in range(4):
        timeline, table = RegicideTimeline(), dealt(2, seed)
        assert timeline.rows((), 76) == []
        for _ in walk(table, seed):
            timeline.note(table.game.view(table.state, 0))
        rows = timeline.rows((), 60)
        assert rows
        assert max(map(width_of, rows)) <= 60


def test_a_scene_without_people_can_be_drawn():
    made = replace(scene(story().table), people=(), names=())
    assert "Seat 2" in text(made)
