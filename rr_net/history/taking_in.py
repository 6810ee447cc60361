"""Taking in the records of old games: each is verified, and listed as what that says of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal, NamedTuple

from rr_net.fairness.base.errors import UNUSABLE, FairnessError, VerifyError
from rr_net.fairness.base.manifest import LoadGame
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.verdict import Verdict
from rr_net.fairness.proof.verify import verify
from rr_net.history.book import HistoryBook
from rr_net.history.recording import HowItEnded, begun, cleaned_problem, ended
from rr_net.history.results import LATEST, Checked, GameResult
from rr_rules.registry import load_game

Came = Literal["new", "better", "known", "fails", "unchecked", "no_record"]
"""What became of a file: listed; listed in place of a copy that was not as good; listed before;
listed as one that does not verify, or that this version cannot check; not listed at all."""


class TakenIn(NamedTuple):
    """One file, and what became of it."""

    came: Came
    result: GameResult | None
    problem: str = ""


class TakingMeans(NamedTuple):
    """How records are taken in."""

    check_signature: CheckSignature
    own_hosts: Collection[str] = ()
    """The keys of this machine's own hosts: what they call their own terminal is ours."""
    load_game: LoadGame = load_game


def take_in(
    book: HistoryBook, source: bytes, path: str, ended_at: int, means: TakingMeans
) -> TakenIn:
    """Have a book list the game of a bundle's bytes; a verification takes a second or two.

    It never counts for ratings, and never takes the place of a game that is known better. A bundle
    says nothing of when it was played: `ended_at` is what is known of that, and what is on no
    calendar is not known. Raises HistoryError.
    """
    try:
        manifest = read_bundle(source).manifest
    except FairnessError as error:
        return TakenIn("no_record", None, cleaned_problem(str(error)))
    ended_at = ended_at if 0 < ended_at <= LATEST else 0
    before = book.game(manifest.gid)
    if before is not None and (before.is_ours or before.checked in {"holds", "sampled"}):
        return TakenIn("known", before)
    listed = begun(
        manifest, now=ended_at, folder=path, is_ours=False, own_hosts=tuple(means.own_hosts)
    )
    try:
        verdict = verify(source, check_signature=means.check_signature, load_game=means.load_game)
    except VerifyError as error:
        return _listed_as_bad(book, listed, error, before)
    says: Checked = "sampled" if verdict.is_sampled else "holds"
    result = replace(ended(listed, _how(verdict), ended_at), checked=says)
    book.keep(result)
    return TakenIn("new" if before is None else "better", result)


def _how(verdict: Verdict) -> HowItEnded:
    return HowItEnded(verdict.turn, verdict.outcome, verdict.came_to)


def _listed_as_bad(
    book: HistoryBook, listed: GameResult, error: VerifyError, before: GameResult | None
) -> TakenIn:
    """A game whose record does not verify, or cannot be checked here: it counts for nothing."""
    is_unchecked = error.failure in UNUSABLE
    result = replace(
        listed,
        state="unread",
        checked="unchecked" if is_unchecked else "fails",
        problem=cleaned_problem(str(error)),
    )
    # A copy that somebody has spoilt says nothing against one that could not be checked.
    if before is None or before.checked == "fails":
        book.keep(result)
    return TakenIn("unchecked" if is_unchecked else "fails", result, result.problem)
