"""The training loop of all nets: batches, a falling rate, a running mean of the weights, and distillation.

Minutes are of processor time, so that a busy machine trains as long. Weights are saved as it goes, so training may be stopped
at any time. A GPU is used if there is one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import click
import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.arrays import Array
from training.shipped import resumed

Batch: TypeAlias = "tuple[Tensor, Sequence[Tensor]]"
"""Pictures as a net takes them, and what it is taught of them."""
Loss: TypeAlias = "tuple[Tensor, tuple[float, ...]]"
"""A loss, and the parts of which it is made."""
Lose: TypeAlias = "Callable[[nn.Module, Any], Loss]"
"""Returns the loss of a net on a batch."""
Keep: TypeAlias = "Callable[[Tensor, Tensor], Tensor]"
"""Returns the distance of a net's answers from a teacher's."""

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
GO_ON = 0.4  # of the usual rate, where training goes on from some weights
WARM_UP = 100  # steps until the rate is full
REPORTS = 25  # how often progress is printed and weights are saved


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The plan of a training: duration, first rate, decay of the weights' mean, and output file."""

    minutes: float
    rate: float
    decay: float
    file: Path


def prepare(seed: int) -> Generator:
    """Seed PyTorch, keep to one thread, and return a generator."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    return np.random.default_rng(seed)


def short_numbers() -> torch.autocast:
    """Return what a net computes within: 16 bits a number on a GPU; a processor without instructions for them takes 8 times as long."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda")


def tensors(maps: Iterable[Sequence[Array]]) -> list[Tensor]:
    """Return the targets of the pictures, one tensor for each kind of map."""
    return [torch.from_numpy(np.stack(part)).to(DEVICE) for part in zip(*maps, strict=True)]


def tinted(pictures: Array, rng: Generator) -> Tensor:
    """Change colour and light of 8-bit pictures, shape (n, h, w, 3), and return them as the nets take them."""
    x = torch.from_numpy(np.ascontiguousarray(pictures)).to(DEVICE).permute(0, 3, 1, 2).float() / 255
    n = len(x)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.12, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1))))
    lift = torch.from_numpy(rng.normal(0, 0.04, (n, 1, 1, 1)))
    x = (x * gain.to(x) + lift.to(x)).clamp(0, 1)
    if rng.random() < 0.3:
        x = x[:, torch.from_numpy(rng.permutation(3)).to(DEVICE)]
    return (x - 0.5).contiguous(memory_format=torch.channels_last)


def losing(loss: Callable[..., Loss]) -> Lose:
    """Return what gives the loss of a net on a batch, by a loss of its answers and what it is taught."""

    def lose(net: nn.Module, batch: Batch) -> Loss:
        pictures, taught = batch
        with short_numbers():
            out = net(pictures)
        return loss(out.float(), *taught)

    return lose


def keeping(
    lose: Lose, keep: Keep, teacher: nn.Module, batch: Callable[[], Batch], old_batch: Callable[[], Batch]
) -> tuple[Callable[[], Any], Lose]:
    """Return a batch and a loss that teach new examples by their labels, and old ones by the answers of `teacher`."""

    def lose_both(net: nn.Module, both: tuple[Batch, Tensor]) -> Loss:
        fresh, old = both
        loss, parts = lose(net, fresh)
        with short_numbers():
            with torch.no_grad():
                said = teacher(old)
            now = net(old)
        held = keep(now.float(), said.float())
        return loss + held, (*parts, held.item())

    return lambda: (batch(), old_batch()[0]), lose_both


def started(net: nn.Module, start: Path, pictures: Tensor) -> nn.Module:
    """Return the net with the weights of a run or of a net that is shipped; `pictures` are what it usually sees."""
    if start.suffix == ".onnx":
        return resumed(net, start, pictures.float().cpu())
    net.load_state_dict(torch.load(start, map_location="cpu"))
    return net


def learn(
    net: nn.Module, batch: Callable[[], Any], lose: Lose, plan: Plan, *, norms_still: bool = False
) -> None:
    """Train a net by a plan, and save the running mean of its weights."""
    click.echo(f"{plan.file.stem}: {sum(p.numel() for p in net.parameters())} weights, {DEVICE}")
    net.to(DEVICE, memory_format=torch.channels_last).train(not norms_still)
    best = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=1e-3)
    steady = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(plan.decay), use_buffers=True)
    began, step, reported, sums = time.process_time(), 0, 0.0, []
    while (share := (time.process_time() - began) / (60 * plan.minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = (
                plan.rate * min(1.0, step / WARM_UP) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
            )
        loss, parts = lose(net, batch())
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        steady.update_parameters(net)
        step += 1
        sums.append(parts)
        if share - reported > 1 / REPORTS:
            click.echo(f"{share:4.0%} step {step}: " + " ".join(f"{v:.3f}" for v in np.mean(sums, 0)))
            reported, sums = share, []
            torch.save(steady.module.state_dict(), plan.file)
    torch.save(steady.module.state_dict(), plan.file)
