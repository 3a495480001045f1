"""A service's database: one SQLite file, its baseline copy, and the kit's own tables in it.

Tables whose names begin with `_` are the kit's (sessions, event log, fired faults); the verifier
does not compare them.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlmodel import Session

from mock_platform.kit.service import Service

kit_metadata = MetaData()

sessions_table = Table(
    "_sessions",
    kit_metadata,
    Column("token_hash", String, primary_key=True),
    Column("user_id", Integer, nullable=False),
    Column("created_at", String, nullable=False),
)

events_table = Table(
    "_events",
    kit_metadata,
    Column("seq", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("operation", String),
    Column("actor", String),
    Column("surface", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("table_name", String, nullable=False),
    Column("row_key", String, nullable=False),
    Column("changes", String, nullable=False),
)

fired_table = Table(
    "_fired",
    kit_metadata,
    Column("seq", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("fault", String, nullable=False),
    Column("operation", String, nullable=False),
)


class Database:
    """`path` is the live file; `baseline` the copy made right after seeding."""

    def __init__(self, service: Service, data_dir: Path) -> None:
        self.service = service
        self.path = data_dir / f"{service.name}.sqlite"
        self.baseline = data_dir / "baseline" / f"{service.name}.sqlite"
        self.snapshot = data_dir / f"{service.name}.before.sqlite"
        self.engine = _engine(f"sqlite:///{self.path}")

    def create(self) -> None:
        """Make the empty tables."""
        self.service.metadata.create_all(self.engine)
        kit_metadata.create_all(self.engine)

    def keep_baseline(self) -> None:
        """Copy the database as it is now to `baseline`."""
        self.baseline.parent.mkdir(exist_ok=True)
        with self.engine.connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(self.baseline),))

    def keep_snapshot(self) -> None:
        """Copy what is committed so far to `snapshot`, replacing an earlier one."""
        with (
            closing(sqlite3.connect(self.path)) as live,
            closing(sqlite3.connect(self.snapshot)) as copy,
        ):
            live.backup(copy)

    def snapshot_engine(self) -> Engine:
        """An engine over the snapshot, in which whoever is signed in now is signed in."""
        with closing(sqlite3.connect(self.snapshot)) as copy, copy:
            copy.execute("ATTACH ? AS live", (str(self.path),))
            copy.execute("DELETE FROM _sessions")
            copy.execute("INSERT INTO _sessions SELECT * FROM live._sessions")
        return create_engine(f"sqlite:///{self.snapshot}", poolclass=NullPool)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session that nothing commits but the caller."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    def close(self) -> None:
        self.engine.dispose()


def open_read_only(path: Path) -> Engine:
    """An engine that can only read; FileNotFoundError if there is no such database."""
    if not path.is_file():
        raise FileNotFoundError(f"no database at {path}")
    return create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")


def _engine(url: str) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def configure(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=OFF",
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
