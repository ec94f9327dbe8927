"""`knobeltisch score`: the line protocol of ACTS.md, over good lines, bad lines and closed pipes."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorer
from knobeltisch.__main__ import main as command_line
from tests.support.waiting import LONGEST_S


def score(*lines, **options):
    """Run the command on lines: JSON-able values, or bytes as they are."""
    text = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    given = {"variant": "bavarian", "players": "Anna,Ben", **options}
    words = [f"--{option}={value}" for option, value in given.items() if value is not None]
    done = CliRunner().invoke(command_line, ["score", *words], input=text)
    return done.exit_code, [json.loads(line) for line in done.stdout_bytes.splitlines()], done.stderr


def test_the_protocols_own_example_comes_out():
    _, answers, _ = score(
        *({"act": "throw", "dice": dice} for dice in ([1, 1, 2],)),
        {"act": "pass"},
        *({"act": "throw", "dice": dice} for dice in ([1, 1, 4], [1, 1, 5], [2, 3, 5])),
        {"act": "hold", "dice": []},
        {"act": "throw", "dice": [3, 6, 6]},
        {"act": "pass"},
        {"act": "throw", "dice": [1, 2, 4]},
        players="Anna,Ben,Cem",
        leader="Anna",
    )
    state = answers[-1]
    assert state["last_round"]["moves"] == [[None, "Anna", 1]]
    assert (state["round"], state["leader"], state["to_act"], state["stack"]) == (2, "Anna", "Ben", 3)
    assert state["throws"] == {"made": 1, "limit": 2}
    assert state["results"] == [
        {"player": "Anna", "dice": [3, 6, 6], "value": 123, "throws": 2, "kind": "points"}
    ]
    assert state["declaration"] == {"throws": 2, "ones": 100, "sixes": 60, "direction": "high", "value": 123}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"{",
        b"[]",
        b"null",
        b"NaN",
        b'{"act": "throw", "dice": [NaN]}',
        b'{"act": "throw", "dice": [1e400]}',
        b'{"act": "throw", "dice": [' + b"9" * 5000 + b"]}",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"\xff\xfe\x00",
        b'\xef\xbb\xbf{"act": "state"}',
        b'{"act": "state", "x": 1}',
        b'{"act": "state", "act": "state"}',
        b'{"act": "throw", "dice": [1, 2, 4], "dice": [1, 2, 3]}',
        b'{"act": "pass", "declare": {"ones": 100, "ones": 100, "sixes": 60, "direction": "high"}}',
        b'{"act": "throw", "dice": [1, 2, 4]} trailing',
        b'{"act": "' + b"x" * 70_000 + b'"}',
        b'{"act": "foul", "player": "\\ud800", "kind": "nonsense"}',
        b'{"act": "state"}' + b" " * 1024 * 1024,
        b"\x00" * 5_000_000,
    ],
)
def test_a_malformed_line_is_bad_act_and_the_next_is_read(line):
    code, (bad, good), err = score(line, {"act": "state"})
    assert (code, err) == (1, "")
    assert list(bad) == ["refused", "rule", "message"]
    assert bad["refused"] == "bad_act"
    assert len(str(bad["message"])) < 400
    assert good["variant"] == "bavarian"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"variant": "nonsense"}, "nonsense"),
        ({"variant": None}, "--variant"),
        ({"variant": "poker", "leader": "Anna"}, "poker has no leader; name its first dealer with --dealer"),
        ({"variant": "poker", "leader": ""}, "--dealer"),
        ({"variant": "poker", "dealer": "Cem"}, "The dealer 'Cem'"),
        ({"variant": "poker", "players": "A,B,C,D,E,F,G,H,I"}, "2 to 8"),
        (
            {"variant": "schocken", "dealer": "Anna"},
            "schocken has no dealer; name its first leader with --leader",
        ),
        ({"leader": "Anna", "dealer": "Anna"}, "bavarian has no dealer"),
        ({"players": ""}, "2 to 12"),
        ({"players": "Anna"}, "2 to 12"),
        ({"players": "Anna,Anna"}, "Two are called"),
        ({"players": "Anna,,Ben"}, "A name is empty"),
        ({"players": "Anna,Be\x07n"}, "cannot be shown"),
        ({"players": "Anna,\u0410nna"}, "looks the same"),
        ({"leader": "Cem"}, "'Cem'"),
        ({"rules": Path("/nowhere/house.toml")}, "/nowhere/house.toml"),
    ],
)
def test_a_bad_start_is_one_line_on_standard_error_and_exit_2(options, words):
    code, answers, err = score({"act": "state"}, **options)
    assert (code, answers) == (2, [])
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_house_variant_stands_in_place_of_a_preset(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "bavarian"\nschnapps_on_chicago = true\n')
    _, answers, _ = score(
        {"act": "throw", "dice": [1, 1, 1]}, players="A,B,C", leader="A", variant=None, rules=house
    )
    assert answers[0]["owes"]["schnapps"] == {"A": 1}
    assert answers[0]["variant"] == "bavarian"


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_every_game_is_played_from_the_command_line_and_by_the_demo(variant):
    word = scorer.begun_by(scorer.load_variant(variant))
    words = ["--variant", variant, "--players", "Anna,Ben,Cem", f"--{word}", "Ben"]
    result = CliRunner().invoke(command_line, ["score", *words], input='{"act": "state"}\n')
    assert (result.exit_code, json.loads(result.stdout)[word]) == (0, "Ben")
    drawn = CliRunner().invoke(command_line, ["score", *words[:4]], input='{"act": "state"}\n')
    assert (drawn.exit_code, json.loads(drawn.stdout)[word]) == (0, None)
    offered = CliRunner().invoke(command_line, ["demo", "--help"]).stdout
    assert variant in offered


@pytest.mark.long
def test_a_line_that_never_ends_is_answered_once_and_fills_no_memory():
    limited = f"ulimit -v 800000; head -c 1000000000 /dev/zero | {shlex.join(command())}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, check=False, timeout=LONGEST_S)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["message"] == "The line has more than 1024 KB; an act is far shorter."


def command():
    return [sys.executable, "-m", "knobeltisch", "score", "--variant", "bavarian", "--players", "Anna,Ben"]


def test_each_answer_is_flushed_before_the_next_line_is_read():
    process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    for dice in ([4], [4], [2]):
        process.stdin.write(json.dumps({"act": "roll_off", "dice": dice}) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["stage"] == "roll_off"
    process.stdin.close()
    assert process.wait(timeout=120) == 0
    process.stdout.close()


def test_a_handicap_that_the_rules_allow_comes_from_the_stack(tmp_path):
    rules = tmp_path / "house.toml"
    rules.write_text('base = "tschigg"\nhandicap = 2\n', encoding="utf-8")
    start = {"variant": None, "rules": rules, "leader": "Anna"}
    code, (state,), err = score({"act": "state"}, **start, handicap="Anna=2, Ben=0")
    assert (code, err, state["stack"], state["mats"]) == (0, "", 1, {"Anna": 2, "Ben": 0})


def test_teams_that_the_rules_allow_throw_by_turns(tmp_path):
    rules = tmp_path / "house.toml"
    rules.write_text('base = "tschigg"\nteams = true\n', encoding="utf-8")
    start = {"variant": None, "rules": rules, "leader": "Anna"}
    code, (state,), err = score({"act": "state"}, **start, teams="Anna=Änne+ Cleo,Ben=Bo+Dora")
    assert (code, err, state["throwing"]) == (0, "", "Änne")
    assert state["teams"] == {"Anna": ["Änne", "Cleo"], "Ben": ["Bo", "Dora"]}


@pytest.mark.parametrize(
    ("option", "text"),
    [
        *(
            ("handicap", text)
            for text in ("Anna", "Anna=two", "Anna=-1", "=", "Anna=1,", "Anna=9999", "Dora=1")
        ),
        *(("teams", text) for text in ("Anna", "=", "Anna=", "Anna=Bo", "Anna=Bo+Bo", "Dora=Bo+Cleo")),
        *(("handicap", "Anna=1"), ("teams", "Anna=Bo+Cleo")),  # which the rules do not allow
    ],
)
def test_a_handicap_or_teams_that_cannot_be_are_refused_in_one_line(option, text):
    code, answers, err = score(**{option: text})
    assert (code, answers, err.count("\n")) == (2, [], 1)
    assert err.startswith("knobeltisch score: ")


@pytest.mark.parametrize(
    "options",
    [
        {"players": f"Anna,{'B' * 100_000}"},
        {"players": f"{'B' * 23},Anna"},
        {"players": "Red,Blue", "teams": f"Red=Anna+Cem,Blue=Ben+{'D' * 100_000}"},
    ],
    ids=["much too long", "a letter too long", "of a team"],
)
def test_a_name_longer_than_any_table_takes_is_refused_in_one_sentence(options):
    code, answers, err = score({"act": "state"}, **options)
    assert (code, answers) == (2, [])
    assert re.fullmatch(
        r"knobeltisch score: The name '.{23,59}(\.\.\.)?'? has \d+ letters; the most is 22\.\n", err
    )


def test_a_preset_beside_a_house_of_another_is_refused(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "bavarian"\n')
    code, answers, err = score({"act": "state"}, variant="base", rules=house)
    assert (code, answers, err.count("\n")) == (2, [], 1)
    assert "bavarian, and base is asked for" in err
    assert score({"act": "state"}, variant="bavarian", rules=house)[0] == 0
