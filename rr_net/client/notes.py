"""What a player's own client keeps of a game: a file a game, for its owner alone, never sent.

A line is added before what it says is used, so that nothing is lost when this machine stops. After
the game `runes verify` finds the file by the game's name.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import Field, TypeAdapter, ValidationError

from rr_net.fairness.base.errors import FairnessError
from rr_net.fairness.base.gamekey import AnswerKind
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.note import read_note
from rr_net.fairness.base.parts import Day, GameSig, Hex, Key, Part, SshSig, Whole
from rr_net.fairness.base.rows import GivenLevel
from rr_net.fairness.proof.notes import GivenNote, TakenAnswer
from rr_net.fairness.proof.receipts import (
    FORMAT,
    CardOpening,
    Gift,
    KeptPledge,
    Receipts,
    Sealing,
    Stamp,
)
from rr_rules.kernel.transcript import canonical

NOTES = "rr2-notes-1"
MOST_BYTES = 8 * 1024 * 1024
"""The most that is read of such a file; a long game comes to a tenth of it."""
ALONE = stat.S_IRUSR | stat.S_IWUSR
"""What may be done with it: by its owner alone."""


class NotedGame(Part):
    """Which game it is: the first line."""

    kind: Literal["game"] = "game"
    format: str = NOTES
    game: Hex
    host_key: Key


class NotedPromise(Part):
    """What the host had committed to, and where the player sat; -1 for nowhere."""

    kind: Literal["promise"] = "promise"
    commitment: Hex
    seat: Annotated[int, Field(ge=-1, lt=8)]


class NotedKey(Part):
    """The key that this client signs with: its secret half, and what the own key has signed."""

    kind: Literal["key"] = "key"
    secret: Hex
    day: Day
    owner: Key
    signature: SshSig

    @property
    def public(self) -> str:
        """The half that everybody may see, hex."""
        secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.secret))
        return secret.public_key().public_bytes_raw().hex()


class NotedPressed(Part):
    """What was pressed for a random event so far."""

    kind: Literal["pressed"] = "pressed"
    event: Whole
    opening: Whole
    keys: str


class NotedGiven(Part):
    """What was given to a random event: the whole value."""

    kind: Literal["given"] = "given"
    event: Whole
    opening: Whole
    level: GivenLevel
    value: str
    is_frozen: bool
    """Whether the record was found to say the same."""


class NotedPledge(Part):
    """A pledge of the own seat, with the number of its row."""

    kind: Literal["pledge"] = "pledge"
    seq: Whole
    hash: Hex


class NotedStamp(Part):
    """The newest note of the host's that was checked."""

    kind: Literal["stamp"] = "stamp"
    note: str
    signature: SshSig

    @property
    def stamp(self) -> Stamp:
        """The same as receipts have it."""
        return Stamp(note=self.note, signature=self.signature)

    @property
    def size(self) -> int:
        """How many rows it speaks of; 0 for what is no note."""
        try:
            return read_note(self.note).size
        except FairnessError:
            return 0


class NotedSealing(Part):
    """That the host had chosen when a question was put."""

    kind: Literal["sealing"] = "sealing"
    request: Whole
    note: str
    signature: SshSig


class NotedAnswer(Part):
    """An answer that was signed."""

    kind: Literal["answer"] = "answer"
    of: AnswerKind
    number: Whole
    """Of the question as it was put; one that is put again has another."""
    request: Whole
    """That which was signed."""
    option: Whole
    text: str
    size: Whole
    head: Hex
    is_final: bool
    """Whether it was the last word, and no pick that could be changed."""
    is_taken: bool = False
    """Whether the host has said that it is in."""
    signature: GameSig


class NotedCards(Part):
    """How the own seat can show the cards that it was dealt."""

    kind: Literal["cards"] = "cards"
    openings: tuple[CardOpening, ...]


Noted = Annotated[
    NotedGame | NotedPromise | NotedKey | NotedPressed | NotedGiven | NotedPledge | NotedStamp
    | NotedSealing | NotedAnswer | NotedCards,
    Field(discriminator="kind"),
]  # fmt: skip
_noted: TypeAdapter[Noted] = TypeAdapter(Noted)


def _name(note: Noted) -> tuple[object, ...]:
    """What a note is about: a later one about the same takes its place."""
    match note:
        case NotedPressed() | NotedGiven():
            return note.kind, note.event, note.opening
        case NotedPledge():
            return note.kind, note.seq
        case NotedSealing():
            return note.kind, note.request
        case NotedAnswer(of="order"):
            return note.kind, note.of, note.text
        case NotedAnswer():
            return note.kind, note.of, note.number
    return (note.kind,)


class GameNotes:
    """The notes of one game."""

    def __init__(self, path: Path | None, notes: Iterable[Noted] = ()) -> None:
        """Begin with what is in the file already; without a path it is kept in memory alone."""
        self._path = path
        self._notes: dict[tuple[object, ...], Noted] = {}
        for note in notes:
            self._put(note)
        self.is_lost = False
        """Whether something could not be written."""

    def note(self, note: Noted) -> None:
        """Add a note, to the file first; a disk that refuses stops no game."""
        if self._notes.get(_name(note)) != note or self._is_again(note):
            self._put(note)
            if isinstance(note, NotedCards):
                # What is long and comes every turn takes the place of what there was.
                self._write(b"".join(map(_line, self._notes.values())), anew=True)
            else:
                self._write(_line(note), anew=False)

    def _is_again(self, note: Noted) -> bool:
        """Whether it is the last answer now, as it was given before others."""
        return isinstance(note, NotedAnswer) and self.answers[-1:] != (note,)

    def _put(self, note: Noted) -> None:
        """Have a note be the last one."""
        self._notes.pop(_name(note), None)
        self._notes[_name(note)] = note

    def _write(self, content: bytes, *, anew: bool) -> None:
        if self._path is not None and not _kept(self._path, content, anew=anew):
            self.is_lost = True

    # --- what is in them -------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the file is called."""
        return self._path.name if self._path is not None else "notes"

    def _one(self, kind: type[Part]) -> Part | None:
        return next((note for note in self._notes.values() if isinstance(note, kind)), None)

    @property
    def game(self) -> str:
        """The game's name; "" before the first line."""
        found = self._one(NotedGame)
        return found.game if isinstance(found, NotedGame) else ""

    @property
    def promise(self) -> NotedPromise | None:
        """What the host had committed to; None before the first row."""
        found = self._one(NotedPromise)
        return found if isinstance(found, NotedPromise) else None

    @property
    def stamp(self) -> NotedStamp | None:
        """The newest note of the host's that was checked."""
        found = self._one(NotedStamp)
        return found if isinstance(found, NotedStamp) else None

    @property
    def key(self) -> NotedKey | None:
        """What the own client signs with; None where it does not."""
        found = self._one(NotedKey)
        return found if isinstance(found, NotedKey) else None

    @property
    def answers(self) -> tuple[NotedAnswer, ...]:
        """Everything that was signed as an answer."""
        return tuple([note for note in self._notes.values() if isinstance(note, NotedAnswer)])

    @property
    def taken(self) -> tuple[TakenAnswer, ...]:
        """Those of which the host has said that they are in."""
        return tuple([TakenAnswer(request=each.request, signature=each.signature)
                      for each in self.answers if each.is_taken])  # fmt: skip

    def answer(self, of: AnswerKind, number: int) -> NotedAnswer | None:
        """What was signed as the answer to a question of that number."""
        found = self._notes.get(("answer", of, number))
        return found if isinstance(found, NotedAnswer) else None

    def share(self, event: int, opening: int) -> NotedGiven | None:
        """What was given to an opening of a random event."""
        found = self._notes.get(("given", event, opening))
        return found if isinstance(found, NotedGiven) else None

    @property
    def given(self) -> tuple[NotedGiven, ...]:
        """Everything that was given to random events."""
        return tuple([note for note in self._notes.values() if isinstance(note, NotedGiven)])

    @property
    def frozen(self) -> tuple[NotedGiven, ...]:
        """What the record was found to say of it; a chain is the host's."""
        return tuple([each for each in self.given if each.is_frozen and each.level != "chain"])

    @property
    def lines(self) -> tuple[str, ...]:
        """The same as `runes verify --me` takes it."""
        seat = self.promise.seat if self.promise is not None else -1
        return tuple([
            GivenNote(each.event, each.opening, seat, each.level, each.value).line
            for each in (self.frozen if seat >= 0 else ())
        ])  # fmt: skip

    def receipts(self) -> bytes | None:
        """What the own seat can prove, as the file of receipts; None without a seat."""
        promise, cards, stamp = self.promise, self._one(NotedCards), self.stamp
        if promise is None or promise.seat < 0:
            return None
        notes = self._notes.values()
        return canonical(
            Receipts(
                format=FORMAT,
                game=self.game,
                commitment=promise.commitment,
                seat=promise.seat,
                checkpoint=None if stamp is None else stamp.stamp,
                given=tuple(map(_gift, filter(self._is_used, self.frozen))),
                pledges=tuple(_pledge(each) for each in notes if isinstance(each, NotedPledge)),
                sealings=tuple(_sealing(each) for each in notes if isinstance(each, NotedSealing)),
                openings=cards.openings if isinstance(cards, NotedCards) else (),
            ).plain()
        )

    def _is_used(self, given: NotedGiven) -> bool:
        """Whether the window was not opened anew after it."""
        return all(
            each.event != given.event or each.opening <= given.opening for each in self.frozen
        )


def _gift(kept: NotedGiven) -> Gift:
    return Gift(event=kept.event, opening=kept.opening, level=kept.level, value=kept.value)


def _pledge(kept: NotedPledge) -> KeptPledge:
    return KeptPledge(seq=kept.seq, hash=kept.hash)


def _sealing(kept: NotedSealing) -> Sealing:
    return Sealing(request=kept.request, note=kept.note, signature=kept.signature)


def _line(note: Noted) -> bytes:
    return canonical(note.plain()) + b"\n"


def _kept(path: Path, content: bytes, *, anew: bool) -> bool:
    """Whether something was written into a file for its owner alone: added, or in its place."""
    place = path.with_suffix(".new") if anew else path
    try:
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if anew else os.O_APPEND)
        with os.fdopen(os.open(place, flags, ALONE), "wb") as file:
            # It may have been there, with the rights of another day.
            os.fchmod(file.fileno(), ALONE)
            file.write(content)
        if anew:
            place.replace(path)
    except OSError:
        return False
    return True


def _content(path: Path) -> bytes:
    """What is in such a file, which is its owner's alone from then on. Raises OSError."""
    with path.open("rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & ~ALONE:
            with suppress(OSError):  # A file of somebody else's is left as it is.
                os.fchmod(file.fileno(), ALONE)
        return file.read(MOST_BYTES)


def read_notes(path: Path) -> GameNotes:
    """The notes in a file, as far as they were written; none of what is no such file."""
    found: list[Noted] = []
    with suppress(OSError):
        # The last line may have been cut off with the machine.
        for line in _content(path).split(b"\n")[:-1]:
            with suppress(ValidationError):
                found.append(_noted.validate_json(line))
    is_ours = bool(found) and isinstance(found[0], NotedGame) and found[0].format == NOTES
    return GameNotes(path, found if is_ours else ())


class NoteShelf:
    """The folder with the notes of all games, and the keys of tables."""

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder nothing is kept."""
        self._folder = folder
        self._keys: dict[str, NotedKey] = {}

    @property
    def is_empty(self) -> bool:
        """Whether there are notes of no game at all."""
        return self._folder is None or next(self._folder.glob("notes-*.jsonl"), None) is None

    def find(self, game: str) -> GameNotes | None:
        """The notes of a game, if there are some."""
        if self._folder is None:
            return None
        found = read_notes(self._path(game))
        return found if found.game == game else None

    def open(self, game: str, host_key: str) -> GameNotes:
        """The notes of a game, begun if there are none."""
        notes = self.find(game)
        if notes is None:
            notes = GameNotes(None if self._folder is None else self._path(game))
            notes.note(NotedGame(game=game, host_key=host_key))
        return notes

    def _path(self, game: str) -> Path:
        assert self._folder is not None, "without a folder there is no file"
        return self._folder / f"notes-{short(game)}.jsonl"

    # --- keys of tables ------------------------------------------------------------------------

    def table_key(self, host_key: str, owner: str, day: str) -> NotedKey | None:
        """The key that was made for a table on that day, if it was signed."""
        name = _table(host_key, owner)
        kept = self._keys.get(name)
        if kept is None and self._folder is not None:
            with suppress(OSError, ValidationError):
                kept = NotedKey.model_validate_json(_content(self._folder / name))
        return kept if kept is not None and (kept.owner, kept.day) == (owner, day) else None

    def keep_table_key(self, host_key: str, key: NotedKey) -> None:
        """Keep it, for the games of the day at that table."""
        name = _table(host_key, key.owner)
        self._keys[name] = key
        if self._folder is not None:
            _kept(self._folder / name, _line(key), anew=True)


def _table(host_key: str, owner: str) -> str:
    digest = hashlib.sha256(f"{host_key} {owner}".encode()).hexdigest()
    return f"key-{short(digest)}.json"
