"""A recording: a finished game as it can be looked at, from its bundle or from a table's memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_net.fairness.base.errors import NotInstalled
from rr_net.fairness.base.manifest import LoadGame, Manifest, Seated, installed, open_table
from rr_net.fairness.base.rows import CloseRow, entry_of
from rr_net.fairness.proof.bundle import Bundle, read_bundle
from rr_net.names import NAME_LETTERS
from rr_net.safetext import clean
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Entry
from rr_rules.registry import edition_of, load_game


@dataclass(frozen=True, slots=True)
class Recording:
    """A game that is over, as somebody may look at it."""

    rules: Game[GameState]
    roster: tuple[Seated, ...]
    """Who sat where when the cards were dealt."""
    options: Mapping[str, str]
    declared: tuple[int, ...]
    entries: tuple[Entry, ...]
    title: str
    """The table, or what the game is called."""
    deck: tuple[str, bytes] | None = None
    """An owner's deck file, by name."""
    is_open: bool = True
    """Whether all that was hidden has been opened."""
    seat: Seat | None = None
    """Whose own eyes there are while it is not; None for somebody who has watched."""
    since: int = 0
    """From which turn on they are."""

    def table(self) -> Table[GameState]:
        """A table before the first entry. Raises a RulesError."""
        return Table(self.rules, len(self.roster), self.options, self.declared)


def recording_of(source: bytes, load_game: LoadGame = load_game, *, trusts: bool = False
                 ) -> Recording:  # fmt: skip
    """What a bundle's bytes hold, unchecked but for their form.

    One that other rules have played is looked at only by who `trusts` it, as far as ours go with
    it. Raises a FairnessError.
    """
    bundle = read_bundle(source)
    manifest = bundle.manifest
    try:
        rules = installed(manifest, load_game)
    except NotInstalled:
        if not trusts:
            raise
        rules = load_game(manifest.game, _deck(manifest))
    open_table(manifest, rules)
    return Recording(
        rules=rules,
        roster=tuple(_safe(who) for who in manifest.seats),
        options=manifest.options,
        declared=manifest.declared,
        entries=_entries(bundle),
        title=edition_of(manifest.game, manifest.options).name,
        deck=_deck(manifest),
    )


def _safe(who: Seated) -> Seated:
    """Somebody of a record under a name that can be shown: whoever made the file has written it."""
    return who.model_copy(update={"name": clean(who.name, NAME_LETTERS)})


def _deck(manifest: Manifest) -> tuple[str, bytes] | None:
    file = manifest.deck_file
    return None if file is None else (file.name, file.text.encode())


def _entries(bundle: Bundle) -> tuple[Entry, ...]:
    found = (entry_of(row) for row in bundle.rows if not isinstance(row, CloseRow))
    return tuple([entry for entry in found if entry is not None])
