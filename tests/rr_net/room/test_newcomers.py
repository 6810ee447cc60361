"""Somebody who comes later and gets the seat of a bot: before, during and after a game."""

import pytest

from rr_net import link
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.receipts import check_receipts, read_receipts
from rr_net.ssh.sshsig import check_signature
from rr_net.store import MemoryJournal
from rr_rules.kernel.requests import Choose
from tests.rr_net.room.test_two_worlds import (
    ARMED_FENCE,
    PLAIN_FENCE,
    assert_same,
    past_events,
    spy,
)
from tests.support.fairness.minimal import minimal_verdict
from tests.support.golden.constants import standing_digests
from tests.support.rr_net.roomplay import hall, journalled, runes_stacked, seated, stacked_journal

RUNES = {"game": "runes-regulations", "make_bot": spy}
"""The real game, with bots that take the first answer."""


@pytest.fixture(scope="module", autouse=True)
def the_same_luck_whatever_becomes_of_the_sources():
    with standing_digests():
        yield


async def with_bots(place, *, bots=2):
    """A host and bots at a game that has been dealt, and ann, who watches."""
    (root,) = await seated(place, "root")
    for seat in range(1, 1 + bots):
        await root.does(link.Fill(seat=seat))
    await root.does(link.Ready())
    await past_events(place, root)
    return root, await place.comes("ann")


def turn_of(place):
    table = place.archive.tables[-1]
    return table.game.turn(table.state)


def is_between(place):
    """Whether nothing is half done: neither a window nor a random event is open."""
    pending = place.archive.tables[-1].pending
    return isinstance(pending, Choose) or not getattr(pending, "window", True)


async def to_next_turn(place, root):
    """Plays on until another turn has begun and nothing is half done."""
    turn = turn_of(place)
    for _ in range(200):
        if place.room.phase != "playing" or (turn_of(place) > turn and is_between(place)):
            return
        await past_events(place, root)
        for player in place.players.values():
            # Whoever is alone is asked without a clock, in a window too.
            is_timed = player.screen.window is not None and player.screen.window.lasts
            if player.screen.ask is not None and not is_timed:
                await player.answers()
        await place.passes(2.5)
    raise AssertionError("the turn never ends")


async def until_asked(place, player):
    """Bots play on until somebody has a choice: whose turn is the first goes by the deal."""
    for _ in range(100):
        if player.screen.ask is not None:
            return
        await past_events(place, player)
        await place.passes(2.5)
    raise AssertionError("nobody is asked")


async def play_to_the_end(place, root):
    for _ in range(400):
        if place.room.phase == "over":
            return
        await to_next_turn(place, root)
    raise AssertionError("the game never ends")


def says(player):
    return [notice.text for notice in player.screen.all(link.Notice)]


# --- before the deal ----------------------------------------------------------------------


@pytest.mark.rule("RR-TABLE-09")
async def test_before_the_deal_a_bots_seat_is_taken_at_once_and_no_host_is_needed():
    async with hall(archive=journalled(), seats=3, bots=1, **RUNES) as place:
        await seated(place, "root", "bob")
        ann = await place.comes("ann")
        await ann.does(link.Sit(seat=2))
        assert (ann.screen.seats[2].kind, ann.screen.seats[2].name) == ("player", "ann")


# --- during a game ------------------------------------------------------------------------


@pytest.mark.rule("RR-TABLE-09")
@pytest.mark.acceptance(10)
async def test_the_host_is_asked_and_the_seat_changes_hands_at_the_next_turns_beginning():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        root, ann = await with_bots(place)
        turn = turn_of(place)
        await ann.does(link.Sit(seat=2))
        assert says(ann)[-1] == "The host is asked whether you may have bot3's seat."
        asking = next(p for p in root.screen.lobby.people if p.name == "ann")
        assert asking.asks_for == 2
        await root.does(link.Host(act="seat", name="ann"))
        assert says(ann)[-1] == "You play bot3's seat from the next turn on."
        assert (ann.screen.seats[2].name, ann.screen.seats[2].next) == ("bot3", "ann")
        assert ann.screen.view.me == -1
        await to_next_turn(place, root)
        table = place.archive.tables[-1]
        assert ann.screen.view == table.game.view(table.state, 2)
        assert (ann.screen.seats[2].name, ann.screen.seats[2].since) == ("ann", turn + 1)
        assert any("from turn" in line.text for line in root.screen.lines)


@pytest.mark.rule("RR-TABLE-09")
async def test_she_is_asked_from_then_on_and_receipts_are_hers():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        root, ann = await with_bots(place)
        assert place.room.receipts("SHA256:ann") is None
        await ann.does(link.Sit(seat=1))
        await root.does(link.Host(act="seat", name="ann"))
        assert place.room.receipts("SHA256:ann") is None
        openings = read_receipts(place.record.receipts(1)).openings
        known = [card for card in openings if card.owner < 0]
        await to_next_turn(place, root)
        # She knows what the bot knew: also the cards that have left its hands since.
        hers = read_receipts(place.room.receipts("SHA256:ann")).openings
        assert set(known) <= set(hers)
        assert known
        while ann.screen.ask is None or ann.screen.window is not None:
            await (root.answers() if root.screen.ask is not None else place.passes(2.5))
        before = place.archive.tables[-1].number
        await ann.answers()
        assert place.archive.tables[-1].number > before


@pytest.mark.rule("RR-TABLE-09")
@pytest.mark.parametrize("level", ["solo", "table"])
@pytest.mark.acceptance(10)
async def test_both_verifiers_take_the_record_of_a_game_in_which_a_seat_changed_hands(level):
    archive = journalled()
    async with hall(archive=archive, seats=2, fairness=level) as place:
        root, ann = await with_bots(place, bots=1)
        await ann.does(link.Sit(seat=1))
        await root.does(link.Host(act="seat", name="ann"))
        await play_to_the_end(place, root)
        assert root.screen.seats[1].since > 1
        assert root.screen.last(link.Ended).verified is True
        failure, _ = minimal_verdict(archive.last_bundle)
        assert failure is None
        bundle = read_bundle(archive.last_bundle)
        assert bundle.manifest.seats[1].name == "bot2"
        check_receipts(read_receipts(place.room.receipts("SHA256:ann")), bundle, check_signature)


@pytest.mark.rule("RR-TABLE-09")
async def test_the_seat_gives_by_its_chain_and_the_head_says_who_chooses_the_luck():
    async with hall(archive=journalled(), seats=3, fairness="table", **RUNES) as place:
        root, ann = await with_bots(place)
        assert root.screen.lobby.host_luck is True
        await ann.does(link.Sit(seat=2))
        await root.does(link.Host(act="seat", name="ann"))
        await to_next_turn(place, root)
        assert ann.screen.lobby.host_luck is True
        await ann.does(link.Pledge(hash="0" * 64))
        assert ann.screen.problem.code == "not_by_hand"


@pytest.mark.rule("RR-TABLE-09")
async def test_after_a_crash_the_seat_is_hers_and_nobody_elses():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), seats=3, **RUNES) as place:
        root, ann = await with_bots(place)
        await ann.does(link.Sit(seat=2))
        await root.does(link.Host(act="seat", name="ann"))
        await to_next_turn(place, root)
        view, since = ann.screen.view, ann.screen.seats[2].since
        place.room.close()
        await place.running
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, seats=3, **RUNES) as place:
        place.room.resume(await archive.unfinished())
        ann = await place.comes("ann")
        assert ann.screen.view == view
        assert ann.screen.seats[2].since == since
        assert place.room.receipts("SHA256:ann") is not None


@pytest.mark.rule("RR-TABLE-09")
@pytest.mark.acceptance(10)
async def test_one_seat_a_key_in_a_game_and_only_seats_dealt_to_bots():
    async with hall(archive=journalled(), seats=4, **RUNES) as place:
        root, bob = await seated(place, "root", "bob")
        await root.does(link.Start())
        ann = await place.comes("ann")
        await bob.does(link.Sit(seat=2))
        assert bob.screen.problem.code == "one_chair"
        await ann.does(link.Sit(seat=1))
        assert ann.screen.problem.code == "seat_taken"
        for leaving in (bob.drops, lambda: place.passes(61)):
            await leaving()
            await ann.does(link.Sit(seat=1))
            assert ann.screen.problem.code == "seat_taken"
        back = await place.comes("bob")
        await back.does(link.Leave())
        await ann.does(link.Sit(seat=1))
        assert ann.screen.problem.code == "seat_taken"
        again = await place.comes("bob")
        await again.does(link.Sit(seat=2))
        assert again.screen.problem.code == "one_chair"
        await root.does(link.Host(act="kick", name="bob"))
        await ann.does(link.Sit(seat=1))
        assert ann.screen.problem.code == "seat_taken"
        assert ann.screen.lobby.people[-1].asks_for == -1


@pytest.mark.rule("RR-TABLE-09")
async def test_a_host_who_only_deals_gets_no_seat():
    async with hall(
        archive=journalled(), seats=3, bots=1, options={"host_seat": "dealer_only"}, **RUNES
    ) as place:
        root = await place.comes("root", is_host=True)
        for name, seat in (("bob", 0), ("cem", 1)):
            player = await place.comes(name)
            await player.does(link.Sit(seat=seat))
        await root.does(link.Start())
        await root.does(link.Sit(seat=2))
        assert root.screen.problem.code == "dealer_only"


@pytest.mark.rule("RR-TABLE-09")
async def test_a_host_who_watches_gets_no_seat_either_since_the_record_says_that_it_held_none():
    async with hall(archive=journalled(), seats=3, bots=1, **RUNES) as place:
        root = await place.comes("root", is_host=True)
        for name, seat in (("bob", 0), ("cem", 1)):
            await (await place.comes(name)).does(link.Sit(seat=seat))
        await root.does(link.Start())
        await root.does(link.Sit(seat=2))
        assert root.screen.problem.code == "dealer_only"
        assert "you can sit down for the next one" in root.screen.problem.text
        assert root.screen.seats[2].next == ""


@pytest.mark.rule("RR-TABLE-09")
@pytest.mark.parametrize("newcomers", ["welcome", "watch"])
async def test_the_option_lets_everybody_or_nobody_take_a_bots_seat(newcomers):
    async with hall(
        archive=journalled(), seats=3, options={"newcomers": newcomers}, **RUNES
    ) as place:
        _, ann = await with_bots(place)
        await ann.does(link.Sit(seat=2))
        if newcomers == "watch":
            assert ann.screen.problem.code == "no_newcomers"
        assert ann.screen.seats[2].next == ("ann" if newcomers == "welcome" else "")


async def test_the_host_may_refuse_and_nobody_but_the_host_answers():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        root, ann = await with_bots(place)
        await root.does(link.Host(act="refuse", name="ann"))
        assert root.screen.problem.code == "not_asked"
        await ann.does(link.Sit(seat=2))
        await ann.does(link.Host(act="seat", name="ann"))
        assert ann.screen.problem.code == "host_only"
        await root.does(link.Host(act="refuse", name="ann"))
        assert says(ann)[-1].startswith("You watch for now")
        assert all(person.asks_for == -1 for person in root.screen.lobby.people)


async def test_who_goes_before_the_turn_is_over_gets_no_seat():
    async with hall(
        archive=journalled(), seats=3, options={"newcomers": "welcome"}, **RUNES
    ) as place:
        root, ann = await with_bots(place)
        await ann.does(link.Sit(seat=2))
        await ann.drops()
        await to_next_turn(place, root)
        assert root.screen.seats[2].name == "bot3"
        assert root.screen.seats[2].next == ""
        said = [line.text for line in root.screen.lines if "keeps its seat" in line.text]
        assert said == ["ann has gone, and bot3 keeps its seat"]


@pytest.mark.rule("RR-TABLE-09")
async def test_a_chair_that_is_taken_away_is_neither_asked_for_nor_promised_any_more():
    async with hall(archive=journalled(), seats=4, **RUNES) as place:
        root, ann = await with_bots(place, bots=3)
        bob = await place.comes("bob")
        await ann.does(link.Sit(seat=1))
        await bob.does(link.Sit(seat=2))
        await root.does(link.Host(act="seat", name="bob"))
        for seat, person in ((1, ann), (2, bob)):
            await root.does(link.Host(act="remove", seat=seat))
            assert says(person)[-1] == f"bot{seat + 1}'s seat is out of the game: you watch."
        assert [person.asks_for for person in root.screen.lobby.people] == [-1, -1, -1]
        assert root.screen.seats[2].next == ""
        await root.does(link.Host(act="seat", name="ann"))
        assert root.screen.problem.code == "not_asked"
        await ann.does(link.Sit(seat=1))
        assert ann.screen.problem.text == "seat 2 is out of the game: nobody can have it"
        # Another one can be had, by who has lost a promise too.
        await bob.does(link.Sit(seat=3))
        assert says(bob)[-1].startswith("The host is asked")


async def test_who_asks_for_the_same_chair_once_more_is_told_to_wait():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        _, ann = await with_bots(place)
        for _ in range(3):
            await ann.does(link.Sit(seat=2))
        asked = [text for text in says(ann) if text.startswith("The host is asked")]
        assert len(asked) == 1
        assert ann.screen.problem.text.endswith("already: wait for the answer")
        await ann.does(link.Sit(seat=1))
        assert says(ann)[-1] == "The host is asked whether you may have bot2's seat."


async def file_orders(root):
    """Orders for those of root's Runes that can be used on what comes."""
    slots = enumerate(root.screen.view.seats[0].fence)
    orders = [
        link.Order(at=at, face=slot.face, when=("steal", "hex"))
        for at, slot in slots
        if slot.face in ARMED_FENCE
    ]
    await root.does(link.FileOrders(orders=tuple(orders)))


async def evening_with(fence, *, files=False, **options):
    """What ann, who gets a bot's seat, and zoe, who watches, are told while root hides that."""
    fences = [
        fence[::-1],  # what differs is not the first to go
        ("tricky-trap", "salty-shaker", "blo-blo-gadget"),
        ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
    ]
    runes = ("gnasty-gnome", "squeaky-side-gate", "tricky-trap")
    dealer = runes_stacked([(), (), ()], fences, [0], runes=runes)
    stay = {"pace": None} if "pace" in options else {}
    options = {"newcomers": "welcome"} | options
    archive = stacked_journal(dealer)
    async with hall(archive=archive, seats=3, options=options, **stay, **RUNES) as place:
        root, ann = await with_bots(place)
        if files:
            await file_orders(root)
            assert root.screen.seats[0].filed is True
        zoe = await place.comes("zoe")
        await ann.does(link.Sit(seat=2))
        await to_next_turn(place, root)
        await place.passes(30)
        return [ann.screen.told, zoe.screen.told]


@pytest.mark.attack("T51")
async def test_what_she_is_told_does_not_depend_on_what_others_hide():
    one, other = [await evening_with(fence) for fence in (PLAIN_FENCE, ARMED_FENCE)]
    assert any(m.view.me == 2 for _, m in one[0] if isinstance(m, link.Seen))
    assert_same(one, other)


@pytest.mark.attack("T51")
@pytest.mark.rule("RR-TABLE-09", "RR-HID-19")
@pytest.mark.parametrize("files", [False, True], ids=["nothing filed", "orders filed"])
@pytest.mark.parametrize("pace", ["relaxed", "brisk"])
async def test_nor_does_it_at_another_pace_or_with_orders_filed(pace, files):
    evenings = [
        await evening_with(fence, files=files, pace=pace) for fence in (PLAIN_FENCE, ARMED_FENCE)
    ]
    assert any(m.view.me == 2 for _, m in evenings[0][0] if isinstance(m, link.Seen))
    assert_same(*evenings)


async def test_until_she_has_the_seat_she_is_told_what_every_spectator_is_told():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        root, ann = await with_bots(place)
        zoe = await place.comes("zoe")
        marks = len(ann.screen.told), len(zoe.screen.told)
        await ann.does(link.Sit(seat=2))
        await root.does(link.Host(act="seat", name="ann"))
        told = [
            [m for _, m in player.screen.since(mark) if not isinstance(m, link.Notice)]
            for player, mark in zip((ann, zoe), marks, strict=True)
        ]
        assert [link.write_line(m) for m in told[0]] == [link.write_line(m) for m in told[1]]


# --- after a game -------------------------------------------------------------------------


async def test_after_a_game_a_bots_seat_is_kept_for_the_next_one_and_its_name_until_then():
    async with hall(archive=journalled(), seats=2) as place:
        root, ann = await with_bots(place, bots=1)
        await play_to_the_end(place, root)
        await ann.does(link.Sit(seat=1))
        assert (root.screen.seats[1].name, root.screen.seats[1].next) == ("bot2", "ann")
        await root.does(link.Rematch())
        assert place.room.phase == "playing"
        assert (root.screen.seats[1].name, root.screen.seats[1].since) == ("ann", 0)
        assert ann.screen.view.me == 1


async def test_the_host_deals_now_and_bots_play_for_the_others_until_they_are_back():
    async with hall(archive=journalled(), seats=2) as place:
        root, bob = await seated(place, "root", "bob")
        for player in (root, bob):
            await player.does(link.Ready())
        await play_to_the_end(place, root)
        await root.does(link.Rematch())
        assert [seat.ready for seat in bob.screen.seats] == [True, False]
        await root.does(link.Start())
        assert (root.screen.seats[1].name, root.screen.seats[1].stand_in) == ("bob", True)
        assert bob.screen.ask is None
        await bob.does(link.Sit(seat=1))
        assert root.screen.seats[1].stand_in is False


async def test_after_a_game_no_chair_changes_hands_before_the_lobby_and_who_loses_one_is_told():
    async with hall(archive=journalled(), seats=3, bots=1) as place:
        root, bob = await seated(place, "root", "bob")
        for player in (root, bob):
            await player.does(link.Ready())
        ann = await place.comes("ann")
        await root.does(link.Host(act="end"))
        await ann.does(link.Sit(seat=2))
        before = root.screen.seats
        acts = [link.Host(act="bot", seat=seat) for seat in (1, 2)]
        for act in (*acts, link.Fill(seat=2), link.Fill(seat=2, bot="")):
            await root.does(act)
            assert root.screen.problem.code == "game_is_over"
            assert "go back to the lobby first" in root.screen.problem.text
            assert root.screen.seats == before
        await root.does(link.SetUp())
        assert [seat.name for seat in root.screen.seats] == ["root", "bob", "ann"]
        for seat, person in ((1, bob), (2, ann)):
            await root.does(link.Host(act="bot", seat=seat))
            text = f"The host has given seat {seat + 1} to a bot: choose another one, or watch."
            assert says(person)[-1] == text


async def test_the_host_who_starts_the_next_game_plays_in_it():
    async with hall(archive=journalled(), seats=2) as place:
        root, _ = await with_bots(place, bots=1)
        await root.does(link.Host(act="end"))
        await root.does(link.Start())
        assert place.room.phase == "playing"
        assert [seat.stand_in for seat in root.screen.seats] == [False, False]


# --- stepping away ------------------------------------------------------------------------


@pytest.mark.acceptance(12)
async def test_the_host_steps_away_and_a_bot_plays_until_it_is_back():
    async with hall(archive=journalled(), seats=3, **RUNES) as place:
        root, bob = await seated(place, "root", "bob")
        await root.does(link.Start())
        await root.does(link.StepAway())
        assert (bob.screen.seats[0].away, bob.screen.seats[0].stand_in) == (True, True)
        turn = turn_of(place)
        for _ in range(3):
            await to_next_turn(place, bob)
        assert turn_of(place) >= turn + 3
        assert place.room.phase == "playing"
        await root.does(link.Sit(seat=0))
        assert (bob.screen.seats[0].away, bob.screen.seats[0].stand_in) == (False, False)


async def test_while_the_host_is_away_players_answer_knocks_and_spectators_do_not():
    async with hall(
        archive=journalled(), seats=3, is_open=False, invite="maple-42", **RUNES
    ) as place:
        root = await place.comes("root", is_host=True)
        await root.does(link.Sit(seat=0))
        bob, zoe, ann = [await place.comes(name) for name in ("bob", "zoe", "ann")]
        for each in (bob, zoe):
            await each.does(link.Enter(code="maple-42"))
        await bob.does(link.Sit(seat=1))
        await root.does(link.Start())
        await bob.does(link.Host(act="approve", key="SHA256:ann"))
        assert bob.screen.problem.code == "host_only"
        assert len(bob.screen.lobby.people) == 3
        await root.does(link.StepAway())
        at_the_door = bob.screen.lobby.people[-1]
        assert (at_the_door.name, at_the_door.admitted, at_the_door.fingerprint) == (
            "ann",
            False,
            "",
        )
        assert bob.screen.lobby.doorkeeper is True
        assert len(zoe.screen.lobby.people) == 3
        await zoe.does(link.Host(act="approve", key="SHA256:ann"))
        assert zoe.screen.problem.code == "host_only"
        await bob.does(link.Host(act="approve", key="SHA256:ann"))
        await ann.does(link.Sit(seat=2))
        await bob.does(link.Host(act="seat", name="ann"))
        assert ann.screen.seats[2].next == "ann"
        await bob.does(link.Host(act="end"))
        assert bob.screen.problem.code == "host_only"
        await root.does(link.Sit(seat=0))
        assert bob.screen.lobby.doorkeeper is False


async def test_away_is_a_pause_where_nobody_else_plays():
    async with hall(archive=journalled(), seats=2, **RUNES) as place:
        root, _ = await with_bots(place, bots=1)
        await until_asked(place, root)
        await root.does(link.StepAway())
        assert (root.screen.lobby.paused, root.screen.seats[0].stand_in) == (True, False)
        await root.answers()
        assert root.screen.problem.code == "stand_in"
        await root.does(link.Host(act="resume"))
        assert "stepped away" in root.screen.problem.text
        assert root.screen.lobby.paused is True
        await root.does(link.Sit(seat=0))
        assert root.screen.lobby.paused is False
        assert root.screen.seats[0].away is False
