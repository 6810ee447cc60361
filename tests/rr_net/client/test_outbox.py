"""What is said again when a line is back, and what is not."""

import pytest

from rr_net import link
from rr_net.client.outbox import ANSWER_LOST, PLEDGE_LOST, SURELY, Outbox

ASK = link.Ask(verb="cast", prompt="?", source="", options=())
OTHER = ASK.model_copy(update={"verb": "discard"})
GIVE = link.Give(number=4, option=1)


def pending(number=4, ask=ASK, **more):
    return link.Pending(number=number, ask=ask, **more)


def event(mine="", number=3, stage="contribute"):
    return link.RandomEvent(number=number, kind="roll", labels=("spin",), stage=stage,
                            closes_in=1.0, lasts=1.0, how="keys", mine=mine, given=(),
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
    for other in (pending(5), pending(ask=None)):
        said(box, GIVE)
        assert again(box, other) == ((), ())
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


@pytest.mark.parametrize("now", [event(number=4), event(stage="slow"), None])
def test_keys_for_an_event_that_takes_nothing_more_are_forgotten(box, now):
    said(box, link.Contribute(event=3, keys="abc"))
    assert again(box, pending(event=now)).messages == ()


def test_a_whole_value_is_given_again_where_the_host_has_nothing(box):
    opening = link.Contribute(event=3, opening="a long secret")
    said(box, opening)
    assert again(box, pending(event=event())).messages == (opening,)
    said(box, opening)
    assert again(box, pending(event=event("a long secret"))).messages == ()


def test_what_the_host_has_followed_or_refused_is_not_said_again(box):
    for follows in (link.Problem(code="x", text="x"),):
        said(box, link.Sit(seat=0))
        box.hear(follows, 1.1)
        assert again(box).messages == ()
    said(box, link.AskHistory())
    box.hear(link.Notice(text="x"), 1.1)
    assert again(box).messages == (link.AskHistory(),)
    said(box, link.AskHistory())
    box.hear(link.Notice(text="x"), 1.0 + SURELY)
    assert again(box).messages == ()


def test_what_would_be_done_twice_is_said_again_only_if_it_was_never_sent(box):
    moved = link.Rearrange(zone="hand", order=(1, 0))
    said(box, moved)
    assert again(box).messages == ()
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


def test_what_is_kept_is_bounded(box):
    said(box, *(link.Say(text=str(number)) for number in range(1000)))
    assert len(again(box).messages) == 64
