#include "backend/cpu/passes/unroll_and_jam.h"

#include <algorithm>
#include <optional>

#include "loops/rewrite.h"

namespace stardust::loops {
namespace {

constexpr std::int64_t rows = 4;

/// The body of a loop around one loop that reduces.
struct Shape {
  Body before;
  const For* row = nullptr;
  Body after;
};

bool declares(const Stmt& s) {
  return std::holds_alternative<Let>(s->kind) || std::holds_alternative<Declare>(s->kind) ||
         std::holds_alternative<Note>(s->kind) || std::holds_alternative<Prefetch>(s->kind);
}

bool isStraight(const Stmt& s) {
  if (const auto* branch = std::get_if<If>(&s->kind))
    return std::all_of(branch->then.begin(), branch->then.end(), isStraight) &&
           std::all_of(branch->otherwise.begin(), branch->otherwise.end(), isStraight);
  return declares(s) || std::holds_alternative<Store>(s->kind) || std::holds_alternative<Assign>(s->kind);
}

bool intersects(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.count(name) != 0; });
}

std::optional<Shape> shapeOf(const Body& body) {
  Shape shape;
  for (const Stmt& s : body) {
    const auto* row = std::get_if<For>(&s->kind);
    if (row && (shape.row || row->order != Order::Simd)) return std::nullopt;
    if (row) shape.row = row;
    else if (shape.row ? !isStraight(s) : !declares(s)) return std::nullopt;
    else (shape.row ? shape.after : shape.before).push_back(s);
  }
  if (!shape.row) return std::nullopt;
  // Four rows have one length, and none needs what an earlier iteration left behind.
  const NamesIn before = namesIn(shape.before), row = namesIn(shape.row->body), after = namesIn(shape.after);
  const NamesIn bounds = namesIn({let("begin", shape.row->begin), let("end", shape.row->end)});
  if (intersects(bounds.read, before.declared) || intersects(before.read, after.written) ||
      intersects(row.read, after.written))
    return std::nullopt;
  return shape;
}

class Jam {
 public:
  explicit Jam(const Function& function) : names_(namesOf(function)) {}

  Body loop(const Stmt& s) {
    const auto* loop = std::get_if<For>(&s->kind);
    const auto shape = loop && isPlain(*loop) ? shapeOf(loop->body) : std::nullopt;
    return shape ? jammed(*loop, *shape) : Body();
  }

 private:
  // While four iterations are left they are done at a time.
  Body jammed(const For& loop, const Shape& shape) {
    const Type type = loop.begin->type;
    const std::string next = names_.fresh(loop.var + "_next");
    const Expr first = variable(next, type), width = literal(type, rows);
    Body before, row, after;
    std::map<std::string, Prefetch> ahead;  // by array: rows of all iterations are asked for together
    for (std::int64_t n = 0; n < rows; ++n) {
      const std::map<std::string, std::string> own = renamed(names_, {&shape.before, &shape.row->body, &shape.after});
      const std::string var = names_.fresh(loop.var);
      const std::map<std::string, Expr> at = {{loop.var, variable(var, type)}};
      before.push_back(let(var, add(first, literal(type, n))));
      for (const Stmt& s : substituted(n == 0 ? shape.before : withoutNotes(shape.before), at, own)) {
        if (const auto* one = std::get_if<Prefetch>(&s->kind)) join(ahead[one->array], *one);
        else before.push_back(s);
      }
      append(row, substituted(n == 0 ? shape.row->body : withoutNotes(shape.row->body), at, own));
      append(after, substituted(n == 0 ? shape.after : withoutNotes(shape.after), at, own));
    }
    for (const auto& [array, all] : ahead) before.push_back(prefetch(all));
    before.push_back(forLoop(shape.row->var, shape.row->begin, shape.row->end, std::move(row), shape.row->order));
    append(before, after);
    before.push_back(assign(next, add(first, width)));
    return {declare(next, loop.begin), whileLoop(binary(BinaryOp::Le, add(first, width), loop.end), std::move(before)),
            forLoop(loop.var, first, loop.end, loop.body)};
  }

  static void join(Prefetch& all, const Prefetch& last) {
    std::vector<Expr> begins = all.begins;
    begins.insert(begins.end(), last.begins.begin(), last.begins.end());
    all = last;
    all.begins = std::move(begins);
  }

  Names names_;
};

}  // namespace

Function withJammedLoops(const Function& function) {
  Jam jam(function);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return jam.loop(s); })};
}

}  // namespace stardust::loops
