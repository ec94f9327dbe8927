"""The page's view of the table, made from the evening and the referee (docs/board-json.md)."""

from functools import reduce
from itertools import takewhile
from operator import or_
from typing import Annotated, Any, Final, Literal, TypedDict

import scorer
from knobeltisch.archive.finished_game import EndedJson, summarize_ended_game
from knobeltisch.game.dice_origins import DiceOrigins, dice_origins
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Correct, Did, End, Start, Undo
from knobeltisch.game.history import EntryJson, act_lines
from knobeltisch.game.wishes import Attendance, attendance, next_players
from knobeltisch.referee.questions import Question
from knobeltisch.referee.referee import Referee
from knobeltisch.status import Device, Notice
from knobeltisch.table.guest_permissions import Guests
from knobeltisch.table.recent_lifts import Lift
from scorer import Declare, State
from scorer.displayed_worth import Worth
from scorer.games.families import FAMILIES
from scorer.games.family import Button
from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Json
from scorer.json_forms.written import to_json, write
from scorer.state import Result
from vision.types import Scene

ACTS_SHOWN: Final = 30


class NextStep(TypedDict):
    """The next step: `who` does `order` with `n` dice or cards; `after` comes next (None for the last in a round).

    `who` is None if several do it; in a team it is the member who throws.
    """

    who: str | None
    order: str
    n: int
    after: str | None


class RoundStanding(TypedDict):
    """The round's low and high so far, and the result that the next thrower has to beat; None if not yet known."""

    low: Annotated[Json, Result] | None
    high: Annotated[Json, Result] | None
    to_beat: Annotated[Json, Result] | None


class RedoJson(TypedDict):
    """What a redo would restore: how many entries, and the first act (None for a game's start or `end`).

    `corrected`: a correction removed them, or changed an act.
    """

    count: int
    act: ActJson | None
    end: bool
    corrected: bool


class ChoiceJson(TypedDict):
    """An act that people may choose now, ready to send. See `scorer.Choice`."""

    act: ActJson
    key: str
    n: int
    rank: Literal["go", "may", "side"]
    button: Button | None


STATE: Final[Any] = reduce(or_, dict.fromkeys(family.state_keys for family in FAMILIES.values()))
"""The keys of the states of all games."""


class GameContent(TypedDict):
    """The game's part of a snapshot (docs/board-json.md)."""

    game: int
    variant: str | None
    colours: dict[str, int]
    rules: dict[str, Annotated[object, str | int | bool | list[str]]]
    counter: str | None
    handicap: dict[str, int]
    state: Annotated[Json, STATE] | None
    next: NextStep | None
    choices: list[ChoiceJson]
    legal: list[str]
    due: int
    holdable: str | None
    standing: RoundStanding
    worth: Annotated[Json, Worth] | None
    last_ranking: list[str]
    ended: EndedJson | None
    trail: Annotated[Json, DiceOrigins]
    declaring: bool
    redo: RedoJson | None
    acts: list[EntryJson]
    players_last: list[str]
    attendance: Attendance
    last_orders: bool


class PanelJson(TypedDict):
    """The panel: `status` is one of the words in docs/board-json.md, `message` one sentence."""

    status: str
    message: str


class TableScene(TypedDict):
    """What the camera sees: whether the cup is down, a hand is in the picture, and everything is still."""

    cup: bool
    hand: bool
    still: bool


class TableContent(GameContent):
    """The game's part of a snapshot, with devices, scene and the referee's state."""

    head: int
    camera: Annotated[Json, Device]
    panel: PanelJson
    scene: TableScene | None
    again: bool
    declare: Annotated[Json, Declare]
    question: Annotated[Json, Question] | None
    variants: list[str]
    notice: Annotated[Json, Notice] | None


class MatchJson(TypedDict):
    """A tournament's match for this table."""

    title: str
    round: int
    players: list[str]
    variant: str
    begun: bool
    decider: bool


class Published(TableContent, Guests):
    """Everything that the table itself publishes."""

    moment: str
    evening_unsure: bool
    lifts: Annotated[list[Json], list[Lift]]


class Snapshot(Published):
    """Everything the page receives (docs/board-json.md).

    The hub's poller adds `match` and `to_sign`, the scoreboard `version` and `boot`.
    """

    match: MatchJson | None
    to_sign: int | None
    version: int
    boot: str


def content(
    *,
    game: GameContent,
    head: int,
    referee: Referee,
    camera: Device,
    panel: Device,
    scene: Scene | None,
    notice: Notice | None,
) -> TableContent:
    """Return a snapshot's content, the game's part included."""
    return {
        **game,
        "next": at_the_table(game["next"], referee, camera),
        "head": head,
        "camera": to_json(camera),
        "panel": write(PanelJson, panel),
        "scene": None if scene is None else write(TableScene, scene),
        "again": referee.again,
        "declare": to_json(referee.declare),
        "question": to_json(referee.question),
        "variants": list(scorer.VARIANTS),
        "notice": to_json(notice),
    }


def describe_game(evening: Evening) -> GameContent:
    """Return the game's part of a snapshot."""
    state, start, dice = evening.state, evening.start, evening.dice
    came = {player: number for number, player in enumerate(evening.people)}
    legal = [] if state is None else list(scorer.legal_acts(state))
    return {
        "game": evening.games,
        "variant": None if start is None else start.variant,
        "colours": {} if state is None else {player: came[player] for player in state.players},
        "rules": {} if state is None else scorer.house_options(state.rules),
        "counter": None if state is None or start is None else scorer.counter_of(state.rules, start.counter),
        "handicap": {} if start is None else dict(start.handicap),
        "state": None if state is None else scorer.state_to_json(state),
        "next": next_step(evening),
        "choices": []
        if state is None
        else [
            write(ChoiceJson, choice, act=scorer.act_to_json(choice.act))
            for choice in scorer.choices_of(state)
        ],
        "legal": legal,
        "due": 0 if state is None else scorer.dice_expected(state),
        "holdable": None if dice is None else dice.rules.holdable,
        "standing": _standing_to_json(dice),
        "worth": None if state is None else to_json(scorer.worth(state)),
        "last_ranking": [] if state is None else [result.player for result in scorer.rank_last_round(state)],
        "ended": summarize_ended_game(evening),
        "trail": to_json(dice_origins(evening)),
        "declaring": dice is not None
        and dice.rules.declares
        and (dice.stage, dice.to_act) == ("play", dice.leader),
        "redo": _redo_to_json(evening),
        "acts": act_lines(evening.live, min(ACTS_SHOWN, len(evening.acts()))),
        "players_last": next_players(state, evening.beside.wishes),
        "attendance": attendance(state, evening.beside.wishes),
        "last_orders": evening.beside.last_orders,
    }


def _redo_to_json(evening: Evening) -> RedoJson | None:
    if not evening.undone:
        return None
    first, *_ = evening.undone[0]
    facts = [fact for fact in evening.undone[0] if isinstance(fact, Start | Did | End)]
    after = takewhile(lambda entry: isinstance(first, Undo) and entry.id >= first.to, reversed(evening.live))
    act = scorer.act_to_json(facts[0].act) if facts and isinstance(facts[0], Did) else None
    ended = bool(facts) and isinstance(facts[0], End)
    return {
        "count": len(facts) - sum(1 for _ in after),
        "act": act,
        "end": ended,
        "corrected": isinstance(evening.last, Correct),
    }


def _standing_to_json(state: State | None) -> RoundStanding:
    order = () if state is None else scorer.ranking(state)
    if state is None or not order:
        return {"low": None, "high": None, "to_beat": None}
    # In Chic the leader's declaration stands even if a result is worse (CHC-5).
    led = state.results[0] if state.rules.followers == "until_beaten" else order[-1]
    low, high, to_beat = (scorer.result_to_json(result) for result in (order[-1], order[0], led))
    return {"low": low, "high": high, "to_beat": to_beat}


def next_step(evening: Evening) -> NextStep | None:
    """Return the next step by the rules alone; None if there is no game or it is over."""
    state = evening.state
    step = None if state is None else scorer.next_step(state)
    if state is None or step is None:
        return None
    rolls = takewhile(
        lambda act: isinstance(getattr(act.fact, "act", None), scorer.RollOff), reversed(evening.acts())
    )
    again = step.order == "roll" and state.to_act in {act.player for act in rolls}
    return {"who": step.who, "order": "roll_again" if again else step.order, "n": step.n, "after": step.after}


def at_the_table(step: NextStep | None, referee: Referee, camera: Device) -> NextStep | None:
    """Return the step as it is at the table: an open question comes first; without a camera throws are entered by hand."""
    question = referee.question
    if question is not None:
        who = question.player if step is None else step["who"]
        order = "name" if question.about == "name" else "answer"
        return {"who": who, "order": order, "n": 0, "after": None if step is None else step["after"]}
    if step is None:
        return None
    if referee.again:
        return {**step, "order": "rest_bare" if camera.without_board else "rest"}
    if step["order"] == "cup" and camera.status != "ok":
        return {**step, "order": "enter"}
    if step["order"] == "cup" and camera.without_board:
        return {**step, "order": "bare"}
    return step
