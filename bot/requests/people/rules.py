"""Rules and help."""

from bot.messages.help import parse_rules_page, rules_message
from bot.messages.parts.components import Kind
from bot.requests.handlers import on
from bot.requests.request import Click


@on(Kind.RULES)
async def _open_rules(click: Click) -> None:
    table = await click.table()
    await click.reply.whisper(rules_message(table.stored.game, 0, click.reader))


@on(Kind.RULES_PAGE)
async def _turn_rules(click: Click) -> None:
    game, page = parse_rules_page(click.address)
    await click.reply.renew(rules_message(game, page, click.reader))
