// Utilities for passes over functions.
#pragma once

#include <optional>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/names.h"
#include "loops/visit.h"

namespace stardust::loops {

inline void append(Body& to, const Body& from) { to.insert(to.end(), from.begin(), from.end()); }

template <class Kind>
const Kind* as(const Stmt& s) {
  return std::get_if<Kind>(&s->kind);
}

/// Whether the statement is a hint, without effect on results.
inline bool isHint(const Stmt& s) {
  const auto* call = as<IdiomCall>(s);
  return call && isWithoutEffect(*call);
}

/// Whether the loop has no annotations.
inline bool isPlain(const For& loop) { return loop.order == Order::Serial && !loop.unroll; }

/// Generates fresh names for the function.
inline Names namesOf(const Function& function) {
  Names names;
  for (const Parameter& p : function.parameters) names.fresh(p.name);
  for (const std::string& name : namesIn(function.body).declared) names.fresh(name);
  return names;
}

/// Fresh names for all declarations of the bodies.
inline std::map<std::string, std::string> renamed(Names& names, const std::vector<const Body*>& bodies) {
  std::map<std::string, std::string> own;
  for (const Body* body : bodies)
    for (const std::string& name : namesIn(*body).declared) own[name] = names.fresh(name);
  return own;
}

/// Applies `f` to the bodies of a loop or a branch; returns any other statement unchanged.
template <class F>
Stmt withBodies(const Stmt& s, const F& f) {
  return match(
      s->kind, [&](const For& x) { return forLoop(x.var, x.begin, x.end, f(x.body), x.order, x.unroll); },
      [&](const While& x) { return whileLoop(x.condition, f(x.body)); },
      [&](const If& x) {
        Body then = f(x.then), otherwise = f(x.otherwise);
        return ifThen(x.condition, std::move(then), std::move(otherwise));
      },
      [&](const auto&) { return s; });
}

/// The term of s = s + term; null for any other assignment.
inline Expr termOf(const Assign& s) {
  const auto* sum = std::get_if<Binary>(&s.value->kind);
  const auto* before = sum && sum->op == BinaryOp::Add ? std::get_if<Variable>(&sum->left->kind) : nullptr;
  return before && before->name == s.name ? sum->right : Expr();
}

/// The body without notes, for all copies of a body but one.
inline Body withoutNotes(const Body& body) {
  Body out;
  for (const Stmt& s : body)
    if (!as<Note>(s)) out.push_back(withBodies(s, withoutNotes));
  return out;
}

inline Body notesIn(const Body& body) {
  Body out;
  for (const Stmt& s : body)
    if (as<Note>(s)) out.push_back(s);
  return out;
}

/// Removes the note of the following loop from the body before it; only declarations stand between them. Empty: there
/// is no note.
inline Body takenNote(Body& before) {
  for (auto at = before.end(); at != before.begin() && (as<Let>(*(at - 1)) || as<Note>(*(at - 1)));) {
    const Stmt s = *--at;
    if (!as<Note>(s)) continue;
    before.erase(at);
    return {s};
  }
  return {};
}

/// The definitions of the `let` names in a body before its statement `end`.
using Lets = std::map<std::string, Expr>;
inline Lets letsIn(const Body& body, std::size_t end) {
  Lets lets;
  for (std::size_t n = 0; n < end; ++n)
    if (const auto* let = std::get_if<Let>(&body[n]->kind)) lets[let->name] = let->value;
  return lets;
}
/// The definition of a name; other expressions are unchanged.
inline Expr meaning(const Expr& e, const Lets& lets) {
  const auto* v = std::get_if<Variable>(&e->kind);
  const auto let = v ? lets.find(v->name) : lets.end();
  return let == lets.end() ? e : let->second;
}

/// The pos array of a fiber, if `begin` and `end` are pos[at] and pos[at + 1].
inline std::optional<std::string> fiberOf(const Expr& begin, const Expr& end, const Expr& at) {
  const auto *first = std::get_if<Load>(&begin->kind), *last = std::get_if<Load>(&end->kind);
  const bool isFiber =
      first && last && first->array == last->array && equal(first->index, at) && equal(last->index, add(at, index(1)));
  return isFiber ? std::optional(first->array) : std::nullopt;
}

/// Replaces every statement of a body for which f(body, n) returns statements, and recurses into the others.
template <class F>
Body rewrittenAt(const Body& body, const F& f) {
  Body out;
  for (std::size_t n = 0; n < body.size(); ++n) {
    const Stmt& s = body[n];
    const Body replaced = f(body, n);
    if (!replaced.empty()) {
      append(out, replaced);
      continue;
    }
    out.push_back(withBodies(s, [&](const Body& inside) { return rewrittenAt(inside, f); }));
  }
  return out;
}
/// The same for f(statement).
template <class F>
Body rewritten(const Body& body, const F& f) {
  return rewrittenAt(body, [&](const Body& all, std::size_t n) { return f(all[n]); });
}

}  // namespace stardust::loops
