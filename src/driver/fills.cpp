#include "driver/fills.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "driver/result_type.h"
#include "levels/registry.h"
#include "notation/accumulate.h"
#include "notation/fills.h"
#include "tensor/fill_value.h"
#include "tensor/pack.h"

namespace stardust::driver {
namespace {

std::string text(double fill) { return fmt::format("{:.9g}", fill); }

// A tensor as the specification declares it: dense without a format.
struct Declared {
  std::string name;
  int order;
  ValueType type;
  Format format;
};

Declared declared(const KernelSpec& spec, const notation::Access& access) {
  const std::string& name = access.tensor.name;
  const auto order = static_cast<int>(access.indices.size());
  const auto format = spec.formats.find(name);
  return {name, order, declaredType(spec, name),
          format == spec.formats.end() ? denseFormat(order) : withPlace(format->second.where, [&] {
            return format->second.value.of(order);
          })};
}

void requireRepresentable(const Said<double>& fill, const Declared& tensor) {
  if (tensor.order == 0)
    failUser(fmt::format("{} is a scalar, and has no absent entries", tensor.name), fill.where, {},
             fmt::format("-i={}:{}", tensor.name, text(fill.value)));
  if (isComplex(tensor.type) && fill.value != 0)
    failUnsupported(fmt::format("a fill of the complex tensor {}", tensor.name), fill.where,
                    "fills are real numbers, and operators of complex ones are not checked with them",
                    fmt::format("fill {}:0", tensor.name));
  if (isInteger(tensor.type) && std::isfinite(fill.value) &&
      (fill.value != std::floor(fill.value) || std::abs(fill.value) > std::numeric_limits<std::int32_t>::max()))
    failUser(fmt::format("{} is no value of type {}", text(fill.value), toString(tensor.type)), fill.where, {},
             "a whole number of 32 bits, inf or -inf");
}

// Absent entries of a sparse result have the identity of a reduction, and 0 otherwise.
void requireFillOfResult(const notation::AssignOp& op, const Declared& result, const Said<double>& fill) {
  const bool reduces = notation::reducesAll(op);
  const double absent = operators::realOf(notation::identityOf(op));
  if (fill.value == absent || (result.format.isFull() && !reduces)) return;
  failUser(fmt::format("the absent entries of {} are {}, not {}", result.name, text(absent), text(fill.value)),
           fill.where,
           reduces ? fmt::format("a result of {} holds the identity where no term is", notation::symbol(op))
                   : "a sum without terms is 0",
           reduces ? fmt::format("fill {}:{}", result.name, text(absent))
                   : fmt::format("fill {0}:0, or a dense {0}", result.name));
}

// Infinity absorbs the other terms of a sum, but the largest integer wraps.
void requireNoWrap(const notation::Assignment& assignment, ValueType type, const Said<double>& fill,
                   const Declared& tensor) {
  const auto isSumOf = [&](const notation::Expr& expr) {
    return notation::callOf(expr, operators::add) || notation::callOf(expr, operators::subtract);
  };
  if (!isInteger(type) || !std::isinf(fill.value) || !notation::reducesAll(assignment.op)) return;
  for (const notation::Expr& part : notation::reductionTerms(assignment.op, assignment.rhs)) {
    const auto value = notation::valueWith(part, tensor.name, fill.value);
    if (!isSumOf(part) || !value || !std::isinf(*value)) continue;
    failUser(
        fmt::format("{} wraps where {} is absent", notation::print(part), tensor.name), fill.where,
        fmt::format("{} is the {} number of type {} there, and adding to it is no infinity", tensor.name,
                    fill.value > 0 ? "largest" : "least", toString(type)),
        fmt::format("-t=float; or leave the fill out: {} then skips absent entries", notation::symbol(assignment.op)));
  }
}

}  // namespace

double fillOf(const KernelSpec& spec, const std::string& tensor) {
  const auto fill = spec.fills.find(tensor);
  return fill == spec.fills.end() ? 0 : fill->second.value;
}

KernelSpec withFills(KernelSpec spec) {
  if (spec.fills.empty() || !spec.expression) return spec;
  const notation::Assignment& assignment = spec.expression->value;
  if (const auto fill = spec.fills.find(assignment.lhs.tensor.name); fill != spec.fills.end()) {
    const Declared result = declared(spec, assignment.lhs);
    requireRepresentable(fill->second, result);
    requireFillOfResult(assignment.op, result, fill->second);
  }
  for (const notation::Access& read : notation::accesses(assignment.rhs)) {
    const auto fill = spec.fills.find(read.tensor.name);
    if (fill == spec.fills.end()) continue;
    const Declared tensor = declared(spec, read);
    requireRepresentable(fill->second, tensor);
    requireNoWrap(assignment, declared(spec, assignment.lhs).type, fill->second, tensor);
    if (fill->second.value == 0 || tensor.format.isFull()) continue;
    if (notation::mayBeSkipped(assignment, tensor.name, fill->second.value)) continue;
    spec.notes.push_back(fmt::format("{0} is stored dense, with {1} where it was {2}: there, {3} is computed",
                                     tensor.name, text(fill->second.value), toString(tensor.format),
                                     notation::print(assignment.rhs)));
    spec.formats.at(tensor.name).value = WrittenFormat(denseFormat(tensor.order));
  }
  return spec;
}

Storage asWritten(const KernelSpec& spec, const std::string& tensor, const std::string& path, const Storage& result) {
  const double fill = fillOf(spec, tensor);
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const bool isArray = name.ends_with(".npy") || name.find(".npy.") != std::string::npos;
  if (fill == 0 || !isArray || result.format.isFull()) return result;
  return packFilled(unpack(result), denseFormat(result.format.order()), fill);
}

Storage packFilled(const Coordinates& entries, const Format& format, double fill) {
  const std::vector<LevelFormat>& levels = format.levels();
  const auto mergesValues = [](LevelFormat level) { return levels::of(level).mergesValues; };
  if (std::any_of(levels.begin(), levels.end(), mergesValues))  // positions depend on the values
    return convert(packFilled(entries, denseFormat(format.order()), fill), format);
  Storage packed = pack(entries, format);
  Values ones = makeValues(ValueType::Int32, entries.size());
  auto& marks = std::get<ValueArray<std::int32_t>>(ones);
  std::fill(marks.begin(), marks.end(), 1);
  const Storage marked = pack({entries.dims, entries.crd, std::move(ones)}, format);
  const auto& isEntry = std::get<ValueArray<std::int32_t>>(marked.values);
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        const T absent = fillAs<T>(fill);
        for (std::size_t n = 0; n < values.size(); ++n)
          if (isEntry[n] == 0) values[n] = absent;
      },
      packed.values);
  return packed;
}

}  // namespace stardust::driver
