"""Names missing in the bundled fonts, in all pictures."""

from dataclasses import replace

import pytest

import games
from bot.messages.replay import gif
from bot.messages.table.match_end import MatchStory
from bot.render import animation
from bot.render.drawing import canvas, lettering
from tests.bot.messages.tables import presenter, table_of
from tests.games.finished import finished


@pytest.mark.parametrize("game", games.TABLE_GAMES)
def test_all_pictures_have_a_stand_in_for_an_undrawable_name(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def spy(text: str, size: int, *, width: int | None = None) -> object:
        written.append(text)
        return lettering.text_mask(text, size, width=width)

    monkeypatch.setattr(canvas, "text_mask", spy)
    monkeypatch.setattr(animation, "text_mask", spy)
    match = finished(game)
    table = table_of(match)
    seats = tuple(replace(seat, name="天野" + "あ" * seat.seat) for seat in table.seats)
    order = gif.Order(table.stored, seats, match.record(), 0, "en")
    assert gif.make_gif(order, most=12) is not None
    assert match.outcome is not None
    MatchStory.of(match, match.outcome, ()).drawing(presenter(replace(table, seats=seats))).paint()
    assert not [text for text in written if "天" in text or "あ" in text]
    assert any("Player 1" in text for text in written) or match.info.teams
