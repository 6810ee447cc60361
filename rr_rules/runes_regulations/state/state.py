"""The whole table of Runes & Regulations as plain lists, numbers and strings."""

from __future__ import annotations

from functools import cache
from typing import cast

from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.transcript import Plain
from rr_rules.runes_regulations.faces.card_set import Index
from rr_rules.runes_regulations.faces.faces import Deck, Face
from rr_rules.runes_regulations.state.event import Effect, GrantedRule, Link
from rr_rules.runes_regulations.state.settings import Settings
from rr_rules.runes_regulations.state.sides import Side, Stock, Street, street_of

PHASES = ("setup", "begin", "draw", "cast", "summon", "spin", "limit", "end")
"""The set-up, then those of every turn."""
SKIPPABLE = ("cast", "summon", "spin")
CUT_OFF = "cut_off"
"""The phase of a removed player's turn while what others declared in it is still resolved."""


_LISTS = ("deck", "discard", "rune_deck", "rune_discard", "regulation_deck", "limbo", "busy",
          "once", "known", "stamp", "since", "left", "declared", "spinner", "spun_on", "winners",
          "forbidden_deck", "forbidden_discard", "forbidden_rune_deck", "forbidden_rune_discard",
          "roles", "unused_roles", "box", "shown")  # fmt: skip
_LISTS_OF_LISTS = ("hand", "lawn", "fence", "skips", "skips_this_turn")
_VALUES = ("seats", "regulation", "regulations_shown", "phase", "player", "first", "turn", "round",
           "start_count", "clock", "reason", "acted", "resume", "nefarious",
           "deadline", "spinning")  # fmt: skip
_SETS = ("hexed", "beasts", "sworn")

_twin, _marks, _set = list[int].copy, list[str].copy, set[int].copy


class State:
    """Where every card lies, whose turn it is, and what is still to be resolved.

    Piles are lists with their top at the end. A card is an id; `face[id]` says what it is, and
    who may see that is the whole of hidden information.
    """

    __slots__ = (
        *_LISTS, *_LISTS_OF_LISTS, *_VALUES, *_SETS, "book", "settings", "current", "events",
        "enforcing", "exempt", "face", "grants", "index", "links", "mixed", "named", "options",
        "queue", "seen", "sides", "street",
    )  # fmt: skip

    book: Deck
    index: Index
    settings: Settings
    options: dict[str, str]
    """The settled options that `choices` were read from."""
    street: Street
    sides: tuple[Side, ...]
    """For each seat how it plays."""
    exempt: tuple[int, ...]
    """The seats that Regulations and Events do not speak to (NN-EX-03, -05)."""
    face: list[Face]
    seats: int
    deck: list[int]
    discard: list[int]
    rune_deck: list[int]
    rune_discard: list[int]
    regulation_deck: list[int]
    regulation: int
    """The active Regulation's card id; -1 before the deal."""
    regulations_shown: int
    """How many cards at the bottom of the Regulation deck were face up once."""
    hand: list[list[int]]
    lawn: list[list[int]]
    fence: list[list[int]]
    hexed: set[int]
    forbidden_deck: list[int]
    forbidden_discard: list[int]
    forbidden_rune_deck: list[int]
    forbidden_rune_discard: list[int]
    beasts: set[int]
    """Corrupted Beasts: they lie on a Lawn and are no Creatures (NN-CARD-03)."""
    sworn: set[int]
    """Creatures whose text works on a Lawn that mutes them: summoned there (NN-STEAL-06)."""
    nefarious: int
    """The seat of the Nefarious Neighbor, or -1."""
    roles: list[int]
    """For each seat the card of its role; empty without roles."""
    unused_roles: list[int]
    box: list[int]
    """Roles that this table cannot use: everybody may know them (NN-ROLE-09)."""
    shown: list[int]
    """The seats whose role everybody knows."""
    deadline: int
    """The seat whose turn is the last chance since the Main deck ran out, or -1 (NN-OUT-02)."""
    limbo: list[int]
    """Spells and Runes that are waiting or resolving: in no zone (RR-CARD-02, -06)."""
    named: dict[int, int]
    """By cards of these that were shown from a hand whose hand it was."""
    busy: list[int]
    """Cards whose effect is declared and has not resolved (RR-CHAIN-09)."""
    queue: list[Link]
    """The chain: links that wait, first in, first out."""
    current: Link
    """What is left of the link that is resolving."""
    links: int
    """Links resolved in this chain, for the guard of RR-EDGE-34."""
    grants: list[GrantedRule]
    once: list[int]
    """Cards whose once-a-turn trigger is used up."""
    skips: list[list[str]]
    skips_this_turn: list[list[str]]
    known: list[int]
    """For each card a bit set of the seats that know where it is, besides its holder."""
    mixed: list[dict[int, int]]
    """Cards of which one moved unseen, each with the bit set of the seats that saw it since."""
    stamp: list[int]
    """For each card the moment it last changed its zone."""
    since: list[int]
    """For each card the moment from which its text works: when it came or was restored."""
    clock: int
    phase: str
    """One of PHASES, or CUT_OFF."""
    acted: bool
    """This phase's action has begun."""
    resume: bool
    """A seat was removed in the middle of a step: finish the chain, then the next phase."""
    player: int
    first: int
    turn: int
    round: int
    start_count: int
    """Mythical Creatures of the turn player when the turn began (RR-SLIM-03)."""
    spinner: list[int]
    """The results of this turn's SPINs."""
    spun_on: list[str]
    """For each of them what stood on the Spinner: the table of a side's results, or "event"."""
    spinning: int
    """Who has turned the Spinner last, or turns it now; -1 before."""
    declared: list[int]
    left: list[int]
    """Seats that were removed."""
    winners: list[int]
    reason: str
    """" "" while the game goes on."""
    seen: dict[int, list[int]]
    """Cards a seat looks at for a choice that is open."""
    events: list[object]
    enforcing: bool
    """The limits are being enforced: what happens in between waits for that loop."""

    def copy(self) -> State:
        """A twin that shares nothing mutable, without events."""
        # Field by field: this runs at every step boundary and for every clone.
        twin = State.__new__(State)
        twin.book, twin.index, twin.settings = self.book, self.index, self.settings
        twin.options, twin.face, twin.seats = self.options, self.face, self.seats
        twin.deck, twin.discard = self.deck[:], self.discard[:]
        twin.rune_deck, twin.rune_discard = self.rune_deck[:], self.rune_discard[:]
        twin.regulation_deck = self.regulation_deck[:]
        twin.regulation, twin.regulations_shown = self.regulation, self.regulations_shown
        twin.hand = [*map(_twin, self.hand)]
        twin.lawn = [*map(_twin, self.lawn)]
        twin.fence = [*map(_twin, self.fence)]
        twin.hexed, twin.beasts, twin.sworn = _set(self.hexed), _set(self.beasts), _set(self.sworn)
        twin.forbidden_deck = self.forbidden_deck[:]
        twin.forbidden_discard = self.forbidden_discard[:]
        twin.forbidden_rune_deck = self.forbidden_rune_deck[:]
        twin.forbidden_rune_discard = self.forbidden_rune_discard[:]
        twin.roles, twin.unused_roles = self.roles[:], self.unused_roles[:]
        twin.box, twin.shown = self.box[:], self.shown[:]
        twin.street, twin.sides, twin.exempt = self.street, self.sides, self.exempt
        twin.nefarious, twin.deadline = self.nefarious, self.deadline
        twin.limbo, twin.busy, twin.once = self.limbo[:], self.busy[:], self.once[:]
        twin.named = self.named.copy()
        twin.queue, twin.current = [], []
        if self.queue or self.current:  # only in the middle of a step
            twin.queue = [[effect.again() for effect in link] for link in self.queue]
            twin.current = [effect.again() for effect in self.current]
        twin.links, twin.grants = self.links, self.grants[:]
        twin.skips = [*map(_marks, self.skips)]
        twin.skips_this_turn = [*map(_marks, self.skips_this_turn)]
        twin.known, twin.stamp, twin.since = self.known[:], self.stamp[:], self.since[:]
        twin.mixed, twin.clock = [mix.copy() for mix in self.mixed], self.clock
        twin.phase, twin.acted, twin.resume = self.phase, self.acted, self.resume
        twin.player, twin.first, twin.turn = self.player, self.first, self.turn
        twin.round, twin.start_count = self.round, self.start_count
        twin.spinner, twin.spun_on = self.spinner[:], self.spun_on[:]
        twin.spinning, twin.declared, twin.left = self.spinning, self.declared, self.left[:]
        twin.winners, twin.reason = self.winners[:], self.reason
        twin.seen, twin.events, twin.enforcing = {}, [], False
        return twin

    def plain(self) -> Plain:
        """The state as a JSON object; faces are left out, the deck says them."""
        plain: Plain = {name: getattr(self, name) for name in _VALUES}
        plain |= {name: getattr(self, name)[:] for name in _LISTS}
        plain |= {name: [inner[:] for inner in getattr(self, name)] for name in _LISTS_OF_LISTS}
        plain["options"] = dict(self.options)
        plain |= {name: sorted(getattr(self, name)) for name in _SETS}
        plain["mixed"] = [[list(pair) for pair in mix.items()] for mix in self.mixed]
        plain["grants"] = [list(grant) for grant in self.grants]
        plain["queue"] = [[effect.plain() for effect in link] for link in self.queue]
        return plain

    @classmethod
    def from_plain(cls, plain: Plain, book: Deck, options: dict[str, str]) -> State:
        """The state that `plain` wrote. Raises BadTranscript."""
        state = cls.__new__(cls)
        state.book, state.index, state.options = book, Index.of(book), options
        state.settings, state.face = Settings.read(options), faces_of(book)
        try:
            for name in (*_VALUES, *_LISTS, *_LISTS_OF_LISTS):
                setattr(state, name, plain[name])
            for name in _SETS:
                setattr(state, name, set(cast("list[int]", plain[name])))
            state.mixed = [dict(mix) for mix in cast("list[list[tuple[int, int]]]", plain["mixed"])]
            grants = cast("list[list[object]]", plain["grants"])
            state.grants = [GrantedRule(*grant) for grant in grants]  # type: ignore[arg-type]
            links = cast("list[list[Plain]]", plain["queue"])
            state.queue = [[Effect.from_plain(effect, book) for effect in link] for link in links]
        except (KeyError, TypeError, ValueError) as error:
            raise BadTranscript(f"a saved state is not one of this game: {error!r}") from error
        state.current, state.links, state.seen, state.events = [], 0, {}, []
        state.named = {}
        state.enforcing = False
        state.street = street_of(state.settings)
        state.settle_in(state.nefarious)
        return state.copy()

    def settle_in(self, nefarious: int) -> None:
        """Let everybody take their side of the street; -1 while nobody is different."""
        self.nefarious = nefarious
        self.sides = self.street.sides(self.seats, nefarious)
        self.exempt = tuple(s for s, side in enumerate(self.sides) if not side.is_regulated)

    # --- questions -------------------------------------------------------------------

    def clockwise(self, start: int = -1) -> tuple[int, ...]:
        """The seats that play, clockwise from `start`, by default the turn player."""
        first = start if start >= 0 else max(self.player, 0)
        seats = _circles(self.seats)[first]
        return tuple([seat for seat in seats if seat not in self.left]) if self.left else seats

    def neighbors(self, seat: int) -> tuple[int, ...]:
        """Everybody but `seat`, clockwise from the turn player."""
        return tuple([other for other in self.clockwise() if other != seat])

    def regulated(self) -> tuple[int, ...]:
        """The seats that Regulations and Events speak to, clockwise from the turn player."""
        exempt = self.exempt
        seats = self.clockwise()
        return tuple([seat for seat in seats if seat not in exempt]) if exempt else seats

    def pile(self, stock: Stock) -> list[int]:
        """The deck of a stock."""
        cards: list[int] = getattr(self, stock.deck)
        return cards

    def thrown(self, stock: Stock) -> list[int]:
        """The discard pile of a stock."""
        cards: list[int] = getattr(self, stock.discard)
        return cards

    def stock_of(self, card: int) -> Stock:
        """The stock that a card comes from: its back says so for life (NN-SEG-04)."""
        back = self.face[card].back
        return next(stock for stock in self.street.stocks if stock.back == back)

    def mythical(self, seat: int) -> list[int]:
        """The unhexed Creatures on a Lawn, in order."""
        hexed = self.hexed | self.beasts if self.beasts else self.hexed
        return [card for card in self.lawn[seat] if card not in hexed]

    def lawn_of(self, card: int) -> int:
        """Whose Lawn `card` lies on, or -1."""
        for seat, lawn in enumerate(self.lawn):
            if card in lawn:
                return seat
        return -1

    def fence_of(self, card: int) -> int:
        """On whose Fence `card` is, or -1."""
        for seat, fence in enumerate(self.fence):
            if card in fence:
                return seat
        return -1


@cache
def _circles(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat of a table all its seats, clockwise from there."""
    circle = range(seats)
    return tuple(tuple((first + i) % seats for i in circle) for first in circle)


def faces_of(book: Deck) -> list[Face]:
    """The face of every physical card: copies of one face have neighbouring ids."""
    return [face for face in book.faces for _ in range(face.copies)]


def empty(seats: int, book: Deck, options: dict[str, str], declared: list[int]) -> State:
    """A table on which nothing has been dealt."""
    state = State.__new__(State)
    face = faces_of(book)
    state.book, state.index, state.options = book, Index.of(book), options
    state.settings, state.face, state.seats = Settings.read(options), face, seats
    for name in (*_LISTS, "queue", "current", "grants", "events", "mixed"):
        setattr(state, name, [])
    state.street = street_of(state.settings)
    for stock in state.street.stocks:
        setattr(state, stock.deck, state_pile(face, stock.back))
    state.regulation_deck = state_pile(face, "regulation")
    state.unused_roles = state_pile(face, "role")
    for name in _LISTS_OF_LISTS:
        setattr(state, name, [[] for _ in range(seats)])
    state.known, state.stamp, state.since = ([0] * len(face) for _ in range(3))
    state.declared = declared
    state.hexed, state.beasts, state.sworn, state.seen = set(), set(), set(), {}
    state.named = {}
    state.regulation, state.player, state.first = -1, -1, -1
    state.deadline, state.spinning = -1, -1
    state.settle_in(-1)
    state.regulations_shown = state.turn = state.round = state.start_count = 0
    state.clock = state.links = 0
    state.phase, state.reason = "setup", ""
    state.acted = state.resume = state.enforcing = False
    return state


def state_pile(face: list[Face], back: str) -> list[int]:
    """The ids of all cards with one back."""
    return [card for card, it in enumerate(face) if it.back == back]
