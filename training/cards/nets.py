"""The two card nets in PyTorch: convolutions, folded batch norms, ReLU, sums and nearest resizing only, as OpenCV takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import nn
from torch.nn import functional as f

from training.nets.finder import Step, heat_loss

if TYPE_CHECKING:
    from torch import Tensor


class Wide(nn.Module):
    """A step that looks `reach` cells apart, with a shortcut."""

    def __init__(self, count: int, reach: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(count, count, 3, 1, reach, reach, bias=False)
        self.norm = nn.BatchNorm2d(count)

    def forward(self, x: Tensor) -> Tensor:
        """Apply it."""
        return f.relu(x + self.norm(self.conv(x)))


class CardFinder(nn.Module):
    """Picture (n, 3, h, w) to cells (n, 23, h/4, w/4): heat, offset (2), height, up (2), ranks (13), suits (4)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(Step(3, 16, 2), Step(16, 32, 2), Step(32, 32))
        self.coarse = nn.Sequential(Step(32, 48, 2), Wide(48, 1), Wide(48, 2), Wide(48, 1))
        self.back = nn.Conv2d(48, 32, 1)
        self.last = nn.Sequential(Step(32, 48), nn.Conv2d(48, 23, 1))
        nn.init.constant_(self.last[1].bias[0], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Mark."""
        fine = self.fine(x)
        far = f.interpolate(self.back(self.coarse(fine)), scale_factor=2, mode="nearest")
        return self.last(f.relu(fine + far))


class IndexNet(nn.Module):
    """Patches (n, 3, 48, 32) to logits (n, 19, 1, 1): 13 ranks, none, 4 suits, none."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Step(3, 16), Step(16, 24, 2), Step(24, 24), Step(24, 32, 2), Step(32, 32), Step(32, 48, 2)
        )  # fmt: skip
        self.last = nn.Conv2d(48, 19, (6, 4))

    def forward(self, x: Tensor) -> Tensor:
        """Read."""
        return self.last(self.body(x))


def finder_loss(
    out: Tensor, heat: Tensor, weight: Tensor, shape: Tensor, rank: Tensor, suit: Tensor, taught: Tensor
) -> tuple[Tensor, tuple[float, ...]]:
    """Return the sum of the losses: focal for the heat, L1 for the shape, cross entropy for rank and suit."""
    where = heat_loss(out[:, 0], heat, weight)
    total = taught.sum().clamp(min=1)
    form = ((out[:, 1:6] - shape).abs().sum(1) * taught).sum() / total
    what = (f.cross_entropy(out[:, 6:19], rank, reduction="none") * taught).sum() / total
    sort = (f.cross_entropy(out[:, 19:23], suit, reduction="none") * taught).sum() / total
    return where + form + what + sort, (where.item(), form.item(), what.item(), sort.item())


def index_loss(out: Tensor, rank: Tensor, suit: Tensor) -> tuple[Tensor, tuple[float, ...]]:
    """Return the loss of patches and the shares of wrong ranks and suits among indices."""
    out = out[:, :, 0, 0]
    loss = f.cross_entropy(out[:, :14], rank, label_smoothing=0.01) + f.cross_entropy(
        out[:, 14:], suit, label_smoothing=0.01
    )
    wrong = (out[:, :14].argmax(1) != rank).float().mean(), (out[:, 14:].argmax(1) != suit).float().mean()
    return loss, (loss.item(), *(share.item() for share in wrong))
