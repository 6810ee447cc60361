"""Tables in the middle of games for golden records, as their room would tell a player of them."""

from rr_net.link import Cards, Seen
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.table import drive
from tests.support.rr_rules.pebbles import Pebbles, pebbles_table
from tests.support.rr_rules.regicide import story as of_regicide
from tests.support.rr_rules.rune import Scene as RuneTable
from tests.support.rr_tui.fakelink import lobby, log, pending, welcome
from tests.support.rr_tui.realgames import asked, faces_of
from tests.support.rr_tui.regicidescreen import told as tell_regicide
from tests.support.rr_tui.runeboard import at as rune_at
from tests.support.rr_tui.runeboard import messages as tell_rune
from tests.support.rr_tui.runeboard import news as rune_told
from tests.support.rr_tui.scene import crowd, messages, street
from tests.support.rr_tui.views import people

HAND = "5H 9C 5S AD JH"
PHRASES = (("hand-1", "The hand of {1} has 5 cards"), ("tavern", "The Tavern has 20 cards"))


def street_of_eight():
    """Eight neighbours, and a target is chosen."""
    return messages(street())


def street_of_eight_waits():
    """The same, while somebody else decides."""
    return (pending(None, 2, waiting=(1,)),)


def crowded_street():
    """More Creatures than have room."""
    return messages(crowd())


def three_against_a_queen():
    """The first play of three."""
    t = of_regicide([HAND, "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    return tell_regicide(t.table, phrases=PHRASES, free_chat=False)


def covering():
    """The Queen strikes back."""
    t = of_regicide([HAND, "+5", "+4"], enemy="QD", discard="+6", tavern="+9")
    t.play("9C")
    return tell_regicide(t.table, number=8, phrases=PHRASES, free_chat=False)[-2:]


def solo_jester():
    """Two players, one of whom had better not yield."""
    return tell_regicide(of_regicide(["5H", "+5"], enemy="QD", table=["1: 7C"], damage=11).table)


def rune_lay():
    """The first turn: two cards in hand."""
    return tell_rune(RuneTable(hands=("R09 R02", "R04")).table)


def rune_claim():
    """A card has been laid, and a master may stand on it."""
    return RuneTable("R01@(1,-1)/270", hands=("R09 R02", "R04")).lay("R09@(0,2)/0").table


def rune_late():
    """A turn at a table with many cards."""
    return rune_at("lay", 9, 8)


def rune_news(table, number):
    """How a table of Rune stands now."""
    return rune_told(table, 0, number)


def pebble_throw():
    """A game without a board of its own."""
    rules, table, dealer = Pebbles(), pebbles_table(3), SeededDealer(7)
    drive(table, dealer)
    while (choose := table.asked_of(0)) is None or choose.verb != "throw":
        table.answer(table.asked[0].seat, 0)
        drive(table, dealer)
    yield welcome(games=(("pebbles", "Pebbles"),))
    yield lobby("playing", game="pebbles", game_name="Pebbles", seats=people(grace=0))
    yield Cards(game="pebbles", cards=tuple(faces_of(rules).values()))
    yield log("{1} threw a pebble")
    yield Seen(number=7, game="pebbles", view=rules.view(table.state, 0))
    yield pending(asked(table, 0), 7)
