"""What is hidden stays hidden (RN-INFO), told by two worlds that differ in secrets only."""

import dataclasses

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.kernel.errors import CannotArrange, WrongSeat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.lessons.lattice import card
from rr_rules.rune.cards import PROJECT_CARDS
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk

FULL = ("R09 R01 R02", "R03 R04 R05")
EVERYBODY = (0, 1, None)


def words_in(value):
    """Every string in a view, an event or an option."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name not in ("layouts", "choices", "unseen"):
                yield from words_in(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from words_in(each)


def open_faces(table):
    """What lies face up for everybody."""
    state = table.state
    removed = state.removed[:-1] if state.drafted == "discard" else state.removed
    return {PROJECT_CARDS.face(each) for each in [*removed, *(p.card for p in state.shown.laid)]}


def hand_faces(table, seat):
    return {PROJECT_CARDS.face(each) for each in table.state.whole_hand(seat)}


@pytest.mark.rule("RN-INFO-01")
def test_no_view_and_no_news_name_a_card_of_the_other_hand():
    known = {f"R{n:02}" for n in range(1, 17)} | {"START"}
    for seed in range(300 if LONG else 5):
        table = dealt(seed, grand_master="on")
        seen = {seat: set() for seat in EVERYBODY}
        for _ in walk(table, seed, patient=True):
            events = table.drain()
            for seat in EVERYBODY:
                mine = hand_faces(table, seat) if seat is not None else set()
                named = known & set(words_in(RULES.view(table.state, seat)))
                assert named <= mine | open_faces(table)
                told = [RULES.redact(event, seat) for event in events]
                seen[seat] |= mine | open_faces(table)
                assert known & set(words_in(told)) <= seen[seat]


def test_open_hands_show_everybody_everything_but_the_deck():
    scene = Scene(hands=FULL, open_hands="on")
    for seat in EVERYBODY:
        assert scene.view(seat).seats[0].hand == ("R09", "R01", "R02")
        assert scene.view(seat).seats[1].hand == ("R03", "R04", "R05")
    scene.lay("R09@(0,2)/0").draw()
    assert scene.told(None)[-1] != "{0} draws a card"
    assert scene.view(1).unseen == scene.view(0).unseen
    assert len(scene.view(0).unseen) == 9


@pytest.mark.rule("RN-INFO-02")
def test_the_unseen_cards_are_listed_but_not_where_they_are():
    scene = Scene(hands=("R01 R02 R03", "R04"), m2=[(0, 0), (1, 0)], deck=3)
    assert len(scene.state.removed) == 9
    mine = scene.view(0).unseen
    assert len(mine) == 4
    assert mine == tuple(sorted(mine))
    assert "R04" in mine
    # With the deck empty the unseen cards are the other hand.
    assert Scene(hands=("R01 R02 R03", "R04"), deck=0).view(0).unseen == ("R04",)
    assert Scene(hands=FULL, memory_aids="off").view(0).unseen == ()


@pytest.mark.rule("RN-INFO-03")
def test_nobody_else_is_told_how_many_places_there_are():
    for seed in range(10):
        table = dealt(seed)
        for choose in walk(table, seed, patient=True):
            other = 1 - choose.seat
            assert table.asked_of(other) is None
            view = RULES.view(table.state, other)
            assert (view.player, view.phase) == (choose.seat, "lay")
            texts = [each.text for each in view.reasons]
            assert set(texts) <= {"It is the other player's turn."}
            with pytest.raises(WrongSeat) as refused:
                table.answer(other, 999)
            assert str(len(choose.options)) not in str(refused.value).replace("seat 1", "")


@pytest.mark.rule("RN-INFO-03", "RN-TURN-03")
def test_a_lone_way_out_is_asked_for_all_the_same():
    stuck = Scene(hands=("R01", ""), tokens=[(0, x, y, 0) for x in (0, 1) for y in (0, 1, 2)])
    assert stuck.acts == {"discard"}
    assert len(stuck.asked.options) == 1
    stuck.do("discard", 0)
    assert stuck.asked.verb == "claim"


@pytest.mark.rule("RN-INFO-04")
def test_a_card_that_is_turned_about_tells_the_other_nothing():
    scene = Scene(hands=FULL)
    before = [scene.view(seat) for seat in (1, None)]
    for words in ("R09@(0,2)/0", "R01@(1,-1)/270", "R09@(0,1)/0"):
        scene.lay(words)
        assert [scene.view(seat) for seat in (1, None)] == before
        assert scene.table.drain() == []
        scene.do("undo")
        assert [scene.view(seat) for seat in (1, None)] == before


@pytest.mark.rule("RN-INFO-05")
def test_a_card_taken_back_leaves_no_trace():
    plain, turned = Scene(hands=FULL), Scene(hands=FULL)
    turned.lay("R01@(1,-1)/270").do("undo")
    for scene in (plain, turned):
        scene.lay("R09@(0,2)/0").draw()
    assert [plain.told(seat) for seat in EVERYBODY] == [turned.told(seat) for seat in EVERYBODY]
    assert plain.state.plain() == turned.state.plain()
    assert plain.view(1) == turned.view(1)
    for scene in (plain, turned):
        assert RULES.zones(scene.state) == RULES.zones(plain.state)


def test_a_card_that_can_be_taken_back_is_in_the_hand_for_commitments():
    scene = Scene(hands=FULL)
    before = RULES.zones(scene.state)
    scene.lay("R01@(1,-1)/270")
    assert RULES.zones(scene.state) == before
    with pytest.raises(CannotArrange):
        scene.table.arrange(0, "hand", (1, 0))
    scene.table.arrange(1, "hand", (2, 0, 1))
    assert scene.state.hand[1] == [card("R05"), card("R03"), card("R04")]
    for order in ((0, 1), (0, 0, 1)):
        with pytest.raises(CannotArrange):
            scene.table.arrange(1, "hand", order)
    with pytest.raises(CannotArrange):
        scene.table.arrange(1, "deck", (0, 1, 2))


# --- two worlds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"grand_master": "on", "undo": "off"}])
def test_nobody_can_tell_worlds_apart_that_differ_in_what_they_cannot_know(options):
    differed = 0
    for seed in range(500 if LONG else 6):
        table, luck = dealt(seed, **options), Stream.seeded(seed)
        for _ in walk(table, seed, patient=True):
            for seat in (0, 1):
                twin = table.clone()
                RULES.determinize(twin.state, seat, luck)
                differed += twin.state.hand[1 - seat] != table.state.hand[1 - seat]
                assert RULES.view(twin.state, seat) == RULES.view(table.state, seat)
                assert_same_cards(twin, table)
    assert differed > 200


def assert_same_cards(one, two):
    assert sorted(c for z in RULES.zones(one.state) for c in z.cards) == list(range(17))
    shapes = [[(z.label, z.owner, len(z.cards)) for z in RULES.zones(t.state)] for t in (one, two)]
    assert shapes[0] == shapes[1]


def worlds_of(table, owner, luck):
    """Two tables in which the owner's hand has another card, out of the depth of the deck."""
    state = table.clone().state
    twin = state.copy()
    hand, deck = twin.hand[owner], twin.deck
    if hand and len(deck) > 1:
        at, depth = luck.below(len(hand)), luck.below(len(deck) // 2)
        hand[at], deck[depth] = deck[depth], hand[at]
    return Table.at(RULES, state), Table.at(RULES, twin)


def common_options(one, two, owner):
    """What can be answered in both worlds without showing which of them it is."""
    choose, other = one.asked[0], two.asked[0]
    shared = [option for option in choose.options if option in other.options]
    if choose.seat == owner and choose.verb == "lay":
        shared = [
            option
            for option in shared
            if one.state.hand[owner][option.at] == two.state.hand[owner][option.at]
        ]
    return shared


def check_alike(one, two, owner):
    """Nobody but the owner can tell the two worlds apart."""
    news = list(zip(one.drain(), two.drain(), strict=True))
    for seat in (1 - owner, None):
        assert RULES.view(one.state, seat) == RULES.view(two.state, seat)
        for mine, theirs in news:
            told = [RULES.redact(event, seat) for event in (mine, theirs)]
            assert told[0] == told[1]
            assert RULES.line(told[0]) == RULES.line(told[1])
    assert one.asked[0].seat == two.asked[0].seat
    if one.asked[0].seat != owner:
        assert one.asked == two.asked


@pytest.mark.parametrize("options", [{}, {"undo": "off"}, {"grand_master": "on"}])
def test_others_see_two_worlds_alike_until_a_difference_is_shown(options):
    shared = differed = 0
    for seed in range(1000 if LONG else 25):
        table, luck = dealt(seed, **options), Stream.seeded(seed)
        for number, choose in enumerate(walk(table, seed, patient=True)):
            if choose.verb == "lay" and number >= seed % 6:
                break
        if table.pending is None:
            continue
        owner = luck.below(2)
        one, two = worlds_of(table, owner, luck)
        differed += one.state.hand[owner] != two.state.hand[owner]
        while one.pending is not None and one.state.hand[1 - owner] == two.state.hand[1 - owner]:
            check_alike(one, two, owner)
            common = common_options(one, two, owner)
            if not common:
                break
            option = common[luck.below(len(common))]
            for world in (one, two):
                world.answer(world.asked[0].seat, world.asked[0].options.index(option))
            shared += 1
    assert differed > 15
    assert shared > 60


def test_a_guess_of_the_waiting_seat_knows_of_no_laid_card_and_plays_on():
    scene = Scene(hands=FULL).lay("R01@(1,-1)/270")
    guess = scene.table.sampled(1, Stream.seeded(4))
    assert guess.state.draft == -1
    assert len(guess.state.board.laid) == 1
    guess.answer(0, 0)
    assert guess.asked[0].verb == "lay"
    assert guess.asked[0].seat == 0
    assert guess.state.turn == 1


@pytest.mark.rule("RN-INFO-06")
@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_a_bot_answers_alike_where_only_what_it_cannot_see_differs(kind):
    compared = 0
    for seed in range(2):
        table = dealt(seed)
        for number, choose in enumerate(walk(table, seed, patient=True)):
            if number % 7 or number > 40:
                continue
            twin = table.sampled(choose.seat, Stream.seeded(1000 + number))
            assert twin.asked == table.asked
            assert answer_of(kind, table, table) == answer_of(kind, table, twin)
            compared += 1
    assert compared > 4


def answer_of(kind, table, shown):
    """What a bot answers that is shown one world, with samples of it alike in all worlds."""
    choose, luck = table.asked[0], Stream.seeded(5)
    view = RULES.view(shown.state, choose.seat)

    def sample():
        twin = table.clone()
        twin.state.deck, twin.state.hand = list(shown.state.deck), [*map(list, shown.state.hand)]
        RULES.determinize(twin.state, choose.seat, luck)
        return twin

    bot = kind(Stream.seeded(6), 1) if kind is GreedyBot else kind(Stream.seeded(6))
    return bot.choose(view, choose, sample, lambda: False)
