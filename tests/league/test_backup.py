"""Copies by the command line: under the name that was typed, whole, for nobody else, and nothing beside them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from tests.league.test_intake import games, pushed


def knobeltisch(folder, *words):
    return subprocess.run(
        [sys.executable, "-m", "knobeltisch", "league", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def pushed_league(league):
    league.pub("Anker")
    league.push("Anker", pushed("t", "box", games(3)))
    return league


def test_a_copy_under_a_name_without_a_folder_is_there_whole_and_for_its_owner_alone(
    pushed_league, conninfo, server, tmp_path
):
    root = set(Path("/").iterdir())
    done = knobeltisch(tmp_path, "backup", "saison.dump", "--database", conninfo)
    assert (done.returncode, done.stdout) == (0, "Written: saison.dump\n"), done.stderr
    assert set(Path("/").iterdir()) == root
    assert [file.name for file in tmp_path.iterdir()] == ["saison.dump"]
    copy = tmp_path / "saison.dump"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    fresh = server.create(f"restored_{os.getpid()}")
    try:
        back = knobeltisch(tmp_path, "restore", "saison.dump", "--database", fresh)
        assert (back.returncode, back.stdout) == (0, "Restored: saison.dump\n"), back.stderr
        from league.database import Database

        opened = Database(fresh)
        with opened.owner() as cursor:
            cursor.execute("SELECT count(*) FROM game")
            assert cursor.fetchone() == (3,)
        opened.close()
    finally:
        server.drop(f"restored_{os.getpid()}")


def test_a_copy_that_holds_no_league_is_not_written_and_the_one_before_stays(pushed_league, server, tmp_path):
    (tmp_path / "saison.dump").write_text("PGDMP: the one before")
    empty = server.create(f"empty_{os.getpid()}")
    try:
        done = knobeltisch(tmp_path, "backup", "saison.dump", "--force", "--database", empty)
    finally:
        server.drop(f"empty_{os.getpid()}")
    assert done.returncode != 0
    assert "holds no league" in done.stderr
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "saison.dump": "PGDMP: the one before"
    }


def test_what_is_cut_off_is_no_copy(pushed_league, conninfo, server, tmp_path):
    assert knobeltisch(tmp_path, "backup", "whole", "--database", conninfo).returncode == 0
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    fresh = server.create(f"half_{os.getpid()}")
    try:
        done = knobeltisch(tmp_path, "restore", "half", "--database", fresh)
        assert done.returncode != 0
        assert "pg_restore says" in done.stderr
        from league.database import Database

        opened = Database(fresh)
        with opened.owner() as cursor:
            cursor.execute("SELECT to_regclass('public.pub')")
            assert cursor.fetchone() == (None,)
        opened.close()
    finally:
        server.drop(f"half_{os.getpid()}")
