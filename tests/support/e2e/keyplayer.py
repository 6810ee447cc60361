"""Somebody at a real terminal who knows four keys: up, down, left or right, and Enter."""

import asyncio
import contextlib
import random
import re

from tests.support.e2e.sshclient import DOWN, ENTER, LEFT, RIGHT, UP

A_MOMENT = 0.15
"""Seconds in which a screen answers a key, or will not."""
AN_END = 3.0
"""Seconds after which a cursor that was pushed and did not move stands at an end, however late."""
TRIES = 3
"""The first Enter may come too soon, the last may not: `AN_END` lies between any two."""
FURTHEST = 40
"""So many keys lead from any line of a list to any other one."""

CHOOSABLE = re.compile(r"✓ Enter|▸\[\w|▸\d [A-Z#·▮]|Enter: to the table")
"""What the board shows where Enter chooses something."""

ARROWS = (DOWN, LEFT, UP, RIGHT)


class KeyPlayer:
    """Plays by the arrows and Enter alone, whatever is asked."""

    def __init__(self, terminal, avoid=None, wander=3, choosable=CHOOSABLE):
        """Move the cursor before every so many answers.

        `choosable` is what the screen shows where Enter chooses something, and `avoid` where it
        would lead nowhere, or back.
        """
        self.terminal = terminal
        self._avoid, self._wander, self._choosable = avoid, wander, choosable
        self.pressed = []
        self._dice = random.Random(1)
        self._direction = DOWN

    async def press(self, key):
        """Presses a key and gives the screen a moment."""
        before = len(self.terminal.raw)
        self.pressed.append(key)
        self.terminal.send(key)
        await self.settled(before)

    async def settled(self, before):
        """Waits until the screen has answered and stands still, or does nothing."""
        waited = 0.0
        while len(self.terminal.raw) == before and waited < A_MOMENT:
            await asyncio.sleep(0.01)
            waited += 0.01
        await self.terminal.wait_quiet(0.03)

    async def takes_seat(self, seat):
        """From the lobby to being ready; the cursor begins at the first free seat."""
        await self.terminal.wait_for(f"{seat} a free seat")
        await self.moves_to(f"▸{seat} a free seat")
        await self.press(ENTER)
        await self.terminal.wait_for("I am ready")
        await self.moves_to("I am ready", "▸")
        await self.press(ENTER)

    async def moves_to(self, wanted, mark=""):
        """Moves the cursor down until it stands on a line that holds a text, or up to it again.

        A key is pressed only when the last one was answered: where a screen answers late, keys that
        were pressed meanwhile would lead past the line.
        """
        key = DOWN
        for _ in range(FURTHEST):
            if any(wanted in line and mark in line for line in self.terminal.text().splitlines()):
                return
            if not await self._moves(key):
                key = UP if key == DOWN else DOWN
        raise AssertionError(f"the cursor never came to {wanted!r}:\n{self.terminal.text()}")

    async def opens(self, wanted):
        """Presses Enter until that leads somewhere: a page that has just come takes no key yet."""
        for _ in range(TRIES):
            await self.press(ENTER)
            with contextlib.suppress(AssertionError):
                return await self.terminal.wait_until(lambda: self.terminal.has(wanted), AN_END)
        raise AssertionError(f"Enter never led to {wanted!r}:\n{self.terminal.text()}")

    async def _moves(self, key):
        """Pushes the cursor; whether it has moved."""
        before = self._cursor()
        await self.press(key)
        try:
            await self.terminal.wait_until(lambda: self._cursor() != before, AN_END)
        except AssertionError:
            return False
        await self.terminal.wait_quiet(0.03)
        return True

    def _cursor(self):
        """The rows in which a cursor stands."""
        rows = enumerate(self.terminal.text().splitlines())
        return [(number, row) for number, row in rows if "▸" in row]

    async def plays_until(self, wanted, timeout=120.0):
        """Answers everything until the screen shows a text."""
        step = 0
        try:
            async with asyncio.timeout(timeout):
                while not self.terminal.has(wanted):
                    step += 1
                    # The first line of the end's menu is another game, whatever it says of others.
                    if self.terminal.has("And now?"):
                        await asyncio.sleep(A_MOMENT)
                        continue
                    # Now and then an answer goes to something that the cursor was moved to.
                    if self._may_choose and step % self._wander:
                        await self.press(ENTER)
                    else:
                        await self.wanders()
        except TimeoutError:
            raise AssertionError(
                f"no {wanted!r} after {step} keys:\n{self.terminal.text()}"
            ) from None

    @property
    def _may_choose(self):
        is_avoided = self._avoid is not None and self.terminal.has(self._avoid)
        return self.terminal.has(self._choosable) and not is_avoided

    async def wanders(self):
        """Moves the cursor on in its direction; at an end, or now and then, in another one."""
        before = self.terminal.text()
        await self.press(self._direction)
        if self.terminal.text() == before or self._dice.random() < 0.2:
            self._direction = self._dice.choice(ARROWS)
