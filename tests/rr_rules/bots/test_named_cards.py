"""Which cards a reason of Runes & Regulations may name: none of an imagined deal."""

from dataclasses import replace

from rr_rules.bots.reasons import Contrast
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.registry import load_game, reasons_of
from rr_rules.runes_regulations.bot.features import uses_of
from rr_rules.runes_regulations.state.view import FenceSlot
from rr_rules.runes_regulations.text.phrases import kept, of_use_later
from tests.support.rr_rules.story import story

KRAKEN, TINY = "kiddie-pool-kraken", "griffin-with-a-tiny-head"


def a_table():
    """Where another Kraken lies open, so that its face is known."""
    told = story(2, phase="summon", hand0=["Griffin With a Tiny Head"], fence0=["Grubby Grabber"],
                 lawn1=["Sparkly Dragon"], discard=["Kiddie-Pool Kraken"])  # fmt: skip
    view = told.view(0)
    return told, view, view.seats[0]


def with_mine(view, mine, **changes):
    return replace(view, seats=(mine, *view.seats[1:]), **changes)


def said(told, now, best, other, part):
    case = Contrast(told.table.asked[0], now, 0, 1, [best], [other])
    return reasons_of(told.table.game).words(part, case)


def test_a_card_that_is_drawn_is_counted_and_not_named_though_a_copy_of_it_lies_open():
    told, now, mine = a_table()
    drawn = replace(mine, hand=(*mine.hand, KRAKEN))
    then = with_mine(now, drawn, main_deck=now.main_deck - 1)
    assert said(told, now, then, now, "0 hand") == ("you would hold 2 cards, not 1",
                                                   "you would hold 2 cards")  # fmt: skip


def test_a_second_copy_that_is_drawn_is_none_that_is_kept():
    told, now, mine = a_table()
    drawn = replace(mine, hand=(*mine.hand, TINY))
    then = with_mine(now, drawn, main_deck=now.main_deck - 1)
    assert said(told, now, then, now, "0 hand")[0] == "you would hold 2 cards, not 1"


def test_a_card_that_is_taken_from_an_open_pile_is_named():
    told, now, mine = a_table()
    taken = with_mine(now, replace(mine, hand=(*mine.hand, KRAKEN)), main_discard=())
    assert said(told, now, taken, now, "0 hand")[0] == (
        "Kiddie-Pool Kraken would come into your hand"
    )


def test_a_rune_that_comes_from_the_deck_is_none_that_is_kept():
    told, now, mine = a_table()
    [rune] = mine.fence
    added = replace(mine, fence=(rune, FenceSlot(rune.face, face_up=False)))
    then = with_mine(now, added, rune_deck=now.rune_deck - 1)
    assert said(told, now, then, now, "0 fence") == ()
    bare = with_mine(now, replace(mine, fence=()))
    assert said(told, now, now, bare, "0 fence") == ("you would keep Grubby Grabber",)


def test_a_creature_that_another_seat_might_get_is_none_that_it_loses():
    told, now, _ = a_table()
    theirs = now.seats[1]
    [dragon] = theirs.lawn
    lawn = (dragon, replace(dragon, face=KRAKEN))
    more = replace(now, seats=(now.seats[0], replace(theirs, lawn=lawn)))
    fewer = replace(now, seats=(now.seats[0], replace(theirs, lawn=())))
    assert said(told, now, now, more, "1 lawn") == ()
    assert said(told, now, fewer, now, "1 lawn") == ("{1} would lose Sparkly Dragon",)
    assert told.table.asked[0].seat == Seat(0)


def test_a_card_that_the_answer_takes_is_told_by_what_it_is_good_for():
    told, now, mine = a_table()
    taken = with_mine(now, replace(mine, hand=(*mine.hand, KRAKEN)), main_discard=())
    asked = Choose(Seat(0), "take", (Option("pick", "main_discard", 0, 0), Option("pass")))
    case = Contrast(asked, now, 0, 1, [taken], [now])
    reasons = reasons_of(told.table.game)
    assert reasons.words("0 hand", case) == ("you could SUMMON it later",)


def test_a_spell_is_kept_to_summon_with_and_a_creature_to_be_summoned():
    faces = {face.name: face for face in load_game("runes-regulations").deck.faces}
    uses = uses_of(faces.values())

    def said(name, words):
        return words(faces[name], uses[faces[name].id])[0]

    assert said("Trade-In Value", kept) == "you would keep Trade-In Value, to SUMMON"
    assert said("Sneaky Griffin", kept) == "you would keep Sneaky Griffin to SUMMON"
    assert said("Trade-In Value", of_use_later) == "you could SUMMON with it later"
    assert said("Sneaky Griffin", of_use_later) == "you could SUMMON it later"
