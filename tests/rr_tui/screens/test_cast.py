"""A film of a replay: its asciicast shows the same cells, and asks a terminal nothing."""

import json
from pathlib import Path
from xml.etree.ElementTree import XML

import pyte
import pytest

from rr_net.cli.screens import FileShelf, Screens
from rr_net.fairness.proof.bundle import WARNING
from rr_net.host.config import Config
from rr_net.link import EVERYBODY, WATCHER
from rr_net.replay.viewer import Viewer
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.looks.wording import NO_SHELF
from rr_tui.screens.replay import NOT_YET, SHARE
from rr_tui.terminal.cast import FilmTake, film, without_questions
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.svg import colour_of, moving, still
from tests.support.rr_net.played import FOUR, recorded
from tests.support.rr_tui.sitting import sitting

RIGHT = b"\x1b[C"
SVG = "{http://www.w3.org/2000/svg}"


async def filmed(viewer, steps=3, size=(80, 24), depth=ColourDepth.TRUE):
    def build():
        return TableApp(viewer, Profile(depth=depth, motion=False), replay=viewer)

    return await film(build, size, [FilmTake(b"", 0.5), *[FilmTake(RIGHT, 0.5)] * steps], "A film")


def played(cast):
    """What a player shows at each time, as characters, and the header."""
    head, *lines = map(json.loads, cast.decode().splitlines())
    screen = pyte.Screen(head["width"], head["height"])
    stream, shown = pyte.Stream(screen), {}
    for at, kind, text in lines:
        assert kind == "o"
        stream.feed(text)
        shown[at] = list(screen.display)
    return head, shown


def text_of(frame):
    return ["".join(char for char, _ in row) for row in frame.cells]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", FOUR)
async def test_a_cast_shows_the_same_cells_in_a_player(name, size):
    viewer = Viewer(recorded(name)).beginning(4, EVERYBODY)
    made = await filmed(viewer, size=size)
    head, shown = played(made.cast)
    assert (head["version"], head["width"], head["height"]) == (2, *size)
    assert [frame.at for frame in made.frames] == [0.0, 0.5, 1.0, 1.5]
    for number, frame in enumerate(made.frames):
        said = shown[max(at for at in shown if at <= frame.at)]
        assert said == text_of(frame)
        assert f"step {4 + number} of" in "".join(said)


async def test_a_cast_asks_the_terminal_of_who_plays_it_nothing():
    made = await filmed(Viewer(recorded("Rune")))
    text = "".join(text for _, text in made.output)
    for question in ("\x1b[5n", "\x1b[?2026$p", "\x1b[c", "\x1b]", "\x1b[?1000h", "\x1b[?2004h"):
        assert question not in text
    assert "\x1b[?1049h" in text
    assert without_questions("\x1b]2;title\x07a\x1b[?1004h\x1b[5nb") == "ab"


@pytest.mark.parametrize("depth", [ColourDepth.TRUE, ColourDepth.MANY, ColourDepth.NONE])
async def test_a_picture_is_well_formed_and_holds_what_was_shown(depth):
    made = await filmed(Viewer(recorded("Runes & Regulations")), depth=depth)
    found = XML(still(made.frames[-1].cells, "A <title> & more"))
    assert found.find(f"{SVG}title").text == "A <title> & more"
    said = "".join(text.text for text in found.iter(f"{SVG}text"))
    assert "step 3 of" in said.replace("\N{NO-BREAK SPACE}", " ")
    assert "http" not in still(made.frames[-1].cells, "").decode().replace(SVG[1:-1], "")
    film_of_it = XML(moving(made))
    assert len(film_of_it.findall(f"{SVG}g/{SVG}use")) == 24 * len(made.frames)
    assert len(film_of_it.findall(f"{SVG}defs/{SVG}g")) < 24 * len(made.frames)
    assert "2.00s step-end infinite" in film_of_it.find(f"{SVG}style").text


@pytest.mark.parametrize(
    ("code", "colour"),
    [("", "#123456"), ("38;2;1;2;255", "#0102ff"), ("48;5;196", "#ff0000"), ("31", "#800000"),
     ("97", "#ffffff"), ("104", "#0000ff")],
)  # fmt: skip
def test_a_colour_of_the_terminal_is_one_of_the_picture(code, colour):
    assert colour_of(code, "#123456") == colour


# --- kept in files -------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return FileShelf(Screens(Config(), {}))


async def test_x_keeps_a_cast_from_here_and_a_capital_one_a_picture(shelf, tmp_path):
    viewer = Viewer(recorded("Rune"))
    async with sitting(viewer, replay=viewer, dress=lambda app: put(app, shelf)) as sat:
        await sat.press("right", "right")
        assert f"step 2 of {viewer.reel.last}" in sat.text
        await sat.press("x")
        assert f"From here to the end, {viewer.reel.last - 2} steps" in sat.text
        assert f"The whole game, {viewer.reel.last} steps" in sat.text
        await sat.press("2")
        await sat.until(
            lambda: f"Itiskeptin{tmp_path}/rune-step-2.cast." in "".join(sat.text.split())
        )
        head, shown = played((tmp_path / "rune-step-2.cast").read_bytes())
        assert f"step {viewer.reel.last} of" in "".join(list(shown.values())[-1])
        assert (head["width"], head["height"]) == (80, 24)
        await sat.press("X")
        await sat.until(
            lambda: f"Itiskeptin{tmp_path}/rune-step-2.svg." in "".join(sat.text.split())
        )
        assert b"</svg>" in (tmp_path / "rune-step-2.svg").read_bytes()


def put(app, shelf):
    app.shelf = shelf


async def test_s_warns_of_what_is_in_the_file_and_keeps_it_with_a_note(shelf, tmp_path):
    viewer = Viewer(recorded("Rune"), bundle=lambda: b'{"format":"a"}')
    async with sitting(viewer, replay=viewer, dress=lambda app: put(app, shelf)) as sat:
        await sat.press("right", "s")
        assert SHARE.startswith("All hands, names and keys")
        assert WARNING.startswith("All hands, names and keys")
        assert "All hands, names and keys of the game" in sat.text
        await sat.press("look", "enter")
        await sat.until(
            lambda: f"Itiskeptin{tmp_path}/rune-step-1.share.json." in "".join(sat.text.split())
        )
        kept = json.loads((tmp_path / "rune-step-1.share.json").read_bytes())
        assert (kept["place"], kept["note"], kept["bundle"]) == (1, "look", {"format": "a"})


async def test_before_the_audit_no_hidden_hand_is_kept_in_any_file(shelf, tmp_path):
    viewer = Viewer(recorded("Rune", is_open=False, seat=0), bundle=lambda: b"{}")
    async with sitting(viewer, replay=viewer, dress=lambda app: put(app, shelf)) as sat:
        for key in ("x", "X", "s"):
            await sat.press(key)
            assert NOT_YET[:60] in sat.text
        await sat.press("e", "X")
        assert viewer.reel.eyes[1] == WATCHER
        await sat.until(lambda: "It is kept in" in sat.text)
        await sat.press("s")
        assert "as soon as its cards are open" in sat.text
        assert "A note for who looks at it" not in sat.text
    assert [path.suffix for path in tmp_path.iterdir()] == [".svg"]


async def test_over_ssh_no_file_is_written_on_the_host():
    viewer = Viewer(recorded("Rune"))
    async with sitting(viewer, replay=viewer) as sat:
        for key in ("x", "X", "s"):
            await sat.press(key)
            assert NO_SHELF in sat.text
            assert " step " in sat.text


async def test_the_film_of_an_evening_lasts_twenty_seconds_and_shows_all_that_it_promises():
    folder = Path(__file__).parents[3] / "docs" / "screens"
    head, shown = played((folder / "evening.cast").read_bytes())
    assert (head["width"], head["height"], head["duration"]) == (80, 24, 20.0)
    told = ["\n".join(screen) for screen in shown.values()]
    wanted = ("invite code", "At the door: bob, not let in", "ann is about to CAST",
              "Reactions are open: a Rune?",
              "your answer is in", "ACTIVATES", "The host's machine says: ")  # fmt: skip
    assert [words for words in wanted if not any(words in each for each in told)] == []
    found = XML((folder / "evening.svg").read_bytes())
    assert "20.00s step-end infinite" in found.find(f"{SVG}style").text
