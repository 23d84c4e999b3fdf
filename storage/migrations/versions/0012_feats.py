"""What people did in matches that is told of them; filled in from the deals that have been booked."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_FEWER_IS_BETTER = ("double_trouble", "plus_minus")


def upgrade() -> None:
    """Make the table, and fill in the best deals, and the calls at Kent, of matches that were played before."""
    op.create_table(
        "league_feats",
        sa.Column("result_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("feat", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name="fk_league_feats_result_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "user_id", "feat", name="pk_league_feats"),
    )
    op.create_index("ix_league_feats_guild_id_user_id_game", "league_feats", ["guild_id", "user_id", "game"])
    _fill_best_deals()
    _fill_calls()


def _fill_best_deals() -> None:
    op.execute(
        sa.text(
            """
            INSERT INTO league_feats (result_id, guild_id, user_id, game, feat, number)
            SELECT r.id, r.guild_id, d.user_id, r.game, 'best_deal', MAX(d.points)
            FROM league_results r JOIN deal_results d ON d.match_id = r.match_id
            WHERE d.user_id IS NOT NULL AND r.game NOT IN :games
            GROUP BY r.id, r.guild_id, d.user_id, r.game
            HAVING MAX(d.points) > 0
            """
        ).bindparams(sa.bindparam("games", _FEWER_IS_BETTER, expanding=True))
    )


def _fill_calls() -> None:
    """A deal of Kent lasts until somebody calls, so the n-th call of a match is the one that ended its n-th deal."""
    op.execute(
        sa.text(
            """
            INSERT INTO league_feats (result_id, guild_id, user_id, game, feat, number)
            SELECT r.id, r.guild_id, d.user_id, r.game,
                   CASE WHEN d.points > 0 THEN 'right' ELSE 'wrong' END AS came_to, COUNT(*)
            FROM (
                SELECT l.match_id, l.seat,
                       ROW_NUMBER() OVER (PARTITION BY l.match_id ORDER BY l.revision) AS deal
                FROM match_log l JOIN matches m ON m.id = l.match_id
                WHERE m.game = 'kent' AND l.move NOT LIKE 'pass%' AND l.move NOT LIKE 'swap%'
                      AND l.move NOT LIKE 'finish%'
            ) c
            JOIN league_results r ON r.match_id = c.match_id
            JOIN deal_results d ON d.match_id = c.match_id AND d.deal = c.deal AND d.seat = c.seat
            WHERE d.user_id IS NOT NULL
            GROUP BY r.id, r.guild_id, d.user_id, r.game, CASE WHEN d.points > 0 THEN 'right' ELSE 'wrong' END
            """
        )
    )


def downgrade() -> None:
    """Drop it with all that is in it."""
    op.drop_table("league_feats")
