"""Deals of Nos set up at will, and moves played one after another."""

from __future__ import annotations

from games import Event, Match, Tile
from games.core.events import Paid
from games.core.tiles import ALL_TILES, mask_of
from games.nos import Nos
from games.nos.deal import Deal
from games.nos.view import NosPhase
from tests.games.deals import of_kind, tiles

Payment = tuple[int | None, int, int, str]
"""Payer, receiver, amount, reason."""


def table(*hands: str, boneyard: str = "", opener: int = 0, fines: bool = False, deals: int = 10) -> Nos:
    """Return a match in which the seats hold these tiles, any number, and `opener` opens.

    The boneyard begins with the tiles named; then come all others, lowest first.
    """
    match = Nos(seats=len(hands), seed="a seed", options={"fines": fines, "deals": deals})
    held = [tile for hand in hands for tile in tiles(hand)]
    first = tiles(boneyard)
    rest = [*first, *(tile for tile in ALL_TILES if tile not in held and tile not in first)]
    masks = [mask_of(tiles(hand)) for hand in hands]
    match.set_up(Deal(tuple(range(len(hands))), masks, rest, opener, by_double=False))
    match.events.clear()
    return match


def begun(
    variant: str, opening: str, *hands: str, boneyard: str = "", opener: int = 0, fines: bool = False, deals: int = 10
) -> Nos:
    """Return a table after a forgotten opening: a double is led, another tile drawn, without declarations.

    `hands` are what is held after the opening.
    """
    if Tile.parse(opening).is_double:
        held = [f"{opening} {hand}" if seat == opener else hand for seat, hand in enumerate(hands)]
        match = table(*held, boneyard=boneyard, opener=opener, fines=fines, deals=deals)
        play(match, opening)
    else:
        match = table(*hands, boneyard=f"{opening} {boneyard}", opener=opener, fines=fines, deals=deals)
        play(match, "draw")
    play(match, f"variant={variant}")
    while match.view(None).phase is NosPhase.MELD:
        play(match, "pass")
    match.deal.paid = [[0] * match.seats for _ in range(match.seats)]
    match.set_up(match.deal, scores=[0] * match.seats)
    match.events.clear()
    return match


def closed(
    variant: str, opening: str, *hands: str, boneyard: str, opener: int = 0, fines: bool = False, deals: int = 10
) -> Nos:
    """Return the table with these tiles as the whole boneyard; all others are out of the deal."""
    match = begun(variant, opening, *hands, boneyard=boneyard, opener=opener, fines=fines, deals=deals)
    match.deal.boneyard = list(reversed(tiles(boneyard)))
    return match


def play(match: Match, *moves: str) -> list[Event]:
    """Play moves, each by the seat whose turn it is; what happened."""
    events = []
    for move in moves:
        events += match.play(match.actors()[0], move)
    return events


def laid(variant: str, opening: str, *moves: str) -> Nos:
    """Return a table for three after seat 0's opening and these moves, without declarations."""
    hands: list[list[str]] = [[], [], []]
    for index, move in enumerate(moves):
        hands[(index + 1) % 3].append(move.partition("@")[0])
    used = [opening, *(tile for hand in hands for tile in hand)]
    for hand, spare in zip(hands, _spare(used), strict=True):
        hand.append(spare)  # so that nobody goes out
    match = begun(variant, opening, *(" ".join(hand) for hand in hands))
    play(match, *moves)
    return match


def _spare(used: list[str]) -> list[str]:
    return [str(tile) for tile in ALL_TILES if str(tile) not in used and not tile.is_double][:3]


def takes(match: Nos) -> dict[str, str]:
    """For every open end the tiles that it takes of those not on the table, with the way of joining if it is named."""
    deal = match.deal
    lying = mask_of(placed.tile for placed in deal.line.tiles)
    found = {}
    for at, gate in deal.line.gates.items():
        moves = gate.moves[at][gate.mask & ~lying]
        texts = [str(move._replace(at="")) for move in moves if move.verb == "play"]
        if texts:
            found[at] = " ".join(sorted(texts))
    return found


def paid(events: list[Event]) -> list[Payment]:
    """Return the payments among events."""
    return [(event.payer, event.receiver, event.amount, event.reason) for event in of_kind(events, Paid)]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
