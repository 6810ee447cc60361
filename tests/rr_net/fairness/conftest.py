"""What all tests of the record share."""

from functools import lru_cache

import pytest

from rr_net.fairness.chain import reveals

CHAINS = 64
"""As many as are kept, of thousands of hashes each."""


@pytest.fixture(scope="session", autouse=True)
def chains_once():
    """The same chains are hashed for each of a thousand changes to a game: once is enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reveals, "links", lru_cache(CHAINS)(reveals.links))
        yield
