// Error bounds of operators on complex numbers. The magnitude of a value is its modulus, and its error is the radius of
// the disc in which another computation of it may lie.
//
// Operators without a function here have the bound of their row, with moduli in place of values. A function has the
// spread of its values over the disc of its operand: at most the greatest modulus of its derivative there times the
// radius. Nothing is judged where the disc holds a pole, or meets a branch cut; on a cut the sign of a zero decides.
// Parts of a number that is not finite are unspecified, so nothing that depends on them is judged, either.
#pragma once

#include <complex>

#include "operators/bounded.h"

namespace stardust::operators::bounds {

using ComplexBounded = Bounded<std::complex<double>>;
using ComplexValues = const ComplexBounded*;

/// The same with the modulus as the value.
Bounded<double> modulusOf(const ComplexBounded& a);

void part(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);        ///< real, imag
void modulus(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);     ///< abs
void difference(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);  ///< == and !=
void complexArgument(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexQuotient(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexRoot(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexExponential(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexLogarithm(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexPowers(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexWave(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);            ///< sin, cos
void complexHyperbolicWave(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);  ///< sinh, cosh
void complexTangent(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexHyperbolicTangent(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);
void complexArcs(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);  ///< asin, acos
void complexArcTangent(const Rounding& rounding, ComplexValues operands, ComplexBounded& result);

}  // namespace stardust::operators::bounds
