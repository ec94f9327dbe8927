"""What training makes of weights: needs PyTorch, of the extra `training`."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is of the extra `training` only")

from vision.training.cards.nets import IndexNet  # noqa: E402
from vision.training.cards.train import mean_of  # noqa: E402


def test_weights_between_two_trainings_lie_between_them(tmp_path):
    for number, name in enumerate(("before", "after")):
        torch.manual_seed(number)
        torch.save(IndexNet().state_dict(), tmp_path / name)
    first, second = (torch.load(tmp_path / name) for name in ("before", "after"))
    for share in (0.0, 0.25, 1.0):
        mean = mean_of(tmp_path / "before", tmp_path / "after", share)
        for name, own in mean.items():
            assert torch.allclose(
                own.float(), first[name].float() * (1 - share) + second[name].float() * share
            ), name
        IndexNet().load_state_dict(mean)
