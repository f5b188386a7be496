"""A table can be closed before its game is over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("closed", sa.Float))


def downgrade() -> None:
    """Back; closed tables are in the lobbies again until they expire."""
    op.drop_column("tables", "closed")
