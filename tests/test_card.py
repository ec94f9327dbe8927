"""The card's zip: what it lays on the boot partition beside what is there already. `script/try card` boots it."""

import re
import shlex
import subprocess

from tests.support.paths import ROOT

WRITTEN_BY_OTHERS = {
    *(file.name for file in (ROOT / "tests" / "imager" / "all_settings").iterdir()),
    "config.txt",
    "firstrun.sh",
    "custom.toml",
    "userconf.txt",
    "wpa_supplicant.conf",
    "ssh",
}
"""By Raspberry Pi Imager from its settings, by hand, or by the system: account, password, ssh, time zone, keyboard, Wi-Fi and country.

`tests/imager` is what Imager 2.0 writes for a system with cloud-init (raspberrypi/rpi-imager, src/customization_generator.cpp), with a
place for the password; of `cmdline.txt` what it appends. The next five are its version 1's, and of the system before."""


def test_a_card_keeps_its_owners_settings_and_starts_what_lies_on_it(tmp_path):
    (tmp_path / "a.deb").touch()
    line = f'ROOT={shlex.quote(str(ROOT))}; source "$ROOT/script/card/tree.sh"; card_tree card a.deb'
    subprocess.run(["bash", "-euc", line], cwd=tmp_path, check=True)
    laid = {
        str(file.relative_to(tmp_path / "card")) for file in (tmp_path / "card").rglob("*") if file.is_file()
    }
    assert {"vendor-data", "knobeltisch/a.deb"} <= laid
    assert not {name.lower() for name in laid} & WRITTEN_BY_OTHERS
    vendor = (tmp_path / "card" / "vendor-data").read_text()
    assert vendor.startswith("#cloud-config\n")
    started = re.findall(r"/boot/firmware/([\w./-]+)", vendor)
    assert started == ["knobeltisch/first-boot.sh"]
    assert set(started) <= laid
