// The passes to watch, and their observed outputs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/stopwatch.h"
#include "passes/pass.h"

namespace stardust::driver {

struct SeenPass {
  std::string pass;
  bool changed = false;  ///< the printed output differs from the printed input
  std::string text;
};

struct PassWatch {
  std::vector<std::string> after;                               ///< record the output of these passes
  bool changed = false;                                         // record the output of every pass that changes the code
  std::function<void(const std::vector<SeenPass>&)> tell = {};  ///< called when a compilation ends or fails

  bool isOn() const { return changed || !after.empty(); }
};

/// The observation of a pass from `before` to `after`; none if the watch does not include it.
std::optional<SeenPass> seenBy(const PassWatch& watch, const passes::Pass& pass, const passes::Code& before,
                               const passes::Code& after);

/// Times each pass, and keeps the output of watched passes.
passes::Instrumentation watched(const Stopwatch& timed, const PassWatch& watch, std::vector<SeenPass>& seen);

/// Throws Error (user) for an unknown pass, with the nearest name.
void requirePasses(const std::vector<std::string>& names);
/// The same, and for a pass that is not in the pipeline `on` of a target.
void requirePasses(const std::vector<std::string>& names, const passes::Pipeline& on);

/// "*** after insert-workspaces", and the text; "*** after insert-workspaces: unchanged" for a pass without an effect.
std::string print(const std::vector<SeenPass>& seen);

}  // namespace stardust::driver
