"""Eight people at one table of the expansion: what their screens cost, and how the game ends."""

from dataclasses import replace

import pytest

from rr_net.link import Cards, Give, Seen
from rr_rules.runes_regulations.state.view import Spun
from rr_tui.dialogs.guide.role import RoleDialog
from rr_tui.dialogs.profile import THEMES
from rr_tui.looks.themes import ThemeId
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.rr_tui.games.test_nefarious import FACES, crowd
from tests.rr_tui.screens.test_nocolour import COLOUR
from tests.support.rr_rules.nefarious import night
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, ended, game, lobby, log, pending, seen
from tests.support.rr_tui.realgames import RULES, asked
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import NAMES, people

FOCUS, EVENT, REPAINT = 1_000, 4_000, 20_000
ROLES = ("the-griffin-lady", "the-curator", "the-tidier", "the-nefarious-neighbor",
         "the-henchman", "the-hexlord", "the-savior", "the-control-freak")  # fmt: skip
UNUSED = ("the-exotic-pet-collector", "the-humane-sorcerer")


def table(**told):
    return crowd(lawn0=["Sneaky Griffin"], hand1=["Just For the Hex of It"], **told).table


def messages(found, seat):
    told = list(game(asked(found, seat), later(RULES.view(found.state, seat))))
    told[1] = around("playing")
    told[2] = Cards(game="runes-regulations", cards=tuple(FACES.values()))
    return told


def later(view):
    """The same in a later round, when the roles are no news."""
    return replace(view, round=2)


def around(phase):
    return lobby(phase, seats=people(8, grace=0))


def at_table(found=None, seat=0, **profile):
    link = FakeLink(*messages(found or table(), seat))
    return sitting(link, **({"depth": ColourDepth.MANY} | profile))


# --- budgets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
async def test_eight_players_are_drawn_and_drawn_anew_within_the_budget(theme: ThemeId):
    async with at_table(theme=theme) as sat:
        assert 2_000 < sat.terminal.bytes_sent <= REPAINT
        assert 2_000 < await sat.bytes_to_repaint() <= REPAINT


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_unfolding_one_neighbour_after_the_other_costs_what_a_key_may(size):
    async with at_table(size=size) as sat:
        seen_names = set()
        for key in ["up"] * 11 + ["right", "right", "down", "left", "down", "down", "right"]:
            used = await sat.bytes_for(sat.press(key))
            assert used <= FOCUS
            seen_names |= {name for name in NAMES[1:8] if f"{name}'s Fence" in sat.text}
        assert len(seen_names) == 7


async def test_a_public_event_among_eight_keeps_its_budget():
    view = RULES.view(table().state, 0)
    cem, eve = view.seats[2], view.seats[4]
    gone = replace(cem, lawn=cem.lawn[1:], mythical=cem.mythical - 1)
    come = replace(eve, lawn=(*eve.lawn, *cem.lawn[:1]), mythical=eve.mythical + 1)
    moved = replace(view, seats=(*view.seats[:2], gone, view.seats[3], come, *view.seats[5:]))
    async with at_table() as sat:
        await sat.hear(seen(view, 8), pending(None, 8, waiting=(1,)))
        told = sat.hear(log("{4} STEALS Spoiled Unicorn from {2}", start=2), seen(moved, 9))
        assert 0 < await sat.bytes_for(told) <= EVENT
        assert "Eve STEALS Spoiled Unicorn from Cem" in sat.text


async def test_a_question_about_other_lawns_keeps_the_budget_and_opens_the_first():
    t = night(8, nn=3, player=1, hand1=["Just For the Hex of It"], lawn1=["Parcel Pegasus"],
              lawn2=["Spoiled Unicorn"], lawn5=["Sneaky Griffin"])  # fmt: skip
    async with at_table(t.table, 1) as sat:
        await sat.press("enter")
        t.table.answer(1, sat.link.last(Give).option)
        while t.table.asked[0].verb == "window":
            t.table.answer(t.table.asked[0].seat, 0)
        question, view = asked(t.table, 1), RULES.view(t.state, 1)
        told = sat.hear(seen(view, 8), pending(question, 8), log("{1} CASTS it", start=2))
        assert 0 < await sat.bytes_for(told) <= EVENT
        assert "Cem's Lawn" in sat.text
        assert "▸1 U Spoiled Unicorn" in sat.text
        assert "Cem ●○○○○   1U " in sat.text
        await sat.press("tab")
        assert "Fay's Lawn" in sat.text
        await sat.press("enter")
        assert sat.link.last(Give).number == 8


async def test_the_spinner_of_the_nefarious_neighbor_is_shown_with_its_own_faces():
    found = table()
    found.state.player, found.state.phase, found.state.spinning = 3, "spin", 3
    view = RULES.view(found.state, 0)
    async with at_table(found, motion=False) as sat:
        await sat.hear(seen(view, 8), pending(None, 8))
        told = sat.hear(seen(replace(view, spinner=(Spun(6, "nefarious"),)), 9))
        assert await sat.bytes_for(told) <= EVENT
        assert "▸ 6 Double Discard" in sat.text
        assert "4 Pet-y Theft" in sat.text


# --- letters and words alone ---------------------------------------------------------------------


async def test_without_colour_and_unicode_the_other_side_still_looks_different():
    async with at_table(depth=ColourDepth.NONE, glyphs=GlyphSet.ASCII) as sat:
        await sat.press(*["up"] * 7)
        assert not COLOUR.search(sat.terminal.sent)
        assert sat.terminal.sent.isascii()
        assert "%Dee B.... 1/5 Beasts BXd" in sat.text
        assert (
            ">Your role: The Griffin Lady 1/3" in " ".join(sat.text.split()) or "Lawn" in sat.text
        )


async def test_the_line_of_the_own_role_opens_its_text_and_what_the_others_may_be():
    async with at_table() as sat:
        await sat.press("down")
        assert "▸Your role: The Griffin Lady 1/3" in sat.text
        await sat.press("enter")
        assert "Your role, then the others (10)" in sat.text
        assert "You win if you end your turn with 3 Mythical Griffins" in sat.text
        assert "The Henchman" in sat.text


@pytest.mark.rule("NN-ROLE-05")
async def test_a_role_is_shown_to_everybody_only_when_that_is_said_twice():
    t = night(4, nn=2, player=0, options={"allow_role_reveal": "yes"}, hand0=["Sparkly Dragon"])
    shows = next(n for n, o in enumerate(t.table.asked[0].options) if o.act == "show_role")
    async with at_table(t.table) as sat:
        place = next(place for place, found in sat.screen.scene.places.at.items()
                     if found[0].act == "show_role")  # fmt: skip
        key = sat.screen.scene.places.digits[place]
        await sat.press(key)
        assert "Everybody will know your role until the end. Again: do it" in sat.text
        assert sat.link.last(Give) is None
        await sat.press(key)
        assert sat.link.last(Give).option == shows


# --- one screen for two ---------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-23", "NN-INFO-01")
async def test_at_a_shared_screen_each_reads_the_own_role_alone():
    found = table()
    ann, bob = messages(found, 0), messages(found, 1)
    bob[0] = bob[0].model_copy(update={"name": "Bob"})
    link, other = FakeLink(*ann), FakeLink(*bob)
    async with sitting(link, others=(other,)) as sat:
        assert "Bob, the screen is yours" in sat.text
        assert b"Your role" not in sat.terminal.sent
        await sat.press("enter")
        assert "Your role: The Henchman" in sat.text
        assert b"Griffin Lady" not in sat.terminal.sent
        other.tell(pending(None, 8, waiting=(0,)), seen(later(RULES.view(found.state, 1)), 8))
        skip = views.ask(views.option(0, "skip"))
        link.tell(seen(later(RULES.view(found.state, 0)), 8), pending(skip, 8))
        await sat.rest()
        assert "Ann, the screen is yours" in sat.text
        assert "Henchman" not in sat.text
        before = len(sat.terminal.writes)
        await sat.press("enter")
        assert "Your role: The Griffin Lady 1/3" in sat.text
        assert b"Henchman" not in b"".join(sat.terminal.writes[before:])


# --- the role as it is dealt ----------------------------------------------------------------------


def dealt(found, seat):
    """What a player hears at whose table the roles have just been dealt."""
    told = messages(found, seat)
    return [
        seen(RULES.view(found.state, seat)) if isinstance(each, Seen) else each for each in told
    ]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_role_is_dealt_as_a_card_that_fills_the_screen(size):
    async with sitting(FakeLink(*dealt(table(), 0)), size=size) as sat:
        assert isinstance(sat.screen, RoleDialog)
        assert "THE GRIFFIN LADY" in sat.text
        assert "Nobody else sees this card" in sat.text
        assert "Your hand" not in sat.text
        await sat.press("enter")
        assert isinstance(sat.screen, GameScreen)
        await sat.hear(seen(RULES.view(table().state, 0), 8))
        assert isinstance(sat.screen, GameScreen)
        await sat.press("e")
        assert "THE GRIFFIN LADY" in sat.text
        await sat.press("e")
        assert isinstance(sat.screen, GameScreen)


async def test_who_comes_later_reads_the_role_when_asked_for():
    async with at_table() as sat:
        assert isinstance(sat.screen, GameScreen)
        await sat.press("e")
        assert "THE GRIFFIN LADY" in sat.text


async def test_everybody_knows_the_nefarious_neighbor():
    async with sitting(FakeLink(*dealt(table(), 3))) as sat:
        assert "THE NEFARIOUS NEIGHBOR" in sat.text
        assert "Everybody knows" in sat.text


async def test_nobody_is_shown_the_role_of_another_one():
    found = table()
    ann, bob = dealt(found, 0), dealt(found, 1)
    bob[0] = bob[0].model_copy(update={"name": "Bob"})
    async with sitting(FakeLink(*ann), others=(FakeLink(*bob),)) as sat:
        assert b"ROLE" not in sat.terminal.sent.upper().replace(b"CONTROL", b"")
        await sat.press("enter")
        assert "THE HENCHMAN" in sat.text
        assert b"GRIFFIN LADY" not in sat.terminal.sent.upper()
    async with sitting(FakeLink(*messages(found, None))) as sat:
        await sat.press("e")
        assert isinstance(sat.screen, GameScreen)


# --- the end -------------------------------------------------------------------------------------


def over(**changes):
    roles = {"roles": ROLES, "unused_roles": UNUSED}
    return ended(winners=(3, 4), reason="beasts", text="{3} and {4} win with five Corrupted Beasts",
                 **({} if "roles" in changes else roles), **changes)  # fmt: skip


def ending(view, *told):
    return (around("over"), seen(view, 9), *told)


async def test_the_end_says_who_was_who_and_who_won():
    view = RULES.view(table().state, 0)
    async with at_table(size=(120, 40)) as sat:
        await sat.hear(*ending(view, over()))
        assert "Dee and Eve win with five Corrupted Beasts" in sat.text
        await sat.choose("Turn by turn")
        text = sat.text
        lines = [" ".join(line.strip("│ ").split()) for line in text.splitlines()]
        assert {"Ann The Griffin Lady", "Dee The Nefarious Neighbor won", "Eve The Henchman won",
                "Hal The Control Freak"} <= set(lines)  # fmt: skip
        assert "Nobody was The Exotic Pet Collector, The Humane Sorcerer." in text


async def test_on_a_small_screen_a_page_of_its_own_tells_it():
    view = RULES.view(table().state, 0)
    async with at_table() as sat:
        await sat.hear(*ending(view, over()))
        assert "The host's machine says: " in sat.text
        assert "Turn by turn" in sat.text
        await sat.choose("Turn by turn")
        await sat.press(*["down"] * 12)
        assert "Nobody was The Exotic Pet Collector" in sat.text


async def test_before_the_audit_no_role_is_told():
    view = RULES.view(table().state, 0)
    async with at_table(size=(120, 40)) as sat:
        await sat.hear(*ending(view, over(verdict="", verified=None, roles=(), unused_roles=())))
        assert "win with five Corrupted Beasts" in sat.text
        assert "Who was who" not in sat.text
        assert "Henchman" not in sat.text


async def test_the_lawns_at_the_end_show_the_beasts_of_the_nefarious_neighbor():
    view = RULES.view(table().state, 0)
    async with at_table(size=(120, 40)) as sat:
        await sat.hear(*ending(view, over()))
        assert "The Lawns at the end" in sat.text
        assert "Dee           ■□□□□  B Bane Wing   X Lamb Named Thursday" in sat.text
        assert "B Beast   X Sacrificial   small text off   D Dragon" in sat.text
