"""Every cell of the interface looks as it was recorded, and no key costs more than it did."""

import pytest

from tests.support.golden.scenes import TOLD
from tests.support.golden.screens import FOLDER, differences, limits, read

MOST_LINES = 60
"""Lines of a difference that anybody reads."""


def named(value):
    return f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value.name


@pytest.mark.slow
@pytest.mark.parametrize(("story", "size"), TOLD, ids=named)
async def test_a_story_looks_as_it_was_recorded_and_its_keys_cost_no_more(story, size):
    expected = read(story.path(size).read_text("utf-8"))
    taken, used = await story.played(size, expected)
    apart = list(differences(expected, taken))
    assert not apart, "\n".join(["", *apart[:MOST_LINES]])
    allowed = limits()
    assert {name: count for name, count in used.items() if count > allowed[name]} == {}


def test_every_recorded_file_belongs_to_a_story():
    files = {story.path(size).name for story, size in TOLD}
    assert {path.name for path in FOLDER.iterdir()} == files | {"bytes.txt"}
