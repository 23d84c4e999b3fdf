"""Owners, places and languages of solitaires, and their privacy."""

from itertools import cycle

import pytest

import games
from bot.locales import words
from games.solitaires import solver
from storage.solo import SoloStatus
from tests.bot.play.at_table import (
    everything_said,
    hand_of,
    is_private,
    read,
    said,
    set_for_server,
    set_own,
    tiles_in,
    words_in,
)
from tests.bot.play.solo.at_solo import (
    DEAD_END,
    PYRAMID,
    WINNABLE,
    button,
    load_open,
    load_solo,
    make,
    message_of,
    press,
    solo_of,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of


async def test_nobody_else_may_click_and_they_are_offered_their_own(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    for kind in ("solomove", "solohint", "soloaskgiveup"):
        answer = await pyramid.press("Celina", button(pyramid, solo_id, kind))
        assert answer.ephemeral
        assert "so only they can make moves here" in said(answer)
    assert (await solo_of(pyramid)).revision == 0
    await pyramid.click("Celina", "Play Pyramid")
    own = await solo_of(pyramid, "Celina")
    shown = hand_of(pyramid, "Celina")
    assert shown is not None
    assert is_private(shown)
    assert f":{own.id}:" in words_in(shown)


async def test_two_people_play_their_own_in_one_channel(pyramid: DiscordWorld) -> None:
    await pyramid.slash("Borys", "play", game="pyramid")
    await make(pyramid, DEAD_END[0], "Borys")
    await make(pyramid, "pair 6-2=2-2", "Ada")
    assert (await solo_of(pyramid, "Borys")).line.played == DEAD_END[:1]
    assert (await solo_of(pyramid, "Ada")).line.played == ("pair 6-2=2-2",)


async def test_solitaires_and_a_table_share_a_channel(pyramid: DiscordWorld) -> None:
    await pyramid.slash("Borys", "play", game="block")
    await make(pyramid, DEAD_END[0])
    assert (await solo_of(pyramid)).stored.moves == 1


async def test_only_me_keeps_it_from_the_others(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="twelves")
    assert "Twelves" in everything_said(world, "Celina")
    await world.click("Ada", "Only me")
    assert everything_said(world, "Celina") == ""
    assert "Only me" not in world.labels("Ada")
    [solo] = await load_open(world)
    assert f":{solo.id}:" in words_in(hand_of(world, "Ada") or {})


async def test_a_half_played_one_outlives_a_restart_and_is_taken_up_elsewhere(pyramid: DiscordWorld) -> None:
    await make(pyramid, DEAD_END[0])
    solo_id = (await load_open(pyramid))[0].id
    await pyramid.restart()
    await make(pyramid, "pair 6-2=2-2")  # the buttons of the old message still do
    assert (await solo_of(pyramid)).line.played == (DEAD_END[0], "pair 6-2=2-2")
    other = pyramid.env.create_guild("Elsewhere", owner=pyramid.person("Celina").user)
    ada, place = other.add_member(pyramid.person("Ada").user), other.create_text_channel("dominoes")
    await pyramid.env.settle()
    answer = await ada.slash(place, "play", game="pyramid")
    assert "You have an unfinished Pyramid: 2 moves" in said(answer)
    assert answer.response is not None
    await ada.click(answer.response, label="Continue")
    assert (await solo_of(pyramid)).id == solo_id
    await pyramid.person("Ada").user.slash("play", game="pyramid")
    assert "You have an unfinished Pyramid" in read(pyramid.direct_messages("Ada")[-1])
    await pyramid.click("Ada", "Continue", "dm")
    await press(pyramid, "soloundo", channel="dm")
    assert (await solo_of(pyramid)).line.played == DEAD_END[:1]


async def test_a_new_one_gives_up_the_half_played(pyramid: DiscordWorld) -> None:
    await make(pyramid, DEAD_END[0])
    old = (await load_open(pyramid))[0].id
    await pyramid.slash("Ada", "play", game="pyramid")
    await pyramid.click("Ada", "New")
    assert (await load_solo(pyramid, old))[0].status is SoloStatus.GAVE_UP
    [new] = await load_open(pyramid)
    assert new.id != old
    assert not new.counted  # the fixed shuffle has dealt the same again


async def test_the_menu_shows_all_solitaires_and_begins_the_one_pressed(pyramid: DiscordWorld) -> None:
    world = pyramid
    await make(world, DEAD_END[0])
    await world.slash("Ada", "play", game="pyramid")
    answer = await world.click("Ada", "Other solitaires")
    for key in games.SOLITAIRES:
        assert f"**{world_name(key)}**" in said(answer)
    refused = await world.click("Celina", "Triangle")
    assert "This menu belongs to someone else" in said(refused)
    await world.click("Ada", "Triangle", id_prefix=f"b:soloopen::0:triangle/{world.person('Ada').id}")
    assert (await solo_of(world)).stored.game == "triangle"


def world_name(key: str) -> str:
    return words("en")(f"game.{key}.name")


@pytest.mark.parametrize(
    ("game", "name", "locale"),
    some_of(zip(games.SOLITAIRES, cycle(["Borys", "Dmitri", "Ada"]), cycle(["pl", "ru", "en"]), strict=False), 2),
)
async def test_a_solitaire_in_direct_messages_speaks_the_language_of_its_player(
    world: DiscordWorld, chance: KnownChance, game: str, name: str, locale: str
) -> None:
    chance.fix_seed(WINNABLE[game])
    w = words(locale)
    await world.person(name).user.slash("play", game=game)
    match = (await solo_of(world, name)).match
    assert match is not None
    for move in solver.solve(match).line[:5]:
        await make(world, str(move), name, "dm")
    await press(world, "solohint", name=name, channel="dm")
    text = read(world.direct_messages(name)[-1])
    assert w(f"game.{game}.name") in text
    assert w("solo.helped") in text
    await press(world, "soloaskgiveup", name=name, channel="dm")
    await press(world, "sologiveup", name=name, channel="dm")
    assert w("solo.verdict.won") in read(world.direct_messages(name)[-1])


async def test_who_reads_rather_than_looks_gets_letters(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(PYRAMID)
    await set_own(world, "Ada", "board", "text")
    answer = await world.slash("Ada", "play", game="pyramid")
    assert answer.response is not None
    assert answer.response.attachments == []
    assert "2|0 3|2 1|1 2|2 5|2 5|1 4|4" in said(answer)


async def test_a_public_solitaire_speaks_the_language_of_the_server(world: DiscordWorld) -> None:
    await set_for_server(world, "language", "ru")
    answer = await world.slash("Ada", "play", game="pyramid")
    assert "Пирамида" in said(answer)
    await world.slash("Ada", "play", game="triangle")
    await world.click("Ada", id_prefix="b:soloonlyme")
    assert "Triangle" in words_in(hand_of(world, "Ada") or {})


# --- Secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pyramid", "seven_columns"])
async def test_nothing_that_is_sent_names_a_tile_that_lies_face_down(
    world: DiscordWorld, chance: KnownChance, game: str
) -> None:
    chance.fix_seed(WINNABLE[game])
    await world.slash("Ada", "play", game=game)
    for _ in range(6):
        solo = await solo_of(world)
        assert solo.match is not None
        text = words_in(message_of(world, solo.id))
        open_tiles = {str(tile) for tile in open_in(solo.match)}
        assert tiles_in(text) <= open_tiles
        assert solo.stored.seed not in text
        line = solver.solve(solo.match).line
        await make(world, str(line[0]))


def open_in(match: games.Match) -> set[games.Tile]:
    """Return the tiles that have ever lain face up."""
    return {tile for event in match.events for tile in event.seen_by(None).tiles}


async def test_a_public_solitaire_is_refused_where_dominoes_are_not_allowed(world: DiscordWorld) -> None:
    await set_for_server(world, "channels", world.channels["second-table"])
    refused = await world.slash("Celina", "play", game="pyramid")
    assert refused.ephemeral
    assert world.channels["second-table"].mention in said(refused)
    assert await load_open(world) == ()
    await world.slash("Celina", "play", channel="second-table", game="twelves")
    assert "Twelves" in everything_said(world, channel="second-table")


LOST = "lost 3"
"""The seed of a Pyramid that cannot be won."""


def told(world: DiscordWorld, solo_id: str, name: str) -> str:
    return str(message_of(world, solo_id, name)["embeds"][0]["description"])


async def test_an_unwinnable_deal_is_skipped_unless_any_deal_is_wanted(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(LOST)
    await world.slash("Ada", "play", game="pyramid")
    solo = await solo_of(world)
    assert solo.match is not None
    assert solver.solve(solo.match).verdict is solver.SearchVerdict.WON
    assert solo.stored.seed.startswith(f"{LOST}/")
    assert "This deal can be won." in told(world, solo.id, "Ada")
    chance.fix_seed(LOST)
    await world.slash("Celina", "play", game="pyramid")
    await world.click("Celina", "Any deal")
    any_deal = await solo_of(world, "Celina")
    assert any_deal.stored.seed == LOST
    assert "nobody has checked" in told(world, any_deal.id, "Celina")


async def test_giving_up_a_deal_that_cannot_be_won_is_no_loss(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(LOST)
    await world.slash("Ada", "play", game="pyramid")
    await world.click("Ada", "Any deal")
    solo_id = (await load_open(world))[0].id
    await press(world, "soloaskgiveup")
    given_up = await press(world, "sologiveup")
    kept, _ = await load_solo(world, solo_id)
    assert (kept.status.value, kept.counted) == ("gave_up", False)
    assert "does not count as a loss" in said(given_up)
