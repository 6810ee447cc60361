"""Hints at a table: for who asks alone, known to all, and made of nothing that is hidden."""

import pytest

from rr_net import link
from rr_net.bots.seat import PendingHint
from rr_net.history.book import book_in_memory
from rr_net.history.search import GameSearch
from rr_net.store import MemoryJournal
from rr_rules.bots.why import LONGEST, width
from tests.rr_net.room.test_two_worlds import assert_same, past_events, spy
from tests.rr_net.room.test_windows_on_cards import a_cast, of_three
from tests.support.golden.constants import standing_digests
from tests.support.rr_net.roomplay import dealt, hall, journalled, runes_stacked, seated

RUNES = {"game": "runes-regulations", "make_bot": spy}
HAND = ["griffin-with-a-tiny-head", "sparkly-dragon", "just-for-the-hex-of-it", "parcel-pegasus",
        "bratty-dragon"]  # fmt: skip
FENCES = [["tricky-trap"], ["toastinator-2000"], []]
ASKED = "{0} asked for a hint"


@pytest.fixture(scope="module", autouse=True)
def the_same_luck_whatever_becomes_of_the_sources():
    with standing_digests():
        yield


def stacked(others=("sneaky-griffin",), fences=FENCES):
    return runes_stacked([HAND, list(others), list(others)], fences)


def asks(player, *, tell=True, number=None):
    pending = player.screen.pending
    return link.AskHint(number=pending.number if number is None else number, tell=tell)


def hints(player):
    return player.screen.all(link.HintTold)


def said_lines(player):
    return [line.text for line in player.screen.lines]


def is_hinted(book):
    """Whether the book of results has it that the game changes no rating for hints."""
    [game] = book.find(GameSearch(), 9)[1]
    return game.is_hinted


async def three(place):
    """Three people in a game of the real cards, the first of them asked."""
    ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
    while ann.screen.ask is None:
        await past_events(place, ann)
        await place.passes(3)
    return ann, bob, cem


@pytest.mark.rule("RR-TABLE-10")
async def test_who_asks_is_told_and_the_others_read_that_it_was_asked_and_nothing_of_what():
    book = book_in_memory()
    async with hall(dealer=stacked(), seats=3, book=book, **RUNES) as place:
        ann, bob, cem = await three(place)
        assert not is_hinted(book)
        zoe = await place.comes("zoe")
        await ann.does(asks(ann))
        [hint] = hints(ann)
        assert is_hinted(book)
        pending = ann.screen.pending
        assert hint.number == pending.number
        label = next(each.label for each in pending.ask.options if each.option == hint.option)
        assert hint.text.startswith(label)
        assert width(hint.text) <= LONGEST
        for other in (ann, bob, cem, zoe):
            assert said_lines(other).count(ASKED) == 1
            line = next(line for line in other.screen.lines if line.text == ASKED)
            assert line.clause == "RR-TABLE-10"
        for other in (bob, cem, zoe):
            assert hints(other) == []
            assert not any(hint.text in line for line in said_lines(other))


@pytest.mark.rule("RR-TABLE-10")
async def test_nobody_is_told_on_unawares_nor_twice_about_one_question():
    async with hall(dealer=stacked(), seats=3, **RUNES) as place:
        ann, bob, _ = await three(place)
        await ann.does(asks(ann, tell=False))
        assert ann.screen.problem.code == "hint_is_told"
        assert hints(ann) == []
        assert ASKED not in said_lines(bob)
        await ann.does(asks(ann))
        await ann.does(asks(ann))
        one, two = hints(ann)
        assert one == two
        assert said_lines(bob).count(ASKED) == 1


@pytest.mark.rule("RR-TABLE-10")
async def test_there_is_none_where_hints_are_off():
    async with hall(dealer=stacked(), seats=3, options={"hints": "off"}, **RUNES) as place:
        ann, bob, _ = await three(place)
        await ann.does(asks(ann))
        assert ann.screen.problem.code == "hints_off"
        assert hints(ann) == []
        assert ASKED not in said_lines(bob)


@pytest.mark.rule("RR-TABLE-10")
async def test_there_is_none_for_who_is_not_asked_and_none_about_another_question():
    async with hall(dealer=stacked(), seats=3, **RUNES) as place:
        ann, bob, _ = await three(place)
        zoe = await place.comes("zoe")
        await bob.does(asks(bob))
        assert bob.screen.problem.code == "wrong_seat"
        await zoe.does(asks(zoe))
        assert zoe.screen.problem.code == "no_seat"
        await ann.does(asks(ann, number=ann.screen.pending.number + 1))
        assert ann.screen.problem.code == "stale_answer"
        assert not any(hints(each) for each in (ann, bob, zoe))
        assert not any("hint" in text for text in said_lines(bob))


@pytest.mark.rule("RR-TABLE-10")
async def test_there_is_none_in_a_reaction_window_whoever_may_react():
    async with of_three() as place:
        for each in await a_cast(place):
            await each.does(asks(each))
            assert each.screen.problem.code == "window_open"
            assert hints(each) == []
            assert not any("asked for a hint" in text for text in said_lines(each))


@pytest.mark.rule("RR-TABLE-10")
async def test_two_worlds_of_hidden_cards_hear_the_same_with_a_hint_in_them():
    told = []
    for others, fences in (
        (("sneaky-griffin", "sunbathing-basilisk"), FENCES),
        (("spoiled-unicorn", "this-spells-disaster"), [["tricky-trap"], ["salty-shaker"], []]),
    ):
        async with hall(dealer=stacked(others, fences), seats=3, **RUNES) as place:
            ann, _, _ = await three(place)
            zoe = await place.comes("zoe")
            await ann.does(asks(ann))
            assert len(hints(ann)) == 1
            told.append([ann.screen.told, zoe.screen.told])
    assert_same(*told)


async def test_a_hint_about_a_draft_does_not_tell_that_it_has_grown():
    async with hall(game="rune", options={"first_seat": "1"}) as place:
        ann, bob = await dealt(place, "ann", "bob")
        asked, other = (ann, bob) if ann.screen.ask is not None else (bob, ann)
        await asked.does(asks(asked))
        before = other.screen.told[:]
        await asked.answers("lay")
        assert asked.screen.ask.verb == "claim"
        await asked.does(asks(asked))
        assert len(hints(asked)) == 2
        assert {each.number for each in hints(asked)} == {hints(asked)[0].number,
                                                          asked.screen.pending.number}  # fmt: skip
        assert other.screen.told == before


async def test_one_who_is_alone_is_told_without_being_told_on():
    async with hall(dealer=stacked(), seats=3, bots=2, **RUNES) as place:
        (root,) = await seated(place, "root")
        await root.does(link.Ready())
        await past_events(place, root)
        while root.screen.ask is None:
            await place.passes(3)
        await root.does(asks(root, tell=False))
        assert len(hints(root)) == 1
        assert ASKED not in said_lines(root)


async def test_a_game_with_a_hint_is_known_as_one_after_a_resume():
    journal = MemoryJournal()
    options = {"archive": journalled(journal), "seats": 3, **RUNES}
    async with hall(**options) as place:
        ann, bob, _ = await three(place)
        asked = ann if ann.screen.ask is not None else bob
        await asked.does(asks(asked))
        assert len(hints(asked)) == 1
        [gid] = await journal.unfinished()
        assert await journal.hinted(gid) == (asked.screen.view.me,)
    archive = journalled(journal)
    unfinished = await archive.unfinished()
    assert unfinished.hinted == (asked.screen.view.me,)
    book = book_in_memory()
    async with hall(archive=archive, seats=3, book=book, **RUNES) as place:
        place.room.resume(unfinished)
        await place.settle()
        assert is_hinted(book)
        again = await place.comes(asked.link.person.name)
        await again.does(asks(again))
        assert len(hints(again)) == 1
        assert await journal.hinted(gid) == (asked.screen.view.me,)


class Late:
    """A thinker that thinks of hints when it is told to."""

    def __init__(self):
        self.kept = []

    def think(self, thought, done):
        if isinstance(thought, PendingHint):
            self.kept.append((thought, done))
        else:
            done(thought())

    async def close(self):
        self.kept.clear()


class Counting(Late):
    """A thinker that counts the hints that it thinks of, and thinks of each when it is told to."""

    thought = 0

    def think(self, thought, done):
        self.thought += isinstance(thought, PendingHint)
        super().think(thought, done)

    def finish(self):
        for thought, done in self.kept:
            done(thought())
        self.kept.clear()


async def test_one_question_of_one_seat_is_thought_about_once_however_often_it_is_asked():
    thinker = Counting()
    async with hall(dealer=stacked(), seats=3, thinker=thinker, **RUNES) as place:
        ann, _, _ = await three(place)
        # While it is thought about as well as afterwards.
        await ann.does(asks(ann))
        await ann.does(asks(ann))
        assert (thinker.thought, hints(ann)) == (1, [])
        thinker.finish()
        await place.settle()
        for _ in range(5):
            await ann.does(asks(ann))
        assert thinker.thought == 1
        one, *more = hints(ann)
        assert len(more) == 6
        assert set(map(repr, more)) == {repr(one)}


async def test_the_next_question_and_another_seat_are_thought_about_anew():
    thinker = Counting()
    async with hall(dealer=stacked(), seats=3, thinker=thinker, **RUNES) as place:
        players = await three(place)
        for count in range(1, 9):
            asked = next(each for each in players if each.screen.ask is not None)
            before = len(hints(asked))
            await asked.does(asks(asked))
            assert thinker.thought == count
            thinker.finish()
            await place.settle()
            [hint] = hints(asked)[before:]
            assert hint.number == asked.screen.pending.number
            await asked.answers()
            while all(each.screen.ask is None or each.screen.pending.window for each in players):
                await past_events(place, asked)
                await place.passes(3)
        assert len([each for each in players if hints(each)]) > 1


async def test_a_hint_that_has_failed_is_thought_about_again():
    thinker = Counting()
    async with hall(dealer=stacked(), seats=3, thinker=thinker, **RUNES) as place:
        ann, _, _ = await three(place)
        await ann.does(asks(ann))
        [(_, done)] = thinker.kept
        thinker.kept.clear()
        done(None)
        await place.settle()
        await ann.does(asks(ann))
        thinker.finish()
        await place.settle()
        assert (thinker.thought, len(hints(ann))) == (2, 1)


async def test_a_hint_that_fails_leaves_a_word():
    late = Late()
    async with hall(dealer=stacked(), seats=3, thinker=late, **RUNES) as place:
        ann, _, _ = await three(place)
        await ann.does(asks(ann))
        [(_, done)] = late.kept
        done(None)
        await place.settle()
        said = ann.screen.last(link.Notice)
        assert (said.text, said.about) == ("No hint came of it: ask again.", "no_hint")


async def test_a_hint_that_comes_late_is_told_to_nobody():
    late = Late()
    async with hall(dealer=stacked(), seats=3, thinker=late, **RUNES) as place:
        ann, _, _ = await three(place)
        await ann.does(asks(ann))
        await ann.answers()
        [(thought, done)] = late.kept
        done(thought())
        await place.settle()
        assert hints(ann) == []
