// Applies the user's declarations to an expression.
#include <fmt/format.h>

#include "format/named.h"
#include "notation/parse.h"
#include "notation/subscript.h"
#include "support/plural.h"

namespace stardust::notation {
namespace {

struct Seen {
  std::size_t order;
  Location where;
};

// Recognises common mistakes: twice as many levels as modes of a matrix suggest a blocked format, whose coordinates are
// modes as well; one index with as many letters as there are levels suggests omitted commas; a scalar with levels
// suggests omitted indices.
std::string remedyFor(const Access& access, const Format& format) {
  const std::string& name = access.tensor.name;
  const std::size_t order = access.modes();
  if (order == 0)
    return fmt::format("a scalar has no levels: leave the format of {} out, or write its indices, as in {}", name,
                       subscriptedAs(name).value_or(name + "(i,j)"));
  if (order == 1 && access.indices[0].size() > 1 &&
      access.indices[0].size() == static_cast<std::size_t>(format.order()))
    return fmt::format("put commas between index variables: {}({})", name, fmt::join(access.indices[0], ","));
  std::vector<std::string> choices = alternativesTo(format, static_cast<int>(order));
  for (std::string& choice : choices) choice = name + ":" + choice;
  const std::string formats = fmt::format("formats of order {}: {}", order, fmt::join(choices, ", "));
  if (order < 2 || static_cast<std::size_t>(format.order()) != 2 * order) return formats;
  std::vector<IndexVar> indices = access.indices;
  for (const IndexVar& var : access.indices) indices.push_back(var + "b");
  return fmt::format("blocks have coordinates of their own: {}({}); {}", name, fmt::join(indices, ","), formats);
}

class Declarer {
 public:
  explicit Declarer(const Declarations& declarations) : declarations_(declarations) {}

  TensorVar tensor(const Access& access, const Location& where) {
    const std::string& name = access.tensor.name;
    const auto [seen, first] = seen_.emplace(name, Seen{access.modes(), where});
    if (!first && seen->second.order != access.modes())
      failUser(fmt::format("{} is accessed with {} here and with {} elsewhere", name,
                           counted(access.modes(), "index", "indices"), seen->second.order),
               where, "a tensor has one order");
    TensorVar tensor = access.tensor;
    const auto declared = declarations_.find(name);
    if (declared == declarations_.end()) return tensor;
    tensor.type = declared->second.type;
    tensor.dims = declared->second.dims;
    if (!declared->second.formatGiven) return tensor;
    tensor.format = declared->second.format;
    if (tensor.format.order() != static_cast<int>(access.modes()))
      failUser(
          fmt::format("{} has {}, but its format {} has {}", print(access), counted(access.modes(), "index", "indices"),
                      toString(tensor.format), counted(tensor.format.levels().size(), "level")),
          declared->second.where ? declared->second.where : where, "a format has one level for each mode",
          remedyFor(access, tensor.format));
    return tensor;
  }

  void requireAllUsed(const Assignment& assignment) const {
    std::set<std::string> used;
    for (const auto& [name, seen] : seen_) used.insert(name);
    for (const auto& [name, declaration] : declarations_)
      if (!seen_.count(name))
        failUser(fmt::format("the expression has no tensor {}", name), declaration.where,
                 fmt::format("it has {}", fmt::join(used, ", ")), suggestionFor(name, assignment, used));
  }

 private:
  const Declarations& declarations_;
  std::map<std::string, Seen> seen_;
};

}  // namespace

Assignment declare(const Assignment& assignment, const Declarations& declarations) {
  Declarer declarer(declarations);
  Assignment declared = assignment;
  declared.lhs.tensor = declarer.tensor(assignment.lhs, assignment.lhsWhere);
  declared.rhs = rewrite(assignment.rhs, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read || read->tensor.isIndexValue) return Expr();
    return access(withTensor(*read, declarer.tensor(*read, e->where)), e->where);
  });
  declared.rhs = withIndexValuesOf(declared.lhs.tensor.type, declared.rhs);
  for (const auto& [used, where] : placedAccesses(assignment))  // those in indices, too
    if (!used.tensor.isIndexValue) declarer.tensor(used, where);
  declarer.requireAllUsed(declared);
  verify(declared);
  requireValueType(declared);
  return declared;
}

Expr declare(const Expr& expr, const std::map<std::string, TensorVar>& known) {
  return rewrite(expr, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read || read->tensor.isIndexValue) return Expr();
    const auto tensor = known.find(read->tensor.name);
    if (tensor == known.end()) {
      std::vector<std::string> names;
      for (const auto& [name, var] : known) names.push_back(name);
      const auto similar = nearest(read->tensor.name, names);
      failUser(fmt::format("there is no tensor {} here", read->tensor.name), e->where,
               fmt::format("there are {}", fmt::join(names, ", ")),
               similar ? fmt::format("did you mean {}?", *similar) : "");
    }
    if (tensor->second.order() != static_cast<int>(read->modes()))
      failUser(fmt::format("{} has order {}, but is accessed with {}", read->tensor.name, tensor->second.order(),
                           counted(read->modes(), "index", "indices")),
               e->where);
    return access(withTensor(*read, tensor->second), e->where);
  });
}

}  // namespace stardust::notation
