"""Several people on one device: a seat may have a name of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("seats", sa.Column("name", sa.String(24)))


def downgrade() -> None:
    """Back; people who shared a device are all called like its guest again."""
    op.drop_column("seats", "name")
