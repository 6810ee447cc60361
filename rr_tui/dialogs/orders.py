"""Orders: what each own hidden card does in reaction windows while its owner is not asked.

An empty filing looks like a full one to everybody else (RR-HID-19).
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import on

from rr_net.link import FileOrders, Order, TakeBackOrders
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.client import scene_builder
from rr_tui.client.orders import ANY, NOTE, cards_of, order_words
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import MenuDialog
from rr_tui.games.registry import idiom_of
from rr_tui.looks.spans import Span, fit
from rr_tui.widgets.menu import Menu, MenuItem, item

NAME = 26


class OrdersDialog(MenuDialog[None]):
    """A line for each card, and one that files them all."""

    SHAPE = "tall wide"
    client: TableClient

    def __init__(self, client: TableClient) -> None:
        super().__init__("Orders", client, "Enter changes a card, or files · Esc goes back")
        said = client.model.pending.beforehand if client.model.pending is not None else None
        self._cards = cards_of(client.model)
        self._orders = {(order.zone, order.at): order for order in said.orders} if said else {}
        self._is_filed = said is not None and said.filed

    def on_mount(self) -> None:
        """The first picture."""
        super().on_mount()
        self._look()

    def _look(self) -> None:
        model = self.client.model
        items = []
        for zone, at, face in self._cards:
            words = order_words(self._orders.get((zone, at)), model)
            name = f"{fit(clean(model.title(face), 40), NAME):<{NAME}} "
            items.append(MenuItem(f"{zone}:{at}", (Span(name), Span(words, "accent")), NOTE))
        items.append(item("file", self._filing, NOTE, role="accent"))
        if self._is_filed:
            back = "You are asked again from the next window on."
            items.append(item("back", "Take your orders back", back))
        self._menu.offer(items)

    @property
    def _filing(self) -> str:
        used = sum(bool(order.when) for order in self._orders.values())
        return "File these orders" if used else "File: use none of them"

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Changes the order for a card, or files all."""
        match message.key.split(":"):
            case ["file"]:
                orders = [self._orders.get((zone, at)) for zone, at, _ in self._cards]
                named = tuple(order for order in orders if order is not None and order.when)
                self.say(FileOrders(orders=named))
                self.dismiss(None)
            case ["back"]:
                self.say(TakeBackOrders())
                self.dismiss(None)
            case [zone, at]:
                card = next(each for each in self._cards if each[:2] == (zone, int(at)))
                dialog = OrderDialog(self.client, card, self._orders.get((zone, int(at))))
                self.app.push_screen(dialog, self._ordered)

    def _ordered(self, order: Order | None) -> None:
        if order is not None:
            self._orders[order.zone, order.at] = order
            self._look()


class OrderDialog(MenuDialog[Order]):
    """When one card is used: at which kinds of event, and by whom; each line is switched."""

    SHAPE = "tall wide"
    client: TableClient

    def __init__(
        self, client: TableClient, card: tuple[str, int, str], before: Order | None
    ) -> None:
        zone, at, face = card
        title = f"Use {clean(client.model.title(face), 40)} when …"
        super().__init__(title, client, "Enter switches · Esc keeps it and goes back")
        self._order = before or Order(zone=zone, at=at, face=face, when=(ANY,))
        self._others = _others(client.model)

    def on_mount(self) -> None:
        """The first picture."""
        super().on_mount()
        self._look()

    def action_give_up(self) -> None:
        """Keeps what was chosen: nothing is filed yet."""
        self.dismiss(self._order)

    def _look(self) -> None:
        kinds = {ANY: "whenever it can", **idiom_of(self.client.model).windows}
        order = self._order
        items = [item("not", "Do not use it", NOTE)]
        items += [_switch(f"when:{kind}", words, kind in order.when)
                  for kind, words in kinds.items()]  # fmt: skip
        if order.when:
            items.append(_switch("by:", "by anybody", not order.by))
            items += [
                _switch(f"by:{seat}", f"by {name}", seat in order.by) for seat, name in self._others
            ]
        self._menu.offer(items)

    @on(Menu.Chosen)
    def switch(self, message: Menu.Chosen) -> None:
        """Switches a kind of event, or a player."""
        what, _, which = message.key.partition(":")
        order = self._order
        if what == "not":
            self.dismiss(order.model_copy(update={"when": (), "by": ()}))
            return
        if what == "when":
            kept = [kind for kind in order.when if (kind == ANY) == (which == ANY)]
            change = {"when": _toggled(kept, which)}
        else:
            change = {"by": _toggled(order.by, int(which)) if which else ()}
        self._order = order.model_copy(update=change)
        self._look()


def _others(model: PlayerModel) -> list[tuple[int, str]]:
    names = scene_builder.names(model)
    return [(seat, name) for seat, name in enumerate(names) if seat != model.seat]


def _switch(key: str, words: str, is_on: bool) -> MenuItem:
    state = Span("yes" if is_on else "no", "accent" if is_on else "muted")
    return MenuItem(key, (Span(f"{words:<40} "), state), NOTE)


def _toggled(chosen: Sequence[object], one: object) -> tuple[object, ...]:
    return tuple(each for each in chosen if each != one) + (() if one in chosen else (one,))
