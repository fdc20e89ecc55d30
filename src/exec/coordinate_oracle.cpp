#include "exec/coordinate_oracle.h"

#include <algorithm>

#include "exec/coordinate_oracle_plan.h"
#include "exec/coordinate_oracle_points.h"
#include "exec/coordinate_oracle_products.h"
#include "notation/accumulate.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::IndexVar;

/// Sums a product, `repeats` times at each point.
template <class T>
class ProductJoin {
 public:
  ProductJoin(JoinPlan<T> plan, std::int64_t repeats, std::int64_t& steps)
      : plan_(std::move(plan)), repeats_(repeats), steps_(steps) {}

  void run(Cells<T>& cells) {
    if (repeats_ != 0) descend(0, Key{0}, plan_.coefficient, cells);
  }

 private:
  void countSteps(std::int64_t n) {
    steps_ -= n;
    if (steps_ < 0) failTooManySteps();
  }

  // Binds variable d to coordinate c: advances the dense offsets, opens the children of the sparse factors (already at
  // c), and multiplies by the factors that are now complete.
  Partial<T> bind(Binding& d, std::int64_t c, Partial<T> partial) {
    for (const auto& s : d.sparse) {
      SparseFactor<T>& f = plan_.sparse[s.factor];
      const auto position = static_cast<std::size_t>(s.cursor);
      if (s.last) {
        plan_.multiply(partial, f.trie.values[position]);
      } else {
        f.begin[s.level + 1] = f.trie.levels[s.level + 1].pos[position];
        f.end[s.level + 1] = f.trie.levels[s.level + 1].pos[position + 1];
      }
    }
    for (const auto& s : d.dense) {
      DenseFactor<T>& f = plan_.dense[s.factor];
      f.offset = s.base + c * s.stride;
      if (s.last) plan_.multiply(partial, f);
    }
    return partial;
  }

  // Moves the cursor to the first coordinate >= c, by galloping search.
  bool seek(Binding::SparseStep& s, std::int32_t c) const {
    const SparseFactor<T>& f = plan_.sparse[s.factor];
    const std::int32_t* crd = f.trie.levels[s.level].crd.data();
    const std::int64_t end = f.end[s.level];
    std::int64_t step = 1;
    while (s.cursor + step < end && crd[s.cursor + step] < c) {
      s.cursor += step;
      step *= 2;
    }
    s.cursor = std::lower_bound(crd + s.cursor, crd + std::min(end, s.cursor + step + 1), c) - crd;
    return s.cursor < end;
  }

  std::int32_t coordinateAt(const Binding::SparseStep& s) const {
    return plan_.sparse[s.factor].trie.levels[s.level].crd[static_cast<std::size_t>(s.cursor)];
  }

  // Calls visit(c, partial) for each coordinate in the intersection of all sparse factors.
  template <class F>
  void forEach(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.dense) s.base = plan_.dense[s.factor].offset;
    if (d.sparse.empty()) {
      countSteps(d.dim);
      for (std::int64_t c = 0; c < d.dim; ++c) visit(c, bind(d, c, partial));
    } else if (d.sparse.size() == 1) {
      Binding::SparseStep& s = d.sparse.front();
      const std::int64_t begin = plan_.sparse[s.factor].begin[s.level], end = plan_.sparse[s.factor].end[s.level];
      countSteps(end - begin);
      for (s.cursor = begin; s.cursor < end; ++s.cursor) {
        const std::int64_t c = coordinateAt(s);
        visit(c, bind(d, c, partial));
      }
    } else {
      intersect(d, partial, visit);
    }
    for (const auto& s : d.dense) plan_.dense[s.factor].offset = s.base;
  }

  template <class F>
  void intersect(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.sparse) {
      s.cursor = plan_.sparse[s.factor].begin[s.level];
      if (s.cursor >= plan_.sparse[s.factor].end[s.level]) return;
    }
    std::int32_t c = coordinateAt(d.sparse.front());
    for (;;) {
      countSteps(1);
      bool agree = true;
      for (auto& s : d.sparse) {
        if (!seek(s, c)) return;
        agree = agree && coordinateAt(s) == c;
        c = coordinateAt(s);
      }
      if (!agree) continue;
      visit(std::int64_t{c}, bind(d, c, partial));
      ++c;  // stays below maxDimension
    }
  }

  // Binds the variables up to the last variable of the result.
  void descend(std::size_t depth, Key key, const Partial<T>& partial, Cells<T>& cells) {
    if (depth == plan_.emitDepth) {
      const Cell<T> sum = reduce(depth, partial);
      if (sum.terms > 0)
        cells.add(key, {sum.value * static_cast<T>(repeats_), sum.magnitude * static_cast<double>(repeats_),
                        sum.terms * static_cast<double>(repeats_), sum.growth});
      return;
    }
    Binding& d = plan_.bindings[depth];
    forEach(d, partial, [&](std::int64_t c, const Partial<T>& p) {
      descend(depth + 1, key + static_cast<Key>(c) * d.keyStride, p, cells);
    });
  }

  static Cell<T> stored(const Partial<T>& p) { return {p.value, magnitudeOf(p.value), 1, p.growth}; }

  // Sums over the remaining variables.
  Cell<T> reduce(std::size_t depth, const Partial<T>& partial) {
    if (depth == plan_.bindings.size()) return stored(partial);
    Binding& d = plan_.bindings[depth];
    Cell<T> sum;
    if (depth + 1 == plan_.bindings.size())
      forEach(d, partial, [&](std::int64_t, const Partial<T>& p) { sum.add(stored(p)); });
    else forEach(d, partial, [&](std::int64_t, const Partial<T>& p) { sum.add(reduce(depth + 1, p)); });
    return sum;
  }

  JoinPlan<T> plan_;
  std::int64_t repeats_;
  std::int64_t& steps_;
};

template <class T>
Evaluated evaluate(const Problem& problem, std::int64_t steps) {
  const Access& lhs = problem.lhs;
  std::vector<std::int64_t> dims;
  for (const IndexVar& v : lhs.indices) dims.push_back(problem.dim(v));
  const KeySpace space(dims, lhs.tensor.format);
  const Arithmetic<T> arithmetic{lhs.tensor.type, problem.productRoundings()};
  Cells<T> cells(space, problem.op, arithmetic);
  if (problem.existing) addEntries(cells, space, *problem.existing);
  if (notation::reducesAll(problem.op)) {
    for (const notation::Expr& term : notation::reductionTerms(problem.op, problem.rhs))
      addPoints(problem, term, true, space, arithmetic, steps, cells);
  } else {
    for (const notation::Term& term : notation::additiveTerms(problem.rhs)) {
      if (const auto products = sumOfProducts<T>(problem, term))
        for (const Product<T>& product : *products)
          ProductJoin<T>(JoinPlanner<T>(problem, product).plan(space), product.repeats, steps).run(cells);
      else
        addPoints(problem, term.negative ? notation::negate(term.expr) : term.expr, false, space, arithmetic, steps,
                  cells);
    }
  }
  return finish(cells, space, arithmetic, identityOf<T>(problem.op, lhs.tensor.type));
}

}  // namespace

Evaluated evaluateCoordinates(const Problem& problem, std::int64_t maxSteps) {
  return isInteger(problem.lhs.tensor.type) ? evaluate<std::uint64_t>(problem, maxSteps)
                                            : evaluate<double>(problem, maxSteps);
}

}  // namespace stardust::exec
