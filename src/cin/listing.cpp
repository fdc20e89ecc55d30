#include "cin/listing.h"

#include <map>

#include "cin/parse.h"
#include "notation/declarations.h"

namespace stardust::cin {
namespace {

using notation::TensorVar;

void collect(const Stmt& stmt, std::vector<TensorVar>& all) {
  if (const auto* assign = std::get_if<Assign>(&stmt->kind)) {
    all.push_back(assign->lhs.tensor);
    for (const Access& access : notation::accesses(assign->rhs)) all.push_back(access.tensor);
  }
  mapChildren(stmt, [&](const Stmt& child) {
    collect(child, all);
    return child;
  });
}

Stmt withDeclared(const Stmt& stmt, const std::map<std::string, TensorVar>& tensors, const Location& where) {
  const auto* s = std::get_if<Assign>(&stmt->kind);
  if (!s) return mapChildren(stmt, [&](const Stmt& child) { return withDeclared(child, tensors, where); });
  return assign({notation::declaredTensor(tensors, s->lhs, where), s->lhs.indices}, s->op,
                notation::withDeclared(s->rhs, tensors));
}

void requireWellFormed(const Stmt& stmt, const Location& where) {
  try {
    verify(stmt);
  } catch (const Error& error) {
    failUser("the statement is not well-formed", where, error.diagnostic().what);
  }
}

}  // namespace

std::string printListing(const Stmt& stmt) {
  std::vector<TensorVar> tensors;
  collect(stmt, tensors);
  return notation::printDeclarations(tensors) + printPretty(stmt);
}

Stmt parseListing(const Source& source) {
  Lexer lines(source, true);
  const auto tensors = notation::parseDeclarations(lines);
  Lexer rest(source, {lines.peek().span.begin, source->text.size()});
  const Location where = rest.here();
  const Stmt stmt = withDeclared(parseStmt(rest), tensors, where);
  rest.expectEnd("the end of the statement");
  requireWellFormed(stmt, where);
  return stmt;
}

}  // namespace stardust::cin
