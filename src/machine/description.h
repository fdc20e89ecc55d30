// The files that describe machines, memories and processors.
#pragma once

#include <string>

#include "support/diagnostic.h"

namespace stardust::machine {

/// A file, found by name ("capstan", "hbm2e") or by path.
struct Description {
  std::string name;
  std::string path;  ///< where it was read
  Source text;
  std::string hash;  ///< SHA-256 (hex) of the text, for result files
};

/// `kind`: "machine", "memory" or "processor". The subfolder of each kind: "", "memory/", "cpu/".
const char* folderOf(const std::string& kind);

}  // namespace stardust::machine
