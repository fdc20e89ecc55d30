#include "report/precision.h"

#include <fmt/format.h>

#include "support/plural.h"

namespace stardust::report {
namespace {

constexpr double worthWarning = 0.01;  ///< a relative error

ValueType typeOf(const driver::Run& run) { return run.checked.result.type(); }

// "float sums of 20,000,000 terms"
std::string sums(const driver::Run& run) {
  const auto terms = static_cast<std::int64_t>(run.checked.comparison.terms);
  return terms > 1 ? fmt::format("{} sums of {} terms", toString(typeOf(run)), grouped(terms))
                   : fmt::format("{} arithmetic", toString(typeOf(run)));
}

}  // namespace

std::string precisionOf(const driver::Run& run) {
  return exec::agreesInDigits(run.checked.comparison, typeOf(run)) ? "digits" : "bound";
}

std::string rightText(const driver::Run& run) {
  const double error = run.checked.comparison.maxRelativeError;
  if (precisionOf(run) == "digits")
    return fmt::format("right, compared in full with the reference (largest relative error {:.2g})", error);
  return fmt::format("right within the error bound of {}; largest relative error {:.2g}", sums(run), error);
}

std::string precisionWarning(const driver::Run& run) {
  const double error = run.checked.comparison.maxRelativeError;
  if (!run.verified() || !(error >= worthWarning)) return {};
  const std::string lost = fmt::format("{} lost digits: an error of {:.2g} %", sums(run), 100 * error);
  if (isHalf(typeOf(run))) return lost + "; use -t=float";
  return typeOf(run) == ValueType::Float32 ? lost + "; use -t=double" : lost;
}

}  // namespace stardust::report
