"""Things to read: the log and its reasons, cards, piles, the rules, the keys; each as a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from rich.cells import cell_len
from textual import on
from textual.binding import Binding

from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import CardText
from rr_rules.rulebook import RulePage, Section, clause, sections
from rr_tui.board.details import About, keyworded
from rr_tui.board.option_places import DIGITS
from rr_tui.board.scene import Scene, ShownPile
from rr_tui.board.walk import NEWS
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.games.registry import board_of, idiom_of
from rr_tui.looks import keys
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import BLANK, Place, Row, Span, fit, widen
from rr_tui.looks.wording import count
from rr_tui.widgets.menu import Menu, MenuItem, item
from rr_tui.widgets.pager import Pager


class ReaderDialog(Dialog[None]):
    """Shows a text until it is closed."""

    SHAPE = "wide tall"
    BINDINGS = [Binding("q", "give_up", "Back", id="reader.back", show=False)]

    def __init__(self, title: str, text: Sequence[Row], client: TableClient | None = None) -> None:
        pager = Pager(title, text)
        super().__init__(client, "arrows scroll · Esc or left goes back", pager)
        self._title, self._pager = title, pager

    def read(self, text: Sequence[Row]) -> None:
        """Shows another text under the same title."""
        self._pager.read(self._title, text)


Explain = Callable[[str], tuple[str, list[Row]]]
"""What there is to read about the line of a key: a title and a text."""


class BrowseDialog(Dialog[None]):
    """A menu above, and below it what there is to read about the line under the cursor."""

    SHAPE = "wide browse"
    BINDINGS = [Binding("q", "give_up", "Back", id="browse.back", show=False)]

    def __init__(
        self,
        title: str,
        items: Sequence[MenuItem],
        explain: Explain,
        client: TableClient | None = None,
        *,
        at: str = "",
    ) -> None:
        menu, text = Menu(title, explain=self._tell, numbered=False, id="list"), Pager(id="text")
        status = "arrows move · Enter reads on · Esc goes back"
        super().__init__(client, status, menu, text)
        menu.offer(items, at)
        text.can_focus = False
        self._explain, self._text = explain, text

    def _tell(self, line: MenuItem | None) -> None:
        if line is not None:
            self._text.read(*self._explain(line.key))

    @on(Menu.Chosen)
    def read_on(self, message: Menu.Chosen) -> None:
        """Opens the text in a box of its own."""
        title, text = self._explain(message.key)
        if text:
            self.app.push_screen(ReaderDialog(title, text, self.client))


ORIGINS = {
    "printed": "as printed",
    "completed": "name as printed, completed by us",
    "house": "one of our own",
}


def card_text(card: CardText, idiom: Idiom) -> list[Row]:
    """All that a card says."""
    # Where a card is no printed one, its origin is a word for programs.
    origin = [ORIGINS[card.origin]] if card.origin in ORIGINS else []
    return [
        (Span(idiom.kind_of(card), "accent"),),
        BLANK,
        keyworded(card.text),
        BLANK,
        (Span(card.flavour, "muted"),),
        BLANK,
        (Span(", ".join([count(card.copies, "copy", "copies"), *origin]), "muted"),),
    ]  # fmt: skip


def clause_text(game: str, name: str) -> list[Row]:
    """A clause of the rules in our words; nothing where there is none of that name."""
    page = page_of(game, name)
    return [] if page is None else [(Span(f"{page.id}  ", "accent"), Span(page.text))]


@cache
def page_of(game: str, name: str) -> RulePage | None:
    """A clause by its number."""
    try:
        return clause(game, name) if name else None
    except RulesError:
        return None


def log_dialog(client: TableClient) -> BrowseDialog:
    """The whole log; the text answers "why?"."""
    entries = list(client.log.entries)
    game = client.model.lobby.game if client.model.lobby else ""
    items = [MenuItem(str(number), entry.words) for number, entry in enumerate(entries)]

    def why(key: str) -> tuple[str, list[Row]]:
        entry = entries[int(key)]
        if not entry.clause:
            return "", [entry.words]
        return f"Why? {entry.clause}", [entry.words, BLANK, *clause_text(game, entry.clause)]

    last = str(len(items) - 1)
    return BrowseDialog(f"Log ({len(items)})", items, why, client, at=last)


def card_dialog(client: TableClient, scene: Scene, place: Place) -> ReaderDialog | None:
    """A card of the board with the clause that says why it can or cannot be used."""
    card = scene.card(scene.face_at(place))
    if card is None:
        return None
    text, reason, lobby = card_text(card, scene.idiom), scene.reason(place), client.model.lobby
    if reason is not None and lobby is not None:
        text += [BLANK, (Span(reason.text, "success" if reason.usable else "warning"),)]
        text += clause_text(lobby.game, reason.clause)
    return ReaderDialog(card.name, text, client)


PAGE = (72, 400)
"""Cells of a line on a page about a place, and more rows than there is to say of any."""


def place_dialog(
    client: TableClient, scene: Scene, place: Place, about: About[Scene]
) -> ReaderDialog | None:
    """What there is to say of a place that is no card, as of a seat."""
    if place.zone in ("", "button", "word", NEWS):
        return None
    title, rows = about(scene, place, *PAGE)
    return ReaderDialog(title, rows, client) if rows else None


def pile_dialog(client: TableClient, scene: Scene, pile: ShownPile) -> BrowseDialog:
    """A pile from its top, with what its cards say."""
    title, faces = pile

    def about(key: str) -> tuple[str, list[Row]]:
        card = scene.card(faces[int(key)])
        return (card.name, card_text(card, scene.idiom)) if card else ("", [])

    items = [item(str(number), scene.title_of(face)) for number, face in enumerate(faces)]
    return BrowseDialog(f"{title} ({len(items)})", items, about, client)


def rules_dialog(client: TableClient | None, game: str) -> BrowseDialog:
    """The rules, section by section."""
    found = sections(game)

    def read(key: str) -> tuple[str, list[Row]]:
        return found[int(key)].title, section_text(found[int(key)])

    items = [item(str(number), section.title) for number, section in enumerate(found)]
    return BrowseDialog("Rules", items, read, client)


def rules_rows(game: str) -> list[Row]:
    """The rules from their first section to the last. Raises a RulesError where there are none."""
    return [
        row
        for section in sections(game)
        for row in ((Span(section.title, "title"),), BLANK, *section_text(section), BLANK)
    ]


def section_text(section: Section) -> list[Row]:
    """A section: its introduction, then its clauses."""
    rows: list[Row] = []
    for block in section.text.split("\n\n") if section.text else ():
        lines = [line.strip() for line in block.splitlines()]
        is_table = all(line.startswith("|") for line in lines)
        rows += [*(_table(lines) if is_table else map(keyworded, _paragraphs(lines))), BLANK]
    for page in section.pages:
        rows += [(Span(f"{page.id}  ", "accent"), *keyworded(page.text)), BLANK]
    return rows[:-1]


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Lines of a source as what they are parts of: a point of a list, a heading, a paragraph."""
    found: list[str] = []
    for line in lines:
        if not found or line.startswith(("- ", "#")):
            found.append(line.lstrip("# "))
        else:
            found[-1] += f" {line}"
    return found


ACROSS = 68
"""Cells that a table has from side to side."""
GAP = "  "


def _table(lines: Sequence[str]) -> list[Row]:
    """A table in columns, or each of its rows as a paragraph where those are too wide."""
    head, *cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    body = [row for row in cells if set("".join(row)) - set("-: ")]
    columns = [max(map(cell_len, column)) for column in zip(head, *body, strict=True)]
    if sum(columns) + len(GAP) * (len(columns) - 1) <= ACROSS:
        roles = ("title", *["text"] * len(body))
        return [
            (Span(GAP.join(map(widen, row, columns)).rstrip(), role),)
            for role, row in zip(roles, (head, *body), strict=True)
        ]
    return [row for cells in body for row in _in_words(head, cells)]


def _in_words(head: Sequence[str], cells: Sequence[str]) -> tuple[Row, Row]:
    """A row of a wide table: its first cell, and below it what the others say."""
    told = [f"{name}: {cell}" for name, cell in zip(head[1:], cells[1:], strict=True) if cell]
    return (Span(cells[0], "title"),), (Span(f"{'; '.join(told)}."),)


KEY_GROUPS = (
    ("On the board", keys.BOARD),
    ("While you hold a card over the table, before anything else", keys.HOLDING),
    ("Everywhere", keys.EVERYWHERE),
)
KEY_WIDTH = 16
"""Cells for the keys of an action in their list."""


def keys_rows(client: TableClient, theirs: keys.Keys, glyphs: Glyphs) -> list[Row]:
    """What the signs on the table mean, and what every key does."""
    rows, idiom = _sign_rows(client, glyphs), idiom_of(client.model)
    for words, group in KEY_GROUPS:
        told = [key for key in group if key.helps(idiom)]
        rows += [(Span(words, "title"),), BLANK] if told else []
        for key in told:
            shown = fit(theirs.all_shown(key.id), KEY_WIDTH - 1)
            does = f"{key.words}{key.reacting if idiom.windows else ''}"
            rows.append((Span(f"{shown:<{KEY_WIDTH}}", "keyword"), Span(does)))
        rows += [BLANK] if told else []
    rows += [(Span(words, "muted"),) for words in _about_keys(theirs)]
    lost = "If your terminal is left strange after a lost connection, type: reset"
    return [*rows, BLANK, (Span(lost, "muted"),)]


def _sign_rows(client: TableClient, glyphs: Glyphs) -> list[Row]:
    """What is on the table, where its game has signs of its own."""
    seen = client.model.seen
    signs = tuple(board_of(seen).signs(seen.view, glyphs)) if seen is not None else ()
    rows: list[Row] = [(Span(f"{sign} ", "keyword"), Span(words)) for sign, words in signs]
    return [(Span("On the table", "title"),), BLANK, *rows, BLANK] if rows else []


def _about_keys(theirs: keys.Keys) -> tuple[str, str]:
    """What holds for many keys at once."""
    marks = [theirs.shown(key.id) for key in keys.DIGIT_KEYS]
    picking = "1-9 choose what is marked with that digit."
    if "".join(marks) != DIGITS:
        picking = f"{' '.join(marks)}: each chooses what it marks."
    moving = "Arrows" if theirs.arrows == "arrows" else theirs.arrows
    return picking, f"{moving} and {theirs.shown('board.choose')} alone are enough for everything."
