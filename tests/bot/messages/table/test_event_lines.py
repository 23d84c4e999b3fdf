from dataclasses import replace

from bot.messages.table.board import event_lines
from bot.tables.staffing import leave
from bot.tables.state import Person
from games.core.events import Drew, Paid, PaymentReason
from storage.matches import Status
from tests.bot.messages.tables import nos_table, presenter


def paid(payer: int, receiver: int, amount: int, reason: str) -> Paid:
    return Paid(payer, receiver, amount, PaymentReason(reason))


def test_the_same_payment_by_everybody_to_one_is_one_line() -> None:
    told = event_lines(presenter(nos_table()), [paid(1, 0, 12, "opening"), paid(2, 0, 12, "opening")])
    assert told == ["**Borys** and **Celina** → **Ada**: 12 $ each (opening double)"]


def test_a_payment_by_one_to_everybody_is_one_line() -> None:
    told = event_lines(presenter(nos_table()), [paid(0, 1, 40, "wrong_claim"), paid(0, 2, 40, "wrong_claim")])
    assert told == ["**Ada** → **Borys** and **Celina**: 40 $ each (wrong “I close!”)"]


def test_payments_of_different_amounts_stay_apart() -> None:
    told = event_lines(presenter(nos_table()), [paid(0, 1, 3, "settlement"), paid(0, 2, 5, "settlement")])
    assert told == ["**Ada** → **Borys**: 3 $ (settlement)", "**Ada** → **Celina**: 5 $ (settlement)"]


def test_tiles_drawn_in_succession_by_one_player_are_one_line() -> None:
    told = event_lines(
        presenter(nos_table()),
        [Drew(1, ()), Drew(1, ()), Drew(2, ())],
    )
    assert told == ["**Borys** draws 2 tiles.", "**Celina** draws a tile."]


def test_what_a_player_did_before_leaving_remains_theirs() -> None:
    table = nos_table()
    table = replace(table, stored=replace(table.stored, status=Status.PLAYING), recent=(Drew(1, ()),))
    left = leave(table, Person(table.seats[1].user_id or 0, "Borys"), 0.0).table.noted(Drew(1, ()))
    told = event_lines(presenter(left), left.recent)
    assert told[0] == "**Borys** draws a tile."
    assert told[1].startswith("**Borys** ")
    assert " for Borys** draws a tile." in told[2]
