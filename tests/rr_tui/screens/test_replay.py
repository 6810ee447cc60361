"""The replay on the screen: steps, turns, moments, eyes, playing, and its way out."""

import pytest

from rr_net.bots.thinkers import AtOnce
from rr_net.link import EVERYBODY, WATCHER
from rr_net.link.replay import Reel
from rr_net.local.home import luck
from rr_net.replay.album import AlbumViewer, read_album
from rr_net.replay.branch import Branching
from rr_net.replay.viewer import Viewer
from rr_net.room.lobby import TablePlan
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import plain, width_of
from rr_tui.screens.game import GameScreen
from rr_tui.screens.reel import foot, head, shared_out
from rr_tui.screens.replay import ReplayScreen
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.rr_net.replay.test_album import kept
from tests.support.fakeclock import passes
from tests.support.rr_net.pastgames import NOON
from tests.support.rr_net.played import FOUR, recorded
from tests.support.rr_tui.sitting import KEYS, sitting
from tests.support.rr_tui.terminals import eventually

SHIFTED = {"shift+right": "\x1b[1;2C", "shift+left": "\x1b[1;2D", "end": "\x1b[F", "home": "\x1b[H"}


@pytest.fixture(autouse=True)
def more_keys(monkeypatch):
    for name, sent in SHIFTED.items():
        monkeypatch.setitem(KEYS, name, sent)


def looking(viewer, **dressed):
    return sitting(viewer, replay=viewer, **dressed)


def place(sat):
    """The step that the foot names."""
    line = next(line for line in sat.terminal.text if " step " in line)
    return int(line.rpartition(" step ")[2].split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", FOUR)
async def test_every_board_is_replayed_with_all_hands_open(name, size):
    viewer = Viewer(recorded(name))
    async with looking(viewer, size=size) as sat:
        assert f"Replay · {name}" in sat.text
        assert "▸all open" in sat.text or "eyes: all open" in sat.text
        assert "All hands" in sat.text
        assert f"step 0 of {viewer.reel.last}" in sat.text
        await sat.press("end")
        assert place(sat) == viewer.reel.last
        assert len(sat.terminal.text) == size[1]


async def test_arrows_step_shift_goes_by_turns_and_m_to_moments():
    viewer = Viewer(recorded("Runes & Regulations"))
    reel = viewer.reel
    async with looking(viewer) as sat:
        await sat.press("right", "right", "right", "left")
        assert place(sat) == 2
        await sat.press("shift+right")
        assert place(sat) == reel.turns.index(2)
        await sat.press("right", "shift+left")
        assert place(sat) == reel.turns.index(2)
        await sat.press("shift+left")
        assert place(sat) == reel.turns.index(1)
        for moment in (*reel.moments, reel.moments[0]):
            await sat.press("m")
            assert place(sat) == moment.at
        await sat.press(":", "3", "enter")
        assert place(sat) == reel.turns.index(3)
        await sat.press(":", *"abc", "enter")
        assert "abc is no number of a turn: there are 1 to " in sat.text
        await sat.press("home", "left")
        assert place(sat) == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_album_says_in_full_what_was_not_rechecked_and_begins_no_other_game(size):
    source, (_, content) = kept("The Nefarious Neighbor")
    album = AlbumViewer(read_album(content, source), source, NOON)
    async with looking(album, size=size) as sat:
        assert "Rules not rechecked; checked on 18 Nov by version 0.2.0." in sat.text
        await sat.press("right")
        assert "Rules not rechecked" not in sat.text
        assert "rules not rechecked" in sat.text
        assert "what if" not in sat.text
        await sat.press("b")
        assert "this version has other rules" in sat.text
        await sat.press("end")
        assert place(sat) == album.reel.last


async def test_what_whoever_shared_it_has_to_say_is_read_at_once():
    viewer = Viewer(recorded("Rune"), check="checked")
    viewer.begin_at(3, "look at this one")
    async with looking(viewer) as sat:
        assert place(sat) == 3
        assert "look at this one" in sat.text
        await sat.press("right")
        assert "look at this one" not in sat.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("note", ["nobody saw that the Griffin lay there. " * 5, "看" * 200])
async def test_the_longest_note_is_read_whole_above_the_keys(note, size):
    note = note.strip()
    viewer = Viewer(recorded("Runes & Regulations"), check="checked")
    viewer.begin_at(3, note)
    async with looking(viewer, size=size) as sat:
        rows = sat.terminal.text
        first = next(at for at, row in enumerate(rows) if row.startswith(" Note:"))
        said = "".join("".join(row.partition("│")[0] for row in rows[first:-1]).split())
        assert said.startswith(f"Note:{''.join(note.split())}")
        assert "[Space] play" in rows[-1]
        assert "All hands" in sat.text
        await sat.press("right")
        assert place(sat) == 4


async def test_it_plays_at_a_speed_until_a_key_or_the_end():
    viewer = Viewer(recorded("Rune"))
    async with looking(viewer) as sat:
        await sat.press("+", "+", "space")
        assert "0.1 s a step" in sat.text
        await passes(0.35)
        await sat.rest()
        assert 2 <= place(sat) <= 5
        await sat.press("left")
        assert "s a step" not in sat.text
        at = place(sat)
        await passes(1.0)
        assert place(sat) == at
        await sat.press("space")
        await passes(3.0)
        await sat.rest()
        assert place(sat) == viewer.reel.last
        assert "s a step" not in sat.text


async def test_e_goes_round_all_eyes_and_each_sees_its_own_hand_alone():
    viewer = Viewer(recorded("Runes & Regulations"))
    async with looking(viewer) as sat:
        await sat.press("end")
        for eyes in viewer.reel.eyes:
            shown = "All hands" in sat.text, "Your hand" in sat.text, "see no hand" in sat.text
            assert shown == (eyes == EVERYBODY, eyes >= 0, eyes == WATCHER)
            await sat.press("e")
        assert "All hands" in sat.text
        await sat.press("E")
        assert "see no hand" in sat.text


async def test_a_warning_stands_on_every_screen_and_a_refusal_closes_it():
    viewer = Viewer(recorded("Regicide"))
    async with looking(viewer) as sat:
        viewer.checked("", warning="UNVERIFIED: a row is wrong")
        await sat.rest()
        for key in ("right", "e", "end", "m"):
            await sat.press(key)
            assert "UNVERIFIED: a row is wrong" in sat.text
        viewer.checked("", refusal="The record does not verify: a row is wrong.")
        await sat.until(lambda: not sat.app.is_running)
        assert sat.app.return_code == 1
        assert "does not verify: a row is wrong" in sat.terminal.sent.decode()


async def test_the_log_the_keys_and_a_card_are_read_and_escape_leaves():
    async with looking(Viewer(recorded("Runes & Regulations"))) as sat:
        await sat.press("end", "l")
        assert "Log (" in sat.text
        await sat.press("escape", "?")
        assert "Keys of the replay" in sat.text
        await sat.press("escape", "tab", "i")
        assert not isinstance(sat.screen, ReplayScreen)
        await sat.press("escape", "escape")
        await sat.until(lambda: not sat.app.is_running)
        assert sat.app.return_code == 0


async def test_in_ascii_without_colours_nothing_is_lost():
    viewer = Viewer(recorded("Rune"))
    dressed = {"glyphs": GlyphSet.ASCII, "depth": ColourDepth.NONE}
    async with looking(viewer, **dressed) as sat:
        await sat.press("m")
        assert sat.text.isascii()
        assert "O" in next(line for line in sat.terminal.text if " step " in line)


async def test_b_begins_another_game_here_and_leaving_it_comes_back_to_the_step():
    base = Branching(AtOnce, luck(1), TablePlan(bot="greedy", pace=0.0))
    viewer = Viewer(recorded("Regicide"), base.begin, name="Ann")
    async with looking(viewer) as sat:
        await sat.press("m", "b")
        at = next(each.at for each in viewer.reel.moments)
        assert "Whose seat is yours?" in sat.text
        await sat.press("2")
        await sat.until(lambda: "With the cards dealt anew" in sat.text)
        assert "you have the seat of P1" in " ".join(sat.text.split())
        await sat.press("1")
        await sat.until(lambda: isinstance(sat.screen, GameScreen))
        assert "What if, as P1" in sat.text
        await sat.press("q")
        await sat.until(lambda: "Leave this game" in sat.text)
        await sat.press("2")
        await sat.until(lambda: isinstance(sat.screen, ReplayScreen))
        assert place(sat) == at
        assert not base.tables
        assert sat.app.is_running
        await sat.press("end", "b", "1")
        await sat.until(lambda: "With the cards as they lay" in sat.text)
        await sat.press("1")
        await sat.until(lambda: "the game is over here: go back a step." in sat.text)


async def test_a_line_that_is_lost_within_another_game_ends_that_game():
    base = Branching(AtOnce, luck(1), TablePlan(bot="greedy", pace=0.0))
    viewer = Viewer(recorded("Regicide"), base.begin, name="Ann")
    async with looking(viewer) as sat:
        await sat.press("m", "b", "2")
        await sat.until(lambda: "With the cards dealt anew" in sat.text)
        await sat.press("1")
        await sat.until(lambda: isinstance(sat.screen, GameScreen))
        [played] = base.tables
        sat.session.driver.closed()
        await sat.session.task
        assert not base.tables
        await eventually(lambda: played.is_over)


async def test_keys_that_come_faster_than_pictures_are_drawn_together(monkeypatch):
    viewer, made = Viewer(recorded("Rune")), []
    picture = viewer.picture

    def counted(at, eyes):
        made.append(at)
        return picture(at, eyes)

    monkeypatch.setattr(viewer, "picture", counted)
    async with looking(viewer) as sat:
        made.clear()
        sat.session.driver.feed((KEYS["right"] + KEYS["left"]).encode() * 25)
        sat.session.driver.feed(KEYS["right"].encode() * 3)
        await sat.until(lambda: place(sat) == 3)
        assert len(made) <= 5


async def test_before_the_cards_are_open_b_says_when_it_can_be_done():
    viewer = Viewer(recorded("Rune", is_open=False, seat=0), Branching().begin)
    async with looking(viewer) as sat:
        assert "what if" not in sat.text
        await sat.press("b")
        assert "as soon as the cards are open" in sat.text


@pytest.mark.parametrize(
    ("room", "wanted", "shares"),
    [(7, [2, 2, 3, 1], [2, 2, 2, 1]), (9, [2, 3], [2, 3]), (3, [2, 2, 2, 2], [1, 1, 1, 1])],
)
def test_rows_for_open_hands_go_to_who_needs_them(room, wanted, shares):
    assert shared_out(room, wanted) == shares


def test_a_tall_screen_has_two_rows_for_what_a_step_has_brought():
    viewer = Viewer(recorded("Runes & Regulations"))

    def rows(at, height):
        picture = viewer.picture(at, EVERYBODY)
        return plain(foot(viewer.reel, picture, viewer.names, "", 84, height, UNICODE)).split("\n")

    low = [rows(at, 3) for at in range(60)]
    long = [at for at, (news, *_) in enumerate(low) if news.endswith("…") and len(news) > 3]
    assert long
    assert not any("  " in low[at][0].strip() for at in long)
    tall = {at: rows(at, 4) for at in long}
    assert all(max(map(len, each)) <= 84 for each in tall.values())
    whole = [at for at, each in tall.items() if not each[1].endswith("…")]
    assert len(whole) > len(long) / 2
    assert all(tall[at][2:] == low[at][1:] for at in long)


@pytest.mark.parametrize(
    ("names", "width", "said"),
    [
        (("ann", "root", "cem"), 84, "The table of Maple … · checked eyes: ▸all open  ann  root"),
        (("Dorothea", "Sebastian", "Wilhelmina", "Zacharias"), 79,
         "Replay · T… · checked eyes: ▸all open  Dorot…  Sebas…  Wilhe…  Zacha…  a wat…"),
        (tuple(f"neighbour{n}" for n in range(8)), 79, "checked           eyes: all open, 1 of 10"),
    ],
)  # fmt: skip
def test_the_head_says_whose_eyes_there_are_before_it_says_the_whole_title(names, width, said):
    reel = Reel("The table of Maple Court", (0,), (), (EVERYBODY, *range(len(names)), WATCHER),
                "checked")  # fmt: skip
    row = head(reel, EVERYBODY, names, width, UNICODE)
    assert said in plain([row])
    assert width_of(row) <= width
    warned = plain([head(reel._replace(warning="UNVERIFIED: row 17"), 2, names, width, UNICODE)])
    assert "UNVERIFIED: row 17" in warned
    assert f"eyes: {names[2]}" in warned or f"▸{names[2]}" in warned
