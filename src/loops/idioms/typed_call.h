// Typed calls of an idiom: a struct whose members are named like the arguments, Dot{values, crd, x, …}. Such a struct
// has `static const Idiom& idiom()`, and `fields(view)`, its members in parameter order.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "loops/build.h"
#include "loops/idioms/idiom.h"

namespace stardust::loops {

/// Four arguments: the values and the ascending coordinates of a fiber, and its range of positions [begin, end).
struct Fiber {
  std::string values, crd;
  Expr begin, end;
};

namespace views {

inline void write(std::vector<Argument>& to, const std::string& name) { to.push_back({name, {}}); }
inline void write(std::vector<Argument>& to, const Expr& value) { to.push_back({{}, {value}}); }
inline void write(std::vector<Argument>& to, const std::vector<Expr>& values) { to.push_back({{}, values}); }
inline void write(std::vector<Argument>& to, const Fiber& f) {
  write(to, f.values), write(to, f.crd), write(to, f.begin), write(to, f.end);
}

using Next = std::vector<Argument>::const_iterator;
inline void read(Next& next, std::string& name) { name = (next++)->name; }
inline void read(Next& next, Expr& value) { value = (next++)->values.front(); }
inline void read(Next& next, std::vector<Expr>& values) { values = (next++)->values; }
inline void read(Next& next, Fiber& f) {
  read(next, f.values), read(next, f.crd), read(next, f.begin), read(next, f.end);
}

}  // namespace views

template <class View>
IdiomCall callOf(Type elements, const View& view) {
  IdiomCall call{&View::idiom(), elements, {}};
  std::apply([&](const auto&... field) { (views::write(call.arguments, field), ...); }, View::fields(view));
  return call;
}
/// Throws Error (internal) on a type mismatch.
template <class View>
Expr idiomExpr(Type elements, const View& view) {
  return expression(callOf(elements, view));
}
template <class View>
Stmt idiomStmt(Type elements, const View& view) {
  return statement(callOf(elements, view));
}

/// Decodes a call of this idiom.
template <class View>
View viewOf(const IdiomCall& call) {
  View view;
  auto next = call.arguments.begin();
  std::apply([&](auto&... field) { (views::read(next, field), ...); }, View::fields(view));
  return view;
}
/// None if the expression or statement is not a call of this idiom.
template <class View, class Node>
std::optional<View> idiomIn(const Node& exprOrStmt) {
  const auto* call = std::get_if<IdiomCall>(&exprOrStmt->kind);
  return call && call->idiom == &View::idiom() ? std::optional(viewOf<View>(*call)) : std::nullopt;
}

/// For meanings with writes: evaluates an argument beforehand. Other meanings bind the argument to a name (`named`).
inline Expr evaluated(Names& names, Body& out, const std::string& wanted, const Expr& argument) {
  if (std::holds_alternative<Literal>(argument->kind)) return argument;
  const std::string name = names.fresh(wanted);
  out.push_back(let(name, argument));
  return variable(name, argument->type);
}

}  // namespace stardust::loops
