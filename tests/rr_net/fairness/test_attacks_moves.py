"""T18: a host that writes a whole game as it likes, moves of somebody who signs among them.

Every hash fits, every move is legal, and the host has signed all of it.
"""

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.gamekey import SEAT, LaterSeat, SeatKey, seat_text
from rr_net.fairness.base.rows import Given
from rr_net.fairness.chain import ledger
from rr_rules.kernel.transcript import Answer
from tests.support.fairness.minimal import minimal_verdict
from tests.support.rr_net.cheating import BOB, Host, Story, failure_of
from tests.support.rr_net.hostkeys import HOST, key_of, signed
from tests.support.rr_net.recorded import checked, manifest_of
from tests.support.rr_net.signing import DAY, Clients, game_key, public

GAME = {"seats": 4, "level": "table", "target": "3", "turn_cap": "6"}
SIGNING, PLAIN = manifest_of(signers=(BOB,), **GAME), manifest_of(**GAME)
OWN = 2
"""So many moves Bob has made himself, before the host makes all of them."""


class Steady(Clients):
    """Bob neither comes nor goes, and files nothing."""

    def come_and_go(self, table):
        pass


class Puppeteer(Host):
    """Plays on for Bob, whose key it does not have, and keeps what it does as his."""

    def __init__(self, *told, **more):
        super().__init__(*told, **more)
        self.clients = Steady(self.ledger, self.dice, self.keep)
        self.by_bob, self.forged = [], 0
        self.is_begun = False

    def pressed(self, seat):
        # What it cannot sign for Bob it leaves out.
        return None if seat == BOB else super().pressed(seat)

    def answered(self, choose, option):
        if choose.seat != BOB:
            return super().answered(choose, option)
        if len(self.by_bob) < OWN:
            return self.as_bob(choose, option)
        if not self.is_begun:
            self.is_begun = True
            self.begins()
        self.forged += 1
        return self.as_host(choose, len(choose.options) - 1)

    def as_bob(self, choose, option):
        signs = self.ledger.signers.signs(BOB)
        own = self.clients.answer(BOB, option, self.table.number) if signs else None
        self.by_bob.append(own)
        return self.ledger.row(Answer(BOB, option), "", own)

    def begins(self):
        """What it writes once, before the first move that it makes up."""

    def as_host(self, choose, option):
        return self.ledger.row(Answer(BOB, option), "", None)


class OwnKey(Puppeteer):
    """Signs for Bob with a key of its own."""

    def as_host(self, choose, option):
        if not self.ledger.signers.signs(BOB):
            return super().as_host(choose, option)
        self.clients.keys[BOB] = game_key("the host")
        return self.ledger.row(
            Answer(BOB, option), "", self.clients.answer(BOB, option, self.table.number)
        )


class Reused(Puppeteer):
    """Has Bob's signature under another move stand for this one."""

    def as_host(self, choose, option):
        return self.ledger.row(Answer(BOB, option), "", self.by_bob[-1])


class SaysAway(Puppeteer):
    """Says that a bot has played for him, and wrote nowhere that he left."""

    def as_host(self, choose, option):
        by = "away" if self.ledger.signers.signs(BOB) else ""
        return self.ledger.row(Answer(BOB, option), by, None)


class OtherDevice(OwnKey):
    """Gives his seat another key, which the host's own ssh key has signed."""

    owner, ssh = HOST, HOST

    def begins(self):
        if not self.ledger.signers.signs(BOB):
            return
        ledger, key = self.ledger, public(game_key("the host"))
        later = LaterSeat(ledger.gid, BOB, ledger.seq)
        text = seat_text(ledger.manifest.host_key, key, DAY, later)
        signature, owner = signed(self.ssh, text, SEAT), self.owner.get_fingerprint()
        self.keep(
            ledger.seat(SeatKey(seat=BOB, owner=owner, key=key, day=DAY, signature=signature))
        )


class InBobsName(OtherDevice):
    """The same, as if Bob's ssh key had signed it."""

    owner = key_of("Bob")


WAYS = [
    (Puppeteer, Failure.UNSIGNED_ANSWER),
    (OwnKey, Failure.FORGED_ANSWER),
    (Reused, Failure.FORGED_ANSWER),
    (SaysAway, Failure.WRONG_BY),
    (OtherDevice, Failure.BAD_SEAT),
    (InBobsName, Failure.BAD_SEAT),
]


@pytest.fixture
def written():
    """The record of a host whose program writes whatever it likes, and how much it made up."""

    def by(host, manifest):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ledger, "check_standing", lambda ledger, row: None)
            story = Story(host, manifest=manifest)
            return story.played(), story.host.forged

    return by


@pytest.mark.slow
@pytest.mark.attack("T18")
@pytest.mark.parametrize(("host", "failure"), WAYS)
def test_a_whole_record_in_which_the_host_moves_for_somebody_who_signs_is_refused(
    host, failure, written
):
    source, forged = written(host, SIGNING)
    assert (failure_of(source), forged > 0) == (failure, True)
    # Control: of somebody who was dealt in without a key it is as good as any.
    source, forged = written(host, PLAIN)
    assert forged > 0
    verdict = checked(source, full=True)
    assert verdict.headline.startswith("Checked on this machine: the deck was not stacked")


class SaysPlain(Puppeteer):
    """Writes that he is back by ssh alone: that any host can say, and everybody reads it."""

    by = ""

    def begins(self):
        self.keep(self.ledger.plain(BOB, ends=False))

    def as_host(self, choose, option):
        return self.ledger.row(Answer(BOB, option), self.by, None)


class WritesAway(SaysPlain):
    """Writes that he has stepped away, and a bot of the table answers."""

    by = "away"

    def begins(self):
        self.keep(self.ledger.away(BOB, ends=False))


@pytest.mark.slow
@pytest.mark.attack("T18")
@pytest.mark.parametrize("host", [SaysPlain, WritesAway])
def test_moves_that_a_host_makes_up_behind_a_row_are_what_the_verdict_begins_with(host, written):
    source, forged = written(host, SIGNING)
    verdict = checked(source, full=True)
    moves = f"{forged} move{'s' * (forged > 1)} of Bob, which no player's client has signed"
    said = f"the host could have made up {moves}; apart from that the deck was not stacked"
    assert verdict.headline.startswith(f"Checked on this machine: {said}")
    assert verdict.sentence.startswith(f"Verified: {said}")
    # Control: where Bob moves himself nothing is said of him.
    honest = checked(Story(Host, manifest=PLAIN).played(), full=True)
    assert "made up" not in honest.sentence


class GivesForBob(Puppeteer):
    """Says that he is back by ssh alone whenever there is luck, and gives for him."""

    def __init__(self, *told, **more):
        super().__init__(*told, **more)
        self.clients.witness = lambda: None

    def pledge(self):
        if self.ledger.signers.signs(BOB):
            self.keep(self.ledger.plain(BOB, ends=False))

    def pressed(self, seat):
        if seat != BOB:
            return super().pressed(seat)
        self.forged += 1
        return Given(level="mash", seat=BOB, value=f"whatever-suits-me{self.forged}")

    def answered(self, choose, option):
        if choose.seat == BOB and self.ledger.signers.is_plain(BOB):
            self.keep(self.ledger.plain(BOB, ends=True))
        is_bobs = choose.seat == BOB
        return self.as_bob(choose, option) if is_bobs else super().answered(choose, option)


@pytest.mark.slow
@pytest.mark.attack("T18", "T4")
def test_luck_that_a_host_gives_for_somebody_who_signs_is_what_the_verdict_begins_with(written):
    source, forged = written(GivesForBob, SIGNING)
    verdict = checked(source, full=True)
    said = f"the host could have made up {forged} shares of luck of Bob, which no player's client"
    assert verdict.headline.startswith(f"Checked on this machine: {said} has signed; apart from")
    assert minimal_verdict(source)[1].unsigned == f"{forged} of seat {BOB + 1}"
    # Control: of moves alone nothing is to be said.
    assert not verdict.tally.unsigned
