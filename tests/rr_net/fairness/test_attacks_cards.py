"""Attacks on secrets, decks and dice in a record where every hash fits (T2, T12 to T15, T17).

The control of most: a reader that checks the chain, the seals and the keys, and not the cards, has
nothing to say against the record.
"""

import json
import random

import pytest

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.hash import Tag, keyed, number
from rr_net.fairness.base.note import TRANSCRIPT
from rr_net.fairness.base.rows import Orders, RollRow, sealed
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.checks import CardCheck
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.chain.reveals import roll_chain
from rr_net.fairness.proof.compare import compare
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.requests import Roll
from rr_rules.kernel.stream import Stream
from tests.support.rr_net.cheating import BOB, MANIFEST, Host, R, Story, failure_of

LUCKY = Secret(b"L" * 32, MANIFEST.gid)


def holds_together(story):
    """Whether chain, seals, keys and events of a record are right, whatever its cards are."""
    try:
        Ledger.resume(MANIFEST, story.ledger.secret, story.ledger.rows)
    except BadRow:
        return False
    return True


# --- T2 ------------------------------------------------------------------------------------


@pytest.mark.attack("T2")
def test_a_host_cannot_open_another_secret_than_it_has_promised():
    promised, luckier = Story(Host).ledger.promise, Story(Host, secret=LUCKY).ledger.promise
    cheat = Story(Host, secret=LUCKY, promise=promised)
    assert failure_of(cheat.played()) is Failure.WRONG_SECRET
    halfway = promised.model_copy(update={"commitment": luckier.commitment})
    assert failure_of(Story(Host, secret=LUCKY, promise=halfway).played()) is Failure.WRONG_ANCHOR
    # Control: with a new promise the record is perfect, but for whoever has noted the old one.
    perfect = Story(Host, secret=LUCKY).played()
    assert failure_of(perfect) is None
    assert failure_of(perfect, commitment=promised.commitment) is Failure.OTHER_COMMITMENT


# --- T12 -----------------------------------------------------------------------------------


@pytest.mark.attack("T12")
@pytest.mark.parametrize("place", ["the second place", "the bottom"])
def test_a_host_who_deals_another_card_than_the_top_one_is_found(place):
    story = Story(Host).opened()
    row, (order,) = story.ground(story.ledger.freeze(story.given()))
    (faces,) = row.body.faces
    # Of two equal cards it does not matter which is dealt, and nobody could tell.
    others = [at for at, face in enumerate(faces) if face != faces[-1]]
    at = others[0] if place == "the bottom" else others[-1]
    dealt = list(order)
    dealt[-1], dealt[at] = dealt[at], dealt[-1]
    story.happens(row, (tuple(dealt),))
    assert failure_of(story.played()) is Failure.WRONG_COMMIT
    # Control: the rows follow from each other and from the secret, up to the last signature.
    assert holds_together(story)
    assert story.ledger.rows[-1].type == "checkpoint"


# --- T13 -----------------------------------------------------------------------------------


@pytest.mark.attack("T13")
def test_a_host_who_plays_with_a_card_twice_and_without_another_is_found():
    story = Story(Host)
    faces = story.table.state.faces
    white, red = faces.index("white"), faces.index("red")
    story.table.state.faces = [*faces[:white], faces[red], *faces[white + 1 :]]
    assert failure_of(story.played()) is Failure.WRONG_CARDS
    # Control: the deck that went in is the deck that was promised, shuffled and dealt.
    assert holds_together(story)


# --- T14 -----------------------------------------------------------------------------------


@pytest.mark.attack("T14")
def test_a_host_who_puts_a_pile_in_an_order_of_its_own_is_found():
    story = Story(Host).opened()
    row, (order,) = story.ground(story.ledger.freeze(story.given()))
    opened = story.ledger.events.opened.asked
    mine = tuple(reversed(order))
    faces = tuple(reversed(row.body.faces[0]))
    (_, cards), ledger = story.table.pending.piles[0], story.ledger
    ledger.commitments.drop()
    root = ledger.commitments.shuffled(row.seq, "bag", faces, [cards[at] for at in mine])
    body = Orders(orders=(mine,), faces=(faces,))
    pile = row.pub.piles[0].model_copy(update={"root": root})
    pub = row.pub.model_copy(update={"piles": (pile,)})
    seal = sealed(R, row.seq, body)
    row = row.model_copy(update={"pub": pub, "body": body, "sealed": seal})
    story.happens(row, (mine,))
    assert failure_of(story.played()) is Failure.WRONG_SHUFFLE
    # Control: these are the cards that went in, all of them, under their root and seal.
    Chances(R).check_input(row, opened)
    CardCheck(R, MANIFEST.cards).shuffle(row)


# --- T15 -----------------------------------------------------------------------------------


def at_the_first_roll(rolled_before=0):
    """A game in the event of its first roll, which this host counts as another."""
    story = Story(Host)
    story.until(lambda: isinstance(story.table.pending, Roll))
    story.ledger.chances.rolls = rolled_before
    return story.opened()


def rolled_with(link):
    """A game in which the first number is rolled with a link, and that number."""
    story = at_the_first_roll()
    row, _ = story.ground(story.ledger.freeze(story.given()))
    y = bytes.fromhex(row.pub.slow[-1])
    key = keyed(bytes.fromhex(link), Tag.SPIN, y, number(1))
    result = Stream(key).below(row.pub.sides)
    pub = row.pub.model_copy(update={"link": link, "result": result})
    story.happens(row.model_copy(update={"pub": pub}), result)
    return story, result


@pytest.mark.attack("T15")
def test_a_host_who_skips_a_link_of_the_chain_of_rolls_is_found():
    story = at_the_first_roll(rolled_before=1)
    story.deals(story.ledger.freeze(story.given()))
    assert failure_of(story.played()) is Failure.WRONG_ROLL
    # Control: with the first link the same game is good.
    story, _ = rolled_with(roll_chain(R).at(1))
    assert failure_of(story.played()) is None


@pytest.mark.attack("T15")
def test_a_host_who_invents_a_link_of_the_chain_of_rolls_is_found():
    links = [roll_chain(R).at(2), *(f"{n:064x}" for n in range(20))]
    games = [rolled_with(link) for link in links]
    assert {failure_of(story.played()) for story, _ in games} == {Failure.WRONG_LINK}
    # Control: each number fits its link, and among those links are all numbers to choose from.
    sides = next(r.pub.sides for r in games[0][0].ledger.rows if isinstance(r, RollRow))
    assert {result for _, result in games} == set(range(sides))


# --- T17 -----------------------------------------------------------------------------------


@pytest.mark.attack("T17")
def test_two_stories_of_one_game_are_found_by_comparing_and_prove_themselves():
    told = {"ann.json": Story(Host).played(), "bob.json": Story(Host, random.Random(6)).played()}
    # Control: each of them is a game like any other, to whoever has only one.
    assert [failure_of(source) for source in told.values()] == [None, None]
    compared = compare([*told.items()], check_signature)
    assert compared.failure is Failure.FORK
    sides = json.loads(compared.evidence)["sides"]
    assert len({side["note"] for side in sides}) == 2
    for side in sides:
        signed = side["note"].encode(), side["signature"]
        assert check_signature(*signed, MANIFEST.host_key, TRANSCRIPT)


@pytest.mark.attack("T17")
def test_a_story_that_was_cut_short_is_found_by_whoever_saw_it_go_on():
    whole = Story(Host)
    source, receipts = whole.played(), whole.receipts(BOB)
    cut = Story(Host).played(rows=20)
    assert failure_of(cut, receipts=receipts) is Failure.OTHER_RECEIPT
    files = [("whole.json", source), ("cut.json", cut)]
    assert compare(files, check_signature).failure is Failure.FORK
    # Control: by itself it is a game that was given up.
    assert failure_of(cut) is None
