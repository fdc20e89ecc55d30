#include "exec/cin_variables.h"

#include <fmt/format.h>

#include <utility>

#include "cin/query.h"
#include "cin/value_types.h"
#include "exec/cin_interpreter_needs.h"
#include "exec/reference_problem.h"
#include "support/diagnostic.h"

namespace stardust::exec {

using notation::Access;
using notation::IndexVar;

ValueType expressionTypeOf(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result) {
  const std::set<std::string> written = cin::tensorsWritten(stmt);
  std::vector<ValueType> types;
  forEachAccess(stmt, [&](const Access& a, bool, const Location&) {
    const auto data = operands.find(a.tensor.name);
    if (data != operands.end() && !written.count(a.tensor.name)) types.push_back(data->second.type());
  });
  if (cin::hasImaginary(stmt)) types.push_back(ValueType::Complex64);
  return stardust::expressionType(result.type, types);
}

Dimensions dimensionsIn(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result,
                        Dimensions dims) {
  const std::vector<cin::Relation>& relations = cin::relationsOf(stmt);
  const std::set<std::string> written = cin::tensorsWritten(stmt);
  const ValueType type = expressionTypeOf(stmt, operands, result);
  std::vector<const Access*> made;
  forEachAccess(stmt, [&](const Access& a, bool, const Location& where) {
    if (written.count(a.tensor.name)) {
      made.push_back(&a);
      if (a.tensor.dims.size() == a.indices.size()) noteDimensions(a, a.tensor.dims, where, dims);
      return;
    }
    noteOperand(a, operands, where, dims);
    notation::requireConversion(a, operands.at(a.tensor.name).type(), result, type, where);
  });
  // A tensor that the statement defines gives the variables of its accesses the same extents.
  std::map<std::pair<std::string, std::size_t>, std::int64_t> modes;
  for (std::size_t known = static_cast<std::size_t>(-1); known != dims.size() + modes.size();) {
    known = dims.size() + modes.size();
    dims = cin::withDerived(relations, std::move(dims));
    for (const Access* a : made)
      for (std::size_t m = 0; m < a->indices.size(); ++m) {
        const std::pair mode(a->tensor.name, m);
        if (const auto dim = dims.find(a->indices[m]); dim != dims.end()) modes.emplace(mode, dim->second);
        if (const auto dim = modes.find(mode); dim != modes.end()) dims.emplace(a->indices[m], dim->second);
      }
  }
  return dims;
}

Variables::Variables(const std::vector<cin::Relation>& relations, Dimensions dims)
    : relations_(relations), dims_(std::move(dims)) {
  for (const auto& [v, dim] : dims_) variables_[v];
}

std::int64_t Variables::dim(const IndexVar& v) const {
  const auto found = dims_.find(v);
  if (found == dims_.end())
    failUser(fmt::format("the dimension of {} is not known", v), {}, "no operand has this variable");
  return found->second;
}

const std::vector<Follower>& Variables::enter(const cin::Forall& loop, const cin::StmtNode* node) {
  path_.push_back(loop.var);
  const std::vector<Follower>& followers = followersHere(node);
  variables_.at(loop.var).bound = true;
  for (const Follower& follower : followers) follower.variable->bound = true;
  return followers;
}

void Variables::leave(const cin::Forall& loop, const std::vector<Follower>& followers) {
  variables_.at(loop.var).bound = false;
  for (const Follower& follower : followers) follower.variable->bound = false;
  path_.pop_back();
}

const std::vector<Follower>& Variables::followersHere(const cin::StmtNode* node) {
  Followers& here = followers_[node];
  if (here.path == path_) return here.all;
  here = {path_, {}};
  for (const cin::Derived& derived : cin::derivedHere(relations_, path_, dims_)) here.all.push_back(follower(derived));
  return here.all;
}

Follower Variables::follower(const cin::Derived& derived) {
  Variable* const variable = &variables_.at(derived.var);
  return match(
      derived.definition,
      [&](const cin::Combined& d) {
        return Follower{variable, &variables_.at(d.outer), &variables_.at(d.inner), d.stride, false, derived.extent};
      },
      [&](const cin::Quotient& d) {
        return Follower{variable, &variables_.at(d.fused), nullptr, d.divisor, true, derived.extent};
      },
      [&](const cin::Remainder& d) {
        return Follower{variable, &variables_.at(d.fused), nullptr, d.divisor, false, derived.extent};
      },
      [&](const cin::Stored& d) {
        return Follower{variable, &variables_.at(d.position), nullptr, 1, true, derived.extent};
      },
      [&](const cin::Computed& d) {
        Follower made{variable, nullptr, nullptr, d.index.constant, false, derived.extent};
        for (const notation::IndexTerm& term : d.index.terms) {
          if (term.isGather())
            failUnsupported("statements with entries of tensors as indices are not interpreted", {}, derived.var);
          made.terms.emplace_back(&variables_.at(term.name), term.factor);
        }
        return made;
      });
}

}  // namespace stardust::exec
