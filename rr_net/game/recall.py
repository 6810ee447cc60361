"""Back into a game after a crash: its table takes again what the journal holds."""

from __future__ import annotations

from rr_net.game.live import LiveGame
from rr_net.game.record import Frozen, Head, OpenEvent, Recorded, RecordedEntry
from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.transcript import Answer, Entry, Remove


def recall(play: LiveGame, recorded: Recorded) -> None:
    """Take what a journal holds."""
    match recorded:
        case RecordedEntry(entry, promises):
            _take(play, entry, promises)
        case OpenEvent():
            play.events.note_opening(recorded)
        case Frozen():
            play.events.note_freeze(recorded)
        case Head():
            play.signing.signed(recorded)


def _take(play: LiveGame, entry: Entry, promises: tuple[str, ...]) -> None:
    """Take an entry that a journal has kept already; sealed answers are held again."""
    play.note_promises(promises)
    if isinstance(entry, Answer) and isinstance(play.table.pending, ChooseAll):
        play.held.hold_again(entry)
        if not play.held.missing():
            _take_held(play)
        return
    if isinstance(entry, Remove):
        _take_held(play)
    _apply(play, entry)


def _take_held(play: LiveGame) -> None:
    play.signing.unseal()
    for entry in play.held.take_out():
        _apply(play, entry)


def _apply(play: LiveGame, entry: Entry) -> None:
    request = play.table.pending
    play.table.apply(entry)
    play.record.recall(entry, request, play.table)
    play.note(entry)
