"""Tensors of torch: without copies, and with gradients.

>>> import torch, stardust as sd                                        # doctest: +SKIP
>>> A = torch.eye(3).to_sparse_csr().requires_grad_()                   # doctest: +SKIP
>>> sd.torch.einsum("ij,j->i", A, torch.ones(3)).sum().backward()       # doctest: +SKIP
"""

import numpy as np
import torch

from ._calls import _einsum_text, evaluate
from ._errors import UnsupportedError
from ._tensor import Tensor, asarray

__all__ = ["einsum", "to_torch"]


def to_torch(tensor):
    """A Tensor as a tensor of torch: strided, sparse_csr, sparse_csc or sparse_coo.

    Dense, csr and csc tensors share their values.
    """
    tensor = asarray(tensor)
    core = tensor._core
    if core.is_dense:
        return torch.from_numpy(tensor.to_numpy())
    values = torch.from_numpy(tensor.data)
    if core.levels == "ds":
        pos, crd, _ = core.level(1)
        if pos.dtype != crd.dtype:
            pos, crd = pos.astype(np.int64), crd.astype(np.int64)
        by_rows = core.mode_order == (0, 1)
        make = torch.sparse_csr_tensor if by_rows else torch.sparse_csc_tensor
        return make(torch.from_numpy(pos), torch.from_numpy(crd), values, size=tensor.shape)
    crd, values = core.coordinates()
    indices = torch.from_numpy(np.ascontiguousarray(crd.T, np.int64))
    return torch.sparse_coo_tensor(indices, torch.from_numpy(values), tensor.shape).coalesce()


def _layout(value):
    return None if value.layout == torch.strided else value.layout


def _as_layout(result, like):
    """A result as a tensor of torch, in the layout of the operand for which it is a gradient."""
    made = to_torch(result)
    if like.layout == torch.sparse_coo and made.layout != torch.sparse_coo:
        return made.to_sparse_coo()
    return made


class _Einsum(torch.autograd.Function):
    @staticmethod
    def forward(context, subscripts, terms, out, *operands):
        context.terms, context.out = terms, out
        context.save_for_backward(*operands)
        return to_torch(_evaluated(terms, out, operands, {}))

    @staticmethod
    def backward(context, gradient):
        # As torch has it: the gradient of a product of complex numbers has the conjugates of the other factors.
        operands = context.saved_tensors
        gradients = []
        for n, (term, operand) in enumerate(zip(context.terms, operands)):
            if not context.needs_input_grad[3 + n]:
                gradients.append(None)
                continue
            terms = [context.out, *(t for m, t in enumerate(context.terms) if m != n)]
            factors = [gradient, *(_conjugate(value) for m, value in enumerate(operands) if m != n)]
            if _layout(operand) is not None:  # where the operand has entries
                terms.append(term)
                pattern = asarray(operand)
                factors.append(pattern.with_values(np.ones(pattern.nnz, pattern.dtype)))
            extents = dict(zip(term, operand.shape))
            result = _evaluated(terms, term, factors, extents)
            if not operand.is_complex():
                result = _real(result)
            if _layout(operand) is not None:
                result = asarray(result).asformat(pattern.format)
            gradients.append(_as_layout(result, operand))
        return (None, None, None, *gradients)


def _conjugate(value):
    tensor = asarray(value)
    return tensor.with_values(tensor.data.conj()) if tensor.dtype.kind == "c" else tensor


def _real(result):
    tensor = asarray(result)
    return tensor.with_values(np.ascontiguousarray(tensor.data.real)) if tensor.dtype.kind == "c" else result


def _evaluated(terms, out, operands, extents):
    names = [f"T{n}" for n in range(len(terms))]
    accesses = [f"{name}({','.join(term)})" if term else name for name, term in zip(names, terms)]
    left = f"R({','.join(out)})" if out else "R"
    text = f"{left} = {' * '.join(accesses)}"
    bound = set("".join(terms))
    for index, extent in extents.items():
        if index not in bound:
            text += f"\ndim {index}:{extent}"
    given = {name: value if isinstance(value, Tensor) else asarray(value) for name, value in zip(names, operands)}
    return evaluate(text, **given)


def einsum(subscripts, /, *operands):
    """`stardust.einsum` of tensors of torch, with gradients for floating-point and complex operands.

    The gradient of a sparse operand has its layout and its entries.

    Raises
    ------
    UnsupportedError
        For an index that occurs twice in a term, if a gradient is asked for.
    """
    text, _ = _einsum_text(subscripts, tuple(operand.ndim for operand in operands))
    left, _, right = text.partition(" = ")
    terms = [part.partition("(")[2].rstrip(")").replace(",", "") for part in right.split(" * ")]
    out = left.partition("(")[2].rstrip(")").replace(",", "")
    if any(operand.requires_grad for operand in operands) and any(len(set(term)) != len(term) for term in terms):
        raise UnsupportedError("the gradient of a term with an index that occurs twice")
    return _Einsum.apply(subscripts, terms, out, *operands)
