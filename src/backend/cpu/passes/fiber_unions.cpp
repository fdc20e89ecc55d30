#include "backend/cpu/passes/fiber_unions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loops/idioms/masked.h"
#include "loops/idioms/unite.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

const Binary* binaryOf(const Expr& e, BinaryOp op) {
  const auto* b = std::get_if<Binary>(&e->kind);
  return b && b->op == op ? b : nullptr;
}
const Variable* variableOf(const Expr& e) { return std::get_if<Variable>(&e->kind); }
bool isZeroLiteral(const Expr& e) {
  const auto* l = std::get_if<Literal>(&e->kind);
  return l && l->integer == 0 && l->real == 0;
}

/// The part of such a loop for one of its fibers.
struct Walked {
  std::string at;  ///< the cursor
  Fiber fiber;
};

class Union {
 public:
  explicit Union(const While& loop) : loop_(loop), lets_(letsIn(loop.body, loop.body.size())) {}

  /// Matches declarations and notes; two stores, the increment of the count, and two advances. Also returns the element
  /// type.
  std::optional<std::pair<Type, Unite>> found() const {
    const Body rest = others();
    if (rest.size() != 5) return std::nullopt;
    const auto *value = std::get_if<Store>(&rest[0]->kind), *place = std::get_if<Store>(&rest[1]->kind);
    const auto* counting = std::get_if<Assign>(&rest[2]->kind);
    const auto* sum = value && !value->op ? binaryOf(value->value, BinaryOp::Add) : nullptr;
    if (!sum || !place || place->op || !counting) return std::nullopt;
    const Expr count = variable(counting->name, Type::I64);
    if (!equal(counting->value, add(count, index(1))) || !equal(value->index, count) || !equal(place->index, count))
      return std::nullopt;
    const auto* both = binaryOf(loop_.condition, BinaryOp::Or);
    const auto* narrowed = std::get_if<Cast>(&place->value->kind);
    if (!both || !narrowed) return std::nullopt;
    const Expr& least = narrowed->operand;
    const auto a = walked(sum->left, both->left, rest[3], least), b = walked(sum->right, both->right, rest[4], least);
    if (!a || !b || !isLeastOf(least, a->at, b->at)) return std::nullopt;
    const Unite united{a->fiber, b->fiber, value->array, place->array, counting->name};
    return isIndependent(united) ? std::optional(std::pair(sum->left->type, united)) : std::nullopt;
  }

 private:
  /// Whether the loop changes the fibers only by advancing the cursors.
  static bool isIndependent(const Unite& u) {
    const std::string &a = variableOf(u.a.begin)->name, &b = variableOf(u.b.begin)->name;
    const std::set<std::string> changed = {u.vals, u.crd, u.count, a, b};
    const auto isFixed = [&](const Fiber& f) {
      return !changed.count(f.values) && !changed.count(f.crd) && !changed.count(variableOf(f.end)->name);
    };
    return a != b && isFixed(u.a) && isFixed(u.b);
  }
  Body others() const {
    Body rest;
    for (const Stmt& s : loop_.body)
      if (!std::holds_alternative<Let>(s->kind) && !std::holds_alternative<Note>(s->kind)) rest.push_back(s);
    return rest;
  }

  /// Matches select(has, values[at], 0), at < end, and `if has { at = at + 1 }`.
  std::optional<Walked> walked(const Expr& part, const Expr& isThere, const Stmt& step, const Expr& least) const {
    const auto* chosen = std::get_if<Select>(&part->kind);
    const auto* value = chosen && isZeroLiteral(chosen->ifFalse) ? std::get_if<Load>(&chosen->ifTrue->kind) : nullptr;
    const auto* at = value ? variableOf(value->index) : nullptr;
    const auto* bound = binaryOf(isThere, BinaryOp::Lt);
    const auto* taken = std::get_if<If>(&step->kind);
    if (!at || !bound || !equal(bound->left, value->index) || !taken || !equal(taken->condition, chosen->condition) ||
        !taken->otherwise.empty() || taken->then.size() != 1)
      return std::nullopt;
    const auto* next = std::get_if<Assign>(&taken->then[0]->kind);
    if (!next || next->name != at->name || !equal(next->value, add(value->index, index(1)))) return std::nullopt;
    const auto crd = coordinatesOf(chosen->condition, isThere, least);
    if (!crd || !variableOf(bound->right)) return std::nullopt;
    return Walked{at->name, {value->array, *crd, value->index, bound->right}};
  }

  /// Matches `has` as `key == least`, and the key as `select(at < end, i64(crd[at]), …)`.
  std::optional<std::string> coordinatesOf(const Expr& has, const Expr& isThere, const Expr& least) const {
    const auto* same = binaryOf(meaning(has, lets_), BinaryOp::Eq);
    const auto* key =
        same && equal(same->right, least) ? std::get_if<Select>(&meaning(same->left, lets_)->kind) : nullptr;
    const auto* coordinate = key && equal(key->condition, isThere) ? std::get_if<Cast>(&key->ifTrue->kind) : nullptr;
    const auto* crd = coordinate ? std::get_if<Load>(&coordinate->operand->kind) : nullptr;
    const auto* bound = binaryOf(isThere, BinaryOp::Lt);
    return crd && bound && equal(crd->index, bound->left) ? std::optional(crd->array) : std::nullopt;
  }

  /// Matches min(key, key) over the keys of both fibers.
  bool isLeastOf(const Expr& name, const std::string& a, const std::string& b) const {
    const auto* least = binaryOf(meaning(name, lets_), BinaryOp::Min);
    return least && reads(meaning(least->left, lets_), a) && reads(meaning(least->right, lets_), b);
  }

  const While& loop_;
  Lets lets_;
};

/// Whether the cursors are dead after the loop.
bool isLast(const Body& body, std::size_t n, const Unite& u) {
  for (const Fiber* f : {&u.a, &u.b}) {
    const std::string& at = variableOf(f->begin)->name;
    const auto declares = [&](const Stmt& s) {
      const auto* d = std::get_if<Declare>(&s->kind);
      return d && d->name == at;
    };
    if (std::none_of(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(n), declares)) return false;
    if (namesIn(Body(body.begin() + static_cast<std::ptrdiff_t>(n) + 1, body.end())).read.count(at)) return false;
  }
  return true;
}

/// The replacement of the loop at index n of a body; empty if it has another form.
Body united(const Body& body, std::size_t n) {
  const auto* loop = std::get_if<While>(&body[n]->kind);
  const auto found = loop ? Union(*loop).found() : std::nullopt;
  if (!found || isComplex(found->first) || !isLast(body, n, found->second)) return {};
  Body out = notesIn(loop->body);
  out.push_back(idiomStmt(found->first, found->second));
  return out;
}

/// A merge loop over three fibers or more, as a loop without branches while all of them have entries, and the same loop
/// for the rest.
class ManyUnion {
 public:
  explicit ManyUnion(const While& loop) : loop_(loop) { collect(loop.condition); }

  Body split() const {
    if (left_.size() < fewest || !isMerge()) return {};
    Body body;
    for (const Stmt& s : withoutNotes(loop_.body)) body.push_back(branchless(s));
    Expr all = left_.front();
    for (std::size_t n = 1; n < left_.size(); ++n) all = binary(BinaryOp::And, all, left_[n]);
    Body out = notesIn(loop_.body);
    out.push_back(whileLoop(all, std::move(body)));
    out.push_back(whileLoop(loop_.condition, withoutNotes(loop_.body)));
    return out;
  }

 private:
  static constexpr std::size_t fewest = 3;

  // The conditions at < end of a chain of "or"; none if a part has another form.
  void collect(const Expr& e) {
    if (const auto* either = binaryOf(e, BinaryOp::Or)) return collect(either->left), collect(either->right);
    const auto* bound = binaryOf(e, BinaryOp::Lt);
    const auto* at = bound ? variableOf(bound->left) : nullptr;
    if (!at || !variableOf(bound->right)) isOther_ = true;
    else if (!cursors_.insert(at->name).second) isOther_ = true;
    left_.push_back(e);
  }

  // The cursor that `if has { at = at + 1 }` advances; null for other statements.
  const std::string* advanced(const Stmt& s) const {
    const auto* taken = std::get_if<If>(&s->kind);
    const auto* next = taken && taken->otherwise.empty() && taken->then.size() == 1
                           ? std::get_if<Assign>(&taken->then[0]->kind)
                           : nullptr;
    const bool isStep =
        next && cursors_.count(next->name) && equal(next->value, add(variable(next->name, Type::I64), index(1)));
    return isStep ? &next->name : nullptr;
  }

  // Names and stores, then one advance of each cursor. The ends of fibers, and the arrays that are read, do not change.
  bool isMerge() const {
    std::set<std::string> steps;
    NamesIn names = namesIn(loop_.body);
    for (const Stmt& s : loop_.body) {
      const std::string* cursor = advanced(s);
      if (cursor && !steps.insert(*cursor).second) return false;
      if (!cursor && !steps.empty()) return false;
      if (!cursor && !as<Let>(s) && !as<Store>(s) && !as<Assign>(s) && !as<Note>(s)) return false;
      if (const auto* assigned = as<Assign>(s); assigned && cursors_.count(assigned->name)) return false;
    }
    const auto isFixed = [&](const Expr& e) {
      return !names.written.count(variableOf(binaryOf(e, BinaryOp::Lt)->right)->name);
    };
    return !isOther_ && steps == cursors_ && std::all_of(left_.begin(), left_.end(), isFixed);
  }

  bool isLeft(const Expr& e) const {
    return std::any_of(left_.begin(), left_.end(), [&](const Expr& one) { return equal(one, e); });
  }

  // select(at < end, a, …) is a. select(has, values[at], 0) reads an entry of the fiber in any case.
  Expr simpler(const Expr& e) const {
    if (const auto* chosen = std::get_if<Select>(&e->kind)) {
      if (isLeft(chosen->condition)) return simpler(chosen->ifTrue);
      const auto* value = std::get_if<Load>(&chosen->ifTrue->kind);
      const auto* at = value ? variableOf(value->index) : nullptr;
      if (at && cursors_.count(at->name) && isZeroLiteral(chosen->ifFalse) && isMaskable(e->type))
        return masked(simpler(chosen->condition), chosen->ifTrue);
    }
    return mapped(e, {[&](const Expr& operand) { return simpler(operand); }});
  }
  static bool isMaskable(Type type) {
    return type == Type::I32 || type == Type::I64 || type == Type::U64 || type == Type::F32 || type == Type::F64;
  }

  Stmt branchless(const Stmt& s) const {
    if (const std::string* cursor = advanced(s)) {
      const Expr has = simpler(std::get<If>(s->kind).condition);
      return assign(*cursor, add(variable(*cursor, Type::I64), cast(Type::I64, has)));
    }
    return mapped(s, {[&](const Expr& e) { return simpler(e); }});
  }

  const While& loop_;
  std::vector<Expr> left_;
  std::set<std::string> cursors_;
  bool isOther_ = false;
};

Body splitUnion(const Stmt& s) {
  const auto* loop = std::get_if<While>(&s->kind);
  return loop ? ManyUnion(*loop).split() : Body();
}

}  // namespace

Function withFiberUnions(const Function& function) {
  return {function.name, function.parameters, rewritten(rewrittenAt(function.body, united), splitUnion)};
}

bool hasFiberUnions(const Body& body) {
  bool has = false;
  rewrittenAt(body, [&](const Body& all, std::size_t n) {
    has = has || !united(all, n).empty();
    return Body();
  });
  return has;
}

}  // namespace stardust::loops
