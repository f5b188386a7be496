"""Alembic's revisions of the tables' schema, run by `database.migrate` when a house opens."""
