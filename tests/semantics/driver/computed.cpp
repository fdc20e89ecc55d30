// Kernels with computed indices against plain loops over dense arrays: convolutions, stencils, differences, resampling,
// blocks, Kronecker products, reshapes, gathers and scatters.
#include <doctest/doctest.h>

#include "driver/placed.h"
#include "driver/run.h"
#include "driver/sequence.h"
#include "driver/target.h"
#include "exec/reference_tables.h"
#include "kernels.h"
#include "random_indices.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

using At = std::vector<std::int64_t>;

constexpr std::uint64_t seedOfPlacements = 5;

Storage tensor(const Format& format, std::vector<std::int64_t> dims, double density, std::uint64_t seed) {
  return pack(generate(density < 1 ? Fill::Sparse : Fill::Dense, dims, density, seed, ValueType::Int32), format);
}

Storage integers(std::vector<std::int64_t> dims, const std::vector<std::int32_t>& values) {
  Coordinates all{dims, {}, ValueArray<std::int32_t>(values.begin(), values.end())};
  Storage empty = pack({dims, {}, ValueArray<std::int32_t>()}, denseFormat(static_cast<int>(dims.size())));
  empty.values = all.values;
  return empty;
}

/// An array whose elements outside are 0.
class Array {
 public:
  explicit Array(const Storage& storage) : dense_(convert(storage, denseFormat(storage.order()))) {}
  std::int64_t operator()(const At& at) const {
    std::int64_t position = 0;
    for (std::size_t m = 0; m < at.size(); ++m) {
      if (at[m] < 0 || at[m] >= dense_.dims[m]) return 0;
      position = position * dense_.dims[m] + at[m];
    }
    return static_cast<std::int64_t>(valueAt(dense_.values, static_cast<std::size_t>(position)));
  }
  const At& dims() const { return dense_.dims; }

 private:
  Storage dense_;
};

/// The result of a kernel file on tensors that it reads, which agrees on all targets and with the reference.
Array resultOf(const std::string& text, const exec::Operands& given) {
  INFO(text);
  std::optional<Storage> result;
  for (const Target target : {Target::Interpret, Target::Cpu}) {
    driver::RunRequest request;
    request.target = target;
    const auto steps = driver::steps(driver::parseKernel(makeSource("k.sd", "type int\n" + text)));
    const driver::Views views = driver::backendOf(request).views();
    const driver::Run done = driver::run(driver::loadProblem(steps.back(), nullptr, given, views), request);
    REQUIRE_MESSAGE(done.verified(), done.checked.comparison.difference);
    if (result) CHECK(firstDifference(*result, done.checked.result).empty());
    result = done.checked.result;
  }
  return Array(*result);
}

/// Compares a result with a plain computation of each element.
template <class Expected>
void equals(const Array& result, const At& dims, const Expected& expected) {
  REQUIRE(result.dims() == dims);
  At at(dims.size(), 0);
  for (std::int64_t left = 1; left > 0;) {
    CAPTURE(at);
    CHECK(result(at) == expected(at));
    std::size_t m = dims.size();
    while (m > 0 && ++at[m - 1] == dims[m - 1]) at[--m] = 0;
    left = static_cast<std::int64_t>(m);
  }
}

struct Formats {
  Format x, w;
  double density;
};
const std::vector<Formats>& vectors() {
  static const std::vector<Formats> all = {
      {vec, vec, 1}, {sparseVec, vec, 0.2}, {vec, sparseVec, 1}, {sparseVec, sparseVec, 0.3}};
  return all;
}

}  // namespace

TEST_CASE("convolutions of vectors: valid, strided, dilated, padded and backwards") {
  for (const Formats& formats : vectors()) {
    const Storage x = tensor(formats.x, {23}, formats.x == vec ? 1 : formats.density, 1);
    const Storage w = tensor(formats.w, {4}, formats.w == vec ? 1 : 0.6, 2);
    const Array X(x), W(w);
    const exec::Operands given = {{"x", x}, {"w", w}};
    const auto sum = [&](std::int64_t first, std::int64_t step) {
      std::int64_t total = 0;
      for (std::int64_t k = 0; k < 4; ++k) total += X({first + step * k}) * W({k});
      return total;
    };
    equals(resultOf("y(i) = x(i + k) * w(k)", given), {20}, [&](const At& at) { return sum(at[0], 1); });
    equals(resultOf("y(i) = x(2*i + k) * w(k)", given), {10}, [&](const At& at) { return sum(2 * at[0], 1); });
    equals(resultOf("y(i) = x(i + 3*k) * w(k)", given), {14}, [&](const At& at) { return sum(at[0], 3); });
    equals(resultOf("y(i) = x(i + k - 2) * w(k)\npad x\ndim i:24", given), {24},
           [&](const At& at) { return sum(at[0] - 2, 1); });
    equals(resultOf("y(i) = x(i - k + 3) * w(k)", given), {20}, [&](const At& at) { return sum(at[0] + 3, -1); });
  }
}

TEST_CASE("convolutions of matrices and of tensors of order 3, with a sparse input or a sparse filter") {
  const Storage image = tensor(csr, {9, 8}, 0.3, 3), filter = tensor(csr, {3, 2}, 0.7, 4);
  const Array X(image), W(filter);
  equals(resultOf("Y(i,j) = X(i + k, 2*j + l) * W(k,l)", {{"X", image}, {"W", filter}}), {7, 4}, [&](const At& at) {
    std::int64_t total = 0;
    for (std::int64_t k = 0; k < 3; ++k)
      for (std::int64_t l = 0; l < 2; ++l) total += X({at[0] + k, 2 * at[1] + l}) * W({k, l});
    return total;
  });
  const Storage volume = tensor(Format({compressed, compressed, compressed}), {6, 5, 7}, 0.2, 5),
                kernel = tensor(denseFormat(3), {2, 3, 2}, 1, 6);
  const Array V(volume), K(kernel);
  equals(resultOf("Y(i,j,k) = V(i + a, j + b, k + c) * K(a,b,c)", {{"V", volume}, {"K", kernel}}), {5, 3, 6},
         [&](const At& at) {
           std::int64_t total = 0;
           for (std::int64_t a = 0; a < 2; ++a)
             for (std::int64_t b = 0; b < 3; ++b)
               for (std::int64_t c = 0; c < 2; ++c) total += V({at[0] + a, at[1] + b, at[2] + c}) * K({a, b, c});
           return total;
         });
}

TEST_CASE("a stencil of five points, differences, and parts of a mode in steps") {
  const Storage u = tensor(rowMajor, {8, 9}, 1, 7), x = tensor(sparseVec, {20}, 0.4, 8);
  const Array U(u), X(x);
  equals(resultOf("v(i,j) = u(i + 1,j) + u(i - 1,j) + u(i,j + 1) + u(i,j - 1) - 4 * u(i,j)\npad u", {{"u", u}}), {8, 9},
         [&](const At& at) {
           const std::int64_t i = at[0], j = at[1];
           return U({i + 1, j}) + U({i - 1, j}) + U({i, j + 1}) + U({i, j - 1}) - 4 * U({i, j});
         });
  equals(resultOf("d(i) = x(i(1:20)) - x(i(0:19))", {{"x", x}}), {19},
         [&](const At& at) { return X({at[0] + 1}) - X({at[0]}); });
  equals(resultOf("d(i) = x(i + 1) - x(i + 0)", {{"x", x}}), {19},
         [&](const At& at) { return X({at[0] + 1}) - X({at[0]}); });
  equals(resultOf("d(i) = x(i(3::4))", {{"x", x}}), {5}, [&](const At& at) { return X({3 + 4 * at[0]}); });
  equals(resultOf("d(i) = x(19 - i)", {{"x", x}}), {20}, [&](const At& at) { return X({19 - at[0]}); });
}

TEST_CASE("samples of a vector: fewer, and more with zeros between") {
  const Storage x = tensor(sparseVec, {10}, 0.5, 9);
  const Array X(x);
  equals(resultOf("y(i) = x(3*i)", {{"x", x}}), {4}, [&](const At& at) { return X({3 * at[0]}); });
  for (const char* format : {"d", "s"})
    equals(resultOf(std::string("y(3*i + 1) = x(i)\nformat y:") + format, {{"x", x}}), {29},
           [&](const At& at) { return at[0] % 3 == 1 ? X({at[0] / 3}) : 0; });
}

TEST_CASE("blocks are taken from a matrix, and assembled into one") {
  const Storage a = tensor(csr, {6, 7}, 0.4, 10), c = tensor(csr, {5, 8}, 0.5, 11);
  const Array A(a), C(c);
  equals(resultOf("B(i,j) = A(i(2:5), j(1:7:2))\nformat B:csr", {{"A", a}}), {3, 3}, [&](const At& at) {
    return A({2 + at[0], 1 + 2 * at[1]});
  });
  equals(resultOf("y(j) = A(4,j) + A(0,j)", {{"A", a}}), {7}, [&](const At& at) {
    return A({4, at[0]}) + A({0, at[0]});
  });
  const std::string block = "C(i(1:4),j(2:8:2)) ";
  for (const char* op : {"=", "+="})
    for (const char* format : {"csr", "dd", "csc"})
      equals(resultOf(block + op + " A(i,j(0:3)) * 2\nformat C:" + format + "\ndim i:3",
                      {{"A", tensor(csr, {3, 7}, 0.4, 12)}, {"C", c}}),
             {5, 8}, [&](const At& at) {
               const Array source(tensor(csr, {3, 7}, 0.4, 12));
               const bool isInside = at[0] >= 1 && at[0] < 4 && at[1] >= 2 && at[1] % 2 == 0;
               const std::int64_t part = isInside ? 2 * source({at[0] - 1, (at[1] - 2) / 2}) : 0;
               return std::string(op) == "=" && isInside ? part : C(at) + part;
             });
  equals(resultOf("D(i,i + 2) = x(i)", {{"x", tensor(vec, {4}, 1, 13)}}), {4, 6},
         [&](const At& at) { return at[1] == at[0] + 2 ? Array(tensor(vec, {4}, 1, 13))({at[0]}) : 0; });
}

TEST_CASE("Kronecker products and reshapes are affine maps of the result") {
  const Storage a = tensor(csr, {3, 4}, 0.5, 14), b = tensor(csr, {2, 3}, 0.6, 15);
  const Array A(a), B(b);
  for (const char* format : {"csr", "dd"}) {
    equals(resultOf(std::string("K(2*i + k, 3*j + l) = A(i,j) * B(k,l)\nformat K:") + format, {{"A", a}, {"B", b}}),
           {6, 12}, [&](const At& at) {
             return A({at[0] / 2, at[1] / 3}) * B({at[0] % 2, at[1] % 3});
           });
    equals(resultOf(std::string("C(2*p + q, r) = A(p,4*q + r)\ndim q:1\nformat C:") + format, {{"A", a}}), {5, 4},
           [&](const At& at) {
             return at[0] % 2 == 0 ? A({at[0] / 2, at[1]}) : 0;
           });
  }
  equals(resultOf("y(4*i + j) = A(i,j)", {{"A", a}}), {12}, [&](const At& at) { return A({at[0] / 4, at[0] % 4}); });
  const Storage y = tensor(sparseVec, {12}, 0.5, 16);
  const Array Y(y);
  equals(resultOf("M(i,j) = y(4*i + j)\ndim j:4\nformat M:csr", {{"y", y}}), {3, 4},
         [&](const At& at) { return Y({4 * at[0] + at[1]}); });
}

TEST_CASE("gathers and scatters by tensors of integers") {
  const std::vector<std::int32_t> places = {3, 0, 7, 3, 5, 9};
  const Storage p = integers({6}, places), x = tensor(sparseVec, {10}, 0.6, 17), z = tensor(vec, {6}, 1, 18),
                old = tensor(sparseVec, {10}, 0.4, 19);
  const Array X(x), Z(z), Old(old);
  equals(resultOf("y(i) = x(p(i))", {{"x", x}, {"p", p}}), {6},
         [&](const At& at) { return X({places[static_cast<std::size_t>(at[0])]}); });
  equals(resultOf("y(i) = x(2*p(i) + k - 4) * w(k)\npad x", {{"x", x}, {"p", p}, {"w", tensor(vec, {2}, 1, 20)}}), {6},
         [&](const At& at) {
           const Array W(tensor(vec, {2}, 1, 20));
           const std::int64_t first = 2 * places[static_cast<std::size_t>(at[0])] - 4;
           return X({first}) * W({0}) + X({first + 1}) * W({1});
         });
  const auto sum = [&](std::int64_t place) {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < places.size(); ++i) total += places[i] == place ? Z({static_cast<std::int64_t>(i)}) : 0;
    return total;
  };
  for (const char* format : {"d", "s"}) {
    const std::string kernel = std::string("y(p(i)) += z(i)\nextents y:10\nformat y:") + format;
    equals(resultOf(kernel, {{"z", z}, {"p", p}}), {10}, [&](const At& at) { return sum(at[0]); });
    equals(resultOf(kernel, {{"z", z}, {"p", p}, {"y", old}}), {10},
           [&](const At& at) { return Old(at) + sum(at[0]); });
  }
  equals(resultOf("y(p(i)) max= z(i)\nextents y:10", {{"z", z}, {"p", p}, {"y", tensor(vec, {10}, 1, 21)}}), {10},
         [&](const At& at) {
           std::int64_t most = Array(tensor(vec, {10}, 1, 21))(at);
           for (std::size_t i = 0; i < places.size(); ++i)
             if (places[i] == at[0]) most = std::max(most, Z({static_cast<std::int64_t>(i)}));
           return most;
         });
}

namespace {

/// A random left side with the variables i and j, the result of a kernel, and old contents.
struct RandomPlacement {
  std::string text;
  Storage part, old;
  bool hasContents = false;
  exec::Operands tensors;
  notation::Extents extents;
  Format format;

  explicit RandomPlacement(std::mt19937_64& random) {
    RandomIndex::Dims dims = {{"i", 1 + random() % 5}, {"j", 1 + random() % 5}};
    std::vector<RandomIndex> indices = {randomIndex("i", random() % 2 ? "j" : "", "R", random)};
    if (indices[0].form != RandomIndex::Form::Sum) indices.push_back(randomIndex("j", "", "R", random));
    if (random() % 4 == 0) indices.push_back({RandomIndex::Form::Constant, {}, {}, 1, 1});
    std::vector<std::string> texts;
    At result;
    for (const RandomIndex& index : indices) {
      texts.push_back(index.text(dims));
      extents.emplace(notation::axisOf("R", result.size()), notation::Extent(index.extent(dims)));
      result.push_back(index.extent(dims));
      if (index.form == RandomIndex::Form::Gather)
        tensors[index.other] = randomCoordinates(dims.at(index.var), result.back(), random());
    }
    for (const auto& [var, extent] : dims) extents.emplace(var, notation::Extent(extent));
    static const char* const ops[] = {"=", "+=", "min=", "max=", "*="};
    text = fmt::format("R({}) {} A(i,j)", fmt::join(texts, ","), ops[random() % 5]);
    const auto sparse = [&] { return random() % 2 == 0; };
    std::vector<LevelFormat> levels;
    for (std::size_t m = 0; m < result.size(); ++m) levels.push_back(sparse() ? compressed : dense);
    format = Format(levels, denseFormat(static_cast<int>(result.size())).modeOrder());
    part = tensor(sparse() ? Format({compressed, compressed}) : rowMajor, {dims.at("i"), dims.at("j")}, 0.6, random());
    hasContents = sparse();
    old = tensor(format, result, 0.4, random());
  }
};

}  // namespace

TEST_CASE("random results are placed as the reference places them") {
  std::mt19937_64 random(seedOfPlacements);
  int compared = 0;
  for (int n = 0; n < 400; ++n) {
    RandomPlacement drawn(random);
    CAPTURE(drawn.text);
    notation::Assignment written = notation::parseAssignment(makeSource("expression", drawn.text));
    written.lhs.tensor.type = ValueType::Int32;
    written.lhs.tensor.format = drawn.format;
    notation::Placement placement = notation::withViews(written, {}).placement.at(0);
    const Storage* contents = drawn.hasContents ? &drawn.old : nullptr;
    exec::Operands sources = drawn.tensors;
    if (contents) sources["R"] = *contents;
    Storage placed;
    try {
      placed = driver::placed(placement, drawn.extents, sources, drawn.part);
    } catch (const Error& error) {
      CHECK(std::string(error.what()).find("assigns two entries") != std::string::npos);
      continue;
    }
    exec::Evaluated part;
    part.result = drawn.part;
    written.lhs.tensor.dims = placed.dims;
    exec::Dimensions dims;
    for (const auto& [name, extent] : drawn.extents) dims.emplace(name, extent.value);
    const auto comparison =
        exec::compare(exec::placed(written.lhs, written.op, part, contents, drawn.tensors, dims), placed);
    CHECK_MESSAGE(comparison.verified, comparison.difference);
    ++compared;
  }
  CHECK(compared > 200);
}
