"""The games that were recorded before the code was moved are played again, entry by entry."""

import pytest

from tests.support.golden.rules import FOLDER, PLANS, difference, kept, played


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_everybody_is_shown_told_and_asked_what_was_recorded(name):
    assert difference(kept(name), played(PLANS[name])) == ""


def test_sixty_games_are_recorded_and_most_of_them_to_their_end():
    names = sorted(path.stem for path in FOLDER.iterdir())
    assert names == sorted(PLANS)
    assert len(names) == 60
    assert sum(kept(name)["end"] is not None for name in names) >= 50


def test_the_first_difference_is_named_with_its_entry_and_its_part():
    before = {"entries": [["aa bb cc", {"seat": 0}], ["aa bb cc", {"seat": 1}]], "end": None}
    changed = [["aa bb cc", {"seat": 0}], ["aa dd cc", {"seat": 1}]]
    other = [["aa bb cc", {"seat": 2}]]
    assert difference(before, before) == ""
    assert difference(before, before | {"entries": changed}) == (
        "after entry 1, {'seat': 1}, there is a change of: log"
    )
    assert difference(before, before | {"entries": other}) == (
        "entry 0 is {'seat': 2}: expected {'seat': 0}"
    )
    assert difference(before, before | {"entries": before["entries"][:1]}) == (
        "there is a change of: entries"
    )
    assert difference(before, before | {"end": {"winners": [1]}}) == "there is a change of: end"
