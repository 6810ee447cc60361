"""The house: its laws, and the ceilings of what does not keep them yet.

`python -m tests.test_house` prints the plan. LAWS is what is to hold in the end. CEILINGS has what
breaks them today, each with its number: they only fall. What has no ceiling is held to the laws, a
new folder too. What a room, an arrow, a floor and a circle are stands in `tests/support/house.py`.
"""

import math
from functools import cache
from pathlib import Path

import pytest

from tests.support.house import CATALOGUES, DOOR, HOUSE, House

ROOT = Path(__file__).parent.parent
PACKAGES = ("rr_rules", "rr_net", "rr_tui")
LONG_FILE = 500  # only printed here: test_style holds it

EVERY_FOLDER = {"modules": 15, "up": 0, "circles": 0, "between equals": 0, "from outside": 0}
LAWS = {
    HOUSE: {
        "modules in all": 516,
        "small, one importer": 0,
        "class names twice": 0,
        "imports in functions": 0,
    },
    "rr_tui": {"rooms": 10, "floors": 8},
    "rr_rules/runes_regulations": {"rooms": 12, "floors": 8},
    **{folder: {"modules": math.inf} for folder in CATALOGUES},
}
CEILINGS = {}
ORDER = {
    "rr_rules": "kernel bots regicide rune runes_regulations registry rulebook guide lessons",
    "rr_rules/runes_regulations": "faces state text events turn views verbs deck bot game",
    "rr_net": "clocks safetext figures service names link sim research fairness bots guests store "
    "history ssh relay game room replay host client local cli",
    "rr_net/fairness": "base cards chain proof",
    "rr_tui": "terminal looks board widgets games client dialogs linear screens app",
}
"""The rooms of a folder from the ground up: what a room is said to need stands before it."""
FIGURES = (*EVERY_FOLDER, "rooms", "floors", *LAWS[HOUSE])


@cache
def house():
    return House(ROOT, PACKAGES)


def size(figure):
    return figure if isinstance(figure, int) else len(figure)


def law(place, figure):
    laws = LAWS.get(place, {}) if place == HOUSE else EVERY_FOLDER | LAWS.get(place, {})
    return laws.get(figure, math.inf)


def ceiling(place, figure):
    return CEILINGS.get(place, {}).get(figure, law(place, figure))


def above(figures, limit):
    """By place, each figure above its limit: the number, the limit, and what is counted."""
    return {
        f"{place}: {name}": (size(figure), limit(place, name), figure)
        for place, found in figures.items()
        for name, figure in found.items()
        if size(figure) > limit(place, name)
    }


@pytest.mark.parametrize("name", FIGURES)
def test_no_figure_stands_above_its_ceiling(name):
    found = {place: {name: each[name]} for place, each in house().figures.items() if name in each}
    assert found
    assert above(found, ceiling) == {}


@pytest.mark.parametrize("folder", ORDER)
def test_an_import_leads_to_a_room_that_stands_before(folder):
    order = ORDER[folder].split()
    assert sorted(order) == sorted(house().rooms[folder])
    up = [(a, b) for a, b in house().arrows[folder]
          if DOOR not in (a, b) and order.index(a) < order.index(b)]  # fmt: skip
    assert up == []


def test_a_ceiling_goes_when_the_law_holds():
    kept = {
        f"{place}: {name}"
        for place, limits in CEILINGS.items()
        for name in limits
        if size(house().figures.get(place, {}).get(name, 0)) <= law(place, name)
    }
    assert kept == set()


def build(root, files):
    for path, source in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    return House(root, {path.split("/")[0] for path in files})


def inn(root, files):
    return build(root, {f"inn/{path}": source for path, source in files.items()})


def test_rooms_stand_one_floor_above_what_they_import(tmp_path):
    house = inn(
        tmp_path,
        {
            "__init__.py": "",
            "roof.py": "import inn.hall.table\nfrom inn import cellar",
            "hall/__init__.py": "",
            "hall/table.py": "from inn.cellar import wine",
            "hall/chair.py": "from inn.cellar import beer",
            "cellar.py": "import os",
        },
    )
    found = house.folder("inn")
    assert found["rooms"] == {"roof", "hall", "cellar"}
    assert found["arrows"] == {("roof", "hall"), ("roof", "cellar"), ("hall", "cellar")}
    assert (found["floors"], found["up"], found["circles"]) == (3, [], [])
    assert sorted(found["modules"]) == ["cellar", "roof"]
    assert house.folder("inn/hall")["arrows"] == set()


@pytest.mark.parametrize(
    "back",
    [
        "from inn.roof import tile",
        "from inn import roof",
        "import inn.roof as above",
        "if TYPE_CHECKING:\n    from inn.roof import Tile",
        "def climb():\n    from inn.roof import tile",
        "try:\n    go()\nexcept OSError:\n    import inn.roof",
        "match go():\n    case 1:\n        import inn.roof",
    ],
)
def test_an_import_back_closes_a_circle_wherever_it_is_written(tmp_path, back):
    files = {"roof.py": "import inn.hall", "hall.py": "import inn.cellar", "cellar.py": back}
    found = inn(tmp_path, files | {"yard.py": "import inn.roof"}).folder("inn")
    assert found["circles"] == [{"roof", "hall", "cellar"}]
    assert len(found["up"]) == 3
    assert found["floors"] == 2


def test_an_arrow_up_between_folders_is_seen_though_no_two_files_are_in_a_circle(tmp_path):
    files = {
        "hall/table.py": "import inn.kitchen.stove",
        "hall/bell.py": "",
        "kitchen/stove.py": "",
        "kitchen/cook.py": "import inn.hall.bell",
    }
    house = inn(tmp_path, files)
    assert sorted(house.folder("inn")["up"]) == [("hall", "kitchen"), ("kitchen", "hall")]
    assert house.folder("inn/hall")["circles"] == house.folder("inn/kitchen")["circles"] == []
    assert above({"inn": house.folder("inn")}, law).keys() == {"inn: circles", "inn: up"}


def test_a_room_that_takes_from_its_own_door_closes_a_circle(tmp_path):
    files = {"__init__.py": "from inn.hall import table", "hall.py": "from inn import table"}
    found = inn(tmp_path, files).folder("inn")
    assert found["rooms"] == {"hall"}
    assert found["circles"] == [{DOOR, "hall"}]


@pytest.mark.parametrize(("own", "more"), [("", set()), ("\nfork.polish()", {"inn.hall"})])
def test_who_takes_a_name_from_a_door_imports_the_module_behind_it(tmp_path, own, more):
    files = {
        "hall/__init__.py": "from inn.hall.table import plate as dish, fork" + own,
        "hall/table.py": "def set_it():\n    from inn.hall import dish",
        "roof.py": "from inn.hall import dish",
        "yard.py": "from inn.hall import dish",
    }
    house = inn(tmp_path, files)
    assert house.folder("inn")["arrows"] == {("roof", "hall"), ("yard", "hall")}
    assert house.importers["inn.hall.table"] == {"inn.roof", "inn.yard"} | more


def test_the_figures_of_the_house_name_what_they_count(tmp_path):
    files = {
        "roof.py": "class Tile: ...\ndef build():\n    from inn import nail, tile\n" + "\n" * 40,
        "nail.py": "if 1:\n    class Tile: ...",
        "tile.py": "\n" * 40,
        "registry.py": "import inn.roof\ndef load():\n    import inn.tile",
    }
    found = inn(tmp_path, files).whole()
    assert found["small, one importer"] == ["inn.nail (1) for inn.roof"]
    assert found["class names twice"] == ["Tile in inn.nail, inn.roof"]
    assert found["imports in functions"] == ["inn.roof:3"]
    assert len(found["modules in all"]) == 4


def test_the_composition_root_alone_may_import_what_stands_above(tmp_path):
    files = {"rr_tui/app.py": "import rr_net.link", "rr_net/link.py": ""}
    root = build(tmp_path / "one", {**files, "rr_net/cli/screens.py": "import rr_tui.app"})
    other = build(tmp_path / "two", {**files, "rr_net/cli/host.py": "import rr_tui.app"})
    assert root.folder(".")["circles"] == []
    assert other.folder(".")["circles"] == [{"rr_net", "rr_tui"}]


def test_a_catalogue_has_any_number_of_modules_that_know_only_who_unites_them(tmp_path):
    [catalogue] = CATALOGUES
    verbs = {f"{catalogue}/verb{number}.py": "" for number in range(30)}
    union = {f"{catalogue}/all.py": "import " + catalogue.replace("/", ".") + ".verb1"}
    found = {catalogue: build(tmp_path, verbs | union).folder(catalogue)}
    assert above(found, law) == {}
    known = {f"{catalogue}/verb2.py": union[f"{catalogue}/all.py"]}
    found = {catalogue: build(tmp_path, verbs | union | known).folder(catalogue)}
    assert above(found, law).keys() == {f"{catalogue}: between equals"}


def test_the_ground_takes_nothing_of_ours_from_outside(tmp_path):
    files = {"rr_tui/terminal/app.py": "import rr_tui.terminal.ink", "rr_tui/terminal/ink.py": ""}
    assert build(tmp_path, files).folder("rr_tui/terminal")["from outside"] == []
    files |= {"rr_tui/terminal/ink.py": "import os\nfrom rr_tui import keys", "rr_tui/keys.py": ""}
    found = build(tmp_path, files).folder("rr_tui/terminal")["from outside"]
    assert found == ["rr_tui.terminal.ink imports rr_tui.keys"]


@pytest.mark.parametrize(("count", "is_kept"), [(15, True), (16, False)])
def test_a_new_folder_is_held_to_the_laws(tmp_path, count, is_kept):
    house = inn(tmp_path, {"__init__.py": ""} | {f"room{n}.py": "" for n in range(count)})
    assert (above({"inn": house.folder("inn")}, ceiling) == {}) is is_kept


def row(place, found):
    names = ("modules", "rooms", "floors", "arrows", "up", "circles")
    broken = [f"{name} {n} > {limit}" for name, (n, limit) in broken_laws(place, found).items()]
    numbers = "".join(f"{size(found[name]):>8}" for name in names)
    return f"{place:<40}{numbers}  {', '.join(broken) or 'kept'}"


def broken_laws(place, found):
    every = above({place: found}, law)
    return {key.removeprefix(f"{place}: "): each[:2] for key, each in every.items()}


def plan(house):
    """The figures as lines to read: a line a folder, then the totals."""
    yield f"{'folder':<40} modules   rooms  floors  arrows      up circles  law"
    yield from (row(each, found) for each, found in house.figures.items() if each != HOUSE)
    every = sorted(house.modules.values(), key=lambda module: module.lines)
    long = sum(module.lines > LONG_FILE for module in every)
    largest = max(house.rooms, key=lambda folder: len(house.folder(folder)["modules"]))
    yield f"\nlines: {sum(module.lines for module in every)}; over {LONG_FILE}: {long} files"
    yield f"longest: {every[-1].name} {every[-1].lines}; largest folder: {largest}"
    for name, found in house.figures[HOUSE].items():
        yield f"{name}: {size(found)} (law: at most {law(HOUSE, name)})"
        yield from (f"    {each}" for each in found if name != "modules in all")


if __name__ == "__main__":
    print(*plan(house()), sep="\n")
