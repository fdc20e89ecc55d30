#include "loops/tiled.h"

#include <algorithm>
#include <map>

#include "loops/idioms/idiom.h"
#include "loops/visit.h"

namespace stardust::loops {
namespace {

bool isLiteral(const Expr& e) { return std::holds_alternative<Literal>(e->kind); }

/// Idioms also read arrays.
bool readsArray(const Expr& e, const std::string& array) {
  const auto* call = std::get_if<IdiomCall>(&e->kind);
  return call && std::any_of(call->arguments.begin(), call->arguments.end(),
                             [&](const Argument& a) { return a.name == array; });
}

/// Whether every load of the array is at this place.
bool isOnlyAt(const Body& body, const std::string& array, const Expr& place) {
  bool isOnly = true;
  forEachStmt(body, [&](const Stmt& s) {
    forEachExpr(s, [&](const Expr& e) {
      anyOf(e, [&](const Expr& part) {
        const auto* load = std::get_if<Load>(&part->kind);
        const bool isThere = load ? load->array != array || equal(load->index, place) : !readsArray(part, array);
        isOnly = isOnly && isThere;
        return false;
      });
    });
    return true;
  });
  return isOnly;
}

/// Classifies the names of a loop body as private to each iteration or shared.
class NameClassification {
 public:
  std::optional<Lanes> of(const For& loop) {
    if (loop.begin->type != Type::I64) return std::nullopt;
    lanes_.places.insert(loop.var);
    std::size_t known = 0;
    do {  // fixed point: a later assignment may make an earlier declaration private
      known = lanes_.values.size();
      if (!body(loop.body)) return std::nullopt;
    } while (lanes_.values.size() > known);
    const NamesIn all = namesIn(loop.body);
    const bool isOwn = std::all_of(stored_.begin(), stored_.end(), [&](const auto& s) {
      return isFixed(s.second) && isOnlyAt(loop.body, s.first, s.second);
    });
    const bool isRead = std::any_of(assigned_.begin(), assigned_.end(),
                                    [&](const std::string& name) { return all.read.count(name) != 0; });
    if (!isOwn || isRead || !hasType_) return std::nullopt;
    return lanes_;
  }

 private:
  bool body(const Body& stmts) {
    return std::all_of(stmts.begin(), stmts.end(), [&](const Stmt& s) { return stmt(s); });
  }

  bool stmt(const Stmt& s) {
    return match(
        s->kind, [&](const Let& x) { return let(x); }, [&](const Declare& x) { return declare(x); },
        [&](const Assign& x) { return assign(x); }, [&](const Store& x) { return store(x); },
        [&](const For& x) { return loop(x); }, [&](const IdiomCall& x) { return isHint(x); },
        [](const Note&) { return true; }, [](const auto&) { return false; });
  }

  /// A hint whose operands are shared or places.
  bool isHint(const IdiomCall& x) const {
    return isWithoutEffect(x) && std::all_of(x.arguments.begin(), x.arguments.end(), [&](const Argument& a) {
             return std::all_of(a.values.begin(), a.values.end(),
                                [&](const Expr& e) { return lanes_.isShared(e) || lanes_.isPlace(e); });
           });
  }

  bool loop(const For& x) {
    const NamesIn inside = namesIn(x.body);
    changing_.insert(x.var);
    changing_.insert(inside.declared.begin(), inside.declared.end());
    return x.order == Order::Serial && lanes_.isShared(x.begin) && lanes_.isShared(x.end) && body(x.body);
  }

  bool let(const Let& x) {
    if (lanes_.isShared(x.value)) return true;
    if (lanes_.isPlace(x.value)) {
      lanes_.places.insert(x.name);
      return true;
    }
    return own(x.name, x.value);
  }

  bool declare(const Declare& x) {
    inside_.insert(x.name);
    changing_.insert(x.name);
    if (lanes_.isShared(x.value)) return true;
    return own(x.name, x.value);
  }

  bool assign(const Assign& x) {
    if (inside_.count(x.name) == 0) assigned_.insert(x.name);
    if (inside_.count(x.name) == 0) return isLiteral(x.value);
    if (lanes_.isShared(x.value)) return true;
    return own(x.name, x.value);
  }

  bool own(const std::string& name, const Expr& value) {
    if (!isValue(value)) return false;
    lanes_.values.insert(name);
    return true;
  }

  bool store(const Store& x) {
    if (x.op && *x.op != BinaryOp::Add && *x.op != BinaryOp::Mul) return false;
    if (!lanes_.isPlace(x.index) || !(lanes_.isShared(x.value) || isValue(x.value)) || !hasOneType(x.value->type))
      return false;
    const auto [known, isNew] = stored_.emplace(x.array, x.index);
    return isNew || equal(known->second, x.index);
  }

  bool isValue(const Expr& e) { return lanes_.isValue(e) && hasOneType(e->type); }

  bool hasOneType(Type type) {
    if (!hasType_) lanes_.type = type;
    hasType_ = true;
    return type == lanes_.type && (isFloat(type) || type == Type::I32 || type == Type::I64 || type == Type::U64);
  }

  /// Whether the place is the same throughout an iteration, so that no two iterations share it.
  bool isFixed(const Expr& place) const {
    std::set<std::string> read;
    collectReads(place, read);
    return std::none_of(read.begin(), read.end(),
                        [&](const std::string& name) { return changing_.count(name) || assigned_.count(name); });
  }

  Lanes lanes_;
  bool hasType_ = false;
  std::set<std::string> inside_;        // variables declared in the body
  std::set<std::string> assigned_;      // outer variables assigned in the body
  std::set<std::string> changing_;      // names that may change during an iteration
  std::map<std::string, Expr> stored_;  // the place of each written array
};

}  // namespace

bool Lanes::isShared(const Expr& e) const {
  std::set<std::string> read;
  collectReads(e, read);
  return std::none_of(read.begin(), read.end(),
                      [&](const std::string& name) { return places.count(name) || values.count(name); });
}

bool Lanes::isPlace(const Expr& e) const {
  if (e->type != Type::I64) return false;
  if (const auto* v = std::get_if<Variable>(&e->kind)) return places.count(v->name) != 0;
  const auto* sum = std::get_if<Binary>(&e->kind);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) return false;
  if (isPlace(sum->left)) return isShared(sum->right);
  return sum->op == BinaryOp::Add && isShared(sum->left) && isPlace(sum->right);
}

bool Lanes::isValue(const Expr& e) const {
  if (const auto* v = std::get_if<Variable>(&e->kind)) return values.count(v->name) != 0;
  if (const auto* l = std::get_if<Load>(&e->kind)) return isPlace(l->index);
  if (const auto* u = std::get_if<Unary>(&e->kind)) return u->op == UnaryOp::Neg && isValue(u->operand);
  const auto* b = std::get_if<Binary>(&e->kind);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub && b->op != BinaryOp::Mul)) return false;
  if (isValue(b->left)) return isShared(b->right) || isValue(b->right);
  return isShared(b->left) && isValue(b->right);
}

std::optional<Lanes> lanesOf(const For& loop) { return NameClassification().of(loop); }

}  // namespace stardust::loops
