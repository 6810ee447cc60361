"""Style sheets that are parsed once for everybody."""

import pytest
import textual.css.stylesheet
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.widget import Widget

from rr_tui.terminal.stylesheets import SharedStylesheet


class Painted(App):
    CSS = "#one { color: $hue; width: 7; }"
    hue = "red"

    def __init__(self):
        super().__init__()
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())

    def get_css_variables(self):
        return super().get_css_variables() | {"hue": self.hue}

    def compose(self):
        yield Widget(id="one")


class Blue(Painted):
    hue = "blue"


@pytest.fixture
def parsed(monkeypatch):
    """What is parsed from now on."""
    seen = []
    parse = textual.css.stylesheet.parse

    def watched(scope, css, *arguments, **options):
        seen.append(css)
        return parse(scope, css, *arguments, **options)

    monkeypatch.setattr(textual.css.stylesheet, "parse", watched)
    return seen


async def colour_of(app):
    async with app.run_test():
        one = app.query_one("#one")
        return one.styles.color, one.styles.width.value


def written(sheet):
    """All that the rules of a sheet say."""
    return [(sorted(rule.selector_names), repr(rule.styles.get_rules())) for rule in sheet.rules]


async def test_a_second_app_parses_nothing(parsed):
    first = await colour_of(Painted())
    parsed.clear()
    assert await colour_of(Painted()) == first == (Color.parse("red"), 7)
    assert parsed == []


async def test_an_app_with_other_variables_has_other_rules():
    assert [await colour_of(app()) for app in (Painted, Blue, Painted)] == [
        (Color.parse(hue), 7) for hue in ("red", "blue", "red")
    ]


async def test_a_change_of_variables_reaches_the_widgets_of_that_app_alone():
    one = Painted()
    async with one.run_test():
        one.hue = "green"
        one.refresh_css(animate=False)
        assert one.query_one("#one").styles.color == Color.parse("green")
    assert await colour_of(Painted()) == (Color.parse("red"), 7)


async def test_wearing_rules_leaves_them_as_they_were():
    one = Painted()
    async with one.run_test():
        before = written(one.stylesheet)
        await colour_of(Painted())
        one.query_one("#one").styles.width = 3
        one.refresh_css(animate=False)
        after = written(one.stylesheet)
    assert after == before


def test_the_rules_are_those_of_a_sheet_of_textuals():
    source = ("Widget { color: $hue; } #one { width: 50%; }", ("here", ""))
    sheets = [kind(variables={"hue": "red"}) for kind in (Stylesheet, SharedStylesheet)]
    for sheet in sheets:
        sheet.add_source(*source)
        sheet.reparse()
    assert sheets[0].css == sheets[1].css != ""
    assert sorted(sheets[0].rules_map) == sorted(sheets[1].rules_map)
