"""A line of chat that is sent again is known by its id, after a restart too."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("chat", sa.Column("request", sa.Text, nullable=True))
    op.create_index("chat_request", "chat", ["game", "seat", "request"], unique=True)
