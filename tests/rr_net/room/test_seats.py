"""Seats whose owners drop out, leave, come back or are too slow."""

import pytest

from rr_net import link
from rr_net.bots.thinkers import AtOnce
from rr_net.game.windows import BOTS_COUNT
from rr_net.room.arrivals import CLOSES_WITHIN
from rr_rules.kernel.transcript import Answer, Remove
from tests.support.rr_net.roomplay import dealt, hall, pebbles_stacked, runes_stacked, seated

GRACE = 60


class Slow:
    """A thinker whose thoughts are finished by the test."""

    def __init__(self):
        self.thoughts = []

    def think(self, thought, done):
        self.thoughts.append((thought, done))

    def finish(self):
        thought, done = self.thoughts.pop(0)
        done(thought())


class Curious:
    """A bot that remembers what it was shown, and picks the first option."""

    def __init__(self):
        self.views = []
        self.samples = []

    def choose(self, view, pending, sample, out_of_time):
        self.views.append(view)
        self.samples.append(sample())
        return 0


# --- dropping out and leaving -------------------------------------------------------------


@pytest.mark.rule("RR-TABLE-04")
async def test_after_the_grace_period_a_bot_plays_with_the_knowledge_of_that_seat_only():
    bot = Curious()
    dealer = pebbles_stacked(("red", "red", "red"), ("blue", "blue", "green"))
    async with hall(dealer=dealer, make_bot=lambda *_: bot) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.drops()
        assert ann.screen.seats[1].grace == GRACE
        assert ann.screen.seats[1].connected is False
        await place.passes(GRACE - 0.1)
        assert bot.views == []
        await place.passes(0.1)
        assert ann.screen.seats[1].stand_in is True
        view = bot.views[0]
        assert view.me == 1
        assert view.seats[0].hand == ("", "", "")
        assert view.seats[1].hand == ("blue", "blue", "green")
        # Samples deal anew what Bob cannot know: among a few, Ann's three reds are not the rule.
        hands = [[t.state.faces[c] for c in t.state.hands[0]] for t in bot.samples]
        assert any(sorted(hand) != ["red", "red", "red"] for hand in hands)


@pytest.mark.rule("RR-TABLE-04")
async def test_a_seat_that_is_left_is_played_by_a_bot_at_once():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.does(link.Leave())
        assert isinstance(bob.screen.told[-1][1], link.Bye)
        assert ann.screen.seats[1].stand_in is True
        assert [entry for entry in place.record.entries if isinstance(entry, Answer)]


@pytest.mark.rule("RR-TABLE-04", "RR-EDGE-35")
async def test_who_comes_back_has_the_seat_at_the_next_decision():
    thinker = Slow()
    async with hall(thinker=thinker) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.does(link.Leave())
        thinker.finish()  # this decision is submitted: it stands
        await place.settle()
        submitted = place.record.entries[-1]
        assert submitted.seat == 1
        assert len(thinker.thoughts) == 1  # and the bot is deciding the next one
        back = await place.comes("bob")
        assert back.screen.seats[1].stand_in is False
        assert submitted in place.record.entries
        assert back.screen.ask.verb == "throw"
        thinker.finish()  # too late: that decision is Bob's now
        await place.settle()
        assert place.record.entries[-1] == submitted
        await back.answers("throw")
        assert ann.screen.window is not None


@pytest.mark.rule("RR-EDGE-35")
async def test_a_sealed_answer_of_the_stand_in_stands_when_the_owner_comes_back():
    hands = [("red", "red", "red"), ("red", "blue", "green"), ("blue", "blue", "white")]
    dealer = pebbles_stacked(*hands, rolls=[0] * 9)
    async with hall(seats=3, dealer=dealer, make_bot=lambda *_: Curious()) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.Leave())
        await ann.answers("skip")
        await ann.answers("throw")
        await place.passes(0.4)
        back = await place.comes("bob")
        assert back.screen.window.answered is True
        assert back.screen.ask is None
        await place.passes(1)
        assert back.screen.ask.verb == "draw"


async def test_coming_back_in_time_stops_the_countdown():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.drops()
        await place.passes(GRACE - 1)
        back = await place.comes("bob")
        assert ann.screen.seats[1].grace == 0
        await place.passes(GRACE)
        assert ann.screen.seats[1].stand_in is False
        assert back.screen.ask.verb == "draw"


@pytest.mark.parametrize("seconds", ["5", "300"])
async def test_the_grace_period_is_agreed_on_before_the_deal(seconds):
    async with hall(options={"grace": seconds}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.drops()
        assert ann.screen.seats[1].grace == int(seconds)
        await place.passes(int(seconds))
        assert ann.screen.seats[1].stand_in is True


async def test_a_seat_belongs_to_its_key_and_to_no_name():
    async with hall() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.drops()
        thief = await place.comes("bob", key="SHA256:other")
        assert thief.screen.view.me == -1
        assert thief.screen.ask is None
        assert thief.screen.last(link.Welcome).name == "bob-2"


async def test_the_log_tells_what_becomes_of_a_seat():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.drops()
        await place.passes(GRACE)
        await place.comes("bob")
        told = [line.text for line in ann.screen.lines if line.kind == "room"]
        assert told == [
            "{1} has dropped out and has 60 seconds to come back",
            "A bot plays for {1}",
            "{1} is back",
        ]


async def test_a_host_who_closes_the_table_has_not_dropped_out_of_it():
    async with hall() as place:
        own = place.room.connect("local", "root", is_host=True, is_own=True)
        own.attach(bool)
        own.send(link.Sit(seat=0))
        bob = await place.comes("bob")
        await bob.does(link.Sit(seat=1))
        own.send(link.Ready())
        await bob.does(link.Ready())
        assert bob.screen.lobby.phase == "playing"
        mark = len(bob.screen.told)
        own.close()
        await place.settle()
        place.room.close()
        await place.running
        assert [type(message) for _, message in bob.screen.since(mark)] == [link.Bye]


async def test_an_own_terminal_that_is_gone_at_a_table_that_stays_open_is_missed():
    async with hall() as place:
        own = place.room.connect("local", "root", is_host=True, is_own=True)
        own.attach(bool)
        own.send(link.Sit(seat=0))
        bob = await place.comes("bob")
        own.close()
        await place.settle()
        await place.passes(CLOSES_WITHIN)
        assert not bob.screen.seats[0].connected
        assert bob.screen.seats[0].grace == GRACE


# --- removing a seat ----------------------------------------------------------------------


def real_game(**options):
    """Three seats of the real game."""
    return hall(game="runes-regulations", seats=3, options=options)


@pytest.mark.rule("RR-TABLE-05")
async def test_a_removed_seat_leaves_its_cards_to_the_discards():
    async with real_game(leaver="removed", window="fast") as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(0, 1, 0))
        hand = bob.screen.view.seats[1].hand
        runes = [slot.face for slot in bob.screen.view.seats[1].fence]
        assert bob.screen.ask is not None
        assert len(runes) == 3
        await bob.does(link.Leave())
        view = ann.screen.view
        assert place.record.entries[-1] == Remove(1)
        assert sorted(view.main_discard) == sorted(hand)
        assert sorted(view.rune_discard) == sorted(runes)
        assert (view.seats[1].hand, view.seats[1].fence, view.seats[1].lawn) == ((), (), ())
        # It was Bob's turn: it ends at once, and the turn order closes up.
        assert view.player == 2
        assert cem.screen.ask is not None
        told = [line.kind for line in ann.screen.lines]
        assert "spin" not in told


@pytest.mark.rule("RR-TABLE-06")
async def test_the_last_seat_that_remains_wins_by_default():
    async with hall(game="runes-regulations", options={"leaver": "removed"}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Leave())
        assert place.room.phase == "over"
        ended = ann.screen.last(link.Ended)
        assert (ended.winners, ended.reason) == ((0,), "default")
        assert "by default" in ended.text


async def test_a_dropped_seat_is_removed_only_after_the_grace_period():
    async with hall(seats=3, options={"leaver": "removed"}) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.drops()
        await place.passes(GRACE - 1)
        assert ann.screen.view.seats[1].left is False
        await place.passes(1)
        assert ann.screen.view.seats[1].left is True
        back = await place.comes("bob")
        assert back.screen.view.me == -1


async def test_removing_a_seat_reopens_what_the_others_were_choosing():
    async with hall(seats=3, options={"leaver": "removed"}) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await ann.answers("skip")
        await ann.answers("throw")
        await bob.answers("pass")
        await cem.does(link.Leave())
        assert place.record.entries[-1] == Remove(2)
        assert ann.screen.view.seats[2].left is True
        assert bob.screen.pending.number > 0
        await place.passes(10)
        assert place.room.phase == "playing"


# --- slow players -------------------------------------------------------------------------


def clocked(**more):
    dealer = runes_stacked([("rune-service-lukewarm",), ()], [(), ()])
    options = {"turn_clock": "60", "window": "fast"} | more
    return hall(game="runes-regulations", dealer=dealer, options=options)


@pytest.mark.rule("RR-TABLE-07")
async def test_the_turn_clock_skips_a_phase_that_may_be_skipped():
    async with clocked() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        assert ann.screen.pending.clock == 60
        assert ann.screen.ask.verb == "cast_phase"
        skip = next(o.option for o in ann.screen.ask.options if o.act == "skip")
        await place.passes(59.9)
        assert ann.screen.ask.verb == "cast_phase"
        await place.passes(0.1)
        assert place.record.entries[-1] == Answer(0, skip)
        assert ann.screen.ask.verb == "summon_phase"


@pytest.mark.rule("RR-TABLE-07")
async def test_the_turn_clock_says_no_to_what_is_optional():
    async with hall(options={"turn_clock": "60", "window": "answered"}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers("skip")
        await ann.answers("throw")
        assert bob.screen.ask.verb == "catch"
        await place.passes(60)
        assert Answer(1, 0) in place.record.entries
        assert bob.screen.ask.verb == "draw"


@pytest.mark.rule("RR-TABLE-07")
async def test_the_turn_clock_has_a_bot_make_a_forced_choice_and_gives_the_seat_back():
    bot = Curious()
    async with hall(options={"turn_clock": "60"}, make_bot=lambda *_: bot) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers("skip")
        assert ann.screen.ask.verb == "throw"
        await place.passes(60)
        assert [view.me for view in bot.views] == [0]
        assert bob.screen.window is not None
        assert ann.screen.seats[0].stand_in is False


async def test_the_turn_clock_leaves_sealed_windows_their_own_times():
    async with hall(options={"turn_clock": "5", "window_seconds": "9"}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers("skip")
        await ann.answers("throw")
        assert bob.screen.pending.clock == 0
        await place.passes(8)
        assert bob.screen.window is not None


async def test_a_choice_made_in_time_stops_the_turn_clock():
    async with hall(options={"turn_clock": "60"}) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(50)
        await ann.answers("skip")
        await place.passes(50)
        assert ann.screen.ask.verb == "throw"


async def test_whoever_is_too_slow_to_confirm_a_skip_has_skipped():
    async with clocked(confirm_skip="on") as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(60)
        assert ann.screen.ask.verb == "confirm_skip"
        await place.passes(60)
        assert ann.screen.ask.verb == "summon_phase"


# --- duties -------------------------------------------------------------------------------


@pytest.mark.rule("RR-TABLE-03")
async def test_nobody_ends_a_turn_without_the_spin():
    async with clocked() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        offered = set()
        while ann.screen.view.turn == 1:
            offered |= {option.act for option in ann.screen.ask.options}
            for beyond in (len(ann.screen.ask.options), 99):
                await ann.does(link.Give(number=ann.screen.pending.number, option=beyond))
                assert ann.screen.problem.code == "not_an_option"
            acts = [option.act for option in ann.screen.ask.options]
            await ann.answers("skip" if "skip" in acts else None)
        assert not offered & {"end", "end_turn"}
        told = [line.kind for line in bob.screen.lines]
        second = [line.text for line in bob.screen.lines].index("Turn 2: {1} begins")
        assert "spin" in told[:second]


# --- clocks and bots ----------------------------------------------------------------------


async def test_the_host_stops_the_clocks_and_lets_them_go_on():
    async with hall(options={"turn_clock": "60"}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await place.passes(40)
        await bob.drops()
        await ann.does(link.Host(act="pause"))
        assert ann.screen.lobby.paused is True
        await place.passes(600)
        assert ann.screen.seats[1].stand_in is False
        assert ann.screen.view.phase == "draw"
        await ann.does(link.Host(act="resume"))
        assert ann.screen.lobby.paused is False
        await place.passes(20)
        # The turn clock had 20 seconds left, and grace has 40 more.
        assert ann.screen.view.phase == "throw"
        assert ann.screen.seats[1].grace > 0


async def test_the_host_gives_a_seat_to_a_bot_and_its_owner_takes_it_back():
    async with hall(thinker=Slow()) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await ann.does(link.Host(act="bot", seat=1))
        assert ann.screen.seats[1].stand_in is True
        assert bob.screen.ask is None
        await bob.does(link.Give(number=bob.screen.pending.number, option=0))
        assert bob.screen.problem.code == "stand_in"
        await bob.does(link.Sit(seat=1))
        assert bob.screen.ask.verb == "draw"


async def test_the_host_removes_a_seat():
    async with hall(seats=3) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.view.seats[1].left is True
        assert bob.screen.view.me == -1
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.problem.code == "cannot_remove"


async def test_bots_pause_so_that_people_can_follow():
    async with hall(seats=2, bots=1, pace=0.9, make_bot=lambda *_: First()) as place:
        (ann,) = await dealt(place, "ann", pets=(1,))
        await ann.answers("skip")
        await ann.answers("throw")
        await place.passes(0.301)
        assert ann.screen.pending.waiting == (1,)
        entries = len(place.record.entries)
        await place.passes(0.8 - BOTS_COUNT)
        assert len(place.record.entries) == entries
        await place.passes(0.1)
        assert len(place.record.entries) == entries + 1


class First:
    """A bot that takes the first option."""

    def choose(self, view, pending, sample, out_of_time):
        return 0


class Timed(AtOnce):
    """Notes when it is asked."""

    def __init__(self):
        self.asked = []

    def think(self, thought, done):
        self.asked.append(self.clock.time())
        super().think(thought, done)


@pytest.mark.parametrize("seconds", [0.7, 5])
async def test_a_bot_thinks_while_people_look(seconds):
    thinker = Timed()
    async with hall(
        seats=2, bots=1, pace=0.9, bot_seconds=seconds, thinker=thinker, game="rune",
        options={"first_seat": "2", "undo": "off"},
    ) as place:  # fmt: skip
        thinker.clock = place.clock
        dealt_at = place.clock.time()
        (ann,) = await dealt(place, "ann")
        number = ann.screen.pending.number
        await place.passes(0.899)
        assert thinker.asked == [dealt_at]
        assert ann.screen.pending.number == number
        await place.passes(0.002)
        assert ann.screen.pending.number > number


async def test_a_bot_that_never_answers_is_answered_for():
    async with hall(seats=2, bots=1, thinker=Slow()) as place:
        (ann,) = await dealt(place, "ann", pets=(1,))
        await ann.answers("skip")
        await ann.answers("throw")
        await place.passes(1.2)
        assert ann.screen.pending.waiting == (1,)
        await place.passes(10)
        own = [e for e in place.record.entries if isinstance(e, Answer) and e.seat == 1]
        # A pass by silence, then the draw it may skip, then the throw it must make.
        assert own[:3] == [Answer(1, 0), Answer(1, 1), Answer(1, 0)]


class Broken:
    """A bot with a fault."""

    def choose(self, view, pending, sample, out_of_time):
        raise ZeroDivisionError


class Liar:
    """A bot that names an option that does not exist."""

    def choose(self, view, pending, sample, out_of_time):
        return len(pending.options)


@pytest.mark.parametrize("bot", [Broken(), Liar()])
async def test_a_bot_that_fails_gets_a_plain_answer(bot):
    async with hall(seats=2, bots=1, make_bot=lambda *_: bot) as place:
        (ann,) = await dealt(place, "ann", pets=(1,))
        await ann.answers("skip")
        await ann.answers("throw")
        await place.passes(1.2)
        assert Answer(1, 1) in place.record.entries


async def test_two_bots_play_a_whole_game_by_themselves():
    async with hall(seats=2, bots=2, options={"window": "fast"}) as place:
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Start())
        await place.passes(120)
        assert place.room.phase == "over"
        assert ann.screen.last(link.Ended).verified is True


async def test_everybody_ready_and_a_free_seat_waits_for_the_host():
    async with hall(seats=3) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert place.room.phase == "lobby"
        await ann.does(link.Start())
        assert place.room.phase == "playing"
        assert [seat.kind for seat in ann.screen.seats] == ["player", "player", "bot"]
