"""The terminal of the process itself, with nothing behind it."""

from rr_net.cli import screens


def own_terminal(monkeypatch, look):
    """Puts a terminal in the place of this process's own one: `look` is called with what builds
    the interface that is to run there.
    """

    class Own:
        is_gone = False

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        async def run(self, build, **_):
            look(build)
            return 0

    monkeypatch.setattr(screens, "TtyChannel", Own)
    monkeypatch.setattr(screens, "has_screen", lambda _: True)
