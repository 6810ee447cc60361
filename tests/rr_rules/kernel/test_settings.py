"""Table options: what may be chosen, and what holds where nothing was."""

import pytest

from rr_rules.kernel.errors import BadOption, BadTranscript
from rr_rules.kernel.settings import ROOM_SETTINGS, Meaning, Setting, settle, settle_saved
from rr_rules.registry import GAMES, load_game
from rr_rules.runes_regulations.state.settings import SETTINGS, Settings

PACE = Setting("pace", ("slow", "fast"), "slow", "", "")
SECONDS = Setting("seconds", ("off", "2.5"), "off", "", "", 1, 10)


def test_every_option_is_settled_by_its_default():
    assert settle((PACE, SECONDS), {}) == {"pace": "slow", "seconds": "off"}


def test_what_is_chosen_holds():
    chosen = {"seconds": "7.25", "pace": "fast"}
    assert settle((PACE, SECONDS), chosen) == {"pace": "fast", "seconds": "7.25"}


def test_settled_options_stay_as_they_are():
    settled = settle(SETTINGS, {"turn_cap": "30", "window": "fast"})
    assert settle(SETTINGS, settled) == settled


@pytest.mark.parametrize("value", ["off", "2.5", "1", "10", "1.0", "9.999", "010"])
def test_a_word_or_a_number_within_bounds_is_taken(value):
    assert SECONDS.check(value) == value


@pytest.mark.parametrize(
    "value", ["", "0", "0.99", "10.01", "-2", "1e0", "nan", "inf", "2,5", "1.2.3", " 2", "٣", "on"]
)
def test_any_other_value_is_refused_with_what_was_expected(value):
    with pytest.raises(BadOption) as refused:
        SECONDS.check(value)
    assert str(refused.value) == (
        f"option seconds is {value!r}: expected one of off, 2.5, or a number from 1 to 10"
    )


def test_an_option_without_bounds_takes_its_words_only():
    with pytest.raises(BadOption, match=r"option pace is '1': expected one of slow, fast$"):
        PACE.check("1")


def test_an_unknown_option_is_refused_with_those_there_are():
    with pytest.raises(BadOption, match="no option 'paec': expected one of pace, seconds"):
        settle((PACE, SECONDS), {"paec": "slow"})


@pytest.mark.parametrize("spec", SETTINGS, ids=lambda spec: spec.name)
def test_every_option_of_the_game_says_what_it_is(spec):
    assert spec.check(spec.default) == spec.default
    assert spec.help
    assert spec.clause.startswith(("RR-", "NN-"))
    assert all(spec.check(value) == value for value in spec.values)


def every_option():
    for game in GAMES:
        for spec in load_game(game).settings:
            yield pytest.param(spec, id=f"{game}-{spec.name}")


@pytest.mark.parametrize("spec", list(every_option()))
def test_every_option_of_every_game_has_a_title_and_a_sentence_for_each_value(spec):
    assert spec.title
    assert "_" not in spec.title
    assert len(spec.title) <= 24
    words = [each.word for each in spec.offers()]
    assert len(set(words)) == len(words)
    for each in spec.offers():
        assert spec.check(each.value) == each.value
        assert 0 < len(each.word) <= 22
        assert "_" not in each.word
        assert each.says.endswith(".")
        assert 15 <= len(each.says) <= 100
    assert {each.value for each in spec.means if each.value} <= set(spec.values)


@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_needs_another_names_one_of_its_game_and_a_value_of_it(game):
    specs = {spec.name: spec for spec in load_game(game).settings}
    for name, value in [spec.needs for spec in specs.values() if spec.needs is not None]:
        assert specs[name].check(value) == value


def test_an_option_of_another_package_is_called_by_its_name():
    plain = Setting("long_turns", ("not_ever", "on"), "on", "", "")
    assert plain.called == "long turns"
    assert plain.meaning("not_ever") == Meaning("not_ever", "not ever", "")
    assert plain.refusal("5") == "long turns cannot be '5': it is not ever or on"
    assert SECONDS.refusal("0") == "seconds cannot be '0': it is off or a number from 1 to 10"


def test_the_game_lists_every_option_once_those_of_the_room_too():
    names = [spec.name for spec in SETTINGS]
    assert sorted(set(names)) == sorted(names)
    assert {spec.name for spec in ROOM_SETTINGS} <= set(names)
    assert load_game("runes-regulations").settings == SETTINGS


def test_the_rules_read_what_was_settled():
    plain = Settings.read(settle(SETTINGS, {}))
    wanted = {"turn_cap": "12", "window": "fast", "targets": "in_turn", "first_player": "host"}
    chosen = Settings.read(settle(SETTINGS, wanted | {"first_seat": "2"}))
    assert (plain.turn_cap, plain.fast, plain.targets_in_turn) == (0, False, False)
    assert (chosen.turn_cap, chosen.fast, chosen.targets_in_turn) == (12, True, True)
    assert (chosen.first_player, chosen.first_seat) == ("host", 1)


@pytest.mark.parametrize("options", [None, [], {"pace": 1}, {"pace": None}, {"pace": "odd"}])
def test_options_that_were_never_settled_are_no_saved_state(options):
    with pytest.raises(BadTranscript, match=r"^a saved state "):
        settle_saved((PACE, SECONDS), {"options": options})


def test_the_options_of_a_saved_state_are_settled():
    saved = {"options": {"pace": "fast"}}
    assert settle_saved((PACE, SECONDS), saved) == {"pace": "fast", "seconds": "off"}


def test_one_of_a_thing_is_said_as_people_say_it():
    spec = Setting(
        "cap", ("off",), "off", "", "", 1, 100,
        means=(Meaning("", "{0} turns", "After {0} turns it is over; {0} s."),),
    )  # fmt: skip
    assert spec.meaning("1") == Meaning("1", "1 turn", "After 1 turn it is over; 1 s.")
    assert spec.meaning("21").word == "21 turns"
    assert spec.meaning("0.1").word == "0.1 turns"
