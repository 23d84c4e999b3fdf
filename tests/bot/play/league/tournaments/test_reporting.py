"""Players who report the result of a match played elsewhere."""

import pytest

from bot.league.tournaments.reporting import requests
from bot.league.tournaments.results.claims import ANSWER_S
from bot.requests.request import Click
from storage.league import audit_log, result_claims
from storage.league.result_claims import ResultClaim
from storage.league.tournament_values import PairingState
from tests.bot.play.at_table import bot_of, play_quickly, said, set_own, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    begin_match,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
)
from tests.discord_world import DiscordWorld


async def start_tournament(world: DiscordWorld) -> None:
    """Start a Swiss tournament: Ada – Celina and Borys – Dmitri, hosted by Ada."""
    await new_tournament(world, "Ada", game="block", kind="swiss", title="Cup")
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def report(world: DiscordWorld, name: str, score: str) -> str:
    """Report a score as a person; return the answer."""
    asked = await world.click(name, "We played")
    answer = said(await world.submit(name, asked, score=score))
    await world.pass_time(2)
    return answer


def news(world: DiscordWorld) -> list[str]:
    """Return the lines in the channel about reports, oldest first."""
    return [one.content for one in world.messages() if one.content.startswith("📝")]


@pytest.mark.thorough
async def test_a_report_counts_when_the_other_side_confirms_it(world: DiscordWorld) -> None:
    await start_tournament(world)
    assert "The other side is asked" in await report(world, "Dmitri", "2:1")
    borys, dmitri = (f"<@{user_id(world, name)}>" for name in ("Borys", "Dmitri"))
    head = "📝 **Cup**, round 1 · **Dmitri** reports a result:\nBorys 1:2 **Dmitri**\n"
    assert news(world) == [f"{head}{borys}: is that right?"]
    assert "already reported" in said(await world.click("Dmitri", "We played"))
    button = world.button("Borys", "Confirm")
    assert "Your own side" in said(await world.press("Dmitri", button))
    assert "Only players of this pairing" in said(await world.press("Ada", button))
    await world.restart()
    await world.pass_time(2)
    assert len(news(world)) == 1
    answers = await world.race(("Borys", button), ("Borys", button))
    assert sorted(map(said, answers)) == ["✅ Confirmed. The result counts."] * 2
    await world.pass_time(2)
    assert news(world) == [
        f"{head}✅ Confirmed. The result counts.",
        f"📝 **Cup** · **Borys**: confirmed 1:2, reported by {dmitri}. {borys} – {dmitri}, round 1: {dmitri} won",
    ]
    assert "`1` **Dmitri** — 3 points" in shown(world)
    assert "Confirmed" in said(await world.press("Borys", button))
    async with bot_of(world).services.database.read() as tx:
        ((entry, *_), _) = await audit_log.page(tx, world.guild.id)
    assert (entry.user_id, entry.about["person"]) == (user_id(world, "Borys"), user_id(world, "Dmitri"))


async def test_a_denied_report_leaves_the_decision_to_the_hosts(world: DiscordWorld) -> None:
    await start_tournament(world)
    await report(world, "Dmitri", "2:1")
    assert news(world)[0].endswith(f"<@{user_id(world, 'Borys')}>: is that right?")
    again = said(await world.click("Borys", "We played"))
    assert "is that right?" in again, "the other side gets the question, not a form"
    closing = await as_host(world, "Ada", "Close the round")
    assert "not count:\n· Borys – Dmitri" in closing, "the host learns which report a closed round drops"
    await world.click("Borys", "That's wrong")
    await world.pass_time(2)
    ended, line = news(world)
    assert ended.endswith("❌ Denied: the result does not count. The hosts decide, or it is reported again.")
    assert f"<@{user_id(world, 'Ada')}>: enter the result with" in line
    assert f"<@{user_id(world, 'Dmitri')}>" in line
    assert len((await tournament_in(world)).open_pairings) == 2
    assert "The other side is asked" in await report(world, "Borys", "2:1"), "it can be reported again"


@pytest.mark.thorough
async def test_an_unanswered_report_is_put_to_the_hosts(world: DiscordWorld) -> None:
    await start_tournament(world)
    await set_own(world, "Dmitri", "notices", "dm")
    await report(world, "Borys", "2:0")
    assert news(world)[0].endswith("**Borys** 2:0 Dmitri\n**Dmitri**: is that right?")
    assert "Is that right? Answer in the channel" in world.direct_messages("Dmitri")[-1].content
    await world.pass_time(ANSWER_S - 60)
    assert len(news(world)) == 1
    await world.pass_time(120)
    assert f"<@{user_id(world, 'Ada')}>: the other side has not answered for a day." in news(world)[-1]
    accept = world.button("Ada", "Accept")
    assert "Only hosts can do that" in said(await world.press("Borys", accept))
    assert said(await world.press("Ada", accept)) == "✅ A host accepted it. The result counts."
    await world.pass_time(2)
    assert [one.splitlines()[-1] for one in news(world)[:2]] == ["✅ A host accepted it. The result counts."] * 2
    assert [one.state for one in (await tournament_in(world)).pairings] == [PairingState.OPEN, PairingState.PLAYED]


@pytest.mark.thorough
async def test_a_match_at_a_table_supersedes_a_report(world: DiscordWorld) -> None:
    await start_tournament(world)
    await report(world, "Celina", "2:1")
    confirm = world.button("Ada", "Confirm")
    await begin_match(world, "Ada", "Celina")
    assert "being played at a table" in said(await world.press("Ada", confirm))
    await play_quickly(world)
    await world.pass_time(2)
    assert news(world)[0].endswith("⚪ The pairing was settled in another way. This report no longer counts.")
    assert "settled in another way" in said(await world.press("Ada", confirm))
    assert "You have nothing to play" in said(await world.click("Celina", "We played"))
    now = await tournament_in(world)
    assert [side.place for side in now.pairings[0].sides] == [1, 2]


async def test_a_denial_between_reading_and_saving_keeps_a_confirmation_out(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_tournament(world)
    await report(world, "Dmitri", "2:1")
    async with bot_of(world).services.database.read() as tx:
        [read_before] = await result_claims.load_unfinished(tx, 1)
    confirm = world.button("Borys", "Confirm")
    await world.click("Borys", "That's wrong")

    read = requests._clicked_claim
    first = [read_before]

    async def as_read_before(click: Click) -> ResultClaim:
        return first.pop() if first else await read(click)

    monkeypatch.setattr(requests, "_clicked_claim", as_read_before)
    assert "Denied: the result does not count" in said(await world.press("Borys", confirm))
    assert len((await tournament_in(world)).open_pairings) == 2
