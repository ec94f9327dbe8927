import re

import pytest

from knobeltisch.app import Host
from knobeltisch.device.own_wifi import OwnWifi
from knobeltisch.errors import Denied
from web.security.authorization import HEADER

REMEMBERS = """
case "$*" in
  *'connection show'*) test -e made || exit 10; cat made;;
  *'connection edit'*) cat >typed; sed -n 's/set wifi-sec.psk //p' typed >made;;
  *'connection delete'*) rm made;;
esac
"""


def test_a_wifi_is_an_access_point_with_a_password_that_stays_until_it_is_ended(stand_in):
    asked, wifi = stand_in("nmcli", REMEMBERS), OwnWifi()
    assert wifi.password() is None
    wifi.turn(on=True)
    password = wifi.password()
    assert re.fullmatch(r"[a-z2-9]{12}", password)
    wifi.turn(on=True)
    assert wifi.password() == password
    typed = (asked.parent / "typed").read_text().splitlines()
    assert {"set wifi.ssid Knobeltisch", "set wifi.mode ap", "set ipv4.method shared", "save"} <= set(typed)
    assert password not in asked.read_text(), "everybody on the device can read a command's words"
    wifi.turn(on=False)
    assert wifi.password() is None


def test_a_device_that_does_not_allow_it_says_why(stand_in):
    stand_in(
        "nmcli", 'case "$*" in *show*) exit 10;; *edit*) cat; echo "Error: not authorized"; exit 1;; esac'
    )
    with pytest.raises(Denied, match="The device makes no Wi-Fi: Error: not authorized"):
        OwnWifi().turn(on=True)


def test_the_landlord_turns_it_on_and_gets_what_a_phone_joins_by(stand_in, houses):
    stand_in("nmcli", REMEMBERS)
    said = []
    browser = houses(host=Host(wifi=OwnWifi(), say_pin=said.append)).server.app.test_client()

    def ask(path, method="GET", **body):
        token = browser.get("/api/me").get_json()["token"]
        return browser.open(path, method=method, headers={HEADER: token}, json=body or None)

    assert ask("/api/first", "POST", a=1).status_code == 200
    assert ask("/api/first/noted", "POST", a=1).status_code == 200
    assert ask("/api/login", "POST", pin=said[-1]).status_code == 200
    assert ask("/api/landlord/wifi").get_json() == {"name": "Knobeltisch", "password": None}
    assert ask("/api/landlord/wifi.svg").status_code == 404
    assert ask("/api/landlord/wifi", "PUT", on=True).get_json() == {"ok": True}
    assert len(ask("/api/landlord/wifi").get_json()["password"]) == 12
    assert ask("/api/landlord/wifi.svg").mimetype == "image/svg+xml"
