"""One who is alone waits for nobody; who is let in waits five seconds; an event has one beat."""

import re

import pytest

from rr_net import link
from rr_net.store import MemoryJournal
from rr_rules.kernel.transcript import Answer
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import Screen, dealt, hall, journalled, load_any, runes_stacked

BEAT, BOTS, COMING = 1.2, 0.3, 5.0
RUNES = ("gnasty-gnome", "squeaky-side-gate", "gazing-ball-of-blame")
PLAIN = ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell")
OF_BOTS = ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000")
OF_BOTS_TOO = ("blo-blo-gadget", "salty-shaker", "remembrance-birdbath")
SPELL = ("rune-service-lukewarm",)


class Idle:
    """A bot that skips and passes what it may."""

    def choose(self, view, pending, sample, out_of_time):
        acts = [option.act for option in pending.options]
        return next((acts.index(act) for act in ("pass", "skip", "no") if act in acts), 0)


class Caster(Idle):
    """A bot that casts a Spell when it can, and uses the Runes that it is told to."""

    def __init__(self, uses=False):
        self._wanted = {"cast", "use"} if uses else {"cast"}

    def choose(self, view, pending, sample, out_of_time):
        acts = [option.act for option in pending.options]
        return next(
            (at for at, act in enumerate(acts) if act in self._wanted),
            super().choose(view, pending, sample, out_of_time),
        )


def table(hands, fences, *, first=0, bot=Idle, **settings):
    """A room of Runes & Regulations in which this is dealt; the first seat begins."""
    # Cards are dealt from the first player on.
    hands, fences = hands[first:] + hands[:first], fences[first:] + fences[:first]
    dealer = runes_stacked(hands, fences, [first], runes=RUNES)
    return hall(
        game="runes-regulations", seats=len(fences), dealer=dealer, make_bot=lambda *_: bot(),
        **settings,
    )  # fmt: skip


async def until(player, is_so, place, step=0.1):
    """Lets time pass until something holds on a player's screen; nobody answers meanwhile."""
    for _ in range(300):
        if is_so(player.screen):
            return
        await place.passes(step)
    raise AssertionError("that never happens")


async def casts(player):
    await player.answers("cast")
    while player.screen.ask is not None and player.screen.window is None:
        await player.answers()


# --- alone: nobody could learn anything ---------------------------------------------------


@pytest.mark.rule("RR-HID-24")
async def test_a_window_with_nothing_but_a_pass_is_answered_once_the_bots_answers_count():
    async with table([SPELL, (), ()], [PLAIN, OF_BOTS, OF_BOTS_TOO], bots=2) as place:
        (ann,) = await dealt(place, "ann", pets=(1,))
        await casts(ann)
        assert ann.screen.lobby.alone is True
        assert ann.screen.window is not None
        assert ann.screen.ask is None
        number = ann.screen.pending.number
        await place.passes(BOTS - 0.01)
        assert ann.screen.pending.number == number
        await place.passes(0.02)
        assert ann.screen.pending.number > number


USABLE = ("tricky-trap", "suspicious-flamingo", "nosy-doorbell")


async def asked_by_a_bots_spell(place):
    """A person who is asked, without a clock, about a Spell that a bot is casting."""
    (ann,) = await dealt(place, "ann", pets=(0,))
    asks = lambda s: s.window is not None and s.ask is not None  # noqa: E731
    await until(ann, asks, place)
    return ann


@pytest.mark.rule("RR-HID-24")
async def test_a_question_with_a_rune_stands_until_it_is_answered():
    async with table(
        [(), SPELL], [USABLE, OF_BOTS], first=1, bot=Caster, bots=1,
    ) as place:  # fmt: skip
        ann = await asked_by_a_bots_spell(place)
        assert (ann.screen.window.lasts, ann.screen.window.closes_in) == (0, 0)
        assert ann.screen.window.can_hold is False
        number = ann.screen.pending.number
        await place.passes(3600)
        assert ann.screen.pending.number == number
        await ann.answers("pass")
        assert ann.screen.pending.number > number


def of_two(fence, *, is_open=False):
    return table(
        [(), SPELL], [fence, OF_BOTS], first=1, bot=Caster, bots=1,
        is_open=is_open, invite="plum",
    )  # fmt: skip


@pytest.mark.rule("RR-HID-24")
@pytest.mark.acceptance(4)
async def test_who_is_let_in_sees_the_table_five_seconds_later_whether_a_question_stands_or_not():
    streams = []
    for fence, stands in ((USABLE, True), (PLAIN, False)):
        async with of_two(fence) as place:
            (ann,) = await dealt(place, "ann", pets=(0,))
            await place.passes(1.5)
            assert (ann.screen.window is not None and ann.screen.ask is not None) is stands
            bob = await place.comes("bob", waits=False)
            await bob.does(link.Enter(code="plum"))
            begin = place.clock.time()
            assert bob.screen.last(link.Welcome).admitted is False
            assert bob.screen.lobby.letting_in == ann.screen.lobby.letting_in == COMING
            if stands:
                assert ann.screen.window.closes_in == COMING
            await place.passes(COMING - 0.001)
            assert not bob.screen.all(link.Seen)
            await place.passes(0.001)
            assert bob.screen.all(link.Seen)
            assert bob.screen.window is None or bob.screen.window.lasts > 0
            streams.append([
                (round(at - begin, 6), re.sub(rb"[0-9a-f]{16,}", b"x", link.write_line(message)))
                for at, message in bob.screen.told
                if at < begin + COMING
            ])  # fmt: skip
    assert streams[0] == streams[1]


@pytest.mark.rule("RR-HID-24")
async def test_a_question_that_stands_is_closed_for_who_comes_by_what_is_picked_then():
    async with of_two(USABLE) as place:
        ann = await asked_by_a_bots_spell(place)
        await ann.answers("use", done=False)
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code="plum"))
        await place.passes(COMING)
        assert "activate" in [line.kind for line in bob.screen.lines]


@pytest.mark.rule("RR-HID-24")
@pytest.mark.parametrize("act", ["kick", "ban"])
async def test_who_is_sent_away_while_being_let_in_is_not_let_in(act):
    async with of_two(USABLE) as place:
        ann = await asked_by_a_bots_spell(place)
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code="plum"))
        await place.passes(1)
        await ann.does(link.Host(act=act, name="bob"))
        assert bob.screen.last(link.Bye).text
        assert ann.screen.lobby.letting_in == 0
        assert ann.screen.window.closes_in == 0
        if act == "kick":
            bob = await place.comes("bob", waits=False)
        await place.passes(3 * COMING)
        # Nobody has come: the question stands.
        assert ann.screen.window is not None
        assert not bob.screen.all(link.Seen)
        assert bob.screen.last(link.Welcome).admitted is False


@pytest.mark.rule("RR-HID-24")
async def test_who_is_let_in_again_after_that_waits_anew():
    async with of_two(USABLE) as place:
        ann = await asked_by_a_bots_spell(place)
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code="plum"))
        await place.passes(2)
        await ann.does(link.Host(act="kick", name="bob"))
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code=ann.screen.lobby.invite))
        await place.passes(COMING - 0.001)
        assert not bob.screen.all(link.Seen)
        await place.passes(0.001)
        assert bob.screen.all(link.Seen)


@pytest.mark.rule("RR-HID-24")
@pytest.mark.acceptance(4)
async def test_the_window_after_somebody_came_has_its_beat():
    async with of_two(USABLE, is_open=True) as place:
        zoe = await place.comes("zoe")
        (ann,) = await dealt(place, "ann", pets=(0,))
        assert ann.screen.lobby.alone is False
        await until(ann, lambda screen: screen.window is not None, place)
        assert zoe.screen.window.lasts == BEAT
        # Who has gone for good counts as a person until the end of that turn.
        await zoe.does(link.Leave())
        assert ann.screen.lobby.alone is False


@pytest.mark.slow
@pytest.mark.rule("RR-HID-24")
async def test_whoever_is_away_counts_as_a_person():
    async with table([SPELL, ()], [PLAIN, OF_BOTS]) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.drops()
        await casts(ann)
        assert ann.screen.lobby.alone is False
        assert ann.screen.window.lasts == BEAT


@pytest.mark.rule("RR-EFF-12")
@pytest.mark.parametrize("people", [1, 2])
async def test_an_only_answer_is_given_by_the_room_for_one_who_is_alone_and_for_nobody_else(people):
    names = ("ann", "bob")[:people]
    async with table([(), ()], [PLAIN, OF_BOTS], bots=2 - people) as place:
        players = await dealt(place, *names, pets=(1, 0)[:people])
        ann = players[0]
        lone = [
            len(message.ask.options)
            for message in ann.screen.all(link.Pending)
            if message.ask is not None
        ]
        for _ in range(40):
            asks = [p.screen.ask for p in players if p.screen.ask is not None]
            if asks and people == 2:
                lone += [len(ask.options) for ask in asks]
            for player in players:
                if player.screen.ask is not None:
                    lone.append(len(player.screen.ask.options))
                    await player.answers()
            await place.passes(BEAT)
        assert (1 in lone) is (people == 2)


# --- the stay of an event -----------------------------------------------------------------


async def test_a_bot_acts_when_the_event_has_stayed_and_at_once_where_that_is_wanted():
    async with hall(seats=2, bots=1, pace=None, make_bot=lambda *_: Caster()) as place:
        (ann,) = await dealt(place, "ann", pets=(0,))
        tempo = ann.screen.lobby
        assert (tempo.tempo, tempo.stay, tempo.motion) == ("normal", 0.7, "short")
        await ann.does(link.SetTempo(tempo="step"))
        assert (ann.screen.lobby.tempo, ann.screen.lobby.stay) == ("step", 0)
        await ann.answers("throw") if ann.screen.ask else None
        await place.passes(600)
        entries = len(place.record.entries)
        await ann.does(link.ShowNext())
        assert len(place.record.entries) > entries


async def test_the_stay_may_be_changed_in_a_game_by_the_host_and_steps_are_for_one_alone():
    async with hall(seats=2, pace=None) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.SetTempo(tempo="brisk"))
        assert bob.screen.problem.code == "not_alone"
        await ann.does(link.SetTempo(tempo="brisk"))
        assert (bob.screen.lobby.tempo, bob.screen.lobby.stay) == ("brisk", 0.3)
        for message in (link.SetTempo(tempo="step"), link.ShowNext()):
            await ann.does(message)
            assert ann.screen.problem.code == "not_alone"
        assert ann.screen.lobby.tempo == "brisk"


@pytest.mark.rule("RR-HID-17")
@pytest.mark.parametrize(
    ("pace", "beat", "hold", "stay"),
    [("relaxed", "2.5", "30", 1.5), ("normal", "1.2", "15", 0.7), ("brisk", "1", "8", 0.3)],
)
async def test_a_pace_sets_the_beat_the_hold_and_the_stay(pace, beat, hold, stay):
    async with hall(pace=None) as place:
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.SetUp(options={"window_seconds": "9"}))
        await ann.does(link.SetUp(options={"pace": pace}))
        options = {each.name: each.value for each in ann.screen.lobby.options}
        assert (options["window_seconds"], options["wait_seconds"]) == (beat, hold)
        assert ann.screen.lobby.stay == stay
        await ann.does(link.SetUp(options={"pace": "gallop"}))
        assert ann.screen.problem.code == "bad_option"
        assert {each.name: each.value for each in ann.screen.lobby.options} == options


# --- one beat for one event ---------------------------------------------------------------

GRABBER = ("grubby-grabber", "blo-blo-gadget", "salty-shaker")
TRAP = ("tricky-trap", "toastinator-2000", "remembrance-birdbath")


async def cast_at_three(place):
    players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
    await casts(players[0])
    return players


def at_three(**settings):
    return table([SPELL, (), ()], [PLAIN, GRABBER, TRAP], **settings)


@pytest.mark.rule("RR-HID-25")
@pytest.mark.acceptance(5)
async def test_both_windows_of_a_cast_have_one_beat_and_the_record_both_answers():
    async with at_three() as place:
        ann, bob, cem = await cast_at_three(place)
        begin = place.clock.time()
        window = bob.screen.window
        assert window.lasts == BEAT
        assert (window.kind, window.next.kind) == ("cast", "cast")
        assert [option.act for option in bob.screen.ask.options] == ["pass", "use"]
        assert [option.act for option in cem.screen.window.next.ask.options] == ["pass", "use"]
        assert ann.screen.window.next.about != ann.screen.window.about
        entries = len(place.record.entries)
        await place.passes(BEAT + 0.001)
        answers = [e for e in place.record.entries[entries:] if isinstance(e, Answer)]
        assert len(answers) == 2 * len({each.seat for each in answers})
        times = {at for at, m in ann.screen.told if isinstance(m, link.Pending) and at > begin}
        assert all(round(at - begin, 6) == BEAT for at in times)


@pytest.mark.rule("RR-HID-25")
@pytest.mark.acceptance(5)
async def test_what_is_picked_in_advance_is_used_if_all_pass_and_is_nowhere_if_somebody_reacts():
    for reacts in (False, True):
        async with at_three() as place:
            ann, bob, cem = await cast_at_three(place)
            entries = len(place.record.entries)
            await cem.does(link.Give(number=cem.screen.pending.number, option=0, next=1))
            assert cem.screen.window.answered is True
            assert cem.screen.window.next.ask is None
            if reacts:
                await bob.answers("use")
            await place.passes(BEAT + 0.001)
            used = Answer(2, 1) in place.record.entries[entries:]
            assert used is not reacts
            activated = [line.event["face"] for line in ann.screen.lines if line.kind == "declare"]
            assert ("tricky-trap" in activated) is not reacts
            assert ("grubby-grabber" in activated) is reacts


@pytest.mark.rule("RR-HID-25")
async def test_a_pick_for_the_second_question_may_be_changed_and_a_hold_covers_both():
    async with at_three() as place:
        ann, _, cem = await cast_at_three(place)
        number = cem.screen.pending.number
        await cem.does(link.Give(number=number, next=1, done=False))
        await cem.does(link.Give(number=number, next=0, done=False))
        await cem.does(link.Give(number=number, next=7, done=False))
        assert cem.screen.problem.code == "not_an_option"
        await cem.does(link.HoldWindow(number=number))
        assert ann.screen.window.lasts == BEAT + 15
        await place.passes(BEAT + 3)
        assert ann.screen.window is not None
        await cem.does(link.Give(number=number, option=0, next=1))
        assert "tricky-trap" in [line.event.get("face") for line in ann.screen.lines]


@pytest.mark.rule("RR-HID-25")
async def test_filed_orders_answer_both_questions():
    async with at_three() as place:
        ann, _, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        at = [slot.face for slot in cem.screen.view.seats[2].fence].index("tricky-trap")
        order = link.Order(at=at, face="tricky-trap", when=("cast",))
        await cem.does(link.FileOrders(orders=(order,)))
        await casts(ann)
        assert cem.screen.window.next.ask is None
        await place.passes(BEAT + 0.001)
        assert "tricky-trap" in [line.event.get("face") for line in ann.screen.lines]


async def until_both_are_asked(place, players):
    """People play whatever comes first until one of them is asked about an event twice at once."""
    for _ in range(300):
        for player in players:
            window = player.screen.window
            if window is not None and window.next is not None and window.next.ask is not None:
                return player
            if window is None and player.screen.ask is not None:
                await player.answers()
        await place.passes(BEAT / 2)
    raise AssertionError("no event has both windows")


@pytest.mark.rule("RR-HID-25")
@pytest.mark.acceptance(5)
async def test_a_record_with_two_windows_in_one_beat_is_verified():
    archive = journalled()
    async with hall(archive=archive, game="runes-regulations", seats=3) as place:
        players = await dealt(place, "ann", "bob", "cem")
        await until_both_are_asked(place, players)
        await place.passes(BEAT + 0.001)
        await players[0].does(link.Host(act="end"))
        for player in players:
            await player.does(link.Audit())
        assert players[0].screen.last(link.Ended).verified is True
        assert checked(archive.last_bundle, load_game=load_any).entries


@pytest.mark.rule("RR-HID-25")
async def test_after_a_crash_kept_answers_stand_and_picks_in_advance_are_asked_anew():
    journal = MemoryJournal()
    settings = {"game": "runes-regulations", "seats": 3}
    async with hall(archive=journalled(journal), **settings) as place:
        players = await dealt(place, "ann", "bob", "cem")
        asked = await until_both_are_asked(place, players)
        first, later = asked.screen.ask, asked.screen.window.next.ask
        await asked.does(link.Give(number=asked.screen.pending.number, option=-1, next=0))
        assert asked.screen.window.next.ask is None
        name = next(name for name, player in place.players.items() if player is asked)
    archive = journalled(journal)
    async with hall(archive=archive, **settings) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        back = {each: await place.comes(each) for each in ("ann", "bob", "cem")}
        screen = back[name].screen
        # Where nobody else was asked the first question, the second has a window of its own now.
        ahead = None if screen.window.next is None else screen.window.next.ask
        assert [each for each in (screen.ask, ahead) if each is not None] == [later]
        assert first.prompt != later.prompt


# --- the luck of one who is alone ---------------------------------------------------------


async def at_home(place, *, is_own=True):
    """The host in the own terminal, in a seat."""
    link_here = place.room.connect("SHA256:root", "root", is_host=True, is_own=is_own)
    screen = Screen(place.clock)
    link_here.attach(screen.receive)
    await place.settle()
    link_here.send(link.Sit(seat=0))
    await place.settle()
    return link_here, screen


def auto(**settings):
    return hall(seats=2, bots=1, fairness="auto", is_open=False, invite="plum", **settings)


async def test_alone_at_the_own_terminal_the_deal_is_at_solo_and_says_so():
    async with auto() as place:
        here, screen = await at_home(place)
        assert screen.lobby.fairness == "solo"
        # It is no choice of the host's that stays: the lobby says what comes of a friend.
        assert any("Once a friend is let in" in note for note in screen.lobby.notes)
        assert not any("Fairness solo" in note for note in screen.lobby.notes)
        here.send(link.Ready())
        await place.settle()
        assert screen.pending.event is None
        told = [line.text for line in screen.lines if line.kind == "luck"]
        assert told == [
            "You are alone: this machine chooses the luck. The first deal with a friend is shared."
        ]
        assert screen.lobby.fairness == "solo"
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code="plum"))
        await place.passes(COMING)
        assert bob.screen.last(link.Notice).text.startswith("This deal was made before you came")


async def test_a_host_that_is_slow_at_shared_luck_says_so_in_the_lobby_where_it_is_shared(
    monkeypatch,
):
    monkeypatch.setattr("rr_net.room.dealing.LONG_ROLL", 0.0)
    slow = "This host is slow at safe luck: a roll takes about"
    async with auto() as place:
        _, screen = await at_home(place)
        assert not any(note.startswith(slow) for note in screen.lobby.notes)
        bob = await place.comes("bob", waits=False)
        await bob.does(link.Enter(code="plum"))
        await place.passes(COMING)
        [told] = [note for note in bob.screen.lobby.notes if note.startswith(slow)]
        assert len(told) <= 80


@pytest.mark.parametrize("case", ["over ssh", "with a friend", "open to all"])
async def test_at_every_other_table_the_deal_is_shared(case):
    settings = {"is_open": True} if case == "open to all" else {}
    async with hall(
        **{"seats": 2, "bots": 1, "fairness": "auto", "is_open": False, "invite": "plum"} | settings
    ) as place:
        here, screen = await at_home(place, is_own=case != "over ssh")
        if case == "with a friend":
            bob = await place.comes("bob")
            assert screen.lobby.fairness == "solo"
            await bob.does(link.Enter(code="plum"))
        assert screen.lobby.fairness == "table"
        here.send(link.Ready())
        await place.settle()
        assert screen.pending.event is not None
        # What was settled at the deal stays, whoever goes.
        assert screen.lobby.fairness == "table"


# --- across days --------------------------------------------------------------------------

DAY = 24 * 60 * 60


def across_days(**settings):
    return table([SPELL, ()], [PLAIN, USED], options={"pace": "days"}, **settings)


USED = ("tricky-trap", "toastinator-2000", "remembrance-birdbath")


async def plays_a_turn(place, player, *, casts=False):
    """One visit: the own phases, until the turn can end."""
    for _ in range(20):
        ask = player.screen.ask
        if ask is None:
            return
        acts = [option.act for option in ask.options]
        wanted = ("cast", "skip") if casts else ("skip", "pass", "no")
        await player.answers(next((act for act in wanted if act in acts), None))
        await place.passes(1)


@pytest.mark.rule("RR-HID-19", "RR-TABLE-07")
async def test_two_people_play_one_visit_a_day_by_orders():
    async with across_days() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        options = {each.name: each.value for each in ann.screen.lobby.options}
        assert options["turn_clock"] == str(DAY)
        for day in range(4):
            player, other = ((ann, bob), (bob, ann))[day % 2]
            await place.passes(DAY / 2)
            turn = player.screen.view.turn
            await plays_a_turn(place, player)
            # Orders are filed before the turn can end; nobody is asked meanwhile.
            assert player.screen.pending.beforehand.must_file is True
            assert other.screen.pending.waiting == (player.screen.view.me,)
            assert other.screen.ask is None
            await player.does(link.FileOrders())
            assert player.screen.pending.beforehand.must_file is False
            assert player.screen.view.turn == turn + 1
            assert other.screen.ask is not None


@pytest.mark.rule("RR-TABLE-07")
async def test_who_does_not_come_within_a_day_files_nothing():
    async with across_days() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await plays_a_turn(place, ann)
        await place.passes(DAY + 1)
        assert bob.screen.view.turn == 2
        assert bob.screen.seats[0].filed is True


@pytest.mark.rule("RR-HID-19")
@pytest.mark.parametrize(("marks", "lasts"), [((), 0.3), (("cast",), 0.3 + DAY / 2)])
async def test_across_days_a_window_closes_by_orders_unless_its_kind_is_publicly_marked(
    marks, lasts
):
    async with across_days() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.FileOrders(ask_me=marks))
        assert ann.screen.seats[1].ask_me == marks
        await casts(ann)
        assert ann.screen.window.lasts == lasts
        assert (bob.screen.ask is not None) is bool(marks)
        await place.passes(lasts - 0.1)
        assert ann.screen.window is not None
        await place.passes(0.2)
        assert ann.screen.window is None
