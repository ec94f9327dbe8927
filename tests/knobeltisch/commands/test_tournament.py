"""`knobeltisch tournament`: an evening by hand, from the list to the report."""

from __future__ import annotations

import json
import re
import resource
from pathlib import Path

import pytest
from click.testing import CliRunner

import tournament as t
from knobeltisch.__main__ import main
from knobeltisch.commands.tournament.run_tournament import NOTED
from knobeltisch.commands.tournament.tournament_file import LARGEST, opened, take
from knobeltisch.errors import TournamentFileError
from tests.tournament.running_tournament import ranked_result

SIX = "name,club\nAnna,Anker\nBen,Anker\nCem,Krug\nDora,Krug\nEmil,\nFrida,\n"


def typed(*words: object, stdin: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(map(str, words)), input=stdin, env={"LC_ALL": "de_DE.UTF-8"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def evening(tmp_path) -> Path:
    file, players = tmp_path / "cup.jsonl", tmp_path / "list.csv"
    players.write_text(SIX, encoding="utf-8")
    printed = typed("tournament", "new", file, "--players", players, "--title", "Donnerstag", "--tables", 2)
    assert printed == (0, f"{file}: 6 players, 2 tables, thirteen-rounds.\n", "")
    assert typed("tournament", "draw", file, "--seed", 4)[0] == 0
    return file


def at(file: Path, match: str) -> tuple[str, ...]:
    return opened(file).matches[match].players


def test_an_evening_from_the_draw_to_the_standings(evening):
    first, second = at(evening, "1-1")[:2]
    words = ("--halves", f"{first},{second}", "--out", f"{second}:2")
    assert typed("tournament", "result", evening, "1-1", 1, *words)[1].startswith("1-1, game 1: noted; 0")
    third = at(evening, "1-2")[0]
    assert typed("tournament", "result", evening, "1-2", 1, "--halves", f"{third},{third}")[0] == 0
    code, out, _ = typed("tournament", "standings", evening, "--stage", 1)
    assert code == 0
    assert re.search(rf"6\.\s+{third}\s+2", out)
    code, out, _ = typed("tournament", "draw", evening, "--seed", 4)
    assert out.startswith("Runde 2")


def test_what_waits_is_listed_with_what_it_changes_and_ruled(evening):
    one, two, three = at(evening, "1-1")
    typed("tournament", "result", evening, "1-1", 1, "--order", f"{one},{two},{three}")
    _, out, _ = typed("tournament", "result", evening, "1-1", 1, "--halves", f"{one},{one}")
    (waits,) = re.findall(r"\(corrected\): (\S+)", out)
    assert f"{one}: " in typed("tournament", "waiting", evening)[1]
    assert typed("tournament", "rule", evening, waits, "yes", "--by", "Ida")[1] == "0 wait for the referee.\n"
    assert next(row for row in t.standings(opened(evening)) if row.name == one).points == 2


def test_entries_from_tables_are_taken_all_or_none_and_twice_is_once(evening):
    entry = t.Reported(id="t1-7", table=1, match="1-1", game=1, result=ranked_result(*at(evening, "1-1")))
    line = t.entry_to_line(entry)
    assert (
        typed("tournament", "take", evening, "-", stdin=line)[1] == "1 new entries, 0 wait for the referee.\n"
    )
    before = evening.read_bytes()
    assert typed("tournament", "take", evening, "-", stdin=f"{line}\n{line}\n")[1].startswith("0 new")
    end = t.entry_to_line(t.Ended(id="end"))
    code, _, err = typed("tournament", "take", evening, "-", stdin=f"{line.replace('t1-7', 't1-8')}\n{end}\n")
    assert (code, "Not all is played" in err) == (2, True)
    assert evening.read_bytes() == before


def test_whatever_happens_is_noted_by_hand_and_taken_back_by_its_id(evening):
    names = at(evening, "1-1")
    for words in (
        ("came", "player=Zoe"),
        ("went_home", f"player={names[0]}"),
        ("substituted", f"player={names[1]}", "by=Eva"),
        ("walked_over", "match=1-2", f"absent={','.join(at(evening, '1-2')[:2])}"),
        ("moved", "match=1-1", "table=1", "sitting=2"),
        ("replayed", "match=1-1", "anew=1-1b"),
        ("table_failed", "table=2"),
        ("table_failed", "table=2", "back=yes"),
        ("paused", "on=yes"),
        ("paused", "on=no"),
    ):
        code, entry, err = typed("tournament", "note", evening, *words)
        assert (code, err) == (0, ""), words
    assert set(NOTED) - {"ended", "undone"} == {entry.kind for entry in opened(evening).entries.values()} - {
        "opened",
        "drawn",
    }
    code, _, _ = typed("tournament", "note", evening, "undone", f"entry={entry.strip()}")
    assert (code, opened(evening).paused) == (0, True)
    assert "Zoe" in opened(evening).names


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("went_home",), "player is missing"),
        (("went_home", "name=Anna"), "went_home has no 'name'; it has player"),
        (("ended", "id=7"), "ended has no 'id'; it has nothing"),
        (("paused", "on=maybe"), "on is 'maybe'; it must be yes or no"),
        (("moved", "match=1-1", "table=x"), "table is 'x'; it must be a number"),
        (("opened",), "nothing called 'opened'"),
        (("went_home", "player=Zoe"), "'Zoe' is not on the list"),
    ],
)
def test_what_cannot_be_noted_is_said(evening, words, said):
    before = evening.read_bytes()
    code, _, err = typed("tournament", "note", evening, *words)
    assert (code, len(err.splitlines()), evening.read_bytes()) == (2, 1, before)
    assert said in err


def test_what_a_power_cut_left_of_a_line_is_passed_over_and_overwritten(evening):
    whole = evening.read_bytes()
    state = opened(evening)
    for cut in (b'{"id":"x"', b"{", "{\u00fc".encode()[:2]):
        evening.write_bytes(whole + cut)
        assert opened(evening) == state
    typed("tournament", "result", evening, "1-1", 1, "--order", ",".join(at(evening, "1-1")))
    lines = evening.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert [json.loads(line)["kind"] for line in lines] == ["opened", "drawn", "reported"]


def test_on_a_full_disk_all_entries_are_taken_or_none(evening):
    before = evening.read_bytes()
    result = ranked_result(*at(evening, "1-1"))
    said = [t.Reported(id=f"t{game}", table=1, match="1-1", game=game, result=result) for game in (1, 2, 3)]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for room in (0, 10, len(t.entry_to_line(said[0])) + 5):
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
        try:
            with pytest.raises(TournamentFileError, match="cannot be written"):
                take(evening, said)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert evening.read_bytes() == before
    assert len(take(evening, said).entries) == 2 + 3


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("[" * 100_000, "Line 1: This is not JSON (nested too deep)"),
        ("\n" * (LARGEST + 1), "more than 32768 KB"),
    ],
    ids=["deep", "endless"],
)
def test_what_is_sent_without_end_or_measure_is_refused_whole(evening, sent, said):
    before = evening.read_bytes()
    code, _, err = typed("tournament", "take", evening, "-", stdin=sent)
    assert (code, len(err.splitlines()), evening.read_bytes()) == (2, 1, before)
    assert said in err


def test_a_line_in_the_middle_that_is_none_is_reported_by_its_number(evening):
    rows = evening.read_text(encoding="utf-8").splitlines(keepends=True)
    evening.write_text(rows[0] + "what?\n" + rows[1], encoding="utf-8")
    code, _, err = typed("tournament", "standings", evening)
    assert (code, "line 2" in err, len(err.splitlines())) == (2, True, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("result", "FILE", "9-9", 1, "--order", "Anna"), "no match '9-9'"),
        (("result", "FILE", "1-1", 1), "Name all of"),
        (("result", "FILE", "1-1", 1, "--order", "Anna,Zoe"), "Name all of"),
        (("result", "FILE", "1-1", 1, "--halves", "A,B", "--final", "C"), "plays none"),
        (("result", "FILE", "1-1", 1, "--halves", "A,A", "--final", "A"), "after a march"),
        (("result", "FILE", "1-1", 1, "--halves", "Zoe,Zoe"), "'Zoe' did not play"),
        (("rule", "FILE", "nothing", "yes", "--by", "Ida"), "No report 'nothing' waits"),
        (("standings", "FILE", "--stage", 2), "no stage 2"),
        (("standings", "FILE", "--group", "Q"), "nobody in these standings"),
        (("report", "FILE", 7), "Round 7 is not drawn"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(evening, words, said, monkeypatch):
    monkeypatch.chdir(evening.parent)
    before = evening.read_bytes()
    code, _, err = typed("tournament", *(evening if word == "FILE" else word for word in words))
    assert (code, len(err.splitlines())) == (2, 1)
    assert said in err
    assert evening.read_bytes() == before


@pytest.mark.parametrize(
    ("players", "form", "said"),
    [
        ("Anna\nanna", None, "list.txt: Line 2: 'anna' stands on line 1 already"),
        ("Anna", "", "form.toml: No base is named; write base = '...' with one of league-day"),
        ("Anna", "base = 'groups'\nleast = 9", "form.toml: least is 9"),
        ("Anna", "base = ", "form.toml: The format is not TOML"),
    ],
)
def test_a_file_that_says_something_impossible_is_named(tmp_path, monkeypatch, players, form, said):
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_text(players)
    Path("form.toml").write_text(form or "")
    more = () if form is None else ("--format", "form.toml")
    code, _, err = typed("tournament", "new", "cup.jsonl", "--players", "list.txt", "--title", "X", *more)
    assert (code, len(err.splitlines())) == (2, 1)
    assert said in err
    assert not Path("cup.jsonl").exists()


@pytest.mark.parametrize("form", ["grups", "x" * 5000, "a/b\N{BEER MUG}"])
def test_a_format_that_is_none_is_answered_with_those_that_are(evening, form):
    words = ("--players", evening.parent / "list.csv", "--title", "X", "--format", form)
    code, _, err = typed("tournament", "new", evening.parent / "new.jsonl", *words)
    assert (code, len(err.splitlines())) == (2, 1)
    assert "does not exist; choose one of league-day" in err


def test_a_new_tournament_overwrites_nothing(evening):
    before = evening.read_bytes()
    code, _, err = typed(
        "tournament", "new", evening, "--players", evening.parent / "list.csv", "--title", "X"
    )
    assert (code, "there already" in err, evening.read_bytes()) == (2, True, before)


# --- the report as a file


def test_halves_are_noted_in_a_tournament_without_a_final_and_the_loser_of_one_alone_is_no_loser(evening):
    one, two, three = at(evening, "1-1")
    assert typed("tournament", "result", evening, "1-1", 1, "--halves", f"{one},{two}")[0] == 0
    assert (
        typed("tournament", "result", evening, "1-1", 1, "--halves", f"{one},{two}", "--final", one)[0] == 2
    )
    (counted,) = t.counted(opened(evening), "1-1").values()
    assert counted.result.loser is None
    assert {place.player: place.place for place in counted.result.places} == {one: 2, two: 2, three: 1}
