"""Turn calls: who sees his turn anyway is not called, and nobody who does not is forgotten."""

from tests.bot.play.at_table import look, mover, play_one, user_id
from tests.bot.posts.test_boards import public_requests
from tests.discord_world import DiscordWorld


async def test_whose_hand_is_open_is_called_only_after_a_minute_of_his_turn(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    before = public_requests(begun)
    await play_one(begun)
    await begun.pass_time(57)
    assert public_requests(begun) == before + 1, "the board alone"
    await begun.pass_time(3)
    assert public_requests(begun) == before + 2
    assert begun.messages()[-1].content == f"<@{user_id(begun, 'Borys')}>, your turn!"
    await begun.pass_time(600)
    assert public_requests(begun) == before + 2


async def test_who_moves_within_the_minute_is_never_called_and_his_next_turn_begins_another(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Borys")
    before = public_requests(begun)
    for moves in range(1, 7):
        await begun.pass_time(45)
        await play_one(begun)
        assert public_requests(begun) == before + moves
    await begun.pass_time(61)
    called = [message.content for message in begun.messages()[1:]]
    assert called == [f"<@{user_id(begun, mover(begun))}>, your turn!"]
