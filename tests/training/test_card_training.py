"""What training makes of weights: needs PyTorch, of the extra `training`."""

import shutil

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is of the extra `training` only")
pytest.importorskip("onnx", reason="onnx is of the extra `training` only")
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # the exporter that OpenCV needs is an old one

from training.cards.nets import CardFinder, IndexNet  # noqa: E402
from training.export import NETS, export  # noqa: E402
from training.learning import DEVICE, short_numbers, started  # noqa: E402

KINDS = [(CardFinder, "finder", (8, 3, 96, 96)), (IndexNet, "index", (16, 3, 48, 32))]


def shown(shape, seed=1):
    return torch.rand(shape, generator=torch.Generator().manual_seed(seed)) - 0.5


def said(file, pictures):
    run = cv2.dnn.readNetFromONNX(str(file))
    run.setInput(pictures.numpy())
    return run.forward()


@pytest.mark.parametrize(("kind", "which", "shape"), KINDS)
def test_training_goes_on_from_the_net_that_ships(kind, which, shape):
    """Else what ships could be rebuilt only with a file kept beside the repository."""
    file = NETS / f"card_{which}.onnx"
    net = started(kind(), file, shown(shape)).eval()
    picture = shown(shape, 2)[:1]
    with torch.no_grad():
        assert np.abs(net(picture).numpy() - said(file, picture)).max() < 2e-3


@pytest.mark.parametrize(("kind", "which", "shape"), KINDS)
def test_its_norms_go_on_from_what_they_would_measure(kind, which, shape):
    net = started(kind(), NETS / f"card_{which}.onnx", shown(shape))
    with torch.no_grad():
        still, learning = net.eval()(shown(shape)), net.train()(shown(shape))
    assert float((still - learning).abs().mean()) < 0.02 * float(still.abs().mean())


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_what_is_exported_may_be_mixed_with_what_ships(share, tmp_path):
    """A last layer that is linear shows it: with all else alike its answers lie between."""
    net = started(IndexNet(), NETS / "card_index.onnx", shown((16, 3, 48, 32)))
    net.last.weight.data *= 3.0
    torch.save(net.state_dict(), tmp_path / "card_index.pt")
    before = tmp_path / "before"
    before.mkdir()
    shutil.copy(NETS / "card_index.onnx", before)
    picture = shown((1, 3, 48, 32), 3)
    export(tmp_path, tmp_path / "trained")
    export(tmp_path, tmp_path / "mixed", before, share)
    first, second, mixed = (
        said(folder / "card_index.onnx", picture)
        for folder in (before, tmp_path / "trained", tmp_path / "mixed")
    )
    assert np.abs(second - first).max() > 0.1
    assert np.abs(mixed - (first + share * (second - first))).max() < 2e-3


def test_only_a_gpu_computes_with_short_numbers():
    """A processor without instructions for them takes eight times as long for each step."""
    with short_numbers():
        said_of = IndexNet().to(DEVICE)(shown((2, 3, 48, 32)).to(DEVICE))
    assert said_of.dtype is (torch.bfloat16 if DEVICE.type == "cuda" else torch.float32)
