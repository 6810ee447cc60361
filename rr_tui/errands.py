"""Errands: what the app does for the player besides the game itself, each in a dialog."""

from __future__ import annotations

from typing import Literal

from textual import work

from rr_net.link import Audit, FromPlayer, Host, Leave, Rematch, TakeOver
from rr_net.safetext import clean
from rr_tui.board.choices import DIGITS
from rr_tui.client import proofs
from rr_tui.client.commands import commands, key_of
from rr_tui.client.keepsakes import keepsake, signed_head
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog
from rr_tui.dialogs.chat import ChatDialog
from rr_tui.dialogs.head import HeadDialog
from rr_tui.dialogs.palette import PaletteDialog
from rr_tui.dialogs.people import PeopleDialog
from rr_tui.dialogs.pledge import PledgeDialog
from rr_tui.dialogs.profile import SettingsDialog
from rr_tui.dialogs.reading import ReaderDialog, log_dialog, rules_dialog
from rr_tui.dialogs.standing import StandingOrderDialog
from rr_tui.games.registry import idiom_of, signs_on
from rr_tui.looks import keys
from rr_tui.looks.spans import BLANK, Row, Span, fit
from rr_tui.terminal.app import RemoteApp
from rr_tui.widgets.menu import MenuItem, item

KEY_GROUPS = (
    ("On the board", keys.BOARD),
    ("While you hold a card over the table, before anything else", keys.HOLDING),
    ("Everywhere", keys.EVERYWHERE),
)
KEY = 16
"""Cells for the keys of an action in their list."""
GOODBYE = 1.0
"""Seconds in which a room says goodbye to somebody who leaves."""
HostAct = Literal["pause", "resume", "end", "bot", "remove"]


class Errands(RemoteApp):
    """The dialogs of an app that listens with one ear at a time."""

    ear: TableClient

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        raise NotImplementedError

    # --- to read -------------------------------------------------------------------------------

    def action_log(self) -> None:
        """Opens the whole log."""
        self.push_screen(log_dialog(self.ear))

    def action_rules(self) -> None:
        """Opens the rules of the game on the table."""
        if (lobby := self.ear.known.lobby) is not None:
            self.push_screen(rules_dialog(self.ear, lobby.game))

    def action_proof(self) -> None:
        """Opens the page about what is proved and what is not."""
        rows = proofs.rows(self.glyphs, self.ear.known.ended)
        self.push_screen(ReaderDialog(proofs.TITLE, rows, self.ear))

    def action_head(self) -> None:
        """Shows what the host has signed so far."""
        signed = signed_head(self.ear.known)
        if signed is not None:
            self.push_screen(HeadDialog(signed, self.profile, self.ear))

    def action_help(self) -> None:
        """Opens the list of keys."""
        self.push_screen(ReaderDialog("Keys", self._key_lines(), self.ear))

    def _key_lines(self) -> list[Row]:
        rows, idiom = self._sign_lines(), idiom_of(self.ear.known)
        theirs = keys.Keys(self.profile.keymap)
        for words, group in KEY_GROUPS:
            told = [key for key in group if key.helps(idiom)]
            rows += [(Span(words, "title"),), BLANK] if told else []
            for key in told:
                shown = fit(theirs.all_shown(key.id), KEY - 1)
                rows.append((Span(f"{shown:<{KEY}}", "keyword"), Span(key.words)))
            rows += [BLANK] if told else []
        rows += [(Span(words, "muted"),) for words in _about_keys(theirs)]
        lost = "If your terminal is left strange after a lost connection, type: reset"
        return [*rows, BLANK, (Span(lost, "muted"),)]

    def _sign_lines(self) -> list[Row]:
        """What is on the table, where its game has signs of its own."""
        seen = self.ear.known.seen
        signs = tuple(signs_on(seen, self.glyphs)) if seen is not None else ()
        rows: list[Row] = [(Span(f"{sign} ", "keyword"), Span(words)) for sign, words in signs]
        return [(Span("On the table", "title"),), BLANK, *rows, BLANK] if rows else []

    # --- to do ---------------------------------------------------------------------------------

    def action_chat(self) -> None:
        """Opens the chat."""
        self.push_screen(ChatDialog(self.ear))

    def action_settings(self) -> None:
        """Opens the settings."""
        self.push_screen(SettingsDialog(self.profile, self.ear))

    def action_people(self) -> None:
        """Opens the list of people."""
        self.push_screen(PeopleDialog(self.ear))

    def action_never_wait(self) -> None:
        """Opens the standing order."""
        self.push_screen(StandingOrderDialog(self.ear))

    def action_pledge(self) -> None:
        """Opens the dialog in which one binds oneself to a secret."""
        self.push_screen(PledgeDialog(self.ear))

    def action_command_palette(self) -> None:
        """Opens the palette, with our own commands and no others."""
        self.push_screen(PaletteDialog(self.ear, self.profile), self._do)

    def action_table_menu(self) -> None:
        """Opens the menu of everything that can be done."""
        items = [
            item(
                command.action, f"{command.words:<34} {key_of(command, self.profile)}", command.note
            )
            for command in commands(self.ear.known)
        ]
        self.push_screen(ChoiceDialog("The table", "", items, self.ear), self._do)

    async def _do(self, action: str | None) -> None:
        if action is not None:
            await self.run_action(action, self)

    def action_rematch(self) -> None:
        """Asks for another game."""
        self.say(Rematch())

    def action_audit(self) -> None:
        """Asks for the audit."""
        self.say(Audit())

    # --- to be asked about -------------------------------------------------------------------

    @work
    async def ask_to_take_over(self) -> None:
        """Asks which of two windows has the seat, where the same key is connected twice."""
        items = [
            item("here", "Take over here", "The other window is closed."),
            item("there", "Leave it there", "This connection ends."),
        ]
        words = "You are at this table already, in another window."
        answer = await self.push_screen_wait(ChoiceDialog("Take over here?", words, items))
        self.say(TakeOver(yes=answer == "here"))

    @work
    async def action_leave(self) -> None:
        """Leaves, after asking which way."""
        lobby = self.ear.known.lobby
        playing = lobby is not None and lobby.phase == "playing" and self.ear.known.seat >= 0
        if not playing and not self.profile.confirm.leave:
            self._hang_up()
            return
        dialog = LeaveDialog("Leave?", "", _ways_to_leave(playing=playing), self.ear)
        match await self.push_screen_wait(dialog):
            case "hang_up":
                self._hang_up()
            case "leave":
                self.say(Leave())
                # The room's goodbye brings a receipt, and ends this; who is gone cannot bring one.
                self.set_timer(GOODBYE, self._hang_up)

    def action_interrupt(self) -> None:
        """Leaves; whoever presses it again means it."""
        if isinstance(self.screen, LeaveDialog):
            self._hang_up()
        else:
            self.action_leave()

    def _hang_up(self) -> None:
        for line in keepsake(self.ear.known):
            self.bid_farewell(line)
        self.ear.hang_up()
        self.exit()

    def action_host(self, act: HostAct) -> None:
        """The host acts on the table."""
        self.say(Host(act=act))

    @work
    async def action_end_game(self) -> None:
        """The host ends the game, after being asked."""
        items = [item("stay", "Play on"), item("end", "End the game", "Nobody wins.")]
        if await self.push_screen_wait(ChoiceDialog("End the game?", "", items, self.ear)) == "end":
            self.say(Host(act="end"))

    @work
    async def action_seat_bot(self) -> None:
        """The host gives a seat to a bot."""
        lobby = self.ear.known.lobby
        seats = lobby.seats if lobby is not None else ()
        items = [
            item(str(seat.seat), clean(seat.name, 32), "A bot plays on in this seat.")
            for seat in seats
            if seat.kind == "player"
        ]
        words = "Whose seat shall a bot play?"
        answer = await self.push_screen_wait(ChoiceDialog("A bot", words, items, self.ear))
        if answer is not None:
            self.say(Host(act="bot", seat=int(answer)))


def _about_keys(theirs: keys.Keys) -> tuple[str, str]:
    """What holds for many keys at once."""
    marks = [theirs.shown(key.id) for key in keys.DIGIT_KEYS]
    picking = "1-9 choose what is marked with that digit."
    if "".join(marks) != DIGITS:
        picking = f"{' '.join(marks)}: each chooses what it marks."
    moving = "Arrows" if theirs.arrows == "arrows" else theirs.arrows
    return picking, f"{moving} and {theirs.shown('board.choose')} alone are enough for everything."


class LeaveDialog(ChoiceDialog):
    """Whether to leave, and how."""


def _ways_to_leave(*, playing: bool) -> list[MenuItem]:
    stay = item("stay", "Stay")
    if not playing:
        return [stay, item("hang_up", "Leave", "You can come back with the same key.")]
    return [
        stay,
        item("hang_up", "Hang up", "Your seat waits for you for a while, then a bot holds it."),
        item("leave", "Leave the table", "Your seat is given away now."),
    ]
