"""Training that goes on: from a net that is shipped, with pictures cut by a frame.

Needs PyTorch and onnx, of the extra `training`.
"""

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from training.nets.make_set import made

torch = pytest.importorskip("torch", reason="PyTorch is of the extra `training` only")
pytest.importorskip("onnx", reason="onnx is of the extra `training` only")
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # the exporter that OpenCV needs is an old one

from training.export import KINDS as EXPORTED  # noqa: E402
from training.export import NETS, exported  # noqa: E402 - only where PyTorch is
from training.nets.finder import FaceNet, Finder, keep_face, keep_finder  # noqa: E402
from training.nets.train import framed, main  # noqa: E402
from training.shipped import resumed  # noqa: E402

KINDS = [(Finder, "finder"), (FaceNet, "face")]


def _shown(which, seed):
    shape = (6, 3, 96, 96) if which == "finder" else (12, 3, 64, 64)
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(shape, generator=generator) - 0.5


@pytest.mark.parametrize(("kind", "which"), KINDS)
def test_its_batch_norms_go_on_from_what_they_would_measure(kind, which):
    shown = _shown(which, 1)
    net = resumed(kind(), NETS / f"{which}.onnx", shown)
    with torch.no_grad():
        still, learning = net.eval()(shown), net.train()(shown)
    assert float((still - learning).abs().mean()) < 0.02 * float(still.abs().mean())


@pytest.mark.parametrize(("kind", "which"), KINDS)
def test_it_is_exported_again_as_the_same_net(kind, which, tmp_path):
    net = resumed(kind(), NETS / f"{which}.onnx", _shown(which, 1))
    assert exported(net, EXPORTED[which][1], tmp_path / "again.onnx") < 1e-3
    runs = [cv2.dnn.readNetFromONNX(str(file)) for file in (NETS / f"{which}.onnx", tmp_path / "again.onnx")]
    for run in runs:
        run.setInput(_shown(which, 3)[:1].numpy())
    assert np.abs(runs[0].forward() - runs[1].forward()).max() < 1e-3


def test_another_net_s_file_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="holds another net than FaceNet"):
        resumed(FaceNet(), NETS / "finder.onnx", _shown("face", 1))


def test_what_a_frame_cuts_off_is_no_longer_seen_and_the_border_goes_on():
    picture = np.random.default_rng(5).integers(0, 255, (100, 100, 3), np.uint8)
    row = np.array([3, 1.0, 0, 2, 2, 12, 2, 12, 12, 2, 12], np.float32)
    cut = 0
    for seed in range(30):
        shown, dice = framed(picture, row[None], np.random.default_rng(seed))
        assert shown.shape == picture.shape
        if dice[0, 1] < 0.01:
            cut += 1
            assert (shown[:12, :12].std(axis=0) < 1e-6).all() or (shown[:12, :12].std(axis=1) < 1e-6).all()
    assert 3 < cut < 30


@pytest.mark.parametrize(("kind", "which"), KINDS)
def test_what_is_to_be_kept_is_lost_by_any_other_answer(kind, which):
    shown = _shown(which, 1)
    keep = keep_finder if which == "finder" else keep_face
    net, other = (resumed(kind(), NETS / f"{which}.onnx", shown).eval() for _ in range(2))
    with torch.no_grad():
        said = net(shown)
        for part in other.parameters():
            part.add_(0.01 * torch.randn(part.shape, generator=torch.Generator().manual_seed(4)))
        assert float(keep(said, said)) == pytest.approx(0, abs=1e-5)
        assert float(keep(other(shown), said)) > 0.001


@pytest.mark.parametrize("which", ["finder", "face"])
def test_training_that_keeps_what_a_net_says_goes_on_from_a_shipped_net(which, tmp_path):
    pictures, rows = made(range(6), 96, (16, 40), physics=False)
    np.savez(tmp_path / "set.npz", pictures=pictures, dice=rows)
    shipped = str(NETS / f"{which}.onnx")
    said = [
        which,
        str(tmp_path / "set.npz"),
        "--out",
        str(tmp_path / "run"),
        "--keep",
        str(tmp_path / "set.npz"),
    ]
    refused = CliRunner().invoke(main, said)
    assert refused.exit_code == 2
    assert "--start" in refused.output
    done = CliRunner().invoke(main, [*said, "--start", shipped, "--minutes", "0.02"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "run" / f"{which}.pt").is_file()
