"""The games: pure rules, without a clock, a network or a source of chance."""

from rr_rules.kernel.dealers import ScriptedDealer, SeededDealer
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import Game, Line, Outcome, Zone
from rr_rules.kernel.requests import Choose, ChooseAll, Option, Roll, Shuffle
from rr_rules.kernel.settings import Setting
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.kernel.transcript import Answer
from rr_rules.registry import games, load_game, make_bot

__version__ = "0.2.0"

__all__ = [
    "Answer",
    "Choose",
    "ChooseAll",
    "Game",
    "Line",
    "Option",
    "Outcome",
    "Roll",
    "RulesError",
    "ScriptedDealer",
    "SeededDealer",
    "Setting",
    "Shuffle",
    "Stream",
    "Table",
    "Zone",
    "__version__",
    "drive",
    "games",
    "load_game",
    "make_bot",
]
