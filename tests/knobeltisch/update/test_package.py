"""Packages read before anything is changed, and built from the installed files: real packages, with the real dpkg."""

import os
import subprocess

import pytest

from knobeltisch.errors import UpdateRefused
from knobeltisch.update.installer import install_package, installed_version
from knobeltisch.update.update import read_version, repack_installed


@pytest.mark.parametrize("content", [None, "beer"])
def test_what_is_no_package_is_refused(tmp_path, content):
    if content:
        (tmp_path / "beer.deb").write_text(content)
    with pytest.raises(UpdateRefused, match="is not a whole Debian package"):
        read_version(tmp_path / "beer.deb")


@pytest.mark.parametrize("version", ["--help", "$(id)", "../../x", "0 2 0", "1" * 999])
def test_a_version_that_is_none_is_refused_before_anything_is_done(make_deb, tmp_path, version):
    file, bare = make_deb("0.2.0"), tmp_path / "bare"
    subprocess.run(["dpkg-deb", "--raw-extract", file, bare], check=True)
    control = bare / "DEBIAN/control"
    control.write_text(control.read_text().replace("Version: 0.2.0", f"Version: {version}"))
    subprocess.run(["dpkg-deb", "--nocheck", "--build", bare, file], check=True, capture_output=True)
    with pytest.raises(UpdateRefused, match="only knobeltisch is updated by this"):
        read_version(file)


@pytest.mark.parametrize("press", ["zstd", "xz"])
def test_a_package_with_a_changed_byte_or_cut_short_is_refused(make_deb, tmp_path, press):
    """The compression has the checksums; `script/build-deb` uses it and `dpkg-deb` checks them."""
    subprocess.run(["dpkg-deb", "--raw-extract", make_deb("0.2.0"), tmp_path / "bare"], check=True)
    file = tmp_path / "whole.deb"
    words = ["dpkg-deb", f"-Z{press}", "--build", tmp_path / "bare", file]
    subprocess.run(words, check=True, capture_output=True)
    whole = file.read_bytes()
    at = whole.index(b"data.tar") + 60  # behind the archive's own header of this member
    changed = (
        whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        for place in range(at, len(whole) - 1, 41)
    )
    for content in (*changed, *(whole[: int(len(whole) * share)] for share in (0.3, 0.6, 0.9, 0.99))):
        file.write_bytes(content)
        with pytest.raises(UpdateRefused):
            read_version(file)


@pytest.mark.skipif(os.geteuid() != 0, reason="dpkg installs as root alone")
def test_the_installed_version_can_be_packed_and_installed_again(make_deb, root, tmp_path):
    file = make_deb("0.1.0", preinst="true", postinst="true", fields="Recommends: beer\n")
    install_package(root, file)
    program = root / "usr/lib/knobeltisch/stand_in.py"
    before, previous = program.read_bytes(), tmp_path / "previous.deb"
    repack_installed(root, previous)
    shown = [
        subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
        for package in (file, previous)
    ]
    assert sorted(shown[0].splitlines()) == sorted(shown[1].splitlines())
    install_package(root, make_deb("0.2.0", table="safe"))
    install_package(root, previous)
    assert installed_version(root) == ("installed", "0.1.0")
    assert program.read_bytes() == before
