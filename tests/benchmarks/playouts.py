"""Random playouts of every game, beside peers and bare lists.

A ply is one move made. `dominoes` and open_spiel pass by themselves, inside the move before; Boneyard and the bare
lists make a pass a move. The second topic therefore compares tiles laid. All pick their moves in one way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from itertools import count, cycle
from random import Random

import games
from games.bingo import Bingo
from games.chain.match import ChainMatch
from games.computers.search import Position
from games.domino_square import DominoSquare
from games.nos import Nos
from games.nos.computers import opening_move
from games.nos.view import NosPhase
from games.seventy_nine import SeventyNine

from .measuring import Aim, Effort, Result, Topic, in_turn, rate

__all__ = ["playouts", "random_match"]

LISTS = "bare lists"
DOMINOES = "dominoes"
OPEN_SPIEL = "open_spiel python_block_dominoes"
RIVALS = (DOMINOES, OPEN_SPIEL, LISTS)

_LONGEST = 20_000
"""Plies after which a random match that may never end is given up."""
_SAMPLE = 20
"""So many matches tell what share of the plies lays a tile."""

_CHAINS = tuple(key for key, game in games.CATALOGUE.items() if issubclass(game, ChainMatch))

Playout = Callable[[], int]
"""Plays one match, or what the peer has in its place, and tells the plies."""


def playouts(effort: Effort) -> list[Topic]:
    """Plies a second, and tiles laid a second."""
    rivals: dict[str, Playout] = {LISTS: partial(bare_lists, Random(1))}
    remarks = []
    for name, find in ((DOMINOES, _dominoes), (OPEN_SPIEL, _open_spiel)):
        try:
            rivals[name] = find(Random(1))
        except ImportError:
            remarks.append(f"{name} is not installed and left out: `make bench` installs it (extra `bench`)")
    dealt: dict[str, Callable[[str], Position]] = {key: partial(_position, key) for key in (*_CHAINS, "bingo")}
    dealt |= {"seventy_nine": _seventy_nine, "nos": _nos, "domino_square": _domino_square}
    positions = {f"{key}, position": _in_position(deal) for key, deal in dealt.items()}
    contenders = {key: _ours(key) for key in games.CATALOGUE} | positions | rivals
    values = in_turn({name: partial(rate, work, effort.seconds) for name, work in contenders.items()}, effort.rounds)
    aims = {"block": Aim(1.2, at_least=True, rival=DOMINOES)}
    plies = tuple(
        Result(name, "plies/s", rounds, RIVALS if name == "block" else (), aims.get(name))
        for name, rounds in values.items()
    )
    shares = dict.fromkeys(rivals, 1.0) | {"block": _share_of_tiles("block"), LISTS: _share_in_lists()}
    tiles = tuple(
        Result(name, "tiles/s", tuple(value * share for value in values[name]), RIVALS if name == "block" else ())
        for name, share in shares.items()
    )
    order = sorted(tiles, key=lambda result: result.name != "block")
    versions = ", ".join(f"{peer} {version(peer)}" for peer in ("dominoes", "open-spiel") if _measured(peer, rivals))
    if versions:
        remarks.append(f"peers: {versions}")
    return [
        Topic("Random playouts through the public API", plies, tuple(remarks)),
        Topic("The same rounds by tiles laid: passes, which the peers make unasked, are not counted", tuple(order)),
    ]


def _measured(package: str, rivals: dict[str, Playout]) -> bool:
    return any(name.startswith(package.replace("-", "_")) for name in rivals)


def random_match(key: str, seed: str, rng: Random, *, plies: int = _LONGEST) -> tuple[games.Match, int]:
    """Play at random for some plies; return match and plies."""
    random = rng.random
    match = games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed=seed)
    played = 0
    while not match.outcome and played < plies:
        actors = match.actors()
        seat = actors[int(random() * len(actors))] if len(actors) > 1 else actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[int(random() * len(moves))])
        played += 1
    return match, played


def _ours(key: str) -> Playout:
    rng, seeds = Random(1), count()

    def playout() -> int:
        return random_match(key, f"benchmark {next(seeds)}", rng)[1]

    return playout


def _in_position(deal: Callable[[str], Position]) -> Playout:
    """Return random deals on the computers' position, one a round.

    :param deal: a deal from a seed, at its beginning or after its auction; made before.
    """
    random = Random(1).random
    deals = cycle([deal(f"benchmark {number}") for number in range(_SAMPLE * 5)])

    def playout() -> int:
        position, plies = next(deals).copy(), 0
        while position.turn >= 0:
            moves = position.choices()
            position.play(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return playout


def _position(key: str, seed: str) -> Position:
    match = games.new_match(key, seats=2, seed=seed)
    assert isinstance(match, ChainMatch | Bingo)
    return match.position


def _seventy_nine(seed: str) -> Position:
    match = SeventyNine(seats=6, seed=seed)
    for move in ("bid=50", *["pass"] * 5, f"trump={Random(seed).randrange(7)}"):
        match.play(match.actors()[0], move)
    return match.position


def _nos(seed: str) -> Position:
    match = Nos(seats=3, seed=seed)
    while match.deal.phase is NosPhase.OPENING:
        seat = match.actors()[0]
        match.play(seat, opening_move(match.sensible_moves(seat)))
    return match.kernel()


def _domino_square(seed: str) -> Position:
    return DominoSquare(seats=2, seed=seed).determinization(0, Random(seed))


def _share_of_tiles(key: str) -> float:
    rng = Random(1)
    matches = [random_match(key, f"benchmark {number}", rng) for number in range(_SAMPLE)]
    tiles = sum(event.kind == "played" for match, _ in matches for event in match.events)
    return tiles / sum(plies for _, plies in matches)


# --- Peers and floor -------------------------------------------------------------------------------------------------


def _dominoes(rng: Random) -> Playout:
    import dominoes

    random = rng.random

    def playout() -> int:
        game = dominoes.Game.new()
        plies = 0
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*moves[int(random() * len(moves))])
            plies += 1
        return plies

    return playout


def _open_spiel(rng: Random) -> Playout:
    import open_spiel.python.games.block_dominoes  # noqa: F401  # makes the game known to pyspiel
    import pyspiel

    game = pyspiel.load_game("python_block_dominoes")
    random = rng.random

    def playout() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            plies += not state.is_chance_node()  # the deal is a chain of equally likely chances
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
        return plies

    return playout


_TILES = [(low, high) for low in range(7) for high in range(low, 7)]


def bare_lists(rng: Random, *, passes_count: bool = True) -> int:
    """Play a block deal for two with only tuples and lists."""
    random = rng.random
    deck = _TILES.copy()
    rng.shuffle(deck)
    hands = deck[:7], deck[7:14]
    seat = passes = plies = 0
    left = right = -1
    while passes < 2:
        hand = hands[seat]
        fitting = [tile for tile in hand if left in tile or right in tile] if left >= 0 else hand
        if fitting:
            tile = fitting[int(random() * len(fitting))]
            hand.remove(tile)
            low, high = tile
            if left < 0:
                left, right = tile
            elif right in tile:
                right = low + high - right
            else:
                left = low + high - left
            if not hand:
                return plies + 1
            passes = 0
            plies += 1
        else:
            passes += 1
            plies += passes_count
        seat = 1 - seat
    return plies


def _share_in_lists() -> float:
    with_passes, without = Random(1), Random(1)
    plies = sum(bare_lists(with_passes) for _ in range(_SAMPLE * 10))
    return sum(bare_lists(without, passes_count=False) for _ in range(_SAMPLE * 10)) / plies
