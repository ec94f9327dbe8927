"""Home Assistant's own code at a broker, run by a Python that has it: inside_home_assistant.py PORT FOLDER.

It says when it is up, and for each line on standard input which entities it has and what they show, as a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.helpers import entity_registry

HOUSE = {
    "name": "pub",
    "latitude": 0,
    "longitude": 0,
    "elevation": 0,
    "unit_system": "metric",
    "time_zone": "UTC",
}


async def begun(port: int, folder: str) -> core.HomeAssistant:
    """Start it with MQTT and nothing else: no page, and none of what only the page needs."""
    hass = core.HomeAssistant(folder)
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await loader.async_get_custom_components(hass)
    await bootstrap.async_load_base_functionality(hass)
    await async_process_ha_core_config(hass, HOUSE)
    hass.config.components |= {"http", "file_upload"}
    known = hass.config_entries.async_entries("mqtt")
    if known:
        await hass.config_entries.async_setup(known[0].entry_id)
    else:
        entry = config_entries.ConfigEntry(
            domain="mqtt",
            title="broker",
            data={"broker": "127.0.0.1", "port": port},
            options={},
            source="user",
            unique_id=None,
            version=1,
            minor_version=2,
            discovery_keys={},
            subentries_data=[],
        )
        await hass.config_entries.async_add(entry)
    await hass.async_start()
    return hass


def shown(hass: core.HomeAssistant) -> dict[str, list[str | None]]:
    """Return each entity's state, its name, and of an event its type; of one that is kept and not there, no state."""
    kept = [entity.entity_id for entity in entity_registry.async_get(hass).entities.values()]
    states = {name: hass.states.get(name) for name in kept}
    return {
        name: [None, None, None]
        if state is None
        else [state.state, state.attributes.get("friendly_name"), state.attributes.get("event_type")]
        for name, state in states.items()
    }


def say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


async def main(port: int, folder: str) -> None:
    (Path(folder) / "configuration.yaml").touch()
    hass = await begun(port, folder)
    say("up")
    while await asyncio.to_thread(sys.stdin.readline):
        await hass.async_block_till_done()
        say(shown(hass))
    await hass.async_stop(force=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
