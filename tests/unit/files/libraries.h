// Whether this build has the library of a format.
#pragma once

#include "files/containers.h"
#include "files/zstd.h"
#include "support/diagnostic.h"

namespace stardust::samples {

inline bool hasLibrary(FileKind kind) {
  try {
    io::requireLibrary("f", kind);
    return true;
  } catch (const Error&) {
    return false;
  }
}

inline bool hasZstd() {
  try {
    io::requireZstd("f");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace stardust::samples
