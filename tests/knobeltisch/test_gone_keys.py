import logging
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from knobeltisch.config import GONE, load_config
from knobeltisch.errors import ConfigError
from knobeltisch.hub.hub_config import load_hub_config

LAST = Path(__file__).parent / "last_version"


@pytest.mark.parametrize(("name", "load"), [("table.toml", load_config), ("hub.toml", load_hub_config)])
def test_a_file_of_the_last_version_is_read_and_each_gone_name_is_logged_once(name, load, caplog):
    file = LAST / name
    config = load(file, environ={})
    gone = []
    for section, values in tomllib.loads(file.read_text(encoding="utf-8")).items():
        if not hasattr(config, section):
            gone.append(section)
            continue
        known = {field.name.rstrip("_") for field in fields(getattr(config, section))}
        gone += [f"{section}.{key}" for key in values if key not in known]
    assert caplog.messages == [f"{file}: {name} has no effect any more: {GONE[name]}." for name in gone]


def test_a_section_that_is_gone_is_one_sentence_for_all_its_keys(tmp_path, caplog):
    file = tmp_path / "table.toml"
    file.write_text("[lamp]\npin = 18\ndim = 20\n[page]\nport = 9000\n", encoding="utf-8")
    assert load_config(file, environ={}).page.port == 9000
    assert caplog.messages == [f"{file}: lamp has no effect any more: {GONE['lamp']}."]
    assert caplog.records[0].levelno == logging.WARNING


def test_a_variable_of_a_section_that_is_gone_is_named_too(tmp_path, caplog):
    load_config(environ={"KNOBELTISCH_LAMP_PIN": "18"}, etc=tmp_path)
    assert caplog.messages == [f"KNOBELTISCH_LAMP_PIN: lamp has no effect any more: {GONE['lamp']}."]


def test_what_no_version_knew_still_ends_the_start(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text("[lamps]\npin = 18\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="lamps"):
        load_config(file, environ={})
