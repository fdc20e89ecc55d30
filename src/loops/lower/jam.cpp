#include "loops/lower/jam.h"

#include <algorithm>
#include <optional>

#include "loops/lower/rewrite.h"

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
  return std::holds_alternative<Let>(s->kind) || std::holds_alternative<Declare>(s->kind) || std::holds_alternative<Note>(s->kind);
}

bool isStraight(const Stmt& s) {
  if (const auto* branch = std::get_if<If>(&s->kind))
    return std::all_of(branch->then.begin(), branch->then.end(), isStraight) && std::all_of(branch->otherwise.begin(), branch->otherwise.end(), isStraight);
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
  if (intersects(bounds.read, before.declared) || intersects(before.read, after.written) || intersects(row.read, after.written)) return std::nullopt;
  return shape;
}

class Jam {
 public:
  explicit Jam(const Function& function) : names_(namesOf(function)) {}

  Body loop(const Stmt& s) {
    const auto* loop = std::get_if<For>(&s->kind);
    const auto shape = loop && loop->order == Order::Serial && !loop->unroll ? shapeOf(loop->body) : std::nullopt;
    return shape ? jammed(*loop, *shape) : Body();
  }

 private:
  // Four iterations at a time, then those that are left.
  Body jammed(const For& loop, const Shape& shape) {
    Body out;
    const Type type = loop.begin->type;
    const std::string fours = names_.fresh(loop.var + "_fours"), four = names_.fresh(loop.var + "_four");
    const Expr span = binary(BinaryOp::Sub, loop.end, loop.begin), width = literal(type, rows);
    out.push_back(let(fours, binary(BinaryOp::Div, binary(BinaryOp::Max, span, literal(type, std::int64_t{0})), width)));
    const Expr first = add(loop.begin, multiply(variable(four, type), width));
    Body before, row, after;
    for (std::int64_t n = 0; n < rows; ++n) {
      std::map<std::string, std::string> own;
      for (const Body* part : {&shape.before, &shape.row->body, &shape.after})
        for (const std::string& name : namesIn(*part).declared) own[name] = names_.fresh(name);
      const std::map<std::string, Expr> at = {{loop.var, variable(own[loop.var] = names_.fresh(loop.var), type)}};
      before.push_back(let(own[loop.var], add(first, literal(type, n))));
      append(before, substituted(n == 0 ? shape.before : withoutNotes(shape.before), at, own));
      append(row, substituted(n == 0 ? shape.row->body : withoutNotes(shape.row->body), at, own));
      append(after, substituted(n == 0 ? shape.after : withoutNotes(shape.after), at, own));
    }
    before.push_back(forLoop(shape.row->var, shape.row->begin, shape.row->end, std::move(row), Order::Simd));
    append(before, after);
    out.push_back(forLoop(four, literal(type, std::int64_t{0}), variable(fours, type), std::move(before)));
    out.push_back(forLoop(loop.var, add(loop.begin, multiply(variable(fours, type), width)), loop.end, loop.body));
    return out;
  }

  Names names_;
};

}  // namespace

Function withJammedRows(const Function& function) {
  Jam jam(function);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return jam.loop(s); })};
}

}  // namespace stardust::loops
