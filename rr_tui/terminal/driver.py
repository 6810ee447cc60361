"""A Textual driver over any byte channel: bytes in, one write per frame out, no threads.

The session that owns the channel calls `feed`, `resized`, `drained` and `closed`; the driver calls
the channel. Frames are dropped and never queued while the other end is behind: see `FrameGate`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf, nextafter
from typing import Protocol

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from rr_tui.terminal.decoder import Acknowledged, DrawsWhole, Focus
from rr_tui.terminal.modes import (
    SYNC_END,
    SYNC_START,
    NoticeStyle,
    entering,
    leaving,
    mouse_mode,
    noticed,
    titled,
)
from rr_tui.terminal.reader import InputReader, Timers

REQUEST = "\x1b[5n"
FRAMES_UNDER_WAY = 2
"""How many frames any terminal may have before it has drawn the first of them."""
FRAMES_ON_THE_LINE = 8
"""How many one may have that has drawn as many in the time of a round trip."""
ANSWERS_KEPT = 32
"""So many of the last answers say how much a terminal draws in the time of a round trip."""
ROUND_TRIPS_KEPT = 256
"""The shortest of so many is the line's: in more frames than an animation has there is a pause."""


class FrameGate:
    """Counts the frames that are sent and not yet drawn.

    One more may be under way than the terminal has lately drawn in the time of a round trip: on a
    slow line no frame waits for those before it, and a terminal that draws slowly gets two.
    """

    PROBE_PAUSE = 5.0
    """Seconds between two requests to a terminal that is behind."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.answers = False
        self._now = now
        self._sent_at: deque[float] = deque()
        self._took: deque[float] = deque(maxlen=ROUND_TRIPS_KEPT)
        self._answered_at: deque[float] = deque(maxlen=FRAMES_ON_THE_LINE)
        self._in_a_round_trip: deque[int] = deque(maxlen=ANSWERS_KEPT)

    @property
    def under_way(self) -> int:
        """How many frames are sent and not answered."""
        return len(self._sent_at)

    @property
    def is_full(self) -> bool:
        """Whether no more frames may be sent until one is drawn."""
        drawn = max(self._in_a_round_trip, default=0)
        most = min(max(FRAMES_UNDER_WAY, drawn + 1), FRAMES_ON_THE_LINE)
        return self.answers and self.under_way >= most

    def probe(self) -> str:
        """A request that belongs to no frame: to learn whether the terminal answers at all."""
        return REQUEST

    def sent(self) -> str:
        """Counts a frame; returns what must follow it."""
        if not self.answers:
            return ""
        self._sent_at.append(self._now())
        return REQUEST

    def acknowledged(self) -> None:
        """The terminal has drawn a frame, or answers for the first time."""
        self.answers = True
        if self._sent_at:
            now = self._now()
            self._took.append(now - self._sent_at.popleft())
            self._answered_at.append(now)
            since = now - min(self._took)
            self._in_a_round_trip.append(sum(at > since for at in self._answered_at))


BACKLOG_LIMIT = 64 * 1024
"""How many written bytes a channel may hold before it says that it is congested."""

CONGESTED_SECONDS = 60.0
"""How long a session may be behind before its owner is told to end it."""

WIDTHS = (20, 400)
HEIGHTS = (8, 200)
RESIZE_PAUSE = 0.1
DRAWN_PATIENCE = 3.0
"""How long a frame's answer is waited for before the frame is taken as drawn."""
ANSWERED_WITHIN = 1.0
"""A frame that comes later than so many seconds after a key is no answer to it."""
SMALL_FRAME = 256
"""A frame this short comes in one packet: it needs no marks to be drawn at once."""
HELD_BUTTONS = 8
TYPED_AHEAD = 256
"""How many bytes are kept that come before the app listens."""


class ByteChannel(Protocol):
    """The other end of a session, as the driver sees it."""

    @property
    def congested(self) -> bool:
        """Whether more than `BACKLOG_LIMIT` bytes still wait to be sent."""

    def write(self, content: bytes, /) -> None:
        """Sends bytes; after the end they are swallowed."""

    def hold(self, held: bool, /) -> None:
        """Whether nothing more should be read for now."""

    def close(self) -> None:
        """Ends the session from our side."""


def clamped(width: int, height: int) -> tuple[int, int]:
    """A terminal's size within the bounds that are drawn."""
    return _within(width, WIDTHS), _within(height, HEIGHTS)


def _within(claimed: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], claimed))


def _nothing() -> None:
    """What happens when nobody listens."""


class ChannelDriver(Driver):
    """Draws one app on one byte channel and reads its keys from there."""

    def __init__(
        self,
        app: App[object],
        channel: ByteChannel,
        size: tuple[int, int],
        *,
        mouse: bool = False,
        on_stalled: Callable[[], object] | None = None,
        on_frame: Callable[[float | None], object] = bool,
        on_resized: Callable[[], object] = _nothing,
    ) -> None:
        super().__init__(app, debug=False, mouse=mouse, size=clamped(*size))
        self.channel = channel
        self.frames = self.frames_dropped = 0
        self.draws_whole = False
        self.is_behind = False
        """The terminal has said that its window is not in front."""
        self.on_begun: Callable[[], object] = _nothing
        """Called when there is a picture to show, or no more to come."""
        self._on_stalled = on_stalled or channel.close
        self._on_frame = on_frame
        self._on_resized = on_resized
        self._gate = FrameGate(self._loop.time)
        self._alarms = Timers(self._loop)
        self._input = InputReader(
            self._alarms,
            post=self.process_message,
            queued=self._queued,
            hold=channel.hold,
            answered=self._answered,
        )
        self._input.takes_mouse = mouse
        self._out: list[str] = []
        self._farewell: list[str] = []
        self._early: bytearray | None = bytearray()
        self._is_on = self._is_gone = self._is_resized = self._missed_frame = False
        self._pressed_at: float | None = None
        self._watchers: list[tuple[int, Callable[[float], object]]] = []
        self._behind_since: float | None = None

    # --- what the session calls ---------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How much of what the client typed waits for the app."""
        return self._input.waiting

    @property
    def unanswered(self) -> int:
        """How many frames the terminal has still to say of that they are drawn."""
        return self._gate.under_way

    def feed(self, content: bytes) -> None:
        """Takes bytes from the client: the app reads what is typed ahead when it begins."""
        if self._is_on:
            self._input.feed(content)
        elif self._early is not None:
            self._early += content[: TYPED_AHEAD - len(self._early)]

    def resized(self, width: int, height: int) -> None:
        """The client's window has another size; a storm of them is passed on ten times a second."""
        self._size = clamped(width, height)
        self._is_resized = True
        if self._is_on and not self._alarms.is_pending("resize"):
            self._tell_size()

    def drained(self) -> None:
        """The channel has room again."""
        self._maybe_catch_up()

    def closed(self) -> None:
        """The connection is gone: nothing is written any more and the app ends."""
        self._is_gone = True
        self.disable_input()
        self._app.exit()

    # --- output -------------------------------------------------------------------------

    @property
    def is_congested(self) -> bool:
        """Whether the other end is behind, so that a frame would have to wait."""
        return self.channel.congested or self._gate.is_full

    def show(self, body: str) -> None:
        """Sends one frame, and asks the terminal to say when it is drawn."""
        if self.draws_whole and len(body) > SMALL_FRAME:
            body = SYNC_START + body + SYNC_END
        self._out.append(body + self._gate.sent())
        self.frames += 1
        self._on_frame(self._since_key())
        self.flush()
        self.on_begun()
        self._tell_watchers()

    def _since_key(self) -> float | None:
        """The seconds since the first key without a frame; None where this one is no answer."""
        pressed, self._pressed_at = self._pressed_at, None
        since = inf if pressed is None else self._loop.time() - pressed
        return since if since <= ANSWERED_WITHIN else None

    def refuse_frame(self) -> None:
        """A frame is dropped: the newest picture is drawn when the other end has caught up."""
        self.frames_dropped += 1
        self._missed_frame = True
        self.on_begun()
        if self._behind_since is None:
            self._behind_since = self._loop.time()
            self._alarms.later("stall", self._gate.PROBE_PAUSE, self._look_at_stall)

    def when_drawn(self, call: Callable[[float], object]) -> None:
        """Calls back when the terminal shows everything so far, with the time of its answer.

        Keys with a later time were pressed at a terminal that showed it. A terminal that does not
        answer is taken at its word, and one whose answer is lost after a while.
        """
        self._watchers.append((self.frames + self._missed_frame, call))
        self._tell_watchers()
        if self._watchers:
            self._alarms.later("drawn", DRAWN_PATIENCE, self._tell_all_watchers)

    def ring(self) -> None:
        """Rings the bell."""
        self._send("\a")

    def notify(self, style: NoticeStyle, words: str) -> None:
        """Shows a desktop notice, where the terminal has said that its window is not in front."""
        if self.is_behind:
            self._send(noticed(style, words))

    def set_title(self, text: str) -> None:
        """Names the window; the text must be ours, never what somebody has typed."""
        self._send(titled(text))

    def set_mouse(self, *, wanted: bool) -> None:
        """Asks the terminal to report the mouse, or to stop."""
        if wanted != self._mouse:
            self._mouse = self._input.takes_mouse = wanted
            self._send(mouse_mode(wanted=wanted))

    def bid_farewell(self, line: str) -> None:
        """Keeps one line for the normal screen, after the interface has left."""
        self._farewell.append(line)

    def write(self, data: str) -> None:
        """Textual's own output: dropped, for only our frames may reach a terminal."""

    def flush(self) -> None:
        """Sends what is buffered in one write."""
        self._alarms.cancel("flush")
        content = "".join(self._out).encode("utf-8", "replace")
        self._out.clear()
        if content and not self._is_gone:
            try:
                self.channel.write(content)
            except OSError:
                self._is_gone = True

    def _send(self, sequence: str) -> None:
        """Buffers a control sequence until the next frame or the end of this turn of the loop."""
        if self._is_on and not self._is_gone:
            self._out.append(sequence)
            self._alarms.later("flush", 0.0, self.flush)

    def _tell_watchers(self) -> None:
        drawn = self.frames - self._gate.under_way
        told = [call for frame, call in self._watchers if frame <= drawn]
        self._watchers = [each for each in self._watchers if each[0] > drawn]
        # Later than the keys that came before the answer, be the clock ever so coarse.
        now = nextafter(self._loop.time(), inf)
        for call in told:
            call(now)

    def _tell_all_watchers(self) -> None:
        self._watchers = [(0, call) for _, call in self._watchers]
        self._tell_watchers()

    def _look_at_stall(self) -> None:
        if self._behind_since is None:
            return
        # An answer may have been lost, as when another terminal attaches to the same session.
        if not self.channel.congested:
            self._out.append(self._gate.probe())
            self.flush()
        self._alarms.later("stall", self._gate.PROBE_PAUSE, self._look_at_stall)
        if self._loop.time() - self._behind_since >= CONGESTED_SECONDS:
            self._behind_since = inf  # said once
            self._on_stalled()

    def _maybe_catch_up(self) -> None:
        if self.is_congested or not self._missed_frame:
            return
        self._missed_frame = False
        self._behind_since = None
        self._alarms.cancel("stall")
        self._app.call_later(self._app.refresh)

    # --- Textual's driver ---------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Takes the terminal over, whatever state an earlier session left it in."""
        self._is_on = True
        self._take_over()
        early, self._early = self._early, None
        if early:
            self.feed(bytes(early))

    def suspend_application_mode(self) -> None:
        """Lends the terminal to somebody else while the process is stopped."""
        if self._is_on:
            self._out.append(leaving([]))
            self.flush()

    def resume_application_mode(self) -> None:
        """Takes the terminal over again, whatever it shows by now."""
        if self._is_on:
            self._gate = FrameGate(self._loop.time)
            self._take_over()

    def _take_over(self) -> None:
        self._out.append(entering(mouse=self._mouse) + self._gate.probe())
        self.flush()
        self._tell_size()

    def disable_input(self) -> None:
        """Reads no more keys."""
        self._is_on, self._early = False, None
        self._input.stop()
        self._watchers.clear()
        self._alarms.cancel_all()

    def stop_application_mode(self) -> None:
        """Leaves the terminal clean, with the farewell on the normal screen."""
        self.disable_input()
        self._out.append(leaving(self._farewell, *(self._size or ())[:1]))
        self.flush()

    def close(self) -> None:
        """Sends the rest; the channel is closed by the session."""
        self.flush()

    def send_message(self, message: Message) -> None:
        """Posts an event to the app: we are on its loop already."""
        self._app.post_message(message)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing: the browser would be the host's."""

    # --- input --------------------------------------------------------------------------

    def process_message(self, message: Message) -> None:
        """Hands one event of the terminal to the app."""
        if isinstance(message, events.Key) and self._pressed_at is None:
            self._pressed_at = self._loop.time()
        super().process_message(message)
        # Textual keeps every button that was pressed and never released.
        del self._down_buttons[:-HELD_BUTTONS]

    def _answered(self, token: Acknowledged | DrawsWhole | Focus) -> None:
        match token:
            case Focus(is_in_front):
                self.is_behind = not is_in_front
            case Acknowledged():
                self._gate.acknowledged()
                self._tell_watchers()
                self._maybe_catch_up()
            case DrawsWhole():
                self.draws_whole = True

    def _queued(self) -> int:
        """How many messages wait on the way that a key takes."""
        screens = self._app.screen_stack
        target = (screens[-1].focused or screens[-1]) if screens else self._app
        return sum(node.message_queue_size for node in target.ancestors_with_self)

    def _tell_size(self) -> None:
        assert self._size is not None
        self._is_resized = False
        self._alarms.later("resize", RESIZE_PAUSE, self._size_settled)
        self._on_resized()
        size = Size(*self._size)
        self._app.post_message(events.Resize(size, size))

    def _size_settled(self) -> None:
        if self._is_resized:
            self._tell_size()
