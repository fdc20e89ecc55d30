// Files that NumPy, SciPy and h5py made (made/make.py).
#include <doctest/doctest.h>

#include "files/tensors.h"
#include "libraries.h"

using namespace stardust;
using samples::hasLibrary;

namespace {

std::string made(const std::string& name) { return std::string(STARDUST_SOURCE_DIR "/tests/unit/files/made/") + name; }

const Coordinates figure{{6, 4}, {0, 1, 1, 0, 1, 2, 3, 0, 3, 3, 5, 1}, ValueArray<double>{1.5, 2, -3, 4, 0.25, 8}};

std::string difference(const Coordinates& expected, const std::string& name, ReadOptions options = {}) {
  const Coordinates read = readTensor(made(name), options);
  if (read.dims != expected.dims) return name + ": other dimensions";
  const Format format = denseFormat(expected.order());
  const std::string found = firstDifference(pack(expected, format), pack(read, format));
  return found.empty() ? "" : name + ": " + found;
}

}  // namespace

TEST_CASE("arrays of NumPy, of every type and order") {
  for (const char* name : {"c.npy", "fortran.npy", "big_endian.npy", "half.npy"}) CHECK(difference(figure, name) == "");
  Coordinates four = figure;
  four.values = ValueArray<std::int32_t>{6, 8, -12, 16, 1, 32};
  CHECK(difference(four, "integer.npy", {ValueType::Int32, {}, {}}) == "");
  four.values = ValueArray<std::int32_t>{1, 1, 1, 1, 1, 1};
  CHECK(difference(four, "pattern.npy", {ValueType::Int32, {}, {}}) == "");
  CHECK(difference({{4}, {0, 3}, ValueArray<double>{4, 0.25}}, "vector.npy") == "");
  CHECK(difference({{}, {}, ValueArray<double>{2.5}}, "scalar.npy") == "");
  CHECK(readTensorFile(made("c.npy"), {}).isArray);
}

namespace {

// Every entry of the figure has the imaginary part 1, and its zeros, too.
void expectComplexFigure(const std::string& name) {
  for (const ValueType type : {ValueType::Complex64, ValueType::Complex128}) {
    const Storage read = pack(readTensor(made(name), {type, {}, {}}), denseFormat(2));
    const Storage real = pack(figure, denseFormat(2));
    REQUIRE(read.stored() == 24);
    for (std::size_t n = 0; n < 24; ++n)
      CHECK(complexAt(read.values, n) == std::complex<double>(valueAt(real.values, n), 1));
  }
}

}  // namespace

TEST_CASE("complex numbers of NumPy and MATLAB") {
  expectComplexFigure("complex.npy");
  if (hasLibrary(FileKind::Matlab)) expectComplexFigure("complex.mat");
  Coordinates asComplex = figure;
  ValueArray<std::complex<float>> values;
  for (const double value : std::get<ValueArray<double>>(figure.values)) values.emplace_back(static_cast<float>(value));
  asComplex.values = values;
  CHECK(difference(asComplex, "c.npy", {ValueType::Complex64, {}, {}}) == "");
}

TEST_CASE("archives of SciPy and NumPy") {
  for (const char* name : {"csr.npz", "csc.npz", "coo.npz", "bsr.npz", "dia.npz", "stored.npz", "one.npz", "two.npz:A"})
    CHECK(difference(figure, name) == "");
  CHECK(difference({{4}, {0, 3}, ValueArray<double>{4, 0.25}}, "two.npz:b") == "");
  CHECK(difference({{2, 3, 2}, {0, 1, 1, 1, 0, 0, 1, 2, 1}, ValueArray<double>{1.5, -2, 3}}, "tensor.npz") == "");
  CHECK_FALSE(readTensorFile(made("csr.npz"), {}).isArray);
}

TEST_CASE("a Harwell-Boeing matrix of SciPy") { CHECK(difference(figure, "a.rua") == ""); }

TEST_CASE("HDF5 in the layout of binsparse") {
  if (!hasLibrary(FileKind::Hdf5)) return;
  for (const char* name :
       {"csr.h5", "csc.h5", "dcsr.h5", "coo.h5", "dmatr.h5", "dmatc.h5", "groups.h5:dcsc", "groups.h5:packed"})
    CHECK(difference(figure, name) == "");
  CHECK(difference({{4}, {0, 3}, ValueArray<double>{4, 0.25}}, "groups.h5:vector") == "");
  CHECK(difference({{2, 3, 2}, {0, 1, 1, 1, 0, 0, 1, 2, 1}, ValueArray<double>{1.5, -2, 3}}, "groups.h5:tensor") == "");
  CHECK(difference({{3, 3}, {0, 0, 0, 1, 1, 0, 1, 2, 2, 1, 2, 2}, ValueArray<double>{1, 2, 2, 3, 3, 5}},
                   "groups.h5:symmetric") == "");
  Coordinates same = figure;
  same.values = ValueArray<double>(6, 7);
  CHECK(difference(same, "groups.h5:same") == "");
  CHECK(readTensorFile(made("dmatc.h5"), {}).isArray);
}

TEST_CASE("variables of MATLAB") {
  if (!hasLibrary(FileKind::Matlab)) return;
  for (const char* name : {"a.mat:A", "a.mat:B", "compressed.mat:A", "compressed.mat:B", "version4.mat",
                           "version73.mat:A", "version73.mat:B"})
    CHECK(difference(figure, name) == "");
  CHECK(difference({{2}, {0, 1}, ValueArray<std::int32_t>{1, -2}}, "a.mat:small", {ValueType::Int32, 1, {}}) == "");
}
