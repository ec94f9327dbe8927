"""Packages read before anything is changed, and built from the installed files: real packages, with the real dpkg."""

from __future__ import annotations

import os
import subprocess

import pytest

from knobeltisch.errors import UpdateFailed, UpdateRefused
from knobeltisch.update.host_tools import Dpkg
from knobeltisch.update.package import (
    missing_packages,
    parse_stanza,
    read_package,
    repack_installed,
    require_architecture,
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="dpkg installs as root alone")


@pytest.fixture
def dpkg(tmp_path):
    """A dpkg with nothing installed, in a root of its own."""
    root = tmp_path / "root"
    (root / "var/lib/dpkg/info").mkdir(parents=True)
    (root / "var/lib/dpkg/updates").mkdir()
    (root / "var/lib/dpkg/status").touch()
    return Dpkg(root=root, options=("--force-script-chrootless", "--force-unsafe-io", "--log=/dev/null"))


def spoilt(file, *, at=None, length=None):
    raw = bytearray(file.read_bytes())
    if at is not None:
        raw[at] ^= 0xFF
    file.write_bytes(raw[:length])
    return file


def test_a_package_says_its_version_and_the_newest_journal_it_can_read(make_deb):
    package = read_package(make_deb("0.2.0", preinst="SCHEMA=7"))
    assert (package.version, package.schema) == ("0.2.0", 7)


def test_a_package_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UpdateRefused, match=r"is not there; name"):
        read_package(tmp_path / "none.deb")


def test_what_is_no_package_is_refused(tmp_path):
    (tmp_path / "beer.deb").write_text("beer")
    with pytest.raises(UpdateRefused, match="is not a whole Debian package"):
        read_package(tmp_path / "beer.deb")


def test_another_package_is_refused_by_name(make_deb):
    with pytest.raises(UpdateRefused, match=r"is the package 'chess'; only knobeltisch"):
        read_package(make_deb("1.0", name="chess"))


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.99])
def test_a_package_that_was_cut_short_is_refused(make_deb, share):
    file = make_deb("0.2.0")
    with pytest.raises(UpdateRefused, match=r"not a whole Debian package|is damaged"):
        read_package(spoilt(file, length=int(file.stat().st_size * share)))


@pytest.mark.parametrize("press", ["zstd", "xz"])
def test_a_package_with_a_changed_byte_is_refused_wherever_it_is(make_deb, tmp_path, press):
    """The compression has the checksums; `script/build-deb` uses it and `dpkg-deb` checks them."""
    subprocess.run(["dpkg-deb", "--raw-extract", make_deb("0.2.0"), tmp_path / "bare"], check=True)
    words = ["dpkg-deb", f"-Z{press}", "--build", tmp_path / "bare", tmp_path / "whole.deb"]
    subprocess.run(words, check=True, capture_output=True)
    whole, kept = (tmp_path / "whole.deb").read_bytes(), read_package(tmp_path / "whole.deb")
    refused = [at for at in range(8, len(whole), 41) if is_refused_or(kept, spoilt_at(at, whole, tmp_path))]
    assert len(refused) > len(whole) / 41 * 0.8  # the rest is what the archive says of time and owner


def spoilt_at(at, whole, folder):
    (folder / "spoilt.deb").write_bytes(whole)
    return spoilt(folder / "spoilt.deb", at=at)


def is_refused_or(kept, file):
    """Whether a package is refused; one that is not must say the same as the whole one."""
    try:
        assert read_package(file) == kept
    except UpdateRefused:
        return True
    return False


@pytest.fixture
def rebuilt(make_deb, tmp_path):
    """Change what a package is made of, and build it again with nothing checked."""

    def rebuild(change):
        file = make_deb("0.2.0")
        bare = tmp_path / "bare"
        subprocess.run(["dpkg-deb", "--raw-extract", file, bare], check=True)
        change(bare)
        words = ["dpkg-deb", "--nocheck", "-Znone", "--build", bare, file]
        subprocess.run(words, check=True, capture_output=True)
        return file

    return rebuild


@pytest.mark.parametrize("version", ["--help", "$(id)", "../../x", "0 2 0", "0.2.ü", "1" * 999, "x1"])
def test_a_version_that_is_none_is_refused_before_anything_is_done(rebuilt, version):
    def change(bare):
        control = bare / "DEBIAN/control"
        control.write_text(control.read_text().replace("Version: 0.2.0", f"Version: {version}"))

    with pytest.raises(UpdateRefused, match="which is not a version"):
        read_package(rebuilt(change))


@pytest.mark.parametrize("field", ["Package", "Version", "Architecture"])
def test_a_package_that_does_not_say_what_it_is_is_refused(rebuilt, field):
    def change(bare):
        control = bare / "DEBIAN/control"
        kept = [line for line in control.read_text().splitlines() if not line.startswith(f"{field}:")]
        control.write_text("\n".join(kept) + "\n")

    with pytest.raises(UpdateRefused, match=rf"does not say its {field}|not a whole Debian package"):
        read_package(rebuilt(change))


def test_a_package_with_bytes_in_it_that_are_no_text_is_read(rebuilt):
    def change(bare):
        with (bare / "DEBIAN/control").open("ab") as control:
            control.write(b"Comment: \xff\xfe caf\xe9\n")
        with (bare / "DEBIAN/preinst").open("ab") as script:
            script.write(b"# \xff\xfe\n")

    assert read_package(rebuilt(change)).version == "0.2.0"


@pytest.mark.parametrize("text", ["", " more of nothing\n", ":\n", "A\n", "\x00: \x00\n", "A: 1\n\n B"])
def test_any_control_data_is_read_without_a_fault(text):
    assert isinstance(parse_stanza(text), dict)


def test_a_package_for_another_processor_is_refused(make_deb):
    package = read_package(make_deb("0.2.0", fields="Architecture: s390x\n"))
    with pytest.raises(UpdateRefused, match="for s390x, this device is arm64; take the one for arm64"):
        require_architecture(package, "arm64")


def test_a_package_for_all_processors_fits(make_deb):
    require_architecture(read_package(make_deb("0.2.0", fields="Architecture: all\n")), "arm64")


@as_root
def test_nothing_lacks_for_a_package_that_needs_nothing_more(make_deb, dpkg):
    dpkg.install(make_deb("0.1.0"))
    assert missing_packages(make_deb("0.2.0"), dpkg) == ""


@as_root
def test_an_older_package_lacks_nothing_either(make_deb, dpkg):
    dpkg.install(make_deb("0.2.0"))
    assert missing_packages(make_deb("0.1.0"), dpkg) == ""


@as_root
def test_a_package_that_needs_what_nobody_has_is_reported_with_its_name(make_deb, dpkg):
    dpkg.install(make_deb("0.1.0"))
    assert "bottomless-glass" in missing_packages(
        make_deb("0.2.0", fields="Depends: bottomless-glass\n"), dpkg
    )


@as_root
def test_the_installed_version_can_be_packed_and_installed_again(make_deb, dpkg, tmp_path):
    dpkg.install(make_deb("0.1.0", postinst="true", fields="Recommends: beer\n"))
    before = (dpkg.program / "stand_in.py").read_bytes()
    repack_installed(dpkg, tmp_path / "previous.deb")
    dpkg.install(make_deb("0.2.0", table="safe"))
    dpkg.install(tmp_path / "previous.deb")
    assert dpkg.state() == ("installed", "0.1.0")
    assert (dpkg.program / "stand_in.py").read_bytes() == before


@as_root
def test_what_was_packed_of_the_installed_version_is_read_like_the_package_it_came_from(
    make_deb, dpkg, tmp_path
):
    file = make_deb("0.1.0", preinst="SCHEMA=3", postinst="true", fields="Recommends: beer\n")
    dpkg.install(file)
    repack_installed(dpkg, tmp_path / "previous.deb")
    assert read_package(tmp_path / "previous.deb") == read_package(file)
    shown = [
        subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
        for package in (file, tmp_path / "previous.deb")
    ]
    assert sorted(shown[0].splitlines()) == sorted(shown[1].splitlines())


@as_root
def test_where_nothing_is_installed_nothing_can_be_packed(dpkg, tmp_path):
    with pytest.raises((UpdateRefused, FileNotFoundError)):
        repack_installed(dpkg, tmp_path / "previous.deb")


@as_root
def test_a_package_that_refuses_itself_gives_its_own_reason(make_deb, dpkg):
    dpkg.install(make_deb("0.1.0"))
    with pytest.raises(UpdateFailed, match=r"^dpkg could not install it: not with this beer\.$"):
        dpkg.install(make_deb("0.2.0", preinst='echo "knobeltisch: not with this beer." >&2; exit 1'))
    assert dpkg.state() == ("installed", "0.1.0")
