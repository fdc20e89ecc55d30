#include "loops/lower/orders.h"

#include <algorithm>
#include <set>

#include "loops/build.h"

namespace stardust::loops {
namespace {

/// What iterations that run at the same time must not do: change a variable of outside, or the length of an array.
class Serial {
 public:
  bool of(const Body& body) {
    const std::set<std::string> outside = declared_;
    const bool found = std::any_of(body.begin(), body.end(), [&](const Stmt& s) { return of(s); });
    declared_ = outside;
    return found;
  }

 private:
  bool of(const Stmt& stmt) {
    return match(
        stmt->kind, [](const Let&) { return false; },
        [&](const Declare& s) {
          declared_.insert(s.name);
          return false;
        },
        [&](const Assign& s) { return isOutside(s.name); }, [](const Store&) { return false; },
        [&](const For& s) { return of(s.body); }, [&](const While& s) { return of(s.body); },
        [&](const If& s) { return of(s.then) || of(s.otherwise); },
        [&](const Allocate& s) {
          declared_.insert(s.array);
          return false;
        },
        [&](const Resize& s) { return isOutside(s.array); }, [&](const Grow& s) { return isOutside(s.array); },
        [&](const Sort& s) { return isOutside(s.array); }, [&](const Move& s) { return isOutside(s.array); },
        [&](const Pack& s) { return isOutside(s.stored) || isOutside(s.count); }, [](const Fail&) { return false; }, [](const Note&) { return false; });
  }
  bool isOutside(const std::string& name) const { return declared_.count(name) == 0; }

  std::set<std::string> declared_;
};

bool reduces(const Assign& s) {
  const auto* update = std::get_if<Binary>(&s.value->kind);
  if (!update || (update->op != BinaryOp::Add && update->op != BinaryOp::Mul && update->op != BinaryOp::Min && update->op != BinaryOp::Max))
    return false;
  const auto* old = std::get_if<Variable>(&update->left->kind);
  return old && old->name == s.name;
}

bool onlyReduces(const Body& body) {
  bool sums = false;
  for (const Stmt& s : body) {
    const auto* assign = std::get_if<Assign>(&s->kind);
    if (assign ? !reduces(*assign) : !std::holds_alternative<Let>(s->kind) && !std::holds_alternative<Note>(s->kind)) return false;
    sums = sums || assign;
  }
  return sums;
}

Body withReductions(const Body& body) {
  Body out;
  for (const Stmt& stmt : body)
    out.push_back(match(
        stmt->kind,
        [&](const For& s) {
          const bool simd = s.order == Order::Serial && onlyReduces(s.body);
          return forLoop(s.var, s.begin, s.end, withReductions(s.body), simd ? Order::Simd : s.order);
        },
        [&](const While& s) { return whileLoop(s.condition, withReductions(s.body)); },
        [&](const If& s) { return ifThen(s.condition, withReductions(s.then), withReductions(s.otherwise)); },
        [&](const auto&) { return stmt; }));
  return out;
}

}  // namespace

bool isIndependent(const Body& body) { return !Serial().of(body); }

Function withReductions(const Function& function) { return {function.name, function.parameters, withReductions(function.body)}; }

}  // namespace stardust::loops
