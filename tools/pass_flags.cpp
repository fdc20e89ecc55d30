#include "pass_flags.h"

#include <iostream>

namespace stardust::tools {

void PassFlags::addTo(CLI::App& app) {
  app.add_option("--print-after", after, "print the output of a pass; stardust opt --list lists the passes")
      ->type_name("PASS, …")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--print-changed", changed, "print the output of every pass that changes something")
      ->disable_flag_override();
}

driver::PassWatch PassFlags::watch() const {
  driver::requirePasses(after);
  return {after, changed,
          [](const std::vector<driver::SeenPass>& seen) { std::cout << driver::print(seen) << std::flush; }};
}

driver::PassWatch PassFlags::watch(const driver::Backend& target) const {
  passes::Pipeline way = target.passes();
  if (const driver::Backend* fallback = target.fallback()) way = passes::concatenated({way, fallback->passes()});
  driver::requirePasses(after, way);
  return watch();
}

}  // namespace stardust::tools
