#include "backend/cuda/passes/lanes.h"

#include "backend/cuda/passes/own_elements.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// The mean number of iterations from which lanes share a loop instead of the loop around it.
constexpr std::int64_t longLoop = 8;

bool canCooperate(const Body& body) {
  bool legal = true;
  forEachStmt(body, [&](const Stmt& s) {
    legal = legal && (as<Let>(s) || as<Declare>(s) || as<Assign>(s) || as<For>(s) || as<While>(s) || as<If>(s) ||
                      as<Note>(s) || (as<Store>(s) && !as<Store>(s)->atomic));
    return legal;
  });
  return legal;
}

/// Whether the loop only reduces into variables around it, each by one operator.
bool onlyReduces(const For& loop) {
  std::map<std::string, BinaryOp> reduced;
  for (const Stmt& s : loop.body) {
    if (as<Let>(s) || as<Note>(s)) continue;
    const auto* sum = as<Assign>(s);
    const auto* update = sum ? std::get_if<Binary>(&sum->value->kind) : nullptr;
    const auto* before = update ? std::get_if<Variable>(&update->left->kind) : nullptr;
    if (!before || before->name != sum->name || (!updates(update->op) && update->op != BinaryOp::Or)) return false;
    const auto [known, isNew] = reduced.emplace(sum->name, update->op);
    if (!isNew && known->second != update->op) return false;
  }
  // A sum that the loop reads elsewhere is no reduction.
  for (const Stmt& s : loop.body) {
    bool legal = true;
    forEachExpr(s, [&](const Expr& e) {
      const auto* sum = as<Assign>(s);
      const Expr& read = sum ? std::get_if<Binary>(&sum->value->kind)->right : e;
      for (const auto& [name, op] : reduced) legal = legal && !reads(read, name);
    });
    if (!legal) return false;
  }
  return !reduced.empty();
}

bool isShared(const For& loop) {
  return (loop.order == Order::Simd && onlyReduces(loop)) || (loop.order == Order::Serial && storesOwnElements(loop)) ||
         (loop.order == Order::Simd && storesOwnElements(loop));
}

For inLanes(const For& loop) { return {loop.var, loop.begin, loop.end, loop.body, Order::Lanes}; }
Stmt made(const For& loop) { return forLoop(loop.var, loop.begin, loop.end, loop.body, loop.order, loop.unroll); }

/// Gives the innermost loops that lanes can share to them. `first`: the first of them; null: there is none.
Body withSharedLoops(const Body& body, const For** first) {
  return rewritten(body, [&](const Stmt& s) -> Body {
    const auto* loop = as<For>(s);
    if (!loop) return {};
    const For* inner = nullptr;
    Body inside = withSharedLoops(loop->body, &inner);
    if (!inner && !isShared(*loop)) return {};
    if (first && !*first) *first = inner ? inner : loop;
    if (!inner) return {made(inLanes(*loop))};
    return {forLoop(loop->var, loop->begin, loop->end, std::move(inside), loop->order, loop->unroll)};
  });
}

/// Whether the mean number of iterations of a loop inside of another one is large; null: it is not known beforehand.
Expr isLong(const For& inner, const For& outer) {
  const Lets lets = letsIn(outer.body, outer.body.size());
  const Expr begin = meaning(inner.begin, lets), end = meaning(inner.end, lets),
             rows = subtract(outer.end, outer.begin);
  if (const auto pos = fiberOf(begin, end, variable(outer.var, outer.begin->type))) {
    const Type type = std::get<Load>(begin->kind).array == *pos ? begin->type : Type::I64;
    const Expr entries = subtract(load(*pos, type, outer.end), load(*pos, type, outer.begin));
    return binary(BinaryOp::Ge, entries, multiply(rows, index(longLoop)));
  }
  const NamesIn names = namesIn(outer.body);
  const auto isOutside = [&](const Expr& e) {
    std::set<std::string> read;
    collectReads(e, read);
    for (const std::string& name : read)
      if (name == outer.var || names.declared.count(name) || names.written.count(name)) return false;
    return true;
  };
  if (!isOutside(begin) || !isOutside(end)) return {};
  return binary(BinaryOp::Ge, subtract(end, begin), index(longLoop));
}

/// The statements of an iteration for a warp; empty: its lanes have nothing to share.
Body cooperating(const Body& body) {
  if (!canCooperate(body)) return {};
  const For* rows = nullptr;
  std::size_t place = 0;
  for (std::size_t n = 0; n < body.size(); ++n) {
    const auto* loop = as<For>(body[n]);
    if (!loop) continue;
    if (rows) rows = nullptr, n = body.size();
    else rows = loop, place = n;
  }
  const For* shared = nullptr;
  Body entries = withSharedLoops(body, &shared);
  if (!shared) return {};
  // The rows are shared as a whole if each stores its own elements and they are short.
  if (!rows || shared == rows || !storesOwnElements(*rows)) return entries;
  const Expr decides = isLong(*shared, *rows);
  Body all(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(place));
  const Stmt byRows = withoutNotes({made(inLanes(*rows))}).front();
  if (decides) all.push_back(ifThen(decides, {entries[place]}, {byRows}));
  else all.push_back(made(inLanes(*rows)));
  all.insert(all.end(), body.begin() + static_cast<std::ptrdiff_t>(place) + 1, body.end());
  return all;
}

}  // namespace

Function withLanes(const Function& function) {
  const Body body = rewritten(function.body, [](const Stmt& s) -> Body {
    const auto* grid = as<For>(s);
    if (!grid || grid->order != Order::Threads) return {};
    Body shared = cooperating(grid->body);
    return {shared.empty() ? s : forLoop(grid->var, grid->begin, grid->end, std::move(shared), Order::Warps)};
  });
  return {function.name, function.parameters, body};
}

}  // namespace stardust::loops
