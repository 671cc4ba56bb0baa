"""Where the server that holds a table is reached by the others."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("game", sa.Column("address", sa.Text, nullable=False, server_default=""))
