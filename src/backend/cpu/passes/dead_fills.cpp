#include "backend/cpu/passes/dead_fills.h"

#include <optional>

#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// Matches for e from 0 until size { array[place] = literal }.
struct Fill {
  std::string array, var;
  Expr size, place, value;
};

std::optional<Fill> fillOf(const Stmt& s) {
  const For* loop = as<For>(s);
  if (!loop || !isPlain(*loop) || constant(loop->begin) != 0 || loop->body.size() != 1) return std::nullopt;
  const Store* element = as<Store>(loop->body.front());
  if (!element || element->op || !std::holds_alternative<Literal>(element->value->kind)) return std::nullopt;
  return Fill{element->array, loop->var, loop->end, element->index, element->value};
}

/// The tiled loop with accumulators that start from the fill value of its row; null if the rows differ.
Stmt startingFrom(const Fill& fill, const For& tiled) {
  if (tiled.order != Order::Tiled || constant(tiled.begin) != 0 || !equal(tiled.end, fill.size)) return {};
  const Declare* sum = as<Declare>(tiled.body.front());
  const Store* stored = as<Store>(tiled.body.back());
  const Expr place = substituted(fill.place, {{fill.var, variable(tiled.var, Type::I64)}});
  if (!sum || !stored || stored->array != fill.array || !equal(stored->index, place)) return {};
  if (!equal(sum->value, load(fill.array, fill.value->type, place))) return {};
  if (namesIn(Body(tiled.body.begin() + 1, tiled.body.end())).read.count(fill.array)) return {};
  Body body = tiled.body;
  body.front() = declare(sum->name, fill.value);
  return forLoop(tiled.var, tiled.begin, tiled.end, std::move(body), Order::Tiled);
}

/// Removes a statement and the note directly before it.
void dropAt(Body& body, std::size_t at) {
  const auto end = body.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  body.erase(at > 0 && as<Note>(body[at - 1]) ? end - 2 : end - 1, end);
}

/// Removes each fill of a row that a subsequent tiled loop overwrites; only declarations may stand between them.
Body bodyWithoutFills(const Body& body) {
  Body out;
  std::optional<Fill> fill;
  std::size_t at = 0;  // index of the fill
  for (const Stmt& s : body) {
    const For* loop = as<For>(s);
    const Stmt begun = fill && loop ? startingFrom(*fill, *loop) : Stmt();
    if (begun) dropAt(out, at);
    out.push_back(begun ? begun : s);
    const bool isName = as<Let>(s) || as<Declare>(s) || as<Note>(s);
    if (fill && isName && !namesIn({s}).read.count(fill->array)) continue;
    fill = fillOf(s);
    at = out.size() - 1;
  }
  return out;
}

Body loopWithoutFills(const Stmt& s) {
  const For* loop = as<For>(s);
  if (!loop) return {};
  const Body body = bodyWithoutFills(loop->body);
  if (body.size() == loop->body.size()) return {};
  return {forLoop(loop->var, loop->begin, loop->end, body, loop->order, loop->unroll)};
}

}  // namespace

Function withoutDeadFills(const Function& function) {
  return {function.name, function.parameters, rewritten(function.body, loopWithoutFills)};
}

}  // namespace stardust::loops
