"""Tensors of torch, where it is installed."""

import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd

torch = pytest.importorskip("torch")


@pytest.fixture
def A(rng):
    return sp.random_array((6, 5), density=0.4, format="csr", rng=rng)


def csr(A):
    return torch.sparse_csr_tensor(torch.tensor(A.indptr), torch.tensor(A.indices), torch.tensor(A.data), A.shape)


def test_arrays_are_shared(A):
    t = csr(A)
    T = sd.asarray(t)
    assert T.data.ctypes.data == t.values().data_ptr()
    np.testing.assert_array_equal(T.to_numpy(), A.toarray())
    back = T.to_torch()
    assert back.layout == torch.sparse_csr and back.values().data_ptr() == t.values().data_ptr()
    x = torch.rand(3, 4)
    assert sd.asarray(x).data.ctypes.data == x.data_ptr()
    assert sd.asarray(x).to_torch().data_ptr() == x.data_ptr()
    np.testing.assert_array_equal(sd.asarray(csr(A).to_sparse_coo()).to_numpy(), A.toarray())


@pytest.mark.parametrize("layout", ["strided", "sparse_csr", "sparse_coo"])
def test_gradients(A, layout):
    dense = torch.tensor(A.toarray())
    a = dense if layout == "strided" else csr(A) if layout == "sparse_csr" else csr(A).to_sparse_coo()
    a = a.clone().requires_grad_()
    x = torch.rand(5, 3, dtype=torch.float64, requires_grad=True)
    y = sd.torch.einsum("ij,jk->ik", a, x)
    (y * y).sum().backward()
    b, z = dense.clone().requires_grad_(), x.detach().clone().requires_grad_()
    w = torch.einsum("ij,jk->ik", b, z)
    (w * w).sum().backward()
    np.testing.assert_allclose(y.detach().numpy(), w.detach().numpy())
    np.testing.assert_allclose(x.grad.numpy(), z.grad.numpy())
    expected = b.grad if layout == "strided" else b.grad * (dense != 0)
    np.testing.assert_allclose(a.grad.to_dense().numpy(), expected.numpy())
    if layout != "strided":
        assert a.grad.layout == a.layout


def test_gradient_of_a_sum():
    x = torch.rand(4, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda v: sd.torch.einsum("ij->i", v), (x,))
    with pytest.raises(sd.UnsupportedError):
        sd.torch.einsum("ii->", torch.eye(2).requires_grad_())


@pytest.mark.parametrize("layout", ["strided", "sparse_csr", "sparse_coo"])
@pytest.mark.parametrize("types", [(torch.complex128, torch.complex128), (torch.float64, torch.complex128), (torch.complex64, torch.float32)])
def test_complex_gradients(A, layout, types):
    dense = torch.tensor(A.toarray()).to(types[0]) * (1 + 2j if types[0].is_complex else 1)
    a = dense if layout == "strided" else dense.to_sparse_csr() if layout == "sparse_csr" else dense.to_sparse_coo()
    a = a.clone().requires_grad_()
    x = torch.randn(5, 3, dtype=types[1], requires_grad=True)
    b, z = dense.clone().requires_grad_(), x.detach().clone().requires_grad_()
    y = sd.torch.einsum("ij,jk->ik", a, x)
    wide = types[0] if types[0].is_complex else types[1]
    w = torch.einsum("ij,jk->ik", b.to(wide), z.to(wide))
    weights = torch.randn(w.shape, dtype=wide)
    (y * weights).sum().abs().backward()
    (w * weights).sum().abs().backward()
    tolerance = 1e-4 if wide == torch.complex64 else 1e-10
    np.testing.assert_allclose(x.grad.resolve_conj().numpy(), z.grad.resolve_conj().numpy(), rtol=tolerance)
    expected = b.grad if layout == "strided" else b.grad * (dense != 0)
    assert a.grad.dtype == a.dtype and x.grad.dtype == x.dtype
    np.testing.assert_allclose(a.grad.to_dense().resolve_conj().numpy(), expected.resolve_conj().numpy(), rtol=tolerance)
