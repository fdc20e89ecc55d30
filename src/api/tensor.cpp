#include "stardust/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "api/evaluate.h"
#include "files/tensors.h"
#include "support/complex_text.h"
#include "support/plural.h"

namespace stardust {

std::string api::TensorState::describe() const {
  return name.empty() ? fmt::format("a tensor of order {}", dims.size())
                      : fmt::format("tensor {} (order {})", name, dims.size());
}

Coordinates api::TensorState::noEntries() const { return {dims, {}, makeValues(type, 0)}; }

namespace {

std::string shown(const std::vector<std::int64_t>& coordinates) {
  return fmt::format("({})", fmt::join(coordinates, ","));
}

[[noreturn]] void failValue(const api::TensorState& tensor, const std::string& value) {
  failUser(fmt::format("{} cannot hold {}", tensor.describe(), value), {},
           fmt::format("its values have type {}", toString(tensor.type)));
}

// Integers accept whole numbers in range. Floating point rounds but does not overflow.
template <class To, class From>
To exactly(From value, const api::TensorState& tensor) {
  if (unrepresentable<To>(value)) failValue(tensor, fmt::format("{}", value));
  return numberAs<To>(value);
}

void requireInside(const api::TensorState& tensor, const std::vector<std::int64_t>& coordinates) {
  if (coordinates.size() != tensor.dims.size())
    failUser(fmt::format("an entry of {} has {}", tensor.describe(), counted(coordinates.size(), "coordinate")), {},
             "an entry has one coordinate for each mode");
  for (std::size_t mode = 0; mode < coordinates.size(); ++mode)
    if (coordinates[mode] < 0 || coordinates[mode] >= tensor.dims[mode])
      failUser(fmt::format("{} lies outside {}", shown(coordinates), tensor.describe()), {},
               tensor.dims[mode] == 0 ? fmt::format("mode {} is empty", mode)
                                      : fmt::format("mode {} has coordinates 0 to {}", mode, tensor.dims[mode] - 1));
}

void requireOwnEntries(const api::TensorState& tensor) {
  if (tensor.content.definition)
    failUser(fmt::format("{} is computed from an expression", tensor.describe()), {},
             "entries are inserted into operands", "insert into a tensor without an assignment");
}

template <class Value>
void insertEntry(api::TensorState& tensor, const std::vector<std::int64_t>& coordinates, Value value) {
  requireOwnEntries(tensor);
  requireInside(tensor, coordinates);
  api::Content& content = tensor.content;
  if (content.value) {
    content.inserted = unpack(content.value->storage());
    content.value.reset();
  }
  std::visit(
      [&](auto& values) {
        using To = typename std::decay_t<decltype(values)>::value_type;
        values.push_back(exactly<To>(value, tensor));
      },
      content.inserted.values);
  content.inserted.crd.append(coordinates.begin(), coordinates.end());
}

// Calls visit(coordinates, position) for every stored entry, in storage order.
template <class Visit>
void forEachEntry(const Coordinates& entries, Visit&& visit) {
  const std::size_t order = entries.dims.size();
  std::vector<std::int64_t> coordinates(order);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    for (std::size_t mode = 0; mode < order; ++mode) coordinates[mode] = entries.crd[e * order + mode];
    visit(coordinates, e);
  }
}

}  // namespace

TensorBase::TensorBase(std::string name, std::vector<std::int64_t> dims, Format format, Kind kind)
    : state_(std::make_shared<api::TensorState>()) {
  const std::string subject = name.empty() ? "the tensor" : "tensor " + name;
  if (!name.empty()) api::requireTensorName(name);
  state_->name = std::move(name);
  state_->dims = std::move(dims);
  state_->format = std::move(format);
  static_assert(static_cast<int>(Kind::Complex128) == static_cast<int>(ValueType::Complex128));
  state_->type = static_cast<ValueType>(kind);
  if (static_cast<int>(state_->dims.size()) != state_->format.order())
    failUser(fmt::format("{} has {} and a format of {}", subject, counted(state_->dims.size(), "extent"),
                         counted(state_->format.order(), "level")),
             {}, "a tensor has one extent and one level for each mode",
             "Tensor<float> A(\"A\", {n, m}, Format({dense, compressed}))");
  for (std::size_t mode = 0; mode < state_->dims.size(); ++mode)
    if (const std::int64_t dim = state_->dims[mode]; dim < 0 || dim > maxDimension)
      failUser(fmt::format("mode {} of {} has extent {}", mode, subject, dim), {},
               fmt::format("extents are 0 to {}", maxDimension));
  state_->content.inserted = state_->noEntries();
}

Access TensorBase::access(std::vector<Index> indices) const { return Access(state_, std::move(indices)); }
void TensorBase::pad() { state_->isPadded = true; }

void TensorBase::insertInteger(const std::vector<std::int64_t>& coordinates, std::int64_t value) {
  insertEntry(*state_, coordinates, value);
}
void TensorBase::insertNatural(const std::vector<std::int64_t>& coordinates, std::uint64_t value) {
  insertEntry(*state_, coordinates, value);
}
void TensorBase::insertReal(const std::vector<std::int64_t>& coordinates, double value) {
  insertEntry(*state_, coordinates, value);
}

void TensorBase::insertComplex(const std::vector<std::int64_t>& coordinates, std::complex<double> value) {
  insertEntry(*state_, coordinates, value);
}

std::vector<std::string> TensorBase::read(const std::string& path, int base) {
  requireOwnEntries(*state_);
  ReadOptions options;
  options.type = state_->type;
  options.order = order();
  options.dims = state_->dims;
  options.base = base;
  TensorFile file = withSubject(state_->describe(), [&] { return readTensorFile(path, options); });
  state_->content.value.reset();
  state_->content.inserted = std::move(file.tensor);
  return std::move(file.notes);
}

void TensorBase::write(const std::string& path) {
  const Storage& storage = api::valueOf(state_)->storage();
  withSubject(state_->describe(), [&] { writeTensor(path, storage); });
}

IndexStmt TensorBase::getAssignment() const { return IndexStmt(api::assignmentOf(state_)); }

void TensorBase::compile(const IndexStmt& stmt) {
  if (!state_->content.definition || stmt.state()->definition != state_->content.definition)
    failUser(fmt::format("the statement {} does not compute {}", stmt.str(), state_->describe()), {},
             "a tensor is computed by a schedule of its own, current assignment", "start from its getAssignment()");
  state_->content.compiled = stmt.state();
  state_->content.value.reset();
}

std::string TensorBase::spatial() { return api::programOf(state_); }
Report TensorBase::evaluate(const RunOptions& options) { return api::evaluate(state_, options); }

const std::vector<std::int64_t>& TensorBase::dimensions() const { return state_->dims; }
const Format& TensorBase::format() const { return state_->format; }
std::int64_t TensorBase::stored() { return static_cast<std::int64_t>(api::valueOf(state_)->view().stored()); }

void TensorBase::forEach(const std::function<void(const std::vector<std::int64_t>& coordinates, double value)>& visit) {
  if (stardust::isComplex(state_->type))
    failUser(fmt::format("{} holds {} values", state_->describe(), toString(state_->type)), {},
             "a double has no imaginary part", "visit them with forEachComplex");
  const Coordinates entries = unpack(api::valueOf(state_)->storage());
  forEachEntry(entries,
               [&](const auto& coordinates, std::size_t e) { visit(coordinates, valueAt(entries.values, e)); });
}

void TensorBase::forEachComplex(
    const std::function<void(const std::vector<std::int64_t>& coordinates, std::complex<double> value)>& visit) {
  const Coordinates entries = unpack(api::valueOf(state_)->storage());
  forEachEntry(entries,
               [&](const auto& coordinates, std::size_t e) { visit(coordinates, complexAt(entries.values, e)); });
}

std::ostream& operator<<(std::ostream& out, TensorBase tensor) {
  const Coordinates entries = unpack(api::valueOf(tensor.state())->storage());
  std::visit(
      [&](const auto& values) {
        forEachEntry(entries, [&](const auto& coordinates, std::size_t e) {
          if (!coordinates.empty()) out << shown(coordinates) << " = ";
          out << fmt::format("{}\n", numberOf(values[e]));
        });
      },
      entries.values);
  return out;
}

}  // namespace stardust
