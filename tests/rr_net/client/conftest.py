"""Whoever joins in these tests has a home of their own."""

import pytest

from tests.support.rr_net.joining import OwnHome


@pytest.fixture
def home(tmp_path, monkeypatch):
    return OwnHome(tmp_path / "ann", monkeypatch)
