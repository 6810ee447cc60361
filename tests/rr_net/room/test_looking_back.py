"""Looking back at a table whose game is over: whose eyes there are, before the audit and after."""

from types import SimpleNamespace

import pytest

from rr_net import link
from rr_net.game.services import VerdictShown
from rr_net.link import EVERYBODY, WATCHER
from rr_net.link.refusals import Refused
from rr_net.replay.album import AlbumViewer, album_file, name_of, read_album
from rr_net.replay.looking import CHECKED, FAILED, NOT_OPEN, look_back
from rr_net.replay.viewer import Viewer
from rr_net.room.state import SeenBy
from rr_net.store import MemoryJournal
from rr_rules.kernel.errors import BadSetup
from tests.rr_net.room.test_ending import StackedChances
from tests.support.rr_net.played import recorded
from tests.support.rr_net.roomplay import dealt, hall, journalled


async def over(place, pets=(1, 0)):
    """Two players and a watcher after a game in which everybody took the first option."""
    players = await dealt(place, "ann", "bob", pets=pets)
    eve = await place.comes("eve")
    while place.room.phase == "playing":
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(2.5)
    return (*players, eve)


async def test_while_a_game_is_on_there_is_nothing_to_look_back_at():
    async with hall(replay=look_back) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        with pytest.raises(Refused, match="no game is over at this table"):
            ann.link.replay()


async def test_before_the_audit_each_has_the_own_eyes_and_a_watcher_none():
    async with hall(replay=look_back, options={"audit": "on_request"}) as place:
        ann, bob, eve = await over(place)
        assert ann.link.replay().reel.eyes == (0, WATCHER)
        assert bob.link.replay().reel.eyes == (1, WATCHER)
        assert eve.link.replay().reel.eyes == (WATCHER,)
        assert bob.link.replay().reel.check == NOT_OPEN
        shown = bob.link.replay()
        assert shown.picture(shown.reel.last, 1).seen.view == bob.screen.last(link.Seen).view
        with pytest.raises(Refused):
            shown.picture(2, 0)


async def test_after_the_audit_everybody_has_all_eyes_watchers_too():
    async with hall(replay=look_back, archive=journalled()) as place:
        for player in await over(place):
            shown = player.link.replay()
            assert shown.reel.eyes == (EVERYBODY, 0, 1, WATCHER)
            assert (shown.reel.check, shown.reel.warning) == (CHECKED, "")
            seats = shown.picture(5, EVERYBODY).opened
            assert [each.view for each in seats] == [
                shown.picture(5, seat).seen.view for seat in (0, 1)
            ]


async def test_the_game_that_was_over_last_is_shown_while_the_next_one_is_played():
    async with hall(replay=look_back) as place:
        ann, bob, _ = await over(place)
        before = ann.link.replay().reel
        for player in (ann, bob):
            await player.does(link.Rematch())
        assert place.room.phase == "playing"
        assert ann.link.replay().reel == before


async def test_who_was_not_let_in_looks_at_nothing():
    async with hall(replay=look_back, is_open=False, invite="plum") as place:
        eve = await place.comes("eve", waits=False)
        with pytest.raises(Refused):
            eve.link.replay()


async def test_a_record_that_failed_its_check_says_so_on_every_screen():
    kept = recorded("Rune")  # what it is asked for, a game and its record have by the same names
    ending = SimpleNamespace(
        viewers={},
        play=SimpleNamespace(terms=kept, record=kept),
        verdict=VerdictShown(False, "It does not hold.", ""),
    )
    assert look_back(ending, "Maple Court", SeenBy("ann", 0, 0)).reel.warning == FAILED


async def test_a_game_is_played_through_once_for_all_who_may_see_the_same():
    async with hall(replay=look_back, archive=journalled()) as place:
        ann, bob, _ = await over(place)
        shown = [player.link.replay() for player in (ann, bob, ann)]
        heard = []
        shown[0].watch(lambda: heard.append("ann"))
        shown[1].close()
        assert heard == []
        assert [each.picture(4, 0) for each in shown] == [shown[0].picture(4, 0)] * 3
        welcomes = []
        shown[1].attach(welcomes.append)
        assert welcomes[0].name == "bob"
        assert shown[0] is not shown[2]


# --- as messages ---------------------------------------------------------------------------------


async def test_a_script_is_told_what_there_is_and_then_the_steps_it_asks_for():
    async with hall(replay=look_back, options={"audit": "on_request"}) as place:
        ann, bob, eve = await over(place)
        await ann.does(link.AskReplay())
        reel = ann.screen.last(link.ReelTold)
        assert (reel.names, reel.eyes, reel.open) == (("ann", "bob"), (0, WATCHER), False)
        await ann.does(link.AskReplay(first=3, count=50, eyes=0))
        await place.settle()
        shown = ann.link.replay()
        steps = ann.screen.all(link.StepTold)
        assert [each.step for each in steps] == list(range(3, shown.reel.last + 1))[:50]
        assert [each.view for each in steps] == [
            shown.picture(each.step, 0).seen.view for each in steps
        ]
        for player, eyes in ((ann, 1), (bob, 0), (eve, EVERYBODY), (eve, 0)):
            await player.does(link.AskReplay(count=1, eyes=eyes))
            assert player.screen.last(link.Problem).code == "no_seat"
        assert bob.screen.all(link.StepTold) == eve.screen.all(link.StepTold) == []


async def test_a_flood_of_looks_back_is_refused():
    async with hall(replay=look_back) as place:
        ann, *_ = await over(place)
        for _ in range(30):
            await ann.does(link.AskReplay(count=50))
        assert ann.screen.last(link.Problem).code == "too_fast"
        await place.settle()
        assert len(ann.screen.all(link.StepTold)) < 11 * 50


async def test_where_no_game_is_over_a_script_is_told_so():
    async with hall(replay=look_back) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.AskReplay(count=1))
        assert ann.screen.last(link.Problem).code == "no_game"


# --- albums --------------------------------------------------------------------------------------


async def test_an_album_of_what_everybody_may_see_is_kept_once_the_record_has_held():
    journal = MemoryJournal()
    archive = journalled(journal, album=album_file)
    async with hall(replay=look_back, archive=archive, game="rune", seats=2) as place:
        ann, *_ = await over(place, pets=())
        await ann.screen.has(lambda: ann.screen.last(link.Ended).verified)
        shown, source = ann.link.replay(), archive.last_bundle
        [(name, content)] = journal.albums.items()
        assert name == name_of(source)
        album = AlbumViewer(read_album(content, source), source, 1_795_000_000)
        assert (album.reel.turns, album.reel.eyes) == (shown.reel.turns, shown.reel.eyes)
        assert album.names == ("ann", "bob")
        assert album.picture(5, 1).lines == shown.picture(5, 1).lines


@pytest.mark.parametrize("how", [{"options": {"audit": "on_request"}}, {"chances": StackedChances}])
async def test_before_the_cards_are_open_and_of_a_record_that_fails_no_album_is_kept(how):
    journal = MemoryJournal()
    chances = {"chances": how.pop("chances")} if "chances" in how else {}
    archive = journalled(journal, album=album_file, **chances)
    async with hall(archive=archive, **how) as place:
        ann, *_ = await over(place)
        await ann.screen.has(lambda: ann.screen.last(link.Ended).verified is False or not chances)
    assert journal.albums == {}


async def test_where_no_album_can_be_made_the_verdict_is_told_all_the_same(caplog):
    def fails(*_):
        raise BadSetup("no such thing")

    archive = journalled(MemoryJournal(), album=fails)
    async with hall(archive=archive) as place:
        ann, *_ = await over(place)
        await ann.screen.has(lambda: ann.screen.last(link.Ended).verified)
    assert "no album of the game is kept: no such thing" in caplog.text


async def test_steps_that_cannot_be_shown_cost_who_asked_a_line_and_the_table_nothing(
    caplog, monkeypatch
):
    async with hall(replay=look_back, archive=journalled()) as place:
        ann, bob, _ = await over(place)

        def breaks(*_):
            raise OverflowError("a secret card")

        monkeypatch.setattr(Viewer, "picture", breaks)
        await ann.does(link.AskReplay(first=0, count=3, eyes=EVERYBODY))
        assert ann.screen.problem.code == "fault"
        for player in (ann, bob):
            await player.does(link.Rematch())
        assert place.room.phase == "playing"
    assert "OverflowError" in caplog.text
    assert "a secret card" not in caplog.text
