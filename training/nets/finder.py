"""The two nets in PyTorch: convolutions, folded batch norms, ReLU, sums and nearest resizing only, as OpenCV takes them."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as f


class Step(nn.Module):
    """A 3x3 convolution with batch norm and ReLU, with a shortcut where the shape stays."""

    def __init__(self, inner: int, outer: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outer)
        self.short = inner == outer and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        """Apply it."""
        y = self.norm(self.conv(x))
        return f.relu(x + y if self.short else y)


class Finder(nn.Module):
    """Picture (n, 3, h, w) to cells (n, 15, h/4, w/4): heat, shape (7), values (6), doubt; all but shape are logits."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Step(3, 16, 2)
        self.quarter = nn.Sequential(Step(16, 32, 2), Step(32, 32), Step(32, 32))
        self.eighth = nn.Sequential(Step(32, 64, 2), Step(64, 64), Step(64, 64))
        self.coarse = nn.Sequential(Step(64, 80, 2), Step(80, 80), Step(80, 80))
        self.from_coarse = nn.Conv2d(80, 64, 1)
        self.mix = Step(64, 64)
        self.from_eighth = nn.Conv2d(64, 48, 1)
        self.from_quarter = nn.Conv2d(32, 48, 1)
        self.last = nn.Sequential(Step(48, 48), Step(48, 48))
        self.head = nn.Conv2d(48, 15, 1)
        nn.init.constant_(self.head.bias[0:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Find."""
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        coarse = self.coarse(eighth)
        up = self.mix(eighth + f.interpolate(self.from_coarse(coarse), scale_factor=2.0, mode="nearest"))
        fine = self.from_quarter(quarter) + f.interpolate(
            self.from_eighth(up), scale_factor=2.0, mode="nearest"
        )
        return self.head(self.last(fine))


class FaceNet(nn.Module):
    """A square crop (n, 3, 64, 64) to eight logits: 1..6, no face, doubtful."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Step(3, 16, 2), Step(16, 32), Step(32, 32), Step(32, 48, 2), Step(48, 48), Step(48, 64, 2), Step(64, 64), Step(64, 80, 2)
        )  # fmt: skip
        self.last = nn.Conv2d(80, 8, 4)

    def forward(self, x: Tensor) -> Tensor:
        """Read."""
        return self.last(self.body(x))


def heat_loss(said: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Return the focal loss of a finder's heat, for each place that there is to find."""
    guess = torch.sigmoid(said).clamp(1e-4, 1 - 1e-4)
    top = heat > 0.999
    hits = -torch.log(guess) * (1 - guess) ** 2 * top
    misses = -torch.log(1 - guess) * guess**2 * (1 - heat) ** 4 * ~top
    return ((hits + misses) * weight).sum() / top.sum().clamp(min=1)


def finder_loss(
    out: Tensor, heat: Tensor, weight: Tensor, shape: Tensor, value: Tensor, doubt: Tensor, taught: Tensor
) -> tuple[Tensor, tuple[float, ...]]:
    """Return the sum of the losses: focal for the heat, L1 for the shape, cross entropy for value and doubt."""
    where = heat_loss(out[:, 0], heat, weight)
    total = taught.sum().clamp(min=1)
    form = ((out[:, 1:8] - shape).abs().sum(1) * taught).sum() / total
    what = (f.cross_entropy(out[:, 8:14], value, reduction="none") * taught).sum() / total
    odd = (f.binary_cross_entropy_with_logits(out[:, 14], doubt, reduction="none") * taught).sum() / total
    return where + 0.6 * form + what + 0.5 * odd, (where.item(), form.item(), what.item(), odd.item())


def face_loss(out: Tensor, classes: Tensor) -> tuple[Tensor, tuple[float, ...]]:
    """Return the face net's loss and its error rate."""
    out = out[:, :, 0, 0]
    loss = f.cross_entropy(out, classes, label_smoothing=0.02)
    return loss, (loss.item(), (out.argmax(1) != classes).float().mean().item())


def keep_finder(now: Tensor, said: Tensor) -> Tensor:
    """Return the distance of a finder's cells from another finder's, weighted towards that one's faces."""
    seen = torch.sigmoid(said[:, 0])
    total = seen.sum().clamp(min=1)
    heat = (now[:, 0].clamp(-7, 7) - said[:, 0].clamp(-7, 7)) ** 2
    where = 0.1 * (heat * seen).sum() / total + 0.1 * heat.mean()
    form = ((now[:, 1:8] - said[:, 1:8]).abs().sum(1) * seen).sum() / total
    apart = f.kl_div(
        f.log_softmax(now[:, 8:14], 1), f.log_softmax(said[:, 8:14], 1), reduction="none", log_target=True
    )
    odd = (torch.sigmoid(now[:, 14]) - torch.sigmoid(said[:, 14])) ** 2
    return where + 0.6 * form + (apart.sum(1) * seen).sum() / total + 2 * (odd * seen).sum() / total


def keep_face(now: Tensor, said: Tensor) -> Tensor:
    """Return how far a face net's answers are from what another says."""
    now, said = now[:, :, 0, 0], said[:, :, 0, 0]
    return 3 * f.kl_div(f.log_softmax(now, 1), f.log_softmax(said, 1), reduction="batchmean", log_target=True)
