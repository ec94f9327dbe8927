"""A census of meaning over random boards: each headline agrees with its rows, and each box of dice has an owner's name.

KNOBELTISCH_SEED=N looks at other boards.
"""

import re

from tests.support.pages.board_states import some_boards
from tests.support.pages.census import open_page
from tests.support.seeds import chosen_seed

READ = """async (boards) => {
  const read = [];
  for (const board of boards) {
    push(board);
    await null;
    const seen = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
    const text = (all) => seen(all).map((one) => one.textContent).join(" ");
    const names = [...board.state.players, ...Object.values(board.state.teams ?? {}).flat()];
    const owned = (place) => names.some((name) => (place.id === "dice" ? text("#next") : place.textContent).includes(name));
    const boxes = new Set(seen('[data-value]:not([data-value=""])').map((die) => die.closest("#beat, #dice, .say, .quest, .r")));
    read.push({
      said: text("#whole h1"),
      rows: seen("main [data-player]").map((row) => ({
        player: row.dataset.player,
        pays: row.matches(".pays"),
        new: row.querySelector(".new")?.textContent,
        mats: row.querySelector(".mat")?.textContent,
        last: row.lastElementChild.textContent,
        half: row.textContent.includes("verloren"),
      })),
      ownerless: [...boxes].filter((box) => box?.matches("*") && !owned(box)).map((box) => box.id || box.className),
    });
  }
  return read;
}"""
TAKES = re.compile(r"(?:^|: |, )(?P<player>[^:,/]+) nimmt (?P<count>einen|zwei|drei|\d+) ")
COUNTS = {"einen": 1, "zwei": 2, "drei": 3}


def test_headlines_agree_with_their_rows_and_all_dice_have_an_owner(house, chromium):
    found, headlines = [], 0
    games = {
        variant: [*some_boards(chosen_seed(), variant, 2, 20), *some_boards(chosen_seed(), variant, 4, 40)]
        for variant in ("bavarian", "base", "schocken", "drinking", "tschigg", "chic")
    }
    for path in ("/", "/screen"):
        page = open_page(chromium, house.url + path, locale="de-DE")
        for variant, boards in games.items():
            for board, seen in zip(boards, page.evaluate(READ, boards), strict=True):
                headlines += bool(TAKES.search(seen["said"]))
                found += [f"{variant} {board['moment']}: {fault}" for fault in faults(seen, board["state"])]
    assert found == []
    assert headlines > 20


def faults(seen, state):
    """Return what does not agree on a board, in words."""
    yield from (f"dice without an owner: {box}" for box in seen["ownerless"])
    rows = {row["player"]: row for row in seen["rows"]}
    for player, count in TAKES.findall(seen["said"].replace("\u2068", "").replace("\u2069", "")):
        taken, row = COUNTS.get(count) or int(count), rows.get(player, {})
        if row.get("new") and row["new"] != f"+{taken}":
            yield f"{player} takes {taken}, and the row says {row['new']}"
        if row.get("mats") == "0" and not row["half"]:
            yield f"{player} takes {taken}, beside a 0: {seen['said']}"
    if state["loser"] and state["loser"] in seen["said"]:
        paying = [row for row in seen["rows"] if row["pays"]]
        if [row["player"] for row in paying] != [state["loser"]] or paying[0]["last"] == "\N{EN DASH}":
            yield f"{state['loser']} pays, and the ranking says {paying}"
