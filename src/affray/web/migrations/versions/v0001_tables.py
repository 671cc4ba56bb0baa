"""Tables, what happened at them, what was said, what was done to them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("last_n", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "entry",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("game", "seat", "request"),
    )
    op.create_table(
        "chat",
        sa.Column("k", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("game.id"), nullable=False, index=True),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("k", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
