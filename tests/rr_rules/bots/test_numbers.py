"""The file of numbers beside a game's bots: what is no such file is said in a sentence."""

import pytest

from rr_rules.bots.numbers import BadNumbers, BotNumbers


@pytest.fixture
def shipped(tmp_path, monkeypatch, request):
    """Writes a file of numbers beside bots of its own."""
    package = f"bots_{abs(hash(request.node.name))}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def write(text):
        (folder / "numbers.json").write_text(text)
        return BotNumbers(package, dict)

    return write


def test_the_numbers_of_a_file_count(shipped):
    text = '{"made": {}, "numbers": {"odds": {"seat": {"cards": 0.5, "runes": 2}}}}'
    assert shipped(text).now == {"odds": {"seat": {"cards": 0.5, "runes": 2}}}


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "{}", '{"numbers": []}', '{"numbers": {"odds": 1}}', "[" * 100_000,
        '{"numbers": {"odds": {"seat": {"cards": "many"}}}}',
        '{"numbers": {"odds": {"seat": {"cards": true}}}}',
        '{"numbers": {"odds": {"seat": {"cards": NaN}}}}',
        '{"numbers": {"odds": {"seat": {"cards": 1e308}}}}',
        '{"numbers": {"odds": {"seat": {"cards": {"few": 1}}}}}',
    ],
    ids=lambda text: text[:60],
)  # fmt: skip
def test_what_is_no_file_of_numbers_is_said(shipped, text):
    with pytest.raises(BadNumbers, match=r"numbers\.json"):
        _ = shipped(text).now
