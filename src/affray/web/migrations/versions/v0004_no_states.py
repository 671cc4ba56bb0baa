"""No state of a fight is kept any more beside what happened, which is played again whole."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_table("snapshot")
