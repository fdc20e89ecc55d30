#include "backend/cuda/passes/grids.h"

#include <algorithm>
#include <set>

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

/// Whether an index differs between any two iterations: the counter, plus what is the same in all of them.
bool followsCounter(const Expr& at, const std::string& counter, const std::set<std::string>& inside) {
  const auto isCounter = [&](const Expr& e) {
    const auto* v = std::get_if<Variable>(&e->kind);
    return v && v->name == counter;
  };
  if (isCounter(at)) return true;
  const auto* sum = std::get_if<Binary>(&at->kind);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) return false;
  const auto isSame = [&](const Expr& e) {
    return !anyOf(e, [&](const Expr& part) {
      const auto* v = std::get_if<Variable>(&part->kind);
      return (v && (v->name == counter || inside.count(v->name))) || std::holds_alternative<Load>(part->kind) ||
             std::holds_alternative<Find>(part->kind);
    });
  };
  return (isCounter(sum->left) && isSame(sum->right)) ||
         (sum->op == BinaryOp::Add && isSame(sum->left) && isCounter(sum->right));
}

/// Whether the iterations of a serial loop store to elements of their own, and read no other element that one of them
/// stores.
class OwnElements {
 public:
  explicit OwnElements(const For& loop) : loop_(loop), names_(namesIn(loop.body)) {}

  bool holds() {
    bool legal = true, stores = false;
    forEachStmt(loop_.body, [&](const Stmt& s) {
      match(
          s->kind, [](const Let&) {}, [](const Declare&) {}, [](const Note&) {}, [](const If&) {}, [](const While&) {},
          [&](const Assign& x) { legal = legal && names_.declared.count(x.name) != 0; },
          [&](const Store& x) {
            stores = true;
            legal = legal && isOwn(x.array, x.index);
          },
          [&](const For& x) { legal = legal && (x.order == Order::Serial || x.order == Order::Simd); },
          [&](const auto&) { legal = false; });
      return legal;
    });
    return legal && stores && readsOwn();
  }

 private:
  bool isOwn(const std::string& array, const Expr& index) {
    const auto [known, isNew] = places_.emplace(array, index);
    return (isNew || equal(known->second, index)) && followsCounter(index, loop_.var, names_.declared);
  }
  bool readsOwn() {
    bool legal = true;
    forEachStmt(loop_.body, [&](const Stmt& s) {
      forEachExpr(s, [&](const Expr& expr) {
        legal = legal && !anyOf(expr, [&](const Expr& e) {
                  const auto* load = std::get_if<Load>(&e->kind);
                  const auto stored = load ? places_.find(load->array) : places_.end();
                  const auto* find = std::get_if<Find>(&e->kind);
                  return (stored != places_.end() && !equal(stored->second, load->index)) ||
                         (find && places_.count(find->keys) != 0);
                });
      });
      return legal;
    });
    return legal;
  }

  const For& loop_;
  const NamesIn names_;
  std::map<std::string, Expr> places_;  // where an array is stored to
};

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
    const auto* loop = as<For>(s);
    if (loop && isParallel(loop->order)) return out.push_back(grid(*loop));
    if (const auto* repeated = as<While>(s))
      return out.push_back(whileLoop(repeated->condition, inOrder(repeated->body)));
    if (loop && loop->order == Order::Serial && !contains(loop->body, isParallel) && OwnElements(*loop).holds())
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

Function withGrids(const Function& function) {
  return {function.name, function.parameters, Grids(function).body(function.body)};
}

}  // namespace stardust::loops
