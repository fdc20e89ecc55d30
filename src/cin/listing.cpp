#include "cin/listing.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "cin/parse.h"
#include "cin/query.h"
#include "notation/declarations.h"
#include "notation/parse.h"
#include "support/plural.h"

namespace stardust::cin {
namespace {

using notation::TensorVar;

Stmt withDeclared(const Stmt& stmt, const std::map<std::string, TensorVar>& tensors, const Location& where) {
  if (const auto* all = std::get_if<SuchThat>(&stmt->kind)) {
    std::vector<Relation> relations = all->relations;
    for (Relation& relation : relations)
      if (auto* index = std::get_if<IndexOf>(&relation))
        for (Access& read : index->reads) read.tensor = notation::declaredTensor(tensors, read, where);
    return suchThat(withDeclared(all->body, tensors, where), std::move(relations));
  }
  const auto* s = std::get_if<Assign>(&stmt->kind);
  if (!s) return mapChildren(stmt, [&](const Stmt& child) { return withDeclared(child, tensors, where); });
  return assign({notation::declaredTensor(tensors, s->lhs, where), s->lhs.indices}, s->op,
                notation::withDeclared(s->rhs, tensors));
}

// The trip count of a loop is determined by an access with its variable as an index.
void requireKnownLoops(const Stmt& stmt, const Location& where) {
  std::set<IndexVar> known;
  for (const Access& access : allAccesses(stmt)) known.insert(access.indices.begin(), access.indices.end());
  for (const Relation& relation : relationsOf(stmt))
    match(
        relation,
        [&](const SplitUp& r) {
          known.insert({r.outer, r.inner});
        },
        [&](const SplitDown& r) {
          known.insert({r.outer, r.inner});
        },
        [&](const Fuse& r) { known.insert(r.fused); }, [&](const Pos& r) { known.insert(r.position); },
        [](const auto&) {});
  for (const IndexVar& var : loopVars(stmt))
    if (!known.count(var))
      failUser(fmt::format("no tensor has the index {} of a loop", var), where,
               "a loop runs over the coordinates of its index");
}

// Exactly one tensor is written but not read; all other written tensors are workspaces, which are read.
void requireOneResult(const std::vector<notation::Assignment>& assignments, const Location& where) {
  std::vector<notation::PlacedAccess> all;
  std::set<std::string> results, workspaces;
  std::map<std::string, Location> read;
  for (const notation::Assignment& assignment : assignments) {
    const TensorVar& written = assignment.lhs.tensor;
    (written.workspace ? workspaces : results).insert(written.name);
    const auto accesses = notation::placedAccesses(assignment);
    all.insert(all.end(), accesses.begin(), accesses.end());
    for (auto a = accesses.begin() + 1; a != accesses.end(); ++a) read.emplace(a->access.tensor.name, a->where);
  }
  notation::requireOneExtent(all);
  if (results.size() != 1)
    failUser(fmt::format("the statement has {}", counted(results.size(), "result")), where,
             "it computes one tensor, and workspaces for it");
  const std::string& result = *results.begin();
  if (const auto reading = read.find(result); reading != read.end())
    failUser(fmt::format("the result {} occurs on the right", result), reading->second,
             "an operand that changes while it is read has no defined value", "copy it into a workspace");
  for (const std::string& workspace : workspaces)
    if (!read.count(workspace)) failUser(fmt::format("the workspace {} is not read", workspace), where);
}

void requireWellFormed(const Stmt& stmt, const Location& where) {
  try {
    verify(stmt);
  } catch (const Error& error) {
    failUser("the statement is not well-formed", where, error.diagnostic().what);
  }
  requireKnownLoops(stmt, where);
  std::vector<notation::Assignment> assignments;
  for (const Assign& s : assignmentsIn(stmt)) assignments.push_back({s.lhs, where, s.op, s.rhs});
  for (const notation::Assignment& assignment : assignments) notation::requireValueType(assignment);
  requireOneResult(assignments, where);
}

}  // namespace

std::string printListing(const Stmt& stmt) {
  std::vector<TensorVar> tensors;
  for (const Access& access : allAccesses(stmt)) tensors.push_back(access.tensor);
  for (const Relation& relation : relationsOf(stmt))
    if (const auto* index = std::get_if<IndexOf>(&relation))
      for (const Access& read : index->reads) tensors.push_back(read.tensor);
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
