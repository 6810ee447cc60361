"""A hostile host at a client that signs: it is made to sign nothing twice, and nothing else's."""

import json
import os
import random
import resource

import pytest

from rr_net import link
from rr_net.client.notes import NotedKey, NoteShelf
from rr_net.client.ownseat import Refusal
from rr_net.client.reading import BadMessage, MessageReader
from rr_net.client.signer import MOST_SEAT_ROWS, SeatSigner, SigningMeans
from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.gamekey import AnswerTerms, answer_message
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.proof.live import MOST_FOUND, LiveCheck
from rr_net.game.drafts import NUMBERS
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.hostile import VALUES, changed, places, recorded
from tests.support.rr_net.hostkeys import HOST, signed_note
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.rr_net.signing import game_key

LONG = os.environ.get("RUNES_LONG") == "1"
COUNT = 100_000 if LONG else 300
A_GAME = 200
ME, OWNER = 1, "SHA256:bob"
MEGABYTES = 40
ASKED = (7, 8, 9, NUMBERS + 7, 2 * NUMBERS + 8)
"""The numbers of questions, drafts among them."""
PLAYED = record(4, manifest_of(seats=4, level="table", signers=(1, 2)), stop_at=60)
GID, ROWS = PLAYED.manifest.gid, [canonical(row.public()).decode() for row in PLAYED.rows]
ASKING = [each for each in recorded() if each["type"] == "pending" and each["ask"]]
PENDING = next(each for each in ASKING if len(each["ask"]["options"]) > 1)


class Watched:
    """A game that is watched over a line, as the signer sees it."""

    def __init__(self, shelf, check):
        self.check, self.seat, self.is_current = check, ME, True
        self.notes, self.host_key = shelf.open(GID, HOST.get_fingerprint()), HOST.get_fingerprint()

    def looked(self):
        pass


class Bob:
    """Somebody whose client signs, at the mercy of a host, and who presses whatever comes."""

    def __init__(self, chance):
        self.chance, self.said, self.jobs, self.touches = chance, [], [], 0
        check = LiveCheck(canonical(PLAYED.manifest.plain()).decode(), GID,
                          host_key=HOST.get_fingerprint(), seat=ME, expected=None,
                          check_signature=check_signature, floors=TINY)  # fmt: skip
        shelf = NoteShelf()
        self.key = game_key("Bob")
        shelf.keep_table_key(HOST.get_fingerprint(), NotedKey(
            secret=self.key.private_bytes_raw().hex(), day="2026-11-23", owner=OWNER,
            signature="U1NIU0lH"))  # fmt: skip
        self.game = Watched(shelf, check)
        means = SigningMeans(shelf, self.touched, lambda: "2026-11-23")
        self.signer = SeatSigner(means, self.game, self.said.append, lambda told: None,
                                 self.jobs.append)  # fmt: skip
        self.finals, self.top = {}, 0
        self.told, self.has_drafts = 0, False

    async def touched(self, owner, text, namespace):
        self.touches += 1
        return "U1NIU0lH"

    async def hears(self, message):
        """Whatever comes over the line, if it is a message at all."""
        try:
            heard = MessageReader().read(json.dumps(message))
        except BadMessage:
            return
        if heard is not None:
            # A host that was killed in mid-draft asks again what began it: so does one that lies.
            self.has_drafts |= isinstance(heard, link.Pending) and heard.number >= NUMBERS
            self.signer.hear(heard)
        while self.jobs:
            await self.jobs.pop()

    def presses(self):
        """An answer to whatever is asked, or another one."""
        option, following = self.chance.randrange(-1, 3), self.chance.choice((-1, 0, 1))
        message = link.Give(number=self.chance.choice(ASKED), option=option, next=following,
                            done=self.chance.random() < 0.7)  # fmt: skip
        try:
            said = self.signer.signed(message)
        except Refusal:
            return
        if said.signed is not None:
            self.is_good("answer", said.number, said.option, said.signed, is_final=said.done)
        if said.next_signed is not None:
            self.is_good("ahead", said.number, said.next, said.next_signed, is_final=said.done)

    def is_good(self, kind, number, option, signed, *, is_final):
        """What was signed is of this seat and this game, over rows that are here, and not twice."""
        size = signed.size
        kept = self.game.notes.answer(kind, number)
        terms = AnswerTerms(kind, ME, number % NUMBERS, option, "", size, kept.head)
        self.key.public_key().verify(bytes.fromhex(signed.signature), answer_message(GID, terms))
        check = self.game.check
        is_here = size >= check.checked or kept.head == check.head_at(size)
        # A note that the host has signed of its choice may turn out to be of another record.
        assert is_here or any(each.failure is Failure.FORK for each in check.findings)
        before = self.finals.get((kind, number))
        assert before in {None, option} or self.has_drafts, "signed in two ways"
        if is_final:
            self.finals[kind, number] = option


def sealed(chance):
    """What a host may say that it has signed: of this game or another, good or not."""
    size, head = chance.randrange(80), chance.choice((ROWS and "5a" * 32, "00" * 32))
    note = SignedNote(chance.choice((GID, GID, "ab" * 32)), size, head).text
    return {"note": note, "signature": chance.choice((signed_note(HOST, note), "U1NIU0lH", ""))}


def said(chance, numbers):
    """A message of a kind that has to do with signing, nearly right."""
    number = chance.choice(numbers)
    seat = chance.choice((ME, ME, 0, 7))
    message = chance.choice([
        PENDING | {"number": number, "waiting": [0, ME]},
        PENDING | {"number": number, "waiting": [ME], "sealed": sealed(chance)},
        PENDING | {"number": number, "ask": None, "waiting": [0]},
        {"type": "seat_row", "game": chance.choice((GID, "ab" * 32)), "seat": seat,
         "row": chance.randrange(90)},
        {"type": "own_rows", "game": GID, "rows": [
            {"seq": chance.randrange(60), "salt": "5a" * 32, "body": chance.choice(
                ("{}", "[]", '{"by":"","option":1,"seat":1,"signed":null}', "x" * 900))}]},
        {"type": "error", "code": chance.choice(("unsigned", "stale_answer")), "text": "no"},
        chance.choice(recorded()),
    ])  # fmt: skip
    if chance.random() < 0.4:
        way = chance.choice(list(places(message)))
        message = changed(message, way, chance.choice(VALUES))
    return message


def held():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_fuzzed_messages_make_a_client_sign_nothing_twice_and_nothing_elses():
    chance, before, answered = random.Random(14), held(), 0
    for _ in range(COUNT // A_GAME):
        bob = Bob(chance)
        bob.signer.hear(link.Welcome.model_construct(
            fingerprint=OWNER, admitted=True, elsewhere=False))  # fmt: skip
        bob.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
        numbers = chance.choice((ASKED, ASKED[:3]))
        for at in range(A_GAME):
            if chance.random() < 0.3 and bob.told < len(ROWS):
                bob.game.check.take([ROWS[bob.told]], bob.told, float(at))
                bob.told += 1
            await bob.hears(said(chance, numbers))
            bob.presses()
            if chance.random() < 0.02:
                bob.signer.line_opened()
        assert bob.touches <= MOST_SEAT_ROWS + 1
        assert len(bob.game.check.findings) <= MOST_FOUND
        answered += len(bob.finals)
    assert held() - before < MEGABYTES
    # It does answer: what is signed is not nothing.
    assert answered > COUNT // A_GAME


async def test_a_host_that_names_a_key_without_end_as_ones_own_breaks_nothing():
    bob = Bob(random.Random(1))
    bob.signer.hear(link.Welcome.model_construct(
        fingerprint="à" * 200_000, admitted=True, elsewhere=False))  # fmt: skip
    bob.signer.hear(link.Lobby.model_construct(phase="playing", seats=()))
    for number in range(5):
        bob.game.check.take([ROWS[number]], number, 0.0)
        await bob.hears(said(random.Random(number), ASKED))
    assert bob.game.check.checked == 5


@pytest.mark.parametrize("seq", [-(10**12), -1, 10**12])
async def test_an_own_row_of_no_number_is_no_row(seq):
    bob = Bob(random.Random(1))
    bob.signer.hear(link.Welcome.model_construct(
        fingerprint=OWNER, admitted=True, elsewhere=False))  # fmt: skip
    bob.game.check.take(ROWS[:5], 0, 0.0)
    row = {"seq": seq, "salt": "5a" * 32, "body": "{}"}
    await bob.hears({"type": "own_rows", "game": GID, "rows": [row]})
    assert bob.game.check.checked == 5
