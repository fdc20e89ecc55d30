// The reference evaluator: what an assignment means, computed without any part of the compiler.
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

/// The two evaluators share nothing but the reading of operands, so that they can be checked against each other.
enum class Method {
  Automatic,    ///< coordinates
  Dense,        ///< loops over the whole index space; O(product of all dimensions); refuses above densePoints
  Coordinates,  ///< sorted joins of the stored coordinates; O(matches x extents of the variables no sparse factor
                ///< binds)
};

struct ReferenceOptions {
  Method method = Method::Automatic;
  std::int64_t densePoints = std::int64_t{1} << 24;      ///< points of the index space that Dense may visit
  std::int64_t coordinateSteps = std::int64_t{1} << 34;  ///< coordinates that Coordinates may visit (a minute or so)
};

/// The result with what is needed to judge another computation of it. Both vectors run parallel to result.values;
/// they are empty for integers, which are exact.
struct Evaluated {
  Storage result;
  ValueArray<double> magnitude;   ///< the sum of |term| over the terms that were added up; NaN: nothing can be judged
  ValueArray<double> operations;  ///< how many roundings each term may have passed through, at most
};

using operators::errorBound;
using operators::magnitudeOfProduct;
using operators::mayOverflow;
using operators::mayUnderflow;

/// Evaluates `assignment`.
///
/// The meaning is that of docs/guide/grammar.md. In short: with = and +=, a variable that is not on the left is summed
/// over the additive term it occurs in, as in TACO; in y(i) = b(i) - A(i,j) * x(j) the sum covers the product only. A
/// variable of the left that a term does not have repeats that term. With *=, min= and max=, each of
/// notation::reductionTerms is reduced where all its sparse operands are stored. All but = start from
/// operands[result name] where given, else from nothing. Integers wrap at the result's width; floating point is
/// computed in double and rounded to the result's type once, at the end.
///
/// Stored coordinates: a dense result stores everything (the operator's identity where nothing arrives). Else a product
/// stores the intersection of its factors' stored coordinates, a sum, min or max their union, a reduction stores where
/// any of its terms does; literals and dense operands store everywhere, and explicit zeros count as stored. What is not
/// stored is not computed: an infinity times an absent entry is absent.
///
/// A result that merges equal values is told coordinate by coordinate, in expanded(format).
///
/// `dims` gives the extents that neither operands nor the result's TensorVar give.
/// Throws Error (user): missing operand, extents that are unknown or disagree, a fraction for an integer result,
/// integer division by zero. Throws Error (unsupported): division by what is not stored everywhere, a variable twice
/// on the left, a size beyond the limits of `options`.
Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands,
                            const Dimensions& dims = {}, const ReferenceOptions& options = {});

}  // namespace stardust::exec
