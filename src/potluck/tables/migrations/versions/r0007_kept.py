"""Of a finished game the number of its rules is not kept any more: the record has it.

For a while databases were made without that column; it goes where it is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    if any(column["name"] == "rules" for column in sa.inspect(op.get_bind()).get_columns("finished")):
        op.drop_column("finished", "rules")


def downgrade() -> None:
    """Back; nobody reads the number, but one version wrote it."""
    op.add_column("finished", sa.Column("rules", sa.Integer(), nullable=False, server_default="0"))
