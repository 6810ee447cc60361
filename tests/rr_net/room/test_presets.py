"""Presets change exactly what they say, and the house remembers what it used last."""

import pytest

from rr_net import link
from rr_net.room.presets import FIRST_GAME, LUCK, TOURNAMENT, counts, holding, house_rules, offered
from rr_rules.registry import GAMES, load_game
from tests.support.rr_net.roomplay import hall, seated

EVERY = {"first": FIRST_GAME, "tournament": TOURNAMENT}


def odd(specs):
    """Every option as nobody has it usually, and as no preset wants it where it can be."""
    wanted = {**FIRST_GAME.options, **TOURNAMENT.options}
    found = {}
    for spec in specs:
        others = [each.value for each in spec.offers()]
        free = [value for value in others if value not in {spec.default, wanted.get(spec.name)}]
        found[spec.name] = (free or others)[0]
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.acceptance(24)
def test_each_preset_says_every_option_that_it_sets_and_sets_no_other(game):
    specs = load_game(game).settings
    before = odd(specs)
    for preset in offered(specs, house_rules({"grace": "90"}, "table")):
        after = before | dict(preset.options)
        words = preset.words(specs)
        said = {spec.name for spec in specs
                if f"{spec.called}: {spec.meaning(after[spec.name]).word}" in words}  # fmt: skip
        assert {name for name in after if after[name] != before[name]} <= said
        assert set(preset.options) <= said
        assert (LUCK[preset.fairness] in words) if preset.fairness else "Luck" not in words


@pytest.mark.acceptance(24)
async def test_a_preset_sets_what_it_says_at_the_table_and_nothing_else():
    async with hall(game="runes-regulations", seats=2) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(options={"grace": "90", "window": "fast"}))
        before = {each.name: each.value for each in ann.screen.lobby.options}
        level = ann.screen.lobby.fairness
        await bob.does(link.Ready())
        await ann.does(link.SetUp(preset="tournament"))
        lobby = ann.screen.lobby
        after = {each.name: each.value for each in lobby.options}
        suited = TOURNAMENT.suits(load_game("runes-regulations").settings)
        assert after == before | dict(suited.options)
        assert after["window"] == "sealed"
        assert (level, lobby.fairness) == ("solo", "strict")
        assert [each.id for each in lobby.presets if each.holds] == ["tournament"]
        assert "Reactions: secret" in bob.screen.all(link.Notice)[-2].text
        assert not bob.screen.seats[1].ready


async def test_the_house_offers_what_it_dealt_with_last():
    async with hall(game="pebbles", seats=2) as place:
        ann, bob = await seated(place, "ann", "bob")
        assert "house" not in {each.id for each in ann.screen.lobby.presets}
        await ann.does(link.SetUp(options={"target": "9"}))
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        await ann.does(link.Host(act="end"))
        await ann.does(link.SetUp(options={"target": "20"}))
        house = next(each for each in ann.screen.lobby.presets if each.id == "house")
        assert not house.holds
        await ann.does(link.SetUp(preset="house"))
        target = next(each for each in ann.screen.lobby.options if each.name == "target")
        assert target.value == "9"
        assert next(each for each in ann.screen.lobby.presets if each.id == "house").holds


async def test_what_was_dealt_with_the_usual_options_or_by_a_preset_is_no_house_rule():
    async with hall(game="pebbles", seats=2) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        await ann.does(link.Host(act="end"))
        await ann.does(link.SetUp())
        assert "house" in {each.id for each in ann.screen.lobby.presets}
        assert not any(each.holds for each in ann.screen.lobby.presets)


def test_a_table_that_is_set_as_two_presets_say_has_the_name_of_the_one_that_is_not_the_hosts():
    specs = load_game("runes-regulations").settings
    first, house = FIRST_GAME.suits(specs), house_rules(odd(specs) | FIRST_GAME.options, None)
    options = load_game("runes-regulations").settle({}) | dict(house.options)
    both = (first, house.suits(specs))
    assert [each.id for each in holding(both, specs, options, "table")] == ["house"]
    options |= dict(first.options)
    house = house_rules(options, None)
    assert [each.id for each in holding((first, house), specs, options, "table")] == ["first"]


def test_what_needs_another_option_counts_only_with_it():
    game = load_game("runes-regulations")
    specs = {spec.name: spec for spec in game.settings}
    usual = game.settle({})
    assert not counts(specs["nn_seat"], game.settings, usual)
    assert not counts(specs["volunteer_seat"], game.settings, usual | {"nn_seat": "volunteer"})
    on = usual | {"nefarious": "on", "nn_seat": "volunteer"}
    assert counts(specs["nn_seat"], game.settings, on)
    # Across days nobody's line is lost.
    assert counts(specs["grace"], game.settings, usual)
    assert not counts(specs["grace"], game.settings, usual | {"pace": "days"})
    assert counts(specs["volunteer_seat"], game.settings, on)
