"""The shared directory in a real PostgreSQL: its clock, its conditions, and its absence."""

import asyncio
import contextlib
import time

import pytest

from rr_net.relay.directory import DirectoryAway, Holder, LeaseOver, RelaysDiffer
from rr_net.relay.postgres import MOST_WAITING, PATIENCE, PostgresStore
from tests.support.tasks import beside, turn

KEY, ANN, EVE = "SHA256:a key", b"the key of ann", b"the key of eve"
LONG, SHORT = 60.0, 0.05


@contextlib.asynccontextmanager
async def stores(database, count=1):
    opened = [PostgresStore(database.url) for _ in range(count)]
    try:
        yield opened
    finally:
        for store in opened:
            await store.close()


async def over(store):
    """A lease that has ended, and that nobody has swept yet."""
    lease = await store.begin("gone:22", KEY, SHORT)
    while True:
        with contextlib.suppress(LeaseOver):
            await store.ask("select pg_sleep(0.06)")
            return lease


async def test_a_name_has_one_holder_and_goes_on_by_the_clock_of_the_database(database):
    async with stores(database, 2) as (one, two):
        mine, other = await one.begin("one:22", KEY, LONG), await two.begin("two:22", KEY, LONG)
        assert other > mine
        assert await one.take(mine, {"maple": ANN}, ["maple"]) == ({"maple"}, set())
        assert await two.take(other, {"maple": ANN}, ["maple"]) == (set(), set())
        assert await two.find("maple") == Holder(mine, "one:22")
        assert await two.find("oak") is None
        assert await one.renew(mine, LONG) == ["maple"]
        assert await one.renew(mine, LONG) == []
        assert await two.take(other, {"maple": EVE}, []) == (set(), {"maple"})

        await one.release(mine, ["maple"])
        assert await two.find("maple") == Holder(0, "")
        assert await two.take(other, {"maple": ANN}, []) == ({"maple"}, set())
        await one.release(mine, ["maple"])
        assert await one.find("maple") == Holder(other, "two:22")


async def test_a_lease_that_is_over_is_not_renewed_and_takes_nothing(database):
    async with stores(database) as [store]:
        gone = await over(store)
        assert await store.take(gone, {"maple": ANN}, []) == ({"maple"}, set())
        assert await store.find("maple") == Holder(0, "")
        with pytest.raises(LeaseOver):
            await store.renew(gone, LONG)
        with pytest.raises(LeaseOver):
            await store.take(gone, {"oak": ANN}, [])
        lease = await store.begin("one:22", KEY, LONG)
        assert await store.take(lease, {"maple": ANN}, []) == ({"maple"}, set())


async def test_relays_that_begin_and_take_at_once_share_the_names_between_them(database):
    names = {f"table{number}": ANN for number in range(200)}
    async with stores(database, 3) as all_of_them:
        leases = await asyncio.gather(
            *(each.begin(f"{at}:22", KEY, LONG) for at, each in enumerate(all_of_them))
        )
        for _ in range(5):
            held = await asyncio.gather(
                *(each.take(lease, dict(sorted(names.items(), reverse=bool(lease % 2))), [])
                  for each, lease in zip(all_of_them, leases, strict=True))
            )  # fmt: skip
            assert sorted(name for each in held for name in each.held) == sorted(names)
            await asyncio.gather(
                *(each.release(lease, names)
                  for each, lease in zip(all_of_them, leases, strict=True))
            )  # fmt: skip


async def test_a_renewal_and_the_end_of_a_lease_at_once_leave_one_of_them(database):
    async with stores(database, 2) as (one, two):
        other = await two.begin("two:22", KEY, LONG)
        for number in range(20):
            lease = await one.begin("one:22", KEY, 0.02)
            await one.take(lease, {"maple": ANN}, [])
            await one.ask("select pg_sleep($1)", 0.015 + number % 5 / 1000)
            renewed, _ = await asyncio.gather(
                one.renew(lease, LONG), two.renew(other, LONG), return_exceptions=True
            )
            taken = await two.take(other, {"maple": ANN}, [])
            assert bool(taken.held) == isinstance(renewed, LeaseOver)
            await two.release(other, ["maple"])
            await one.end(lease)


async def test_a_friendly_name_that_has_not_come_for_a_month_is_free_and_another_never_is(database):
    async with stores(database) as [store]:
        lease = await store.begin("one:22", KEY, LONG)
        await store.take(lease, {"maple": ANN, "oak-abcd": ANN}, [])
        await store.ask("update runes_names set seen = now() - interval '31 days'")
        assert (await store.take(lease, {"maple": EVE}, [])).refused == {"maple"}
        await store.listed(lease)
        await store.release(lease, ["maple", "oak-abcd"])
        assert (await store.take(lease, {"maple": EVE}, [])).refused == {"maple"}
        await store.ask("update runes_names set seen = now() - interval '31 days'")
        taken = await store.take(lease, {"maple": EVE, "oak-abcd": EVE}, [])
        assert taken == ({"maple"}, {"oak-abcd"})


async def test_public_tables_of_others_are_listed_and_different_keys_refused(database):
    async with stores(database, 2) as (one, two):
        mine, other = await one.begin("one:22", KEY, LONG), await two.begin("two:22", KEY, LONG)
        await one.take(mine, {"maple": ANN, "oak": ANN}, [])
        await one.describe(mine, {"maple": "{}", "oak": None})
        assert await two.listed(other) == [("maple", "{}")]
        assert await one.listed(mine) == []
        with pytest.raises(RelaysDiffer, match="another one has SHA256:a key"):
            await two.begin("three:22", "SHA256:another", LONG)


async def test_a_database_that_stands_still_or_is_away_is_told_soon_and_comes_back(database):
    async with stores(database) as [store]:
        lease = await store.begin("one:22", KEY, LONG)
        database.stop_answering()
        began = time.monotonic()
        with pytest.raises(DirectoryAway, match="does not answer"):
            await store.find("maple")
        for _ in range(5):
            with pytest.raises(DirectoryAway):
                await store.find("maple")
        assert time.monotonic() - began < 2 * PATIENCE
        database.answer_again()
        await comes_back(store, lease)

        database.down()
        with pytest.raises(DirectoryAway) as away:
            await store.renew(lease, LONG)
        assert "postgresql://" not in str(away.value)
        database.up()
        await comes_back(store, lease)


async def comes_back(store, lease):
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(DirectoryAway):
                assert await store.renew(lease, LONG) == []
                return
            await turn()


async def test_a_directory_of_a_newer_version_is_left_alone(database):
    async with stores(database, 2) as (store, later):
        await store.begin("one:22", KEY, LONG)
        await store.ask("update runes_directory set version = 2")
        with pytest.raises(DirectoryAway, match="newer version: 2"):
            await later.find("maple")


async def test_guests_who_ask_hold_no_lease_up_and_too_many_are_sent_away(database):
    async with stores(database) as [store]:
        lease = await store.begin("one:22", KEY, LONG)
        answered = []

        async def asks():
            await store.find("maple")
            answered.append(True)

        async def all_ask():
            await asyncio.gather(*(asks() for _ in range(MOST_WAITING)))

        async with beside(all_ask()):
            await turn()
            await turn()
            with pytest.raises(DirectoryAway, match="too many"):
                await store.find("maple")
            await store.renew(lease, LONG)
            assert len(answered) < MOST_WAITING


@pytest.mark.parametrize("rest", ["hunter#2@127.0.0.1/db", "hunter/2@127.0.0.1/db", "x:h?unter2"])
async def test_a_url_that_cannot_be_read_is_said_without_its_password(rest):
    store = PostgresStore(f"postgresql://runes:{rest}")
    with pytest.raises(DirectoryAway, match="cannot be read") as away:
        await store.ask("select 1")
    assert "unter" not in str(away.value)
