"""The frame diff: what it sends, and that the terminal then shows what it should."""

import random
import re
import unicodedata

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.containers import Horizontal
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Button, Input, Static

from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Span
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.ink import PLAIN, Pen, cells, change, nearest_of_256, pen_of
from rr_tui.terminal.painter import Painter, pieces
from rr_tui.terminal.session import start
from rr_tui.widgets.lines import LineView, LogView
from rr_tui.widgets.player_app import PlayerApp
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_tui.terminals import MemoryTerminal, picture_of, settled

WIDTH, HEIGHT = 24, 6
OURS = re.compile(
    r"\x1b\[(?:\d+(?:;\d+)?)?H"  # to a cell
    r"|\x1b\[\d*C"  # to the right
    r"|\x1b\[(?:0|(?:0;)?(?:[123479]|39|49|[34][0-7]|9[0-7]|10[0-7]|[34]8;5;\d+|[34]8;2;\d+;\d+;\d+)"
    r"(?:;(?:[123479]|39|49|[34][0-7]|9[0-7]|10[0-7]|[34]8;5;\d+|[34]8;2;\d+;\d+;\d+))*)m"
)

STYLES = [
    None,
    Style(),
    Style.parse("bold"),
    Style.parse("#ff8800 on #102030"),
    Style.parse("reverse"),
    Style.parse("underline red"),
    Style.parse("italic bright_blue on default"),
    Style.parse("dim strike on blue"),
    Style.parse("link https://example.org bold"),
]
WORDS = ["a", "hello", " ", "   ", "─┐", "漢字", "●○", "e\u0301", "x", "§…"]

# One choice for each segment: choosing takes far longer than drawing.
segments = st.sampled_from([Segment(word, style) for word in WORDS for style in STYLES])
rows = st.lists(segments, max_size=6)
pictures = st.lists(rows, min_size=HEIGHT, max_size=HEIGHT)


def strip(segments, width=WIDTH):
    return Strip(segments).adjust_cell_length(width)


def layout(picture):
    return LayoutUpdate([[strip(row)] for row in picture], Region(0, 0, WIDTH, HEIGHT))


def chops(y, x, text):
    """An update of one stretch of one row."""
    piece = Strip([Segment(text)])
    end = x + piece.cell_length
    chopped = [{x: piece} if row == y else {} for row in range(HEIGHT)]
    return ChopsUpdate(chopped, [(y, x, end)], [[end] if row == y else [] for row in range(HEIGHT)])


def painter(depth=ColourDepth.TRUE, *, ascii_only=False):
    return Painter(depth, ascii_only=ascii_only)


def frame(which, update, cursor=(0, 0)):
    return which.frame(update, (WIDTH, HEIGHT), cursor)


class Glass:
    """A pyte screen that takes text."""

    def __init__(self, width=WIDTH, height=HEIGHT):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.screen)

    def shows(self, *frames):
        for each in frames:
            self.stream.feed(each)
        return picture_of(self.screen)


# --- the diff ------------------------------------------------------------------------------------


stretches = st.builds(
    chops,
    st.integers(0, HEIGHT - 1),
    st.integers(0, WIDTH - 4),
    st.sampled_from(["a", "ab", "漢", "e\u0301x"]),
)


@pytest.mark.slow
@given(st.lists(st.one_of(pictures.map(layout), stretches), max_size=4), pictures)
def test_a_series_of_updates_ends_like_the_last_picture_drawn_afresh(series, last):
    brush = painter()
    drawn = Glass().shows(*(frame(brush, update) for update in [*series, layout(last)]))
    assert drawn == Glass().shows(frame(painter(), layout(last)))


def test_a_wide_character_that_was_cut_is_drawn_again():
    brush, glass = painter(), Glass()
    picture = layout([[Segment("abc漢de")]] * HEIGHT)
    glass.shows(frame(brush, picture))
    for x in (3, 4):
        glass.shows(frame(brush, chops(2, x, "X")))
        assert "漢" in frame(brush, picture), f"cut at {x}"


def test_a_part_of_a_row_is_drawn_where_it_touches_a_changed_span():
    strips = {0: strip([Segment("ab")], 2), 2: strip([Segment("c")], 1), 3: None}
    touched = {
        span: [piece.x for piece in pieces(ChopsUpdate([strips], [(0, *span)], [[2, 3, 9]]))]
        for span in [(0, 1), (1, 2), (0, 3), (2, 3), (3, 9), (1, 3)]
    }
    assert touched == {
        (0, 1): [0], (1, 2): [0], (0, 3): [0, 2], (2, 3): [2], (3, 9): [], (1, 3): [0, 2],
    }  # fmt: skip


@given(
    pictures,
    st.lists(st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 4)), max_size=6),
    st.sampled_from(["ab", "漢", "e\u0301x"]),
)
def test_changed_stretches_are_where_they_belong(picture, places, text):
    brush, glass = painter(), Glass()
    glass.shows(frame(brush, layout(picture)))
    for y, x in places:
        shown = glass.shows(frame(brush, chops(y, x, text)))
        expected = [unicodedata.normalize("NFC", cell) for cell in cells(text, ascii_only=False)]
        assert [cell[0] for cell in shown[y][x : x + len(expected)]] == expected


def test_an_unchanged_picture_sends_nothing():
    brush = painter()
    picture = [[Segment("hello", Style.parse("red"))]] * HEIGHT
    assert frame(brush, layout(picture)) != ""
    assert frame(brush, layout(picture)) == ""


def test_a_changed_letter_sends_that_letter():
    brush = painter()
    frame(brush, layout([[Segment("hello world")]] * HEIGHT))
    changed = [[Segment("hello world")]] * (HEIGHT - 1) + [[Segment("hello_world")]]
    assert frame(brush, layout(changed)) == "\x1b[6;6H_\x1b[H"


def test_two_near_changes_are_one_stretch_and_two_far_ones_are_not():
    brush = painter()
    frame(brush, layout([[Segment("abcdefghijklmnop")]] * HEIGHT))
    near = frame(
        brush, layout([[Segment("XbcYefghijklmnop")], *[[Segment("abcdefghijklmnop")]] * 5])
    )
    assert near == "\x1b[HXbcY\x1b[H"
    far = frame(
        brush, layout([[Segment("ZbcYefghijklmnoZ")], *[[Segment("abcdefghijklmnop")]] * 5])
    )
    assert far == "\x1b[HZ\x1b[14CZ\x1b[H"


def test_what_the_terminal_shows_is_forgotten_on_demand():
    brush = painter()
    picture = layout([[Segment("hello")]] * HEIGHT)
    first = frame(brush, picture)
    brush.forget()
    assert frame(brush, picture) == first


def test_another_size_is_drawn_whole():
    brush = painter()
    frame(brush, layout([[Segment("hello")]] * HEIGHT))
    wide = LayoutUpdate([[strip([Segment("hello")], 30)]] * HEIGHT, Region(0, 0, 30, HEIGHT))
    assert brush.frame(wide, (30, HEIGHT), (0, 0)).count("hello") == HEIGHT


def test_a_moved_cursor_is_sent_and_an_unmoved_one_is_not():
    brush = painter()
    picture = layout([[Segment("hello")]] * HEIGHT)
    frame(brush, picture)
    assert frame(brush, picture, (3, 2)) == "\x1b[3;4H"
    assert frame(brush, picture, (3, 2)) == ""


def test_cells_beyond_the_screen_are_not_drawn():
    brush = painter()
    tall = LayoutUpdate([[strip([Segment("x" * 99)], 99)]] * 99, Region(0, 0, 99, 99))
    assert frame(brush, tall).count("x") == WIDTH * HEIGHT


def test_a_wide_character_at_the_edge_is_left_out():
    brush = painter()
    picture = [[Strip([Segment("x" * (WIDTH - 1) + "漢")])]] * HEIGHT
    sent = frame(brush, LayoutUpdate(picture, Region(0, 0, WIDTH + 1, HEIGHT)))
    assert "漢" not in sent
    assert len(Glass().shows(sent)[0]) == WIDTH


@given(pictures, st.sampled_from(list(ColourDepth)), st.booleans())
def test_no_sequence_leaves_that_is_not_ours(picture, depth, ascii_only):
    sent = frame(painter(depth, ascii_only=ascii_only), layout(picture))
    assert "\x1b" not in OURS.sub("", sent)


@given(st.text(max_size=30), st.booleans())
def test_no_text_can_control_the_terminal(text, ascii_only):
    hostile = f"\x1b]52;c;AAAA\x07{text}\x9b31m\x1b[2J\u202e\u2066\x00\n\t\x7f"
    sent = frame(painter(ascii_only=ascii_only), layout([[Segment(hostile)]] * HEIGHT))
    rest = OURS.sub("", sent)
    assert rest.isprintable()
    assert "\u202e" not in rest


def test_ascii_players_get_ascii_alone():
    text = "┌─●○…§▸│ é ß 漢 \N{SLIGHTLY SMILING FACE} \u0416"
    sent = frame(painter(ascii_only=True), layout([[Segment(text)]] * HEIGHT))
    assert sent.isascii()
    assert Glass().shows(sent)[0][0][0] == "+"


@given(st.text(max_size=40))
def test_an_ascii_text_takes_as_many_cells_as_the_other_one(text):
    assert len(cells(text, ascii_only=True)) == len(cells(text, ascii_only=False))


# --- colours -------------------------------------------------------------------------------------


def colours_in(sent):
    codes = re.findall(r"\x1b\[([\d;]*)m", sent)
    return [code for code in codes if re.search(r"(^|;)([34][0-9]|9[0-7]|10[0-7])", code)]


COLOURFUL = [[Segment("hello", style) for style in STYLES]] * HEIGHT


def test_a_player_without_colours_gets_none():
    sent = frame(painter(ColourDepth.NONE), layout(COLOURFUL))
    assert colours_in(sent) == []
    assert {"\x1b[1m", "\x1b[7m", "\x1b[4m"} & set(OURS.findall(sent))


def test_each_depth_gets_only_its_own_colours():
    sent = {
        depth: frame(painter(depth), layout(COLOURFUL))
        for depth in (ColourDepth.TRUE, ColourDepth.FEW, ColourDepth.MANY)
    }
    assert "38;2;255;136;0" in sent[ColourDepth.TRUE]
    assert "38;5;208" in sent[ColourDepth.MANY]
    assert "8;2;" not in sent[ColourDepth.MANY]
    assert "8;2;" not in sent[ColourDepth.FEW]
    assert "8;5;" not in sent[ColourDepth.FEW]


def test_a_style_seen_in_true_colour_is_still_drawn_in_sixteen():
    # Textual keeps the first player's codes in the style: the second one would get them.
    style = Style.parse("#fedcba on #123456")
    Strip([Segment("x", style)]).render(Console(force_terminal=True, color_system="truecolor"))
    assert "8;2;" in (style._ansi or "")
    assert pen_of(style, ColourDepth.FEW).colour in {"37", "97"}


def test_text_never_vanishes_where_two_colours_become_one():
    pen = pen_of(Style.parse("#101010 on #000000"), ColourDepth.FEW)
    assert (pen.colour, pen.ground) == ("97", "40")


def test_links_blinking_and_concealment_never_leave():
    style = Style.parse("blink conceal link https://example.org")
    assert pen_of(style, ColourDepth.TRUE) == PLAIN


def test_a_pen_changes_by_what_differs():
    bold_red = Pen(frozenset({"1"}), "31", "40")
    assert change(PLAIN, bold_red) == "\x1b[1;31;40m"
    assert change(bold_red, Pen(frozenset({"1"}), "32", "40")) == "\x1b[32m"
    assert change(bold_red, Pen(frozenset(), "31", "40")) == "\x1b[0;31;40m"
    assert change(bold_red, Pen(frozenset({"1"}))) == "\x1b[39;49m"


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ((0, 0, 0), 16),
        ((255, 255, 255), 231),
        ((18, 22, 28), 233),
        ((255, 0, 0), 196),
        ((95, 135, 175), 67),
    ],
)
def test_a_true_colour_becomes_the_nearest_of_256(colour, expected):
    assert nearest_of_256(*colour) == expected


# --- against Textual's own rendering -------------------------------------------------------------


class Question(ModalScreen):
    CSS = "Question { align: center middle; background: $rr-panel 60%; } Static { width: 20; }"

    def compose(self):
        yield Static("Really? 漢字")


class TwoPainters(PlayerApp):
    """Draws each frame twice: with the diff on its channel, and as Textual would on a glass."""

    CSS = """
    Horizontal { height: 1fr; } #log { width: 30; } #hand { width: 1fr; }
    Static { height: 2; } Input { height: 3; } .hidden { display: none; }
    """

    def __init__(self, glass):
        super().__init__(Profile(depth=ColourDepth.TRUE, motion=False))
        self.glass = glass

    def compose(self):
        yield Static("title", id="title")
        with Horizontal():
            yield LineView(id="hand")
            yield LogView(id="log", ground="panel")
        yield Input(placeholder="say", id="say")
        yield Button("Go", id="go")

    def _display(self, screen, renderable):
        super()._display(screen, renderable)
        if isinstance(renderable, CompositorUpdate):
            self.glass.stream.feed(renderable.render_segments(self.console))


def steps(app, terminal, dice):
    """Something that changes the picture, chosen by the dice."""
    words = ["Ann", "draws", "a", "card", "漢字", "●●○", "e\u0301", "—", "x" * 40]
    roles = ["text", "muted", "seat1", "seat4", "keyword", "danger"]
    row = tuple(
        Span(f"{dice.choice(words)} ", dice.choice(roles)) for _ in range(dice.randrange(6))
    )
    grounds = ["", "focus", "target"]
    three = [Span(dice.choice(words), dice.choice(roles), None, dice.choice(grounds))] * 3
    rows = [tuple(three)] * dice.randrange(12)
    base = app.screen_stack[0]
    modal = app.pop_screen if len(app.screen_stack) > 1 else lambda: app.push_screen(Question())
    return [
        lambda: base.query_one("#title", Static).update(dice.choice(words)),
        lambda: base.query_one("#hand", LineView).show(rows),
        lambda: base.query_one("#log", LogView).append(row),
        lambda: base.query_one("#log", LogView).action_page_log(dice.choice([1, -1])),
        lambda: base.query_one(f"#{dice.choice(['log', 'say', 'title'])}").toggle_class("hidden"),
        lambda: terminal.driver.feed(
            dice.choice([b"\t", b"a", "é漢".encode(), b"\x7f", b"\x1b[Z"])
        ),
        app.refresh,
        modal,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4 if LONG else 2))
async def test_the_diff_and_textual_show_the_same_after_any_updates(seed):
    dice = random.Random(seed)
    terminal, glass = MemoryTerminal((60, 16)), Glass(60, 16)
    session = start(lambda: TwoPainters(glass), terminal, (60, 16))
    terminal.driver = session.driver
    await settled(session.app)
    for _ in range(40):
        for _ in range(dice.randrange(1, 4)):
            # Only in its own context does an app find itself.
            session.app.call_later(dice.choice(steps(session.app, terminal, dice)))
        await settled(session.app)
        assert terminal.picture() == picture_of(glass.screen)
    assert session.driver.frames > 20
    assert await session.stop() == 0
