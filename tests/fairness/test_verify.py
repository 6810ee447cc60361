"""Verify accepts honest games, and says what it cannot know."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness import bundle as bundles
from rr_net.fairness.errors import BadBundle, Failure, VerifyError
from rr_net.fairness.verdict import failed_sentence
from rr_net.fairness.verify import verify
from rr_rules.transcript import canonical
from tests.fairness.independent import canon, problems, rewritten
from tests.support.pebbles import Pebbles, load_pebbles
from tests.support.recorded import manifest_of, record

GAME = record(3)


def check(source, commitment=None, **named):
    return verify(source, commitment, load_game=load_pebbles, **named)


def refusal(source, commitment=None):
    with pytest.raises(VerifyError) as refused:
        check(source, commitment)
    return refused.value


def shuffled_wrong():
    """A game whose host swapped the 7th and the 9th card, and made every hash fit."""
    plain = json.loads(GAME.bundle)
    order = next(row for row in plain["rows"] if row["type"] == "shuffle")["body"]["orders"][0]
    order[7], order[9] = order[9], order[7]
    return rewritten(plain)


@pytest.mark.attack("T22")
@pytest.mark.parametrize("seed", range(40))
def test_whole_games_are_accepted_by_both_verifiers(seed):
    seats = 2 + seed % 5
    game = record(seed, manifest_of(seats=seats, declared=[seed % 3] * seats), removals=True)
    verdict = check(game.bundle, game.rows[0].pub.commitment)
    assert problems(json.loads(game.bundle)) == []
    assert verdict.entries == len(game.rows) - 2
    assert verdict.outcome is not None


def test_a_game_with_an_owners_deck_is_accepted():
    deck = ("mine.txt", b"red 9\nblue 9\n")
    game = record(2, manifest_of(deck=deck), load_pebbles(deck=deck))
    assert check(game.bundle).outcome is not None


def test_a_game_that_was_given_up_is_accepted_as_one_without_a_result():
    game = record(3, stop_at=30)
    verdict = check(game.bundle, game.rows[0].pub.commitment)
    assert verdict.outcome is None
    assert "given up" in verdict.sentence
    assert "no result" in verdict.text


def test_the_verdict_counts_what_it_replayed():
    verdict = check(GAME.bundle)
    kinds = [row.type for row in GAME.rows]
    counts = (verdict.shuffles, verdict.rolls, verdict.entries)
    assert counts == (kinds.count("shuffle"), kinds.count("roll"), len(kinds) - 2)
    assert verdict.head == GAME.rows[-1].digest()


def test_progress_is_told_row_by_row():
    told = []
    check(GAME.bundle, progress=lambda done, of: told.append((done, of)))
    assert told == [(i + 1, len(GAME.rows)) for i in range(len(GAME.rows))]


# --- what is said ----------------------------------------------------------------------


def test_without_a_commitment_the_verdict_says_what_it_could_not_check():
    text = check(GAME.bundle).text
    assert "no --commitment was given" in text
    assert GAME.rows[0].pub.commitment in text


def test_with_the_commitment_the_verdict_says_that_it_was_this_game():
    text = check(GAME.bundle, f" {GAME.rows[0].pub.commitment.upper()}\n").text
    assert "The commitment you noted is the one" in text
    assert "no --commitment" not in text


@pytest.mark.rule("RR-HID-10")
def test_the_verdict_admits_that_the_host_could_peek_and_chose_the_randomness_alone():
    verdict = check(GAME.bundle)
    assert "The host alone chose the randomness." in verdict.sentence
    assert "Not verifiable: whether the host peeked." in verdict.sentence
    assert "The host played, as Ann." in verdict.text
    dealer_only = record(3, manifest_of().model_copy(update={"host_seat": -1}))
    assert "The host held no seat." in check(dealer_only.bundle).text


def test_a_hostile_name_reaches_the_verdict_without_its_escapes():
    manifest = manifest_of()
    seats = tuple(seat.model_copy(update={"name": "\x1b[2JX\u202e"}) for seat in manifest.seats)
    verdict = check(record(3, manifest.model_copy(update={"seats": seats})).bundle)
    assert "\x1b" not in verdict.text
    assert "\u202e" not in verdict.text
    assert "won by [2JX" in verdict.text


@pytest.mark.rule("RR-TABLE-02")
@pytest.mark.parametrize(("failed_check", "end"), [("void", "void."), ("flagged", "this flag.")])
def test_a_failed_check_names_the_deck_and_the_card_and_marks_the_result(failed_check, end):
    error = refusal(shuffled_wrong())
    assert (error.failure, error.pile, error.position) == (Failure.WRONG_SHUFFLE, "bag", 7)
    sentence = failed_sentence(error, failed_check)
    assert sentence.startswith("Verification failed at the bag, card 7 (wrong_shuffle)")
    assert sentence.endswith(end)


@pytest.mark.rule("RR-TABLE-02")
def test_an_order_that_does_not_hash_to_its_commitment_fails_at_its_deck():
    plain = json.loads(GAME.bundle)
    row = next(row for row in plain["rows"] if row["type"] == "shuffle")
    row["pub"]["piles"][0]["order"] = "ab" * 32
    error = refusal(canon(plain))
    assert (error.failure, error.pile, error.seq) == (Failure.WRONG_ORDER_HASH, "bag", row["seq"])


# --- what is refused before the game is looked at --------------------------------------


@pytest.mark.parametrize("commitment", ["", "no", "ab" * 31, "ab" * 33, "zz" * 32, "\x1b[31m"])
def test_a_commitment_that_is_none_is_refused_without_its_escapes(commitment):
    error = refusal(GAME.bundle, commitment)
    assert error.failure is Failure.BAD_COMMITMENT
    assert "\x1b" not in str(error)


@pytest.mark.attack("T2")
def test_another_commitment_is_refused_and_both_are_named():
    error = refusal(GAME.bundle, "ab" * 32)
    assert error.failure is Failure.OTHER_COMMITMENT
    assert "ab" * 32 in str(error)
    assert GAME.rows[0].pub.commitment in str(error)


@pytest.mark.parametrize(
    ("source", "failure"),
    [
        (b"", Failure.NOT_JSON),
        (b"[]", Failure.OTHER_FORMAT),
        (b"{}", Failure.OTHER_FORMAT),
        (b'{"format":"rr1-bundle-2"}', Failure.OTHER_FORMAT),
        (b'{"format":["rr1-bundle-1"]}', Failure.OTHER_FORMAT),
        (b'{"format":"rr1-bundle-1"}', Failure.WRONG_SHAPE),
        (b'{"format":"rr1-bundle-1","manifest":{},"rows":[]}', Failure.WRONG_SHAPE),
        (GAME.bundle + b"\n", Failure.NOT_CANONICAL),
        (GAME.bundle.replace(b":", b": ", 1), Failure.NOT_CANONICAL),
        (GAME.bundle.replace(b'"seq":0,', b'"seq":0,"seq":0,', 1), Failure.DUPLICATE_KEY),
        (GAME.bundle.replace(b'"seq":0,', b'"seq":0.0,', 1), Failure.NOT_WHOLE),
        (GAME.bundle.replace(b'"seq":1,', b'"seq":true,', 1), Failure.WRONG_SHAPE),
        (GAME.bundle.replace(b'"t":1}', b'"t":-1}', 1), Failure.WRONG_SHAPE),
        (canonical({**json.loads(GAME.bundle), "rows": []}), Failure.NO_CLOSE),
    ],
)
def test_what_is_no_bundle_is_refused_by_name(source, failure):
    assert refusal(source).failure is failure


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch):
    monkeypatch.setattr(bundles, "LARGEST_BUNDLE", len(GAME.bundle) - 1)
    with pytest.raises(BadBundle) as refused:
        bundles.read_bundle(GAME.bundle)
    assert refused.value.failure is Failure.TOO_LARGE
    monkeypatch.setattr(bundles, "LARGEST_BUNDLE", len(GAME.bundle))
    assert bundles.read_bundle(GAME.bundle).manifest == GAME.manifest


@given(st.integers(0, len(GAME.bundle) - 1), st.integers(1, 255))
def test_no_byte_of_a_bundle_can_be_changed(at, flip):
    source = bytearray(GAME.bundle)
    source[at] ^= flip
    assert isinstance(refusal(bytes(source)).failure, Failure)


@given(st.integers(0, len(GAME.bundle) - 1), st.integers(1, 40))
def test_no_bytes_of_a_bundle_can_be_dropped(at, count):
    assert isinstance(refusal(GAME.bundle[:at] + GAME.bundle[at + count :]).failure, Failure)


@pytest.mark.parametrize("fault", [ValueError, KeyError, AssertionError, RecursionError])
def test_a_fault_of_the_rules_is_named_as_one_and_not_held_against_the_host(fault):
    class Faulty(Pebbles):
        async def step(self, state):
            if state.turn == 2:
                raise fault("\x1b[31m")
            await super().step(state)

    with pytest.raises(VerifyError) as refused:
        verify(GAME.bundle, load_game=lambda game, deck=None: Faulty())
    assert refused.value.failure is Failure.RULES_FAULT
    assert isinstance(refused.value.__cause__, fault)
    assert "\x1b" not in str(refused.value)


# --- what a single copy cannot show ----------------------------------------------------


@pytest.mark.attack("T17")
def test_a_game_cut_short_passes_alone_and_shows_itself_beside_another_copy():
    plain = json.loads(GAME.bundle)
    close = plain["rows"][-1]
    plain["rows"] = [*plain["rows"][:20], close]
    close["pub"]["outcome"] = None
    verdict = check(rewritten(plain), GAME.rows[0].pub.commitment)
    assert verdict.outcome is None
    assert verdict.head != check(GAME.bundle).head
    assert verdict.head in verdict.text
