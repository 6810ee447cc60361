"""Style sheets are parsed once for everybody: each app has its own rules, of the same parts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path, PurePath

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

Key = tuple[frozenset[tuple[str, str]], str, CSSLocation, bool, int, str]

_PARSED: LRUCache[Key, list[RuleSet]] = LRUCache(1024)
"""Rule sets by the theme's variables and the sheet; there are some dozens of sheets and themes."""


@lru_cache(256)
def _text_of(path: str) -> str:
    """What a sheet's file says; it is the program's own, and read once."""
    return Path(path).read_text("utf-8")


class SharedStylesheet(Stylesheet):
    """A style sheet of one app that parses nothing again that another app has parsed."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._theme = frozenset((variables or {}).items())
        self._require_parse = True

    def follows(self, variables: dict[str, str]) -> bool:
        """Whether the rules are those of a theme already."""
        return variables is self._variables or self._theme == frozenset(variables.items())

    def read(self, filename: str | PurePath) -> None:
        """Takes a file's rules, which are read from the disk once for everybody."""
        path = str(Path(filename).absolute())
        self.add_source(_text_of(path), (path, ""))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Takes on another theme."""
        if not self.follows(variables):
            self._theme = frozenset(variables.items())
            super().set_variables(variables)
            self._require_parse = True

    def reparse(self) -> None:
        """Has the rules follow the variables.

        Textual parses in a sheet of its own first, in case the sources are wrong; ours are not.
        """
        self._require_parse = True
        self.parse()

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = (self._theme, css, read_from, is_default_rules, tie_breaker, scope)
        rules = _PARSED.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            _PARSED[key] = rules
        return rules
