"""Attacks by a verifier that lies, and by whoever reads all that is public (T22, T37)."""

import importlib.util
import json
import re
from itertools import chain
from pathlib import Path

import pytest

from rr_net.fairness.base.rows import SealedRow, ShuffleRow
from rr_net.fairness.proof.replay import Replay
from rr_rules.kernel.transcript import canonical
from tests.rr_net.fairness.test_attacks_cards import LUCKY, at_the_first_roll, rolled_with
from tests.rr_net.fairness.test_attacks_contributions import arranged
from tests.rr_net.fairness.test_attacks_slow import made_up
from tests.support.rr_net.cheating import Host, Story, failure_of
from tests.support.rr_net.recorded import TINY

PAGE = Path(__file__).parents[3] / "docs" / "verify_minimal.py"
FLOORS = {level: {"shuffle": work.shuffle, "roll": work.roll} for level, work in TINY.items()}


@pytest.fixture(scope="module")
def second():
    """What the second verifier calls the first thing that is wrong; None where nothing is."""
    spec = importlib.util.spec_from_file_location("verify_minimal", PAGE)
    minimal = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(minimal)

    def failure(source):
        try:
            minimal.check(source, full=True, floors=FLOORS)
        except minimal.Wrong as wrong:
            return wrong.failure
        return None

    return failure


# --- T22 -----------------------------------------------------------------------------------


def other_secret():
    return Story(Host, secret=LUCKY, promise=Story(Host).ledger.promise).played()


def other_order():
    story = Story(Host).opened()
    story.deals(arranged(story, (3, 2, 1, 0)))
    return story.closed()


def skipped_link():
    story = at_the_first_roll(rolled_before=1)
    story.deals(story.ledger.freeze(story.given()))
    return story.played()


def invented_link():
    return rolled_with("ab" * 32)[0].played()


def card_twice():
    story = Story(Host)
    faces = story.table.state.faces
    white, red = faces.index("white"), faces.index("red")
    story.table.state.faces = [*faces[:white], faces[red], *faces[white + 1 :]]
    return story.played()


CHEATS = (other_secret, other_order, skipped_link, invented_link, card_twice, made_up)


@pytest.mark.attack("T22")
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_verifier_with_a_back_door_is_contradicted_by_the_second_one(cheat, second, monkeypatch):
    source = cheat()
    honest = failure_of(source, full=True)
    assert second(source) == honest
    assert honest is not None
    # Control: whoever has only the lying one is told that all is well.
    monkeypatch.setattr(Replay, "follow", lambda self, row, look: self.ledger.rows.append(row))
    monkeypatch.setattr("rr_net.fairness.proof.verify.check_segments", lambda *_: None)
    assert failure_of(source, full=True) is None
    assert second(source) == honest


@pytest.mark.attack("T22")
def test_the_second_verifier_does_not_cry_wolf_nor_import_anything_of_ours(second):
    assert second(Story(Host).played()) is None
    imports = re.findall(r"^(?:import|from) (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert not [line for line in imports if "rr_" in line]


# --- T37 -----------------------------------------------------------------------------------


def faces_in(text):
    return {face for face in ("red", "blue", "green", "white") if f'"{face}"'.encode() in text}


@pytest.mark.attack("T37")
def test_a_watcher_who_reads_the_record_before_it_is_opened_finds_no_hidden_card():
    story = Story(Host)
    rows = story.until(lambda: story.ledger.seq >= 30).ledger.rows
    assert len({type(row) for row in rows if isinstance(row, SealedRow)}) >= 3
    for row in rows:
        shown = row.public()
        lists = [shown["pub"].get(name, ()) for name in ("opened", "entered")]
        assert faces_in(canonical(shown)) == {each["face"] for each in chain(*lists)}
    # Control: with their bodies the rows tell the whole deck.
    deck = next(row for row in rows if isinstance(row, ShuffleRow))
    assert faces_in(canonical(deck.model_dump())) == {"red", "blue", "green", "white"}


@pytest.mark.attack("T37")
def test_a_player_who_reads_the_own_receipts_finds_no_card_of_anybody_else():
    story = Story(Host)
    story.until(lambda: story.ledger.seq >= 30)
    drawn = {}
    for seat in range(4):
        cards = json.loads(story.receipts(seat))["openings"]
        assert {card["owner"] for card in cards if card["zone"] != "bag"} <= {seat}
        drawn[seat] = {(card["seq"], card["at"]) for card in cards if card["zone"] == "bag"}
    # Control: each drew some of the same bag, and whoever had all receipts would know them.
    assert all(len(places) >= 3 for places in drawn.values())
    assert len(set().union(*drawn.values())) == sum(map(len, drawn.values()))
