"""What is said again when a line is back, and what is not."""

import pytest

from rr_net import link
from rr_net.client.outbox import (
    ANSWER_LOST,
    ANSWER_UNSURE,
    INVITED,
    KEYS_LOST,
    MOST,
    NOT_SURE,
    PLEDGE_LOST,
    SURELY,
    TOLD,
    TOO_MUCH,
    Outbox,
)

ASK = link.Ask(verb="cast", prompt="?", source="", options=())
OTHER = ASK.model_copy(update={"verb": "discard"})
GIVE = link.Give(number=4, option=1)


def pending(number=4, ask=ASK, **more):
    return link.Pending(number=number, ask=ask, **more)


def event(mine="", number=3, stage="contribute", opening=1):
    return link.RandomEvent(number=number, opening=opening, kind="roll", labels=("spin",),
                            stage=stage, closes_in=1.0, lasts=1.0, how="keys", mine=mine, given=(),
                            seed_text="")  # fmt: skip


@pytest.fixture
def box():
    box = Outbox()
    box.hear(pending(), 0)
    return box


def said(box, *messages, at=1.0, was_sent=True):
    for message in messages:
        box.say(message, at, was_sent=was_sent)


def again(box, now=None):
    return box.back(now or pending(), 2.0)


def test_an_answer_is_given_again_only_to_the_question_that_it_was_given_to(box):
    said(box, GIVE)
    assert again(box) == ((GIVE,), ())
    for other, lost in ((pending(5), (ANSWER_UNSURE,)), (pending(ask=None), ())):
        said(box, GIVE)
        assert again(box, other) == ((), lost)
        box.hear(pending(), 0)
    said(box, GIVE)
    assert again(box, pending(ask=OTHER)) == ((), (ANSWER_LOST,))


def test_an_answer_that_the_host_has_followed_is_forgotten(box):
    said(box, GIVE)
    box.hear(pending(ask=None), 1.1)
    assert again(box) == ((), ())
    said(box, GIVE)
    box.hear(link.Notice(text="x"), 1.0 + 2 * SURELY)
    assert again(box).messages == (GIVE,)


def test_the_newest_answer_to_a_question_is_the_one_that_counts(box):
    picked = GIVE.model_copy(update={"done": False, "option": 0})
    said(box, picked, GIVE)
    assert again(box).messages == (GIVE,)


def test_who_answers_without_a_line_what_is_asked_no_more_is_told(box):
    said(box, GIVE, was_sent=False)
    assert again(box, pending(6)) == ((), (ANSWER_LOST,))


@pytest.mark.parametrize(
    ("mine", "keys"), [("", "abcdef"), ("abc", "def"), ("abcdef", None), ("xyz", None)]
)
def test_keys_for_an_event_are_given_as_far_as_the_host_lacks_them(box, mine, keys):
    said(box, link.Contribute(event=3, keys="abc"), link.Contribute(event=3, keys="def"))
    expected = () if keys is None else (link.Contribute(event=3, keys=keys),)
    assert again(box, pending(event=event(mine))).messages == expected


@pytest.mark.parametrize("had", ["", "ab", "abc"])
@pytest.mark.parametrize("now", [event(number=4), event("ab", stage="slow"), None])
def test_keys_for_an_event_that_takes_nothing_more_are_told_unless_the_host_had_them(box, had, now):
    box.hear(pending(event=event()), 0)
    said(box, link.Contribute(event=3, keys="abc"))
    box.hear(pending(event=event(had)), 1.1)
    box.line_lost()
    has_all = had == "abc" and (now is None or now.stage != "slow")
    assert again(box, pending(event=now)) == ((), () if has_all else (KEYS_LOST,))
    assert again(box, pending(event=now)) == ((), ())


def test_keys_of_an_event_that_was_over_before_the_line_was_lost_are_no_loss(box):
    box.hear(pending(event=event()), 0)
    said(box, link.Contribute(event=3, keys="abc"))
    box.hear(pending(event=event("ab", stage="slow")), 1.1)
    box.line_lost()
    assert again(box, pending()) == ((), ())


def test_a_whole_value_is_given_again_where_the_host_has_nothing(box):
    opening = link.Contribute(event=3, opening="a long secret")
    said(box, opening)
    assert again(box, pending(event=event())).messages == (opening,)
    said(box, opening)
    assert again(box, pending(event=event("a long secret"))).messages == ()


COMMANDS = (
    link.Sit(seat=0),
    link.Stand(),
    link.StepAway(),
    link.Ready(),
    link.SetUp(seats=3),
    link.Fill(seat=1),
    link.Start(),
    link.HoldWindow(number=4),
    link.AlwaysHold(kinds=("all",)),
    link.FileOrders(),
    link.TakeBackOrders(),
    link.SetTempo(tempo="brisk"),
    link.Rematch(),
    link.Audit(),
    link.Leave(),
    link.Host(act="pause"),
    link.Host(act="kick", name="bob"),
    link.AskHistory(),
    link.AskReplay(),
    link.AskHint(number=4),
)
"""What may be done twice without harm: it is said again."""


def seat(name="ann", **more):
    return link.SeatState(
        seat=0, kind="player", name=name, ready=False, connected=True, declared=0
    ).model_copy(update=more)


def lobby(*seats, phase="over", **more):
    fields = {"seats": seats or (seat(away=True, stand_in=True),), "phase": phase, "paused": False}
    return link.Lobby.model_construct(**fields | {"tempo": "normal"} | more)


@pytest.mark.parametrize("was_sent", [True, False])
@pytest.mark.parametrize("command", COMMANDS, ids=repr)
def test_what_the_table_does_not_show_when_the_line_is_back_is_said_again_once(
    box, command, was_sent
):
    box.name = "bob" if isinstance(command, link.StepAway) else "ann"
    said(box, command, was_sent=was_sent)
    # Over the dying line comes what has nothing to do with it, and over the new one the table.
    box.hear(lobby(), 1.1)
    box.hear(pending(), 1.2)
    box.line_lost()
    box.hear(lobby(), 90.0)
    assert again(box) == ((command,), ())
    assert again(box) == ((), ())


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (link.Sit(seat=0), lobby(seat())),
        (link.Stand(), lobby(seat("bob"))),
        (link.StepAway(), lobby(seat(away=True))),
        (link.Ready(), lobby(seat(ready=True), phase="lobby")),
        (link.Ready(), lobby(seat(), phase="playing")),
        (link.Start(), lobby(seat(), phase="playing")),
        (link.SetTempo(tempo="brisk"), lobby(seat(), tempo="brisk")),
        (link.Rematch(), lobby(seat(), phase="playing")),
        (link.Host(act="pause"), lobby(seat(), paused=True)),
        (link.Host(act="resume"), lobby(seat(), paused=False)),
    ],
    ids=lambda each: "" if isinstance(each, link.Lobby) else repr(each),
)
def test_what_the_table_shows_to_be_done_is_not_said_again(box, command, shown):
    box.name = "ann"
    for is_lost in (False, True):
        said(box, command)
        if is_lost:
            box.line_lost()
        box.hear(shown, 1.1)
        assert again(box) == ((), ())


def test_what_was_refused_or_was_said_long_ago_is_not_said_again(box):
    said(box, link.Sit(seat=0))
    box.hear(link.Problem(code="x", text="x"), 1.1)
    assert again(box).messages == ()
    said(box, link.Sit(seat=0), link.AskHistory())
    box.hear(link.Problem(code="x", text="x"), 1.1)  # of which of them?
    assert len(again(box).messages) == 2
    said(box, link.AskHistory())
    box.hear(link.Notice(text="x"), 1.0 + SURELY)
    assert again(box).messages == ()


def test_of_where_one_sits_and_of_orders_the_last_word_counts(box):
    said(box, link.StepAway(), link.Sit(seat=0), link.FileOrders(), link.TakeBackOrders())
    assert again(box).messages == (link.Sit(seat=0), link.TakeBackOrders())


def test_of_what_adds_up_nothing_is_left_out(box):
    swap = link.Rearrange(zone="hand", order=(1, 0))
    setups = link.SetUp(options={"a": "1"}), link.SetUp(options={"b": "2"})
    said(box, swap, swap, *setups, was_sent=False)
    assert again(box).messages == (swap, swap, *setups)


def test_what_would_be_done_twice_is_said_again_only_if_it_was_never_sent(box):
    moved = link.Rearrange(zone="hand", order=(1, 0))
    said(box, moved)
    assert again(box) == ((), (NOT_SURE.format(TOLD[link.Rearrange]),))
    for other, words in (
        (link.ShowNext(), TOLD[link.ShowNext]),
        (link.Learn(), TOLD[link.Learn]),
        (link.Host(act="invite", name="bob"), INVITED),
    ):
        said(box, other)
        assert again(box) == ((), (NOT_SURE.format(words),))
    for of_the_line in (link.Enter(code="x"), link.TakeOver()):
        said(box, of_the_line)
        assert again(box) == ((), ())
    said(box, moved, was_sent=False)
    assert again(box).messages == (moved,)
    said(box, link.Pledge(hash="0" * 64))
    assert again(box) == ((), (PLEDGE_LOST,))


def chat(text, name="ann"):
    return link.Chat(name=name, seat=0, text=text)


def test_chat_that_comes_again_with_the_table_is_heard_once(box):
    for text in ("hello", "hello", "bye"):
        box.hear(chat(text), 0)
    box.line_lost()
    told = [box.is_told_again(chat(text), 2.0) for text in ("hello", "hello", "hello", "bye")]
    assert told == [True, True, False, True]
    box.back(pending(), 2.0)
    box.is_told_again(link.Notice(text="x"), 2.0)
    assert not box.is_told_again(chat("bye"), 2.1)


def test_who_says_the_same_much_later_is_heard_though_a_new_host_told_nothing_again(box):
    box.hear(chat("hello"), 0)
    box.line_lost()
    box.back(pending(), 2.0)
    assert not box.is_told_again(chat("hello"), 2.0 + SURELY)


def test_chat_is_said_again_once_the_talk_is_told_without_it(box):
    said(box, link.Say(text="heard"), link.Say(text="lost"))
    box.line_lost()
    assert again(box) == ((), ())
    box.hear(chat("heard"), 2.0)
    assert box.unheard() == (link.Say(text="lost"),)
    box.hear(chat("lost"), 2.1)
    assert box.unheard() == ()


def test_what_is_kept_is_bounded_and_that_is_told(box):
    said(box, *(link.Say(text=str(number)) for number in range(1000)))
    assert again(box) == ((), (TOO_MUCH,))
    assert len(box.unheard()) == MOST
    assert again(box) == ((), ())


def test_keys_of_a_window_that_was_cut_off_are_not_given_to_its_next_opening(box):
    """The host knows them already; those that count are new ones."""
    box.hear(pending(event=event()), 0)
    said(box, link.Contribute(event=3, keys="abc"))
    now = pending(event=event(opening=2))
    assert again(box, now) == ((), (KEYS_LOST,))
    box.hear(now, 2.0)
    said(box, link.Contribute(event=3, keys="def"))
    assert again(box, now) == ((link.Contribute(event=3, keys="def"),), ())
