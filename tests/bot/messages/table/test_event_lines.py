from bot.messages.table.board import event_lines
from games.core.events import Drew, Paid, PaymentReason
from tests.bot.messages.tables import nos_table, presenter


def paid(payer: int, receiver: int, amount: int, reason: str) -> Paid:
    return Paid(payer, receiver, amount, PaymentReason(reason))


def test_the_same_payment_by_everybody_to_one_is_one_line() -> None:
    told = event_lines(presenter(nos_table()), [paid(1, 0, 12, "opening"), paid(2, 0, 12, "opening")])
    assert told == ["**Borys** and **Celina** → **Ada**: 12 $ each (opening double)"]


def test_a_payment_by_one_to_everybody_is_one_line() -> None:
    told = event_lines(presenter(nos_table()), [paid(0, 1, 40, "wrong_claim"), paid(0, 2, 40, "wrong_claim")])
    assert told == ["**Ada** → **Borys** and **Celina**: 40 $ each (a wrong “I close!”)"]


def test_payments_of_different_amounts_stay_apart() -> None:
    told = event_lines(presenter(nos_table()), [paid(0, 1, 3, "settlement"), paid(0, 2, 5, "settlement")])
    assert told == ["**Ada** → **Borys**: 3 $ (settlement)", "**Ada** → **Celina**: 5 $ (settlement)"]


def test_tiles_drawn_in_succession_by_one_player_are_one_line() -> None:
    told = event_lines(
        presenter(nos_table()),
        [Drew(1, ()), Drew(1, ()), Drew(2, ())],
    )
    assert told == ["**Borys** draws 2 tiles.", "**Celina** draws a tile."]
