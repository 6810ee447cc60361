"""An album: all views of a finished game, kept for versions that cannot replay it any more.

It is made once the cards are open and the record has held, and has what everybody may see then. It
names nobody: who sat where stands in the record, so that forgetting somebody leaves nothing here.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import make_dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, pairwise

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from rr_net import link
from rr_net.fairness.base.manifest import LoadGame, Seated
from rr_net.history.telling import LocalTime, day_of
from rr_net.link import EVERYBODY, WATCHER, Reel, ReplayMoment, ReplayStep
from rr_net.link.refusals import Refused
from rr_net.names import NAME_LETTERS
from rr_net.replay.finished import AboutGame, FinishedGame
from rr_net.replay.recording import recording_of
from rr_net.replay.viewer import SaidTo, Viewer
from rr_net.safetext import clean
from rr_rules import __version__
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.table import Table
from rr_rules.registry import edition_of, load_game

FORMAT = "rr-album-1"
LARGEST = 64 * 1024 * 1024
"""Bytes of an album as it is read, before it was packed."""
MOST = 9
"""More seats than any game has."""
NOT_RECHECKED = "rules not rechecked; checked on {day} by version {version}"
NO_BRANCH = "this version has other rules: no other game can begin here"

LOCAL: LocalTime = datetime.fromtimestamp
Plain = object
"""A value of JSON."""


class BadAlbum(Exception):
    """A file is no album of that record, or one of a form that this version cannot read."""


class Album(BaseModel):
    """The views of one game."""

    model_config = ConfigDict(frozen=True)

    format: str = FORMAT
    record: str
    """The SHA-256 of the record that it was made from."""
    version: str
    """Which version made it, and had checked the record."""
    checked: int
    """When, in seconds since 1970."""
    game: str
    """The id of the rules."""
    title: str
    options: dict[str, str]
    cards: link.Cards
    turns: tuple[int, ...]
    """The turn of each step."""
    moments: tuple[ReplayMoment, ...]
    pending: tuple[link.Pending, ...]
    answers: dict[int, tuple[int, str]]
    """By step, whose answer it was and in which words."""
    lines: tuple[link.LogLine, ...]
    """What anybody read in the log, each once."""
    said: dict[int, tuple[tuple[int, ...], ...]]
    """For each pair of eyes which of the lines were new at each step."""
    views: dict[int, tuple[Plain, ...]]
    """For each pair of eyes what has changed in the view since the step before, as `changes`."""

    @property
    def is_whole(self) -> bool:
        """Whether there is everything of every step, for a watcher and for each seat."""
        steps, seats = len(self.turns), len(self.views) - 1
        told = (self.pending, *self.views.values(), *self.said.values())
        numbers = (number for steps in self.said.values() for step in steps for number in step)
        return (
            steps > 0
            and set(self.views) == {WATCHER, *range(seats)}
            and set(self.said) == {EVERYBODY, *self.views}
            and all(len(each) == steps for each in told)
            and all(0 <= number < len(self.lines) for number in numbers)
            and all(0 <= each.at < steps for each in self.moments)
        )

    def all_views(self) -> Iterator[tuple[int, tuple[Plain, ...]]]:
        """For each pair of eyes the view at each step. Raises BadAlbum."""
        for eyes, told in self.views.items():
            view: Plain = None
            yield eyes, tuple([view := changed(view, each) for each in told])


# --- what changes from one view to the next ----------------------------------------------------


def changes(old: Plain, new: Plain) -> Plain:
    """What leads from one value of JSON to another: an object of what differs, or a list of it."""
    match old, new:
        case dict(), dict() if old.keys() == new.keys():
            return {key: changes(old[key], new[key]) for key in new if old[key] != new[key]}
        case list(), list() if len(old) == len(new) and old:
            return {str(at): changes(a, b) for at, (a, b) in enumerate(zip(old, new, strict=True))
                    if a != b}  # fmt: skip
    return [new]


def changed(old: Plain, change: Plain) -> Plain:
    """The value that `changes` led to. Raises BadAlbum."""
    match old, change:
        case _, [new]:
            return new
        case dict(), dict() if change.keys() <= old.keys():
            return {**old, **{key: changed(old[key], each) for key, each in change.items()}}
        case list(), dict() if all(key.isdecimal() and int(key) < len(old) for key in change):
            return [changed(each, change[key]) if (key := str(at)) in change else each
                    for at, each in enumerate(old)]  # fmt: skip
    raise BadAlbum("a view does not go on from the one before")


# --- making one --------------------------------------------------------------------------------


def name_of(record: bytes) -> str:
    """The name of the file for the album of a record: another one for each record."""
    return f"album-{sha256(record).hexdigest()[:16]}.json.gz"


def album_file(record: bytes, checked: int, load_game: LoadGame = load_game) -> tuple[str, bytes]:
    """The album of a record that has held: the name and the bytes of a file.

    Raises a FairnessError or RulesError for what cannot be replayed here.
    """
    album = album_of(record, checked, load_game)
    return name_of(record), gzip.compress(album.model_dump_json().encode(), mtime=0)


def album_of(record: bytes, checked: int, load_game: LoadGame = load_game) -> Album:
    """The album of a record that has held. Raises as `album_file`."""
    recording = recording_of(record, load_game)
    viewer = Viewer(recording)
    reel, steps = viewer.reel, tuple(viewer.walk())
    eyes = [each for each in reel.eyes if each != EVERYBODY]
    lines: dict[str, tuple[int, link.LogLine]] = {}
    said = {each: tuple(_said(viewer.said_to(each), lines)) for each in reel.eyes}
    return Album(
        record=sha256(record).hexdigest(),
        version=__version__,
        checked=checked,
        game=recording.rules.id,
        title=recording.title,
        options=dict(recording.options),
        cards=link.Cards(game=recording.rules.id, cards=recording.rules.cards(recording.options)),
        turns=reel.turns,
        moments=reel.moments,
        pending=tuple(step.pending for step in steps),
        answers={at: (step.seat, step.words) for at, step in enumerate(steps) if step.words},
        lines=tuple(line for _, line in lines.values()),
        said=said,
        views={each: tuple(_views(step.views[each] for step in steps)) for each in eyes},
    )


_ANY: TypeAdapter[object] = TypeAdapter(object)


def _views(views: Iterable[object]) -> Iterator[Plain]:
    old: Plain = None
    for view in views:
        new = _ANY.dump_python(view, mode="json")
        yield changes(old, new)
        old = new


def _said(told: SaidTo, known: dict[str, tuple[int, link.LogLine]]) -> Iterator[tuple[int, ...]]:
    """Which lines were new at each step; those that nobody else has read yet become known."""
    for begin, end in pairwise((0, *told.before)):
        numbers = []
        for line in told.lines[begin:end]:
            bare = line.model_copy(update={"n": 0})
            number, _ = known.setdefault(bare.model_dump_json(), (len(known), bare))
            numbers.append(number)
        yield tuple(numbers)


# --- looking at one ----------------------------------------------------------------------------


def read_album(source: bytes, record: bytes) -> Album:
    """The album in a file's bytes, if it is that of a record. Raises BadAlbum."""
    reading = zlib.decompressobj(wbits=31)
    try:
        plain = reading.decompress(source, LARGEST)
        if not reading.eof:
            raise BadAlbum("an album that is too large, or cut short")
        album = Album.model_validate_json(plain)
    except (zlib.error, ValidationError):
        raise BadAlbum("no album that this version can read") from None
    if album.format != FORMAT or album.record != sha256(record).hexdigest():
        raise BadAlbum("an album of another record, or of another version")
    if not album.is_whole:
        raise BadAlbum("an album that lacks a part")
    dict(album.all_views())
    return album


class AlbumViewer(FinishedGame):
    """One finished game that somebody looks at, as another version kept it."""

    def __init__(self, album: Album, record: bytes, now: float, clock: LocalTime = LOCAL) -> None:
        """Lay all views out; `now` says how the day of the check is called."""
        self._album = album
        self._views = dict(album.all_views())
        self._known = _view_type(album)
        self._log: dict[int, SaidTo] = {}
        day = day_of(album.checked, now, clock)
        reel = Reel(
            title=clean(_title(album), 40),
            turns=album.turns,
            moments=album.moments,
            eyes=(EVERYBODY, *sorted(each for each in album.views if each >= 0), WATCHER),
            check=NOT_RECHECKED.format(day=day, version=clean(album.version, 20)),
        )
        about = AboutGame(album.game, _roster(record, len(album.views) - 1), album.cards)
        super().__init__(reel, about, "", lambda: record)

    def _picture(self, at: int, eyes: int) -> ReplayStep:
        seats = self._reel.eyes[1:-1] if eyes == EVERYBODY else ()
        said = self._said_to(eyes)
        whose, words = self._album.answers.get(at, (WATCHER, ""))
        return ReplayStep(
            at=at,
            turn=self._album.turns[at],
            eyes=eyes,
            seen=self._seen(at, WATCHER if eyes == EVERYBODY else eyes),
            opened=tuple([self._seen(at, seat) for seat in seats]),
            pending=self._album.pending[at],
            lines=said.lines[: said.before[at]],
            news=said.lines[said.before[at - 1] if at else 0 : said.before[at]],
            answer=words if eyes in (EVERYBODY, whose) else "",
        )

    def _seen(self, at: int, eyes: int) -> link.Seen:
        view = as_view(self._views[eyes][at], self._known)
        return link.Seen(number=at, game=self._album.game, view=view)

    def _said_to(self, eyes: int) -> SaidTo:
        if eyes not in self._log:
            steps = self._album.said[eyes]
            found = (self._album.lines[number] for step in steps for number in step)
            lines = tuple([_numbered(line, n) for n, line in enumerate(found)])
            self._log[eyes] = SaidTo(lines, tuple(accumulate(map(len, steps))))
        return self._log[eyes]

    def branch(self, at: int, eyes: int, *, anew: bool) -> link.TableLink:
        """Other rules cannot go on with it. Raises Refused."""
        raise Refused("no_game", NO_BRANCH)


def _numbered(line: link.LogLine, n: int) -> link.LogLine:
    event = {name: frozen(value) for name, value in line.event.items()}
    return line.model_copy(update={"n": n, "event": event})


def _title(album: Album) -> str:
    try:
        return edition_of(album.game, album.options).name
    except RulesError:
        return album.title


def _roster(record: bytes, seats: int) -> tuple[Seated, ...]:
    """Who sat where, by a record that this version may not know the form of."""
    try:
        told = json.loads(record)["manifest"]["seats"]
        return tuple(
            Seated(name=clean(str(each["name"]), NAME_LETTERS), bot=clean(str(each["bot"]), 40))
            for each in told[:seats]
        )
    except (ValueError, LookupError, TypeError):
        return tuple(Seated(name=f"seat {seat + 1}") for seat in range(seats))


# --- views of another version ------------------------------------------------------------------


def _view_type(album: Album) -> TypeAdapter[object] | None:
    """What the views of a game are here; None where this version has no such game."""
    # Any table tells, so where these settings are refused by now, the usual ones will do.
    usual: Sequence[tuple[Mapping[str, str], int]] = [({}, seats) for seats in range(1, MOST)]
    for options, seats in ((album.options, len(album.views) - 1), *usual):
        with suppress(RulesError):
            rules = load_game(album.game)
            table = Table(rules, seats, rules.settle(options))
            return TypeAdapter(type(rules.view(table.state, None)))
    return None


def as_view(plain: Plain, known: TypeAdapter[object] | None) -> object:
    """A view as its board knows it; where the rules have another one by now, a plain one."""
    if known is not None:
        try:
            return known.validate_json(json.dumps(plain))
        except ValidationError:
            pass
    return frozen(plain)


def frozen(plain: Plain) -> object:
    """A value of JSON as values that cannot be changed: what a board without rules can show."""
    match plain:
        case dict():
            named = {name: frozen(each) for name, each in plain.items() if name.isidentifier()}
            return _record_type(tuple(named))(**named)
        case list():
            return tuple(map(frozen, plain))
    return plain


@lru_cache(maxsize=256)
def _record_type(names: tuple[str, ...]) -> type:
    return make_dataclass("KeptView", names, frozen=True)
