// Traversal and substitution of functions.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

/// Calls action(stmt) for the statements of a body in text order, and recurses where it returns true.
template <class Action>
void forEachStmt(const Body& body, const Action& action) {
  for (const Stmt& stmt : body) {
    if (!action(stmt)) continue;
    match(
        stmt->kind, [&](const For& x) { forEachStmt(x.body, action); },
        [&](const While& x) { forEachStmt(x.body, action); },
        [&](const If& x) {
          forEachStmt(x.then, action);
          forEachStmt(x.otherwise, action);
        },
        [](const auto&) {});
  }
}

/// Whether `expr` or a sub-expression satisfies `isSought`.
template <class Predicate>
bool anyOf(const Expr& expr, const Predicate& isSought) {
  if (isSought(expr)) return true;
  return match(
      expr->kind, [](const Literal&) { return false; }, [](const Variable&) { return false; },
      [&](const Load& l) { return anyOf(l.index, isSought); },
      [&](const Unary& u) { return anyOf(u.operand, isSought); },
      [&](const Binary& b) { return anyOf(b.left, isSought) || anyOf(b.right, isSought); },
      [&](const Call& c) {
        return std::any_of(c.operands.begin(), c.operands.end(), [&](const Expr& e) { return anyOf(e, isSought); });
      },
      [&](const Select& s) {
        return anyOf(s.condition, isSought) || anyOf(s.ifTrue, isSought) || anyOf(s.ifFalse, isSought);
      },
      [&](const Cast& c) { return anyOf(c.operand, isSought); }, [&](const Find& f) { return anyOf(f.key, isSought); },
      [](const Length&) { return false; }, [](const Threads&) { return false; },
      [&](const IdiomCall& c) {
        return std::any_of(c.arguments.begin(), c.arguments.end(), [&](const Argument& a) {
          return std::any_of(a.values.begin(), a.values.end(), [&](const Expr& e) { return anyOf(e, isSought); });
        });
      });
}

/// Calls action(expr) for the expressions of the statement itself.
template <class Action>
void forEachExpr(const Stmt& stmt, const Action& action) {
  const auto see = [&](const Expr& expr) {
    if (expr) action(expr);
  };
  match(
      stmt->kind, [&](const Let& x) { see(x.value); }, [&](const Declare& x) { see(x.value); },
      [&](const Assign& x) { see(x.value); }, [&](const Store& x) { see(x.index), see(x.value); },
      [&](const For& x) { see(x.begin), see(x.end); }, [&](const While& x) { see(x.condition); },
      [&](const If& x) { see(x.condition); }, [&](const Allocate& x) { see(x.size), see(x.fill); },
      [&](const Resize& x) { see(x.size), see(x.fill); }, [&](const Grow& x) { see(x.size); },
      [&](const Sort& x) { see(x.begin), see(x.end); }, [&](const Move& x) { see(x.begin), see(x.end), see(x.to); },
      [&](const Insert& x) { see(x.key), see(x.fill); }, [&](const Clear& x) { see(x.fill), see(x.count); },
      [](const Fail&) {}, [](const Note&) {},
      [&](const IdiomCall& x) {
        for (const Argument& a : x.arguments)
          for (const Expr& value : a.values) see(value);
      });
}

/// Whether the loop changes no outer variable, and arrays only by stores; it has no inner loop and no early exit.
bool onlyStores(const For& loop);

/// Adds the variables and arrays that an expression reads; null reads none.
void collectReads(const Expr& e, std::set<std::string>& read);

/// Whether an expression reads the variable or array.
bool reads(const Expr& e, const std::string& name);

/// Names in a statement, including nested ones: variables and arrays that are read (including updated arrays), written,
/// and declared.
struct NamesIn {
  std::set<std::string> read, written, declared;
};
NamesIn namesIn(const Body& body);

/// Maps the children of an expression or statement.
struct Mapping {
  std::function<Expr(const Expr&)> expr;                     ///< for operands, in text order
  std::function<std::string(const std::string&)> name = {};  ///< for used and declared names; null: identity
  std::function<Body(const Body&)> body = {};                ///< for nested bodies; null: identity
};
/// The node with mapped children.
Expr mapped(const Expr& expr, const Mapping& mapping);
Stmt mapped(const Stmt& stmt, const Mapping& mapping);

/// Substitutes variables by expressions, and renames declarations.
Body substituted(const Body& body, const std::map<std::string, Expr>& variables,
                 const std::map<std::string, std::string>& declared);
Expr substituted(const Expr& expr, const std::map<std::string, Expr>& variables);

}  // namespace stardust::loops
