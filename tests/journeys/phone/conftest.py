import shutil
from contextlib import ExitStack, closing
from functools import cache

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


@pytest.fixture(scope="session")
def browser_of(playwright):
    """Return what gives the browser whose camera shows a clip: to start one takes as long as to open its page."""
    with ExitStack() as end:
        yield cache(
            lambda clip, allowed: end.enter_context(closing(launch_phone(playwright, clip, allowed=allowed)))
        )


@pytest.fixture
def phone(browser_of):
    """Open pages of phones with such cameras; they are closed at the end."""
    with ExitStack() as end:

        def opened(address, clip, *, secure=True, allowed=True, locale="en-GB"):
            browser = browser_of(None if clip is None else clip.file, allowed)
            context = browser.new_context(ignore_https_errors=True, viewport=PHONE, locale=locale)
            page = end.enter_context(closing(context)).new_page()
            # A page that has just opened rests before it takes a tap.
            page.add_init_script("globalThis.restMs = 0;")
            page.goto(address.replace("http:", "https:") if secure else address)
            return page

        yield opened
