#include "backend/cuda/passes/grids.h"

#include "backend/cuda/passes/own_elements.h"
#include "loops/idioms/expand.h"
#include "loops/idioms/scan.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

bool contains(const Body& body, bool (*is)(Order)) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* loop = as<For>(s);
    found = found || (loop && is(loop->order));
    return !found;
  });
  return found;
}
bool isNested(const Stmt& s) { return as<For>(s) || as<While>(s) || as<If>(s); }

class Grids {
 public:
  explicit Grids(const Function& function) : names_(namesOf(function)) {}

  Body body(const Body& stmts) {
    Body out;
    for (const Stmt& s : stmts) stmt(s, out);
    return out;
  }

 private:
  void stmt(const Stmt& s, Body& out) {
    if (const auto* array = as<Allocate>(s); array && array->fill) return filled(*array, out);
    if (const auto scan = idiomIn<Scan>(s))
      return out.push_back(idiomStmt(Type::I64, Scan{scan->sums, named(scan->size, out)}));
    const auto* loop = as<For>(s);
    if (loop && isParallel(loop->order)) return out.push_back(grid(*loop));
    if (const auto* repeated = as<While>(s))
      return out.push_back(whileLoop(repeated->condition, inOrder(repeated->body)));
    if (loop && loop->order == Order::Serial && !contains(loop->body, isParallel) && storesOwnElements(*loop))
      return out.push_back(grid(*loop));
    if (!isNested(s)) return out.push_back(s);
    const auto* branch = as<If>(s);
    if ((loop && !contains(loop->body, isParallel)) ||
        (branch && !contains(branch->then, isParallel) && !contains(branch->otherwise, isParallel)))
      return out.push_back(s);
    const auto onHost = [&](const Expr& e) { return named(e, out); };
    if (loop)
      return out.push_back(
          forLoop(loop->var, onHost(loop->begin), onHost(loop->end), body(loop->body), loop->order, loop->unroll));
    const Expr condition = onHost(branch->condition);
    Body then = body(branch->then), otherwise = body(branch->otherwise);
    out.push_back(ifThen(condition, std::move(then), std::move(otherwise)));
  }

  // A value that the host needs is a variable, unless it can be computed without reading an array.
  Expr named(const Expr& e, Body& out) {
    const bool readsArrays = anyOf(e, [](const Expr& part) {
      return std::holds_alternative<Load>(part->kind) || std::holds_alternative<Find>(part->kind);
    });
    if (!readsArrays) return e;
    const std::string name = names_.fresh("on_host");
    out.push_back(let(name, e));
    return variable(name, e->type);
  }

  void filled(const Allocate& array, Body& out) {
    const Expr size = named(array.size, out);
    out.push_back(allocate(array.array, array.type, size));
    const std::string at = names_.fresh("at");
    out.push_back(
        forLoop(at, index(0), size, {store(array.array, variable(at, Type::I64), array.fill)}, Order::Threads));
  }

  static Stmt grid(const For& loop) {
    return forLoop(loop.var, loop.begin, loop.end, inOrder(loop.body), Order::Threads);
  }
  static Body inOrder(const Body& body) {
    return rewritten(body, [](const Stmt& s) -> Body {
      const auto* loop = as<For>(s);
      if (!loop || !isParallel(loop->order)) return {};
      return {forLoop(loop->var, loop->begin, loop->end, inOrder(loop->body))};
    });
  }

  Names names_;
};

}  // namespace

Function withGpuIdioms(const Function& function) {
  return withoutIdioms(function, [](const Idiom& idiom) { return &idiom == &Scan::idiom(); });
}

Function withGrids(const Function& function) {
  return {function.name, function.parameters, Grids(function).body(function.body)};
}

}  // namespace stardust::loops
