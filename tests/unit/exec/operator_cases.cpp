// The meaning of operators and assignments, with hand-computed results: both reference evaluators and the interpreter
// of CIN must agree.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "notation/accumulate.h"
#include "notation/parse.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
const Format sv{compressed}, dv{dense}, csr{dense, compressed}, dcsr{compressed, compressed};

template <class T = std::int32_t>
Storage tensor(std::vector<std::int64_t> dims, std::vector<std::int32_t> crd, ValueArray<T> values,
               const Format& format) {
  return pack({std::move(dims), std::move(crd), std::move(values)}, format);
}
template <class T = std::int32_t>
Storage vector(ValueArray<T> values) {
  const auto n = static_cast<std::int32_t>(values.size());
  std::vector<std::int32_t> crd;
  for (std::int32_t c = 0; c < n; ++c) crd.push_back(c);
  return tensor<T>({n}, std::move(crd), std::move(values), dv);
}

// Tensors in the formats of the operands; the result has the given format, and the type of the expected result.
notation::Assignment read(const std::string& text, const Operands& operands, const Format& format, ValueType type) {
  const notation::Assignment raw = notation::parseAssignment(makeSource("expression", text));
  notation::Declarations declarations;
  for (const notation::Access& a : notation::accesses(raw.rhs)) {
    const Storage& operand = operands.at(a.tensor.name);
    declarations[a.tensor.name] = {operand.format, true, operand.type(), operand.dims, {}};
  }
  declarations[raw.lhs.tensor.name] = {format, true, type, {}, {}};
  return notation::declare(raw, declarations);
}

// Loops in order of appearance, independent of formats: an operand with another level order is searched.
cin::Stmt naiveLoops(const notation::Assignment& assignment) {
  std::vector<notation::IndexVar> vars = assignment.lhs.indices;
  for (const auto& v : notation::variables(assignment.rhs))
    if (std::find(vars.begin(), vars.end(), v) == vars.end()) vars.push_back(v);
  return cin::forall(vars, cin::assign(assignment.lhs, operators::add, assignment.rhs));
}

// The loops of the assignment, with its old contents as a separate operand.
Storage interpreted(notation::Assignment assignment, Operands operands, const Dimensions& dims) {
  const std::string result = assignment.lhs.tensor.name;
  if (const auto old = operands.find(result); old != operands.end())
    if (const auto accumulation = notation::withOldContents(assignment)) {
      assignment = accumulation->assignment;
      operands[accumulation->old.name] = old->second;
      operands.erase(result);
    }
  if (assignment.op == operators::add) assignment.op = notation::AssignOp::Set;
  return interpret(cin::concretize(assignment), operands, assignment.lhs.tensor, dims);
}

void expect(const std::string& text, const Operands& operands, const Storage& expected, const Dimensions& dims = {}) {
  CAPTURE(text);
  const notation::Assignment assignment = read(text, operands, expected.format, expected.type());
  for (const Method method : {Method::Dense, Method::Coordinates})
    CHECK(firstDifference(expected, evaluateReference(assignment, operands, dims, {method}).result) == "");
  CHECK(firstDifference(expected, interpreted(assignment, operands, dims)) == "");
}

void expectNaive(const std::string& text, const Operands& operands, const Storage& expected) {
  CAPTURE(text);
  const notation::Assignment assignment = read(text, operands, expected.format, expected.type());
  for (const Method method : {Method::Dense, Method::Coordinates})
    CHECK(firstDifference(expected, evaluateReference(assignment, operands, {}, {method}).result) == "");
  CHECK(firstDifference(expected, interpret(naiveLoops(assignment), operands, assignment.lhs.tensor)) == "");
}

// [ 1 . 2 ]
// [ . . . ]
// [ . 3 . ]
Storage matrix(const Format& format = csr) { return tensor({3, 3}, {0, 0, 0, 2, 2, 1}, {1, 2, 3}, format); }
const Storage a = tensor({3}, {0, 1}, {5, -1}, sv), b = tensor({3}, {1, 2}, {3, -4}, sv);

}  // namespace

TEST_CASE("an absent entry is 0 to +, -, min and max, which store the union") {
  const Operands operands{{"a", a}, {"b", b}};
  expect("y(i) = min(a(i), b(i))", operands, tensor({3}, {0, 1, 2}, {0, -1, -4}, sv));
  expect("y(i) = max(a(i), b(i))", operands, tensor({3}, {0, 1, 2}, {5, 3, 0}, sv));
  expect("y(i) = a(i) - b(i)", operands, tensor({3}, {0, 1, 2}, {5, -4, 4}, sv));
  expect("y(i) = a(i) * b(i)", operands, tensor({3}, {1}, {-3}, sv));
  expect("y(i) = -max(a(i), a(i))", operands, tensor({3}, {0, 1}, {-5, 1}, sv));
  expect("y = min(a(i), b(i))", operands, tensor({}, {}, {-5}, Format()));  // the sum of a term over i
}

TEST_CASE("a literal and a dense operand store everywhere") {
  const Operands operands{{"a", a}, {"x", vector({7, 8, -9})}, {"alpha", tensor({}, {}, {2}, Format())}};
  expect("y(i) = a(i) + 1", operands, tensor({3}, {0, 1, 2}, {6, 0, 1}, sv));
  expect("y(i) = min(a(i), x(i))", operands, tensor({3}, {0, 1, 2}, {5, -1, -9}, sv));
  expect("y(i) = a(i) / x(i) * 3", operands, tensor({3}, {0, 1}, {0, 0}, sv));
  expect("y(i) = x(i) * a(i) / a(i)", operands, tensor({3}, {0, 1}, {7, 8}, sv));
  expect("y(i) = 2 * a(i) / -(a(i) * x(i)) - a(i)", operands, tensor({3}, {0, 1}, {-5, 1}, sv));
  expect("y(i) = x(i) / (a(i) + 3)", operands, vector({0, 4, -3}));
  expect("y(i) = alpha * a(i) - alpha", operands, tensor({3}, {0, 1, 2}, {8, -4, -2}, sv));
}

TEST_CASE("abs and sqrt are stored where their operand is, and are functions of whole terms") {
  const Storage roots = tensor<float>({4}, {0, 1, 3}, {4, 0, 2.25F}, sv);
  const Operands operands{{"a", a}, {"b", b}, {"x", vector({7, 8, -9})}, {"r", roots}, {"A", matrix()}};
  expect("y(i) = abs(a(i))", operands, tensor({3}, {0, 1}, {5, 1}, sv));
  expect("y(i) = abs(a(i) - b(i))", operands, tensor({3}, {0, 1, 2}, {5, 4, 4}, sv));
  expect("y(i) = abs(a(i) * b(i))", operands, tensor({3}, {1}, {3}, sv));
  expect("y(i) = abs(a(i)) + x(i)", operands, vector({12, 9, -9}));
  expect("y = abs(a(i))", operands, tensor({}, {}, {6}, Format()));
  expect("y(i) = sqrt(r(i))", operands, tensor<float>({4}, {0, 1, 3}, {2, 0, 1.5F}, sv));
  expect("y = sqrt(r(i)) - 1", operands, tensor<float>({}, {}, {2.5F}, Format()));
  expect("d(i) max= abs(A(i,j) - x(j))", operands, vector({11, least, 5}));
  expect("y(i) = abs(n(i))", {{"n", vector({least, -most, most})}}, vector({least, most, most}));
}

TEST_CASE("functions, comparisons and choices are stored where their values say") {
  const Operands operands{{"a", a}, {"b", b}, {"x", vector({7, 8, -9})}, {"m", tensor({3}, {1, 2}, {1, 0}, sv)}};
  expect("y(i) = a(i) > 0", operands, tensor({3}, {0, 1}, {1, 0}, sv));
  expect("y(i) = a(i) < 1", operands, tensor({3}, {0, 1, 2}, {0, 1, 1}, sv));
  expect("y(i) = a(i) == b(i)", operands, tensor({3}, {0, 1, 2}, {0, 0, 0}, sv));
  expect("y(i) = a(i) != b(i)", operands, tensor({3}, {0, 1, 2}, {1, 1, 1}, sv));
  expect("y(i) = a(i) ^ 2", operands, tensor({3}, {0, 1}, {25, 1}, sv));
  expect("y(i) = 2 ^ a(i)", operands, tensor({3}, {0, 1, 2}, {32, 0, 1}, sv));
  expect("y(i) = x(i) % 5 + x(i) % -5", operands, vector({-1, 1, -3}));
  expect("y(i) = a(i) && b(i)", operands, tensor({3}, {1}, {1}, sv));
  expect("y(i) = a(i) || b(i)", operands, tensor({3}, {0, 1, 2}, {1, 1, 1}, sv));
  expect("y(i) = !m(i)", operands, tensor({3}, {0, 1, 2}, {1, 0, 1}, sv));
  expect("y(i) = (a(i) & 3) + (a(i) | 8) - (a(i) ^^ 1) * ~a(i)", operands, tensor({3}, {0, 1, 2}, {38, 2, 9}, sv));
  expect("y(i) = select(m(i), a(i), 0)", operands, tensor({3}, {1}, {-1}, sv));
  expect("y(i) = select(m(i), 0, a(i))", operands, tensor({3}, {0, 1}, {5, 0}, sv));
  expect("y(i) = a(i) * (1 - m(i))", operands, tensor({3}, {0, 1}, {5, 0}, sv));
  expect("y(i) = select(m(i), a(i), b(i))", operands, tensor({3}, {0, 1, 2}, {0, -1, -4}, sv));
  expect("y(i) = select(m(i), 0, 5)", operands, tensor({3}, {0, 1, 2}, {5, 0, 5}, sv));
  expect("y = a(i) > 0", operands, tensor({}, {}, {1}, Format()));
  const Operands halves{{"h", vector<float>({-1.5F, 0.5F, 1.5F, 2.5F})}};
  expect("y(i) = round(h(i))", halves, vector<float>({-2, 0, 2, 2}));
  expect("y(i) = floor(h(i)) + 10 * ceil(h(i)) + 100 * int(h(i)) + 1000 * sign(h(i))", halves,
         vector<float>({-1112, 1010, 1121, 1232}));
  expect("y(i) = h(i) % 1", halves, vector<float>({0.5F, 0.5F, 0.5F, 0.5F}));
  expect("y(i) = (h(i) >= 1.5) + 2 * (h(i) == 0.5)", halves, vector<float>({0, 2, 1, 1}));
}

TEST_CASE("functions are judged by the error of their operands, and not at jumps and poles") {
  const auto judged = [&](const std::string& text, double x, double z, double result) {
    const Operands operands{{"x", vector<double>({x})}, {"z", vector<double>({z})}};
    const Storage actual = vector<double>({result});
    for (const Method method : {Method::Dense, Method::Coordinates}) {
      const Evaluated e =
          evaluateReference(read("y(i) = " + text, operands, actual.format, actual.type()), operands, {}, {method});
      if (!compare(e, actual).verified) return false;
    }
    return true;
  };
  CHECK(judged("exp(x(i))", 1, 0, std::exp(1)));
  CHECK_FALSE(judged("exp(x(i))", 1, 0, std::exp(1) + 1e-13));
  CHECK(judged("log(x(i) + z(i))", 1, 1e-9, 1e-9));
  CHECK_FALSE(judged("log(x(i) + z(i))", 1, 1e-9, 1.001e-9));
  CHECK(judged("log(x(i) + z(i))", 1, -1, 0));  // 0, or a small number of either sign
  CHECK_FALSE(judged("x(i) > z(i)", 0, 0, 1));  // exact
  CHECK_FALSE(judged("x(i) >= z(i)", 0.1, 0.1, 0));
  CHECK(judged("0.1 * x(i) > z(i)", 3, 0.3, 1));  // either
  CHECK(judged("0.1 * x(i) > z(i)", 3, 0.3, 0));
  CHECK_FALSE(judged("0.1 * x(i) > z(i)", 3, 0.2, 0));
  CHECK_FALSE(judged("floor(x(i))", 3, 0, 2));
  CHECK(judged("floor(x(i) / 0.1)", 0.3, 0, 3));
  CHECK_FALSE(judged("floor(x(i) / 0.1)", 0.34, 0, 2));
  CHECK_FALSE(judged("x(i) ^ 2", 3, 0, 9 + 1e-11));
  CHECK_FALSE(judged("x(i) % z(i)", 7, 3, 2));
  CHECK_FALSE(judged("select(x(i), 2, 3)", 0, 0, 2));
  CHECK(judged("max(log(x(i) + z(i)), 1)", 1, -1, 5));
}

// Properties derived from a row that no operator of the notation has.
TEST_CASE(
    "an operator that makes something of zeros is stored everywhere, one of three operands where the needed are") {
  operators::Operator successor = *operators::negate;
  successor.integer = [](const operators::Whole* of) { return of[0] + 1; };
  successor.real = [](const double* of) { return of[0] + 1; };
  operators::Operator scaled = *operators::multiply;
  scaled.fixity = operators::Fixity::Function;
  scaled.arity = 3;
  scaled.annihilator->place = operators::Element::Place::First;
  scaled.integer = [](const operators::Whole* of) { return of[0] * (of[1] + of[2]); };
  scaled.real = [](const double* of) { return of[0] * (of[1] + of[2]); };
  const Operands operands{{"a", a}, {"b", b}, {"x", vector({7, 8, -9})}};
  const auto at = [](const char* name) {
    return notation::access({name, name[0] == 'x' ? dv : sv, ValueType::Int32, {3}, false}, {"i"});
  };
  const auto expectCall = [&](const notation::Expr& rhs, const Storage& expected) {
    const notation::TensorVar y{"y", expected.format, ValueType::Int32, {3}, false};
    const notation::Assignment assignment{{y, {"i"}}, {}, {}, rhs};
    for (const Method method : {Method::Dense, Method::Coordinates})
      CHECK(firstDifference(expected, evaluateReference(assignment, operands, {}, {method}).result) == "");
    CHECK(firstDifference(expected, interpreted(assignment, operands, {})) == "");
  };
  const notation::Expr next = notation::call(&successor, {at("a")});
  expectCall(next, tensor({3}, {0, 1, 2}, {6, 0, 1}, sv));
  expectCall(notation::binary(operators::multiply, next, at("b")), tensor({3}, {1, 2}, {0, -4}, sv));
  expectCall(notation::call(&scaled, {at("a"), at("b"), at("x")}), tensor({3}, {0, 1}, {35, -11}, sv));
}

TEST_CASE("min= goes along the entries that are stored, and leaves the identity where there is none") {
  const Operands operands{{"A", matrix()}, {"x", vector({10, 20, 30})}, {"B", matrix(dcsr)}};
  expect("d(i) min= A(i,j) + x(j)", operands, vector({11, most, 23}));
  expect("d(i) max= A(i,j) + x(j)", operands, vector({32, least, 23}));
  expect("d(i) *= A(i,j)", operands, vector({2, 1, 3}));
  expect("d(i) min= A(i,j) + x(j)", operands, tensor({3}, {0, 2}, {11, 23}, sv));
  expect("d(i) *= A(i,j) + x(j)", operands, tensor({3}, {0, 2}, {11 * 32, 23}, sv));
  expect("d min= A(i,j)", operands, tensor({}, {}, {1}, Format()));
  expect("d(i) min= x(j) - 40", operands, vector({-30, -30}), {{"i", 2}});
  expect("d(i) min= x(i) / A(i,j)", operands, vector({5, most, 10}));  // never from an absent entry
  expect("d(i) max= A(i,j) * B(k,j)", operands, vector({4, least, 9}));
  expect("d(k) max= A(i,j) * B(k,j)", operands, vector({4, least, 9}));
}

TEST_CASE("the operands of an outermost min= min are reduced one by one") {
  const Operands operands{{"A", matrix()}, {"x", vector({10, 20, 30})}, {"a", a}, {"b", b}};
  expect("d(i) min= min(x(i), A(i,j) + x(j))", operands, vector({10, 20, 23}));
  expect("d(i) min= min(a(i), b(i))", operands, tensor({3}, {0, 1, 2}, {5, -1, -4}, sv));
  expect("d(i) min= max(a(i), b(i))", operands, tensor({3}, {1}, {3}, sv));
  expect("d(i) max= min(a(i), b(i))", operands, tensor({3}, {1}, {-1}, sv));
}

TEST_CASE("identities of floating point are infinite") {
  const auto infinity = std::numeric_limits<float>::infinity();
  const Operands operands{{"A", tensor<float>({2, 2}, {0, 1}, {2.5F}, csr)}, {"x", vector<float>({1, infinity})}};
  expect("d(i) min= A(i,j)", operands, vector<float>({2.5F, infinity}));
  expect("d(i) max= A(i,j)", operands, vector<float>({2.5F, -infinity}));
  expect("d(i) *= A(i,j)", operands, vector<float>({2.5F, 1}));
  expect("d(j) min= A(i,j) + x(i)", operands, vector<float>({infinity, 3.5F}));
}

TEST_CASE("what a dense level below a compressed one stores without a term holds the identity") {
  const Operands operands{{"A", matrix()}, {"x", vector({10, 20, 30})}};
  Storage expected = tensor({3, 3}, {0, 0, 0, 2, 2, 1}, {11, 32, 23}, {compressed, dense});
  CHECK(expected.stored() == 6);
  auto& values = std::get<ValueArray<std::int32_t>>(expected.values);
  for (auto& v : values)
    if (v == 0) v = most;
  expect("D(i,j) min= A(i,j) + x(j)", operands, expected);
}

TEST_CASE("diagonals, traces and transposed reads") {
  const Storage cube = tensor({2, 3, 2}, {0, 1, 0, 0, 2, 1, 1, 0, 1}, {4, 5, 6}, {compressed, compressed, compressed});
  const Operands operands{{"A", tensor({2, 2}, {0, 0, 0, 1, 1, 1}, {1, 2, 3}, csr)},
                          {"T", tensor({2, 2}, {0, 0, 0, 1, 1, 1}, {1, 2, 3}, {{dense, compressed}, {1, 0}})},
                          {"D", tensor({2, 2}, {0, 0, 0, 1, 1, 1}, {1, 2, 3}, denseFormat(2))},
                          {"B", cube}};
  expect("t = A(i,i)", operands, tensor({}, {}, {4}, Format()));
  expect("y(i) = A(i,i) + D(i,i)", operands, vector({2, 6}));
  expect("y(j) = B(i,j,i)", operands, tensor({3}, {0, 1}, {6, 4}, sv));
  expect("Y(i,j) = B(i,j,i)", operands, tensor({2, 3}, {0, 1, 1, 0}, {4, 6}, dcsr));
  expect("Y(i,j) = A(i,j) + T(j,i)", operands, [&] {
    return tensor({2, 2}, {0, 0, 0, 1, 1, 0, 1, 1}, {2, 2, 2, 6}, denseFormat(2));
  }());
  expect("Y(i,j) = A(i,j) * A(i,j)", operands, tensor({2, 2}, {0, 0, 0, 1, 1, 1}, {1, 4, 9}, csr));
  expect("y = A(i,j) * D(j,i)", operands, tensor({}, {}, {10}, Format()));
}

TEST_CASE("accumulation stores the union of the old and the new") {
  const Operands into{{"y", a}, {"b", b}};
  expect("y(i) += b(i)", into, tensor({3}, {0, 1, 2}, {5, 2, -4}, sv));
  expect("y(i) min= b(i)", into, tensor({3}, {0, 1, 2}, {5, -1, -4}, sv));
  expect("y(i) max= b(i)", into, tensor({3}, {0, 1, 2}, {5, 3, -4}, sv));
  expect("y(i) *= b(i)", into, tensor({3}, {0, 1, 2}, {5, -3, -4}, sv));
  expect("y(i) += b(i)", {{"b", b}}, tensor({3}, {1, 2}, {3, -4}, sv));
  expect("y(i) += A(i,j)", {{"y", vector({1, 2, 3})}, {"A", matrix()}}, vector({4, 2, 6}));
}

TEST_CASE("extents of 0, 1 and two million") {
  expect("y(i) = A(i,j) * x(j)", {{"A", tensor({0, 2}, {}, {}, csr)}, {"x", vector({1, 2})}}, vector({}));
  expect("y(i) = A(i,j) * x(j)", {{"A", tensor({2, 0}, {}, {}, csr)}, {"x", vector({})}}, vector({0, 0}));
  expect("y(i) min= A(i,j)", {{"A", tensor({2, 0}, {}, {}, csr)}}, vector({most, most}));
  expect("Y(i,j) = A(i,j) + A(i,j)", {{"A", tensor({0, 0}, {}, {}, dcsr)}}, tensor({0, 0}, {}, {}, dcsr));
  expect("Y(i,j) = min(A(i,j), 1)", {{"A", tensor({1, 1}, {0, 0}, {5}, dcsr)}}, tensor({1, 1}, {0, 0}, {1}, dcsr));
  const std::int64_t n = 2'000'000;
  const Operands wide{{"A", tensor({n, n}, {0, 5, 1'999'999, 7}, {3, 4}, dcsr)},
                      {"B", tensor({n, n}, {0, 5, 3, 1'999'999}, {2, 9}, dcsr)}};
  for (const char* text : {"Y(i,j) = max(A(i,j), B(i,j))", "Y(i,j) max= max(A(i,j), B(i,j))"}) {
    CAPTURE(text);
    const Storage expected = tensor({n, n}, {0, 5, 3, 1'999'999, 1'999'999, 7}, {3, 9, 4}, dcsr);
    const notation::Assignment assignment = read(text, wide, dcsr, ValueType::Int32);
    CHECK(firstDifference(expected, evaluateReference(assignment, wide).result) == "");
  }
}

TEST_CASE("orders 4 and 5, coordinate lists in any mode order") {
  const Format coo({compressedNonUnique, singleton, singleton, singleton, singleton}, {3, 1, 4, 0, 2});
  const Storage e = tensor({2, 2, 2, 2, 2}, {0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0}, {3, 4, 5}, coo);
  const Operands operands{{"E", e}, {"x", vector({10, 1})}};
  expectNaive(
      "Y(i,j,k,l) = E(i,j,k,l,m) * x(m)", operands,
      tensor({2, 2, 2, 2}, {0, 1, 1, 0, 1, 1, 0, 1}, {43, 50}, {compressedNonUnique, singleton, singleton, singleton}));
  expectNaive("Y(m,l,k,j,i) = max(E(i,j,k,l,m), E(i,j,k,l,m))", operands,
              tensor({2, 2, 2, 2, 2}, {1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1}, {3, 4, 5}, coo));
}

TEST_CASE("a chosen value is judged by its own magnitude, unless another was close") {
  const Operands operands{{"x", vector<float>({1e-3F, 1e6F, 2e-3F})}};
  const Storage scalar = tensor<float>({}, {}, {0}, Format());
  const Evaluated e = evaluateReference(read("d min= x(i) * 3", operands, scalar.format, scalar.type()), operands);
  CHECK(e.magnitude.at(0) == doctest::Approx(3e-3));
  const Operands close{{"x", vector<float>({1, 1, 100})}, {"z", vector<float>({1, -1e-7F, 0})}};
  const Evaluated near =
      evaluateReference(read("d min= x(i) * (2 - z(i)) + z(i)", close, scalar.format, scalar.type()), close);
  CHECK(near.magnitude.at(0) > 2);
}

TEST_CASE("a quotient by a sum is judged by the cancellation in the divisor") {
  const Operands operands{{"x", vector<double>({1, 1})}, {"z", vector<double>({-0.5, -1 + 1e-12})}};
  const Storage shape = vector<double>({0, 0});
  for (const Method method : {Method::Dense, Method::Coordinates}) {
    const Evaluated e = evaluateReference(read("y(i) = 1 / (x(i) + z(i))", operands, shape.format, shape.type()),
                                          operands, {}, {method});
    CHECK(valueAt(e.result.values, 0) == 2);
    CHECK(errorBound(ValueType::Float64, e.magnitude[0], e.operations[0]) < 1e-13);
    CHECK(errorBound(ValueType::Float64, e.magnitude[1], e.operations[1]) > 1e8);
  }
}

TEST_CASE("a square root is judged by the error of its operand, and not where that may be on either side of 0") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto judged = [&](double x, double z, double result) {
    const Operands operands{{"x", vector<double>({x})}, {"z", vector<double>({z})}};
    const Storage actual = vector<double>({result});
    for (const Method method : {Method::Dense, Method::Coordinates}) {
      const Evaluated e = evaluateReference(read("y(i) = sqrt(x(i) + z(i))", operands, actual.format, actual.type()),
                                            operands, {}, {method});
      if (!compare(e, actual).verified) return false;
    }
    return true;
  };
  CHECK(judged(1, 3, 2));
  CHECK_FALSE(judged(1, 3, 2 + 1e-12));
  CHECK(judged(0, 0, 0));
  CHECK_FALSE(judged(0, 0, 1e-9));
  CHECK(judged(1, -1 + 1e-10, 1e-5));
  CHECK(judged(1, -1 + 1e-10, 1.00001e-5));  // the operand has five digits
  CHECK_FALSE(judged(1, -1 + 1e-10, 1.1e-5));
  CHECK(judged(1, -1, nan));  // with one more rounding, there is none
  CHECK(judged(1, -3, nan));
  CHECK_FALSE(judged(1, -3, 0));
  CHECK_FALSE(judged(3, 1, nan));
}

TEST_CASE("a product of many factors is judged by what any order of them may lose") {
  const Storage scalar = tensor<float>({}, {}, {0}, Format());
  const auto judged = [&](ValueArray<float> factors, float product) {
    const Operands operands{{"x", vector<float>(std::move(factors))}};
    const notation::Assignment assignment = read("d *= x(i)", operands, scalar.format, scalar.type());
    for (const Method method : {Method::Dense, Method::Coordinates}) {
      const Evaluated e = evaluateReference(assignment, operands, {}, {method});
      if (!compare(e, tensor<float>({}, {}, {product}, Format())).verified) return false;
    }
    return true;
  };
  CHECK(judged({1e-30F, 1e-20F, 1e30F, 1e20F}, 0));  // the small ones first: they underflow
  CHECK(judged({1e-30F, 1e-20F, 1e30F, 1e20F}, std::numeric_limits<float>::infinity()));
  CHECK(judged({1e-30F, 1e30F, 0.5F}, 0.5F));
  CHECK_FALSE(judged({1e-30F, 1e30F, 0.5F}, 0.4F));
  CHECK_FALSE(judged({0.5F, 0.25F}, 0.126F));
}

TEST_CASE("a product that may overflow on the way is not judged, one that may lose digits by what it may lose") {
  const float infinity = std::numeric_limits<float>::infinity();
  const Storage shape = vector<float>({0});
  const auto judged = [&](const std::string& text, float x, float z, float result) {
    const Operands operands{{"x", vector<float>({x})}, {"z", vector<float>({z})}};
    for (const Method method : {Method::Dense, Method::Coordinates}) {
      const Evaluated e = evaluateReference(read(text, operands, shape.format, shape.type()), operands, {}, {method});
      if (!compare(e, vector<float>({result})).verified) return false;
    }
    return true;
  };
  for (const std::string text :
       {"y(i) = x(i) * x(i) / x(i)", "y(i) = min(x(i) * x(i) / x(i), 1e35)", "y(i) = x(i) * (x(i) + z(i)) / x(i)"}) {
    CAPTURE(text);
    CHECK(judged(text, 1e30F, 0, infinity));
    CHECK(judged(text, 1e30F, 0, 1e30F));
    CHECK(judged(text, 1e10F, 0, 1e10F));
    CHECK_FALSE(judged(text, 1e10F, 0, infinity));
    CHECK_FALSE(judged(text, 1e10F, 0, 1.1e10F));
    CHECK(judged(text, 1e-30F, 0, 0));  // the square underflows
    CHECK_FALSE(judged(text, 1e-10F, 0, 0));
  }
  CHECK(judged("y(i) = x(i) * 1e30 / 1e30", 1e20F, 0, infinity));
  CHECK_FALSE(judged("y(i) = x(i) * 1e10 / 1e10", 1e20F, 0, infinity));
  CHECK(judged("y(i) = x(i) / (z(i) * z(i))", 1, 1e-30F, infinity));
  CHECK(judged("y(i) = x(i) * z(i) / x(i)", 1e-30F, 1e-30F, 0));
  // An infinity in the user's data is legal.
  CHECK(judged("y(i) = x(i) * z(i)", infinity, 2, infinity));
  CHECK_FALSE(judged("y(i) = x(i) * z(i)", infinity, 2, 1));
}

TEST_CASE("a NaN in a selection is not judged, in a sum it is") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Operands operands{{"x", vector<float>({1, nan})}, {"z", vector<float>({2, 3})}};
  const Storage shape = vector<float>({0, 0});
  for (const Method method : {Method::Dense, Method::Coordinates}) {
    const auto judged = [&](const std::string& text, float first, float second) {
      const Evaluated e = evaluateReference(read(text, operands, shape.format, shape.type()), operands, {}, {method});
      return compare(e, vector<float>({first, second})).verified;
    };
    CHECK(judged("y(i) = min(x(i), z(i))", 1, 3));
    CHECK(judged("y(i) = min(x(i), z(i))", 1, nan));
    CHECK(!judged("y(i) = min(x(i), z(i))", 2, 3));
    CHECK(judged("y(i) = x(i) + z(i)", 3, nan));
    CHECK(!judged("y(i) = x(i) + z(i)", 3, 3));
  }
}
