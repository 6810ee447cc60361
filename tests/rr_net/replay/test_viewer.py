"""A game that is over, step by step: every step is the view that its table gave then."""

from dataclasses import dataclass, fields, replace
from itertools import product

import pytest

from rr_net.link import EVERYBODY, WATCHER, Seen
from rr_net.link.refusals import Refused
from rr_net.replay.recording import Recording
from rr_net.replay.stepper import Stepper
from rr_net.replay.viewer import Viewer
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.transcript import Answer, Arrange
from tests.support.rr_net.played import FOUR, entries_of, recorded


def kept(name):
    """What each seat and a watcher see after each kept entry that is no draft."""
    played = recorded(name)
    table, seats = played.table(), len(played.roster)
    views = []
    for entry in (None, *played.entries):
        if entry is not None:
            table.apply(entry)
        if not table.game.is_draft(table.state):
            views.append([table.game.view(table.state, seat) for seat in (None, *range(seats))])
    return views


def shown(viewer, at):
    """The same as the viewer shows it."""
    eyes = sorted(each for each in viewer.reel.eyes if each != EVERYBODY)
    return [viewer.picture(at, each).seen.view for each in eyes]


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUR)
def test_each_step_is_the_view_after_each_kept_entry_for_every_seat_both_ways(name):
    viewer, wanted = Viewer(recorded(name)), kept(name)
    assert viewer.reel.last == len(wanted) - 1 > 8
    for at in (*range(len(wanted)), *reversed(range(len(wanted)))):
        assert shown(viewer, at) == wanted[at]


@pytest.mark.parametrize("name", FOUR)
def test_where_all_is_open_every_seat_is_shown_at_once(name):
    viewer, wanted = Viewer(recorded(name)), kept(name)
    for at in (0, len(wanted) // 2, len(wanted) - 1):
        picture = viewer.picture(at, EVERYBODY)
        assert picture.seen.view == wanted[at][0]
        assert [each.view for each in picture.opened] == wanted[at][1:]
        assert all(isinstance(each, Seen) for each in picture.opened)


@pytest.mark.parametrize("name", FOUR)
def test_moments_and_turns_point_at_steps_that_there_are(name):
    reel = Viewer(recorded(name)).reel
    assert reel.moments
    for moment in reel.moments:
        # The step may have ended its turn: where it began, that turn was on.
        assert moment.at > 0
        assert reel.turns[moment.at - 1] == moment.turn
    assert list(reel.turns) == sorted(reel.turns)


@pytest.mark.parametrize("name", FOUR)
def test_the_log_grows_with_the_steps_and_says_what_each_of_them_brought(name):
    viewer = Viewer(recorded(name))
    lines = ()
    for at in range(viewer.reel.last + 1):
        picture = viewer.picture(at, WATCHER)
        assert picture.lines == (*lines, *picture.news)
        lines = picture.lines
    assert [line.n for line in lines] == list(range(len(lines)))


def test_an_answer_is_told_to_the_seat_that_gave_it_and_to_who_sees_all():
    viewer = Viewer(recorded("Runes & Regulations"))
    found = {at: viewer.picture(at, EVERYBODY).answer for at in range(viewer.reel.last + 1)}
    told = {at: words for at, words in found.items() if words}
    assert len(told) > 50
    for at, words in list(told.items())[:40]:
        seat = int(words[1])
        assert viewer.picture(at, seat).answer == words
        others = [each for each in viewer.reel.eyes if each not in (seat, EVERYBODY)]
        assert {viewer.picture(at, each).answer for each in others} == {""}


# --- before the audit ----------------------------------------------------------------------------


def closed(name="Runes & Regulations", **changes):
    return Viewer(recorded(name, is_open=False, **changes))


@pytest.mark.parametrize("name", FOUR)
def test_before_the_audit_there_are_only_the_own_eyes_and_those_of_a_watcher(name):
    viewer = closed(name, seat=1)
    assert viewer.reel.eyes == (1, WATCHER)
    assert not viewer.reel.can_branch
    for eyes in (0, EVERYBODY):
        with pytest.raises(Refused):
            viewer.picture(3, eyes)
    assert closed(name).reel.eyes == (WATCHER,)


def test_who_came_later_has_own_eyes_from_then_on():
    viewer = closed(seat=1, since=4)
    for at, turn in enumerate(viewer.reel.turns):
        own, public = viewer.picture(at, 1), viewer.picture(at, WATCHER)
        assert (own.seen == public.seen) == (turn < 4)
        assert own.answer == "" or turn >= 4
    assert any(viewer.picture(at, 1).answer for at in range(viewer.reel.last + 1))


def test_before_the_audit_no_step_tells_how_many_have_answered_at_once_or_sorted_a_hand():
    entries = entries_of("Runes & Regulations")[-1]
    public = closed()
    table = recorded("Runes & Regulations").table()
    stops = 1
    for entry in entries:
        before = table.pending
        table.apply(entry)
        stops += table.pending is not before
    assert public.reel.last == stops - 1 < len(entries)


def test_an_ordered_hand_is_a_step_for_who_sees_all_alone():
    played = recorded("Runes & Regulations")
    table, entries = played.table(), list(played.entries)
    for at, entry in enumerate(entries):
        hand = table.game.zones(table.state)
        own = next(
            (z for z in hand if z.label == "hand" and z.owner == 1 and len(z.cards) > 1), None
        )
        if own and isinstance(table.pending, Choose) and table.pending.seat == 0:
            order = (1, 0, *range(2, len(own.cards)))
            entries[at:at] = [Arrange(1, "hand", order), Arrange(1, "hand", order)]
            break
        table.apply(entry)
    both = [Stepper(played.table(), entries, is_open=is_open) for is_open in (True, False)]
    plain = [Stepper(played.table(), played.entries, is_open=is_open) for is_open in (True, False)]
    assert both[0].last == plain[0].last + 2
    assert both[1].last == plain[1].last


# --- two worlds ----------------------------------------------------------------------------------


def hidden_pairs(name):
    """A card that a seat still holds at the end and one that still lies in the deck, many times."""
    played = recorded(name)
    table = played.table()
    for entry in played.entries:
        table.apply(entry)
    zones = table.game.zones(table.state)
    [deck] = [zone.cards for zone in zones if zone.label == "main_deck"]
    for zone in zones:
        if zone.label == "hand":
            yield from ((zone.owner, card, other)
                        for card, other in product(zone.cards, deck[-6:]))  # fmt: skip


@dataclass(frozen=True)
class Swapped(Recording):
    """A game in which two cards have each other's faces."""

    cards: tuple[int, int] = (0, 0)

    def table(self):
        table = super().table()
        one, other = self.cards
        faces = table.state.face  # which the table's own copies of the state share
        faces[one], faces[other] = faces[other], faces[one]
        return table


def same_answers(name, cards):
    """The game with two faces swapped and every answer as it was; None where that cannot be."""
    played = recorded(name, is_open=False)
    given = {each.name: getattr(played, each.name) for each in fields(played)}
    other = Swapped(**given, cards=cards)
    table, twin, entries = played.table(), other.table(), []
    for entry in played.entries:
        try:
            mine = answered_alike(table, twin, entry)
            twin.apply(mine)
        except (RulesError, IndexError):
            return None
        table.apply(entry)
        entries.append(mine)
    return replace(other, entries=tuple(entries))


def answered_alike(table, twin, entry):
    """What is the same answer at the other table; an IndexError where it is not offered."""
    if not isinstance(entry, Answer):
        return entry
    ours, theirs = labels_of(table, entry.seat), labels_of(twin, entry.seat)
    label = ours[entry.option]
    nth = ours[: entry.option].count(label)
    return Answer(entry.seat, [at for at, each in enumerate(theirs) if each == label][nth:][0])


def labels_of(table, seat):
    choose, view = table.asked_of(seat), table.game.view(table.state, seat)
    return [table.game.label(choose, option, view) for option in choose.options]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Runes & Regulations", "The Nefarious Neighbor"])
def test_before_the_audit_hidden_cards_change_no_step_no_moment_and_no_line_of_others(name):
    compared = 0
    for seat, *cards in hidden_pairs(name):
        twin = same_answers(name, tuple(cards))
        if twin is None:
            continue
        other = (seat + 1) % len(twin.roster)
        ours, theirs = Viewer(closed_one(name, other)), Viewer(replace(twin, seat=other))
        own = [Viewer(replace(each, seat=seat)) for each in (closed_one(name, seat), twin)]
        last = ours.reel.last
        if own[0].picture(last, seat).seen == own[1].picture(last, seat).seen:
            continue
        assert ours.reel == theirs.reel
        assert ours.reel.moments
        for eyes in (other, WATCHER):
            assert [ours.picture(at, eyes) for at in range(last + 1)] == [
                theirs.picture(at, eyes) for at in range(last + 1)
            ]
        compared += 1
        if compared == 3:
            break
    assert compared == 3


def closed_one(name, seat):
    return recorded(name, is_open=False, seat=seat)


# --- what does not fit ---------------------------------------------------------------------------


def test_a_game_that_the_rules_do_not_go_on_with_is_shown_as_far_as_they_do():
    played = recorded("Regicide")
    entries = (*played.entries[:6], Answer(0, 999), *played.entries[6:])
    viewer = Viewer(recorded("Regicide", entries=entries))
    assert 0 < viewer.reel.last <= 6
    assert "It cannot be gone on with" in viewer.reel.warning
    assert viewer.picture(999, WATCHER).at == viewer.reel.last


def test_a_place_pointed_at_gives_no_eyes_that_may_not_be_taken():
    viewer = closed("Regicide", seat=0)
    assert EVERYBODY not in viewer.beginning(2, EVERYBODY).reel.eyes
    assert viewer.beginning(2, WATCHER).reel.eyes[0] == WATCHER
