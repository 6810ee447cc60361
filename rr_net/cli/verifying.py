"""`runes verify`: what it says of a file, and the exit status that goes with it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rr_net.client.notes import GameNotes
from rr_net.fairness.base.errors import UNUSABLE, Failure, FairnessError, VerifyError
from rr_net.fairness.base.levels import LevelName
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import FEW, SignedNote, read_note, words_of
from rr_net.fairness.proof.accusation import proven, read_accusation
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.compare import compare
from rr_net.fairness.proof.copies import is_signed
from rr_net.fairness.proof.evidence import EvidenceSide, check_evidence, read_evidence
from rr_net.fairness.proof.notes import TakenAnswer, dropped_answers
from rr_net.fairness.proof.receipts import read_receipts
from rr_net.fairness.proof.verdict import Verdict
from rr_net.fairness.proof.verify import Budget, verify
from rr_net.link.command import own_command
from rr_net.safetext import clean

HOLDS, CHEATED, USELESS, SAMPLED = 0, 1, 2, 3
MINUTE = 60.0
"""Seconds within which a check does everything, and not a sample."""

NO_CLOSE = (
    "The host has not opened its secret: the game is unfinished, and may go on, or was abandoned. "
    "Nothing of it can be checked, and nothing is proved against the host but that."
)
RECEIPTS = (
    "These are receipts, not the record of a game: what one seat can prove by itself.",
    "After the game fetch its bundle, and run: {} verify BUNDLE --receipts THIS_FILE",
)
EVIDENCE = "This is to show that a host told two stories of one game."
NOTE = (
    "This is a note that a host has signed, not the record of a game.",
    "ssh-keygen checks its signature, as docs/verify-by-hand.md shows.",
)

SIGNED = "The host has signed this record as it stands: it cannot deny it."
UNSIGNED = (
    "No signature of the host's covers what is wrong: whoever had this copy may have changed it. "
    "Fetch another, or --compare."
)
SLIP = "Look first whether that is just what you gave (not_mine): {}."
LOWER = "NOT the level that you asked for (lower_level): {}."
OWN_NOTES = frozenset({Failure.OTHER_COMMITMENT, Failure.NOT_MINE, Failure.OTHER_RECEIPT})
LACKING = (
    "NOT what you have answered (forged_answer): the host had said that it had your signed answer, "
    "and the record has another thing there. Questions: {}."
)
SEAT = re.compile(r"\bseat (\d{1,3})\b")
"""A seat as the checks and programs name it: they count from 0."""
OTHERS = "That is by your own notes: nobody else can see it from this record."
BESIDE = {Failure.BAD_WITNESS: UNSIGNED, Failure.HOST_NOT_FIRST: OTHERS}
"""What is said of those that are of no row: they stand beside the rows, or in somebody's notes."""


def check_signature(text: bytes, signature: str, fingerprint: str, namespace: str) -> bool:
    """What `sshsig` says, which is loaded when there is a signature: it brings all of SSH along."""
    from rr_net.ssh import sshsig

    return sshsig.check_signature(text, signature, fingerprint, namespace)


Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said of one or more files."""

    status: int
    word: str
    """verified, sampled, agreed, cheated or unusable."""
    text: str
    """For people: whole sentences on several lines."""
    failure: str = ""
    row: int = -1
    figures: Mapping[str, object] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    """The sentences one by one; () where the text has one a line."""
    unchecked: tuple[str, ...] = ()
    """What a verification cannot say."""

    @property
    def json(self) -> str:
        """The same for programs, on one line."""
        return json.dumps(
            {
                "status": self.word,
                "failure": self.failure,
                "row": self.row,
                "sentences": self.said or self.text.splitlines(),
                "unchecked": self.unchecked,
                "figures": dict(self.figures),
            }
        )

    def adding(self, line: str, **figures: object) -> Report:
        """The same, and a line more."""
        text = f"{self.text}\n{line}"
        return replace(self, text=text, figures={**self.figures, **figures})

    def naming(self, manifest: Manifest) -> Report:
        """The same with seats as people count them, from 1, and by name; programs read as ever."""
        names = [clean(seat.name, 40) for seat in manifest.seats]

        def named(found: re.Match[str]) -> str:
            seat = int(found[1])
            return f"seat {seat + 1}" + (f" ({names[seat]})" if seat < len(names) else "")

        said = self.said or tuple(self.text.splitlines())
        return replace(self, text=SEAT.sub(named, self.text), said=said)


@dataclass(frozen=True, slots=True)
class Notes:
    """What somebody kept of a game."""

    commitment: str | None = None
    me: tuple[str, ...] = ()
    receipts: bytes | None = None
    answers: tuple[TakenAnswer, ...] = ()
    """Signed answers that the host has said to have."""
    found: str = ""
    """Which notes of the own client's were used, in a sentence."""


FOUND = "Your own notes were used ({}): {}."


def with_notes(source: bytes, given: Notes, find: Callable[[str], GameNotes | None]) -> Notes:
    """What somebody has typed, and for the rest what the own client has noted of that game."""
    try:
        notes = find(read_bundle(source).manifest.gid)
    except FairnessError:
        return given
    promise = notes.promise if notes is not None else None
    if notes is None or promise is None:
        return given
    mine, receipts = notes.lines, notes.receipts()
    used = [
        *(["the commitment"] if given.commitment is None else []),
        *([_counted(len(mine), "contribution")] if mine and not given.me else []),
        *(["the receipts"] if receipts is not None and given.receipts is None else []),
    ]
    return Notes(
        promise.commitment if given.commitment is None else given.commitment,
        given.me or mine,
        receipts if given.receipts is None else given.receipts,
        notes.taken,
        FOUND.format(notes.name, ", ".join(used)) if used else "",
    )


Depth = Literal["minute", "sample", "full"]
"""How much of the slow hashes is done: all within a minute, one part of each, or all."""


SHOWN = "Anybody can see it: the host has signed the record as it stands here, and cannot deny it."
WHOSE_KEY = "The host is who has the key {}: whoever made this file may have made a key as well."
WORD_ALONE = (
    "Nothing that the host has signed shows it: it is the word of that machine, and proves nothing "
    "to others."
)


def _counted(count: int, one: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {one}s"


def check_accused(source: bytes) -> Report:
    """What a client's accusation comes to on this machine; copies of a fork are checked as ever."""
    try:
        accusation = read_accusation(source)
    except FairnessError as error:
        if error.failure is Failure.OTHER_FORMAT:
            return _as_evidence(check_bundle(source, Notes(), progress=lambda done, of: None))
        return Report(USELESS, "unusable", f"This cannot be checked: {error}.", str(error.failure))
    found = proven(accusation, check_signature)
    if found is not None:
        key = WHOSE_KEY.format(clean(accusation.manifest.host_key, 80))
        text = f"The host cheated: row {found.seq}: {found.words}.\n{SHOWN} {key}"
        cheated = Report(CHEATED, "cheated", text, str(found.failure), found.seq)
        return cheated.naming(accusation.manifest)
    said = clean(accusation.words, 400)
    text = f"{clean(accusation.by, 32)}'s machine says: row {accusation.seq}: {said}.\n{WORD_ALONE}"
    unproven = Report(USELESS, "unusable", text, clean(accusation.failure, 64), accusation.seq)
    return unproven.naming(accusation.manifest)


def _as_evidence(report: Report) -> Report:
    """The same of a record that is to show something: what no signature covers shows nothing."""
    if report.status != CHEATED or report.figures.get("signed", True):
        return report
    return replace(report, status=USELESS, word="unusable")


def check_bundle(
    source: bytes,
    notes: Notes,
    *,
    depth: Depth = "minute",
    level: LevelName = "solo",
    progress: Progress,
) -> Report:
    """Verifies the record of a game, which is to be of that level or a higher one."""
    try:
        verdict = verify(
            source,
            notes.commitment,
            me=notes.me,
            receipts=notes.receipts,
            full=depth == "full",
            budget=Budget(MINUTE, time.perf_counter) if depth == "minute" else None,
            level=level,
            check_signature=check_signature,
            progress=progress,
        )
    except VerifyError as error:
        failed = _other_file(source) or _named(_failed(error, source), source)
        return failed.adding(notes.found) if notes.found else failed
    if dropped := _dropped(source, notes, verdict):
        return _lacking(dropped, verdict, notes.found)
    said = (verdict.headline, *verdict.verified)
    # Whoever asks for a sample knows that it is one; who has not asked is told by the status too.
    status = SAMPLED if verdict.is_sampled and depth != "sample" else HOLDS
    word = "sampled" if verdict.is_sampled else "verified"
    told = [verdict.text, *([notes.found] if notes.found else [])]
    return Report(status, word, "\n".join(told), figures=verdict.plain(),
                  said=(*said, *told[1:]), unchecked=verdict.unchecked)  # fmt: skip


def _dropped(source: bytes, notes: Notes, verdict: Verdict) -> Sequence[TakenAnswer]:
    """The answers that the record lacks; a file is read once more where some were noted."""
    if not notes.answers:
        return ()
    rows = read_bundle(source).rows
    return dropped_answers(notes.answers, rows, is_given_up=verdict.outcome is None)


def _lacking(dropped: Sequence[TakenAnswer], verdict: Verdict, found: str) -> Report:
    """What is said of a record that holds by itself, and not by the own notes."""
    numbers = ", ".join(str(each.request) for each in dropped)
    text = "\n".join([LACKING.format(numbers), OTHERS, found, "", verdict.text])
    return Report(USELESS, "unusable", text, str(Failure.FORGED_ANSWER), figures=verdict.plain())


def check_copies(files: Sequence[tuple[str, bytes]]) -> tuple[Report, bytes]:
    """Compares copies of one game, each with a name; the evidence of a fork, or nothing."""
    try:
        found = compare(files, check_signature)
    except FairnessError as error:
        return _unusable(error, f"This cannot be checked ({error.failure}): {error}."), b""
    text = "\n".join(found.sentences)
    if found.failure is None:
        return Report(HOLDS, "agreed", text), b""
    if not found.is_proof:
        return Report(USELESS, "unusable", text, failure=str(found.failure)), b""
    return Report(CHEATED, "cheated", text, failure=str(found.failure)), found.evidence


def _failed(error: FairnessError, source: bytes) -> Report:
    """What is said of a record that did not pass."""
    if error.failure is Failure.NO_CLOSE:
        return _unusable(error, NO_CLOSE)
    if error.failure in UNUSABLE:
        return _unusable(error, f"This cannot be checked ({error.failure}): {error}.")
    if error.failure is Failure.LOWER_LEVEL:
        return Report(CHEATED, "cheated", LOWER.format(error), str(error.failure), error.seq)
    whose = _whose(source, error)
    if error.failure is Failure.NOT_MINE:
        # A slip of the own fingers is likelier than a host who leaves something out.
        text = f"{SLIP.format(error)}\n{whose}"
        return Report(CHEATED, "cheated", text, str(error.failure), error.seq, {"signed": False})
    text = f"NOT what its host claims ({error.failure}): {error}.\n{whose}"
    figures = {"signed": whose == SIGNED}
    return Report(CHEATED, "cheated", text, str(error.failure), error.seq, figures)


def _named(report: Report, source: bytes) -> Report:
    """The same with the names of the seats, where the file says who sat there."""
    try:
        return report.naming(read_bundle(source).manifest) if SEAT.search(report.text) else report
    except FairnessError:
        return report


def _whose(source: bytes, error: FairnessError) -> str:
    """Whether the host has signed what is wrong: anybody may have changed a copy of their own."""
    if error.failure in OWN_NOTES:
        return OTHERS
    if error.seq < 0 and error.failure in BESIDE:
        return BESIDE[error.failure]
    # A body is under no signature: its seal is.
    is_fixed = error.failure is not Failure.BROKEN_SEAL
    return SIGNED if is_fixed and is_signed(read_bundle(source), check_signature) else UNSIGNED


def _unusable(error: FairnessError, text: str) -> Report:
    return Report(USELESS, "unusable", text, str(error.failure), error.seq)


# --- files that are no bundle -------------------------------------------------------------


def _other_file(source: bytes) -> Report | None:
    """What a file is that is no bundle but something else of ours."""
    for read in (_receipts, _evidence, _note):
        try:
            return read(source)
        except (FairnessError, UnicodeDecodeError):
            pass
    return None


def _receipts(source: bytes) -> Report:
    receipts = read_receipts(source)
    lines = [RECEIPTS[0], f"They are of seat {receipts.seat + 1} in the game {receipts.game}."]
    lines.append(f"Cards that they open: {len(receipts.openings)}.")
    lines.append(f"Random events that the seat gave to: {len(receipts.given)}.")
    if receipts.checkpoint is not None:
        lines += _head(read_note(receipts.checkpoint.note))
    return _no_bundle([*lines, RECEIPTS[1].format(own_command())])


def _evidence(source: bytes) -> Report:
    found = read_evidence(source)
    small, great = found.by_size
    lines = [EVIDENCE, f"It is of the game {found.game}."]
    try:
        check_evidence(found, check_signature)
    except FairnessError as error:
        return _no_bundle([*lines, f"It proves nothing: {error}."])
    lines.append(f"The key {found.host_key} has signed {_rows(small)} and {_rows(great)}.")
    lines.append("Neither goes on from the other. If that is the host's key, it told two stories.")
    return Report(CHEATED, "cheated", "\n".join(lines), str(Failure.FORK), found.row)


def _rows(side: EvidenceSide) -> str:
    return f"{side.size} rows ({' '.join(words_of(side.head, FEW))})"


def _note(source: bytes) -> Report:
    note = read_note(source.decode("ascii"))
    return _no_bundle([NOTE[0], f"It is of the game {note.game}.", *_head(note), NOTE[1]])


def _head(note: SignedNote) -> list[str]:
    words = " ".join(note.words)
    return [f"The note speaks of {note.size} rows. In words: {words}."]


def _no_bundle(lines: Sequence[str]) -> Report:
    return Report(USELESS, "unusable", "\n".join(lines), str(Failure.OTHER_FORMAT))
