#include "loops/dead_code.h"

#include <algorithm>
#include <set>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/visit.h"

namespace stardust::loops {
namespace {

using Used = std::set<std::string>;

/// Grows the set of live names by the reads of live statements, up to a fixed point.
class Reads {
 public:
  explicit Reads(Used& used) : used_(used) {}

  /// Visits statements in reverse, uses before definitions, so that few iterations reach the fixed point.
  void of(const Body& body) {
    for (auto at = body.rbegin(); at != body.rend(); ++at) of(*at);
  }
  /// Whether a statement writes a live name or has another effect.
  bool matters(const Body& body) const {
    return std::any_of(body.begin(), body.end(), [&](const Stmt& s) { return matters(s); });
  }
  bool matters(const Stmt& stmt) const {
    return match(
        stmt->kind, [&](const Let& s) { return has(s.name); }, [&](const Declare& s) { return has(s.name); },
        [&](const Assign& s) { return has(s.name); }, [&](const Store& s) { return has(s.array); },
        [&](const For& s) { return matters(s.body); }, [](const While&) { return true; },
        [&](const If& s) { return matters(s.then) || matters(s.otherwise); },
        [&](const Allocate& s) { return has(s.array); }, [&](const Resize& s) { return has(s.array); },
        [&](const Grow& s) { return has(s.array); }, [&](const Sort& s) { return has(s.array); },
        [&](const Move& s) { return has(s.array); },
        [&](const Insert& s) { return has(s.keys) || has(s.values) || has(s.slot) || has(s.count); },
        [&](const Clear& s) { return has(s.keys) || has(s.values); }, [](const Fail&) { return true; },
        [](const Note&) { return false; },
        [&](const IdiomCall& s) {
          bool isUsed = false;
          forEachName(s, isWritten, [&](const std::string& name) { isUsed = isUsed || has(name); });
          return isUsed;
        });
  }

 private:
  bool has(const std::string& name) const { return used_.count(name) != 0; }

  void of(const Stmt& stmt) {
    if (!matters(stmt)) return;
    forEachExpr(stmt, [&](const Expr& e) { collectReads(e, used_); });
    match(
        stmt->kind, [&](const For& s) { of(s.body); }, [&](const While& s) { of(s.body); },
        [&](const If& s) {
          of(s.then);
          of(s.otherwise);
        },
        [&](const IdiomCall& s) {
          for (const Argument& a : s.arguments)
            if (!a.name.empty()) used_.insert(a.name);
        },
        [&](const Insert& s) {
          used_.insert({s.keys, s.values, s.slot, s.count});
        },
        [&](const Clear& s) {
          used_.insert({s.keys, s.values, s.list});
        },
        [](const auto&) {});
  }

  Used& used_;
};

bool isNote(const Stmt& stmt) { return std::holds_alternative<Note>(stmt->kind); }

/// Keeps live statements. A note documents the statements up to the next note, and is removed with them.
Body kept(const Body& body, const Reads& reads) {
  Body out;
  bool isCut = false;  // statements were removed after the last retained one
  const auto dropNote = [&] {
    if (isCut && !out.empty() && isNote(out.back())) out.pop_back();
    isCut = false;
  };
  for (const Stmt& stmt : body) {
    if (isNote(stmt)) {
      dropNote();
      out.push_back(stmt);
      continue;
    }
    if (!reads.matters(stmt)) {
      isCut = true;
      continue;
    }
    isCut = false;
    out.push_back(match(
        stmt->kind,
        [&](const For& s) { return forLoop(s.var, s.begin, s.end, kept(s.body, reads), s.order, s.unroll); },
        [&](const While& s) { return whileLoop(s.condition, kept(s.body, reads)); },
        [&](const If& s) { return ifThen(s.condition, kept(s.then, reads), kept(s.otherwise, reads)); },
        [&](const auto&) { return stmt; }));
  }
  while (!out.empty() && isNote(out.back())) out.pop_back();
  return out;
}

}  // namespace

Function withoutDeadCode(const Function& function) {
  Used used;
  for (const Parameter& p : function.parameters)
    if (p.out) used.insert(p.name);
  for (std::size_t known = used.size() + 1; known != used.size();) {
    known = used.size();
    Reads(used).of(function.body);
  }
  Function out{function.name, {}, kept(function.body, Reads(used))};
  for (const Parameter& p : function.parameters)
    if (used.count(p.name)) out.parameters.push_back(p);
  return out;
}

}  // namespace stardust::loops
