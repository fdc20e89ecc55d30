#include "exec/coordinate_oracle_points.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "notation/access_key.h"
#include "notation/stored.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::AccessKey;
using notation::Call;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;

constexpr std::size_t maxClauses = 4096;

// The pattern of an expression, in disjunctive normal form: each clause is a set of sparse accesses that must all be
// stored. The empty clause is stored everywhere.
using Clause = std::set<AccessKey>;
using Pattern = std::vector<Clause>;

bool contains(const Clause& larger, const Clause& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

// Removes the clauses that another clause implies.
Pattern absorbed(Pattern pattern) {
  std::stable_sort(pattern.begin(), pattern.end(),
                   [](const Clause& a, const Clause& b) { return a.size() < b.size(); });
  Pattern kept;
  for (Clause& clause : pattern)
    if (std::none_of(kept.begin(), kept.end(), [&](const Clause& k) { return contains(clause, k); }))
      kept.push_back(std::move(clause));
  if (kept.size() > maxClauses)
    failUnsupported("an expression whose pattern has more than 4096 alternatives", {}, {},
                    "compute a part of it into a tensor of its own");
  return kept;
}

Pattern eitherOf(Pattern left, const Pattern& right) {
  left.insert(left.end(), right.begin(), right.end());
  return absorbed(std::move(left));
}

Pattern bothOf(const Pattern& left, const Pattern& right) {
  Pattern both;
  for (const Clause& l : left) {
    for (const Clause& r : right) {
      both.push_back(l);
      both.back().insert(r.begin(), r.end());
    }
    if (both.size() > 64 * maxClauses) both = absorbed(std::move(both));
  }
  return absorbed(std::move(both));
}

Pattern patternOf(const Expr& expr, const Operands& operands);

// Needs the required operands, or else any one operand, or none.
Pattern patternOf(const Call& c, const Operands& operands) {
  const operators::Constants constants = notation::constantsOf(c);
  Pattern needed = {{}}, any;
  for (std::size_t n = 0; n < c.operands.size(); ++n) {
    const Pattern operand = patternOf(c.operands[n], operands);
    if (operators::needs(*c.op, n, constants)) needed = bothOf(needed, operand);
    else if (!constants[n]) any = eitherOf(std::move(any), operand);
  }
  return operators::needsAny(*c.op, constants) || !operators::keepsZeros(*c.op, constants) ? needed : any;
}

Pattern patternOf(const Expr& expr, const Operands& operands) {
  return match(
      expr->kind,
      [&](const Access& a) -> Pattern {
        if (operands.at(a.tensor.name).format.isDense()) return {{}};
        return {{AccessKey(a)}};
      },
      [](const Literal&) -> Pattern { return {{}}; }, [&](const Call& c) { return patternOf(c, operands); });
}

// A sparse operand with its levels in the order of the walk, and the position at each level on the path to the current
// point.
template <class T>
struct SparseOperand {
  Trie<T> trie;
  std::vector<std::size_t> depths;      // depth of each level's variable in the walk
  std::vector<std::int64_t> positions;  // positions[l]: before level l; the last is that of the value
  bool walked = false;                  // in the clause: the walk maintains its positions
};

template <class T>
struct DenseOperand {
  std::vector<T> values;
  std::vector<std::pair<std::size_t, std::int64_t>> strides;  // (depth in the walk, stride)
  const Evaluated* computed = nullptr;                        // with bounds; null: the entries are exact
};

// The operands of an expression at the current point of a walk over its variables.
template <class T>
class PointOperands {
 public:
  // The walk follows the operands of the clause.
  PointOperands(const Problem& problem, const Expr& expr, const Clause& clause) : problem_(problem) {
    chooseOrder(expr, clause);
    coordinate_.assign(order_.size(), 0);
    addOperands(expr, clause);
  }

  const std::vector<IndexVar>& order() const { return order_; }
  std::size_t depthOf(const IndexVar& v) const {
    return static_cast<std::size_t>(std::find(order_.begin(), order_.end(), v) - order_.begin());
  }
  std::map<AccessKey, SparseOperand<T>>& sparse() { return sparse_; }
  const std::map<AccessKey, DenseOperand<T>>& dense() const { return dense_; }
  void goTo(std::size_t depth, std::int64_t coordinate) { coordinate_[depth] = coordinate; }

  // The operand's value at the current point.
  std::optional<T> look(const SparseOperand<T>& operand) const {
    std::optional<std::int64_t> at = operand.positions.back();
    if (!operand.walked) {
      at = 0;
      for (std::size_t l = 0; at && l < operand.depths.size(); ++l)
        at = operand.trie.find(l, *at, coordinate_[operand.depths[l]]);
    }
    return at ? std::optional<T>(operand.trie.values[static_cast<std::size_t>(*at)]) : std::nullopt;
  }
  Cell<T> look(const DenseOperand<T>& operand, const Arithmetic<T>& arithmetic) const {
    std::int64_t offset = 0;
    for (const auto& [depth, stride] : operand.strides) offset += coordinate_[depth] * stride;
    const auto at = static_cast<std::size_t>(offset);
    return operand.computed ? arithmetic.computed(operand.values[at], *operand.computed, at)
                            : arithmetic.stored(operand.values[at]);
  }

 private:
  // Visits the operands of the clause in storage order, the largest first; then the result's variables, then the
  // others.
  void chooseOrder(const Expr& expr, const Clause& clause) {
    const auto append = [&](const std::vector<IndexVar>& vars) {
      for (const IndexVar& v : vars)
        if (depthOf(v) == order_.size()) order_.push_back(v);
    };
    std::vector<Access> walked;
    for (const Access& a : notation::accesses(expr))
      if (clause.count(AccessKey(a))) walked.push_back(a);
    std::stable_sort(walked.begin(), walked.end(), [&](const Access& a, const Access& b) {
      return problem_.operand(a).stored() > problem_.operand(b).stored();
    });
    for (const Access& a : walked) append(storageOrder(problem_.operand(a), a.indices));
    const Access& lhs = problem_.lhs;
    for (const int mode : lhs.tensor.format.modeOrder()) append({lhs.indices[static_cast<std::size_t>(mode)]});
    append(notation::variables(expr));
  }

  void addOperands(const Expr& expr, const Clause& clause) {
    match(
        expr->kind, [&](const Access& a) { addOperand(a, clause); }, [](const Literal&) {},

        [&](const Call& c) {
          for (const Expr& operand : c.operands) addOperands(operand, clause);
        });
  }

  void addOperand(const Access& access, const Clause& clause) {
    const AccessKey key(access);
    if (problem_.operand(access).format.isDense()) addDense(access, key);
    else addSparse(access, key, clause);
  }

  void addDense(const Access& access, const AccessKey& key) {
    const Storage& storage = problem_.operand(access);
    if (dense_.count(key)) return;
    DenseOperand<T> operand{numbers<T>(storage.values), {}, problem_.computedOperand(access)};
    const std::vector<std::int64_t> strides = denseStrides(storage.dims, storage.format);
    for (std::size_t m = 0; m < strides.size(); ++m)
      operand.strides.emplace_back(depthOf(access.indices[m]), strides[m]);
    dense_.emplace(key, std::move(operand));
  }

  void addSparse(const Access& access, const AccessKey& key, const Clause& clause) {
    if (sparse_.count(key)) return;
    std::vector<IndexVar> vars;
    SparseOperand<T> operand;
    for (std::size_t d = 0; d < order_.size(); ++d)
      if (std::find(access.indices.begin(), access.indices.end(), order_[d]) != access.indices.end()) {
        vars.push_back(order_[d]);
        operand.depths.push_back(d);
      }
    operand.trie = makeTrie<T>(problem_.operand(access), access.indices, vars);
    operand.positions.assign(vars.size() + 1, 0);
    operand.walked = clause.count(key) != 0;
    sparse_.emplace(key, std::move(operand));
  }

  const Problem& problem_;
  std::vector<IndexVar> order_;
  std::vector<std::int64_t> coordinate_;  // indexed by depth
  std::map<AccessKey, SparseOperand<T>> sparse_;
  std::map<AccessKey, DenseOperand<T>> dense_;
};

// Visits the points of one clause, except those that an earlier clause has visited.
template <class T>
class PointWalk {
 public:
  PointWalk(const Problem& problem, const Expr& expr, const Clause& clause, const KeySpace& space,
            const Arithmetic<T>& arithmetic, std::int64_t& steps)
      : problem_(problem),
        arithmetic_(arithmetic),
        steps_(steps),
        operands_(problem, expr, clause),
        root_(nodeOf(expr)) {
    keyStrides_.assign(operands_.order().size(), 0);
    for (std::size_t m = 0; m < problem.lhs.indices.size(); ++m)
      keyStrides_[operands_.depthOf(problem.lhs.indices[m])] = space.strides[m];
    walkers_.resize(operands_.order().size());
    for (auto& [access, operand] : operands_.sparse())
      for (std::size_t level = 0; operand.walked && level < operand.depths.size(); ++level)
        walkers_[operand.depths[level]].push_back({&operand, level});
  }

  void run(const Pattern& pattern, std::size_t clause, Cells<T>& cells) {
    for (std::size_t c = 0; c < clause; ++c) {
      earlier_.emplace_back();
      for (const AccessKey& access : pattern[c]) earlier_.back().push_back(&operands_.sparse().at(access));
    }
    descend(0, Key{0}, cells);
  }

 private:
  // An operand of the clause that has a variable, and its coordinates below the current point.
  struct Walker {
    SparseOperand<T>* operand;
    std::size_t level;
    std::int64_t begin = 0, end = 0;

    const LevelView& coordinates() const { return operand->trie.levels[level]; }
  };

  void descend(std::size_t depth, Key key, Cells<T>& cells) {
    if (depth == operands_.order().size()) return visit(key, cells);
    std::vector<Walker>& walkers = walkers_[depth];
    if (walkers.empty()) {
      for (std::int64_t c = 0; c < problem_.dim(operands_.order()[depth]); ++c) bind(depth, c, key, cells);
      return;
    }
    for (Walker& w : walkers) {
      const auto parent = static_cast<std::size_t>(w.operand->positions[w.level]);
      w.begin = w.coordinates().pos[parent];
      w.end = w.coordinates().pos[parent + 1];
    }
    std::iter_swap(walkers.begin(), std::min_element(walkers.begin(), walkers.end(), [](const auto& a, const auto& b) {
                     return a.end - a.begin < b.end - b.begin;
                   }));
    const Walker& leader = walkers.front();
    for (std::int64_t p = leader.begin; p < leader.end; ++p) {
      const std::int64_t c = leader.coordinates().crd[static_cast<std::size_t>(p)];
      leader.operand->positions[leader.level + 1] = p;
      const bool everywhere = std::all_of(walkers.begin() + 1, walkers.end(), [&](const Walker& f) {
        const auto found = f.operand->trie.find(f.level, f.operand->positions[f.level], c);
        if (found) f.operand->positions[f.level + 1] = *found;
        return found.has_value();
      });
      if (everywhere) bind(depth, c, key, cells);
      else countStep();
    }
  }

  void bind(std::size_t depth, std::int64_t c, Key key, Cells<T>& cells) {
    countStep();
    operands_.goTo(depth, c);
    descend(depth + 1, key + static_cast<Key>(c) * keyStrides_[depth], cells);
  }

  void countStep() {
    if (--steps_ < 0) failTooManySteps();
  }

  void visit(Key key, Cells<T>& cells) {
    const auto isStored = [&](const SparseOperand<T>* operand) { return operands_.look(*operand).has_value(); };
    for (const auto& clause : earlier_)
      if (std::all_of(clause.begin(), clause.end(), isStored)) return;
    if (const auto value = valueOf(root_)) cells.add(key, *value);
  }

  // An expression with its operands.
  struct Node {
    const SparseOperand<T>* sparse = nullptr;
    const DenseOperand<T>* dense = nullptr;
    Cell<T> literal = {};
    operators::Op op = nullptr;
    operators::Constants constants = {};
    bool areReal = false;  // the operands, of a computation with complex numbers
    Location where = {};   // of the operator's last operand
    std::vector<Node> operands = {};
  };

  Node nodeOf(const Expr& expr) {
    Node node;
    match(
        expr->kind,
        [&](const Access& a) {
          const AccessKey key(a);
          if (const auto sparse = operands_.sparse().find(key); sparse != operands_.sparse().end())
            node.sparse = &sparse->second;
          else node.dense = &operands_.dense().at(key);
        },
        [&](const Literal& l) { node.literal = arithmetic_.stored(number<T>(l, expr->where)); },
        [&](const Call& c) {
          node.op = c.op;
          node.constants = notation::constantsOf(c);
          node.areReal = notation::hasRealOperands(c);
          node.where = c.operands.back()->where;
          for (const Expr& operand : c.operands) node.operands.push_back(nodeOf(operand));
        });
    return node;
  }

  std::optional<Cell<T>> valueOf(const Node& node) const {
    if (node.op) return withPlace(node.where, [&] { return applied(node); });
    if (node.dense) return operands_.look(*node.dense, arithmetic_);
    if (!node.sparse) return node.literal;
    const auto value = operands_.look(*node.sparse);
    return value ? std::optional<Cell<T>>(arithmetic_.stored(*value)) : std::nullopt;
  }

  std::optional<Cell<T>> applied(const Node& node) const {
    Cell<T> operands[operators::mostOperands];  // 0 for absent operands
    bool isStored[operators::mostOperands];
    for (std::size_t n = 0; n < node.operands.size(); ++n) {
      const auto operand = valueOf(node.operands[n]);
      isStored[n] = operand.has_value();
      if (operand) operands[n] = *operand;
    }
    if (!operators::isStored(
            *node.op, [&](std::size_t n) { return isStored[n]; }, node.constants))
      return std::nullopt;
    return arithmetic_.applied(node.op, operands, node.areReal);
  }

  const Problem& problem_;
  const Arithmetic<T>& arithmetic_;
  std::int64_t& steps_;
  PointOperands<T> operands_;
  Node root_;
  std::vector<Key> keyStrides_;               // by depth; 0 for a reduction variable
  std::vector<std::vector<Walker>> walkers_;  // by depth
  std::vector<std::vector<const SparseOperand<T>*>> earlier_;
};

}  // namespace

void failTooManySteps() {
  failUnsupported("a reference evaluation with too many steps", {}, "dense dimensions are enumerated",
                  "use smaller dense dimensions, or a sparse format for an operand");
}

template <class T>
void addPoints(const Problem& problem, const Expr& expr, bool allStored, const KeySpace& space,
               const Arithmetic<T>& arithmetic, std::int64_t& steps, Cells<T>& cells) {
  Pattern pattern;
  if (allStored) {
    pattern.emplace_back();
    for (const Access& a : notation::accesses(expr))
      if (!problem.operand(a).format.isDense()) pattern.back().insert(AccessKey(a));
  } else {
    pattern = patternOf(expr, problem.operands);
  }
  for (std::size_t clause = 0; clause < pattern.size(); ++clause)
    PointWalk<T>(problem, expr, pattern[clause], space, arithmetic, steps).run(pattern, clause, cells);
}
template void addPoints(const Problem&, const Expr&, bool, const KeySpace&, const Arithmetic<std::complex<double>>&,
                        std::int64_t&, Cells<std::complex<double>>&);
template void addPoints(const Problem&, const Expr&, bool, const KeySpace&, const Arithmetic<double>&, std::int64_t&,
                        Cells<double>&);
template void addPoints(const Problem&, const Expr&, bool, const KeySpace&, const Arithmetic<std::uint64_t>&,
                        std::int64_t&, Cells<std::uint64_t>&);

}  // namespace stardust::exec
