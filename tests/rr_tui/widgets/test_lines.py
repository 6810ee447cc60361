"""Widgets of rows: what changed is drawn, nothing else, and a log keeps its place."""

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.containers import Horizontal

from rr_tui.looks.palette import palette_of
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Span, plain
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.session import start
from rr_tui.widgets.lines import DrawnRows, LineView, LogView, wrapped
from rr_tui.widgets.player_app import PlayerApp
from tests.support.rr_tui.terminals import MemoryTerminal, settled

# The budgets of the interface, with 256 colours at 80x24.
FOCUS_MOVE, PUBLIC_EVENT, FULL_REPAINT, CLOCK = 1024, 4096, 20_480, 60


class Table(PlayerApp):
    """As many areas as a board has, and a log beside them."""

    CSS = """
    #left { width: 1fr; } #log { width: 34; } LineView { height: 1fr; }
    #news, #keys, #clock { height: 1; }
    """

    def compose(self):
        yield LineView(id="news")
        with Horizontal():
            yield LineView(id="lawns", ground="panel")
            yield LineView(id="hand")
            yield LogView(id="log")
        yield LineView(id="clock")
        yield LineView(id="keys")


class Watched(LineView):
    """Keeps which rows are to be drawn."""

    def __init__(self, **options):
        super().__init__(**options)
        self.drawn = []

    def refresh(self, *regions, **options):
        self.drawn += [region.y for region in regions]
        return super().refresh(*regions, **options)


def row(text, role="text", ground=""):
    return (Span(text, role, None, ground),)


def hand(focus):
    names = ["Just for the Hex of It", "This Spells Disaster", "Alley Cat", "Sparkly Dragon"]
    return [
        (
            Span("▸" if at == focus else " ", "legal", None, "focus" if at == focus else "target"),
            Span(f"{name:<24}", "text", None, "focus" if at == focus else "target"),
        )
        for at, name in enumerate(names)
    ]


@pytest.fixture
async def table():
    terminal = MemoryTerminal((80, 24), draws_whole=True)
    profile = Profile(depth=ColourDepth.MANY, motion=False)
    session = start(lambda: Table(profile), terminal, (80, 24))
    terminal.driver = session.driver
    await settled(session.app)
    yield session, terminal
    await session.stop()


async def drawn(session, terminal, *changes):
    """Makes changes and returns the bytes that they cost."""
    before = terminal.bytes_sent
    for change in changes:
        session.app.call_later(*change)
    await settled(session.app)
    return terminal.bytes_sent - before


def view(session, name):
    return session.app.query_one(f"#{name}")


# --- rows ----------------------------------------------------------------------------------------


async def test_rows_are_shown_from_the_top_in_their_colours(table):
    session, terminal = table
    await drawn(session, terminal, (view(session, "news").show, [row("Your turn", "danger")]))
    assert terminal.text[0] == "Your turn"
    cell = terminal.screen.buffer[0][0]
    assert (cell.fg, cell.bold) == ("ff8787", True)


async def test_a_ground_of_a_span_is_its_own_and_that_of_the_rest_is_the_widgets(table):
    session, terminal = table
    rows = [(Span("on focus", "seat1", None, "focus"), Span(" on panel", "seat1"))]
    await drawn(session, terminal, (view(session, "lawns").show, rows))
    grounds = [terminal.screen.buffer[1][x].bg for x in (0, 10, 20)]
    panel = terminal.screen.buffer[10][0].bg
    assert grounds[1:] == [panel, panel]
    assert grounds[0] != panel


async def test_only_changed_rows_are_drawn_again():
    class One(App):
        def compose(self):
            yield Watched(id="it")

    async with One().run_test(size=(40, 10)) as pilot:
        it = pilot.app.query_one("#it")
        it.show([row(f"line {number}") for number in range(6)])
        await pilot.pause()
        it.drawn.clear()
        it.show([row("changed" if number == 4 else f"line {number}") for number in range(6)])
        await pilot.pause()
        assert it.drawn == [4]
        it.drawn.clear()
        it.show([row("changed" if number == 4 else f"line {number}") for number in range(6)])
        await pilot.pause()
        assert it.drawn == []


async def test_rows_that_are_gone_leave_blanks(table):
    session, terminal = table
    lawns = view(session, "lawns")
    await drawn(session, terminal, (lawns.show, [row("one"), row("two")]))
    await drawn(session, terminal, (lawns.show, [row("one")]))
    assert "two" not in "".join(terminal.text)


async def test_a_row_too_long_is_cut_at_the_width(table):
    session, terminal = table
    await drawn(session, terminal, (view(session, "news").show, [row("漢" * 60)]))
    assert cell_len(terminal.text[0]) <= 80
    assert terminal.text[1] == ""


async def test_no_text_in_a_row_can_control_the_terminal(table):
    session, terminal = table
    hostile = "\x1b]52;c;AAAA\x07 \x9b2J \u202egnp.exe \u2066 tag\U000e0041 zero\u200bwidth"
    await drawn(session, terminal, (view(session, "news").show, [row(hostile)]))
    sent = terminal.sent.decode()
    for char in "\x07\x9b\u202e\u2066\U000e0041\u200b":
        assert char not in sent
    assert "\x1b]" not in sent
    assert terminal.text[0].count("\N{REPLACEMENT CHARACTER}") == 7
    # The strip is harmless before the diff looks at it: other ways of drawing are safe too.
    assert view(session, "news").render_line(0).text.isprintable()


async def test_the_span_under_the_mouse_is_found(table):
    session, terminal = table
    rows = [(Span("ab"), Span("漢字", "seat1"), Span("c"))]
    await drawn(session, terminal, (view(session, "news").show, rows))
    news = view(session, "news")
    found = [news.span_at(x, 0) for x in range(8)]
    assert [span.text if span else None for span in found] == [
        "ab", "ab", "漢字", "漢字", "漢字", "漢字", "c", None,
    ]  # fmt: skip
    assert news.span_at(0, 5) is None


async def test_a_new_theme_recolours_rows_that_did_not_change(table):
    session, terminal = table
    await drawn(session, terminal, (view(session, "news").show, [row("text")]))
    before = terminal.screen.buffer[0][0].fg
    await drawn(session, terminal, (session.app.wear, session.app.profile.changed(theme="light")))
    assert terminal.screen.buffer[0][0].fg != before


def test_a_row_is_drawn_once_for_whoever_looks_at_it():
    dark, light = (palette_of(theme, ColourDepth.MANY) for theme in ("dark", "light"))
    mine, yours = (DrawnRows("panel") for _ in range(2))
    strip = mine.strip_of(row("shared"), dark, 20)
    assert yours.strip_of(row("shared"), dark, 20) is strip
    others = [
        yours.strip_of(row("shared"), light, 20),
        yours.strip_of(row("shared"), dark, 21),
        DrawnRows("background").strip_of(row("shared"), dark, 20),
    ]
    assert all(other is not strip for other in others)
    assert [other.cell_length for other in others] == [20, 21, 20]


async def test_rows_are_shown_in_an_app_of_any_kind():
    class Plain(App):
        def compose(self):
            yield LineView(id="it")

    async with Plain().run_test(size=(30, 4)) as pilot:
        pilot.app.query_one("#it").show([row("hello", "muted")])
        await pilot.pause()
        assert pilot.app.query_one("#it").render_line(0).text.startswith("hello")


# --- the log -------------------------------------------------------------------------------------


def lines_of(session):
    return plain(view(session, "log").rows).split("\n")


async def test_a_log_shows_its_end(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(100)]))
    assert lines_of(session)[-1] == "entry 99"
    assert len(log.rows) == log.size.height


async def test_a_long_entry_is_wrapped_at_blanks_in_its_roles(table):
    session, terminal = table
    entry = (Span("Cem", "seat3"), Span(" stole Sparkly Dragon from "), Span("Bob", "seat2"))
    await drawn(session, terminal, (view(session, "log").append, entry))
    assert lines_of(session) == ["Cem stole Sparkly Dragon from Bob"]
    assert plain(wrapped(entry, 20)).split("\n") == ["Cem stole Sparkly", "Dragon from Bob"]
    assert [span.role for span in wrapped(entry, 20)[1]][-1] == "seat2"


async def test_who_has_scrolled_back_keeps_on_reading_where_they_are(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(100)]))
    await drawn(session, terminal, (log.action_page_log, 1))
    top = lines_of(session)[0]
    await drawn(session, terminal, (log.extend, [row("news"), row("more news")]))
    assert lines_of(session)[0] == top
    assert "more" in lines_of(session)[-1]
    await drawn(session, terminal, (log.action_newest,))
    assert lines_of(session)[-1] == "more news"


async def test_the_log_is_scrolled_by_keys(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(100)]))
    await drawn(session, terminal, (log.focus,))
    for keys, first in (
        (b"\x1b[H", "entry 0"),
        (b"\x1b[B", "entry 1"),
        (b"j", "entry 2"),
        (b"k", "entry 1"),
        (b"\x1b[6~", f"entry {1 + log.size.height - 2}"),
        (b"\x1b[5~", "entry 1"),
    ):
        session.driver.feed(keys)
        await settled(session.app)
        assert lines_of(session)[0] == first
    session.driver.feed(b"\x1b[F")
    await settled(session.app)
    assert lines_of(session)[-1] == "entry 99"


async def test_a_log_cannot_be_scrolled_beyond_its_ends(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(30)]))
    await drawn(session, terminal, (log.action_scroll_log, 1_000_000))
    assert lines_of(session)[0] == "entry 0"
    await drawn(session, terminal, (log.action_scroll_log, -1_000_000))
    assert lines_of(session)[-1] == "entry 29"


async def test_a_log_keeps_a_bounded_number_of_entries(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(5000)]))
    await drawn(session, terminal, (log.action_oldest,))
    assert lines_of(session)[0] == "entry 4500"


async def test_another_width_wraps_the_log_anew(table):
    session, terminal = table
    log = view(session, "log")
    entry = row(" ".join(f"word{n}" for n in range(12)))
    await drawn(session, terminal, (log.append, entry))
    narrow = len(log.rows)
    log.styles.width = 70
    await settled(session.app)
    assert len(log.rows) < narrow


async def test_a_log_can_show_another_log(table):
    session, terminal = table
    log = view(session, "log")
    await drawn(session, terminal, (log.extend, [row(f"entry {n}") for n in range(100)]))
    await drawn(session, terminal, (log.action_oldest,), (log.replace, [row("rejoined")]))
    assert lines_of(session) == ["rejoined"]


# --- budgets -------------------------------------------------------------------------------------


async def test_moving_the_focus_keeps_its_budget(table):
    session, terminal = table
    shown = view(session, "hand")
    await drawn(session, terminal, (shown.show, hand(0)))
    cost = await drawn(session, terminal, (shown.show, hand(1)))
    assert 0 < cost <= FOCUS_MOVE // 3


async def test_a_public_event_keeps_its_budget(table):
    session, terminal = table
    log = view(session, "log")
    entries = [row(f"entry {n} of a game that goes on", f"seat{n % 8 + 1}") for n in range(60)]
    await drawn(session, terminal, (log.extend, entries))
    cost = await drawn(
        session,
        terminal,
        (
            log.append,
            row("Cem stole Sparkly Dragon from Bob, who paid with a Rune for it", "seat3"),
        ),
        (view(session, "lawns").show, [row(f"Sparkly Dragon {n}", "mythical") for n in range(5)]),
        (view(session, "news").show, [row("Cem stole Sparkly Dragon from Bob")]),
    )
    assert 0 < cost <= PUBLIC_EVENT


async def test_a_full_repaint_keeps_its_budget(table):
    session, terminal = table
    letters = [
        tuple(Span("abcd ", f"seat{n % 8 + 1}", None, "target" if n % 2 else "") for n in range(9))
        for _ in range(22)
    ]
    for name in ("lawns", "hand"):
        await drawn(session, terminal, (view(session, name).show, letters))
    cost = await drawn(session, terminal, (session.app.action_redraw,))
    assert 2000 < cost <= FULL_REPAINT


async def test_a_clock_keeps_its_budget(table):
    session, terminal = table
    clock = view(session, "clock")
    await drawn(
        session, terminal, (clock.show, [row(" window closes in 12 s ██████████", "window")])
    )
    cost = await drawn(
        session, terminal, (clock.show, [row(" window closes in 11 s █████████░", "window")])
    )
    assert 0 < cost <= CLOCK
