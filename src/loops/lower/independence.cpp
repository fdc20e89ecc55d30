#include "loops/lower/independence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/visit.h"
#include "support/diagnostic.h"

namespace stardust::loops {

using notation::IndexVar;

namespace {

/// Collects the loop-carried effects that prevent parallel execution: writes to outer variables, and changes of array
/// lengths.
class Serial {
 public:
  bool of(const Body& body) {
    const std::set<std::string> outside = declared_;
    const bool found = std::any_of(body.begin(), body.end(), [&](const Stmt& s) { return of(s); });
    declared_ = outside;
    return found;
  }

 private:
  bool of(const Stmt& stmt) {
    return match(
        stmt->kind, [](const Let&) { return false; },
        [&](const Declare& s) {
          declared_.insert(s.name);
          return false;
        },
        [&](const Assign& s) { return isOutside(s.name); }, [](const Store&) { return false; },
        [&](const For& s) { return of(s.body); }, [&](const While& s) { return of(s.body); },
        [&](const If& s) { return of(s.then) || of(s.otherwise); },
        [&](const Allocate& s) {
          declared_.insert(s.array);
          return false;
        },
        [&](const Resize& s) { return isOutside(s.array); }, [&](const Grow& s) { return isOutside(s.array); },
        [&](const Sort& s) { return isOutside(s.array); }, [&](const Move& s) { return isOutside(s.array); },
        [&](const Insert& s) { return isOutside(s.keys) || isOutside(s.slot) || isOutside(s.count); },
        [&](const Clear& s) { return isOutside(s.keys); }, [](const Fail&) { return false; },
        [](const Note&) { return false; }, [&](const IdiomCall& s) { return of(s); });
  }
  // An array that is only written is indexed by the loop variable.
  bool of(const IdiomCall& call) const {
    bool found = false;
    forEachName(
        call, [](Use use) { return use == Use::Counts || use == Use::Updates; },
        [&](const std::string& name) { found = found || isOutside(name); });
    return found;
  }
  bool isOutside(const std::string& name) const { return declared_.count(name) == 0; }

  std::set<std::string> declared_;
};

bool reduces(const Assign& s) {
  const auto* update = std::get_if<Binary>(&s.value->kind);
  if (!update || (update->op != BinaryOp::Add && update->op != BinaryOp::Mul && update->op != BinaryOp::Min &&
                  update->op != BinaryOp::Max))
    return false;
  const auto* old = std::get_if<Variable>(&update->left->kind);
  return old && old->name == s.name;
}

bool onlyReduces(const Body& body) {
  bool sums = false;
  for (const Stmt& s : body) {
    const auto* assign = std::get_if<Assign>(&s->kind);
    if (assign ? !reduces(*assign) : !std::holds_alternative<Let>(s->kind) && !std::holds_alternative<Note>(s->kind))
      return false;
    sums = sums || assign;
  }
  return sums;
}

using Wanted = std::map<std::string, VectorRequest>;

bool isVector(const For& s, const Wanted& wanted) {
  if (s.order != Order::Serial || s.unroll) return false;
  if (onlyReduces(s.body)) return true;
  const auto found = wanted.find(s.var);
  if (found == wanted.end()) return false;
  const IndexVar& var = found->second.var;
  if (!found->second.own || !onlyStores(s))
    failUnsupported(fmt::format("vectorize({})", var), {},
                    fmt::format("the iterations of the loop over {} modify shared data", var),
                    "vectorise a loop that sums into a scalar, or that stores into a dense result");
  return true;
}

Body withVectors(const Body& body, const Wanted& wanted) {
  Body out;
  for (const Stmt& stmt : body)
    out.push_back(match(
        stmt->kind,
        [&](const For& s) {
          return forLoop(s.var, s.begin, s.end, withVectors(s.body, wanted),
                         isVector(s, wanted) ? Order::Simd : s.order, s.unroll);
        },
        [&](const While& s) { return whileLoop(s.condition, withVectors(s.body, wanted)); },
        [&](const If& s) { return ifThen(s.condition, withVectors(s.then, wanted), withVectors(s.otherwise, wanted)); },
        [&](const auto&) { return stmt; }));
  return out;
}

}  // namespace

bool isIndependent(const Body& body) { return !Serial().of(body); }

bool storesDisjointElements(const cin::Forall& loop, const StatementFacts& facts) {
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  return std::all_of(all.begin(), all.end(), [&](const cin::Assign& a) {
    const bool variable = a.lhs.tensor.workspace && a.lhs.tensor.order() == 0;  // `onlyStores` rejects outer scalars
    return variable || cin::determinedBy(facts.relations, a.lhs.indices).count(loop.var) != 0;
  });
}

Function withVectors(const Function& function, const std::map<std::string, VectorRequest>& wanted) {
  return {function.name, function.parameters, withVectors(function.body, wanted)};
}

}  // namespace stardust::loops
