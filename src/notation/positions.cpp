#include "notation/positions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "format/named.h"
#include "notation/accumulate.h"
#include "notation/parse.h"

namespace stardust::notation {
namespace {

Expr number(std::int64_t value) { return literal(value); }
Expr selected(Expr condition, Expr yes, Expr no) {
  return call(operators::function("select"), {std::move(condition), std::move(yes), std::move(no)});
}
Expr compared(const char* by, Expr left, Expr right) {
  return binary(operators::infix(by), std::move(left), std::move(right));
}

// The statements of one assignment.
class Positional {
 public:
  Positional(const Lexer& lexer, const Assignment& result, std::string sign, InnerReductions& inner)
      : lexer_(lexer), result_(result), sign_(std::move(sign)), inner_(inner) {}

  Assignment of(const Expr& terms) {
    const std::vector<IndexVar> reduced = reductionVariables(terms, result_.lhs);
    requireReduced(reduced);
    return sign_ == "first" ? first(terms, reduced) : extreme(terms, reduced.front());
  }

 private:
  void requireReduced(const std::vector<IndexVar>& reduced) const {
    const bool isFirst = sign_ == "first";
    if (reduced.empty())
      failUser(fmt::format("{}= reduces nothing", sign_), result_.lhsWhere,
               "every index variable of the right side is on the left", "assign with =, or leave a variable out");
    if (!isFirst && reduced.size() > 1)
      failUser(fmt::format("{}= finds one index, but {} are reduced", sign_, fmt::join(reduced, " and ")),
               result_.lhsWhere, {}, "reduce one of them before, with min= or max=");
  }

  Assignment extreme(const Expr& terms, const IndexVar& var) {
    const bool isLeast = sign_ == "argmin";
    const Expr source = asAccess(terms, true);
    const std::vector<IndexVar> kept = without(variables(source), var);
    const Expr extreme = computed("extreme", kept, isLeast ? operators::min : operators::max, source, true);
    const Expr isExtreme = compared(isLeast ? "<=" : ">=", source, extreme);
    const Expr index = computed("index", kept, operators::min, selected(isExtreme, value(var), number(noIndex)), true);
    return withValue(selected(compared("<", index, number(noIndex)), index, number(-1)));
  }

  Assignment first(const Expr& terms, const std::vector<IndexVar>& reduced) {
    Expr source = asAccess(terms, false);
    for (auto var = reduced.rbegin(); var != reduced.rend(); ++var) {
      const std::vector<IndexVar> kept = without(variables(source), *var);
      const std::string number_ = var == reduced.rbegin() ? "" : std::to_string(var - reduced.rbegin() + 1);
      const Expr at = computed("at" + number_, kept, operators::min,
                               selected(compared("==", source, number(0)), value(*var), value(*var)), false, true);
      const Expr value_ = selected(compared("==", value(*var), at), source, number(0));
      if (var + 1 == reduced.rend()) return withValue(value_);
      source = computed("first" + number_, kept, AssignOp::Set, value_, false, true);
    }
    failInternal("a reduction without variables");
  }

  Assignment withValue(Expr value) const {
    Assignment assignment = result_;
    assignment.op = AssignOp::Set;
    assignment.rhs = Expr(ExprNode{value->kind, result_.lhsWhere});
    return assignment;
  }

  // The terms as a tensor that stores the coordinates at which all their sparse operands are stored.
  Expr asAccess(const Expr& terms, bool hasTypeOfOperands) {
    const auto* read = std::get_if<Access>(&terms->kind);
    if (read && !read->tensor.isIndexValue) return terms;
    return computed("term", variables(terms), operators::min, terms, hasTypeOfOperands, true);
  }

  // A statement before the assignment; returns its result as an operand.
  Expr computed(const std::string& what, const std::vector<IndexVar>& indices, AssignOp op, Expr value,
                bool hasTypeOfOperands, bool isSparse = false) {
    TensorVar tensor;
    tensor.name = fresh(result_.lhs.tensor.name + "_" + what);
    const auto order = static_cast<int>(indices.size());
    tensor.format = isSparse && order > 0 ? sparseFormat(order) : denseFormat(order);
    inner_.push_back(InnerReduction(Assignment{{tensor, indices}, result_.lhsWhere, op, std::move(value)}));
    inner_.back().hasTypeOfOperands = hasTypeOfOperands;
    return access(std::move(tensor), indices, result_.lhsWhere);
  }

  Expr value(const IndexVar& var) const { return indexValue(fresh("index_" + var), var, result_.lhsWhere); }

  std::string fresh(std::string name) const {
    while (lexer_.source()->text.find(name) != std::string::npos) name += "_";
    return name;
  }

  static std::vector<IndexVar> without(std::vector<IndexVar> vars, const IndexVar& var) {
    vars.erase(std::remove(vars.begin(), vars.end(), var), vars.end());
    return vars;
  }

  const Lexer& lexer_;
  const Assignment& result_;
  const std::string sign_;
  InnerReductions& inner_;
};

}  // namespace

std::vector<std::string> positionalSigns() { return {"argmin=", "argmax=", "first="}; }

bool beginsPositional(const Lexer& lexer) {
  const Token word = lexer.peek(), sign = lexer.peek(1);
  const std::vector<std::string> all = positionalSigns();
  return word.kind == TokenKind::Identifier && sign.text == "=" && sign.span.begin == word.span.end &&
         std::find(all.begin(), all.end(), word.text + "=") != all.end();
}

Assignment parsePositional(Lexer& lexer, const Assignment& result, const Definitions& definitions,
                           InnerReductions* inner) {
  const Token sign = lexer.next();
  lexer.next();
  if (!inner)
    failUnsupported(fmt::format("assignment '{}=' is not available here", sign.text),
                    lexer.where({sign.span.begin, sign.span.end + 1}), "it becomes several statements",
                    "use it in a kernel file or on the command line");
  const Expr terms = parseExpr(lexer, definitions, result.lhs.indices, inner);
  return Positional(lexer, result, sign.text, *inner).of(terms);
}

}  // namespace stardust::notation
