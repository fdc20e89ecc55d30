#include "exec/loops_binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "support/plural.h"

namespace stardust::exec {
namespace {

using loops::Role;

const Level& levelOf(const Storage& storage, const Role& role) {
  if (role.level < 0 || role.level >= storage.order())
    failInternal(fmt::format("{} has no level {}", role.tensor, role.level + 1));
  return storage.levels[static_cast<std::size_t>(role.level)];
}

const Storage& operandOf(const Role& role, const Operands& operands) {
  const auto found = operands.find(role.tensor);
  if (found == operands.end()) failInternal(fmt::format("there is no operand {}", role.tensor));
  return found->second;
}

template <class Array>
void copyIn(LoopsArray& array, const Array& values) {
  array.resize(static_cast<std::int64_t>(values.size()));
  for (std::size_t n = 0; n < values.size(); ++n) {
    const auto number = numberOf(values[n]);
    if constexpr (isComplexElement<typename Array::value_type>) array.setComplex(static_cast<std::int64_t>(n), number);
    else if constexpr (isReal<typename Array::value_type>) array.setReal(static_cast<std::int64_t>(n), number);
    else array.setInteger(static_cast<std::int64_t>(n), static_cast<std::int64_t>(number));
  }
}

Width widthOf(const loops::Parameter& p) { return p.type == loops::Type::I64 ? Width::Bits64 : Width::Bits32; }

void copyIn(LoopsArray& array, const loops::Parameter& p, const IndexView& indices) {
  if (!indices.empty() && indices.width() != widthOf(p))
    failInternal(fmt::format("{} has elements of another width", p.name));
  indices.visit([&](const auto& elements) { copyIn(array, elements); });
}

template <class Array>
Array indicesOf(const LoopsArray& array, const loops::Parameter& p) {
  Array indices(widthOf(p));
  for (std::int64_t n = 0; n < array.length(); ++n) indices.push_back(array.integer(n));
  return indices;
}

template <class Array>
Array copyOut(const LoopsArray& array) {
  using T = typename Array::value_type;
  Array values;
  for (std::int64_t n = 0; n < array.length(); ++n) {
    if constexpr (isComplexElement<T>) values.push_back(static_cast<T>(array.complex(n)));
    else if constexpr (isReal<T>) values.push_back(static_cast<T>(array.real(n)));
    else values.push_back(static_cast<T>(array.integer(n)));
  }
  return values;
}

}  // namespace

std::size_t LoopsArray::checked(std::int64_t index, bool reads) const {
  if (index < 0 || index >= length())
    failInternal(fmt::format("{}[{}] is outside its array of {}", name_, index, counted(length(), "element")));
  const auto at = static_cast<std::size_t>(index);
  if (reads && !written_[at]) failInternal(fmt::format("{}[{}] is read and was not written", name_, index));
  return at;
}

void LoopsArray::setInteger(std::int64_t index, std::int64_t value) {
  const std::size_t at = checked(index, false);
  integers_[at] = value;
  written_[at] = true;
}

void LoopsArray::setReal(std::int64_t index, double value) {
  const std::size_t at = checked(index, false);
  reals_[at] = value;
  written_[at] = true;
}

void LoopsArray::setComplex(std::int64_t index, std::complex<double> value) {
  const std::size_t at = checked(index, false);
  complexes_[at] = value;
  written_[at] = true;
}

void LoopsArray::resize(std::int64_t length) {
  if (length < 0) failInternal(fmt::format("{} gets the length {}", name_, length));
  const auto size = static_cast<std::size_t>(length);
  if (isComplex(type_)) complexes_.resize(size);
  else if (isFloat(type_)) reals_.resize(size);
  else integers_.resize(size);
  written_.resize(size, false);
}

void LoopsArray::sort(std::int64_t begin, std::int64_t end) {
  if (begin < 0 || begin > end || end > length())
    failInternal(fmt::format("{} is sorted from {} until {}", name_, begin, end));
  for (std::int64_t n = begin; n < end; ++n) checked(n, true);
  require(!isComplex(type_), "complex numbers have no order");
  if (isFloat(type_)) std::sort(reals_.begin() + begin, reals_.begin() + end);
  else std::sort(integers_.begin() + begin, integers_.begin() + end);
}

void LoopsArray::move(std::int64_t begin, std::int64_t end, std::int64_t to) {
  const std::int64_t count = end - begin;
  if (begin < 0 || count < 0 || end > length() || to < 0 || to + count > length())
    failInternal(fmt::format("{} is moved from {} until {} to {}", name_, begin, end, to));
  const auto moved = [&](auto& elements) {
    const std::vector<typename std::decay_t<decltype(elements)>::value_type> copy(elements.begin() + begin,
                                                                                  elements.begin() + end);
    std::copy(copy.begin(), copy.end(), elements.begin() + to);
  };
  if (isComplex(type_)) moved(complexes_);
  else if (isFloat(type_)) moved(reals_);
  else moved(integers_);
  moved(written_);
}

LoopsArray& LoopsArrays::make(const std::string& name, loops::Type type) {
  return arrays_[name] = LoopsArray(name, type);
}

LoopsArray& LoopsArrays::at(const std::string& name) {
  const auto found = arrays_.find(name);
  if (found == arrays_.end()) failInternal(fmt::format("there is no array {}", name));
  return found->second;
}

void bind(LoopsArray& array, const loops::Parameter& p, const Operands& operands) {
  if (p.out) return;
  const Storage& storage = operandOf(p.role, operands);
  switch (p.role.kind) {
    case Role::Kind::Pos: return copyIn(array, p, levelOf(storage, p.role).pos);
    case Role::Kind::Crd: return copyIn(array, p, levelOf(storage, p.role).crd);
    case Role::Kind::Bits: return copyIn(array, levelOf(storage, p.role).bits);
    case Role::Kind::Dim: break;
    case Role::Kind::Values:
      if (loops::typeOf(storage.type()) != p.type)
        failInternal(fmt::format("{} holds {} values", p.role.tensor, toString(storage.type())));
      std::visit([&](const auto& values) { copyIn(array, values); }, storage.values);
  }
}

std::int64_t dimensionOf(const Role& role, const Operands& operands, const notation::TensorVar& result) {
  if (role.tensor == result.name) return result.dims.at(static_cast<std::size_t>(result.format.mode(role.level)));
  return levelOf(operandOf(role, operands), role).dim;
}

Storage resultOf(const loops::Function& function, LoopsArrays& arrays, const notation::TensorVar& result) {
  Storage storage;
  storage.dims = result.dims;
  storage.format = result.format;
  for (int level = 0; level < result.order(); ++level)
    storage.levels.push_back(
        {result.format.level(level), result.dims.at(static_cast<std::size_t>(result.format.mode(level))), {}, {}});
  storage.values = makeValues(result.type, 0);
  for (const loops::Parameter& p : function.parameters) {
    if (!p.out || p.role.tensor != result.name) continue;
    const LoopsArray& array = arrays.at(p.name);
    if (p.role.kind == Role::Kind::Values) {
      std::visit([&](auto& values) { values = copyOut<std::decay_t<decltype(values)>>(array); }, storage.values);
      continue;
    }
    Level& level = storage.levels.at(static_cast<std::size_t>(p.role.level));
    if (p.role.kind == Role::Kind::Pos) level.pos = indicesOf<PositionArray>(array, p);
    if (p.role.kind == Role::Kind::Crd) level.crd = indicesOf<CoordinateArray>(array, p);
    if (p.role.kind == Role::Kind::Bits) level.bits = copyOut<std::vector<std::uint32_t>>(array);
  }
  return storage;
}

}  // namespace stardust::exec
