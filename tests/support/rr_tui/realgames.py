"""Positions of real games, with their questions as the room would word them."""

from rr_net.room.showing import InPlay, cards, question
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game

RULES = load_game("runes-regulations")


def faces_of(rules, options=None):
    """What a room tells of a game's faces, by id."""
    game = InPlay(rules, rules.settle(options or {}))
    return {card.id: card for card in cards(game).cards}


FACES = faces_of(RULES)


def positions(seed, seats=4, answers=400, options=None):
    """Yields the table at every choice of a game played at random."""
    settled = RULES.settle({"window": "fast"} | (options or {}))
    table = Table(RULES, seats, settled, declared=(1, *[0] * (seats - 1)))
    dealer, stream = SeededDealer(seed), Stream.seeded(seed)
    for _ in range(answers):
        while isinstance(table.pending, Roll | Shuffle):
            table.chance(dealer.deal(table.pending))
        if table.pending is None:
            return
        yield table
        choose = table.asked[0]
        table.answer(choose.seat, stream.below(len(choose.options)))


def asked(table, seat):
    """The question of a seat as the room words it, or None."""
    choose = None if seat is None else table.asked_of(seat)
    if choose is None:
        return None
    return question(table.game, choose, table.game.view(table.state, seat))
