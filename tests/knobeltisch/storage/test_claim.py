import os
import subprocess
import sys
from pathlib import Path

import pytest

from knobeltisch.storage.claim import claim, is_claimed, lock_of

OWNER = """
import sys
from pathlib import Path
from knobeltisch.storage.claim import claim
try:
    mine = claim(Path(sys.argv[1]))
except BlockingIOError:
    print("busy", flush=True)
else:
    print("mine", flush=True)
    sys.stdin.readline()
    Path(sys.argv[1]).open("a").close()  # as `has_sane_header` did: POSIX locks would be gone now
    mine.renew()
    print("still", flush=True)
    sys.stdin.readline()
    mine.release()
"""


class Owner:
    def __init__(self, file):
        self._process = subprocess.Popen(
            [sys.executable, "-c", OWNER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.heard_last = self.heard()

    def heard(self):
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def go_on(self):
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self.heard()

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "some" / "journal.sqlite"


@pytest.fixture
def owner(file):
    process = Owner(file)
    yield process
    process.kill()


def test_a_file_belongs_to_one_process_until_that_lets_it_go(file, owner):
    assert owner.heard_last == "mine"
    assert is_claimed(file)
    with pytest.raises(BlockingIOError):
        claim(file)
    assert owner.go_on() == "still"
    with pytest.raises(BlockingIOError):
        claim(file)
    owner.go_on()
    assert not lock_of(file).exists()
    with claim(file):
        assert is_claimed(file)


def test_a_claim_goes_with_a_process_that_is_killed(file, owner):
    owner.kill()
    assert lock_of(file).exists()
    assert not is_claimed(file)
    claim(file).release()
    assert list(file.parent.iterdir()) == []


def test_another_name_of_a_file_is_the_same_file(tmp_path, file, owner):
    (tmp_path / "linked").symlink_to(file)
    assert owner.heard_last == "mine"
    with pytest.raises(BlockingIOError):
        claim(tmp_path / "linked")


def test_a_lock_file_that_somebody_deletes_is_made_again(file, owner):
    lock_of(file).unlink()
    assert owner.go_on() == "still"
    with pytest.raises(BlockingIOError):
        claim(file)


def test_a_process_lets_a_file_go_with_its_last_claim(file):
    first, second = claim(file), claim(file)
    first.release()
    first.release()
    other = Owner(file)
    other.kill()
    assert other.heard_last == "busy"
    second.release()
    assert not is_claimed(file)


@pytest.mark.parametrize("way", ["folder", "link", "nowhere"])
def test_where_no_lock_file_can_be_made_the_file_is_used_without(file, way):
    if way == "nowhere":
        file = Path("/proc/journal.sqlite")
    else:
        file.parent.mkdir()
        lock_of(file).mkdir() if way == "folder" else lock_of(file).symlink_to(file)
    with claim(file) as mine:
        mine.renew()
        assert not file.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_lock_of_what_root_owns_is_no_bar_to_the_user_of_the_folder(file):
    file.parent.mkdir()
    os.chown(file.parent, 65534, 65534)
    with claim(file):
        assert lock_of(file).stat().st_uid == 65534
        assert lock_of(file).stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_root_claims_the_file_of_another_user_in_a_folder_for_everybody(file):
    """As in /tmp, where the kernel lets nobody open another's file with O_CREAT."""
    file.parent.mkdir()
    file.parent.chmod(0o1777)
    lock_of(file).touch(mode=0o600)
    os.chown(lock_of(file), 65534, 65534)
    with claim(file):
        other = Owner(file)
        other.kill()
        assert other.heard_last == "busy"
