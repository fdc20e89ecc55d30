#include "sam/lower/values.h"

#include <algorithm>

#include "notation/stored.h"
#include "sam/operands.h"

namespace stardust::sam {

Folded foldedOf(const notation::Expr& expr, ValueType type) {
  return match(
      expr->kind,
      [](const notation::Access& access) {
        Folded node;
        node.access = access;
        return node;
      },
      [&](const notation::Literal& literal) {
        Folded node;
        node.constant = notation::realNumber(literal);
        if (!node.constant) failUnsupported("SAM has no complex numbers", expr->where, {}, "--target=cpu");
        return node;
      },
      [&](const notation::Call& call) {
        Folded node;
        node.op = call.op;
        node.deciding = notation::constantsOf(call);
        for (const notation::Expr& operand : call.operands) node.operands.push_back(foldedOf(operand, type));
        const bool isConstant = std::all_of(node.operands.begin(), node.operands.end(),
                                            [](const Folded& operand) { return operand.constant.has_value(); });
        if (!isConstant) return node;
        const Arithmetic arithmetic(type);
        Token values[operators::mostOperands];
        for (std::size_t n = 0; n < node.operands.size(); ++n)
          values[n] = arithmetic.number(*node.operands[n].constant);
        const Token value = arithmetic.apply(*call.op, values);
        Folded folded;
        folded.constant = arithmetic.isWhole() ? static_cast<double>(value.bits) : value.real();
        return folded;
      });
}

}  // namespace stardust::sam
