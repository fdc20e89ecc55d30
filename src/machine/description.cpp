#include "machine/description.h"

#include <map>

namespace stardust::machine {

const char* folderOf(const std::string& kind) {
  static const std::map<std::string, const char*> folders = {
      {"machine", ""}, {"memory", "memory/"}, {"processor", "cpu/"}, {"sam", "sam/"}};
  const auto found = folders.find(kind);
  require(found != folders.end(), "a description is of a machine, a memory, a processor or a SAM machine");
  return found->second;
}

}  // namespace stardust::machine
