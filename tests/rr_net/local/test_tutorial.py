"""A teacher over a link: what is told, what stays off the table, what the room says meanwhile."""

import pytest

from rr_net import link
from rr_net.local.tutorial import BEGINS, Learning, LessonTable
from rr_rules.lessons.places import BadLesson
from rr_rules.lessons.shelf import lessons
from rr_tui.board.model import PlayerModel
from tests.support.rr_net.roomplay import hall

GAME = "runes-regulations"


class Pupil:
    """Somebody at a link, with all that was heard."""

    def __init__(self, place):
        self.link, self.heard = place, []
        place.attach(self.heard.append)

    def last(self, kind):
        return [message for message in self.heard if isinstance(message, kind)][-1]

    def says(self, message):
        """What is heard in answer."""
        before = len(self.heard)
        self.link.send(message)
        return self.heard[before:]

    def answers(self, option=0):
        return self.says(link.Give(number=self.last(link.Pending).number, option=option))


def pupil(name="rr-1"):
    return Pupil(LessonTable(name, "ann"))


def test_a_lesson_begins_with_all_that_an_interface_needs():
    ann = pupil()
    kinds = [type(message) for message in ann.heard]
    assert kinds == [link.Welcome, link.Lesson, link.Lobby, link.Cards, link.Log, link.Seen,
                     link.Pending]  # fmt: skip
    lobby, said = ann.last(link.Lobby), ann.last(link.Lesson)
    assert [seat.name for seat in lobby.seats] == ["ann", "Bob"]
    assert (said.step, said.remark, said.can_go_back) == (1, "", False)
    assert [option.label for option in ann.last(link.Pending).ask.options] == ["Go on"]


def test_an_unknown_lesson_is_refused_in_words():
    with pytest.raises(BadLesson, match="there is no lesson 'rr-99'"):
        LessonTable("rr-99", "ann")


def test_clocks_stand_and_an_answer_counts_for_its_question_alone():
    ann = pupil()
    pending = ann.last(link.Pending)
    assert (pending.clock, pending.window, pending.event) == (0, None, None)
    ann.answers()
    [refused] = ann.says(link.Give(number=pending.number, option=0))
    assert refused.code == "stale_answer"


def test_what_a_step_does_not_expect_is_spoken_to_and_the_table_stays_as_it_was():
    ann = pupil()
    ann.answers()
    ann.answers()
    before, view = ann.last(link.Pending), ann.last(link.Seen).view
    skip = next(option for option in before.ask.options if option.act == "skip")
    heard = ann.answers(skip.option)
    assert not any(isinstance(message, link.Log) for message in heard)
    assert ann.last(link.Lesson).remark
    assert ann.last(link.Lesson).step == 3
    assert ann.last(link.Seen).view == view
    assert ann.last(link.Pending).ask == before.ask
    assert ann.last(link.Pending).number > before.number


def test_a_step_back_shows_the_table_as_it_was_and_the_log_goes_on():
    ann = pupil()
    ann.answers()
    ann.answers()
    view = ann.last(link.Seen).view
    ann.answers()
    assert ann.last(link.Seen).view != view
    ann.says(link.Learn(act="back"))
    assert ann.last(link.Seen).view == view
    lines = [line for m in ann.heard if isinstance(m, link.Log) for line in m.lines]
    assert [line.n for line in lines] == list(range(len(lines)))
    assert lines[-1].text == "One step back."


def test_a_whole_lesson_is_taken_by_answers_alone_and_leaves_in_peace():
    ann = pupil()
    for _ in range(60):
        said, ask = ann.last(link.Lesson), ann.last(link.Pending).ask
        wanted = next((o.option for o in ask.options if o.label == said.do), 0)
        ann.answers(wanted)
        leave = [o for o in ann.last(link.Pending).ask.options if o.act == "leave_lesson"]
        if leave:
            break
    assert ann.last(link.Lesson).text == "That is all for this lesson."
    ann.answers(leave[0].option)
    assert ann.heard[-1].text.endswith(": finished. Next: runes learn rr-2")


def test_the_next_lesson_begins_a_log_of_its_own():
    ann = pupil()
    while not any(o.act == "next_lesson" for o in ann.last(link.Pending).ask.options):
        said, ask = ann.last(link.Lesson), ann.last(link.Pending).ask
        ann.answers(next((o.option for o in ask.options if o.label == said.do), 0))
    heard = ann.answers(0)
    assert heard[0].over
    assert heard[1].lesson == "rr-2"
    lines = [line for message in heard if isinstance(message, link.Log) for line in message.lines]
    assert lines[0].n == 0
    view = PlayerModel()
    for message in ann.heard:
        view.learn(message)
    assert [line.text for line in view.log] == [line.text for line in lines]


def test_a_lesson_that_was_left_goes_on_at_its_step_at_another_table():
    table = LessonTable("rr-1", "ann")
    ann = Pupil(table)
    ann.answers()
    ann.answers()
    ann.says(link.Learn(act="leave"))
    again = Pupil(LessonTable("rr-1", "ann", table.left))
    assert again.last(link.Lesson).step == 3
    assert [type(message) for message in again.heard][:2] == [link.Welcome, link.Lesson]
    before = len(ann.heard)
    again.answers()
    assert again.last(link.Lesson).step == 4
    assert len(ann.heard) == before
    other = Pupil(LessonTable("rg-1", "ann", table.left))
    assert (other.last(link.Lesson).lesson, other.last(link.Lesson).step) == ("rg-1", 1)


def test_a_lesson_that_is_done_begins_anew():
    table = LessonTable("rr-tour", "ann")
    ann = Pupil(table)
    while not ann.last(link.Lesson).done:
        ann.answers()
    ann.link.close()
    assert table.left is None


@pytest.mark.parametrize("leaving", [link.Leave(), link.Learn(act="leave")])
def test_whoever_leaves_hears_a_last_word(leaving):
    ann = pupil()
    said = ann.says(leaving)[-1]
    assert isinstance(said, link.Bye)
    assert said.text.endswith(": left before its end. Again: runes learn rr-1")
    assert ann.says(link.Learn(act="back")) == []


@pytest.mark.parametrize("message", [link.ShowNext(), link.Rearrange(zone="hand", order=(1, 0)),
                                     link.Audit()])  # fmt: skip
def test_a_lesson_takes_nothing_that_is_for_a_table(message):
    ann = pupil()
    [refused] = ann.says(message)
    assert refused.code == "in_lesson"


@pytest.mark.parametrize(
    ("name", "called"),
    [("ann", "ann"), ("bob", "bob (you)"), ("BOB", "BOB (you)"), ("B0b", "B0b (you)"),
     ("pat", "pat (you)"), ("Bobby", "Bobby")],
)  # fmt: skip
def test_a_pupil_who_is_called_like_somebody_in_the_lesson_is_told_apart(name, called):
    own = Pupil(LessonTable("rr-1", name))
    assert [seat.name for seat in own.last(link.Lobby).seats] == [called, "Bob"]


# --- beside a table -------------------------------------------------------------------------------


async def waiting(place, name="bob", **how):
    """Somebody in the lobby of a room, with a teacher beside them."""
    found = Pupil(Learning(place.room.connect(f"SHA256:{name}", name, **how)))
    await place.settle()
    return found


async def test_a_lesson_beside_a_table_leads_back_to_the_lobby_as_it_stands_then():
    async with hall(game=GAME, seats=2, is_open=True) as place:
        bob = await waiting(place)
        await place.settle()
        assert [m for m in bob.says(link.Learn()) if isinstance(m, link.Lessons)]
        bob.says(link.Learn(lesson="rr-1"))
        assert bob.last(link.Lobby).phase == "playing"
        ann = await waiting(place, "ann")
        ann.link.send(link.Sit(seat=0))
        await place.settle()
        assert bob.last(link.Lobby).phase == "playing"
        bob.says(link.Learn(act="leave"))
        assert bob.last(link.Lesson).over
        assert bob.last(link.Lobby).phase == "lobby"
        assert bob.last(link.Lobby).seats[0].name == "ann"


@pytest.mark.parametrize(
    ("game", "options", "first", "then"),
    [("rune", {}, "rn-tour", "rr-tour"), ("regicide", {}, "rg-tour", "rr-tour"),
     (GAME, {}, "rr-tour", "nn-tour"), (GAME, {"nefarious": "on"}, "nn-tour", "rr-tour")],
)  # fmt: skip
async def test_lessons_of_the_game_on_the_table_are_offered_first(game, options, first, then):
    async with hall(game=game, seats=4 if options else 2, is_open=True, options=options) as place:
        bob = await waiting(place)
        [offered] = bob.says(link.Learn())
        found = [each.id for each in offered.lessons]
        assert found[0] == first
        other = next(each for each in offered.lessons
                     if each.edition != offered.lessons[0].edition)  # fmt: skip
        assert other.id == then
        assert sorted(found) == sorted(each.lesson.id for each in lessons())


async def test_the_deal_ends_a_lesson_with_a_line_and_nothing_of_it_is_lost():
    async with hall(game=GAME, seats=2, is_open=True, fairness="solo") as place:
        bob = await waiting(place)
        bob.link.send(link.Sit(seat=0))
        bob.link.send(link.Ready())
        await place.settle()
        bob.says(link.Learn(lesson="rr-1"))
        ann = await waiting(place, "ann")
        ann.link.send(link.Sit(seat=1))
        ann.link.send(link.Ready())
        await place.settle()
        over = max(n for n, m in enumerate(bob.heard) if isinstance(m, link.Lesson))
        assert bob.heard[over].over
        after = bob.heard[over + 1 :]
        assert BEGINS.format("rr-1") in [m.text for m in after if isinstance(m, link.Notice)]
        assert {link.Lobby, link.Cards, link.Log, link.Seen, link.Pending} <= set(map(type, after))
        assert [s.name for s in bob.last(link.Lobby).seats] == ["bob", "ann"]
        [refused] = bob.says(link.Learn(lesson="rr-1"))
        assert refused.code == "too_late"


async def test_talk_goes_through_a_lesson_and_answers_do_not():
    async with hall(game=GAME, seats=2, is_open=True) as place:
        bob, ann = await waiting(place), await waiting(place, "ann")
        bob.says(link.Learn(lesson="rr-1"))
        ann.link.send(link.Say(text="Hello!"))
        await place.settle()
        assert bob.last(link.Chat).text == "Hello!"
        bob.link.send(link.Say(text="I am learning"))
        await place.settle()
        assert ann.last(link.Chat).text == "I am learning"
        assert not any(isinstance(message, link.Lesson) for message in ann.heard)


async def test_the_host_hears_in_a_lesson_who_is_at_the_door():
    async with hall(game=GAME, seats=2, is_open=False, invite="plum-tree") as place:
        ann = await waiting(place, "ann", is_host=True)
        ann.says(link.Learn(lesson="rr-1"))
        await waiting(place, "bob")
        assert "bob is at the door" in ann.last(link.Notice).text


async def test_nobody_is_taught_before_the_code():
    async with hall(game=GAME, seats=2, is_open=False, invite="plum-tree") as place:
        bob = await waiting(place)
        [refused] = bob.says(link.Learn(lesson="rr-1"))
        assert refused.code == "not_admitted"


async def test_a_teacher_hears_no_more_at_once_than_a_room_does():
    async with hall(game=GAME, seats=2, is_open=True) as place:
        bob = await waiting(place)
        heard = [bob.says(link.Learn(lesson="rr-1"))[-1] for _ in range(20)]
        refused = [m.code for m in heard if isinstance(m, link.Problem)]
        assert refused
        assert set(refused) == {"too_fast"}
        assert isinstance(heard[0], link.Pending)
        assert bob.last(link.Lesson).step == 1


async def test_a_line_that_drops_in_a_lesson_is_the_rooms_dropped_line():
    async with hall(game=GAME, seats=2, is_open=True) as place:
        bob, ann = await waiting(place), await waiting(place, "ann")
        bob.says(link.Learn(lesson="rr-1"))
        bob.link.close()
        await place.settle()
        assert "bob" not in [person.name for person in ann.last(link.Lobby).people]
