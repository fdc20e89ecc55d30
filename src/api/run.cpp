#include "stardust/run.h"

#include "driver/machines.h"
#include "driver/target.h"

namespace stardust {

std::vector<std::string> targets() {
  std::vector<std::string> names;
  for (const driver::Backend* target : driver::backends()) names.emplace_back(target->target().name());
  return names;
}

std::vector<std::string> machines() { return driver::builtInNames("machine"); }

std::vector<std::string> memories() { return driver::builtInNames("memory"); }

}  // namespace stardust
