// The reference for a computed left side: entries of the right side at the coordinates that the indices give.
#include "exec/reference_cells.h"
#include "exec/reference_problem.h"
#include "exec/reference_tables.h"

namespace stardust::exec {
namespace {

template <class Coordinate>
Key keyOf(const Coordinate* coordinates, const KeySpace& space) {
  Key key = 0;
  for (std::size_t m = 0; m < space.dims.size(); ++m) key += static_cast<Key>(coordinates[m]) * space.strides[m];
  return key;
}

template <class T>
Evaluated placedIn(const notation::Access& result, notation::AssignOp op, const Evaluated& part,
                   const Storage* contents, AccessTable table) {
  const ValueType type = result.tensor.type;
  const KeySpace space(result.tensor.dims, result.tensor.format);
  const Arithmetic<T> arithmetic{type, part.termRoundings + 1};
  Cells<T> cells(space, op, arithmetic);
  const std::size_t order = space.dims.size();
  if (contents) {
    const Coordinates entries = unpack(*contents);
    const std::vector<T> values = numbers<T>(entries.values);
    const std::vector<std::int64_t> crd = entries.crd.wide();
    for (std::size_t e = 0; e < values.size(); ++e) {
      const std::int64_t* entry = crd.data() + e * order;
      if (op == notation::AssignOp::Set && !table.readersOf(entry).empty()) continue;
      cells.add(keyOf(entry, space), arithmetic.stored(values[e]));
    }
  }
  const Coordinates entries = unpack(part.result);
  const std::vector<T> values = numbers<T>(entries.values);
  const std::size_t variables = entries.dims.size();
  const std::vector<std::int64_t> crd = entries.crd.wide();
  for (std::size_t e = 0; e < values.size(); ++e) {
    const std::int64_t* at = crd.data() + e * variables;
    const std::vector<std::int64_t> coordinates = table.coordinates({at, at + variables});
    Cell<T> cell = arithmetic.stored(values[e]);
    if (!part.magnitude.empty()) {
      cell.isExact = cell.isExact && part.magnitude[e] == 0;
      cell.magnitude = part.magnitude[e];
      cell.terms = std::max(1.0, part.operations[e] - part.termRoundings);
    }
    cells.add(keyOf(coordinates.data(), space), cell);
  }
  return finish(cells, space, arithmetic, notation::reducesAll(op) ? identityOf<T>(op, type) : T{0});
}

}  // namespace

Evaluated placed(const notation::Access& result, notation::AssignOp op, const Evaluated& part, const Storage* contents,
                 const Operands& operands, const Dimensions& dims) {
  notation::Access expandedResult = result;
  expandedResult.tensor.format = expanded(result.tensor.format);
  const Storage old = contents ? expanded(*contents) : Storage();
  AccessTable table(result, operands, dims);
  if (isComplex(result.tensor.type))
    return placedIn<std::complex<double>>(expandedResult, op, part, contents ? &old : nullptr, std::move(table));
  return isInteger(result.tensor.type)
             ? placedIn<std::uint64_t>(expandedResult, op, part, contents ? &old : nullptr, std::move(table))
             : placedIn<double>(expandedResult, op, part, contents ? &old : nullptr, std::move(table));
}

}  // namespace stardust::exec
