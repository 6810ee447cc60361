"""The plan of a tree of packages: rooms, floors, arrows and circles of every folder.

The rooms of a folder are the files and folders in it that hold modules. An arrow is an import of
one room by another, wherever it is written: inside a function and under TYPE_CHECKING too. A room
stands one floor above the highest that it imports. Rooms that reach each other are a circle: they
share a floor, and each arrow between them runs up. A folder's `__init__` is its door: no room, but
its arrows count, so a room that takes from the door of its own folder may close a circle.
"""

import ast
import os.path
from collections import defaultdict
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

HOUSE = "the house"
DOOR = "__init__"
SMALL_MODULE = 40

# The one file that knows the host's side and the interface's both: its arrows up are its work.
COMPOSITION_ROOT, COMPOSED = "rr_net.cli.screens", "rr_tui"
# Equals on one base that never import each other, by folder; the module named unites them.
CATALOGUES = {"rr_rules/runes_regulations/verbs": "all"}
# A command is a file of its own however short, and imports what it needs when it runs.
COMMANDS = "rr_net/cli"
IMPORTS_BY_NAME = "registry"
# They take nothing of ours from outside.
GROUNDS = ("rr_rules/kernel", "rr_tui/terminal")
# What is new for people, and not an old thing in a new place, is not in the count of modules.
COMING = ("rr_net/client", "rr_net/relay", "rr_net/history", "rr_net/fairness/blind")
COMING += ("rr_net/cli/join", "rr_net/cli/relay", "rr_net/local/replay", "rr_net/local/tutorial")
COMING += ("rr_net/host/tables", "rr_net/sim/fit", "rr_net/research")


class Import(NamedTuple):
    """One imported name: `name` of `module`, or the whole module."""

    module: str
    name: str | None
    alias: str
    line: int
    is_in_function: bool


class Module:
    """A file and what the plan needs of it."""

    def __init__(self, path, source):
        self.path = PurePosixPath(path.with_suffix(""))
        self.name = ".".join(self.path.parts).removesuffix(f".{DOOR}")
        self.is_door = self.path.name == DOOR
        self.lines = source.count("\n")
        tree = ast.parse(source)
        found = list(statements(tree))
        self.classes = [node.name for node, _ in found if isinstance(node, ast.ClassDef)]
        self.imports = [each for node, inside in found for each in imports(node, inside)]
        used = names(tree) if self.is_door else set()
        handed = [each for each in self.imports if self.is_door and each.alias not in used]
        self.handed_on = {each.alias: each for each in handed}


def statements(tree, inside=False):
    """Every statement, and whether it stands inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield node, inside
            is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            yield from statements(node, inside or is_function)


def names(tree):
    """The names that a source uses beyond importing them."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def imports(node, inside):
    match node:
        case ast.Import(names=taken):
            for each in taken:
                yield Import(each.name, None, each.asname or each.name, node.lineno, inside)
        case ast.ImportFrom(level=0, module=str(module), names=taken):
            for each in taken:
                yield Import(module, each.name, each.asname or each.name, node.lineno, inside)


class House:
    """The modules of some packages and what can be counted over them."""

    def __init__(self, root, packages):
        files = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
        read = [Module(path.relative_to(root), path.read_text("utf-8")) for path in files]
        self.modules = {module.name: module for module in read}

    def meant(self, each):
        """The module of ours that an import names, if any."""
        inner = f"{each.module}.{each.name}"
        return self.modules.get(inner) or self.modules.get(each.module)

    def source(self, each):
        """The module that an import takes from, behind the doors that hand its name on."""
        module = self.meant(each)
        further = module and module.handed_on.get(each.name)
        found = further and self.meant(further)
        return module if found in (None, module) else self.source(further)

    @cached_property
    def pairs(self):
        """Who imports whom, composition apart."""
        found = {(one, self.meant(each)) for one in self.modules.values() for each in one.imports}
        return {
            (one, other)
            for one, other in found
            if other not in (None, one)
            and not (one.name == COMPOSITION_ROOT and other.path.parts[0] == COMPOSED)
        }

    @cached_property
    def importers(self):
        """By module, who uses it: a door that hands it on does not, who takes it there does."""
        found = defaultdict(set)
        for one in self.modules.values():
            for each in one.imports:
                module = None if each.alias in one.handed_on else self.source(each)
                if module not in (None, one):
                    found[module.name].add(one.name)
        return found

    @cached_property
    def rooms(self):
        """By folder, the rooms in it."""
        found = defaultdict(set)
        for module in self.modules.values():
            for folder in module.path.parents:
                room = module.path.relative_to(folder).parts[0]
                found[str(folder)] |= {room} - {DOOR}
        return {folder: rooms for folder, rooms in sorted(found.items()) if rooms}

    @cached_property
    def arrows(self):
        """By folder, the pairs of rooms of which the first imports the second."""
        found = defaultdict(set)
        for one, other in self.pairs:
            folder = os.path.commonpath([one.path.parent, other.path.parent]) or "."
            ends = (each.path.relative_to(folder).parts[0] for each in (one, other))
            found[folder].add(tuple(ends))
        return found

    def folder(self, folder):
        """The figures of one folder: a number, or the names that are counted."""
        arrows = self.arrows[folder]
        floors, circles = storeys(self.rooms[folder], arrows)
        unites = {CATALOGUES.get(folder), DOOR}
        within = [
            each for each in self.modules.values() if each.path.parent == PurePosixPath(folder)
        ]
        return {
            "modules": [each.path.name for each in within if not each.is_door],
            "rooms": self.rooms[folder],
            "floors": max(floors.values()),
            "arrows": arrows,
            "up": [(a, b) for a, b in arrows if any({a, b} <= circle for circle in circles)],
            "circles": circles,
            "between equals": [
                pair for pair in arrows if folder in CATALOGUES and not unites & {*pair}
            ],
            "from outside": self.taken_from_outside(folder) if folder in GROUNDS else [],
        }

    def taken_from_outside(self, folder):
        return [
            f"{one.name} imports {other.name}"
            for one, other in self.pairs
            if is_under(one, folder) and not is_under(other, folder)
        ]

    def whole(self):
        """The figures of the house."""
        every = list(self.modules.values())
        places = defaultdict(list)
        for module in every:
            for name in module.classes:
                places[name].append(module.name)
        return {
            "modules in all": [each.name for each in every if not is_under(each, *COMING)],
            "small, one importer": [
                f"{each.name} ({each.lines}) for {next(iter(self.importers[each.name]))}"
                for each in every
                if may_be_too_small(each) and len(self.importers[each.name]) == 1
            ],
            "class names twice": [
                f"{name} in {', '.join(where)}"
                for name, where in sorted(places.items())
                if len(where) > 1
            ],
            "imports in functions": [
                f"{each.name}:{line}"
                for each in every
                if not is_under(each, COMMANDS) and each.path.name != IMPORTS_BY_NAME
                for line in sorted({one.line for one in each.imports if one.is_in_function})
            ],
        }

    @cached_property
    def figures(self):
        return {HOUSE: self.whole(), **{folder: self.folder(folder) for folder in self.rooms}}


def is_under(module, *places):
    return any(module.path.is_relative_to(place) for place in places)


def may_be_too_small(module):
    is_free = module.path.name in {DOOR, "__main__"} or is_under(module, COMMANDS, *CATALOGUES)
    return module.lines < SMALL_MODULE and not is_free


def storeys(rooms, arrows):
    """The floor of each room, and the circles: the groups of rooms that reach each other."""
    below = defaultdict(set)
    for one, other in arrows:
        below[one].add(other)
    groups = defaultdict(set)
    for room in rooms.union(*arrows):
        groups[reached(room, below)].add(room)
    floors = {}
    for group in (groups[reach] for reach in sorted(groups, key=len)):
        under = set().union(*(below[room] for room in group)) - group
        floors |= dict.fromkeys(group, 1 + max((floors[room] for room in under), default=0))
    return floors, [group for group in groups.values() if len(group) > 1]


def reached(room, below):
    """The room, and every room that it imports, straight or through others."""
    seen, waiting = set(), [room]
    while waiting:
        here = waiting.pop()
        seen.add(here)
        waiting += below[here] - seen
    return frozenset(seen)
