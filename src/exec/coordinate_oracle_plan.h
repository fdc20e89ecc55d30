// The join plan of a product: the order in which its variables are bound, and the effect of each binding on its
// factors. Internal to the coordinate oracle.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "exec/coordinate_oracle_products.h"
#include "exec/reference_cells.h"
#include "support/elements.h"

namespace stardust::exec {

/// A sparse factor with its current position in the trie. [begin[l], end[l]) are the children of the position bound at
/// level l-1.
template <class T>
struct SparseFactor {
  Trie<T> trie;
  std::vector<std::int64_t> begin, end;
};

/// A dense factor: an array, and the offset of the coordinates bound so far.
template <class T>
struct DenseFactor {
  std::vector<T> values;
  std::int64_t offset = 0;
  bool divides = false;
};

/// A partial product.
template <class T>
struct Partial {
  T value;
  double growth;  ///< as Cell::growth
};

/// The effect of binding one variable.
struct Binding {
  struct SparseStep {
    std::size_t factor, level;
    bool last;                ///< the factor's value is complete
    std::int64_t cursor = 0;  ///< leapfrog: the first candidate
  };
  struct DenseStep {
    std::size_t factor;
    std::int64_t stride;
    bool last;
    std::int64_t base = 0;  ///< the offset without this variable
  };
  std::int64_t dim = 0;
  Key keyStride = 0;  ///< 0 for a reduction variable
  std::vector<SparseStep> sparse;
  std::vector<DenseStep> dense;
};

template <class T>
struct JoinPlan {
  Partial<T> coefficient;         ///< includes the factors without variables
  bool isExtreme = false;         ///< a partial product may overflow or underflow
  std::vector<Binding> bindings;  ///< of the variables, in their order
  std::size_t emitDepth = 0;      ///< all variables of the result are among the first `emitDepth`
  std::vector<SparseFactor<T>> sparse;
  std::vector<DenseFactor<T>> dense;

  void multiply(Partial<T>& partial, T factor) const {
    if constexpr (isComplexElement<T>) partial.value = operators::productOf(partial.value, factor);
    else partial.value *= factor;
    if (isExtreme && !std::isinf(magnitudeOf(factor))) partial.growth *= std::max(1.0, magnitudeOf(factor));
  }

  void multiply(Partial<T>& partial, const DenseFactor<T>& factor) const {
    const T operand = factor.values[static_cast<std::size_t>(factor.offset)];
    if (factor.divides) divide(partial, operand);
    else multiply(partial, operand);
  }

  void divide(Partial<T>& partial, T operand) const {
    partial.value /= operand;
    if (isExtreme && operand != T{0}) partial.growth *= std::max(1.0, 1 / magnitudeOf(operand));
  }
};

template <class T>
class JoinPlanner {
 public:
  JoinPlanner(const Problem& problem, const Product<T>& product) : problem_(problem), product_(product) {}

  JoinPlan<T> plan(const KeySpace& space) {
    plan_.coefficient = {product_.coefficient, product_.growth};
    chooseOrder();
    for (std::size_t m = 0; m < problem_.lhs.indices.size(); ++m)
      plan_.bindings[place(problem_.lhs.indices[m])].keyStride = space.strides[m];
    for (std::size_t d = 0; d < plan_.bindings.size(); ++d)
      if (plan_.bindings[d].keyStride != 0) plan_.emitDepth = d + 1;
    plan_.isExtreme = mayLoseDigits();
    for (const notation::Access& a : product_.factors) addFactor(a, false);
    for (const notation::Access& a : product_.divisors) addFactor(a, true);
    return std::move(plan_);
  }

 private:
  const Storage& storage(const notation::Access& a) const { return problem_.operand(a); }
  bool isSparse(const notation::Access& a) const { return !storage(a).format.isDense(); }
  std::size_t place(const notation::IndexVar& v) const {
    return static_cast<std::size_t>(std::find(order_.begin(), order_.end(), v) - order_.begin());
  }

  // Whether a partial product may overflow or underflow, given the largest and smallest value of each factor.
  bool mayLoseDigits() const {
    double largest = product_.growth, smallest = std::min(1.0, magnitudeOf(product_.coefficient));
    const auto include = [&](const notation::Access& a, bool divides) {
      double above = 1, below = 1;
      std::visit(
          [&](const auto& values) {
            for (const auto value : values) {
              const double given = magnitudeOf(numberAs<T>(numberOf(value))), magnitude = divides ? 1 / given : given;
              if (magnitude == 0 || std::isinf(magnitude)) continue;
              above = std::max(above, magnitude);
              below = std::min(below, magnitude);
            }
          },
          storage(a).values);
      largest *= above;
      smallest *= below;
    };
    for (const notation::Access& a : product_.factors) include(a, false);
    for (const notation::Access& a : product_.divisors) include(a, true);
    const ValueType type = problem_.type;
    return mayOverflow(type, largest) || mayUnderflow(type, smallest);
  }

  std::vector<notation::IndexVar> resultOrder() const {
    std::vector<notation::IndexVar> order;
    for (const int mode : problem_.lhs.tensor.format.modeOrder())
      order.push_back(problem_.lhs.indices[static_cast<std::size_t>(mode)]);
    return order;
  }

  // Sparse factors without common variables: each prefix of any order of binding has a complete product.
  static bool areIndependent(const std::vector<const notation::Access*>& factors) {
    std::vector<notation::IndexVar> seen;
    for (const notation::Access* a : factors) {
      for (const notation::IndexVar& v : a->indices)
        if (std::find(seen.begin(), seen.end(), v) != seen.end()) return false;
      seen.insert(seen.end(), a->indices.begin(), a->indices.end());
    }
    return true;
  }

  // Binds first the variables of the first sparse factor in storage order, then those of the other sparse factors, then
  // those of the result in storage order, so that sums over dense extents are innermost. The first factor is the
  // largest, for a sparse result the largest among those that begin with the result's first variable, because sums in
  // the result's order need no merging. Several independent factors are all bound in the result's order.
  void chooseOrder() {
    const auto append = [&](const std::vector<notation::IndexVar>& vars) {
      for (const notation::IndexVar& v : vars)
        if (place(v) == order_.size()) order_.push_back(v);
    };
    std::vector<const notation::Access*> sparse;
    for (const notation::Access& a : product_.factors)
      if (isSparse(a)) sparse.push_back(&a);
    const std::vector<notation::IndexVar> result = resultOrder();
    const bool isSparseResult = !problem_.lhs.tensor.format.isDense();
    const auto begins = [&](const notation::Access* a) {
      return isSparseResult && storageOrder(storage(*a), a->indices).front() == result.front();
    };
    std::stable_sort(sparse.begin(), sparse.end(), [&](const notation::Access* a, const notation::Access* b) {
      if (begins(a) != begins(b)) return begins(a);
      return storage(*a).stored() > storage(*b).stored();
    });
    if (isSparseResult && sparse.size() > 1 && areIndependent(sparse))
      for (const notation::IndexVar& v : result)
        if (std::any_of(sparse.begin(), sparse.end(), [&](const notation::Access* a) { return uses(*a, v); }))
          append({v});
    for (const notation::Access* a : sparse) append(storageOrder(storage(*a), a->indices));
    append(result);
    for (const notation::Access& a : product_.factors) append(a.indices);
    for (const notation::Access& a : product_.divisors) append(a.indices);
    plan_.bindings.resize(order_.size());
    for (std::size_t d = 0; d < order_.size(); ++d) plan_.bindings[d].dim = problem_.dim(order_[d]);
  }

  static bool uses(const notation::Access& a, const notation::IndexVar& v) {
    return std::find(a.indices.begin(), a.indices.end(), v) != a.indices.end();
  }

  std::vector<notation::IndexVar> inOrder(std::vector<notation::IndexVar> vars) const {
    std::sort(vars.begin(), vars.end(),
              [&](const notation::IndexVar& a, const notation::IndexVar& b) { return place(a) < place(b); });
    vars.erase(std::unique(vars.begin(), vars.end()), vars.end());
    return vars;
  }

  void addFactor(const notation::Access& access, bool divides) {
    const std::vector<notation::IndexVar> vars = inOrder(access.indices);
    if (isSparse(access)) {
      SparseFactor<T> factor{makeTrie<T>(storage(access), access.indices, vars), {}, {}};
      factor.begin.assign(vars.size(), 0);
      factor.end.assign(vars.size(), 0);
      factor.end[0] = factor.trie.levels[0].pos[1];
      for (std::size_t l = 0; l < vars.size(); ++l)
        plan_.bindings[place(vars[l])].sparse.push_back({plan_.sparse.size(), l, l + 1 == vars.size()});
      plan_.sparse.push_back(std::move(factor));
      return;
    }
    DenseFactor<T> factor{numbers<T>(storage(access).values), 0, divides};
    if (vars.empty()) {
      plan_.multiply(plan_.coefficient, factor);
      return;
    }
    const std::vector<std::int64_t> strides = denseStrides(storage(access).dims, storage(access).format);
    for (const notation::IndexVar& v : vars) {
      std::int64_t stride = 0;
      for (std::size_t m = 0; m < strides.size(); ++m) stride += access.indices[m] == v ? strides[m] : 0;
      plan_.bindings[place(v)].dense.push_back({plan_.dense.size(), stride, v == vars.back()});
    }
    plan_.dense.push_back(std::move(factor));
  }

  const Problem& problem_;
  const Product<T>& product_;
  std::vector<notation::IndexVar> order_;
  JoinPlan<T> plan_;
};

}  // namespace stardust::exec
