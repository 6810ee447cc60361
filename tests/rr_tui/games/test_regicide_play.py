"""Playing Regicide from the keyboard: picking, covering, warnings, phrases, budgets."""

import re

import pytest

from rr_net.link import Give, Pending, Say, Seen
from rr_tui.dialogs.profile import THEMES
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.support.fakeclock import passes
from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_tui.fakelink import FakeLink, chat, log, people
from tests.support.rr_tui.realgames import asked
from tests.support.rr_tui.regicidescreen import told
from tests.support.rr_tui.sitting import sitting

COLOUR = re.compile(rb"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")
HAND = "5H 9C 5S AD JH"
FOCUS, EVENT, REPAINT, TICK = 1_000, 4_000, 20_000, 60


def at_table(t=None, *, size=(80, 24), seat=0, **changes):
    """A player at a table; what begins with a name of `told` is told, the rest is the profile."""
    spoken = {name: changes.pop(name) for name in ("phrases", "free_chat", "reminder")
              if name in changes}  # fmt: skip
    t = t or story([HAND, "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    return sitting(FakeLink(*told(t.table, seat, **spoken)), size=size, **changes)


def given(sat, t):
    """What was answered, as the story names it."""
    names = t.legal()
    return [names[each.option] for each in sat.link.said if isinstance(each, Give)]


def moved_on(t, number=8, seat=0):
    """What the room says when something has happened."""
    view = RULES.view(t.state, seat)
    ask = asked(t.table, seat)
    return (Seen(number=number, game="regicide", view=view), Pending(number=number, ask=ask))


# --- picking ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter", "enter"], "AD"),
        (["down", "enter", "enter"], "5H"),
        (["2", "3", "enter"], "5H+5S"),
        (["3", "2", "space"], "5H+5S"),
        (["enter", "tab", "tab", "tab", "enter", "enter"], "9C+AD"),
        (["2", "3", "backspace", "enter"], "5H"),
        (["2", "escape", "4", "enter"], "9C"),
        (["2", "up", "down", "enter", "enter"], "5H+5S"),
        (["space"], "yield"),
    ],
)
async def test_a_play_is_picked_card_by_card_and_then_given(keys, answer):
    t = story([HAND, "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    async with at_table(t) as sat:
        await sat.press(*keys)
        assert given(sat, t) == [answer]


async def test_nothing_is_sent_while_cards_are_picked():
    t = story([HAND, "+5", "+4"], enemy="QD")
    async with at_table(t) as sat:
        await sat.press("2", "3")
        assert sat.link.said == []
        assert "✓  5♥" in sat.text
        assert "✓  5♠" in sat.text
        assert "Play this, worth 10" in sat.foot
        assert "[Space] Play 5♥ + 5♠" in sat.foot
        assert "Your play: 5♥ + 5♠" in sat.text
        await sat.press("4")
        assert sat.link.said == []


async def test_after_the_last_card_is_put_back_everything_is_as_before():
    async with at_table() as sat:
        before = sat.text
        await sat.press("1", "backspace")
        assert sat.text == before
        await sat.press("2", "3", "escape", "escape")
        assert "[Space] Yield" in sat.foot


async def test_another_question_forgets_what_was_picked():
    t = story([HAND, "+5", "+4"], enemy="QD")
    async with at_table(t) as sat:
        await sat.press("2", "3")
        t.play("9C")
        await sat.hear(*moved_on(t))
        assert "Discard to cover 15" in sat.text
        await sat.press("2")
        assert sat.link.last(Give) == Give(number=8, option=0)


# --- covering -----------------------------------------------------------------------------------


async def test_an_attack_is_covered_card_by_card_with_a_running_total():
    t = story([HAND, "+5", "+4"], enemy="QD")
    t.play("9C")
    async with at_table(t) as sat:
        assert "0 of 15 covered, 15 to go" in sat.text
        await sat.press("3")
        t.cover("5S")
        await sat.hear(*moved_on(t))
        assert "5 of 15 covered, 10 to go" in sat.text
        assert "covers 10, ends it" in sat.text
        await sat.press("down", "down", "enter")
        assert [each.option for each in sat.link.said] == [1, 2]


async def test_the_hand_is_shown_sorted_while_something_is_asked_too():
    async with at_table() as sat:
        places = [sat.text.index(sign) for sign in ("A♦ D", "5♥ H", "5♠ S", "9♣ C", "J♥ H")]
        assert places == sorted(places)
        await sat.press("s")
        assert sat.link.said == []


# --- warnings -----------------------------------------------------------------------------------


async def test_an_answer_that_loses_is_given_only_the_second_time():
    t = story(["5H", "+5"], enemy="QD")
    async with at_table(t) as sat:
        await sat.press("space")
        assert sat.link.said == []
        assert "the game would be lost" in sat.text
        await sat.press("space")
        assert given(sat, t) == ["yield"]


async def test_who_moves_on_after_a_warning_is_warned_again():
    t = story(["5H", "+5"], enemy="QD")
    async with at_table(t) as sat:
        await sat.press("space", "up", "space")
        assert sat.link.said == []
        assert "the game would be lost" in sat.text


async def test_naming_the_next_player_takes_one_key():
    t = story(["* 5H", "+5", "+4"])
    t.play("*")
    async with at_table(t) as sat:
        assert "NAME WHO IS NEXT" in sat.text
        await sat.press("down", "enter")
        assert given(sat, t) == ["to 1"]


# --- what others see ----------------------------------------------------------------------------


async def test_who_is_not_asked_can_look_around_and_pick_nothing():
    t = story([HAND, "7H 8H", "+4"], enemy="QD")
    async with at_table(t, seat=1) as sat:
        assert "Waiting for Ann · plays or yields" in sat.text
        assert "7♥ H" in sat.text
        assert "5♥" not in sat.text
        await sat.press("1", "enter", "space")
        assert sat.link.said == []


async def test_the_discard_pile_is_looked_through():
    t = story([HAND, "+5"], discard="4D 7C")
    async with at_table(t) as sat:
        for _ in range(12):
            await sat.press("up")
        await sat.press("right", "down", "down", "enter")
        assert "Discard pile (2)" in sat.text
        assert "7 of Clubs" in sat.text


# --- phrases ------------------------------------------------------------------------------------

PHRASES = (("hand-1", "The hand of {1} has 5 cards"), ("tavern", "The Tavern has 20 cards"))


@pytest.mark.parametrize(
    ("keys", "phrase"), [(["enter"], "hand-1"), (["down", "enter"], "tavern"), (["2"], "tavern")]
)
async def test_a_phrase_is_picked_where_free_chat_is_off(keys, phrase):
    async with at_table(phrases=PHRASES, free_chat=False) as sat:
        await sat.press("c")
        assert "The hand of Bob has 5 cards" in sat.text
        assert "talk by set phrases" in sat.text
        await sat.press(*keys)
        assert sat.link.said == [Say(phrase=phrase)]
        assert isinstance(sat.screen, GameScreen)


async def test_who_may_say_nothing_reads_why_and_types_nothing():
    async with at_table(free_chat=False) as sat:
        await sat.press("c")
        assert "and you can say none" in sat.text
        await sat.press("x", "enter", "escape")
        assert sat.link.said == []
        assert isinstance(sat.screen, GameScreen)


async def test_phrases_follow_the_table_while_they_are_read():
    async with at_table(phrases=PHRASES, free_chat=False) as sat:
        await sat.press("c", "down")
        later = (("tavern", "The Tavern has 19 cards"),)
        told_later = told(story([HAND, "+5", "+4"], enemy="QD").table, phrases=later, number=8)
        await sat.hear(told_later[-1])
        assert "The Tavern has 19 cards" in sat.text
        assert "The hand of Bob" not in sat.text
        await sat.press("enter")
        assert sat.link.said == [Say(phrase="tavern")]


async def test_free_chat_shows_its_reminder_beside_the_line():
    async with at_table(phrases=PHRASES, reminder="Do not hint what you hold") as sat:
        await sat.press("c")
        assert "Do not hint what you hold" in sat.text
        await sat.press("h", "i", "enter")
        assert sat.link.said == [Say(text="hi")]


async def test_the_line_comes_back_when_the_game_is_over():
    async with at_table(phrases=PHRASES, free_chat=False) as sat:
        await sat.press("c")
        lobby = sat.app.client.model.lobby
        await sat.hear(lobby.model_copy(update={"free_chat": True}))
        await sat.press("g", "g", "enter")
        assert sat.link.said == [Say(text="gg")]


# --- terminals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_without_colour_and_in_ascii_everything_is_said(size):
    async with at_table(size=size, depth=ColourDepth.NONE, glyphs=GlyphSet.ASCII) as sat:
        await sat.press("2", "3")
        assert "2+  5H" in sat.text
        assert "10 dmg heal 6 shield 10" in sat.text
        assert "Health ====================::::::::::" in sat.text
        assert "to D Diamonds" in sat.text
        depth = len(sat.app.screen_stack)
        await sat.press("?")
        await sat.until(lambda: len(sat.app.screen_stack) > depth)
        assert sat.terminal.sent.isascii()
        assert not COLOUR.search(sat.terminal.sent)


@pytest.mark.parametrize("theme", THEMES)
async def test_every_theme_draws_the_board(theme):
    async with at_table(theme=theme) as sat:
        assert "Queen of Diamonds" in sat.text
        assert 2_000 < sat.terminal.bytes_sent <= REPAINT


# --- budgets ------------------------------------------------------------------------------------


def full_hand():
    """Eight cards of all suits, of which many go together."""
    return story(["2H 2D 2C 2S AC 9D JH KS"], enemy="KD", discard="+6", tavern="+9",
                 table=["0: QC", "0: 4H"], damage=10, shield=3)  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_key_costs_a_kilobyte_at_most(size):
    walk = ["1", "2", "3", "4", "4", "3", "1", "8", "5", "5", "backspace"]
    walk += ["down"] * 4 + ["up"] * 6 + ["left", "right", "tab"]
    async with at_table(full_hand(), size=size, depth=ColourDepth.MANY) as sat:
        used = [await sat.bytes_for(sat.press(key)) for key in walk]
        assert max(used) <= FOCUS
        assert sum(map(bool, used)) > 15


async def test_a_play_and_its_question_keep_the_budget_of_an_event():
    t = story([HAND, "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    async with at_table(t, depth=ColourDepth.MANY) as sat:
        t.play("5H", "5S")
        told_now = sat.hear(log("{0} plays 5♥ + 5♠", start=2), *moved_on(t))
        assert 0 < await sat.bytes_for(told_now) <= EVENT


async def test_a_fallen_enemy_keeps_the_budget_of_an_event():
    t = story([HAND, "+5", "+4"], enemy="JS", damage=11, table=["1: 7C", "2: 2C 2H"])
    async with at_table(t, depth=ColourDepth.MANY, size=(120, 40)) as sat:
        t.play("9C")
        told_now = sat.hear(log("{0} defeats J♠", start=2), *moved_on(t))
        assert 0 < await sat.bytes_for(told_now) <= EVENT
        assert "Jack of Hearts" in sat.text or "enemy 2 of 12" in sat.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_repaint_keeps_its_budget(size):
    async with at_table(depth=ColourDepth.TRUE, size=size) as sat:
        used = await sat.bytes_to_repaint()
        assert 2_000 < used <= REPAINT * (size[0] * size[1]) / (80 * 24)


async def test_opening_the_phrases_keeps_the_budget_of_an_event():
    async with at_table(phrases=PHRASES * 6, free_chat=False, depth=ColourDepth.MANY) as sat:
        assert 0 < await sat.bytes_for(sat.press("c")) <= EVENT
        assert 0 < await sat.bytes_for(sat.press("down")) <= FOCUS


@pytest.mark.parametrize("doing", ["", "c", "1"])
async def test_where_nothing_happens_no_byte_is_sent(doing):
    async with at_table(phrases=PHRASES, free_chat=False) as sat:
        if doing:
            await sat.press(doing)
        before = sat.terminal.bytes_sent
        await passes(0.2)
        assert sat.terminal.bytes_sent == before


async def test_what_is_said_reaches_the_right_column():
    async with at_table(size=(120, 40)) as sat:
        await sat.hear(chat("Bob", "The Tavern has 20 cards"))
        assert "Bob: The Tavern has 20 cards" in sat.text


async def test_the_seconds_of_who_is_away_count_down_in_their_row_alone():
    t = story([HAND, "+5", "+4", "+3"], enemy="QD")
    link = FakeLink(*told(t.table))
    async with sitting(link, depth=ColourDepth.MANY) as sat:
        lobby = sat.app.client.model.lobby
        await sat.hear(lobby.model_copy(update={"seats": people(grace=42)}))
        assert "away 42s" in sat.text
        before = len(sat.terminal.writes)
        await sat.until(lambda: "away 41s" in sat.text)
        assert max(map(len, sat.terminal.writes[before:])) <= TICK


async def test_the_keys_and_commands_are_only_those_that_do_something_in_this_game():
    async with at_table(size=(120, 60)) as sat:
        await sat.press("?", "3")
        told = sat.text
        await sat.press("pagedown")
        told += sat.text
        assert "Take back what you have just laid" in told
        for strange in ("down by one", "Draw instead", "While you hold", "reactions", "orders"):
            assert strange not in told
        await sat.press("escape", "m")
        assert "Windows that pass" not in sat.text
