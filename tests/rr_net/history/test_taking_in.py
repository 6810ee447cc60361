"""Old records taken in: listed as what their verification says, and never rated."""

import pytest

from rr_net.history.book import book_in_memory
from rr_net.history.ratings import ratings_of
from rr_net.history.results import OWN_KEY
from rr_net.history.search import GameSearch
from rr_net.history.taking_in import TakingMeans, take_in
from rr_net.ssh.sshsig import check_signature
from rr_rules.registry import load_game
from tests.support.rr_net.pastgames import NOON, game
from tests.support.rr_net.recorded import KEYS, Seated, manifest_of, record

MEANS = TakingMeans(check_signature)


@pytest.fixture(scope="module")
def whole():
    """A finished game of Rune: its manifest and its bundle."""
    rules = load_game("rune")
    manifest = manifest_of(rules, 2, match="single")
    return manifest, record(4, manifest, rules).bundle


def taken(source, book=None, path="/old/bundle.json", means=MEANS):
    book = book or book_in_memory()
    return book, take_in(book, source, path, NOON, means)


def listed(book):
    return book.find(GameSearch(), 9)[1]


def test_a_record_that_holds_is_listed_and_changes_no_rating(whole):
    manifest, source = whole
    book, came = taken(source)
    [result] = listed(book)
    assert (came.came, came.problem) == ("new", "")
    assert result == came.result
    assert (result.gid, result.edition, result.state) == (manifest.gid, "Rune", "finished")
    assert (result.checked, result.is_ours, result.ended) == ("holds", False, NOON)
    assert result.folder == "/old/bundle.json"
    assert [each.name for each in result.seats] == ["Ann", "Robot"]
    assert result.seats[0].key == KEYS["Ann"].get_fingerprint()
    assert any(each.won for each in result.seats)
    assert ratings_of([result]) == ()


def test_a_game_is_taken_in_once_and_in_any_order(whole):
    _, source = whole
    book, _ = taken(source)
    _, again = taken(source, book, "/elsewhere.json")
    assert again.came == "known"
    assert len(listed(book)) == 1


def test_what_this_machine_has_dealt_is_known_better(whole):
    manifest, source = whole
    book = book_in_memory()
    ours = game(1, gid=manifest.gid)
    book.keep(ours)
    _, came = taken(source, book)
    assert came.came == "known"
    assert listed(book) == (ours,)


def test_a_record_that_does_not_verify_is_listed_as_such_and_counts_for_nothing(whole):
    _, source = whole
    forged = source.replace(b'"winners":[0]', b'"winners":[9]').replace(
        b'"winners":[1]', b'"winners":[0]'
    )
    forged = forged.replace(b'"winners":[9]', b'"winners":[1]')
    assert forged != source
    book, came = taken(forged)
    [result] = listed(book)
    assert (came.came, result.checked, result.state) == ("fails", "fails", "unread")
    assert came.problem == result.problem != ""
    assert not result.counts
    assert not any(each.won for each in result.seats)


def test_a_good_copy_takes_the_place_of_a_spoilt_one_and_never_the_other_way(whole):
    _, source = whole
    spoilt = source.replace(b'"seq":5', b'"seq":6', 1)
    book, first = taken(spoilt)
    assert first.came == "fails"
    assert taken(source, book)[1].came == "better"
    assert taken(spoilt, book)[1].came == "known"
    assert listed(book)[0].checked == "holds"


def test_a_game_of_another_version_is_listed_as_not_to_be_checked_here(whole):
    manifest, _ = whole
    other = manifest.model_copy(update={"version": "0.0.1"})
    source = record(4, other, load_game("rune")).bundle
    book, came = taken(source)
    [result] = listed(book)
    assert (came.came, result.checked, result.counts) == ("unchecked", "unchecked", False)
    assert "0.0.1" in result.problem


@pytest.mark.parametrize("source", [b"", b"{}", b"\xff\xfe", b'{"format":"rr2-receipts-2"}'])
def test_what_is_no_record_is_not_listed(source):
    book, came = taken(source)
    assert came.came == "no_record"
    assert listed(book) == ()


def test_the_own_terminal_of_another_host_is_not_ours_unless_the_host_is():
    rules = load_game("rune")
    bare = manifest_of(rules, 2)
    seats = (Seated(name="root", key=OWN_KEY), bare.seats[1])
    theirs = bare.model_copy(update={"seats": seats, "host_key": ""})
    source = record(4, theirs, rules).bundle
    _, came = taken(source)
    assert came.result.seats[0].key not in ("", OWN_KEY)
    mine = TakingMeans(check_signature, own_hosts=("",))
    _, came = taken(source, means=mine)
    assert came.result.seats[0].key == OWN_KEY


def test_names_are_cleaned_and_the_forgotten_stay_forgotten(whole):
    _, source = whole
    book = book_in_memory()
    book.forget(KEYS["Ann"].get_fingerprint())
    taken(source, book)
    [result] = listed(book)
    assert (result.seats[0].name, result.seats[0].key) == ("somebody", "")
    assert book.find(GameSearch(("ann",)), 9)[0] == 0


@pytest.mark.parametrize("far", [300_000_000_000, 2**70, -5])
def test_a_file_with_a_time_of_no_calendar_is_of_a_day_that_nobody_knows(whole, far):
    _, source = whole
    book = book_in_memory()
    assert take_in(book, source, "/old/bundle.json", far, MEANS).came == "new"
    assert listed(book)[0].ended == 0
