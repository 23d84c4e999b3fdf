"""Whole matches, played with commands and clicks."""

from tests.discord_world import DiscordWorld


async def test_the_host_starts_when_two_people_sit_and_the_board_takes_the_place_of_the_lobby(
    world: DiscordWorld,
) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.click("Ada", "Start")
    board = world.messages()[0]
    assert [embed.title for embed in board.embeds] in (
        ["Block with Bonus — Ada to play"],
        ["Block with Bonus — Borys to play"],
    )
    assert len(board.attachments) == 1
    hand = await world.click("Ada", "My hand")
    assert hand.ephemeral
