"""The screen against the record: no honest game is ever accused, and another card always is."""

import random
from dataclasses import replace

import pytest

from rr_net.client.screen import open_faces, own_hand
from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.manifest import open_table
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.live import LiveCheck
from rr_net.fairness.proof.receipts import read_receipts, receipts_bytes
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from tests.support.rr_net.recorded import TINY, Player, keep, manifest_of

ME = 1
GAMES = [
    ("rune", 2, {}),
    ("regicide", 2, {}),
    ("runes-regulations", 3, {"turn_cap": "3"}),
    ("runes-regulations", 3, {"turn_cap": "3", "nefarious": "on"}),
]


class WatchedPlay:
    """A game that is played at random, and checked on the machine of seat 1 as it goes."""

    def __init__(self, name, seats, options, seed):
        self.rules = load_game(name)
        manifest = manifest_of(self.rules, seats=seats, level="table", **options)
        self.ledger = Ledger(manifest, Secret(bytes([seed]) * 32, manifest.gid))
        self.table = open_table(manifest, self.rules)
        self.check = LiveCheck(
            canonical(manifest.plain()).decode(), manifest.gid, host_key=manifest.host_key,
            seat=ME, expected=None, check_signature=check_signature, floors=TINY,
        )  # fmt: skip
        keep(self.ledger, self.ledger.opening(), self.tell)
        dice = random.Random(seed)
        self.steps = Player(self.ledger, self.table, dice, self.tell, removals=False).steps()

    def tell(self, row):
        self.check.take([canonical(row.public()).decode()], row.seq, float(row.seq))

    def view(self):
        return self.rules.view(self.table.state, ME)

    def fetch(self):
        """The receipts, as the host hands them out now."""
        openings = self.ledger.commitments.openings(ME)
        self.check.received(read_receipts(receipts_bytes(self.ledger.rows, ME, openings)))

    @property
    def is_draft(self):
        """Whether a room would play this on a twin as yet."""
        return self.rules.has_drafts and self.rules.is_draft(self.table.state)

    def look(self, view=None):
        if self.is_draft:
            return
        view = self.view() if view is None else view
        self.check.shows(open_faces(view), own_hand(view))

    def found(self):
        return [(each.failure, each.is_proof) for each in self.check.findings]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_no_screen_of_an_honest_game_is_accused(name, seats, options, seed):
    play = WatchedPlay(name, seats, options, seed)
    looked = 0
    for number, _ in zip(range(250), play.steps, strict=False):
        play.look()
        if number % 4 == 0:
            play.fetch()
            play.look()
        looked += play.check.own_hand is not None
    assert play.found() == []
    assert play.check.checked == play.ledger.seq
    # There was something to compare.
    assert looked > 2
    assert sum(play.check.opened.values()) > 3


def played(name, seats, options, rows=24):
    play = WatchedPlay(name, seats, options, 5)
    while play.ledger.seq < rows or play.is_draft:
        next(play.steps)
        play.look()
    play.fetch()
    play.look()
    assert play.found() == []
    return play


def unopened(play):
    """A face that no row has opened, and nobody has thrown."""
    opened = play.check.opened
    return next(face for face, count in play.ledger.manifest.cards.items() if not opened[face])


@pytest.mark.parametrize(
    ("name", "seats", "change"),
    [
        ("rune", 2, lambda view, face: replace(
            view, laid=(*view.laid[:-1], replace(view.laid[-1], face=face)))),
        ("regicide", 2, lambda view, face: replace(view, discard=(face, *view.discard))),
        ("runes-regulations", 3, lambda view, face: replace(
            view, main_discard=(*view.main_discard, face))),
    ],
)  # fmt: skip
def test_a_screen_that_shows_another_card_than_the_record_is_told_of(name, seats, change):
    play = played(name, seats, {})
    face = unopened(play)
    play.look(change(play.view(), face))
    assert play.found() == [(Failure.WRONG_CARDS, False)]
    assert "your screen shows" in play.check.findings[0].words
    # Once, however often the screen is drawn.
    play.look(change(play.view(), face))
    assert len(play.found()) == 1


def test_another_hand_on_the_screen_than_was_dealt_is_told_of():
    play = played("rune", 2, {})
    view = play.view()
    mine = view.seats[ME]
    other = next(face for face in play.ledger.manifest.cards if face not in mine.hand)
    seats = list(view.seats)
    seats[ME] = replace(mine, hand=(other, *mine.hand[1:]))
    play.look(replace(view, seats=tuple(seats)))
    assert play.found() == [(Failure.WRONG_CARDS, False)]
    assert "another hand than the record promises" in play.check.findings[0].words


def test_receipts_whose_card_was_never_promised_are_told_of():
    play = played("rune", 2, {})
    openings = play.ledger.commitments.openings(ME)
    honest = read_receipts(receipts_bytes(play.ledger.rows, ME, openings))
    first, *others = honest.openings
    face = next(face for face in play.ledger.manifest.cards if face != first.face)
    forged = (first.model_copy(update={"face": face}), *others)
    play.check.received(honest.model_copy(update={"openings": forged}))
    assert play.found() == [(Failure.OTHER_RECEIPT, False)]
    play.check.findings.clear()
    play.check.received(honest.model_copy(update={"seat": 0}))
    assert play.found() == [(Failure.OTHER_RECEIPT, False)]


def test_receipts_of_rows_that_are_still_to_come_are_checked_then():
    play = WatchedPlay("rune", 2, {}, 3)
    for _ in zip(range(30), play.steps, strict=False):
        pass
    rows = [canonical(row.public()).decode() for row in play.ledger.rows]
    late = LiveCheck(
        canonical(play.ledger.manifest.plain()).decode(), play.ledger.gid,
        host_key=play.ledger.manifest.host_key, seat=ME, expected=None,
        check_signature=check_signature, floors=TINY,
    )  # fmt: skip
    late.take(rows[:1], 0, 1.0)
    openings = play.ledger.commitments.openings(ME)
    honest = read_receipts(receipts_bytes(play.ledger.rows, ME, openings))
    first, *others = honest.openings
    face = next(face for face in play.ledger.manifest.cards if face != first.face)
    late.received(honest.model_copy(
        update={"openings": (first.model_copy(update={"face": face}), *others)}
    ))  # fmt: skip
    assert late.findings == []
    late.take(rows[1:], 1, 2.0)
    assert [each.failure for each in late.findings] == [Failure.OTHER_RECEIPT]


def test_a_game_of_another_package_shows_what_it_likes():
    assert open_faces(object()) is None
    assert own_hand(object()) is None
