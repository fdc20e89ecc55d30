// The main program of an artifact: reads arrays from files, checks the preconditions of the kernel, runs it, and writes
// the results.
#pragma once

#include <string>

#include "backend/cpu/artifact.h"

namespace stardust::cpu {

/// The text of main.c.
std::string mainOf(const loops::Function& function, const ArtifactTensors& tensors);

}  // namespace stardust::cpu
