"""Kinds of clicks on reviews, retries and puzzles."""

from bot.messages.parts.components import ClickKind


class CoachClick(ClickKind):
    """Kinds of clicks on reviews, retries and puzzles."""

    # Reviews of solitaires that are over: `number` is the step of the solution.
    SOLO_REVIEW_STEP = "soloreviewstep"
    SOLO_REVIEW_STOP = "soloreviewstop"
    SOLO_PLAY_ON = "soloplayon"

    # Reviews. `rest` is the seat, "" for the one of the person who clicks; `number` of REVIEW is the moment, from 0.
    REVIEW = "review"
    REVIEW_OF = "reviewof"

    # Reviews of Kent. `number` is the deal, from 0.
    KENT_REVIEW = "kentreview"

    # Decisions of reviews tried again; `number` is the ply. `rest` of PLAY_FROM says whether to open a thread.
    RETRY = "retry"
    RETRY_MOVE = "retrymove"
    RETRY_ASK = "retryask"
    PLAY_FROM = "playfrom"

    # Puzzles. `match` is the puzzle and `number` the ordinal of its day, 0 without one; `rest` of PUZZLE is the game of
    # the next one, "" for any; that of PUZZLE_PLAY is as for PLAY_FROM.
    PUZZLE = "puzzle"
    PUZZLE_MOVE = "puzzlemove"
    PUZZLE_ASK = "puzzleask"
    PUZZLE_PLAY = "puzzleplay"
    PUZZLE_SHARE = "puzzleshare"
    PUZZLE_POST = "puzzlepost"
