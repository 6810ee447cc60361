"""Past games on the screen: the list, words that narrow it down, and what is done with a game."""

import asyncio

import pytest

from rr_net.link import AskHistory, PastAgainst, PastGame, PastGames, PastRating
from rr_net.link.refusals import Refused
from rr_net.replay.viewer import Viewer
from tests.support.fakeclock import passes
from tests.support.rr_net.played import recorded
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, welcome
from tests.support.rr_tui.sitting import looking_back, sitting

FACTS = {
    "day": "22 Nov", "edition": "Runes & Regulations", "length": "41 min",
    "people": "ann, root, cem", "result": "won", "mark": "checked", "holds": True, "open": False,
}  # fmt: skip
LEFT = {"people": "5 people, turn 9", "result": "unfinished", "mark": "", "holds": None,
        "open": True, "length": "-"}  # fmt: skip
FORGED = {"result": "void", "mark": "does not verify", "holds": False}
NONE = PastGames(find="", count=0, games=(), ratings=(), against=(), best=())

NONE_OF = NONE.model_copy(update={"find": "nobody", "of": 3})


def past(number=1, **more):
    lines = (f"All about game {number}.", "It changes no rating: one person alone.")
    return PastGame(game=f"{number:064x}", lines=lines, **FACTS | more)


def told(*games, find=""):
    return PastGames(
        find=find, count=len(games), games=games,
        ratings=(PastRating(edition="Rune", name="root", rating=22.4, spread=6.1, games=3),),
        against=(PastAgainst(name="ann", won=3, lost=2, drawn=0),),
        best=(("Regicide", "best 11/12"),),
    )  # fmt: skip


EVERY = told(past(1), past(2, **LEFT), past(3, **FORGED))


class Acts:
    """What a test's machine has kept, and what was asked of it."""

    def __init__(self, found=EVERY):
        self.found, self.asked = found, []

    async def look(self, words):
        self.asked.append(words)
        return NONE_OF if words == "nobody" else self.found

    async def check(self, name, tell=None):
        return ("Verified: as dealt.",)

    async def export(self, name):
        return (f"It is in rune-{name[-1]}.json.",)

    async def forget(self):
        self.asked.append("forget")
        return ('In 3 games stands "somebody" now.',)

    async def replay(self, name, tell=None):
        if not self.may_replay(name):
            raise Refused("no_game", "its record is not here")
        return Viewer(recorded("Rune"), check="checked")

    def may_go_on(self, name):
        return name.endswith("2")

    def may_replay(self, name):
        return name.endswith("1")


async def chosen(sat):
    await asyncio.wait({sat.session.task}, timeout=2)
    return sat.app.chosen


@pytest.mark.parametrize(
    ("size", "profile", "row"),
    [
        ((80, 24), {}, "▸22 Nov  Runes & Regulations  41 min  ann, root, cem"),
        ((120, 40), {}, "41 min  ann, root, cem    won         ✓ checked"),
        ((80, 24), {"glyphs": "ascii"}, ">22 Nov  Runes & Regulations  41 min  ann, root, cem"),
        ((80, 24), {"depth": "none"}, "▸22 Nov  Runes & Regulations  41 min  ann, root, cem"),
    ],
)  # fmt: skip
async def test_every_game_is_a_line_and_below_stands_what_they_come_to(size, profile, row):
    async with looking_back(Acts(), size, **profile) as sat:
        assert row in sat.text
        assert "3 games" in sat.text
        assert sat.terminal.text[-1].rstrip().endswith("r ratings, Esc")
        assert "5 people, turn" in sat.text
        assert "fails" in sat.text
        about = "+-" if profile.get("glyphs") else "±"
        assert f"root: Rune 22 {about}6 (3)" in sat.text
        assert "against ann 3-2" in sat.text
        assert "Regicide best 11/12" in sat.text
        if profile.get("glyphs"):
            assert sat.text.isascii()


async def test_enter_shows_all_that_is_known_of_a_game():
    async with looking_back(Acts()) as sat:
        await sat.press("down", "enter")
        assert "All about game 2." in sat.text
        await sat.press("escape")
        assert "3 games" in sat.text


async def test_words_narrow_the_list_down():
    acts = Acts()
    async with looking_back(acts) as sat:
        await sat.press("/")
        assert "Which games?" in sat.text
        await sat.press(*"nobody", "enter")
        assert acts.asked == ["", "nobody"]
        assert 'None of 3 past games fits "nobody".' in sat.text
        assert "filter: nobody" in sat.text


@pytest.mark.parametrize(
    ("keys", "key", "answer"),
    [((), "p", f"replay:{1:064x}"), (("down",), "g", f"go:{2:064x}")],
)
async def test_a_game_is_replayed_or_gone_on_with(keys, key, answer):
    async with looking_back(Acts()) as sat:
        await sat.press(*keys, key)
        assert await chosen(sat) == answer


@pytest.mark.parametrize(
    ("key", "words"), [("g", "does not go on here"), ("v", "Verified: as dealt."),
                       ("x", "It is in rune-1.json."), ("r", "Regicide best 11/12")]
)  # fmt: skip
async def test_what_comes_of_a_key_is_said(key, words):
    async with looking_back(Acts()) as sat:
        await sat.press(key)
        assert words in sat.text
        await sat.press("escape")
        assert "3 games" in sat.text


async def test_a_game_without_a_record_is_not_replayed():
    async with looking_back(Acts()) as sat:
        await sat.press("down", "p")
        assert "There is no record" in sat.text


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
async def test_one_goes_back_without_choosing(key):
    async with looking_back(Acts()) as sat:
        await sat.press(key)
        assert await chosen(sat) == ""


async def test_the_cursor_comes_back_to_the_game_that_was_looked_at():
    async with looking_back(Acts(), at=f"{3:064x}") as sat:
        await sat.press("enter")
        assert "All about game 3." in sat.text


async def test_where_nothing_was_played_that_is_said_and_no_key_breaks():
    async with looking_back(Acts(NONE)) as sat:
        assert "No past games here yet." in sat.text
        await sat.press("enter", "p", "v", "g", "x", "r", "escape")
        assert "No past games here yet." in sat.text


async def test_a_list_that_cannot_be_read_says_why_in_full_and_no_key_breaks():
    problem = "The list cannot be read now. " + "/home/ann/" * 12 + "history.db: the disk refuses."
    async with looking_back(Acts(NONE.model_copy(update={"problem": problem}))) as sat:
        assert "The list cannot be read; below stands why." in sat.text
        assert "".join(problem.split()) in "".join(sat.text.split())
        await sat.press("enter", "p", "v", "g", "x", "r", "escape")
        assert "below stands why" in sat.text


async def test_at_a_table_the_room_is_asked_and_what_it_tells_is_shown():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("ctrl+p", *"past", "enter")
        await sat.rest()
        assert link.last(AskHistory) == AskHistory(find="")
        assert "Looking" in sat.text
        await sat.hear(EVERY)
        assert "22 Nov  Runes & Regulations" in sat.text
        await sat.press("v")
        assert "runes verify FILE" in sat.text.replace("\n", " ")
        await sat.press("escape", "/", *"ann", "enter")
        assert link.last(AskHistory) == AskHistory(find="ann")
        await sat.hear(told(past(7), find="ann"))
        assert "1 game " in sat.text


async def past_at_a_table(sat, found=EVERY):
    await sat.press("ctrl+p", *"past", "enter")
    await sat.rest()
    await sat.hear(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "words"),
    [("v", "Verified: as dealt."), ("x", "It is in rune-1.json."), ("g", "does not go on here"),
     ("r", "Regicide best 11/12")],
)  # fmt: skip
async def test_at_a_table_a_record_is_checked_and_copied_as_on_the_first_screen(key, words):
    link = FakeLink(*game())
    link.desk = Acts()
    async with sitting(link) as sat:
        await past_at_a_table(sat)
        await sat.press(key)
        assert words in sat.text
        await sat.press("escape")
        assert "3 games" in sat.text


async def test_who_has_a_record_checked_reads_how_long_it_takes_and_has_taken():
    over = asyncio.Event()

    class SlowActs(Acts):
        async def check(self, name, tell=None):
            tell("The record is being checked: about 20 seconds here.")
            await over.wait()
            return await super().check(name)

    async with looking_back(SlowActs()) as sat:
        await sat.press("v")
        assert "being checked: about 20 seconds here." in sat.text
        await passes(3.2)
        assert "20 seconds here. 3 s so far." in " ".join(sat.text.replace("│", "").split())
        over.set()
        await sat.rest()
        assert "Verified: as dealt." in sat.text
        await passes(2.0)
        assert "so far" not in sat.text


async def test_at_a_table_a_past_game_is_replayed_over_the_list_and_left_for_it():
    link = FakeLink(*game())
    link.desk = Acts()
    async with sitting(link) as sat:
        await past_at_a_table(sat)
        await sat.press("p")
        assert "Replay · Rune" in sat.text
        await sat.press("right", "escape")
        assert "3 games" in sat.text
        await sat.press("down", "p")
        assert "its record is not here" in sat.text


async def test_where_a_table_keeps_no_records_that_is_said():
    async with sitting(FakeLink(*game())) as sat:
        await past_at_a_table(sat)
        await sat.press("p")
        assert "There is no record of this game here" in sat.text
        await sat.press("escape", "x", "f", "escape")
        assert "3 games" in sat.text


@pytest.mark.parametrize(("keys", "asked"), [(("enter",), False), (("down", "enter"), True)])
async def test_one_is_forgotten_after_being_asked_and_not_by_a_slip(keys, asked):
    link = FakeLink(*game())
    link.desk = Acts()
    async with sitting(link) as sat:
        await past_at_a_table(sat)
        await sat.press("f")
        assert "Forget me?" in sat.text
        await sat.press(*keys)
        await sat.rest()
        assert ("forget" in link.desk.asked) == asked
        assert ('In 3 games stands "somebody" now.' in sat.text) == asked


async def test_on_the_first_screen_one_is_forgotten_too():
    acts = Acts()
    async with looking_back(acts) as sat:
        await sat.press("f", "down", "enter")
        await sat.rest()
        assert "forget" in acts.asked


async def test_the_lobby_leads_to_past_games():
    link = FakeLink(welcome(), lobby())
    async with sitting(link, size=(120, 40)) as sat:
        assert "Past games…" in sat.text


async def test_names_have_the_columns_that_others_leave_free():
    people = "Bartholomew, Maximiliane and 2 bots, turn 11"
    found = told(past(1, people=people, result="Bartholomew won"))
    async with looking_back(Acts(found), size=(120, 40)) as sat:
        assert people in sat.text
        assert "Bartholomew won" in sat.text
    async with looking_back(Acts(found), size=(80, 24)) as sat:
        assert "Bartholomew,…" in sat.text
        assert "checked" in sat.text


async def test_the_page_of_ratings_says_why_there_is_none_and_what_a_shared_game_counts():
    found = told(past(1)).model_copy(update={"ratings": ()})
    async with looking_back(Acts(found)) as sat:
        await sat.press("r")
        assert "No rating yet: it takes 3 games" in sat.text
        assert "how far one of them came" in " ".join(sat.text.split())
    async with looking_back(Acts()) as sat:
        await sat.press("r")
        assert "No rating yet" not in sat.text
