// A process that takes more memory than there is fails with a message, and is not killed.
#pragma once

namespace stardust::tools {

/// From here on, an allocation beyond what the computer has free fails (std::bad_alloc), where the system would give it
/// and end the process once it is used.
void limitMemory();

}  // namespace stardust::tools
