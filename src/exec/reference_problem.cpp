#include "exec/reference_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "notation/stored.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::exec {

using notation::Access;
using notation::Call;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;

namespace {

constexpr int maxDepth = 1000;            // of expressions: the evaluators are recursive
constexpr std::size_t maxVariables = 64;  // of an assignment: the evaluators recurse over variables, too

// Counts the nodes of `expr`, and refuses expressions that would exhaust the stack.
std::int64_t measure(const Expr& expr, int depth = 0) {
  if (depth > maxDepth)
    failUser("the expression is nested too deeply", expr->where, fmt::format("at most {} operators deep", maxDepth),
             "compute a part of it into a tensor of its own");
  return match(
      expr->kind, [](const Access&) { return std::int64_t{1}; }, [](const Literal&) { return std::int64_t{1}; },
      [&](const Call& c) {
        std::int64_t nodes = 1;
        for (const Expr& operand : c.operands) nodes += measure(operand, depth + 1);
        return nodes;
      });
}

void noteOperands(const Expr& expr, const Operands& operands, Dimensions& dims) {
  match(
      expr->kind, [&](const Access& a) { noteOperand(a, operands, expr->where, dims); }, [](const Literal&) {},
      [&](const Call& c) {
        for (const Expr& operand : c.operands) noteOperands(operand, operands, dims);
      });
}

void checkTypes(const Expr& expr, const Operands& operands, const Access& lhs, ValueType type) {
  match(
      expr->kind,
      [&](const Access& a) {
        notation::requireConversion(a, operands.at(a.tensor.name).type(), lhs.tensor, type, expr->where);
      },
      [&](const Literal& l) {
        if (isInteger(type)) number<std::uint64_t>(l, expr->where);
      },
      [&](const Call& c) {
        notation::requireOperator(c, type, expr->where);
        for (const Expr& operand : c.operands) checkTypes(operand, operands, lhs, type);
      });
}

// The types of the data decide, which may be other than those of the accesses.
Expr withTypesOf(const Operands& operands, const Expr& expr) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    const auto data = read ? operands.find(read->tensor.name) : operands.end();
    if (data == operands.end() || data->second.type() == read->tensor.type) return Expr();
    notation::TensorVar typed = read->tensor;
    typed.type = data->second.type();
    return notation::access(notation::withTensor(*read, typed), e->where);
  });
}

}  // namespace

// A product of complex numbers is a sum of two products.
double Problem::productRoundings() const { return (isComplex(type) ? 4.0 : 2.0) * static_cast<double>(measure(rhs)); }

void noteDimensions(const Access& access, const std::vector<std::int64_t>& modes, Location where, Dimensions& dims) {
  require(modes.size() == access.indices.size(), "an access has one index for each mode");
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const auto [known, isNew] = dims.emplace(access.indices[m], modes[m]);
    if (!isNew && known->second != modes[m])
      failUser(fmt::format("mode {} of {} has dimension {}, but {} ranges over {}", m + 1, access.tensor.name, modes[m],
                           access.indices[m], known->second),
               where, "an index variable has one dimension");
  }
}

void noteOperand(const Access& access, const Operands& operands, Location where, Dimensions& dims) {
  const auto found = operands.find(access.tensor.name);
  if (found == operands.end()) failUser(fmt::format("no data was given for the tensor {}", access.tensor.name), where);
  if (found->second.dims.size() != access.indices.size())
    failUser(
        fmt::format("the data of {} have {}, but it is accessed with {}", access.tensor.name,
                    counted(found->second.dims.size(), "mode"), counted(access.indices.size(), "index", "indices")),
        where);
  noteDimensions(access, found->second.dims, where, dims);
}

Problem makeProblem(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims) {
  const Expr rhs = withTypesOf(operands, assignment.rhs);
  const ValueType type = stardust::expressionType(assignment.lhs.tensor.type, notation::operandTypes(rhs));
  Problem problem{assignment.lhs, assignment.op, rhs, operands, dims, type};
  const Access& lhs = problem.lhs;
  measure(problem.rhs);
  if (lhs.indices.size() != static_cast<std::size_t>(lhs.tensor.order()))
    failUser(fmt::format("{} has {}, but is accessed with {}", lhs.tensor.name, counted(lhs.tensor.order(), "mode"),
                         counted(lhs.indices.size(), "index", "indices")),
             assignment.lhsWhere);
  const bool exists = assignment.op != notation::AssignOp::Set && operands.count(lhs.tensor.name);
  if (exists && assignment.op == operators::add)
    problem.rhs =
        notation::binary(operators::add, notation::access(lhs.tensor, lhs.indices, assignment.lhsWhere), problem.rhs);
  if (exists && notation::reducesAll(assignment.op)) {
    noteOperand(lhs, operands, assignment.lhsWhere, problem.dims);
    problem.existing = &problem.operand(lhs);
    checkTypes(notation::access(lhs.tensor, lhs.indices, assignment.lhsWhere), operands, lhs, problem.type);
  }
  noteOperands(problem.rhs, operands, problem.dims);
  if (!lhs.tensor.dims.empty()) noteDimensions(lhs, lhs.tensor.dims, assignment.lhsWhere, problem.dims);
  notation::requireDivisors(problem.rhs, assignment.op,
                            [&](const Access& a) { return operands.at(a.tensor.name).format.isDense(); });
  checkTypes(problem.rhs, operands, lhs, problem.type);

  for (auto v = lhs.indices.begin(); v != lhs.indices.end(); ++v) {
    if (std::find(lhs.indices.begin(), v, *v) != v)
      failUnsupported(fmt::format("{} occurs twice on the left", *v), assignment.lhsWhere,
                      "a result is computed at every coordinate, not along a diagonal");
    if (!problem.dims.count(*v))
      failUser(fmt::format("the dimension of {} is not known", *v), assignment.lhsWhere, "no operand has this variable",
               fmt::format("give it with -d={}:N", *v));
  }
  if (problem.dims.size() > maxVariables)
    failUnsupported(fmt::format("an assignment with {}", counted(problem.dims.size(), "index variable")),
                    assignment.lhsWhere, fmt::format("at most {}", maxVariables));
  return problem;
}

template <class T>
std::vector<T> numbers(const Values& values) {
  // Conversion of a negative integer to uint64_t yields its residue; sums and products are computed modulo 2^64.
  return std::visit(
      [](const auto& from) {
        std::vector<T> to(from.size());
        std::transform(from.begin(), from.end(), to.begin(), [](auto v) { return numberAs<T>(numberOf(v)); });
        return to;
      },
      values);
}
template std::vector<double> numbers(const Values&);
template std::vector<std::complex<double>> numbers(const Values&);
template std::vector<std::uint64_t> numbers(const Values&);

template <>
double number(const Literal& literal, Location) {
  const auto real = notation::realNumber(literal);
  if (!real) failInternal("an imaginary literal among real numbers");
  return *real;
}
template <>
std::complex<double> number(const Literal& literal, Location) {
  if (const auto* imaginary = std::get_if<notation::Imaginary>(&literal.value)) return {0, imaginary->value};
  return notation::realNumber(literal).value();
}
template <>
std::uint64_t number(const Literal& literal, Location where) {
  if (const auto* integer = std::get_if<std::int64_t>(&literal.value)) return static_cast<std::uint64_t>(*integer);
  const double v = std::get<double>(literal.value);
  if (!(std::abs(v) < 0x1p63) || v != std::trunc(v))
    failUser(fmt::format("the literal {} is not an integer, but the result is", v), where,
             "an integer result cannot keep fractions", "give the result a floating-point type");
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(v));
}

template <class T>
std::optional<std::int64_t> Trie<T>::find(std::size_t level, std::int64_t parent, std::int64_t coordinate) const {
  const LevelView& l = levels[level];
  const auto p = static_cast<std::size_t>(parent);
  if (l.format == dense) return l.pos[p] + coordinate;
  const std::int64_t first = l.pos[p], last = l.pos[p + 1];
  return l.crd.visit([&](const auto& crd) -> std::optional<std::int64_t> {
    const auto begin = crd.begin() + first, end = crd.begin() + last;
    const auto found = std::lower_bound(begin, end, coordinate);
    if (found == end || *found != coordinate) return std::nullopt;
    return found - crd.begin();
  });
}
template struct Trie<double>;
template struct Trie<std::complex<double>>;
template struct Trie<std::uint64_t>;

namespace {

// Whether the levels of the tensor serve as those of a trie with this order: dense and compressed levels, and a dense
// level does not list many nodes without children.
bool isTrie(const Storage& storage, const std::vector<IndexVar>& indices, const std::vector<IndexVar>& order) {
  if (storage.format.isSymmetric() || order.size() != indices.size() || storageOrder(storage, indices) != order)
    return false;
  for (std::size_t l = 0; l < storage.levels.size(); ++l) {
    const Level& level = storage.levels[l];
    const bool ascends = level.format == dense || level.format == compressed;
    const bool isFull = level.format != compressed || level.pos.size() <= 2 * level.crd.size() + 2;
    if (!ascends || !isFull) return false;
  }
  return true;
}

// A dense level below `parents` nodes, with lists of all its coordinates.
Level listed(const Level& level, std::size_t parents) {
  const auto dim = static_cast<std::size_t>(level.dim);
  std::vector<std::int64_t> pos(parents + 1);
  std::vector<std::int32_t> crd(parents * dim);
  for (std::size_t p = 0; p <= parents; ++p) pos[p] = static_cast<std::int64_t>(p) * level.dim;
  for (std::size_t p = 0; p < parents; ++p)
    std::iota(crd.begin() + static_cast<std::ptrdiff_t>(p * dim),
              crd.begin() + static_cast<std::ptrdiff_t>((p + 1) * dim), 0);
  return {dense, level.dim, std::move(pos), std::move(crd)};
}

LevelView viewOf(const Level& level) { return {level.format, level.dim, level.pos, level.crd}; }

template <class T>
Trie<T> trieOf(const Storage& storage) {
  Trie<T> trie{{}, numbers<T>(storage.values)};
  trie.made.reserve(storage.levels.size());  // views stay valid
  std::size_t parents = 1;
  for (const Level& level : storage.levels) {
    if (level.format == dense) trie.made.push_back(listed(level, parents));
    trie.levels.push_back(viewOf(level.format == dense ? trie.made.back() : level));
    parents = trie.levels.back().crd.size();
  }
  return trie;
}

// The entries on the diagonal of repeated variables, with a mode for each variable of `order`.
Coordinates diagonal(const Coordinates& all, const std::vector<IndexVar>& indices, const std::vector<IndexVar>& order) {
  const std::size_t modes = indices.size();
  // The first mode of each variable in `order`, and for every mode the first mode of its variable.
  std::vector<std::size_t> modeOf, firstOf;
  const auto first = [&](const IndexVar& v) {
    return static_cast<std::size_t>(std::find(indices.begin(), indices.end(), v) - indices.begin());
  };
  for (const IndexVar& v : order) modeOf.push_back(first(v));
  for (const IndexVar& v : indices) firstOf.push_back(first(v));
  Coordinates kept;
  for (const std::size_t m : modeOf) kept.dims.push_back(all.dims[m]);
  kept.values = std::visit(
      [&](const auto& values) -> Values {
        std::decay_t<decltype(values)> keptValues;
        for (std::size_t e = 0; e < values.size(); ++e) {
          const auto crd = [&](std::size_t m) { return all.crd[e * modes + m]; };
          bool onDiagonal = true;
          for (std::size_t m = 0; m < modes; ++m) onDiagonal = onDiagonal && crd(m) == crd(firstOf[m]);
          if (!onDiagonal) continue;
          for (const std::size_t m : modeOf) kept.crd.push_back(crd(m));
          keptValues.push_back(values[e]);
        }
        return keptValues;
      },
      all.values);
  return kept;
}

}  // namespace

template <class T>
Trie<T> makeTrie(const Storage& storage, const std::vector<IndexVar>& indices, const std::vector<IndexVar>& order) {
  if (isTrie(storage, indices, order)) return trieOf<T>(storage);
  Coordinates entries = unpack(storage);
  std::vector<int> modes;
  if (order.size() == indices.size()) {
    for (const IndexVar& v : order)
      modes.push_back(static_cast<int>(std::find(indices.begin(), indices.end(), v) - indices.begin()));
  } else {
    entries = diagonal(entries, indices, order);
    for (std::size_t l = 0; l < order.size(); ++l) modes.push_back(static_cast<int>(l));
  }
  Storage packed = pack(entries, Format(std::vector<LevelFormat>(order.size(), compressed), modes));
  Trie<T> trie{{}, numbers<T>(packed.values), std::move(packed.levels)};
  for (const Level& level : trie.made) trie.levels.push_back(viewOf(level));
  return trie;
}
template Trie<double> makeTrie(const Storage&, const std::vector<IndexVar>&, const std::vector<IndexVar>&);
template Trie<std::complex<double>> makeTrie(const Storage&, const std::vector<IndexVar>&,
                                             const std::vector<IndexVar>&);
template Trie<std::uint64_t> makeTrie(const Storage&, const std::vector<IndexVar>&, const std::vector<IndexVar>&);

std::vector<IndexVar> storageOrder(const Storage& storage, const std::vector<IndexVar>& indices) {
  std::vector<IndexVar> order;
  for (const int mode : storage.format.modeOrder()) {
    const IndexVar& v = indices[static_cast<std::size_t>(mode)];
    if (std::find(order.begin(), order.end(), v) == order.end()) order.push_back(v);
  }
  return order;
}

std::vector<std::int64_t> denseStrides(const std::vector<std::int64_t>& dims, const Format& format) {
  std::vector<std::int64_t> strides(dims.size());
  std::int64_t stride = 1;
  for (int l = format.order() - 1; l >= 0; --l) {
    const auto mode = static_cast<std::size_t>(format.mode(l));
    strides[mode] = stride;
    stride *= dims[mode];
  }
  return strides;
}

}  // namespace stardust::exec
