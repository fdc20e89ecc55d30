#include "backend/cpu/passes/unroll_and_jam.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/prefetch.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// The body of a loop around one reduction loop.
struct Shape {
  Body before;
  const For* row = nullptr;
  Body after;
};

bool declares(const Stmt& s) {
  return std::holds_alternative<Let>(s->kind) || std::holds_alternative<Declare>(s->kind) ||
         std::holds_alternative<Note>(s->kind) || isHint(s);
}

bool isStraightLine(const Stmt& s) {
  if (const auto* branch = std::get_if<If>(&s->kind))
    return std::all_of(branch->then.begin(), branch->then.end(), isStraightLine) &&
           std::all_of(branch->otherwise.begin(), branch->otherwise.end(), isStraightLine);
  return declares(s) || std::holds_alternative<Store>(s->kind) || std::holds_alternative<Assign>(s->kind);
}

bool intersects(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.count(name) != 0; });
}

std::set<std::string> without(std::set<std::string> names, const std::set<std::string>& others) {
  for (const std::string& name : others) names.erase(name);
  return names;
}

/// Legality: whether interleaved iterations store the same values as sequential ones.
class SideBySide {
 public:
  SideBySide(const For& loop, const Shape& shape) : row_(*shape.row), changing_(namesIn(loop.body).declared) {
    changing_.insert(loop.var);
    changing_.erase(row_.var);
    Body names = shape.before;
    append(names, row_.body);
    lets_ = letsIn(names, names.size());
  }

  /// Each array has a single store statement and is not read.
  bool isSafe() const {
    std::set<std::string> stored;
    bool isSafe = true;
    forEachStmt(row_.body, [&](const Stmt& s) {
      const auto* store = as<Store>(s);
      if (store) isSafe = isSafe && stored.insert(store->array).second && keepsOrder(store->index);
      else isSafe = isSafe && (as<Let>(s) || as<Declare>(s) || as<Assign>(s) || as<If>(s) || as<Note>(s));
      return true;
    });
    forEachStmt(row_.body, [&](const Stmt& s) {
      forEachExpr(s, [&](const Expr& e) {
        std::set<std::string> read;
        collectReads(e, read);
        isSafe = isSafe && !intersects(read, stored);
      });
      return true;
    });
    return isSafe;
  }

 private:
  // Either all iterations store to the same elements, or element k of one is element k of another or of none because
  // the array has rows of this length: place = number * length + k.
  bool keepsOrder(const Expr& index) const {
    const Expr place = meant(index);
    std::set<std::string> read;
    collectReads(place, read);
    if (!intersects(read, changing_)) return true;
    const auto* sum = std::get_if<Binary>(&place->kind);
    const auto* begin = sum && sum->op == BinaryOp::Add ? std::get_if<Binary>(&sum->left->kind) : nullptr;
    const auto* k = begin && begin->op == BinaryOp::Mul ? std::get_if<Variable>(&sum->right->kind) : nullptr;
    return k && k->name == row_.var && constant(row_.begin) == 0 && !reads(sum->left, row_.var) &&
           (equal(begin->left, row_.end) || equal(begin->right, row_.end));
  }

  /// The expression with names replaced by their definitions.
  Expr meant(const Expr& e) const {
    const Expr once = substituted(e, lets_);
    return equal(once, e) ? e : meant(once);
  }

  const For& row_;
  std::set<std::string> changing_;  // names whose value varies between iterations
  Lets lets_;
};

/// Whether all inner loops have the same trip count and no dependence is carried by the outer loop.
bool areIndependent(const For& loop, const Shape& shape) {
  const NamesIn before = namesIn(shape.before), row = namesIn(shape.row->body), after = namesIn(shape.after);
  const std::set<std::string> left = without(without(row.written, before.declared), row.declared);
  std::set<std::string> bounds, fixed = {loop.var};
  for (const Expr* bound : {&shape.row->begin, &shape.row->end}) collectReads(*bound, bounds);
  fixed.insert(before.declared.begin(), before.declared.end());
  if (intersects(bounds, fixed)) return false;
  collectReads(loop.end, bounds);
  return !intersects(bounds, row.written) && !intersects(bounds, after.written) &&
         !intersects(before.read, after.written) && !intersects(before.read, left) &&
         !intersects(row.read, after.written) && !intersects(after.read, left) && !intersects(after.written, left) &&
         SideBySide(loop, shape).isSafe();
}

std::optional<Shape> shapeOf(const For& loop) {
  Shape shape;
  for (const Stmt& s : loop.body) {
    const auto* row = std::get_if<For>(&s->kind);
    if (row && (shape.row || row->order != Order::Simd)) return std::nullopt;
    if (row) shape.row = row;
    else if (shape.row ? !isStraightLine(s) : !declares(s)) return std::nullopt;
    else (shape.row ? shape.after : shape.before).push_back(s);
  }
  return shape.row && areIndependent(loop, shape) ? std::optional(std::move(shape)) : std::nullopt;
}

class UnrollAndJam {
 public:
  UnrollAndJam(const Function& function, std::int64_t rows) : rows_(rows), names_(namesOf(function)) {}

  Body loop(const Stmt& s) {
    const auto* loop = std::get_if<For>(&s->kind);
    const auto shape = loop && isPlain(*loop) ? shapeOf(*loop) : std::nullopt;
    return shape ? unrolledAndJammed(*loop, *shape) : Body();
  }

 private:
  // The unrolled and jammed loop, which runs while enough iterations are left.
  Body unrolledAndJammed(const For& loop, const Shape& shape) {
    const Type type = loop.begin->type;
    const std::string next = names_.fresh(loop.var + "_next");
    const Expr first = variable(next, type), width = literal(type, rows_);
    Body before, row, after;
    std::map<std::string, std::pair<Type, Prefetch>> ahead;  // prefetches of all iterations, issued together
    for (std::int64_t n = 0; n < rows_; ++n) {
      const std::map<std::string, std::string> own = renamed(names_, {&shape.before, &shape.row->body, &shape.after});
      const std::string var = names_.fresh(loop.var);
      const std::map<std::string, Expr> at = {{loop.var, variable(var, type)}};
      before.push_back(let(var, add(first, literal(type, n))));
      for (const Stmt& s : substituted(withoutNotes(shape.before), at, own)) {
        const auto one = idiomIn<Prefetch>(s);
        if (!one) before.push_back(s);
        else join(ahead[one->array + " " + one->crd], {as<IdiomCall>(s)->type, *one});
      }
      append(row, substituted(n == 0 ? shape.row->body : withoutNotes(shape.row->body), at, own));
      append(after, substituted(n == 0 ? shape.after : withoutNotes(shape.after), at, own));
    }
    for (const auto& [arrays, all] : ahead) before.push_back(idiomStmt(all.first, all.second));
    append(before, notesIn(shape.before));
    before.push_back(forLoop(shape.row->var, shape.row->begin, shape.row->end, std::move(row), shape.row->order));
    append(before, after);
    before.push_back(assign(next, add(first, width)));
    return {declare(next, loop.begin), whileLoop(binary(BinaryOp::Le, add(first, width), loop.end), std::move(before)),
            forLoop(loop.var, first, loop.end, withoutNotes(loop.body))};
  }

  static void join(std::pair<Type, Prefetch>& all, const std::pair<Type, Prefetch>& last) {
    std::vector<Expr> begins = all.second.begins;
    begins.insert(begins.end(), last.second.begins.begin(), last.second.begins.end());
    all = last;
    all.second.begins = std::move(begins);
  }

  std::int64_t rows_;
  Names names_;
};

}  // namespace

Function withUnrollAndJam(const Function& function, const machine::Processor& processor) {
  if (processor.unrolled.rows == 1) return function;
  UnrollAndJam unrollAndJam(function, processor.unrolled.rows);
  return {function.name, function.parameters,
          rewritten(function.body, [&](const Stmt& s) { return unrollAndJam.loop(s); })};
}

}  // namespace stardust::loops
