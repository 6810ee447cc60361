import pytest

from tests.support.rr_net.lab import cluster


@pytest.fixture(scope="module")
def dask_cluster(dask):
    """A scheduler with three workers."""
    with cluster(3) as made:
        yield made
