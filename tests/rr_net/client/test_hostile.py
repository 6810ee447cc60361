"""A hostile host at the end that checks: rows in any order, of any game, without an end."""

import asyncio
import json
import os
import random
import resource

import pytest

from rr_net import link
from rr_net.client import checked
from rr_net.client.checked import MOST_FOUND, OTHER_KEY, TOO_MANY_GAMES
from rr_net.client.reading import BadMessage, MessageReader
from rr_net.client.remote import RemoteTable
from rr_net.fairness.base.rows import AnswerRow, seal_salt
from rr_net.fairness.proof import bundle, live
from rr_net.fairness.proof.public import PublicSigners
from rr_net.fairness.proof.receipts import CardOpening, Receipts
from rr_net.link import MOST_ROWS, write_line
from rr_net.safetext import is_safe
from rr_net.ssh.lines import NoLine
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.forged import forged
from tests.support.rr_net.hostile import VALUES, TestLine, changed, hostile, places, recorded
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.joining import Kept, proved_here
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside

LONG = os.environ.get("RUNES_LONG") == "1"
COUNT = 100_000 if LONG else 300
A_LINE = 100
"""So many messages come over one line, before it drops."""
MEGABYTES = 40


class Leaping:
    """A clock that is far ahead whenever somebody looks: no flood has to wait."""

    def __init__(self):
        self.now = 0.0

    def time(self):
        self.now += 60.0
        return self.now

    def call_later(self, delay, callback, *given):
        return asyncio.get_running_loop().call_later(delay, callback, *given)


def told_rows(game):
    """A game's record as a host tells it, row by row."""
    manifest = game.manifest
    text = canonical(manifest.plain()).decode()
    return [
        {"type": "rows", "game": manifest.gid, "manifest": "" if row.seq else text,
         "first": row.seq, "size": len(game.rows), "rows": [canonical(row.public()).decode()]}
        for row in game.rows
    ]  # fmt: skip


GAMES = [
    told_rows(record(seed, manifest_of(seats=4, level="table", signers=(1, 2)), stop_at=60))
    for seed in range(4)
]


FIRST = {each["type"]: each for each in reversed(recorded())}
"""Of each kind the first message that was ever said."""


def spoilt(chance, text):
    """A row that is something else in one place, or that was cut off."""
    if chance.random() < 0.2:
        return text[: chance.randrange(len(text) + 1)]
    row = json.loads(text)
    way = chance.choice(list(places(row)))
    return json.dumps(changed(row, way, chance.choice(VALUES)), ensure_ascii=False)


def of_the_record(chance, at):
    """The row of a record that is next, or something like it."""
    game = chance.choice(GAMES) if chance.random() < 0.1 else GAMES[0]
    luck = chance.random()
    place = at % len(game) if luck < 0.8 else chance.randrange(len(game))
    message = dict(game[place])
    if luck > 0.95:
        message["rows"] = [spoilt(chance, message["rows"][0])] * chance.choice((1, 1, 2, 200))
    if luck > 0.97:
        way = chance.choice(list(places(message)))
        message = changed(message, way, chance.choice(VALUES))
    return json.dumps(message).encode("utf-8", "replace").decode()


def going_on(chance):
    """A line of a hostile host behind which this end still listens, most of the time."""
    while True:
        line = hostile(chance)
        try:
            if not isinstance(MessageReader().read(line), link.Bye):
                return line
        except BadMessage as error:
            if not error.is_grave or chance.random() < 0.01:
                return line


def lines(chance):
    """What comes over one line."""
    yield from (json.dumps(FIRST[kind]) for kind in ("hello", "lobby", "cards"))
    for at in range(A_LINE):
        is_row = chance.random() < 0.7
        yield of_the_record(chance, at) if is_row else going_on(chance)
    if chance.random() < 0.1:
        yield NoLine.TOO_LONG


def keyed(told, key=HOST):
    """A line that was made with a host's key."""
    line = TestLine(*told)
    line.host_key = key.get_fingerprint()
    return line


class Heard:
    """A table over lines in memory, and all that its interface is told."""

    def __init__(self, told, *more, means=None, prove=proved_here):
        rest = list(more)

        async def open_line():
            return rest.pop(0) if rest else keyed([])

        self.line, self.told, self.kept = keyed(told), [], Kept()
        self.remote = RemoteTable(
            self.line, open_line, Leaping(), self.kept, (0.0,), TINY, means, prove
        )
        self.remote.attach(self.told.append)

    async def until(self, is_so):
        """Wait until something is so, or this end has hung up."""
        await eventually(lambda: is_so() or self.line.is_closed, seconds=60)

    async def read(self):
        """Wait until all lines were read."""
        await self.until(lambda: not self.line.lines)

    @property
    def texts(self):
        """All that it has to show, as it would be shown."""
        shown = [write_line(each).decode() for each in self.told]
        return [*shown, *self.remote.state.findings, self.remote.state.trouble]


def is_clean(text):
    """Whether nothing in it is for the terminal, escaped or not."""
    return "\\u001b" not in text and "\\u009b" not in text and all(map(is_safe, text.strip()))


def held():
    """The most megabytes that this process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_fuzzed_records_bring_no_traceback_no_escape_and_no_end_of_memory():
    chance, read, found, before = random.Random(14), 0, 0, held()
    while read < COUNT:
        heard = Heard(lines(chance))
        # What breaks it leaves this block as it came, and no test passes over it.
        async with beside(heard.remote.run()):
            await heard.read()
            found += bool(heard.remote.state.findings)
            assert [text for text in heard.texts if not is_clean(text)] == []
            assert len(heard.remote.state.findings) <= 2 * MOST_FOUND
            heard.remote.close()
        read += heard.line.read_count
    assert held() - before < MEGABYTES
    # It was no record that anybody would take for an honest one.
    assert found > read // A_LINE // 3


def checking(game):
    """What checks the rows of a game as they come."""
    first = game[0]
    return live.LiveCheck(first["manifest"], first["game"], host_key=HOST.get_fingerprint(), seat=1,
                          expected=None, check_signature=check_signature, floors=TINY)  # fmt: skip


MOST = {
    "MOST_ROWS": len,
    "LARGEST_BUNDLE": lambda rows: sum(map(len, rows)),
    "MOST_SIGNS": lambda rows: bundle.AROUND + sum(row.count(c) for row in rows for c in "[{,:"),
    "MOST_SSHSIGS": lambda rows: sum(row.count('"checkpoint"') for row in rows) - 1,
}


@pytest.mark.parametrize("bound", MOST)
def test_rows_without_an_end_are_no_longer_kept(bound, monkeypatch):
    rows = [each["rows"][0] for each in GAMES[0]]
    signed = next(at for at, row in enumerate(rows) if at > 9 and '"checkpoint"' in row)
    end = signed if bound == "MOST_SSHSIGS" else 10
    monkeypatch.setattr(bundle, bound, MOST[bound](rows[: end + (bound == "MOST_SSHSIGS")]))
    check = checking(GAMES[0])
    check.take(rows, 0, 0.0)
    assert [each.words for each in check.findings] == [bundle.TOO_MANY_ROWS]
    assert check.checked == len(check.told) == end
    check.take(rows[end + 1 :], end + 1, 0.0)
    assert len(check.told) == end


async def test_games_without_an_end_are_no_longer_begun(monkeypatch):
    monkeypatch.setattr(checked, "MOST_GAMES", 8)
    monkeypatch.setattr(checked, "GAMES_A_SECOND", 0.0)
    other = (json.dumps(GAMES[0][0] | {"game": f"{number:064x}"}) for number in range(24))
    heard = Heard(other)
    async with beside(heard.remote.run()):
        await heard.until(lambda: len(heard.remote.state.findings) > 8)
        await heard.read()
        heard.line.brings(json.dumps({"type": "notice", "text": "the last"}))
        await heard.until(lambda: heard.told[-1].text == "the last")
        assert [TOO_MANY_GAMES in each for each in heard.remote.state.findings].count(True) == 1
        assert len(heard.remote.state.findings) == 9
        heard.remote.close()


def test_screens_that_lie_in_ever_other_words_fill_no_memory():
    check = checking(GAMES[0])
    for number in range(3 * live.MOST_FOUND):
        check.say(live.Failure.WRONG_CARDS, f"your screen shows {number}")
    assert len(check.findings) == live.MOST_FOUND
    assert check.findings[0].words == "your screen shows 0"


async def test_another_host_key_in_mid_game_is_said_in_words():
    rows = [json.dumps(each) for each in GAMES[0]]
    second = keyed([json.dumps(FIRST["hello"]), *rows[:20]])
    second.host_key = "SHA256:another"
    heard = Heard([json.dumps(FIRST["hello"]), *rows[:12]], second)
    async with beside(heard.remote.run()):
        await heard.read()
        await heard.until(lambda: heard.remote.state.checked == 12)
        assert heard.remote.state.findings == ()
        heard.line.close()
        await eventually(lambda: heard.remote.state.findings)
        assert OTHER_KEY in heard.remote.state.findings[0]
        heard.remote.close()


async def test_a_record_that_was_forged_behind_a_row_is_found_at_once():
    game = record(7, manifest_of(seats=4, level="table"), stop_at=60)
    bundle = json.loads(game.bundle)
    at = next(row["seq"] for row in bundle["rows"] if row["type"] == "roll")
    rows = told_rows(game)
    other = json.loads(forged(bundle))["rows"][at]
    other["pub"]["result"] = (other["pub"]["result"] + 1) % other["pub"]["sides"]
    rows[at]["rows"] = [canonical(other).decode()]
    heard = Heard([json.dumps(each) for each in rows])
    async with beside(heard.remote.run()):
        await heard.until(lambda: heard.remote.state.findings)
        assert heard.remote.state.checked == at
        notices = [each.text for each in heard.told if isinstance(each, link.Notice)]
        assert any(text.startswith(f"Row {at}: ") for text in notices)
        heard.remote.close()


def test_a_flood_of_own_answers_is_refused_and_each_costs_no_look_at_all_rows(monkeypatch):
    own = {"seq": 1, "body": "{}", "salt": "00" * 32}
    told = {"type": "own_rows", "game": "x", "rows": [own] * (MOST_ROWS + 1)}
    with pytest.raises(BadMessage) as refused:
        MessageReader().read(json.dumps(told))
    assert not refused.value.is_grave
    game = record(3, manifest_of(seats=4, level="table", signers=(1,)), stop_at=60)
    answer = next(row for row in game.rows if isinstance(row, AnswerRow) and row.body.seat == 1)
    check = checking(told_rows(game))
    check.take([each["rows"][0] for each in told_rows(game)], 0, 1.0)
    monkeypatch.setattr(PublicSigners, "take", None)
    body = canonical(answer.body.plain()).decode()
    salt = seal_salt(game.secret, answer.seq).hex()
    assert check.own_answer(answer.seq, body, salt) == answer.body


def test_receipts_of_rows_that_never_come_cost_nothing_with_each_row(monkeypatch):
    rows = [each["rows"][0] for each in GAMES[0]]
    check = checking(GAMES[0])
    check.take(rows[:1], 0, 1.0)
    card = CardOpening(zone="hand", owner=1, at=0, face="x", salt="00" * 32, path=(), seq=0)
    openings = tuple(card.model_copy(update={"seq": seq}) for seq in (900, 3, 10**9))
    gid, looked = GAMES[0][0]["game"], []
    monkeypatch.setattr(live, "check_card", lambda card, rows: looked.append(card.seq))
    check.received(
        Receipts(format="", game=gid, commitment=check.commitment, seat=1, checkpoint=None,
                 given=(), pledges=(), sealings=(), openings=openings)
    )  # fmt: skip
    check.take(rows[1:20], 1, 1.0)
    assert looked == [3]
