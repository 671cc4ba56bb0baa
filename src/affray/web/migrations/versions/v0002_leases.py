"""Which server goes on with a table, and until when; states to open a long fight quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("game", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.add_column("game", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column(
        "game", sa.Column("lease_until", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )
