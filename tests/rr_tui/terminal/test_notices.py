"""Desktop notices: only while the window is not in front, in the way that the terminal knows."""

import pytest

from rr_net.link import Chat
from rr_tui.app import UNHEARD
from rr_tui.terminal.modes import BadTitle, NoticeStyle, notice_style, noticed
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, pending, person, seen, welcome
from tests.support.rr_tui.sitting import sitting

NOTICES = ("\x1b]9;", "\x1b]99;", "\x1b]777;")


@pytest.mark.parametrize(
    ("names", "style"),
    [
        (("xterm-kitty",), NoticeStyle.KITTY),
        (("iTerm.app", "xterm-256color"), NoticeStyle.ITERM),
        (("", "xterm-ghostty"), NoticeStyle.ITERM),
        (("foot",), NoticeStyle.URXVT),
        (("rxvt-unicode-256color",), NoticeStyle.URXVT),
        (("xterm-256color",), NoticeStyle.BELL),
        ((), NoticeStyle.BELL),
    ],
)
def test_a_terminal_is_told_in_its_own_way(names, style):
    assert notice_style(*names) is style


@pytest.mark.parametrize("words", ["a\x07b", "a\x1b]0;b", "a;b", "x" * 121])
def test_a_notice_is_a_few_plain_words(words):
    with pytest.raises(BadTitle):
        noticed(NoticeStyle.ITERM, words)


def sent_to(sat):
    """Everything that was written since."""
    return b"".join(sat.terminal.writes).decode()


async def knocked(*, behind, notify=True):
    """What a host's terminal is sent when somebody comes to the door, and what it is called."""
    link = FakeLink(welcome(is_host=True), lobby("lobby", doorkeeper=True))
    async with sitting(link, notify=notify) as sat:
        sat.app.notices = NoticeStyle.KITTY
        sat.session.driver.feed(b"\x1b[O" if behind else b"\x1b[I")
        sat.terminal.writes.clear()
        outside = (*lobby().people, person("Zoe", -1, admitted=False))
        for _ in range(2):
            await sat.hear(lobby("lobby", doorkeeper=True, people=outside))
        return sent_to(sat)


@pytest.mark.acceptance(23)
async def test_a_knock_rings_once_and_names_the_window():
    sent = await knocked(behind=False)
    assert sent.count("\a") - sent.count("\x1b]2;") == 1
    assert "\x1b]2;(1 at the door) Runes table\a" in sent
    assert not any(each in sent for each in NOTICES)


async def test_behind_another_window_a_notice_is_shown_once():
    sent = await knocked(behind=True)
    assert sent.count("\x1b]99;;At the door: Zoe, not let in, otter-lamp\x1b\\") == 1
    assert "\x1b]99" not in await knocked(behind=True, notify=False)


async def test_ones_name_in_the_chat_rings_and_other_talk_does_not():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        sat.terminal.writes.clear()
        await sat.hear(Chat(name="Bob", seat=1, text="who deals?"))
        assert "\a" not in sent_to(sat)
        await sat.hear(Chat(name="Bob", seat=1, text="you do, ann"))
        assert "\a" in sent_to(sat)


def rung(sent):
    """How often the bell is in it: the windows' titles and some notices end as it sounds."""
    return sent.count("\a") - sent.count("\x1b]2;") - sent.count("\x1b]9;")


async def asked(*, behind, style=NoticeStyle.KITTY):
    """What the terminal of somebody is sent who is asked three times in two turns and waits."""
    async with sitting(FakeLink(*game(None))) as sat:
        sat.app.notices = style
        sat.session.driver.feed(b"\x1b[O" if behind else b"\x1b[I")
        sent = []
        for number, turn in ((9, 14), (10, 14), (11, 18)):
            sat.terminal.writes.clear()
            view = views.table(turn=turn)
            await sat.hear(seen(view, number), pending(views.cast_phase(), number))
            await passes(UNHEARD - 1)
            sent.append(sent_to(sat))
            sat.terminal.writes.clear()
            await passes(2)
            sent.append(sent_to(sat))
        return sent


async def test_a_turn_rings_after_twenty_seconds_without_a_key_once_a_turn():
    sent = await asked(behind=False)
    assert [rung(each) for each in sent] == [0, 1, 0, 0, 0, 1]
    named = ["\x1b]2;Your turn - Runes table\a" in each for each in sent]
    assert named == [False, True, False, False, False, True]


@pytest.mark.slow
@pytest.mark.parametrize("style", [NoticeStyle.KITTY, NoticeStyle.ITERM, NoticeStyle.URXVT])
@pytest.mark.acceptance(20)
async def test_a_turn_shows_no_notice_in_front_and_one_a_turn_behind(style):
    notices = [sum(map(each.count, NOTICES)) for each in await asked(behind=True, style=style)]
    assert notices == [0, 1, 0, 0, 0, 1]
    assert not any(notice in each for each in await asked(behind=False, style=style)
                   for notice in NOTICES)  # fmt: skip


async def test_a_key_puts_the_reminder_off_and_an_answer_ends_it():
    async with sitting(FakeLink(*game(views.cast_phase()))) as sat:
        await passes(UNHEARD - 1)
        await sat.press("down")
        sat.terminal.writes.clear()
        await passes(UNHEARD - 1)
        assert not rung(sent_to(sat))
        await passes(2)
        assert rung(sent_to(sat)) == 1
        await sat.hear(seen(views.table(), 8), pending(None, 8))
        assert "\x1b]2;Runes table\a" in sent_to(sat)
        sat.terminal.writes.clear()
        await passes(2 * UNHEARD)
        assert not rung(sent_to(sat))


async def test_a_window_never_rings():
    async with sitting(FakeLink(*game(None))) as sat:
        sat.app.notices = NoticeStyle.KITTY
        sat.session.driver.feed(b"\x1b[O")
        sat.terminal.writes.clear()
        await sat.hear(pending(views.ask(views.option(0, "pass"), verb="window"), 7))
        await passes(2 * UNHEARD)
        assert "\a" not in sent_to(sat)
        assert "\x1b]99" not in sent_to(sat)
