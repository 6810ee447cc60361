"""What comes over the own line is checked while the game is on: the record row by row."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress

from rr_net import link
from rr_net.client.notes import (
    GameNotes,
    NotedGiven,
    NotedPledge,
    NotedPressed,
    NotedPromise,
    NotedStamp,
    NoteShelf,
)
from rr_net.client.screen import WHILE_AWAY, Own, dealt_to, expected, open_faces, own_hand
from rr_net.client.timing import Ask, LineTimer
from rr_net.clocks import Clock, TokenBucket
from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.levels import WORK, Work
from rr_net.fairness.base.manifest import Manifest, read_manifest
from rr_net.fairness.base.note import unarmoured
from rr_net.fairness.base.rows import GivenLevel
from rr_net.fairness.proof.accusation import accusation_bytes
from rr_net.fairness.proof.known import Expected, Finding, contradictions
from rr_net.fairness.proof.late import LateFreeze, LineTimes
from rr_net.fairness.proof.live import MOST_FOUND, LiveCheck
from rr_net.fairness.proof.verify import Segment
from rr_net.game.drafts import NUMBERS
from rr_net.ssh.sshsig import check_signature

MOST_KEYS = 128
LOWEST = 19
"""The niceness of the work on slow hashes: everything else on this machine comes first."""
UNSEEN = re.compile(r"[^!-~]")
MOST_GAMES, GAMES_A_SECOND = 256, 0.1
"""So many games are checked at once: a host could begin one with every word."""
TOO_MANY_GAMES = "the host has begun so many games that this client checks no more of them"
OTHER_PROMISE = "the host has committed to another secret for this game than it had before"
OTHER_OWNER = (
    "the record gives your seat to another key than yours, and with that key anybody who has it "
    "can sign moves of yours: answer nothing, and leave"
)
OTHER_KEY = "your line has come back with another host key than the game began with"


KeepEvidence = Callable[[str, bytes], object]
"""Keeps a file that shows what is wrong with a game of this name."""
MISSED = "Row {}: what you gave for luck came too late, and is not in it."
ELSEWHERE = (
    "Row {}: your share of luck was given and signed by another device of yours. What was given "
    "here is not in it, and need not be."
)
NOT_FROM_HERE = (
    "Random event {}: the table has keys of yours that this client has not sent. If you have "
    "pressed none before it was there, nor on another device, the host has added them: press more."
)
DUE = 30.0
"""Seconds without a row that is due, after which it is said that nothing is checked."""
NOTHING_TOLD = "The host tells no rows of its record that are due: nothing is checked meanwhile."
LOOKS = 4
"""So often the receipts may lack the own hand: they are asked for while cards are on their way."""
UNOPENED = (
    "Another game is on the table. The host says itself, in the record of this one, that it has "
    "never opened the one before: nobody can check that one."
)
HIDDEN = (
    "the host has left this game for another one: its record has no outcome, and the next one "
    "does not name it among those that were never opened"
)
NO_RECEIPTS = (
    "The host does not show what it has promised you: nobody checks the hand on your screen."
)


class RecordWatcher:
    """Asks for the record of every game at one table, and checks it."""

    def __init__(
        self,
        say: Callable[[link.Message], object],
        clock: Clock,
        changed: Callable[[], object],
        keep: KeepEvidence,
        shelf: NoteShelf,
        floors: Work = WORK,
    ) -> None:
        """`changed` is called whenever there is more to show of it."""
        self._keep = keep
        self._shelf = shelf
        self._kept: dict[str, int] = {}
        """How much the file shows that was kept of a game, by its name."""
        self._say = say
        self._now = clock.time
        self._clock = clock
        self._changed = changed
        self._floors = floors
        self.check: LiveCheck | None = None
        """What is checked of the game on the table; None before its first row."""
        self.notes: GameNotes | None = None
        """What is noted of it."""
        self.is_current = False
        """Whether all rows are here that the host had to tell over this line."""
        self.game = ""
        """Its name."""
        self._nothing_heard()
        self._games = TokenBucket(GAMES_A_SECOND, MOST_GAMES, clock)
        self._known: dict[str, list[NotedPromise | NotedStamp]] = {}
        """What those before this one were known by, by their names."""
        self._found: list[Finding] = []
        """What was found in the games before this one."""
        self._news = asyncio.Event()
        self._line = LineTimes()
        self._timer: LineTimer | None = None
        self.host_key = ""
        """The key of the line that is open now."""

    def _nothing_heard(self) -> None:
        """Neither the host nor the player has said anything yet."""
        self._before: link.Lobby | None = None
        """The lobby as it was before the deal, where somebody was there to see it."""
        self._is_before_sure = True
        """Whether the line has stood since."""
        self._asked_at = -1.0
        """When rows were asked for last over this line; before that -1."""
        self._looks = 0
        """How many looks at the receipts in turn have not shown the own hand."""
        self._lacking: set[str] = set()
        self._lacks: list[str] = []
        """What cannot be checked of this game, and what of it is to be said yet."""
        self._lobby: link.Lobby | None = None
        self._name = self._owner = ""
        self._pressed: dict[tuple[int, int], str] = {}
        """What was pressed for each random event, by its number and that of its opening."""
        self._told_of = (0, 0)
        """The random event of which was told last over this line, and its opening."""
        self._event: link.RandomEvent | None = None
        self._pledged: set[str] = set()
        self._declared = -1  # nothing
        self._view: object = None
        self._is_level = False
        """Whether the rows of what the own screen shows are here: they come behind it."""
        self._is_draft = False
        """Whether the own screen shows what nobody else knows of yet, and no row."""

    @property
    def checked(self) -> int:
        """How many rows of the game on the table were found right; -1 before there is one."""
        return -1 if self.check is None else self.check.checked

    @property
    def findings(self) -> tuple[str, ...]:
        """Everything that was found wrong, a sentence each, the oldest first."""
        found = [*self._found, *(self.check.findings if self.check is not None else ())]
        return tuple([f"Row {each.seq}: {each.words}" for each in found])

    def missed(self) -> tuple[str, ...]:
        """What is to be told since this was asked last, and is no finding, a sentence each."""
        lacks, self._lacks = self._lacks, []
        if self.check is None:
            return tuple(lacks)
        luck = self.check.luck
        lacks += [MISSED.format(row) for row in luck.missed]
        lacks += [ELSEWHERE.format(row) for row in luck.elsewhere]
        luck.missed.clear()
        luck.elsewhere.clear()
        return tuple(lacks)

    # --- what is said and heard --------------------------------------------------------------

    def line_opened(self, host_key: str) -> None:
        """Another line is open: what was not told is asked for once one is let in."""
        before, self.host_key, self.is_current = self.host_key, host_key, False
        self._asked_at, self._told_of = -1.0, (0, 0)
        self._is_before_sure = False  # there may have been another lobby meanwhile
        if self.check is not None:
            self.check.interrupted()
            if before != host_key:
                self.check.say(Failure.OTHER_HOST, OTHER_KEY)
                self._keep_evidence(self.check)
                self._changed()

    def asks(self) -> None:
        """Asks for the record from where it was told last; that of another game from the start."""
        check, said = self.check, self._lobby.commitment if self._lobby is not None else ""
        is_it = check is not None and said in {"", check.commitment}
        self._ask(check.since if check is not None and is_it else 0)

    def _ask(self, since: int) -> None:
        self._asked_at = self._now()
        self._line.fetches()
        self._say(link.Watch(since=since))

    def _lack(self, words: str) -> None:
        """Says once a game what cannot be checked: that may have a reason, and is no finding."""
        if words not in self._lacking:
            self._lacking.add(words)
            self._lacks.append(words)
            self._changed()

    def had_receipts(self) -> None:
        """Receipts were asked for, whatever has come: whether they show the own hand."""
        check = self.check
        is_due = check is not None and check.has_hand and self.is_current and self.seat >= 0
        is_shown = check is None or check.own_hand is not None
        self._looks = 0 if is_shown or not is_due else self._looks + 1
        if self._looks == LOOKS:
            self._lack(NO_RECEIPTS)

    def said(self, message: link.Message) -> None:
        """Notes what the player has said, before it is said."""
        match message:
            case link.Contribute(event=event, keys=keys) if keys:
                pressed = self._pressed.get((event, self._opening), "") + UNSEEN.sub("", keys)
                self._press(event, pressed[:MOST_KEYS])
            case link.Contribute(event=event, opening=value) if value:
                self._give(event, "pledge", value)
            case link.Contribute(event=event, signature=value) if value:
                self._give(event, "signature", unarmoured(value))
            case link.Sit(declare=number):
                self._declared = number
            case link.Pledge(hash=digest):
                self._pledged.add(digest)

    def _press(self, event: int, pressed: str) -> None:
        self._pressed[event, self._opening] = pressed
        if self.notes is not None:
            self.notes.note(NotedPressed(event=event, opening=self._opening, keys=pressed))
        if self.check is not None:
            self.check.luck.gave(event, pressed, "")

    def _give(self, event: int, level: GivenLevel, value: str) -> None:
        if self.notes is not None:
            self.notes.note(NotedGiven(event=event, opening=self._opening, level=level,
                                       value=value, is_frozen=False))  # fmt: skip
        if self.check is not None:
            self.check.luck.gave_whole(event, self._opening, level, value)

    @property
    def _opening(self) -> int:
        return self._event.opening if self._event is not None else 1

    def hear(self, message: link.FromRoom) -> None:
        """Takes in what the host says."""
        match message:
            case link.Welcome(name=name, fingerprint=owner):
                self._name, self._owner = name, owner
            case link.Lobby():
                self._hear_lobby(message)
            case link.Seen(view=view):
                if self.check is not None and self.is_current:
                    # Its rows would have come by now: it was shown without any.
                    self._look(self.check)
                self._view, self._is_level = view, False
            case link.Pending(event=event, number=number):
                self._event, self._is_draft = event, number >= NUMBERS
                self._hear_received(event)
            case link.RecordRows():
                self._take(message)
        is_due = self._is_on and not self.is_current and self._asked_at >= 0
        if is_due and self._now() - self._asked_at > DUE:
            self._lack(NOTHING_TOLD)

    def _hear_lobby(self, lobby: link.Lobby) -> None:
        """What it says counts for every game that is begun before the next one."""
        before, self._lobby = self._lobby, lobby
        if before is None or (before.phase, before.commitment) != (lobby.phase, lobby.commitment):
            self._pressed.clear()  # that was for another game
            self._told_of = (0, 0)
            self._lacking.clear()
        if lobby.phase != "playing":
            self._before, self._is_before_sure = lobby, True

    def _hear_received(self, event: link.RandomEvent | None) -> None:
        """What the host says that it has of the keys that were pressed."""
        if event is None or event.how != "keys":
            return
        at = event.number, event.opening
        is_first, self._told_of = at != self._told_of, at
        if is_first and not self._pressed.get(at, "").startswith(event.mine):
            # What is told before anything is pressed over this line was pressed elsewhere, if at
            # all; to choose that gains a host nothing, since what is pressed now comes behind it.
            self._pressed[at] = event.mine
            self._lack(NOT_FROM_HERE.format(event.number))
        if self.check is not None and event.mine and at in self._pressed:
            self.check.luck.gave(event.number, "", event.mine)

    def _take(self, told: link.RecordRows) -> None:
        if told.game != self.game or self.check is None:
            if told.first != 0:
                self._ask(0)
                return
            if not self._games.take():
                self._end_of_games()
                return
            self._begin(told)
        assert self.check is not None
        self._check_owner(self.check)
        self.check.take(told.rows, told.first, self._now())
        if self._timer is not None and self._line.is_timing:
            self._timer.window_opened()
        end = told.first + len(told.rows)
        self.is_current = end >= told.size
        if told.rows and not self.is_current:
            self._ask(end)
        self._take_notes(self.check)
        self._is_level = self.is_current
        if self._is_level:
            self._look(self.check)
        self._keep_evidence(self.check)
        self._news.set()
        self._changed()

    def _check_owner(self, check: LiveCheck) -> None:
        """Whether the own seat of that game was dealt to the own key: who has it signs moves."""
        seats = check.manifest.seats if check.manifest is not None else ()
        dealt, said = dealt_to(self._owner, check.manifest), self.seat if self._is_on else -1
        if dealt >= 0 or said >= 0:
            check.seat = dealt if dealt >= 0 else said  # whatever the lobby says
        key = seats[said].key if 0 <= said < len(seats) else ""
        if self._owner and key not in {"", self._owner}:
            check.say(Failure.BAD_SEAT, OTHER_OWNER)

    def looked(self, before: LiveCheck | None = None) -> None:
        """More is known of what the own screen should show, or of a game `before` that one."""
        if (check := before or self.check) is None:
            return
        if check is not self.check:
            self._found = list(dict.fromkeys([*self._found, *check.findings]))[:MOST_FOUND]
        elif self._is_level:
            self._look(check)
        self._keep_evidence(check)
        self._changed()

    def _look(self, check: LiveCheck) -> None:
        """Compares the screen with the record, once both tell of the same moment."""
        faces = open_faces(self._view)
        if self._is_on and not self._is_draft and faces is not None:
            check.shows(faces, own_hand(self._view))

    def _take_notes(self, check: LiveCheck) -> None:
        """Notes what the rows have shown to be so."""
        if self.notes is None or not check.commitment:
            return
        if (before := self.notes.promise) is not None and before.commitment != check.commitment:
            check.say(Failure.FORK, OTHER_PROMISE)
            return
        self.notes.note(NotedPromise(commitment=check.commitment, seat=check.seat))
        for event, opening, given in check.luck.shares:
            self.notes.note(NotedGiven(event=event, opening=opening, level=given.level,
                                       value=given.value, is_frozen=True))  # fmt: skip
        check.luck.shares.clear()
        for seq, digest in check.pledges(check.seat):
            if digest in self._pledged:
                self.notes.note(NotedPledge(seq=seq, hash=digest))
        if (newest := check.newest_note) is not None:
            stamp, kept = NotedStamp(note=newest.note, signature=newest.signature), self.notes.stamp
            if kept is None or stamp.size > kept.size:
                self.notes.note(stamp)

    def _keep_evidence(self, check: LiveCheck) -> None:
        """Keeps what was found in a file: at once, and anew where it shows more.

        Proof comes before anybody's word, and what a signature may yet make proof of as well.
        """
        if not check.findings or check.manifest is None:
            return
        worst = max(check.findings, key=lambda each: each.is_proof)
        weight = 1 + worst.is_proof + (worst.is_proof and check.is_settled)
        if weight > self._kept.get(game := check.manifest.gid, 0):
            self._kept[game] = weight
            self._keep(game, check.fork or accusation_bytes(check, worst, self._name))

    def _end_of_games(self) -> None:
        """Says that no further game is checked."""
        if all(each.words != TOO_MANY_GAMES for each in self._found):
            self._found.append(Finding(Failure.TOO_MANY, 0, TOO_MANY_GAMES, is_proof=False))
            self._changed()

    def _begin(self, told: link.RecordRows) -> None:
        """Another game is on the table."""
        self._leave(told)
        if self.check is not None:
            self._found = [*self._found, *self.check.findings][:MOST_FOUND]
        if self.notes is not None:
            marks = self.notes.promise, self.notes.stamp
            self._known[self.game] = [each for each in marks if each is not None]
        self.game = told.game
        self.check = LiveCheck(
            told.manifest,
            told.game,
            host_key=self.host_key,
            seat=self.seat,
            expected=self._expected() if self._is_before_sure else None,
            check_signature=check_signature,
            floors=self._floors,
            line=self._line,
        )
        # The first window is open before its row is here.
        for (event, _), pressed in self._pressed.items():
            self.check.luck.gave(event, pressed, "")
        self._hear_received(self._event)
        manifest = self.check.manifest
        self.notes = None if manifest is None else self._shelf.open(told.game, self.host_key)
        if self.notes is not None:
            self._remember(self.check, self.notes)
        if manifest is not None:
            self._tell_changes(manifest)

    def _tell_changes(self, manifest: Manifest) -> None:
        """Says what the lobby had said otherwise, if it may have said more in between."""
        expected = None if self._is_before_sure else self._expected()
        for words in () if expected is None else contradictions(manifest, expected):
            self._lack(WHILE_AWAY.format(words))

    def _leave(self, told: link.RecordRows) -> None:
        """Another game is on the table: whether this one has an outcome, or is said to have none.

        Asked of a game all of whose rows are here: an honest host tells how it has closed first.
        """
        check = self.check
        if check is None or check.manifest is None or not (check.is_unopened and self.is_current):
            return
        with suppress(FairnessError):
            if check.manifest.gid in read_manifest(told.manifest.encode()).abandoned:
                self._lack(UNOPENED)
            else:
                check.say(Failure.NO_CLOSE, HIDDEN)
                self._keep_evidence(check)

    def _remember(self, check: LiveCheck, notes: GameNotes) -> None:
        """What was told of this game before, today or another time, is held against the rows."""
        if notes.promise is None:
            for each in self._known.get(self.game, ()):
                notes.note(each)
        if notes.stamp is not None:
            with suppress(FairnessError):
                check.noted(notes.stamp.stamp)

    @property
    def _is_on(self) -> bool:
        """Whether the host says that a game is being played."""
        return self._lobby is not None and self._lobby.phase == "playing"

    @property
    def seat(self) -> int:
        """The own seat, or -1."""
        people = self._lobby.people if self._lobby is not None else ()
        return next((each.seat for each in people if each.name == self._name), -1)

    def _expected(self) -> Expected | None:
        """What the lobby said before the deal, if somebody was there to read it."""
        before, now = self._before, self._lobby
        if before is None or now is None or now.phase != "playing":
            return None
        return expected(before, now, Own(self.seat, self._declared))

    # --- beside ----------------------------------------------------------------------------------

    async def timed(self, ask: Ask) -> None:
        """Asks the line how long it takes, for as long as it is not cancelled."""
        self._timer = LineTimer(self._line, self._clock, ask, self._judge)
        await self._timer.run()

    def _judge(self, freeze: LateFreeze) -> None:
        if self.check is not None:
            self.check.judge([freeze])
            self._keep_evidence(self.check)
            self._changed()

    async def work(self) -> None:
        """Works slow hashes out, one piece after the other, for as long as it is not cancelled."""
        while True:
            check = self.check
            if check is None or not check.work:
                self._news.clear()
                await self._news.wait()
                continue
            segment = check.work[0]
            holds = await asyncio.to_thread(_worked_out, segment)
            check.ground(segment, holds=holds)
            if not holds:
                self._keep_evidence(check)
                self._changed()


def _worked_out(segment: Segment) -> bool:
    """Whether a piece is right, on a thread that leaves the processor to everything else."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
    return segment.holds
