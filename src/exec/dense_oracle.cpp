#include "exec/dense_oracle.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/reference_cells.h"
#include "notation/accumulate.h"
#include "notation/stored.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::Call;
using notation::callOf;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;

std::int64_t extent(const std::vector<std::int64_t>& dims, std::int64_t limit) {
  std::int64_t points = 1;
  for (const std::int64_t d : dims) {
    if (d == 0) return 0;
    if (points > limit / d)
      failUnsupported(fmt::format("brute force over more than {} points", limit), {}, "it visits the whole index space",
                      "evaluate by coordinates");
    points *= d;
  }
  return points;
}

template <class T>
struct DenseTensor {
  std::vector<std::int64_t> dims;
  std::vector<Cell<T>> cells;  // row-major; terms > 0 at stored entries

  // `computed`: the storage with bounds, or null.
  DenseTensor(const Storage& storage, const Evaluated* computed, std::int64_t limit, const Arithmetic<T>& arithmetic)
      : dims(storage.dims) {
    cells.resize(static_cast<std::size_t>(extent(dims, limit)));
    const Coordinates entries = unpack(storage);
    const std::vector<T> values = numbers<T>(entries.values);
    for (std::size_t e = 0; e < values.size(); ++e) {
      std::int64_t at = 0;
      for (std::size_t m = 0; m < dims.size(); ++m) at = at * dims[m] + entries.crd[e * dims.size() + m];
      cells[static_cast<std::size_t>(at)].add(computed ? arithmetic.computed(values[e], *computed, e)
                                                       : arithmetic.stored(values[e]));
    }
  }
};

template <class T>
class DenseOracle {
 public:
  DenseOracle(const Problem& problem, std::int64_t limit)
      : problem_(problem),
        limit_(limit),
        arithmetic_{problem.type, problem.productRoundings(), problem.lhs.tensor.type} {
    load(problem.rhs);
  }

  Evaluated run() {
    const Access& lhs = problem_.lhs;
    std::vector<std::int64_t> dims;
    for (const IndexVar& v : lhs.indices) dims.push_back(problem_.dim(v));
    const KeySpace space(dims, lhs.tensor.format);
    extent(dims, limit_);
    Cells<T> cells(space, problem_.op, arithmetic_);
    if (problem_.existing) addEntries(cells, space, *problem_.existing, problem_.op);
    const bool reduces = notation::reducesAll(problem_.op);
    overAll(lhs.indices, 0, [&] {
      const Cell<T> value = reduces ? reduced(problem_.rhs) : additive(problem_.rhs);
      if (value.terms == 0) return;
      Key key = 0;
      for (std::size_t m = 0; m < lhs.indices.size(); ++m)
        key += static_cast<Key>(coordinate_.at(lhs.indices[m])) * space.strides[m];
      cells.add(key, value);
    });
    return finish(cells, space, arithmetic_, identityOf<T>(problem_.op, lhs.tensor.type));
  }

 private:
  void load(const Expr& expr) {
    match(
        expr->kind,
        [&](const Access& a) {
          if (!tensors_.count(a.tensor.name))
            tensors_.emplace(a.tensor.name,
                             DenseTensor<T>(problem_.operand(a), problem_.computedOperand(a), limit_, arithmetic_));
        },
        [](const Literal&) {},
        [&](const Call& c) {
          for (const Expr& operand : c.operands) load(operand);
        });
  }

  template <class F>
  void overAll(const std::vector<IndexVar>& vars, std::size_t next, F&& body) {
    if (next == vars.size()) return body();
    std::int64_t& c = coordinate_[vars[next]];
    for (c = 0; c < problem_.dim(vars[next]); ++c) overAll(vars, next + 1, body);
  }

  // The sum of an additive term over its reduction variables.
  Cell<T> additive(const Expr& expr) {
    const Call *added = callOf(expr, operators::add), *subtracted = callOf(expr, operators::subtract);
    if (added || subtracted) {
      const std::vector<Expr>& operands = (added ? added : subtracted)->operands;
      Cell<T> sum = additive(operands[0]);
      sum.add(added ? additive(operands[1]) : arithmetic_.negated(additive(operands[1])));
      return sum;
    }
    if (const Call* n = callOf(expr, operators::negate)) return arithmetic_.negated(additive(n->operands[0]));
    Cell<T> sum;
    overReduced(expr, [&] { sum.add(at(expr)); });
    return sum;
  }

  // Reduces each part over the points at which all its operands are stored.
  Cell<T> reduced(const Expr& expr) {
    Cell<T> reduction;
    for (const Expr& term : notation::reductionTerms(problem_.op, expr))
      overReduced(term, [&] {
        if (allStored(term)) arithmetic_.reduce(problem_.op, reduction, at(term));
      });
    return reduction;
  }

  bool allStored(const Expr& expr) {
    const auto accesses = notation::accesses(expr);
    return std::all_of(accesses.begin(), accesses.end(), [&](const Access& a) { return at(a).terms > 0; });
  }

  // Iterates over the expression's reduction variables.
  template <class F>
  void overReduced(const Expr& expr, F&& body) {
    std::vector<IndexVar> reduced;
    std::vector<std::int64_t> dims;
    for (const IndexVar& v : notation::variables(expr)) {
      const auto& outer = problem_.lhs.indices;
      if (std::find(outer.begin(), outer.end(), v) == outer.end()) reduced.push_back(v);
    }
    for (const IndexVar& v : reduced) dims.push_back(problem_.dim(v));
    for (const IndexVar& v : problem_.lhs.indices) dims.push_back(problem_.dim(v));
    extent(dims, limit_);
    overAll(reduced, 0, body);
  }

  // The value at one point of the index space.
  Cell<T> at(const Expr& expr) {
    return match(
        expr->kind, [&](const Access& a) { return at(a); },
        [&](const Literal& l) { return arithmetic_.stored(number<T>(l, expr->where)); },
        [&](const Call& c) { return withPlace(c.operands.back()->where, [&] { return at(c); }); });
  }

  Cell<T> at(const Access& a) const {
    const DenseTensor<T>& tensor = tensors_.at(a.tensor.name);
    std::int64_t place = 0;
    for (std::size_t m = 0; m < a.indices.size(); ++m) place = place * tensor.dims[m] + coordinate_.at(a.indices[m]);
    return tensor.cells[static_cast<std::size_t>(place)];
  }

  // An absent cell is 0 without terms: a sum ignores it, and a selection uses the 0.
  Cell<T> at(const Call& c) {
    Cell<T> operands[operators::mostOperands];
    for (std::size_t n = 0; n < c.operands.size(); ++n) operands[n] = at(c.operands[n]);
    if (!operators::isStored(
            *c.op, [&](std::size_t n) { return operands[n].terms > 0; }, notation::constantsOf(c)))
      return {};  // not computed
    const bool areReal = isComplexElement<T> && notation::hasRealOperands(c);
    return arithmetic_.applied(c.op, operands, areReal);
  }

  const Problem& problem_;
  const std::int64_t limit_;
  const Arithmetic<T> arithmetic_;
  std::map<std::string, DenseTensor<T>> tensors_;
  Dimensions coordinate_;
};

}  // namespace

Evaluated evaluateDense(const Problem& problem, std::int64_t maxPoints) {
  if (isComplex(problem.type)) return DenseOracle<std::complex<double>>(problem, maxPoints).run();
  return isInteger(problem.type) ? DenseOracle<std::uint64_t>(problem, maxPoints).run()
                                 : DenseOracle<double>(problem, maxPoints).run();
}

}  // namespace stardust::exec
