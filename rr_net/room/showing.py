"""What each player is shown: built from nothing for one seat, or for a spectator."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from rr_net import link
from rr_net.game.live import LiveGame
from rr_net.game.windows import NextQuestion
from rr_net.link.refusals import ABOUT_NO_HINT, NO_HINT, Refused
from rr_net.room.announcing import show_lobby
from rr_net.room.people import Connection, Participant, WatchedRecord
from rr_net.room.seats import game_of
from rr_net.room.state import Cached, MessageCache, RoomState
from rr_rules.bots.why import Hint
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import ChanceRequest, Choose, Roll, Seat, window_kind
from rr_rules.kernel.transcript import canonical


def show_everybody(state: RoomState) -> None:
    """Brings every screen up to date; nothing is sent that is there already."""
    state.is_stale = False
    state.cache.renew()
    for person in state.people.connected():
        show_lobby(state, person)
        if state.play is not None and person.admitted and person.connection is not None:
            _show_game(state.play, state.cache, person.connection, state.seat_of(person))


def show_records(state: RoomState) -> None:
    """Tells those who watch the rows that are there by now, and nothing else."""
    play = state.play
    for person in state.people.connected():
        connection = person.connection
        watched = None if connection is None or not person.admitted else connection.watched
        if play is not None and connection is not None and watched is not None:
            _show_record(play, state.cache, connection, watched, state.seat_of(person))


def _show_game(
    play: LiveGame, cache: MessageCache, connection: Connection, seat: Seat | None
) -> None:
    shown = cache.cards_of(InPlay(play.table.game, play.terms.options), cards)
    if connection.cards is not shown:
        connection.cards = shown
        connection.tell(shown)
    _show_log(play, cache, connection, seat)
    seen = cache.cached(("view", seat), partial(_seen, play, cache, seat))
    connection.show(*seen)
    make = partial(_waiting, play, seat, seen.message.view)
    connection.show(*cache.cached(("pending", seat), make))
    if connection.watched is not None:
        _show_record(play, cache, connection, connection.watched, seat)


def watch(person: Participant, since: int) -> None:
    """Has somebody told of the record from a row on; asked anew, it goes on from there."""
    if person.connection is not None:
        before = person.connection.watched
        game = before.game if before is not None else ""
        person.connection.watched = WatchedRecord(since, game)


def _show_record(
    play: LiveGame,
    cache: MessageCache,
    connection: Connection,
    watched: WatchedRecord,
    seat: Seat | None,
) -> None:
    game, size = (
        play.record.gid,
        play.record.size_shown(len(play.held), several=play.are_several_asked),
    )
    if watched.game not in ("", game):
        watched.since, watched.is_asked = 0, True
    watched.game = game
    first, end = watched.since, min(size, watched.since + link.MOST_ROWS)
    if end <= first or not watched.is_asked:
        return
    make = partial(_rows, play, first, end, size)
    connection.tell(cache.cached(("rows", first, end), make).message)
    own = () if seat is None else play.record.signers.own(seat, first, end)
    if own:
        connection.tell(link.OwnAnswers(game=game, rows=own))
    # Who is behind asks again: what waits here for a slow line is bounded by that.
    watched.since, watched.is_asked = end, end == size


def _rows(play: LiveGame, first: int, end: int, size: int) -> Cached[link.RecordRows]:
    manifest = play.record.manifest
    rows = link.RecordRows(
        game=play.record.gid,
        manifest="" if first else canonical(manifest.plain()).decode(),
        first=first,
        size=size,
        rows=play.record.public_rows(first, end),
    )
    return Cached(rows, None)


def _show_log(
    play: LiveGame, cache: MessageCache, connection: Connection, seat: Seat | None
) -> None:
    start, number = connection.log_from, connection.log_lines
    make = partial(_lines, play, seat, start, number)
    lines = cache.cached(("log", seat, start, number), make).message
    connection.log_from = len(play.log)
    connection.log_lines += len(lines.lines)
    if lines.lines:
        connection.tell(lines)


def _lines(play: LiveGame, seat: Seat | None, start: int, number: int) -> Cached[link.Log]:
    return Cached(link.Log(lines=play.log.read(seat, start, number)), None)


def _seen(play: LiveGame, cache: MessageCache, seat: Seat | None) -> Cached[link.Seen]:
    rules = play.table.game
    view = cache.known(("view", seat), rules.view(play.table_for(seat).state, seat))
    return Cached(link.Seen(number=play.number_for(seat), game=rules.id, view=view), view)


def _waiting(play: LiveGame, seat: Seat | None, view: object) -> Cached[link.Pending]:
    message = pending(play, seat, view)
    until = play.window.shown_until if play.window is not None else 0.0
    ends = (until, play.auto.clock_due, play.clock.is_paused, play.events.ends)
    return Cached(message, (_without_time(message), *ends))


class InPlay(NamedTuple):
    """What decides which faces a game has."""

    rules: Game[GameState]
    options: Mapping[str, str]


async def tell_hint(
    state: RoomState, seat: Seat, person: Participant, message: link.AskHint
) -> None:
    """Tells somebody what a bot would do in that place, and everybody that it was asked for.

    Nobody else learns what is said (RR-TABLE-10). Raises Refused or StaleAnswer.
    """
    play = game_of(state)
    choose = _hinted_at(play, seat, message.number)
    if not (message.tell or state.is_alone):
        raise Refused("hint_is_told", "everybody at the table will read that you asked for a hint")
    # By the number that everybody sees: that a draft has grown is nobody else's matter.
    is_known, is_first = play.hint_asked.get(seat) == play.number, seat not in play.hinted
    await play.note_hint(seat)
    if is_first:
        await state.services.history.hinted(play.record.manifest.gid)
    if not is_known and not state.is_alone:
        state.note(f"{{{seat}}} asked for a hint", "hints")

    def told(found: Hint | None) -> None:
        state.post(lambda: _say_hint(state, person, message.number, found))

    play.bots.hint(play.table_for(seat), choose, message.number, told)


def _hinted_at(play: LiveGame, seat: Seat, number: int) -> Choose:
    """The question about which a seat may have a hint. Raises Refused or StaleAnswer."""
    if play.setting("hints") == "off":
        raise Refused("hints_off", "at this table nobody is given hints")
    if play.is_reaction:
        # Before all that hangs on who is asked: who may react is nobody's matter.
        raise Refused("window_open", "there are no hints about reactions")
    play.refuse_stale(number, seat)
    choose = play.asked_of(seat)
    if choose is None or play.is_answered_for(seat):
        raise Refused("wrong_seat", "there is a hint only for who is asked")
    return choose


def _say_hint(state: RoomState, person: Participant, number: int, found: Hint | None) -> None:
    """Tells the hint to whom it is for, if that is still the question there."""
    play, seat = state.current, state.seat_of(person)
    if play is None or seat is None or play.number_for(seat) != number:
        return
    if found is None:
        person.tell(link.Notice(text=NO_HINT, about=ABOUT_NO_HINT))
    else:
        person.tell(link.HintTold(number=number, **found._asdict()))


def cards(game: InPlay) -> link.Cards:
    """Every face of the game."""
    return link.Cards(game=game.rules.id, cards=game.rules.cards(game.options))


def pending(play: LiveGame, seat: Seat | None, view: object) -> link.Pending:
    """What the table waits for, as one seat or a spectator may know it."""
    due = play.auto.clock_due
    left = max(0.0, due - play.clock.time()) if due else 0.0
    request, ask = play.request, _ask(play, seat, view)
    return link.Pending(
        number=play.number_for(seat),
        ask=ask,
        sealed=None if ask is None else _sealed(play),
        # Whom a window waits for would tell who holds something (RR-HID-12).
        waiting=_waited_for(play),
        chance=_labels(request) if isinstance(request, ChanceRequest) else "",
        event=_event(play, seat) if isinstance(request, ChanceRequest) else None,
        window=_window(play, seat) if play.in_window else None,
        beforehand=_beforehand(play, seat),
        clock=left,
        phrases=_phrases(play, seat, view),
    )


def _sealed(play: LiveGame) -> link.SealedFirst | None:
    """That the host had chosen, for who is asked the same after it."""
    sealing = play.sealing
    if sealing is None:
        return None
    return link.SealedFirst(note=sealing.note, signature=sealing.signature)


def _waited_for(play: LiveGame) -> tuple[Seat, ...]:
    if play.owes is not None:
        return (play.owes,)
    return () if play.in_window else play.open_seats()


def _labels(request: ChanceRequest) -> str:
    """The piles that are shuffled, or what is rolled."""
    if isinstance(request, Roll):
        return request.label
    return ", ".join(label for label, _ in request.piles)


def _event(play: LiveGame, seat: Seat | None) -> link.RandomEvent | None:
    """The random event under way, as a seat or a spectator sees it."""
    events, event = play.events, play.events.event
    if event is None:
        return None
    return link.RandomEvent(
        number=event.number,
        opening=event.opening,
        kind=event.kind,
        labels=event.labels,
        stage="slow" if event.is_frozen else "contribute",
        closes_in=max(0.0, events.ends - play.wall.time()),
        lasts=events.lasts,
        how=play.how(seat),
        mine=events.shown_to(seat),
        given=events.given,
        seed_text="" if event.is_frozen else event.seed_text,
        digest=event.digest,
    )


def _phrases(play: LiveGame, seat: Seat | None, view: object) -> tuple[link.PhraseOffered, ...]:
    if seat is None or play.request is None or play.seats[seat].is_played_by_bot:
        return ()
    offered = play.table.game.phrases(view)
    return tuple(link.PhraseOffered(id=phrase.id, text=phrase.text) for phrase in offered)


def _ask(play: LiveGame, seat: Seat | None, view: object) -> link.Ask | None:
    choose = None if seat is None else play.asked_of(seat)
    if seat is None or choose is None or play.is_answered_for(seat):
        return None
    return question(play.table.game, choose, view)


def question(rules: Game[GameState], choose: Choose, view: object) -> link.Ask:
    """A choice in words, for a seat that sees `view`."""
    return link.Ask(
        verb=choose.verb,
        prompt=rules.prompt(choose, view),
        source=choose.source,
        options=tuple(_option(rules, choose, i, view) for i in range(len(choose.options))),
    )


def _option(rules: Game[GameState], choose: Choose, index: int, view: object) -> link.AskOption:
    option = choose.options[index]
    return link.AskOption(
        option=index,
        act=option.act,
        zone=option.zone,
        seat=option.seat,
        at=option.at,
        order=option.order,
        label=rules.label(choose, option, view),
    )


def _beforehand(play: LiveGame, seat: Seat | None) -> link.Beforehand | None:
    """What a seat has said about the windows to come, for nobody else."""
    if seat is None or not play.is_sealed or play.is_stopped or play.is_over:
        return None
    standing = play.orders.of(seat)
    return link.Beforehand(
        filed=standing.filing is not None,
        orders=play.orders.shown(play.table_for(seat), seat),
        must_file=play.owes == seat,
        holds_next=standing.holds_next,
        always_hold=tuple(sorted(play.seats[seat].always_held)),
    )


def _window(play: LiveGame, seat: Seat | None) -> link.Window:
    rules, window, now = play.table.game, play.window, play.clock.time()
    about = play.about
    seen = None if about is None else rules.redact(about, None)
    mine = seat is not None and any(choose.seat == seat for choose in play.asked)
    is_timed = window is not None and window.shown_until > 0
    return link.Window(
        about="" if seen is None else rules.line(seen).text,
        kind="" if about is None else window_kind(about),
        # To the millisecond: what is shown should not tell one machine's arithmetic from another's.
        closes_in=round(max(0.0, window.shown_until - now), 3) if window and is_timed else 0.0,
        lasts=round(window.shown_until - window.opened, 3) if window and is_timed else 0.0,
        somebody_holds=window is not None and window.somebody_holds,
        mine=mine,
        answered=seat is not None and play.has_answered(seat),
        can_hold=seat is not None and play.may_hold(seat),
        next=None if window is None or window.next is None else _next(play, window.next, seat),
    )


def _next(play: LiveGame, following: NextQuestion, seat: Seat | None) -> link.NextWindow:
    """The second question of the window, as a seat or a spectator may know it."""
    rules, about = play.table.game, following.about
    seen = rules.redact(about, None)
    choose = None if seat is None or play.is_answered_for(seat) else play.asked_next(seat)
    view = None if choose is None else rules.view(play.table.state, seat)
    return link.NextWindow(
        about="" if seen is None else rules.line(seen).text,
        kind=window_kind(about),
        mine=seat is not None and following.of(seat) is not None,
        ask=None if choose is None else question(rules, choose, view),
    )


def _without_time(message: link.Pending) -> link.Pending:
    window = message.window and message.window.model_copy(update={"closes_in": 0.0})
    event = message.event and message.event.model_copy(update={"closes_in": 0.0})
    return message.model_copy(update={"clock": 0.0, "window": window, "event": event})
