"""The options of a variant as a frozen value. `presets` reads them from a preset or a house variant's file."""

from dataclasses import dataclass
from typing import Final

YES_NO: Final = (True, False)
LONGEST_TEXT: Final = 60


@dataclass(frozen=True, slots=True)
class AnyText:
    """The values of an option that may be any short text on one line."""

    def has(self, value: object) -> bool:
        """Whether the value is a printable text of at most `LONGEST_TEXT` characters."""
        return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()

    def __str__(self) -> str:
        return f"a text of at most {LONGEST_TEXT} characters in one line"


PLAYER_OPTIONS: Final[dict[str, tuple[object, ...]]] = {
    "players_min": tuple(range(2, 13)),
    "players_max": tuple(range(2, 13)),
    "teams": YES_NO,
}
"""The options of every dice game. In rules about numbers of players a team counts as one (TEAM-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a variant; `name` is its base preset, `family` its game.

    The preset alone decides two rules that are not options: `counts_glasses`, whether DRK-2 and DRK-5 to DRK-8 apply, and
    `chic_is_played_on`, whether a round goes on after its leader's three ones (CHC-2, CHC-6). The defaults are the values that
    Chicago's options have in Schocken (SCH-8, SCH-9), and Schocken's options in Chicago.
    """

    name: str
    family: str
    players_min: int
    players_max: int
    valuation: str = "100"
    direction: str = "high"
    followers: str = "at_most"
    holdable: str = "ones"
    held_must_beat: bool = False
    take_back_on_third: bool = False
    fish: bool = False
    conversion: str = "any_throw"
    chicago: str = "any_throws"
    chicago_reward: str = "out_of_round"
    mats: str = "none"
    phase2: str = "none"
    phase2_leader: str = "worst"
    leaver_mats: str = "removed"
    handicap: int = 0
    teams: bool = False
    schnapps_on_chicago: bool = False
    three_threes_pay: bool = False
    off_board_loses: bool = False
    chips: int = 0
    final: bool = False
    halves: str = "two"
    cover_last: bool = False
    jule_allowed: bool = False
    flotter_dreier_allowed: bool = False
    tie: str = "order"
    from_hand: tuple[str, ...] = ()
    jule_always: bool = False
    general_over_schock_2: bool = False
    take_back: bool = False
    first_round_one_throw: bool = False
    roll_off_one_die: bool = False
    glasses_goal: int = 0
    counts_glasses: bool = False
    chic_is_played_on: bool = False

    @property
    def declares(self) -> bool:
        """Whether a leader makes a declaration on passing (CHI-5, CHI-6)."""
        return self.valuation != "100" or self.direction != "high"

    @property
    def has_final(self) -> bool:
        """Whether a final follows the halves (SCH-7, PUB-12)."""
        return self.final and self.halves == "two"

    def starting_mats(self, players: int) -> int:
        """Return the number of mats, or chips in Schocken, for this many players (BAY-8, TSC-2, SCH-1)."""
        match self.mats:
            case "n+1":
                return players + 1
            case "2n-1":
                return 2 * players - 1
            case _:
                return self.chips

    def may_declare(self, ones: int, sixes: int, direction: str) -> bool:
        """Whether a leader may declare this valuation and direction (CHI-5, CHI-6)."""
        match self.valuation:
            case "100":
                fine = (ones, sixes) == (100, 60)
            case "declared-2":
                fine = (ones, sixes) in {(1, 6), (100, 60)}
            case _:
                fine = ones in {1, 100} and sixes in {6, 60}
        return fine and direction in (("high",) if self.direction == "high" else ("high", "low"))
