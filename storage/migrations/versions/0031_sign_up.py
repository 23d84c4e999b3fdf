"""Waiting lists, names of teams, questions to partners, and a role that a tournament mentions."""

import sqlalchemy as sa
from alembic import op

revision = "r0031"
down_revision = "r0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; the people of earlier tournaments have a place."""
    op.add_column("tournaments", sa.Column("role_id", sa.BigInteger()))
    op.add_column("tournaments", sa.Column("role_told", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tournament_people", sa.Column("entry", sa.Text(), server_default="placed", nullable=False))
    op.add_column("tournament_people", sa.Column("team_name", sa.Text(), server_default="", nullable=False))
    op.add_column("tournament_people", sa.Column("asks_id", sa.BigInteger()))
