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
  bool seek(Binding::SparseStep& s, std::int64_t c) const {
    const SparseFactor<T>& f = plan_.sparse[s.factor];
    const std::int64_t end = f.end[s.level];
    if (f.trie.levels[s.level].format == dense) {
      s.cursor = f.begin[s.level] + c;
      return s.cursor < end;
    }
    f.trie.levels[s.level].crd.visit([&](const auto& elements) {
      const auto* crd = elements.data();
      std::int64_t step = 1;
      while (s.cursor + step < end && crd[s.cursor + step] < c) {
        s.cursor += step;
        step *= 2;
      }
      s.cursor = std::lower_bound(crd + s.cursor, crd + std::min(end, s.cursor + step + 1), c) - crd;
    });
    return s.cursor < end;
  }

  std::int64_t coordinateAt(const Binding::SparseStep& s) const {
    return plan_.sparse[s.factor].trie.levels[s.level].crd[static_cast<std::size_t>(s.cursor)];
  }

  // Calls visit(c, partial) for each coordinate in the intersection of all sparse factors.
  template <class F>
  void forEach(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.dense) s.base = plan_.dense[s.factor].offset;
    if (&d == &plan_.bindings.back() && d.sparse.size() <= 1) {
      bindLast(d, partial, visit);
    } else if (d.sparse.empty()) {
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

  // The innermost variable completes every factor that has it.
  template <class F>
  void bindLast(const Binding& d, const Partial<T>& partial, F&& visit) {
    ends_.clear();
    for (const auto& s : d.dense) {
      const DenseFactor<T>& f = plan_.dense[s.factor];
      const T* values = f.values.empty() ? nullptr : f.values.data() + s.base;  // a mode below may be empty
      ends_.push_back({values, s.stride, f.divides});
    }
    const End *first = ends_.data(), *end = first + ends_.size();
    const auto multiplied = [&](std::int64_t c, Partial<T> product) {
      for (const End* e = first; e != end; ++e) {
        if (e->divides) plan_.divide(product, e->values[c * e->stride]);
        else plan_.multiply(product, e->values[c * e->stride]);
      }
      return product;
    };
    if (d.sparse.empty()) {
      countSteps(d.dim);
      for (std::int64_t c = 0; c < d.dim; ++c) visit(c, multiplied(c, partial));
      return;
    }
    const Binding::SparseStep& s = d.sparse.front();
    const SparseFactor<T>& f = plan_.sparse[s.factor];
    const T* values = f.trie.values.data();
    const std::int64_t last = f.end[s.level];
    countSteps(last - f.begin[s.level]);
    f.trie.levels[s.level].crd.visit([&](const auto& elements) {
      const auto* crd = elements.data();
      for (std::int64_t p = f.begin[s.level]; p < last; ++p) {
        Partial<T> product = partial;
        plan_.multiply(product, values[p]);
        visit(std::int64_t{crd[p]}, multiplied(crd[p], product));
      }
    });
  }

  template <class F>
  void intersect(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.sparse) {
      s.cursor = plan_.sparse[s.factor].begin[s.level];
      if (s.cursor >= plan_.sparse[s.factor].end[s.level]) return;
    }
    std::int64_t c = coordinateAt(d.sparse.front());
    for (;;) {
      countSteps(1);
      bool agree = true;
      for (auto& s : d.sparse) {
        if (!seek(s, c)) return;
        agree = agree && coordinateAt(s) == c;
        c = coordinateAt(s);
      }
      if (!agree) continue;
      visit(c, bind(d, c, partial));
      ++c;  // stays below maxDimension
    }
  }

  // Binds the variables up to the last variable of the result.
  void descend(std::size_t depth, Key key, const Partial<T>& partial, Cells<T>& cells) {
    if (depth == plan_.emitDepth) return emit(key, reduce(depth, partial), cells);
    Binding& d = plan_.bindings[depth];
    if (depth + 1 == plan_.bindings.size()) {
      forEach(d, partial, [&](std::int64_t c, const Partial<T>& p) {
        emit(key + static_cast<Key>(c) * d.keyStride, stored(p), cells);
      });
    } else {
      forEach(d, partial, [&](std::int64_t c, const Partial<T>& p) {
        descend(depth + 1, key + static_cast<Key>(c) * d.keyStride, p, cells);
      });
    }
  }

  void emit(Key key, const Cell<T>& sum, Cells<T>& cells) const {
    if (sum.terms == 0) return;
    if (repeats_ == 1) return cells.add(key, sum);
    const auto repeats = static_cast<double>(repeats_);
    T value = sum.value;
    if constexpr (isComplexElement<T>) value *= repeats;
    else value *= static_cast<T>(repeats_);
    cells.add(key, {value, sum.magnitude * repeats, sum.terms * repeats, sum.growth});
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

  // A dense factor that the innermost variable completes.
  struct End {
    const T* values;
    std::int64_t stride;
    bool divides;
  };

  JoinPlan<T> plan_;
  std::vector<End> ends_;  // of the innermost variable
  std::int64_t repeats_;
  std::int64_t& steps_;
};

template <class T>
Evaluated evaluate(const Problem& problem, std::int64_t steps) {
  const Access& lhs = problem.lhs;
  std::vector<std::int64_t> dims;
  for (const IndexVar& v : lhs.indices) dims.push_back(problem.dim(v));
  const KeySpace space(dims, lhs.tensor.format);
  const Arithmetic<T> arithmetic{problem.type, problem.productRoundings(), lhs.tensor.type};
  Cells<T> cells(space, problem.op, arithmetic);
  if (problem.existing) addEntries(cells, space, *problem.existing, problem.op);
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
  if (isComplex(problem.type)) return evaluate<std::complex<double>>(problem, maxSteps);
  return isInteger(problem.type) ? evaluate<std::uint64_t>(problem, maxSteps) : evaluate<double>(problem, maxSteps);
}

}  // namespace stardust::exec
