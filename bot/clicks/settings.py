"""The selects and buttons of settings: one's own, the server's and the league's. The page shows what is set now."""

import games
from bot.league.administration.settings import Changes, change
from bot.messages.parts.components import Kind
from bot.messages.settings_pages import league_settings_message
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.server_settings import parse_ids
from bot.requests.values import parse_number
from bot.tables.errors import TableError


@on(Kind.LEAGUE_SETTING)
async def _set_for_league(click: Click) -> None:
    league, saved = await change(click, _changes(click))
    await click.reply.renew(league_settings_message(league, click.reader, saved=saved))


def _changes(click: Click) -> Changes:
    setting, _, value = click.address.rest.partition("/")
    match setting:
        case "quarterly":
            return Changes(quarterly=value == "1")
        case "daily":
            return Changes(daily=parse_number(click.value))
        case "games_off" if all(one in games.TABLE_GAMES for one in click.values):
            return Changes(games_off=tuple(click.values))
        case "summary":
            return Changes(summary=next(iter(parse_ids(click.values, 1)), 0))
        case "podium":
            return Changes(podium=next(iter(parse_ids(click.values, 1)), 0))
    raise TableError("error.button_unknown")
