"""Verify accepts honest games, and says what it cannot know."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_net.fairness.base.errors import UNUSABLE, BadBundle, Failure, VerifyError
from rr_net.fairness.base.manifest import HostTerms, open_table
from rr_net.fairness.base.note import words_of
from rr_net.fairness.base.rows import FreezeRow
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof import bundle as bundles
from rr_net.fairness.proof.notes import GivenNote
from rr_net.fairness.proof.receipts import contributions, receipts_bytes
from rr_net.fairness.proof.replay import replay
from rr_net.fairness.proof.verdict import Verdict, about, failed_sentence
from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.forged import canon, forged
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import KEYS, TINY, checked, manifest_of, record
from tests.support.rr_net.second import second_failure
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.pebbles import Pebbles, load_pebbles

GAME = record(3)
SHARED = record(3, manifest_of(seats=4, level="table"))


def refusal(source, commitment=None, **named):
    with pytest.raises(VerifyError) as refused:
        checked(source, commitment, **named)
    return refused.value


def shuffled_wrong():
    """A game whose host swapped the 7th and the 9th card, and made every hash fit."""
    plain = json.loads(GAME.bundle)
    body = next(row for row in plain["rows"] if row["type"] == "shuffle")["body"]
    for either in (body["orders"][0], body["faces"][0]):
        either[7], either[9] = either[9], either[7]
    return forged(plain)


@pytest.mark.slow
@pytest.mark.attack("T22")
@pytest.mark.parametrize("level", ["solo", "table", "strict"])
@pytest.mark.parametrize("seed", range(14 if LONG else 5))
def test_whole_games_are_accepted_by_both_verifiers(seed, level):
    seats = 2 + seed % 5
    manifest = manifest_of(seats=seats, declared=[seed % 3] * seats, level=level)
    game = record(seed, manifest, removals=True)
    verdict = checked(game.bundle, game.rows[0].pub.commitment, full=True)
    assert second_failure(game.bundle) is None
    assert verdict.outcome is not None
    assert verdict.tally.checkpoints == sum(row.type == "checkpoint" for row in game.rows)


def test_a_game_with_an_owners_deck_is_accepted():
    deck = ("mine.txt", b"red 9\nblue 9\n")
    game = record(2, manifest_of(deck=deck, level="table"), load_pebbles(deck=deck))
    assert checked(game.bundle).outcome is not None


def test_a_game_at_the_level_solo_may_be_signed_too():
    game = record(2, manifest_of(host=HostTerms(key=HOST.get_fingerprint(), number=1, seat=0)))
    assert game.rows[-1].type == "checkpoint"
    assert checked(game.bundle).tally.checkpoints > 1


@pytest.mark.attack("T68")
def test_a_shared_game_that_nobody_has_signed_is_not_accepted():
    host = HostTerms(seat=0, fairness="table", slow=TINY["table"])
    game = record(2, manifest_of(host=host))
    found = refusal(game.bundle)
    assert (found.failure, found.seq) == (Failure.UNSIGNED, len(game.rows) - 1)
    assert "expected a host's key at level table" in str(found)
    assert second_failure(game.bundle) == "unsigned"
    # Control: where no key is asked for, it passes as any other, and nobody can be held to it.
    verdict = checked(game.bundle, needs_key=False, full=True)
    assert verdict.headline.startswith("Checked on this machine: played as dealt")
    assert not [row for row in game.rows if row.type == "checkpoint"]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["solo", "table"])
@pytest.mark.parametrize("stop_at", range(1, 60, 7))
def test_a_game_that_was_given_up_anywhere_is_accepted_as_one_without_a_result(stop_at, level):
    game = record(3, manifest_of(level=level), stop_at=stop_at)
    verdict = checked(game.bundle, game.rows[0].pub.commitment)
    assert verdict.outcome is None
    assert second_failure(game.bundle) is None
    when = f" at turn {verdict.turn}" if verdict.turn else ""
    assert (verdict.turn > 0) if stop_at > 8 else (verdict.turn < 2)
    begin = f"Unfinished: ended{when} and opened. Verified up to there:"
    whole = checked(game.bundle, full=True)
    assert whole.sentence.startswith(begin)
    assert whole.headline.startswith(
        f"Checked on this machine: unfinished, ended{when} and opened: up to there "
    )
    assert f"was ended unfinished{when}, and opened: it has no result" in verdict.text


def test_the_verdict_counts_what_it_replayed():
    tally = checked(SHARED.bundle).tally
    kinds = [row.type for row in SHARED.rows]
    counted = {kind: kinds.count(kind) for kind in ("shuffle", "roll", "checkpoint", "freeze")}
    assert counted == {"shuffle": tally.shuffles, "roll": tally.rolls,
                       "checkpoint": tally.checkpoints, "freeze": tally.frozen}  # fmt: skip
    entries = {"answer", "arrange", "remove", "shuffle", "roll"}
    assert tally.entries == sum(kind in entries for kind in kinds)


def test_the_head_is_the_hash_of_the_row_that_opens_the_secret_signed_or_not():
    for game in (GAME, SHARED):
        close = next(row for row in game.rows if row.type == "close")
        verdict = checked(game.bundle)
        assert verdict.head == close.digest()
        assert " ".join(words_of(close.digest())) in verdict.text


def test_progress_is_told_row_by_row():
    told = []
    checked(GAME.bundle, progress=lambda done, of: told.append((done, of)))
    assert told == [(i + 1, len(GAME.rows)) for i in range(len(GAME.rows))]


# --- what is said ----------------------------------------------------------------------


def test_without_a_commitment_the_verdict_says_what_it_could_not_check():
    text = checked(GAME.bundle).text
    assert "Nobody has shown that this is the game that was announced: no notes of yours" in text
    assert GAME.rows[0].pub.commitment in text


def test_with_the_commitment_the_verdict_says_that_it_was_this_game():
    text = checked(GAME.bundle, f" {GAME.rows[0].pub.commitment.upper()}\n").text
    assert "The commitment you noted is the one" in text
    assert "Nobody has shown that this is the game" not in text
    assert "no notes of yours" not in text
    assert "Nobody has shown that your cards were those you saw: the notes that were used" in text


@pytest.mark.rule("RR-HID-10")
def test_the_verdict_admits_that_the_host_could_peek_and_chose_the_randomness_alone():
    verdict = checked(GAME.bundle)
    alone = f"Verified: played as dealt, but {ALL_ALONE}."
    assert verdict.sentence == f"{alone} Not verifiable: whether the host peeked."
    # It could have chosen among decks: nothing shows that this one was not.
    assert "stacked" not in verdict.text
    assert "The host alone chose the luck. Nothing shows that its secret" in verdict.text
    assert "The host says that it played as Ann." in verdict.text


@pytest.mark.attack("T68")
def test_what_is_the_hosts_word_is_told_as_that(monkeypatch):
    # Ann's key is a second one of the host's, which sees through every back: no record tells.
    dealer_only = record(3, manifest_of(host=HostTerms(seat=-1)))
    assert dealer_only.manifest.seats[0].key == KEYS["Ann"].get_fingerprint()
    verdict = checked(dealer_only.bundle)
    assert verdict.outcome is not None
    assert "The host says that it held no seat: whose the others were is its word." in verdict.text
    assert "The host held no seat" not in verdict.text
    assert verdict.headline.startswith("Checked on this machine: ")
    # Control: what the manifest claims, told as what was found, is a lie that verifies.
    monkeypatch.setattr(Verdict, "_host_played", lambda _: "The host held no seat.")
    assert "The host held no seat." in checked(dealer_only.bundle).text


ALL_ALONE = "the host alone chose the luck: nobody else gave to it"
"""What is said where nothing but chains of the host's program went into the luck."""


def gave(game, seat):
    freezes = [row.pub for row in game.rows if isinstance(row, FreezeRow)]
    return sum(any(each.seat == seat for each in freeze.given) for freeze in freezes)


def test_the_verdict_says_who_had_a_hand_in_the_luck():
    verdict = checked(SHARED.bundle, full=True)
    of = verdict.tally.frozen
    alone = f"but the host alone chose the luck of {verdict.tally.unheard} of {of} random events."
    assert 0 < verdict.tally.unheard < of
    assert f"Verified: played as dealt, {alone} Besides the host " in verdict.sentence
    for words in (verdict.sentence, verdict.headline, verdict.text):
        assert "stacked" not in words
    assert f"of {of} random events" in verdict.sentence
    left = f"{verdict.tally.unheard} by the host's program alone"
    assert verdict.shared_luck.endswith(f"{of - verdict.tally.unheard} of {of} random events "
                                        f"shared, {left}")  # fmt: skip
    assert f"Bob to {gave(SHARED, 1)}" in verdict.text
    assert f"Ann to {of} (by a chain that the host's program holds)" in verdict.text
    assert "Whether somebody who contributed was a friend of the host's." in verdict.text
    assert verdict.plain()["gave"] == [gave(SHARED, seat) for seat in range(4)]


def test_where_only_chains_contributed_the_host_chose_alone():
    manifest = manifest_of(seats=2, level="table")
    bots = tuple(seat.model_copy(update={"bot": "random"}) for seat in manifest.seats)
    game = record(3, manifest.model_copy(update={"seats": bots}))
    verdict = checked(game.bundle, full=True)
    assert ALL_ALONE in verdict.sentence
    assert "stacked" not in verdict.text
    assert "nobody could try out" not in verdict.text
    assert verdict.tally.unheard == verdict.tally.frozen > 0


def test_a_seat_that_never_contributed_is_named():
    game = record(3, manifest_of(seats=6, level="table"), stop_at=7)
    assert [gave(game, seat) for seat in range(6)] == [1, 1, 1, 1, 0, 1]
    assert "relying on the others: Eve." in checked(game.bundle).text


def test_the_verdict_says_how_much_of_the_slow_hashes_was_checked():
    some, whole = checked(SHARED.bundle), checked(SHARED.bundle, full=True)
    chances = some.tally.shuffles + some.tally.rolls
    assert f"{chances} of {16 * chances} segments" in some.text
    assert "--full checks them all" in some.text
    assert f"{16 * chances} of {16 * chances} segments" in whole.text
    assert "--full" not in whole.text


def test_games_that_the_host_never_opened_are_named():
    terms = HostTerms(seat=0, abandoned=("ab" * 32, "cd" * 32))
    game = record(3, manifest_of(host=terms))
    verdict = checked(game.bundle)
    assert "never opened 2 games that it had dealt before: abababab" in verdict.text
    assert verdict.plain()["abandoned"] == ["ab" * 32, "cd" * 32]
    assert "never opened" not in checked(GAME.bundle).text


def test_a_hostile_name_reaches_the_verdict_without_its_escapes():
    for level in ("solo", "table"):
        manifest = manifest_of(level=level)
        seats = tuple(seat.model_copy(update={"name": "\x1b[2JX\u202e", "bot": "b"})
                      for seat in manifest.seats)  # fmt: skip
        verdict = checked(record(3, manifest.model_copy(update={"seats": seats})).bundle)
        assert "\x1b" not in verdict.text
        assert "\u202e" not in verdict.text
        assert "won by [2JX" in verdict.text


def test_the_figures_for_programs_are_canonical_json():
    plain = checked(SHARED.bundle).plain()
    assert json.loads(canonical(plain)) == plain
    assert plain["game"] == SHARED.manifest.gid
    assert plain["segments_of"] == 16 * (plain["shuffles"] + plain["rolls"])


@pytest.mark.rule("RR-TABLE-02")
@pytest.mark.parametrize(("failed_check", "end"), [("void", "void."), ("flagged", "this flag.")])
def test_a_failed_check_names_the_deck_and_the_card_and_marks_the_result(failed_check, end):
    error = refusal(shuffled_wrong())
    assert (error.failure, error.pile, error.position) == (Failure.WRONG_SHUFFLE, "bag", 7)
    sentence = failed_sentence(error, failed_check)
    assert sentence.startswith("Verification failed at the bag, card 7 (wrong_shuffle)")
    assert sentence.endswith(end)


@pytest.mark.rule("RR-TABLE-02")
def test_a_root_that_is_not_that_of_its_cards_fails_at_its_deck():
    plain = json.loads(GAME.bundle)
    row = next(row for row in plain["rows"] if row["type"] == "shuffle")
    row["pub"]["piles"][0]["root"] = "ab" * 32
    error = refusal(canon(plain))
    assert (error.failure, error.pile, error.seq) == (Failure.WRONG_ROOT, "bag", row["seq"])


# --- what somebody noted ---------------------------------------------------------------


def mashed(game, seat):
    """The note of some of the keys that a seat pressed."""
    gifts = (gift for gift in contributions(game.rows) if gift[1].seat == seat)
    at, given = next(gift for gift in gifts if gift[1].level == "mash")
    return GivenNote(*at, seat, "mash", given.value).line


@pytest.mark.attack("T4")
def test_what_i_typed_is_in_my_game_and_in_no_other():
    mine = mashed(SHARED, 1)
    verdict = checked(SHARED.bundle, me=[mine, f" {mine}\n"])
    assert "What you contributed is in it: 2 notes." in verdict.verified
    assert "no --me" not in verdict.text
    error = refusal(SHARED.bundle, me=[mine, f"{mine}?"])
    assert error.failure is Failure.NOT_MINE
    assert refusal(GAME.bundle, me=[mine]).failure is Failure.NOT_MINE


@pytest.mark.attack("T61")
def test_a_part_of_what_i_typed_is_not_what_i_typed():
    mine = mashed(SHARED, 1)
    assert refusal(SHARED.bundle, me=[mine[:-1]]).failure is Failure.NOT_MINE
    at, seat, level, value = mine.split(" ")
    for other in (f"{at} 0 {level} {value}", f"{at} {seat} pledge {value}",
                  f"{at.split('.')[0]}.99 {seat} {level} {value}"):  # fmt: skip
        assert refusal(SHARED.bundle, me=[other]).failure is Failure.NOT_MINE


@pytest.mark.parametrize(
    "text", ["", "\x1b[31m", "kjh", "1 1 mash kjh", "1.1 1 mash", "0.1 1 mash k", "1.1 1 luck k"]
)
def test_what_is_no_note_is_said_to_be_none(text):
    error = refusal(SHARED.bundle, me=[text])
    assert error.failure is Failure.BAD_NOTE
    assert "\x1b" not in str(error)


def test_the_values_of_chains_are_nobodys_own():
    freeze = next(row.pub for row in SHARED.rows if isinstance(row, FreezeRow))
    chain = next(each for each in freeze.given if each.level == "chain")
    note = f"{freeze.event}.{freeze.opening} {chain.seat} chain {chain.value}"
    assert refusal(SHARED.bundle, me=[note]).failure is Failure.NOT_MINE


def receipts_of(game, seat, end=None):
    """What a seat took home when the record had so many rows."""
    ledger = Ledger.resume(game.manifest, game.secret, game.rows[:end])
    for _ in replay(ledger, open_table(game.manifest, load_pebbles())):
        pass
    return receipts_bytes(ledger.rows, seat, ledger.commitments.openings(seat))


@pytest.mark.slow
@pytest.mark.parametrize("end", [12, 40, 80, None])
@pytest.mark.parametrize("seat", range(4))
def test_the_receipts_of_every_seat_fit_the_game_it_played(seat, end):
    verdict = checked(SHARED.bundle, receipts=receipts_of(SHARED, seat, end))
    name = SHARED.manifest.seats[seat].name
    assert any(line.startswith(f"The receipts of {name} fit it") for line in verdict.verified)
    assert "no --receipts" not in verdict.text


@pytest.mark.attack("T17")
def test_the_receipts_of_another_game_do_not_fit():
    other = record(4, SHARED.manifest)
    error = refusal(SHARED.bundle, receipts=receipts_of(other, 1))
    assert error.failure is Failure.OTHER_RECEIPT


def test_receipts_that_are_none_are_unusable():
    for source in (b"", b"{}", SHARED.bundle):
        assert refusal(SHARED.bundle, receipts=source).failure in UNUSABLE


# --- the host first --------------------------------------------------------------------


def choosing(game):
    """The rows of answers to a choice of several seats at once, outside of windows."""
    table = open_table(game.manifest, load_pebbles())
    ledger = Ledger.resume(game.manifest, game.secret, game.rows)
    pending = table.pending
    for row, _ in replay(ledger, table):
        several = isinstance(pending, ChooseAll) and not pending.window and len(pending.asked) > 1
        if several and row.type == "answer":
            yield row
        pending = table.pending


def host_and_next(manifest):
    """A game, and the answers of its host and of who came after it to a choice of both.

    Whether there is one hangs on the luck, and that on the very sources of the rules.
    """
    for seed in range(3, 40):
        game = record(seed, manifest)
        for one, two in pairwise(choosing(game)):
            if one.body.seat == 0 != two.body.seat:
                return game, one, two
    raise AssertionError("the host never chooses with others")


@pytest.mark.attack("T53")
def test_a_host_that_chose_after_somebody_else_is_found():
    for manifest in (GAME.manifest, SHARED.manifest):
        game, host, other = host_and_next(manifest)
        plain = json.loads(game.bundle)
        rows = plain["rows"]
        rows[host.seq], rows[other.seq] = rows[other.seq], rows[host.seq]
        error = refusal(forged(plain))
        assert (error.failure, error.seq) == (Failure.HOST_NOT_FIRST, host.seq)


@pytest.mark.attack("T53")
def test_a_host_that_did_not_sign_its_answer_before_the_others_chose_is_found():
    shared, host, other = host_and_next(SHARED.manifest)
    assert [row.type for row in shared.rows[host.seq + 1 : other.seq]] == ["checkpoint"]
    plain = json.loads(shared.bundle)
    del plain["rows"][host.seq + 1]
    error = refusal(forged(plain))
    assert (error.failure, error.seq) == (Failure.HOST_NOT_FIRST, host.seq + 1)


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
        (b'{"format":"rr1-bundle-1"}', Failure.OTHER_FORMAT),
        (b'{"format":["rr2-bundle-1"]}', Failure.OTHER_FORMAT),
        (b'{"format":"rr2-bundle-1"}', Failure.WRONG_SHAPE),
        (b'{"format":"rr2-bundle-1","manifest":{},"rows":[]}', Failure.WRONG_SHAPE),
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


@pytest.mark.parametrize("form", ["rr2-share-2", "rr2-bundle-9", "rr3-bundle-1"])
def test_a_file_of_a_later_version_says_so(form):
    error = refusal(canonical({"format": form}))
    assert error.failure is Failure.OTHER_FORMAT
    assert str(error).startswith(f"this is {form}: a later version of this program")


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch):
    monkeypatch.setattr(bundles, "LARGEST_BUNDLE", len(GAME.bundle) - 1)
    with pytest.raises(BadBundle) as refused:
        bundles.read_bundle(GAME.bundle)
    assert refused.value.failure is Failure.TOO_LARGE
    monkeypatch.setattr(bundles, "LARGEST_BUNDLE", len(GAME.bundle))
    assert bundles.read_bundle(GAME.bundle).manifest == GAME.manifest


few = settings(max_examples=1000 if LONG else 25)


@few
@given(st.integers(0, len(SHARED.bundle) - 1), st.integers(1, 255))
def test_no_byte_of_a_bundle_can_be_changed(at, flip):
    source = bytearray(SHARED.bundle)
    source[at] ^= flip
    assert isinstance(refusal(bytes(source)).failure, Failure)


@few
@given(st.integers(0, len(SHARED.bundle) - 1), st.integers(1, 40))
def test_no_bytes_of_a_bundle_can_be_dropped(at, count):
    assert isinstance(refusal(SHARED.bundle[:at] + SHARED.bundle[at + count :]).failure, Failure)


@pytest.mark.parametrize("fault", [ValueError, KeyError, AssertionError, RecursionError])
def test_a_fault_of_the_rules_is_named_as_one_and_not_held_against_the_host(fault):
    class Faulty(Pebbles):
        async def step(self, state):
            if state.turn == 2:
                raise fault("\x1b[31m")
            await super().step(state)

    with pytest.raises(VerifyError) as refused:
        checked(GAME.bundle, load_game=lambda game, deck=None: Faulty())
    assert refused.value.failure is Failure.RULES_FAULT
    assert isinstance(refused.value.__cause__, fault)
    assert "\x1b" not in str(refused.value)


# --- what a single copy cannot show ----------------------------------------------------


@pytest.mark.attack("T17")
def test_a_game_cut_short_passes_alone_and_shows_itself_beside_another_copy():
    for game in (GAME, SHARED):
        plain = json.loads(game.bundle)
        rows = plain["rows"]
        end = next(row.seq for row in game.rows[20:] if row.type == "answer")
        close = next(row.seq for row in game.rows if row.type == "close")
        rows[close]["pub"]["outcome"] = None
        plain["rows"] = rows[:end] + rows[close:]
        verdict = checked(forged(plain), game.rows[0].pub.commitment)
        assert verdict.outcome is None
        assert verdict.head != checked(game.bundle).head
        assert verdict.head in verdict.text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "about 10 seconds"), (75, "about 80 seconds"), (85, "about 2 minutes"),
     (170, "about 5 minutes"), (290, "about 5 minutes"), (301, "about 10 minutes"),
     (3700, "about 120 minutes")],
)  # fmt: skip
def test_two_measurements_of_one_game_are_mostly_said_alike(seconds, words):
    assert about(seconds) == words
