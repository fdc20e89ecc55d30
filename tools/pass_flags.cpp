#include "pass_flags.h"

#include <iostream>

namespace stardust::tools {

void PassFlags::addTo(CLI::App& app) {
  app.add_option("--print-after", after, "print what a pass gives; stardust opt --list has their names")
      ->type_name("PASS, …")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--print-changed", changed, "the same of every pass that changes something")->disable_flag_override();
}

driver::PassWatch PassFlags::watch() const {
  driver::requirePasses(after);
  return {after, changed,
          [](const std::vector<driver::SeenPass>& seen) { std::cout << driver::print(seen) << std::flush; }};
}

}  // namespace stardust::tools
