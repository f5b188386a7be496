"""A seat's player can be replaced while the game goes on: an entry of a kind of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_BEFORE = "kind in ('start', 'moves', 'undo')"
_AFTER = "kind in ('start', 'moves', 'undo', 'control')"


def upgrade() -> None:
    """To this revision."""
    _allow(_BEFORE, _AFTER)


def downgrade() -> None:
    """Back; whoever was put on a seat stays there, and the tables where that happened cannot be opened."""
    op.execute("delete from entries where kind = 'control'")
    _allow(_AFTER, _BEFORE)


def _allow(before: str, after: str) -> None:
    with op.batch_alter_table("entries", copy_from=_entries(before)) as batch:
        batch.drop_constraint(op.f("ck_entries_kind"), type_="check")
        batch.create_check_constraint(op.f("ck_entries_kind"), after)


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
