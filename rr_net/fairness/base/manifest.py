"""The manifest: everything that is fixed before the deal, and the name of the game it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol, Self

from pydantic import BeforeValidator, FailFast, Field, StringConstraints, model_validator

from rr_net.fairness.base.errors import Failure, NotInstalled, worded
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.levels import LevelName, Slow
from rr_net.fairness.base.parts import (
    LONGEST_WORD,
    MOST_CARDS,
    Day,
    Hex,
    Key,
    Part,
    SshSig,
    Whole,
    Word,
    read_part,
)
from rr_net.safetext import clean
from rr_rules import __version__
from rr_rules.kernel.errors import BadOption, BadSetup, DeckError, RulesError
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import is_played_alike, load_game


class LoadGame(Protocol):
    """How the rules of a game are found; `registry.load_game` outside of tests."""

    def __call__(self, game_id: str, deck: tuple[str, bytes] | None = None, /) -> Game[GameState]:
        """The rules of a game, with an owner's deck. Raises BadSetup or DeckError."""


class Signer(Part):
    """The key of a game that somebody's client signs with, signed by the player's SSH key."""

    key: Hex
    day: Day
    signature: SshSig


class Seated(Part):
    """Who takes a seat when the cards are dealt."""

    name: Word
    key: Key = ""
    """The fingerprint of the player's key; "" for a bot and on a shared screen."""
    bot: Word = ""
    """The kind of bot, or "" for a person."""
    signer: Signer | None = None
    """The key of this game, of somebody who plays with a client that checks."""


def chained(seats: Sequence[Seated], host_seat: int) -> tuple[int, ...]:
    """The seats that contribute by a chain: the bots' and the host's."""
    return tuple(seat for seat, who in enumerate(seats) if who.bot or seat == host_seat)


class ManifestDeck(Part):
    """An owner's deck, whole, so that the game can be checked anywhere."""

    name: Annotated[str, StringConstraints(max_length=255)]
    text: str


# Of a table with very many faults the first is enough: each of the others would cost memory.
def _all_texts(value: object) -> object:
    texts = value.items() if isinstance(value, dict) else ()
    if not all(len(name) <= LONGEST_WORD and isinstance(each, str) for name, each in texts):
        raise ValueError("expected texts, by names")
    return value


def _all_counts(value: object) -> object:
    counts = value.items() if isinstance(value, dict) else ()
    if not all(
        len(face) <= LONGEST_WORD and type(count) is int and count for face, count in counts
    ):
        raise ValueError("expected how many cards there are of each face")
    if sum(count for _, count in counts) > MOST_CARDS:
        raise ValueError(f"expected at most {MOST_CARDS} cards")
    return value


class Manifest(Part):
    """What a game is played with. Its hash names the game and is the first link of the chain."""

    game: Word
    version: Word
    """The version of this package that plays the game."""
    rules: Hex
    """The SHA-256 of the rules' source."""
    deck: Hex
    """The SHA-256 of the card files in play."""
    deck_file: ManifestDeck | None
    """The owner's deck where one is played."""
    seats: Annotated[tuple[Seated, ...], Field(min_length=1, max_length=8), FailFast()]
    host_seat: Annotated[int, Field(ge=-1, lt=8)]
    """The seat of the host, who could see every hidden card, or -1."""
    options: Annotated[dict[Word, str], BeforeValidator(_all_texts)]
    declared: Annotated[tuple[Whole, ...], FailFast()]
    cards: Annotated[dict[Word, Annotated[Whole, Field(ge=1)]], BeforeValidator(_all_counts)]
    """How many cards there are of each face."""
    fairness: LevelName
    """Who chooses the randomness: the host alone at the level solo, elsewhere everybody."""
    slow: Slow
    """How much work lies between the contributions and the result."""
    abandoned: Annotated[tuple[Hex, ...], FailFast()]
    """The games that this host dealt and never opened."""
    host_key: Key
    """The fingerprint of the host's SSH key; "" without a network."""
    number: Whole
    """Which of the games of the host's key it is, from 1: one that is hidden leaves a gap. 0
    without a key."""
    nonce: Hex
    """Random bytes, so that no two games share a name."""

    @model_validator(mode="after")
    def _games_of_a_key_are_numbered(self) -> Self:
        if (self.number == 0) != (not self.host_key):
            raise ValueError(f"game {self.number}: expected a number from 1 if there is a key")
        return self

    @model_validator(mode="after")
    def _host_sits_at_the_table(self) -> Self:
        if self.host_seat >= len(self.seats):
            raise ValueError(f"the host's seat {self.host_seat}: expected one of the seats, or -1")
        return self

    @property
    def chained(self) -> tuple[int, ...]:
        """The seats that contribute by a chain: the bots' and the host's."""
        return chained(self.seats, self.host_seat)

    @property
    def other_version(self) -> str:
        """The version that dealt the game, or "" where it is this one."""
        return "" if self.version == __version__ else self.version

    @property
    def gid(self) -> str:
        """The game's name: the hash of the manifest, hex."""
        return hashed(Tag.GAME, canonical(self.plain())).hex()


@dataclass(frozen=True, slots=True)
class HostTerms:
    """What a host brings to a game."""

    key: str = ""
    """The fingerprint of its SSH key; "" without a network."""
    number: int = 0
    """Which of the games of this key it is, from 1; 0 without one."""
    seat: int = -1
    fairness: LevelName = "solo"
    slow: Slow = field(default_factory=Slow)
    abandoned: tuple[str, ...] = ()


ALONE = HostTerms()


def read_manifest(source: bytes) -> Manifest:
    """The manifest whose canonical form is `source`. Raises BadBundle."""
    return read_part(Manifest.model_validate_json, source, "manifest")


def draw_up(
    table: Table[GameState],
    seats: Sequence[Seated],
    options: Mapping[str, str],
    declared: Sequence[int],
    *,
    nonce: bytes,
    deck: tuple[str, bytes] | None = None,
    host: HostTerms = ALONE,
) -> Manifest:
    """The manifest of a game that is about to be dealt at `table`.

    `options` are settled; the name of an owner's `deck` comes without its folders. Raises BadSetup
    where there are more cards than a record may have.
    """
    digests, cards = table.game.digest(), counted(table)
    if (count := sum(cards.values())) > MOST_CARDS:
        raise BadSetup(f"a deck of {count} cards: expected at most {MOST_CARDS}")
    return Manifest(
        game=table.game.id,
        version=__version__,
        rules=digests[0],
        deck=digests[1],
        deck_file=None if deck is None else ManifestDeck(name=deck[0], text=deck[1].decode()),
        seats=tuple(seats),
        host_seat=host.seat,
        options=dict(options),
        declared=tuple(declared),
        cards=cards,
        fairness=host.fairness,
        slow=host.slow,
        abandoned=host.abandoned,
        host_key=host.key,
        number=host.number,
        nonce=nonce.hex(),
    )


def counted(table: Table[GameState]) -> dict[str, int]:
    """How many cards there are of each face at a table."""
    rules, state = table.game, table.state
    cards = (card for zone in rules.zones(state) for card in zone.cards)
    return dict(Counter(rules.face_of(state, card) for card in cards))


def installed(manifest: Manifest, load_game: LoadGame = load_game) -> Game[GameState]:
    """The rules this game was dealt under, or those that play every game as these did.

    Raises NotInstalled, naming what differs.
    """
    is_former = is_played_alike(manifest.version, manifest.game, manifest.rules)
    if manifest.other_version and not is_former:
        problem = _differs("version", manifest.version, __version__)
        raise NotInstalled(Failure.OTHER_VERSION, problem)
    rules = _loaded(manifest, load_game)
    ours = rules.digest()
    if manifest.rules != ours[0] and not is_former:
        raise NotInstalled(Failure.OTHER_RULES, _differs("rules", manifest.rules, ours[0]))
    if manifest.deck != ours[1]:
        raise NotInstalled(Failure.OTHER_DECK, _differs("deck", manifest.deck, ours[1]))
    return rules


def open_table(manifest: Manifest, rules: Game[GameState]) -> Table[GameState]:
    """The table before the deal. Raises NotInstalled where the rules would never have opened it."""
    try:
        if rules.settle(manifest.options) != manifest.options:
            raise BadOption("not every table option is fixed: expected all of them")
        table = Table(rules, len(manifest.seats), manifest.options, manifest.declared)
    except RulesError as error:
        raise NotInstalled(Failure.BAD_SETUP, worded(error)) from None
    if counted(table) != manifest.cards:
        problem = "the cards of the manifest are not those of the deck"
        raise NotInstalled(Failure.WRONG_CARDS, problem)
    return table


def _loaded(manifest: Manifest, load_game: LoadGame) -> Game[GameState]:
    file = manifest.deck_file
    try:
        return load_game(manifest.game, None if file is None else (file.name, file.text.encode()))
    except DeckError as error:
        raise NotInstalled(Failure.BAD_DECK, worded(error)) from None
    except BadSetup as error:
        raise NotInstalled(Failure.NO_SUCH_GAME, worded(error)) from None


def _differs(what: str, theirs: str, ours: str) -> str:
    return f"the game was played with {what} {clean(theirs, 64)}: this is {what} {ours}"
