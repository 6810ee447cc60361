"""Every private name of Textual and Rich that we use: it exists, and it is what we take it for.

When one of these fails after an upgrade, read the new source of Textual before changing anything.
"""

import ast
import asyncio
import gc
import importlib
import inspect
import textwrap
import weakref
from functools import cache
from pathlib import Path
from time import monotonic

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import FIFOCache
from textual.color import Color
from textual.command import Provider
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from rr_tui.terminal.painter import BareStrip

ROOT = Path(__file__).parents[3]

OF_APP = {
    "_batch_count",
    "_build_driver",
    "_capture_stderr",
    "_capture_stdout",
    "_close_messages_no_wait",
    "_closed",
    "_deliver_binary",
    "_disable_notifications",
    "_disable_tooltips",
    "_display",
    "_driver",
    "_exit",
    "_fatal_error",
    "_filters",
    "_handle_exception",
    "_load_screen_css",
    "_on_key",
    "_print_error_renderables",
    "_process_messages",
    "_replace_screen",
    "_running",
    "_size",
}
OF_DRIVER = {"_app", "_down_buttons", "_loop", "_mouse", "_size"}
OF_PARSER = {"_parse_extended_key", "_timeout_time"}
OF_STYLESHEET = {"_parse_rules", "_require_parse", "_variables"}
OF_SCREEN = {
    "_callbacks",
    "_compositor_refresh",
    "_invoke_later",
    "_layout_required",
    "_on_timer_update",
    "_push_result_callback",
    "_refresh_layout",
    "_repaint_required",
    "_screen_resized",
    "_size",
}
OF_STRIP = {
    "_cell_count",
    "_cell_length",
    "_crop_cache",
    "_crop_extend_cache",
    "_divide_cache",
    "_filter_cache",
    "_line_length_cache",
    "_link_ids",
    "_offsets_cache",
    "_render_cache",
    "_segments",
    "_style_cache",
}
KINDS = (App, Driver, XTermParser, Screen, Widget, Message, Provider, Stylesheet, Strip)
PRIVATE_MODULES = {
    "textual._compositor",
    "textual._styles_cache",
    "textual._time",
    "textual._xterm_parser",
}


class SmallDriver(Driver):
    def write(self, data):
        pass

    def start_application_mode(self):
        pass

    def disable_input(self):
        pass

    def stop_application_mode(self):
        pass


def parameters(function):
    return list(inspect.signature(function).parameters)


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def names_in(source):
    """The private names in a source: its own (defined, or reached through `self`) and others."""
    own, foreign = set(), set()
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                own.add(name)
            case ast.Attribute(value=ast.Name(id="super" | "cls"), attr=name):
                own.add(name)
            case ast.Attribute(attr=name):
                foreign.add(name)
    return set(filter(is_private, own)), set(filter(is_private, foreign))


def modules():
    for path in sorted((ROOT / "rr_tui").rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def classes_of_textual_kind():
    """Every class of ours with the class of Textual that it builds on."""
    for name in modules():
        module = importlib.import_module(name)
        for each in vars(module).values():
            if inspect.isclass(each) and each.__module__ == name and issubclass(each, KINDS):
                yield each, next(kind for kind in KINDS if issubclass(each, kind))


@cache
def names_of(kind):
    """Every private name of a class of Textual, those set in its methods too."""
    names = {name for base in kind.__mro__ for name in vars(base)}
    for base in kind.__mro__:
        if base.__module__.startswith("textual"):
            own, _ = names_in(inspect.getsource(base))
            names |= own
    return names


@pytest.mark.slow
def test_no_other_private_name_of_textual_is_used_or_hidden():
    used = {kind: set() for kind in KINDS}
    for ours, kind in classes_of_textual_kind():
        own, _ = names_in(inspect.getsource(ours))
        used[kind] |= own & names_of(kind)
    held = {App: OF_APP, Driver: OF_DRIVER, XTermParser: OF_PARSER, Stylesheet: OF_STYLESHEET}
    held |= {Screen: OF_SCREEN, Strip: OF_STRIP}
    assert {kind: names - held.get(kind, set()) for kind, names in used.items()} == {
        kind: set() for kind in KINDS
    }


def test_no_other_private_name_is_reached_into():
    named = {}
    for name in modules():
        own = importlib.import_module(name)
        _, foreign = names_in(inspect.getsource(own))
        if foreign := foreign - {"_asdict", "_replace"}:
            named[name] = foreign
    held = {"rr_tui.terminal.decoder": OF_PARSER, "rr_tui.terminal.app": OF_APP | {"_color_system"}}
    held |= {"rr_tui.app": OF_APP, "rr_tui.terminal.stylesheets": OF_STYLESHEET}
    held["rr_tui.terminal.app"] |= OF_SCREEN
    rest = {name: names - held.get(name, set()) for name, names in named.items()}
    assert {name: names for name, names in rest.items() if names} == {}


def test_no_other_private_module_is_imported():
    imported = {
        node.module
        for path in sorted((ROOT / "rr_tui").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and "._" in node.module
    }
    assert imported <= PRIVATE_MODULES


# --- textual._compositor -------------------------------------------------------------------------


def test_layout_update_has_strips_by_row_and_a_region():
    strips = [[Strip([Segment("ab")]), Strip([Segment("c")])]]
    update = LayoutUpdate(strips, Region(2, 3, 3, 1))
    assert isinstance(update, CompositorUpdate)
    assert update.strips == strips
    assert (update.region.x, update.region.y) == (2, 3)


def test_chops_update_has_chops_spans_and_ends_by_row():
    chops = [{0: Strip([Segment("ab")]), 2: None}]
    update = ChopsUpdate(chops, [(0, 0, 2)], [[2, 3]])
    assert isinstance(update, CompositorUpdate)
    assert update.chops == chops
    assert update.spans == [(0, 0, 2)]
    assert update.chop_ends == [[2, 3]]


async def test_a_screen_hands_its_updates_to_display():
    seen = []

    class Probe(App):
        def _display(self, screen, renderable):
            seen.append((type(screen), type(renderable)))

        def compose(self):
            yield Widget(id="one")

    async with Probe().run_test() as pilot:
        pilot.app.screen.refresh()
        await pilot.pause()
        pilot.app.query_one("#one").refresh(Region(0, 0, 2, 1))
        await pilot.pause()
    assert (Screen, LayoutUpdate) in seen
    assert (Screen, ChopsUpdate) in seen


# --- textual._xterm_parser -----------------------------------------------------------------------


def test_the_parser_waits_after_an_escape_until_its_time_is_over():
    parser = XTermParser(debug=False)
    assert parser._timeout_time is None
    assert list(parser.feed("\x1b")) == []
    assert isinstance(parser._timeout_time, float)
    parser._timeout_time = 0.0
    assert [event.key for event in parser.tick()] == ["escape"]
    assert parser._timeout_time is None


def test_the_parser_takes_an_empty_text_for_the_end():
    parser = XTermParser(debug=False)
    assert list(parser.feed("")) == []
    assert parser.is_eof


def test_the_parser_caches_extended_keys_on_its_class():
    cached = XTermParser._parse_extended_key
    assert parameters(cached) == ["self", "sequence"]
    assert cached.cache_info().maxsize == 1024
    assert cached.__wrapped__(XTermParser(), "x") is None
    (key,) = cached.__wrapped__(XTermParser(), "\x1b[97;5u")
    assert key.key == "ctrl+a"


@pytest.mark.parametrize("sequence", ["\x1b[99999999999u", "\x1b[97:65;2u"])
def test_the_parser_breaks_on_numbers_that_are_no_character(sequence):
    # This is why KeyParser catches these errors and starts a new parser.
    with pytest.raises((ValueError, OverflowError)):
        list(XTermParser().feed(sequence))


def test_the_parser_believes_any_size_in_band():
    # This is why such a sequence never reaches it.
    (event,) = XTermParser().feed("\x1b[48;99999;99999;1;1t")
    assert event.size == Size(99999, 99999)


# --- textual.driver ------------------------------------------------------------------------------


async def test_a_driver_has_an_app_a_loop_a_mouse_and_a_size():
    app = App()
    driver = SmallDriver(app, debug=False, mouse=True, size=(80, 24))
    assert driver._app is app
    assert driver._loop is asyncio.get_running_loop()
    assert driver._mouse is True
    assert driver._size == (80, 24)


async def test_a_driver_keeps_every_button_that_is_held():
    driver = SmallDriver(App(), mouse=True, size=(80, 24))
    driver.send_message = lambda message: None
    press = events.MouseDown(None, 0, 0, 0, 0, 1, False, False, False)
    for _ in range(20):
        driver.process_message(press)
    assert driver._down_buttons == [1] * 20


async def test_the_app_takes_its_size_from_its_driver():
    app = App()
    app._driver = SmallDriver(app, size=(33, 11))
    assert app._size is None
    assert app.size == Size(33, 11)


# --- textual.app ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("_display", ["self", "screen", "renderable"]),
        ("_build_driver", ["self", "headless", "inline", "mouse", "size"]),
        ("_handle_exception", ["self", "error"]),
        ("_fatal_error", ["self"]),
        ("_print_error_renderables", ["self"]),
        ("_close_messages_no_wait", ["self"]),
    ],
)
def test_a_private_method_of_the_app_takes_what_we_expect(name, expected):
    assert parameters(getattr(App, name)) == expected


def test_process_messages_is_a_coroutine_of_named_options():
    assert inspect.iscoroutinefunction(App._process_messages)
    named = {"ready_callback", "headless", "inline", "mouse", "terminal_size", "message_hook"}
    assert named <= set(parameters(App._process_messages))


def test_every_delivery_ends_in_deliver_binary():
    for name in ("deliver_text", "deliver_binary"):
        assert "self._deliver_binary(" in inspect.getsource(getattr(App, name))
    assert "self.deliver_text(" in inspect.getsource(App.deliver_screenshot)


def test_a_new_app_has_the_private_state_we_change():
    app = App()
    assert app._driver is None
    assert app._size is None
    assert (app._running, app._closed, app._batch_count) == (False, False, 0)
    assert all(isinstance(each, LineFilter) for each in app._filters)
    assert [type(each) for each in app._filters] == [ANSIToTruecolor]


def test_output_is_redirected_to_what_the_app_captures_with():
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source
    assert "redirect_stderr(self._capture_stderr)" in source
    app = App()
    assert hasattr(app._capture_stdout, "write")
    assert hasattr(app._capture_stderr, "write")


def test_an_exception_ends_the_app_through_fatal_error_or_panic():
    source = inspect.getsource(App._handle_exception)
    assert "self._fatal_error()" in source
    assert "self.panic(error)" in source
    for name in ("_fatal_error", "panic"):
        assert "self._close_messages_no_wait()" in inspect.getsource(getattr(App, name))


async def test_an_app_that_leaves_gives_a_new_screen_no_widgets():
    mounted = []

    class Late(Screen):
        def compose(self):
            yield Widget(id="one")

        def on_mount(self):
            mounted.append(len(self.children))

    async with App().run_test() as pilot:
        assert pilot.app._exit is False
        pilot.app.push_screen(Late())
        pilot.app.exit()
        assert pilot.app._exit is True
        await pilot.pause()
    assert mounted == [0]


@pytest.mark.parametrize("is_bare", [True, False])
async def test_a_screen_has_widgets_of_textuals_own_unless_they_are_switched_off(is_bare):
    app = App()
    assert (app._disable_tooltips, app._disable_notifications) == (False, False)
    async with app.run_test(tooltips=not is_bare, notifications=not is_bare):
        assert app._disable_tooltips is app._disable_notifications is is_bare
        assert len(app.screen.children) == (0 if is_bare else 2)


async def test_the_first_screen_of_all_gets_no_style_sheet_and_no_callback():
    # This is why TerminalApp loads the one, and a SteadyScreen brings the other.
    assert parameters(App._load_screen_css) == ["self", "screen"]
    source = inspect.getsource(App._init_mode)
    assert "_load_screen_css" not in source[source.index("get_default_screen") :]
    async with App().run_test() as pilot:
        with pytest.raises(IndexError):
            pilot.app.switch_screen(Screen())
    assert parameters(Screen._push_result_callback)[:3] == ["self", "requester", "callback"]


# --- textual.screen ------------------------------------------------------------------------------


async def test_what_waits_at_a_screen_is_forgotten_with_it():
    # This is why TerminalApp hands it to the screen below.
    assert "screen.remove()" in inspect.getsource(App._replace_screen)
    assert "_replace_screen" in inspect.getsource(App.pop_screen)
    assert "_replace_screen" in inspect.getsource(App.switch_screen)
    assert "_callbacks" not in inspect.getsource(Screen._message_loop_exit)
    screen = Screen()
    assert screen._callbacks == []
    screen._invoke_later(print, screen)
    assert screen._callbacks == [(print, screen)]


async def test_a_screen_paints_in_compositor_refresh_and_nowhere_else():
    source = inspect.getsource(Screen)
    assert source.count("app._display(") == 2
    assert inspect.getsource(Screen._compositor_refresh).count("app._display(") == 2


async def test_a_screen_is_laid_out_and_painted_when_its_timer_says_so():
    async with App().run_test() as pilot:
        screen = pilot.app.screen
        assert screen._size == pilot.app.size
        screen._layout_required = True
        screen._on_timer_update()
        assert not screen._layout_required


async def test_a_resumed_screen_styles_everything_again_unless_told_otherwise():
    assert events.ScreenResume().refresh_styles is True
    source = inspect.getsource(Screen._on_screen_resume)
    assert "if event.refresh_styles:" in source
    assert "self._refresh_layout(size)" in source
    assert "self._refresh_layout(size)" in inspect.getsource(Screen._screen_resized)


async def test_a_layout_leaves_requests_behind_that_it_has_met():
    class Bare(App):
        def compose(self):
            yield Widget(id="one")

    async with Bare().run_test() as pilot:
        one = pilot.app.query_one("#one")
        one._layout_required = one._repaint_required = False
        assert parameters(Screen._refresh_layout) == ["self", "size", "scroll"]
        pilot.app.screen._refresh_layout(Size(60, 20))
        assert one._layout_required
        assert one._repaint_required
        # This is why a SteadyScreen takes them back: they would have it drawn a second time.
        assert "messages.Update(self)" in inspect.getsource(Widget._check_refresh)
        assert "messages.Layout(self)" in inspect.getsource(Widget._check_refresh)


def test_a_blank_widget_shows_its_ground_and_nothing_else():
    assert Screen.BLANK is False
    assert "if self.BLANK:" in inspect.getsource(Widget.render_lines)


def test_only_run_async_makes_tasks_eager_and_does_so_before_process_messages():
    source = inspect.getsource(App.run_async)
    assert source.index("set_task_factory") < source.index("_process_messages(")
    assert "set_task_factory" not in inspect.getsource(App._process_messages)


async def test_batching_counts_up_and_down():
    async with App().run_test() as pilot:
        with pilot.app.batch_update():
            assert pilot.app._batch_count == 1
        assert pilot.app._batch_count == 0
        assert pilot.app._running is True


async def test_every_key_passes_the_app_in_on_key():
    assert inspect.iscoroutinefunction(App._on_key)
    assert parameters(App._on_key) == ["self", "event"]


async def test_every_key_and_paste_comes_to_the_app_before_any_widget_has_it():
    # This is how a key that belongs to chance is kept from whatever has the focus.
    told = []

    class Field(Widget, can_focus=True):
        def on_key(self, event):
            told.append(("widget", event.key))

        def on_paste(self, event):
            told.append(("widget", event.text))

    class Keeper(App):
        def compose(self):
            yield Field()

        async def on_event(self, event):
            if isinstance(event, events.Key | events.Paste):
                told.append(("app", event.is_forwarded))
                if not event.is_forwarded and getattr(event, "key", "") == "x":
                    return
            await super().on_event(event)

    async with Keeper().run_test() as pilot:
        pilot.app.query_one(Field).focus()
        await pilot.pause()
        await pilot.press("x")
        assert told == [("app", False)]
        told.clear()
        await pilot.press("y")
        assert told == [("app", False), ("widget", "y"), ("app", True)]
        told.clear()
        pilot.app.post_message(events.Paste("words"))
        await pilot.pause()
        assert told[:2] == [("app", False), ("widget", "words")]


def test_events_carry_the_time_of_a_clock_that_can_be_read():
    from textual._time import get_time

    before = get_time()
    event = events.Key("a", "a")
    assert before <= event.time <= get_time()
    assert abs(get_time() - monotonic()) < 1
    # Keys are compared with what the loop's clock said when a picture was drawn.
    loop = asyncio.SelectorEventLoop()
    assert before <= loop.time() <= get_time()
    loop.close()
    event.time = 1.0
    assert event.time == 1.0


# --- textual._styles_cache -----------------------------------------------------------------------


def test_a_strip_has_these_caches_and_asks_them_alone():
    plain, bare = Strip([Segment("ab")], 2), BareStrip([Segment("ab")], 2)
    assert set(Strip.__slots__) == OF_STRIP == {name for name in OF_STRIP if hasattr(plain, name)}
    for name in OF_STRIP:
        of_plain, of_bare = getattr(plain, name), getattr(bare, name)
        if isinstance(of_plain, FIFOCache):
            of_bare["key"] = "value"
            assert isinstance(of_bare, FIFOCache)
            assert of_bare.get("key") is None
        else:
            assert of_plain == of_bare


def test_what_is_cut_out_of_a_bare_strip_is_what_is_cut_out_of_another():
    segments = [Segment("ab", Style(bold=True)), Segment("你c")]
    plain, bare = Strip(segments), BareStrip(segments)
    for _ in range(2):
        assert bare == plain
        assert bare.crop(1, 4) == plain.crop(1, 4)
        assert bare.divide([2, 5]) == plain.divide([2, 5])
        assert bare.adjust_cell_length(7) == plain.adjust_cell_length(7)
        assert BareStrip.join([bare, bare]) == Strip.join([plain, plain])


def test_the_cache_of_a_widgets_colours_keeps_the_widgets_strips_alive():
    cached = StylesCache.get_inner_outer
    cached.cache_clear()
    owner = StylesCache()
    owner.get_inner_outer(Color(0, 0, 0), Color(1, 1, 1))
    known = weakref.ref(owner)
    del owner
    gc.collect()
    assert known() is not None
    cached.cache_clear()
    assert known() is None


# --- textual.css ---------------------------------------------------------------------------------


def test_a_sheet_parses_each_source_in_one_place():
    named = ["self", "css", "read_from", "is_default_rules", "tie_breaker", "scope"]
    assert parameters(Stylesheet._parse_rules) == named
    assert "self._parse_rules(" in inspect.getsource(Stylesheet.parse)
    assert "self._variable_tokens" in inspect.getsource(Stylesheet._parse_rules)


def test_a_sheet_holds_the_very_variables_that_it_was_given():
    hues = {"hue": "red"}
    sheet = Stylesheet(variables=hues)
    assert sheet._variables is hues
    others = {"hue": "blue"}
    sheet.set_variables(others)
    assert sheet._variables is others


def test_a_sheet_that_must_parse_does_so_when_its_rules_are_read():
    sheet = Stylesheet(variables={"hue": "red"})
    sheet.add_source("Widget { color: $hue; }", ("one", ""))
    assert sheet._require_parse is True
    assert len(sheet.rules) == 1
    assert sheet._require_parse is False
    before = sheet.rules
    sheet._require_parse = True
    assert sheet.rules is not before


# --- rich ----------------------------------------------------------------------------------------


def test_the_console_has_its_colour_system_in_a_private_name():
    console = App().console
    console._color_system = ColorSystem.STANDARD
    assert console.color_system == "standard"
    console._color_system = None
    assert console.color_system is None


def test_a_style_keeps_the_colours_of_whoever_rendered_it_first():
    # This is why the diff does not use Strip.render_style: one player's depth would leak to all.
    style = Style.parse("#123456")
    first = Strip.render_style(style, "x", ColorSystem.TRUECOLOR)
    assert "38;2;18;52;86" in first
    assert Strip.render_style(style, "x", ColorSystem.STANDARD) == first


def test_strips_are_iterated_as_segments():
    text, style, control = next(iter(Strip([Segment("ab", Style(bold=True))])))
    assert (text, style.bold, control) == ("ab", True, None)
