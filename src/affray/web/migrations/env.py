"""Runs the migrations in the transaction of whoever opens the database."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
