"""A reader of the text mode: answers each question with its first choice, by number alone."""

import re

FIRST_CHOICE = re.compile(r"^(1( or \w)?: |\w [^:]*, \w )")

ANOTHER_GAME = "play again with the same people"


class TextPlayer:
    """One player over one pipe of lines."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.lines = []

    async def hears(self, wanted, answering=True):
        """Reads on until a line holds a text, choosing the first of whatever is offered."""
        while True:
            try:
                line = await self.pipe.read_line(5)
            except TimeoutError:
                raise AssertionError(f"waited for {wanted!r} after: {self.lines[-20:]}") from None
            if line is None:
                break
            self.lines.append(line)
            if wanted in line:
                return line
            # The verdict may come after the end's menu, which begins with another game.
            if answering and FIRST_CHOICE.match(line) and ANOTHER_GAME not in line:
                self.pipe.send_line("1")
        raise AssertionError(f"the line ended before {wanted!r}: {self.lines[-10:]}")

    def types(self, line):
        self.pipe.send_line(line)
