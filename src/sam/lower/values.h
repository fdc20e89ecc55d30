// Expressions as blocks compute them: constants are folded.
#pragma once

#include <optional>
#include <vector>

#include "notation/expr.h"

namespace stardust::sam {

/// A number, an access, or an operator with operands.
struct Folded {
  std::optional<double> constant{};
  std::optional<notation::Access> access{};
  operators::Op op = nullptr;
  std::vector<Folded> operands{};
  operators::Constants deciding{};  ///< of an operator: the operands that decide as numbers which results are stored
};

/// Throws Error (unsupported) for an imaginary number.
Folded foldedOf(const notation::Expr& expr, ValueType type);

}  // namespace stardust::sam
