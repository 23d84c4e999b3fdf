"""What the host of a tournament does by commands when life happens."""

import pytest

from playground.simulated import Person
from storage.league.tournaments import PairingState
from tests.bot.play.at_table import SHORT, play_to_the_end, said, user_id
from tests.bot.play.league.at_administration import fill
from tests.bot.play.league.at_tournaments import begin_match, shown, sign_up, tournament_in, win
from tests.chance import KnownChance
from tests.discord_world import PARTY_OF_SIX, DiscordWorld


@pytest.fixture
def people() -> tuple[object, ...]:
    return (*PARTY_OF_SIX, Person("Greta", "en-US"))


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_seed(SHORT)
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


async def begun(world: DiscordWorld, *names: str, kind: str = "swiss") -> None:
    await world.slash("Ada", "tournament create", game="block", kind=kind, title="Cup")
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def pairing_of(world: DiscordWorld, name: str, number: int) -> str:
    """The pairing of somebody in a round, as the command names it."""
    now = await tournament_in(world)
    own = now.participant(user_id(world, name))
    assert own is not None
    found = next(one for one in now.pairings if one.round == number and own.team in one.teams)
    return f"{now.id}/{found.id}"


async def test_a_swiss_goes_on_over_late_entry_walkover_merge_withdrawal_and_restart(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina", "Dmitri", "Ewa")
    # 1 – 3, 2 – 4, and the last has a bye.
    await win(world, "Ada", "Celina")
    await world.pass_time(2)
    added = await world.slash("Ada", "tournament-host add", person=world.person("Feliks"), points=True)
    assert "**Feliks** now plays in **Cup**" in said(added)
    assert "`2` **Feliks** — 3 points · 1 win by bye or walkover" in shown(world)
    given = await world.slash(
        "Ada",
        "tournament-host walkover",
        pairing=await pairing_of(world, "Borys", 1),
        winner=world.person("Borys"),
    )
    assert "The walkover is entered in **Cup**" in said(given)
    await world.restart()
    await world.pass_time(2)
    now = await tournament_in(world)
    assert now.round == 2
    assert len([one for one in now.open_pairings if len(one.sides) == 2]) == 3
    await world.slash("Ada", "league-admin merge", old=world.person("Celina"), new=world.person("Greta"))
    await world.click("Ada", id_prefix="b:merge")
    await world.pass_time(2)
    now = await tournament_in(world)
    assert now.participant(user_id(world, "Greta")) is not None
    await world.click("Greta", "Withdraw")
    await world.click("Greta", "Yes")
    for pairing in (await tournament_in(world)).open_pairings:
        winner = next(one.user_id for one in now.people if one.team == pairing.teams[0])
        name = next(one for one in world.names if user_id(world, one) == winner)
        await world.slash("Ada", "tournament-host result", pairing=f"{now.id}/{pairing.id}", winner=world.person(name))
    await world.pass_time(2)
    later = await tournament_in(world)
    assert later.round == 3
    third = {team for one in later.pairings if one.round == 3 for team in one.teams}
    assert third == {1, 2, 4, 5, 6}, "who has withdrawn is not paired"


async def test_a_result_entered_in_the_league_counts_for_the_pairing(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys")
    await fill(world, await world.slash("Ada", "league-admin add-result", game="block"), ("Borys",), ("Ada",))
    await world.pass_time(2)
    assert "🥇 **Borys**" in shown(world)


async def test_a_merge_moves_the_entry_or_is_refused_where_both_play(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina")
    await win(world, "Borys", "Dmitri")
    refused = await world.slash("Ada", "league-admin merge", old=world.person("Borys"), new=world.person("Celina"))
    assert "Both accounts play in the tournament **Cup**" in said(refused)
    await world.slash("Ada", "league-admin merge", old=world.person("Borys"), new=world.person("Ewa"))
    await world.click("Ada", id_prefix="b:merge")
    await world.pass_time(2)
    people = {one.user_id for one in (await tournament_in(world)).people}
    assert people == {user_id(world, name) for name in ("Ada", "Ewa", "Celina")}


async def test_a_result_can_be_corrected_and_a_draw_brings_both_a_point(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina", kind="round_robin")
    pairing = await pairing_of(world, "Borys", 1)
    await win(world, "Borys", "Celina")
    await world.slash("Ada", "tournament-host result", pairing=pairing, winner=world.person("Celina"))
    await world.pass_time(2)
    assert "`1` **Celina** — 3 points" in shown(world)
    await world.slash("Ada", "tournament-host result", pairing=pairing)
    await world.pass_time(2)
    assert "**Borys** — 1 point" in shown(world)
    assert "**Celina** — 1 point" in shown(world)
    wrong = await world.slash("Ada", "tournament-host result", pairing=pairing, winner=world.person("Ada"))
    assert "The winner has to be somebody in this pairing" in said(wrong)


async def test_others_than_the_host_are_refused_before_any_question(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys")
    pairing = await pairing_of(world, "Borys", 1)
    for command, options in (
        ("result", {"pairing": pairing}),
        ("add", {"person": world.person("Ewa")}),
        ("remove", {"person": world.person("Ada")}),
        ("next-round", {}),
        ("undo", {}),
        ("co-host", {"person": world.person("Ewa")}),
        ("cancel", {}),
    ):
        refused = await world.slash("Celina", f"tournament-host {command}", **options)
        assert "Only the host, **Ada**" in said(refused), command
    assert "Only the host" in said(await world.click("Celina", "Close the round"))
    assert "not in this tournament" in said(await world.click("Celina", "Withdraw"))
    assert [one.state for one in (await tournament_in(world)).pairings] == [PairingState.OPEN]


async def test_the_host_removes_somebody_before_the_start_and_closes_a_round(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys", "Celina")
    gone = await world.slash("Ada", "tournament-host remove", person=world.person("Borys"))
    assert "**Borys** no longer plays in **Cup**" in said(gone)
    assert len((await tournament_in(world)).people) == 2
    await world.click("Ada", id_prefix="b:fixstart")
    late = await world.slash("Ada", "tournament-host add", person=world.person("Borys"))
    assert "only in a Swiss tournament or an arena without teams" in said(late)
    assert "Close round 1 of **Cup**" in said(await world.slash("Ada", "tournament-host next-round"))
    await world.click("Ada", "Yes")
    assert (await tournament_in(world)).stage == "over"


async def test_a_closed_round_is_opened_again_after_a_question_that_says_so(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina", "Dmitri")
    await win(world, "Ada", "Celina")
    await world.click("Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await win(world, "Ada", "Borys")  # round 2 pairs Ada with one of those who have nothing
    question = said(await world.slash("Ada", "tournament-host undo"))
    assert "Round 1 opens again" in question
    assert "1 match that was closed unplayed can be played again." in question
    assert "1 result is taken back with it" in question
    old = world.button("Ada", "Yes")
    assert "The last step of **Cup** is undone." in said(await world.press("Ada", old))
    await world.pass_time(2)
    now = await tournament_in(world)
    assert (now.round, [one.teams for one in now.open_pairings]) == (1, [(2, 4)])
    assert "`1` **Ada** — 3 points" in shown(world)
    assert "Something has changed" in said(await world.press("Ada", old))
    assert [one.content.splitlines()[0] for one in world.messages() if "round 1 of 2" in one.content] == [
        "🏆 **Cup** · round 1 of 2",
        "🏆 **Cup** · round 1 of 2",
    ]
    await win(world, "Borys", "Dmitri")
    await world.pass_time(2)
    assert (await tournament_in(world)).round == 2
    assert "`1` **Ada** — 6 points" in shown(world), "the same pairing has come again, so its result counts"


async def test_a_tournament_can_go_back_to_sign_up_and_start_again_with_more_people(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", kind="round_robin")
    assert "sign-up opens again" in said(await world.slash("Ada", "tournament-host undo"))
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await sign_up(world, "Celina")
    await world.click("Ada", id_prefix="b:fixstart")
    assert len((await tournament_in(world)).pairings) == 6


async def test_a_co_host_may_do_all_but_cancel_and_is_shown(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina")
    named = await world.slash("Ada", "tournament-host co-host", person=world.person("Dmitri"))
    assert "**Dmitri** is now co-host of **Cup**" in said(named)
    await world.pass_time(2)
    assert "Host: Ada · co-host: Dmitri" in shown(world)
    added = await world.slash("Dmitri", "tournament-host add", person=world.person("Ewa"))
    assert "**Ewa** now plays" in said(added)
    assert "Close round 1" in said(await world.slash("Dmitri", "tournament-host next-round"))
    assert "Only the host, **Ada**" in said(await world.slash("Dmitri", "tournament-host cancel"))
    assert "Only the host, **Ada**" in said(await world.slash("Dmitri", "tournament-host co-host"))
    assert "**Ada** and **Dmitri**" in said(await world.slash("Celina", "tournament-host next-round"))
    await world.slash("Ada", "tournament-host co-host")
    await world.pass_time(2)
    assert "co-host" not in shown(world)


async def test_a_match_that_runs_when_its_round_is_closed_is_named_and_counts_when_it_ends(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys", "Celina", "Dmitri")
    await begin_match(world, "Ada", "Celina")
    question = said(await world.slash("Ada", "tournament-host next-round"))
    assert "These matches are running and still count when they end:\n· Ada – Celina" in question
    assert "Borys – Dmitri" not in question
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert [one.state for one in (await tournament_in(world)).pairings] == ["open", "missed"]
    await world.restart()
    await play_to_the_end(world)
    await world.pass_time(2)
    now = await tournament_in(world)
    assert (now.round, now.pairings[0].state) == (2, "played")
    assert "`1` **Ada** — 3 points" in shown(world)


async def test_two_people_of_a_pairing_who_open_its_table_at_once_get_one_table(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys")
    button = world.button("Ada", "Open the table")
    answers = [said(one) for one in await world.race(("Ada", button), ("Borys", button))]
    assert sum("A table is already open for this match" in one for one in answers) == 1
    assert len([one for one in world.env.backend.channels.values() if one.is_thread]) == 1


async def test_a_result_is_corrected_after_the_end_and_the_end_is_told_again(world: DiscordWorld) -> None:
    await begun(world, "Ada", "Borys")
    pairing = await pairing_of(world, "Borys", 1)
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    await world.slash("Ada", "tournament-host result", pairing=pairing, winner=world.person("Ada"))
    await world.pass_time(2)
    assert "🥇 **Ada**" in shown(world)
    told = [one.content for one in world.messages() if one.content.startswith("🏆 **Cup** is over")]
    assert len(told) == 2


async def test_who_has_left_the_server_is_withdrawn_when_the_next_round_comes_and_the_host_is_told(
    world: DiscordWorld,
) -> None:
    await begun(world, "Ada", "Borys", "Celina", "Dmitri")
    await win(world, "Ada", "Celina")
    world.guild.remove_member(world.person("Borys"))
    await world.env.settle()
    await world.slash(
        "Ada", "tournament-host result", pairing=await pairing_of(world, "Dmitri", 1), winner=world.person("Dmitri")
    )
    await world.pass_time(2)
    [told] = [one for one in world.messages() if "No longer in the server" in one.content]
    assert told.content.startswith("No longer in the server and so withdrawn from **Cup**: **Borys**.")
    assert told.raw_mentions == [user_id(world, "Ada")]
    now = await tournament_in(world)
    assert now.withdrawn == {2}
    assert {one.teams for one in now.open_pairings} == {(1, 4)}
    [announced] = [one for one in world.messages() if "round 2 of 2" in one.content]
    assert "Borys" not in announced.content


async def test_the_host_is_told_without_a_name_that_somebody_who_played_has_deleted_their_data(
    world: DiscordWorld,
) -> None:
    await begun(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.slash("Celina", "privacy")
    await world.click("Celina", id_prefix="b:privacyask")
    await world.click("Celina", id_prefix="b:privacyforget")
    await world.pass_time(2)
    [told] = [one for one in world.messages() if "has deleted their data" in one.content]
    assert told.content.startswith("Somebody who played in **Cup** has deleted their data and is withdrawn")
    assert told.raw_mentions == [user_id(world, "Ada")]
