"""The theme files: complete, readable, and found in a checkout and in a wheel alike."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from rich.color import Color

from rr_tui.dialogs.profile import THEMES
from rr_tui.looks.palette import PALETTES, Palette, UnknownRole, palette_of, textual_theme, theme_of
from rr_tui.looks.themes import (
    ANSI_NAMES,
    GROUNDS,
    ROLES,
    ThemeError,
    contrast,
    read_theme,
    theme_source,
)
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.ink import nearest_of_256, pen_of
from rr_tui.widgets.player_app import PlayerApp

ROOT = Path(__file__).parents[3]
FILES = {path.stem: path for path in sorted((ROOT / "themes").glob("*.toml"))}
FIXED = [theme for theme in THEMES if theme != "ansi"]

HUES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
NAMES = [*HUES, *(f"bright_{hue}" for hue in HUES)]


def declared_pairs(theme):
    """Every text and background of a file, read without our own code."""
    file = tomllib.loads(FILES[theme].read_text("utf-8"))
    for name, ground in file["grounds"].items():
        yield ("text", name, ground["text"], ground["colour"])
        for role in ground.get("roles", []):
            yield (role, name, file["roles"][role], ground["colour"])


def wcag(front, back):
    """The contrast of two colours by the formula of WCAG 2.2."""

    def luminance(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted([luminance(front), luminance(back)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def in_256(colour):
    parts = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return Color.from_ansi(nearest_of_256(*parts)).get_truecolor().hex


# --- contrast ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", FIXED)
def test_every_declared_pair_is_readable(theme):
    least = 7.0 if theme == "high-contrast" else 4.5
    found = {pair[:2]: wcag(*pair[2:]) for pair in declared_pairs(theme)}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}
    assert len(found) > 60


@pytest.mark.parametrize("theme", FIXED)
def test_every_declared_pair_is_readable_with_256_colours_too(theme):
    least = 7.0 if theme == "high-contrast" else 4.5
    found = {pair[:2]: wcag(in_256(pair[2]), in_256(pair[3])) for pair in declared_pairs(theme)}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


@pytest.mark.parametrize("palette", PALETTES, ids=["xterm", "console"])
def test_what_can_be_computed_of_the_ansi_theme_is_readable_on_common_palettes(palette):
    colours = dict(zip(NAMES, palette, strict=True))
    fixed = [pair for pair in declared_pairs("ansi") if "default" not in pair[2:]]
    assert {pair[1] for pair in fixed} == {"focus", "window", "alert", "tile1", "tile2", "tile3"}
    for _, ground, front, back in fixed:
        assert wcag(colours[front], colours[back]) >= 4.5, ground


@pytest.mark.parametrize("palette", PALETTES, ids=["xterm", "console"])
@pytest.mark.parametrize("theme", FIXED)
def test_every_pair_is_readable_with_sixteen_colours_too(theme, palette):
    style_of = palette_of(theme, ColourDepth.FEW).style
    for role, ground, _, _ in declared_pairs(theme):
        style = style_of(role, ground)
        front, back = palette[style.color.number], palette[style.bgcolor.number]
        assert wcag(front, back) >= 4.5, (role, ground)


@pytest.mark.parametrize("theme", FIXED)
def test_the_grounds_are_told_apart_with_sixteen_colours(theme):
    style_of = palette_of(theme, ColourDepth.FEW).style
    names = ("background", "focus", "target", "window", "alert")
    assert len({style_of("text", ground) for ground in names}) == 5
    tiles = ("background", "focus", "tile1", "tile2", "tile3")
    assert len({style_of("text", ground).bgcolor for ground in tiles}) == 5


def test_the_ansi_theme_says_why_the_rest_cannot_be_computed():
    file = tomllib.loads(FILES["ansi"].read_text("utf-8"))
    assert "cannot be computed" in file["exempt"]
    assert all("exempt" not in tomllib.loads(FILES[t].read_text("utf-8")) for t in FIXED)
    colours = {colour for pair in declared_pairs("ansi") for colour in pair[2:]}
    assert colours <= set(ANSI_NAMES)


def test_ordinary_text_of_the_ansi_theme_is_the_terminals_own():
    pairs = {pair[:2]: pair[2:] for pair in declared_pairs("ansi")}
    assert pairs["text", "background"] == pairs["text", "panel"] == ("default", "default")


def test_our_contrast_is_that_of_the_formula():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(wcag("#777777", "#ffffff"))
    assert contrast("default", "#ffffff") is None


# --- the files -----------------------------------------------------------------------------------


def test_there_are_five_themes_and_each_is_named_like_its_file():
    assert sorted(FILES) == sorted(THEMES)
    assert [read_theme(theme_source(theme), theme).id for theme in THEMES] == list(THEMES)


def test_all_themes_declare_the_same_pairs():
    pairs = {theme: {pair[:2] for pair in declared_pairs(theme)} for theme in FILES}
    assert all(found == pairs["dark"] for found in pairs.values())


@pytest.mark.parametrize("theme", THEMES)
def test_eight_seats_look_different(theme):
    seats = [palette_of(theme, ColourDepth.MANY).style(f"seat{number}") for number in range(1, 9)]
    looks = {pen_of(style, ColourDepth.MANY) for style in seats}
    assert len(looks) == 8


def test_the_colour_blind_theme_never_tells_good_from_bad_by_red_and_green():
    roles = theme_of("colour-blind").roles
    good, bad = (Color.parse(roles[name]).triplet for name in ("success", "danger"))
    assert good.blue > good.red
    assert bad.red > bad.blue


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("[roles]", "[rolls]"), "roles: "),
        (('muted = "#98a3b3"', 'muted = "grey"'), "roles.muted: "),
        (('muted = "#98a3b3"\n', ""), "missing: muted"),
        (('id = "dark"', 'id = "mine"'), "id: "),
        (("contrast = 4.5", "contrast = 15"), "contrast expected 15.0:1 or more"),
        (('text = "#ffffff"', 'text = "default"'), "no contrast and no reason"),
        (("dark = true", "dark = "), "not TOML"),
        (('"muted", ', '"mooted", '), "grounds.background.roles"),
    ],
)
def test_a_broken_theme_is_refused_with_file_and_field(change, complaint):
    source = theme_source("dark")
    assert change[0] in source
    with pytest.raises(ThemeError) as caught:
        read_theme(source.replace(*change, 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert complaint in str(caught.value)


def test_a_missing_theme_is_a_clear_error():
    with pytest.raises(ThemeError, match=r"expected neon\.toml"):
        theme_source("neon")


@pytest.mark.e2e
def test_the_files_are_found_in_a_wheel(tmp_path):
    # As the wheel has them: inside the package, with no checkout around it.
    shutil.copytree(ROOT / "rr_tui", tmp_path / "rr_tui", ignore=shutil.ignore_patterns("*pyc"))
    shutil.copytree(ROOT / "themes", tmp_path / "rr_tui" / "themes")
    program = "import rr_tui.looks.themes as t; print(t.__file__, len(t.theme_source('light')))"
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith(str(tmp_path))
    assert int(found.stdout.split()[-1]) == len(theme_source("light"))


# --- palettes ------------------------------------------------------------------------------------


def test_a_role_has_its_colour_on_a_ground_that_declares_it_and_the_grounds_own_elsewhere():
    palette = palette_of("dark", ColourDepth.TRUE)
    theme = theme_of("dark")
    assert palette.style("danger").color.name == theme.roles["danger"]
    assert palette.style("danger", "focus").color.name == theme.grounds["focus"].text
    assert palette.style("danger on panel").bgcolor.name == theme.grounds["panel"].colour
    assert palette.style("focus") == palette.style("text", "focus") == palette.style("on focus")


def test_only_declared_pairs_are_ever_drawn():
    for theme in THEMES:
        pairs = {pair[2:] for pair in declared_pairs(theme)}
        palette = Palette(theme_of(theme), ColourDepth.TRUE)
        for role in ("text", *ROLES):
            for ground in GROUNDS:
                style = palette.style(role, ground)
                assert (style.color.name, style.bgcolor.name) in pairs


@pytest.mark.parametrize("name", ["seat9", "text on water", "", "on", "text on"])
def test_a_role_that_no_theme_has_is_a_clear_error(name):
    with pytest.raises(UnknownRole, match="no role"):
        palette_of("dark", ColourDepth.TRUE).style(name)


def test_without_colours_grounds_differ_by_attributes():
    palette = palette_of("dark", ColourDepth.NONE)
    looks = {ground: palette.style("text", ground) for ground in GROUNDS}
    assert all(style.color is None and style.bgcolor is None for style in looks.values())
    assert looks["focus"].reverse
    assert looks["target"].underline
    assert len({looks[name] for name in ("background", "focus", "target", "window", "alert")}) == 5


@pytest.mark.parametrize("theme", THEMES)
async def test_textual_takes_every_theme_and_its_variables(theme):
    class Dressed(PlayerApp):
        CSS = "Screen { background: $rr-panel; color: $rr-on-panel; border: solid $rr-danger; }"

    async with Dressed().run_test() as pilot:
        app = pilot.app
        app.wear(app.profile.changed(theme=theme))
        await pilot.pause()
        assert app.theme == f"rr-{theme}"
        assert app.current_theme.ansi is (theme == "ansi")
        assert app.screen.styles.background == type(app.screen.styles.background).parse(
            textual_theme(theme).variables["rr-panel"]
        )
