"""The acceptance run: a table's own figures from thirty throws, with confidence intervals for so few throws.

Only numbers are kept. The intervals are Clopper and Pearson's (Biometrika 26, 1934): exact for a share of so many
trials, never too narrow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import comb
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from knobeltisch.storage.store import Store

KEY: Final = "acceptance"
THROWS: Final = 30
MOST_ASKED: Final = 4  # of these throws: a table that asks about more is tiresome
RISK: Final = 0.05  # the share of such intervals that may miss the truth
STEPS: Final = 50  # halvings: far finer than anybody reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The result of a run: the throws, those that were read wrong without a question, and those that need a question."""

    throws: int
    wrong: int
    asked: int

    @property
    def verdict(self) -> str:
        """Return whether it is good to play: `good`, `asks` (nothing wrong, but it asks often), or `bad`."""
        if self.wrong:
            return "bad"
        return "asks" if self.asked * THROWS > MOST_ASKED * self.throws else "good"

    def to_json(self) -> dict[str, Any]:
        """Return the counts, the verdict, and their bounds as shares.

        `wrong_most` holds with 95 % on one side, `asked_least` and `asked_most` with 95 % in all.
        """
        least, most = interval(self.asked, self.throws)
        return {
            **asdict(self),
            "says": self.verdict,
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
    """Return the upper confidence bound of a share: above it, so few hits are less likely than `risk`. 1.0 without trials."""
    if hits >= trials:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        share = (low + high) / 2
        chance = sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(hits + 1))
        low, high = (share, high) if chance > risk else (low, share)
    return low


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the confidence interval of a share, with the risk split between both sides."""
    return 1.0 - at_most(trials - hits, trials, RISK / 2), at_most(hits, trials, RISK / 2)


def save_acceptance(store: Store, accepted: Accepted) -> None:
    """Save a run in place of the previous one. Raise StoreError if the disk fails."""
    store.put(KEY, {"at": accepted.at, "camera": accepted.camera, **asdict(accepted.figures)})


def load_acceptance(store: Store) -> Accepted | None:
    """Return the saved run; None if there is none or it is invalid."""
    stored: Any = store.get(KEY)
    try:
        figures = Figures(
            throws=int(stored["throws"]), wrong=int(stored["wrong"]), asked=int(stored["asked"])
        )
        kept = Accepted(at=float(stored["at"]), camera=str(stored["camera"]), figures=figures)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return kept if 0 <= figures.wrong + figures.asked <= figures.throws and figures.throws else None
