"""A directory that several relays share, in PostgreSQL: leases that end by the database's clock.

A lease is a row of `runes_relays` with a number that is never given again, and a name is a row of
`runes_names` that says which lease holds it. A name is taken by one statement that takes it only if
no lease holds it. A lease that is over is deleted by whoever comes first, which frees its names;
its relay then finds no row to renew, and knows that it has lost them. So no two relays hold a name,
whatever their own clocks say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from rr_net.relay.directory import DirectoryAway, Holder, LeaseOver, RelaysDiffer, Taken
from rr_net.relay.rules import RelayLimits
from rr_net.safetext import clean

try:
    import asyncpg
except ImportError:  # the extra `relay` brings it
    HAS_DRIVER = False
else:
    HAS_DRIVER = True

VERSION = 1
PATIENCE = 1.2
"""Seconds for an answer: well within the part of a lease for which a relay goes on by itself."""
SPARED = 0.4
"""Seconds after a failure in which the database is not asked again."""
MOST_WAITING = 64
"""Guests who wait for an answer at once; with more, those are told to try again."""
LAPSED = timedelta(days=RelayLimits().friendly_days)

# Relays that start at once would make the tables twice; and statements that touch many names take
# turns, as each of them might hold what another one waits for.
_TABLES = """
    begin;
    select pg_advisory_xact_lock(726573001);
    create table if not exists runes_directory (version integer not null);
    insert into runes_directory
        select 1 where not exists (select from runes_directory);
    create table if not exists runes_relays (
        lease bigint generated always as identity primary key,
        address text not null, key text not null, until timestamptz not null
    );
    create table if not exists runes_names (
        name text primary key, key bytea not null,
        first timestamptz not null default now(), seen timestamptz not null default now(),
        lease bigint references runes_relays on delete set null,
        is_wanted boolean not null default false, listing text
    );
    create or replace function runes_turn() returns void language sql
        as 'select pg_advisory_xact_lock(726573001)';
    create index if not exists runes_names_lease on runes_names (lease) where lease is not null;
    commit;
"""
_BEGIN = """
    insert into runes_relays (address, key, until)
    select $1, $2, clock_timestamp() + $3 where not exists (
        select from runes_relays where key <> $2 and until > clock_timestamp())
    returning lease
"""
_OTHER_KEY = "select key from runes_relays where key <> $1 and until > clock_timestamp() limit 1"
_RENEW = """
    update runes_relays set until = clock_timestamp() + $2
    where lease = $1 and until > clock_timestamp() returning lease
"""
# Waits for a renewal that is under way and looks again then: the row decides, not a moment before.
_SWEEP = """
    with turn as materialized (select runes_turn())
    delete from runes_relays using turn where until <= clock_timestamp()
"""
_WANTED = """
    update runes_names set is_wanted = false where lease = $1 and is_wanted returning name
"""
_TAKE = """
    with turn as materialized (select runes_turn())
    insert into runes_names as held (name, key, lease)
    select claims.name, claims.key, $1
    from turn, unnest($2::text[], $3::bytea[]) as claims (name, key)
    on conflict (name) do update set
        first = case when held.key = excluded.key then held.first else now() end,
        key = excluded.key, seen = now(), lease = excluded.lease,
        is_wanted = false, listing = null
    where held.lease is null and strpos(held.name, '-') = 0 and held.seen < now() - $4::interval
        or held.key = excluded.key and (held.lease is null or held.lease = excluded.lease)
    returning name
"""
_OF_OTHERS = """
    select name from runes_names join unnest($1::text[], $2::bytea[]) as claims (name, key)
    using (name) where runes_names.key <> claims.key
"""
_WANT = """
    update runes_names set is_wanted = true where name = any ($2::text[]) and lease <> $1
"""
_RELEASE = """
    with turn as materialized (select runes_turn())
    update runes_names set lease = null, is_wanted = false, listing = null, seen = now()
    from turn where lease = $1 and name = any ($2::text[])
"""
_END = """
    with turn as materialized (select runes_turn())
    delete from runes_relays using turn where lease = $1
"""
_FIND = """
    select runes_relays.lease, address from runes_names left join runes_relays
    on runes_relays.lease = runes_names.lease and until > clock_timestamp()
    where name = $1
"""
_DESCRIBE = """
    update runes_names set listing = told.listing
    from unnest($2::text[], $3::text[]) as told (name, listing)
    where runes_names.name = told.name and lease = $1
"""
_SEEN_TODAY = """
    update runes_names set seen = now() where lease = $1 and seen < now() - interval '1 day'
"""
_LISTED = """
    select name, listing from runes_names join runes_relays using (lease)
    where lease <> $1 and listing is not null and until > clock_timestamp()
    order by name limit 1000
"""

RELAYS_DIFFER = (
    "the relays of one directory have one key, and another one has {}: copy relay_key, or give "
    "this relay a database of its own"
)
BAD_URL = (
    "the URL of --directory cannot be read: a password with other signs than letters and digits "
    "belongs into ~/.pgpass or PGPASSWORD"
)
TOO_MANY_WAIT = "too many guests ask at once"
NO_DRIVER = (
    "--directory wants a package that is not installed: `make install EXTRA=relay` in the "
    "checkout, or leave it away"
)


class PostgresStore:
    """A database where relays keep their leases: one line for those, one for what guests ask."""

    def __init__(self, where: str) -> None:
        """`where` is its URL, which may hold a password and is said nowhere."""
        self._keeping, self._finding = _Line(where), _Line(where)
        self._waiting = 0
        """How many guests wait for an answer."""

    async def begin(self, address: str, key: str, seconds: float) -> int:
        """A lease with a number that no other one has had. Raises RelaysDiffer."""
        rows = await self.ask(_BEGIN, address, key, timedelta(seconds=seconds))
        if not rows:
            found = await self.ask(_OTHER_KEY, key)
            raise RelaysDiffer(
                RELAYS_DIFFER.format(clean(found[0][0], 80) if found else "another key")
            )
        return int(rows[0][0])

    async def renew(self, lease: int, seconds: float) -> Collection[str]:
        """Makes a lease last so long from now, and ends what is over; names that others want."""
        rows = await self.ask(_RENEW, lease, timedelta(seconds=seconds))
        await self.ask(_SWEEP)
        if not rows:
            raise LeaseOver
        return [row[0] for row in await self.ask(_WANTED, lease)]

    async def end(self, lease: int) -> None:
        """Gives a lease back, with all its names."""
        await self.ask(_END, lease)

    async def take(self, lease: int, claims: Mapping[str, bytes], wanted: Collection[str]) -> Taken:
        """Holds those names that nobody holds; whoever holds the wanted ones is told of it."""
        names, keys = list(claims), list(claims.values())
        held = {row[0] for row in await self.ask(_TAKE, lease, names, keys, LAPSED)}
        refused = {row[0] for row in await self.ask(_OF_OTHERS, names, keys)} - held
        if wanted := [name for name in wanted if name not in held | refused]:
            await self.ask(_WANT, lease, wanted)
        return Taken(held, refused)

    async def release(self, lease: int, names: Collection[str]) -> None:
        """Holds some names no more."""
        await self.ask(_RELEASE, lease, list(names))

    async def find(self, name: str) -> Holder | None:
        """Who holds a name now; None for one that nobody has ever had."""
        if self._waiting >= MOST_WAITING:
            raise DirectoryAway(TOO_MANY_WAIT)
        self._waiting += 1
        try:
            # However many guests ask, and however slowly they are answered: no lease waits for it.
            rows = await self._finding.ask(_FIND, name)
        finally:
            self._waiting -= 1
        return Holder(rows[0][0] or 0, rows[0][1] or "") if rows else None

    async def describe(self, lease: int, listings: Mapping[str, str | None]) -> None:
        """What everybody may read of some tables."""
        await self.ask(_DESCRIBE, lease, list(listings), list(listings.values()))

    async def listed(self, lease: int) -> list[tuple[str, str]]:
        """What can be read of the tables of all other leases."""
        # A friendly name lapses from the last day on which its table was here.
        await self.ask(_SEEN_TODAY, lease)
        return [(row[0], row[1]) for row in await self.ask(_LISTED, lease)]

    async def close(self) -> None:
        """Closes the lines."""
        for line in (self._keeping, self._finding):
            line.drop()

    async def ask(self, statement: str, *given: object) -> list[Any]:
        """What a statement gives. Raises DirectoryAway or LeaseOver."""
        return await self._keeping.ask(statement, *given)


class _Line:
    """A line to a database, on which questions wait for each other; it is opened anew as needed."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._link: Any = None
        self._busy = asyncio.Lock()
        self._spared_until = 0.0
        self._why = ""

    async def ask(self, statement: str, *given: object) -> list[Any]:
        """What a statement gives. Raises DirectoryAway or LeaseOver."""
        async with self._busy:
            clock = asyncio.get_running_loop()
            if clock.time() < self._spared_until:
                raise DirectoryAway(self._why)
            try:
                if self._link is None or self._link.is_closed():
                    self._link = await self._connected()
                return list(await self._link.fetch(statement, *given, timeout=PATIENCE))
            except asyncpg.ForeignKeyViolationError:
                raise LeaseOver from None
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError,
                    ValueError) as error:  # fmt: skip
                self.drop()
                self._spared_until = clock.time() + SPARED
                self._why = _said(error)
                raise DirectoryAway(self._why) from None

    async def _connected(self) -> Any:  # noqa: ANN401 - asyncpg has no types
        """A new line, to a database that has the tables."""
        link = await self._opened()
        try:
            await link.execute(_TABLES)
            found = await link.fetchval("select max(version) from runes_directory")
            if found > VERSION:
                raise ValueError(f"the directory is of a newer version: {found}")
        except BaseException:
            link.terminate()
            raise
        return link

    async def _opened(self) -> Any:  # noqa: ANN401
        try:
            return await asyncpg.connect(
                self._where,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                # A pooler in between may give each statement to another line.
                statement_cache_size=0,
                server_settings={"application_name": "runes-relay"},
            )
        except ValueError:
            # The driver quotes the part that it could not read, which may be of the password.
            raise ValueError(BAD_URL) from None

    def drop(self) -> None:
        """Closes the line."""
        if self._link is not None:
            self._link.terminate()
            self._link = None


def _said(error: Exception) -> str:
    """What is wrong, without the address and the password."""
    if isinstance(error, TimeoutError):
        return "the database does not answer"
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return clean(said.partition("\n")[0], 160) or type(error).__name__
