"""What Alembic runs for every command: it works on the connection and in the transaction that `upgrade` gives."""

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
