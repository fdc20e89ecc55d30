// Parses assignments: the left-hand side, the operator, and the end.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "notation/einsum.h"
#include "notation/foreign_text.h"
#include "notation/inner_reductions.h"
#include "notation/parse.h"
#include "notation/positions.h"
#include "support/brackets.h"
#include "support/plural.h"

namespace stardust::notation {
namespace {

std::string legalAssignments() {
  std::vector<std::string> signs = operators::reductionSigns();
  for (std::string& sign : positionalSigns()) signs.push_back(std::move(sign));
  return fmt::format("the assignments are =, {}", enumerated(signs, "and"));
}
std::string expectedAssignment() {
  std::vector<std::string> signs = {"'='"};
  for (const std::string& sign : operators::reductionSigns()) signs.push_back("'" + sign + "'");
  return enumerated(signs, "or") + " after the result";
}

// The reduction as users write it: or for ||.
std::string symbolAsWord(const operators::Operator& op) { return op.alternatives[0] ? op.alternatives : op.text; }

// The implicit result of einsum: the variables that occur once.
std::string withResult(const Lexer& begin) {
  try {
    Lexer ahead = begin;
    const Expr expr = parseExpr(ahead);
    std::vector<IndexVar> all, once;
    std::vector<std::string> names;
    for (const Access& read : accesses(expr)) {
      all.insert(all.end(), read.indices.begin(), read.indices.end());
      names.push_back(read.tensor.name);
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(once),
                 [&](const IndexVar& var) { return std::count(all.begin(), all.end(), var) == 1; });
    std::string name = "y";
    while (contains(names, name)) name += "y";
    return fmt::format("{}{} = {}", name, once.empty() ? "" : fmt::format("({})", fmt::join(once, ",")), print(expr));
  } catch (const Error&) {
    return "y(i) = A(i,j) * x(j)";
  }
}

// Reports a missing assignment operator.
[[noreturn]] void failNoAssignment(const Lexer& lexer, const Lexer& begin) {
  const Token found = operatorAt(lexer);
  const std::string result = Location(lexer.since(begin.peek().span.begin)).text();
  for (const char* other : {"==", ":=", "<-", "=>", "←"})
    if (found.text == other)
      failUser(fmt::format("'{}' does not assign", other), lexer.where(found.span), legalAssignments(),
               fmt::format("{} = {}", result, restText(after(lexer, found))));
  const bool isWord = found.kind == TokenKind::Identifier && lexer.peek(1).kind == TokenKind::Symbol &&
                      lexer.peek(1).text != "=" && lexer.peek(1).text != ":";
  if (isWord || found.kind == TokenKind::Integer || found.kind == TokenKind::Decimal || found.text == "(")
    failUser(fmt::format("a '=' is missing between {} and {}", result, operandText(lexer)), lexer.here(),
             legalAssignments(), fmt::format("{} = {}", result, restText(lexer)));
  if (found.kind != TokenKind::Symbol || found.text == "," || found.text == ")")
    lexer.failExpected(expectedAssignment());
  if (restText(begin).find('=') != std::string::npos)
    failUser("the left side is an expression", lexer.where(found.span), "a result is one tensor",
             "compute on the right side alone, as in y(i) = A(i,j) * x(j)");
  failUser("the left side is missing", lexer.where(begin.peek().span), "an expression assigns to a result",
           withResult(begin));
}

// Reports an assignment that no operator makes, such as -= or lor=.
void refuseAssignment(const Token& symbol, const Location& where) {
  const bool isWord = symbol.kind == TokenKind::Identifier;
  if (!isWord && !operators::infix(symbol.text)) return;
  const Op meant = operators::findByAlias(symbol.text);
  failUnsupported(fmt::format("assignment '{}=' is not available", symbol.text), where,
                  isWord ? "" : "its order would matter",
                  meant && operators::canReduce(*meant) ? symbolAsWord(*meant) + "=" : legalAssignments());
}

// Reports an assignment with a function: y(i) leaky= x(i).
[[noreturn]] void refuseFunction(const std::string& name, const Location& where) {
  failUser(fmt::format("{} is a function, not a reduction", name), where,
           "a reduction commutes, associates and has an identity",
           fmt::format("declare it as one: reduction {}(a, b) = … identity 0", name));
}

// Reports an assignment of Finch: y[i] <<or>>= A[i,j].
void refuseFinch(const Lexer& lexer) {
  if (operatorAt(lexer).text != "<<") return;
  const std::size_t begin = lexer.peek().span.begin;
  Lexer ahead = after(lexer, operatorAt(lexer));
  const Token name = operatorAt(ahead);
  ahead = after(ahead, name);
  if (operatorAt(ahead).text != ">>") return;
  ahead = after(ahead, operatorAt(ahead));
  if (!ahead.accept("=")) return;
  const Op aliased = operators::findByAlias(name.text);
  const Op meant = operators::reduction(name.text) ? operators::reduction(name.text) : aliased;
  failUnsupported(fmt::format("assignment '{}' is not available", Location(ahead.since(begin)).text()),
                  ahead.since(begin), {},
                  meant && operators::canReduce(*meant) ? symbolAsWord(*meant) + "=" : legalAssignments());
}

// Reports unexpected text after a complete expression.
void refuseAfterExpression(const Lexer& lexer) {
  refuseStrayBracket(lexer);
  if (lexer.at(";"))
    failUser("';' ends no expression", lexer.here(), {}, "leave it out; each expression has a line of its own");
  if (lexer.peek().kind != TokenKind::Identifier) return;
  Lexer ahead = lexer;
  const std::string result = operandText(ahead);
  while (!ahead.atEnd() && ahead.consumedTo() < lexer.peek().span.begin + result.size()) ahead.next();
  if (!ahead.at("=") && !ahead.at("+=")) return;
  failUser("a second expression begins here", lexer.here(), "there is one expression in a text",
           "write several in a kernel file (.sd), each in a line of its own");
}

}  // namespace

AssignOp parseAssignOp(Lexer& lexer, const Lexer& result, const Definitions& definitions) {
  if (lexer.accept("+=")) return operators::add;
  if (lexer.at("=") && operatorAt(lexer).text == "=") {
    lexer.next();
    return AssignOp::Set;
  }
  // The other assignments are an operator and an adjacent '='.
  const Token symbol = operatorAt(lexer);
  Lexer ahead = after(lexer, symbol);
  if (ahead.at("=") && ahead.peek().span.begin == symbol.span.end && symbol.text != "=") {
    ahead.next();
    if (const Op reduction = operators::reduction(symbol.text)) {
      lexer = ahead;
      return reduction;
    }
    if (const auto declared = definitions.find(symbol.text); declared != definitions.end()) {
      if (!declared->second.reduction) refuseFunction(symbol.text, ahead.since(symbol.span.begin));
      lexer = ahead;
      return AssignOp(declared->second.reduction);
    }
    refuseAssignment(symbol, ahead.since(symbol.span.begin));
  }
  refuseFinch(lexer);
  failNoAssignment(lexer, result);
}

namespace {

// y(i) = sum(j, e) is y(i) = e.
void mergeLastSum(Assignment& assignment, InnerReductions& inner) {
  const auto* read = std::get_if<Access>(&assignment.rhs->kind);
  const bool isAlone =
      !inner.empty() && inner.back().op == AssignOp::Set && read && read->tensor.name == inner.back().lhs.tensor.name;
  if (!isAlone || reducesAll(assignment.op)) return;
  const std::vector<IndexVar> left = assignment.lhs.indices;
  if (!std::is_permutation(left.begin(), left.end(), read->indices.begin(), read->indices.end())) return;
  assignment.rhs = inner.back().rhs;
  inner.pop_back();
}

}  // namespace

Assignment parseAssignment(Lexer& lexer, const Definitions& definitions) {
  return parseAssignment(lexer, definitions, nullptr);
}

Assignment parseAssignment(Lexer& lexer, const Definitions& definitions, InnerReductions* inner) {
  refuseEinsum(lexer);
  if (lexer.at("="))
    failUser("the left side is missing", lexer.here(), "an expression assigns to a result",
             withResult(after(lexer, lexer.peek())));
  const Lexer begin = lexer;
  Assignment assignment;
  assignment.lhs = parseAccess(lexer, assignment.lhsWhere);
  if (beginsPositional(lexer)) {
    assignment = parsePositional(lexer, assignment, definitions, inner);
    refuseAfterExpression(lexer);
    lexer.expectEnd("an operator or the end of the expression");
    return assignment;
  }
  assignment.op = parseAssignOp(lexer, begin, definitions);
  assignment.rhs = parseExpr(lexer, definitions, assignment.lhs.indices, inner);
  refuseAfterExpression(lexer);
  lexer.expectEnd("an operator or the end of the expression");
  if (inner) mergeLastSum(assignment, *inner);
  return assignment;
}

Assignment parseAssignment(const Source& source, const Definitions& definitions) {
  Lexer lexer(source);
  Assignment assignment = parseAssignment(lexer, definitions);
  verify(assignment);
  return assignment;
}

}  // namespace stardust::notation
