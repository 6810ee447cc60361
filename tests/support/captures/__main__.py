"""`python -m tests.support.captures` takes every capture of docs/screens anew."""

import sys

from tests.support.captures.scenes import SCENES
from tests.support.captures.studio import Studio
from tests.support.loops import on_a_stepped_loop


async def main(*wanted):
    """All scenes, or those that are named; only all of them take the place of what lies there."""
    studio = Studio()
    for scene in SCENES:
        if not wanted or scene.__name__ in wanted:
            print(scene.__name__, file=sys.stderr)
            await scene(studio)
    studio.write(whole=not wanted)


if __name__ == "__main__":
    on_a_stepped_loop(main(*sys.argv[1:]))
