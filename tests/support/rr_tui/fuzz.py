"""Random input as bad lines, big hands and hostile clients make it, in front of any screen."""

import random

from tests.support.rr_tui.sitting import KEYS

LETTERS = "abcdefghijklmnopqrstuvwxyz?/.,:;!0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRESSED = tuple(keys.encode() for name, keys in KEYS.items() if name != "ctrl+c")
"""Without the key that ends it all: what is thrown after that would count for nothing."""
SIZES = ((80, 24), (20, 8), (40, 60), (120, 40), (79, 23), (400, 200))


def piece(dice):
    """One piece of input: bytes, or a size that the window takes."""
    match dice.randrange(10):
        case 0 | 1 | 2:
            return dice.choice(PRESSED)
        case 3:
            return dice.choice(PRESSED) * dice.randint(2, 9)
        case 4 | 5:
            return "".join(dice.choices(LETTERS, k=dice.randint(1, 4))).encode()
        case 6:
            return _mouse(dice)
        case 7:
            text = "".join(dice.choices(LETTERS + " \n\x1b", k=dice.randint(0, 300)))
            end = dice.choice(("\x1b[201~", ""))
            return f"\x1b[200~{text}{end}".encode()
        case 8:
            whole = dice.choice(PRESSED) + dice.randbytes(dice.randint(0, 6))
            return whole[: dice.randint(1, len(whole))]
        case _:
            return dice.choice(SIZES)


def _mouse(dice):
    button = dice.choice((0, 1, 2, 3, 32, 35, 64, 65, 4, 128))
    place = f"{dice.randint(0, 130)};{dice.randint(0, 50)}"
    return f"\x1b[<{button};{place}{dice.choice('Mm')}".encode()


async def pelted(sat, seed, count, turn):
    """Throws so many pieces at an interface; how many it took, and the last where it ended."""
    dice, thrown = random.Random(seed), []
    for number in range(count):
        thrown.append(piece(dice))
        if isinstance(thrown[-1], bytes):
            sat.session.driver.feed(thrown[-1])
        else:
            sat.terminal.resize(*thrown[-1])
        await turn(number)
        if sat.session.task.done():
            return len(thrown), thrown[-8:]
    return len(thrown), []
