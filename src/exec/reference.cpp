#include "exec/reference.h"

#include <algorithm>

#include "exec/coordinate_oracle.h"
#include "exec/dense_oracle.h"
#include "exec/reference_problem.h"
#include "exec/reference_tables.h"
#include "notation/inner_reductions.h"

namespace stardust::exec {
namespace {

bool isMerging(const std::pair<const std::string, Storage>& operand) {
  return expanded(operand.second.format) != operand.second.format;
}

Evaluated evaluate(notation::Assignment told, const Operands& operands, const Dimensions& dims,
                   const ReferenceOptions& options, const Computed* computed) {
  told.lhs.tensor.format = expanded(told.lhs.tensor.format);
  Problem problem = makeProblem(told, operands, dims);
  problem.computed = computed;
  return options.method == Method::Dense ? evaluateDense(problem, options.densePoints)
                                         : evaluateCoordinates(problem, options.coordinateSteps);
}

// Evaluates the reductions inside of an expression, each as a statement with a dense result, and then the expression.
class WithReductions {
 public:
  WithReductions(const notation::Assignment& assignment, Operands operands, const Dimensions& dims,
                 const ReferenceOptions& options)
      : assignment_(assignment), operands_(std::move(operands)), dims_(dims), options_(options) {}

  Evaluated result() {
    notation::Assignment rest = assignment_;
    rest.rhs = evaluated(assignment_.rhs);
    return evaluate(rest, operands_, dims_, options_, &computed_);
  }

 private:
  notation::Expr evaluated(const notation::Expr& expr) {
    return notation::rewrite(expr, [&](const notation::Expr& e) {
      const auto reduction = notation::asReducedOperand(e);
      if (!reduction) return notation::Expr();
      const std::vector<notation::IndexVar> kept = notation::freeVariables(e);
      notation::TensorVar tensor = assignment_.lhs.tensor;
      tensor.name = notation::print(e);  // no tensor has this name
      tensor.format = denseFormat(static_cast<int>(kept.size()));
      tensor.type = notation::typeOfReduced(reduction->term, assignment_);
      tensor.dims.clear();
      if (!computed_.count(tensor.name)) {
        const notation::AssignOp op =
            reduction->op == operators::add ? notation::AssignOp::Set : notation::AssignOp(reduction->op);
        Evaluated made = evaluate({{tensor, kept}, e->where, op, evaluated(reduction->term)}, operands_, dims_,
                                  options_, &computed_);
        operands_.insert_or_assign(tensor.name, made.result);
        computed_.insert_or_assign(tensor.name, std::move(made));
      }
      return notation::access(std::move(tensor), kept, e->where);
    });
  }

  const notation::Assignment& assignment_;
  Operands operands_;
  const Dimensions& dims_;
  const ReferenceOptions& options_;
  Computed computed_;
};

}  // namespace

Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims,
                            const ReferenceOptions& options) {
  if (notation::hasComputedIndices(assignment.rhs)) {
    const Tabled plain = tabled(assignment, operands, dims);
    return evaluateReference(plain.assignment, plain.operands, dims, options);
  }
  if (std::any_of(operands.begin(), operands.end(), isMerging)) {
    Operands all;
    for (const auto& [name, storage] : operands) all.emplace(name, expanded(storage));
    return evaluateReference(assignment, all, dims, options);
  }
  if (notation::hasReducedOperands(assignment.rhs)) return WithReductions(assignment, operands, dims, options).result();
  return evaluate(assignment, operands, dims, options, nullptr);
}

}  // namespace stardust::exec
