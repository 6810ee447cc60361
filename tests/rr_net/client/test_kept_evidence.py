"""What was found wrong is kept, at once, and no host has it lost again by what it says later."""

import asyncio
import json
import os
from types import SimpleNamespace

import pytest

from rr_net import link
from rr_net.client.notes import NotedCards
from rr_net.client.remote import NOT_COME_YET
from rr_net.client.tables import MOST_EVIDENCE, MOST_RECORDS, JoinedTables, joined_records
from rr_net.client.whole import fetching
from rr_net.client.whole.bundles import CheckedHere
from rr_net.client.whole.fetching import NOT_HAD, Fetcher
from rr_net.fairness.base.rows import RollRow
from rr_net.fairness.proof.accusation import proven, read_accusation
from rr_net.fairness.proof.receipts import FORMAT, CardOpening, Receipts
from rr_net.link.refusals import Refused
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.client.test_hostile import FIRST, Heard, told_rows
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.tasks import beside

GAME = record(3, manifest_of(seats=4, level="table"), stop_at=60)
ROWS = told_rows(GAME)
NEXT = told_rows(record(5, manifest_of(seats=3, level="table"), stop_at=20))
ROLL = next(row.seq for row in GAME.rows if isinstance(row, RollRow))
NAME = "1f" * 32


def wrong_roll():
    """The rows up to a roll that is wrong."""
    row = json.loads(ROWS[ROLL]["rows"][0])
    row["pub"]["result"] = (row["pub"]["result"] + 1) % row["pub"]["sides"]
    return [*ROWS[:ROLL], ROWS[ROLL] | {"rows": [canonical(row).decode()]}]


def says(*messages):
    return [json.dumps(each) for each in (FIRST["hello"], *messages)]


async def kept_of(*messages):
    """What is kept of what a host has said."""
    heard = Heard(says(*messages))
    async with beside(heard.remote.run()):
        await heard.read()
        await heard.until(lambda: heard.remote.state.findings)
        heard.remote.close()
    return heard.kept


async def test_what_is_wrong_is_kept_though_the_host_never_signs_it():
    kept = await kept_of(*wrong_roll())
    assert read_accusation(kept.evidence).seq == ROLL


@pytest.mark.parametrize(
    "row", ['{"a":NaN}', '{"a":1e999}', '{"a":[' + "[]," * 99_999 + "[]]}", ""]
)
async def test_whatever_stands_behind_it_can_be_kept_and_read(row):
    told = {**ROWS[1], "manifest": "", "first": ROLL + 1, "size": 99, "rows": [row]}
    kept = await kept_of(*wrong_roll(), told)
    assert read_accusation(kept.evidence).seq == ROLL
    kept = await kept_of(*ROWS[:9], told | {"first": 5})
    assert read_accusation(kept.evidence).other is None


def test_a_word_of_later_takes_the_place_of_no_file_of_another_day(tmp_path):
    JoinedTables(tmp_path, lambda: 0).keep_evidence(NAME, b"proof")
    again = JoinedTables(tmp_path, lambda: 0)
    for content in (b"a word", b"more of it"):
        again.keep_evidence(NAME, content)
    again.keep_evidence(NAME, b"[]", is_record=True)
    found = {path.name: path.read_bytes() for path in tmp_path.glob("evidence-*")}
    assert sorted(found.values()) == [b"[]", b"more of it", b"proof"]
    assert found["evidence-1f1f1f1f1f1f1f1f.json"] == b"proof"
    for _ in range(2 * MOST_EVIDENCE):
        JoinedTables(tmp_path, lambda: 0).keep_evidence(NAME, b"and more")
    assert len(list(tmp_path.iterdir())) == MOST_EVIDENCE + 1


def test_the_records_of_the_last_games_are_kept_for_their_owner_alone(tmp_path):
    tables = JoinedTables(tmp_path, lambda: 0)
    for number in range(MOST_RECORDS + 2):
        tables.keep_record(f"{number:02}" * 32, b"{}")
        os.utime(tmp_path / f"joined-{f'{number:02}' * 8}.json", (number, number))
    kept = sorted(path.name for path in joined_records(tmp_path))
    assert (len(kept), kept[0]) == (MOST_RECORDS, f"joined-{'02' * 8}.json")
    assert {path.stat().st_mode & 0o777 for path in joined_records(tmp_path)} == {0o600}


async def test_another_record_at_the_end_takes_the_place_of_no_proof():
    signed = wrong_roll()
    heard = Heard(says(*signed))

    async def fetch(word):
        return b"[]"

    heard.line.fetch = fetch
    async with beside(heard.remote.run()):
        await heard.until(lambda: heard.remote.state.findings)
        ended = FIRST["outcome"] | {"verdict": "Verified.", "verified": True}
        heard.line.brings(json.dumps(ended))
        async with asyncio.timeout(10):
            await heard.until(lambda: heard.remote.state.at_end)
        heard.remote.close()
    assert heard.kept.record == b"[]"
    assert proven(read_accusation(heard.kept.evidence), check_signature, TINY) is None


async def another_game_begins(heard, has_begun, is_told):
    """A game is over and the next one on the table, before its record is looked at."""
    async with beside(heard.remote.run()):
        await heard.read()
        heard.line.brings(json.dumps(FIRST["outcome"] | {"verdict": "Verified.", "verified": True}))
        heard.line.brings(json.dumps(NEXT[0]))
        await heard.read()
        has_begun.set()
        async with asyncio.timeout(10):
            await heard.until(is_told)
        heard.remote.close()


async def test_a_verdict_that_comes_in_the_next_game_is_of_the_game_before():
    heard, has_begun = Heard(says(*ROWS)), asyncio.Event()

    async def fetch(word):
        await has_begun.wait()
        return b"[]"

    heard.line.fetch = fetch
    await another_game_begins(
        heard, has_begun, lambda: any("The game before" in text for text in heard.texts)
    )
    assert NEXT[0]["game"] != ROWS[0]["game"]
    assert (heard.kept.accused, heard.kept.games) == ([ROWS[0]["game"]], [])
    state = heard.remote.state
    assert (state.at_end, state.came_to, state.has_record) == ("", "nothing", False)


async def test_what_is_dropped_from_the_game_before_is_kept_and_told_under_its_name():
    has_begun = asyncio.Event()

    async def prove(job, source):
        await has_begun.wait()
        return CheckedHere(words="An answer is missing.", came_to="wrong", dropped=("gone",))

    async def fetch(word):
        return GAME.bundle

    heard = Heard(says(*ROWS), prove=prove)
    heard.line.fetch = fetch
    await another_game_begins(heard, has_begun, lambda: heard.remote.state.findings)
    assert heard.kept.accused == [ROWS[0]["game"]]
    assert "gone" in heard.remote.state.findings[0]
    assert read_accusation(heard.kept.evidence).manifest.gid == ROWS[0]["game"]


@pytest.mark.parametrize("refused", [0, 2, 9])
async def test_a_record_that_is_refused_or_broken_off_is_asked_for_again(refused, monkeypatch):
    monkeypatch.setattr(fetching, "AGAIN", (0.0, 0.0))
    heard, asked = Heard(says(*ROWS)), []

    async def fetch(word):
        asked.append(word)
        if asked.count("bundle") <= refused:
            raise ConnectionError("not now")
        return GAME.bundle

    heard.line.fetch = fetch
    async with beside(heard.remote.run()):
        await heard.read()
        heard.line.brings(json.dumps(FIRST["outcome"] | {"verdict": "Verified.", "verified": True}))
        async with asyncio.timeout(20):
            await heard.until(lambda: heard.remote.state.at_end)
        heard.remote.close()
    assert asked.count("bundle") == min(refused, 2) + 1
    if refused == 9:
        with pytest.raises(Refused, match=NOT_COME_YET):
            heard.remote.replay()
    assert (NOT_HAD.format("not now") == heard.remote.state.at_end) == (refused == 9)


async def test_cards_that_no_row_has_promised_fill_no_notes():
    """What stands behind the most that is read of a file would be lost for whoever restarts."""
    watcher, noted = SimpleNamespace(), []
    check = SimpleNamespace(
        checked=9, findings=[], received=lambda receipts: None, seat=1, manifest=None
    )
    card = CardOpening(zone="hand", owner=1, at=0, face="x", salt="00" * 32, path=(), seq=3)
    cards = (card, card, card.model_copy(update={"seq": 9}))
    receipts = Receipts(format=FORMAT, game=NAME, commitment=NAME, seat=1, checkpoint=None,
                        given=(), pledges=(), sealings=(), openings=cards)  # fmt: skip
    watcher.check, watcher.notes, watcher.seat = check, SimpleNamespace(note=noted.append), 1
    watcher.looked = watcher.had_receipts = lambda: None

    async def fetch(word):
        return canonical(receipts.plain())

    jobs = []
    fetcher = Fetcher(watcher, fetch, lambda *of: None, jobs.append, lambda: 60.0)
    fetcher.hear(link.RecordRows(game=NAME, first=0, size=0, rows=()))
    await jobs[0]
    assert noted == [NotedCards(openings=(card,))]
