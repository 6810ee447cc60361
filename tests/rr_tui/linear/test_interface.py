"""The text mode: every change once, in order, and what a typed line sends."""

import asyncio

import pytest
from rich.cells import cell_len

from rr_net.link import (
    ONLY_HERE,
    AlwaysHold,
    Ask,
    AskOption,
    Audit,
    Award,
    Beforehand,
    Bye,
    Cards,
    Chat,
    Contribute,
    Ended,
    Enter,
    FileOrders,
    Fill,
    Give,
    HoldWindow,
    Host,
    KeepProfile,
    Leave,
    LineState,
    Lobby,
    Log,
    LogLine,
    Notice,
    OptionPointedAt,
    OptionState,
    OptionValue,
    Order,
    Pending,
    Person,
    Pledge,
    PresetOffered,
    Problem,
    RandomEvent,
    Ready,
    Rearrange,
    Rematch,
    Say,
    SeatState,
    Seen,
    SetUp,
    Sit,
    Start,
    TakeBackOrders,
    TakeOver,
    Welcome,
    Window,
)
from rr_rules.guide.search import found
from rr_rules.kernel.game import CardText
from rr_rules.runes_regulations.state.view import FenceSlot, LawnCard, SeatView, View
from rr_tui.client import proofs
from rr_tui.client.guidance import readables_here
from rr_tui.client.keepsakes import BACK
from rr_tui.linear import TextInterface
from rr_tui.linear.news import window_words
from rr_tui.linear.teller import MISSED
from tests.support.fakeclock import FakeClock, passes
from tests.support.rr_tui.fakelink import HEAD, WORDS, checkpoint
from tests.support.tasks import beside


class Table:
    """A link and a line channel in one: what the room would say, and what came of it."""

    def __init__(self, *, is_terminal=False, width=80):
        self.is_terminal = is_terminal
        self.sent = []
        self.lines = []
        self.closed = False
        self.typed = asyncio.Queue()
        self.clock = FakeClock()
        self.interface = TextInterface(self, self, self.clock, width)

    # --- the link

    def attach(self, receive):
        self.receive = receive

    def send(self, message):
        self.sent.append(message)

    def close(self):
        self.closed = True

    # --- the lines

    async def read_line(self):
        return await self.typed.get()

    def write_line(self, text):
        self.lines.append(text)

    async def drain(self):
        pass

    # --- what a test does

    def hears(self, *messages):
        """The room says these at once; what was written for them."""
        del self.lines[:]
        for message in messages:
            self.interface.hear(message)
        self.clock.advance(0.001)
        return list(self.lines)

    def types(self, line):
        """The player types a line; what was sent for it."""
        del self.sent[:], self.lines[:]
        self.interface.said(line)
        return list(self.sent)

    def waits(self, seconds):
        del self.lines[:]
        self.clock.advance(seconds)
        return list(self.lines)


def welcome(**changes):
    facts = {
        "version": "0.1.0", "table": "Maple Court", "name": "Ann", "fingerprint": "SHA256:ann",
        "is_host": False, "admitted": True, "tries_left": 6, "commitment": "",
        "games": (("runes-regulations", "Runes & Regulations"),), "profile": "",
    }  # fmt: skip
    return Welcome(**(facts | changes))


def seat(number, name="", **changes):
    facts = {
        "seat": number, "kind": "player" if name else "empty", "name": name, "ready": False,
        "connected": bool(name), "declared": 0,
    }  # fmt: skip
    return SeatState(**(facts | changes))


def person(name, number=-1, **changes):
    facts = {"name": name, "seat": number, "is_host": False, "admitted": True}
    return Person(**(facts | changes))


def lobby(phase="lobby", seats=None, people=None, **changes):
    facts = {
        "phase": phase, "game": "runes-regulations", "game_name": "Runes & Regulations",
        "declaration": "pets", "seats": seats or (seat(0), seat(1)),
        "people": people or (person("Ann"),), "options": (), "commitment": "", "notes": (),
    }  # fmt: skip
    return Lobby(**(facts | changes))


def two_players(phase="playing", **changes):
    seats = (seat(0, "Ann"), seat(1, "Bob"))
    people = (person("Ann", 0, is_host=changes.pop("host", False)), person("Bob", 1))
    return lobby(phase, seats, people, **changes)


def ask(*labels, prompt="Your Cast phase", acts=None, number=4, **changes):
    options = tuple(
        AskOption(option=i, act=(acts or ["cast"] * 9)[i], zone="", seat=-1, at=-1, order=(),
                  label=label)
        for i, label in enumerate(labels)
    )  # fmt: skip
    asked = Ask(verb="cast", prompt=prompt, source="", options=options)
    return Pending(number=number, ask=asked, **changes)


def line(n, text, clause=""):
    return LogLine(n=n, kind="x", text=text, clause=clause, event={})


def seated(**changes):
    """Ann at a table with Bob, the game under way."""
    table = Table(**changes)
    table.hears(welcome(), two_players())
    return table


# --- words -------------------------------------------------------------------------------


def test_the_greeting_says_where_one_is_and_how_to_go_on():
    table = Table()
    said = table.hears(welcome(commitment="c0ffee"), lobby(notes=("The host plays.",)))
    assert said[0] == "Maple Court. You are Ann."
    assert "? lists what you can type" in said[1]
    assert not any("c0ffee" in line for line in said)
    assert "The host plays." in said
    assert said[-4:-1] == ["At the table you can:", "1: sit at seat 1", "2: sit at seat 2"]
    assert said[-1] == "3 or t: take the tour of this game, in 90 seconds"


def test_the_seats_say_who_plays_with_a_client_that_checks():
    table = Table()
    seats = (seat(0, "Ann"), seat(1, "Bob", checks=True))
    said = "\n".join(table.hears(welcome(), lobby(seats=seats)))
    assert "Bob, pets: 0, checks the record" in said
    assert said.count("checks the record") == 1


def test_what_happened_comes_before_the_question_however_it_arrives():
    table = seated()
    said = table.hears(
        ask("cast Alley Cat", "skip", acts=["cast", "skip"]), Log(lines=(line(0, "{1} spins 3"),))
    )
    assert said == ["Bob spins 3", "Your Cast phase", "y cast Alley Cat, s skip"]


def test_a_message_that_changes_nothing_says_nothing():
    table = seated()
    table.hears(ask("cast Alley Cat", "skip"))
    assert table.hears(two_players(), ask("cast Alley Cat", "skip", number=5)) == []
    assert table.types("1") == [Give(number=5, option=0)]


def test_the_same_question_is_said_again_after_it_was_answered():
    table = seated()
    table.hears(ask("draw a card", "skip", acts=["draw", "skip"]))
    table.types("1")
    said = table.hears(ask("draw a card", "skip", acts=["draw", "skip"], number=6))
    assert said == ["Your Cast phase", "d draw a card, s skip"]


def test_each_log_line_is_said_once():
    table = seated()
    assert table.hears(Log(lines=(line(0, "one"), line(1, "two")))) == ["one", "two"]
    assert table.hears(Log(lines=(line(1, "two"), line(2, "three")))) == ["three"]


def test_who_comes_late_hears_the_last_lines_of_the_log_only():
    table = Table()
    lines = tuple(line(n, f"event {n}") for n in range(40))
    said = table.hears(welcome(), two_players(), Log(lines=lines))
    assert "The log has 40 lines so far, l reads them. The last ones:" in said
    assert [text for text in said if text.startswith("event")] == [
        f"event {n}" for n in range(35, 40)
    ]


def test_a_yes_or_no_is_one_line_with_two_letters():
    table = seated()
    said = table.hears(ask("yes, use it", "no", acts=["yes", "no"], prompt="Use Garden Hose?"))
    assert said == ["Use Garden Hose?", "y yes, use it, n no"]
    assert table.types("n") == [Give(number=4, option=1)]


@pytest.mark.parametrize(("typed", "option"), [("d", 1), ("draw", 1), ("Skip", 2), ("cast", None)])
def test_a_choice_with_a_letter_may_be_typed_as_its_word(typed, option):
    table = seated()
    table.hears(ask("CAST Prune", "DRAW instead", "Skip", acts=["cast", "draw", "skip"]))
    sent = [] if option is None else [Give(number=4, option=option)]
    assert table.types(typed) == sent


def test_whom_the_table_waits_for_is_said_after_a_while():
    table = seated()
    assert table.hears(Pending(number=3, waiting=(1,))) == []
    assert table.waits(2.5) == ["Waiting for Bob."]
    table.hears(Pending(number=4, waiting=(1,)))
    assert table.waits(2.5) == []


def test_a_window_is_said_with_its_time_and_w_asks_for_more():
    table = seated()
    window = Window(about="{1} casts Alley Cat", closes_in=2.5, lasts=2.5, somebody_holds=False,
                    mine=True, answered=False, can_hold=True)  # fmt: skip
    asked = ask("pass", "Garden Hose", acts=["pass", "use"], window=window)
    said = table.hears(asked)
    assert said[0] == "Reaction window: Bob casts Alley Cat. Open 2 seconds."
    assert window_words(window.model_copy(update={"closes_in": 0.8}), "x").endswith("1 second.")
    assert said[-2:] == ["1 or p: pass", "2: Garden Hose"]
    assert table.types("w") == [HoldWindow(number=4)]
    prolonged = window.model_copy(update={"somebody_holds": True, "can_hold": False})
    assert table.hears(asked.model_copy(update={"window": prolonged})) == []
    assert table.types("w") == []


def test_who_has_missed_a_window_hears_once_how_to_hold_the_next():
    table = seated()
    window = Window(about="{1} casts Alley Cat", closes_in=2.5, lasts=2.5, somebody_holds=False,
                    mine=True, answered=False, can_hold=True)  # fmt: skip
    table.hears(ask("pass", acts=["pass"], number=4, window=window))
    table.types("1")
    assert MISSED not in table.hears(Pending(number=5, waiting=(1,)))
    for number, is_first in ((6, True), (8, False)):
        asked = ask("pass", acts=["pass"], number=number, window=window)
        assert MISSED not in table.hears(asked)
        # The same window for a later state of the table has not ended.
        longer = window.model_copy(update={"somebody_holds": True})
        assert MISSED not in table.hears(asked.model_copy(update={"window": longer}))
        assert (MISSED in table.hears(Pending(number=number + 1, waiting=(1,)))) == is_first


def test_a_bot_that_sits_down_is_said_with_its_strength():
    table = Table()
    before = lobby(seats=(seat(0, "Ann"), seat(1, "", kind="empty")))
    table.hears(welcome(), before)
    after = lobby(seats=(seat(0, "Ann"), seat(1, "bot2", kind="bot", bot="hard")))
    assert "bot2, a bot (hard), sits at seat 2." in table.hears(after)


def test_a_bot_is_had_follow_by_its_number_and_it_is_said_that_it_does():
    table, kinds = Table(), ("hard", "hard-follows", "search")
    bots = tuple(OptionPointedAt(id=kind, text="plays its hand") for kind in kinds)

    def with_bot(kind):
        return lobby(seats=(seat(0, "Ann"), seat(1, "bot2", kind="bot", bot=kind)), bots=bots)

    table.hears(welcome(is_host=True), with_bot("search"))
    offered = next(line for line in table.lines if "have bot2 follow: it plays its hand" in line)
    table.types(offered.partition(":")[0])
    assert table.sent[-1] == Fill(seat=1, bot="hard-follows")
    assert "bot2 is a bot that follows now." in table.hears(with_bot("hard-follows"))
    table.types("h")
    assert any("bot2, a bot (hard, follows)" in line for line in table.lines)
    assert "bot2 is a bot that leads now." in table.hears(with_bot("hard"))


def test_who_takes_a_bots_chair_is_not_said_to_be_ready_no_more():
    table = Table()
    bot = seat(1, "bot2", kind="bot", ready=True)
    table.hears(welcome(), lobby(seats=(seat(0), bot)))
    sat = lobby(seats=(seat(0), seat(1, "Bob")), people=(person("Ann"), person("Bob", 1)))
    assert table.hears(sat) == ["Bob is here.", "Bob sits at seat 2."]
    ready = lobby(
        seats=(seat(0), seat(1, "Bob", ready=True)), people=(person("Ann"), person("Bob", 1))
    )
    assert table.hears(ready) == ["Bob is ready."]
    assert table.hears(sat) == ["Bob is not ready any more."]


def test_who_plays_with_a_client_that_checks_is_said_once_and_with_the_seats():
    table = Table()
    table.hears(welcome(), lobby(seats=(seat(0), seat(1, "Bob"))))
    signs = lobby(seats=(seat(0), seat(1, "Bob", checks=True)))
    assert table.hears(signs) == ["Bob plays with a client that checks."]
    assert table.hears(signs) == []
    table.types("h")
    assert any("Bob" in line and "checks the record" in line for line in table.lines)


def test_changes_at_the_table_are_said_one_by_one():
    table = Table()
    table.hears(welcome(), lobby())
    now = lobby(seats=(seat(0), seat(1, "Bob")), people=(person("Ann"), person("Bob", 1)))
    assert table.hears(now) == ["Bob is here.", "Bob sits at seat 2."]
    ready = lobby(
        seats=(seat(0), seat(1, "Bob", kind="player", ready=True, connected=False, grace=60)),
        people=(person("Ann"),),
        paused=True,
    )
    assert table.hears(ready) == [
        "Bob is gone.",
        "Bob is ready.",
        "Bob has lost the line.",
        "A bot takes seat 2 in 60 seconds unless Bob comes back.",
        "The clocks stand still.",
    ]


def test_the_host_sets_an_option_by_its_title_or_by_its_name_for_programs():
    words = (OptionValue(value="sealed", word="secret", text="It tells nothing."),
             OptionValue(value="answered", word="all answer", text="It ends."))  # fmt: skip
    option = OptionState(name="window", title="Reactions", group="pace", value="sealed",
                         values=("sealed", "answered"), default="sealed", clause="RR-HID-17",
                         help="how long", word="secret", meanings=words)  # fmt: skip
    preset = PresetOffered(id="first", title="First game", text="Pace: relaxed.", holds=False)
    table = Table()
    table.hears(welcome(is_host=True), lobby(options=(option,), presets=(preset,)))
    wanted = SetUp(options={"window": "answered"})
    assert table.types("option reactions ALL answer") == [wanted]
    assert table.types("option window answered") == [wanted]
    assert table.types("preset first game") == [SetUp(preset="first")]
    assert table.types("option window soon") == [SetUp(options={"window": "soon"})]
    assert table.types("option") == []
    assert table.types("preset tournament") == []
    assert table.lines == ["there is no preset 'tournament': there is First game"]
    table.types("g")
    assert "Option Reactions: secret or all answer. How long" in table.lines


def test_what_the_deal_waits_for_is_said_once():
    table = Table()
    waits = "The deal waits: seat 4 is free."
    assert waits not in table.hears(welcome(), lobby())
    assert waits in table.hears(lobby(waits=waits))
    assert waits not in table.hears(lobby(waits=waits))


def test_what_the_deal_waits_for_is_said_again_to_who_asks():
    table, waits = Table(), "The deal waits: seat 4 is free."
    table.hears(welcome(), lobby(waits=waits, notes=("A long note.",)))
    table.types("")
    assert table.lines[:2] == [waits, "At the table you can:"]
    table.types("h")
    assert table.lines.index(waits) < table.lines.index("A long note.")


def test_the_end_names_the_winner_and_whose_verdict_it_is():
    table = seated()
    ended = Ended(winners=(1,), reason="five", text="{1} wins", verdict="Verified.", verified=True,
                  bundle="ssh HOST bundle", commitment="c0ffee")  # fmt: skip
    over = two_players("over").model_copy(update={"commitment": "c0ffee"})
    said = table.hears(over, ended)
    assert said[:4] == [
        "The game is over.", "Bob wins", "The host's machine says: Verified.",
        "The record of the game: ssh HOST bundle",
    ]  # fmt: skip
    assert not any("c0ffee" in line for line in said)
    assert table.types("1") == [Rematch()]


def test_a_verdict_that_comes_in_the_next_game_says_of_which_it_is():
    table = seated()
    ended = Ended(winners=(1,), reason="five", text="{1} wins", verdict="Verified.", verified=True,
                  bundle="ssh HOST bundle", commitment="c0ffee")  # fmt: skip
    said = table.hears(ended)
    assert said[0] == "The host's machine says of the game before: Verified."
    assert "The game is over." not in said


def test_who_comes_when_the_game_is_over_is_not_told_whose_turn_it_is():
    for phase, is_said in (("playing", True), ("over", False)):
        table = at_the_street(phase=phase)
        table.hears(a_phase())
        assert ("Your turn." in table.lines) == is_said


def test_who_has_left_is_named_before_another_game_is_asked_for():
    left = seat(1, "Bob", connected=False, stand_in=True)
    said = seated().hears(lobby("over", (seat(0, "Ann"), left), (person("Ann", 0),)))
    assert "1: play again, with a bot for Bob" in said


def test_the_second_game_of_a_match_is_asked_for_by_its_name():
    over = two_players("over").model_copy(update={"again": "Play the second game"})
    assert "1: play the second game with the same people" in seated().hears(over)


def test_the_host_goes_back_to_the_lobby_for_another_game():
    table = Table()
    table.hears(welcome(is_host=True), two_players("over", host=True))
    number = next(line[0] for line in table.lines if "go back to the lobby" in line)
    assert table.types(number) == [SetUp()]


def test_the_end_says_what_two_games_come_to():
    ended = Ended(winners=(1,), reason="points", text="{1} wins", together="{0} 3, {1} 9.",
                  verdict="", verified=None, bundle="", commitment="")  # fmt: skip
    assert seated().hears(two_players("over"), ended)[1:3] == ["Bob wins", "Ann 3, Bob 9."]


def test_the_end_says_what_an_award_was_given_for():
    # A host of before says no more than who has it.
    awards = (Award(title="Green thumb", seat=0, deeds="4 hexes"), Award(title="Owl", seat=1))
    ended = Ended(winners=(1,), reason="five", text="{1} wins", awards=awards,
                  verdict="", verified=None, bundle="", commitment="")  # fmt: skip
    said = seated().hears(two_players("over"), ended)
    assert said[2:4] == ["Green thumb: Ann (4 hexes)", "Owl: Bob"]


def test_all_that_can_be_chosen_for_the_table_is_read_out():
    table = Table()
    option = OptionState(name="comm", value="honour", values=("structured", "honour"),
                         default="structured", clause="", help="how Rune is talked at")  # fmt: skip
    bots = (OptionPointedAt(id="rule", text="plays by rules of thumb, at once"),)
    table.hears(welcome(), lobby(options=(option,), bots=bots))
    table.types("g")
    assert table.lines == [
        "Game runes-regulations: Runes & Regulations",
        "Bot rule: it plays by rules of thumb, at once",
        "Option comm: structured or honour. How Rune is talked at",
    ]


def test_what_an_option_is_about_is_said_in_words_and_its_usual_number_is_no_word_beside_others():
    beat = OptionState(name="window_seconds", title="Time to react", value="5", values=("5",),
                       default="5", clause="", help="the beat", bounds="a number from 1 to 10",
                       meanings=(OptionValue(value="5", word="5 s", text="It is."),))  # fmt: skip
    cap = OptionState(name="turn_cap", title="Longest game", value="off", values=("off",),
                      default="off", clause="", bounds="a whole number",
                      meanings=(OptionValue(value="off", word="no end set", text="None."),),
                      help="when first_player is host_choice; sets window_seconds")  # fmt: skip
    table = Table(width=200)
    table.hears(welcome(), lobby(options=(beat, cap)))
    table.types("g")
    longest = 'When first player is host choice; sets "Time to react"'
    assert table.lines[-2:] == [
        "Option Time to react: a number from 1 to 10. The beat",
        f"Option Longest game: a whole number, or no end set. {longest}",
    ]


def test_a_question_whose_answer_is_on_its_way_is_not_said_again():
    table = seated()
    table.hears(ask("one", "two"))
    table.types("1")
    # What happens comes before the room's next question.
    assert table.hears(Log(lines=(line(0, "Ann plays one"),))) == ["Ann plays one"]
    assert table.hears(two_players()) == []
    # The control: asked the same once more, one reads it.
    assert table.hears(ask("one", "two", number=5))[0] == "Your Cast phase"


def test_a_refusal_is_said_and_the_question_stays():
    table = seated()
    table.hears(ask("one", "two"))
    table.types("2")
    assert table.hears(Problem(code="stale_answer", text="too late")) == ["Not possible: too late"]
    assert table.types("2") == [Give(number=4, option=1)]


def test_a_notice_and_a_chat_line_are_said():
    table = seated()
    said = table.hears(Notice(text="{1} was told"), Chat(name="Bob", seat=1, text="hello {0}"))
    assert said == ["Bob was told", "Bob says: hello {0}"]


def test_a_long_list_is_read_a_page_at_a_time():
    table = seated()
    options = [f"order {n}" for n in range(40)]
    said = table.hears(ask(*options, acts=["order"] * 40))
    assert said[-1] == "m: 10 more"
    table.types("m")
    assert table.lines[0] == "31: order 30"
    assert table.types("40") == [Give(number=4, option=39)]


# --- what a line does ------------------------------------------------------------------------


def test_who_is_not_let_in_types_the_code():
    table = Table()
    said = table.hears(welcome(admitted=False, words="otter-lamp"))
    assert said[-2:] == [
        "Type your invite code, or wait until the host lets you in (6 tries left).",
        "Your key in two words, for the host: otter-lamp.",
    ]
    assert table.types("plum-tree") == [Enter(code="plum-tree")]
    table.hears(welcome(), lobby())
    assert table.types("1") == []
    why = "The most pets take the first turn; you are believed."
    assert table.lines[0] == f"How many pets do you have? {why[:-10]}"
    assert table.lines[1].strip() == "believed. A number; Enter for 0."
    assert table.types("many") == []
    assert table.types("3") == [Sit(seat=0, declare=3)]


def test_at_the_door_the_code_is_asked_for_in_one_line():
    note = "Type the table's invite code, or wait for the host to let you in."
    outside = lobby(notes=(note,)).model_copy(update={"seats": (), "people": ()})
    said = Table().hears(welcome(admitted=False, words="otter-lamp"), outside)
    assert [line for line in said if "invite code" in line] == [
        "Type your invite code, or wait until the host lets you in (6 tries left)."
    ]


def test_a_code_that_is_typed_before_the_room_has_spoken_is_a_code():
    table = Table()
    assert table.types("plum-tree") == []
    assert table.lines == []
    table.hears(welcome(admitted=False, words="otter-lamp"))
    assert table.sent == [Enter(code="plum-tree")]


def test_what_is_typed_ahead_waits_for_all_that_comes_with_the_welcome():
    table = Table()
    assert table.types("l") == []
    said = table.hears(
        welcome(),
        lobby(),
        Log(lines=(LogLine(n=0, kind="note", text="Ann sits down", clause="", event={}),)),
    )
    assert said.count("Ann sits down") == 2


def test_the_host_reads_the_line_for_friends_once_there_is_time():
    line = "ssh -p 2222 YOURNAME@127.0.0.1"
    how = f"{ONLY_HERE} Open it wider."
    notes = (f"{line}    (private: only from this machine)", "    SHA256:ann", how)
    table = Table()
    at_the_table = lobby(phase="playing", notes=notes, invite="plum")
    said = table.hears(welcome(is_host=True), at_the_table, ask())
    words = ["Whoever has an account on this machine comes by this line:", line]
    at = said.index(words[0])
    assert said[at : at + 3] == [*words, "The table asks for the code plum."]
    assert how in said
    assert words[0] not in table.hears(ask(number=5))
    table = Table()
    notes = (*notes[:2], "ssh -J relay.example YOURNAME@maple    (public: from anywhere)")
    said = table.hears(welcome(is_host=True), lobby(phase="playing", notes=notes), ask())
    assert (
        said[said.index("Friends come by this line:") + 1] == "ssh -J relay.example YOURNAME@maple"
    )
    assert "account on this machine" not in " ".join(said)
    assert "runes join ssh -J relay.example YOURNAME@maple" in said


def test_who_is_let_in_is_told_of_every_seat():
    table = Table()
    waiting = lobby(people=(person("Ann", admitted=False),)).model_copy(update={"seats": ()})
    assert "The game is Runes & Regulations." in table.hears(welcome(admitted=False), waiting)
    said = table.hears(lobby(seats=(seat(0), seat(1, "Bob"))))
    assert said[:3] == [
        "The game is Runes & Regulations, for 2 seats.", "Seat 1: free.", "Seat 2: Bob, pets: 0.",
    ]  # fmt: skip


def test_masters_are_chosen_by_number_from_words():
    table = Table()
    seats = (seat(0), seat(1, "Bob", declared=1))
    words = {"declaration": "masters", "declarable": ("any", "orange"), "seats": seats}
    table.hears(welcome(), lobby(game="rune", **words))
    table.types("1")
    assert " ".join(map(str.strip, table.lines)) == (
        "Which masters shall be yours? 0 any, 1 orange. "
        "Only the look of your pieces: it changes nothing in play. A number; Enter for 0."
    )
    table.types("2")
    assert table.lines == ["A number from 0 to 1, please."]
    assert table.types("1") == [Sit(seat=0, declare=1)]
    table.types("h")
    assert "Seat 2: Bob, masters: orange." in table.lines


def test_a_second_place_is_asked_about_first():
    table = Table()
    said = table.hears(welcome(elsewhere=True))
    assert "y: play on here, and the other window ends. n: stay there, and this one ends." in said
    assert table.types("maybe") == []
    assert table.types("y") == [TakeOver(yes=True)]


def test_leaving_is_asked_about():
    table = seated()
    assert table.types("q") == []
    assert table.types("") == []
    table.types("q")
    assert table.types("l") == [Leave()]


def test_whether_one_leaves_is_not_asked_any_more_once_another_question_is_said():
    table = at_the_street()
    table.hears(a_phase(number=3))
    table.types("q")
    said = table.hears(ask("SUMMON", "SKIP", prompt="Your Summon phase"))
    assert said.index("You stay: type q to be asked again.") < said.index("1: SUMMON")
    assert table.types("l") == []
    assert table.lines == ["The log is empty."]
    table.types("h")
    assert "The game is Runes & Regulations, for 2 seats." in table.lines


def test_what_one_declares_is_not_asked_any_more_once_another_question_is_said():
    table = Table()
    table.hears(welcome(), lobby(declaration="pets"))
    table.types("1")
    assert "Nobody asks for pets now." in table.hears(two_players())
    assert table.types("2") == []


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("c good luck", Say(text="good luck")),
        (
            "x steal, Spells and new regulation",
            AlwaysHold(kinds=("steal", "cast", "new_regulation")),
        ),
        ("x all", AlwaysHold(kinds=("all",))),
        ("x", AlwaysHold(kinds=())),
        ("a Annie", Enter(name="Annie")),
        ("audit", Audit()),
        ("order hand 3 1 2", Rearrange(zone="hand", order=(2, 0, 1))),
        ("order fence 2 1", Rearrange(zone="fence", order=(1, 0))),
        ("approve otter-lamp", Host(act="approve", key="otter-lamp")),
        ("kick Bob", Host(act="kick", name="Bob")),
        ("seat Zoe", Host(act="seat", name="Zoe")),
        ("refuse Zoe", Host(act="refuse", name="Zoe")),
        ("pause", Host(act="pause")),
        ("bot 2", Host(act="bot", seat=1)),
        ("remove 2", Host(act="remove", seat=1)),
    ],
)
def test_a_command_of_the_host_at_a_game_sends_its_message(typed, sent):
    table = Table()
    table.hears(welcome(is_host=True), two_players(host=True))
    assert table.types(typed) == [sent]


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("bot 2", Fill(seat=1)),
        ("free 2", Fill(seat=1, bot="")),
        ("bot 2 rule", Fill(seat=1, bot="rule")),
        ("game regicide", SetUp(game="regicide")),
        ("seats 3", SetUp(seats=3)),
        ("option window fast", SetUp(options={"window": "fast"})),
        ("3", Start()),
    ],
)
def test_a_command_of_the_host_before_the_deal_sends_its_message(typed, sent):
    table = Table()
    table.hears(welcome(is_host=True), lobby())
    assert table.types(typed) == [sent]


def test_the_host_is_asked_before_somebody_loses_the_seat():
    seats = (seat(0, "Ann"), seat(1, "Bob"), seat(2, "Cleo"))
    people = (person("Ann", 0, is_host=True), person("Bob", 1), person("Cleo", 2))
    table = Table()
    table.hears(welcome(is_host=True), lobby(seats=seats, people=people))
    assert table.types("seats 2") == []
    assert table.lines == ["Cleo would only watch. Type it again to do it all the same."]
    # Another number is another question.
    assert table.types("seats 1") == []
    assert table.lines == ["Bob and Cleo would only watch. Type it again to do it all the same."]
    assert table.types("seats 1") == [SetUp(seats=1)]
    assert table.types("seats 1") == []
    assert table.types("seats 4") == [SetUp(seats=4)]


@pytest.mark.parametrize(
    "typed",
    [
        "kick Bob",
        "end",
        "seats 9",
        "dance",
        "7",
        "0",
        "option x",
        "order",
        "order lawn 1 2",
        "order hand 1 1",
        "order hand 2 3",
    ],
)
def test_what_is_not_allowed_or_not_understood_sends_nothing(typed):
    table = seated()
    table.hears(ask("one", "two"))
    assert table.types(typed) == []
    assert len(table.lines) == 1


def test_readiness_is_the_first_choice_of_a_seated_player():
    table = Table()
    table.hears(welcome(), two_players("lobby"))
    assert table.types("1") == [Ready(ready=True)]


def test_a_seat_that_a_bot_plays_can_be_taken_back():
    table = Table()
    seats = (seat(0, "Ann", stand_in=True), seat(1, "Bob"))
    table.hears(welcome(), lobby("playing", seats, (person("Ann", 0), person("Bob", 1))))
    assert table.lines[-2:] == ["A bot plays your seat. You can:", "1: play again"]
    assert table.types("1") == [Sit(seat=0)]


def test_an_empty_line_says_the_question_again():
    table = seated()
    table.hears(ask("one", "two"))
    table.types("")
    assert table.lines == ["Your Cast phase", "1: one", "2: two"]


def test_a_person_cannot_answer_a_question_before_it_was_there():
    table = seated(is_terminal=True)
    table.hears(ask("one", "two"))
    assert table.types("1") == []
    assert "typed before" in table.lines[0]
    table.clock.advance(1)
    assert table.types("1") == [Give(number=4, option=0)]


def test_the_table_is_told_from_the_own_seat_on():
    view = View(
        me=0, turn=11, round=4, player=1, phase="cast",
        seats=(
            SeatView(0, False, (LawnCard("alley-cat", True, False),), (FenceSlot("hose", False),),
                     ("dragon", "dragon"), 4, 7, 3, ()),
            SeatView(1, False, (), (FenceSlot("", False),) * 2, ("", "", ""), 1, 7, 3, ()),
        ),
        regulation="loose-paper", main_deck=41, main_discard=("dragon",), rune_deck=9,
        rune_discard=(), regulation_deck=16, regulations_seen=(), chain=(), seen=(), spinner=(),
        reasons=(), outcome=None,
    )  # fmt: skip
    cards = Cards(game="runes-regulations", cards=(
        CardText(id="loose-paper", name="Loose Paper", kind="regulation", letter="§",
                 text="Your hand limit is 5.", flavour="", copies=1, origin="printed"),
    ))  # fmt: skip
    table = seated()
    log = Log(lines=(LogLine(n=0, kind="dealt", text="5 cards each", clause="", event={}),))
    assert table.hears(cards, log, Seen(number=1, game="runes-regulations", view=view)) == [
        "Seat 1: Ann, pets: 0.",
        "Seat 2: Bob, pets: 0.",
        "Your hand: dragon, dragon.",
        "Your Fence: hose; at most 3.",
        "The HOA rule: Loose Paper: Your hand limit is 5.",
        "The goal: 5 Mythical Creatures on your Lawn at the end of your own turn win.",
        "5 cards each",
        "Bob's turn.",
    ]
    table.types("v")
    assert table.lines == [
        "Round 4, turn 11, cast phase. Bob's turn.",
        "Regulation: Loose Paper: Your hand limit is 5.",
        "Main deck 41 cards, discard 1, on top dragon. Rune deck 9 cards, discard",
        "  empty.",
        "You: 4 Mythical Creatures, one from winning.",
        "Lawn: alley cat (a shrub).",
        "Fence: hose; at most 3.",
        "Hand, 2 of at most 7: dragon, dragon.",
        "Bob: 1 Mythical Creature.",
        "Lawn: empty.",
        "Fence: 2 Runes.",
        "Hand: 3 cards.",
    ]
    table.types("i loose")
    assert table.lines == ["Loose Paper, regulation. Your hand limit is 5."]
    table.types("i 7")
    assert table.lines == ["There is no choice 7 now. Enter says the question again."]


def test_the_help_lists_what_works_in_this_game():
    table = seated(width=200)
    table.types("?")
    assert "order hand 3 1 2, or order fence 3 1 2: put them in that order" in table.lines
    assert "w: hold a reaction window open, or beforehand the next one" in table.lines
    assert any(told.startswith("x KINDS: events") and "new regulation" in told
               for told in table.lines)  # fmt: skip
    assert not any("_" in told for told in table.lines)
    assert not any("0,-2" in told for told in table.lines)


# --- nothing but words -------------------------------------------------------------------------

NASTY = "\x1b[31mred\x07 \x9b2J\u202eevil\u200b {0} \x1b]0;title\x07"


def test_no_control_character_is_ever_written():
    table = Table()
    person_ = person("Ann", fingerprint=NASTY)
    table.hears(
        welcome(table=NASTY, commitment=NASTY), lobby(notes=(NASTY,), people=(person_,)),
        Chat(name="Bob", seat=1, text=NASTY), Log(lines=(line(0, NASTY, NASTY),)),
        Notice(text=NASTY), Problem(code="x", text=NASTY),
    )  # fmt: skip
    said = "".join(table.lines)
    for typed in ("?", "v", "l", "h", "i x", "r x", NASTY, ""):
        table.types(typed)
        said += "".join(table.lines)
    table.hears(Bye(text=NASTY, commitment=NASTY))
    said += "".join(table.lines)
    assert "red" in said
    assert all(char.isprintable() for char in said)


@pytest.mark.parametrize("width", [20, 33, 80])
def test_no_line_is_wider_than_the_terminal(width):
    table = Table(width=width)
    table.hears(welcome(table="樹" * 60, commitment="f" * 64), lobby(notes=("word " * 60,)))
    table.types("?")
    assert table.lines
    assert max(cell_len(text) for text in table.lines) < width


# --- chance --------------------------------------------------------------------------------


def chance(**changes):
    facts = {
        "number": 3, "kind": "shuffle", "labels": ("main", "rune"), "stage": "contribute",
        "closes_in": 1.5, "lasts": 1.5, "how": "keys", "mine": "", "given": (1,),
        "seed_text": "rr2/ab\nevent 3\n",
    }  # fmt: skip
    event = RandomEvent(**(facts | changes))
    return Pending(number=3, chance=", ".join(event.labels), event=event)


SLOW = {"stage": "slow", "closes_in": 5.0, "lasts": 5.0, "digest": "ab" * 32}
LOGGED = LogLine(n=0, kind="event", text="Random event 3, a shuffle", clause="", event={})
FROZEN = LogLine(n=1, kind="freeze", text="Random event 3 is fixed: {1} gave keys", clause="",
                 event={})  # fmt: skip


def test_luck_is_silent_but_for_how_it_is_given_beforehand():
    table = seated(width=400)
    said = table.hears(Log(lines=(LOGGED,)), chance())
    assert len(said) == 1
    assert "Type give WORDS beforehand" in said[0]
    assert table.hears(chance(given=(0, 1), closes_in=1.2)) == []
    assert table.hears(Log(lines=(FROZEN,)), chance(**SLOW)) == []
    assert table.waits(2.5) == []
    assert table.hears(chance(number=4)) == []


def test_what_was_typed_beforehand_is_given_once_and_at_once():
    table = seated()
    assert table.types("give 1 kjh é asd") == []
    assert table.lines == ["Kept: the next shuffle or roll gets it."]
    del table.sent[:]
    table.hears(chance())
    assert table.sent == [Contribute(event=3, keys="1kjhasd")]
    assert table.hears(chance(mine="1kjhasd")) == ["Received: 1kjhasd"]
    table.hears(chance(number=4))
    assert len(table.sent) == 1


def test_a_line_is_never_taken_for_chance_by_itself():
    table = seated()
    table.hears(chance())
    assert table.types("c hello") == [Say(text="hello")]
    assert table.types("give abc") == [Contribute(event=3, keys="abc")]
    assert table.types("give é ü") == []
    assert "Nothing in that line counts" in table.lines[0]


def test_a_long_line_is_cut_to_what_a_contribution_may_be():
    table = seated()
    table.hears(chance())
    (message,) = table.types("give " + "x" * 500)
    assert message.keys == "x" * 128


def test_a_pledge_is_made_and_opened_by_lines():
    table = seated()
    assert table.types("pledge") == []
    assert 'printf %s "$e" | sha256sum' in table.lines
    assert table.types("pledge nonsense") == []
    assert "That is no SHA-256" in table.lines[0]
    assert table.types(f"pledge {'0A' * 32}  -") == [Pledge(hash="0a" * 32)]
    assert table.types(f"give {'deadbeef' * 4}") == []
    del table.sent[:]
    table.hears(chance(how="pledge", kind="roll", labels=("spin",), closes_in=1.0))
    assert table.sent == [Contribute(event=3, opening="deadbeef" * 4)]


@pytest.mark.parametrize("how", ["chain", "watch"])
def test_who_gives_nothing_by_hand_hears_nothing_of_it(how):
    table = seated()
    assert table.hears(chance(how=how)) == []
    assert table.types("c hello") == [Say(text="hello")]


def test_what_is_not_proved_is_said():
    table = seated()
    table.types("proof")
    said = " ".join(" ".join(table.lines).split())
    assert "Whether the host looked at hidden cards" in said
    assert "Whether players talked by phone" in said


@pytest.mark.parametrize(("fairness", "is_promised"), [("solo", False), ("table", True)])
def test_a_table_whose_host_chose_the_luck_is_promised_no_more_than_that(fairness, is_promised):
    table = seated()
    table.hears(lobby(fairness=fairness))
    table.lines.clear()
    table.types("proof")
    said = " ".join(" ".join(table.lines).split())
    assert ("The decks were not stacked" in said) is is_promised
    assert ("roll was chosen or done twice" in said) is is_promised
    assert ("At the level solo, as here:" in said) is not is_promised
    assert "no move was illegal" in said


def page_of_the_proof(table):
    table.lines.clear()
    table.types("proof")
    return " ".join(" ".join(table.lines).split())


def test_the_plain_answer_stands_before_all_hashes():
    table = seated()
    table.hears(two_players(commitment="c0ffee"))
    table.hears(checkpoint(4, start=0))
    said = page_of_the_proof(table)
    assert "Your note of random event" in said
    assert said.index("This nobody can detect:") < said.index("c0ffee")
    assert said.index("What you can do:") < said.index(HEAD)


def test_whose_luck_was_the_hosts_is_not_promised_an_honest_deck():
    table = seated()
    table.hears(lobby(fairness="table"))
    told = {
        "winners": (0,),
        "reason": "five",
        "text": "{0} wins",
        "verified": True,
        "commitment": "",
        "verdict": "Verified: played as dealt.",
        "bundle": "ssh ann@maple bundle > bundle.json",
    }
    table.hears(Ended(**told))
    assert "The decks were not stacked" in page_of_the_proof(table)
    assert "ssh ann@maple receipts > mine.json keeps what only you may see" in page_of_the_proof(
        table
    )
    assert "HOST receipts" not in page_of_the_proof(table)
    table.hears(Ended(**told, luck="played as dealt, but the host alone chose the luck"))
    assert "stacked" not in page_of_the_proof(table)
    said = table.hears(Bye(text="Bye.", commitment="c0ffee"))
    assert "ssh ann@maple receipts now, ssh ann@maple bundle" in " ".join(" ".join(said).split())


def test_who_plays_alone_reads_nowhere_that_the_host_alone_chose_the_luck():
    own = "ou played alone, so the luck was this machine's."
    for verdict in (f"Verified: played as dealt, but y{own}", f"Sampled: a part. Y{own}"):
        table = Table()
        seats = (seat(0, "Ann"), seat(1, "bot2", kind="bot", bot="normal"))
        over = lobby("over", seats=seats, people=(person("Ann", 0, is_host=True),))
        line = LogLine(n=1, kind="room", text=verdict, clause="", event={})
        said = table.hears(welcome(is_host=True), over, Log(lines=(line,)),
                           Ended(winners=(0,), reason="five", text="{0} wins", verdict=verdict,
                                 verified=True, bundle="", commitment=""))  # fmt: skip
        told = " ".join([*said, *proofs.lines(table.interface.model)])
        assert own in told
        assert "host alone chose the luck" not in told
        # The log and the page of the end say it once between them.
        assert " ".join(" ".join(said).split()).count("the luck was this machine's") == 1


def test_where_a_closed_table_leads_nowhere_it_is_said_what_still_works():
    table = seated()
    table.hears(lobby("over", commitment="c0ffee"))
    over = Ended(winners=(0,), reason="five", text="{0} wins", verdict="", verified=None, bundle="",
                 commitment="c0ffee")  # fmt: skip
    bye = Bye(text="The host has closed the table.", commitment="c0ffee", back="ssh ann@maple")
    table.hears(over)
    said = " ".join(" ".join(table.hears(bye)).split())
    assert "once the table is open again: ssh ann@maple" in said
    assert "receipts now" not in said
    assert "What you have fetched can be checked as before" in said
    assert "ask the host for the file" in said
    table = seated()
    table.hears(lobby("over", commitment="c0ffee"))
    table.hears(over)
    table.interface.model.line = LineState(checked=9, kept_in="/home/bob/runes", has_record=True)
    said = " ".join(" ".join(table.hears(bye)).split())
    assert "The record of the game is on this machine: runes verify last checks it." in said


def test_a_client_that_keeps_the_notes_by_itself_says_where():
    model = seated().interface.model
    model.line = LineState(checked=9, kept_in="/home/bob/runes")
    (said,) = [line for line in proofs.lines(model) if "keeps your notes" in line]
    assert "in /home/bob/runes: runes verify last finds both." in said
    assert not any("Keep the lines" in line for line in proofs.lines(model))
    assert not any("HOST receipts" in line for line in proofs.lines(model))


@pytest.mark.parametrize("word", ["notes", "verify", "verdict"])
def test_the_search_knows_the_words_of_the_check(word):
    model = seated().interface.model
    assert found(readables_here(model), word)[0].title.lower().startswith(word)


def test_the_twelve_words_are_read_on_demand():
    table = seated()
    said = table.hears(
        Ended(winners=(0,), reason="five", text="{0} wins", verdict="", verified=None, bundle="",
              commitment="", size=412, head=HEAD, words=WORDS)
    )  # fmt: skip
    assert "proof: what can be checked, and the words to compare" in said
    assert WORDS[0] not in " ".join(said)
    table.types("proof")
    assert " ".join(WORDS) in " ".join(" ".join(table.lines).split())


def test_goodbye_says_where_the_proof_is_and_no_hash():
    table = seated()
    said = table.hears(Bye(text="Bye.", commitment="c0ffee", receipt=("rr2/ab", "412", "head=")))
    assert said[0] == "Bye."
    assert "ssh HOST receipts" in said[1]
    assert not any("c0ffee" in line or "rr2" in line for line in said)
    table = seated()
    table.hears(checkpoint(4, start=0), chance(mine="kjh"))
    table.hears(ask("one", "two"))
    table.types("proof")
    told = " ".join(" ".join(table.lines).split())
    assert f"The host has signed 44 rows, the head is {HEAD}" in told
    assert "In words, to compare with the others: maple river stone cloud" in told
    assert "Your note of random event 3, for --me: 3.1 " in told


@pytest.mark.parametrize("key", ["local", "local:0"])
def test_who_did_not_come_by_ssh_is_sent_to_no_ssh_line(key):
    table = Table()
    table.hears(welcome(fingerprint=key), two_players(commitment="c0ffee"))
    table.types("proof")
    assert "ssh" not in " ".join(table.lines)
    assert table.hears(Bye(text="Bye.", commitment="c0ffee")) == ["Bye."]


def test_at_a_table_that_is_kept_the_last_lines_are_those_that_lead_back():
    table = Table()
    table.hears(welcome())
    said = table.hears(Bye(text="Closed.", commitment="c0ffee", back="ssh ann@192.168.1.20"))
    assert said == ["Closed.", BACK, "ssh ann@192.168.1.20"]


# --- running ---------------------------------------------------------------------------------


async def test_it_runs_until_the_room_says_goodbye():
    table = Table()
    async with beside(table.interface.run()) as running:
        await passes(0)
        table.receive(welcome())
        table.receive(Bye(text="The host closed the table.", commitment="c0ffee"))
        assert await running == 0
    assert table.closed
    assert "The host closed the table." in table.lines
    assert not any("c0ffee" in line for line in table.lines)


async def test_the_end_of_the_input_hangs_up():
    table = Table()
    table.typed.put_nowait(None)
    assert await table.interface.run() == 0
    assert table.closed
    assert table.sent == []


async def test_hanging_up_keeps_the_seat_and_says_no_hash():
    table = Table()
    table.hears(welcome(), two_players(commitment="c0ffee"))
    for typed in ("q", "h"):
        table.typed.put_nowait(typed)
    assert await table.interface.run() == 0
    assert table.sent == []
    assert any("ssh HOST receipts" in line for line in table.lines)


# --- orders, and what is said beforehand ----------------------------------------------------------


def playing(player=1, *, hand=("dragon",), **said):
    """A table on which Ann has two Runes face down; what she has said beforehand."""
    view = View(
        me=0, turn=3, round=1, player=player, phase="cast",
        seats=(
            SeatView(0, False, (), (FenceSlot("tricky-trap", False), FenceSlot("salty", False)),
                     hand, 0, 7, 3, ()),
            SeatView(1, False, (), (), ("",), 0, 7, 3, ()),
        ),
        regulation="", main_deck=41, main_discard=(), rune_deck=9, rune_discard=(),
        regulation_deck=16, regulations_seen=(), chain=(), seen=(), spinner=(), reasons=(),
        outcome=None,
    )  # fmt: skip
    return (
        Seen(number=4, game="runes-regulations", view=view),
        Pending(number=4, beforehand=Beforehand(**said)),
    )


def order(at, face, when, by=()):
    return Order(zone="fence", at=at, face=face, when=when, by=by)


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("f use tricky trap on spells", [order(0, "tricky-trap", ("cast",))]),
        ("f tricky on cast or steal by Bob", [order(0, "tricky-trap", ("cast", "steal"), (1,))]),
        ("f use salty", [order(1, "salty", ("all",))]),
        ("f use salty on everything by anybody; use trap on new regulation",
         [order(1, "salty", ("all",)), order(0, "tricky-trap", ("new_regulation",))]),
        ("f none", []),
    ],
)  # fmt: skip
def test_orders_are_filed_in_a_line(typed, orders):
    table = seated()
    table.hears(*playing())
    assert table.types(typed) == [FileOrders(orders=tuple(orders))]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("f use garden hose on spells", "Use what? You have: tricky trap, salty"),
        ("f use salty on tuesdays", "On what is 'tuesdays'? Known: cast"),
        ("f use salty by Zoe", "By whom is 'zoe'? At the table: ann, bob"),
        ("f use salty; use salty", "Use what? You have: tricky trap"),
    ],
)
def test_orders_that_name_nothing_there_are_refused_in_words(typed, words):
    table = seated(width=200)
    table.hears(*playing())
    assert table.types(typed) == []
    assert table.lines[0].startswith(words)


def test_orders_are_told_and_taken_back():
    table = seated(width=200)
    table.hears(*playing(filed=True, orders=(order(0, "tricky-trap", ("cast",), (1,)),)))
    assert table.types("f") == []
    assert table.lines[:3] == [
        "Your orders are filed: you are not asked until your next turn.",
        "tricky trap: a Spell is CAST, by Bob.",
        "salty: not used.",
    ]
    assert table.types("f back") == [TakeBackOrders()]


def test_orders_are_asked_for_as_the_own_turn_ends():
    table = seated(width=400)
    table.hears(*playing(player=0))
    said = table.hears(*playing())
    assert said[0] == "Bob's turn."
    assert said[1].startswith("Orders? f use RUNE on KINDS files them")
    assert table.hears(*playing(player=0, hand=("dragon", "alley-cat"))) == [
        "Your turn.",
        "New in your hand: alley cat.",
    ]
    assert table.hears(*playing(filed=True)) == ["Bob's turn."]


def test_w_typed_ahead_holds_the_next_window():
    table = seated()
    table.hears(*playing())
    assert table.types("w") == [HoldWindow(on=True)]
    assert table.lines == ["The next reaction window that asks you is held. w: not after all."]
    table.hears(*playing(holds_next=True))
    assert table.types("w") == [HoldWindow(on=False)]


# --- the guide -------------------------------------------------------------------------------


def test_a_word_is_explained_and_options_are_still_told():
    table = seated()
    table.types("g hexed")
    assert table.lines[0].startswith("HEX: Turn a Mythical Creature into a shrub")
    assert "RR-TERM-07)" in table.lines[-1]
    table.types("g bananas")
    assert "no word 'bananas' in the glossary" in table.lines[0]
    table.types("g")
    assert table.lines[0].startswith("Game runes-regulations")


def test_how_to_play_is_told_without_pictures():
    table = seated()
    table.types("how")
    assert "Begin: Creatures of yours that say so may act." in table.lines
    assert "Three things that beginners miss:" in table.lines
    assert not any("┌" in line for line in table.lines)


DRAW, SKIP = (
    AskOption(option=at, act=act, zone="", seat=-1, at=-1, order=(), label=act)
    for at, act in enumerate(("draw", "skip"))
)


def a_phase(number=4, **changes):
    asked = Ask(verb="cast_phase", prompt="Your Cast phase", source="", options=(DRAW, SKIP))
    return Pending(number=number, ask=asked, **changes)


def at_the_street(profile="", turn=1, phase="playing"):
    table = Table()
    mine = SeatView(seat=0, left=False, lawn=(), fence=(), hand=("alley-cat",), mythical=0,
                    hand_limit=7, rune_limit=3, skips=())  # fmt: skip
    view = View(
        me=0, turn=turn, round=1, player=0, phase="cast", seats=(mine,), regulation="", main_deck=9,
        main_discard=(), rune_deck=9, rune_discard=(), regulation_deck=9, regulations_seen=(),
        chain=(), seen=(), spinner=(), reasons=(), outcome=None,
    )  # fmt: skip
    table.hears(welcome(profile=profile), two_players(phase))
    table.interface.hear(Seen(number=4, game="runes-regulations", view=view))
    return table


def test_a_tip_is_said_before_a_question_that_is_new_and_kept():
    table = at_the_street()
    del table.sent[:]
    said = table.hears(a_phase())
    at = next(n for n, line in enumerate(said) if line.startswith("New: Nothing can be played"))
    assert said[at + 1 :][-2].startswith("No Spell can be CAST. ")
    assert [type(each) for each in table.sent] == [KeepProfile]
    assert '"met":["rr-draw"]' in table.sent[0].profile


def test_tips_are_ended_by_a_word_and_stay_ended():
    table = at_the_street()
    [kept] = table.types("tips off")
    assert not any("New: " in line for line in table.hears(a_phase()))
    again = at_the_street(profile=kept.profile)
    assert not any("New: " in line for line in again.hears(a_phase()))


def test_words_are_searched_and_n_tells_the_next():
    table = seated()
    table.hears(Log(lines=(line(0, "{1} SPINS And Discard"),)))
    table.types("/ summoning limit")
    assert table.lines[0].startswith("Found ")
    assert table.lines[1].startswith("Summoning limit: ")
    first = list(table.lines)
    table.types("n")
    assert table.lines
    assert table.lines[0] not in first
    table.types("/ spins and discard bob")
    assert table.lines[-1].startswith("The log: Bob SPINS And Discard")
    table.types("/ bananas")
    assert table.lines == ["Found 0."]
