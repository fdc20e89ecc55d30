#include "exec/coordinate_oracle.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/coordinate_oracle_points.h"
#include "exec/coordinate_oracle_products.h"
#include "exec/reference_cells.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::IndexVar;

// A sparse factor: where we are in its trie. [begin[l], end[l]) are the children of the position bound at level l-1.
template <class T>
struct SparseFactor {
  Trie<T> trie;
  std::vector<std::int64_t> begin, end;
};

// A dense factor: an array, and where in it the coordinates bound so far lead.
template <class T>
struct DenseFactor {
  std::vector<T> values;
  std::int64_t offset = 0;
  bool divides = false;
};

// A product on the way.
template <class T>
struct Partial {
  T value;
  double growth;  // as Cell::growth
};

// What binding one variable does.
struct Binding {
  struct SparseStep {
    std::size_t factor, level;
    bool last;                // the value is known now
    std::int64_t cursor = 0;  // leapfrog: the first candidate
  };
  struct DenseStep {
    std::size_t factor;
    std::int64_t stride;
    bool last;
    std::int64_t base = 0;  // the offset before this variable
  };
  std::int64_t dim = 0;
  Key keyStride = 0;  // 0 for a variable that is summed over
  std::vector<SparseStep> sparse;
  std::vector<DenseStep> dense;
};

template <class T>
class ProductJoin {
 public:
  ProductJoin(const Problem& problem, const Product<T>& product, const KeySpace& space, std::int64_t& steps)
      : problem_(problem), product_(product), steps_(steps), coefficient_{product.coefficient, product.growth} {
    chooseOrder();
    for (std::size_t m = 0; m < problem.lhs.indices.size(); ++m)
      bindings_[place(problem.lhs.indices[m])].keyStride = space.strides[m];
    for (std::size_t d = 0; d < bindings_.size(); ++d)
      if (bindings_[d].keyStride != 0) emitDepth_ = d + 1;
    isExtreme_ = mayLoseDigits();
    for (const Access& a : product.factors) addFactor(a, false);
    for (const Access& a : product.divisors) addFactor(a, true);
  }

  void run(Cells<T>& cells) {
    if (product_.repeats != 0) descend(0, Key{0}, coefficient_, cells);
  }

 private:
  const Storage& storage(const Access& a) const { return problem_.operand(a); }
  bool isSparse(const Access& a) const { return !storage(a).format.isDense(); }
  std::size_t place(const IndexVar& v) const {
    return static_cast<std::size_t>(std::find(order_.begin(), order_.end(), v) - order_.begin());
  }

  // Whether a partial product may overflow or underflow, by the largest and the smallest value of each factor.
  bool mayLoseDigits() const {
    double largest = product_.growth, smallest = std::min(1.0, magnitudeOf(product_.coefficient));
    const auto include = [&](const Access& a, bool divides) {
      double above = 1, below = 1;
      for (const T value : numbers<T>(storage(a).values)) {
        const double magnitude = divides ? 1 / magnitudeOf(value) : magnitudeOf(value);
        if (magnitude == 0 || std::isinf(magnitude)) continue;
        above = std::max(above, magnitude);
        below = std::min(below, magnitude);
      }
      largest *= above;
      smallest *= below;
    };
    for (const Access& a : product_.factors) include(a, false);
    for (const Access& a : product_.divisors) include(a, true);
    const ValueType type = problem_.lhs.tensor.type;
    return mayOverflow(type, largest) || mayUnderflow(type, smallest);
  }

  // The largest sparse factor is walked as it is stored; then the variables of the other sparse factors; then the
  // result's, in storage order, so that sums over dense extents come innermost.
  void chooseOrder() {
    const auto append = [&](const std::vector<IndexVar>& vars) {
      for (const IndexVar& v : vars)
        if (place(v) == order_.size()) order_.push_back(v);
    };
    std::vector<const Access*> sparse;
    for (const Access& a : product_.factors)
      if (isSparse(a)) sparse.push_back(&a);
    std::stable_sort(sparse.begin(), sparse.end(),
                     [&](const Access* a, const Access* b) { return storage(*a).stored() > storage(*b).stored(); });
    for (const Access* a : sparse) append(storageOrder(storage(*a), a->indices));
    const Access& lhs = problem_.lhs;
    for (const int mode : lhs.tensor.format.modeOrder()) append({lhs.indices[static_cast<std::size_t>(mode)]});
    for (const Access& a : product_.factors) append(a.indices);
    for (const Access& a : product_.divisors) append(a.indices);
    bindings_.resize(order_.size());
    for (std::size_t d = 0; d < order_.size(); ++d) bindings_[d].dim = problem_.dim(order_[d]);
  }

  std::vector<IndexVar> inOrder(std::vector<IndexVar> vars) const {
    std::sort(vars.begin(), vars.end(), [&](const IndexVar& a, const IndexVar& b) { return place(a) < place(b); });
    vars.erase(std::unique(vars.begin(), vars.end()), vars.end());
    return vars;
  }

  void addFactor(const Access& access, bool divides) {
    const std::vector<IndexVar> vars = inOrder(access.indices);
    if (isSparse(access)) {
      SparseFactor<T> factor{makeTrie<T>(storage(access), access.indices, vars), {}, {}};
      factor.begin.assign(vars.size(), 0);
      factor.end.assign(vars.size(), 0);
      factor.end[0] = factor.trie.levels[0].pos[1];
      for (std::size_t l = 0; l < vars.size(); ++l)
        bindings_[place(vars[l])].sparse.push_back({sparse_.size(), l, l + 1 == vars.size()});
      sparse_.push_back(std::move(factor));
      return;
    }
    DenseFactor<T> factor{numbers<T>(storage(access).values), 0, divides};
    if (vars.empty()) {
      multiply(coefficient_, factor);
      return;
    }
    const std::vector<std::int64_t> strides = denseStrides(storage(access).dims, storage(access).format);
    for (const IndexVar& v : vars) {
      std::int64_t stride = 0;
      for (std::size_t m = 0; m < strides.size(); ++m) stride += access.indices[m] == v ? strides[m] : 0;
      bindings_[place(v)].dense.push_back({dense_.size(), stride, v == vars.back()});
    }
    dense_.push_back(std::move(factor));
  }

  void multiply(Partial<T>& partial, T factor) const {
    partial.value *= factor;
    if (isExtreme_ && !std::isinf(magnitudeOf(factor))) partial.growth *= std::max(1.0, magnitudeOf(factor));
  }

  void multiply(Partial<T>& partial, const DenseFactor<T>& factor) const {
    const T operand = factor.values[static_cast<std::size_t>(factor.offset)];
    if constexpr (std::is_same_v<T, double>) {
      if (factor.divides) {
        partial.value /= operand;
        if (isExtreme_ && operand != 0) partial.growth *= std::max(1.0, 1 / magnitudeOf(operand));
        return;
      }
    }
    multiply(partial, operand);
  }

  void countSteps(std::int64_t n) {
    steps_ -= n;
    if (steps_ < 0) failTooManySteps();
  }

  // Binds d to coordinate c: moves the dense offsets, opens the children of the sparse factors (already at c), and
  // multiplies the factors that are now complete.
  Partial<T> bind(Binding& d, std::int64_t c, Partial<T> partial) {
    for (const auto& s : d.sparse) {
      SparseFactor<T>& f = sparse_[s.factor];
      const auto position = static_cast<std::size_t>(s.cursor);
      if (s.last) {
        multiply(partial, f.trie.values[position]);
      } else {
        f.begin[s.level + 1] = f.trie.levels[s.level + 1].pos[position];
        f.end[s.level + 1] = f.trie.levels[s.level + 1].pos[position + 1];
      }
    }
    for (const auto& s : d.dense) {
      DenseFactor<T>& f = dense_[s.factor];
      f.offset = s.base + c * s.stride;
      if (s.last) multiply(partial, f);
    }
    return partial;
  }

  // Moves the cursor to the first coordinate >= c by doubling steps, then bisection.
  bool seek(Binding::SparseStep& s, std::int32_t c) const {
    const SparseFactor<T>& f = sparse_[s.factor];
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
    return sparse_[s.factor].trie.levels[s.level].crd[static_cast<std::size_t>(s.cursor)];
  }

  // Calls visit(c, partial) for each coordinate that all sparse factors have.
  template <class F>
  void forEach(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.dense) s.base = dense_[s.factor].offset;
    if (d.sparse.empty()) {
      countSteps(d.dim);
      for (std::int64_t c = 0; c < d.dim; ++c) visit(c, bind(d, c, partial));
    } else if (d.sparse.size() == 1) {
      Binding::SparseStep& s = d.sparse.front();
      const std::int64_t begin = sparse_[s.factor].begin[s.level], end = sparse_[s.factor].end[s.level];
      countSteps(end - begin);
      for (s.cursor = begin; s.cursor < end; ++s.cursor) {
        const std::int64_t c = coordinateAt(s);
        visit(c, bind(d, c, partial));
      }
    } else {
      intersect(d, partial, visit);
    }
    for (const auto& s : d.dense) dense_[s.factor].offset = s.base;
  }

  template <class F>
  void intersect(Binding& d, const Partial<T>& partial, F&& visit) {
    for (auto& s : d.sparse) {
      s.cursor = sparse_[s.factor].begin[s.level];
      if (s.cursor >= sparse_[s.factor].end[s.level]) return;
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
      ++c;  // below maxDimension
    }
  }

  // Binds the variables up to the last one of the result.
  void descend(std::size_t depth, Key key, const Partial<T>& partial, Cells<T>& cells) {
    if (depth == emitDepth_) {
      const Cell<T> sum = reduce(depth, partial);
      if (sum.terms > 0)
        cells.add(key,
                  {sum.value * static_cast<T>(product_.repeats), sum.magnitude * static_cast<double>(product_.repeats),
                   sum.terms * static_cast<double>(product_.repeats), sum.growth});
      return;
    }
    Binding& d = bindings_[depth];
    forEach(d, partial, [&](std::int64_t c, const Partial<T>& p) {
      descend(depth + 1, key + static_cast<Key>(c) * d.keyStride, p, cells);
    });
  }

  static Cell<T> stored(const Partial<T>& p) { return {p.value, magnitudeOf(p.value), 1, p.growth}; }

  // Sums over the rest.
  Cell<T> reduce(std::size_t depth, const Partial<T>& partial) {
    if (depth == bindings_.size()) return stored(partial);
    Binding& d = bindings_[depth];
    Cell<T> sum;
    if (depth + 1 == bindings_.size())
      forEach(d, partial, [&](std::int64_t, const Partial<T>& p) { sum.add(stored(p)); });
    else forEach(d, partial, [&](std::int64_t, const Partial<T>& p) { sum.add(reduce(depth + 1, p)); });
    return sum;
  }

  const Problem& problem_;
  const Product<T>& product_;
  std::int64_t& steps_;
  Partial<T> coefficient_;
  bool isExtreme_ = false;
  std::vector<IndexVar> order_;
  std::vector<Binding> bindings_;  // by place in order_
  std::size_t emitDepth_ = 0;
  std::vector<SparseFactor<T>> sparse_;
  std::vector<DenseFactor<T>> dense_;
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
        for (const Product<T>& product : *products) ProductJoin<T>(problem, product, space, steps).run(cells);
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
