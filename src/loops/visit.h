// Walks over functions, and copies of statements under other names.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

/// Calls action(stmt) for the statements of a body and, where it returns true, for those inside, in the order of the
/// text.
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

/// Whether `expr` or an expression in it is one that `isSought` holds for.
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

/// Whether the loop changes no variable of outside, and no array but by storing elements; no loop is inside it, and
/// nothing ends it.
bool onlyStores(const For& loop);

/// Adds the variables and arrays that an expression reads; null reads none.
void collectReads(const Expr& e, std::set<std::string>& read);

/// Whether an expression reads the variable or array.
bool reads(const Expr& e, const std::string& name);

/// The variables and arrays that a statement and those inside read, an array that is updated included; those that they
/// write; and the names that they declare.
struct NamesIn {
  std::set<std::string> read, written, declared;
};
NamesIn namesIn(const Body& body);

/// What stands for the parts of an expression or of a statement.
struct Mapping {
  std::function<Expr(const Expr&)> expr;                     ///< for an operand; it is asked in the text's order
  std::function<std::string(const std::string&)> name = {};  ///< for a name that is used or declared; none: itself
  std::function<Body(const Body&)> body = {};                ///< for what is inside; none: itself
};
/// An expression, or a statement, of the same kind with other parts.
Expr mapped(const Expr& expr, const Mapping& mapping);
Stmt mapped(const Stmt& stmt, const Mapping& mapping);

/// The same statements with other expressions for some variables, and other names for some that they declare.
Body substituted(const Body& body, const std::map<std::string, Expr>& variables,
                 const std::map<std::string, std::string>& declared);
Expr substituted(const Expr& expr, const std::map<std::string, Expr>& variables);

}  // namespace stardust::loops
