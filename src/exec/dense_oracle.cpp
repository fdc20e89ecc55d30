#include "exec/dense_oracle.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/reference_cells.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::Binary;
using notation::BinaryOp;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;
using notation::Negate;

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
  std::vector<Cell<T>> cells;  // row-major; terms > 0 where an entry is stored

  DenseTensor(const Storage& storage, std::int64_t limit) : dims(storage.dims) {
    cells.resize(static_cast<std::size_t>(extent(dims, limit)));
    const Coordinates entries = unpack(storage);
    const std::vector<T> values = numbers<T>(entries.values);
    for (std::size_t e = 0; e < values.size(); ++e) {
      std::int64_t at = 0;
      for (std::size_t m = 0; m < dims.size(); ++m) at = at * dims[m] + entries.crd[e * dims.size() + m];
      cells[static_cast<std::size_t>(at)].add({values[e], magnitudeOf(values[e]), 1});
    }
  }
};

template <class T>
class DenseOracle {
 public:
  DenseOracle(const Problem& problem, std::int64_t limit) : problem_(problem), limit_(limit) { load(problem.rhs); }

  Evaluated run() {
    const Access& lhs = problem_.lhs;
    std::vector<std::int64_t> dims;
    for (const IndexVar& v : lhs.indices) dims.push_back(problem_.dim(v));
    const KeySpace space(dims, lhs.tensor.format);
    extent(dims, limit_);
    Cells<T> cells(space);
    overAll(lhs.indices, 0, [&] {
      const Cell<T> sum = additive(problem_.rhs);
      if (sum.terms == 0) return;
      Key key = 0;
      for (std::size_t m = 0; m < lhs.indices.size(); ++m)
        key += static_cast<Key>(coordinate_.at(lhs.indices[m])) * space.strides[m];
      cells.add(key, sum);
    });
    return finish(cells, space, lhs.tensor.type, problem_.productRoundings());
  }

 private:
  void load(const Expr& expr) {
    match(
        expr->kind,
        [&](const Access& a) {
          if (!tensors_.count(a.tensor.name))
            tensors_.emplace(a.tensor.name, DenseTensor<T>(problem_.operand(a), limit_));
        },
        [](const Literal&) {}, [&](const Negate& n) { load(n.operand); },
        [&](const Binary& b) {
          load(b.left);
          load(b.right);
        });
  }

  template <class F>
  void overAll(const std::vector<IndexVar>& vars, std::size_t next, F&& body) {
    if (next == vars.size()) return body();
    std::int64_t& c = coordinate_[vars[next]];
    for (c = 0; c < problem_.dim(vars[next]); ++c) overAll(vars, next + 1, body);
  }

  // The sum of an additive term over the variables that are not on the left.
  Cell<T> additive(const Expr& expr) {
    if (const auto* b = std::get_if<Binary>(&expr->kind); b && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub)) {
      Cell<T> sum = additive(b->left);
      sum.add(b->op == BinaryOp::Add ? additive(b->right) : negated(additive(b->right)));
      return sum;
    }
    if (const auto* n = std::get_if<Negate>(&expr->kind)) return negated(additive(n->operand));
    std::vector<IndexVar> summed;
    std::vector<std::int64_t> dims;
    for (const IndexVar& v : notation::variables(expr)) {
      const auto& outer = problem_.lhs.indices;
      if (std::find(outer.begin(), outer.end(), v) == outer.end()) summed.push_back(v);
    }
    for (const IndexVar& v : summed) dims.push_back(problem_.dim(v));
    for (const IndexVar& v : problem_.lhs.indices) dims.push_back(problem_.dim(v));
    extent(dims, limit_);
    Cell<T> sum;
    overAll(summed, 0, [&] { sum.add(at(expr)); });
    return sum;
  }

  // The value at one point of the index space.
  Cell<T> at(const Expr& expr) {
    return match(
        expr->kind,
        [&](const Access& a) {
          const DenseTensor<T>& tensor = tensors_.at(a.tensor.name);
          std::int64_t place = 0;
          for (std::size_t m = 0; m < a.indices.size(); ++m)
            place = place * tensor.dims[m] + coordinate_.at(a.indices[m]);
          return tensor.cells[static_cast<std::size_t>(place)];
        },
        [&](const Literal& l) {
          const T value = number<T>(l, expr->where);
          return Cell<T>{value, magnitudeOf(value), 1};
        },
        [&](const Negate& n) { return negated(at(n.operand)); },
        [&](const Binary& b) { return combined(b.op, at(b.left), at(b.right)); });
  }

  static Cell<T> negated(Cell<T> cell) {
    cell.value = 0 - cell.value;
    return cell;
  }

  Cell<T> combined(BinaryOp op, Cell<T> a, const Cell<T>& b) const {
    if (op == BinaryOp::Add || op == BinaryOp::Sub) {
      a.add(op == BinaryOp::Add ? b : negated(b));
      return a;
    }
    if (a.terms == 0 || b.terms == 0) return {};  // absent, and not computed
    if (op == BinaryOp::Mul) return {a.value * b.value, a.magnitude * b.magnitude, a.terms * b.terms};
    if constexpr (std::is_same_v<T, double>) {
      return {a.value / b.value, a.magnitude / magnitudeOf(b.value), a.terms};
    } else {
      return {divideIntegers(problem_.lhs.tensor.type, a.value, b.value), 0, 1};
    }
  }

  const Problem& problem_;
  const std::int64_t limit_;
  std::map<std::string, DenseTensor<T>> tensors_;
  Dimensions coordinate_;
};

}  // namespace

Evaluated evaluateDense(const Problem& problem, std::int64_t maxPoints) {
  return isInteger(problem.lhs.tensor.type) ? DenseOracle<std::uint64_t>(problem, maxPoints).run()
                                            : DenseOracle<double>(problem, maxPoints).run();
}

}  // namespace stardust::exec
