"""The command `runes verify`."""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

import click

from rr_net.cli.arguments import for_reader, keep_file, read_file

if TYPE_CHECKING:
    from rr_net.cli.verifying import Depth, Notes, Progress, Report
    from rr_net.fairness.base.levels import LevelName

HELP = """Check the record of a game, offline.

BUNDLE is its file, "last" for the game that was over last on this machine, or the letters by which
`runes history` names a game that is kept here.

What `runes join` has noted of the game on this machine is found by its name, and need not be typed.

With --compare, say whether several copies tell the same story, bundles and receipts alike; what
proves that a host told two is written to a file.

Everything is checked that can be within a minute; of what takes longer a sample is.

Exits with 0 if it holds, 1 if it shows that somebody cheated, 2 if it cannot be checked, 3 if it
holds as far as a sample goes that you have not asked for.
"""

NOTHING_CAME = "if it comes from ssh, the table has refused, and said why on the screen"
DISPLAYS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Without any of them a browser would be one of text, which runs no page like ours."""
LONG = 20
"""From so many rows on the first one may have left a small terminal."""
File = click.Path(path_type=Path)


def _open_page(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    """Opens docs/check.html where there is a browser; where there is none, its path has to do."""
    if not is_asked:
        return
    import webbrowser

    from rr_net.host.checking import page_that_checks

    page = page_that_checks()
    if page is None:
        raise click.ClickException("docs/check.html is not part of this installation")
    click.echo(page)
    if sys.platform == "darwin" or any(map(os.environ.get, DISPLAYS)):
        webbrowser.open(page.as_uri())
    context.exit()


@click.command("verify", help=HELP)
@click.argument("files", nargs=-1, type=File, metavar="[BUNDLE...]")
@click.option("--commitment", metavar="HEX", help="What the table showed before the deal.")
@click.option("--me", multiple=True, metavar="NOTE", help="What you gave, as 1.1 2 mash kjhasdf.")
@click.option("--receipts", type=File, metavar="FILE", help="What ssh HOST receipts gave you.")
@click.option("--full", is_flag=True, help="Do all slow calculations again, however long it takes.")
@click.option("--sample", is_flag=True, help="Do a sample of the slow calculations again.")
@click.option("--no-notes", is_flag=True, help="Leave what `runes join` has noted of it aside.")
@click.option(
    "--level",
    type=click.Choice(["table", "strict"]),
    help="The least level: a game that was dealt below it fails.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
@click.option("--compare", is_flag=True, help="Compare two or more copies of one game.")
@click.option(
    "--evidence",
    type=File,
    metavar="FILE",
    help="Alone: check what a client has found wrong. With --compare: where its proof goes.",
)
@click.option("--second", is_flag=True, help="Have the second verifier read it instead.")
@click.option("--page", is_flag=True, is_eager=True, expose_value=False, callback=_open_page,
              help="Open the page that checks in a browser, and say where it is.")  # fmt: skip
@click.pass_context
def verify_command(  # noqa: PLR0913 - one for each option
    context: click.Context,
    *,
    files: tuple[Path, ...],
    commitment: str | None,
    me: tuple[str, ...],
    receipts: Path | None,
    full: bool,
    sample: bool,
    no_notes: bool,
    level: Literal["table", "strict"] | None,
    as_json: bool,
    compare: bool,
    evidence: Path | None,
    second: bool,
) -> None:
    """Check the record of a game, offline."""
    _refuse_contradictions(context.params)
    if second:
        context.exit(_read_again(context.params))
    is_accused = evidence is not None and not (files or compare)
    if not is_accused and (compare != (len(files) > 1) or (evidence and not compare) or not files):
        raise click.UsageError("give one bundle, or two or more files with --compare")
    try:
        if is_accused and evidence is not None:
            from rr_net.cli.verifying import check_accused

            report = check_accused(_source(evidence))
        elif compare:
            report = _compared(files, evidence)
        else:
            from rr_net.cli.verifying import Notes

            kept = None if receipts is None else _source(receipts)
            source = _source(_meant(files[0]))
            notes = _noted(source, Notes(commitment, me, kept), are_used=not no_notes)
            report = _whole(files[0], _checked(source, notes, _depth(full, sample), level))
    except click.ClickException as error:
        report = _unreadable(error)
    _say(report, as_json=as_json)
    context.exit(report.status)


def _say(report: Report, *, as_json: bool) -> None:
    """Writes what was found: for people what is wrong goes where errors go."""
    if as_json:
        click.echo(report.json)
        return
    from rr_net.link.command import typed_here

    is_wrong = report.status in (1, 2)
    stream = sys.stderr if is_wrong else sys.stdout
    click.echo(with_verdict_last(typed_here(report.text), stream), err=is_wrong)


def with_verdict_last(text: str, stream: TextIO) -> str:
    """A text as it is written there: of one that a small terminal scrolls, the verdict ends it."""
    shown = for_reader(text, stream)
    verdict = for_reader(text.partition("\n")[0], stream)
    is_long = stream.isatty() and shown.count("\n") >= LONG
    return f"{shown}\n\n{verdict}" if is_long else shown


def _refuse_contradictions(given: Mapping[str, Any]) -> None:
    of_one = ("commitment", "me", "receipts", "full", "sample", "level")
    if given["compare"] and any(given[name] for name in of_one):
        raise click.UsageError("--compare takes files alone: check each bundle by itself as well")
    if given["full"] and given["sample"]:
        raise click.UsageError("--full and --sample contradict each other: give one of them")


def _checked(source: bytes, notes: Notes, depth: Depth, level: LevelName | None) -> Report:
    from rr_net.cli.verifying import check_bundle

    with progress_bar() as progress, _uncollected():
        return check_bundle(source, notes, depth=depth, level=level or "solo", progress=progress)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Nobody looks for garbage in a record: it holds none, and that takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _depth(is_full: bool, is_sample: bool) -> Depth:
    return "full" if is_full else "sample" if is_sample else "minute"


def _whole(file: Path, report: Report) -> Report:
    """The same; of a sample with the command that checks all of it."""
    from rr_net.fairness.proof.verdict import in_brackets
    from rr_net.link.command import own_command

    if report.word != "sampled":
        return report
    seconds = report.figures.get("whole_seconds")
    long = in_brackets(seconds) if isinstance(seconds, int) else ""
    words = f"{own_command()} verify --full {shlex.quote(str(file))}"
    return report.adding(f"To have all of it checked{long}: {words}")


def _noted(source: bytes, given: Notes, *, are_used: bool) -> Notes:
    """What was typed, and what the own client has noted of the game besides."""
    if not are_used:
        return given
    from rr_net.cli.verifying import with_notes
    from rr_net.client.notes import NoteShelf
    from rr_net.host.places import data_directory

    shelf = NoteShelf(data_directory())
    # To know which game it is the whole file is read: that is not done twice for nothing.
    return given if shelf.is_empty else with_notes(source, given, shelf.find)


def _compared(files: Sequence[Path], evidence: Path | None) -> Report:
    from rr_net.cli.verifying import check_copies
    from rr_net.fairness.base.hash import short

    # Friends send files that are called the same: only their folders tell them apart.
    report, proof = check_copies([(str(path), _source(_meant(path))) for path in files])
    if not proof:
        return report
    place = evidence or Path(f"evidence-{short(json.loads(proof)['game'])}.json")
    try:
        path = keep_file(place, proof)
    except click.ClickException as error:
        return report.adding(f"There is proof, but nowhere to keep it: {error.message}.")
    said = f"Both sides, with their signatures, are in {path}: keep it."
    return report.adding(said, evidence=str(path))


def _read_again(given: Mapping[str, Any]) -> int:
    """What the second verifier says in this terminal of the one file; its exit status."""
    import asyncio

    from rr_net.host.checking import NOT_HERE, run_second, second_verifier

    refused = [name for name in ("compare", "evidence", "as_json") if given[name]]
    if len(given["files"]) != 1 or len(given["me"]) > 1 or refused:
        raise click.UsageError("--second takes one bundle, and at most one --me")
    if (page := second_verifier()) is None:
        raise click.ClickException(NOT_HERE)
    words = [f"--{name}" for name in ("full", "sample") if given[name]]
    named = {**given, "me": next(iter(given["me"]), None)}
    notes = ("commitment", "me", "receipts", "level")
    words += [f"--{name}={named[name]}" for name in notes if named[name] is not None]
    return asyncio.run(run_second(page, [*words, "--", str(_meant(given["files"][0]))]))


def _meant(path: Path) -> Path:
    """The file that is checked: of games that are kept here "last" and the letters of one do."""
    from rr_net.cli.replaying import called

    return called(str(path)) or path


def _source(path: Path) -> bytes:
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

    content = read_file(path, LARGEST_BUNDLE)
    if not content:
        raise click.ClickException(f"{path} is empty: {NOTHING_CAME}")
    return content


def _unreadable(error: click.ClickException) -> Report:
    from rr_net.cli.verifying import USELESS, Report

    return Report(USELESS, "unusable", f"This cannot be checked: {error.message}.")


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Shows how far a check has come, on a terminal and nowhere else."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    with click.progressbar(length=1, label="Checking", file=sys.stderr) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield progress
