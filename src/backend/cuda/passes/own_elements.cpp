#include "backend/cuda/passes/own_elements.h"

#include <map>
#include <set>

#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

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

}  // namespace

bool storesOwnElements(const For& loop) { return OwnElements(loop).holds(); }

}  // namespace stardust::loops
