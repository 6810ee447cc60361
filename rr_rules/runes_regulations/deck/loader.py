"""Decks: the base box, the expansion, an owner's file, and whether a game can be played with them.

Nothing here opens a file: the command reads one and hands over its name and its bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.deckfile import DeckFile, read_file, twin_names
from rr_rules.runes_regulations.deck.errors import DeckProblem, label
from rr_rules.runes_regulations.faces.faces import Deck, Face
from rr_rules.runes_regulations.faces.verb import Verb
from rr_rules.runes_regulations.state.sides import GOAL, HAND, RUNES_DEALT
from rr_rules.runes_regulations.text.words import one_of

BASE_FILES = ("base_creatures", "base_spells", "base_runes", "base_regulations")
BASE_COUNTS = {"spell": 39, "creature": 50, "rune": 24, "regulation": 17}
EXPANSION_FILES = ("nn_creatures", "nn_spells", "nn_runes", "nn_sacrificial", "nn_beasts",
                   "nn_curses", "nn_forbidden_runes", "nn_roles")  # fmt: skip
OPENING = {"forbidden": HAND, "forbidden_rune": RUNES_DEALT, "regulation": 1}
"""How many cards of a back the set-up takes, whoever plays (NN-SETUP-08, -10)."""
FEWEST_SEATS = 2
MOST_SEATS = 8
_KINDS = {
    "creature": "Creatures",
    "spell": "Spells",
    "rune": "Runes",
    "regulation": "Regulations",
    "sacrificial": "Sacrificial Creatures",
    "beast": "Corrupted Beasts",
    "curse": "Curses",
    "forbidden_rune": "Forbidden Runes",
    "role": "Roles",
}
_DEALT = frozenset({"main", "rune", "regulation"})


@cache
def base_deck() -> Deck:
    """The 130 cards of the base box."""
    sources = [(name, packaged(name)) for name in BASE_FILES]
    faces = [face for name, content in sources for face in read_file(name, content).faces]
    return Deck("base", tuple(faces), digest_of(sources))


def load_deck(name: str, content: bytes) -> Deck:
    """The deck of an owner's file; raises one DeckError that lists every problem."""
    return deck_of(name, content, read_file(name, content))


def deck_of(name: str, content: bytes, file: DeckFile) -> Deck:
    """The deck that a file makes: its own cards, or the base box with its changes."""
    if file.header.extends is None:
        return Deck(_own_name(name), file.faces, digest_of([(name, content)]))
    base = base_deck()
    faces = _extended(name, base.faces, file)
    sources = [("base", base.digest.encode()), (name, content)]
    return Deck(_own_name(name), faces, digest_of(sources))


def _own_name(name: str) -> str:
    # Only the box itself is called "base": that name says that nothing in it was changed.
    return "./base" if name == "base" else label(name)


def check_base(deck: Deck) -> None:
    """Refuses a deck whose counts are not those of the base box (option `deck_check`)."""
    counts = copies_by_kind(deck.faces)
    kinds = dict.fromkeys([*BASE_COUNTS, *counts])
    lines = [
        f"{deck.name}: deck: {kind}: is not the count of the base box: "
        f"expected {BASE_COUNTS.get(kind, 0)}, got {counts[kind]}"
        for kind in kinds
        if counts[kind] != BASE_COUNTS.get(kind, 0)
    ]
    if lines:
        raise DeckError.of(lines)


def check_playable(deck: Deck, seats: int) -> None:
    """Refuses a deck that cannot be dealt to that many seats, or that nobody could win with."""
    if lines := [*_too_few(deck, seats), *_out_of_place(deck)]:
        raise DeckError.of(lines)


def _too_few(deck: Deck, seats: int) -> list[str]:
    each = f"each of {seats} seats"
    return _lacking(deck, {
        "main": (HAND * seats, f"cards to deal {HAND} to {each}"),
        "rune": (RUNES_DEALT * seats, f"Runes to deal {RUNES_DEALT} to {each}"),
        "regulation": (1, "Regulation to begin with"),
    })  # fmt: skip


def _lacking(deck: Deck, wanted: Mapping[str, tuple[int, str]]) -> list[str]:
    """What a deck has too few cards of: by back how many it takes and what for, and Creatures."""
    found = copies_by_back(deck.faces)
    found["creature"] = copies_by_kind(deck.faces)["creature"]
    every = {**wanted, "creature": (GOAL, "Creatures, as many as a win needs")}
    return [
        f"{deck.name}: deck: {field}: has too few cards: expected {least} {why}, got {found[field]}"
        for field, (least, why) in every.items()
        if found[field] < least
    ]


def _out_of_place(deck: Deck) -> list[str]:
    """What only the expansion has: cards that are dealt to nobody, and piles that are not there."""
    lines = [
        f"{deck.name}: {face.id}: kind: is not dealt in this game: "
        f"expected creature, spell, rune or regulation, got {face.kind}"
        for face in deck.faces
        if face.back not in _DEALT
    ]
    lines += [
        f"{deck.name}: {face.id}: from: is no pile of this game: "
        f"expected hand or main_discard, got forbidden_discard"
        for face in deck.faces
        if face.back in _DEALT and "forbidden_discard" in places_of((*face.price, *face.effects))
    ]
    return lines


def report(name: str, content: bytes) -> str:
    """What a deck file holds, in sentences; raises the DeckError that says what is wrong."""
    file = read_file(name, content)
    deck = deck_of(name, content, file)
    lines = [f"{deck.name} is a valid deck file.", *_changes(file), *_holdings(deck)]
    if file.rendered:
        lines.append(f"Cards whose text is rendered from their effect: {file.rendered}.")
    return "\n".join([*lines, *_verdict(deck)])


def _changes(file: DeckFile) -> list[str]:
    if file.header.extends is None:
        return []
    known = {face.id for face in base_deck().faces}
    replaced = sum(face.id in known for face in file.faces)
    added, removed = len(file.faces) - replaced, len(set(file.header.remove))
    names = f"{replaced} replaced, {added} added, {removed} removed"
    return [f"It changes the base box; different cards: {names}."]


def _holdings(deck: Deck) -> list[str]:
    counts = copies_by_kind(deck.faces)
    kinds = [
        f"{count} {many.removesuffix('s') if count == 1 else many}"
        for kind, many in _KINDS.items()
        if (count := counts[kind])
    ]
    total = f"{counts.total()} cards with {len(deck.faces)} different faces"
    lines = [f"It holds {total}: {one_of(kinds, 'and')}."]
    families = Counter[str]()
    collars = 0
    for face in deck.faces:
        collars += face.copies * face.collar
        families.update(dict.fromkeys(face.families, face.copies))
    if families:
        named = [f"{family} {count}" for family, count in families.most_common()]
        lines.append(f"Creatures by family: {', '.join(named)}. With a collar: {collars}.")
    return lines


def _verdict(deck: Deck) -> list[str]:
    try:
        check_playable(deck, FEWEST_SEATS)
    except DeckError as error:
        return ["It is a part of a deck and cannot be played alone:", str(error)]
    counts = copies_by_back(deck.faces)
    seats = min(counts["main"] // HAND, counts["rune"] // RUNES_DEALT, MOST_SEATS)
    lines = [f"It has the cards for {FEWEST_SEATS} to {seats} seats."]
    try:
        check_base(deck)
    except DeckError as error:
        advice = "Its counts are not those of the base box: play it with deck_check = custom."
        return [*lines, advice, str(error)]
    return [*lines, "Its counts are those of the base box."]


def places_of(items: Iterable[Verb]) -> set[str]:
    """The places that items name, those inside choices included."""
    found: set[str] = set()
    for item in items:
        found |= {item.place}.union(*map(places_of, item.lists))
    return found


def copies_by_kind(faces: Iterable[Face]) -> Counter[str]:
    """How many cards there are of each kind."""
    counts = Counter[str]()
    for face in faces:
        counts[face.kind] += face.copies
    return counts


def copies_by_back(faces: Iterable[Face]) -> Counter[str]:
    """How many cards there are of each back."""
    counts = Counter[str]()
    for face in faces:
        counts[face.back] += face.copies
    return counts


@cache
def expansion() -> Deck:
    """The 100 cards that the expansion adds, roles included."""
    sources = [(name, packaged(name)) for name in EXPANSION_FILES]
    faces = [face for name, content in sources for face in read_file(name, content).faces]
    return Deck("nefarious", tuple(faces), digest_of(sources))


@lru_cache(maxsize=8)
def expanded(deck: Deck) -> Deck:
    """A deck with the expansion; a card of its own takes the place of one of the same id.

    Raises DeckError where two different cards would have the same name.
    """
    own = {face.id for face in deck.faces}
    faces = (*deck.faces, *(face for face in expansion().faces if face.id not in own))
    if problems := list(twin_names(faces)):
        raise DeckError.of([each.line(deck.name, card) for card, each in problems])
    sources = [("deck", deck.digest.encode()), ("nefarious", expansion().digest.encode())]
    return Deck(deck.name, faces, digest_of(sources))


def check_expanded(deck: Deck, seats: int) -> None:
    """Refuses a deck that cannot be dealt to so many seats, one of them the Nefarious Neighbor."""
    wanted = OPENING | {"main": HAND * (seats - 1), "rune": RUNES_DEALT * (seats - 1)}
    why = f"to deal to {seats} seats"
    if lines := _lacking(deck, {back: (least, why) for back, least in wanted.items()}):
        raise DeckError.of(lines)


def packaged(name: str) -> bytes:
    """A card file of this package."""
    return files("rr_rules.runes_regulations").joinpath("cards", f"{name}.toml").read_bytes()


def _extended(name: str, base: Sequence[Face], file: DeckFile) -> tuple[Face, ...]:
    """The base faces without those removed, with those replaced in place, and the new ones."""
    own = {face.id: face for face in file.faces}
    known = {face.id for face in base}
    removed = set(file.header.remove)
    kept = [own.get(face.id, face) for face in base if face.id not in removed]
    faces = (*kept, *(face for face in file.faces if face.id not in known))
    problems = [
        ("deck", DeckProblem("remove", "names no card", "the id of a base card", each))
        for each in sorted(removed - known)
    ]
    problems += twin_names(faces)
    if problems:
        raise DeckError.of([each.line(label(name), card) for card, each in problems])
    return faces


def digest_of(sources: Sequence[tuple[str, bytes]]) -> str:
    """SHA-256, hex, over names and contents."""
    total = sha256()
    for name, content in sources:
        # A file's name may hold bytes that are no UTF-8: Python keeps them as lone surrogates.
        for part in (name.encode("utf-8", "surrogatepass"), content):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()
