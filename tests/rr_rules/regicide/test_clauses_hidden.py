"""Hidden information: RG-INFO."""

from itertools import pairwise

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import CannotArrange
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import drive
from rr_rules.kernel.transcript import canonical
from rr_rules.lessons.castle import names
from rr_rules.regicide.cards import FACE
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_rules.regicideplay import dealt, opened, walk

BROWSING = {"discard_view": "open"}


def told(t, seat):
    """What has happened, as this seat may know it."""
    return [RULES.redact(event, seat) for event in t.told]


def healing(**options):
    """A table of three on which 6 of 10 discards have just been healed."""
    t = story(["6H +2", "+2", "+2"], enemy="JS", tavern="+4", discard="+10", options=options,
              dealer=SeededDealer(4))  # fmt: skip
    return t.play("6H")


@pytest.mark.rule("RG-INFO-01")
def test_nobody_is_shown_the_hand_of_another():
    t = story(["5D 10C 9C", "8S 7S", "6S"], enemy="JS", tavern="2C 3C 4C 5C 6C")
    t.play("5D").cover("10C")
    held = {FACE[card] for card in t.state.hand[0]}
    for seat in (1, 2, None):
        assert not held & set(str(t.view(seat)).replace("'", " ").split())
        assert not any(face in str(told(t, seat)) for face in held)
        assert t.view(seat).seats[0].hand == ("",) * len(held)
    assert set(t.view(0).seats[0].hand) == held


@pytest.mark.rule("RG-INFO-02")
def test_all_see_who_draws_and_the_drawer_sees_what():
    t = story(["5D +2", "+2", "+2"], enemy="JS").play("5D")
    for seat in (0, 1, 2, None):
        draws = [event for event in told(t, seat) if event.kind == "draw"]
        assert [event.by for event in draws] == [0, 1, 2, 0, 1]
        assert [event.by == seat for event in draws] == [event.faces != ("",) for event in draws]


@pytest.mark.rule("RG-INFO-03")
def test_a_royal_seen_going_onto_the_tavern_is_known_until_it_is_played():
    t = story(["5H 2C", "+2", "2D 10S JD"], enemy="JH", damage=15, castle="QS", shield=0)
    t.play("5H")
    assert {t.view(seat).tavern_top for seat in (0, 1, 2, None)} == {("hearts-jack",)}
    t.state.shield = 15
    t.play("2C").do("yield").play("2D")
    for seat in (0, 1, None):
        assert t.view(seat).seats[2].known == ("hearts-jack",)
        assert t.view(seat).tavern_top == ()
        drawn = next(event for event in told(t, seat) if event.kind == "draw")
        assert drawn.faces == ("hearts-jack",)


@pytest.mark.rule("RG-INFO-03")
def test_a_table_may_leave_that_to_memory():
    t = story(["5H 2D", "+2"], enemy="JH", damage=15, castle="QS", options={"memory_aids": "off"})
    t.play("5H")
    assert t.view(1).tavern_top == ()
    t.play("2D")
    assert t.view(1).seats[0].known == ()
    drawn = next(event for event in told(t, 1) if event.kind == "draw")
    assert drawn.faces == ("",)


@pytest.mark.rule("RG-INFO-04")
def test_no_one_is_told_which_cards_were_healed():
    t, other = healing(), healing()
    state = other.state
    # Another six of the ten: what is veiled changes places with what went under the Tavern.
    state.tavern[:3], state.discard[:3] = state.discard[:3], state.tavern[:3]
    for seat in (0, 1, 2, None):
        assert other.view(seat) == t.view(seat)
        assert not any(event.faces for event in told(t, seat) if event.kind == "heal")
    for zone in RULES.zones(t.state):
        assert zone.hidden is (zone.label in {"castle", "tavern", "veiled", "hand"})


@pytest.mark.rule("RG-INFO-05")
def test_after_a_heal_the_pile_is_its_top_and_its_count():
    t = healing()
    view = t.view(1)
    assert (len(view.discard), view.veiled) == (1, 3)
    t.cover("10S")
    assert len(t.view(1).discard) == 1
    assert t.view(1).veiled + 1 == len(t.discarded())
    assert "discard" in {event.kind for event in told(t, 1)}


@pytest.mark.rule("RG-INFO-05")
def test_the_pile_is_listed_until_a_heal_and_always_if_the_table_wants_it():
    t = story(["+2", "+2"], discard="+10")
    assert names(t.state.discard) == t.discarded()
    assert (len(t.view(1).discard), t.view(1).veiled) == (10, 0)
    t = healing(**BROWSING)
    assert t.view(1).discard == tuple(FACE[card] for card in t.state.discard)
    assert (len(t.view(1).discard), t.view(1).veiled) == (4, 0)


@pytest.mark.rule("RG-INFO-06")
def test_everything_is_shown_when_the_game_is_over_and_not_before():
    t = story(["6C", "8S 7S"], enemy="JH", discard="2C 3C", tavern="9H 8H")
    assert all(t.view(seat).summary == () for seat in (0, 1, None))
    t.do("yield")
    for seat in (0, 1, None):
        shown = dict(t.view(seat).summary)
        assert shown["hand 1"] == ("spades-8", "spades-7")
        assert shown["tavern"] == ("hearts-9", "hearts-8")
        assert shown["castle"] == tuple(FACE[card] for card in t.state.castle)
        assert shown["discard"] == ("clubs-2", "clubs-3")


@pytest.mark.rule("RG-INFO-07")
def test_others_see_nothing_of_what_a_player_can_do():
    few, many = story(["10S 9S 7C", "+2"]), story(["2S 2D AC", "+2"])
    assert len(few.legal()) < len(many.legal())
    assert few.view(None) == many.view(None)
    other = [few.view(1), many.view(1)]
    assert [view.reasons for view in other] == [other[0].reasons] * 2
    assert not any(reason.usable for reason in other[0].reasons)
    for t in (few, many):
        assert RULES.prompt(t.asked, t.view(0)) == "Play cards, or yield"


@pytest.mark.rule("RG-INFO-08")
def test_a_question_is_skipped_for_public_reasons_only():
    t = story(["9S", "+2"], enemy="JH", phase="attack", owed=5)
    assert (t.asked.verb, t.legal()) == ("cover", ["9S"])
    free = story(["4S 9C", "+2"], enemy="JD", shield=8).play("4S")
    assert (free.seat, free.asked.verb) == (1, "play")
    single = story(["10S", "+2"], yielded=[False, True])
    assert single.legal() == ["10S"]


@pytest.mark.rule("RG-INFO-09")
def test_a_play_of_several_cards_is_one_answer_and_nothing_happens_before_it():
    t = story(["7C 3C 3D", "+2"], enemy="JS")
    before = [t.view(seat) for seat in (1, None)]
    assert t.table.drain() == []
    with pytest.raises(CannotArrange):
        t.table.arrange(0, "hand", (2, 1, 0))
    assert [t.view(seat) for seat in (1, None)] == before
    t.table.arrange(1, "hand", (1, 0))
    assert [t.view(0), t.view(None)] == [t.view(0), before[1]]
    assert t.table.drain() == []
    t.play("3C", "3D")
    assert t.kinds("play") == ["play"]


class Replayed:
    """Deals what a seeded dealer has dealt before."""

    def __init__(self, results):
        self.results = list(results)

    def deal(self, request):
        return self.results.pop(0)


@pytest.mark.rule("RG-INFO-10")
def test_the_rules_are_told_results_and_never_a_seed():
    table, dealer = opened(3), SeededDealer(2**127 - 5)
    results = []
    while isinstance(table.pending, Roll | Shuffle):
        results.append(dealer.deal(table.pending))
        table.chance(results[-1])
    other = opened(3)
    drive(other, Replayed(results))
    assert other.save() == table.save()
    assert "seed" not in canonical(table.save()).decode()
    # Of the Tavern a view holds its size: no order and no hash of one.
    twin = table.sampled(1, Stream.seeded(2)).state
    assert twin.tavern != table.state.tavern
    assert RULES.view(twin, 1) == RULES.view(table.state, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, BROWSING, {"comm": "open_hands"}])
@pytest.mark.rule("RG-INFO-11")
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown_asked_told_or_led_to_guess(
    seats, options
):
    differed = 0
    for seed in range(200 if LONG else 5):
        table = dealt(seats, seed, **options)
        for at, choose in enumerate(walk(table, seed)):
            for seat in {choose.seat, (choose.seat + 1) % seats}:
                twin = table.sampled(seat, Stream.seeded(at))
                state = twin.state
                differed += state.tavern != table.state.tavern
                view = RULES.view(table.state, seat)
                assert RULES.view(state, seat) == view
                assert guesses(state, seat) == guesses(table.state, seat)
            twin = table.sampled(choose.seat, Stream.seeded(at))
            assert twin.asked == table.asked
            assert shown(twin, choose) == shown(table, choose)
    assert differed > 100


def guesses(state, seat):
    """What a seat would take for possible, from a few lots."""
    found = []
    for lot in range(2):
        twin = state.copy()
        RULES.determinize(twin, seat, Stream.seeded(lot))
        found.append(canonical(twin.plain()))
    return found


def shown(table, choose):
    """The prompt and the labels, and what everybody sees of the next answer."""
    view = RULES.view(table.state, choose.seat)
    labels = [RULES.label(choose, option, view) for option in choose.options]
    return RULES.prompt(choose, view), labels


def test_every_public_event_of_an_answer_is_the_same_in_both_worlds():
    compared = 0
    for seed in range(500 if LONG else 8):
        table = dealt(3, seed)
        for choose in walk(table, seed):
            if choose.verb != "cover":
                continue
            worlds = [table.clone(), table.sampled(choose.seat, Stream.seeded(seed))]
            for world in worlds:
                world.answer(choose.seat, 0)
            for one, other in pairwise(world.drain() for world in worlds):
                assert [RULES.redact(event, None) for event in one] == [
                    RULES.redact(event, None) for event in other
                ]
                compared += len(one)
    assert compared > 50
