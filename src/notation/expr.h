// Index notation: A(i,j) = B(i,k) * C(k,j). Immutable values, used by the parser, the C++ API and cin.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "levels/registry.h"
#include "notation/index.h"
#include "operators/table.h"
#include "stardust/format.h"
#include "support/diagnostic.h"
#include "support/node.h"
#include "tensor/storage.h"

namespace stardust::notation {

bool contains(const std::vector<IndexVar>& vars, const IndexVar& var);

/// The declaration of a tensor. Two variables denote the same tensor iff their names are equal.
struct TensorVar {
  std::string name;
  Format format;
  ValueType type = ValueType::Float32;
  std::vector<std::int64_t> dims;  ///< by mode; empty while unknown
  bool workspace = false;          ///< created by the schedule, not bound to user data
  bool anyFormat = false;          ///< of a workspace: unspecified format; dense until placement decides
  /// The coordinates of the mode, 0, 1, 2, …: an index variable as a number. The program computes them, or the driver
  /// provides them as a dense operand (indexValues). They have the type of the result, or long if it has fewer bits
  /// than 32.
  bool isIndexValue = false;
  bool isMadeUp = false;  ///< of a workspace: created by a pass, so its name does not occur in the user's text

  int order() const { return format.order(); }
  /// A workspace that records its stored coordinates: the last level is a bit vector. Other workspaces are dense, or
  /// copies of a tensor.
  bool isSparseWorkspace() const {
    return workspace && order() > 0 && levels::of(format.levels().back()).stores(levels::Array::Bits);
  }
};

using operators::Op;

/// The effect of an assignment on an existing value: replacement (=), or reduction with an operator of the table (+= *=
/// min= max=).
class AssignOp {
 public:
  constexpr AssignOp() = default;
  constexpr AssignOp(Op reduction) : reduction_(reduction) {}  // NOLINT: any operator that can reduce
  /// A reduction that the user declares; it lives as long as the assignment.
  explicit AssignOp(std::shared_ptr<const operators::Operator> declared)
      : reduction_(declared.get()), declared_(std::move(declared)) {}
  static const AssignOp Set;

  constexpr Op reduction() const { return reduction_; }  ///< null for Set
  friend bool operator==(const AssignOp& a, const AssignOp& b) { return a.reduction_ == b.reduction_; }

 private:
  Op reduction_ = nullptr;
  std::shared_ptr<const operators::Operator> declared_;
};
inline const AssignOp AssignOp::Set;

struct Expr;

/// With computed indices, `computed` has the index of each mode, and `indices` the distinct variables of these. The
/// driver replaces such an access by one of a tensor with a mode for each variable (driver/views.h), so that no later
/// step has it.
struct Access {
  TensorVar tensor;
  std::vector<IndexVar> indices;
  std::vector<Index> computed = {};

  std::size_t modes() const { return computed.empty() ? indices.size() : computed.size(); }
};
/// A number times the imaginary unit: 2i.
struct Imaginary {
  double value;
  friend bool operator==(const Imaginary&, const Imaginary&) = default;
};
struct Literal {
  std::variant<std::int64_t, double, Imaginary> value;
};
/// The number; none of an imaginary one.
std::optional<double> realNumber(const Literal& literal);
struct ExprNode;

/// Handle to an immutable expression; see ExprNode for the alternatives.
struct Expr : Ref<ExprNode> {
  using Ref<ExprNode>::Ref;
};
/// An operator with its operands: a + b, -a, max(a, b).
struct Call {
  Op op;
  std::vector<Expr> operands;
};
/// `where` is the place in the user's text; empty for generated expressions.
struct ExprNode {
  std::variant<Access, Literal, Call> kind;
  Location where;
};

/// lhs = rhs, or lhs += rhs. The sum over a variable that is not on the left covers the additive term in which it
/// occurs (as in TACO).
struct Assignment {
  Access lhs;
  Location lhsWhere;
  AssignOp op = AssignOp::Set;
  Expr rhs;
};

Expr access(TensorVar tensor, std::vector<IndexVar> indices, Location where = {});
/// The index variable as a number, as in i * x(i): an access of a tensor with this name.
Expr indexValue(std::string name, IndexVar var, Location where = {});
/// The expression with values of indices for a result of this type.
Expr withIndexValuesOf(ValueType result, const Expr& expr);
Expr access(Access access, Location where = {});
/// The access with another tensor.
Access withTensor(Access access, TensorVar tensor);
/// An access with these indices; its tensor is undeclared: dense, of the order of the indices.
Access undeclaredAccess(std::string tensor, std::vector<Index> indices);
Expr literal(std::int64_t value, Location where = {});
Expr literal(double value, Location where = {});
Expr literal(Imaginary value, Location where = {});
/// Folds a negated literal to a negative literal.
Expr call(Op op, std::vector<Expr> operands, Location where = {});
Expr negate(Expr operand, Location where = {});
Expr binary(Op op, Expr left, Expr right, Location where = {});

/// The call if the expression is a call of this operator; else null.
const Call* callOf(const Expr& expr, Op op);

/// "A(i,j) = B(i,k) * C(k,j)", minimal parentheses; a scalar prints as its bare name. parse(print(x)) == x.
std::string print(const Expr& expr);
std::string print(const Access& access);
std::string print(const Assignment& assignment);

/// "+=", "min=", …
std::string symbol(const AssignOp& op);
/// Whether the assignment reduces the whole right-hand side, at the coordinates where all its sparse operands are
/// stored. In contrast, = and += sum additive terms.
inline bool reducesAll(const AssignOp& op) { return op != AssignOp::Set && op != operators::add; }
/// The value of a dense result without any term: 0, or the identity of the reduction.
inline operators::Constant identityOf(const AssignOp& op) {
  return op == AssignOp::Set ? operators::Constant{} : op.reduction()->identity->value;
}

/// Structural equality (names, indices, operators, literals; not source locations).
bool equal(const Expr& a, const Expr& b);
bool equal(const Access& a, const Access& b);

/// The tensor with the properties that belong to the access, not to the declaration.
TensorVar declaredAs(const TensorVar& read, TensorVar declared);

/// All accesses from left to right, with repetitions. After an access come the tensors in its computed indices.
std::vector<Access> accesses(const Expr& expr);
/// Whether an access of the assignment has computed indices.
bool hasComputedIndices(const Assignment& assignment);
bool hasComputedIndices(const Expr& expr);
/// An access and its source location.
struct PlacedAccess {
  Access access;
  Location where;
};
/// The access of the result, followed by those of the operands as above.
std::vector<PlacedAccess> placedAccesses(const Assignment& assignment);
/// All index variables in order of first appearance.
std::vector<IndexVar> variables(const Expr& expr);
/// An additive term with its sign: b - A*x → {+b, -A*x}. Products are not distributed.
struct Term {
  bool negative;
  Expr expr;
};
std::vector<Term> additiveTerms(const Expr& expr);

/// Replaces every node for which `f` returns a non-null expression; same node if nothing changed.
template <class F>
Expr rewrite(const Expr& expr, F&& f);

/// Throws Error (user): an access whose number of indices is not the order of the tensor; a result that occurs on the
/// right; (unsupported): a variable twice on the left; a divisor that may be absent (notation/stored.h). An index
/// variable on the left that does not occur on the right of a sparse-only expression is legal (broadcast).
void verify(const Assignment& assignment);

/// The types of all accesses, and a complex one for imaginary literals.
std::vector<ValueType> operandTypes(const Expr& expr);
/// Whether values of the expression have no imaginary part, by the types of its operands. In a computation with complex
/// numbers, such an expression is computed with real ones.
bool isRealValued(const Expr& expr);
/// Whether all operands are real: the operator is then that of real numbers.
bool hasRealOperands(const Call& call);
/// The type in which the right side is computed: stardust::expressionType of the types of result and operands. Complex
/// of real results with complex operands, as y(i) = abs(z(i)).
ValueType expressionType(const Assignment& declared);
/// Throws Error (user) for an operand, a literal or an operator that does not fit the type of the expression.
void requireValueType(const Assignment& declared);
/// The check of an operator, for one call in an expression of this type.
void requireOperator(const Call& call, ValueType type, const Location& where);
/// Refuses values of a type that the type of the expression does not hold: fractions where the result is an integer,
/// and numbers where it is a truth value.
void requireConversion(const Access& access, ValueType values, const TensorVar& result, ValueType expression,
                       const Location& where);

template <class F>
Expr rewrite(const Expr& expr, F&& f) {
  if (Expr replaced = f(expr)) return replaced;
  return match(
      expr->kind, [&](const Access&) { return expr; }, [&](const Literal&) { return expr; },
      [&](const Call& c) {
        bool same = true;
        std::vector<Expr> operands;
        for (const Expr& operand : c.operands) {
          operands.push_back(rewrite(operand, f));
          same = same && operands.back().same(operand);
        }
        return same ? expr : call(c.op, std::move(operands), expr->where);
      });
}

}  // namespace stardust::notation
