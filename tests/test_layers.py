"""The import law of docs/architecture.md, read from the source with `ast`."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.house import statements

ROOT = Path(__file__).parent.parent
PACKAGES = ("rr_rules", "rr_net", "rr_tui")
GAMES = "rr_tui.games"
BOARDS = ROOT / "rr_tui" / "games"
PACKAGES_OF_GAMES = frozenset(
    {f"rr_rules.{game}" for game in ("runes_regulations", "regicide", "rune")} | {GAMES}
)

PURE = {"__future__", "typing", "types", "dataclasses", "enum", "collections", "itertools"}
PURE |= {"functools", "math", "abc", "operator", "json", "hashlib", "hmac", "tomllib", "contextlib"}
PURE |= {"importlib.resources"}
R = "rr_rules.runes_regulations"
DECK_LOADERS = {f"{R}.deck.models", f"{R}.faces.vocabulary", f"{R}.verbs.all"}
DECK_LOADERS |= {"rr_rules.lessons.models"}
DOORS_OF_RR_NET = frozenset({"rr_net.link", "rr_net.safetext"})
THE_MAKER_OF_SCREENS = "rr_net.cli.screens"
NO_PLACE_IN_FAIRNESS = frozenset({"asyncio", "asyncssh", "sqlite3", "socket", "textual", "time"})
PROCESS_STARTERS = frozenset(
    {"subprocess", "asyncio.subprocess", "multiprocessing", "pty", "os.system", "os.popen"}
    | {"concurrent.futures.ProcessPoolExecutor", "concurrent.futures.process"}
    | {"futures.ProcessPoolExecutor"}
)
# Tournaments of bots are spread over processes: one file, which one command alone loads.
TOURNAMENTS = "rr_net.sim"
STARTS_TOURNAMENTS = "rr_net.sim.executors"
PLAYS_TOURNAMENTS = "rr_net.cli.lab"
# Bots that think ahead do so in processes, which the commands that open a table hand in.
STARTS_THINKING = "rr_net.bots.processes"
OPENS_TABLES = frozenset({"rr_net.cli.tables", "rr_net.cli.replaying"})
# Whoever goes to a table that is open in another window becomes the ssh client, and no host.
GOES_TO_TABLES = "rr_net.host.around"
# The host's own check of a record has no code of ours in it: it is another program, of one file.
HAS_RECORDS_CHECKED = "rr_net.host.checking"
# The program that plays in somebody's place was named by that player, on the command line.
HAS_PROGRAMS_PLAY = "rr_net.client.program"
MAY_START = {STARTS_TOURNAMENTS, STARTS_THINKING, GOES_TO_TABLES, HAS_RECORDS_CHECKED}
# At the end a client has the whole record checked in a process beside, and its keys stay live.
HAS_BUNDLES_CHECKED = "rr_net.client.whole.beside"
MAY_START |= {HAS_PROGRAMS_PLAY, HAS_BUNDLES_CHECKED}
PROCESS_FAMILIES = ("os.spawn", "os.exec", "os.posix_spawn", "os.fork", "asyncio.create_subprocess")


def sources():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def module_of(path):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports(source, known):
    """Every dotted name that a source imports; `known(name)` tells a module from its contents."""
    for node, _ in statements(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=0, module=str(module), names=names):
                inner = [f"{module}.{alias.name}" for alias in names]
                modules = [name for name in inner if known(name)]
                yield from modules if len(modules) == len(inner) else [module, *modules]
            case ast.ImportFrom():
                yield "a relative import"


@cache
def imported(path):
    """The imports of one of our files: read once for all tests."""
    return tuple(imports(path.read_text("utf-8"), is_module))


def is_module(name):
    path = ROOT.joinpath(*name.split("."))
    tops = {"os", "asyncio", "concurrent"}
    known = name == "importlib.resources" or name.split(".")[0] in tops
    return known or path.is_dir() or path.with_suffix(".py").is_file()


def within(name, allowed):
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def is_allowed(module, imported):
    """Whether the law lets `module` import the dotted name `imported`."""
    top = imported.split(".", maxsplit=1)[0]
    match module.split(".")[0]:
        case "rr_rules" if top != "rr_rules":
            return within(imported, PURE | extras_of_a_pure_module(module))
        case "rr_net" if within(module, DOORS_OF_RR_NET) and top in PACKAGES:
            return top == "rr_rules" or within(imported, DOORS_OF_RR_NET)
        case "rr_net":
            return top != "rr_tui" or module == THE_MAKER_OF_SCREENS
        case "rr_tui" if top in PACKAGES:
            return top != "rr_net" or within(imported, DOORS_OF_RR_NET)
    return imported != "a relative import"


def extras_of_a_pure_module(module):
    if module == "rr_rules.registry":
        return {"importlib"}  # it imports a game by the name in its table
    return {"pydantic", "pydantic_core"} if module in DECK_LOADERS else set()


def breaches(module, names):
    return [name for name in names if not is_allowed(module, name)]


def started_processes(source, taken=None):
    """Every name in a source that would start another process; `taken` are its imports."""
    names = set(imports(source, is_module) if taken is None else taken)
    tops = {name.split(".")[0] for name in names}
    if not tops.isdisjoint(name.split(".")[0] for name in (*PROCESS_STARTERS, *PROCESS_FAMILIES)):
        nodes = filter(is_dotted, ast.walk(ast.parse(source)))
        names |= {f"{node.value.id}.{node.attr}" for node in nodes}
    return sorted(
        name
        for name in names
        if within(name, PROCESS_STARTERS) or name.startswith(PROCESS_FAMILIES)
    )


@cache
def process_starters():
    """By file, the names that would start a process, outside of the files that may."""
    found = {
        module_of(path): started_processes(path.read_text("utf-8"), imported(path))
        for path in sources()
        if module_of(path) not in MAY_START
    }
    return {module: names for module, names in found.items() if names}


def is_dotted(node):
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def test_every_import_keeps_the_law():
    found = {path: breaches(module_of(path), imported(path)) for path in sources()}
    assert {name: bad for name, bad in found.items() if bad} == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rr_rules.kernel.table", "import random"),
        ("rr_rules.kernel.table", "import time"),
        ("rr_rules.kernel.table", "import importlib"),
        ("rr_rules.kernel.table", "from importlib import import_module"),
        ("rr_rules.kernel.table", "import pydantic"),
        (f"{R}.verbs.draw", "import pydantic"),
        ("rr_rules.kernel.table", "def deep():\n    import asyncio"),
        ("rr_rules.kernel.table", "from rr_net.link import TableLink"),
        ("rr_rules.kernel.table", "from . import flow"),
        ("rr_net.room.room", "import rr_tui.app"),
        ("rr_net.host.door", "from rr_tui import app"),
        ("rr_net.cli", "from rr_tui.app import TableApp"),
        ("rr_net.link", "from rr_net.room.room import Room"),
        ("rr_net.safetext", "import rr_net.store"),
        ("rr_tui.app", "from rr_net.room.room import Room"),
        ("rr_tui.app", "from rr_net import link, room"),
        ("rr_tui.app", "from rr_net import *"),
        ("rr_tui.app", "import rr_net.linkage"),
    ],
)
def test_a_breach_of_the_law_is_seen(module, source):
    names = {"rr_net.link", "rr_net.room.room", "rr_tui.app"}
    assert breaches(module, imports(source, names.__contains__))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rr_rules.kernel.table", "from collections.abc import Iterator"),
        ("rr_rules.runes_regulations.deck.loader", "from importlib.resources import files"),
        ("rr_rules.runes_regulations.deck.loader", "from importlib import resources"),
        (f"{R}.deck.models", "import pydantic"),
        ("rr_net.room.room", "import asyncssh\nfrom rr_rules.kernel.table import Table"),
        ("rr_net.cli.screens", "from rr_tui.app import TableApp"),
        ("rr_net.link", "from rr_net.safetext import SafeText"),
        ("rr_tui.app", "from rr_net import link, safetext"),
        ("rr_tui.app", "from rr_net.link import TableLink"),
        ("rr_tui.app", "import textual"),
    ],
)
def test_what_the_law_allows_passes(module, source):
    names = {"rr_net.link", "rr_net.safetext", "importlib.resources"}
    assert breaches(module, imports(source, names.__contains__)) == []


def test_the_fairness_package_is_pure():
    files = sorted((ROOT / "rr_net" / "fairness").rglob("*.py"))
    named = {module_of(path): set(imported(path)) for path in files}
    assert named
    assert {name: bad for name, used in named.items() if (bad := used & NO_PLACE_IN_FAIRNESS)} == {}


def clauses_said(source):
    """The clause ids in the strings of a source: a docstring may name what it follows."""
    if not any(f"{game}-" in source for game in ("RR", "NN", "RG", "RN")):
        return []
    tree = ast.parse(source)
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = [str(node.value) for node in strings if id(node) not in notes]
    return [clause for text in said for clause in re.findall(r"\b(?:RR|NN|RG|RN)-[A-Z].*", text)]


def test_what_serves_every_game_says_no_clause_of_one():
    """A room names a topic, and the game its clause: `Game.rulebook_clause`."""
    shared = [path for path in sources() if not within(module_of(path), PACKAGES_OF_GAMES)]
    found = {module_of(path): clauses_said(path.read_text("utf-8")) for path in shared}
    assert {module: said for module, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("note('dealt', 'RR-HID-09')", ["RR-HID-09"]),
        ("note(f'{name}: see NN-INFO-10')", ["NN-INFO-10"]),
        ('def note():\n    """Tell (RR-HID-09)."""  # RR-HID-09', []),
        ("note('RR')", []),
    ],
)
def test_a_clause_in_a_string_is_seen(source, said):
    assert clauses_said(source) == said


def names_of_games():
    """The packages of games: those with a `game` module, apart from the kernel."""
    names = {path.parent.name for path in (ROOT / "rr_rules").glob("*/game.py")}
    return sorted(names - {"kernel"})


def test_the_fairness_package_knows_no_game():
    games = set(names_of_games())
    assert "runes_regulations" in games
    for path in sorted((ROOT / "rr_net" / "fairness").rglob("*.py")):
        source = path.read_text("utf-8")
        used = {name.split(".")[1] for name in imports(source, is_module) if "rr_rules." in name}
        assert used & games == set()
        assert "runes-regulations" not in source


def test_the_root_of_rr_net_is_a_sentence_and_nothing_else():
    source = (ROOT / "rr_net" / "__init__.py").read_text("utf-8")
    assert [type(node.value) for node in ast.parse(source).body] == [ast.Constant]


@pytest.mark.slow
def test_nothing_of_ours_starts_a_process():
    assert process_starters() == {}


IMPORTS_BY_NAME = {
    "rr_rules.registry",
    "rr_tui.terminal",
    "rr_net.cli.demo",
    "rr_net.host.reminders",
}
"""Where others' packages come in, a door that loads its own rooms late, a verifier of the docs, and
a package that a host need not have."""
BY_NAME = re.compile(r"\bimport_module\b|\b__import__\b|\bimportlib\.util\b|\brunpy\b")


def imports_by_name(source):
    """Whether a source could import what no reader of imports sees."""
    return BY_NAME.search(source) is not None


def test_nothing_is_imported_by_its_name_but_at_the_doors():
    found = {module_of(path) for path in sources() if imports_by_name(path.read_text("utf-8"))}
    assert found == IMPORTS_BY_NAME


@pytest.mark.parametrize("source", ["importlib.import_module('x')", "__import__('x')"])
def test_an_import_by_name_is_seen(source):
    assert imports_by_name(source)


def test_nothing_imports_the_tests():
    assert [module_of(path) for path in sources() if "tests" in str(imported(path))] == []


def test_the_commands_of_the_laboratory_alone_import_tournaments():
    users = {
        module_of(path)
        for path in sources()
        for name in imported(path)
        if within(name, {TOURNAMENTS}) and not within(module_of(path), {TOURNAMENTS})
    }
    assert users == {f"{PLAYS_TOURNAMENTS}.{name}" for name in ("fit", "running", "sim")}


def test_only_what_opens_tables_hands_them_what_starts_the_process_that_thinks():
    users = {
        module_of(path)
        for path in sources()
        for name in imported(path)
        if within(name, {STARTS_THINKING})
    }
    assert users == OPENS_TABLES


@cache
def loaded_by_a_host():
    """Every module in a process that has all that a host needs."""
    program = (
        "import sys, rr_net.cli, rr_net.cli.screens, rr_net.host.serving, rr_tui.app\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    loaded = done.stdout.split()
    assert "rr_net.host.serving" in loaded
    return loaded


@pytest.mark.e2e
@pytest.mark.parametrize(
    "package", [TOURNAMENTS, STARTS_THINKING, HAS_BUNDLES_CHECKED, "multiprocessing"]
)
def test_a_host_does_not_load_what_starts_processes(package):
    assert [name for name in loaded_by_a_host() if name.startswith(package)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess",
        "import os\nos.system('ls')",
        "from os import popen",
        "import os\nos.execvp('ls', [])",
        "import asyncio\nasyncio.create_subprocess_exec('ls')",
        "from asyncio.subprocess import PIPE",
        "import pty",
        "from concurrent.futures import ProcessPoolExecutor",
        "from concurrent import futures\nfutures.ProcessPoolExecutor()",
    ],
)
def test_a_started_process_is_seen(source):
    assert started_processes(source)


@pytest.mark.e2e
def test_the_interface_is_imported_without_asyncssh():
    modules = [module_of(path) for path in sorted((ROOT / "rr_tui").rglob("*.py"))]
    program = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print([name for name in ('asyncssh', 'rr_net.cli') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_interface_knows_a_game_only_where_its_board_is():
    rules = {f"rr_rules.{name}" for name in names_of_games()}
    boards = {f"rr_tui.games.{path.parent.name}" for path in BOARDS.glob("*/game.py")}
    assert {"rr_rules.runes_regulations", "rr_tui.games.runes_regulations"} <= rules | boards
    found = {}
    for path in sorted((ROOT / "rr_tui").rglob("*.py")):
        used = set(imported(path))
        found[module_of(path)] = {name for name in used if within(name, rules | boards)}
    outside = {module: used for module, used in found.items() if not within(module, {GAMES})}
    assert {module: used for module, used in outside.items() if used} == {}
    for board in boards:
        others = (rules | boards) - {board, board.replace("rr_tui.games", "rr_rules")}
        of_others = {
            module: {name for name in used if within(name, others)}
            for module, used in found.items()
            if within(module, {board})
        }
        assert {module: used for module, used in of_others.items() if used} == {}
