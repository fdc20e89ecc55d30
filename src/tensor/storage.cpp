#include "tensor/storage.h"

#include <fmt/format.h>

#include <cmath>
#include <new>

#include "levels/registry.h"
#include "support/complex_text.h"
#include "support/diagnostic.h"
#include "support/node.h"
#include "support/plural.h"
#include "tensor/describe.h"

namespace stardust {

ValueType typeOf(const Values& values) { return static_cast<ValueType>(values.index()); }

std::size_t sizeOf(const Values& values) {
  return std::visit([](const auto& v) { return v.size(); }, values);
}

double valueAt(const Values& values, std::size_t index) {
  return std::visit([&](const auto& v) { return numberAs<double>(numberOf(v.at(index))); }, values);
}

std::complex<double> complexAt(const Values& values, std::size_t index) {
  return std::visit([&](const auto& v) { return numberAs<std::complex<double>>(numberOf(v.at(index))); }, values);
}

Values makeValues(ValueType type, std::size_t size) {
  try {
    Values values = ofType<Values>(type);
    std::visit([&](auto& array) { array.resize(size); }, values);
    return values;
  } catch (const std::bad_alloc&) {
    failUnsupported(fmt::format("{} of type {} {} not fit in this computer's memory", counted(size, "value"),
                                toString(type), plural(size, "does", "do")));
  }
}

std::string describeCoordinate(const Coordinates& coordinates, std::size_t index) {
  const auto order = static_cast<std::size_t>(coordinates.order());
  std::string text;
  for (std::size_t m = 0; m < order; ++m)
    text += fmt::format("{}{}", m == 0 ? "" : ",", coordinates.crd[index * order + m]);
  return fmt::format("({})", text);
}

std::string describePosition(const Storage& storage, std::size_t position) {
  const bool isOneEntry = storage.levels.empty() || levels::of(storage.levels.back().format).isPositional;
  return isOneEntry ? describeCoordinate(unpack(storage), position) : fmt::format("position {}", position);
}

namespace {

template <class T>
bool sameValue(T a, T b) {
  if constexpr (isComplexElement<T>) return sameValue(a.real(), b.real()) && sameValue(a.imag(), b.imag());
  else if constexpr (isReal<T>) return a == b || (std::isnan(numberOf(a)) && std::isnan(numberOf(b)));
  else return a == b;
}

template <class Array>
std::size_t firstMismatch(const Array& a, const Array& b) {
  const std::size_t shared = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < shared; ++i)
    if (!sameValue(a[i], b[i])) return i;
  return shared;
}

template <class Array>
std::string arrayDifference(const std::string& name, const Array& expected, const Array& actual) {
  const std::size_t at = firstMismatch(expected, actual);
  if (at < expected.size() && at < actual.size())
    return fmt::format("{}[{}] is {}, expected {}", name, at, actual[at], expected[at]);
  if (expected.size() != actual.size())
    return fmt::format("{} has {}, expected {}", name, counted(actual.size(), "entry", "entries"), expected.size());
  return {};
}

std::string levelDifference(std::size_t l, int mode, const Level& expected, const Level& actual) {
  const std::string where = fmt::format("level {} (mode {}, {})", l, mode, letter(expected.format));
  if (expected.format != actual.format)
    return fmt::format("{} has format '{}', expected '{}'", where, letter(actual.format), letter(expected.format));
  if (expected.dim != actual.dim)
    return fmt::format("{} has dimension {}, expected {}", where, actual.dim, expected.dim);
  if (expected.pos.width() != actual.pos.width() || expected.crd.width() != actual.crd.width())
    return fmt::format("{} has arrays of other widths", where);
  if (auto text = arrayDifference(where + " pos", expected.pos, actual.pos); !text.empty()) return text;
  if (auto text = arrayDifference(where + " crd", expected.crd, actual.crd); !text.empty()) return text;
  return arrayDifference(where + " bits", expected.bits, actual.bits);
}

// The structures are equal here, so either side yields the coordinate of a value.
std::string valueDifference(const Storage& expected, const Storage& actual) {
  return std::visit(
      [&](const auto& want) -> std::string {
        const auto& got = std::get<std::decay_t<decltype(want)>>(actual.values);
        const std::size_t at = firstMismatch(want, got);
        if (at == want.size() && want.size() == got.size()) return {};
        if (want.size() != got.size()) return fmt::format("{}, expected {}", counted(got.size(), "value"), want.size());
        return fmt::format("value {} at {} is {}, expected {}", at, describePosition(expected, at), numberOf(got[at]),
                           numberOf(want[at]));
      },
      expected.values);
}

}  // namespace

std::string firstDifference(const Storage& expected, const Storage& actual) {
  if (auto text = arrayDifference("dimensions", expected.dims, actual.dims); !text.empty()) return text;
  if (expected.format != actual.format)
    return fmt::format("format is \"{}\", expected \"{}\"", toString(actual.format), toString(expected.format));
  if (expected.levels.size() != actual.levels.size())
    return fmt::format("{}, expected {}", counted(actual.levels.size(), "level"), expected.levels.size());
  for (std::size_t l = 0; l < expected.levels.size(); ++l)
    if (auto text = levelDifference(l, expected.format.mode(static_cast<int>(l)), expected.levels[l], actual.levels[l]);
        !text.empty())
      return text;
  if (expected.type() != actual.type())
    return fmt::format("value type is {}, expected {}", toString(actual.type()), toString(expected.type()));
  return valueDifference(expected, actual);
}

}  // namespace stardust
