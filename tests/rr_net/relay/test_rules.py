"""What a relay allows, without a network: names, counts and bounds."""

from dataclasses import replace

import pytest

from rr_net.relay.book import SqliteBook
from rr_net.relay.names import certified_name
from rr_net.relay.rules import (
    A_DAY,
    HERE,
    CannotKeep,
    Listing,
    Originators,
    RelayLimits,
    RelayRefusal,
    Switchboard,
    read_listing,
)
from rr_net.ssh.gate import source_of
from tests.support.fakeclock import FakeClock

ANN, EVE = b"the key of ann", b"the key of eve"
MAPLE = str(certified_name("maple", ANN))
HOME = source_of("203.0.113.9")
NOON = 20_000 * A_DAY


class Days:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def days():
    return Days()


@pytest.fixture
def board(days):
    return Switchboard(RelayLimits(), SqliteBook(None), FakeClock(), days)


def offer(board, name=MAPLE, key=ANN, line="ann's line", port=22, source=HOME):
    return board.offer(name, port, key, line, source)


def refusal(call, *arguments, **named):
    with pytest.raises(RelayRefusal) as refused:
        call(*arguments, **named)
    return refused.value.kind


def test_a_guest_finds_a_table_by_its_name_alone(board):
    offer(board)
    table = board.enter(MAPLE, 22)
    assert (table.line, table.guests, board.guests) == ("ann's line", 1, 1)
    board.leave(table)
    assert board.guests == 0
    assert board.enter(MAPLE.upper(), 22) is table


@pytest.mark.parametrize(
    ("name", "port", "kind"),
    [("127.0.0.1", 22, "address"), ("example.org", 22, "address"), ("x" * 9000, 22, "address"),
     (MAPLE, 2222, "port"), (MAPLE, 0, "port"), ("oak", 22, "unknown")],
)  # fmt: skip
def test_what_is_no_table_is_refused(board, name, port, kind):
    offer(board)
    assert refusal(board.enter, name, port) == kind
    assert board.refused == {kind: 1}
    assert board.guests == 0


def test_a_table_that_is_known_but_not_here_is_said_to_be_away(board):
    offer(board)
    assert [str(name) for name in board.withdraw("ann's line")] == [MAPLE]
    with pytest.raises(RelayRefusal, match=f"{MAPLE} is away") as refused:
        board.enter(MAPLE, 22)
    assert refused.value.kind == "away"


def test_a_host_that_comes_back_takes_the_place_of_its_lost_line(board):
    assert offer(board) is None
    assert offer(board, line="ann's second line") == "ann's line"
    assert board.withdraw("ann's line") == []
    assert board.enter(MAPLE, 22).line == "ann's second line"


def test_a_name_that_certifies_itself_is_nobody_elses(board):
    assert refusal(offer, board, key=EVE) == "name"
    offer(board)
    assert refusal(offer, board, key=EVE) == "name"
    assert board.enter(MAPLE, 22).line == "ann's line"


def test_the_whole_key_is_pinned_so_that_eighty_bits_alone_do_not_do(board, monkeypatch):
    offer(board)
    board.withdraw("ann's line")
    monkeypatch.setattr("rr_net.relay.names.code_of", lambda key: MAPLE.partition("-")[2])
    assert refusal(offer, board, key=EVE) == "name"
    offer(board)


def test_a_friendly_name_is_kept_for_who_took_it_first_until_a_month_has_passed(board, days):
    offer(board, "maple")
    board.withdraw("ann's line")
    days.now += 30 * A_DAY
    assert refusal(offer, board, "maple", EVE) == "name"
    offer(board, "maple")
    board.withdraw("ann's line")
    days.now += 30 * A_DAY + 1
    offer(board, "maple", EVE, line="eve's line")
    assert refusal(offer, board, "maple", ANN) == "name"


def test_a_friendly_name_is_not_lost_while_its_table_is_there(board, days):
    offer(board, "maple")
    days.now += 60 * A_DAY
    assert refusal(offer, board, "maple", EVE) == "name"


def test_a_key_has_so_many_tables_each_with_a_friendly_name(board):
    for word in ("one", "two", "three"):
        offer(board, str(certified_name(word, ANN)))
        offer(board, word)
    assert refusal(offer, board, str(certified_name("four", ANN))) == "full"
    offer(board, str(certified_name("one", ANN)), line="again")


def test_a_relay_and_a_table_have_an_end(board):
    board.change_limits(replace(RelayLimits(), tables=1, guests_per_table=2))
    offer(board)
    assert refusal(offer, board, str(certified_name("maple", EVE)), EVE) == "full"
    board.enter(MAPLE, 22)
    first = board.enter(MAPLE, 22)
    assert refusal(board.enter, MAPLE, 22) == "full"
    board.leave(first)
    board.enter(MAPLE, 22)


def test_one_source_cannot_take_all_places_at_a_table(board):
    offer(board)
    limits = board.limits
    there = [board.enter(MAPLE, 22, HERE, "fd01::1") for _ in range(limits.guests_per_source)]
    assert refusal(board.enter, MAPLE, 22, HERE, "fd01::1") == "full"
    for number in range(limits.guests_per_table - limits.guests_per_source):
        board.enter(MAPLE, 22, HERE, f"fd02::{number}")
    assert refusal(board.enter, MAPLE, 22, HERE, "fd03::1") == "full"
    board.leave(there.pop(), "fd01::1")
    board.enter(MAPLE, 22, HERE, "fd01::1")


def test_new_names_have_an_end_a_day_and_a_source_and_old_ones_come_back(board, days):
    board.change_limits(replace(RelayLimits(), new_names_a_day=3, new_names_per_source=2))
    keys = [b"key %d" % number for number in range(6)]
    names = [str(certified_name("maple", key)) for key in keys]
    elsewhere = source_of("198.51.100.7")
    offer(board, names[0], keys[0], 0)
    offer(board, names[1], keys[1], 1)
    assert refusal(offer, board, names[2], keys[2], 2) == "names"
    offer(board, names[2], keys[2], 2, source=elsewhere)
    assert refusal(offer, board, names[3], keys[3], 3, source=elsewhere) == "names"
    board.withdraw(0)
    offer(board, names[0], keys[0], 0)
    days.now += A_DAY + 1
    offer(board, names[3], keys[3], 3, source=elsewhere)


def test_who_is_banned_by_name_is_refused_and_known_no_more(board):
    offer(board)
    board.withdraw("ann's line")
    board.book.ban(MAPLE, NOON)
    assert refusal(offer, board) == "banned"
    assert refusal(board.enter, MAPLE, 22) == "unknown"
    assert board.book.unban(MAPLE)
    offer(board)


def test_a_relay_that_drains_takes_neither_tables_nor_guests(board):
    offer(board)
    board.is_draining = True
    assert refusal(offer, board, line="again") == "draining"
    assert refusal(board.enter, MAPLE, 22) == "draining"


def test_handshakes_have_a_pace(days):
    clock = FakeClock()
    limits = replace(RelayLimits(), handshakes_a_second=2, handshakes_at_once=3)
    board = Switchboard(limits, SqliteBook(None), clock, days)
    assert [board.may_greet() for _ in range(5)] == [True] * 3 + [False] * 2
    clock.advance(1)
    assert [board.may_greet() for _ in range(3)] == [True, True, False]


def test_a_public_table_is_listed_under_the_name_that_certifies_itself(board):
    offer(board)
    offer(board, "maple")
    board.describe("ann's line", Listing("rune", 4, 2, "normal"))
    assert board.listed() == [(MAPLE, Listing("rune", 4, 2, "normal"))]
    board.describe("ann's line", None)
    assert board.listed() == []


@pytest.mark.parametrize(
    "found",
    [None, [], {}, {"game": "rune", "seats": 2, "free": 3, "pace": ""}, "x",
     {"game": 1, "seats": 2, "free": 1, "pace": ""},
     {"game": "rune", "seats": 1000, "free": 1, "pace": ""}],
)  # fmt: skip
def test_what_a_host_says_of_itself_is_read_with_care(found):
    assert read_listing(found) is None


def test_a_listing_is_clean():
    said = {"game": "ru\x1b[2Jne" * 40, "seats": 4, "free": 2, "pace": "normal\n" * 9}
    listing = read_listing(said)
    assert "\x1b" not in listing.game
    assert "\n" not in listing.pace
    assert len(listing.game) == 24


def test_an_originator_is_a_keyed_hash_that_is_new_each_day(days):
    keys = iter([b"monday", b"tuesday"])
    originators = Originators(lambda: next(keys), days)
    monday = originators.of(HOME)
    assert monday.startswith("fd")
    assert originators.of(HOME) == monday
    other = originators.of(source_of("203.0.113.10"))
    assert source_of(other) != source_of(monday)
    days.now += A_DAY
    assert originators.of(HOME) != monday
    assert "monday" not in repr(originators)


def test_the_book_outlives_the_relay_and_forgets_friendly_names_alone(tmp_path):
    book = SqliteBook(tmp_path)
    book.pin(MAPLE, ANN, 10)
    book.pin("maple", ANN, 10)
    book.ban("SHA256:x", 10)
    book.close()
    book = SqliteBook(tmp_path)
    assert book.owner(MAPLE) == (ANN, 10)
    assert book.bans() == ["SHA256:x"]
    assert book.forget_before(11) == 1
    assert book.owner("maple") is None
    assert book.owner(MAPLE) is not None
    book.close()


def test_a_book_that_cannot_be_read_is_said_in_words(tmp_path):
    (tmp_path / "relay.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(CannotKeep, match=r"relay\.db"):
        SqliteBook(tmp_path)


def test_a_friendly_name_is_not_forgotten_while_its_table_is_there_all_the_time(board, days):
    offer(board, "maple")
    for _ in range(60):
        days.now += A_DAY
        board.forget_lapsed()
    # The relay is killed: nobody has withdrawn the name.
    again = Switchboard(RelayLimits(), board.book, FakeClock(), days)
    assert refusal(offer, again, "maple", EVE) == "name"
    days.now += 30 * A_DAY + 1
    again.forget_lapsed()
    assert offer(again, "maple", EVE) is None


class FullBook(SqliteBook):
    """A book whose disk has no room any more."""

    is_full = False

    def pin(self, name, key, now):
        if self.is_full:
            raise CannotKeep("cannot use relay.db: database or disk is full")
        super().pin(name, key, now)


def test_where_the_book_cannot_be_written_known_names_go_on_and_new_ones_are_refused(days):
    board = Switchboard(RelayLimits(), FullBook(None), FakeClock(), days)
    offer(board)
    board.book.is_full = True
    assert [str(name) for name in board.withdraw("ann's line")] == [MAPLE]
    assert refusal(board.enter, MAPLE, 22) == "away"
    offer(board)
    assert board.enter(MAPLE, 22).line == "ann's line"
    assert refusal(offer, board, "maple") == "book"
    with pytest.raises(CannotKeep, match="cannot use"):
        board.forget_lapsed()


def test_where_the_book_cannot_be_read_hosts_are_refused_in_words(board):
    offer(board)
    board.book.close()
    assert refusal(offer, board) == "book"
    assert board.is_unwanted("SHA256:x")
    board.withdraw("ann's line")
    assert refusal(board.enter, MAPLE, 22) == "unknown"


def test_a_name_is_admitted_before_anybody_else_is_asked_and_counted_once(board):
    board.change_limits(replace(RelayLimits(), new_names_per_source=1))
    assert str(board.admit(MAPLE, 22, ANN, HOME)) == MAPLE
    assert refusal(board.admit, "maple", 22, ANN, HOME) == "names"
    assert board.put(MAPLE, ANN, "ann's line") is None
    offer(board)
