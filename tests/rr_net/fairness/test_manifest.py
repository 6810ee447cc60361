"""The manifest names the game, and says whether this installation can play it."""

import json

import pytest

from rr_net.fairness.base.errors import BadBundle, Failure, NotInstalled
from rr_net.fairness.base.levels import Slow
from rr_net.fairness.base.manifest import HostTerms, Seated, installed, open_table, read_manifest
from rr_net.fairness.base.parts import MOST_CARDS
from rr_rules import __version__
from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import FormerRules
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import TINY, manifest_of
from tests.support.rr_rules.pebbles import Pebbles, load_pebbles

DECK = ("mine.txt", b"red 9\nblue 9\n")


def changed(**fields):
    return manifest_of().model_copy(update=fields)


def refusal(manifest, load_game=load_pebbles):
    with pytest.raises(NotInstalled) as refused:
        open_table(manifest, installed(manifest, load_game))
    return refused.value


def test_a_manifest_is_read_as_it_was_written():
    manifest = manifest_of(deck=DECK, declared=(1, 2, 3))
    assert read_manifest(canonical(manifest.plain())) == manifest


def test_a_manifest_says_what_is_played_with():
    manifest = manifest_of(level="strict", declared=(1, 2, 3))
    assert manifest.cards == {"red": 6, "green": 6, "blue": 5, "white": 3}
    assert (manifest.fairness, manifest.slow) == ("strict", TINY["strict"])
    assert manifest.host_key == HOST.get_fingerprint()
    assert manifest.chained == (0, 2)
    assert manifest_of(host=HostTerms(seat=-1)).chained == (2,)


@pytest.mark.parametrize(
    "cards",
    [
        {"red": 6, "green": 6, "blue": 5},
        {"red": 7, "green": 5, "blue": 5, "white": 3},
        {"red": 6, "green": 6, "blue": 5, "white": 3, "black": 1},
    ],
)
@pytest.mark.attack("T13")
def test_other_cards_than_the_deck_has_are_refused(cards):
    assert refusal(changed(cards=cards)).failure is Failure.WRONG_CARDS


@pytest.mark.parametrize("field", sorted(manifest_of().plain()))
def test_a_manifest_that_differs_anywhere_names_another_game(field):
    manifest = manifest_of()
    others = {
        "seats": (*manifest.seats, Seated(name="New")),
        "options": {**manifest.options, "target": "13"},
        "declared": (1,),
        "deck_file": manifest_of(deck=DECK).deck_file,
        "host_seat": 1,
        "cards": {**manifest.cards, "red": 7},
        "fairness": "table",
        "slow": Slow(roll=16),
        "abandoned": ("ab" * 32,),
        "number": 7,
    }
    other = others.get(field, "other")
    assert changed(**{field: other}).gid != manifest.gid


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", "AB" * 32),
        ("nonce", "00" * 31),
        ("host_seat", 3),
        ("host_seat", True),
        ("declared", [1.5]),
        ("declared", [-1]),
        ("seats", []),
        ("fairness", "fair"),
        ("cards", {"red": 0}),
        ("cards", {"red": "6"}),
        ("slow", {"roll": -16, "segments": 16, "shuffle": 0}),
        ("abandoned", ["ab"]),
        ("extra", 1),
        ("options", {"target": 12}),
    ],
)
def test_a_malformed_manifest_is_refused_with_the_field_that_is_wrong(field, value):
    plain = json.loads(canonical(manifest_of().plain()))
    with pytest.raises(BadBundle, match=f"{field}|host's seat") as refused:
        read_manifest(json.dumps({**plain, field: value}).encode())
    assert refused.value.failure is Failure.WRONG_SHAPE


def test_another_version_is_refused_and_both_are_named():
    error = refusal(changed(version="9.9.9"))
    assert error.failure is Failure.OTHER_VERSION
    assert "9.9.9" in str(error)
    assert __version__ in str(error)


@pytest.mark.parametrize(
    ("field", "failure"), [("rules", Failure.OTHER_RULES), ("deck", Failure.OTHER_DECK)]
)
def test_other_rules_and_another_deck_are_refused_and_both_are_named(field, failure):
    error = refusal(changed(**{field: "ab" * 32}))
    assert error.failure is failure
    assert "ab" * 32 in str(error)
    assert getattr(manifest_of(), field) in str(error)


def test_rules_of_a_former_version_that_play_alike_are_as_good_as_ours(monkeypatch):
    old = FormerRules("0.0.9", manifest_of().game, "ab" * 32, "")
    monkeypatch.setattr("rr_rules.registry.FORMER", (old,))
    dealt = changed(version=old.version, rules=old.rules)
    assert (dealt.other_version, manifest_of().other_version) == (old.version, "")
    assert installed(dealt, load_pebbles).id == old.game
    for other, failure in (
        ({"version": "0.0.8"}, Failure.OTHER_VERSION),
        ({"version": __version__}, Failure.OTHER_RULES),
        ({"rules": "cd" * 32}, Failure.OTHER_VERSION),
        ({"deck": "ab" * 32}, Failure.OTHER_DECK),
    ):
        assert refusal(dealt.model_copy(update=other)).failure is failure


def test_a_hostile_version_is_shown_without_its_escapes():
    assert "\x1b" not in str(refusal(changed(version="\x1b]0;gotcha\x07")))


def test_an_owners_deck_travels_with_the_game():
    manifest = read_manifest(canonical(manifest_of(deck=DECK).plain()))
    assert installed(manifest, load_pebbles).cards({})[0].copies == 9
    assert manifest.deck == Pebbles(DECK[1]).digest()[1]


def test_an_owners_deck_that_was_altered_or_spoilt_is_refused():
    manifest = manifest_of(deck=DECK)
    for text, failure in (("red 9\nblue 8\n", Failure.OTHER_DECK), ("red", Failure.BAD_DECK)):
        file = manifest.deck_file.model_copy(update={"text": text})
        assert refusal(manifest.model_copy(update={"deck_file": file})).failure is failure


def test_an_unknown_game_is_refused():
    def load_nothing(game, deck=None):
        raise BadSetup(f"there is no game {game!r}")

    assert refusal(manifest_of(), load_nothing).failure is Failure.NO_SUCH_GAME


@pytest.mark.parametrize(
    "fields",
    [
        {"options": {}},
        {"options": {**manifest_of().options, "target": "no"}},
        {"options": {**manifest_of().options, "new": "1"}},
        {"declared": (1,)},
        {"seats": (Seated(name="Ann"),)},
    ],
)
def test_a_table_that_the_rules_would_never_have_opened_is_refused(fields):
    assert refusal(changed(**fields)).failure is Failure.BAD_SETUP


def test_a_deck_of_more_cards_than_a_record_may_have_is_never_dealt():
    rest = MOST_CARDS - 9
    assert sum(manifest_of(deck=("large.txt", b"red %d\nblue 9\n" % rest)).cards.values()) == 2**16
    with pytest.raises(BadSetup, match="a deck of 65537 cards: expected at most 65536"):
        manifest_of(deck=("large.txt", b"red %d\nblue 10\n" % rest))
