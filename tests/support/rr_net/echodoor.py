"""The simplest host there can be: it shows who came, and repeats what is typed."""

import asyncio


class EchoDoor:
    """A `Door` whose interface and verbs repeat; tests look at what it was given."""

    def __init__(self):
        self.verbs = frozenset({"json", "text", "bundle"})
        self.worded = frozenset()
        self.words = "The table is open."
        self.banned = set()
        self.known = set()
        self.banners = []
        self.terminals = []
        self.pipes = []
        self.ran = []
        self.bundle = b"bundle\n"

    def banner(self, name):
        self.banners.append(name)
        return self.words

    def may_enter(self, fingerprint, name):
        return "This key may not enter." if fingerprint in self.banned else ""

    def is_known(self, fingerprint):
        return fingerprint in self.known

    async def interface(self, session):
        self.terminals.append(session)
        return await Echo(session).run()

    async def verb(self, name, session):
        self.ran.append(name)
        self.pipes.append(session)
        if name == "bundle":
            await session.write_bytes(self.bundle)
            return 0
        session.write_line(f"{name} for {session.caller.name} {session.caller.fingerprint}")
        while (line := await session.read_line()) is not None:
            session.write_line(f"you said {line}")
            await session.drain()
        return 0


class Echo:
    """One full-screen session: `q` leaves, `x` breaks, `y` breaks later, the rest comes back."""

    def __init__(self, session):
        self.session = session
        self.over = asyncio.get_running_loop().create_future()
        self.sizes = []
        self.got = bytearray()
        session.echo = self
        session.on_bytes = self.typed
        session.on_size = self.sized
        session.on_leave = self.closed
        session.on_closed = self.closed

    async def run(self):
        caller = self.session.caller
        self.session.write(f"\x1b[2J\x1b[HHello {caller.name}\r\n{caller.fingerprint}\r\n".encode())
        self.session.write(f"{self.session.term} {self.session.size}\r\n".encode())
        return await self.over

    def typed(self, content):
        self.got += content
        if content == b"x":
            self.over.set_exception(RuntimeError("a hidden card"))
        elif content == b"y":
            raise RuntimeError("a hidden card")
        elif content == b"q":
            self.closed()
        elif len(content) < 1000:
            self.session.write(content)

    def sized(self, width, height):
        if width == 66:
            raise RuntimeError("a hidden card")
        self.sizes.append((width, height))
        self.session.write(f"size {width} {height}\r\n".encode())

    def closed(self):
        if not self.over.done():
            self.over.set_result(0)
