"""The table's options: everybody reads them, the host changes them before the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual import on, work
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Input

from rr_net.link import Lobby, OptionState, OptionValue, PresetOffered, SetUp
from rr_net.safetext import clean, whole
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, Dialog, EntryDialog, line_to_type
from rr_tui.looks.spans import BLANK, Row, Span, fit, indented, spread, width_of
from rr_tui.looks.wording import begun, called
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.page import Page

HEADINGS = (
    ("pace", "PACE"), ("table", "TABLE"), ("luck", "LUCK AND PROOF"), ("rules", "HOUSE RULES"),
)  # fmt: skip
"""The groups in their order, and what stands above each."""
OTHER = "another number"
SETS = "{}: Enter sets it."
MOST_DIGITS = 12
NOTHING_FOUND = "nothing found"
PRESET, LEVEL = "preset", "level"
"""The keys of two lines that are no options."""
TITLE = 24
SEARCHED = 30
KEYS = "←→ change · / search · i raw name and clause · Esc back"
TYPED = "arrows choose and change · Enter back to the lines · Esc ends the search"
"""The keys while one types what is looked for."""
SHARED = (
    "Everybody has a hand in the luck: you press keys before each shuffle and roll, and nobody can "
    "choose what comes of it, the host included."
)
STRICT = (
    "Everybody has a hand in the luck, and the slow hash between the last key and the result is "
    "longer than at other tables."
)
ALONE = (
    "The host's machine alone chooses the luck, and commits to it before the deal. Nothing shows "
    "that it was drawn blindly."
)
LEVELS = {
    "table": ("shared", SHARED),
    "strict": ("shared, strict", STRICT),
    "solo": ("this machine alone", ALONE),
}
"""The levels of fairness: how each is called, and what it means."""
LEVEL_IS = "It is chosen when the table is opened, or by a preset."


class OptionLine(NamedTuple):
    """What can be chosen on one line: an option's values, presets, or nothing."""

    title: str
    now: str
    """The value, or the id of the preset that holds; "" for none of them."""
    word: str
    values: tuple[OptionValue, ...]
    help: str = ""
    raw: str = ""
    """Its name for commands, with its value and its clause."""
    is_usual: bool = True
    bounds: str = ""


class NumberDialog(ChoiceDialog):
    """Values of an option that takes any number: digits are that number, and no keys of lines."""

    KEYS = "Enter chooses · digits type a number · Esc goes back"
    NUMBERED = False

    def __init__(self, line: OptionLine, items: list[MenuItem], client: TableClient) -> None:
        super().__init__(line.title, begun(line.help) or line.title, items, client)
        self._number, self._typed_at = "", ""

    def on_key(self, event: Key) -> None:
        """A digit goes on with the number, backspace takes the last one back."""
        here = self._menu.current
        if event.character is not None and event.character in "0123456789.":
            self._number = f"{self._number}{event.character}"[:MOST_DIGITS]
        elif event.key == "backspace":
            self._number = self._number[:-1]
        else:
            return
        event.stop()
        self._typed_at = here.key if here is not None else ""
        self.explain(here)

    def explain(self, item: MenuItem | None) -> None:
        """Says which number is typed, until the cursor goes to another line."""
        if item is None or item.key != self._typed_at:
            self._number = ""
        if self._number:
            self._note.tell(SETS.format(self._number))
        else:
            super().explain(item)

    @on(Menu.Chosen)
    def answer(self, message: Menu.Chosen) -> None:
        """Answers with the number that was typed, or else with the line."""
        self.dismiss(self._number or message.key)


class TableSettingsDialog(Dialog[None]):
    """All options under their headings; beside them what the one under the cursor means."""

    SHAPE = "options"
    BINDINGS = [
        # Also while one types what is looked for, whose few letters need no cursor within.
        Binding(
            "left", "change(-1)", "The value before", id="options.before", show=False, priority=True
        ),
        Binding(
            "right", "change(1)", "The next value", id="options.next", show=False, priority=True
        ),
        Binding("up", "step(-1)", "Up", id="options.up", show=False),
        Binding("down", "step(1)", "Down", id="options.down", show=False),
        Binding("slash", "search", "Search", id="options.search", show=False),
        Binding("i", "raw", "Raw name", id="options.raw", show=False),
        Binding("escape", "go_back", "Back", id="options.back", show=False),
    ]
    client: TableClient

    def __init__(self, client: TableClient) -> None:
        self._head = Page(self._head_row, ground="panel", id="title")
        self._field = line_to_type(SEARCHED)
        self._field.placeholder = "/ search"
        self._menu = Menu(explain=self._look_at, numbered=False, id="options")
        self._about = Page(self._about_rows, ground="panel", id="about")
        self._shows_raw = False
        super().__init__(client, KEYS, self._head, self._field,
                         Horizontal(self._menu, self._about, id="browse"))  # fmt: skip

    def on_mount(self) -> None:
        """The first picture; the keys belong to the menu."""
        super().on_mount()
        self._menu.focus()

    def on_descendant_focus(self) -> None:
        """Other keys count while one types what is looked for."""
        self.status.show_keys(TYPED if self._field.has_focus else KEYS)

    def bring_up_to_date(self) -> None:
        """Shows the options as they stand."""
        super().bring_up_to_date()
        nothing = MenuItem("nothing", (Span(NOTHING_FOUND, "muted"),), is_heading=True)
        self._menu.offer(list(self._items()) or [nothing])
        self._head.look()
        self._about.look()

    @property
    def _lobby(self) -> Lobby | None:
        return self.client.model.lobby

    @property
    def _may_change(self) -> bool:
        return (
            self.client.model.is_host and self._lobby is not None and self._lobby.phase != "playing"
        )

    # --- the lines ---------------------------------------------------------------------------

    def _items(self) -> Iterator[MenuItem]:
        """The preset, then each group with what counts now and holds what is searched."""
        lobby = self._lobby
        if lobby is None:
            return
        wanted = self._field.value.strip().casefold()
        if lobby.presets and not wanted:
            yield _item(PRESET, _preset_line(lobby.presets))
        for group, heading in HEADINGS:
            listed = [each for each in lobby.options if each.group == group and each.counts]
            lines = [(each.name, _option_line(each)) for each in listed]
            lines += [(LEVEL, _level_line(lobby))] if group == "luck" else []
            found = [(key, line) for key, line in lines if wanted in _searched(line)]
            if found:
                yield _heading(group, heading, [line for _, line in lines])
                yield from (_item(key, line) for key, line in found)

    @property
    def _line(self) -> OptionLine | None:
        """What the line under the cursor is about."""
        here, lobby = self._menu.current, self._lobby
        if here is None or lobby is None or here.is_heading:
            return None
        if here.key == PRESET:
            return _preset_line(lobby.presets)
        if here.key == LEVEL:
            return _level_line(lobby)
        return next((_option_line(each) for each in lobby.options if each.name == here.key), None)

    def _head_row(self, width: int, height: int) -> list[Row]:
        lobby = self._lobby
        game = clean(lobby.game_name, 40) if lobby else ""
        holds = next((each.title for each in lobby.presets if each.holds), "") if lobby else ""
        right = (Span(f"preset: {clean(holds, 20)} ", "accent"),) if holds else ()
        left = (Span(f" Options {self._head.glyphs.bullet} {game}", "title"),)
        return [spread(left, right, width)]

    def _about_rows(self, width: int, height: int) -> list[Row]:
        line = self._line
        if line is None or width < 12:
            return []
        rows: list[Row] = []
        # Of a number those others are not told that say the same with another one.
        told = [each for each in line.values
                if each.value == line.now or not _is_another_number(line, each)]  # fmt: skip
        for each in sorted(told, key=lambda each: each.value != line.now):
            is_now = each.value == line.now
            role = "accent" if is_now else "text"
            rows += indented(begun(clean(each.word, 40)), width - 1, role)
            rows += [
                *indented(whole(each.text, 200), width - 1, "text" if is_now else "muted"),
                BLANK,
            ]
        is_number = line.bounds and self._may_change
        bounds = f"Enter: choose, or type {line.bounds}." if is_number else ""
        rows += indented(bounds or begun(line.help), width - 1, "muted")
        if self._shows_raw:
            rows = [*indented(line.raw, width - 1, "keyword"), BLANK, *rows]
        if not self._may_change:
            rows = [
                *indented("The host sets this before the deal.", width - 1, "muted"),
                BLANK,
                *rows,
            ]
        return rows[:height]

    # --- the keys ----------------------------------------------------------------------------

    def _look_at(self, _item: MenuItem | None) -> None:
        self._about.look()

    def action_raw(self) -> None:
        """Shows or hides the name that commands and programs use, and the clause."""
        self._shows_raw = not self._shows_raw
        self._about.look()

    def action_step(self, by: int) -> None:
        """Moves the cursor among what is found while one still types."""
        self._menu.action_step(by)

    def action_search(self) -> None:
        """Puts the cursor where one types what is looked for, which begins anew."""
        self._field.clear()
        self._field.focus()

    @on(Input.Changed)
    def filter(self) -> None:
        """Shows what holds these letters."""
        self.bring_up_to_date()

    @on(Input.Submitted)
    def found(self) -> None:
        """Back to what was found."""
        self._menu.focus()

    def action_go_back(self) -> None:
        """Ends a search, or goes away."""
        if self._field.value or self._field.has_focus:
            self._field.clear()
            self._menu.focus()
        else:
            self.action_give_up()

    def action_change(self, by: int) -> None:
        """The value before or after the one that holds."""
        line, here = self._line, self._menu.current
        if line is None or here is None or not line.values or not self._may_change:
            return
        order = [each.value for each in line.values]
        at = order.index(line.now) + by if line.now in order else 0
        self._set(here.key, order[max(0, min(len(order) - 1, at))])

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Lets the host choose from all values, or type a number."""
        if self._line is not None and self._line.values and self._may_change:
            self._ask(message.key, self._line)

    def _set(self, key: str, value: str) -> None:
        self.say(SetUp(preset=value) if key == PRESET else SetUp(options={key: value}))

    @work
    async def _ask(self, key: str, line: OptionLine) -> None:
        items = [item(each.value, begun(clean(each.word, 40)), whole(each.text, 200))
                 for each in line.values]  # fmt: skip
        items += [item(OTHER, f"{begun(OTHER)}…", f"{begun(line.bounds)}.")] if line.bounds else []
        dialog = (
            NumberDialog(line, items, self.client)
            if line.bounds
            else ChoiceDialog(line.title, begun(line.help) or line.title, items, self.client)
        )
        answer = await self.app.push_screen_wait(dialog)
        if answer == OTHER:
            question = f"{line.title}: {line.bounds}"
            entry = EntryDialog(question, "sets it", limit=MOST_DIGITS, client=self.client)
            answer = await self.app.push_screen_wait(entry)
        if answer:
            self._set(key, answer.strip())


def _option_line(option: OptionState) -> OptionLine:
    clause = f" [{option.clause}]" if option.clause else ""
    now = OptionValue(value=option.value, word=option.word or option.value, text=option.text)
    others = [each for each in option.meanings if each.value != option.value]
    values = [now if each.value == option.value else each for each in option.meanings]
    meanings = tuple(values if len(others) < len(values) else [*others, now])
    return OptionLine(
        title=called(option),
        now=option.value,
        word=option.word or option.value,
        values=meanings,
        help=clean(option.help, 200),
        raw=f"{option.name} = {option.value}{clause}",
        is_usual=option.value == option.default,
        bounds=option.bounds,
    )


def _preset_line(presets: tuple[PresetOffered, ...]) -> OptionLine:
    now = next((each for each in presets if each.holds), None)
    values = tuple(OptionValue(value=each.id, word=each.title, text=each.text) for each in presets)
    help_ = "Several options under one name; all others stay as they are"
    return OptionLine("Preset", now.id if now else "", now.title if now else "none of them", values,
                help_, f"preset = {now.id if now else ''}")  # fmt: skip


def _level_line(lobby: Lobby) -> OptionLine:
    word, text = LEVELS[lobby.fairness]
    value = OptionValue(value=lobby.fairness, word=word, text=f"{text} {LEVEL_IS}")
    return OptionLine("Luck", lobby.fairness, word, (value,), "", f"fairness = {lobby.fairness}")


def _is_another_number(line: OptionLine, value: OptionValue) -> bool:
    return bool(line.bounds) and value.value[:1].isdecimal()


def _searched(line: OptionLine) -> str:
    words = (line.title, line.word, line.help, line.raw, *(each.text for each in line.values))
    return " ".join(words).casefold()


def _heading(group: str, words: str, lines: list[OptionLine]) -> MenuItem:
    changed = sum(not each.is_usual for each in lines)
    told = f"  {changed} of {len(lines)} changed" if changed else ""
    row = (Span(words, "title"), Span(told, "muted"))
    return MenuItem(f"heading {group}", row, is_heading=True)


def _item(key: str, line: OptionLine) -> MenuItem:
    title = fit(line.title, TITLE)
    pad = " " * max(1, TITLE + 1 - width_of((Span(title),)))
    word = clean(line.word, 40)
    return MenuItem(
        key, (Span(f"{title}{pad}"), Span(word, "muted" if line.is_usual else "accent"))
    )
