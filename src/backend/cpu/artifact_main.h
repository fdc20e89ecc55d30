// The program of an artifact: it reads arrays from files, holds them against what a kernel relies on, runs the kernel
// and writes what came out.
#pragma once

#include <string>

#include "backend/cpu/artifact.h"

namespace stardust::cpu {

/// main.c.
std::string mainOf(const loops::Function& function, const ArtifactTensors& tensors);

}  // namespace stardust::cpu
