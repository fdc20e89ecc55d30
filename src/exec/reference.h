// The reference evaluator: the meaning of an assignment, computed independently of the compiler.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "tensor/storage.h"

namespace stardust::exec {

/// Operands by tensor name, and the extents of index variables.
using Operands = std::map<std::string, Storage>;
using Dimensions = std::map<notation::IndexVar, std::int64_t>;

/// The two evaluators share only the reading of operands, so that each checks the other.
enum class Method {
  Automatic,    ///< Coordinates
  Dense,        ///< loops over the whole index space; O(product of all dimensions); at most densePoints
  Coordinates,  // sorted joins of the stored coordinates; O(matches x extents of the variables without sparse factors)
};

struct ReferenceOptions {
  Method method = Method::Automatic;
  std::int64_t densePoints = std::int64_t{1} << 24;      ///< limit for Dense, in points of the index space
  std::int64_t coordinateSteps = std::int64_t{1} << 34;  ///< limit for Coordinates, in coordinates (about a minute)
};

/// The result, with bounds for judging another computation of it. Both vectors are parallel to result.values; they are
/// empty for integers, which are exact.
struct Evaluated {
  Storage result;
  ValueArray<double> magnitude;   ///< the sum of |term| over all added terms; NaN: cannot be judged
  ValueArray<double> operations;  ///< upper bound of the number of roundings of each term
  double termRoundings = 0;       ///< of these, those inside a term; the others are additions
};

using operators::errorBound;
using operators::leastErrorBound;
using operators::magnitudeOfProduct;
using operators::mayOverflow;
using operators::mayUnderflow;

/// Evaluates `assignment`.
///
/// docs/guide/grammar.md defines the meaning. In short: with = and +=, a variable that is not on the left-hand side is
/// summed over the additive term in which it occurs, as in TACO; in y(i) = b(i) - A(i,j) * x(j) the sum covers only the
/// product. A variable of the left-hand side that a term lacks repeats the term. With *=, min= and max=, each of
/// notation::reductionTerms is reduced over the points at which all its sparse operands are stored. All operators but =
/// start from operands[result name] if it is given, otherwise from an empty result. Integers wrap at the result's
/// width. Floating point is computed in double, and rounded to the result's type once, at the end.
///
/// Stored coordinates: a dense result stores everything (the operator's identity where no term exists). Otherwise a
/// product stores the intersection of its factors' stored coordinates; a sum, min or max stores their union; a
/// reduction stores the coordinates at which any of its terms is stored. Literals and dense operands are stored
/// everywhere, and explicit zeros count as stored. Coordinates that are not stored are not computed: an infinity times
/// an absent entry is absent.
///
/// A reduction inside of the expression (notation/inner_reductions.h) is evaluated as a statement of its own, with a
/// dense result of the type of the whole; its bounds go into those of the result.
///
/// Computed indices are evaluated for the extents in `dims`, which has all variables. The left-hand side has none.
///
/// A result format that merges equal values is returned coordinate by coordinate, in expanded(format).
///
/// `dims` gives the extents that neither operands nor the result's TensorVar determine. Throws Error (user): missing
/// operand, unknown or conflicting extents, a fraction for an integer result, integer division by zero. Throws Error
/// (unsupported): division by an operand that is not stored everywhere, a repeated variable on the left-hand side, a
/// size beyond the limits of `options`.
Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands,
                            const Dimensions& dims = {}, const ReferenceOptions& options = {});

}  // namespace stardust::exec
