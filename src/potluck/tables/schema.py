"""The tables of the database. Plain columns that SQLite and PostgreSQL both have; JSON is kept as text.

`entries` is the log, append-only, one list a table: its primary key (table_id, seq) decides who was
first. Everything else about a game in progress is computed from it.
Times are seconds since 1970, seeds, nonces and hashes hex.
"""

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests: Final = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index(None, "seen"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("host", String(32), nullable=False),  # a guest; not a foreign key, guests may be forgotten
    Column("status", String(8), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("start", Text),  # a position to begin from
    Column("rematch", String(16)),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("closed", Float),  # when it was given up before its start; swept away a little later
    Column("ended", String(8)),  # why a started game ended before its rules said so: 'closed'
    Column("deck", String(64)),  # the id of its cards as data, "": none; NULL: an older version made it
    CheckConstraint("status in ('open', 'playing', 'over')", name="status"),
    Index(None, "host", "created"),
    Index(None, "status", "updated"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("guest", String(32)),
    Column("level", String(32)),
    Column("bot_seed", String(32)),
    Column("nonce", String(128)),
    Column("token", String(64)),  # its hash
    Column("delivered", Integer, nullable=False, server_default="0"),  # events of the stream, acknowledged
    Column("name", String(24)),  # of a second person on the guest's device; None: the guest's own
    Column("seen", Float),  # when a tab of this seat was last here
    Column("owner", String(32)),  # a guest in whose place another person plays; None: nobody else's
    Column("owner_name", String(24)),
    Column("owner_token", String(64)),  # its hash
    Column("owner_delivered", Integer),  # how much of the stream they had been sent
    Column("conceded", Float),  # when whoever played it gave up
    Column("called", String(40)),  # what who plays it is called at this table, told apart from the others
    Column("owner_called", String(40)),
    CheckConstraint("kind in ('open', 'human', 'bot')", name="kind"),
    Index(None, "guest"),
    Index(None, "owner"),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("body", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("client_id", String(64)),
    Column("at", Float, nullable=False),
    CheckConstraint("kind in ('start', 'moves', 'undo', 'control', 'end', 'name')", name="kind"),
    UniqueConstraint("table_id", "seat", "client_id"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("client_id", String(64), nullable=False),
    Column("at", Float, nullable=False),
    # 'said'; 'named': who was called `name` is called `text` from now on
    Column("kind", String(8), nullable=False, server_default="said"),
    UniqueConstraint("table_id", "guest", "client_id"),
)

links: Final = Table(
    "links",
    metadata,
    Column("code", String(64), primary_key=True),  # its hash
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("expires", Float, nullable=False),
    # 'seat': moves the player to another device; 'place': somebody else plays in their place
    Column("gives", String(8), nullable=False, server_default="seat"),
    UniqueConstraint("table_id", "seat", "gives"),
    Index(None, "expires"),
)

votes: Final = Table(
    "votes",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("about", String(48), primary_key=True),  # what is asked for
    Column("guest", String(32), primary_key=True),
    Column("yes", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

# What a finished game is to those who come back to it, whatever becomes of its rules.
finished: Final = Table(
    "finished",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("record", Text, nullable=False),
    Column("looks", LargeBinary, nullable=False),  # zlib of JSON: each viewer's last look, spectators last
)
