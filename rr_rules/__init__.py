"""The games: pure rules, without a clock, a network or a source of chance."""

__all__ = ["__version__"]

__version__ = "0.1.0"
