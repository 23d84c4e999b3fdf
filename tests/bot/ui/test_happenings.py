from bot.locales import words
from bot.tables.state import Table
from bot.ui.happenings import sentences
from games import Event
from storage.matches import Player, Status, StoredMatch, StoredSeat


def table() -> Table:
    stored = StoredMatch(
        id="m",
        guild_id=1,
        channel_id=2,
        host_id=10,
        game="nos",
        options={},
        status=Status.PLAYING,
        seed="s",
        revision=0,
        clock="none",
        deadline=None,
        warned=False,
        created_at=0,
        started_at=0,
        ended_at=None,
        board_id=None,
        board_at=None,
        locale="en",
        rematch_of=None,
    )
    names = ("Ada", "Borys", "Celina")
    seats = tuple(
        StoredSeat(seat=seat, user_id=10 + seat, player=Player.PERSON, name=name, late=0, away=False)
        for seat, name in enumerate(names)
    )
    return Table(stored, seats)


def paid(payer: int, receiver: int, amount: int, reason: str) -> Event:
    return Event("paid", payer, value=amount, text=reason, seats=(receiver,))


def test_the_same_payment_by_everybody_to_one_is_one_line() -> None:
    told = sentences(table(), words("en"), [paid(1, 0, 12, "opening"), paid(2, 0, 12, "opening")])
    assert told == ["**Borys** and **Celina** → **Ada**: 12 $ each (opening double)"]


def test_a_payment_by_one_to_everybody_is_one_line() -> None:
    told = sentences(table(), words("en"), [paid(0, 1, 40, "wrong_claim"), paid(0, 2, 40, "wrong_claim")])
    assert told == ["**Ada** → **Borys** and **Celina**: 40 $ each (a wrong “I close!”)"]


def test_payments_of_different_amounts_stay_apart() -> None:
    told = sentences(table(), words("en"), [paid(0, 1, 3, "settlement"), paid(0, 2, 5, "settlement")])
    assert told == ["**Ada** → **Borys**: 3 $ (settlement)", "**Ada** → **Celina**: 5 $ (settlement)"]


def test_tiles_drawn_in_succession_by_one_player_are_one_line() -> None:
    told = sentences(
        table(), words("en"), [Event("drew", 1, value=1), Event("drew", 1, value=1), Event("drew", 2, value=1)]
    )
    assert told == ["**Borys** draws 2 tiles.", "**Celina** draws a tile."]
