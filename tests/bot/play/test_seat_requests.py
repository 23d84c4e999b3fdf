"""Taking over a computer's seat in a running match."""

from dataclasses import replace

from bot.tables.state import Step, Table
from storage.league.results import NotCounted
from tests.bot.play.at_table import (
    board_of,
    buttons,
    everything_said,
    look,
    play_one,
    read,
    said,
    shown,
    spoken_name,
    table_in,
    tables_of,
    user_id,
    words_in,
)
from tests.discord_world import Button, DiscordWorld


def sitters(world: DiscordWorld) -> list[str]:
    return [seat.name or seat.player.value for seat in table_in(world).seats]


def public_button(world: DiscordWorld, prefix: str) -> Button:
    """Return the newest public button whose address begins so."""
    found = [one for message in shown(world) for one in buttons(message) if one.custom_id.startswith(prefix)]
    return found[-1]


async def uncount(world: DiscordWorld) -> None:
    """Let the running match not count."""

    def uncounted(table: Table, _: float) -> Step:
        entry = None if table.entry is None else replace(table.entry, why_not=NotCounted.COMPUTERS)
        return Step(replace(table, entry=entry))

    with world.env._bot_scope():  # or the simulation would not wait for the board
        await tables_of(world).apply(table_in(world).id, uncounted)
    await world.env.settle()


async def ask_for_the_seat_of_borys(world: DiscordWorld) -> None:
    """Let Borys leave, and Celina ask for the seat."""
    await world.slash("Borys", "table leave")
    await world.click("Borys", "Yes")
    await world.slash("Celina", "table replace")
    await world.click("Celina", "Yes")


def question_of(world: DiscordWorld) -> str:
    """Return the newest public message."""
    return read(world.messages(None)[-1])


async def test_who_wants_a_computer_s_seat_asks_publicly_and_waits_for_consent(
    begun: DiscordWorld,
) -> None:
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    asked = await begun.slash("Celina", "table replace")
    assert (
        f"The players at this table decide who takes over the seat of {spoken_name(begun, 1)}. Ask them for it?"
        in said(asked)
    )
    computer = spoken_name(begun, 1)
    waits = await begun.click("Celina", "Yes")
    assert "Your request has been sent. If they agree" in said(waits)
    assert sitters(begun) == ["Ada", "regular"]
    entrant, celina = user_id(begun, "Borys"), user_id(begun, "Celina")
    assert f"<@{entrant}>, <@{celina}> would like to take over the seat of {computer}" in question_of(begun)
    for outsider in ("Celina", "Ada", "Dmitri"):
        answer = await begun.press(outsider, public_button(begun, "b:admit:"))
        assert answer.ephemeral
        assert said(answer) == "This match counts, and that seat belongs to **Borys**: ask **Borys**."
    await begun.press("Borys", public_button(begun, "b:admit:"))
    assert sitters(begun) == ["Ada", "Celina"]
    assert f"**Celina** now plays in the seat of {computer}." in everything_said(begun)
    assert "b:admit:" not in "".join(map(words_in, shown(begun)))
    assert "1-0, 2-1, 2-2, 4-1, 5-0, 5-3, 6-2" in words_in(await look(begun, "Celina"))


async def test_a_table_can_refuse_a_seat_and_a_request_can_be_withdrawn(begun: DiscordWorld) -> None:
    await ask_for_the_seat_of_borys(begun)
    for outsider in ("Dmitri", "Ada"):
        answer = await begun.press(outsider, public_button(begun, "b:turnaway:"))
        assert "that seat belongs to **Borys**" in said(answer)
    await begun.press("Borys", public_button(begun, "b:turnaway:"))
    assert f"<@{user_id(begun, 'Celina')}> has declined the seat" in everything_said(begun)
    assert sitters(begun) == ["Ada", "regular"]
    await begun.slash("Celina", "table replace")
    await begun.click("Celina", "Yes")
    await begun.press("Celina", public_button(begun, "b:turnaway:"))
    assert "b:admit:" not in "".join(map(words_in, shown(begun)))
    assert sitters(begun) == ["Ada", "regular"]


async def test_a_question_for_a_seat_that_somebody_else_has_by_now_is_over(begun: DiscordWorld) -> None:
    await ask_for_the_seat_of_borys(begun)
    question = public_button(begun, "b:admit:")
    await begun.slash("Borys", "table replace", seat=2, person=begun.person("Dmitri"))
    await begun.click("Dmitri", "Yes")
    await begun.press("Borys", question)
    assert sitters(begun) == ["Ada", "Dmitri"]
    assert "This is over" in everything_said(begun)


async def test_a_question_for_a_seat_can_be_answered_after_a_restart(begun: DiscordWorld) -> None:
    await ask_for_the_seat_of_borys(begun)
    await begun.restart()
    await begun.press("Borys", public_button(begun, "b:admit:"))
    assert sitters(begun) == ["Ada", "Celina"]


async def test_somebody_whose_seat_the_computer_keeps_comes_back_without_asking(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await tables_of(begun).apply(
        match_id, lambda table, _: Step(table.with_seat(replace(table.seats[1], late=2, away=True)))
    )
    await begun.click("Borys", "My hand")
    assert not table_in(begun).seats[1].away


async def test_in_a_match_that_does_not_count_a_seat_that_was_left_can_be_taken_with_its_hand(
    begun: DiscordWorld,
) -> None:
    await uncount(begun)
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    asked = await begun.slash("Celina", "table replace")
    assert f"**Celina** takes over the seat of {spoken_name(begun, 1)}" in said(asked)
    await begun.click("Celina", "Yes")
    assert sitters(begun) == ["Ada", "Celina"]
    assert "1-0, 2-1, 2-2, 4-1, 5-0, 5-3, 6-2" in words_in(await look(begun, "Celina"))


async def test_a_spectator_requests_a_computer_s_seat_by_a_board_button(begun: DiscordWorld) -> None:
    assert "b:askseat:" not in words_in(board_of(begun)), "no computer sits there"
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    sits = await begun.click("Ada", "Ask for a seat")
    assert (sits.ephemeral, said(sits)) == (True, "You already have a seat at this table.")
    asked = await begun.click("Celina", "Ask for a seat")
    assert asked.ephemeral
    assert f"who takes over the seat of {spoken_name(begun, 1)}. Ask them for it?" in said(asked)
    await begun.click("Celina", "Yes")
    await begun.press("Borys", public_button(begun, "b:admit:"))
    assert sitters(begun) == ["Ada", "Celina"]
    assert "b:askseat:" not in words_in(board_of(begun))


async def test_where_a_seat_was_left_in_a_match_that_does_not_count_the_button_takes_it(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    begun.button("Celina", "Ask for a seat")  # the match counts
    await uncount(begun)
    await play_one(begun)
    await begun.click("Celina", "Take a seat")
    await begun.click("Celina", "Yes")
    assert sitters(begun) == ["Ada", "Celina"]
