"""Games and bots by their ids: ours, and those that other packages bring by an entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from rr_rules.kernel.errors import BadSetup, RulesError
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream

if TYPE_CHECKING:
    from rr_rules.bots.base import Bot, HoldsBack, WinOdds
    from rr_rules.bots.fitting import Fit
    from rr_rules.bots.kinds import BotLimits
    from rr_rules.bots.reasons import Reasons

T = TypeVar("T")


class CannotLoad(BadSetup):
    """A game, a bot or a board that another package brings is broken."""


class Listed(NamedTuple):
    """A game of the registry."""

    name: str
    load: str
    """The module and the name of what loads it, with an owner's deck file or None."""
    odds: str = ""
    """What knows how likely a seat is to win, in the same form; "" where nothing does."""
    reasons: str = ""
    """What knows why an answer is better than another, for hints; "" where nothing does."""
    following: str = ""
    """What says which options a bot that follows may take, in the same form; "" in a game that is
    not played together."""
    more: tuple[str, ...] = ()
    """Names of expansions that are played within it, each with rules pages of its own."""

    @property
    def package(self) -> str:
        """The package whose folder `rulebook` has its rules pages."""
        return self.load.partition(":")[0].partition(".")[0]


class FormerRules(NamedTuple):
    """The rules of a game in a former version: they play every recorded game as today's do."""

    version: str
    game: str
    rules: str
    """The SHA-256 of their source, as records name it."""
    golden: str
    """The SHA-256 of the games that were recorded with them, which a test plays with today's."""


class Edition(NamedTuple):
    """A way to play a game that the list of games names as an entry of its own."""

    name: str
    game: str
    """The id of the game."""
    options: Mapping[str, str]
    """What makes it this edition and no other."""
    fewest: int = 1
    most: int = 8
    goal: str = ""
    """What wins, in a sentence of our own; "" where nobody has said it."""
    alone: Mapping[str, str] = {}
    """What is usual besides where one person plays with bots."""

    @property
    def words(self) -> str:
        """The name, and for how many it is."""
        same = self.fewest == self.most
        return f"{self.name}, {self.fewest if same else f'{self.fewest}-{self.most}'}"

    def fits(self, game: str, options: Mapping[str, str]) -> bool:
        """Whether a game with these options is this edition."""
        return game == self.game and self.options.items() <= options.items()


GAMES: Mapping[str, Listed] = {
    "runes-regulations": Listed(
        "Runes & Regulations",
        "rr_rules.runes_regulations.game:load",
        "rr_rules.runes_regulations.bot.odds:odds_of",
        "rr_rules.runes_regulations.bot.reasons:reasons_of",
        more=("Nefarious Neighbor",),
    ),
    "regicide": Listed(
        "Regicide",
        "rr_rules.regicide.game:load",
        reasons="rr_rules.regicide.bot.reasons:reasons_of",
        following="rr_rules.regicide.bot.advice:held_back",
    ),
    "rune": Listed(
        "Rune", "rr_rules.rune.game:load", reasons="rr_rules.rune.bot.reasons:reasons_of"
    ),
}
"""Our games by their ids."""
EDITIONS = (
    Edition("Runes & Regulations", "runes-regulations", {"nefarious": "off"}, 2, 4,
            "First to five Mythical Creatures on your own Lawn, at your own End, wins.",
            {"first_player": "host"}),
    Edition("The Nefarious Neighbor", "runes-regulations", {"nefarious": "on"}, 3, 8,
            "One plays the warlock, all others have secret roles: each role wins in a way of "
            "its own, and its card says how."),
    Edition("Regicide", "regicide", {}, 1, 4,
            "Bring down the twelve of the castle together, before one of you cannot cover a blow."),
    Edition("Rune", "rune", {}, 2, 2,
            "Lay cards over each other's runes: who has the most points in areas at the end wins."),
)  # fmt: skip
"""Our games as people choose among them."""
FORMER: tuple[FormerRules, ...] = ()
"""Games that these versions dealt go on here, and are checked. What to write here is printed by
`python -m tests.support.golden.former`, before a version is given its number."""
STRENGTHS = ("easy", "normal", "hard")
"""Our bots by how well they play, the weakest first: each game has its own way to be so."""
FOLLOWING: Mapping[str, str] = {
    "easy": "easy-follows",
    "normal": "normal-follows",
    "rule": "normal-follows",
    "hard": "hard-follows",
    "search": "hard-follows",
}
"""In a game that is played together, the kind that is as strong and leaves the plan to others."""
FOLLOWERS = tuple(FOLLOWING[strength] for strength in STRENGTHS)
BOTS = (*STRENGTHS, *FOLLOWERS, "random", "greedy", "rule", "search")
"""Our kinds of bots: by their strength, then by how they think, the weakest first."""
LONGEST_NAME = 40
"""Of a game, in characters: it stands in menus beside others."""
GAME_GROUP, BOT_GROUP = "runes.games", "runes.bots"
"""The entry points by which other packages bring games and bots, each named by its id."""
FITS: Mapping[str, str] = {
    "runes-regulations": "rr_rules.runes_regulations.bot.fitting:FIT",
    "regicide": "rr_rules.regicide.bot.fitting:FIT",
    "rune": "rr_rules.rune.bot.fitting:FIT",
}
"""Where it stands how the numbers of a game's bots are made anew; by the game's id."""
FIT_GROUP = "runes.fits"


def editions() -> tuple[Edition, ...]:
    """Every game as people choose among them: ours, then those of other packages."""
    theirs = (name for name in games() if name not in GAMES)
    return (*EDITIONS, *(Edition(listed(name).name, name, {}) for name in theirs))


def edition_of(game_id: str, options: Mapping[str, str]) -> Edition:
    """What a game is called with these options. Raises BadSetup for an unknown one."""
    ours = [each for each in EDITIONS if each.game == game_id]
    # Options that say nothing are those of the plain game, which stands first.
    fitting = next((each for each in ours if each.fits(game_id, options)), None)
    return fitting or next(iter(ours), None) or Edition(listed(game_id).name, game_id, {})


@cache
def games() -> Mapping[str, Listed]:
    """Every game by its id: ours, then those of other packages, which are imported for their names.

    One of theirs that cannot be loaded is called by its id: `load_game` says what is wrong.
    """
    theirs = {name: Listed(name, load) for name, load in brought(GAME_GROUP).items()}
    return {**GAMES, **{name: _named(name, each) for name, each in theirs.items()}}


def listed(game_id: str) -> Listed:
    """The game of that id. Raises BadSetup for an unknown one."""
    known = GAMES if game_id in GAMES else games()
    if game_id not in known:
        raise BadSetup(f"there is no game {game_id!r}: expected one of {', '.join(known)}")
    return known[game_id]


def is_played_alike(version: str, game_id: str, rules: str) -> bool:
    """Whether a former version's rules of a game, by their digest, play as today's do."""
    return any(each[:3] == (version, game_id, rules) for each in FORMER)


def load_game(game_id: str, deck: tuple[str, bytes] | None = None) -> Game[GameState]:
    """The rules of a game, with an owner's deck file (its name and bytes) if one is given.

    Raises BadSetup for an unknown game, CannotLoad for a broken one of another package, and
    DeckError for a deck that is refused.
    """
    # Each game is imported when it is asked for: the kernel alone needs none of them.
    where = listed(game_id)
    if game_id in GAMES:
        return cast("Game[GameState]", found_at(where.load)(deck))
    return _loaded(game_id, where, deck)


def bot_kinds() -> tuple[str, ...]:
    """Every kind of bot: ours, the weakest first, then those of other packages."""
    return (*BOTS, *brought(BOT_GROUP))


def leading(kind: str) -> str:
    """The kind that is as strong as a bot that follows, and leads; any other kind itself."""
    return kind.removesuffix("-follows") if kind in FOLLOWERS else kind


def kind_words(kind: str) -> str:
    """What a kind of bot is called: by its strength, and that it follows where it does."""
    return f"{leading(kind)}, follows" if kind in FOLLOWERS else kind


def make_bot(
    kind: str, game: Game[GameState], stream: Stream, limits: BotLimits | None = None
) -> Bot:
    """A bot of one of `bot_kinds` for a game, with all its luck from `stream`.

    Raises BadSetup for an unknown kind, and CannotLoad for a broken one of another package.
    """
    from rr_rules.bots import kinds  # noqa: PLC0415 - as a game: when it is asked for

    limits = limits or kinds.BotLimits()
    if kind in BOTS:
        holds_back = holds_back_of(game) if kind in FOLLOWERS else None
        return kinds.our_bot(leading(kind), game, stream, limits, odds_of(game), holds_back)
    theirs = brought(BOT_GROUP)
    if kind not in theirs:
        raise BadSetup(f"there is no bot {kind!r}: expected one of {', '.join(bot_kinds())}")
    made = made_by_others(kind, theirs[kind], lambda make: make(game, stream, limits))
    return cast("Bot", made)


def odds_of(game: Game[GameState]) -> WinOdds | None:
    """What knows how likely a seat is to win a game; None where nothing does."""
    where = GAMES[game.id].odds if game.id in GAMES else ""
    return cast("WinOdds", found_at(where)(game)) if where else None


def knows_odds(game: Game[GameState]) -> bool:
    """Whether something knows how likely a seat is to win a game."""
    return game.id in GAMES and bool(GAMES[game.id].odds)


def may_follow(game: Game[GameState]) -> bool:
    """Whether a game is played together, so that its bots may follow."""
    return game.id in GAMES and bool(GAMES[game.id].following)


def holds_back_of(game: Game[GameState]) -> HoldsBack | None:
    """What says which options a bot that follows may take; None where nobody follows."""
    where = GAMES[game.id].following if may_follow(game) else ""
    return cast("HoldsBack", found_at(where)) if where else None


def reasons_of(game: Game[GameState]) -> Reasons | None:
    """What knows why an answer of a game is better than another; None where nothing does."""
    where = GAMES[game.id].reasons if game.id in GAMES else ""
    return cast("Reasons", found_at(where)(game)) if where else None


def fit_of(game_id: str) -> Fit | None:
    """How the numbers of a game's bots are made anew, or None where they play by none.

    Raises CannotLoad for a broken one of another package.
    """
    if game_id in FITS:
        return cast("Fit", found_at(FITS[game_id]))
    theirs = brought(FIT_GROUP)
    if game_id not in theirs:
        return None
    try:
        return cast("Fit", found_at(theirs[game_id]))
    except Exception as error:
        problem = f"{game_id} is broken: {theirs[game_id]} raises {type(error).__name__}"
        raise CannotLoad(f"{problem}{_said(error)}") from error


# --- what other packages bring --------------------------------------------------------------------


@cache
def brought(group: str) -> Mapping[str, str]:
    """Where what other packages bring is, by name; what is ours is nobody else's to bring."""
    return {name: where for name, where in sorted(_entries(group)) if name not in {*GAMES, *BOTS}}


def _entries(group: str) -> Iterator[tuple[str, str]]:
    """The entry points of a group, but for those of packages whose list of them cannot be read."""
    from importlib.metadata import distributions  # noqa: PLC0415 - it takes longer than the rest

    for package in distributions():
        try:
            entries = package.entry_points.select(group=group)
            named = [(each.name, each.value) for each in entries]
        except Exception:  # noqa: BLE001, S112 - whatever is wrong there must not stop us
            continue
        yield from named


def made_by_others(name: str, where: str, use: Callable[[Callable[..., object]], T]) -> T:
    """What another package makes of something. Raises CannotLoad, and RulesErrors of its own."""
    try:
        return use(found_at(where))
    except RulesError:
        raise
    except (Exception, SystemExit) as error:
        # Whatever is wrong there must not stop who has other games to offer.
        problem = f"{name} is broken: {where} raises {type(error).__name__}{_said(error)}"
        raise CannotLoad(problem) from error


def _said(error: BaseException) -> str:
    try:
        return f": {error}"
    except Exception:  # noqa: BLE001 - as above: its words are broken as well
        return ""


def found_at(where: str) -> Callable[..., object]:
    """What "module:name" names."""
    module, _, name = where.partition(":")
    return cast("Callable[..., object]", getattr(import_module(module), name.strip()))


def _named(game_id: str, where: Listed) -> Listed:
    try:
        return where._replace(name=_loaded(game_id, where, None).name)
    except RulesError:
        return where


def _loaded(game_id: str, where: Listed, deck: tuple[str, bytes] | None) -> Game[GameState]:
    """A game of another package. Raises CannotLoad or DeckError."""

    def load(make: Callable[..., object]) -> Game[GameState]:
        game = make(deck)
        if not isinstance(game, Game) or game.id != game_id:
            given = f"{where.load} gives a value of type {type(game).__name__}"
            raise CannotLoad(f"{game_id} is broken: {given}: expected a Game of that id")
        if not (isinstance(game.name, str) and 0 < len(game.name) <= LONGEST_NAME
                and game.name.isprintable()):  # fmt: skip
            problem = f"expected a name in one line of {LONGEST_NAME} characters at most"
            raise CannotLoad(f"{game_id} is broken: {problem}")
        return cast("Game[GameState]", game)

    return made_by_others(game_id, where.load, load)
