"""The tables of settings in docs/rules, from what each game lets a table fix before the deal."""

from functools import partial

from rr_rules.registry import load_game
from tests.support.docs.made import quoted, table

HEAD = ("option", "values", "default", "what it decides", "clause")


def settings_of(game):
    return load_game(game).settings


def settings_table(game, *, of="", but="-"):
    """The settings of a game whose clauses begin with `of` and not with `but`, by name."""
    chosen = [
        each
        for each in settings_of(game)
        if each.clause.startswith(of) and not each.clause.startswith(but)
    ]
    rows = [row(each) for each in sorted(chosen, key=lambda each: each.name)]
    return table(HEAD, rows)


def row(setting):
    name, default = quoted([setting.name]), quoted([setting.default])
    return (name, values(setting), default, setting.help, setting.clause)


def values(setting):
    """The closed list, or the bounds of a number and the words beside it."""
    if setting.least is None:
        return quoted(setting.values)
    words = [each for each in setting.values if not each[0].isdigit()]
    number = f"{setting.least:g} to {setting.most:g}"
    return f"{quoted(words)}, or {number}" if words else number


def makers(game, **which):
    return {"settings": partial(settings_table, game, **which)}
