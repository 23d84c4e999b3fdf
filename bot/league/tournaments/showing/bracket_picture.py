"""Pictures of brackets, cut into pages on which names are legible on a phone.

Read `bracket_pages` first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot import render
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.formats.pairing import UNKNOWN, BracketPart, BracketRound
from bot.league.tournaments.showing.names import round_name
from bot.league.tournaments.showing.pairings import Results, scores_of
from bot.locales import Words
from bot.messages.parts.text import MAX_ALT_TEXT
from storage.league.tournament_values import Pairing, PairingState, Tournament, TournamentStage

_LONGEST: Final = render.MOST_COLUMNS
"""The rounds of a tree on one page; the first has at most eight matches."""

_ADVANCED: Final = "✓"


@dataclass(frozen=True)
class _Tree:
    """Rounds of a bracket that are drawn side by side.

    :ivar heading: the key of the text above it; "" for none.
    :ivar aside: the match below the last one, if any.
    """

    rounds: Sequence[BracketRound]
    heading: str = ""
    aside: Sequence[BracketRound] = ()


_Page = list[_Tree]


def bracket_pages(
    tournament: Tournament, team_names: Mapping[int, str], results: Results, w: Words
) -> list[tuple[render.BracketTree, ...]]:
    """Return the pictures of the bracket; the last one has the final."""
    return [
        tuple(_drawn_tree(tree, tournament, team_names, results, w) for tree in page) for page in _pages(tournament)
    ]


def current_bracket_page(tournament: Tournament) -> int:
    """Return the last page, or the first one with a current match that the last one does not have."""
    now = current_round(tournament)
    open_now = {frozenset(one.teams) for one in tournament.open_pairings if one.round == now}
    pages = _pages(tournament)
    found = [
        number
        for number, page in enumerate(pages)
        for tree in page
        for one in (*tree.rounds, *tree.aside)
        if one.round == now and any(frozenset(match) in open_now for match in one.matches)
    ]
    return len(pages) - 1 if not found or len(pages) - 1 in found else found[0]


def spoken_bracket(title: str, trees: Sequence[render.BracketTree]) -> str:
    """Return the alt text of a page, without the first rounds if it would be too long."""
    said = []
    for tree in trees:
        heading = f"{tree.heading}, " if tree.heading else ""
        for column in (*tree.columns, *((tree.aside,) if tree.aside else ())):
            met = [_spoken_box(box) for box in column.boxes if any(box.names) and not box.is_empty]
            said += [f"{heading}{column.title}: {', '.join(met)}"] if met else []
    while len(said) > 1 and len(f"{title}: {'; '.join(said)}") > MAX_ALT_TEXT:
        said.pop(0)
    return f"{title}: {'; '.join(said)}"


def _spoken_box(box: render.BracketBox) -> str:
    sides = []
    for number, (name, score) in enumerate(zip(box.names, box.scores, strict=True)):
        won = "" if box.winner != number else "🏆" if box.is_last else _ADVANCED
        sides.append(" ".join(filter(None, (name or "?", "" if score == _ADVANCED else score, won))))
    return " – ".join(sides)


# --- Pages ------------------------------------------------------------------------------------------------------------


def _pages(tournament: Tournament) -> list[_Page]:
    """Return the first rounds in sections of sixteen teams, and the last rounds."""
    parts: dict[BracketPart, list[BracketRound]] = {part: [] for part in BracketPart}
    for one in kind_of(tournament).whole_bracket(tournament):
        parts[one.part].append(one)
    main, losers, finals = parts[BracketPart.MAIN], parts[BracketPart.LOSERS], parts[BracketPart.FINAL]
    if not finals:
        return []
    if not losers:
        whole, aside = [*main, finals[0]], parts[BracketPart.THIRD] or finals[1:]
        first = _sections(whole, 8) if len(whole) > _LONGEST else []
        return [*([_Tree(one)] for one in first), [_Tree(whole[-_LONGEST:], aside=aside)]]
    upper, lower = "tournament.bracket.winners", "tournament.part.losers"
    pages: list[_Page] = []
    if len(main) >= _LONGEST:
        pages += [[_Tree(one, upper)] for one in _sections(main, 8)]
        pages += [[_Tree(one, lower)] for one in _sections(losers, 4)]
    last = _Tree([*main[1 - _LONGEST :], finals[0]], upper, aside=finals[1:])
    return [*pages, [last, _Tree(losers[-_LONGEST:], lower)]]


def _sections(rounds: Sequence[BracketRound], matches: int) -> list[list[BracketRound]]:
    """Return the first rounds in parts that begin with so many matches."""
    count = len(rounds[0].matches) // matches
    return [
        [
            one._replace(matches=one.matches[part], winners=one.winners[part])
            for one in rounds[:_LONGEST]
            for part in [slice(number * len(one.matches) // count, (number + 1) * len(one.matches) // count)]
        ]
        for number in range(count)
    ]


# --- Boxes ------------------------------------------------------------------------------------------------------------


def _drawn_tree(
    tree: _Tree, tournament: Tournament, team_names: Mapping[int, str], results: Results, w: Words
) -> render.BracketTree:
    def column(one: BracketRound, title: str) -> render.BracketColumn:
        matches = zip(one.matches, one.winners, strict=True)
        boxes = (_box(tournament, one, match, winner, team_names, results, w) for match, winner in matches)
        return render.BracketColumn(title, tuple(boxes))

    columns = tuple(column(one, round_name(tournament, one.round, w)) for one in tree.rounds)
    names = {BracketPart.THIRD: "tournament.part.third", BracketPart.FINAL: "tournament.bracket.second_final"}
    asides = [column(one, w(names[one.part])) for one in tree.aside]
    return render.BracketTree(columns, w(tree.heading) if tree.heading else "", asides[0] if asides else None)


def _box(
    tournament: Tournament,
    in_round: BracketRound,
    match: tuple[int | None, int | None],
    winner: int | None,
    team_names: Mapping[int, str],
    results: Results,
    w: Words,
) -> render.BracketBox:
    if match == (None, None):
        return render.BracketBox(is_empty=True)
    one, other = (w("tournament.bracket.bye") if team is None else team_names.get(team, "") for team in match)
    if None in match:
        return render.BracketBox((one, other), quiet=match.index(None))
    if winner in (None, UNKNOWN):
        pairing = _pairing_of(tournament, in_round.round, match)
        scores = {} if pairing is None else pairing.scores
        first, second = (str(scores.get(team or 0, "")) for team in match)
        return render.BracketBox((one, other), (first, second))
    is_last = in_round.part is BracketPart.FINAL and in_round.round == tournament.rounds
    return render.BracketBox(
        (one, other),
        _scores(tournament, in_round.round, match, winner, results, w),
        match.index(winner),
        is_last=is_last and tournament.stage is TournamentStage.OVER,
    )


def _pairing_of(tournament: Tournament, number: int, match: tuple[int | None, int | None]) -> Pairing | None:
    met = (one for one in tournament.pairings if one.round == number and set(one.teams) == set(match))
    return next(met, None)


def _scores(
    tournament: Tournament,
    number: int,
    match: tuple[int | None, int | None],
    winner: int | None,
    results: Results,
    w: Words,
) -> tuple[str, str]:
    """Return what is written beside the sides of a settled match."""
    pairing = _pairing_of(tournament, number, match)
    if pairing is None:
        return "", ""
    if scores := scores_of(tournament, pairing, results):
        first, second = (str(scores[team]).replace("-", "−") for team in match if team is not None)
        return first, second
    if pairing.state is PairingState.MISSED:
        return "–", "–"
    mark = w("tournament.bracket.walkover") if pairing.state is PairingState.BYE else _ADVANCED
    return (mark, "") if match[0] == winner else ("", mark)
