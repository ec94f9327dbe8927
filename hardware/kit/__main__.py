"""Writes the kit's files: python -m hardware.kit [--lens NAME] [--out FOLDER]."""

from pathlib import Path

import click

from hardware.kit.drawings import draw_part, draw_whole
from hardware.kit.measures import LENS, RIBBON_LENSES
from hardware.kit.template import drilling_template

NAMES = [lens.name for lens in RIBBON_LENSES]
SIDES = {"cradle": (0.9, -1.2, 0.8), "holder": (0.8, -1.2, -0.7), "lid": (0.5, -1.0, -1.1)}
"""The side from which each part is drawn: holder and lid from below."""


@click.command()
@click.option("--lens", "name", type=click.Choice(NAMES), default=LENS.name, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/kit"), show_default=True)
def main(name: str, out: Path) -> None:
    """Write the STL, STEP and drawing of each part, a drawing of the whole, and the drilling template as a PDF."""
    from build123d import export_step, export_stl  # noqa: PLC0415  # --help should not wait six seconds for it

    from hardware.kit.part_solids import shape_cradle, shape_holder, shape_lid  # noqa: PLC0415  # likewise

    lens = RIBBON_LENSES[NAMES.index(name)]
    parts = {"cradle": shape_cradle(), "holder": shape_holder(lens), "lid": shape_lid()}
    out.mkdir(parents=True, exist_ok=True)
    for part_name, part in parts.items():
        export_stl(part, out / f"{part_name}.stl", tolerance=0.05, angular_tolerance=0.4)
        export_step(part, out / f"{part_name}.step")
        drawing = draw_part(part, towards=SIDES[part_name])
        (out / f"{part_name}.svg").write_text(drawing, encoding="utf-8")
    (out / "whole.svg").write_text(draw_whole(lens), encoding="utf-8")
    (out / "drilling-template.pdf").write_bytes(drilling_template())
    click.echo(f"Written to {out}: {', '.join(sorted(path.name for path in out.iterdir()))}")


if __name__ == "__main__":
    main()
