// Assignments that depend on positions: argmin=, argmax= and first=. Each becomes a few statements.
#pragma once

#include "notation/inner_reductions.h"

namespace stardust::notation {

/// "argmin=", "argmax=", "first=".
std::vector<std::string> positionalSigns();
/// Whether such a sign follows.
bool beginsPositional(const Lexer& lexer);

/// Parses the sign and the right side; `result`: the left side. The statements before the returned assignment go to
/// `inner`. For d(i) argmin= A(i,j), with values of the index j:
///     d_extreme(i) min= A(i,j)
///     d_index(i) min= select(A(i,j) <= d_extreme(i), j, 2^30)
///     d(i) = select(d_index(i) < 2^30, d_index(i), -1)
/// For y(i) first= A(i,j), and for each reduced variable from the last to the first:
///     y_at(i) min= select(A(i,j) == 0, j, j)
///     y(i) = select(j == y_at(i), A(i,j), 0)
/// A right side that is no access is computed before, as d_term. Throws Error (user) for an argmin= that does not
/// reduce exactly one variable, and for a first= that reduces none.
Assignment parsePositional(Lexer& lexer, const Assignment& result, const Definitions& definitions,
                           InnerReductions* inner);

/// Values of indices that the statements compare are below this number, which every type represents.
inline constexpr std::int64_t noIndex = std::int64_t{1} << 30;

}  // namespace stardust::notation
