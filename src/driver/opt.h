// Passes on a text: one rung of the way by itself, for those who write or debug passes.
#pragma once

#include <string>

#include "driver/pass_watch.h"
#include "passes/pass.h"

namespace stardust::driver {

struct OptRequest {
  passes::Ir ir = passes::Ir::Cin;  ///< of the text
  passes::Way passes;
  std::string schedule;                  ///< commands, for the pass `schedule`
  std::string machine = "capstan";       ///< whose limits the pass `plan` keeps
  std::optional<std::string> processor;  ///< for which loops are made; none: the one that they were tuned for
  PassWatch watch = {};
};

/// The form of a name. Throws Error (user) at a form that no text is read of.
passes::Ir readableForm(const std::string& name);

/// The text of what the passes give. Throws Error (user): a text that is not of its form; a pass that there is not, or
/// that takes another form; as the passes do; (internal): a pass breaks the rules of its form.
std::string optimised(const Source& text, const OptRequest& request);

/// A row for each pass: name, form it takes, form it gives, what it does.
std::string listOfPasses();

}  // namespace stardust::driver
