"""A hint on the screen: asked for with one key, told on only after a question, read in the pane."""

import pytest

from rr_net.link import AskHint, Give, HintTold, Notice, OptionState
from rr_net.link.refusals import ABOUT_NO_HINT
from rr_tui.client.hints import THINKING
from rr_tui.looks.keys import VI, settled
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import OPTIONS, FakeLink, game, lobby, pending, problem, seen
from tests.support.rr_tui.sitting import sitting

HINTS = OptionState(name="hints", value="on", values=("on", "off"), default="on", clause="",
                    help="")  # fmt: skip
OFF = HINTS.model_copy(update={"value": "off"})
TOLD = HintTold(number=7, option=1, text="CAST This Spells Disaster: {2} would have 1 Creature "
                "instead of 2.", nearly="CAST Just For the Hex of It")  # fmt: skip


def told_game(question=None, *, alone=False, hints=HINTS, **changes):
    welcome, _, *rest = game(question, **changes)
    return welcome, lobby("playing", options=(*OPTIONS, hints), alone=alone), *rest


def asked(link):
    return [message for message in link.said if isinstance(message, AskHint)]


async def test_alone_one_key_asks_and_the_pane_shows_it_with_the_cursor_on_what_it_advises():
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        assert "[h] hint" in sat.foot
        await sat.press("h")
        assert asked(link) == [AskHint(number=7, tell=False)]
        assert THINKING in sat.text
        await sat.hear(TOLD)
        assert THINKING not in sat.text
        assert "Hint · from what you can see" in sat.text
        assert "Cem would" in sat.text
        assert "{2}" not in sat.text
        assert "Nearly as good: CAST Just For the Hex" in sat.text
        assert sat.screen.scene.focus.at == 1
        await sat.press("enter")
        assert link.said[-1] == Give(number=7, option=1)


@pytest.mark.parametrize(
    ("prompt", "is_taught"),
    [("Your Cast phase", True), ("Your Cast phase: CAST a Spell, or draw one", False)],
)
async def test_a_tip_leaves_the_key_of_the_hint_and_goes_itself_where_both_have_no_room(
    prompt, is_taught
):
    question = views.cast_phase().model_copy(update={"prompt": prompt})
    async with sitting(FakeLink(*told_game(question, alone=True)), tips=True) as sat:
        assert "[h] hint" in sat.foot
        assert prompt in sat.text
        assert ("New: " in sat.text) is is_taught


async def test_who_moves_the_cursor_reads_the_cards_again_and_the_key_brings_the_hint_back():
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        await sat.press("h")
        await sat.hear(TOLD)
        await sat.press("up")
        assert "Hint ·" not in sat.text
        await sat.press("h")
        assert "Hint ·" in sat.text
        assert len(asked(link)) == 1


async def test_a_hint_takes_the_place_of_the_spinner_as_an_arrow_does():
    """The cursor goes to what is advised: whoever presses Enter then has read why."""
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        spun = views.table(phase="spin", spinner=views.spun(4))
        await sat.hear(seen(spun, 8), pending(views.cast_phase(), 8))
        assert "The Spinner" in sat.text
        await sat.press("h")
        assert "The Spinner" not in sat.text
        assert THINKING in sat.text
        await sat.hear(TOLD.model_copy(update={"number": 8}))
        assert "Cem would" in sat.text
        await sat.press("up")
        assert "The Spinner" not in sat.text


@pytest.mark.parametrize(
    "said", [problem("no", "hints_off"), Notice(text="None came.", about=ABOUT_NO_HINT)]
)
async def test_nobody_thinks_any_more_where_no_hint_comes(said):
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        await sat.press("h")
        await sat.hear(Notice(text="Cem has come back"))
        assert THINKING in sat.text
        await sat.hear(said)
        assert "Hint ·" not in sat.text
        await sat.press("h")
        assert len(asked(link)) == 2


async def test_at_a_table_of_several_it_is_told_on_only_after_a_question_and_once_a_game():
    link = FakeLink(*told_game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("h")
        assert asked(link) == []
        assert "Everybody at the table reads" in sat.text
        await sat.press("escape")
        assert asked(link) == []
        await sat.press("h", "2")
        assert asked(link) == [AskHint(number=7, tell=True)]
        await sat.hear(pending(views.cast_phase(), number=8))
        await sat.press("h")
        assert asked(link)[-1] == AskHint(number=8, tell=True)
        assert "Everybody at the table reads" not in sat.text


async def test_who_is_not_asked_reads_when_there_is_a_hint():
    link = FakeLink(*told_game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.press("h")
        assert asked(link) == []
        assert "There is a hint as soon as you are asked" in sat.text


async def test_the_hint_of_one_question_is_not_shown_at_the_next():
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        await sat.press("h")
        await sat.hear(TOLD, pending(views.target(), number=8))
        assert "Hint ·" not in sat.text


async def test_a_hint_that_nobody_waits_for_is_not_pushed_before_the_cards():
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link) as sat:
        await sat.press("h", "down")
        await sat.hear(TOLD)
        assert "Hint ·" not in sat.text


@pytest.mark.parametrize(
    "told",
    [
        told_game(views.cast_phase(), hints=OFF),
        told_game(None, waiting=(1,)),
        told_game(views.ask(views.option(0, "pass"), views.option(1, "use"), verb="window"),
                  window=views.open_window()),
    ],
)  # fmt: skip
async def test_the_key_is_offered_only_where_there_is_a_hint(told):
    async with sitting(FakeLink(*told)) as sat:
        assert "[h]" not in sat.foot
        await sat.press("h")
        assert "Everybody at the table reads" not in sat.text


async def test_with_hjkl_the_hint_is_on_the_capital_letter():
    link = FakeLink(*told_game(views.cast_phase(), alone=True))
    async with sitting(link, keymap=VI) as sat:
        assert "[H] hint" in sat.foot
        await sat.press("h")
        assert asked(link) == []
        await sat.press("H")
        assert len(asked(link)) == 1


def test_who_had_hjkl_before_there_were_hints_has_them_still():
    before = {"board.right": "right,l", "app.log": "g"}
    assert (VI | before).items() <= settled(before).keymap.items()
    assert settled(VI).keymap == VI
    assert settled({}).keymap == {}


async def test_in_a_reaction_window_the_key_says_at_the_question_that_there_are_no_hints():
    link = FakeLink(*told_game(views.reactions(), alone=True, window=views.open_window()))
    async with sitting(link) as sat:
        await sat.press("h")
        assert asked(link) == []
        assert "There are no hints about reactions" in "\n".join(sat.terminal.text[-3:])
