#include "loops/lower/dot.h"

#include <algorithm>
#include <optional>

#include "loops/lower/rewrite.h"

namespace stardust::loops {
namespace {

bool isVariable(const Expr& e, const std::string& name) {
  const auto* v = std::get_if<Variable>(&e->kind);
  return v && v->name == name;
}

/// A loop whose body names values and adds one term to a variable.
class Sum {
 public:
  static std::optional<Sum> of(const For& loop) {
    Sum sum(loop);
    for (const Stmt& s : loop.body) {
      if (const auto* let = std::get_if<Let>(&s->kind)) sum.lets_[let->name] = let->value;
      else if (const auto* assign = std::get_if<Assign>(&s->kind); assign && !sum.assign_) sum.assign_ = assign;
      else if (!std::holds_alternative<Note>(s->kind)) return std::nullopt;
    }
    if (!sum.assign_) return std::nullopt;
    return sum;
  }

  /// The statements that do the same; none if the term is of another kind.
  Body asDot() const {
    const auto* added = std::get_if<Binary>(&assign_->value->kind);
    const auto* term = added && added->op == BinaryOp::Add && isVariable(added->left, assign_->name) ? std::get_if<Binary>(&added->right->kind) : nullptr;
    if (!term || term->op != BinaryOp::Mul) return {};
    auto product = dotOf(term->left, term->right);
    if (!product) product = dotOf(term->right, term->left);
    if (!product) return {};
    Body out;
    for (const Stmt& s : loop_.body)
      if (std::holds_alternative<Note>(s->kind)) out.push_back(s);
    out.push_back(assign(assign_->name, binary(BinaryOp::Add, added->left, dot(assign_->value->type, *product))));
    return out;
  }

 private:
  explicit Sum(const For& loop) : loop_(loop) {}

  // values[p] * x[base + i64(crd[p])]
  std::optional<Dot> dotOf(const Expr& left, const Expr& right) const {
    const auto *values = std::get_if<Load>(&left->kind), *x = std::get_if<Load>(&right->kind);
    if (!values || !x || !isVariable(values->index, loop_.var)) return std::nullopt;
    const Expr place = meaning(x->index);
    const auto* sum = std::get_if<Binary>(&place->kind);
    const bool hasBase = sum && sum->op == BinaryOp::Add;
    const Expr base = hasBase ? sum->left : index(0);
    const Expr coordinate = hasBase ? meaning(sum->right) : place;
    const auto* wide = std::get_if<Cast>(&coordinate->kind);
    const auto* crd = wide ? std::get_if<Load>(&wide->operand->kind) : nullptr;
    if (!crd || wide->operand->type != Type::I32 || !isVariable(crd->index, loop_.var) || changes(base)) return std::nullopt;
    return Dot{values->array, crd->array, x->array, base, loop_.begin, loop_.end};
  }

  Expr meaning(const Expr& e) const {
    const auto* v = std::get_if<Variable>(&e->kind);
    const auto let = v ? lets_.find(v->name) : lets_.end();
    return let == lets_.end() ? e : let->second;
  }
  bool changes(const Expr& e) const {
    std::set<std::string> read;
    collectReads(e, read);
    return read.count(loop_.var) || read.count(assign_->name) || std::any_of(lets_.begin(), lets_.end(), [&](const auto& let) { return read.count(let.first) != 0; });
  }

  const For& loop_;
  std::map<std::string, Expr> lets_;
  const Assign* assign_ = nullptr;
};

}  // namespace

Function withDotProducts(const Function& function) {
  return {function.name, function.parameters, rewritten(function.body, [](const Stmt& s) {
            const auto* loop = std::get_if<For>(&s->kind);
            const auto sum = loop && loop->order == Order::Simd ? Sum::of(*loop) : std::nullopt;
            return sum ? sum->asDot() : Body();
          })};
}

}  // namespace stardust::loops
