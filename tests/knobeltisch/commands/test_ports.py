"""The ports of the services on one machine: each has one of its own, and documents and examples name it."""

from __future__ import annotations

import re

from knobeltisch.commands.league.league_cli import league
from knobeltisch.config import PageConfig
from knobeltisch.hub.hub_config import HubPageConfig
from tests.support.paths import ROOT


def port_of(command: str) -> int:
    option = next(option for option in league.commands[command].params if option.name == "port")
    assert isinstance(option.default, int)
    return option.default


def test_table_hub_league_and_its_example_have_ports_of_their_own_by_default() -> None:
    ports = [PageConfig().port, HubPageConfig().port, port_of("serve"), port_of("try")]
    assert len({*ports}) == len(ports)


def test_the_league_s_ports_are_beyond_those_of_twenty_tables_of_a_demo() -> None:
    tables = range(PageConfig().port, PageConfig().port + 20)
    assert not {port_of("serve"), port_of("try")} & {*tables}


def test_the_example_of_nginx_and_the_documents_name_the_ports_at_which_the_league_listens() -> None:
    nginx = (ROOT / "systemd" / "nginx" / "league.conf").read_text("utf-8")
    assert {*re.findall(r"127\.0\.0\.1:(\d+)", nginx)} == {str(port_of("serve"))}
    guide = (ROOT / "docs" / "league.md").read_text("utf-8")
    assert f"It listens on this machine's port {port_of('serve')} alone" in guide
    assert f"at `http://127.0.0.1:{port_of('try')}/`" in guide
