"""The Spinner as it is shown: what stands on it for whoever turns it, and for an Event."""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.runes_regulations.nefarious_spinner import NEFARIOUS_RESULTS
from rr_rules.runes_regulations.state.view import View
from rr_rules.runes_regulations.turn.spinner import EVENTS, RESULTS
from rr_rules.runes_regulations.views.log import RESULTS as WORDS
from rr_tui.games.gameboard import Spin, Spins

LABELS = SPIN, EVENT_SPIN = ("spin", "event spin")
"""The rolls that it shows."""


def _words(results: Iterable[str]) -> tuple[str, ...]:
    return tuple(WORDS[name] for name in results)


SPIN_FACES, EVENT_FACES, NEFARIOUS_FACES = map(_words, (RESULTS, EVENTS, NEFARIOUS_RESULTS))
_FACES = {"standard": SPIN_FACES, "nefarious": NEFARIOUS_FACES, "event": EVENT_FACES}


def spins_of(view: View) -> Spins:
    """What it has shown this turn; the Nefarious Neighbor turns another one."""
    night = view.nefarious
    is_dark = night is not None and night.seat == night.spinning >= 0
    faces = {SPIN: NEFARIOUS_FACES if is_dark else SPIN_FACES, EVENT_SPIN: EVENT_FACES}
    shown = tuple(Spin(each.result, _FACES[each.on]) for each in view.spinner)
    return Spins(view.turn, shown, faces)
