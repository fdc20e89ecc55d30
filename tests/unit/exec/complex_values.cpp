// Complex values, with results worked out by hand: both reference evaluators and the interpreter of CIN must agree.
#include <doctest/doctest.h>

#include <complex>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "notation/parse.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

using Complex = std::complex<double>;

template <class T>
Storage listOf(const std::vector<T>& values) {
  Coordinates entries{{static_cast<std::int64_t>(values.size())}, {}, ValueArray<T>(values.begin(), values.end())};
  for (std::size_t n = 0; n < values.size(); ++n) entries.crd.push_back(static_cast<std::int32_t>(n));
  return pack(entries, Format({dense}));
}

notation::Assignment readComplex(const std::string& text, const Operands& operands, const Storage& result) {
  const notation::Assignment raw = notation::parseAssignment(makeSource("expression", text));
  notation::Declarations declarations;
  for (const notation::Access& access : notation::accesses(raw.rhs)) {
    const Storage& operand = operands.at(access.tensor.name);
    declarations[access.tensor.name] = {operand.format, true, operand.type(), operand.dims, {}};
  }
  declarations[raw.lhs.tensor.name] = {result.format, true, result.type(), result.dims, {}};
  return notation::declare(raw, declarations);
}

void expectComplex(const std::string& text, const Operands& operands, const Storage& expected) {
  CAPTURE(text);
  const notation::Assignment assignment = readComplex(text, operands, expected);
  for (const Method method : {Method::Dense, Method::Coordinates}) {
    const Evaluated found = evaluateReference(assignment, operands, {}, {method});
    CHECK(compare(found, expected).difference == "");
  }
  const Storage interpreted = interpret(cin::concretize(assignment), operands, assignment.lhs.tensor);
  const Evaluated reference = evaluateReference(assignment, operands, {}, {Method::Dense});
  CHECK(compare(reference, interpreted).difference == "");
}

const std::vector<Complex> numbers{{3, 4}, {0, -1}, {-2, 0.5}};
const Operands given{{"z", listOf(numbers)}, {"x", listOf<double>({2, -1, 0.5})}};

}  // namespace

TEST_CASE("arithmetic and functions of complex numbers") {
  const auto each = [](auto&& of) {
    std::vector<Complex> values;
    for (const Complex& z : numbers) values.push_back(of(z));
    return listOf(values);
  };
  expectComplex("y(i) = z(i) * z(i) - 2i", given, each([](Complex z) { return z * z - Complex(0, 2); }));
  expectComplex("y(i) = -z(i) / (1 + 1j)", given, each([](Complex z) { return -z / Complex(1, 1); }));
  expectComplex("y(i) = exp(z(i))", given, each([](Complex z) { return std::exp(z); }));
  expectComplex("y(i) = sin(z(i)) ^ 2", given, each([](Complex z) { return std::sin(z) * std::sin(z); }));
  expectComplex("y(i) = z(i) ^ 0.5i", given, each([](Complex z) { return std::pow(z, Complex(0, 0.5)); }));
  expectComplex("y(i) = x(i) * z(i)", given, listOf<Complex>({{6, 8}, {0, 1}, {-1, 0.25}}));
  expectComplex("y(i) = select(z(i) == -1i, 1, conj(z(i)))", given, listOf<Complex>({{3, -4}, {1, 0}, {-2, -0.5}}));
}

TEST_CASE("real parts of an expression are computed as real numbers") {
  expectComplex("y(i) = abs(z(i))", given, listOf<double>({5, 1, std::sqrt(4.25)}));
  expectComplex("y(i) = max(real(z(i)), imag(z(i)))", given, listOf<double>({4, 0, 0.5}));
  expectComplex("y(i) = floor(real(z(i)) / 2) + (imag(z(i)) > 0)", given, listOf<double>({2, 0, 0}));
  expectComplex("y(i) = sqrt(x(i)) * abs(z(i)) == 0", given, listOf<double>({0, 0, 0}));
  expectComplex("y(i) = sqrt(abs(z(i)) - 6) != 0", given, listOf<double>({1, 1, 1}));  // not a number
  expectComplex("y(i) = z(i) * min(abs(z(i)), 1)", given, listOf(numbers));
  expectComplex("y = abs(z(i))", given, [] {
    return pack({{}, {}, ValueArray<double>{6 + std::sqrt(4.25)}}, Format());
  }());
}

TEST_CASE("reductions of complex numbers, and of their real parts") {
  const auto scalar = [](auto value) { return pack({{}, {}, ValueArray<decltype(value)>{value}}, Format()); };
  expectComplex("y = z(i)", given, scalar(Complex(1, 3.5)));
  expectComplex("y *= z(i)", given, scalar(Complex(3, 4) * Complex(0, -1) * Complex(-2, 0.5)));
  expectComplex("y max= abs(z(i))", given, scalar(5.0));
  expectComplex("y min= real(z(i))", given, scalar(-2.0));
}

TEST_CASE("absent entries of complex tensors are 0") {
  Coordinates entries{{3}, {1}, ValueArray<Complex>{{0, 2}}};
  const Operands sparse{{"z", listOf(numbers)}, {"s", pack(entries, Format({compressed}))}};
  expectComplex("y(i) = s(i) * z(i)", sparse, listOf<Complex>({0, {2, 0}, 0}));
  expectComplex("y(i) = s(i) + z(i)", sparse, listOf<Complex>({{3, 4}, {0, 1}, {-2, 0.5}}));
  expectComplex("y(i) = sqrt(s(i) - 4)", sparse, listOf<Complex>({{0, 2}, std::sqrt(Complex(-4, 2)), {0, 2}}));
}

TEST_CASE("a complex number that is not finite matches any other one") {
  const double infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  Evaluated expected;
  expected.result = listOf<Complex>({{infinity, none}, {1, 1}});
  expected.magnitude = {infinity, 2};
  expected.operations = {1, 1};
  CHECK(compare(expected, listOf<Complex>({{none, infinity}, {1, 1}})).verified);
  CHECK_FALSE(compare(expected, listOf<Complex>({{0, 0}, {1, 1}})).verified);
  CHECK_FALSE(compare(expected, listOf<Complex>({{none, infinity}, {1, 1.5}})).verified);
}
