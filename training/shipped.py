"""Continue from a shipped net: read its ONNX file back into PyTorch, with the same answers.

In the file each batch norm is folded into its convolution: weights and a bias. Unfolding is not unique, so each norm gets the
mean and spread that its convolution has on some pictures: then it takes nothing away, `(x - mean) / spread * spread + mean +
bias`, and training goes on with the norm at work, on statistics that are already right.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.arrays import Array


def resumed(net: nn.Module, file: Path, pictures: Tensor) -> nn.Module:
    """Return the net with the weights of an ONNX file of the same shape.

    `pictures` (n, 3, h, w), as the net takes them, say what each batch norm usually sees. Raises ValueError if the file
    holds another net.
    """
    convolutions = _in_order_of_use(net, pictures[:1])
    weights = _weights(file)
    shapes = [tuple(conv.weight.shape) for conv in convolutions]
    if shapes != [kernel.shape for kernel, _ in weights]:
        raise ValueError(
            f"{file} holds another net than {type(net).__name__}; take one that was exported from it"
        )
    for conv, (kernel, bias) in zip(convolutions, weights, strict=True):
        conv.weight.data = torch.from_numpy(kernel.copy())
        if conv.bias is not None:
            conv.bias.data = torch.from_numpy(bias.copy())
    folded = [bias.copy() for _, bias in weights]
    steps = {
        id(step.conv): step
        for step in net.modules()
        if isinstance(getattr(step, "norm", None), nn.BatchNorm2d)
    }
    norms = [
        (steps[id(conv)], bias) for conv, bias in zip(convolutions, folded, strict=True) if id(conv) in steps
    ]
    _set_norms(net, norms, pictures)
    return net


def _in_order_of_use(net: nn.Module, picture: Tensor) -> list[nn.Conv2d]:
    """Return the convolutions as the pictures pass them, which is how they stand in the file."""
    order = []
    hooks = [
        module.register_forward_hook(lambda conv, _in, _out: order.append(conv))
        for module in net.modules()
        if isinstance(module, nn.Conv2d)
    ]
    net.eval()
    with torch.no_grad():
        net(picture)
    for hook in hooks:
        hook.remove()
    return order


def _weights(file: Path) -> list[tuple[Array, Array]]:
    """Return kernel and bias of each convolution of an ONNX file, in its order."""
    graph = onnx.load(str(file)).graph
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    rows = []
    for node in graph.node:
        if node.op_type == "Conv":
            kernel = np.asarray(kept[node.input[1]], np.float32)
            bias = kept[node.input[2]] if len(node.input) > 2 else np.zeros(len(kernel))
            rows.append((kernel, np.asarray(bias, np.float32)))
    return rows


def _set_norms(net: nn.Module, norms: Sequence[tuple[Any, Array]], pictures: Tensor) -> None:
    """Set each norm, from the first to the last, to the statistics of its convolution, and undo them after it.

    `norms` are steps with the bias that was folded into them.
    """
    net.eval()
    for step, bias in norms:
        seen: list[Tensor] = []
        hook = step.conv.register_forward_hook(lambda _conv, _in, out, seen=seen: seen.append(out))
        with torch.no_grad():
            net(pictures)
        hook.remove()
        mean, spread = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3)) + 1e-3
        step.norm.running_mean.copy_(mean)
        step.norm.running_var.copy_(spread)
        step.norm.weight.data = torch.sqrt(spread + step.norm.eps)
        step.norm.bias.data = mean + torch.from_numpy(bias)
