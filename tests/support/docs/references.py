"""What the pages for people refer to: links, headings, files and names of the code.

A page is read as text. What it names is looked up in the checkout, so that a page never sends its
reader to a file that has moved.
"""

import ast
import re
from functools import cache
from pathlib import Path

from tests.support.house import statements

ROOT = Path(__file__).parents[3]
PACKAGES = ("rr_rules", "rr_net", "rr_tui")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
ROOTED = re.compile(r"(?<![\w/.~-])(?:rr_rules|rr_net|rr_tui|tests|docs|themes)/[\w/.<>*-]*")
BARE = re.compile(r"\w+\.py")
UNDER = re.compile(r"(?:[\w<>.-]+/)+(?:[\w<>*-]+(?:\.\w+)?)?")
DOTTED = re.compile(r"(?:tests\.support\.)?\brr_(?:rules|net|tui)(?:\.\w+)+")
CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]*)+|[A-Z][A-Za-z]+(?=\.[a-z_])")
MEMBER = re.compile(r"([A-Z][A-Za-z]+)\.([a-z_]+)(?:\(\))?")


def every_page():
    """Each page that is in the checkout, as a path from its root."""
    found = [path.relative_to(ROOT) for path in ROOT.glob("*.md")]
    for folder in ("docs", "tests", *PACKAGES):
        found += [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.md")]
    return sorted(found)


def text_of(page):
    return (ROOT / page).read_text("utf-8")


# --- links ----------------------------------------------------------------------------------------


def links_of(text):
    return LINK.findall(FENCED.sub("", text))


def anchors_of(text):
    """The names that GitHub gives to the headings of a page."""
    plain = (re.sub(r"[`*]|\]\([^)]*\)|\[", "", each) for each in HEADING.findall(unfenced(text)))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in plain}


def unfenced(text):
    return FENCED.sub("", text)


def broken_links(page):
    """The links of a page to a file or a heading that is not there."""
    broken = []
    for link in links_of(text_of(page)):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = ROOT / page.parent / name if name else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors_of(target.read_text("utf-8"))):
            broken.append(link)
    return broken


# --- files ----------------------------------------------------------------------------------------


@cache
def every_file():
    """Each file and folder of the packages and tests, as text from the root."""
    folders = [ROOT / name for name in (*PACKAGES, "tests", "docs", "themes")]
    below = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    return [f"/{path.relative_to(ROOT)}" for path in below if "__pycache__" not in path.parts]


def is_file(name):
    """Whether a file or folder of ours ends so; `<game>` and `*` stand for anything."""
    parts = re.split(r"<\w+>|\*", name.rstrip("/."))
    end = re.compile("/" + "[^/]*".join(map(re.escape, parts)))
    return any(end.fullmatch(path[at:]) for path in every_file() for at in slashes(path))


def slashes(path):
    return [at for at, letter in enumerate(path) if letter == "/"]


def missing_files(text, *, bare=True):
    """What a page calls a file or folder of ours, and is none."""
    named = set(ROOTED.findall(text))
    for quoted in QUOTED.findall(unfenced(text)):
        if bare and BARE.fullmatch(quoted):
            named.add(quoted)
        if bare and UNDER.fullmatch(quoted) and not quoted.startswith((".", "/", "~")):
            named.add(quoted)
    return sorted(name for name in named if not is_file(name))


# --- names ----------------------------------------------------------------------------------------


@cache
def every_class():
    """By name, each class of the packages with what its bodies define."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            for node, _ in statements(tree):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(members_of(node))
    return found


def members_of(node):
    """The methods and fields of a class, those set in its methods included."""
    for each in ast.walk(node):
        match each:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield name


@cache
def module_names(dotted):
    """What a module or package of that dotted name defines or imports, or None without one."""
    path = ROOT / dotted.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not path.exists():
        return None
    tree, found = ast.parse(path.read_text("utf-8")), set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
            case ast.ImportFrom(names=names):
                found.update(each.asname or each.name for each in names)
    return found


def is_dotted(name):
    """Whether a dotted name is a module of ours, or something in one."""
    if module_names(name) is not None:
        return True
    module, _, last = name.rpartition(".")
    return last in (module_names(module) or ())


def missing_dotted(text):
    """What a page calls by a dotted name of ours, and is nothing."""
    return sorted({name for name in DOTTED.findall(text) if not is_dotted(name)})


def missing_names(text):
    """The classes and members that a page names in backticks and nothing of ours defines."""
    known, missing = every_class(), set()
    for quoted in QUOTED.findall(unfenced(text)):
        missing.update(name for name in CLASS.findall(quoted) if name not in known)
        for name, member in MEMBER.findall(quoted):
            if member not in known.get(name, {member}):
                missing.add(f"{name}.{member}")
    return sorted(missing)
