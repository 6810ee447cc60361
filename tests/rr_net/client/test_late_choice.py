"""Where several choose at once, nothing is answered before the host has shown its choice."""

import json
from functools import cache
from types import SimpleNamespace

import pytest

from rr_net import link
from rr_net.client.notes import NotedKey, NoteShelf
from rr_net.client.ownseat import CHOSE_BEHIND, GONE_ON, NO_SEALING, NOT_ASKED, NOT_FIRST, Refusal
from rr_net.client.signer import SeatSigner, SigningMeans
from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import read_public_row
from rr_net.fairness.proof.live import LiveCheck
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.forged import Forger
from tests.support.rr_net.hostkeys import HOST, key_of, signed_note
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.rr_net.signing import game_key
from tests.support.rr_tui.fakelink import lobby, welcome

ME = 1
GIVE = link.Give(number=7, option=0)


def host_first(played):
    """Where a choice of several begins: the host's answer, its signature, and another answer.

    -1 where the seat of this client had come or gone before.
    """
    kinds = [row.type for row in played.rows]
    places = (at for at in range(3, len(kinds) - 2)
              if kinds[at : at + 3] == ["answer", "checkpoint", "answer"])  # fmt: skip
    place = next(places, -1)
    return -1 if {"seat", "away", "plain"} & {*kinds[:place]} else place


@cache
def whole_game():
    """One in which nobody comes or goes before several choose."""
    return next(each for each in games() if host_first(each) > 0)


def games():
    """Games in which the host has seat 0, and this client signs for seat 1."""
    for seed in range(4, 200):
        yield record(seed, manifest_of(seats=3, level="table", signers=(ME,)))


@pytest.fixture
def game():
    """That game, as the client of its second seat has begun to watch it."""
    played = whole_game()
    manifest = played.manifest
    check = LiveCheck(
        canonical(manifest.plain()).decode(), manifest.gid, host_key=manifest.host_key, seat=ME,
        expected=None, check_signature=check_signature, floors=TINY,
    )  # fmt: skip
    check.take([canonical(row.public()).decode() for row in played.rows[:3]], 0, 1.0)
    shelf = NoteShelf()
    key = NotedKey(secret=game_key("Bob").private_bytes_raw().hex(), day="2026-11-23",
                   owner="SHA256:bob", signature="U1NIU0lH")  # fmt: skip
    shelf.keep_table_key(manifest.host_key, key)
    notes = shelf.open(manifest.gid, manifest.host_key)
    means = {"check": check, "notes": notes, "seat": ME, "is_current": True, "shelf": shelf}
    return SimpleNamespace(
        **means,
        host_key=manifest.host_key,
        looked=lambda: None,
        manifest=manifest,
        rows=played.rows,
    )


@pytest.fixture
def signer(game):
    means = SigningMeans(game.shelf, None, lambda: "2026-11-23")
    made = SeatSigner(means, game, lambda said: None, lambda told: None, lambda job: None)
    made.hear(welcome(fingerprint="SHA256:bob", admitted=True))
    made.hear(lobby("playing"))
    assert made.signs
    return made


def sealed(game, size, key=HOST, head="5a" * 32):
    note = SignedNote(game.manifest.gid, size, head).text
    return link.SealedFirst(note=note, signature=signed_note(key, note))


@pytest.mark.attack("T53", "T66")
def test_no_answer_is_signed_while_the_host_is_still_to_choose(game, signer):
    signer.hear(link.Pending(number=7, waiting=(0, 1, 2)))
    with pytest.raises(Refusal, match=NOT_FIRST):
        signer.signed(GIVE)
    assert [(each.failure, each.is_proof) for each in game.check.findings] == [
        (Failure.HOST_NOT_FIRST, False)
    ]
    assert game.notes.answers == ()


def refuses_a_strangers_note(game, device):
    """Nothing is said where the note of the host's choice is signed by somebody else."""
    stranger = sealed(game, 9, key=key_of("Mallory"))
    device.hear(link.Pending(number=7, waiting=(1, 2), sealed=stranger))
    with pytest.raises(Refusal, match=NO_SEALING[:40]):
        device.signed(GIVE)


@pytest.mark.attack("T53", "T66")
def test_a_sealing_note_of_somebody_elses_is_no_good(game, signer):
    refuses_a_strangers_note(game, signer)
    assert [each.failure for each in game.check.findings] == [Failure.HOST_NOT_FIRST]


def test_what_the_others_sign_names_the_hosts_note_which_is_kept(game, signer):
    signer.hear(link.Pending(number=7, waiting=(1, 2), sealed=sealed(game, 9)))
    given = signer.signed(GIVE)
    assert (given.signed.size, game.notes.answers[0].head) == (9, "5a" * 32)
    # Said again it is the same; another answer to it is not signed.
    assert signer.signed(GIVE) == given
    with pytest.raises(Refusal, match="no second one"):
        signer.signed(GIVE.model_copy(update={"option": 1}))


@pytest.mark.attack("T17")
def test_a_record_that_does_not_lead_to_the_hosts_note_is_a_fork(game, signer):
    signer.hear(link.Pending(number=7, waiting=(1, 2), sealed=sealed(game, 2)))
    signer.signed(GIVE)
    assert [(each.failure, each.is_proof) for each in game.check.findings] == [(Failure.FORK, True)]


@pytest.mark.attack("T17", "T66")
def test_a_note_that_was_signed_over_is_not_taken_back_by_another_one(game, signer):
    other, true = sealed(game, 9), sealed(game, 9, head=game.rows[9].prev)
    signer.hear(link.Pending(number=7, waiting=(1, 2), sealed=other))
    signer.signed(GIVE)
    signer.hear(link.Pending(number=8, waiting=(1, 2), sealed=true))
    signer.signed(link.Give(number=8, option=0))
    told = [canonical(row.public()).decode() for row in game.rows[3:12]]
    game.check.take(told, 3, 2.0)
    assert (Failure.FORK, True) in {(each.failure, each.is_proof) for each in game.check.findings}


def told(game, signer, first, end):
    """The host tells of these rows."""
    texts = tuple(canonical(row.public()).decode() for row in game.rows[first:end])
    game.check.take(texts, first, 2.0)
    signer.hear(link.RecordRows(game=game.manifest.gid, first=first, size=end, rows=texts))


@pytest.mark.attack("T18")
def test_what_was_pressed_for_a_question_that_is_over_is_not_signed(game, signer):
    """It waited for the record while the line was lost: nobody is accused of it either."""
    place = host_first(game)
    told(game, signer, 3, place)
    signer.hear(link.Pending(number=9, waiting=(0,)))
    with pytest.raises(Refusal, match=GONE_ON):
        signer.signed(GIVE)
    assert game.notes.answers == ()
    told(game, signer, place, place + 3)
    signer.hear(link.Pending(number=10))
    assert game.check.findings == []


WINDOW = link.Window(about="", closes_in=1.0, lasts=1.0, somebody_holds=False, mine=True,
                     answered=False, can_hold=False)  # fmt: skip
TURN = link.LogLine(n=0, kind="checkpoint", text="Turn 1 is signed", clause="luck", event={})


@pytest.mark.attack("T53", "T66")
@pytest.mark.parametrize("lie", [{"waiting": (1,)}, {"waiting": (1, 2)}, {"window": WINDOW}])
def test_a_host_that_hides_that_it_chooses_too_is_found_at_the_next_rows(game, signer, lie):
    place = host_first(game)
    told(game, signer, 3, place)
    signer.hear(link.Pending(number=7, **lie))
    signer.signed(GIVE)
    told(game, signer, place, place + 3)
    signer.hear(link.Pending(number=9))
    assert [(each.failure, each.is_proof, each.words) for each in game.check.findings] == [
        (Failure.HOST_NOT_FIRST, False, CHOSE_BEHIND)
    ]


@pytest.mark.parametrize("why", ["own", "turn", "sealed", "unfollowed"])
def test_an_answer_of_ones_own_or_a_turns_end_is_no_choice_of_the_hosts(game, signer, why):
    place = host_first(game)
    told(game, signer, 3, place)
    shown = sealed(game, place + 1, head=game.rows[place + 1].prev) if why == "sealed" else None
    signer.hear(link.Pending(number=7, waiting=(1,), sealed=shown))
    signer.signed(GIVE)
    if why == "turn":
        signer.hear(link.Log(lines=(TURN.model_copy(update={"event": {"size": place + 1}}),)))
    told(game, signer, place, place + (2 if why == "unfollowed" else 3))
    if why == "own":
        row = link.OwnAnswer(seq=place, body="", salt="")
        signer.hear(link.OwnAnswers(game="", rows=(row,)))
    signer.hear(link.Pending(number=9))
    assert game.check.findings == []


def anew(game, *inserted):
    """The rows of the game with others behind the place where the host has signed its choice."""
    bundle = json.loads(whole_game().bundle)
    place = host_first(game) + 2
    bundle["rows"][place:place] = [{"seq": 0, "prev": "", **row} for row in inserted]
    texts = json.loads(Forger(bundle).rewrite())["rows"]
    game.rows = [read_public_row(canonical({k: v for k, v in row.items() if k != "body"}))
                 for row in texts]  # fmt: skip


ARRANGED = {"type": "arrange", "pub": {}, "sealed": "",
            "body": {"order": [0], "seat": 0, "zone": "hand"}}  # fmt: skip


@pytest.mark.attack("T53", "T66")
def test_a_row_that_the_host_puts_behind_its_choice_hides_nothing(game, signer):
    anew(game, ARRANGED)
    place = host_first(whole_game())
    game.check.take([canonical(row.public()).decode() for row in game.rows[3:place]], 3, 2.0)
    signer.hear(link.Pending(number=7, waiting=(1, 2)))
    signer.signed(GIVE)
    told(game, signer, place, place + 4)
    signer.hear(link.Pending(number=9))
    assert [each.words for each in game.check.findings] == [CHOSE_BEHIND]


# --- answers that are not signed tell the host as much -------------------------------------------


@pytest.mark.attack("T53", "T18")
@pytest.mark.parametrize("lie", ["no game", "no seat"])
def test_nothing_is_answered_at_a_table_that_says_it_asks_nobody(game, signer, lie):
    """An answer without a signature would tell what is chosen, and could be asked for again."""
    if lie == "no game":
        signer.hear(lobby("over"))
    else:
        game.seat = -1
    signer.hear(link.Pending(number=7, waiting=(1, 2)))
    with pytest.raises(Refusal, match=NOT_ASKED):
        signer.signed(GIVE)


def has_key_of(game, signer, name):
    """The client signs with this key from the next game on, or from the same one told anew."""
    secret = game_key(name).private_bytes_raw().hex()
    game.shelf.keep_table_key(game.host_key, NotedKey(
        secret=secret, day="2026-11-23", owner="SHA256:bob", signature="U1NIU0lH"))  # fmt: skip
    signer.hear(lobby("over"))
    signer.hear(lobby("playing"))


@pytest.fixture
def other_device(game, signer):
    """The client of a seat that signs with another key than the one here."""
    has_key_of(game, signer, "Mallory")
    assert not signer.signs
    return signer


@pytest.mark.attack("T53", "T66")
@pytest.mark.parametrize("said", [ME, 0])
def test_no_answer_is_said_unsigned_either_while_the_host_is_still_to_choose(
    game, other_device, said
):
    game.seat = said  # a lobby that says somebody sits where the host does
    other_device.hear(link.Pending(number=7, waiting=(0, 1, 2)))
    with pytest.raises(Refusal, match=NOT_FIRST):
        other_device.signed(GIVE)
    assert [each.failure for each in game.check.findings] == [Failure.HOST_NOT_FIRST]


@pytest.mark.attack("T53", "T66")
def test_a_note_that_is_no_good_is_none_for_an_unsigned_answer_either(game, other_device):
    refuses_a_strangers_note(game, other_device)


@pytest.mark.attack("T53", "T66")
@pytest.mark.parametrize("is_signed_later", [False, True])
def test_what_was_heard_unsigned_before_the_host_chose_is_found_though_it_is_signed_later(
    game, other_device, is_signed_later
):
    place, signer = host_first(game), other_device
    told(game, signer, 3, place)
    signer.hear(link.Pending(number=7, waiting=(1, 2)))
    assert signer.signed(GIVE).signed is None
    told(game, signer, place, place + 2)
    if is_signed_later:
        has_key_of(game, signer, "Bob")
        note = sealed(game, place + 1, head=game.rows[place + 1].prev)
        signer.hear(link.Pending(number=7, waiting=(1, 2), sealed=note))
        assert signer.signed(GIVE).signed is not None
    told(game, signer, place + 2, place + 3)
    signer.hear(link.Pending(number=9))
    assert [each.words for each in game.check.findings] == [CHOSE_BEHIND]


def test_an_unsigned_answer_over_the_hosts_own_note_is_no_late_choice(game, other_device):
    place, signer = host_first(game), other_device
    told(game, signer, 3, place)
    note = sealed(game, place + 1, head=game.rows[place + 1].prev)
    signer.hear(link.Pending(number=7, waiting=(1, 2), sealed=note))
    assert signer.signed(GIVE).signed is None
    told(game, signer, place, place + 3)
    signer.hear(link.Pending(number=9))
    assert game.check.findings == []
