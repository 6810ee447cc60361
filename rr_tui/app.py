"""The app: one player's interface to one table, over a link and nothing else.

It reads what the room says, shows the screen of the table's phase and passes on what the player
says. It never decides what is legal: everything that can be chosen came as an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual import events, on, work
from textual.timer import Timer

from rr_net.link import (
    Audit,
    Bye,
    FromPlayer,
    FromRoom,
    Host,
    Keeper,
    KeepProfile,
    Leave,
    OwnLine,
    RandomEvent,
    Rematch,
    ReplayLink,
    SetTempo,
    Sit,
    StepAway,
    TableLink,
    TakeOver,
    Welcome,
)
from rr_tui.board.chance import is_called
from rr_tui.client import chairs, scene_builder
from rr_tui.client.commands import pace_words, tempo_after
from rr_tui.client.contributing import Contributing
from rr_tui.client.keepsakes import goodbye, keepsakes, signed_head
from rr_tui.client.table_client import CALLS, Call, TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.chat import ChatDialog
from rr_tui.dialogs.guide.opening import ReadingApp
from rr_tui.dialogs.head import HeadDialog
from rr_tui.dialogs.orders import OrdersDialog
from rr_tui.dialogs.palette import PaletteDialog
from rr_tui.dialogs.people import InvitesDialog, PeopleDialog
from rr_tui.dialogs.profile import ProfileDialog
from rr_tui.dialogs.standing import PledgeDialog, StandingOrderDialog
from rr_tui.dialogs.table_menu import (
    LeaveDialog,
    TakeOverDialog,
    bot_dialog,
    end_dialog,
    table_menu,
)
from rr_tui.games.gameboard import Automatic
from rr_tui.looks import keys
from rr_tui.looks.profile import Profile
from rr_tui.screens.asides import AsideApp
from rr_tui.screens.base import TableScreen
from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.cover import CoverScreen
from rr_tui.screens.end import EndScreen
from rr_tui.screens.game import GameScreen
from rr_tui.screens.lobby import LobbyScreen
from rr_tui.terminal.modes import NoticeStyle
from rr_tui.terminal.reader import now
from rr_tui.terminal.throttle import UpdateThrottle
from rr_tui.widgets.messages import Asked, QuestionClosed, Send, TableSpoke, Uncovered, Wear
from rr_tui.widgets.player_app import STYLES, StoredSettings

TITLE = "Runes table"
YOUR_TURN = "Your turn - Runes table"

UNHEARD = 20.0
"""Seconds without a key after which a player is reminded."""
AT_ONCE = 0.1
"""Seconds for which it is not worth setting a timer again."""
GOODBYE = 1.0
"""Seconds in which a room says goodbye to somebody who leaves."""

SCREENS: dict[str, type[TableScreen]] = {
    "connect": ConnectScreen,
    "lobby": LobbyScreen,
    "playing": GameScreen,
    "over": EndScreen,
}
"""The screen of each phase."""


class TableApp(AsideApp, ReadingApp, inherit_bindings=False):
    """One player's interface."""

    CSS_PATH = STYLES / "app.tcss"
    BINDINGS = keys.bindings(keys.EVERYWHERE)

    def __init__(
        self,
        link: TableLink,
        profile: Profile | None = None,
        *,
        others: Sequence[TableLink] = (),
        throttle: UpdateThrottle | None = None,
        keeper: Keeper | None = None,
        notices: NoticeStyle = NoticeStyle.BELL,
        replay: ReplayLink | None = None,
    ) -> None:
        """Sit down at a table; `others` are the links of those who share this screen.

        `keeper` is what goes on with a game where the table is closed when this interface ends.
        With a `replay` there is no table but that of a game that is over.
        """
        super().__init__((link, *others), profile, notices, replay, keeper)
        self._is_told = False
        self._is_reminded = False
        """The question that stands has waited so long that the window's title says it."""
        self._heard_at = 0.0
        """When this player pressed a key last, wherever."""
        self._title = TITLE
        self._reminder: Timer | None = None
        self._reminded_in: object = None
        """The turn in which this player was reminded last."""
        self._throttle = throttle or UpdateThrottle()
        self._contributing = Contributing(self.when_drawn)
        self.own_line: OwnLine | None = None
        """The line to the table, where that is on another machine."""

    def on_mount(self) -> None:
        """What goes with the first words, once the terminal is ours."""
        if self.own_line is not None:
            self.own_line.watch(self._line_changed)
        self._has_begun = True
        self._answer_calls()

    # --- what the room says ------------------------------------------------------------------

    def _heard(self) -> None:
        # The room calls from its own task: one message to ourselves, however much it says.
        self._first_words.set()
        if self._is_told or not self._has_begun:
            return
        self._is_told = True
        if self._phase:
            is_player = any(client.model.seat >= 0 for client in self.clients)
            self._throttle.enter(self._tell, is_urgent=is_player)
        else:
            # Whoever has an empty screen does not wait until all others have heard who has come.
            self._tell()

    def _line_changed(self) -> None:
        if self.own_line is not None:
            self.clients[0].model.line = self.own_line.state
            self._heard()

    def _tell(self) -> None:
        self.post_message(TableSpoke())

    @on(TableSpoke)
    def read_letters(self) -> None:
        """Takes in what the room has said and shows it."""
        self._is_told = False
        self._take_in()
        self._answer_calls()
        self._bring_up_to_date()

    def _take_in(self) -> None:
        for client in self._everywhere:
            for message in client.read():
                self._act_on(client, message)
        wanted = Automatic(**self.profile.auto.model_dump())
        for client in self.clients:
            client.answer_unasked(wanted)
        self._show_phase()
        self._cover_if_due()

    def _answer_calls(self) -> None:
        for client in self.clients:
            self._call_back(client)
        self._entitle()

    def _bring_up_to_date(self) -> None:
        self._watch_chance()
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | Dialog) and screen.is_mounted:
                screen.bring_up_to_date()

    def _act_on(self, client: TableClient, message: FromRoom) -> None:
        match message:
            case Welcome() if client is self.clients[0]:
                self._say_all_of(self.wear_stored(message.profile))
                if message.elsewhere:
                    self.call_later(self.ask_to_take_over)
            case Bye() if self._is_aside and client is self.client:
                self.come_back()
            case Bye():
                for line in goodbye(message, client.model):
                    self.bid_farewell(line)
                self.call_later(self.exit)

    # --- which screen ------------------------------------------------------------------------

    def _show_phase(self) -> None:
        if self._shows_replay():
            return
        model = self.client.model
        phase = model.lobby.phase if model.lobby is not None and model.is_admitted else "connect"
        # The end of a game stays until its own player has seen enough of it.
        if phase == self._phase or (self._phase == "over" and self._stays_at_the_end):
            return
        self._phase, self._stays_at_the_end = phase, phase == "over"
        is_shared = phase == "playing" and len(self.clients) > 1
        self._show(CoverScreen(self.client) if is_shared else SCREENS[phase](self.client))

    @on(EndScreen.Dismissed)
    def leave_the_end(self) -> None:
        """Goes on with the table, wherever that stands."""
        self._stays_at_the_end = False
        self._show_phase()
        self._bring_up_to_date()

    def _cover_if_due(self) -> None:
        """Covers the screen where somebody else who shares it has to decide."""
        if self._phase != "playing" or len(self.clients) == 1 or _is_asked(self.client):
            return
        at = self.clients.index(self.client)
        others = (*self.clients[at + 1 :], *self.clients[:at])
        asked = next((client for client in others if _is_asked(client)), None)
        if asked is not None:
            self.client = asked
            self._show(CoverScreen(asked))

    @on(Uncovered)
    def uncover(self) -> None:
        """Shows the board to whoever has come to the screen."""
        self._show(GameScreen(self.client))

    # --- what the player says ----------------------------------------------------------------

    def _say_all_of(self, settings: StoredSettings) -> None:
        for words in settings.words:
            self.client.log.noticed(words)
        if settings.is_to_keep:
            self.say(KeepProfile(profile=self.profile.to_keep(is_whole=self.is_chosen)))

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self.client.send(message)

    @on(Send)
    def pass_on(self, message: Send) -> None:
        """Says what a screen wants said."""
        self.say(message.message)

    @on(Wear)
    def put_on(self, message: Wear) -> None:
        """Takes on other settings, for every screen that is open."""
        self.is_chosen = True
        self.wear(message.profile)
        self._bring_up_to_date()

    @on(Asked)
    def call(self, message: Asked) -> None:
        """Reminds this player in a while, if no key comes; who reacts in a window is never rung."""
        self.rest()
        if not message.in_window:
            self._reminder = self.set_timer(UNHEARD, self._remind)

    @on(QuestionClosed)
    def rest(self) -> None:
        """The window's title says nothing special any more."""
        self._is_reminded = False
        if self._reminder is not None:
            self._reminder.stop()
        self._entitle()

    def _entitle(self) -> None:
        """Says in the window's title who waits, and whether it is this player."""
        waiting = chairs.told_knocks(chairs.knocks(self.client.model))
        title = YOUR_TURN if self._is_reminded else TITLE
        title = f"({waiting}) {title}" if waiting else title
        if title != self._title:
            self._title = title
            self.name_window(title)

    def _call_back(self, client: TableClient) -> None:
        """Rings for what somebody who looks elsewhere wants to hear of, once each."""
        calls, client.calls[:] = list(client.calls), []
        for call in calls:
            waiting = chairs.knocks(client.model)
            self.ring_for(waiting[-1].words if call is Call.KNOCK and waiting else CALLS[call])

    def _remind(self) -> None:
        """Reminds somebody who is asked and presses nothing, once a turn."""
        left = UNHEARD - (now() - self._heard_at)
        if left > AT_ONCE:
            self._reminder = self.set_timer(left, self._remind)
            return
        seen = self.client.model.seen
        view = seen.view if seen is not None else None
        turn = (getattr(view, "turn", 0), getattr(view, "round", 0), getattr(view, "player", -1))
        if turn != self._reminded_in:
            self._reminded_in, self._is_reminded = turn, True
            self.ring_for(CALLS[Call.TURN])
            self._entitle()

    # --- keys that belong to chance ------------------------------------------------------------

    @property
    def _event(self) -> RandomEvent | None:
        """The random event that this player sees."""
        return scene_builder.open_event(self.client.model, self.client.answering)

    @property
    def _board(self) -> GameScreen | None:
        """The board, where nothing lies over it."""
        return self.screen if isinstance(self.screen, GameScreen) else None

    def _watch_chance(self) -> None:
        self._contributing.watch(self.client, self._event, on_board=self._board is not None)

    async def on_event(self, event: events.Event) -> None:
        """Hands an event on; keys and pastes first come by here, before any widget has them."""
        match event:
            case events.Key() | events.Paste() if not event.is_forwarded:
                self._heard_at = now()
                if self._is_chances(event) or self._wakes(event):
                    return
        await super().on_event(event)

    def _wakes(self, pressed: events.Key | events.Paste) -> bool:
        """Any key takes the seat back that a bot keeps for somebody who has not answered."""
        leaving = keys.Keys(self.profile.keymap).of("app.interrupt")
        if not isinstance(pressed, events.Key) or pressed.key in leaving:
            return False
        if self._board is None or not chairs.is_kept_warm(self.client.model):
            return False
        self.say(Sit(seat=self.client.model.seat))
        return True

    def _is_chances(self, pressed: events.Key | events.Paste) -> bool:
        self._watch_chance()
        board = self._board
        event, mine = self._event, keys.Keys(self.profile.keymap)
        if board is not None and isinstance(pressed, events.Key) and pressed.key == "escape":
            self._contributing.put_away()
            if is_called(event):
                board.put_chance_away()
            return is_called(event)
        if not self._contributing.takes(pressed, mine, event, on_board=board is not None):
            return False
        if message := self._contributing.given_by(pressed, self.client, self._event):
            self.say(message)
        elif board is not None:
            board.swallowed_key()
        return True

    # --- what the player opens -----------------------------------------------------------------

    def action_head(self) -> None:
        """Shows what the host has signed so far."""
        signed = signed_head(self.client.model)
        if signed is not None:
            shown = self.profile.changed(depth=self.palette.depth)
            self.push_screen(HeadDialog(signed, shown, self.client))

    def action_chat(self) -> None:
        """Opens the chat."""
        self.push_screen(ChatDialog(self.client))

    def action_settings(self) -> None:
        """Opens the settings."""
        self.push_screen(ProfileDialog(self.profile, self.client))

    def action_people(self) -> None:
        """Opens the list of people."""
        self.push_screen(PeopleDialog(self.client))

    def action_invite(self) -> None:
        """Opens the invites by name."""
        self.push_screen(InvitesDialog(self.client))

    def action_orders(self) -> None:
        """Opens the orders for the own hidden cards."""
        if scene_builder.may_order(self.client.model):
            self.push_screen(OrdersDialog(self.client))

    def action_tempo(self, by: int) -> None:
        """Has events stay shorter or longer."""
        if (tempo := tempo_after(self.client.model, by)) is not None:
            self.say(SetTempo(tempo=tempo))
            if self._board is not None:
                self._board.remark(pace_words(tempo))

    def action_always_hold(self) -> None:
        """Opens the standing order."""
        self.push_screen(StandingOrderDialog(self.client))

    def action_pledge(self) -> None:
        """Opens the dialog in which one binds oneself to a secret."""
        self.push_screen(PledgeDialog(self.client))

    def action_command_palette(self) -> None:
        """Opens the palette, with our own commands and no others."""
        self.push_screen(PaletteDialog(self.client, self.profile), self._do)

    def action_table_menu(self) -> None:
        """Opens the menu of everything that can be done."""
        self.push_screen(table_menu(self.client, self.profile), self._do)

    async def _do(self, action: str | None) -> None:
        if action is not None:
            await self.run_action(action, self)

    def action_step_away(self) -> None:
        """Has a bot play this seat until its player is back."""
        self.say(StepAway())

    def action_rematch(self) -> None:
        """Asks for another game."""
        self.say(Rematch())

    def action_audit(self) -> None:
        """Asks for the audit."""
        self.say(Audit())

    # --- what the player is asked about ---------------------------------------------------------

    @work
    async def ask_to_take_over(self) -> None:
        """Asks which of two windows has the seat, where the same key is connected twice."""
        welcome = self.client.model.welcome
        answer = await self.push_screen_wait(TakeOverDialog(welcome.name if welcome else ""))
        self.say(TakeOver(yes=answer == "here"))

    @work
    async def action_leave(self) -> None:
        """Leaves, after asking which way."""
        lobby = self.client.model.lobby
        playing = lobby is not None and lobby.phase == "playing" and self.client.model.seat >= 0
        dialog = LeaveDialog(self.client, self._keeper)
        way = dialog.usual
        if playing or dialog.needs_an_answer or self.profile.confirm.leave:
            way = await self.push_screen_wait(dialog)
        match way:
            case "hang_up":
                self._hang_up()
            case "away":
                self.say(StepAway())
            case "leave":
                self.say(Leave())
                # The room's goodbye brings a receipt, and ends this; who is gone cannot bring one.
                self.set_timer(GOODBYE, self._hang_up)

    def action_interrupt(self) -> None:
        """Leaves; whoever presses it again means it, unless the table would close for others."""
        if not isinstance(self.screen, LeaveDialog):
            self.action_leave()
        elif not self.screen.needs_an_answer:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._is_aside:
            self.come_back()
            return
        for line in keepsakes(self.client.model, self._keeper):
            self.bid_farewell(line)
        self.client.hang_up()
        self.exit()

    def action_host(self, act: Literal["pause", "resume"]) -> None:
        """The host stops the clocks, or lets them run again."""
        self.say(Host(act=act))

    @work
    async def action_end_game(self) -> None:
        """The host ends the game, after being asked."""
        if await self.push_screen_wait(end_dialog(self.client)) == "end":
            self.say(Host(act="end"))

    @work
    async def action_seat_bot(self) -> None:
        """The host gives a seat to a bot."""
        answer = await self.push_screen_wait(bot_dialog(self.client))
        if answer is not None:
            self.say(Host(act="bot", seat=int(answer)))


class JoinedTableApp(TableApp):
    """The same at a table on another machine."""

    SORRY = (
        "Sorry: the interface broke over something that the host has said.",
        "Your seat is kept. Join again to go on.",
    )


def _is_asked(client: TableClient) -> bool:
    return scene_builder.open_question(client.model, client.answering) is not None
