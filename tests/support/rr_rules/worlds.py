"""Who may know which face, told apart from the rules; two worlds that differ in secrets only."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.requests import Choose, ChooseAll, Option, Request
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Entry
from rr_rules.runes_regulations.events.lasting import is_face_up
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.state.knowing import looked_at
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent, View
from tests.support.rr_rules.randomplay import begun, random_entry, walk

SOON_DEALT = 40
"""Cards at the top of a deck that stay alike, so that both worlds go on together for a while."""


# --- who may know what -----------------------------------------------------------------------


def open_cards(state: State, seat: int | None) -> set[int]:
    """The cards whose face lies before the eyes of a seat, or of a spectator."""
    public = [*state.discard, *state.rune_discard, *state.limbo, *chain(*state.lawn)]
    public += [*state.forbidden_discard, *state.forbidden_rune_discard, *state.box]
    dealt = [(owner, card) for owner, card in enumerate(state.roles) if card >= 0]
    public += [card for owner, card in dealt if owner == seat or owner in state.shown]
    public += state.regulation_deck[: state.regulations_shown]
    public += [state.regulation] if state.regulation >= 0 else []
    for owner, fence in enumerate(state.fence):
        if owner == seat or is_face_up(state, owner):
            public += fence
    if seat is not None:
        looking = state.seen.get(seat, ())
        public += [*state.hand[seat], *(c for c in looking if state.known[c] & 1 << seat)]
    return set(public)


def known_cards(state: State, seat: int | None) -> set[int]:
    """The cards a seat saw going where they lie now, besides those before its eyes."""
    bit = 0 if seat is None else 1 << seat
    seen = {card for card, known in enumerate(state.known) if known == -1 or known & bit}
    for mix in state.mixed:
        # One of these moved unseen by those whose bit is not there: each may be any other.
        seen -= {card for card, saw in mix.items() if not saw & bit}
    return seen | open_cards(state, seat)


def faces_of(state: State, cards: Iterable[int]) -> set[str]:
    return {state.face[card].id for card in cards}


@cache
def field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass, or None of any other kind of value."""
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple([field.name for field in dataclasses.fields(kind)])


def words_in(value: object) -> Iterator[str]:
    """Every string in a view, an option or an event, in no order."""
    values = [value]
    while values:
        each = values.pop()
        if isinstance(each, str):
            yield each
        elif (names := field_names(type(each))) is not None:
            values += [getattr(each, name) for name in names]
        elif isinstance(each, tuple | list):
            values += each


def faces_in(value: object, faces: Iterable[Face]) -> set[str]:
    """The faces whose id, or whose name in a sentence, a value lets slip."""
    words = list(words_in(value))
    ids = {word for word in words if " " not in word}
    sentences = "\n".join(word for word in words if " " in word)
    return {face.id for face in faces if face.id in ids or face.name in sentences}


# --- what every table must keep -----------------------------------------------------------------


def check_view(table: Table[State], seat: int | None, faces: Iterable[Face]) -> None:
    """A view holds no face that its seat may not see."""
    state = table.state
    told = known_cards if state.settings.known_markers else open_cards
    view = _without_progress(table.game.view(state, seat))
    allowed = faces_of(state, told(state, seat)) | {waiting.face for waiting in view.chain}
    assert faces_in(view, faces) <= allowed
    hidden = [each for each in view.seats if each.seat != seat]
    assert {face for each in hidden for face in each.hand} <= {""}
    if not state.seen.get(-1 if seat is None else seat):
        assert all(slot.face_up or not slot.face for each in hidden for slot in each.fence)


def _without_progress(view: View) -> View:
    """A view without what its role asks for: that may name cards."""
    if view.nefarious is None:
        return view
    return dataclasses.replace(view, nefarious=dataclasses.replace(view.nefarious, progress=()))


def check_question(table: Table[State], choose: Choose, faces: Iterable[Face]) -> None:
    """A question names no face that its seat may not see or did not see just now with all."""
    state, view = table.state, table.game.view(table.state, choose.seat)
    allowed = faces_of(state, open_cards(state, choose.seat) | known_cards(state, None))
    # What asks was shown when it was used, wherever it may have been shuffled to by now.
    allowed |= {choose.source, *(waiting.face for waiting in view.chain)}
    words = [table.game.label(choose, option, view) for option in choose.options]
    words.append(table.game.prompt(choose, view))
    assert faces_in([*words, choose.options, choose.source], faces) <= allowed


def check_guess(table: Table[State], seat: int, luck: Stream) -> None:
    """A guess of a seat keeps all that the seat knows, and changes nothing else but faces."""
    true, twin = table.state, table.clone()
    twin.game.determinize(twin.state, seat, luck)
    guess = twin.state
    for watcher in (seat, None):
        assert table.game.view(true, watcher) == table.game.view(guess, watcher)
    assert table.game.zones(true) == table.game.zones(guess)
    assert Counter(face.id for face in true.face) == Counter(face.id for face in guess.face)
    assert [face.back for face in true.face] == [face.back for face in guess.face]
    _check_known_faces(true, guess, seat)


def _check_known_faces(true: State, guess: State, seat: int) -> None:
    """Known cards keep their faces; on another's Fence it is known what lies there, not where."""
    known = known_cards(true, seat)
    for other in range(true.seats):
        fence = [card for card in true.fence[other] if card in known]
        if other != seat and fence:
            held = Counter(guess.face[card].id for card in true.fence[other])
            assert not Counter(true.face[card].id for card in fence) - held
            known -= set(true.fence[other])
    assert [true.face[card] for card in known] == [guess.face[card] for card in known]


# --- two worlds ------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two tables that differ only in what their `owner` alone knows."""

    one: Table[State]
    two: Table[State]
    owner: int

    def others(self) -> list[int | None]:
        """Everybody who must not be able to tell them apart."""
        return [*(s for s in range(self.one.state.seats) if s != self.owner), None]

    def differing(self) -> list[int]:
        """The cards that have another face in the other world."""
        faces = zip(self.one.state.face, self.two.state.face, strict=True)
        return [card for card, (mine, other) in enumerate(faces) if mine is not other]

    def is_revealed(self) -> bool:
        """Whether somebody else may know by now in which of the two worlds this is."""
        if has_nothing_to_curse_with(self.one) is not has_nothing_to_curse_with(self.two):
            return True
        differing = set(self.differing())
        return any(
            differing & (open_cards(table.state, seat) | shown_cards(table, seat))
            for table in (self.one, self.two)
            for seat in self.others()
        )

    def apply(self, entry: tuple[Entry, Entry]) -> None:
        self.one.apply(entry[0])
        self.two.apply(entry[1])


def has_nothing_to_curse_with(table: Table[State]) -> bool:
    """Whether everybody has just learnt that a hand holds no Curse to cast (NN-INFO-06)."""
    events = [event for event in table.state.events if isinstance(event, LogEvent)]
    return any(event.kind == "no_effect" and event.other == "loud_cursing" for event in events)


def shown_cards(table: Table[State], seat: int | None) -> set[int]:
    """The cards a seat knows and has just seen: shown and taken up again, or looked at."""
    events, known = table.state.events, known_cards(table.state, seat)
    if any(isinstance(e, LogEvent) and e.kind == "look" and e.by == seat for e in events):
        return known
    told = set(words_in([table.game.redact(event, seat) for event in events]))
    return {card for card in known if table.state.face[card].id in told}


def pair_of(table: Table[State], owner: int, luck: Stream, *, soon: int = SOON_DEALT) -> Pair:
    """Both worlds at the last step boundary of a table; they part in the owner's secrets."""
    state = begun(table)
    twin = state.copy()
    for secrets in _secrets(state, owner, soon):
        face, order = list(twin.face), luck.order(len(secrets))
        for card, at in zip(secrets, order, strict=True):
            face[card] = state.face[secrets[at]]
        twin.face = type(twin.face)(face)
    return Pair(Table.at(table.game, state), Table.at(table.game, twin), owner)


def _secrets(state: State, owner: int, soon: int) -> tuple[list[int], list[int]]:
    """What only the owner knows, together with cards that nobody knows and nobody gets soon."""

    def is_secret(card: int) -> bool:
        return not state.known[card] & ~(1 << owner)

    side = state.sides[owner]
    deck, rune_deck = state.pile(side.cards), state.pile(side.runes)
    hand = [*state.hand[owner], *deck[:-soon]]
    fence = [] if is_face_up(state, owner) else state.fence[owner]
    runes = [*fence, *rune_deck[: len(rune_deck) // 3]]
    return [*filter(is_secret, hand)], [*filter(is_secret, runes)]


def in_public(request: Request | None, owner: int) -> object:
    """A request as everybody but the owner may know it: of the owner only that it is asked."""
    if isinstance(request, Choose):
        return request if request.seat != owner else (owner, request.about)
    if isinstance(request, ChooseAll):
        return [in_public(choose, owner) for choose in request.asked], request.window
    return request


def common_entry(pair: Pair, luck: Stream) -> tuple[Entry, Entry] | None:
    """An entry for each world that looks the same; None if the owner must show a difference."""
    if luck.below(25) == 0 and (arrange := _common_arrange(pair, luck)):
        return arrange, arrange
    entry = random_entry(pair.one, luck)
    if isinstance(entry, Chance) or entry[0] != pair.owner:
        return entry, entry
    mine, theirs = pair.one.asked_of(pair.owner), pair.two.asked_of(pair.owner)
    assert mine is not None
    assert theirs is not None
    shared = [option for option in mine.options if option in theirs.options]
    if luck.below(6):  # now and then a card is shown that differs: up to then it must not tell
        shared = [option for option in shared if _looks_alike(pair, option)]
    if not shared:
        return None
    option = shared[luck.below(len(shared))]
    return (
        Answer(pair.owner, mine.options.index(option)),
        Answer(pair.owner, theirs.options.index(option)),
    )


def _common_arrange(pair: Pair, luck: Stream) -> Arrange | None:
    seat, zone = luck.below(pair.one.state.seats), ("hand", "fence")[luck.below(2)]
    entry = Arrange(seat, zone, luck.order(len(getattr(pair.one.state, zone)[seat])))
    try:
        pair.one.clone().apply(entry)
        pair.two.clone().apply(entry)
    except RulesError:
        return None
    return entry


def _looks_alike(pair: Pair, option: Option) -> bool:
    """Whether an option of the owner points at the same face in both worlds."""
    if option.seat != pair.owner or option.zone not in ("hand", "fence", "seen"):
        return True
    if option.act == "slot":
        return True
    one, two = pair.one.state, pair.two.state
    held = (
        looked_at(one, option.seat)
        if option.zone == "seen"
        else getattr(one, option.zone)[option.seat]
    )
    places = option.order or (option.at,)
    return all(one.face[held[at]] is two.face[held[at]] for at in places)


def check_worlds(table: Table[State], luck: Stream, *, soon: int = SOON_DEALT) -> int:
    """Play a pair of worlds until somebody shows a difference; how many decisions they shared."""
    for _ in walk(table, luck, most=20 + luck.below(120)):
        pass
    if table.pending is None:
        return 0
    pair = pair_of(table, luck.below(table.state.seats), luck, soon=soon)
    for shared in range(400):
        if pair.is_revealed() or pair.one.pending is None:
            return shared
        check_alike(pair)
        entry = common_entry(pair, luck)
        if entry is None:
            return shared
        pair.apply(entry)
    return 400


def check_alike(pair: Pair) -> None:
    """Nobody but the owner can tell which of the two worlds this is."""
    one, two = pair.one, pair.two
    assert in_public(one.pending, pair.owner) == in_public(two.pending, pair.owner)
    news = list(zip(one.drain(), two.drain(), strict=True))
    for seat in pair.others():
        views = [table.game.view(table.state, seat) for table in (one, two)]
        assert views[0] == views[1]
        for mine, theirs in news:
            redacted = [one.game.redact(event, seat) for event in (mine, theirs)]
            assert redacted[0] == redacted[1]
            assert one.game.line(redacted[0]) == one.game.line(redacted[1])
        if seat is not None:
            _check_asked_alike(pair, seat, views[0])


def _check_asked_alike(pair: Pair, seat: int, view: object) -> None:
    one, two = pair.one, pair.two
    choose = one.asked_of(seat)
    assert choose == two.asked_of(seat)
    assert refusal(one, seat, 99) == refusal(two, seat, 99)
    if choose is not None:
        assert one.game.prompt(choose, view) == two.game.prompt(choose, view)
        for option in choose.options:
            assert one.game.label(choose, option, view) == two.game.label(choose, option, view)


def refusal(table: Table[State], seat: int, option: int) -> str:
    """What a seat is told when its answer is refused, as it must be: the table stays as it is."""
    try:
        table.answer(seat, option)
    except RulesError as error:
        return str(error)
    raise AssertionError(f"seat {seat} may answer {option}")
