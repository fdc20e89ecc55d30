#include "exec/coordinate_oracle_products.h"

#include <algorithm>

#include "exec/reference_arithmetic.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::Call;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;

constexpr std::size_t maxProducts = 4096;

template <class T>
using Products = std::vector<Product<T>>;

template <class T>
Product<T> negated(Product<T> p) {
  p.coefficient = T{0} - p.coefficient;
  return p;
}

template <class T>
Product<T> times(Product<T> a, const Product<T>& b) {
  if constexpr (isComplexElement<T>) a.coefficient = operators::productOf(a.coefficient, b.coefficient);
  else a.coefficient *= b.coefficient;
  a.growth *= b.growth;
  a.factors.insert(a.factors.end(), b.factors.begin(), b.factors.end());
  a.divisors.insert(a.divisors.end(), b.divisors.begin(), b.divisors.end());
  return a;
}

// A divisor is a single product (productCount).
template <class T>
Product<T> inverse(Product<T> p) {
  std::swap(p.factors, p.divisors);
  p.coefficient = T{1} / p.coefficient;
  p.growth = std::max(p.growth, magnitudeOf(p.coefficient));
  return p;
}

template <class T>
Products<T> distributed(const Expr& expr);

// For one of the operators that productCount() supports.
template <class T>
Products<T> distributed(const Call& c) {
  Products<T> left = distributed<T>(c.operands[0]), all;
  if (c.op == operators::negate) {
    for (Product<T>& p : left) p = negated(std::move(p));
    return left;
  }
  Products<T> right = distributed<T>(c.operands[1]);
  if (c.op == operators::add || c.op == operators::subtract) {
    all = std::move(left);
    for (Product<T>& p : right) all.push_back(c.op == operators::add ? std::move(p) : negated(std::move(p)));
  } else {
    for (const Product<T>& l : left)
      for (const Product<T>& r : right) all.push_back(times(l, c.op == operators::multiply ? r : inverse(r)));
  }
  return all;
}

template <class T>
Products<T> distributed(const Expr& expr) {
  return match(
      expr->kind,
      [](const Access& a) -> Products<T> {
        return {{1, {a}, {}}};
      },
      [&](const Literal& l) -> Products<T> {
        const T value = number<T>(l, expr->where);
        return {{value, {}, {}, 1, std::max(1.0, magnitudeOf(value))}};
      },
      [&](const Call& c) { return distributed<T>(c); });
}

bool hasSparse(const Problem& problem, const Expr& expr) {
  const auto accesses = notation::accesses(expr);
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const Access& a) { return !problem.operand(a).format.isDense(); });
}

// The number of products after distribution, at most maxProducts; 0 if the expression does not distribute, or an
// operand has bounds.
std::size_t productCount(const Problem& problem, const Expr& expr, bool divides) {
  return match(
      expr->kind, [&](const Access& a) { return std::size_t{problem.computedOperand(a) ? 0U : 1U}; },
      [](const Literal&) { return std::size_t{1}; },
      [&](const Call& c) -> std::size_t {
        const std::size_t first = productCount(problem, c.operands[0], divides);
        if (c.op == operators::negate) return first;
        const bool isSum = c.op == operators::add || c.op == operators::subtract;
        if (!isSum && c.op != operators::multiply && c.op != operators::divide) return 0;
        const std::size_t second = productCount(problem, c.operands[1], divides);
        if (first == 0 || second == 0) return 0;
        if (c.op == operators::divide && (!divides || second != 1 || hasSparse(problem, c.operands[1]))) return 0;
        const std::size_t count = isSum ? first + second : first * second;
        return count > maxProducts ? 0 : count;
      });
}

template <class T>
bool has(const Product<T>& product, const IndexVar& v) {
  const auto uses = [&](const Access& a) {
    return std::find(a.indices.begin(), a.indices.end(), v) != a.indices.end();
  };
  return std::any_of(product.factors.begin(), product.factors.end(), uses) ||
         std::any_of(product.divisors.begin(), product.divisors.end(), uses);
}

}  // namespace

template <class T>
std::optional<std::vector<Product<T>>> sumOfProducts(const Problem& problem, const notation::Term& term) {
  // Integer division does not distribute over sums, even in a factor.
  if (productCount(problem, term.expr, !std::is_integral_v<T>) == 0) return std::nullopt;
  const std::vector<IndexVar>& kept = problem.lhs.indices;
  const std::vector<IndexVar> variables = notation::variables(term.expr);
  Products<T> all;
  for (Product<T>& p : distributed<T>(term.expr)) {
    for (const IndexVar& v : variables) {
      if (std::find(kept.begin(), kept.end(), v) != kept.end() || has(p, v)) continue;
      if (problem.dim(v) != 0 && p.repeats > (std::int64_t{1} << 62) / problem.dim(v))
        failUnsupported("a term that is repeated more than 2^62 times", term.expr->where);
      p.repeats *= problem.dim(v);
    }
    all.push_back(term.negative ? negated(std::move(p)) : std::move(p));
  }
  return all;
}
template std::optional<Products<double>> sumOfProducts(const Problem&, const notation::Term&);
template std::optional<Products<std::complex<double>>> sumOfProducts(const Problem&, const notation::Term&);
template std::optional<Products<std::uint64_t>> sumOfProducts(const Problem&, const notation::Term&);

}  // namespace stardust::exec
