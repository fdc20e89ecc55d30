// A problem through the imperative IR: lowered, interpreted, held against the reference.
#pragma once

#include "cin/concretize.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "exec/loops_interpreter.h"
#include "loops/lower/lower.h"
#include "kernels.h"
#include "schedule/passes.h"

namespace stardust::tests {

/// Operands as they are; a result that is not assembled as it is stored is converted afterwards.
inline driver::Problem forLoops(driver::Problem problem) {
  const notation::TensorVar result = problem.assignment.lhs.tensor;
  return driver::applyConversions(std::move(problem), {{result.name, driver::acceleratorFormat(result.format), "dense and compressed levels"}});
}
inline driver::Problem forLoops(const Case& c) {
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  return forLoops(std::move(problem));
}

inline cin::Stmt scheduledForLoops(const driver::Problem& problem, const std::vector<schedule::Command>& commands, bool withScalars = true) {
  const cin::Stmt concrete = cin::concretize(problem.assignment);
  const cin::Stmt scheduled = schedule::apply(commands.empty() ? schedule::rowsInnermost(concrete) : concrete, commands);
  const cin::Stmt stmt = schedule::insertWorkspaces(scheduled, withScalars ? schedule::Rows::InMemory : schedule::Rows::Collected);
  return withScalars ? schedule::hoistFactors(schedule::accelerateReductions(stmt)) : stmt;
}

/// What is wrong with the result; empty if nothing is.
inline std::string differenceIn(const loops::Function& function, const driver::Problem& problem, const exec::Evaluated& expected, std::int64_t threads = 1) {
  exec::LoopsOptions options;
  options.threads = threads;
  Storage actual = exec::interpret(function, problem.operands, problem.assignment.lhs.tensor, options);
  validate(actual);
  if (problem.finally) actual = driver::finish(*problem.finally, actual).result;
  return exec::compare(expected, actual).difference;
}

}  // namespace stardust::tests
