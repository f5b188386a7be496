"""People may be away, give up, be taken over for; games end early; finished games outlive their rules."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BEFORE = "kind in ('start', 'moves', 'undo', 'control')"
_AFTER = "kind in ('start', 'moves', 'undo', 'control', 'end')"


def upgrade() -> None:
    """To this revision."""
    _allow(_BEFORE, _AFTER)
    op.add_column("seats", sa.Column("seen", sa.Float()))
    op.add_column("seats", sa.Column("owner", sa.String(32)))
    op.add_column("seats", sa.Column("owner_name", sa.String(24)))
    op.add_column("seats", sa.Column("owner_token", sa.String(64)))
    op.add_column("seats", sa.Column("owner_delivered", sa.Integer()))
    op.add_column("seats", sa.Column("conceded", sa.Float()))
    op.create_index("ix_seats_owner", "seats", ["owner"])
    op.add_column("tables", sa.Column("ended", sa.String(8)))
    op.add_column("tables", sa.Column("deck", sa.String(64)))
    op.add_column("links", sa.Column("gives", sa.String(8), nullable=False, server_default="seat"))
    _one_link(["table_id", "seat"], ["table_id", "seat", "gives"])
    op.create_table(
        "votes",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("about", sa.String(48), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_votes_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "about", "guest", name="pk_votes"),
    )
    op.create_table(
        "finished",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("looks", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_finished_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name="pk_finished"),
    )


def downgrade() -> None:
    """Back; games that were ended early are in progress again, seats belong to who plays them."""
    op.drop_table("finished")
    op.drop_table("votes")
    op.execute("delete from links where gives <> 'seat'")
    _one_link(["table_id", "seat", "gives"], ["table_id", "seat"])
    op.drop_column("links", "gives")
    op.execute("update tables set status = 'playing' where ended is not null")
    op.drop_column("tables", "deck")
    op.drop_column("tables", "ended")
    op.drop_index("ix_seats_owner", "seats")
    for column in ("conceded", "owner_delivered", "owner_token", "owner_name", "owner", "seen"):
        op.drop_column("seats", column)
    op.execute("delete from entries where kind = 'end'")
    _allow(_AFTER, _BEFORE)


def _allow(before: str, after: str) -> None:
    with op.batch_alter_table("entries", copy_from=_entries(before)) as batch:
        batch.drop_constraint(op.f("ck_entries_kind"), type_="check")
        batch.create_check_constraint(op.f("ck_entries_kind"), after)


def _one_link(before: list[str], after: list[str]) -> None:
    """A seat has one link of each sort."""
    with op.batch_alter_table("links") as batch:
        batch.drop_constraint("_".join(["uq_links", *before]), type_="unique")
        batch.create_unique_constraint("_".join(["uq_links", *after]), after)


def _entries(kinds: str) -> sa.Table:
    """The table as it is: SQLite cannot change a constraint, so it is written anew."""
    return sa.Table(
        "entries",
        sa.MetaData(),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.Float(), nullable=False),
        sa.CheckConstraint(kinds, name=op.f("ck_entries_kind")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_entries_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
        sa.UniqueConstraint("table_id", "seat", "client_id", name="uq_entries_table_id_seat_client_id"),
    )
