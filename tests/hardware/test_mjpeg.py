"""A camera in the network that sends MJPEG: read whole, refused with a sentence, never waited for without end."""

import base64
import contextlib
import socket
import threading

import cv2
import numpy as np
import pytest

from hardware.cameras import mjpeg
from hardware.cameras.jpeg import MOST_BYTES
from hardware.cameras.mjpeg import name_of, stream
from hardware.errors import CameraMissing, CameraStalled

PICTURES = [
    cv2.imencode(".jpg", np.full((36, 64, 3), level, np.uint8))[1].tobytes() for level in (10, 90, 200)
]
HUGE = cv2.imencode(".jpg", np.zeros((8, 5000, 3), np.uint8))[1].tobytes()
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=%s\r\n\r\n"


def part(picture, boundary=b"frame", *, length=True):
    header = b"Content-Length: %d\r\n" % len(picture) if length else b""
    return b"--%s\r\nContent-Type: image/jpeg\r\n%s\r\n%s\r\n" % (boundary, header, picture)


@pytest.fixture
def asked():
    return []


@pytest.fixture
def camera(asked):
    """Answer the next request with these bytes, and close; return the address."""
    with contextlib.ExitStack() as held:

        def answering(content, *, hangs=False):
            server = held.enter_context(socket.create_server(("127.0.0.1", 0)))

            def serve():
                client, _ = server.accept()
                with client, contextlib.suppress(OSError):
                    asked.append(client.recv(65536))
                    client.sendall(content)
                    if hangs:
                        client.recv(1)  # until the reader leaves

            threading.Thread(target=serve, daemon=True).start()
            return f"http://127.0.0.1:{server.getsockname()[1]}/video"

        yield answering


def all_of(url):
    """Return the pictures that come, and the sentence at their end."""
    found = []
    try:
        for picture in stream(url):
            found += [picture]
    except (CameraMissing, CameraStalled) as error:
        return found, str(error)
    pytest.fail("the pictures ended without a word")


@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("boundary", [b"frame", b"--frame", b'"frame"'])
def test_every_picture_comes_as_it_was_sent(camera, boundary, length):
    sent = b"".join(part(picture, length=length) for picture in PICTURES)
    found, sentence = all_of(camera(HEAD % boundary + sent + b"--frame--\r\n"))
    assert found == PICTURES
    assert sentence.endswith("it is asked again.")


def test_what_is_no_picture_is_passed_over(camera):
    sent = part(b"GIF89a") + part(PICTURES[0]) + part(PICTURES[1][:-10])
    assert all_of(camera(HEAD % b"frame" + sent))[0] == PICTURES[:1]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"HTTP/1.1 401 No\r\n\r\n", "wants a password"),
        (
            b'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="y"\r\n\r\n',
            "choose Basic in the camera",
        ),
        (b"HTTP/1.1 404 No\r\n\r\n", "answers 404"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", "a web page; name"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" + PICTURES[0], "single pictures; name"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n\0", "choose MJPEG"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: x/y\r\n\r\n\0", "sends x/y, no MJPEG"),
        (HEAD % b"frame" + part(b"GIF89a") * 30, "something else than JPEG"),
        (HEAD % b"frame" + part(HUGE) * 30, "sends pictures of 5000x8; choose at most 4096"),
        (b"SSH-2.0-OpenSSH\r\n", "does not answer"),
        (b"", "does not answer"),
    ],
)
def test_what_is_no_such_camera_is_said_in_one_sentence(camera, answer, says):
    found, sentence = all_of(camera(answer))
    assert found == []
    assert says in sentence


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"--frame\r\nContent-Length: 999999999\r\n\r\n", "choose MJPEG"),
        (b"x\r\n" * 500, "choose MJPEG"),
        (b"--frame\r\n" + b"x: y\r\n" * 500, "choose MJPEG"),
        (b"--frame\r\n\r\n" + b"y" * (MOST_BYTES + 2**20), "choose MJPEG"),
        (part(PICTURES[0])[:-50], "it is asked again."),
    ],
)
def test_a_camera_that_sends_nonsense_is_left_with_what_to_do(camera, sent, says):
    found, sentence = all_of(camera(HEAD % b"frame" + sent))
    assert found == []
    assert says in sentence


@pytest.mark.parametrize("head", [b"Content-Type: multipart/x-mixed-replace\r\n\r\n", b"\r\n"])
@pytest.mark.parametrize("header", [b"Content-Type: image/jpeg\r\n\r\n", b""])
def test_pictures_come_without_a_boundary_in_the_header_and_without_headers(camera, head, header):
    sent = b"".join(b"--frame\r\n" + header + picture + b"\r\n" for picture in PICTURES)
    assert all_of(camera(b"HTTP/1.1 200 OK\r\n" + head + sent))[0] == PICTURES


def test_a_camera_that_says_no_more_is_not_waited_for_without_end(camera, monkeypatch):
    monkeypatch.setattr(mjpeg, "PATIENCE_S", 0.3)
    found, sentence = all_of(camera(HEAD % b"frame" + part(PICTURES[0]), hangs=True))
    assert found == PICTURES[:1]
    assert "nothing for 0.3 s" in sentence


def test_a_camera_that_refuses_a_password_is_not_said_to_want_one(camera):
    refused = b"HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\n\r\n"
    _, sentence = all_of(camera(refused).replace("//", "//anna:geheim@"))
    assert "refuses this name and password" in sentence


def test_a_password_goes_to_the_camera_and_is_shown_nowhere(camera, asked):
    url = camera(HEAD % b"frame" + part(PICTURES[0])).replace("//", "//anna:ge%20heim@")
    found, sentence = all_of(url)
    assert found == PICTURES[:1]
    assert base64.b64encode(b"anna:ge heim") in asked[0]
    assert "heim" not in sentence + name_of(url)
