"""Past games of one machine: found, checked, copied out, and led to from the first screen."""

from rr_net.cli.front import PAST, FrontDesk, PastChosen, look_around
from rr_net.cli.past import GONE, PastDesk
from rr_net.history.book import NAME, open_book
from rr_net.host.process import HostPlan
from rr_net.room.lobby import TablePlan
from rr_rules.registry import load_game
from tests.support.rr_net.pastgames import ANN, ROOT, game
from tests.support.rr_net.recorded import manifest_of, record


def book_at(folder, *games):
    book = open_book(folder)
    book.keep(*games)
    book.close()


async def test_games_are_looked_up_by_words(tmp_path):
    book_at(tmp_path, game(1), game(2, winner=ANN, others=(ROOT,)))
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.count == 2
    found = await desk.look("lost")
    assert [each.result for each in found.games] == ["lost"]
    assert found.find == "lost"


async def test_a_damaged_book_has_nothing_in_it_and_breaks_nothing(tmp_path):
    (tmp_path / NAME).write_bytes(b"no book" * 500)
    (tmp_path / NAME).chmod(0o600)
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.count == 0
    assert (await desk.look("")).games == ()
    assert await desk.check("0" * 64) == (GONE,)


async def test_a_game_goes_on_only_where_it_is_kept(tmp_path):
    desk = PastDesk(tmp_path, (ROOT,), ("a" * 64,))
    assert desk.may_go_on("a" * 64)
    assert not desk.may_go_on("b" * 64)


async def test_the_first_screen_offers_past_games_once_there_are_some(tmp_path):
    plan = HostPlan(TablePlan(name="t", game="rune", seats=2), tmp_path)
    desk = FrontDesk(plan, await look_around(tmp_path), given=frozenset())
    assert PAST not in [line.key for line in desk.page().lines]
    book_at(tmp_path, game(1), game(2))
    desk = FrontDesk(plan, await look_around(tmp_path), given=frozenset())
    line = desk.page().line(PAST)
    assert line.words == "Past games (2)"
    assert isinstance(desk.chosen(PAST), PastChosen)
    assert desk.going_on("a" * 64) is None


def recorded_in(folder):
    """A whole game whose record lies in a folder, as the book knows it."""
    rules = load_game("rune")
    manifest = manifest_of(rules, 2)
    source = record(3, manifest, rules).bundle
    (folder / f"bundle-{manifest.gid[:16]}.json").write_bytes(source)
    book_at(folder, game(1, gid=manifest.gid, edition="Rune", folder=str(folder)))
    return manifest.gid, source


async def test_a_record_is_checked_copied_out_and_can_be_replayed(tmp_path, monkeypatch):
    gid, source = recorded_in(tmp_path)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.may_replay(gid)
    assert (await desk.check(gid))[0].startswith("Checked on this machine: ")
    said = await desk.export(gid)
    copy = tmp_path / "here" / f"rune-{gid[:8]}.json"
    assert copy.read_bytes() == source
    assert str(copy) in said[0]
    assert "names" in said[-1]
    (tmp_path / f"bundle-{gid[:16]}.json").write_bytes(source.replace(b"Ann", b"Eve"))
    assert not any(line.startswith("Checked") for line in await desk.check(gid))
    (tmp_path / f"bundle-{gid[:16]}.json").unlink()
    assert not desk.may_replay(gid)
    assert await desk.export(gid) == (GONE,)
