"""A host that asks the own key for signatures without end: each of them may be a touch."""

import asyncio
import types

import pytest

from rr_net import link
from rr_net.client.notes import NotedKey, NoteShelf
from rr_net.client.ownseat import NO_KEY
from rr_net.client.signer import MOST_SEAT_ROWS, SeatSigner, SigningMeans
from rr_net.fairness.base.gamekey import SEAT
from rr_net.fairness.base.rows import PlainRow, SeatRow
from rr_net.fairness.proof.known import OwnTurn

GAME, HOST, OWNER = "ab" * 32, "SHA256:" + "A" * 43, "SHA256:" + "B" * 43


class AskedOwner:
    """Somebody whose agent asks before it signs."""

    def __init__(self, *, answers, is_seated=True):
        self.texts, self.said, self.told, self.jobs = [], [], [], []
        self.key, self.is_signing = "", False
        self.may_answer = asyncio.Event()
        if answers:
            self.may_answer.set()
        check = types.SimpleNamespace(
            manifest=types.SimpleNamespace(gid=GAME), key_of=lambda seat: self.key,
            signs=lambda seat: self.is_signing, turned=[], checked=9,
            open_event=None, findings=["nothing is witnessed here"],
        )  # fmt: skip
        game = types.SimpleNamespace(
            check=check,
            notes=None,
            seat=0 if is_seated else -1,
            is_current=True,
            host_key=HOST,
            looked=lambda: None,
        )
        shelf, key = NoteShelf(), {"secret": "cd" * 32, "day": "2026-11-23", "owner": OWNER}
        self.kept, self.check = NotedKey(**key, signature="U1NIU0lH"), check
        shelf.keep_table_key(HOST, self.kept)
        means = SigningMeans(shelf, self.signs, lambda: "2026-11-23")
        self.signer = SeatSigner(means, game, self.said.append, self.told.append, self.jobs.append)
        welcome = {"fingerprint": OWNER, "admitted": True, "elsewhere": False}
        self.signer.hear(link.Welcome.model_construct(**welcome))

    async def signs(self, owner, text, namespace):
        assert namespace == SEAT
        self.texts.append(text)
        await self.may_answer.wait()
        return "U1NIU0lH"

    def answers_and_is_refused(self):
        """A question is answered without a signature, and the host wants one."""
        playing = link.Lobby.model_construct(phase="playing", seats=())
        self.signer.hear(playing)
        given = self.signer.signed(link.Give(number=7, option=2))
        assert given.signed is None
        refused = self.signer.to_sign(link.Problem(code="unsigned", text="sign it"))
        assert refused is given
        assert not self.signer.ready(refused)
        return refused

    def hears(self, row, game=GAME):
        self.signer.hear(link.AskSeatKey(game=game, seat=0, row=row))


async def test_the_own_key_is_asked_once_at_a_time():
    owner = AskedOwner(answers=False)
    for row in range(50):
        owner.hears(row)
    assert len(owner.jobs) == 1
    owner.may_answer.set()
    await owner.jobs[0]
    owner.hears(51)
    await owner.jobs[1]
    assert len(owner.texts) == 2
    assert [said.row for said in owner.said if isinstance(said, link.SignSeat)] == [0, 51]


@pytest.mark.parametrize("game", [GAME, "cd" * 32])
async def test_the_own_key_is_asked_so_many_times_in_all(game):
    owner = AskedOwner(answers=True)
    for row in range(3 * MOST_SEAT_ROWS):
        owner.hears(row, game)
        while owner.jobs:
            await owner.jobs.pop()
    assert len(owner.texts) == (MOST_SEAT_ROWS if game == GAME else 0)


async def test_a_refused_answer_waits_until_the_own_key_begins():
    owner = AskedOwner(answers=True)
    refused = owner.answers_and_is_refused()
    [own] = [said for said in owner.said if isinstance(said, link.SignWith)]
    owner.key, owner.is_signing = own.key, True
    assert owner.signer.ready(refused)


async def test_a_refused_answer_goes_as_it_is_once_the_record_says_that_nobody_signs():
    owner = AskedOwner(answers=True)
    # The key of another device of the same player's: there will be no row for the one here.
    owner.key, owner.is_signing = "ee" * 32, True
    refused = owner.answers_and_is_refused()
    owner.is_signing = False
    assert owner.signer.ready(refused)
    assert owner.signer.signed(refused) is refused


async def test_what_the_record_said_before_the_refusal_came_counts_too():
    owner = AskedOwner(answers=True)
    owner.key, owner.is_signing = "ee" * 32, True
    owner.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
    given = owner.signer.signed(link.Give(number=7, option=2))
    owner.is_signing = False
    assert owner.signer.ready(owner.signer.to_sign(link.Problem(code="unsigned", text="sign it")))
    assert owner.signer.signed(given) is given


@pytest.mark.attack("T18")
async def test_who_answers_at_a_table_whose_record_has_no_own_key_is_told_so_once():
    """A host that never says that it knows the key could have the player think that it counts."""
    owner = AskedOwner(answers=True)
    owner.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
    for number in (7, 8):
        owner.signer.signed(link.Give(number=number, option=2))
    assert [said.text for said in owner.told] == [NO_KEY]
    owner.key = "ee" * 32
    owner.check.manifest.gid = "cd" * 32
    owner.signer.signed(link.Give(number=9, option=2))
    assert [said.text for said in owner.told] == [NO_KEY]


def refusal(of=""):
    return link.Problem(code="unsigned", text="sign it", of=of)


def test_orders_that_are_refused_are_no_refused_answer():
    owner = AskedOwner(answers=True)
    owner.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
    owner.signer.signed(link.FileOrders())
    given = owner.signer.signed(link.Give(number=7, option=2))
    assert owner.signer.to_sign(refusal(link.FileOrders().type)) is None
    assert owner.signer.to_sign(refusal(given.type)) is given


@pytest.mark.parametrize("of", ["answer", ""])
def test_an_answer_is_said_again_though_orders_were_filed_after_it(of):
    owner = AskedOwner(answers=True)
    owner.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
    given = owner.signer.signed(link.Give(number=7, option=2))
    owner.signer.signed(link.FileOrders())
    # A host of an older version does not say what it refuses: then it is the last that was said.
    assert owner.signer.to_sign(refusal(of)) is (given if of else None)


def key_begins(seq, key):
    return OwnTurn(SeatRow.model_construct(seq=seq, pub=types.SimpleNamespace(key=key)), key)


def plays_plainly(seq, key, *, until):
    row = PlainRow.model_construct(seq=seq, pub=types.SimpleNamespace(until=until))
    return OwnTurn(row, key)


OTHER = "ee" * 32
"""The key of another device."""


class ComesBack(AskedOwner):
    """Somebody whose key is kept, and who comes back to a game that is on."""

    def __init__(self):
        super().__init__(answers=True, is_seated=False)
        self.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))

    def reads(self, *turns):
        """What is told of so many turns of the own seat."""
        self.check.turned = list(turns)
        self.signer.hear(link.RecordRows.model_construct())
        return [said.text for said in self.told]


async def test_a_key_of_ones_own_that_has_begun_before_is_nobody_elses():
    """The rows come before it is said which key is kept for them."""
    owner = ComesBack()
    assert owner.reads(key_begins(34, owner.kept.public)) == []
    (words,) = ComesBack().reads(key_begins(34, OTHER))
    assert words.startswith("Row 34: ")
    assert "another device" in words


async def test_who_was_told_of_playing_without_the_client_is_told_that_it_has_ended():
    owner = ComesBack()
    own = owner.kept.public
    told = owner.reads(plays_plainly(20, OTHER, until=0), key_begins(41, own))
    assert [words.split(":")[0] for words in told] == ["Row 20", "Row 41"]
    assert "leave" in told[0]
    assert "with this client again" in told[1]
    assert ComesBack().reads(plays_plainly(20, own, until=1)) == []


async def test_where_another_device_goes_on_nobody_is_told_that_this_one_plays_again():
    told = ComesBack().reads(*(plays_plainly(20 + until, OTHER, until=until) for until in (0, 1)))
    assert "plain ssh" in told[0]
    assert "another device" in told[1]
