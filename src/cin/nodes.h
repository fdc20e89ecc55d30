// Concrete index notation (paper, figure "concrete-index-notation-syntax"): index notation with the loops made explicit.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "notation/expr.h"
#include "support/node.h"

namespace stardust::cin {

using notation::Access;
using notation::AssignOp;
using notation::Expr;
using notation::IndexVar;

struct StmtNode;
/// Handle to an immutable statement; see StmtNode for the alternatives.
struct Stmt : Ref<StmtNode> {
  using Ref<StmtNode>::Ref;
};

/// forall(i, S): S for every coordinate of i. Example: forall(i, y(i) = x(i)).
struct Forall {
  IndexVar var;
  Stmt body;
};
/// a = e, a += e, a *= e, a min= e or a max= e. An assignment to a workspace outside every loop that reduces into it starts from the
/// operator's identity. It happens where e is stored; with the last three, where every sparse operand of e is (of each operand of the
/// outermost mins or maxes by itself: notation/accumulate.h).
struct Assign {
  Access lhs;
  AssignOp op;
  Expr rhs;
};
/// where(consumer, producer): the producer fills a workspace that the consumer reads; the workspace lives only here.
struct Where {
  Stmt consumer;
  Stmt producer;
};
/// S1 ; S2
struct Sequence {
  Stmt first;
  Stmt second;
};
/// A statement computed by one function of a backend, instead of being lowered loop by loop.
/// Functions of backend "Spatial": Reduction (a forall that accumulates into a scalar → Reduce, factor = its parallelisation),
/// BulkLoad and BulkStore (an element-copy loop nest → one transfer). Prints map(S, Spatial, Reduction, 16); factor 0 = none, not printed.
struct Map {
  Stmt body;
  std::string backend;
  std::string function;
  int factor = 0;
};
/// A fact about the statement: environment(innerPar, 16) prints `s.t. innerPar=16`. Splits and fusions join here later.
struct Relation {
  std::string var;
  int value;
  friend bool operator==(const Relation&, const Relation&) = default;
};
/// suchthat(S, r...). Only at the root.
struct SuchThat {
  Stmt body;
  std::vector<Relation> relations;
};

struct StmtNode {
  std::variant<Forall, Assign, Where, Sequence, Map, SuchThat> kind;
};

Stmt forall(IndexVar var, Stmt body);
Stmt forall(const std::vector<IndexVar>& vars, Stmt body);  ///< nested, first outermost
Stmt assign(Access lhs, AssignOp op, Expr rhs);
Stmt where(Stmt consumer, Stmt producer);
Stmt sequence(Stmt first, Stmt second);
Stmt map(Stmt body, std::string backend, std::string function, int factor = 0);
/// Merges with an existing SuchThat; a later relation on the same variable wins.
Stmt suchThat(Stmt body, std::vector<Relation> relations);

/// One line: suchthat(forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, 16))), innerPar=16).
std::string print(const Stmt& stmt);
/// The same, indented over several lines, for people.
std::string printPretty(const Stmt& stmt);
bool equal(const Stmt& a, const Stmt& b);

/// Rebuilds with `f` applied to each direct sub-statement; the same node if none changed.
template <class F>
Stmt mapChildren(const Stmt& stmt, F&& f);

/// Throws Error (internal): an index variable bound twice on a path or not bound, a workspace read outside its where,
/// SuchThat below the root.
void verify(const Stmt& stmt);

template <class F>
Stmt mapChildren(const Stmt& stmt, F&& f) {
  return match(
      stmt->kind,
      [&](const Forall& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : forall(s.var, body);
      },
      [&](const Assign&) { return stmt; },
      [&](const Where& s) {
        Stmt consumer = f(s.consumer), producer = f(s.producer);
        return consumer.same(s.consumer) && producer.same(s.producer) ? stmt : where(consumer, producer);
      },
      [&](const Sequence& s) {
        Stmt first = f(s.first), second = f(s.second);
        return first.same(s.first) && second.same(s.second) ? stmt : sequence(first, second);
      },
      [&](const Map& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : map(body, s.backend, s.function, s.factor);
      },
      [&](const SuchThat& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : suchThat(body, s.relations);
      });
}

}  // namespace stardust::cin
