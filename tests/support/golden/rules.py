"""Sixty seeded games of bots, with what everybody is shown, told and asked at every entry.

`python -m tests.support.golden.rules` records them anew. With the name of a game and the number of
an entry it prints what stands behind the hashes of that entry: run on two versions of the code, it
shows what has changed. Nothing here may depend on how the code is arranged, so only JSON and words
for people are looked at.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path

from rr_net.game.log import LogBook
from rr_net.link import Log, Pending, PhraseOffered, Seen, write_line
from rr_net.room.showing import InPlay, cards, question
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Remove, canonical, entry_plain
from rr_rules.registry import load_game, make_bot

FOLDER = Path(__file__).parents[2] / "golden" / "rules"
PARTS = ("views", "log", "questions", "judgements", "saved form")
DIGITS = 6
"""So many hex digits of a hash stand for each part of an entry."""
ARRANGED, JUDGED, SAVED = 30, 8, 40
"""Once in so many entries a hand is sorted; views are judged; the table is saved and loaded."""

rules_of = cache(load_game)


@dataclass(frozen=True)
class Plan:
    """What is fixed before a game."""

    name: str
    game: str
    bots: tuple[str, ...]
    """The kind of each seat's bot."""
    options: dict[str, str] = field(default_factory=dict)
    declared: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()
    """A seat, and the number of the entry that takes it out."""
    seed: int = 1
    iterations: int = 1
    """Of a bot that searches."""
    most: int = 220
    """After so many entries the game is broken off."""

    def stream(self, use):
        """Luck of its own for every use."""
        return Stream(f"golden/{self.name}/{self.seed}/{use}".encode())


class Game:
    """One game under way: iterating plays it, and tells of each entry what came of it."""

    def __init__(self, plan):
        self.plan, self.rules = plan, rules_of(plan.game)
        self.options = self.rules.settle(plan.options)
        self.table = Table(self.rules, len(plan.bots), self.options, plan.declared)
        self.dealer, self.luck = SeededDealer(plan.stream("deal")), plan.stream("luck")
        self.players = [self._player(seat, kind) for seat, kind in enumerate(plan.bots)]
        self.book = LogBook(self.rules)
        self.lines_read = dict.fromkeys((*range(len(plan.bots)), None), 0)
        self.views = self._views()

    def _player(self, seat, kind):
        limits = BotLimits(seconds=0.0, iterations=self.plan.iterations)
        bot = make_bot(kind, self.rules, self.plan.stream(f"bot{seat}"), limits)
        return bot, self.plan.stream(f"sample{seat}")

    def __iter__(self):
        """Yield each entry as JSON and, for each of PARTS, what it is after that entry."""
        for number in range(self.plan.most):
            if self.table.pending is None:
                return
            entry = self._next_entry(number)
            log = self._log_after(entry)
            saved = self._saved() if number % SAVED == 0 else b""
            self.views = self._views()
            judged = self._judged() if number % JUDGED == 0 else b""
            yield entry_plain(entry), (self._shown(), log, self._asked(), judged, saved)

    def _views(self):
        return {who: self.rules.view(self.table.state, who) for who in self.lines_read}

    def _next_entry(self, number):
        """Somebody leaves, sorts a hand, is dealt to, or answers."""
        table, seats = self.table, len(self.players)
        if self.plan.leaves[1:] == (number,):
            return Remove(self.plan.leaves[0])
        if isinstance(table.pending, Shuffle | Roll):
            return Chance(self.dealer.deal(table.pending))
        if self.luck.below(ARRANGED) == 0:
            seat = self.luck.below(seats)
            hands = {zone.owner: zone.cards for zone in self.rules.zones(table.state)
                     if zone.label == "hand"}  # fmt: skip
            return Arrange(seat, "hand", self.luck.order(len(hands[seat])))
        choose = table.asked[self.luck.below(len(table.asked))]
        bot, samples = self.players[choose.seat]
        sample = partial(table.sampled, choose.seat, samples)
        chosen = bot.choose(self.views[choose.seat], choose, sample, lambda: False)
        return Answer(choose.seat, chosen)

    def _log_after(self, entry):
        """Take an entry: what everybody reads then, or in which words it is refused."""
        start = len(self.book)
        try:
            self.table.apply(entry)
        except RulesError as error:
            return str(error).encode()
        self.book.add(self.table.drain())
        told = []
        for who, number in self.lines_read.items():
            lines = self.book.read(who, start, number)
            self.lines_read[who] += len(lines)
            told.append(write_line(Log(lines=lines)))
        return b"".join(told)

    def _saved(self):
        """The table's saved form; what was loaded from it is played on."""
        saved = canonical(self.table.save())
        loaded = Table.load(self.rules, json.loads(saved))
        assert canonical(loaded.save()) == saved, "what was loaded is saved in another form"
        assert loaded.pending == self.table.pending, "what was loaded stands elsewhere"
        self.table = loaded
        return saved

    def _shown(self):
        number, game = self.table.number, self.rules.id
        seen = [Seen(number=number, game=game, view=view) for view in self.views.values()]
        return b"".join(map(write_line, seen))

    def _judged(self):
        """How good each seat's view looks to a bot, but for the last digits: sums may round."""
        seats = [seat for seat in self.views if seat is not None]
        worth = [self.rules.judge(self.views[seat], seat) for seat in seats]
        return " ".join(f"{round(each, 6) + 0.0:.6f}" for each in worth).encode()

    def _asked(self):
        """What every seat is asked, and what it might say."""
        asked = {choose.seat: choose for choose in self.table.asked}
        made = [
            Pending(
                number=self.table.number,
                ask=question(self.rules, asked[seat], view) if seat in asked else None,
                phrases=tuple([PhraseOffered(id=phrase.id, text=phrase.text)
                               for phrase in self.rules.phrases(view)]),
            )
            for seat, view in self.views.items() if seat is not None
        ]  # fmt: skip
        return b"".join(map(write_line, made))

    def end(self):
        """How the game ended, in words and as JSON."""
        outcome = self.table.outcome
        if outcome is None:
            return None
        reason = self.rules.reason(outcome)
        return {"winners": list(outcome.winners), "reason": outcome.reason, "text": reason}


def short(data):
    """A few digits of a hash, or a dash for nothing."""
    return hashlib.sha256(data).hexdigest()[:DIGITS] if data else "-"


def played(plan):
    """A whole game as it is kept: its plan, its cards, its entries with their hashes, its end."""
    game = Game(plan)
    faces = write_line(cards(InPlay(game.rules, game.options)))
    entries = [[" ".join(map(short, parts)), entry] for entry, parts in game]
    whole = {"plan": asdict(plan), "cards": short(faces), "entries": entries, "end": game.end()}
    return json.loads(json.dumps(whole))


def difference(before, now):
    """Where a game first differs from the one that is kept, in words; "" where it does not."""
    for number, (was, is_now) in enumerate(zip(before["entries"], now["entries"], strict=False)):
        if was[1] != is_now[1]:
            return f"entry {number} is {is_now[1]}: expected {was[1]}"
        hashes = zip(PARTS, was[0].split(), is_now[0].split(), strict=False)
        if differing := [part for part, one, other in hashes if one != other]:
            return f"after entry {number}, {was[1]}, there is a change of: {', '.join(differing)}"
    differing = [key for key in before if before[key] != now[key]]
    return f"there is a change of: {', '.join(differing)}" if differing else ""


def file_of(name):
    """Where a game is kept."""
    return FOLDER / f"{name}.json"


def text_of(whole):
    """A game as a JSON file with an entry a line."""
    head = [f'"{key}": {json.dumps(whole[key])}' for key in whole if key != "entries"]
    entries = [json.dumps(each, separators=(",", ":")) for each in whole["entries"]]
    return '{{{},\n"entries": [\n{}\n]}}\n'.format(",\n".join(head), ",\n".join(entries))


def kept(name):
    """A game as it was recorded."""
    return json.loads(file_of(name).read_text("utf-8"))


def record():
    """Play every game and keep it in place of those that are there."""
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for each in PLANS.values():
        file_of(each.name).write_text(text_of(played(each)), "utf-8")


def show(name, number):
    """What stands behind the hashes of an entry."""
    entry, parts = next(islice(Game(PLANS[name]), number, None))
    print(json.dumps(entry))
    for part, data in zip(PARTS, parts, strict=True):
        print(f"--- {part}", data.decode(), sep="\n")


BOTS = {"r": "random", "g": "greedy", "u": "rule", "s": "search"}
STREET, REGICIDE, RUNE = "runes-regulations", "regicide", "rune"
NIGHT = {"nefarious": "on"}
"""What the plans of the expansion have besides."""


def plan(bots, options="", *more, **others):
    """Half a plan: a letter a seat, options with their values, what seats declare, who leaves."""
    chosen = dict(option.split("=") for option in options.split())
    return tuple(BOTS[letter] for letter in bots), chosen, *more, others


HALVES = {
    "street": [
        plan("rr", "window=fast", (1, 0)),
        plan("rrrr"),
        plan("gr", "window=answered"),
        plan("rg", "window=fast turn_cap=9 known_markers=on"),
        plan("grr", "window=answered event_choices=sealed first_player=random", seed=9),
        plan("rrr", "window=fast target_choices=sealed limit_after_instruction=on", (0, 3, 2)),
        plan("rrrr", "targets=in_turn turn_cap=24 first_player=host first_seat=3"),
        plan("rgr", "window=fast price_then_choose=on confirm_skip=on"),
        plan("rrrr", "window=fast", (), (2, 60), seed=6),
        plan("rrr", "event_choices=sealed target_choices=sealed", (2, 2, 0), (0, 41), seed=3),
        plan("rr", "window=answered turn_cap=30", (), (1, 90)),
        plan("sr", "window=fast turn_cap=14", iterations=2),
        plan("srr", "window=answered turn_cap=12", iterations=2),
        plan("urr", "known_markers=on price_then_choose=on targets=in_turn turn_cap=6"),
        plan("rrrr", "window=fast limit_after_instruction=on confirm_skip=on turn_cap=12"),
        plan("rur", "event_choices=sealed window=fast turn_cap=15", (1, 1, 1), (2, 33)),
    ],
    "nefarious": [
        plan("rrr", "window=fast", seed=10),
        plan("rr", "allow_two_players=on window=fast"),
        plan("grr", "window=answered nn_seat=volunteer volunteer_seat=1 turn_cap=12"),
        plan("rgr", "window=fast nn_seat=volunteer volunteer_seat=2 turn_cap=7"),
        plan("rrrr", "allow_role_reveal=yes nn_beast_win=end_of_nn_turn turn_cap=12"),
        plan("rrrrr", "window=fast humane_hexed_counts=no", (0, 1, 0, 4, 2), seed=6),
        plan("rrrrrr", "regulation_scope=actor_only nn_summoning_limit=off window=fast turn_cap=9"),
        plan("rrrrrrrr", "window=fast turn_cap=9"),
        plan("rrr", "mastery=on mastery_curse_as_spell=yes window=fast turn_cap=40"),
        plan("grrr", "mastery=on nn_seat=volunteer volunteer_seat=1 window=fast turn_cap=12"),
        plan("rrrr", "window=fast turn_cap=16", (), (1, 50)),
        plan("rrrrr", "nn_seat=volunteer volunteer_seat=2 turn_cap=10", (), (1, 70)),
        plan("rrrrrrr", "runout_deadline=current_turn window=fast turn_cap=10", (), (6, 45)),
        plan("srr", "window=fast turn_cap=12", iterations=2),
        plan("rrur", "window=fast event_choices=sealed target_choices=sealed turn_cap=8"),
        plan("rrrr", "price_then_choose=on targets=in_turn allow_role_reveal=yes turn_cap=9"),
    ],
    "regicide": [
        plan("rrr"),
        plan("g"),
        plan("u", "solo_yield=yes"),
        plan("s", "mulligan=once_if_no_diamonds"),
        plan("gr", "comm=honour first_player=random"),
        plan("uu", "discard_view=open overdiscard=free"),
        plan("su", "memory_aids=off", iterations=2),
        plan("gru", "comm=open_hands first_player=host_choice first_seat=2"),
        plan("uuu", "undo=off jester_self=forbidden"),
        plan("ugr", "overdiscard=free mulligan=once_if_no_diamonds"),
        plan("gggg", "jester_self=forbidden memory_aids=off first_player=rotate"),
        plan("uuuu", "discard_view=open comm=honour"),
        plan("suu", "comm=open_hands undo=off", (), (2, 8), iterations=2),
        plan("uuuu", "", (), (1, 20)),
    ],
    "rune": [
        plan("rr"),
        plan("gg"),
        plan("gr", "connect=also_forbid_joining_two_opponent_areas", (1, 2)),
        plan("rg", "full_cover=vanish tie_break=most_red_runes first_seat=2"),
        plan("rg", "own_area_master=forbidden tie_break=second_player undo=off", (0, 3)),
        plan("sr", "open_hands=on"),
        plan("ur", "memory_aids=off match=single first_seat=1"),
        plan("gg", "", (2, 1), (1, 14)),
        plan("rr", "grand_master=on"),
        plan("rg", "grand_master=on token_anchor=any_own", (3, 0)),
        plan("gr", "grand_master=on undo=off full_cover=vanish open_hands=on"),
        plan("rs", "grand_master=on tie_break=second_player", iterations=1),
        plan("rg", "grand_master=on own_area_master=forbidden", (), (0, 21)),
        plan("rr", "grand_master=on token_anchor=any_own match=single", (1, 3)),
    ],
}  # fmt: skip


def plans():
    """Every plan, named by its game and its number."""
    games = {"street": (STREET, {}), "nefarious": (STREET, NIGHT)}
    for group, halves in HALVES.items():
        game, besides = games.get(group, (group, {}))
        for number, (bots, options, *more, others) in enumerate(halves, 1):
            yield Plan(f"{group}-{number:02}", game, bots, besides | options, *more, **others)


PLANS = {each.name: each for each in plans()}

if __name__ == "__main__":
    if sys.argv[1:]:
        show(sys.argv[1], int(sys.argv[2]))
    else:
        record()
