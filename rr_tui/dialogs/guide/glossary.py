"""The glossary as a dialog: every word of a game, or those that one card's text is made of."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from rr_rules.guide.glossary import MARKS as AROUND
from rr_rules.guide.glossary import GlossaryTerm, is_capital, term_for, terms_in
from rr_rules.kernel.game import CardText
from rr_rules.registry import Edition
from rr_tui.board.scene import Scene
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.reading import BrowseDialog, ReaderDialog, clause_text
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import BLANK, Place, Row, Span
from rr_tui.widgets.menu import item
from rr_tui.widgets.pager import Pager


def term_rows(game: str, term: GlossaryTerm) -> list[Row]:
    """What a word means, an example, and its clause in full."""
    return [
        (Span(term.says),),
        (Span("For example: ", "muted"), Span(term.example)),
        BLANK,
        *clause_text(game, term.clause),
    ]


def glossary_dialog(
    client: TableClient | None,
    edition: Edition,
    known: Sequence[GlossaryTerm],
    at: GlossaryTerm | None = None,
) -> BrowseDialog:
    """Every word of an edition, by the alphabet, with the cursor on one of them."""
    found = {term.word: term for term in sorted(known, key=lambda each: each.word.casefold())}

    def explain(word: str) -> tuple[str, list[Row]]:
        return word, term_rows(edition.game, found[word])

    items = [item(word, word) for word in found]
    where = at.word if at is not None else ""
    return BrowseDialog(f"Words ({len(items)})", items, explain, client, at=where)


def term_at(scene: Scene, place: Place, known: Sequence[GlossaryTerm]) -> GlossaryTerm | None:
    """The term for what the cursor is on, or else for the phase of the turn."""
    verb = scene.ask.verb if scene.ask is not None else ""
    phase = str(getattr(scene.view, "phase", ""))
    options = scene.places.at.get(place, ())
    by_act = (term for option in options for term in known if term.is_called(option.act))
    ways = (
        next((term for term in known if place.zone in term.zones), None),
        next(by_act, None),
        next((term for term in known if verb in term.verbs), None),
        next((term for term in known if phase in term.phases), None),
    )
    return next((term for term in ways if term is not None), None)


def words_of(card: CardText, known: Sequence[GlossaryTerm]) -> tuple[GlossaryTerm, ...]:
    """The terms on a card: its own or its kind's, then those of its text."""
    own = [term for term in known if card.id in term.faces]
    kind = own or [term for term in known if card.kind in term.kinds]
    return tuple(dict.fromkeys((*kind, *terms_in(known, card.text))))


class CardWordsDialog(Dialog[None]):
    """A card's text with its words in capitals, of which one after the other is explained."""

    SHAPE = "wide words"
    BINDINGS = [
        Binding("tab,down", "walk(1)", "The next word", id="words.next", show=False),
        Binding("shift+tab,up", "walk(-1)", "The word before", id="words.previous", show=False),
        Binding("enter,space", "all", "All words", id="words.all", show=False),
        Binding("q", "give_up", "Back", id="words.back", show=False),
    ]

    def __init__(
        self,
        client: TableClient | None,
        card: CardText,
        idiom: Idiom,
        edition: Edition,
        known: Sequence[GlossaryTerm],
    ) -> None:
        self._text, self._meaning = Pager(id="said"), Pager(id="text")
        status = "Tab the next word · Enter all words · Esc goes back"
        super().__init__(client, status, self._text, self._meaning)
        self._text.can_focus = self._meaning.can_focus = False
        self._card, self._idiom, self._edition, self._known = card, idiom, edition, tuple(known)
        self._words, self._at = words_of(card, known), 0

    def on_mount(self) -> None:
        """The first word."""
        super().on_mount()
        self._look()

    def action_walk(self, by: int) -> None:
        """Goes to another word, round and round."""
        self._at = (self._at + by) % max(1, len(self._words))
        self._look()

    def action_all(self) -> None:
        """Opens the glossary at the word."""
        self.app.push_screen(glossary_dialog(self.client, self._edition, self._known, self._term))

    @property
    def _term(self) -> GlossaryTerm | None:
        return self._words[self._at] if self._words else None

    def _look(self) -> None:
        card, term = self._card, self._term
        kind = Span(self._idiom.kind_of(card), "accent")
        is_kind = term is not None and term not in terms_in(self._known, card.text)
        kinds = (kind._replace(ground="focus") if is_kind else kind,)
        self._text.read(card.name, [kinds, marked(card.text, term, self._known)])
        if term is not None:
            self._meaning.read(term.word, term_rows(self._edition.game, term))


def marked(text: str, here: GlossaryTerm | None, known: Sequence[GlossaryTerm]) -> Row:
    """A card's text with its words in capitals marked, those of one term as under the cursor."""
    spans: list[Span] = []
    for number, word in enumerate(text.split()):
        bare = word.strip(AROUND)
        spans += [Span(" ")] if number else []
        role = "keyword" if is_capital(bare) else "text"
        is_here = role == "keyword" and here is not None and term_for(known, bare) is here
        spans.append(Span(word, role, None, "focus" if is_here else ""))
    return tuple(spans)


def no_words(client: TableClient | None) -> ReaderDialog:
    """What a game says that brings no glossary."""
    return ReaderDialog(
        "Words", [(Span("This game brings no glossary: r has its rules."),)], client
    )
