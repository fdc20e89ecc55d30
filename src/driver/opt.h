// Runs single passes on a text, for those who write or debug passes.
#pragma once

#include <string>

#include "driver/pass_watch.h"
#include "passes/pass.h"

namespace stardust::driver {

struct OptRequest {
  passes::Ir ir = passes::Ir::Cin;  ///< of the text
  passes::Pipeline passes;
  std::string schedule;                  ///< commands for the pass `schedule`
  std::string machine = "capstan";       ///< the machine whose limits the pass `plan` observes
  std::optional<std::string> processor;  ///< target of the loops; none: the processor for which they were tuned
  PassWatch watch = {};
};

/// The form with this name. Throws Error (user) for a form that cannot be parsed.
passes::Ir readableForm(const std::string& name);

/// The text after the passes. Throws Error. User: a text that is not of its form, an unknown pass or one with another
/// input form, errors of the passes. Internal: a pass violates the rules of its form.
std::string optimised(const Source& text, const OptRequest& request);

/// A row for each pass: name, input form, output form, description.
std::string listOfPasses();

}  // namespace stardust::driver
