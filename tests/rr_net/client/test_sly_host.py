"""A host that cheats and knows how the client looks: what it says out of turn, and in between."""

import json

import pytest

from rr_net import link
from rr_net.client import checked
from rr_net.client.checked import (
    HIDDEN,
    NO_RECEIPTS,
    NOTHING_TOLD,
    OTHER_PROMISE,
    UNOPENED,
    RecordWatcher,
)
from rr_net.client.dial import JsonLine
from rr_net.client.notes import NoteShelf
from rr_net.client.screen import Own, expected
from rr_net.client.signer import SigningMeans
from rr_net.client.whole import fetching
from rr_net.fairness.base.manifest import HostTerms
from rr_net.fairness.base.rows import AnswerRow, seal, seal_salt
from rr_net.fairness.proof.known import contradictions
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from tests.rr_net.client.test_cheating_host import (
    answers_until,
    is_proof,
    knows_seat,
    other_card,
    says,
)
from tests.rr_net.client.test_hostile import (
    FIRST,
    Heard,
    checking,
    keyed,
    told_rows,
)
from tests.support.rr_net.joining import hosting, joined, plan
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside

GAME = record(3, manifest_of(seats=4, level="table"), stop_at=60)
ROWS = told_rows(GAME)
FORK = told_rows(record(5, GAME.manifest, stop_at=60))
"""The same game with another secret."""
OTHER = told_rows(record(4, manifest_of(seats=4, level="table", target="9"), stop_at=60))
STRICT = told_rows(record(4, manifest_of(seats=4, level="strict"), stop_at=60))


async def hears(*messages, means=None):
    """A client that has heard all of this, and has gone."""
    told = [json.dumps(each) for each in (FIRST["hello"], *messages)]
    heard = Heard(told, means=means)
    async with beside(heard.remote.run()):
        await heard.read()
        heard.line.brings(json.dumps({"type": "notice", "text": "the last"}))
        await heard.until(lambda: getattr(heard.told[-1], "text", "") == "the last")
        heard.remote.close()
    return heard


@pytest.mark.attack("T17")
async def test_a_game_that_is_told_anew_after_another_is_compared_with_what_was_told():
    heard = await hears(*ROWS[:30], *OTHER[:6], *FORK)
    found = "\n".join(heard.remote.state.findings)
    assert OTHER_PROMISE in found
    assert "the host has signed another record" in found
    assert is_proof(heard.kept)
    assert (await hears(*ROWS[:30], *OTHER[:6], *ROWS[:40])).remote.state.findings == ()


@pytest.mark.attack("T17")
async def test_who_begins_anew_compares_with_what_was_told_the_time_before(tmp_path):
    means = SigningMeans(NoteShelf(tmp_path), None, lambda: "2026-11-23")
    assert (await hears(*ROWS[:30], means=means)).remote.state.findings == ()
    assert (await hears(*ROWS[:12], means=means)).remote.state.findings == ()
    heard = await hears(*FORK, means=means)
    assert "the host has signed another record" in heard.remote.state.findings[-1]
    assert is_proof(heard.kept)
    # Nothing of the other record has taken the place of what was noted.
    assert (await hears(*ROWS, means=means)).remote.state.findings == ()


def lobby(phase, manifest=GAME.manifest):
    base, seat = dict(FIRST["lobby"]), FIRST["lobby"]["seats"][0]
    kinds = [(who.name, "bot" if who.bot else "player") for who in manifest.seats]
    base["seats"] = [seat | {"seat": at, "name": name, "kind": kind}
                     for at, (name, kind) in enumerate(kinds)]  # fmt: skip
    return base | {"phase": phase, "game": "pebbles", "fairness": "table", "people": [],
                   "options": []}  # fmt: skip


@pytest.mark.parametrize("before", [(), ROWS[:3]])
@pytest.mark.parametrize("between", [(), OTHER[:3]])
async def test_what_the_lobby_said_counts_whatever_was_told_in_between(before, between):
    """Games of last week are told once more before the deal, and behind it."""
    said = (lobby("lobby"), *before, lobby("playing"), *between)
    found = "\n".join((await hears(*said, *STRICT[:6])).remote.state.findings)
    assert "the lobby said fairness table, the record says strict" in found
    assert (await hears(*said, *ROWS[:6])).remote.state.findings == ()


async def test_what_the_lobby_says_after_a_game_is_not_held_against_that_game():
    said = lobby("lobby") | {"fairness": "strict"}
    assert (await hears(lobby("over"), said, *ROWS[:6])).remote.state.findings == ()
    dealt = (lobby("lobby"), lobby("playing"), *ROWS[:6], lobby("over") | {"fairness": "strict"})
    assert (await hears(*dealt, lobby("playing"), *STRICT[:6])).remote.state.findings == ()


async def test_what_the_lobby_says_when_a_game_is_over_counts_for_the_next_deal():
    dealt = (lobby("lobby"), lobby("playing"), *ROWS[:6], lobby("over"), lobby("playing"))
    found = "\n".join((await hears(*dealt, *STRICT[:6])).remote.state.findings)
    assert "the lobby said fairness table, the record says strict" in found


async def test_who_was_away_at_the_deal_is_told_what_changed_and_accuses_nobody():
    first = [json.dumps(each) for each in (FIRST["hello"], lobby("lobby"))]
    told = [json.dumps(each) for each in (FIRST["hello"], lobby("playing"), *STRICT[:6])]
    heard = Heard(first, keyed(told))
    async with beside(heard.remote.run()):
        await heard.read()
        heard.line.close()
        words = "the lobby said fairness table, the record says strict"
        await eventually(lambda: any(words in text for text in heard.texts))
        assert heard.remote.state.findings == ()
        heard.remote.close()


def option(name, value):
    return FIRST["lobby"]["options"][0] | {"name": name, "value": value}


@pytest.mark.parametrize(("match", "is_right"), [("pair_swapped", True), ("single", False)])
async def test_who_begins_the_second_game_of_a_pair_is_no_other_option(match, is_right):
    """The lobby shows what was chosen, and the rules have the other one begin (RN-SETUP-04)."""
    rules = load_game("rune")
    manifest = manifest_of(rules, seats=2, level="table", match=match, first_seat="2")
    game = record(3, manifest, rules, stop_at=20)
    options = [option("match", match), option("first_seat", "random")]
    said = {"game": "rune", "options": options}
    told = (lobby("lobby", manifest) | said, lobby("playing", manifest) | said)
    found = (await hears(*told, *told_rows(game)[:6])).remote.state.findings
    assert (found == ()) == is_right


PETS = record(3, manifest_of(seats=4, level="table", declared=(2, 1, 0, 0)), stop_at=60)


def of_pets(phase, *declared, people=()):
    """The lobby of that game, with what it says that each seat has declared."""
    said = lobby(phase, PETS.manifest)
    seats = [seat | {"declared": number}
             for seat, number in zip(said["seats"], declared, strict=True)]  # fmt: skip
    return said | {"seats": seats, "declaration": "pets", "people": list(people)}


def sits(name, seat, *, is_host=False):
    return {"name": name, "seat": seat, "is_host": is_host, "admitted": True}


@pytest.mark.parametrize("shown", [(2, 3, 0, 0), (2, 1, 0, 0)])
async def test_what_a_seat_has_declared_is_not_changed_by_the_deal(shown):
    """Neither where the lobby of the game on the table says what the deal has fixed."""
    me = [sits("ann", 1)]
    told = (of_pets("lobby", 2, 3, 0, 0, people=me), of_pets("playing", *shown, people=me))
    found = "\n".join((await hears(*told, *told_rows(PETS)[:6])).remote.state.findings)
    assert "the lobby said pets 3 of seat 2, the record says 1" in found
    right = [of_pets(phase, 2, 1, 0, 0, people=me) for phase in ("lobby", "playing")]
    assert "pets" not in "\n".join(
        (await hears(*right, *told_rows(PETS)[:6])).remote.state.findings
    )


def test_what_was_declared_last_may_have_arrived_or_not():
    """It may have been refused, or the game been dealt at once."""
    shown = [(2, 3, 0, 0), (2, 1, 0, 0)]
    phases = zip(("lobby", "playing"), shown, strict=True)
    said = [json.dumps(of_pets(phase, *declared)) for phase, declared in phases]
    before, now = map(link.Lobby.model_validate_json, said)
    for number in (1, 2, 3):
        found = [*contradictions(PETS.manifest, expected(before, now, Own(1, number)))]
        assert (found == []) == (number == 1)
    assert [*contradictions(PETS.manifest, expected(before, now, Own(0, 9)))] == []


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_who_declares_something_else_as_the_game_is_dealt_accuses_nobody(tmp_path):
    table = plan(tmp_path / "host", game="runes-regulations", seats=2, bots=1)
    async with hosting(table) as house, joined(house.port) as guest:
        await guest.hears_of(link.Lobby)
        for number in (2, 3):
            guest.remote.send(link.Sit(seat=0, declare=number))
        guest.remote.send(link.Ready())
        await guest.hears(lambda: guest.remote.state.checked > 3)
        assert guest.remote.state.findings == ()
        assert guest.last(link.Lobby).seats[0].declared == 3


@pytest.mark.attack("T53", "T68")
@pytest.mark.parametrize("now", [0, -1])
async def test_a_host_that_sat_in_the_lobby_has_its_seat_in_the_record(now):
    """Without one in the record it would not have to choose first."""
    hosts, host = {"host_seat": -1}, sits(GAME.manifest.seats[0].name, 0, is_host=True)
    hidden = record(3, GAME.manifest.model_copy(update=hosts), stop_at=60)
    told = [lobby(phase) | {"people": [host | {"seat": seat}]}
            for phase, seat in (("lobby", 0), ("playing", now))]  # fmt: skip
    found = "\n".join((await hears(*told, *told_rows(hidden)[:6])).remote.state.findings)
    assert "the lobby said that the host has seat 1, the record says another one, or none" in found
    assert (await hears(*told, *ROWS[:6])).remote.state.findings == ()


def whole(rows):
    """The same rows, of which there are no more as yet."""
    return [each | {"size": each["first"] + 1} for each in rows]


def following(abandoned):
    """Another game of the same host's, which names those that it never opened."""
    host = HostTerms(GAME.manifest.host_key, 2, 0, "table", TINY["table"], tuple(abandoned))
    return told_rows(record(6, manifest_of(seats=4, host=host, level="table"), stop_at=30))


@pytest.mark.attack("T20")
async def test_a_game_that_is_left_without_an_outcome_and_not_named_is_found_at_the_next_deal():
    left = (lobby("lobby"), lobby("playing"), *whole(ROWS[:40]), lobby("over"), lobby("playing"))
    heard = await hears(*left, *whole(following([])[:6]))
    assert [HIDDEN in each for each in heard.remote.state.findings] == [True]
    assert not is_proof(heard.kept)
    named = await hears(*left, *whole(following([GAME.manifest.gid])[:6]))
    assert named.remote.state.findings == ()
    assert UNOPENED in [getattr(each, "text", "") for each in named.told]


@pytest.mark.parametrize("told", [ROWS, ROWS[:3]])
async def test_a_game_that_was_closed_or_never_dealt_is_followed_by_another_one(told):
    ended = (lobby("lobby"), lobby("playing"), *whole(told), lobby("over"), lobby("playing"))
    assert (await hears(*ended, *whole(following([])[:6]))).remote.state.findings == ()


@pytest.mark.parametrize("size", [10**15, 2**53 - 1, 0])
def test_a_seal_over_rows_that_there_are_not_ends_nothing(size):
    game = record(3, manifest_of(seats=4, level="table", signers=(1,)), stop_at=60)
    rows = [each["rows"][0] for each in told_rows(game)]
    place = next(row.seq for row in game.rows if isinstance(row, AnswerRow))
    signed = {"kind": "answer", "request": 3, "signature": "00" * 64, "size": size, "text": ""}
    body = canonical({"by": "", "option": 0, "seat": 1, "signed": signed}).decode()
    row = json.loads(rows[place]) | {"sealed": seal(bytes(32), body.encode())}
    check = checking(told_rows(game))
    check.take([*rows[:place], canonical(row).decode()], 0, 1.0)
    assert check.own_answer(place, body, "00" * 32) is None
    assert "nobody has signed" in check.findings[-1].words


def signed_answers(game, seat):
    """The rows of what a seat has answered and signed, while it was asked."""
    return [row for row in game.rows if isinstance(row, AnswerRow) and row.body.seat == seat
            and row.body.signed is not None and row.body.signed.kind == "answer"]  # fmt: skip


@pytest.mark.attack("T18")
def test_an_answer_that_was_held_back_and_is_used_for_a_later_question_is_found():
    game = record(3, manifest_of(seats=4, level="table", signers=(1,)))
    rows = [each["rows"][0] for each in told_rows(game)]
    held, *_, later = signed_answers(game, 1)
    body = canonical(held.body.plain()).decode()
    row = json.loads(rows[later.seq]) | {"sealed": seal(bytes(32), body.encode())}
    check = checking(told_rows(game))
    check.take([*rows[: later.seq], canonical(row).decode()], 0, 1.0)
    assert check.own_answer(later.seq, body, "00" * 32) is None
    assert [each.words for each in check.findings] == [
        f"row {later.seq} is a move of yours that nobody has signed for that question"
    ]


@pytest.mark.parametrize("seed", range(11))
def test_answers_that_were_signed_for_their_question_are_ones_own(seed):
    manifest = manifest_of(seats=4, level="table", signers=(1, 2))
    game, found = record(seed, manifest, removals=True), 0
    check = checking(told_rows(game))
    check.take([each["rows"][0] for each in told_rows(game)], 0, 1.0)
    for row in signed_answers(game, 1):
        body = canonical(row.body.plain()).decode()
        assert check.own_answer(row.seq, body, seal_salt(game.secret, row.seq).hex()) is not None
        found += 1
    assert (found > 0, check.findings) == (True, [])


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_a_screen_that_shows_another_card_between_rows_is_found(tmp_path, monkeypatch):
    honest, seen = RecordWatcher.hear, []

    def hear(watcher, message):
        honest(watcher, message)
        if isinstance(message, link.Seen):
            seen.append(message)
        if isinstance(message, link.RecordRows) and seen:
            honest(watcher, other_card(seen[-1]))

    monkeypatch.setattr(RecordWatcher, "hear", hear)
    table = plan(tmp_path / "host", game="rune", seats=2, bots=1)
    async with hosting(table) as house, joined(house.port) as guest:
        await knows_seat(guest)
        await answers_until(
            guest, lambda: guest.remote.state.findings or guest.last(link.Lobby).phase == "over"
        )
        assert "your screen shows" in guest.remote.state.findings[0]


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_who_shows_no_receipts_is_said_to_show_none(tmp_path, monkeypatch):
    async def fetch(line, word):
        raise ConnectionError("not now")

    monkeypatch.setattr(JsonLine, "fetch", fetch)
    monkeypatch.setattr(fetching, "SELDOM", 0.0)
    table = plan(tmp_path / "host", game="regicide", seats=2, bots=1)
    async with hosting(table) as house, joined(house.port) as guest:
        await knows_seat(guest)

        def is_said():
            return NO_RECEIPTS in [each.text for each in guest.all(link.Notice)]

        await answers_until(guest, is_said)
        assert guest.remote.state.findings == ()


@pytest.mark.socket
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("more", [1, 0])
async def test_rows_that_are_due_for_ever_are_said_to_be_due(tmp_path, monkeypatch, more):
    says(monkeypatch, lambda message: message if not isinstance(message, link.RecordRows)
         else message.model_copy(update={"size": message.size + more}))  # fmt: skip
    monkeypatch.setattr(checked, "DUE", 0.0 if more else checked.DUE)
    table = plan(tmp_path / "host", game="rune", seats=2, bots=1)
    async with hosting(table) as house, joined(house.port) as guest:
        await knows_seat(guest)

        def is_said():
            return NOTHING_TOLD in [each.text for each in guest.all(link.Notice)]

        await answers_until(guest, lambda: is_said() or guest.last(link.Lobby).phase == "over")
        assert is_said() == bool(more)
