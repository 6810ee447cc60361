"""The ledger: a chain whose hidden parts are sealed, dealt from the secret and counters alone."""

import pytest

from rr_net.fairness.errors import BadRow, Failure
from rr_net.fairness.hash import Tag, hashed
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import open_table
from rr_net.fairness.rows import AnswerRow, RollRow, ShuffleRow, entry_of, request_of
from rr_net.fairness.secret import Secret
from rr_rules.game import Outcome
from rr_rules.requests import Roll, Shuffle
from rr_rules.transcript import Answer, Arrange, Chance, Remove, canonical
from tests.support.pebbles import load_pebbles
from tests.support.recorded import manifest_of, record

SHUFFLE = Shuffle((("bag", 9),))


def opened(key=b"r"):
    manifest = manifest_of()
    ledger = Ledger(manifest, Secret(key * 32, manifest.gid))
    ledger.take(ledger.opening())
    return ledger


def take(ledger, entry, request=None):
    row = ledger.row(entry, request)
    ledger.take(row)
    return row


def dealt(ledger, request):
    return take(ledger, Chance(ledger.deal(request)), request)


def test_each_row_names_the_hash_of_the_one_before_and_the_first_the_game():
    game = record(3)
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
    first = ledger.deal(SHUFFLE)
    row = ledger.row(Chance(first), SHUFFLE)
    assert ledger.deal(SHUFFLE) == first
    ledger.take(row)
    assert ledger.deal(SHUFFLE) != first


def test_a_row_that_is_not_taken_leaves_the_ledger_where_it_was():
    ledger = opened()
    before = (ledger.seq, ledger.head, ledger.deal(Roll(6, "die")))
    ledger.row(Answer(0, 0))
    ledger.row(Chance(ledger.deal(Roll(6, "die"))), Roll(6, "die"))
    assert (ledger.seq, ledger.head, ledger.deal(Roll(6, "die"))) == before


def test_a_chance_that_the_secret_does_not_give_is_no_row():
    ledger = opened()
    other = tuple(reversed(ledger.deal(SHUFFLE)[0]))
    with pytest.raises(BadRow, match="from card") as refused:
        ledger.row(Chance((other,)), SHUFFLE)
    assert (refused.value.failure, refused.value.pile) == (Failure.WRONG_SHUFFLE, "bag")


@pytest.mark.attack("T52")
def test_nothing_that_is_played_steers_what_comes():
    calm, busy = opened(), opened()
    for entry in (Answer(0, 3), Arrange(0, "hand", (1, 0)), Answer(0, 1), Remove(2)):
        take(busy, entry)
    dealt(busy, Shuffle((("other", 9),)))
    assert busy.head != calm.head
    assert busy.deal(SHUFFLE) == calm.deal(SHUFFLE)
    assert busy.deal(Roll(10**9, "this")) == calm.deal(Roll(10**9, "that"))


def test_piles_of_one_event_and_of_one_label_are_shuffled_apart():
    ledger = opened()
    orders = ledger.deal(Shuffle((("bag", 30), ("bag", 30), ("other", 30))))
    assert len(set(orders)) == 3
    row = take(ledger, Chance(orders), Shuffle((("bag", 30), ("bag", 30), ("other", 30))))
    assert [pile.epoch for pile in row.pub.piles] == [0, 1, 0]
    assert [pile.epoch for pile in dealt(ledger, SHUFFLE).pub.piles] == [2]


def test_counters_go_on_after_a_resume_and_no_draw_comes_twice():
    game = record(11, manifest_of(seats=5, turn_cap="200", target="99"))
    rolls = [row.pub.t for row in game.rows if isinstance(row, RollRow)]
    epochs = [row.pub.piles[0].epoch for row in game.rows if isinstance(row, ShuffleRow)]
    assert rolls == list(range(len(rolls)))
    assert epochs == list(range(len(epochs)))
    assert len(epochs) > 1
    chances = [row for row in game.rows if isinstance(row, RollRow | ShuffleRow)]
    for row in chances[::9]:
        resumed = Ledger.resume(game.manifest, game.secret, game.rows[: row.seq])
        assert Chance(resumed.deal(request_of(row))) == entry_of(row)


@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("cut", [1, 2, 30, 55])
def test_a_resumed_game_goes_on_as_if_nothing_had_happened(cut):
    game = record(3)
    ledger = Ledger.resume(game.manifest, game.secret, game.rows[:cut])
    table = open_table(game.manifest, load_pebbles())
    for row in game.rows[1:cut]:
        table.apply(entry_of(row))
    for row in game.rows[cut:-1]:
        request = table.pending if isinstance(table.pending, Shuffle | Roll) else None
        assert ledger.row(entry_of(row), request) == row
        table.apply(entry_of(row))
        ledger.take(row)
    assert ledger.closing(table.outcome) == game.rows[-1]


def test_a_resume_refuses_rows_of_another_secret_and_rows_out_of_place():
    game = record(3)
    other = Secret(b"x" * 32, game.manifest.gid)
    with pytest.raises(BadRow) as refused:
        Ledger.resume(game.manifest, other, game.rows)
    assert refused.value.failure is Failure.WRONG_SECRET
    with pytest.raises(BadRow) as refused:
        Ledger.resume(game.manifest, game.secret, [*game.rows[:5], *game.rows[6:]])
    assert (refused.value.failure, refused.value.seq) == (Failure.OUT_OF_ORDER, 5)


def test_nothing_follows_the_last_row():
    ledger = opened()
    ledger.take(ledger.closing(Outcome((1,), "points")))
    assert ledger.is_closed
    with pytest.raises(BadRow) as refused:
        ledger.take(ledger.row(Answer(0, 0)))
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
    bodies = [{"option": o, "seat": s} for s in range(8) for o in range(100)]
    guesses = [hashed(Tag.SEAL, canonical(body)).hex() for body in bodies]
    assert row.sealed not in guesses
    # Without its salt the seal would have been found: the guesses hold the right body.
    assert hashed(Tag.SEAL, canonical(row.body.plain())).hex() in guesses


@pytest.mark.rule("RR-HID-08")
def test_until_the_close_nothing_hidden_is_in_the_public_rows_and_then_every_hash_opens():
    game = record(3)
    *played, close = game.rows
    public = b"\n".join(canonical(row.public()) for row in played)
    assert game.secret.reveal().hex().encode() not in public
    assert not any(name in public for name in (b"body", b"option", b"orders", b"seat", b"hand"))
    opened_secret = Secret(bytes.fromhex(close.pub.secret), game.manifest.gid)
    assert opened_secret.commitment == game.rows[0].pub.commitment
    assert Ledger.resume(game.manifest, opened_secret, game.rows).is_closed


@pytest.mark.rule("RR-HID-09")
def test_each_reform_logs_a_commitment_of_its_own_while_its_deck_still_waits():
    game = record(11, manifest_of(seats=5, turn_cap="200", target="99"))
    ledger = Ledger(game.manifest, game.secret)
    table = open_table(game.manifest, load_pebbles())
    published = []
    for row in game.rows:
        if isinstance(row, ShuffleRow):
            built = ledger.row(Chance(ledger.deal(table.pending)), table.pending)
            published.append(built.public()["pub"]["piles"][0]["order"])
            assert isinstance(table.pending, Shuffle)
        if entry_of(row) is not None:
            table.apply(entry_of(row))
        ledger.take(row)
    assert len(set(published)) == len(published) > 1


def test_an_order_is_hashed_with_a_salt_that_only_the_secret_gives():
    row = dealt(opened(), SHUFFLE)
    assert row.pub.piles[0].order != dealt(opened(b"q"), SHUFFLE).pub.piles[0].order
    unsalted = hashed(Tag.ORDER, canonical(row.body.orders[0])).hex()
    assert row.pub.piles[0].order != unsalted


def test_a_row_never_shows_its_body_when_it_is_printed():
    ledger = opened()
    row = ledger.row(Arrange(3, "fence", (2, 1, 0)))
    assert isinstance(ledger.row(Answer(0, 1)), AnswerRow)
    for shown in (repr(row), str(row), f"{[row]}", repr(dealt(ledger, SHUFFLE))):
        assert "body" not in shown
        assert "fence" not in shown
        assert "orders" not in shown
