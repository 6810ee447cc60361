"""T18: a host that takes an answer, and writes a silence over it; the client's notes tell."""

import pytest

from rr_net import link
from rr_net.cli.verifying import Notes, check_bundle, with_notes
from rr_net.client.notes import NotedAnswer, NoteShelf
from rr_net.client.ownseat import TakenAnswers
from rr_net.client.whole.bundles import CheckJob, checked
from rr_net.fairness.base.levels import WORK
from rr_net.fairness.proof.notes import TakenAnswer, dropped_answers
from rr_net.game.signing import SigningSeats
from tests.rr_net.client.test_cheating_host import verify_evidence
from tests.rr_net.client.test_remote import plays_on
from tests.rr_net.client.test_signing import answers_of, at_table, rows_of
from tests.support.rr_net.joining import Kept

REGULATIONS = {"game": "runes-regulations", "options": {"turn_cap": "4"}}
GAMES = 8
"""So many may be played until the cards have let the seat react in one of them."""
TWO = tuple(
    link.AskOption(option=at, act="pass", zone="", seat=-1, at=-1, order=(), label="x")
    for at in range(2)
)
ASKED = link.Ask(verb="react", prompt="?", source="", options=TWO)


# --- what the host says that it has -----------------------------------------------------------


@pytest.fixture
def notes():
    return NoteShelf().open("5a" * 32, "SHA256:host")


@pytest.fixture
def taken(notes):
    return TakenAnswers()


def window(*, answered):
    return link.Window(about="", closes_in=1.0, lasts=1.0, somebody_holds=False, mine=True,
                       answered=answered, can_hold=False)  # fmt: skip


def signs(taken, notes, *, number=7, ask=ASKED, is_final=True):
    """Somebody answers a question."""
    kept = NotedAnswer(of="answer", number=number, request=number, option=1, text="", size=3,
                       head="5a" * 32, is_final=is_final, signature="ab" * 64)  # fmt: skip
    notes.note(kept)
    taken.signed(kept, link.Pending(number=number, ask=ask, window=window(answered=False)))


IN = link.Pending(number=7, window=window(answered=True))
TOGETHER = link.Pending(number=7, waiting=(0, 2))


@pytest.mark.parametrize(("heard", "is_it"), [
    ([IN], True),
    ([TOGETHER], True),
    ([IN, IN.model_copy(update={"number": 8})], True),
    ([link.Pending(number=7, window=window(answered=False))], False),
    ([link.Pending(number=7, waiting=(0, 1))], False),
    ([link.Pending(number=8, window=window(answered=True))], False),
    # An answer that came too late is refused, before the window closes or after.
    ([IN, link.Problem(code="stale_answer", text="too late")], False),
    ([link.Problem(code="stale_answer", text="too late"), IN], False),
])  # fmt: skip
def test_an_answer_is_taken_once_the_host_has_said_so(heard, is_it, taken, notes):
    signs(taken, notes)
    for message in heard:
        taken.hear(message, 1, notes, signs=True)
    assert [each.request for each in notes.taken] == [7] * is_it


def test_what_may_be_lost_or_given_by_the_room_is_noted_as_taken_by_nobody(taken, notes):
    signs(taken, notes)
    taken.line_opened()
    taken.hear(IN, 1, notes, signs=True)
    only = ASKED.model_copy(update={"options": ASKED.options[:1]})
    signs(taken, notes, ask=only)
    taken.hear(IN, 1, notes, signs=True)
    signs(taken, notes, is_final=False)
    taken.hear(IN, 1, notes, signs=True)
    assert notes.taken == ()


def test_nothing_is_noted_where_the_record_says_that_the_seat_plays_without_its_key(taken, notes):
    signs(taken, notes)
    taken.hear(IN, 1, notes, signs=False)
    assert notes.taken == ()


def test_a_game_that_was_given_up_lacks_what_was_answered_last():
    answers = [TakenAnswer(request=at, signature=f"{at}{at}" * 64) for at in (3, 5)]
    assert dropped_answers(answers, [], is_given_up=False) == tuple(answers)
    assert dropped_answers(answers[::-1], [], is_given_up=True) == (answers[0],)


# --- a host that drops them -------------------------------------------------------------------


def drops_moves(monkeypatch, seat=0):
    """Has silence stand where somebody who signs has reacted; where it did."""
    honest, dropped = SigningSeats.may_stand, []

    def may_stand(seats, given):
        is_it = given.entry.seat == seat and given.signed is not None and given.entry.option > 0
        dropped.extend([given] * is_it)
        return honest(seats, given) and not is_it

    monkeypatch.setattr(SigningSeats, "may_stand", may_stand)
    return dropped


@pytest.mark.slow
@pytest.mark.socket
@pytest.mark.usefixtures("home")
@pytest.mark.attack("T18")
async def test_a_silence_over_a_signed_answer_is_held_against_the_own_notes(tmp_path, monkeypatch):
    dropped = drops_moves(monkeypatch)
    for number in range(GAMES):
        folder, kept = tmp_path / str(number) / "notes", Kept()
        folder.mkdir(parents=True)
        place = folder.parent
        async with at_table(place, folder, settings=kept, **REGULATIONS) as (house, _, guest):
            await plays_on(guest, lambda count: count - 1)
            await guest.hears(lambda: guest.remote.state.at_end)
            source, rows = house.archive.last_bundle, rows_of(house)
            state = guest.remote.state
        if dropped:
            break
    assert any(each["by"] == "silence" for each in answers_of(rows))
    assert state.came_to == "wrong"
    assert "had your answer" in state.at_end
    assert "had your answer" in state.findings[0]
    done = verify_evidence(place, kept)
    assert (done.exit_code, "ann's machine says" in done.output) == (2, True)
    own = with_notes(source, Notes(), NoteShelf(folder).find)
    report = check_bundle(source, own, progress=lambda done, of: None)
    assert (report.status, report.text.startswith("NOT what you have answered")) == (2, True)
    assert check_bundle(source, Notes(), progress=lambda done, of: None).status == 0
    game = rows[0]["pub"]["game"]
    job = CheckJob(game=game, seat=0, rows=0, head="", commitment=None, me=(), receipts=None,
                   answers=own.answers, floors=dict(WORK))  # fmt: skip
    assert checked(job, source).dropped
    # Control: without the notes of what was taken the record holds.
    assert checked(job.model_copy(update={"answers": ()}), source).came_to == "unproved"
