// Values at the boundaries of each type, with hand-computed results: both reference evaluators and the interpreter of
// CIN must agree.
#include <doctest/doctest.h>

#include <limits>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "notation/parse.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

template <class T>
Storage vector(const std::vector<double>& values) {
  Coordinates entries{{static_cast<std::int64_t>(values.size())}, {}, ValueArray<T>{}};
  for (std::size_t n = 0; n < values.size(); ++n) {
    entries.crd.push_back(static_cast<std::int32_t>(n));
    std::get<ValueArray<T>>(entries.values).push_back(static_cast<T>(values[n]));
  }
  return pack(entries, Format({dense}));
}

notation::Assignment read(const std::string& text, const Operands& operands, const Storage& result) {
  const notation::Assignment raw = notation::parseAssignment(makeSource("expression", text));
  notation::Declarations declarations;
  for (const notation::Access& access : notation::accesses(raw.rhs)) {
    const Storage& operand = operands.at(access.tensor.name);
    declarations[access.tensor.name] = {operand.format, true, operand.type(), operand.dims, {}};
  }
  declarations[raw.lhs.tensor.name] = {result.format, true, result.type(), result.dims, {}};
  return notation::declare(raw, declarations);
}

void expect(const std::string& text, const Operands& operands, const Storage& expected) {
  CAPTURE(text);
  const notation::Assignment assignment = read(text, operands, expected);
  for (const Method method : {Method::Dense, Method::Coordinates})
    CHECK(firstDifference(expected, evaluateReference(assignment, operands, {}, {method}).result) == "");
  const Storage interpreted = interpret(cin::concretize(assignment), operands, assignment.lhs.tensor);
  CHECK(firstDifference(expected, interpreted) == "");
}

template <class T>
void expectWraps() {
  CAPTURE(toString(typeOfElement<T>()));
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max());
  constexpr double least = static_cast<double>(std::numeric_limits<T>::min());
  const Operands operands{{"a", vector<T>({most, least, 3})}, {"b", vector<T>({1, 1, 2})}};
  expect("y(i) = a(i) + b(i)", operands, vector<T>({least, least + 1, 5}));
  expect("y(i) = a(i) - b(i)", operands, vector<T>({most - 1, most, 1}));
  expect("y(i) = (a(i) + b(i)) / b(i)", operands, vector<T>({least, least + 1, 2}));
  expect("y(i) = max(a(i) + b(i), 1)", operands, vector<T>({std::max(least, 1.0), std::max(least + 1, 1.0), 5}));
  expect("y(i) = a(i) + b(i) > b(i)", operands, vector<T>({0, 0, 1}));
  expect("y(i) = a(i) * 2 == a(i) + a(i)", operands, vector<T>({1, 1, 1}));
}

}  // namespace

TEST_CASE("small integers wrap at their width, also before an operator that depends on it") {
  expectWraps<std::int8_t>();
  expectWraps<std::int16_t>();
  expectWraps<std::int32_t>();
  expectWraps<std::uint8_t>();
  expectWraps<std::uint16_t>();
  expectWraps<std::uint32_t>();
}

TEST_CASE("the least integer divided by -1, and its absolute value, are itself") {
  const Operands operands{{"a", vector<std::int8_t>({-128, -7})}, {"b", vector<std::int8_t>({-1, 2})}};
  expect("y(i) = a(i) / b(i)", operands, vector<std::int8_t>({-128, -3}));
  expect("y(i) = a(i) % b(i)", operands, vector<std::int8_t>({0, 1}));
  expect("y(i) = abs(a(i))", operands, vector<std::int8_t>({-128, 7}));
}

TEST_CASE("unsigned numbers of 64 bits are divided, compared and selected as such") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max(), half = std::uint64_t{1} << 63;
  const auto numbers = [](ValueArray<std::uint64_t> values) {
    return pack({{static_cast<std::int64_t>(values.size())}, {0, 1, 2}, std::move(values)}, Format({dense}));
  };
  const Operands operands{{"a", numbers({most, half, 5})}, {"b", numbers({2, most, 3})}};
  expect("y(i) = a(i) / b(i)", operands, numbers({half - 1, 0, 1}));
  expect("y(i) = a(i) % b(i)", operands, numbers({1, half, 2}));
  expect("y(i) = max(a(i), b(i))", operands, numbers({most, most, 5}));
  expect("y(i) = min(a(i), b(i))", operands, numbers({2, half, 3}));
  expect("y(i) = a(i) > b(i)", operands, numbers({1, 0, 1}));
  expect("y(i) = a(i) + b(i)", operands, numbers({1, half - 1, 8}));
  expect("y(i) = abs(a(i)) + sign(b(i))", operands, numbers({0, half + 1, 6}));
  expect("y min= a(i)", operands, pack({{}, {}, ValueArray<std::uint64_t>{5}}, Format()));
}

TEST_CASE("the sum of truth values is their or, and the product their and") {
  const Operands operands{{"a", vector<Truth>({1, 1, 0, 0})}, {"b", vector<Truth>({1, 0, 1, 0})}};
  expect("y(i) = a(i) + b(i)", operands, vector<Truth>({1, 1, 1, 0}));
  expect("y(i) = a(i) * b(i)", operands, vector<Truth>({1, 0, 0, 0}));
  expect("y(i) = (a(i) + b(i)) == a(i)", operands, vector<Truth>({1, 1, 0, 1}));
  expect("y(i) = !a(i) + a(i) * b(i)", operands, vector<Truth>({1, 0, 1, 1}));
  expect("y = a(i) * b(i)", operands, pack({{}, {}, ValueArray<Truth>{Truth(1)}}, Format()));
  expect("y max= a(i) * b(i)", operands, pack({{}, {}, ValueArray<Truth>{Truth(1)}}, Format()));
}

TEST_CASE("a comparison of numbers is computed in their common type, for a result of truth values") {
  const Operands operands{{"x", vector<float>({0.25F, 0.5F, -3})}, {"n", vector<std::int8_t>({0, 1, -3})}};
  expect("y(i) = x(i) > 0.3", operands, vector<Truth>({0, 1, 0}));
  expect("y(i) = (x(i) == n(i)) + (n(i) > 0)", operands, vector<Truth>({0, 1, 1}));
  expect("y = x(i) > 0.3", operands, pack({{}, {}, ValueArray<Truth>{Truth(1)}}, Format()));
}

TEST_CASE("values of 16 bits are computed in float and rounded once") {
  const Operands halves{{"a", vector<Float16Element>({1, 2048, 65504})}, {"b", vector<Float16Element>({0.5, 1, 0})}};
  expect("y(i) = a(i) + b(i)", halves, vector<Float16Element>({1.5, 2048, 65504}));  // 2049 is a tie: to even
  expect("y(i) = a(i) + b(i) + b(i)", halves, vector<Float16Element>({2, 2050, 65504}));
  expect("y(i) = a(i) * 2 - a(i)", halves, vector<Float16Element>({1, 2048, 65504}));
  const Operands brains{{"a", vector<Bfloat16Element>({256, 1e38})}, {"b", vector<Bfloat16Element>({1, 1e30})}};
  expect("y(i) = a(i) + b(i)", brains, vector<Bfloat16Element>({256, 1e38}));
}

TEST_CASE("operands of any type are converted to that of the result") {
  const Operands operands{{"t", vector<Truth>({1, 0})},
                          {"u", vector<std::uint8_t>({200, 3})},
                          {"n", vector<std::int16_t>({-300, 7})},
                          {"h", vector<Float16Element>({0.5, -2})},
                          {"w", vector<std::int64_t>({-1, 5})}};
  expect("y(i) = t(i) * u(i) + n(i)", operands, vector<std::int32_t>({-100, 7}));
  expect("y(i) = u(i) + u(i)", operands, vector<std::int16_t>({400, 6}));
  expect("y(i) = h(i) * n(i)", operands, vector<double>({-150, -14}));
  expect("y(i) = w(i) / 2", operands, vector<std::uint8_t>({127, 2}));  // 255 / 2
  expect("y(i) = w(i) < u(i)", operands, vector<std::uint8_t>({0, 0}));
}
