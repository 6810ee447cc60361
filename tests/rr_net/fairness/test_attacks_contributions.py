"""Attacks on what people give: left out, re-ordered, asked for twice, forged (T4, T5, T8, T18).

Each host here has the secret and the key that signs, and writes a record in which every hash fits.
"""

import json
import random
from itertools import permutations

import pytest

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.note import TRANSCRIPT
from rr_net.fairness.base.rows import AnswerRow, Freeze, FreezeRow, Given
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.compare import compare
from rr_net.fairness.proof.replay import asked_faces
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import Answer, canonical
from tests.support.rr_net.cheating import (
    BOB,
    BOBS_KEYS,
    MANIFEST,
    Host,
    Story,
    failure_of,
)
from tests.support.rr_net.hostkeys import STRANGER, signed_seed
from tests.support.rr_net.recorded import KEYS, checked

SEATS = range(4)
MINE = f"1.1 {BOB} mash {BOBS_KEYS}1"
"""What Bob has noted of the deal."""


# --- T4 ------------------------------------------------------------------------------------


class LeavesBobOut(Host):
    def pressed(self, seat):
        return None if seat == BOB else super().pressed(seat)


class KeepsTheFirstKey(Host):
    """One key can be guessed, and what can be guessed can be tried out before the event."""

    def pressed(self, seat):
        given = super().pressed(seat)
        return given.model_copy(update={"value": given.value[0]}) if seat == BOB else given


@pytest.mark.attack("T4")
@pytest.mark.parametrize("host", [LeavesBobOut, KeepsTheFirstKey])
def test_a_host_who_leaves_keys_out_is_found_by_whoever_pressed_them(host):
    mine = (MINE,)
    assert failure_of(Story(Host).played(), me=mine) is None
    cheat = Story(host).played()
    assert failure_of(cheat, me=mine) is Failure.NOT_MINE
    # Control: to whoever has no note the record is as good as any.
    assert failure_of(cheat) is None


@pytest.mark.attack("T4")
def test_a_host_cannot_pass_off_a_chain_for_the_keys_that_it_left_out():
    source = Story(LeavesBobOut).played()
    freeze = next(row for row in json.loads(source)["rows"] if row["type"] == "freeze")
    (chain, *_) = freeze["pub"]["given"]
    assert chain["level"] == "chain"
    assert failure_of(source, me=(f"1.1 0 chain {chain['value']}",)) is Failure.NOT_MINE
    # Control: what somebody did press is found.
    assert failure_of(source, me=("1.1 2 mash cleo,cleo1",)) is None


class OnlyOneKeyEach(Host):
    """Everybody presses a single key: a host tries all of them out before the event opens."""

    def pressed(self, seat):
        given = super().pressed(seat)
        return given.model_copy(update={"value": given.value[0]})


@pytest.mark.attack("T4")
def test_a_host_who_could_guess_what_all_would_press_is_said_to_have_been_able_to():
    guessed = checked(Story(OnlyOneKeyEach).played())
    assert guessed.tally.guessable == guessed.tally.frozen > 0
    assert "Whether the host could guess what was given" in guessed.text
    # Control: where somebody has pressed a dozen keys, nobody could.
    honest = checked(Story(Host).played())
    assert honest.tally.guessable == 0
    assert "could guess" not in honest.text


@pytest.mark.attack("T4")
def test_a_host_who_keeps_the_few_keys_that_somebody_remembers_is_not_cleared():
    source = Story(KeepsTheFirstKey).played()
    cleared = checked(source, me=(f"1.1 {BOB} mash {BOBS_KEYS[0]}",))
    assert "Whether the host guessed what you contributed" in cleared.text
    # Control: a dozen keys in a row are either there or not.
    assert failure_of(source, me=(MINE,)) is Failure.NOT_MINE
    assert "guessed what" not in checked(Story(Host).played(), me=(MINE,)).text


# --- T5 ------------------------------------------------------------------------------------


def arranged(story, order):
    """The freeze of an open event with what was given in this order, every hash in place."""
    listed = tuple(story.given()[at] for at in order)
    ledger = story.ledger
    digest = ledger.events.digest(1, 1, listed)
    pub = Freeze(event=1, opening=1, given=listed, absent=(), digest=digest)
    return FreezeRow(seq=ledger.seq, prev=ledger.head, pub=pub)


@pytest.mark.attack("T5")
def test_a_host_cannot_choose_among_the_orders_of_what_was_contributed():
    found, dealt = {}, set()
    for order in permutations(SEATS):
        story = Story(Host).opened()
        dealt.add(story.deals(arranged(story, order)))
        found[order] = failure_of(story.closed())
    assert found.pop(tuple(SEATS)) is None
    assert set(found.values()) == {Failure.BAD_CONTRIBUTION}
    # Control: it would have had as many decks to choose from.
    assert len(dealt) == 24


@pytest.mark.attack("T5")
def test_a_seat_that_gives_twice_or_for_another_seat_is_refused():
    story = Story(Host).opened()
    ann, bob, cleo, robot = story.given()
    for given in ((ann, bob, bob, cleo, robot), (ann, cleo, robot, robot), (bob, cleo, robot)):
        with pytest.raises(BadRow) as refused:
            story.ledger.freeze(given)
        assert refused.value.failure is Failure.BAD_CONTRIBUTION
    # Control: in whatever order they came, they are frozen in one.
    freezes = {story.ledger.freeze((robot, cleo, bob, ann)), story.ledger.freeze(story.given())}
    assert len({freeze.pub.digest for freeze in freezes}) == 1


# --- T8 ------------------------------------------------------------------------------------


def with_keys(story, keys):
    """What everybody gives, where Bob presses these keys."""
    return [
        each.model_copy(update={"value": keys}) if each.seat == BOB else each
        for each in story.given()
    ]


@pytest.mark.attack("T8")
@pytest.mark.parametrize("crashed", [False, True])
def test_a_host_who_dislikes_a_result_gets_no_other_freeze_not_even_after_a_crash(crashed):
    story = Story(Host).opened()
    liked = story.ledger.freeze(with_keys(story, "jkl;"))
    story.keep(story.ledger.freeze(story.given()))
    story.sign()
    ledger = story.ledger
    terms, ground = ledger.grind_terms(), ledger.grind_terms().values()
    if crashed:
        ledger = Ledger.resume(MANIFEST, ledger.secret, ledger.rows)
    for again in (
        lambda: ledger.freeze(with_keys(story, "asdf")),
        lambda: ledger.event(story.table.pending, asked_faces(story.table)),
        lambda: ledger.row(Answer(0, 0)),
    ):
        with pytest.raises(BadRow):
            again()
    assert ledger.grind_terms() == terms
    assert ledger.grind_terms().values() == ground
    # Control: before the first was kept, the host had the choice.
    assert liked.pub.digest != terms.digest


@pytest.mark.attack("T8")
def test_a_host_who_writes_a_second_freeze_under_the_first_is_refused():
    story = Story(Host).opened()
    story.keep(story.ledger.freeze(story.given()))
    story.sign()
    ledger, listed = story.ledger, tuple(with_keys(story, "asdf"))
    digest = ledger.events.digest(1, 1, listed)
    pub = Freeze(event=1, opening=1, given=listed, absent=(), digest=digest)
    story.deals(FreezeRow(seq=ledger.seq, prev=ledger.head, pub=pub))
    assert failure_of(story.closed()) is Failure.BAD_EVENT
    # Control: the second alone would have been a good record, with another deal.
    story = Story(Host).opened()
    story.deals(story.ledger.freeze(with_keys(story, "asdf")))
    assert failure_of(story.closed()) is None


@pytest.mark.attack("T8")
def test_two_freezes_of_one_event_that_a_host_has_signed_prove_it_to_anybody():
    stories = []
    for keys in ("asdf", "jkl;"):
        story = Story(Host).opened()
        story.deals(story.ledger.freeze(with_keys(story, keys)))
        stories.append((f"{keys}.json", story.closed()))
    # Control: each of them alone is a game like any other.
    assert [failure_of(source) for _, source in stories] == [None, None]
    compared = compare(stories, check_signature)
    assert compared.failure is Failure.FORK
    evidence = json.loads(compared.evidence)
    notes = [(side["note"].encode(), side["signature"]) for side in evidence["sides"]]
    assert len({note for note, _ in notes}) == 2
    assert all(check_signature(*signed, MANIFEST.host_key, TRANSCRIPT) for signed in notes)


# --- T18 -----------------------------------------------------------------------------------


class Signs(Host):
    """Bob gives signatures; they are made by `sign(ledger, event)`."""

    sign_with = staticmethod(lambda ledger: signed_seed(KEYS["Bob"], ledger.seed_text))

    def pressed(self, seat):
        if seat != BOB:
            return super().pressed(seat)
        return Given(level="signature", seat=BOB, value=type(self).sign_with(self.ledger))


def signing(how):
    """A host that has Bob's signatures from elsewhere."""
    return type("Forges", (Signs,), {"sign_with": staticmethod(how)})


FORGERIES = {
    "by a stranger": lambda ledger: signed_seed(STRANGER, ledger.seed_text),
    "by another seat": lambda ledger: signed_seed(KEYS["Cleo"], ledger.seed_text),
    "of the first event": lambda ledger: signed_seed(
        KEYS["Bob"], ledger.seed_text.replace(f"event {ledger.events.number}", "event 1")
    ),
    "of another game": lambda ledger: signed_seed(
        KEYS["Bob"], f"rr2/{'0' * 64}\nevent 1\nopening 1\n"
    ),
}


@pytest.mark.attack("T18")
@pytest.mark.parametrize("what", FORGERIES)
def test_a_host_cannot_forge_what_a_seat_contributes_with_its_own_key(what):
    assert failure_of(Story(signing(FORGERIES[what])).played()) is Failure.BAD_CONTRIBUTION
    # Control: the owner's signatures are good; and keys, which nobody signs, can be made up.
    assert failure_of(Story(Signs).played()) is None
    assert failure_of(Story(Host).played()) is None


class OtherDice(random.Random):
    """The same dice but for one choice."""

    until = 0

    def randrange(self, count):
        self.until -= 1
        drawn = super().randrange(count)
        return (drawn + 1) % count if self.until == 0 else drawn


def forged(number, seed):
    """A record in which the choice of this number is another, and all that follows from it."""
    dice = OtherDice(seed)
    dice.until = number
    return Story(Host, dice)


def is_bobs(one, other):
    """Whether two stories part in a choice of Bob's."""
    rows = zip(one.ledger.rows, other.ledger.rows, strict=False)
    row = next((row for row, twin in rows if row != twin), None)
    return isinstance(row, AnswerRow) and row.body.seat == BOB


def is_told_on(true, story):
    """Whether Bob was shown a card that he would not have been shown: his cards tell on it."""
    ours, theirs = (json.loads(each.receipts(BOB))["openings"] for each in (true, story))
    return any(card not in theirs for card in ours)


def a_story_and_forgeries():
    """A true story, and those in which a choice of Bob's is another, of which there are some.

    They are played under these very sources, so that luck is looked for that has him choose.
    """
    for seed in range(5, 50):
        true = Story(Host, random.Random(seed))
        assert failure_of(true.played()) is None
        told = [(story, story.played()) for story in (forged(n, seed) for n in range(1, 12))]
        bobs = [(story, source) for story, source in told if is_bobs(true, story)]
        if len(bobs) >= 2 and all(is_told_on(true, story) for story, _ in bobs):
            return true, [source for _, source in bobs]
    raise AssertionError("Bob never chooses twice")


def only(receipts, **rest):
    """Receipts with something taken out."""
    return canonical(json.loads(receipts) | rest)


@pytest.mark.slow
@pytest.mark.attack("T18")
def test_a_move_that_a_host_forges_is_contradicted_by_the_receipts_of_that_seat():
    true, bobs = a_story_and_forgeries()
    receipts = true.receipts(BOB)
    his_cards, the_hosts_word = only(receipts, checkpoint=None), only(receipts, openings=[])
    for source in bobs:
        for each in (receipts, his_cards, the_hosts_word):
            assert failure_of(source, receipts=each) is Failure.OTHER_RECEIPT
        # Control: without them nothing is wrong with the move that Bob never made.
        assert failure_of(source) is None
