#include "backend/cuda/passes/scatters.h"

#include "backend/cuda/passes/own_elements.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

constexpr std::int64_t mostParts = 256;                       // copies of an array that sums are scattered into
constexpr std::int64_t mostElements = std::int64_t{1} << 26;  // of all copies of an array

struct Scattered {
  BinaryOp op;
  Type type;
};
using ScatteredArrays = std::map<std::string, Scattered>;

/// The arrays into which the iterations scatter; empty if they do anything else to what lies outside of them.
ScatteredArrays scatteredIn(const For& loop) {
  const NamesIn names = namesIn(loop.body);
  ScatteredArrays arrays;
  bool legal = true;
  forEachStmt(loop.body, [&](const Stmt& s) {
    match(
        s->kind, [](const Let&) {}, [](const Declare&) {}, [](const Note&) {}, [](const If&) {}, [](const While&) {},
        [&](const For& x) { legal = legal && (x.order == Order::Serial || x.order == Order::Simd); },
        [&](const Assign& x) { legal = legal && names.declared.count(x.name) != 0; },
        [&](const Store& x) {
          legal = legal && x.op.has_value();
          if (!legal) return;
          const auto [known, isNew] = arrays.insert({x.array, {*x.op, x.value->type}});
          legal = known->second.op == *x.op;
        },
        [&](const auto&) { legal = false; });
    return legal;
  });
  forEachStmt(loop.body, [&](const Stmt& s) {
    forEachExpr(s, [&](const Expr& e) {
      for (const auto& [array, scattered] : arrays) legal = legal && !reads(e, array);
    });
    return legal;
  });
  return legal ? arrays : ScatteredArrays();
}

bool hasAtomics(const Scattered& s) {
  return s.type == Type::I32 || s.type == Type::I64 || s.type == Type::U32 || s.type == Type::U64 ||
         s.type == Type::F32 || s.type == Type::F64;
}
bool isOrderIrrelevant(const Scattered& s) {
  return isInteger(s.type) || s.op == BinaryOp::Min || s.op == BinaryOp::Max;
}

Expr zeroOf(const Scattered& s) {
  const std::int64_t identity = s.op == BinaryOp::Mul ? 1 : 0;
  return isInteger(s.type) ? literal(s.type, identity) : literal(s.type, static_cast<double>(identity));
}

class Scatters {
 public:
  explicit Scatters(const Function& function) : names_(namesOf(function)) {}

  Body body(const Body& stmts) {
    Body out;
    for (const Stmt& s : stmts) {
      remember(s);
      const auto* loop = as<For>(s);
      if (loop && loop->order == Order::Serial && !storesOwnElements(*loop)) append(out, scattered(*loop, s));
      else out.push_back(as<If>(s) ? withBodies(s, [&](const Body& inside) { return body(inside); }) : s);
    }
    return out;
  }

 private:
  // The length of an array where it is known: a value that does not change afterwards.
  void remember(const Stmt& s) {
    const auto* allocated = as<Allocate>(s);
    const auto* resized = as<Resize>(s);
    const auto* grown = as<Grow>(s);
    if (allocated) sizes_[allocated->array] = allocated->size;
    if (resized) sizes_[resized->array] = resized->size;
    if (grown) sizes_.erase(grown->array);
    const auto* declared = as<Declare>(s);
    if (declared) variables_.insert(declared->name);
  }
  bool isKnown(const std::string& array) const {
    const auto size = sizes_.find(array);
    if (size == sizes_.end()) return false;
    return !anyOf(size->second, [&](const Expr& e) {
      const auto* v = std::get_if<Variable>(&e->kind);
      return (v && variables_.count(v->name)) || std::holds_alternative<Load>(e->kind);
    });
  }

  Body scattered(const For& loop, const Stmt& same) {
    const ScatteredArrays arrays = scatteredIn(loop);
    if (arrays.empty()) return {same};
    bool atomic = true, copies = true;
    for (const auto& [array, s] : arrays) {
      atomic = atomic && isOrderIrrelevant(s) && hasAtomics(s);
      copies = copies && isKnown(array) && (s.op == BinaryOp::Add || s.op == BinaryOp::Mul);
    }
    if (atomic) return {forLoop(loop.var, loop.begin, loop.end, withAtomics(loop.body, arrays), Order::Parallel)};
    return copies && loop.begin->type == Type::I64 ? inParts(loop, arrays) : Body{same};
  }

  static Body withAtomics(const Body& body, const ScatteredArrays& arrays) {
    return rewritten(body, [&](const Stmt& s) -> Body {
      const auto* x = as<Store>(s);
      if (!x || !arrays.count(x->array)) return {};
      return {store(x->array, x->index, x->value, x->op, true)};
    });
  }

  Body inParts(const For& loop, const ScatteredArrays& arrays) {
    Body out;
    const Expr begin = named(names_, out, "scatter_begin", loop.begin),
               count = named(names_, out, "scatter_count", subtract(loop.end, loop.begin));
    Expr most = index(1);
    for (const auto& [array, s] : arrays) most = binary(BinaryOp::Max, most, sizes_.at(array));
    const Expr affordable = binary(BinaryOp::Div, index(mostElements), most);
    const Expr parts = named(names_, out, "scatter_parts",
                             binary(BinaryOp::Max, index(1),
                                    binary(BinaryOp::Min, binary(BinaryOp::Min, index(mostParts), affordable), count)));
    const std::string part = names_.fresh("part");
    const Expr n = variable(part, Type::I64);
    std::map<std::string, std::string> copies;
    for (const auto& [array, s] : arrays) {
      copies[array] = names_.fresh(array + "_copies");
      out.push_back(allocate(copies[array], s.type, multiply(parts, sizes_.at(array)), zeroOf(s)));
    }
    const Body inside = rewritten(loop.body, [&](const Stmt& s) -> Body {
      const auto* x = as<Store>(s);
      if (!x || !arrays.count(x->array)) return {};
      return {store(copies.at(x->array), add(multiply(n, sizes_.at(x->array)), x->index), x->value, x->op)};
    });
    const auto boundary = [&](const Expr& of) { return add(begin, binary(BinaryOp::Div, multiply(count, of), parts)); };
    out.push_back(forLoop(part, index(0), parts, {forLoop(loop.var, boundary(n), boundary(add(n, index(1))), inside)},
                          Order::Parallel));
    for (const auto& [array, s] : arrays) out.push_back(added(array, copies[array], s, parts));
    return out;
  }

  // Adds the copies of each element, in order.
  Stmt added(const std::string& array, const std::string& copies, const Scattered& s, const Expr& parts) {
    const std::string at = names_.fresh("at"), part = names_.fresh("part"), sum = names_.fresh("sum");
    const Expr element = variable(at, Type::I64), total = variable(sum, s.type);
    const Expr copy = load(copies, s.type, add(multiply(variable(part, Type::I64), sizes_.at(array)), element));
    return forLoop(
        at, index(0), sizes_.at(array),
        {declare(sum, load(array, s.type, element)),
         forLoop(part, index(0), parts, {assign(sum, binary(s.op, total, copy))}), store(array, element, total)},
        Order::Parallel);
  }

  Names names_;
  std::map<std::string, Expr> sizes_;  // of arrays, by name
  std::set<std::string> variables_;    // variables that change
};

}  // namespace

Function withScatters(const Function& function) {
  return {function.name, function.parameters, Scatters(function).body(function.body)};
}

}  // namespace stardust::loops
