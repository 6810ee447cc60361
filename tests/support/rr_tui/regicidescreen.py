"""Tables of Regicide as an interface meets them: scenes, pictures, and what a room would say."""

from dataclasses import replace

from rr_net.link import Cards, Pending, PhraseOffered, Seen
from rr_tui.board.walk import home_of_focus, numbered
from rr_tui.games.registry import load_board
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import plain
from tests.support.rr_rules.regicide import RULES
from tests.support.rr_tui.boards import drawn, walkable
from tests.support.rr_tui.fakelink import lobby, log, people, welcome
from tests.support.rr_tui.realgames import asked, faces_of

BOARD = load_board("regicide")
NAMES = ("Ann", "Bob", "Cem", "Dee")
FACES = faces_of(RULES)


def scene(table, seat=0, *, picked=(), focus=None, size=(80, 24), glyphs=UNICODE, names=NAMES):
    """The scene of a seat, or of a spectator, with the cursor where a question takes it."""
    view, ask = RULES.view(table.state, seat), asked(table, seat)
    count = len(view.seats)
    made = BOARD.scene(
        view=view, glyphs=glyphs, faces=FACES, names=names[:count], people=people()[:count],
        title="Maple Court", ask=ask, places=BOARD.option_places(ask, view, picked),
    )  # fmt: skip
    found = walkable(BOARD, made, size)
    made = replace(made, places=numbered(made.places, found))
    return replace(made, focus=focus or home_of_focus(made, found))


def picture(made, size=(80, 24)):
    """The whole board as rows."""
    return drawn(BOARD, made, size)


def text(made, size=(80, 24)):
    """The whole board as text."""
    return plain(picture(made, size))


def pane(made, size=(80, 24)):
    """What the details pane says, in one line."""
    rows = BOARD.rows(made, BOARD.plan(made, *size), "details")
    return " ".join(plain(rows).replace(made.glyphs.down, " ").split())


def told(table, seat=0, *, number=7, phrases=(), lines=("{1} plays 7♣",), **talk):
    """What a room would have told the player of a seat."""
    view = RULES.view(table.state, seat)
    seats = people(grace=0)[: len(view.seats)]
    said = tuple(PhraseOffered(id=name, text=words) for name, words in phrases)
    waiting = (view.player,)
    return (
        welcome(name=NAMES[seat], games=(("regicide", "Regicide"),)),
        lobby(
            "playing", game="regicide", game_name="Regicide", declaration="", seats=seats, **talk
        ),
        Cards(game="regicide", cards=tuple(FACES.values())),
        log(*lines),
        Seen(number=number, game="regicide", view=view),
        Pending(number=number, ask=asked(table, seat), waiting=waiting, phrases=said),
    )
