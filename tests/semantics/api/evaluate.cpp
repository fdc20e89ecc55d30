// Results of evaluate(), compared with the same computation on dense arrays.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>

#include "stardust/stardust.h"

using namespace stardust;

namespace {

const RunOptions interpreted{Target::Interpret, "capstan", "ideal"};

RunOptions target() { return {*rc::gen::element(Target::Interpret, Target::Capstan), "capstan", "ideal"}; }

struct Matrix {
  std::int64_t rows, columns;
  std::vector<double> values;
  double& at(std::int64_t row, std::int64_t column) { return values[static_cast<std::size_t>(row * columns + column)]; }
  double at(std::int64_t row, std::int64_t column) const {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
};

// Small integers: sums of their products are exact in every type. One in `every` entries is nonzero.
Matrix some(std::int64_t rows, std::int64_t columns, int every = 1) {
  Matrix matrix{rows, columns, std::vector<double>(static_cast<std::size_t>(rows * columns), 0)};
  for (double& value : matrix.values)
    if (*rc::gen::inRange(0, every) == 0) value = *rc::gen::inRange(1, 9);
  return matrix;
}

template <class T>
Tensor<T> tensorOf(const Matrix& matrix, const Format& format) {
  Tensor<T> tensor({matrix.rows, matrix.columns}, format);
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column)
      if (matrix.at(row, column) != 0) tensor.insert({row, column}, matrix.at(row, column));
  return tensor;
}

template <class T>
Tensor<T> vectorOf(const Matrix& column) {
  Tensor<T> tensor({column.rows}, Format({dense}));
  for (std::int64_t row = 0; row < column.rows; ++row) tensor.insert({row}, column.at(row, 0));
  return tensor;
}

const Format csr({dense, compressed}, offChip);

template <class T>
void spmvIsRight(std::int64_t rows, std::int64_t columns) {
  const auto a = some(rows, columns, 3);
  const auto x = some(columns, 1);
  Tensor<T> A = tensorOf<T>(a, csr), v = vectorOf<T>(x), y({rows}, Format({dense}));
  IndexVar i, j;
  y(i) = A(i, j) * v(j);
  RC_ASSERT(y.evaluate(target()).verified);
  std::int64_t entries = 0;
  y.forEach([&](const auto& at, double value) {
    double sum = 0;
    for (std::int64_t column = 0; column < columns; ++column) sum += a.at(at[0], column) * x.at(column, 0);
    RC_ASSERT(value == sum);
    ++entries;
  });
  RC_ASSERT(entries == rows);
}

template <class T>
IndexStmt reduced(Tensor<T>& A, const IndexExpr& product, const IndexVar& k, int lanes) {
  Tensor<T> ws(onChip);
  IndexStmt stmt =
      A.getAssignment().environment(innerPar, lanes).environment(outerPar, 2).precompute(product, {}, {}, ws);
  return stmt.accelerate(forall(k, ws += product), Spatial, Reduction, innerPar);
}

// With and without a schedule.
template <class T>
void sddmmIsRight(std::int64_t rows, std::int64_t columns, std::int64_t inner, bool scheduled) {
  const auto b = some(rows, columns, 2), c = some(rows, inner), d = some(inner, columns);
  Tensor<T> A({rows, columns}, csr), B = tensorOf<T>(b, csr), C = tensorOf<T>(c, Format({dense, dense}));
  Tensor<T> D = tensorOf<T>(d, Format({dense, dense}, {1, 0}));
  IndexVar i, j, k;
  const IndexExpr product = B(i, j) * C(i, k) * D(k, j);
  A(i, j) = product;
  if (scheduled) A.compile(reduced(A, product, k, 8));
  RC_ASSERT(A.evaluate(target()).verified);
  RC_ASSERT(A.stored() == B.stored());
  A.forEach([&](const auto& at, double value) {
    double sum = 0;
    for (std::int64_t n = 0; n < inner; ++n) sum += c.at(at[0], n) * d.at(n, at[1]);
    RC_ASSERT(value == b.at(at[0], at[1]) * sum);
  });
}

std::int64_t extent() { return *rc::gen::element(0, 1, 2, 3, 7, 17); }

TEST_CASE("autoschedule() chooses for the operands of each evaluation, and the result is right") {
  Tensor<float> A({40, 30}, csr), x({30}, Format({dense})), y({40}, Format({dense}));
  for (std::int64_t row = 0; row < 40; ++row) A.insert({row, row * 7 % 30}, 2);
  for (std::int64_t column = 0; column < 30; ++column) x.insert({column}, 3);
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  const IndexStmt stmt = y.getAssignment().autoschedule();
  CHECK(stmt.schedule() == "auto");
  y.compile(stmt);
  const Report report = y.evaluate({Target::Capstan, "capstan", "hbm2e"});
  CHECK(report.verified);
  CHECK(report.json.find("auto is ") != std::string::npos);
  y.forEach([](const auto&, double value) { CHECK(value == 6); });
}

}  // namespace

TEST_CASE("SpMV is what a dense product is, for int and float") {
  CHECK(rc::check([] {
    const auto rows = extent(), columns = extent();
    spmvIsRight<int>(rows, columns);
    spmvIsRight<float>(rows, columns);
  }));
}

TEST_CASE("SDDMM is what a dense product is, with a schedule and without") {
  CHECK(rc::check([] {
    const auto rows = extent(), columns = extent(), inner = std::max<std::int64_t>(1, extent());
    const bool scheduled = *rc::gen::arbitrary<bool>();
    sddmmIsRight<int>(rows, columns, inner, scheduled);
    sddmmIsRight<float>(rows, columns, inner, scheduled);
  }));
}

TEST_CASE("an operand that is a result is evaluated first, and again when its operands change") {
  Tensor<int> A({2, 2}, csr), x({2}, Format({dense})), y({2}, Format({dense})), z({2}, Format({dense}));
  A.insert({0, 1}, 3);
  A.insert({1, 0}, 4);
  x.insert({0}, 1);
  x.insert({1}, 2);
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  z(i) = A(i, j) * y(j);
  const auto value = [](Tensor<int>& tensor, std::int64_t at) {
    double found = -1;
    tensor.forEach([&](const auto& coordinates, double v) { found = coordinates[0] == at ? v : found; });
    return found;
  };
  REQUIRE(z.evaluate(interpreted).verified);
  CHECK(value(y, 0) == 6);
  CHECK(value(z, 0) == 12);
  CHECK(value(z, 1) == 24);
  x.insert({1}, 1);  // accumulates: 3
  REQUIRE(z.evaluate(interpreted).verified);
  CHECK(value(y, 0) == 9);
  CHECK(value(z, 1) == 36);
}

TEST_CASE("a scalar operand and a scalar result go by their bare names") {
  Tensor<float> alpha, sum, x({3}, Format({dense}));
  alpha.insert({}, 0.5);
  for (int n = 0; n < 3; ++n) x.insert({n}, n + 1);
  IndexVar i;
  sum = alpha * x(i);
  REQUIRE(sum.evaluate(interpreted).verified);
  std::ostringstream out;
  out << sum;
  CHECK(out.str() == "3\n");
}

TEST_CASE("an index variable is a number, in tensors and in kernels") {
  Tensor<int> x({3}, Format({dense})), y({3}, Format({dense})), d({}, Format());
  for (std::int64_t n = 0; n < 3; ++n) x.insert({n}, static_cast<int>(n) + 5);
  const IndexVar i, j;
  y(i) = value(i) * x(i) - 1;
  for (const Target& on : {Target::Interpret, Target::Capstan, Target::Cpu}) {
    REQUIRE(y.evaluate({on, "capstan", "ideal"}).verified);
    std::vector<int> values;
    y.forEach([&](const std::vector<std::int64_t>&, int v) { values.push_back(v); });
    CHECK(values == std::vector<int>{-1, 5, 13});
  }
  d() = (value(i) - value(j)) * x(i) * x(j);
  const Kernel kernel = compile(d.getAssignment());
  Tensor<int> longer({5}, Format({dense}));
  for (std::int64_t n = 0; n < 5; ++n) longer.insert({n}, 1);
  Tensor<int> z({5}, Format({dense}));
  IndexVar k;
  z(k) = value(k) * longer(k);
  const Kernel weighted = compile(z.getAssignment());
  weighted(z, longer);
  std::vector<int> values;
  z.forEach([&](const std::vector<std::int64_t>&, int v) { values.push_back(v); });
  CHECK(values == std::vector<int>{0, 1, 2, 3, 4});
  kernel(d, longer);
  d.forEach([&](const std::vector<std::int64_t>&, int v) { CHECK(v == 0); });
}

TEST_CASE("every target gives the same; Capstan and the CPU also say how long it took") {
  Tensor<float> x({3}, Format({dense})), y({3}, Format({dense}));
  for (int n = 0; n < 3; ++n) x.insert({n}, 0.25 * n);
  IndexVar i;
  y(i) = 2 * x(i);
  for (const Target target : {Target::Oracle, Target::Interpret, Target::Capstan, Target::Cpu}) {
    const Report report = y.evaluate({target, "capstan", "hbm2e"});
    CHECK(report.verified);
    CHECK((report.cycles > 0) == (target == Target::Capstan));
    CHECK((report.seconds > 0) == (target == Target::Capstan || target == Target::Cpu));
    CHECK((report.dramReadBytes >= 12) == (target == Target::Capstan));
    CHECK((report.dramWriteBytes >= 12) == (target == Target::Capstan));
    CHECK(report.json.find("\"verified\": true") != std::string::npos);
    std::ostringstream out;
    out << y;
    CHECK(out.str() == "(0) = 0\n(1) = 0.5\n(2) = 1\n");
  }
  CHECK(y.spatial().find("Accel {") != std::string::npos);
}

TEST_CASE("an assignment without a schedule, printed, is evaluated") {
  Tensor<int> x({2}, Format({dense})), y({2}, Format({dense}));
  x.insert({1}, 4);
  IndexVar i;
  y(i) = x(i) + 1;
  std::ostringstream out;
  out << y;
  CHECK(out.str() == "(0) = 1\n(1) = 5\n");
}

TEST_CASE("tensors in bit vectors are converted, and the report says so, unless that is forbidden") {
  Tensor<int> A("A", {3, 600}, Format({dense, bitvector})), B("B", {3, 600}, Format({dense, bitvector})),
      c("c", {600}, Format({dense}));
  for (const std::int64_t column : {0, 31, 32, 599}) B.insert({2, column}, column + 1);
  B.insert({0, 7}, 3);
  for (std::int64_t j = 0; j < 600; ++j) c.insert({j}, 2);
  IndexVar i, j;
  A(i, j) = B(i, j) * c(j);
  const Report report = A.evaluate(interpreted);
  CHECK(report.verified);
  CHECK(report.json.find("\"conversions\"") != std::string::npos);
  CHECK(report.json.find("assembles dense and compressed levels") != std::string::npos);
  std::ostringstream printed;
  printed << A;
  CHECK(printed.str() == "(0,7) = 6\n(2,0) = 2\n(2,31) = 64\n(2,32) = 66\n(2,599) = 1200\n");
  CHECK(A.stored() == 5);
  CHECK(A.spatial().find("class") != std::string::npos);
  RunOptions strict = interpreted;
  strict.strict = true;
  CHECK_THROWS_WITH_AS(A.evaluate(strict), doctest::Contains("B is stored as db, and would be converted to ds"), Error);
}

TEST_CASE("runs of equal values are an operand and a result on every target") {
  Tensor<int> A("A", {2, 5}, Format({dense, runLength})), R("R", {2, 5}, Format({dense, runLength}));
  for (const int j : {1, 2, 3}) A.insert({0, j}, 7);
  CHECK(A.stored() == 4);
  IndexVar i("i"), j("j");
  R(i, j) = A(i, j) + A(i, j);
  for (const Target target : {Target::Cpu, Target::Interpret, Target::Oracle}) {
    RunOptions options;
    options.target = target;
    CHECK(R.evaluate(options).verified);
    CHECK(R.stored() == 4);
    std::vector<double> all;
    R.forEach([&](const auto&, double value) { all.push_back(value); });
    CHECK(all == std::vector<double>{0, 14, 14, 14, 0, 0, 0, 0, 0, 0});
  }
}

TEST_CASE("formats of matrices are operands and results on every target") {
  IndexVar i("i"), j("j");
  for (const Format& format :
       {namedFormat("dia"), namedFormat("bsr").with(Block{2, 3}), namedFormat("ell"), namedFormat("sky"),
        namedFormat("lower"), namedFormat("symmetric"), namedFormat("csr").asSymmetric(), Format({dense, hashTable})}) {
    CAPTURE(toString(format));
    Tensor<int> A("A", {5, 5}, format), R("R", {5, 5}, format), x("x", {5}, Format({dense})),
        y("y", {5}, Format({dense}));
    for (const auto& [row, column] : {std::pair(0, 0), {2, 2}, {4, 4}}) A.insert({row, column}, row + 2);
    for (const int n : {0, 1, 2, 3, 4}) x.insert({n}, n + 1);
    R(i, j) = A(i, j) + A(i, j);
    y(i) = A(i, j) * x(j);
    for (const Target target : {Target::Cpu, Target::Interpret, Target::Oracle}) {
      RunOptions options;
      options.target = target;
      CHECK(R.evaluate(options).verified);
      CHECK(y.evaluate(options).verified);
      int sum = 0, weighted = 0;
      R.forEach([&](const auto&, double value) { sum += static_cast<int>(value); });
      y.forEach([&](const auto&, double value) { weighted += static_cast<int>(value); });
      CHECK(sum == 24);
      CHECK(weighted == 2 * 1 + 4 * 3 + 6 * 5);
    }
  }
}

TEST_CASE("pictures of a simulation, for who asks for them") {
  Tensor<float> A("A", {4, 4}, Format({dense, compressed})), x("x", {4}, Format({dense})), y("y", {4}, Format({dense}));
  IndexVar i("i"), j("j");
  A.insert({0, 1}, 2);
  x.insert({1}, 3);
  y(i) = A(i, j) * x(j);
  RunOptions options{Target::Capstan, "capstan", "ideal"};
  CHECK(y.evaluate(options).page.empty());
  options.pictures = true;
  const Report report = y.evaluate(options);
  CHECK(report.verified);
  CHECK(report.page.find("</html>") != std::string::npos);
  CHECK(report.page.find("A(i,j)") != std::string::npos);
  CHECK(report.trace.find("traceEvents") != std::string::npos);
  options.target = Target::Interpret;  // no simulation
  CHECK(y.evaluate(options).page.empty());
}

TEST_CASE("what options can name is listed") {
  const auto has = [](const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  CHECK(has(targets(), "capstan"));
  CHECK(has(targets(), "cpu"));
  CHECK(has(machines(), RunOptions().machine.c_str()));
  CHECK(has(memories(), RunOptions().memory.c_str()));
}
