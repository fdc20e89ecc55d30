// What the passes over functions share.
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

/// A call that does nothing to results.
inline bool isRequest(const Stmt& s) {
  const auto* call = as<IdiomCall>(s);
  return call && isWithoutEffect(*call);
}

/// Nobody scheduled it otherwise.
inline bool isPlain(const For& loop) { return loop.order == Order::Serial && !loop.unroll; }

/// Names that are fresh in the function.
inline Names namesOf(const Function& function) {
  Names names;
  for (const Parameter& p : function.parameters) names.fresh(p.name);
  for (const std::string& name : namesIn(function.body).declared) names.fresh(name);
  return names;
}

/// Other names for what the bodies declare.
inline std::map<std::string, std::string> renamed(Names& names, const std::vector<const Body*>& bodies) {
  std::map<std::string, std::string> own;
  for (const Body* body : bodies)
    for (const std::string& name : namesIn(*body).declared) own[name] = names.fresh(name);
  return own;
}

/// A loop or a branch with f(body) for each body inside; any other statement is itself.
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

/// Notes say what is computed; of several copies that run one after the other, one says it.
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

/// Takes the note of the loop that comes next out of the body before it: only values are in between. Empty: it has
/// none.
inline Body takenNote(Body& before) {
  for (auto at = before.end(); at != before.begin() && (as<Let>(*(at - 1)) || as<Note>(*(at - 1)));) {
    const Stmt s = *--at;
    if (!as<Note>(s)) continue;
    before.erase(at);
    return {s};
  }
  return {};
}

/// What the names stand for that a body gives to values before its statement `end`.
using Lets = std::map<std::string, Expr>;
inline Lets letsIn(const Body& body, std::size_t end) {
  Lets lets;
  for (std::size_t n = 0; n < end; ++n)
    if (const auto* let = std::get_if<Let>(&body[n]->kind)) lets[let->name] = let->value;
  return lets;
}
/// The value that a name stands for; of anything else itself.
inline Expr meaning(const Expr& e, const Lets& lets) {
  const auto* v = std::get_if<Variable>(&e->kind);
  const auto let = v ? lets.find(v->name) : lets.end();
  return let == lets.end() ? e : let->second;
}

/// The array that says where the fiber of a position is, if `begin` and `end` are pos[at] and pos[at + 1].
inline std::optional<std::string> fiberOf(const Expr& begin, const Expr& end, const Expr& at) {
  const auto *first = std::get_if<Load>(&begin->kind), *last = std::get_if<Load>(&end->kind);
  const bool isFiber =
      first && last && first->array == last->array && equal(first->index, at) && equal(last->index, add(at, index(1)));
  return isFiber ? std::optional(first->array) : std::nullopt;
}

/// Replaces every statement of a body for which f(body, n) returns statements, and looks into the others.
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
/// The same of those for which f(statement) does.
template <class F>
Body rewritten(const Body& body, const F& f) {
  return rewrittenAt(body, [&](const Body& all, std::size_t n) { return f(all[n]); });
}

}  // namespace stardust::loops
