"""What everybody is called at a table is written down with the seat; a new name is told in log and talk."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BEFORE = "kind in ('start', 'moves', 'undo', 'control', 'end')"
_AFTER = "kind in ('start', 'moves', 'undo', 'control', 'end', 'name')"


def upgrade() -> None:
    """To this revision; who sits at a table already is told apart from the others when they are looked at."""
    _allow(_BEFORE, _AFTER)
    op.add_column("seats", sa.Column("called", sa.String(40)))
    op.add_column("seats", sa.Column("owner_called", sa.String(40)))
    op.add_column("chat", sa.Column("kind", sa.String(8), nullable=False, server_default="said"))
    with op.batch_alter_table("chat") as batch:
        batch.alter_column("name", type_=sa.String(40), existing_nullable=False)


def downgrade() -> None:
    """Back; the tables where somebody took another name or another's seat in play cannot be opened."""
    op.execute("delete from chat where kind <> 'said'")
    with op.batch_alter_table("chat") as batch:
        batch.alter_column("name", type_=sa.String(24), existing_nullable=False)
    op.drop_column("chat", "kind")
    op.drop_column("seats", "owner_called")
    op.drop_column("seats", "called")
    op.execute("delete from entries where kind = 'name'")
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
