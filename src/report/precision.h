// The precision of a result that is right.
#pragma once

#include <string>

#include "driver/run.h"

namespace stardust::report {

/// "right, compared in full with the reference (largest relative error 1.3e-07)"; of a result whose digits agree less
/// than its error bound: "right within the error bound of float sums of 20,000,000 terms; largest relative error 0.16".
std::string rightText(const driver::Run& run);

/// Whether the digits of the result agree with the reference: "digits", or "bound" if only its error bound holds.
std::string precisionOf(const driver::Run& run);

/// The remedy for a relative error of 1 % or more; empty if it is smaller.
std::string precisionWarning(const driver::Run& run);

}  // namespace stardust::report
