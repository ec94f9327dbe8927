"""How well shown cards are read, on decks drawn with fonts and suits that were not used for training.

    python -m benchmarks.training.cards --fonts FOLDER [--hands 40] [--kept FILE.jsonl] [--split choose] [--suits train]

Needs Pillow (the extra `training`) and open fonts in the folder or the folders in it. With `--kept` the results are stored and
those of earlier runs are included, so that a long measurement can be made in parts: give each its own `--seed`.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, table, write_report
from training.cards.decks import some_deck
from training.cards.lettering import SPLITS, letterings
from training.cards.scenes import Conditions, scene, some_hand
from vision.cards.reader import SETTINGS, agreed, judged, may_be_cards
from vision.cards.types import Card
from vision.types import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.cards.types import CardReading
    from vision.types import Picture

SIDE_MM: Final = 230.0
HAND: Final = 5
A_DECK: Final = 4  # hands with each deck
PLAIN: Final = Conditions("as the table sees", plain=True)
OTHERS: Final = (
    replace(PLAIN, name="dim and grainy", exposure=(0.25, 0.45), noise=(0.015, 0.035)),
    replace(PLAIN, name="out of focus", blur=(1.0, 1.5)),
    replace(PLAIN, name="hard light", shade=0.6, hard=1.0),
    replace(PLAIN, name="glossy", gloss=1.0),
    replace(PLAIN, name="worn", wear=1.0),
    replace(PLAIN, name="coins, dice and words beside", things=1.0),
)
SIZES: Final = {
    "4.5 to 5.5": (4.5, 5.5),
    "5.5 to 6.5": (5.5, 6.5),
    "6.5 to 8": (6.5, 8.0),
    "8 to 12": (8.0, 12.0),
    "12 to 16": (12.0, 16.0),
}
STANDARD: Final = "6.5 to 8"
SCALES: Final = (1.6, 1.9, 2.25, 2.7, 3.2)
THRESHOLDS: Final = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
LAID: Final = ("apart", "row", "fan", "column")


def plan(part: str) -> list[tuple[str, Conditions, str, str]]:
    """Return the kinds of hands in a part, each as part, conditions, size of the index, and layout ("" for any)."""
    if part == "sizes":
        return [(part, PLAIN, size, "") for size in SIZES]
    if part == "conditions":
        return [(part, way, size, "") for way in OTHERS for size in ("6.5 to 8", "8 to 12")]
    if part == "scales":
        scaled = [
            replace(PLAIN, name=f"{scale} px/mm", px_per_mm=(scale, scale))
            for scale in SCALES
            if scale != 2.25
        ]
        return [(part, way, STANDARD, "") for way in scaled]
    return [(part, PLAIN, size, "heap") for size in ("6.5 to 8", "8 to 12")]


PARTS: Final = ("sizes", "conditions", "scales", "covered")


def hands(rng, offered, suits: str | None, kind: tuple[str, Conditions, str, str], count: int, shots: int):
    """Yield scenes of one kind: five cards, each with a free index; in a heap at least one card without."""
    part, conditions, size, layout = kind
    made = 0
    while made < count:
        deck = some_deck(rng, offered, SIZES[size], suits=suits)
        for _ in range(min(A_DECK, count - made)):
            fits = False
            while not fits:  # a row or a column always hides parts of the largest indices
                laid = layout or str(rng.choice(LAID))
                shown = scene(rng, deck, some_hand(rng, HAND), laid, conditions, SIDE_MM, shots)
                fits = (len(shown.free()) < HAND) == (part == "covered")
            made += 1
            yield deck, laid, shown


def make_hands(*how: Any) -> list[Any]:
    """Return the scenes of `hands` all at once."""
    return list(hands(*how))


def drawn(folder: Path | None, name: str, make: Callable[[], list[Any]]) -> list[Any]:
    """Return the cached drawings, or draw and cache them: they do not depend on nets or limits."""
    file = None if folder is None else folder / f"{name}.pickle"
    if file is not None and file.is_file():
        return pickle.loads(file.read_bytes())  # noqa: S301 - our own file
    made = make()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(made))
    return made


def find_cards(picture: Picture) -> list[list[Any]]:
    """Return all possible cards with their confidence."""
    return [[card.name, round(card.confidence, 4)] for card in may_be_cards(picture, HAND)]


def judged_as(cards: Sequence[Sequence[Any]], limit: float) -> CardReading:
    """Judge the reading like the reader does, with a given limit."""
    made = [
        Card(name=name, x=0.0, y=0.0, angle=0.0, confidence=sure, corners=1, candidates=(name,))
        for name, sure in cards
    ]
    settings = replace(SETTINGS, sure=limit, noise=min(limit, SETTINGS.noise))
    return judged(made, HAND, settings)


def verdict(row: dict[str, Any], limit: float) -> str:
    """Return the table's verdict on the first picture of a hand."""
    return verdict_on(judged_as(row["pictures"][0], limit), row)


def verdict_of_three(row: dict[str, Any], limit: float) -> str:
    """Return the verdict on a hand if two of its three pictures must agree and none may contradict."""
    return verdict_on(agreed([judged_as(cards, limit) for cards in row["pictures"]]), row)


def verdict_on(reading: CardReading, row: dict[str, Any]) -> str:
    """Compare a reading with the truth."""
    if reading.status is not Status.OK:
        return "asked"
    return "right" if set(reading.names) == set(row["truth"]) else "silent"


def measured(
    kind: tuple[str, Conditions, str, str], laid_out: Sequence[Any], misses: Path | None
) -> list[dict[str, Any]]:
    """Read hands of one kind."""
    rows: list[dict[str, Any]] = []
    for deck, laid, shown in laid_out:
        said = [find_cards(picture) for picture in shown.pictures]
        part, conditions, size, _ = kind
        rows.append(
            {
                "part": part, "conditions": conditions.name, "size": size, "layout": laid, "font": deck.lettering.name,
                "language": deck.language, "colours": 2 if deck.inks[1] == deck.inks[2] else 4, "corners": deck.corners,
                "hearts": deck.shapes.heart, "diamonds": deck.shapes.diamond, "spades": deck.shapes.spade,
                "clubs": deck.shapes.club, "stems": deck.shapes.stem, "inked": deck.shapes.inked,
                "truth": [rank + suit for rank, suit in shown.cards], "pictures": said,
            }
        )  # fmt: skip
        if misses is not None and verdict(rows[-1], SETTINGS.sure) != "right":
            keep_miss(misses, shown.picture, rows[-1])
    return rows


def keep_miss(folder: Path, picture, row: dict[str, Any]) -> None:
    """Save a picture that was not read surely, for inspection."""
    folder.mkdir(parents=True, exist_ok=True)
    shown, said = picture.copy(), row["pictures"][0]
    words = [f"{verdict(row, SETTINGS.sure)} {row['conditions']} {row['size']} {row['font']} {row['layout']}"]
    words.append(f"lies {' '.join(row['truth'])}")
    words.append(
        "read " + " ".join(f"{name} {sure:.2f}" for name, sure in sorted(said, key=lambda card: -card[1]))
    )
    for k, text in enumerate(words):
        cv2.putText(
            shown, text, (6, 16 + 16 * k), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 160), 1, cv2.LINE_AA
        )
    number = len(list(folder.iterdir()))
    cv2.imwrite(str(folder / f"{verdict(row, SETTINGS.sure)}_{number:04}.png"), shown)


def counted(
    rows: Sequence[dict[str, Any]], judge: Callable[[dict[str, Any], float], str] = verdict
) -> list[object]:
    found = Counter(judge(row, SETTINGS.sure) for row in rows)
    n = max(1, len(rows))
    return [
        len(rows),
        f"{found['right'] / n:.1%}",
        f"{found['silent']} ({found['silent'] / n:.2%})",
        f"{found['asked'] / n:.1%}",
    ]


HEADS: Final = ["hands", "right and sure", "silently wrong", "asked"]


def by(rows: Sequence[dict[str, Any]], what: str, *keys: str) -> str:
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(tuple(str(row[key]) for key in keys), []).append(row)
    return table(
        [*what.split("; "), *HEADS], [[*group, *counted(own)] for group, own in sorted(groups.items())]
    )


def curve(rows: Sequence[dict[str, Any]]) -> str:
    lines = []
    for limit in THRESHOLDS:
        found = Counter(verdict(row, limit) for row in rows)
        lines.append([limit, found["right"], found["silent"], f"{found['asked'] / max(1, len(rows)):.1%}"])
    return table(["limit", "right and sure", "silently wrong", "asked"], lines)


def report(rows: Sequence[dict[str, Any]]) -> str:
    """Return the tables of all measurements."""
    plain = [row for row in rows if row["part"] == "sizes"]
    usual = [row for row in plain if row["size"] not in ("4.5 to 5.5", "5.5 to 6.5")]
    sized = [[size, *counted([row for row in plain if row["size"] == size])] for size in SIZES]
    three = [row for row in rows if len(row["pictures"]) > 1]
    parts = [
        f"Five cards in each hand, every card with at least one free index unless it says otherwise; one picture a hand; limit {SETTINGS.sure}.",
        "By the height of the index's letter in millimetres, at the table's 2.25 pixels a millimetre:",
        table(["letter", *HEADS], [*sized, ["**6.5 and more**", *counted(usual)]]),
        "By condition:",
        by([row for row in rows if row["part"] == "conditions"], "condition; letter, mm", "conditions", "size"),
        f"By pixels a millimetre, letters of {STANDARD} mm:",
        by([row for row in rows if row["part"] == "scales"], "camera", "conditions"),
        "Heaps in which at least one card shows no whole index, so that asking is right:",
        by([row for row in rows if row["part"] == "covered"], "letter, mm", "size"),
        "By design, letters of 6.5 mm and more:",
        by(usual, "spades; stems", "spades", "stems"), by(usual, "clubs; stems", "clubs", "stems"),
        by(usual, "hearts; diamonds", "hearts", "diamonds"), by(usual, "inked", "inked"),
        by(usual, "font", "font"), by(usual, "layout", "layout"), by(usual, "letters; colours", "language", "colours"),
        "One picture, and two of three that must agree, on the hands of which three were taken:",
        table(["pictures", *HEADS], [["one", *counted(three)], ["two of three", *counted(three, verdict_of_three)]]),
        "By limit, letters of 6.5 mm and more:", curve(usual),
    ]  # fmt: skip
    return "\n\n".join(parts)


def kept_before(kept: Path | None) -> list[dict[str, Any]]:
    if kept is None or not kept.is_file():
        return []
    return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]


@click.command()
@click.option("--fonts", type=click.Path(path_type=Path, exists=True), multiple=True)
@click.option("--split", type=click.Choice(["choose", "report"]), default="report")
@click.option(
    "--suits",
    type=click.Choice([*SPLITS, "first"]),
    help="Suits of another split than the fonts, or only the first drawing.",
)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS)
@click.option("--hands", "count", type=int, default=40, help="Of each kind.")
@click.option(
    "--shots",
    type=int,
    default=1,
    help="Pictures of each hand; with three, a vote of two of three is also compared.",
)
@click.option("--seed", type=int, default=1)
@click.option(
    "--kept",
    type=click.Path(path_type=Path),
    help="Store the results in this file, and include those that are there.",
)
@click.option("--cache", type=click.Path(path_type=Path), help="Cache drawn hands in this folder.")
@click.option(
    "--misses",
    type=click.Path(path_type=Path),
    help="Write pictures that were not read surely to this folder.",
)
@out_option
def main(  # noqa: PLR0913 - each is an option of the command
    *,
    fonts: tuple[Path, ...],
    split: str,
    suits: str | None,
    parts: tuple[str, ...],
    count: int,
    shots: int,
    seed: int,
    kept: Path | None,
    cache: Path | None,
    misses: Path | None,
    out: Path | None,
) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    rows, offered = kept_before(kept), letterings(fonts, split) if count else []
    if count and not offered:
        raise click.UsageError("No font for this split was found; give folders of open fonts with --fonts.")
    kinds = [(number, kind) for part in parts for number, kind in enumerate(plan(part))] if count else []
    for number, kind in kinds:
        rng = np.random.default_rng((seed, len(split), PARTS.index(kind[0]), number))
        name = f"{split}-{suits or split}-{seed}-{kind[0]}-{number}-{count}x{shots}"
        ways = None if suits == "first" else suits or split
        laid_out = drawn(cache, name, partial(make_hands, rng, offered, ways, kind, count, shots))
        fresh = measured(kind, laid_out, misses)
        rows += fresh
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in fresh)
    write_report("Cards laid open on the board", report(rows), out)


if __name__ == "__main__":
    main()
