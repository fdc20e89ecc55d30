// Which passes the user wants to see, and what was seen.
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
  bool changed = false;  ///< what it gives prints otherwise than what it took
  std::string text;
};

struct PassWatch {
  std::vector<std::string> after;                               ///< see what these passes give
  bool changed = false;                                         ///< and what every pass gives that changes something
  std::function<void(const std::vector<SeenPass>&)> tell = {};  ///< is told when a compilation has ended or failed

  bool isOn() const { return changed || !after.empty(); }
};

/// What a watch sees of a pass that gave `after` for `before`; nothing: it is not asked for.
std::optional<SeenPass> seenBy(const PassWatch& watch, const passes::Pass& pass, const passes::Code& before,
                               const passes::Code& after);

/// Times each pass, and keeps the text of those that are watched.
passes::Around watched(const Stopwatch& timed, const PassWatch& watch, std::vector<SeenPass>& seen);

/// Throws Error (user) at a pass that there is not, with the nearest name.
void requirePasses(const std::vector<std::string>& names);
/// The same, and at one that is not among those `on` the way of a target.
void requirePasses(const std::vector<std::string>& names, const passes::Way& on);

/// "*** after insert-workspaces", and the text; "*** after insert-workspaces: unchanged" for a pass that did nothing.
std::string print(const std::vector<SeenPass>& seen);

}  // namespace stardust::driver
