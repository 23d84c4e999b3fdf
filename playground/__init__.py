"""The playground: the unmodified bot in your own browser.

It needs neither a token nor Discord. `python -m bot` opens it when there is no DISCORD_TOKEN. It needs simcord, which
simulates Discord, and markdown-it-py, which parses its markup. The image of the bot has neither, so only this module of
the package may be imported without them.

- `steps`: one operation of simcord at a time; time passes between them.
- `demos`: games that computers play against each other.
- `actions`: actions on the page become actions in the simulated Discord.
- `payloads`, `markup`, `pictures`, `commands`: the page's messages, files and slash commands.
- `door`: the picture of the page's first screen.
- `stream`: changes, sent to every open page.
- `server`: the port of this machine, and its access control.
- `page/`: the browser's part, as plain ES modules.
"""

import asyncio
import importlib.util
import inspect
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import TextIO

from discord.ext import commands

from bot.settings import Settings
from bot.tools.parsing import PLAYGROUND_PORT
from bot.version import command

AnyBot = commands.Bot | commands.AutoShardedBot
BuildBot = Callable[[], Awaitable[AnyBot] | AnyBot]

FIRST_COMMAND = "play"
FIRST_LOOK = f"Press Play, or type /{FIRST_COMMAND} in the box at the bottom and press Enter."


class PlaygroundMissingError(RuntimeError):
    """Raised without simcord; its text has instructions."""


async def run(build_bot: BuildBot, settings: Settings, out: TextIO = sys.stdout, port: int = PLAYGROUND_PORT) -> None:
    """Serve the playground until Ctrl-C or SIGTERM, then close the bot.

    :param port: of the page; if it is taken, a free one is used.

    :raises PlaygroundMissingError: if simcord is not installed.
    """
    if importlib.util.find_spec("simcord") is None:
        raise PlaygroundMissingError(
            "The playground needs more packages: run `make setup` in a checkout. "
            "With DISCORD_TOKEN the bot runs without it."
        )
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord inspects a client without intents
    from simcord.env import Env

    from playground.server import Server
    from playground.simulated import begin_now, close_bot, furnish, greet, one_shard, speak_own_languages

    logging.getLogger("discord.state").setLevel(logging.NOTSET)
    built = build_bot()
    bot = await built if inspect.isawaitable(built) else built
    one_shard(bot)
    env = Env(bot, check_errors=False)
    begin_now(env)
    world = furnish(env)
    speak_own_languages(bot, env, world.locales)
    server = Server(world, FIRST_COMMAND)
    await env.start()
    try:
        await greet(env, world.guild.id)
        await server.start(port)
        text = welcome(server.port, port, settings, list(world.people))
        await _until_stopped(server.work(), lambda: print(text, file=out, flush=True))
    finally:
        await server.close()
        await close_bot(env)
        await env.shutdown()
        print("The playground is closed.", file=out, flush=True)


def welcome(port: int, wanted: int, settings: Settings, people: list[str]) -> str:
    """Return the printed greeting: address, first command and limitations.

    :param wanted: the port that may have been taken.
    """
    lines = ["", f"Boneyard's playground: http://127.0.0.1:{port}/", ""]
    if port != wanted:
        lines.insert(1, f"Port {wanted} is taken (playground --port), so another one is used.")
    lines += [
        f"  {FIRST_LOOK}",
        f"  {', '.join(people[:-1])} and {people[-1]} are simulated users; choose one above each view.",
        f"  Data is kept in {settings.data_dir}; the simulated server is new at each start. Press Ctrl-C to stop.",
        "",
        f"There is no DISCORD_TOKEN: set it in .env or the environment to run in Discord ({command()} doctor helps).",
        "",
    ]
    return "\n".join(lines)


async def _until_stopped(work: Coroutine[None, None, None], ready: Callable[[], None]) -> None:
    """Run the work until it fails, SIGTERM or Ctrl-C.

    :param ready: called once the process can be stopped cleanly.
    """
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stopped.set)
    ready()
    tasks = (loop.create_task(work), loop.create_task(stopped.wait()))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
