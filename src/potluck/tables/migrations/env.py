"""Runs the revisions on the connection that `database.migrate` hands over, inside its transaction."""

from alembic import context

from potluck.tables.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
