"""docs/two-tables.md taken at its word: its file, with two tables and a hub."""

import re
from textwrap import dedent
from typing import Any

from knobeltisch.hub.hub import Hub
from knobeltisch.hub.hub_config import load_hub_config
from tests.support.paths import ROOT
from tests.support.waiting import until

TEXT = (ROOT / "docs" / "two-tables.md").read_text(encoding="utf-8")


def test_two_tables_and_a_hub_meet_by_the_file_of_the_guide(house, tmp_path):
    (text,) = re.findall(r"```toml\n(.+?)```", TEXT, re.DOTALL)
    pages = re.findall(r"http://192[\d.:]+", text)
    with house(tmp_path / "1") as first, house(tmp_path / "2") as second:
        here = [f"http://127.0.0.1:{table.server.port}" for table in (first, second)]
        for page, port in zip(pages, here, strict=True):
            text = text.replace(page, port)
        (tmp_path / "hub.toml").write_text(dedent(text), encoding="utf-8")
        environ = {"KNOBELTISCH_HALL_FOLDER": str(tmp_path / "kept"), "KNOBELTISCH_PAGE_PORT": "0"}
        hub = Hub(load_hub_config(tmp_path / "hub.toml", environ=environ))
        hub.start()
        try:
            board: Any = hub.hall.board
            until(lambda: [row["status"] for row in board.snapshot()["tables"]] == ["online"] * 2)
            assert [(row["table"], row["source"]) for row in hub.hall.list_tables()] == list(
                enumerate(here, 1)
            )
        finally:
            hub.stop()
