import re

from knobeltisch.commands.league.league_cli import league
from tests.support.paths import ROOT


def port_of(command):
    option = next(option for option in league.commands[command].params if option.name == "port")
    assert isinstance(option.default, int)
    return option.default


def test_the_example_of_nginx_and_the_documents_name_the_ports_at_which_the_league_listens():
    nginx = (ROOT / "systemd" / "nginx" / "league.conf").read_text("utf-8")
    assert {*re.findall(r"127\.0\.0\.1:(\d+)", nginx)} == {str(port_of("serve"))}
    guide = (ROOT / "docs" / "league.md").read_text("utf-8")
    assert f"It listens on this machine's port {port_of('serve')} alone" in guide
    assert f"at `http://127.0.0.1:{port_of('try')}/`" in guide
