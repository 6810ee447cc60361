"""Journals as hosts leave them that were killed or ended in order, and ways to damage them."""

import shutil

from rr_net.store import SqliteJournal, StoreError
from tests.support.rr_net.recorded import record

GAME = record(3)
GID = GAME.manifest.gid
SEEN = 20
"""How many rows of it were kept."""
DAMAGE = ("bit", "zeros", "noise", "cut", "gone")


async def left_by_a_crash(directory, seen=SEEN, game=GAME):
    """The folder that a host leaves which was killed after so many rows."""
    journal = await _written(directory / "open", seen, game)
    left = directory / "left"
    shutil.copytree(directory / "open", left)
    await journal.close()
    return left


async def left_in_order(directory, seen=SEEN, game=GAME):
    """The same of one that has closed its journal."""
    await (await _written(directory / "closed", seen, game)).close()
    return directory / "closed"


async def _written(folder, seen, game):
    journal = await SqliteJournal.open(folder)
    await journal.begin(game.manifest, game.secret, game.rows[0])
    for row in game.rows[1:seen]:
        await journal.append(game.manifest.gid, [row])
    return journal


async def stored_in(directory, gid=GID, **how):
    """How many rows of a game are kept in a folder, and what was accepted as lost."""
    journal = await SqliteJournal.open(directory, **how)
    try:
        return len((await journal.load(gid)).rows), await journal.losses()
    finally:
        await journal.close()


def mutate(directory, dice):
    """Damages one of a journal's files in one way; what was done."""
    path = dice.choice([each for each in sorted(directory.iterdir()) if "journal.db" in each.name])
    way, content = dice.choice(DAMAGE), bytearray(path.read_bytes())
    at = dice.randrange(len(content))
    end = min(at + dice.choice((16, 512, 4096)), len(content))
    match way:
        case "bit":
            content[at] ^= 1 << dice.randrange(8)
        case "zeros":
            content[at:end] = bytes(end - at)
        case "noise":
            content[at:end] = dice.randbytes(end - at)
        case "cut":
            del content[at:]
    path.write_bytes(content)
    if way == "gone":
        path.unlink()
    return path.name, way, at


async def said_of(directory):
    """What opening it and loading its game comes to: "whole", "told", or how many rows are left."""
    try:
        kept, _ = await stored_in(directory)
        journal = await SqliteJournal.open(directory)
        offered = await journal.unfinished()
        await journal.close()
    except StoreError:
        return "told"
    if offered != (GID,):
        return "not offered, in silence"
    return "whole" if kept == SEEN else f"{kept} rows in silence"
