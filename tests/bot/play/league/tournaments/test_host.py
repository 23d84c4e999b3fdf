"""Commands of a tournament's host for real life."""

from dataclasses import replace

import discord
import pytest

from playground.simulated import SimulatedPerson
from storage.league.tournament_values import PairingState
from tests.bot.play.at_table import play_quickly, said, table_in, user_id
from tests.bot.play.league.at_administration import amend, fill
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    begin_match,
    edit,
    enter,
    enter_thread,
    new_tournament,
    remove,
    shown,
    sign_up,
    swap,
    tournament_in,
    win,
    with_person,
)
from tests.bot.play.test_commands import autocomplete
from tests.discord_world import PARTY_OF_SIX, DiscordWorld, Route


@pytest.fixture
def people() -> tuple[object, ...]:
    return (*PARTY_OF_SIX, SimulatedPerson("Greta", "en-US"))


async def start_tournament(world: DiscordWorld, *names: str, kind: str = "swiss") -> None:
    await new_tournament(world, "Ada", game="block", kind=kind, title="Cup")
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def pairing_of(world: DiscordWorld, name: str, number: int) -> str:
    """Return a person's pairing in a round, for the command."""
    now = await tournament_in(world)
    own = now.participant(user_id(world, name))
    assert own is not None
    found = next(one for one in now.pairings if one.round == number and own.team in one.teams)
    return f"{now.id}/{found.id}"


@pytest.mark.thorough
async def test_a_swiss_survives_late_entry_walkover_merge_and_restart(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", "Ewa")
    # 1 – 3, 2 – 4, and the last has a bye.
    await win(world, "Ada", "Celina")
    await world.pass_time(2)
    added = await with_person(world, "Ada", "Feliks", "Add")
    assert "**Feliks** now plays in **Cup**" in added
    assert "· Ewa – Feliks" in shown(world)
    given = await enter(world, await pairing_of(world, "Borys", 1), "walkover for Borys")
    assert "The result is entered in **Cup**" in given
    await enter(world, await pairing_of(world, "Ewa", 1), "Ewa")
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
        await enter(world, f"{now.id}/{pairing.id}", name)
    await world.pass_time(2)
    later = await tournament_in(world)
    assert later.round == 3
    third = {team for one in later.pairings if one.round == 3 for team in one.teams}
    assert third == {1, 2, 4, 5, 6}, "who has withdrawn is not paired"


async def test_a_round_robin_says_that_all_may_be_played_and_no_leaver_has_a_bye(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    assert any("All matches may be played now, in any order." in one.content for one in world.messages())
    assert "· bye" in shown(world)
    now = await tournament_in(world)
    [bye] = [one.teams[0] for one in now.pairings if one.round == 1 and len(one.sides) == 1]
    [name] = [one for one in world.names if user_id(world, one) == now.teams[bye][0].user_id]
    await remove(world, name)
    await world.pass_time(2)
    assert "· bye" not in shown(world)


async def test_rounds_before_a_late_entry_are_absences_without_points(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await with_person(world, "Ada", "Feliks", "Add")
    assert "○ Feliks · absent" in shown(world)
    assert "**Feliks** — 0 points" in shown(world)


async def test_a_host_may_give_a_latecomer_byes_for_half_of_the_missed_rounds(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await with_person(world, "Ada", "Feliks", ADD_WITH_POINTS)
    assert "**Feliks** — 3 points" in shown(world)


async def test_a_latecomer_meets_whoever_has_the_bye_and_the_channel_reads_the_points(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")  # 1 – 2, and the last has a bye
    await with_person(world, "Ada", "Feliks", "Add")
    assert ADD_WITH_POINTS not in world.labels("Ada"), "no round is missed"
    await world.pass_time(2)
    assert "· Celina – Feliks" in shown(world)
    celina, feliks = (mention(world, name) for name in ("Celina", "Feliks"))
    told = "\n".join(one.content for one in world.messages())
    assert "added **Feliks** (0 points): **Celina** – **Feliks**" in told
    assert f"{celina} – {feliks}" in told, "the line about the changed round mentions them"
    await world.click("Feliks", "Open the table")
    enter_thread(world)
    assert table_in(world, "thread").of_pairing is not None


async def test_a_result_entered_in_the_league_counts_for_the_pairing(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await fill(world, await world.slash("Ada", "league-admin add-result", game="block"), ("Borys",), ("Ada",))
    await world.pass_time(2)
    assert "🥇 **Borys**" in shown(world)


async def test_a_merge_moves_the_entry_or_is_refused_where_both_play(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")
    await win(world, "Borys", "Dmitri")
    refused = await world.slash("Ada", "league-admin merge", old=world.person("Borys"), new=world.person("Celina"))
    assert "Both accounts play in the tournament **Cup**" in said(refused)
    await world.slash("Ada", "league-admin merge", old=world.person("Borys"), new=world.person("Ewa"))
    await world.click("Ada", id_prefix="b:merge")
    await world.pass_time(2)
    people = {one.user_id for one in (await tournament_in(world)).people}
    assert people == {user_id(world, name) for name in ("Ada", "Ewa", "Celina")}
    assert "Borys" not in shown(world)
    await world.click("Ada", "Undo the merge")
    await world.click("Ada", id_prefix="b:unmerge:")
    await world.pass_time(2)
    assert "Borys" in shown(world)


ADD_WITH_POINTS = "Add, with byes for half of the missed rounds"


def public(world: DiscordWorld) -> list[str]:
    """Return the public lines about actions of the host."""
    return [one.content for one in world.messages() if one.content.startswith("📝")]


@pytest.mark.thorough
async def test_a_result_from_the_table_is_replaced_only_after_a_warning(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    pairing = await pairing_of(world, "Borys", 1)
    await win(world, "Borys", "Celina")
    await world.pass_time(2)
    asked = said(await world.slash("Ada", "tournament-host result", pairing=pairing, winner="Celina"))
    assert asked.splitlines()[:4] == [
        "Enter this result in **Cup**, round 1?",
        "**Borys** – **Celina**",
        "Now: **Borys** won, 139 : 0",
        "New: **Celina** won",
    ]
    assert "This match was played at a table. Your entry replaces its result" in asked
    assert "`1` **Borys** — 3 points" in shown(world)
    yes = world.button("Ada", "Yes")
    assert "The result is entered in **Cup**" in said(await world.press("Ada", yes))
    await world.pass_time(2)
    assert "`1` **Celina** — 3 points" in shown(world)
    told = f"📝 **Cup** · **Ada**: {mention(world, 'Borys')} – {mention(world, 'Celina')}, round 1, corrected: "
    assert public(world) == [f"{told}{mention(world, 'Borys')} won → {mention(world, 'Celina')} won"]
    assert "Something has changed in the tournament since" in said(await world.press("Ada", yes))
    assert len(public(world)) == 1


def mention(world: DiscordWorld, name: str) -> str:
    return f"<@{user_id(world, name)}>"


@pytest.mark.thorough
async def test_the_winner_is_chosen_from_the_pairing_or_a_draw(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    await new_tournament(world, "Ada", game="block", title="Vase")
    for name in ("Ada", "Borys"):
        await world.click(name, id_prefix="b:fixsign")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    vase = await tournament_in(world, 2)
    pairing, cup = f"2/{vase.pairings[0].id}", await pairing_of(world, "Borys", 1)

    async def suggest(chosen: str) -> list[str]:
        found = await autocomplete(world, "Ada", "tournament-host result", "winner", "", pairing=chosen)
        return [name for name, _ in found]

    assert await suggest(pairing) == ["Ada", "Borys", "draw", "walkover for Ada", "walkover for Borys"]
    assert "draw" not in await suggest(cup), "an elimination has no draws"
    assert await suggest("2/99") == []
    assert "One side has to go on" in await enter(world, cup, None)
    for typed in ("Celina", "team:9", "walkover:9", "walkover", "<@1>"):
        refused = said(await world.slash("Ada", "tournament-host result", pairing=pairing, winner=typed))
        assert "The winner must be a player of this pairing" in refused, typed
    assert [one.state for one in (await tournament_in(world, 2)).pairings] == [PairingState.OPEN]
    asked = await world.slash("Ada", "tournament-host result", pairing=pairing, winner="walkover:2")
    assert "New: walkover for **Borys**" in said(asked)
    asked = await world.slash("Ada", "tournament-host result", pairing=pairing, winner=mention(world, "Borys"))
    assert "New: **Borys** won" in said(asked)


async def test_forged_answers_about_results_change_nothing(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="round_robin")
    pairing = await pairing_of(world, "Borys", 1)
    await world.slash("Ada", "tournament-host result", pairing=pairing, winner="Ada")
    yes = world.button("Ada", "Yes")
    for rest in ("", "9/p/open.0,0.0", "0/w/open.0,0.0", "1/p/open.0,0", "1/x/open.0,0.0", "1/p/played.1,2.9"):
        forged = replace(yes, custom_id=yes.custom_id.rpartition(":")[0] + f":{rest}")
        await world.press("Ada", forged)
        assert [one.state for one in (await tournament_in(world)).pairings] == [PairingState.OPEN], rest
    assert "Only hosts can do that" in said(await world.press("Borys", yes))
    assert [one.state for one in (await tournament_in(world)).pairings] == [PairingState.OPEN]


@pytest.mark.thorough
async def test_every_action_of_the_host_is_in_the_change_log_and_once_in_public(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", kind="swiss", title="Cup")
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await with_person(world, "Ada", "Ewa", "Add")
    await remove(world, "Ewa")
    await with_person(world, "Ada", "Dmitri", "Co-host")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    await enter(world, await pairing_of(world, "Borys", 1), "walkover for Borys")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await world.restart()
    await as_host(world, "Ada", "Undo the last step")
    await world.click("Ada", "Yes")
    await with_person(world, "Ada", "Dmitri", "Not a co-host any more")
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    borys, dmitri, ewa = (mention(world, name) for name in ("Borys", "Dmitri", "Ewa"))
    assert public(world) == [
        f"📝 **Cup** · **Ada**: added {ewa}",
        f"📝 **Cup** · **Ada**: withdrew {ewa}",
        f"📝 **Cup** · **Ada**: named {dmitri} as co-host",
        f"📝 **Cup** · **Ada**: {borys} – {dmitri}, round 1: walkover for {borys}",
        "📝 **Cup** · **Ada**: closed round 1",
        "📝 **Cup** · **Ada**: opened round 1 again; rounds after it are taken back",
        f"📝 **Cup** · **Ada**: removed {dmitri} as co-host",
    ]
    log = said(await world.slash("Ada", "league-admin log"))
    done = [line.partition(": tournament “Cup”: ")[2] for line in log.splitlines() if "“Cup”" in line]
    assert [line.replace("*", "") for line in done] == [
        "cancelled",
        "removed Dmitri as co-host",
        "opened round 1 again; rounds after it are taken back",
        "closed round 1",
        "Borys – Dmitri, round 1: walkover for Borys",
        "started",
        "named Dmitri as co-host",
        "withdrew Ewa",
        "added Ewa",
    ]


@pytest.mark.thorough
async def test_an_unposted_host_action_is_announced_later_once(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")
    world.fail(Route.SEND, 500, times=None)
    await with_person(world, "Ada", "Ewa", "Add")
    await world.pass_time(2)
    assert public(world) == []
    world.heal()
    await world.restart()
    await world.pass_time(10)
    await world.restart()
    await world.pass_time(10)
    assert public(world) == ["📝 **Cup** · **Ada**: added **Ewa** (0 points): **Celina** – **Ewa**"]


async def test_an_action_that_may_not_be_posted_is_not_told_when_it_is_old(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")
    world.fail(Route.SEND, 403, code=50013, times=None)
    await with_person(world, "Ada", "Ewa", "Add")
    await world.pass_time(2)
    world.heal()
    await remove(world, "Ewa")
    await world.pass_time(2)
    assert public(world) == [f"📝 **Cup** · **Ada**: withdrew {mention(world, 'Ewa')}"]


@pytest.mark.thorough
async def test_a_merge_and_a_void_match_are_announced_in_the_channel(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    await win(world, "Borys", "Celina")
    await world.pass_time(2)
    await amend(world, "#1", "wrong people")
    await world.pass_time(2)
    await world.slash("Ada", "league-admin merge", old=world.person("Celina"), new=world.person("Greta"))
    await world.click("Ada", id_prefix="b:merge")
    await world.pass_time(2)
    borys, celina, greta = (mention(world, name) for name in ("Borys", "Celina", "Greta"))
    assert public(world) == [
        "📝 **Cup** · **Ada**: **Borys** – **Celina**, round 1: match voided; now not played yet",
        f"📝 **Cup** · **Ada**: {greta} takes the place of {celina}",
    ]
    [told] = [one for one in world.messages() if "Round 1: open again" in one.content]
    assert told.content.splitlines()[1:] == [f"{borys} – {celina}"]
    assert "Open the table" in world.labels("Borys")


async def test_others_than_the_host_are_refused_before_any_question(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    pairing = await pairing_of(world, "Borys", 1)
    for command, options in (
        ("result", {"pairing": pairing, "winner": "Ada"}),
        ("person", {"person": world.person("Ewa")}),
        ("edit", {}),
    ):
        refused = await world.slash("Celina", f"tournament-host {command}", **options)
        assert "Only hosts can do that: <@" in said(refused), command
    await as_host(world, "Ada")
    menu = [world.button("Ada", label) for label in world.labels("Ada")]
    own = [one for one in menu if one.message == menu[0].message and not one.custom_id.startswith("b:series")]
    await with_person(world, "Ada", "Ewa", "")
    about = [world.button("Ada", label) for label in ("Add", "Co-host", "Make host")]
    for button in (*own, *about, world.button("Celina", "For hosts …")):
        assert "Only hosts can do that: <@" in said(await world.press("Celina", button)), button.label
    assert "not in this tournament" in said(await world.click("Celina", "Withdraw"))
    assert [one.state for one in (await tournament_in(world)).pairings] == [PairingState.OPEN]


async def test_the_host_removes_somebody_before_the_start_and_closes_a_round(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys", "Celina")
    assert "**Borys** no longer plays in **Cup**" in await remove(world, "Borys")
    assert len((await tournament_in(world)).people) == 2
    await world.click("Ada", id_prefix="b:fixstart")
    late = await with_person(world, "Ada", "Borys", "Add")
    assert "only in a Swiss tournament or an arena without teams" in late
    assert "Close round 1 of **Cup**" in await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    assert (await tournament_in(world)).stage == "over"


@pytest.mark.thorough
async def test_a_closed_round_is_opened_again_after_a_question_that_says_so(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await win(world, "Ada", "Celina")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await win(world, "Ada", "Borys")  # round 2 pairs Ada with one of those who have nothing
    question = await as_host(world, "Ada", "Undo the last step")
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
    rounds = [one.content.splitlines() for one in world.messages() if "🏆 **Cup** · round" in one.content]
    assert [lines[0] for lines in rounds] == ["🏆 **Cup** · round 1 of 2", "~~🏆 **Cup** · round 2~~ · taken back"]
    assert rounds[0][1:] == ["**Ada** – **Celina**", "**Borys** – **Dmitri**"]
    [told] = [one for one in world.messages() if "Round 1: open again" in one.content]
    assert told.content.splitlines()[1:] == [f"{mention(world, 'Borys')} – {mention(world, 'Dmitri')}"]
    assert "Open the table" in world.labels("Borys")
    await win(world, "Borys", "Dmitri")
    await world.pass_time(2)
    assert (await tournament_in(world)).round == 2
    assert "`1` **Ada** — 6 points" in shown(world), "the same pairing has come again, so its result counts"


async def test_a_tournament_can_return_to_sign_up_and_start_with_more_people(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="round_robin")
    assert "sign-up opens again" in await as_host(world, "Ada", "Undo the last step")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert [one.content for one in world.messages() if "round 1" in one.content] == [
        "~~🏆 **Cup** · round 1~~ · taken back"
    ]
    [told] = [one for one in world.messages() if "took back the start: sign-up is open again" in one.content]
    assert set(told.raw_mentions) == {user_id(world, "Ada"), user_id(world, "Borys")}
    await sign_up(world, "Celina")
    await world.click("Ada", id_prefix="b:fixstart")
    assert len((await tournament_in(world)).pairings) == 6


@pytest.mark.thorough
async def test_a_co_host_may_do_all_but_cancel_and_is_shown(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")
    assert "**Dmitri** is now co-host of **Cup**" in await with_person(world, "Ada", "Dmitri", "Co-host")
    await world.pass_time(2)
    assert "Host: Ada · co-host: Dmitri" in shown(world)
    assert "**Ewa** now plays" in await with_person(world, "Dmitri", "Ewa", "Add")
    assert "Close round 1" in await as_host(world, "Dmitri", "Close the round")
    assert "Host: Ada · co-host: Dmitri" in await as_host(world, "Dmitri")
    assert "Cancel tournament" not in world.labels("Dmitri")
    await with_person(world, "Ada", "Feliks", "")
    for label in ("Co-host", "Make host"):
        assert "Only hosts can do that: <@" in said(await world.press("Dmitri", world.button("Ada", label)))
    await with_person(world, "Dmitri", "Feliks", "")
    assert not {"Co-host", "Make host"} & {*world.labels("Dmitri")}
    assert "Only hosts can do that: <@" in await as_host(world, "Celina")
    await with_person(world, "Dmitri", "Ada", "")
    assert not {"Co-host", "Make host"} & {*world.labels("Dmitri")}, "she is the host already"


@pytest.mark.thorough
async def test_up_to_five_co_hosts_come_go_and_leave(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    for name in ("Borys", "Celina", "Dmitri", "Ewa", "Feliks"):
        await with_person(world, "Ada", name, "Co-host")
    assert "at most 5 co-hosts" in await with_person(world, "Ada", "Greta", "Co-host")
    left = await with_person(world, "Celina", "Celina", "Not a co-host any more")
    assert left == "**Celina** is no longer co-host of **Cup**."
    gone = await with_person(world, "Ada", "Ewa", "Not a co-host any more")
    assert gone == "**Ewa** is no longer co-host of **Cup**."
    assert "Something has changed" in said(await world.click("Ada", "Not a co-host any more"))
    await world.pass_time(2)
    assert "Host: Ada · co-hosts: Borys, Dmitri, Feliks" in shown(world)
    assert public(world)[-3:] == [
        f"📝 **Cup** · **Ada**: named {mention(world, 'Feliks')} as co-host",
        f"📝 **Cup** · **Celina**: {mention(world, 'Celina')} is no longer co-host",
        f"📝 **Cup** · **Ada**: removed {mention(world, 'Ewa')} as co-host",
    ]
    await world.slash("Feliks", "privacy")
    await world.click("Feliks", id_prefix="b:privacyask")
    await world.click("Feliks", id_prefix="b:privacyforget")
    await world.pass_time(2)
    assert "Host: Ada · co-hosts: Borys, Dmitri" in shown(world)


@pytest.mark.thorough
async def test_the_host_hands_over_and_stays_as_co_host(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await with_person(world, "Ada", "Borys", "Co-host")
    assert "Make **Borys** the host of **Cup**?" in await with_person(world, "Ada", "Borys", "Make host")
    yes = world.button("Ada", "Yes")
    assert "Only hosts can do that: <@" in said(await world.press("Borys", yes))
    assert said(await world.press("Ada", yes)) == "**Borys** is now the host of **Cup**."
    await world.pass_time(2)
    assert "Host: Borys · co-host: Ada" in shown(world)
    assert "**Borys** is the host already" in said(await world.press("Ada", yes))
    assert "Cancel **Cup**?" in await as_host(world, "Borys", "Cancel tournament")


async def test_a_moderator_who_hands_over_is_named_and_promised_nothing(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Interaction, "permissions", discord.Permissions(manage_guild=True))
    await new_tournament(world, "Ada", game="block", title="Cup")
    asked = await with_person(world, "Ada", "Borys", "Make host")
    assert "You stay as co-host" in asked
    asked = await with_person(world, "Celina", "Borys", "Make host")
    assert "Make **Borys** the host of **Cup**?" in asked
    assert "co-host" not in asked
    await world.click("Celina", "Yes")
    await world.pass_time(2)
    assert public(world)[-1] == f"📝 **Cup** · **Celina**: handed the tournament over to {mention(world, 'Borys')}"


@pytest.mark.thorough
async def test_a_tournament_at_another_stage_is_named_with_what_can_be_done(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys")
    early = said(await world.slash("Ada", "tournament-host result", pairing="Ada – Borys", winner="Ada"))
    assert early == "**Cup** has not started yet. Its host starts it with the button *Start*."
    await world.click("Ada", id_prefix="b:fixstart")
    late = said(await world.slash("Celina", "tournament join"))
    assert "**Cup** has already started. In its first round the host can take the start back: *For hosts …*" in late
    await as_host(world, "Ada")
    menu = [world.button("Ada", label) for label in ("Pause", "Close the round", "Edit …", "Cancel tournament")]
    await with_person(world, "Ada", "Borys", "")
    about = [world.button("Ada", label) for label in ("Remove", "Co-host", "Make host")]
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    commands = ("tournament-host edit", "tournament withdraw", "tournament join")
    answers = [said(await world.slash("Ada", command)) for command in commands]
    answers += [said(await world.press("Ada", button)) for button in (*menu, *about)]
    answers.append(await with_person(world, "Ada", "Borys", ""))
    for over in answers:
        assert "**Cup** is over. Its host can still correct results with" in over
    await new_tournament(world, "Ada", game="block", title="Vase")
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    for named in ({"tournament": "vase"}, {}):
        refused = said(await world.slash("Ada", "tournament-host edit", **named))
        assert "**Vase** was cancelled. Its host can create it again" in refused
    assert "There is no such tournament" in said(await world.slash("Ada", "tournament join", tournament="Bowl"))


@pytest.mark.thorough
async def test_a_running_match_of_a_closed_round_is_named_and_counts(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await begin_match(world, "Ada", "Celina")
    question = await as_host(world, "Ada", "Close the round")
    assert "These matches are running and still count when they end:\n· Ada – Celina" in question
    assert "Borys – Dmitri" not in question
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert [one.state for one in (await tournament_in(world)).pairings] == ["open", "missed"]
    await world.restart()
    await play_quickly(world)
    await world.pass_time(2)
    now = await tournament_in(world)
    assert (now.round, now.pairings[0].state) == (2, "played")
    assert "`1` **Ada** — 3 points" in shown(world)


async def test_two_people_of_a_pairing_who_open_its_table_at_once_get_one_table(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    button = world.button("Ada", "Open the table")
    answers = [said(one) for one in await world.race(("Ada", button), ("Borys", button))]
    assert sum("A table is already open for this match" in one for one in answers) == 1
    assert len([one for one in world.env.backend.channels.values() if one.is_thread]) == 1


@pytest.mark.thorough
async def test_a_result_is_corrected_after_the_end_and_the_end_is_told_again(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    pairing = await pairing_of(world, "Borys", 1)
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    [wrong] = [one for one in world.messages() if one.content.startswith("🏆 **Cup** is over")]
    await enter(world, pairing, "Ada")
    await world.pass_time(2)
    assert "🥇 **Ada**" in shown(world)
    [edited, told] = [one for one in world.messages() if one.content.startswith("🏆 **Cup** is over")]
    assert told.content.splitlines() == [
        f"🏆 **Cup** is over. 🥇 {mention(world, 'Ada')} wins. Congratulations!",
        f"Corrected: first place had been announced for {mention(world, 'Borys')}.",
    ]
    assert set(told.raw_mentions) == {user_id(world, "Ada"), user_id(world, "Borys")}
    assert (edited.id, edited.content) == (wrong.id, "🏆 **Cup** is over. 🥇 **Ada** wins. Congratulations!")
    assert edited.attachments[0].description == "Cup: 1. Ada (3 points); 2. Borys (0 points)"


@pytest.mark.thorough
async def test_a_person_who_left_the_server_is_withdrawn_at_the_next_round(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await win(world, "Ada", "Celina")
    world.guild.remove_member(world.person("Borys"))
    await world.env.settle()
    await enter(world, await pairing_of(world, "Dmitri", 1), "Dmitri")
    await world.pass_time(2)
    [told] = [one for one in world.messages() if "no longer in the server" in one.content]
    ada, celina = mention(world, "Ada"), mention(world, "Celina")
    text = f"**Borys** is no longer in the server and so withdrawn. Walkover for {celina}. {ada}"
    assert told.content == f"🏆 **Cup**: {text}"
    now = await tournament_in(world)
    assert now.withdrawn == {2}
    assert {one.teams for one in now.open_pairings} == {(1, 4)}
    [announced] = [one for one in world.messages() if "round 2 of 2" in one.content]
    assert "Borys" not in announced.content


@pytest.mark.thorough
async def test_a_host_who_left_the_server_is_followed_by_a_co_host_at_the_next_round(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await with_person(world, "Ada", "Feliks", "Make host")
    await world.click("Ada", "Yes")
    world.guild.remove_member(world.person("Feliks"))
    await world.env.settle()
    await win(world, "Ada", "Celina")
    await enter(world, await pairing_of(world, "Dmitri", 1), "Dmitri")
    await world.pass_time(2)
    assert (await tournament_in(world)).hosts == (user_id(world, "Ada"),)
    assert "📝 **Cup** · **Feliks**: no longer hosts it; **Ada** is the host now" in public(world)


@pytest.mark.thorough
async def test_two_players_of_a_swiss_round_are_swapped_and_told(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")  # 1 – 3, 2 – 4
    await world.click("Borys", "Open the table")
    old = await pairing_of(world, "Borys", 1)
    assert "different matches" in await swap(world, "Ada", "Celina")
    asked = await swap(world, "Celina", "Dmitri")
    assert asked.splitlines()[0].startswith("Swap **Celina** and **Dmitri** in **Cup**, round 1?")
    assert asked.splitlines()[1:] == [
        "· ~~Ada – Celina~~",
        "· ~~Borys – Dmitri~~",
        "· Ada – Dmitri",
        "· Borys – Celina",
    ]
    yes = world.button("Ada", "Yes")
    assert "Only hosts can do that" in said(await world.press("Borys", yes))
    assert said(await world.press("Ada", yes)) == "The pairings of **Cup** are changed."
    assert "Something has changed" in said(await world.press("Ada", yes))
    await world.pass_time(2)
    a, b, c, d = (mention(world, name) for name in ("Ada", "Borys", "Celina", "Dmitri"))
    [told] = [one for one in world.messages() if "changed the pairings" in one.content]
    now = "**Ada** – **Dmitri**, **Borys** – **Celina**"  # the announcement below mentions them
    assert told.content == f"📝 **Cup** · **Ada**: changed the pairings of round 1: now {now}"
    rounds = [one.content.splitlines() for one in world.messages() if "🏆 **Cup** · round 1" in one.content]
    assert rounds[0][1:] == [
        "~~Ada – Celina~~ corrected: **Ada** – **Dmitri**",
        "~~Borys – Dmitri~~ corrected: **Borys** – **Celina**",
    ]
    [line] = [one.content.splitlines() for one in world.messages() if "changed pairings" in one.content]
    assert line[1:] == [f"~~Ada – Celina~~ corrected: {a} – {d}", f"~~Borys – Dmitri~~ corrected: {b} – {c}"]
    assert "There is no such open pairing" in await enter(world, old, "Borys")
    assert "A table is already open" not in said(await world.click("Borys", "Open the table"))
    await win(world, "Ada", "Dmitri")
    assert "neither played nor running" in await swap(world, "Dmitri", "Borys")


@pytest.mark.thorough
async def test_players_of_a_bracket_are_swapped_until_a_match_is_played(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")  # 1 – 4, 2 – 3
    await swap(world, "Celina", "Dmitri")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    rounds = [one.content.splitlines() for one in world.messages() if "**Cup** · Semi-finals" in one.content]
    a, b, c, d = (mention(world, name) for name in ("Ada", "Borys", "Celina", "Dmitri"))
    assert rounds[-1][1:] == [f"~~Ada – Dmitri~~ corrected: {a} – {c}", f"~~Borys – Celina~~ corrected: {b} – {d}"]
    await win(world, "Ada", "Celina")
    await enter(world, await pairing_of(world, "Borys", 1), "Borys")
    await world.pass_time(2)
    final = [one for one in (await tournament_in(world)).pairings if one.round == 2]
    assert [one.teams for one in final] == [(1, 2)]
    assert "only until a match is played" in await swap(world, "Celina", "Dmitri")


@pytest.mark.thorough
async def test_closing_the_last_round_says_that_the_tournament_ends_and_the_end_can_be_undone(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")  # two rounds
    assert "last round" not in await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    asked = await as_host(world, "Ada", "Close the round")
    assert "This is the last round: the tournament ends. Not played: 2 of 2 matches." in asked
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert (await tournament_in(world)).stage == "over"
    await as_host(world, "Ada", "Undo the end")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert ((await tournament_in(world)).stage, len((await tournament_in(world)).open_pairings)) == ("running", 2)


@pytest.mark.thorough
async def test_a_line_that_reads_like_one_before_a_restart_is_posted_again(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="swiss")
    for label in ("Pause", "Resume"):
        await as_host(world, "Ada", label)
        await world.pass_time(5)
    before = public(world)
    await world.restart()
    await world.pass_time(120)
    await as_host(world, "Ada", "Pause")
    await world.pass_time(30)
    assert public(world) == [*before, before[0]]


@pytest.mark.thorough
async def test_nobody_is_swapped_while_the_news_of_the_round_are_posted(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    world.fail(Route.SEND, 500, times=None)
    await edit(world, title="Cup 2")
    await world.pass_time(2)
    await swap(world, "Celina", "Dmitri")
    assert "Something has changed" in said(await world.click("Ada", "Yes"))
    world.heal()
    await world.pass_time(60)
    await swap(world, "Celina", "Dmitri")
    assert "Something has changed" not in said(await world.click("Ada", "Yes"))
