"""Hand-made views of the real deck, for pictures of the board without the rules."""

import tomllib
from dataclasses import replace
from importlib import resources

from rr_net.link import Ask, AskOption, RandomEvent, SeatState, Window
from rr_rules.kernel.game import CardText, Reason
from rr_rules.runes_regulations.state.view import FenceSlot, LawnCard, SeatView, Spun, View, Waiting
from rr_tui.board.walk import home_of_focus, numbered
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.wording import sentence
from tests.support.rr_tui import boards

STREET = StreetBoard()
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal")
LETTERS = {"dragon": "D", "unicorn": "U", "pegasus": "P", "griffin": "G"}


def _faces():
    package = resources.files("rr_rules.runes_regulations") / "cards"
    for kind in ("creatures", "spells", "runes", "regulations"):
        deck = tomllib.loads((package / f"base_{kind}.toml").read_text("utf-8"))
        yield from deck["card"]


def _text(card):
    letter = {"spell": "S", "rune": "R", "regulation": "§"}.get(card["kind"])
    return CardText(
        id=card["id"],
        name=card["name"],
        kind=card["kind"],
        letter=letter or LETTERS.get(card.get("family", ""), "·"),
        text=card["text"],
        flavour=card.get("flavour", ""),
        copies=card["copies"],
        origin=card["origin"],
    )


FACES = {card["id"]: _text(card) for card in _faces()}
ID = {text.name: text.id for text in FACES.values()}


def lawn(*names):
    """Creatures by name; "#Name" is a shrub, "~Name" waits with its effect."""
    return tuple(LawnCard(ID[n.lstrip("#~")], n.startswith("#"), n.startswith("~")) for n in names)


def fence(*names):
    """Runes by name; "" for a face that is not seen."""
    return tuple(FenceSlot(ID[name] if name else "", face_up=False) for name in names)


def seat(number, creatures=(), runes=(), hand=(), **changes):
    cards = lawn(*creatures)
    view = SeatView(
        seat=number,
        left=False,
        lawn=cards,
        fence=fence(*runes),
        hand=tuple(ID[name] if name else "" for name in hand),
        mythical=sum(not card.hexed for card in cards),
        hand_limit=7,
        rune_limit=3,
        skips=(),
    )
    return replace(view, **changes)


OWN_HAND = (
    "Just For the Hex of It",
    "This Spells Disaster",
    "Griffin With a Tiny Head",
    "Kiddie-Pool Kraken",
    "Sparkly Dragon",
)
OWN_FENCE = ("Tricky Trap", "Toastinator 2000")


def spun(*results, events=()):
    """Results of the usual Spinner, and then of Events."""
    usual = [Spun(result, "standard") for result in results]
    return (*usual, *(Spun(result, "event") for result in events))


def table(**changes):
    """Four seats in the middle of a game, seen by Ann."""
    view = View(
        me=0,
        turn=14,
        round=4,
        player=0,
        phase="cast",
        seats=(
            seat(0, ("Rune-Eating Dragon", "Light-Hoofed Pegasus", "Tail-Chasing Unicorn"),
                 OWN_FENCE, OWN_HAND),
            seat(1, ("Sparkly Dragon", "Spoiled Unicorn", "#Bratty Dragon", "Kiddie-Pool Kraken"),
                 ("", "", ""), ("",) * 5),
            seat(2, ("Teeny Tiny Manticore", "Light-Hoofed Pegasus"), ("",), ("",) * 7),
            seat(3, ("Spoiled Unicorn", "Bratty Dragon", "Sneaky Griffin", "Light-Hoofed Pegasus"),
                 ("", ""), ("",) * 3),
        ),
        regulation=ID["Loose Paper Ordinance"],
        main_deck=41,
        main_discard=tuple(ID[name] for name in ("Kiddie-Pool Kraken", "Sparkly Dragon")),
        rune_deck=9,
        rune_discard=(ID["Grubby Grabber"],),
        regulation_deck=14,
        regulations_seen=(),
        chain=(),
        seen=(),
        spinner=(),
        reasons=(
            Reason("hand", 0, 2, usable=False, text="A Creature is summoned in the Summon phase",
                   clause="RR-CARD-03"),
            Reason("fence", 0, 0, usable=False, text="Nothing has happened that it answers",
                   clause="RR-CARD-06"),
        ),
        outcome=None,
    )  # fmt: skip
    return replace(view, **changes)


def option(number, act, zone="", seat=-1, at=-1, order=(), label=""):
    return AskOption(
        option=number, act=act, zone=zone, seat=seat, at=at, order=order, label=label or act
    )


def ask(*options, verb="cast_phase", prompt="Your Cast phase: CAST a Spell, or", source=""):
    return Ask(verb=verb, prompt=prompt, source=source, options=options)


def cast_phase():
    return ask(
        option(0, "cast", "hand", 0, 0, label="Cast Just For the Hex of It"),
        option(1, "cast", "hand", 0, 1, label="Cast This Spells Disaster"),
        option(2, "draw", label="Draw instead"),
        option(3, "skip", label="Skip"),
    )


def target():
    """A Mythical Creature on any neighbour's Lawn."""
    things = [(1, 0), (1, 1), (1, 3), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (3, 3)]
    options = (
        option(n, "pick", "lawn", s, at, label=f"Creature {at + 1}")
        for n, (s, at) in enumerate(things)
    )
    return ask(
        *options,
        verb="target",
        prompt="Just For the Hex of It: choose a Mythical Creature to HEX",
        source=ID["Just For the Hex of It"],
    )


def open_window(**changes):
    window = Window(
        about="{2} would CAST This Spells Disaster",
        closes_in=2.0,
        lasts=2.5,
        somebody_holds=False,
        mine=True,
        answered=False,
        can_hold=True,
    )
    return window.model_copy(update=changes)


DIGEST = "3fa917c288d011ee" * 4


def chance(kind="shuffle", **changes):
    """A random event that Ann, Bob and Dee give keys to; Cem is a bot and has given its chain."""
    event = RandomEvent(
        number=3,
        kind=kind,
        labels=("main", "rune", "regulation") if kind == "shuffle" else ("spin",),
        stage="contribute",
        closes_in=1.5,
        lasts=1.5,
        how="keys",
        mine="",
        given=(2,),
        seed_text=f"rr2/{DIGEST}\nevent 3\n",
    )
    return event.model_copy(update=changes)


def slow(kind="shuffle", **changes):
    """The same event with its slow hash under way; Dee is absent."""
    frozen = {"stage": "slow", "closes_in": 5.0, "lasts": 5.0, "mine": "kjhasdkjh",
              "given": (0, 1, 2), "digest": DIGEST}  # fmt: skip
    return chance(kind, **(frozen | changes))


def reactions():
    """Two Runes may answer, alone or one after the other."""
    return ask(
        option(0, "pass", label="Let it happen"),
        option(1, "use", "fence", 0, order=(0,), label="Tricky Trap"),
        option(2, "use", "fence", 0, order=(1,), label="Toastinator 2000"),
        option(3, "use", "fence", 0, order=(0, 1), label="Tricky Trap, then Toastinator 2000"),
        option(4, "use", "fence", 0, order=(1, 0), label="Toastinator 2000, then Tricky Trap"),
        verb="window",
        prompt="Cem would CAST This Spells Disaster: use a Rune?",
    )


def people(count=4, grace=42):
    return tuple(
        SeatState(seat=n, kind="bot" if n == 2 else "player", name=NAMES[n], ready=True,
                  connected=n != 3, declared=0, grace=grace if n == 3 else 0)
        for n in range(count)
    )  # fmt: skip


def news(*texts):
    lines = texts or (
        "{2} stole Sparkly Dragon from {1}",
        "it entered {2}'s Lawn",
        "{2} casts This Spells Disaster",
    )
    return tuple(sentence(text, NAMES) for text in lines)


def board(made, width, height):
    """The whole board as rows."""
    return boards.drawn(STREET, made, (width, height))


def walkable(made, width, height):
    """Where the cursor may stand."""
    return boards.walkable(STREET, made, (width, height))


def scene(view=None, question=None, *, size=(80, 24), picked=(), **changes):
    """A picture of a view and a question, with the cursor where the interface would put it."""
    view = view or table()
    made = StreetScene(
        view=view,
        glyphs=UNICODE,
        faces=FACES,
        names=NAMES[: len(view.seats)],
        people=people(len(view.seats)),
        title="Maple Court",
        ask=question,
        places=STREET.option_places(question, view, picked),
        news=news(),
        lines=news(),
    )
    made = replace(made, **changes)
    found = walkable(made, *size)
    made = replace(made, places=numbered(made.places, found))
    return made if "focus" in changes else replace(made, focus=home_of_focus(made, found))


def waiting(seat, name, link=1, *, resolving=False):
    return Waiting(seat, ID[name], link, resolving)
