"""The table's own voice: a real program makes real sound, once a sentence, and a device without one says nothing."""

import io
import shutil
import stat
import wave

import pytest

from knobeltisch.device.voice import MOST_KEPT, PROGRAM, Voice
from tests.support.programs import not_installed

needs_voice = pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=not_installed("espeak-ng"))


@pytest.fixture
def counted(tmp_path, monkeypatch):
    """A program that says how often it was asked: a WAV file with what it heard as its sound."""

    def make(
        answer="printf 'RIFF\\377\\377\\377\\377WAVEfmt \\020\\0\\0\\0\\1\\0\\1\\0\\42\\126\\0\\0\\104\\254\\0\\0\\2\\0\\20\\0data\\377\\377\\377\\377'; cat",
    ):
        program = tmp_path / "speaks"
        program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n{answer}\n')
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        return Voice(str(program)), tmp_path / "asked"

    return make


@needs_voice
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_sentence_is_a_sound_with_its_true_length(language):
    sound = Voice().speak(language, "Anna: 204. Zu schlagen: 204.")
    assert sound is not None
    with wave.open(io.BytesIO(sound)) as wav:
        assert wav.getnframes() * wav.getsampwidth() * wav.getnchannels() == len(wav.readframes(10**9))
        assert wav.getnframes() > wav.getframerate()  # more than a second


def test_a_sentence_is_made_once(counted):
    voice, asked = counted()
    assert voice.speak("de", "Ben ist dran.") == voice.speak("de", " Ben  ist dran. ")
    assert len(asked.read_text().splitlines()) == 1
    assert voice.speak("en", "Ben ist dran.")
    assert len(asked.read_text().splitlines()) == 2


def test_a_voice_that_is_installed_while_the_table_runs_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = Voice("speaks")
    assert (voice.is_available, voice.speak("de", "Ben")) == (False, None)
    (tmp_path / "speaks").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "speaks").chmod(0o755)
    assert voice.is_available


def test_a_name_is_never_an_option_of_the_program(counted):
    voice, asked = counted()
    sound = voice.speak("de", "--path=/etc/passwd; rm -rf /")
    assert sound is not None
    assert sound.endswith(b"--path=/etc/passwd; rm -rf /")
    assert "passwd" not in asked.read_text()


def test_what_was_said_long_ago_is_let_go(counted):
    voice, asked = counted()
    for number in (*range(MOST_KEPT + 1), 0):
        assert voice.speak("en", f"sentence {number}") is not None
    assert len(asked.read_text().splitlines()) == MOST_KEPT + 2


@pytest.mark.parametrize("answer", ["exit 3", "echo nonsense", "true"])
def test_a_program_that_fails_says_nothing(counted, answer):
    voice, _ = counted(answer)
    assert voice.speak("de", "Ben ist dran.") is None


def test_nothing_is_no_sentence():
    assert Voice().speak("de", " \n") is None
