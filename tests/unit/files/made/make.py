#!/usr/bin/env python3
"""Makes the files beside this script with NumPy, SciPy and h5py: make.py, in an environment with `pip install numpy scipy h5py`.

Each holds the matrix `A` below, unless its name says otherwise. tests/unit/files/made_test.cpp reads them.
"""
import json
import pathlib

import h5py
import numpy as np
import scipy.io
import scipy.sparse as sp

HERE = pathlib.Path(__file__).resolve().parent
A = np.array([[0, 1.5, 0, 0], [2, 0, -3, 0], [0, 0, 0, 0], [4, 0, 0, 0.25], [0, 0, 0, 0], [0, 8, 0, 0]])
SYMMETRIC = np.array([[1.0, 2, 0], [2, 0, 3], [0, 3, 5]])
TENSOR = np.zeros((2, 3, 2))
TENSOR[0, 1, 1], TENSOR[1, 0, 0], TENSOR[1, 2, 1] = 1.5, -2, 3


def numpy_files():
    np.save(HERE / "c.npy", A)
    np.save(HERE / "fortran.npy", np.asfortranarray(A))
    np.save(HERE / "big_endian.npy", A.astype(">f4"))
    np.save(HERE / "half.npy", A.astype(np.float16))
    np.save(HERE / "integer.npy", (4 * A).astype(np.int16))
    np.save(HERE / "vector.npy", A[3])
    np.save(HERE / "scalar.npy", np.array(2.5))
    np.save(HERE / "pattern.npy", A != 0)
    np.save(HERE / "complex.npy", A + 1j)
    np.save(HERE / "text.npy", np.array(["a", "b"]))
    np.savez(HERE / "two.npz", A=A, b=A[3])
    np.savez_compressed(HERE / "one.npz", A)


def scipy_files():
    for name in ("csr", "csc", "coo", "bsr", "dia"):
        matrix = sp.bsr_array(A, blocksize=(2, 2)) if name == "bsr" else sp.coo_array(A).asformat(name)
        sp.save_npz(HERE / f"{name}.npz", matrix)
    sp.save_npz(HERE / "stored.npz", sp.csr_matrix(A), compressed=False)
    sp.save_npz(HERE / "tensor.npz", sp.coo_array(TENSOR))
    scipy.io.hb_write(HERE / "a.rua", sp.csc_array(A))
    for name, compress in (("a.mat", False), ("compressed.mat", True)):
        scipy.io.savemat(HERE / name, {"A": sp.csc_array(A), "B": A, "small": np.int8([[1, -2]]), "text": "abc"}, do_compression=compress)
    scipy.io.savemat(HERE / "complex.mat", {"A": A + 1j})
    scipy.io.savemat(HERE / "version4.mat", {"A": A}, format="4")


def set_class(variable):
    """The attribute with the class, a text of C as MATLAB writes it."""
    text = h5py.h5t.C_S1.copy()
    text.set_size(6)
    text.set_strpad(h5py.h5t.STR_NULLTERM)
    attribute = h5py.h5a.create(variable.id, b"MATLAB_class", text, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(b"double"), mtype=text)


def matlab73_file():
    """As MATLAB writes version 7.3: a header of 512 bytes before the HDF5, and attributes that name the class."""
    path = HERE / "version73.mat"
    columns = sp.csc_array(A)
    with h5py.File(path, "w", userblock_size=512) as file:
        group = file.create_group("A")
        set_class(group)
        group.attrs["MATLAB_sparse"] = np.uint64(A.shape[0])
        group["data"], group["ir"], group["jc"] = columns.data, columns.indices.astype(np.uint64), columns.indptr.astype(np.uint64)
        file["B"] = A.T
        set_class(file["B"])
    header = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Thu Jan  1 00:00:00 1970 HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\x00\x02IM"
    with open(path, "r+b") as file:
        file.write(header)


def descriptor(name, shape, stored, arrays, **more):
    types = {key: str(value.dtype) for key, value in arrays.items()}
    return json.dumps({"binsparse": {"version": "0.1", "format": name, "shape": list(shape), "number_of_stored_values": stored, "data_types": types, **more}})


def add(group, name, shape, arrays, **more):
    for key, value in arrays.items():
        group.create_dataset(key, data=value)
    group.attrs["binsparse"] = descriptor(name, shape, len(arrays["values"]), arrays, **more)


def binsparse_files():
    csr, csc, coo = sp.csr_array(A), sp.csc_array(A), sp.coo_array(sp.csr_array(A))
    rows = np.unique(coo.row)
    arrays = {
        "CSR": {"pointers_to_1": csr.indptr.astype(np.uint64), "indices_1": csr.indices.astype(np.uint64), "values": csr.data},
        "CSC": {"pointers_to_1": csc.indptr, "indices_1": csc.indices, "values": csc.data.astype(np.float32)},
        "DCSR": {"indices_0": rows, "pointers_to_1": np.unique(csr.indptr), "indices_1": csr.indices, "values": csr.data},
        "COO": {"indices_0": coo.row, "indices_1": coo.col, "values": coo.data},
        "DMATR": {"values": A.ravel()},
        "DMATC": {"values": A.T.ravel()},
    }
    for name, parts in arrays.items():
        with h5py.File(HERE / f"{name.lower()}.h5", "w") as file:
            add(file, name, A.shape, parts)
    columns = sp.csc_array(A)
    with h5py.File(HERE / "groups.h5", "w") as file:
        doubly = {"indices_0": np.flatnonzero(np.diff(columns.indptr)), "pointers_to_1": np.unique(columns.indptr), "indices_1": columns.indices, "values": columns.data}
        add(file.create_group("dcsc"), "DCSC", A.shape, doubly)
        lower = sp.csr_array(np.tril(SYMMETRIC))
        parts = {"pointers_to_1": lower.indptr, "indices_1": lower.indices, "values": lower.data}
        add(file.create_group("symmetric"), "CSR", SYMMETRIC.shape, parts, structure="symmetric_lower")
        vector = {"indices_0": np.array([0, 3]), "values": np.array([4, 0.25])}
        add(file.create_group("vector"), "CVEC", (4,), vector)
        entries = sp.coo_array(TENSOR)
        level = {"level_desc": "sparse", "rank": 3, "level": {"level_desc": "element"}}
        parts = {f"indices_{n}": entries.coords[n] for n in range(3)} | {"values": entries.data}
        add(file.create_group("tensor"), "custom", TENSOR.shape, parts, custom={"level": level})
        same = {"indices_0": coo.row, "indices_1": coo.col, "values": np.array([7.0])}
        group = file.create_group("same")
        for key, value in same.items():
            group.create_dataset(key, data=value)
        types = {"indices_0": "int32", "indices_1": "int32", "values": "iso[float64]"}
        group.attrs["binsparse"] = json.dumps({"binsparse": {"version": "0.1", "format": "COOR", "shape": list(A.shape), "number_of_stored_values": 6, "data_types": types}})
        packed = file.create_group("packed")
        for key, value in arrays["CSR"].items():
            packed.create_dataset(key, data=value, compression="gzip", shuffle=True)
        packed.attrs["binsparse"] = np.bytes_(descriptor("CSR", A.shape, csr.nnz, arrays["CSR"]))


if __name__ == "__main__":
    numpy_files()
    scipy_files()
    matlab73_file()
    binsparse_files()
