"""A package of somebody else: installed in a folder, as pip would leave it there."""

import shutil

from tests.support.rr_rules import pebbles


def install(folder, name, entries, **modules):
    """A package of these modules with its entry points, by group and name; the folder."""
    package, facts = folder / name, folder / f"{name}-1.0.dist-info"
    for each in (package, facts):
        each.mkdir(parents=True)
    for module, source in ({"__init__": '"""Somebody else\'s."""\n'} | modules).items():
        (package / f"{module}.py").write_text(source)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = (f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
              for group, named in entries.items())  # fmt: skip
    (facts / "entry_points.txt").write_text("\n".join(groups))
    return folder


def install_pebbles(folder):
    """Pebbles, the game of the tests, as somebody else's: a package and one entry."""
    loading = "\n\ndef load(deck=None):\n    return Pebbles(DECK if deck is None else deck[1])\n"
    install(folder, "beach", {"runes.games": {"pebbles": "beach.game:load"}})
    shutil.copy(pebbles.__file__, folder / "beach" / "game.py")
    with (folder / "beach" / "game.py").open("a") as game:
        game.write(loading)
    return folder
