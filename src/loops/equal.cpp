#include <algorithm>
#include <bit>
#include <cmath>

#include "loops/nodes.h"

namespace stardust::loops {
namespace {

bool equal(const Literal& a, const Literal& b) {
  const auto isSame = [](double x, double y) {
    return std::bit_cast<std::int64_t>(x) == std::bit_cast<std::int64_t>(y) || (std::isnan(x) && std::isnan(y));
  };
  return a.integer == b.integer && isSame(a.real, b.real) && isSame(a.imaginary, b.imaginary);
}
bool equal(const Variable& a, const Variable& b) { return a.name == b.name; }
bool equal(const Load& a, const Load& b) { return a.array == b.array && loops::equal(a.index, b.index); }
bool equal(const Unary& a, const Unary& b) { return a.op == b.op && loops::equal(a.operand, b.operand); }
bool equal(const Binary& a, const Binary& b) {
  return a.op == b.op && loops::equal(a.left, b.left) && loops::equal(a.right, b.right);
}
bool equal(const Call& a, const Call& b) {
  return a.op == b.op && std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                                    [](const Expr& l, const Expr& r) { return loops::equal(l, r); });
}
bool equal(const Select& a, const Select& b) {
  return loops::equal(a.condition, b.condition) && loops::equal(a.ifTrue, b.ifTrue) &&
         loops::equal(a.ifFalse, b.ifFalse);
}
bool equal(const Cast& a, const Cast& b) { return loops::equal(a.operand, b.operand); }
bool equal(const Find& a, const Find& b) { return a.keys == b.keys && loops::equal(a.key, b.key); }
bool equal(const Length& a, const Length& b) { return a.array == b.array; }
bool equal(const Threads&, const Threads&) { return true; }
bool equal(const Argument& a, const Argument& b) {
  return a.name == b.name && std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                                        [](const Expr& x, const Expr& y) { return loops::equal(x, y); });
}
bool equal(const IdiomCall& a, const IdiomCall& b) {
  return a.idiom == b.idiom && a.type == b.type &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const Argument& x, const Argument& y) { return equal(x, y); });
}

bool equal(const Stmt& a, const Stmt& b);
bool equal(const Body& a, const Body& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Stmt& x, const Stmt& y) { return equal(x, y); });
}
bool equal(const Let& a, const Let& b) { return a.name == b.name && loops::equal(a.value, b.value); }
bool equal(const Declare& a, const Declare& b) { return a.name == b.name && loops::equal(a.value, b.value); }
bool equal(const Assign& a, const Assign& b) { return a.name == b.name && loops::equal(a.value, b.value); }
bool equal(const Store& a, const Store& b) {
  return a.array == b.array && a.op == b.op && a.atomic == b.atomic && loops::equal(a.index, b.index) &&
         loops::equal(a.value, b.value);
}
bool equal(const For& a, const For& b) {
  return a.var == b.var && a.order == b.order && a.unroll == b.unroll && loops::equal(a.begin, b.begin) &&
         loops::equal(a.end, b.end) && equal(a.body, b.body);
}
bool equal(const While& a, const While& b) { return loops::equal(a.condition, b.condition) && equal(a.body, b.body); }
bool equal(const If& a, const If& b) {
  return loops::equal(a.condition, b.condition) && equal(a.then, b.then) && equal(a.otherwise, b.otherwise);
}
bool equal(const Allocate& a, const Allocate& b) {
  return a.array == b.array && a.type == b.type && a.shared == b.shared && loops::equal(a.size, b.size) &&
         loops::equal(a.fill, b.fill);
}
bool equal(const Resize& a, const Resize& b) {
  return a.array == b.array && loops::equal(a.size, b.size) && loops::equal(a.fill, b.fill);
}
bool equal(const Grow& a, const Grow& b) { return a.array == b.array && loops::equal(a.size, b.size); }
bool equal(const Sort& a, const Sort& b) {
  return a.array == b.array && loops::equal(a.begin, b.begin) && loops::equal(a.end, b.end);
}
bool equal(const Move& a, const Move& b) {
  return a.array == b.array && loops::equal(a.begin, b.begin) && loops::equal(a.end, b.end) && loops::equal(a.to, b.to);
}
bool equal(const Insert& a, const Insert& b) {
  return loops::equal(a.key, b.key) && a.keys == b.keys && a.values == b.values && a.slot == b.slot &&
         a.count == b.count && loops::equal(a.fill, b.fill);
}
bool equal(const Clear& a, const Clear& b) {
  return a.keys == b.keys && a.values == b.values && loops::equal(a.fill, b.fill) && a.list == b.list &&
         loops::equal(a.count, b.count);
}
bool equal(const Fail& a, const Fail& b) { return a.status == b.status; }
bool equal(const Note& a, const Note& b) { return a.text == b.text; }

template <class Kind>
bool equalKinds(const Kind& a, const Kind& b) {
  return a.index() == b.index() &&
         std::visit([&](const auto& x) { return equal(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
}
bool equal(const Stmt& a, const Stmt& b) { return a.same(b) || equalKinds(a->kind, b->kind); }

bool equal(const Parameter& a, const Parameter& b) {
  return a.name == b.name && a.type == b.type && a.role == b.role && a.out == b.out;
}

}  // namespace

bool equal(const Expr& a, const Expr& b) {
  if (a.same(b)) return true;
  return a && b && a->type == b->type && equalKinds(a->kind, b->kind);
}

bool equal(const Function& a, const Function& b) {
  return a.name == b.name && equal(a.body, b.body) &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const Parameter& x, const Parameter& y) { return equal(x, y); });
}

}  // namespace stardust::loops
