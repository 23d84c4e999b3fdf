"""Call depth between an event and its step."""

import sys
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

import pytest

from bot.app import Boneyard
from bot.tables import play, signs
from bot.tables.solo import steps
from tests.bot.play.at_table import button_of, look
from tests.bot.play.kent.at_kent import open_party, react
from tests.bot.play.solo.at_solo import DEAD_END, PYRAMID, make
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

MOST_FRAMES = 9
"""The most frames from an event of Discord up to the step that it asks for, without the step itself."""


def record_frames(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, event: Callable[..., Any] = Boneyard.on_interaction
) -> list[list[str]]:
    """Return lists of frame names before each step, innermost first."""
    step: Callable[..., Any] = getattr(module, name)
    calls: list[list[str]] = []

    def recording(*values: Any) -> Any:
        frames, frame = list[str](), sys._getframe().f_back
        while frame is not None and frame.f_code is not event.__code__:
            frames.append(frame.f_code.co_qualname)
            frame = frame.f_back
        assert isinstance(frame, FrameType), f"{event.__name__} is not among the callers of {name}"
        calls.append([*frames, frame.f_code.co_qualname])
        return step(*values)

    monkeypatch.setattr(module, name, recording)
    return calls


async def test_a_pressed_tile_passes_few_frames_and_no_closures(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = record_frames(monkeypatch, play, "move")
    await look(begun, "Ada")
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    [frames] = calls
    assert len(frames) <= MOST_FRAMES, frames
    assert not [frame for frame in frames if "<locals>" in frame]


async def test_a_move_at_a_solitaire_passes_few_frames(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance.fix_seed(PYRAMID)
    await world.slash("Ada", "play", game="pyramid")
    calls = record_frames(monkeypatch, steps, "move")
    await make(world, DEAD_END[0])
    [frames] = calls
    assert len(frames) <= MOST_FRAMES, frames


async def test_a_sign_by_a_reaction_passes_few_frames_and_no_closures(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_party(world)
    calls = record_frames(monkeypatch, signs, "give", Boneyard.on_raw_reaction_add)
    await react(world, "Ada", "yawn")
    [frames] = calls
    assert len(frames) <= MOST_FRAMES, frames
    assert not [frame for frame in frames if "<locals>" in frame]
