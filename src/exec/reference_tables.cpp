#include "exec/reference_tables.h"

#include <algorithm>

#include "exec/reference_problem.h"
#include "support/saturated.h"

namespace stardust::exec {

using notation::Access;
using notation::Index;
using notation::IndexTerm;
using notation::IndexVar;

namespace {

constexpr std::int64_t unknown = -1;  // of a variable

// A tensor of integers, each of whose values is stored, the last mode fastest.
std::int64_t entryOf(const Storage& tensor, const std::vector<std::int64_t>& at) {
  const std::vector<std::int64_t> strides = denseStrides(tensor.dims, tensor.format);
  std::int64_t position = 0;
  for (std::size_t m = 0; m < at.size(); ++m) position += at[m] * strides[m];
  return std::visit(
      [&](const auto& values) { return numberAs<std::int64_t>(numberOf(values[static_cast<std::size_t>(position)])); },
      tensor.values);
}

}  // namespace

AccessTable::AccessTable(const Access& access, const Operands& operands, const Dimensions& dims)
    : access_(access), modes_(access.computed.size()) {
  for (const IndexVar& var : access.indices) extents_.push_back(dims.at(var));
  for (const Index& index : access.computed) sums_.push_back(sumOf(index, operands));
}

std::size_t AccessTable::positionOf(const IndexVar& var) const {
  return static_cast<std::size_t>(std::find(access_.indices.begin(), access_.indices.end(), var) -
                                  access_.indices.begin());
}

AccessTable::Sum AccessTable::sumOf(const Index& index, const Operands& operands) const {
  Sum sum{index.constant, {}, true};
  for (const IndexTerm& written : index.terms) {
    Term term{written.factor, written.isGather() ? &operands.at(written.name) : nullptr, {}};
    if (!term.gathered) term.variables.push_back(positionOf(written.name));
    for (const IndexVar& var : written.indices) term.variables.push_back(positionOf(var));
    sum.isAffine = sum.isAffine && !term.gathered;
    sum.terms.push_back(std::move(term));
  }
  return sum;
}

std::int64_t AccessTable::valueOf(const Term& term, const Position& at) {
  if (!term.gathered) return at[term.variables.front()];
  std::vector<std::int64_t> coordinates;
  for (const std::size_t variable : term.variables) coordinates.push_back(at[variable]);
  return entryOf(*term.gathered, coordinates);
}

std::int64_t AccessTable::coordinate(const Sum& index, const Position& at) {
  std::int64_t sum = index.constant;
  for (const Term& term : index.terms) sum = saturated::plus(sum, saturated::times(term.factor, valueOf(term, at)));
  return sum;
}

std::vector<std::int64_t> AccessTable::coordinates(const Position& at) const {
  std::vector<std::int64_t> all;
  for (const Sum& index : sums_) all.push_back(coordinate(index, at));
  return all;
}

AccessTable::Mode AccessTable::tableOf(std::size_t mode) const {
  const Index& index = access_.computed[mode];
  Mode table;
  for (const IndexVar& var : index.variables()) table.variables.push_back(positionOf(var));
  Position at(extents_.size());
  const auto enumerate = [&](const auto& self, std::size_t n) -> void {
    if (n == table.variables.size()) {
      table.places.emplace_back(coordinate(sums_[mode], at), table.values.size());
      for (const std::size_t v : table.variables) table.values.push_back(at[v]);
      return;
    }
    for (std::int64_t& value = at[table.variables[n]] = 0; value < extents_[table.variables[n]]; ++value)
      self(self, n + 1);
  };
  enumerate(enumerate, 0);
  std::sort(table.places.begin(), table.places.end());
  return table;
}

void AccessTable::addReaders(const std::int64_t* entry, std::size_t mode, const Position& known,
                             std::vector<Position>& readers) {
  if (mode == access_.computed.size()) return readers.push_back(known);
  if (sums_[mode].isAffine) addAffine(entry, mode, known, readers);
  else addTabulated(entry, mode, known, readers);
}

// The value of a variable with which the index is the coordinate, by bisection.
std::optional<std::int64_t> AccessTable::found(const Sum& index, std::size_t variable, std::int64_t coordinate,
                                               Position& at) const {
  const auto term = std::find_if(index.terms.begin(), index.terms.end(),
                                 [&](const Term& one) { return one.variables.front() == variable; });
  const bool rises = term->factor > 0;
  std::int64_t first = 0, end = extents_[variable];
  while (first < end) {
    const std::int64_t middle = first + (end - first) / 2;
    at[variable] = middle;
    const std::int64_t value = AccessTable::coordinate(index, at);
    if (value == coordinate) return middle;
    if ((value < coordinate) == rises) first = middle + 1;
    else end = middle;
  }
  return std::nullopt;
}

void AccessTable::addAffine(const std::int64_t* entry, std::size_t mode, const Position& known,
                            std::vector<Position>& readers) {
  const Sum& index = sums_[mode];
  std::vector<std::size_t> open;
  for (const Term& term : index.terms)
    if (known[term.variables.front()] == unknown) open.push_back(term.variables.front());
  std::sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) { return extents_[a] < extents_[b]; });
  Position at = known;
  const auto enumerate = [&](const auto& self, std::size_t n) -> void {
    if (open.empty()) {
      if (coordinate(index, at) == entry[mode]) addReaders(entry, mode + 1, at, readers);
    } else if (n + 1 == open.size()) {
      if (found(index, open[n], entry[mode], at)) addReaders(entry, mode + 1, at, readers);
    } else {
      for (at[open[n]] = 0; at[open[n]] < extents_[open[n]]; ++at[open[n]]) self(self, n + 1);
    }
  };
  enumerate(enumerate, 0);
}

void AccessTable::addTabulated(const std::int64_t* entry, std::size_t mode, const Position& known,
                               std::vector<Position>& readers) {
  if (!modes_[mode]) modes_[mode] = tableOf(mode);
  const Mode& table = *modes_[mode];
  auto place =
      std::lower_bound(table.places.begin(), table.places.end(), std::pair<std::int64_t, std::size_t>{entry[mode], 0});
  for (; place != table.places.end() && place->first == entry[mode]; ++place) {
    Position both = known;
    bool agrees = true;
    for (std::size_t v = 0; v < table.variables.size(); ++v) {
      std::int64_t& value = both[table.variables[v]];
      agrees = agrees && (value == unknown || value == table.values[place->second + v]);
      value = table.values[place->second + v];
    }
    if (agrees) addReaders(entry, mode + 1, both, readers);
  }
}

std::vector<AccessTable::Position> AccessTable::readersOf(const std::int64_t* entry) {
  std::vector<Position> readers;
  addReaders(entry, 0, Position(extents_.size(), unknown), readers);
  return readers;
}

namespace {

Storage tensorRead(const Access& access, const Storage& source, const Operands& operands, const Dimensions& dims) {
  AccessTable table(access, operands, dims);
  const Coordinates entries = unpack(expanded(source));
  const std::vector<std::int64_t> crd = entries.crd.wide();
  const std::size_t order = entries.dims.size();
  Coordinates out{{}, {}, makeValues(source.type(), 0)};
  for (const IndexVar& var : access.indices) out.dims.push_back(dims.at(var));
  for (std::size_t e = 0; e < entries.size(); ++e)
    for (const AccessTable::Position& at : table.readersOf(crd.data() + e * order)) {
      out.crd.append(at.begin(), at.end());
      std::visit([&](auto& to) { to.push_back(std::get<std::decay_t<decltype(to)>>(entries.values)[e]); }, out.values);
    }
  const int modes = out.order();
  const Format sparse(std::vector<LevelFormat>(static_cast<std::size_t>(modes), compressed),
                      denseFormat(modes).modeOrder());
  return pack(out, source.format.isFull() ? denseFormat(modes) : sparse);
}

}  // namespace

Tabled tabled(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims) {
  Tabled result{assignment, operands};
  result.assignment.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read || read->computed.empty()) return notation::Expr();
    const std::string name = notation::print(*read);  // no tensor has this name
    auto table = result.operands.find(name);
    if (table == result.operands.end())
      table = result.operands.emplace(name, tensorRead(*read, operands.at(read->tensor.name), operands, dims)).first;
    notation::TensorVar tensor = read->tensor;
    tensor.name = name;
    tensor.format = table->second.format;
    tensor.dims = table->second.dims;
    return notation::access(tensor, read->indices, e->where);
  });
  return result;
}

}  // namespace stardust::exec
