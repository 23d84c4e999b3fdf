"""The playground: the unmodified bot in a page of your own browser, without a token and without Discord.

`python -m bot` opens it when there is no DISCORD_TOKEN. Needs simcord, which plays Discord,
and markdown-it-py, which reads its markup. The image of the bot has neither, so nothing here but this file may be
imported without them.

- `steps`: simcord does one thing at a time; time goes on while nobody does anything.
- `demos`: games that computers play among themselves, to be looked at.
- `actions`: what a person does on the page becomes what the person does in the simulated Discord.
- `payloads`, `markup`, `pictures`, `commands`: what the page is told of messages, files and slash commands.
- `stream`: what has changed, to every page that is open.
- `server`: the port of this machine, and who may use it.
- `page/`: what runs in the browser, as plain ES modules.
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

AnyBot = commands.Bot | commands.AutoShardedBot
BuildBot = Callable[[], Awaitable[AnyBot] | AnyBot]

FIRST_LOOK = "Press Play below the greeting, or type /play in the box at the bottom and press Enter."


class PlaygroundMissingError(RuntimeError):
    """simcord is not installed; the text says what to do."""


async def run(build_bot: BuildBot, settings: Settings, out: TextIO = sys.stdout) -> None:
    """Serves the playground until Ctrl-C or SIGTERM, then closes the bot.

    Raises PlaygroundMissingError when simcord is not installed.
    """
    if importlib.util.find_spec("simcord") is None:
        raise PlaygroundMissingError(
            "The playground needs the package simcord: run `make setup`, or set DISCORD_TOKEN."
        )
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord makes a client without intents, to look at it
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
    server = Server(world, FIRST_LOOK)
    await env.start()
    try:
        await greet(env, world.guild.id)
        await server.start(settings.playground_port)
        text = welcome(server.port, settings, list(world.people))
        await _until_stopped(server.work(), lambda: print(text, file=out, flush=True))
    finally:
        await server.close()
        await close_bot(env)
        await env.shutdown()
        print("The playground is closed.", file=out, flush=True)


def welcome(port: int, settings: Settings, people: list[str]) -> str:
    """What is printed when the playground is open: the address, what to type first, and what is missing."""
    lines = ["", f"Boneyard's playground: http://127.0.0.1:{port}/", ""]
    if port != settings.playground_port:
        lines.insert(1, f"Port {settings.playground_port} is taken (PLAYGROUND_PORT), so another one is used.")
    lines += [
        f"  {FIRST_LOOK}",
        f"  {', '.join(people[:-1])} and {people[-1]} are there; choose above each view whose eyes you look through.",
        f"  Everything is kept in {settings.data_dir}; the server itself is new each time. Ctrl-C ends it.",
        "",
        "There is no DISCORD_TOKEN: set it in .env or the environment to run in Discord (python -m bot doctor helps).",
        "",
    ]
    return "\n".join(lines)


async def _until_stopped(work: Coroutine[None, None, None], ready: Callable[[], None]) -> None:
    """Runs the work until it fails, the process is asked to stop, or this is cancelled.

    `ready` is called once stopping is possible in good order.
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
