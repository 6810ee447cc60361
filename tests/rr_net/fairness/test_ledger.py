"""The ledger: a chain whose hidden parts are sealed, dealt from the secret and counters alone."""

import random

import pytest

from rr_net.fairness.base.errors import BadRow, ChainUsedUp, Failure
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.manifest import open_table
from rr_net.fairness.base.rows import AnswerRow, CommitRow, RollRow, ShuffleRow, entry_of
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.replay import asked_faces, replay
from rr_rules.kernel.game import Outcome
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.transcript import Answer, Arrange, Remove, canonical
from tests.support.rr_net.recorded import Player, checked, close, manifest_of, play_on, record
from tests.support.rr_rules.pebbles import load_pebbles

SHUFFLE = Shuffle((("bag", tuple(range(9))),))
FACES = (("red",) * 5 + ("blue",) * 4,)
LONG = {"turn_cap": "200", "target": "99"}


def opened(key=b"r"):
    manifest = manifest_of()
    ledger = Ledger(manifest, Secret(key * 32, manifest.gid))
    ledger.take(ledger.opening())
    return ledger


def take(ledger, entry):
    row = ledger.row(entry)
    ledger.take(row)
    return row


def dealt(ledger, request, faces=()):
    row, _ = ledger.chance(request, faces)
    ledger.take(row)
    return row


def result(ledger, request=SHUFFLE, faces=FACES):
    return ledger.chance(request, faces)[1]


def test_each_row_names_the_hash_of_the_one_before_and_the_first_the_game():
    game = record(3, manifest_of(level="table"))
    assert game.rows[0].prev == game.manifest.gid
    for before, row in zip(game.rows, game.rows[1:], strict=False):
        assert row.prev == hashed(Tag.ENTRY, canonical(before.public())).hex()
    assert [row.seq for row in game.rows] == list(range(len(game.rows)))


def test_rows_stand_for_the_entries_that_they_were_built_from():
    ledger = opened()
    entries = [Answer(1, 4), Arrange(0, "hand", (2, 0, 1)), Remove(2)]
    assert [entry_of(take(ledger, entry)) for entry in entries] == entries


def test_a_chance_is_the_same_until_its_row_is_taken_and_then_another():
    ledger = opened()
    row, first = ledger.chance(SHUFFLE, FACES)
    assert result(ledger) == first
    ledger.take(row)
    assert result(ledger) != first


def test_a_row_that_is_not_taken_leaves_the_ledger_where_it_was():
    ledger = opened()
    before = (ledger.seq, ledger.head, result(ledger, Roll(6, "die")), ledger.note)
    ledger.row(Answer(0, 0))
    ledger.chance(Roll(6, "die"), ())
    ledger.chance(SHUFFLE, FACES)
    ledger.drop()
    assert (ledger.seq, ledger.head, result(ledger, Roll(6, "die")), ledger.note) == before
    assert ledger.commitments.change(1, ()) is None


@pytest.mark.attack("T52")
def test_nothing_that_is_played_steers_what_comes():
    calm, busy = opened(), opened()
    for entry in (Answer(0, 3), Arrange(0, "hand", (1, 0)), Answer(0, 1), Remove(2)):
        take(busy, entry)
    dealt(busy, Shuffle((("other", (1, 2)),)), (("red", "red"),))
    assert busy.head != calm.head
    assert result(busy) == result(calm)
    assert result(busy, SHUFFLE, (FACES[0][::-1],)) == result(calm)
    one, other = (result(ledger, Roll(10**9, "this")) for ledger in (busy, calm))
    assert one == other


def test_piles_of_one_event_are_shuffled_apart_and_count_their_own_epochs():
    ledger = opened()
    cards, faces = tuple(range(30)), ("red",) * 30
    request = Shuffle((("bag", cards), ("other", cards)))
    row, orders = ledger.chance(request, (faces, faces))
    assert len(set(orders)) == 2
    ledger.take(row)
    assert [pile.epoch for pile in row.pub.piles] == [0, 0]
    assert [pile.epoch for pile in dealt(ledger, SHUFFLE, FACES).pub.piles] == [1]
    again, _ = ledger.chance(request, (faces, faces))
    assert [pile.epoch for pile in again.pub.piles] == [2, 1]


def test_what_a_shuffle_says_of_its_cards_is_in_its_new_order():
    row, (order,) = opened().chance(SHUFFLE, FACES)
    assert row.body.faces[0] == tuple(FACES[0][at] for at in order)


def test_counters_go_on_after_a_resume_and_no_draw_comes_twice():
    game = record(11, manifest_of(seats=5, **LONG))
    rolls = [row for row in game.rows if isinstance(row, RollRow)]
    shuffles = [row for row in game.rows if isinstance(row, ShuffleRow)]
    assert [row.pub.t for row in rolls] == [i + 1 for i in range(len(rolls))]
    assert [row.pub.piles[0].epoch for row in shuffles] == list(range(len(shuffles)))
    assert len(shuffles) > 1
    links = [row.pub.link for row in rolls]
    assert len(set(links)) == len(links)
    for row in rolls[::9]:
        resumed = Ledger.resume(game.manifest, game.secret, game.rows[: row.seq])
        assert resumed.chance(Roll(row.pub.sides, row.pub.label), ())[0] == row


def test_a_game_with_more_rolls_than_its_chain_has_links_is_stopped_by_name():
    ledger = opened()
    ledger.chances.rolls = 4096
    with pytest.raises(ChainUsedUp):
        ledger.chance(Roll(6, "die"), ())


# --- after a crash ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("level", ["solo", "table"])
def test_a_game_that_is_resumed_at_any_row_ends_as_if_nothing_had_happened(level):
    manifest = manifest_of(level=level, target="4")
    cuts = [cut for cut, row in enumerate(record(5, manifest).rows) if may_crash_before(row)]
    for cut in cuts[::3]:
        whole, ledger, table, dice = halves(manifest, cut)
        if ledger.events.opened is not None and ledger.events.frozen is None:
            continue  # it is opened anew: nobody's keys are used that came before
        play_on(ledger, table, dice)
        close(ledger, table, lambda row: None)
        assert ledger.rows == whole.rows


@pytest.mark.attack("T67")
def test_a_game_that_is_resumed_in_a_window_says_that_it_was_opened_again():
    manifest = manifest_of(level="table", target="4")
    cut = next(row.seq for row in record(5, manifest).rows if row.type == "freeze")
    _, ledger, table, dice = halves(manifest, cut)
    opening = ledger.events.opening
    play_on(ledger, table, dice, cut + 3)
    kinds = [row.type for row in ledger.rows[cut : cut + 3]]
    assert kinds == ["reopen", "checkpoint", "freeze"]
    assert ledger.rows[cut + 2].pub.opening > opening
    close(ledger, table, lambda row: None)
    verdict = checked(bundle_bytes(manifest, ledger.rows))
    assert verdict.tally.reopened[0][0] == 1
    assert "Why the host's program stopped in the window of random event 1" in verdict.text


def may_crash_before(row):
    """Whether a journal may end before this row: what is kept at once is kept or not."""
    return row.seq > 0 and not isinstance(row, CommitRow)


def halves(manifest, cut):
    """A whole game; and a ledger and a table that were resumed at `cut`, with dice that go on."""
    states = {}
    dice = random.Random(5)
    secret = Secret(bytes([5]) * 32, manifest.gid)
    ledger, table = Ledger(manifest, secret), open_table(manifest, load_pebbles())
    ledger.take(ledger.opening())
    steps = Player(ledger, table, dice, lambda row: None, removals=False).steps()
    states[ledger.seq] = dice.getstate()
    for seq in steps:
        states[seq] = dice.getstate()
    close(ledger, table, lambda row: None)
    start = max(seq for seq in states if seq <= cut)
    resumed = Ledger.resume(manifest, secret, ledger.rows[:start])
    again = open_table(manifest, load_pebbles())
    for _ in replay(resumed, again):
        pass
    dice.setstate(states[start])
    return ledger, resumed, again, dice


def test_what_was_promised_comes_back_with_the_replay_and_what_is_missing_is_built():
    game = record(3, manifest_of(level="table"))
    for cut in [row.seq for row in game.rows if isinstance(row, CommitRow)][:12]:
        ledger = Ledger.resume(game.manifest, game.secret, game.rows[:cut])
        table = open_table(game.manifest, load_pebbles())
        for _ in replay(ledger, table):
            pass
        assert ledger.commit(zones(table)) == game.rows[cut]
        ledger.take(game.rows[cut])
        assert ledger.commit(zones(table)) is None


def zones(table):
    return hidden_zones(table.game, table.state)


def test_a_resumed_seat_can_show_what_it_could_before():
    manifest = manifest_of(level="table")
    ledger = Ledger(manifest, Secret(b"r" * 32, manifest.gid))
    ledger.take(ledger.opening())
    play_on(ledger, open_table(manifest, load_pebbles()), random.Random(1), 40)
    resumed = Ledger.resume(manifest, ledger.secret, ledger.rows)
    for _ in replay(resumed, open_table(manifest, load_pebbles())):
        pass
    for seat in range(3):
        openings = ledger.commitments.openings(seat)
        assert resumed.commitments.openings(seat) == openings
        assert {opening.owner for opening in openings} == {-1, seat}


def test_a_resume_refuses_rows_of_another_secret_and_rows_out_of_place():
    game = record(3)
    other = Secret(b"x" * 32, game.manifest.gid)
    with pytest.raises(BadRow) as refused:
        Ledger.resume(game.manifest, other, game.rows)
    assert refused.value.failure is Failure.WRONG_SECRET
    with pytest.raises(BadRow) as refused:
        Ledger.resume(game.manifest, game.secret, [*game.rows[:5], *game.rows[6:]])
    assert (refused.value.failure, refused.value.seq) == (Failure.OUT_OF_ORDER, 5)


def test_nothing_follows_the_last_row_but_one_signature():
    ledger = opened()
    ledger.take(ledger.closing(Outcome((1,), "points")))
    assert ledger.is_closed
    with pytest.raises(BadRow) as refused:
        ledger.row(Answer(0, 0))
    assert refused.value.failure is Failure.AFTER_CLOSE
    signed = record(3, manifest_of(level="table"))
    ledger = Ledger.resume(signed.manifest, signed.secret, signed.rows)
    assert ledger.is_closed
    with pytest.raises(BadRow) as refused:
        ledger.checkpoint("AAAA")
    assert refused.value.failure is Failure.AFTER_CLOSE


# --- what is hidden --------------------------------------------------------------------


@pytest.mark.attack("T37")
def test_the_public_form_of_a_choice_tells_neither_seat_nor_option():
    ledger = opened()
    rows = [ledger.row(Answer(seat, option)) for seat in range(4) for option in range(9)]
    told = {canonical(row.public() | {"sealed": ""}) for row in rows}
    assert len(told) == 1
    assert len({row.sealed for row in rows}) == len(rows)


@pytest.mark.attack("T10")
def test_a_seal_cannot_be_opened_by_trying_every_choice():
    row = opened().row(Answer(2, 7))
    bodies = [
        {"by": "", "option": o, "seat": s, "signed": None} for s in range(8) for o in range(100)
    ]
    guesses = [hashed(Tag.SEAL, canonical(body)).hex() for body in bodies]
    assert row.sealed not in guesses
    # Without its salt the seal would have been found: the guesses hold the right body.
    assert hashed(Tag.SEAL, canonical(row.body.plain())).hex() in guesses


@pytest.mark.rule("RR-HID-08")
@pytest.mark.parametrize("level", ["solo", "table"])
def test_until_the_close_nothing_hidden_is_in_the_public_rows_and_then_every_hash_opens(level):
    game = record(3, manifest_of(level=level))
    close_at = next(row.seq for row in game.rows if row.type == "close")
    public = b"\n".join(canonical(row.public()) for row in game.rows[:close_at])
    assert game.secret.reveal().hex().encode() not in public
    assert not any(name in public for name in (b"body", b"option", b"orders", b"faces"))
    opened_secret = Secret(bytes.fromhex(game.rows[close_at].pub.secret), game.manifest.gid)
    assert opened_secret.commitment == game.rows[0].pub.commitment
    assert Ledger.resume(game.manifest, opened_secret, game.rows).is_closed


@pytest.mark.rule("RR-HID-09")
def test_each_reform_logs_a_commitment_of_its_own_while_its_deck_still_waits():
    game = record(11, manifest_of(seats=5, **LONG))
    ledger = Ledger(game.manifest, game.secret)
    table = open_table(game.manifest, load_pebbles())
    published = []
    for row in game.rows:
        if isinstance(row, ShuffleRow):
            built, _ = ledger.chance(table.pending, asked_faces(table))
            assert built == row
            published.append(built.pub.piles[0].root)
        if entry_of(row) is not None:
            table.apply(entry_of(row))
        ledger.take(row)
    assert len(set(published)) == len(published) > 1


def test_a_row_never_shows_its_body_when_it_is_printed():
    ledger = opened()
    row = ledger.row(Arrange(3, "fence", (2, 1, 0)))
    assert isinstance(ledger.row(Answer(0, 1)), AnswerRow)
    for shown in (repr(row), str(row), f"{[row]}", repr(dealt(ledger, SHUFFLE, FACES))):
        assert "body" not in shown
        assert "fence" not in shown
        assert "orders" not in shown
        assert "red" not in shown
