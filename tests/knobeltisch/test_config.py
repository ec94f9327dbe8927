import socket
from datetime import date

import pytest

from knobeltisch import config as config_module
from knobeltisch.config import Config, load_config
from knobeltisch.errors import ConfigError
from knobeltisch.hub.hub_config import load_hub_config


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_set_gives_the_defaults(tmp_path):
    assert load_config(environ={}, etc=tmp_path) == Config()


def test_a_file_sets_values_and_a_variable_wins_over_it(tmp_path):
    file = write(tmp_path / "a.toml", "[page]\nport = 9000\nhosts = ['stube.local']\n[panel]\npass = 7\n")
    config = load_config(file, environ={"KNOBELTISCH_PAGE_PORT": "9001", "HOME": "/"})
    assert (config.page.port, config.page.hosts, config.panel.pass_) == (9001, ("stube.local",), 7)


def test_later_files_of_the_folder_win(tmp_path):
    write(tmp_path / "10.toml", "[camera]\ndistance_mm = 300\ndie_mm = 19\n")
    write(tmp_path / "20.toml", "[camera]\ndistance_mm = 500\n")
    camera = load_config(environ={}, etc=tmp_path).camera
    assert (camera.distance_mm, camera.die_mm) == (500.0, 19.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[page]\nport = 99999\n", ["page.port", "99999", "0 to 65535"]),
        ("[page]\nport = true\n", ["page.port", "true", "0 to 65535"]),
        ("[page]\nprot = 1\n", ["prot", "port"]),
        ("[pgae]\nport = 1\n", ["pgae", "page"]),
        (
            "[camera]\ndevice = 'https://camera/'\n",
            ["camera.device", "https://camera/", "http://192.168.178.30"],
        ),
        ("[camera]\ndevice = 'http://'\n", ["camera.device", "http://192.168.178.30"]),
        ("[camera]\ndevice = 'rtsp://camera/'\n", ["camera.device", "rtsp://camera/"]),
        ("[camera]\nmains_hz = 55\n", ["camera.mains_hz", "55", "0, 50, 60"]),
        ("[camera]\ndie_mm = 'big'\n", ["camera.die_mm", "'big'", "8 to 40"]),
        ("[panel]\nuse = 'yes'\n", ["panel.use", "'yes'", "auto, on, off"]),
        ("[mqtt]\ntopic = 'pub/#'\n", ["mqtt.topic", "'pub/#'", "letters"]),
        ("[mqtt]\ntopic = '/pub'\n", ["mqtt.topic", "'/pub'", "letters"]),
        ("[mqtt]\ntls = true\n", ["mqtt.tls", "true", "off, on"]),
        ("[page\n", ["not TOML"]),
    ],
)
def test_a_bad_file_is_refused_with_place_key_value_and_what_would_do(tmp_path, text, words):
    file = write(tmp_path / "bad.toml", text)
    with pytest.raises(ConfigError) as caught:
        load_config(file, environ={})
    sentence = str(caught.value)
    assert str(file) in sentence
    assert all(word in sentence for word in words), sentence
    write(tmp_path / "a.toml", "[page]\nhost = '127.0.0.1'\n")
    faults: list[ConfigError] = []
    kept = load_config(environ={}, etc=tmp_path, fault=faults.append)
    assert (kept.page.host, [str(fault) for fault in faults]) == ("127.0.0.1", [sentence])


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "no.toml", environ={})


def test_a_bad_variable_is_named():
    with pytest.raises(ConfigError, match="KNOBELTISCH_CAMERA_MAINS_HZ"):
        load_config(environ={"KNOBELTISCH_CAMERA_MAINS_HZ": "soon"})


def test_the_journal_lies_where_the_service_manager_says(monkeypatch, tmp_path):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert load_config(environ={}, etc=tmp_path).journal.path == tmp_path / "journal.sqlite"


def test_who_may_write_to_the_services_folder_means_the_services_journal(tmp_path, monkeypatch):
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(config_module, "STATE", tmp_path)
    assert load_config(environ={}, etc=tmp_path).journal.path == tmp_path / "journal.sqlite"


@pytest.mark.parametrize(
    ("variable", "value", "kept"),
    [
        ("KNOBELTISCH_PANEL_BUZZER", "12", 12),
        ("KNOBELTISCH_PANEL_BUZZER", "none", None),
        ("KNOBELTISCH_PANEL_PULL_UP", "false", False),
        ("KNOBELTISCH_PANEL_LAMPS_HIGH", "True", True),
    ],
)
def test_buzzer_and_polarity_can_be_set(tmp_path, variable, value, kept):
    panel = load_config(environ={variable: value}, etc=tmp_path).panel
    assert getattr(panel, variable.removeprefix("KNOBELTISCH_PANEL_").lower()) == kept


@pytest.mark.parametrize(("section", "key"), [("mqtt", "password"), ("hub", "key")])
def test_a_secret_comes_from_the_environment_and_not_from_a_file_that_others_may_read(tmp_path, section, key):
    environ = {f"KNOBELTISCH_{section}_{key}".upper(): "geheim"}
    config = load_config(environ=environ, etc=tmp_path)
    assert getattr(getattr(config, section), key) == "geheim"
    assert "geheim" not in repr(config)
    file = write(tmp_path / "a.toml", f"[{section}]\n{key} = 'geheim'\n")
    with pytest.raises(ConfigError, match=rf"{section}\.{key}_file") as caught:
        load_config(file, environ={})
    assert "geheim" not in str(caught.value)


def test_topics_begin_with_the_devices_own_name(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Stübchen.lan 2")
    assert Config().mqtt.topic == "knobeltisch/st-bchen-lan-2"


@pytest.mark.parametrize(
    ("load", "section", "url", "kept"),
    [
        (load_config, "hub", "http://hub.local:8080/", "http://hub.local:8080"),
        (load_config, "hub", "https://hub.local/pub", "https://hub.local/pub"),
        (load_hub_config, "league", "https://league.example", "https://league.example"),
        (load_hub_config, "league", "http://127.0.0.1:8443", "http://127.0.0.1:8443"),
        (load_hub_config, "league", "http://league.example", None),
        (load_config, "hub", "hub.local", None),
        (load_config, "hub", "ftp://hub.local", None),
        (load_config, "hub", "https://hub.local:99999", None),
        (load_config, "hub", "https://me:secret@hub.local", None),
        (load_config, "hub", "https://hub.local/?a=b", None),
    ],
)
def test_what_leaves_the_house_goes_through_tls(tmp_path, load, section, url, kept):
    file = write(tmp_path / "a.toml", "")
    environ = {f"KNOBELTISCH_{section.upper()}_URL": url}
    if kept is None:
        with pytest.raises(ConfigError, match="an address like 'https://"):
            load(file, environ=environ)
    else:
        assert getattr(load(file, environ=environ), section).url == kept


@pytest.mark.parametrize(
    ("said", "kept"), [("2026-11-01", date(2026, 11, 1)), ("'2026-11-01'", date(2026, 11, 1))]
)
def test_the_first_reported_day_may_be_a_date_or_a_text(tmp_path, said, kept):
    assert load_config(write(tmp_path / "a.toml", f"[hub]\nsince = {said}\n"), environ={}).hub.since == kept
    with pytest.raises(ConfigError, match="a day like 2026-11-01"):
        load_config(environ={"KNOBELTISCH_HUB_SINCE": "yesterday"}, etc=tmp_path)
