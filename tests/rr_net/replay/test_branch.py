"""What if: a game goes on from the middle of another one, against bots, to its end."""

import asyncio

import pytest

from rr_net.bots.jobs import read, written
from rr_net.bots.seat import PendingThought
from rr_net.bots.thinkers import AtOnce
from rr_net.link import EVERYBODY, Ended, Give, Lobby, Log, Pending, Seen, Welcome
from rr_net.link.refusals import Refused
from rr_net.local.home import LeapingClock, luck
from rr_net.replay.branch import MOST, NO_RECORD, Branching
from rr_net.replay.viewer import Viewer
from rr_net.room.lobby import TablePlan
from rr_rules.kernel.game import TAKE_BACK
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from tests.conftest import LONG
from tests.support.rr_net.played import FOUR, recorded
from tests.support.tasks import beside

QUICK = TablePlan(bot="greedy", bot_seconds=0.05, bot_iterations=1, pace=0.0)
PATIENCE = 300 if LONG else 20


class Whim:
    """A person who takes any answer there is, and hears the rest."""

    def __init__(self, table):
        self.table = table
        self.heard = []
        self.over = asyncio.Event()
        self._luck = Stream.seeded(1)
        table.attach(self.hear)

    @property
    def is_busy(self):
        return self.table.room is None or self.table.room.is_busy

    def hear(self, message):
        self.heard.append(message)
        match message:
            case Pending(ask=ask, number=number) if ask is not None:
                options = [each.option for each in ask.options if each.act != TAKE_BACK]
                option = options[self._luck.below(len(options))]
                self.table.send(Give(number=number, option=option))
            case Ended(verdict=verdict) if verdict:
                self.over.set()

    def all(self, kind):
        return [each for each in self.heard if isinstance(each, kind)]


def branching(clock=None):
    return Branching(AtOnce, luck(1), QUICK, lambda: clock or LeapingClock())


class Posting(AtOnce):
    """Thinks about what another process would read, as the places do that have some."""

    def __init__(self):
        self.same = []

    def think(self, thought, done):
        if isinstance(thought, PendingThought):
            table, seat = thought.question.table, thought.question.choose.seat
            there = Table.load(table.game, read(written(thought.job())).saved)
            seen = [each.game.view(each.state, seat) for each in (table, there)]
            self.same.append(seen[0] == seen[1])
        super().think(thought, done)


def middle(viewer):
    """A step in the middle of a game, with somebody to be asked."""
    return viewer.reel.last // 2


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("name", ["Runes & Regulations", "Regicide", "Rune"])
async def test_a_bot_never_thinks_about_cards_that_it_does_not_have(name, anew):
    clock, place = LeapingClock(), Posting()
    viewer = Viewer(recorded(name), Branching(lambda: place, luck(1), QUICK, lambda: clock).begin)
    played = Whim(viewer.branch(middle(viewer), 1, anew=anew))
    async with asyncio.timeout(PATIENCE), beside(clock.run(played)) as leaping:
        await played.over.wait()
        leaping.cancel()
    assert all(place.same)
    assert bool(place.same) is not anew


@pytest.mark.slow
@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("name", FOUR)
async def test_a_game_is_branched_in_the_middle_and_played_to_its_end(name, anew):
    clock = LeapingClock()
    base = branching(clock)
    viewer = Viewer(recorded(name), base.begin)
    assert viewer.reel.can_branch
    at, before = middle(viewer), viewer.picture(middle(viewer), 1)
    played = Whim(viewer.branch(at, 1, anew=anew))
    async with asyncio.timeout(PATIENCE), beside(clock.run(played)) as leaping:
        await played.over.wait()
        leaping.cancel()
    [end] = {each.verdict for each in played.all(Ended) if each.verdict}
    assert end == NO_RECORD
    assert played.all(Ended)[-1].verified is None
    assert played.all(Welcome)[0].table == f"What if, as {viewer.names[1]}"
    begins, *others = played.all(Log)[0].lines
    assert begins.text.startswith("A what-if begins here, with the cards ")
    assert "You have the seat of {1}; bots play for {0}" in begins.text
    assert not any("is back" in each.text for each in others)
    # Whoever reads the log knows everybody by the names of the game that was played.
    assert {tuple(seat.name for seat in each.seats) for each in played.all(Lobby)} == {viewer.names}
    first = played.all(Seen)[0].view
    # With other cards nobody may be asked any more in what is left of the turn.
    assert first.me == 1
    assert before.turn <= first.turn <= before.turn + anew
    if not anew:
        assert first.seats[1].hand == before.seen.view.seats[1].hand
    assert viewer.picture(at, 1) == before  # the game that was played stays as it was
    played.table.close()
    assert not base.tables


@pytest.mark.parametrize("name", FOUR)
async def test_cards_dealt_anew_are_others_but_for_the_own_hand(name):
    viewer = Viewer(recorded(name), branching().begin)
    at = middle(viewer)
    lay, dealt = [_hands(viewer.branch(at, 0, anew=anew)) for anew in (False, True)]
    shown = viewer.picture(at, EVERYBODY).opened
    assert lay == [sorted(each.view.seats[seat].hand) for seat, each in enumerate(shown)]
    assert dealt != lay


@pytest.mark.parametrize("name", FOUR)
async def test_a_game_dealt_anew_begins_where_its_step_did_and_not_after_it(name):
    viewer = Viewer(recorded(name), branching().begin)
    for at in range(viewer.reel.last // 3, 2 * viewer.reel.last // 3, 4):
        branches = [viewer.branch(at, 0, anew=anew) for anew in (False, True)]
        lay, dealt = (each.table for each in branches)
        begun = Table.load(lay.game, {**lay.save(), "since": []})
        assert dealt.game.view(dealt.state, None) == begun.game.view(begun.state, None)
        for each in branches:
            each.close()


def _hands(branch):
    table = branch.table
    hands = {zone.owner: zone.cards for zone in table.game.zones(table.state)
             if zone.label == "hand"}  # fmt: skip
    return [sorted(table.game.face_of(table.state, card) for card in hands[seat])
            for seat in sorted(hands)]  # fmt: skip


async def test_where_the_game_is_over_no_other_one_begins():
    viewer = Viewer(recorded("Rune"), branching().begin)
    with pytest.raises(Refused, match="the game is over here"):
        viewer.branch(viewer.reel.last, 0, anew=False)
    with pytest.raises(Refused, match="the eyes of one seat"):
        viewer.branch(3, EVERYBODY, anew=False)


async def test_one_process_plays_so_many_and_no_more():
    base = branching()
    viewer = Viewer(recorded("Rune"), base.begin)
    tables = [viewer.branch(3, 0, anew=False) for _ in range(MOST)]
    with pytest.raises(Refused, match="too many"):
        viewer.branch(3, 0, anew=False)
    tables[0].close()
    assert viewer.branch(3, 0, anew=False)


async def test_before_the_cards_are_open_nothing_is_branched():
    viewer = Viewer(recorded("Rune", is_open=False, seat=0), branching().begin)
    assert not viewer.reel.can_branch
    with pytest.raises(Refused):
        viewer.branch(3, 0, anew=True)


async def test_a_what_if_is_looked_back_at_by_nobody():
    viewer = Viewer(recorded("Rune"), branching().begin)
    with pytest.raises(Refused, match="kept nowhere"):
        viewer.branch(3, 0, anew=False).replay()
