#include "driver/results.h"

#include "driver/conversions.h"
#include "driver/evaluate.h"

namespace stardust::driver {

void tellKnown(const Run& run) {
  if (run.request.known) run.request.known(run);
}

void takeResult(Run& run, const Problem& onTarget, const Checked& checked) {
  run.checked = checked;
  run.isChecked = true;
  if (!onTarget.finally || !checked.verified()) return;
  Finished finished = finish(*onTarget.finally, checked.result, onTarget.conversionRuns);
  run.checked = compared(run.reference, std::move(finished.result), onTarget.finally->tensor);
  run.checked.seconds += checked.seconds;
  if (finished.receipt.from != finished.receipt.to) run.receipts.push_back(std::move(finished.receipt));
}

const exec::Evaluated& Wanted::get(const Problem& onTarget) {
  if (!onTarget.finally) return reference_;
  if (!converted_)
    converted_ =
        onTarget.finally->type ? referenceOf(onTarget) : inFormat(reference_, onTarget.assignment.lhs.tensor.format);
  return *converted_;
}

void takeProblem(Run& run, const Problem& problem) {
  run.assignment = problem.assignment;
  run.receipts = problem.receipts;
  run.plan = problem.plan;
}

}  // namespace stardust::driver
