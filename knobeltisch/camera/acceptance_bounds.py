"""The acceptance run: a table's own figures, from thirty throws on it, with the interval that so few throws deserve.

Numbers only are kept. The intervals are Clopper and Pearson's (Biometrika 26, 1934): exact for a share of so many
trials, never too narrow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import comb
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.storage.store import Store

KEY: Final = "acceptance"
THROWS: Final = 30
MOST_ASKED: Final = 4  # of these: a table that asks about more of them is tiresome
RISK: Final = 0.05  # the share of such intervals that may miss the truth
STEPS: Final = 50  # halvings: far finer than anybody reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What came of a run: throws made, those read wrong although the table was sure, those it would have asked about."""

    throws: int
    wrong: int
    asked: int

    @property
    def says(self) -> str:
        """Return whether it is good to play: `good`, `asks` (nothing wrong, but it asks often), or `bad`."""
        if self.wrong:
            return "bad"
        return "asks" if self.asked * THROWS > MOST_ASKED * self.throws else "good"

    def to_json(self) -> dict[str, Any]:
        """Return the counts, what they say, and their bounds as shares.

        `wrong_most` holds with 95 % on one side, `asked_least` and `asked_most` with 95 % in all.
        """
        least, most = interval(self.asked, self.throws)
        return {
            **asdict(self),
            "says": self.says,
            "wrong_most": round(at_most(self.wrong, self.throws), 4),
            "asked_least": round(least, 4),
            "asked_most": round(most, 4),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A run that was kept: `at` seconds since 1970, and by which camera."""

    at: float
    camera: str
    figures: Figures


def at_most(hits: int, trials: int, risk: float = RISK) -> float:
    """Return the largest share under which so few hits or fewer would still come with probability `risk`; 1.0 without trials."""
    if hits >= trials:
        return 1.0
    return _where(lambda share: _chance_of_at_most(hits, trials, share) > risk)


def interval(hits: int, trials: int, risk: float = RISK) -> tuple[float, float]:
    """Return the shares between which the true one lies, `risk` shared by both sides."""
    return 1.0 - at_most(trials - hits, trials, risk / 2), at_most(hits, trials, risk / 2)


def _where(holds: Callable[[float], bool]) -> float:
    """Return the share up to which it holds, by halving."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _chance_of_at_most(hits: int, trials: int, share: float) -> float:
    return sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(hits + 1))


def save_acceptance(store: Store, accepted: Accepted) -> None:
    """Keep a run in place of the one before. Raise StoreError where the disk does not take it."""
    store.put(KEY, {"at": accepted.at, "camera": accepted.camera, **asdict(accepted.figures)})


def load_acceptance(store: Store) -> Accepted | None:
    """Return the run that was kept; None where there is none, or one that makes no sense."""
    told: Any = store.get(KEY)
    try:
        figures = Figures(throws=int(told["throws"]), wrong=int(told["wrong"]), asked=int(told["asked"]))
        kept = Accepted(at=float(told["at"]), camera=str(told["camera"]), figures=figures)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return kept if 0 <= figures.wrong + figures.asked <= figures.throws and figures.throws else None
