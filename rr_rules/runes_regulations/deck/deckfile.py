"""Reads one deck file: from its bytes to checked cards, or to one error with all its problems."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.checks import problems_in
from rr_rules.runes_regulations.deck.errors import DeckProblem, from_model, label, listed, shown
from rr_rules.runes_regulations.deck.models import MOST_CARDS, CardPart, DeckPart, face_of, read
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.faces.vocabulary import BACKS, LONGEST_TEXT, NOTHING, Kind, cells
from rr_rules.runes_regulations.text.card import rendered

MOST_BYTES = 256 * 1024
LONGEST_LINE = 2000
DEEPEST = 16
_FILE = "file"
_DECK = "deck"


@dataclass(frozen=True, slots=True)
class DeckFile:
    """One deck file: its header and its faces, in order."""

    header: DeckPart
    faces: tuple[Face, ...]
    rendered: int
    """How many faces have no text of their own."""


def read_file(name: str, content: bytes) -> DeckFile:
    """The faces of a deck file; raises one DeckError that lists every problem."""
    file = label(name)
    table = _parsed(file, content)
    problems = list(_of_top(table))
    header, found = _header(table.get("deck"))
    problems += found
    faces: list[Face] = []
    own_text = 0
    for label_of_card, card in _cards(table.get("card")):
        own_text += isinstance(card, dict) and "text" in card
        one, wrong = _face(card, header)
        problems += [(label_of_card, each) for each in wrong]
        faces += [one] if one else []
    problems += _of_header(header)
    if not problems:
        # Only a file whose cards are all understood can be added up.
        problems += _of_sum(header, faces)
    problems += _of_twins(faces)
    if problems:
        raise DeckError.of([each.line(file, card) for card, each in problems])
    return DeckFile(header, tuple(faces), len(faces) - own_text)


Placed = tuple[str, DeckProblem]
"""A problem with the label of its card."""


def _parsed(file: str, content: bytes) -> dict[str, object]:
    text = _decoded(file, content)
    try:
        table = tomllib.loads(text)
    # A number of thousands of digits is a plain ValueError, brackets without end a RecursionError.
    except (ValueError, RecursionError) as error:
        told = "nested too deeply" if isinstance(error, RecursionError) else _told(error)
        raise _unreadable(file, f"is no TOML ({told})", "TOML 1.0") from None
    if _is_deep(table):
        raise _unreadable(file, "is nested too deeply", f"at most {DEEPEST} tables or lists")
    return table


def _told(error: Exception) -> str:
    """What the TOML parser says, on one line of plain letters."""
    return ascii(str(error))[1:-1][:120]


def _decoded(file: str, content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise _unreadable(file, "is too large", f"at most {MOST_BYTES} bytes", len(content))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(file, f"is not UTF-8 at byte {error.start}", "UTF-8 text") from None
    if not text.strip():
        raise _unreadable(file, "is empty", "a [deck] and [[card]] tables")
    longest = max(map(len, text.split("\n")))
    if longest > LONGEST_LINE:
        expected = f"at most {LONGEST_LINE} characters in a line"
        raise _unreadable(file, "has a line that is too long", expected, longest)
    return text


def _unreadable(file: str, what: str, expected: str, got: object = NOTHING) -> DeckError:
    tail = "" if got is NOTHING else f", got {shown(got)}"
    return DeckError(f"{file}: {_FILE}: content: {what}: expected {expected}{tail}")


def _is_deep(table: dict[str, object]) -> bool:
    level: Sequence[object] = [table]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterator[object]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (each for each in inner if isinstance(each, dict | list))


def _of_top(table: dict[str, object]) -> Iterator[Placed]:
    for word, value in table.items():
        if word not in ("deck", "card"):
            what = DeckProblem(
                label(word), "is no word for this place", "[deck] or [[card]]", value
            )
            yield _FILE, what
    cards = table.get("card", [])
    if not isinstance(cards, list):
        yield _FILE, DeckProblem("card", "is of the wrong type", "[[card]] tables", cards)
    elif len(cards) > MOST_CARDS:
        yield _FILE, DeckProblem("card", "is too long", f"at most {MOST_CARDS} cards", len(cards))


def _header(value: object) -> tuple[DeckPart, list[Placed]]:
    if value is None:
        return DeckPart(), [(_DECK, DeckProblem("deck", "is missing", "a [deck] table"))]
    match read(DeckPart, value):
        case DeckPart() as header:
            return header, []
        case found:
            return DeckPart(), [(_DECK, each) for each in from_model(found, "deck")]


def _cards(value: object) -> Iterator[tuple[str, object]]:
    cards = value[:MOST_CARDS] if isinstance(value, list) else []
    for number, card in enumerate(cards, 1):
        given = card.get("id") if isinstance(card, dict) else None
        yield label(given) if isinstance(given, str) and given else f"card {number}", card


def _face(value: object, header: DeckPart) -> tuple[Face | None, list[DeckProblem]]:
    """The face of one card, or what is wrong with it."""
    card = read(CardPart, value)
    if not isinstance(card, CardPart):
        return None, from_model(card, "card")
    kind = card.kind or header.kind
    if kind is None:
        return None, [DeckProblem("kind", "is missing", listed(Kind))]
    assert isinstance(value, dict)
    problems = list(problems_in(card, kind, value))
    if header.kind not in (None, kind):
        problems.append(DeckProblem("kind", "differs from the deck's", str(header.kind), kind))
    printed = face_of(card, kind)
    if problems or printed.text:
        return printed, problems
    text = rendered(printed)
    if cells(text) > LONGEST_TEXT:
        expected = f"a text of its own of at most {LONGEST_TEXT} cells"
        return printed, [DeckProblem("text", "is too long when rendered", expected, cells(text))]
    return replace(printed, text=text), []


def _of_header(header: DeckPart) -> Iterator[Placed]:
    if header.back is not None and (header.kind is None or header.back != BACKS[header.kind]):
        back = BACKS[header.kind] if header.kind else "no back where cards say their own kind"
        yield _DECK, DeckProblem("back", "is not that of the kind", back, header.back)
    if header.remove and header.extends is None:
        expected = 'extends = "base"'
        yield _DECK, DeckProblem("remove", "has nothing to remove from", expected, header.remove)


def _of_sum(header: DeckPart, faces: Sequence[Face]) -> Iterator[Placed]:
    copies = sum(face.copies for face in faces)
    if header.total not in (None, copies):
        expected = f"the {copies} copies listed"
        yield _DECK, DeckProblem("total", "does not add up", expected, header.total)
    for name in sorted({face.id for face in faces} & set(header.remove)):
        yield _DECK, DeckProblem("remove", "names a card of this file", "another card", name)
    if not faces and header.extends is None:
        yield _FILE, DeckProblem("card", "is missing", "at least one [[card]]")


def _of_twins(faces: Sequence[Face]) -> Iterator[Placed]:
    ids = Counter(face.id for face in faces)
    for name, times in ids.items():
        if times > 1:
            yield name, DeckProblem("id", f"is used {times} times", "one card of that id", name)
    yield from twin_names(faces)


def twin_names(faces: Sequence[Face]) -> Iterator[Placed]:
    """The names that more than one face has."""
    named = {face.name: face.id for face in reversed(faces)}
    for face in faces:
        if named[face.name] != face.id:
            what = f"is the name of {named[face.name]} too"
            yield face.id, DeckProblem("name", what, "a name of its own", face.name)
