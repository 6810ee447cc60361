"""What the own client keeps of a game: written before it is used, and found again by its name."""

import stat

import pytest

from rr_net.client.notes import (
    GameNotes,
    NotedAnswer,
    NotedCards,
    NotedGame,
    NotedGiven,
    NotedKey,
    NotedPressed,
    NotedPromise,
    NotedSealing,
    NotedStamp,
    NoteShelf,
    read_notes,
)
from rr_net.fairness.proof.receipts import CardOpening, read_receipts

GAME, OTHER = "1f" * 32, "2e" * 32
KEY = NotedKey(secret="5a" * 32, day="2026-11-23", owner="SHA256:ann", signature="U1NIU0lH")
NOTE = f"rr2/{GAME}\n57\n{'A' * 43}=\n"


def answer(option, *, final=True, request=41):
    return NotedAnswer(of="answer", number=request, request=request, option=option, text="",
                       size=57, head="3c" * 32, is_final=final, signature="ab" * 64)  # fmt: skip


def given(event, opening, value, *, frozen=True):
    return NotedGiven(event=event, opening=opening, level="mash", value=value, is_frozen=frozen)


@pytest.fixture
def notes(tmp_path):
    made = NoteShelf(tmp_path).open(GAME, "SHA256:host")
    made.note(NotedPromise(commitment="4d" * 32, seat=1))
    return made


def again(folder):
    return NoteShelf(folder).find(GAME)


def test_every_note_is_on_the_disk_before_the_next_is_made_and_for_its_owner_alone(notes, tmp_path):
    for note in (KEY, answer(0), given(1, 1, "kjhasdf")):
        notes.note(note)
        assert again(tmp_path).answers == notes.answers
        assert again(tmp_path).given == notes.given
    assert again(tmp_path).key == KEY
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("use", ["read", "add", "anew", "key"])
def test_what_others_could_read_is_made_the_owners_alone(use, notes, tmp_path):
    shelf = NoteShelf(tmp_path)
    shelf.keep_table_key("SHA256:host", KEY)
    for file in tmp_path.iterdir():
        file.chmod(0o664)
    match use:
        case "read":
            assert again(tmp_path).promise == notes.promise
        case "add":
            notes.note(answer(0))
        case "anew":
            notes.note(NotedCards(openings=()))
        case "key":
            assert NoteShelf(tmp_path).table_key("SHA256:host", KEY.owner, KEY.day) == KEY
    modes = {file.suffix: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    of_key, of_notes = (0o600, 0o664) if use == "key" else (0o664, 0o600)
    assert modes == {".json": of_key, ".jsonl": of_notes}


def test_a_game_that_goes_on_goes_on_with_its_notes(notes, tmp_path):
    notes.note(answer(0))
    notes = NoteShelf(tmp_path).open(GAME, "SHA256:host")
    notes.note(answer(1, request=42))
    assert [each.request for each in again(tmp_path).answers] == [41, 42]


def test_the_last_note_of_a_thing_counts(notes, tmp_path):
    notes.note(answer(0, final=False))
    notes.note(answer(2))
    notes.note(NotedPressed(event=1, opening=1, keys="ab"))
    notes.note(NotedPressed(event=1, opening=1, keys="abc"))
    assert [each.option for each in again(tmp_path).answers] == [2]
    assert notes.lines == ()


def test_what_is_answered_again_as_at_first_is_the_last_answer(notes, tmp_path):
    for each in (answer(0), answer(1, request=42), answer(0), answer(0)):
        notes.note(each)
    [file] = tmp_path.iterdir()
    assert len(file.read_text().splitlines()) == 2 + 3
    for found in (notes, again(tmp_path)):
        assert [each.request for each in found.answers] == [42, 41]


def test_a_line_that_was_cut_off_with_the_machine_costs_nothing_else(notes, tmp_path):
    notes.note(answer(0))
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes() + b'{"event":3,"kind":"given","lev')
    assert again(tmp_path).answers == notes.answers


@pytest.mark.parametrize("content", [b"", b"\n", b"no json\n", b"{}\n", b'{"kind":"game"}\n'])
def test_what_is_no_such_file_holds_no_notes(tmp_path, content):
    path = tmp_path / "notes-1f1f1f1f1f1f1f1f.jsonl"
    path.write_bytes(content)
    assert read_notes(path).game == ""
    assert again(tmp_path) is None


def test_the_notes_of_another_game_of_the_same_short_name_are_not_taken(notes, tmp_path):
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes().replace(GAME.encode(), GAME[:-2].encode() + b"00", 1))
    assert again(tmp_path) is None


def test_the_receipts_hold_what_counts_and_every_sealing_note(notes):
    opening = CardOpening(zone="hand", owner=1, at=0, face="red", salt="6b" * 32, path=(), seq=9)
    for note in (
        given(1, 1, "cutoff"),
        given(1, 2, "kjhasdf"),
        given(2, 1, "not yet", frozen=False),
        NotedSealing(request=7, note=NOTE, signature="U1NIU0lH"),
        NotedSealing(request=9, note=NOTE, signature="U1NIU0lH"),
        NotedStamp(note=NOTE, signature="U1NIU0lH"),
        NotedCards(openings=(opening,)),
    ):
        notes.note(note)
    found = read_receipts(notes.receipts())
    assert (found.game, found.commitment, found.seat) == (GAME, "4d" * 32, 1)
    assert [(each.event, each.opening, each.value) for each in found.given] == [(1, 2, "kjhasdf")]
    assert [each.request for each in found.sealings] == [7, 9]
    assert found.openings == (opening,)
    assert found.checkpoint.note == NOTE
    assert notes.lines == ("1.1 1 mash cutoff", "1.2 1 mash kjhasdf")


def test_cards_that_come_every_turn_do_not_make_the_file_grow(notes, tmp_path):
    sizes = []
    for seq in range(3, 23):
        opening = CardOpening(zone="hand", owner=1, at=0, face="red", salt="6b" * 32, path=(),
                              seq=10 + seq % 10)  # fmt: skip
        notes.note(NotedCards(openings=(opening,) * 30))
        sizes.append(sum(file.stat().st_size for file in tmp_path.iterdir()))
    assert len(set(sizes)) == 1
    assert again(tmp_path).receipts() == notes.receipts()


def test_who_watches_has_no_receipts(tmp_path):
    notes = NoteShelf(tmp_path).open(GAME, "SHA256:host")
    assert notes.receipts() is None
    notes.note(NotedPromise(commitment="4d" * 32, seat=-1))
    notes.note(given(1, 1, "kjhasdf"))
    assert (notes.receipts(), notes.lines) == (None, ())


def test_a_disk_that_refuses_stops_no_game(tmp_path):
    notes = GameNotes(tmp_path / "nowhere" / "notes.jsonl")
    notes.note(NotedGame(game=GAME, host_key=""))
    assert notes.game == GAME
    assert notes.is_lost


def test_a_key_is_kept_for_a_table_and_a_day(tmp_path):
    shelf = NoteShelf(tmp_path)
    assert shelf.table_key("SHA256:host", KEY.owner, KEY.day) is None
    shelf.keep_table_key("SHA256:host", KEY)
    for each in (shelf, NoteShelf(tmp_path)):
        assert each.table_key("SHA256:host", KEY.owner, KEY.day) == KEY
        assert each.table_key("SHA256:host", KEY.owner, "2026-11-24") is None
        assert each.table_key("SHA256:other", KEY.owner, KEY.day) is None
        assert each.table_key("SHA256:host", "SHA256:bob", KEY.day) is None
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shelf = NoteShelf()
    shelf.open(GAME, "").note(answer(0))
    shelf.keep_table_key("SHA256:host", KEY)
    assert shelf.table_key("SHA256:host", KEY.owner, KEY.day) == KEY
    assert shelf.find(GAME) is None
    assert list(tmp_path.iterdir()) == []
