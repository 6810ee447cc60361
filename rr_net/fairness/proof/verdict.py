"""What a verification says, in plain sentences: what holds, and what nobody can check."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rr_net.fairness.base.errors import VerifyError
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.levels import LEVELS, SEGMENTS
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.note import words_of
from rr_net.fairness.base.rows import (
    CloseRow,
)
from rr_net.fairness.chain.signers import ENOUGH_KEYS, VerdictCounts, counted
from rr_net.fairness.proof.notes import GivenNote
from rr_net.fairness.proof.receipts import Receipts
from rr_net.fairness.proof.replay import Replay
from rr_net.safetext import clean
from rr_rules.kernel.game import Outcome, Tally
from rr_rules.kernel.transcript import Plain

NOTHING_COUNTED = Tally()
ALONE = "The host alone chose the luck"
OWN_LUCK = "you played alone, so the luck was this machine's"
DEALT = "played as dealt, but "
NOBODY = "nobody else gave to it"
PROGRAM_ALONE = "the host's program alone"
NOT_STACKED = "no deck was stacked and nothing was rolled again"
NOT_CHOSEN = "nothing was chosen or rolled again"
SO_FAR = "as far as the slow hashes were worked out"
HERE = "Checked on this machine"
NO_NOTES = "no notes of yours were given, which guests keep and the host does not need"
NOT_AMONG = "the notes that were used say nothing of it"
ROUND_MINUTES = (2, 5, 10, 15, 20, 30, 45, 60)
"""The lengths of time that are told apart from a minute and a half on."""
AS_DEALT = "nothing was dealt or rolled again"


@dataclass(frozen=True, slots=True)
class PlayerNotes:
    """What somebody noted of a game, and found in it."""

    commitment: str | None = None
    me: tuple[GivenNote, ...] = ()
    receipts: Receipts | None = None
    unused: tuple[GivenNote, ...] = ()
    """Those of `me` that were given in an opening of an event that was cut off."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game that was replayed whole and is what its host claims."""

    manifest: Manifest
    commitment: str
    """What the game committed to before the deal, hex."""
    head: str
    """The hash of the row that opens the secret, hex: equal in every honest copy."""
    outcome: Outcome | None
    """None for a game that was given up."""
    tally: VerdictCounts
    kept: PlayerNotes
    turn: int = 0
    """The turn in which it ended; 0 before the first one."""
    came_to: Tally = NOTHING_COUNTED
    """What its game counts besides the outcome."""
    seconds: float = 0.0
    """How long all of the slow hashes would take here; 0 where that was not measured."""

    @property
    def sentence(self) -> str:
        """The verdict in one line for an end screen, which says who has checked."""
        return self._sentence(self._alone)

    @property
    def own_sentence(self) -> str:
        """The same for the host who has played alone; "" where others gave to the luck."""
        return self._sentence(OWN_LUCK) if self._is_hosts_luck_alone else ""

    def _sentence(self, alone: str) -> str:
        found = self._found_words(alone)
        if self.is_sampled:
            return f"Sampled: {self._unfinished}{found}"
        ended = f"Unfinished: ended{self._in_turn} and opened. Verified up to there"
        return f"{'Verified' if self.outcome else ended}: {found}"

    @property
    def but_for(self) -> str:
        """Whose moves nobody has signed, before what holds; "" where all who sign have signed."""
        told = [f"{_acts(moves, shares)} of {self._name(seat)}"
                for seat, moves, shares in self.tally.made_up]  # fmt: skip
        unsigned = f"{_joined(told)}, which no player's client has signed"
        return f"the host could have made up {unsigned}; apart from that " if told else ""

    @property
    def headline(self) -> str:
        """The verdict in one line for whoever has had it checked on the own machine."""
        found = f"{self._unfinished}{self._found_words(self._alone)}"
        if self.is_sampled:
            return f"Sampled: {HERE[0].lower()}{HERE[1:]}, {found}"
        return f"{HERE}: {found}"

    @property
    def is_sampled(self) -> bool:
        """Whether parts of the slow hashes were left out: then a stacked deck is not ruled out."""
        return self.tally.segments < self._segments

    def _found_words(self, alone: str) -> str:
        """What was found; `alone` says who chose the luck without the others, "" where nobody."""
        peeking = "Not verifiable: whether the host peeked."
        if self.is_sampled:
            parts = f"{self.tally.segments} of {self._segments} pieces of the long calculations"
            shows = f"runes verify --full shows it{in_brackets(self.seconds)}"
            found = (
                "nothing wrong was found in the part that was checked. Not shown: that no deck was "
                f"stacked; {shows}. The part: {parts}, and everything else."
            )
            found = f"{found} {alone[0].upper()}{alone[1:]}." if alone else found
        elif alone:
            found = f"{DEALT}{alone}."
        else:
            found = "the deck was not stacked and nothing was changed."
        return " ".join([f"{self.but_for}{found}", *self._others_hands(), peeking])

    @property
    def hosts_luck(self) -> str:
        """What holds of a game whose luck the host alone chose, or a part of it; "" of others.

        It could choose among decks there: to say that none was stacked would be too much.
        """
        return f"{DEALT}{self._alone}" if self._alone else ""

    @property
    def shared_luck(self) -> str:
        """The same where it is read at a glance: of luck that was shared in part, how much was."""
        tally = self.tally
        if not self._has_events or not 0 < tally.unheard < tally.frozen:
            return self.hosts_luck
        shared = f"{tally.frozen - tally.unheard} of {tally.frozen} random events shared"
        return f"played as dealt, with {shared}, {tally.unheard} by {PROGRAM_ALONE}"

    @property
    def _unfinished(self) -> str:
        """That a game has no result, before what holds up to its end."""
        return "" if self.outcome else f"unfinished, ended{self._in_turn} and opened: up to there "

    @property
    def verified(self) -> tuple[str, ...]:
        """What was checked and holds."""
        tally = self.tally
        chance = (
            f"{_counted(tally.shuffles, 'shuffle')} and {_counted(tally.rolls, 'roll')} follow "
            f"from what was fixed before: {self._not_chosen}."
        )
        legal = (
            f"{_counted(tally.entries, 'entry', 'entries')} follow one from the other and are "
            "legal by the rules of this installation."
        )
        opens = "The secret opens the commitment that the record begins with."
        shared = (*self._heard(), self._ground()) if self._has_events else ()
        return (*self._found(), opens, *shared, chance, legal, *self._signed(), self._ended())

    @property
    def _not_chosen(self) -> str:
        if self.hosts_luck:
            return f"{SO_FAR}, {AS_DEALT}" if self.is_sampled else AS_DEALT
        return f"{SO_FAR}, {NOT_CHOSEN}" if self.is_sampled else NOT_STACKED

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What this verification cannot say."""
        return (
            *self._not_given(),
            *self._drawn(),
            *self._opened_again(),
            *self._room_answered(),
            f"Whether the host looked at hidden cards. {self._host_played()}",
            "Whether people talked behind the table, or a bot sat on somebody's seat.",
            f"Whether others were shown another game: {self._compare()}",
            *self._abandoned(),
        )

    @property
    def text(self) -> str:
        """The whole verdict, one sentence a line."""
        return "\n".join([self.headline, "", "What holds:", *_listed(self.verified), "",
                          "What this cannot say:", *_listed(self.unchecked)])  # fmt: skip

    def plain(self) -> Plain:
        """The figures as a JSON object, for programs."""
        tally = self.tally
        return {
            "game": self.manifest.gid,
            "commitment": self.commitment,
            "head": self.head,
            "words": list(words_of(self.head)),
            "level": self.manifest.fairness,
            "outcome": None if self.outcome is None else self.outcome.reason,
            "winners": [] if self.outcome is None else list(self.outcome.winners),
            "entries": tally.entries,
            "shuffles": tally.shuffles,
            "rolls": tally.rolls,
            "events": tally.frozen,
            "unheard": tally.unheard,
            "guessable": tally.guessable,
            "gave": list(tally.gave),
            "reopened": [list(each) for each in tally.reopened],
            "given_by": [list(each) for each in tally.given_by],
            "signed": [list(each) for each in tally.signed],
            "unsigned": [list(each) for each in tally.unsigned],
            "segments": tally.segments,
            "segments_of": self._segments,
            "sampled": self.is_sampled,
            "whole_seconds": math.ceil(self.seconds),
            "checkpoints": tally.checkpoints,
            "host_seat": self.manifest.host_seat,
            "abandoned": list(self.manifest.abandoned),
        }

    @property
    def entries(self) -> int:
        """How many choices, shuffles, rolls and the like were replayed."""
        return self.tally.entries

    # --- luck --------------------------------------------------------------------------

    @property
    def _has_events(self) -> bool:
        return LEVELS[self.manifest.fairness].has_events and self.tally.frozen > 0

    @property
    def _segments(self) -> int:
        """How many segments the slow hashes have in all."""
        chances = self.tally.shuffles + self.tally.rolls
        return SEGMENTS * chances if self._has_events else 0

    @property
    def _is_hosts_luck_alone(self) -> bool:
        """Whether nobody but the host had a hand in any of the luck."""
        return not self._has_events or self.tally.unheard == self.tally.frozen

    @property
    def _alone(self) -> str:
        """In how much of the luck nobody but the host had a hand; "" where it is none."""
        alone, tally = f"{ALONE[0].lower()}{ALONE[1:]}", self.tally
        if self._is_hosts_luck_alone:
            return f"{alone}: {NOBODY}"
        some = f"{alone} of {tally.unheard} of {tally.frozen} random events"
        return some if tally.unheard else ""

    def _others_hands(self) -> tuple[str, ...]:
        """In how much of it others had one."""
        tally = self.tally
        if self._is_hosts_luck_alone:
            return ()
        hands = sum(self._is_by_hand(seat) and gave > 0 for seat, gave in enumerate(tally.gave))
        others = "a seat" if hands == 1 else f"{hands} seats"
        said = f"Besides the host {others} had a hand in {tally.frozen - tally.unheard} of "
        return (f"{said}{_counted(tally.frozen, 'random event')}.",)

    def _is_by_hand(self, seat: int) -> bool:
        return seat not in self.manifest.chained

    def _heard(self) -> tuple[str, ...]:
        """Who contributed, to how many events, and who never did."""
        frozen, gave = self.tally.frozen, self.tally.gave
        by_chain = "by a chain that the host's program holds"
        told = [
            f"{self._name(seat)} to {count}" + ("" if self._is_by_hand(seat) else f" ({by_chain})")
            for seat, count in enumerate(gave)
            if count
        ]
        silent = [self._name(seat) for seat, count in enumerate(gave) if not count]
        heard = f"Of {_counted(frozen, 'random event')} contributed: {', '.join(told) or 'nobody'}."
        if not silent:
            return (heard,)
        return heard, f"Absent from all of them, and relying on the others: {', '.join(silent)}."

    def _ground(self) -> str:
        done, all_of_them = self.tally.segments, self._segments
        said = f"{done} of {all_of_them} segments of the slow hashes were worked out anew"
        if done < all_of_them or self.tally.unheard == self.tally.frozen:
            return f"{said} and are right."
        return f"{said} and are right: nobody could try out what to contribute."

    def _drawn(self) -> tuple[str, ...]:
        """What is not known of the luck."""
        if not self._has_events:
            return (f"{ALONE}. Nothing shows that its secret was drawn blindly (fairness solo).",)
        unsaid = ["Whether somebody who contributed was a friend of the host's."]
        if self.tally.unheard:
            alone = f"{self.tally.unheard} of {_counted(self.tally.frozen, 'random event')}"
            unsaid.append(f"Whether the host chose {alone}: only chains of its own program "
                          "contributed there.")  # fmt: skip
        if self.tally.guessable:
            few = f"{self.tally.guessable} of {_counted(self.tally.frozen, 'random event')}"
            unsaid.append(f"Whether the host could guess what was given to {few}, and try it out "
                          "before: nobody pressed a dozen keys there.")  # fmt: skip
        if self.tally.segments < self._segments:
            left = self._segments - self.tally.segments
            every = f"--full checks them all{in_brackets(self.seconds)}."
            unsaid.append(f"Whether the other {left} segments of the slow hashes are right: who "
                          "makes one up can stack a deck, and a sample finds it in 1 case of "
                          f"{SEGMENTS}. {every}")  # fmt: skip
        return tuple(unsaid)

    def _opened_again(self) -> tuple[str, ...]:
        """Which windows were cut off: the host had heard what was given in them."""
        return tuple([
            f"Why the host's program stopped in the window of random event {event}, and opened it "
            f"{count} times: it had heard what was given before."
            for event, count in self.tally.reopened
        ])  # fmt: skip

    def _room_answered(self) -> tuple[str, ...]:
        """What the host says it had to answer for those whose clients sign."""
        return tuple([
            f"Whether {self._name(seat)} gave no answer to {_counted(count, 'question')}: the "
            f"host's program answered, by {why}, as it says."
            for seat, why, count in self.tally.given_by
        ] + [
            f"Whether {self._name(seat)} gave {_counted(count, 'answer')}: the record has the seat "
            "as played by plain ssh there, without the key, so the host could make them up."
            for seat, count in self.tally.unsigned
        ])  # fmt: skip

    # --- what somebody noted -----------------------------------------------------------

    def _found(self) -> tuple[str, ...]:
        """What somebody noted and found in the game."""
        kept, found = self.kept, []
        if kept.commitment is not None:
            found.append("The commitment you noted is the one this game opens.")
        if used := len(kept.me) - len(kept.unused):
            found.append(f"What you contributed is in it: {_counted(used, 'note')}.")
        if kept.receipts is not None:
            cards, given = len(kept.receipts.openings), len(kept.receipts.given)
            found.append(
                f"The receipts of {self._name(kept.receipts.seat)} fit it: "
                f"{_counted(cards, 'card')} and {_counted(given, 'contribution')}."
            )
        return tuple(found)

    def _not_given(self) -> tuple[str, ...]:
        """What could be known if somebody had noted it."""
        unsaid, kept = [], self.kept
        has_some = kept.commitment is not None or kept.me or kept.receipts is not None
        why = NOT_AMONG if has_some else NO_NOTES
        if kept.commitment is None:
            unsaid.append(
                f"Nobody has shown that this is the game that was announced: {why} "
                f"(--commitment). Compare {self.commitment} with what the table had committed to "
                'before the deal: "What is proved, what is not" in the lobby shows it.'
            )
        if self._has_events and not kept.me:
            unsaid.append(f"Nobody has shown that your keys are in it: {why} (--me).")
        unsaid += [
            f"What you noted for random event {note.event} was given in opening {note.opening}, "
            "not used."
            for note in kept.unused
        ]
        if any(note.level == "mash" and len(note.value) < ENOUGH_KEYS for note in kept.me):
            unsaid.append("Whether the host guessed what you contributed, and left out the rest: "
                          "it takes a --me of a dozen keys to rule that out.")  # fmt: skip
        if kept.receipts is None:
            unsaid.append(
                f"Nobody has shown that your cards were those you saw: {why} (--receipts)."
            )
        return tuple(unsaid)

    # --- the host ----------------------------------------------------------------------

    def _signed(self) -> tuple[str, ...]:
        players = tuple(
            f"{self._name(seat)}'s own client has signed {_counted(count, 'answer')}: "
            f"{self._whose_key(seat)}."
            for seat, count in self.tally.signed
        )
        if not self.manifest.host_key:
            return players
        key = clean(self.manifest.host_key)
        signatures = _counted(self.tally.checkpoints, "signature")
        return (f"{signatures} of the host's are good, by the key {key}.", *players)

    def _whose_key(self, seat: int) -> str:
        if seat == self.manifest.host_seat:
            return "that is the host"
        # A bot's chair is anybody's: the host could have sat down there with another key.
        has_owner = bool(self.manifest.seats[seat].key)
        return "the host has not made them up" if has_owner else "whose it is, is the host's word"

    def _compare(self) -> str:
        words = " ".join(words_of(self.head))
        return f"compare the words of their copy's last hash, {words} ({self.head}), or --compare."

    def _abandoned(self) -> tuple[str, ...]:
        games = self.manifest.abandoned
        if not games:
            return ()
        names = ", ".join(short(gid) for gid in games)
        many = _counted(len(games), "game")
        is_only = "it is" if len(games) == 1 else "they are"
        why = f"why the host never opened {many} that it had dealt before"
        return (f"Whether {is_only} only unfinished, or {why}: {names}.",)

    def _host_played(self) -> str:
        if self.manifest.host_seat < 0:
            return "The host says that it held no seat: whose the others were is its word."
        return f"The host says that it played as {self._name(self.manifest.host_seat)}."

    def _ended(self) -> str:
        if self.outcome is None:
            ended = f"The game was ended unfinished{self._in_turn}, and opened"
            return f"{ended}: it has no result, and holds up to its last entry."
        names = [self._name(seat) for seat in self.outcome.winners]
        who = f"won by {' and '.join(names)}" if names else "without a winner"
        return f"The result is what the rules give: {clean(self.outcome.reason, 40)}, {who}."

    @property
    def _in_turn(self) -> str:
        return f" at turn {self.turn}" if self.turn else ""

    def _name(self, seat: int) -> str:
        return clean(self.manifest.seats[seat].name, 40)


def tallied(replay: Replay, kept: PlayerNotes, segments: int, seconds: float = 0.0) -> Verdict:
    """What is to be said of a game that was replayed whole."""
    ledger, table = replay.ledger, replay.table
    close = next(row for row in ledger.rows if isinstance(row, CloseRow))
    tally = counted(ledger.rows, ledger.manifest, segments)
    head, manifest = close.digest(), ledger.manifest
    turn = table.game.turn(table.state)
    came_to = NOTHING_COUNTED if table.outcome is None else table.game.tally(table.state)
    return Verdict(
        manifest, ledger.commitment, head, table.outcome, tally, kept, turn, came_to, seconds
    )


def failed_sentence(error: VerifyError, failed_check: str) -> str:
    """How a result is marked whose verification failed, under the table's option (RR-TABLE-02)."""
    where = f" at the {error.pile}" if error.pile else ""
    where += f", card {error.position}" if error.position >= 0 else ""
    flagged = failed_check == "flagged"
    result = "The result stands, with this flag." if flagged else "The result is void."
    return f"Verification failed{where} ({error.failure}): {error}. {result}"


def in_brackets(seconds: float) -> str:
    """About how long something takes, behind what it is; "" for what nobody has measured."""
    return f" ({about(seconds)})" if seconds else ""


def about(seconds: float) -> str:
    """A length of time as people say it, and not too short."""
    tens, minutes = 10 * math.ceil(seconds / 10), math.ceil(seconds / 60)
    # It is measured anew each time: in finer steps one game would be said to take 3, 4 and 5.
    said = next((each for each in ROUND_MINUTES if minutes <= each), 60 * math.ceil(minutes / 60))
    return f"about {tens} seconds" if tens < 90 else f"about {said} minutes"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"1 {one}" if count == 1 else f"{count} {many or one + 's'}"


def _acts(moves: int, shares: int) -> str:
    told = [*([_counted(moves, "move")] if moves else []),
            *([_counted(shares, "share of luck", "shares of luck")] if shares else [])]  # fmt: skip
    return _joined(told)


def _joined(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


def _listed(sentences: Sequence[str]) -> list[str]:
    return [f"- {sentence}" for sentence in sentences]
