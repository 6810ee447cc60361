"""Attacks on the slow hash: made up, made too quick, made endless (T3), or sampled (T65)."""

import hashlib
import secrets
from inspect import signature
from itertools import count

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.levels import Slow
from rr_net.fairness.base.manifest import HostTerms
from rr_net.fairness.proof.replay import asked_faces
from rr_net.fairness.proof.verdict import Verdict
from rr_net.fairness.proof.verify import Budget, verify
from tests.support.fairness.minimal import minimal, minimal_verdict
from tests.support.rr_net.cheating import ANN, Host, Story, failure_of
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import TINY, checked, manifest_of, record

LAST = 15
WISH = ["white", "white"]


def made_up():
    """A game whose host has made up the last value of a slow hash: one that deals it two whites."""
    story = Story(Host).opened()
    _, result = story.ground(story.ledger.freeze(story.given()))
    request, faces = story.table.pending, asked_faces(story.table)
    true = story.ledger.grind_terms().values()
    for tried in count():
        value = hashlib.sha256(b"%d" % tried).hexdigest()
        row, result = story.ledger.chance(request, faces, (*true[:LAST], value))
        (bag,) = row.body.faces
        # Cards are dealt from the top, one to each of the four, Ann first.
        if [bag[-1], bag[-5]] == WISH:
            break
    story.happens(row, result)
    hand = story.table.game.view(story.table.state, ANN).seats[ANN].hand
    assert list(hand[:2]) == WISH
    return story.played()


@pytest.mark.attack("T3")
def test_a_host_who_makes_up_a_part_of_the_slow_hash_is_found_by_who_works_it_out():
    source = made_up()
    assert failure_of(source, full=True) is Failure.WRONG_SLOW
    assert failure_of(source, sample=lambda parts: LAST) is Failure.WRONG_SLOW
    # Control: fifteen of sixteen samples miss it, which the verdict says and the page warns of.
    missed = checked(source, sample=lambda parts: 0)
    assert "nobody could try" not in missed.text
    assert "a sample finds it in 1 case of 16. --full checks them all" in missed.text


def a_clock(*, step):
    """A clock that goes on so many seconds whenever somebody looks at it."""
    return count(0, step).__next__


@pytest.mark.attack("T65")
def test_a_sample_is_called_one_and_never_says_that_no_deck_was_stacked(monkeypatch):
    source = made_up()
    # Within a minute there is time for all of it, and without being asked everything is done.
    assert failure_of(source, budget=Budget(60, a_clock(step=0.001))) is Failure.WRONG_SLOW
    missed = checked(source, sample=lambda parts: 0, budget=Budget(60, a_clock(step=100)))
    assert missed.is_sampled
    for line in (missed.sentence, missed.headline, missed.text):
        assert line.startswith("Sampled: ")
        assert "was not stacked" not in line
    assert "Not shown: that no deck was stacked; runes verify --full shows it (" in missed.headline
    assert "no deck was stacked and nothing was rolled again" not in missed.text
    # Fifteen of sixteen samples pass: nothing but the invented part is wrong in it.
    passing = [
        at for at in range(LAST + 1) if failure_of(source, sample=lambda _, at=at: at) is None
    ]
    assert len(passing) == LAST
    # Control: where a sample counts as the whole, the host's own deal is told as an honest one.
    monkeypatch.setattr(Verdict, "is_sampled", False)
    fooled = checked(source, sample=lambda parts: passing[0])
    assert fooled.headline.startswith("Checked on this machine: the deck was not stacked")
    assert "no deck was stacked and nothing was rolled again" in fooled.text


@pytest.mark.attack("T65")
def test_the_second_verifier_calls_a_sample_one_too(monkeypatch):
    source = made_up()
    monkeypatch.setattr(minimal.secrets, "randbelow", lambda parts: 0)
    failure, report = minimal_verdict(source, full=False)
    assert (failure, minimal.SAMPLE in report.not_checked) == (None, True)
    assert minimal_verdict(source, full=True)[0] == "wrong_slow"
    # Without an option all is worked out, since a minute is enough for it.
    assert minimal_verdict(source, full=None)[0] == "wrong_slow"
    # Control: with no time for all it misses that part, and would have called it checked.
    monkeypatch.setattr(minimal, "MINUTE", -1)
    failure, report = minimal_verdict(source, full=None)
    assert (failure, minimal.SAMPLE in report.not_checked) == (None, True)
    monkeypatch.setattr(minimal, "SAMPLE", "")
    assert "segments" not in minimal_verdict(source, full=None)[1].not_checked


@pytest.mark.attack("T65")
def test_a_whole_check_says_so_and_a_wrong_first_part_leaves_nothing_out():
    honest = checked(record(3, manifest_of(level="table")).bundle, full=True)
    assert not honest.is_sampled
    assert honest.headline.startswith("Checked on this machine: played as dealt")
    assert honest.sentence.startswith("Verified: played as dealt")
    slow = Budget(60, a_clock(step=100))
    source = made_up()
    assert failure_of(source, sample=lambda parts: 0, budget=slow) is None


def test_whether_a_minute_is_enough_hangs_on_the_machine():
    source = record(3, manifest_of(level="table")).bundle
    parts = checked(source, full=True).tally.segments
    for workers in (1, 4):
        # A roll is less work than a shuffle, whose first part tells how long all of it takes.
        just = 60 * workers / parts
        for step, is_sampled in ((0.9 * just, False), (2.5 * just, True)):
            found = checked(source, budget=Budget(60, a_clock(step=step)), workers=workers)
            assert found.is_sampled is is_sampled


def test_a_lower_level_than_was_asked_for_is_a_failure():
    games = {level: record(3, manifest_of(level=level)).bundle for level in ("solo", "table")}
    assert failure_of(games["solo"], level="table") is Failure.LOWER_LEVEL
    assert failure_of(games["table"], level="strict") is Failure.LOWER_LEVEL
    assert failure_of(games["table"], level="table") is None
    assert failure_of(games["solo"]) is None


@pytest.mark.attack("T3")
def test_a_host_cannot_know_which_part_a_verifier_works_out():
    source = made_up()
    dice = signature(verify).parameters["sample"].default
    assert dice is secrets.randbelow, "they hang on nothing that is in the file"
    # Control: whoever knew them would make up another part.
    found = {failure_of(source, sample=lambda parts, at=at: at) for at in range(LAST + 1)}
    assert found == {None, Failure.WRONG_SLOW}


@pytest.mark.attack("T3")
@pytest.mark.parametrize(
    "slow",
    [
        Slow(roll=0, shuffle=TINY["table"].shuffle),
        Slow(roll=TINY["table"].roll, shuffle=16),
        Slow(roll=TINY["table"].roll, shuffle=TINY["table"].shuffle, segments=8),
        Slow(roll=TINY["table"].roll * 17, shuffle=TINY["table"].shuffle),
        Slow(roll=TINY["table"].roll, shuffle=TINY["table"].shuffle * 17),
        Slow(roll=TINY["table"].roll + 1, shuffle=TINY["table"].shuffle),
    ],
    ids=["no work", "too little", "few segments", "endless rolls", "endless shuffles", "uneven"],
)
def test_a_host_who_asks_for_too_little_work_or_for_more_than_anybody_does_is_refused(slow):
    def dealt_with(work):
        host = HostTerms(key=HOST.get_fingerprint(), number=1, seat=0, fairness="table", slow=work)
        return record(1, manifest_of(level="table", host=host), stop_at=9).bundle

    assert failure_of(dealt_with(slow)) is Failure.WEAK_SLOW
    # Control: with the work that the level asks for the same game is good.
    assert failure_of(dealt_with(TINY["table"])) is None
