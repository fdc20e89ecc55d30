#include "backend/cpu/passes/dot_products.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/dot.h"
#include "loops/idioms/sparse_dot.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

bool isVariable(const Expr& e, const std::string& name) {
  const auto* v = std::get_if<Variable>(&e->kind);
  return v && v->name == name;
}

/// Matches a loop whose body binds names and adds one term to a variable.
class Sum {
 public:
  static std::optional<Sum> of(const For& loop) {
    Sum sum(loop);
    for (const Stmt& s : loop.body) {
      if (const auto* assign = std::get_if<Assign>(&s->kind); assign && !sum.assign_) sum.assign_ = assign;
      else if (!std::holds_alternative<Note>(s->kind) && !std::holds_alternative<Let>(s->kind)) return std::nullopt;
    }
    if (!sum.assign_) return std::nullopt;
    return sum;
  }

  /// The replacement; empty if the term has another form.
  Body asDot() const {
    const auto* added = std::get_if<Binary>(&assign_->value->kind);
    const auto* term = added && added->op == BinaryOp::Add && isVariable(added->left, assign_->name)
                           ? std::get_if<Binary>(&added->right->kind)
                           : nullptr;
    if (!term || term->op != BinaryOp::Mul || isComplex(assign_->value->type)) return {};
    auto product = dotOf(term->left, term->right);
    if (!product) product = dotOf(term->right, term->left);
    if (!product) return {};
    Body out = notesIn(loop_.body);
    out.push_back(assign(assign_->name, binary(BinaryOp::Add, added->left, idiomExpr(assign_->value->type, *product))));
    return out;
  }

 private:
  explicit Sum(const For& loop) : loop_(loop), lets_(letsIn(loop.body, loop.body.size())) {}

  // Matches values[p] * x[base + i64(crd[p])].
  std::optional<Dot> dotOf(const Expr& left, const Expr& right) const {
    const auto *values = std::get_if<Load>(&left->kind), *x = std::get_if<Load>(&right->kind);
    if (!values || !x || !isVariable(values->index, loop_.var)) return std::nullopt;
    const Expr place = meaning(x->index, lets_);
    const auto* sum = std::get_if<Binary>(&place->kind);
    const bool hasBase = sum && sum->op == BinaryOp::Add;
    const Expr base = hasBase ? sum->left : index(0);
    const Expr coordinate = hasBase ? meaning(sum->right, lets_) : place;
    const auto* wide = std::get_if<Cast>(&coordinate->kind);
    const auto* crd = wide ? std::get_if<Load>(&wide->operand->kind) : nullptr;
    if (!crd || wide->operand->type != Type::I32 || !isVariable(crd->index, loop_.var) || changes(base))
      return std::nullopt;
    return Dot{values->array, crd->array, x->array, base, loop_.begin, loop_.end};
  }

  bool changes(const Expr& e) const {
    std::set<std::string> read;
    collectReads(e, read);
    return read.count(loop_.var) || read.count(assign_->name) ||
           std::any_of(lets_.begin(), lets_.end(), [&](const auto& let) { return read.count(let.first) != 0; });
  }

  const For& loop_;
  Lets lets_;
  const Assign* assign_ = nullptr;
};

/// Matches a merge of two fibers that only accumulates products at common coordinates:
///     while a < a_end and b < b_end {
///       let x = i64(a_crd[a]); let y = i64(b_crd[b])
///       if x == y { s = s + A[a] * B[b] }; a = a + i64(x <= y); b = b + i64(y <= x) }
class FiberMerge {
 public:
  static Body asDot(const Body& body, std::size_t n) {
    const auto* loop = std::get_if<While>(&body[n]->kind);
    const auto* both = loop ? std::get_if<Binary>(&loop->condition->kind) : nullptr;
    if (!both || both->op != BinaryOp::And || loop->body.size() != 5) return {};
    const auto a = walkOf(both->left, loop->body[0], loop->body[3]),
               b = walkOf(both->right, loop->body[1], loop->body[4]);
    const auto* meet = std::get_if<If>(&loop->body[2]->kind);
    if (!a || !b || !meet || !meet->otherwise.empty() ||
        !compares(meet->condition, BinaryOp::Eq, a->coordinate, b->coordinate))
      return {};
    if (!goesOn(*a, b->coordinate) || !goesOn(*b, a->coordinate)) return {};
    if (!isOver(body, n, a->var) || !isOver(body, n, b->var)) return {};
    return summed(meet->then, *a, *b);
  }

 private:
  struct Walk {
    std::string var, coordinate, crd;
    Expr end, next;
  };

  // Matches at < end, let coordinate = i64(crd[at]), at = at + ….
  static std::optional<Walk> walkOf(const Expr& condition, const Stmt& first, const Stmt& last) {
    const auto* bound = std::get_if<Binary>(&condition->kind);
    const auto* at = bound && bound->op == BinaryOp::Lt ? std::get_if<Variable>(&bound->left->kind) : nullptr;
    const auto* let = std::get_if<Let>(&first->kind);
    const auto* wide = let ? std::get_if<Cast>(&let->value->kind) : nullptr;
    const auto* crd = wide ? std::get_if<Load>(&wide->operand->kind) : nullptr;
    const auto* step = std::get_if<Assign>(&last->kind);
    if (!at || !crd || !step || step->name != at->name || !isVariable(crd->index, at->name)) return std::nullopt;
    return Walk{at->name, let->name, crd->array, bound->right, step->value};
  }
  static bool compares(const Expr& e, BinaryOp op, const std::string& x, const std::string& y) {
    const auto* test = std::get_if<Binary>(&e->kind);
    return test && test->op == op && isVariable(test->left, x) && isVariable(test->right, y);
  }
  // Matches at + i64(coordinate <= the coordinate of the other fiber).
  static bool goesOn(const Walk& walk, const std::string& other) {
    const auto* sum = std::get_if<Binary>(&walk.next->kind);
    const auto* step = sum && sum->op == BinaryOp::Add && isVariable(sum->left, walk.var)
                           ? std::get_if<Cast>(&sum->right->kind)
                           : nullptr;
    return step && compares(step->operand, BinaryOp::Le, walk.coordinate, other);
  }
  // Whether the statement changes only the cursors and the sum, and nothing else depends on them.
  static bool areIndependent(const Walk& a, const Walk& b, const std::string& sum) {
    const std::string* const changed[] = {&a.var, &b.var, &sum};
    return a.var != b.var && sum != a.var && sum != b.var &&
           std::none_of(std::begin(changed), std::end(changed),
                        [&](const std::string* name) { return reads(a.end, *name) || reads(b.end, *name); });
  }
  // Whether the body declares the cursor and does not read it after the loop.
  static bool isOver(const Body& body, std::size_t n, const std::string& var) {
    const bool isOurs = std::any_of(body.begin(), body.begin() + static_cast<long>(n), [&](const Stmt& s) {
      const auto* declared = std::get_if<Declare>(&s->kind);
      return declared && declared->name == var;
    });
    return isOurs && namesIn(Body(body.begin() + static_cast<long>(n) + 1, body.end())).read.count(var) == 0;
  }
  static Body summed(const Body& then, const Walk& a, const Walk& b) {
    Body out(then.begin(), then.end() - (then.empty() ? 0 : 1));
    const auto* sum = then.empty() ? nullptr : std::get_if<Assign>(&then.back()->kind);
    const auto* added = sum ? std::get_if<Binary>(&sum->value->kind) : nullptr;
    const auto* product = added && added->op == BinaryOp::Add && isVariable(added->left, sum->name)
                              ? std::get_if<Binary>(&added->right->kind)
                              : nullptr;
    if (!product || product->op != BinaryOp::Mul || isComplex(sum->value->type) || !areIndependent(a, b, sum->name) ||
        !std::all_of(out.begin(), out.end(), [](const Stmt& s) { return std::holds_alternative<Note>(s->kind); }))
      return {};
    auto ofA = valuesAt(product->left, a), ofB = valuesAt(product->right, b);
    if (!ofA || !ofB) ofA = valuesAt(product->right, a), ofB = valuesAt(product->left, b);
    if (!ofA || !ofB) return {};
    const auto fiber = [](const std::string& values, const Walk& w) {
      return Fiber{values, w.crd, variable(w.var, Type::I64), w.end};
    };
    out.push_back(assign(sum->name, binary(BinaryOp::Add, added->left,
                                           idiomExpr(sum->value->type, SparseDot{fiber(*ofA, a), fiber(*ofB, b)}))));
    return out;
  }
  static std::optional<std::string> valuesAt(const Expr& factor, const Walk& walk) {
    const auto* load = std::get_if<Load>(&factor->kind);
    return load && isVariable(load->index, walk.var) ? std::optional(load->array) : std::nullopt;
  }
};

}  // namespace

Function withDotProducts(const Function& function) {
  return {function.name, function.parameters, rewrittenAt(function.body, [](const Body& body, std::size_t n) {
            const auto* loop = std::get_if<For>(&body[n]->kind);
            const auto sum = loop && loop->order == Order::Simd ? Sum::of(*loop) : std::nullopt;
            return sum ? sum->asDot() : FiberMerge::asDot(body, n);
          })};
}

}  // namespace stardust::loops
