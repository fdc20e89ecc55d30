#include "driver/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "driver/computed.h"
#include "driver/places.h"
#include "driver/stopwatch.h"
#include "exec/spatial_interpreter.h"

namespace stardust::driver {

std::string toString(Target target) { return std::string(target.name()); }

namespace {

// The right-hand side as written, on the tensors of the user.
exec::Evaluated referenceOf(const Problem& problem, const Computed& computed) {
  notation::Assignment assignment = problem.assignment;
  assignment.rhs = computed.written.rhs;
  exec::Dimensions dims;
  for (const auto& placed : notation::placedAccesses(problem.assignment))
    for (const notation::IndexVar& var : placed.access.indices) dims.emplace(var, computed.extents.at(var).value);
  return exec::evaluateReference(assignment, computed.sources, dims);
}

}  // namespace

exec::Evaluated referenceOf(const Problem& problem) {
  return withPlaceOf(problem.assignment, problem.commands, [&] {
    return problem.computed ? referenceOf(problem, *problem.computed)
                            : exec::evaluateReference(problem.assignment, problem.operands);
  });
}

namespace {

constexpr double mostRelative = 0.01;  ///< a check with a greater relative margin proves little

/// Rounds up to two digits.
double roundedUp(double margin) {
  if (margin == 0) return 0;
  const double digit = std::pow(10, std::floor(std::log10(margin)) - 1);
  return std::ceil(margin / digit) * digit;
}

}  // namespace

spatial::Margin checkMargin(const exec::Evaluated& reference) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double absolute = 0, relative = 0;
  bool hasInfinite = false;  // values that are near only to themselves
  for (std::size_t n = 0; n < reference.magnitude.size(); ++n) {
    const double bound = exec::errorBound(reference.result.type(), reference.magnitude[n], reference.operations[n]);
    if (!std::isfinite(reference.magnitude[n])) return {infinity, false};  // any difference is acceptable
    if (exec::mayOverflow(reference.result.type(), reference.magnitude[n] + bound)) return {infinity, false};
    const double modulus = std::abs(complexAt(reference.result.values, n));
    hasInfinite = hasInfinite || std::isinf(modulus);
    const double least = modulus - bound;  // the smallest possible magnitude
    absolute = std::max(absolute, bound);
    if (reference.magnitude[n] == 0) continue;  // a sum of zeros
    if (bound > 0) relative = std::max(relative, least > 0 ? bound / least : infinity);
  }
  if (relative <= mostRelative) return {roundedUp(relative), true, hasInfinite};
  return {roundedUp(absolute), false, hasInfinite};
}

CompileOptions optionsOf(const Problem& problem, const spatial::Margin& margin) {
  CompileOptions options;
  options.name = problem.name;
  options.margin = margin;
  options.facts = factsOf(problem.operands);
  for (const auto& [tensor, operand] : problem.operands)
    if (operand.order() == 0) options.scalars[tensor] = valueAt(operand.values, 0);
  return options;
}

Compiled compileFor(const Ready& ready, const capstan::Machine& machine, const spatial::Margin& margin,
                    const std::string& dataFolder, const PassWatch& watch) {
  CompileOptions options = optionsOf(ready.problem, margin);
  options.watch = watch;
  options.dataFolder = dataFolder;
  return compileToFit(ready.scheduled, machine, options);
}

Checked compared(const exec::Evaluated& reference, Storage result, const std::string& tensor) {
  Checked checked;
  std::vector<PassTime> times;
  checked.result = std::move(result);
  checked.comparison = Stopwatch(times)("compare", [&] { return exec::compare(reference, checked.result, tensor); });
  checked.seconds = times.front().seconds;
  return checked;
}

Checked check(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
              const spatial::RunOutput& output) {
  Checked checked = compared(reference, spatial::resultOf(compiled.lowered, output, compiled.assignment.lhs.tensor),
                             problem.assignment.lhs.tensor.name);
  checked.failedChecks = output.failedChecks;
  return checked;
}

Checked interpret(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
                  const Hooks& hooks) {
  spatial::InterpreterOptions options;
  options.cancelled = hooks.cancelled;
  options.progress = hooks.progress;
  const auto files = spatial::hostFiles(compiled.lowered, problem.operands, reference.result);
  return check(problem, compiled, reference, spatial::interpret(compiled.parsed, files, compiled.limits, options));
}

}  // namespace stardust::driver
