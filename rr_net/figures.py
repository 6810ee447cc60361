"""Figures of a running program, told as Prometheus reads them, where its package is installed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

try:
    import prometheus_client
    from prometheus_client import core
except ImportError:  # the extra `relay` brings it
    CAN_TELL_FIGURES = False
else:
    CAN_TELL_FIGURES = True

NO_METRICS = (
    "--metrics wants a package that is not installed: `make install EXTRA=relay` in the checkout, "
    "or leave it away"
)


class CannotTell(Exception):
    """The figures cannot be told; the sentence says why."""


class Figure(NamedTuple):
    """Something that is counted or measured."""

    name: str
    about: str
    values: Mapping[str, float]
    """By what the label says; one that has no label stands under ""."""
    label: str = ""
    is_total: bool = False
    """Whether it only ever grows."""


def gauge(name: str, about: str, value: float) -> Figure:
    """How much there is now."""
    return Figure(name, about, {"": value})


def total(name: str, about: str, value: float) -> Figure:
    """How much there has been in all."""
    return Figure(name, about, {"": value}, is_total=True)


Count = Callable[[], Iterable[Figure]]


class _Collector:
    """Figures in the form of the package; asked for in another thread."""

    def __init__(self, count: Count) -> None:
        self._count = count

    def collect(self) -> Iterator[object]:
        """Every figure now."""
        for figure in self._count():
            kind = core.CounterMetricFamily if figure.is_total else core.GaugeMetricFamily
            family = kind(figure.name, figure.about, labels=[figure.label] if figure.label else [])
            for label, value in figure.values.items():
                family.add_metric([label] if figure.label else [], value)
            yield family


@contextlib.contextmanager
def figures_told(count: Count, place: tuple[str, int] | None) -> Iterator[int]:
    """Tells the figures at a place for as long as the block lasts; gives the port.

    Raises CannotTell.
    """
    if place is None:
        yield 0
        return
    if not CAN_TELL_FIGURES:
        raise CannotTell(NO_METRICS)
    registry = prometheus_client.CollectorRegistry()
    try:
        server, thread = prometheus_client.start_http_server(place[1], place[0], registry)
    except OSError as error:
        where = f"{place[0]} port {place[1]}"
        raise CannotTell(f"cannot tell figures on {where}: {error.strerror}") from None
    # Registering asks for the figures once: whoever gives them need not be ready before this.
    registry.register(cast("Any", _Collector(count)))
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
