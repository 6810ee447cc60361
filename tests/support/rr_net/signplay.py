"""People in a room whose clients sign all that they do, and tables where they play."""

from collections import Counter

from rr_net import link
from rr_net.fairness.base.rows import AnswerRow
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.ssh.keys import fingerprint_of
from tests.support.rr_net.hostkeys import HOST, key_of
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import Player, hall, journalled, load_any
from tests.support.rr_net.signing import SigningClient

HOST_KEY = fingerprint_of(HOST)


class SigningPlayer(Player):
    """Somebody with a client that watches the record and signs."""

    def __init__(self, hall, key, name, is_host):
        super().__init__(hall, key, name, is_host)
        self.client = SigningClient(name, -1, HOST_KEY)
        self._heard = 0

    async def says_so(self):
        """Says with which key it signs, and watches the record."""
        await self.does(link.SignWith(**self.client.signer))
        await self.does(link.Watch())

    async def catches_up(self):
        """Takes in all rows that it was told, and asks for more where there are more."""
        while True:
            told = self.screen.told[self._heard :]
            self._heard = len(self.screen.told)
            rows = [message for _, message in told if isinstance(message, link.RecordRows)]
            for each in rows:
                self.client.hears(each)
            if not rows or len(self.client.rows) >= rows[-1].size:
                return
            await self.does(link.Watch(since=len(self.client.rows)))

    async def signed(self, option, kind="answer", **more):
        await self.catches_up()
        number = self.screen.pending.number
        return link.AnswerSignature(**self.client.answer(number, option, kind, **more))

    async def answers(self, act=None, **more):
        ask = self.screen.ask
        wanted = next(o.option for o in ask.options if act in (None, o.act))
        given = {"signed": await self.signed(wanted)}
        window = self.screen.window
        if window is not None and window.next is not None and window.next.ask is not None:
            given |= {"next": 0, "next_signed": await self.signed(0, kind="ahead")}
        await super().answers(act, **given | more)

    async def gives(self):
        """Gives what its client has drawn to the open event."""
        await self.catches_up()
        event = self.screen.pending.event
        gift = self.client.gift(event.number, event.opening)
        await self.does(link.Contribute(event=event.number, signed=gift))

    async def bears_witness(self):
        await self.catches_up()
        if any('"type":"checkpoint"' in row for row in self.client.rows):
            await self.does(link.BearWitness(**self.client.seen()))

    async def begins_key(self, row=-1):
        """Signs the row for which it was asked last, or another one."""
        asked = self.screen.last(link.AskSeatKey)
        await self.catches_up()
        signed = self.client.seat_key(asked.seat, asked.row if row < 0 else row)
        self.client.seat = asked.seat
        await self.does(link.SignSeat(**signed))

    async def files(self, *orders):
        await self.catches_up()
        signed = self.client.orders(self.screen.pending.number, orders)
        await self.does(link.FileOrders(orders=orders, signed=link.OrdersSignature(**signed)))


async def comes_signing(place, name, *, seat=-1, is_host=False, device=""):
    """Somebody comes with a client that signs, and sits down."""
    kind = SigningPlayer
    player = await place.comes(name, fingerprint_of(key_of(name)), is_host=is_host, kind=kind)
    player.client = SigningClient(name, seat, HOST_KEY, device)
    await player.says_so()
    if seat >= 0:
        player.client.seat = seat
        await player.does(link.Sit(seat=seat))
    return player


async def comes_plain(place, name, *, seat=-1, is_host=False):
    """Somebody comes by ssh alone, and sits down."""
    player = await place.comes(name, fingerprint_of(key_of(name)), is_host=is_host)
    if seat >= 0:
        await player.does(link.Sit(seat=seat))
    return player


async def plays_on(place, players, turns=2000):
    """Everybody gives, signs, and takes the first option, until the game is over."""
    for _ in range(turns):
        if place.room.phase != "playing":
            return
        for player in players:
            if player.screen.all(link.Pending):
                await does_something(player)
        await place.passes(0.5)


async def does_something(player):
    event = player.screen.pending.event
    if event is not None and event.stage == "contribute" and not event.mine:
        if event.how == "signed":
            await player.gives()
        elif event.how == "keys":
            await player.does(link.Contribute(event=event.number, keys="asdf"))
    if isinstance(player, SigningPlayer):
        await player.bears_witness()
    if player.screen.ask is not None:
        await player.answers()


def signing_hall(**settings):
    """A room with a real record."""
    settings = {"archive": journalled(), "options": {"turn_cap": "3"}} | settings
    return hall(**settings)


def rows_of(place):
    """The rows of the record that was opened, once it is verified."""
    bundle = place.archive.last_bundle
    assert checked(bundle, load_game=load_any).sentence
    return read_bundle(bundle).rows


def kept_rows(place):
    """The rows of the game on the table, as far as it has come."""
    return read_bundle(place.archive.records[-1].bundle).rows


def said_of(rows, kind):
    return [row.pub for row in rows if row.type == kind]


async def two(place, *, second=comes_signing):
    """Ann, who hosts and signs, and Bob."""
    players = [
        await comes_signing(place, "ann", seat=0, is_host=True),
        await second(place, "bob", seat=1),
    ]
    for player in players:
        await player.does(link.Ready())
    return players


async def three(place):
    """Ann, Bob and Cem, who sign."""
    players = [
        await comes_signing(place, name, seat=seat, is_host=seat == 0)
        for seat, name in enumerate(("ann", "bob", "cem"))
    ]
    for player in players:
        await player.does(link.Ready())
    return players


async def asked(place, players):
    """Who is asked alone, once no random event is open."""
    for _ in range(20):
        for player in players:
            if player.screen.ask is not None:
                return player
            if (
                player.screen.pending.event is not None
                and player.screen.pending.event.how == "signed"
            ):
                await player.gives()
        await place.passes(1)
    raise AssertionError("nobody is asked")


async def goes_on_until(place, players, is_so):
    for _ in range(200):
        if is_so():
            return
        await plays_on(place, players, turns=1)
    raise AssertionError("that never comes")


def given_by(rows):
    answers = [row.body for row in rows if isinstance(row, AnswerRow)]
    return Counter(
        (each.seat, each.by, each.signed.kind if each.signed else "") for each in answers
    )
