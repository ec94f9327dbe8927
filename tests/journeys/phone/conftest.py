import shutil

import pytest

from tests.support.cameras.phone_house import PhoneHouse
from tests.support.pictures.fake_phone import PHONE, launch_phone, write_throw
from tests.support.programs import not_installed


@pytest.fixture(scope="session", autouse=True)
def openssl():
    """Makes the certificate without which no phone lends its camera."""
    if shutil.which("openssl") is None:
        pytest.skip(not_installed("openssl"))


@pytest.fixture
def table(tmp_path):
    table = PhoneHouse(tmp_path)
    yield table
    table.stop()


@pytest.fixture(scope="session")
def clip(tmp_path_factory):
    return write_throw(tmp_path_factory.mktemp("clip") / "throw.mjpeg")


@pytest.fixture
def phone(playwright):
    """Open pages of phones with such cameras; they are closed at the end."""
    browsers = []

    def opened(address, clip, *, secure=True, allowed=True, locale="en-GB"):
        browser = launch_phone(playwright, None if clip is None else clip.file, allowed=allowed)
        browsers.append(browser)
        page = browser.new_context(ignore_https_errors=True, viewport=PHONE, locale=locale).new_page()
        # A page that has just opened rests before it takes a tap.
        page.add_init_script("globalThis.restMs = 0;")
        page.goto(address.replace("http:", "https:") if secure else address)
        return page

    yield opened
    for browser in browsers:
        browser.close()
