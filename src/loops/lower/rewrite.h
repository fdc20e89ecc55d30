// What the passes over functions share.
#pragma once

#include "loops/build.h"
#include "loops/lower/names.h"
#include "loops/visit.h"

namespace stardust::loops {

inline void append(Body& to, const Body& from) { to.insert(to.end(), from.begin(), from.end()); }

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

/// Notes say what is computed; of several copies one says it.
inline Body withoutNotes(const Body& body) {
  Body out;
  for (const Stmt& s : body)
    if (!std::holds_alternative<Note>(s->kind)) out.push_back(s);
  return out;
}

/// Replaces every statement for which `f` returns statements, and looks into the others.
template <class F>
Body rewritten(const Body& body, const F& f) {
  Body out;
  for (const Stmt& s : body) {
    const Body replaced = f(s);
    if (!replaced.empty()) {
      append(out, replaced);
      continue;
    }
    out.push_back(match(
        s->kind, [&](const For& x) { return forLoop(x.var, x.begin, x.end, rewritten(x.body, f), x.order, x.unroll); },
        [&](const While& x) { return whileLoop(x.condition, rewritten(x.body, f)); },
        [&](const If& x) { return ifThen(x.condition, rewritten(x.then, f), rewritten(x.otherwise, f)); }, [&](const auto&) { return s; }));
  }
  return out;
}

}  // namespace stardust::loops
