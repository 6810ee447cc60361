"""What the first screen offers, looked up in real folders: every state has a way on."""

import asyncio
import contextlib
import functools
import re
import sys
from dataclasses import replace

import pytest

from rr_net.cli.front import GENTLE, FrontDesk, LessonChosen
from rr_net.cli.screens import QUIT
from rr_net.cli.words.invite import SEATS_ARE_FREE
from rr_net.history.results import OWN_KEY
from rr_net.host.around import keep_settings, look_around
from rr_net.host.config import read_config
from rr_net.host.places import TABLE, read_note, write_note
from rr_net.host.process import Games, HostPlan, open_house
from rr_net.host.serving import OwnPlace
from rr_net.link import Bye, Enter, Lobby, Sit, Start
from rr_net.local.tutorial import Learning
from rr_net.relay.names import RelayPlace
from rr_net.room.lobby import LobbyState, TablePlan
from rr_net.store import KnownKey, SqliteJournal
from rr_rules.bots.base import RandomBot
from rr_rules.lessons.shelf import lessons
from rr_rules.registry import EDITIONS, edition_of, load_game
from rr_tui.looks.profile import Profile
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import ENTER, Terminal, run
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.roomplay import dealt, hall
from tests.support.rr_tui.fakelink import FakeLink, lobby, welcome
from tests.support.rr_tui.sitting import choosing, sitting

PLAY = (*RUNES, "play")


def environment(tmp_path, **variables):
    folders = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "CONFIG")}
    return {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"} | folders | variables


def plan(folder, **changes):
    return HostPlan(TablePlan(seats=3, bots=2, fairness="auto", **changes), folder)


async def keeps_a_game(folder, luck=1, guest="bob"):
    """A folder whose host was closed in a game of ann and somebody else."""
    journal = await SqliteJournal.open(folder)
    async with hall(archive=journalled(journal, luck=luck), game="runes-regulations") as place:
        await dealt(place, "ann", guest, pets=(1, 0))
    await journal.close()
    write_note(folder / TABLE, {"listen": "0.0.0.0", "port": 2345, "name": "Maple Court"})


def leaves(page, depth=0):
    """Every line that can be reached and chosen, as by somebody who tries all of them."""
    assert page.lines
    assert depth < 4
    for line in page.lines:
        assert line.about
        if line.page is None:
            is_chosen = line.is_open and line.typing is None and line.keep is None
            yield from (line,) if is_chosen else ()
        else:
            yield from leaves(line.page(), depth + 1)


async def desk_at(folder, *given):
    return FrontDesk(plan(folder), await look_around(folder), given=frozenset(given))


async def test_every_lesson_has_a_number_key_on_its_page(tmp_path):
    page = (await desk_at(tmp_path)).page().line("learn").page()
    pages = [page, *(line.page() for line in page.lines if line.page is not None)]
    assert max(len(each.lines) for each in pages) <= 9
    ids = [line.key for each in pages for line in each.lines if line.page is None]
    assert len(ids) == len({*ids}) == len(lessons())


async def test_from_a_lesson_one_comes_back_to_its_line_which_is_marked_once_it_is_done(tmp_path):
    desk = await desk_at(tmp_path)
    page = desk.lessons(at="lesson:rr-1", settings='{"met": ["lesson:rr-1"]}')
    assert page.at == "lesson:rr-1"
    assert [line.words for line in page.lines if "✓" in line.words] == ["Five Creatures ✓"]
    assert max(len(line.words) for line in page.lines) <= 34
    assert page.behind is not None
    assert page.behind.at == "learn"
    # The next one stands under the cursor for who opens the page anew.
    assert page.behind.line("learn").page().at == "lesson:rr-2"


async def test_a_fresh_folder_offers_to_play_now_first(tmp_path):
    desk = await desk_at(tmp_path)
    page = desk.page()
    assert (page.at, page.line("play").words) == ("play", "Play now: you and two bots, hard")
    assert EDITIONS[0].goal in page.line("play").about
    chosen = desk.chosen("play")
    assert (chosen.table.bots, chosen.table.fairness, chosen.resume) == (2, "auto", False)
    assert not (tmp_path / "journal.db").exists()


async def test_the_strength_of_the_bots_is_chosen_before_the_deal_and_kept(tmp_path):
    """Who plays alone never comes to the lobby, where each seat is asked."""
    desk = await desk_at(tmp_path)
    assert desk.page().line("bots").words == "Bots: hard…"
    page = desk.page().line("bots").page()
    assert [line.words for line in page.lines] == ["Easy", "Normal", "Hard"]
    assert page.at == "bots:hard"
    back = page.line("bots:easy").keep()
    assert (back.at, back.line("bots").words) == ("bots", "Bots: easy…")
    assert back.line("play").words == "Play now: you and two bots, easy"
    back.line("games").page()
    assert {desk.chosen(key).table.bot for key in ("play", "game:3")} == {"easy"}
    assert (await desk_at(tmp_path)).page().line("bots").words == "Bots: easy…"


async def test_the_first_choice_of_all_is_kept_though_no_table_was_opened_yet(tmp_path):
    folder = tmp_path / "runes"
    (await desk_at(folder)).page().line("bots").page().line("bots:easy").keep()
    assert (await desk_at(folder)).page().line("bots").words == "Bots: easy…"
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.socket
async def test_where_friends_are_invited_the_seats_stay_free_and_it_is_said_why(tmp_path):
    desk = await desk_at(tmp_path, "bots")
    line = desk.page().line("invite")
    assert SEATS_ARE_FREE in line.about
    line.page()
    chosen = desk.chosen("invite:0.0.0.0").table
    assert (chosen.seats, chosen.bots) == (3, 0)


async def test_the_command_line_says_which_bots_before_memory(tmp_path):
    (await desk_at(tmp_path)).page().line("bots").page().line("bots:easy").keep()
    said = plan(tmp_path, bot="greedy")
    desk = FrontDesk(said, await look_around(tmp_path), given=frozenset({"bot"}))
    page = desk.page()
    assert desk.chosen("play").table.bot == "greedy"
    assert page.line("bots").page().lines[-1].words == "Greedy"
    page.line("bots").page().line("bots:normal").keep()
    assert desk.chosen("play").table.bot == "normal"


def is_gentle(plan):
    """Whether a table of this plan stands at the preset for a first game."""
    state = LobbyState(plan.table, load_game)
    return next(each.holds for each in state.presets_offered() if each.id == "first")


async def test_the_first_game_ever_is_a_gentle_one_and_says_so(tmp_path):
    desk = await desk_at(tmp_path)
    page = desk.page()
    assert GENTLE in page.line("play").about
    page.line("games").page()
    assert [is_gentle(desk.chosen(key)) for key in ("play", "game:3")] == [True, True]
    said = replace(plan(tmp_path), table=replace(plan(tmp_path).table, options={"pace": "normal"}))
    desk = FrontDesk(said, await look_around(tmp_path), given=frozenset({"options"}))
    desk.page()
    assert not is_gentle(desk.chosen("play"))
    await keeps_a_game(tmp_path)
    desk = await desk_at(tmp_path)
    assert GENTLE not in desk.page().line("play").about
    assert not is_gentle(desk.chosen("play"))


async def test_a_kept_game_comes_first_and_opens_where_its_table_was(tmp_path):
    await keeps_a_game(tmp_path)
    desk = await desk_at(tmp_path)
    page = desk.page()
    first = page.lines[0]
    assert page.at == first.key
    assert first.words.startswith("Go on: Runes & Regulations")
    assert "With ann, bob." in first.about
    chosen = desk.chosen(first.key)
    assert (chosen.resume, chosen.listen, chosen.port) == (True, "0.0.0.0", 2345)
    assert chosen.table.name == "Maple Court"


@pytest.mark.socket
async def test_a_game_that_was_played_here_goes_on_where_friends_can_come(tmp_path):
    await keeps_a_game(tmp_path)
    assert "friends" not in {line.key for line in (await desk_at(tmp_path)).page().lines}
    note = read_note(tmp_path / TABLE)
    write_note(tmp_path / TABLE, {**note, "listen": "127.0.0.1"})
    desk = await desk_at(tmp_path)
    page = desk.page()
    assert [line.key for line in page.lines[1:3]] == ["friends", "play"]
    before = desk.chosen(page.lines[0].key)
    lines = page.line("friends").page().lines
    wide = desk.chosen(next(line.key for line in lines if line.words.startswith("All addresses")))
    assert wide == replace(before, listen="0.0.0.0")
    # The place for a new table is another choice, and what is remembered of it too.
    new = desk.chosen(page.line("invite").page().at)
    assert not new.resume
    assert desk.chosen(page.lines[0].key) == before


@pytest.mark.socket
async def test_a_kept_game_goes_on_through_a_relay_that_is_typed(tmp_path):
    await keeps_a_game(tmp_path)
    write_note(tmp_path / TABLE, {**read_note(tmp_path / TABLE), "listen": "127.0.0.1"})
    desk = await desk_at(tmp_path)
    typing = desk.page().line("friends").page().line("relay").typing
    plan = desk.chosen(typing.read("relay.example").key)
    assert (plan.resume, plan.is_listening, str(plan.via[0])) == (True, False, "relay.example")
    assert plan.kept
    assert plan.table.name == "Maple Court"


async def test_each_line_says_from_where_its_table_can_be_reached(tmp_path):
    await keeps_a_game(tmp_path)
    desk = await desk_at(tmp_path)
    async with choosing(desk.page()) as sat:
        assert "open to the network, at 0.0.0.0" in sat.terminal.text[0]
        await sat.press("down")
        assert "for this machine only" in sat.terminal.text[0]
    write_note(tmp_path / TABLE, {"via": ["relay.example:2200"], "listening": False, "port": 0})
    desk = await desk_at(tmp_path)
    async with choosing(desk.page()) as sat:
        assert "through a relay" in sat.terminal.text[0]
    wide = replace(plan(tmp_path / "other"), listen="192.0.2.7")
    page = FrontDesk(wide, await look_around(tmp_path / "other"), given=frozenset()).page()
    assert page.note == "open to the network, at 192.0.2.7"


async def test_kept_games_that_are_many_are_found_by_who_plays(tmp_path):
    for number, guest in enumerate(("bob", "cem", "dee"), 1):
        folder = tmp_path if number == 1 else tmp_path / f"beside-{number}"
        await keeps_a_game(folder, number, guest)
    page = (await desk_at(tmp_path)).page().line("kept").page()
    assert "people" in page.find
    assert [line.words.partition(": ")[2] for line in page.lines] == ["ann, cem", "ann, dee"]
    found = page._replace(words="DEE runes").shown
    assert [line.about[1] for line in found] == ["With ann, dee."]


async def test_settings_of_the_first_screen_are_those_of_the_table(tmp_path):
    settings = Profile(theme="light").to_json()
    assert (await look_around(tmp_path)).settings == ""
    await keep_settings(tmp_path, settings)
    assert (await look_around(tmp_path)).settings == settings
    journal = await SqliteJournal.open(tmp_path)
    assert (await journal.known(OWN_KEY)).profile == settings
    await journal.close()


async def test_a_journal_that_cannot_be_read_is_left_alone_and_games_go_beside_it(
    tmp_path,
):
    (tmp_path / "journal.db").write_bytes(b"garbage" * 1000)
    (tmp_path / "journal.db").chmod(0o600)
    desk = await desk_at(tmp_path)
    assert desk.has_news
    page = desk.page()
    line = page.line("unreadable:0")
    assert not line.is_open
    assert "is no journal, or damaged" in line.about[1]
    assert desk.chosen("play").data == tmp_path / "beside-2"
    assert (await look_around(tmp_path)).own == tmp_path / "beside-2"
    assert (tmp_path / "journal.db").read_bytes() == b"garbage" * 1000


@pytest.mark.e2e
async def test_every_line_of_every_state_leads_somewhere(tmp_path):
    fresh, kept, open_one = (tmp_path / name for name in ("fresh", "kept", "open"))
    await keeps_a_game(kept)
    await keeps_a_game(kept / "beside-2", 2)
    await keeps_a_game(kept / "beside-3", 3)
    journal = await SqliteJournal.open(open_one)
    write_note(open_one / TABLE, {"port": 2222, "name": "Maple Court"})
    try:
        for folder in (fresh, kept, open_one):
            desk = await desk_at(folder)
            lines = list(leaves(desk.page()))
            assert all(desk.chosen(line.key) is not None for line in lines)
            assert desk.chosen(QUIT) is None
            if folder == kept:
                games = [line.key for line in lines if line.key.startswith("go:")]
                assert len({desk.chosen(key).data for key in games}) == 3
                assert "Other kept games… (2)" in [line.words for line in desk.page().lines]
    finally:
        await journal.close()


def led_to(chosen, place):
    """Where one is once something was chosen."""
    if isinstance(chosen, LessonChosen):
        return "a lesson"
    return "at the table" if chosen is not None else place


async def walked(desk, name, graph):
    """Opens every page of a desk by its keys and goes back; where each of them leads to.

    A page below that another desk has had already is not opened once more.
    """
    known = {place.rpartition(" > ")[2] for place in graph if " > " in place}
    async with choosing(desk.page()) as sat:

        async def look(page, place, ways, is_shown):
            graph[place] = set(ways)
            assert not is_shown or page.title in sat.text
            assert not is_shown or ("[Esc] back" in sat.foot) == bool(ways)
            for number, line in enumerate(page.lines, 1):
                if line.typing is not None:
                    graph[place].add("at the table")
                    continue
                if line.keep is not None:
                    graph[place].add(name)
                    continue
                if line.page is None:
                    chosen = desk.chosen(line.key) if line.is_open else None
                    graph[place].add(led_to(chosen, place))
                    graph["a lesson"] = graph.get("a lesson", set()) | {name}
                    continue
                below = f"{place} > {line.key}"
                graph[place].add(below)
                opens, under = is_shown and line.key not in known, line.page()
                if opens:
                    await sat.press(str(number))
                    # Its rows are made in a thread; a page below another has the same foot as it.
                    seen = functools.partial(lambda title: title in sat.text, under.title)
                    await sat.until_worked_out(seen)
                await look(under, below, {place}, opens)
                if opens:
                    await sat.press("left")  # as Esc does, which a terminal must wait for
                    assert page.title in sat.text

        assert "[Enter] choose" in sat.foot
        await look(desk.page(), name, (), is_shown=True)
        if not known:
            await sat.press("?", "escape", "o", "escape")
            assert desk.page().title in sat.text
        await sat.press("q")
        assert sat.app.chosen == QUIT
        graph[name].add("the shell")


class Evening:
    """The host of a plan, opened as the command opens it, with its own terminal and a guest."""

    def __init__(self, house, sat, guest):
        self.house, self.sat, self.guest = house, sat, guest

    @property
    def seen(self):
        """What the host's own screen shows of the table."""
        return self.sat.app.client.model.seen.view

    async def press(self, *names):
        await self.sat.press(*names)
        await self.sat.until(lambda: not self.house.room.is_busy)

    async def until(self, words):
        await self.sat.until_worked_out(lambda: words in self.sat.text)


@contextlib.asynccontextmanager
async def evening(plan, called):
    """A table from its plan to its last word; the guest has come before anything is dealt."""
    games = Games(load_game, lambda kind, rules, stream, settings: RandomBot(stream))
    table = replace(plan.table, fairness="solo", is_open=True, pace=60.0)
    async with open_house(
        replace(plan, table=table, port=0), Calm(), games, lambda line: None
    ) as house:
        told = []
        guest = house.room.connect("SHA256:bob", "bob")
        guest.attach(told.append)
        own = OwnPlace(house.host.own_link(called), plan, [""], is_settled=plan.resume)
        async with sitting(own, keeper="host") as sat:
            yield Evening(house, sat, told)


class Calm:
    """Interfaces of a host whose own terminal the test sits at."""

    learning = Learning

    async def keep_calm(self):
        pass


async def sat_at_the_table(chosen, graph):
    """What the host can do with a guest there, by keys, in a real room: each way leads on.

    What it saw last of the table.
    """
    async with evening(chosen, "Ann") as place:
        await place.until("Your hand (")
        for ways in (("ctrl+c", "escape"), ("q", "1")):
            await place.press(*ways)
            assert "Leave?" not in place.sat.text
        await walked(await desk_at(chosen.data), "open", graph)
        assert read_note(chosen.data / TABLE)["host_key"].startswith("ssh-")
        await place.press("ctrl+c", "ctrl+c", "2")
        await place.until("Enter")
        seats = [m.seats for m in place.guest if isinstance(m, Lobby)][-1]
        assert seats[0].away
        graph["at the table"] = {"at the table", "away", "closed"}
        await place.press("enter")
        seats = [m.seats for m in place.guest if isinstance(m, Lobby)][-1]
        assert not seats[0].away
        graph["away"] = {"at the table"}
        seen = place.seen
        await place.press("ctrl+c", "3")
        await asyncio.wait({place.sat.session.task}, timeout=5)
        assert place.sat.session.task.done()
    last = place.guest[-1]
    assert isinstance(last, Bye)
    assert "The host's machine keeps the game" in last.text
    assert "make play" not in last.text
    graph["closed"] = {"kept"}
    return seen


@pytest.mark.e2e
@pytest.mark.acceptance(27)
async def test_an_evening_has_no_state_without_a_way_on(tmp_path):
    graph = {"the shell": {"fresh", "kept", "open"}}
    desk = await desk_at(tmp_path)
    await walked(desk, "fresh", graph)
    desk.page()
    seen = await sat_at_the_table(desk.chosen("play"), graph)
    desk = await desk_at(tmp_path)
    await walked(desk, "kept", graph)
    first = desk.page().lines[0]
    assert first.words.startswith("Go on: ")
    async with evening(desk.chosen(first.key), "Ann") as place:
        await place.until("Your hand (")
        assert place.seen == seen
    assert set().union(*graph.values()) <= graph.keys()
    assert {"fresh > games", "kept > invite", "open > beside > games"} <= graph.keys()
    for place in graph:
        found, more = {place}, [place]
        while more:
            new = graph[more.pop()] - found
            found |= new
            more += new
        assert {"at the table", "the shell"} <= found, f"no way on from {place}"


@pytest.mark.e2e
async def test_a_table_that_is_open_is_gone_to_or_another_stands_beside_it(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    write_note(tmp_path / TABLE, {"port": 2222, "name": "Maple Court"})
    try:
        desk = await desk_at(tmp_path)
    finally:
        await journal.close()
    page = desk.page()
    assert page.title == "A table is open here"
    assert "go to it" in page.no_settings
    assert desk.chosen(page.lines[0].key) == tmp_path
    beside = page.line("beside").page()
    assert beside.lines[0].key == "play"
    chosen = desk.chosen("play")
    assert chosen.data == tmp_path / "beside-2"
    assert f"(port {chosen.port})" in page.line("beside").words
    assert chosen.port > 2222


@pytest.mark.socket
async def test_a_table_without_a_port_is_not_gone_to_and_the_next_one_has_a_usual_port(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    note = {"port": 0, "name": "Maple Court", "via": ["relay.example"], "listening": False}
    write_note(tmp_path / TABLE, note)
    try:
        desk = await desk_at(tmp_path)
    finally:
        await journal.close()
    page = desk.page()
    assert not page.lines[0].is_open
    assert "go to the window" in page.lines[0].about[-1]
    assert page.at == "beside"
    page.line("beside").page()
    assert desk.chosen("play").port >= plan(tmp_path).port


@pytest.mark.e2e
async def test_settings_changed_beside_an_open_table_are_kept_though_none_is_opened(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    try:
        around = await look_around(tmp_path)
        assert around.own == tmp_path / "beside-2"
        settings = Profile(theme="light").to_json()
        await keep_settings(around.own, settings)
        assert (await look_around(tmp_path)).settings == settings
    finally:
        await journal.close()
    assert (await look_around(tmp_path)).own == tmp_path


@pytest.mark.e2e
async def test_what_was_chosen_last_is_under_the_cursor_next_time(tmp_path):
    desk = await desk_at(tmp_path)
    assert list(leaves(desk.page()))
    desk.chosen("game:2")
    again = await desk_at(tmp_path)
    assert list(leaves(again.page()))
    assert again.chosen("play").table.game == "regicide"
    again.chosen("invite:127.0.0.1")
    assert (await desk_at(tmp_path)).page().at == "invite"
    assert read_note(tmp_path / "last.json")["choice"] == "invite:127.0.0.1"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)
def test_an_edition_is_for_as_many_as_its_rules_say(edition):
    rules = load_game(edition.game)
    options = rules.settle(edition.options)
    assert rules.least_seats(options) == edition.fewest
    assert rules.most_seats(options) == edition.most
    assert edition_of(edition.game, options) == edition
    assert rules.settle({**edition.options, **edition.alone})


@pytest.mark.e2e
@pytest.mark.acceptance(25)
async def test_a_game_at_home_that_was_killed_is_offered_again(tmp_path):
    around = environment(tmp_path, TERM="xterm")
    async with Terminal([*PLAY], around) as terminal:
        await terminal.wait_for("Your hand (", timeout=20)
        terminal.process.kill()
        await terminal.process.wait()
    async with Terminal([*PLAY], around) as terminal:
        await terminal.wait_for("Go on: Runes & Regulations", timeout=20)
        terminal.send(ENTER)
        await terminal.wait_for("Your hand (", timeout=20)


OVER = "\nThe game is over.\n"


@pytest.mark.e2e
async def test_with_nobody_there_the_first_screen_is_a_whole_game_to_watch(tmp_path):
    code = (
        "import dataclasses, rr_net.cli.demo as demo; from rr_net.cli import main\n"
        "options = {'window': 'fast', 'turn_cap': '2'}\n"
        "demo.TABLE = dataclasses.replace(demo.TABLE, options=options)\n"
        "main(['host', '--front'])"
    )
    done = await run([sys.executable, "-c", code], environment(tmp_path), timeout=40)
    said = done.out.decode()
    assert (done.code, done.err) == (0, b"")
    assert "Turn 2: " in said
    assert "$ runes verify bundle.json\nChecked on this machine: " in said
    assert "played as dealt, but the host alone chose the luck" in said
    assert said.rstrip().endswith("`make play` opens a table of your own.")
    assert not re.search(r"[0-9a-f]{64}", said)
    # Moments of the game that the end tells may begin with the words of a turn, too.
    spun, over = said.rindex(" SPINS ", 0, said.index("\nThe record of the game")), said.index(OVER)
    assert said.count(OVER) == 1
    assert said.index("\nTurn 2: ") < over < said.rindex("\nChecked on this machine: ")
    assert spun < over


@pytest.mark.e2e
@pytest.mark.acceptance(13)
async def test_a_second_make_play_asks_and_ends_well(tmp_path):
    around = environment(tmp_path, TERM="xterm")
    command = [*RUNES, "host", "--front", "--seats", "3", "--bots", "2", "--port", "0"]
    async with Terminal(command, around) as first:
        await first.wait_for("Play now", timeout=20)
        first.send(ENTER)
        await first.wait_for("Your hand (", timeout=20)
        async with Terminal(command, around) as second:
            await second.wait_for("Go to it", timeout=20)
            await second.wait_for("Another table beside it (port ")
            second.send("q")
            assert await second.wait_closed() == 0


@pytest.mark.e2e
async def test_whose_table_another_window_opened_meanwhile_is_asked_again(tmp_path):
    around = environment(tmp_path, TERM="xterm")
    command = [*RUNES, "host", "--front", "--seats", "3", "--bots", "2", "--port", "0"]
    async with Terminal(command, around) as first, Terminal(command, around) as second:
        for terminal in (first, second):
            await terminal.wait_for("Play now", timeout=20)
        first.send(ENTER)
        await first.wait_for("Your hand (", timeout=20)
        second.send(ENTER)
        await second.wait_for("A table is open here", timeout=20)
        second.send("q")
        assert await second.wait_closed() == 0


@pytest.mark.socket
async def test_relays_stand_first_where_friends_may_come_to_that_of_last_time_before_all(tmp_path):
    write_note(tmp_path / TABLE, {"via": ["[::1]:2200"], "listening": False})
    (tmp_path / "relay_keys").write_text("[::1]:2200 ssh-ed25519 AAAA\n")
    known = (RelayPlace("relay.example"), RelayPlace("::1", 2200))
    desk = FrontDesk(
        replace(plan(tmp_path), relays=known), await look_around(tmp_path), given=frozenset()
    )
    invite = next(line for line in desk.page().lines if line.key == "invite")
    page = invite.page()
    first, second = page.lines[:2]
    assert (first.words, second.words) == (
        "Anywhere, through [::1]:2200",
        "Anywhere, through relay.example",
    )
    assert page.at == first.key
    chosen = desk.chosen(second.key)
    assert (chosen.via, chosen.is_listening) == ((RelayPlace("relay.example"),), False)
    assert chosen.table.bots == 0


async def test_the_first_screen_says_the_own_name_and_n_keeps_another(tmp_path, monkeypatch):
    monkeypatch.setattr("rr_net.host.config.config_file", lambda: tmp_path / "config.toml")
    desk = FrontDesk(plan(tmp_path), await look_around(tmp_path), given=frozenset(), called="root")
    async with choosing(desk.page()) as sat:
        assert "You are called root: [n] changes it" in sat.text
        await sat.press("n", *["backspace"] * 4, *"dealer", "enter")
        await sat.until(lambda: "a word of the table's own" in " ".join(sat.text.split()))
        assert desk.called == "root"
        await sat.press("n", *["backspace"] * 4, *"Ann", "enter")
        await sat.until(lambda: "You are called Ann: [n] changes it" in sat.text)
    assert desk.called == read_config(tmp_path / "config.toml").name == "Ann"


async def test_who_is_known_here_is_called_so_on_the_first_screen(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    await journal.remember(KnownKey(OWN_KEY, name="Ann"))
    await journal.close()
    assert (await look_around(tmp_path)).called == "Ann"


@pytest.mark.parametrize("name", ["Ann", ""])
def test_a_name_that_was_chosen_is_said_before_anybody_is_dealt_in(tmp_path, name):
    link, heard = FakeLink(), []
    place = OwnPlace(link, plan(tmp_path), ["ssh x    (private)"], is_settled=False, name=name)
    place.attach(heard.append)
    link.tell(welcome(name="root"))
    assert link.said == [*([Enter(name="Ann")] if name else []), Sit(seat=0), Start()]


def test_who_comes_back_into_a_game_has_its_name_there_until_that_is_over(tmp_path):
    link, heard = FakeLink(), []
    OwnPlace(link, plan(tmp_path), ["ssh x    (private)"], is_settled=True, name="Ann").attach(
        heard.append
    )
    link.tell(welcome(name="root"), lobby("playing"))
    assert link.said == []
    link.tell(lobby("over"), lobby("over"))
    assert link.said == [Enter(name="Ann")]


def test_the_hosts_lobby_begins_with_the_words_of_the_key_that_friends_compare(tmp_path):
    link, heard = FakeLink(), []
    line = "ssh -p 2222 YOURNAME@192.0.2.1    (private)"
    key = "SHA256:" + "/" * 42 + "8"
    OwnPlace(link, plan(tmp_path), [line], is_settled=True, key=key).attach(heard.append)
    link.tell(lobby(notes=("Be kind.",), invite=""))
    [told] = [each for each in heard if each.type == "lobby"]
    assert told.notes == ("This table's key in four words: zoo zoo zoo zoo", line, "Be kind.")
