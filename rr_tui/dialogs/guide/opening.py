"""What a player opens to read: the log, the rules, the keys, the words, the proof."""

from __future__ import annotations

from rr_tui.client import proofs
from rr_tui.client.guidance import edition_here, words_here
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.guide.glossary import glossary_dialog, no_words
from rr_tui.dialogs.guide.howto import HowToDialog, LastPage
from rr_tui.dialogs.guide.search import SearchDialog
from rr_tui.dialogs.reading import ReaderDialog, keys_rows, log_dialog, rules_dialog
from rr_tui.looks import keys
from rr_tui.widgets.player_app import PlayerApp


class ReadingApp(PlayerApp, inherit_bindings=False):
    """An app of a table whose player reads about it."""

    client: TableClient

    def action_log(self) -> None:
        """Opens the whole log."""
        self.push_screen(log_dialog(self.client))

    def action_rules(self) -> None:
        """Opens the rules of the game on the table."""
        if (lobby := self.client.model.lobby) is not None:
            self.push_screen(rules_dialog(self.client, lobby.game))

    def action_proof(self) -> None:
        """Opens the page about what is proved and what is not."""
        rows = proofs.rows(self.glyphs, self.client.model)
        self.push_screen(ReaderDialog(proofs.TITLE, rows, self.client))

    def action_help(self) -> None:
        """Opens how to play, with the keys as its last page."""
        theirs = keys.Keys(self.profile.keymap)
        told = LastPage("Keys", keys_rows(self.client, theirs, self.glyphs))
        edition = edition_here(self.client.model)
        shown = (edition,) if edition is not None else ()
        self.push_screen(HowToDialog(self.client, shown, told))

    def action_search(self) -> None:
        """Opens the search in rules, words, cards and the log."""
        self.push_screen(SearchDialog(self.client))

    def action_glossary(self) -> None:
        """Opens the glossary."""
        edition, known = edition_here(self.client.model), words_here(self.client.model)
        if edition is None or not known:
            self.push_screen(no_words(self.client))
        else:
            self.push_screen(glossary_dialog(self.client, edition, known))
