"""The lobby: seats, declarations, options and readiness, all of it before the deal.

And what a table remembers of a game for the next one of its kind, where the game asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from rr_net import link
from rr_net.bots.kinds import BEST, best_for, kind_for, kinds_for
from rr_net.fairness.base.manifest import LoadGame
from rr_net.game.live import LiveGame
from rr_net.game.seats import Level, Terms
from rr_net.guests.codes import NEW_KEYS, DoorRules
from rr_net.link.refusals import Refused
from rr_net.room.chairs import Chair, Chairs
from rr_net.room.people import Participant
from rr_net.room.presets import (
    LUCK,
    Preset,
    as_offered,
    changed,
    counts,
    house_rules,
    offered,
    said,
    takes,
)
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.game import Game, GameBefore, GameState, NextGame
from rr_rules.kernel.settings import Meaning, Setting, paced
from rr_rules.registry import leading

Deck = tuple[str, bytes]
FREE_SEAT = "The host puts a bot there, takes the seat away, or deals now."


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a host says of the table when opening it."""

    name: str = "the table"
    game: str = "runes-regulations"
    seats: int = 2
    bots: int = 0
    """How many of the last seats get a bot at once."""
    bot: str = BEST
    """The kind of those bots, and of whichever else sits down unnamed."""
    options: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)
    """Values of options that count, in games that list them, where nothing else is chosen."""
    deck: Deck | None = None
    invite: str = ""
    evening: str = ""
    """By what keys are remembered that have given a code of this table; "" for the code itself."""
    is_open: bool = False
    """Whoever has a key is let in."""
    new_keys: int = NEW_KEYS
    """How many new keys an hour the invite code lets in."""
    open_keys: int | None = None
    """How many new keys an hour come in where no code is asked; None for any number."""
    starts_when_seated: bool = False
    """The deal begins as soon as everybody is there; nobody has to say ready."""
    welcomes: bool = False
    """A table for strangers: it deals as soon as somebody sits, and is fresh when all have left."""
    pace: float | None = None
    """Seconds that an event stays before a bot acts, in place of what the option `pace` says."""
    bot_seconds: float = 0.7
    """How long a bot may think."""
    bot_iterations: int = BotLimits().iterations
    """How many tables a bot may imagine for a decision, whatever the time."""
    fairness: Level | Literal["auto"] = "solo"
    """How much everybody has a hand in the luck."""
    keeper: link.Keeper = "host"
    """Which command goes on with a game that is not over when the table is closed."""

    def door_rules(self, fresh_code: Callable[[], str]) -> DoorRules:
        """How people come in, with what makes codes."""
        code = "" if self.is_open else self.invite
        return DoorRules(
            code, self.evening, self.is_open, self.new_keys, self.open_keys, fresh_code
        )


class TableTerms(NamedTuple):
    """What `set_up` can change."""

    rules: Game[GameState]
    options: Mapping[str, str]
    seats: int
    fairness: Level


class SetUpDone(NamedTuple):
    """What a change before the deal has come to."""

    unseated: list[Participant]
    """Who has lost a seat by it."""
    words: str
    """What has changed, for everybody; "" for nothing."""
    asks_again: bool
    """Whether who was ready has to say so once more."""


class LobbyState:
    """What is chosen before the deal, and fixed by it."""

    def __init__(self, settings: TablePlan, load_game: LoadGame) -> None:
        """Raises Refused or a RulesError for settings that the game refuses."""
        self._load_game = load_game
        self._deck, self._deck_game = settings.deck, settings.game
        self._usual = settings.usual
        self.is_auto = settings.fairness == "auto"
        """Whether the level follows from who is there at the deal."""
        self.fairness: Level = "table" if settings.fairness == "auto" else settings.fairness
        self._is_ready_unasked = settings.starts_when_seated or settings.welcomes
        self.rules = load_game(settings.game, settings.deck)
        self._bot = settings.bot
        kind_for(self.rules, settings.bot)  # refuses what the command line may not say
        self.house: dict[str, tuple[Mapping[str, str], Level | None]] = {}
        """With which options and at which level this host played last, by the game's id."""
        self._shown: tuple[Mapping[str, str], tuple[link.OptionState, ...]] | None = None
        self._told_presets: tuple[object, tuple[link.PresetOffered, ...]] | None = None
        """Options and what was made of them last."""
        self.chosen = paced(self.rules.settings, settings.options)
        self.options = self._settled(self.rules, self.chosen)
        self.chairs = Chairs(0)
        self._resize(settings.seats)
        for chair in self.chairs.all[max(0, settings.seats - settings.bots) :]:
            chair.bot = self.usual_bot

    @property
    def usual_bot(self) -> str:
        """The kind of bot that sits down where none is named."""
        kinds, wished = kinds_for(self.rules), (self._bot, leading(self._bot))
        return next((kind for kind in wished if kind in kinds), best_for(self.rules))

    def setting(self, name: str, default: str) -> str:
        """A setting's value, or `default` in a game that does not list it."""
        return self.options.get(name, default)

    def terms(self) -> Terms:
        """What the deal fixes."""
        chairs = self.chairs.all
        declared = [chair.declared for chair in chairs] if self.rules.declaration else []
        hosts = [chair.seat for chair in chairs if chair.owner and chair.owner.is_host]
        return Terms(
            rules=self.rules,
            deck=self._deck_of(self.rules.id),
            roster=tuple(chair.seated() for chair in chairs),
            options=dict(self.options),
            declared=tuple(declared),
            host_seat=hosts[0] if hosts else -1,
            fairness=self.fairness,
        )

    def adopt(self, terms: Terms) -> None:
        """Takes over what an earlier deal has fixed; all seats are free."""
        self.rules = terms.rules
        self._deck, self._deck_game = terms.deck, terms.rules.id
        self.options = dict(terms.rules.as_chosen(terms.options))
        self.chosen = dict(self.options)
        self.fairness = terms.fairness
        self.chairs.resize(0)
        self.chairs.resize(len(terms.roster))

    # --- seats -------------------------------------------------------------------------

    def sit(self, person: Participant, seat: int, declared: int) -> None:
        """Takes a free seat or a bot's, or changes what an own seat declares. Raises Refused."""
        chair = self.chairs[seat]
        self.refuse_seat(person, chair, declared)
        if chair.owner is not person:
            self.stand(person)
            chair.clear()
        chair.owner, chair.stood_up = person, False
        chair.declared = declared if self.rules.declaration else 0
        chair.ready = False

    def refuse_seat(self, person: Participant, chair: Chair, declared: int) -> None:
        """Raises Refused for a seat that this person cannot have, or not with that."""
        if self.rules.declaration and declared not in self.open_declarations(chair, declared):
            problem = f"{self.rules.declaration} {declared}: another seat's, or not to be chosen"
            raise Refused("cannot_declare", problem)
        if person.is_host and self.setting("host_seat", "yes") == "dealer_only":
            raise Refused("dealer_only", "the host only deals at this table")
        if chair.owner is not person and not (chair.is_free or chair.bot):
            raise Refused("seat_taken", f"seat {chair.seat + 1} is taken: choose a free one")

    def open_declarations(self, chair: Chair, *numbers: int) -> tuple[int, ...]:
        """Which of these numbers a seat may declare beside what the others have declared."""
        others = [each.declared for each in self.chairs.all if each is not chair]
        return tuple(number for number in numbers if self.rules.may_declare(number, others))

    def stand(self, person: Participant) -> None:
        """Gives a seat back; without one nothing happens."""
        chair = self.chairs.of(person)
        if chair is not None:
            chair.clear()

    def set_ready(self, person: Participant, *, ready: bool) -> None:
        """Says whether a seated person is ready. Raises Refused."""
        chair = self.chairs.of(person)
        if chair is None:
            raise Refused("no_seat", "take a seat first")
        chair.ready = ready

    def fill(self, seat: int, bot: str) -> None:
        """Puts a bot on a free seat, or takes it away. Raises Refused."""
        chair = self.chairs[seat]
        if chair.owner is not None and not chair.is_free:
            raise Refused("seat_taken", f"seat {seat + 1} is {chair.name}'s")
        kind = kind_for(self.rules, bot) if bot else ""
        chair.clear()
        chair.bot = kind

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken, by somebody who is there, and everybody is ready."""
        chairs = [chair for chair in self.chairs.all if not chair.is_claimed]
        people = [chair for chair in chairs if chair.owner is not None]
        ready = self._is_ready_unasked or all(chair.ready for chair in people)
        there = bool(people) and all(chair.is_attended for chair in people)
        return ready and there and not any(chair.is_free for chair in chairs)

    @property
    def waits(self) -> str:
        """What the deal waits for once somebody is ready, in a sentence; "" before, and after."""
        chairs = [chair for chair in self.chairs.all if not chair.is_claimed]
        people = [chair for chair in chairs if chair.owner is not None and not chair.is_free]
        is_asked = not (self.is_complete or self._is_ready_unasked)
        if not is_asked or not any(chair.ready for chair in people):
            return ""
        away = [chair.name for chair in people if not chair.is_attended]
        slow = [chair.name for chair in people if chair.is_attended and not chair.ready]
        free = [f"seat {chair.seat + 1}" for chair in chairs if chair.is_free]
        missing = (
            *_all_are(away, "away"), *_all_are(slow, "not ready yet"), *_all_are(free, "free")
        )  # fmt: skip
        more = "" if away or slow else f" {FREE_SEAT}"
        return f"The deal waits: {', '.join(missing)}.{more}"

    def fill_free_seats(self) -> None:
        """Puts a bot on every seat that is free, or was given up in the game before."""
        for chair in self.chairs.all:
            if chair.is_free:
                chair.clear()
                chair.bot = self.usual_bot

    # --- game and options --------------------------------------------------------------

    def set_up(self, message: link.SetUp) -> SetUpDone:
        """Chooses the game, the seats, a preset or options; what has become of it.

        Raises Refused or a RulesError, all or nothing. Who was ready is asked again if another
        game, other chairs, rules or luck were chosen.
        """
        rules = self._game(message.game)
        preset = self._preset(rules, message.preset)
        wished = {**(preset.options if preset else {}), **message.options}
        _check_options(rules, wished)
        wished = paced(rules.settings, wished)
        chosen = self._kept(rules) | wished
        options = self._settled(rules, chosen)
        most = min(len(self.chairs.all), rules.most_seats(options))
        seats = message.seats or max(rules.least_seats(options), most)
        _check_table(rules, options, seats)
        before = TableTerms(self.rules, self.options, len(self.chairs.all), self.fairness)
        self.rules, self.chosen, self.options = rules, chosen, options
        if preset and preset.fairness:
            self.fairness, self.is_auto = preset.fairness, False
        unseated = self._resize(seats)
        if before.rules is not rules:
            self._begin_anew()
        done = _done(before, TableTerms(rules, options, seats, self.fairness), unseated)
        self._clear_chairs(asks_again=done.asks_again)
        return done

    def _preset(self, rules: Game[GameState], wanted: str) -> Preset | None:
        every = {each.id: each for each in self._presets(rules)}
        if wanted and wanted not in every:
            titles = ", ".join(each.title for each in every.values()) or "none"
            raise Refused("bad_option", f"there is no preset {wanted!r}: there is {titles}")
        return every.get(wanted)

    def _presets(self, rules: Game[GameState]) -> tuple[Preset, ...]:
        used = self.house.get(rules.id)
        return offered(rules.settings, None if used is None else house_rules(*used))

    def remember_house_rules(self) -> None:
        """What is dealt now is what this host has used last for this game."""
        self.house[self.rules.id] = dict(self.options), None if self.is_auto else self.fairness

    def decide_luck(self, *, is_alone: bool) -> None:
        """Where the level is left open: whoever is alone has the luck of the own machine."""
        if self.is_auto:
            self.fairness = "solo" if is_alone else "table"

    def _begin_anew(self) -> None:
        """Another game: what was declared for the last one says nothing, and bots must know it."""
        for chair in self.chairs.all:
            chair.declared = 0
            if chair.bot:
                chair.bot = self.usual_bot

    def _game(self, game: str | None) -> Game[GameState]:
        if game is None or game == self.rules.id:
            return self.rules
        return self._load_game(game, self._deck_of(game))

    def _deck_of(self, game: str) -> Deck | None:
        """The owner's deck, for the game that it was made for."""
        return self._deck if game == self._deck_game else None

    def _kept(self, rules: Game[GameState]) -> dict[str, str]:
        """What was chosen before, as far as a game knows the option and the value."""
        if rules is self.rules:
            return self.chosen
        chosen, specs = self.chosen.items(), rules.settings
        return {name: value for name, value in chosen if takes(specs, name, value)}

    def _settled(self, rules: Game[GameState], chosen: Mapping[str, str]) -> dict[str, str]:
        listed = {spec.name for spec in rules.settings}
        usual = {name: value for name, value in self._usual.items() if name in listed}
        return rules.settle(usual | dict(chosen))

    def _resize(self, seats: int) -> list[Participant]:
        _check_table(self.rules, self.options, seats)
        return self.chairs.resize(seats)

    def _clear_chairs(self, *, asks_again: bool) -> None:
        dealer_only = self.setting("host_seat", "yes") == "dealer_only"
        for chair in self.chairs.all:
            chair.ready = chair.ready and not asks_again
            is_hosts = chair.owner is not None and chair.owner.is_host
            if chair.is_given_up or (dealer_only and is_hosts):
                chair.clear()

    def option_states(self) -> tuple[link.OptionState, ...]:
        """Every option with its value, as an interface shows it."""
        specs, options = self.rules.settings, self.options
        if self._shown is None or self._shown[0] is not options:
            self._shown = options, tuple([
                _option_state(spec, options[spec.name], counts=counts(spec, specs, options))
                for spec in specs
            ])  # fmt: skip
        return self._shown[1]

    def presets_offered(self) -> tuple[link.PresetOffered, ...]:
        """Every preset for this game, as an interface shows it."""
        # The lobby is told anew at each change of the table, and its presets hardly ever change.
        now = self.rules, self.options, self.fairness, self.house.get(self.rules.id)
        if self._told_presets is None or self._told_presets[0] != now:
            self._told_presets = now, self._every_preset()
        return self._told_presets[1]

    def _every_preset(self) -> tuple[link.PresetOffered, ...]:
        every = self._presets(self.rules)
        return as_offered(every, self.rules.settings, self.options, self.fairness)


def _check_table(rules: Game[GameState], options: Mapping[str, str], seats: int) -> None:
    """Refuses now what the deal would refuse, where it is said to whoever chose it."""
    fewest, most = rules.least_seats(options), rules.most_seats(options)
    if not fewest <= seats <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise Refused("bad_setup", f"{seats} seats: {rules.name} is for {wanted}")
    rules.opening(seats, options, ())


def _check_options(rules: Game[GameState], wished: Mapping[str, str]) -> None:
    """Refuses what a game does not know, as its people call it."""
    specs = {spec.name: spec for spec in rules.settings}
    for name, value in wished.items():
        if name not in specs:
            raise Refused("bad_option", f"{rules.name} has no option {name!r}")
        if not takes(rules.settings, name, value):
            raise Refused("bad_option", specs[name].refusal(value))


def _done(before: TableTerms, now: TableTerms, unseated: list[Participant]) -> SetUpDone:
    """What a change says to everybody, and whether it asks them anew."""
    if before.rules is not now.rules:
        return SetUpDone(unseated, f"the game is {now.rules.name} now", True)
    specs = now.rules.settings
    others = list(changed(specs, before.options, now.options))
    words = [f"{each.called}: {each.meaning(now.options[each.name]).word}" for each in others]
    is_level, is_size = before.fairness != now.fairness, before.seats != now.seats
    words += [LUCK[now.fairness]] if is_level else []
    words += [f"Seats: {now.seats}"] if is_size else []
    is_asked = is_level or is_size or any(each.group in {"rules", "luck"} for each in others)
    return SetUpDone(unseated, said(words), is_asked)


def _sentence_of(meaning: Meaning) -> str:
    """What a value does; of numbers only the one that holds says it, the message comes often."""
    return "" if meaning.value[:1].isdecimal() else meaning.says


# At each change the lobby is told anew to everybody, and hardly ever with another option.
@lru_cache(1024)
def _option_state(spec: Setting, value: str, *, counts: bool) -> link.OptionState:
    meaning = spec.meaning(value)
    return link.OptionState(
        name=spec.name,
        title=spec.called,
        group=spec.group,
        value=value,
        values=spec.values,
        default=spec.default,
        clause=spec.clause,
        help=spec.help,
        word=meaning.word,
        text=meaning.says,
        meanings=tuple(
            link.OptionValue(value=each.value, word=each.word, text=_sentence_of(each))
            for each in spec.offers()
        ),
        bounds=spec.bounds,
        counts=counts,
    )


# --- from one game to the next -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remembered:
    """A game as the table remembers it: nothing that only one seat could know."""

    view: object
    chosen: Mapping[str, str]
    options: Mapping[str, str]
    players: tuple[str, ...]
    """Who sat where: the fingerprint of a key, or a bot's name."""


class TableMemory:
    """The last game of each kind that a room has seen the end of."""

    def __init__(self) -> None:
        self._games: dict[str, Remembered] = {}

    def keep(self, play: LiveGame, lobby: LobbyState) -> None:
        """Remember a game that is over, before anything is chosen for the next one."""
        self._games[play.table.game.id] = _remembered(play, lobby)

    def sum_up(self, play: LiveGame, lobby: LobbyState) -> str:
        """What a game that is over, and not kept yet, is part of; "" for nothing."""
        rules, players = play.table.game, _players(play.terms)
        before = self._games.get(rules.id)
        then = None if before is None else _as_seated(before, players)
        return rules.sum_up(_as_seated(_remembered(play, lobby), players), then)

    def terms(self, lobby: LobbyState) -> Terms:
        """What the deal fixes, with what the game takes over from the one before."""
        terms, following = lobby.terms(), self.next_game(lobby)
        return replace(terms, options=dict(following.settings), declared=following.declared)

    def next_game(self, lobby: LobbyState, *, is_between: bool = False) -> NextGame:
        """The next game as its rules make it of the lobby and of the game before.

        Between two games a seat that is free by then is nobody's whom the table remembers.
        """
        terms, rules = lobby.terms(), lobby.rules
        players = list(_players(terms))
        for chair in lobby.chairs.all if is_between else ():
            if chair.is_free or chair.successor is not None:
                players[chair.seat] = ""
        before = self._games.get(rules.id)
        if before is None:
            return NextGame(terms.options, terms.declared, rules.ahead(terms.options))
        return rules.follow(terms.options, terms.declared, _as_seated(before, players))


def _remembered(play: LiveGame, lobby: LobbyState) -> Remembered:
    view = play.table.game.view(play.table.state, None)
    options = dict(play.terms.options)
    return Remembered(view, dict(lobby.options), options, _players(play.terms))


def _players(terms: Terms) -> tuple[str, ...]:
    return tuple(who.key or who.name for who in terms.roster)


def _as_seated(before: Remembered, players: Sequence[str]) -> GameBefore:
    seats = tuple(before.players.index(who) if who in before.players else -1 for who in players)
    return GameBefore(before.view, before.chosen, before.options, seats)


def _all_are(names: Sequence[str], state: str) -> list[str]:
    if not names:
        return []
    *first, last = names
    who = f"{', '.join(first)} and {last} are" if first else f"{last} is"
    return [f"{who} {state}"]
