#include "driver/targets/oracle.h"

#include "driver/conversions.h"
#include "driver/run.h"

namespace stardust::driver {

void OracleBackend::compile(Run&, const Ready&, Wanted*) const {
  failUser("the oracle compiles nothing", {}, whyNoProgram(), targetsThatCompile());
}

void OracleBackend::execute(Run& run, const Ready&, Wanted&) const {
  run.checked.result = stored(run.reference, run.assignment.lhs.tensor.format);
  run.checked.comparison.verified = true;
  run.isChecked = true;
}

}  // namespace stardust::driver
