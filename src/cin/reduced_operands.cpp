#include "cin/reduced_operands.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "cin/loop_order.h"
#include "cin/query.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"

namespace stardust::cin {
namespace {

using notation::Assignment;
using notation::contains;
using notation::Op;
using notation::ReducedOperand;

// The identity as a literal.
Expr identityOf(Op op, ValueType type) {
  const operators::Constant identity = op->identity->value;
  if (identity.kind == operators::Constant::Kind::Number) return notation::literal(std::int64_t{identity.number});
  if (isInteger(type)) return notation::literal(static_cast<std::int64_t>(operators::integerOf(identity, type)));
  return notation::literal(operators::valueOf<double>(identity, type));
}

bool reads(const Stmt& stmt, const std::string& tensor) { return tensorsRead(stmt).count(tensor) != 0; }

// The producer in the body of the innermost loop over one of the variables, around what reads the workspace.
Stmt placed(const Stmt& stmt, const std::vector<IndexVar>& missing, const std::string& workspace,
            const Stmt& producer) {
  if (missing.empty()) return where(stmt, producer);
  if (const auto* loop = std::get_if<Forall>(&stmt->kind)) {
    std::vector<IndexVar> rest;
    for (const IndexVar& var : missing)
      if (var != loop->var) rest.push_back(var);
    return forall(loop->var, placed(loop->body, rest, workspace, producer));
  }
  require(!std::holds_alternative<Assign>(stmt->kind), "a reduction has the variables of the loops around it");
  return mapChildren(stmt, [&](const Stmt& child) {
    return reads(child, workspace) ? placed(child, missing, workspace, producer) : child;
  });
}

class Lifting {
 public:
  Lifting(const Assignment& assignment, Sums sums, const std::set<std::string>& reserved)
      : whole_(assignment), sums_(sums), reserved_(reserved) {}

  Stmt statement() {
    Scalars scalars;
    Assignment rest = whole_;
    rest.rhs = lifted(whole_.rhs, notation::reducesAll(whole_.op), scalars);
    return withReads(around(concretized(rest, scalars), scalars));
  }

 private:
  struct Scalar {
    Op op;
    bool isAsked;                ///< under a reduction that asks whether it is stored
    std::vector<IndexVar> kept;  ///< the free variables
    Expr term;
    Access workspace;
    Expr stand;  ///< a dense tensor of the free variables in its place, so that the loops over them are there
    Expr read;
    Stmt producer;
  };
  using Scalars = std::vector<Scalar>;

  // The loops of the rest; those over free variables of reductions are outermost if there is one nest.
  Stmt concretized(const Assignment& rest, const Scalars& scalars) const {
    const bool isNest = !notation::reducesAll(rest.op) && (notation::additiveTerms(rest.rhs).size() == 1 ||
                                                           isSubset(notation::variables(rest.rhs), rest.lhs.indices));
    LoopOrders orders;
    if (isNest) {
      orders.push_back(loopOrder(rest));
      std::stable_partition(orders[0].begin(), orders[0].end(), [&](const IndexVar& var) {
        return std::any_of(scalars.begin(), scalars.end(), [&](const Scalar& s) { return contains(s.kept, var); });
      });
    }
    return concretize(rest, sums_, reserved_, orders);
  }

  // The scalars in place of the tensors that stand for them.
  Stmt withReads(const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt->kind);
    if (!s) return mapChildren(stmt, [&](const Stmt& child) { return withReads(child); });
    const Expr rhs = notation::rewrite(s->rhs, [&](const Expr& e) {
      const auto* access = std::get_if<Access>(&e->kind);
      const auto scalar = access ? reads_.find(access->tensor.name) : reads_.end();
      return scalar == reads_.end() ? Expr() : scalar->second;
    });
    return rhs.same(s->rhs) ? stmt : assign(s->lhs, s->op, rhs);
  }

  static bool isSubset(const std::vector<IndexVar>& vars, const std::vector<IndexVar>& of) {
    return std::all_of(vars.begin(), vars.end(), [&](const IndexVar& v) { return contains(of, v); });
  }

  // A scalar may read those before it.
  static Stmt around(Stmt stmt, const Scalars& scalars) {
    for (auto scalar = scalars.rbegin(); scalar != scalars.rend(); ++scalar)
      stmt = placed(stmt, scalar->kept, scalar->workspace.tensor.name, scalar->producer);
    return stmt;
  }

  // Replaces reductions by scalars, which the caller computes in its loops.
  Expr lifted(const Expr& expr, bool isAsked, Scalars& scalars) {
    return notation::rewrite(expr, [&](const Expr& e) {
      const auto reduction = notation::asReducedOperand(e);
      return reduction ? scalarOf(*reduction, notation::freeVariables(e), isAsked, scalars) : Expr();
    });
  }

  static const Scalar* sameIn(const Scalars& scalars, const ReducedOperand& reduction,
                              const std::vector<IndexVar>& kept, bool isAsked) {
    const auto same = std::find_if(scalars.begin(), scalars.end(), [&](const Scalar& known) {
      return known.op == reduction.op && known.isAsked == isAsked && known.kept == kept &&
             notation::equal(known.term, reduction.term);
    });
    return same == scalars.end() ? nullptr : &*same;
  }

  Expr scalarOf(const ReducedOperand& reduction, const std::vector<IndexVar>& kept, bool isAsked, Scalars& scalars) {
    if (const Scalar* known = sameIn(scalars, reduction, kept, isAsked)) return known->stand;
    for (const Scalars* before : known_)
      if (const Scalar* known = sameIn(*before, reduction, kept, isAsked)) return known->stand;
    notation::TensorVar tensor{workspaceName(whole_, reserved_, ++count_),
                               Format(onChip),
                               notation::typeOfReduced(reduction.term, whole_),
                               {},
                               true};
    Scalar scalar{reduction.op, isAsked, kept, reduction.term, {tensor, {}}, {}, {}, {}};
    tensor.format = denseFormat(static_cast<int>(kept.size()));
    tensor.workspace = false;
    scalar.stand = notation::access(std::move(tensor), kept);
    scalar.read = notation::access(scalar.workspace);
    const bool isSum = reduction.op == operators::add && !isAsked;
    if (isSum) scalar.read = notation::binary(operators::add, scalar.read, notation::literal(std::int64_t{0}));
    scalar.producer = producerOf(reduction, scalar, scalars);
    if (!isSum) {
      const Expr identity = identityOf(reduction.op, scalar.workspace.tensor.type);
      scalar.producer = sequence(assign(scalar.workspace, reduction.op, identity), scalar.producer);
    }
    reads_.emplace(scalar.workspace.tensor.name, scalar.read);
    scalars.push_back(std::move(scalar));
    return scalars.back().stand;
  }

  // The loops of a reduction, as in a statement of its own. A reduction in its term that has one of its variables is
  // computed in them; others come before it, at the place of the caller.
  Stmt producerOf(const ReducedOperand& reduction, const Scalar& scalar, Scalars& before) {
    Scalars own;
    const AssignOp op = reduction.op == operators::add ? AssignOp::Set : AssignOp(reduction.op);
    known_.push_back(&before);
    const Expr term = lifted(reduction.term, notation::reducesAll(op), own);
    known_.pop_back();
    const auto isOutside = [&](const Scalar& s) {
      return std::none_of(s.kept.begin(), s.kept.end(),
                          [&](const IndexVar& v) { return contains(reduction.reduced, v); });
    };
    const auto split = std::stable_partition(own.begin(), own.end(), isOutside);
    std::move(own.begin(), split, std::back_inserter(before));
    own.erase(own.begin(), split);
    Assignment whole{{scalar.workspace.tensor, scalar.kept}, {}, op, term};
    whole.lhs.tensor.format = denseFormat(static_cast<int>(scalar.kept.size()));
    std::vector<IndexVar> order = loopOrder(whole);
    order.erase(std::remove_if(order.begin(), order.end(), [&](const IndexVar& v) { return contains(scalar.kept, v); }),
                order.end());
    std::stable_partition(order.begin(), order.end(), [&](const IndexVar& var) {
      return std::any_of(own.begin(), own.end(), [&](const Scalar& s) { return contains(s.kept, var); });
    });
    for (Scalar& inner : own)
      inner.kept.erase(
          std::remove_if(inner.kept.begin(), inner.kept.end(), [&](const IndexVar& v) { return !contains(order, v); }),
          inner.kept.end());
    Stmt nests;  // one for each part, over its variables
    for (const Expr& part : notation::reductionTerms(op, term)) {
      std::vector<IndexVar> loops;
      for (const IndexVar& var : order)
        if (contains(notation::variables(part), var)) loops.push_back(var);
      const Stmt nest = forall(loops, assign(scalar.workspace, reduction.op, part));
      nests = nests ? sequence(nests, nest) : nest;
    }
    return Lifting::around(nests, own);
  }

  const Assignment& whole_;
  const Sums sums_;
  const std::set<std::string>& reserved_;
  std::map<std::string, Expr> reads_;  ///< by workspace
  std::vector<const Scalars*> known_;  ///< those that are computed before the reduction that is lifted
  int count_ = 0;
};

}  // namespace

Stmt withReducedOperands(const Assignment& assignment, Sums sums, const std::set<std::string>& reserved) {
  return Lifting(assignment, sums, reserved).statement();
}

}  // namespace stardust::cin
