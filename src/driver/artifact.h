// A self-contained CPU kernel on disk.
#pragma once

#include <map>
#include <string>

#include "driver/cpu.h"

namespace stardust::driver {

/// Files by path: the sources (cpu::sourcesOf), manifest.json (docs/guide/cpu.md) and, if the problem has data, data/
/// with the arrays that main.c reads.
std::map<std::string, std::string> artifactOf(const CpuCompiled& compiled, const Problem& problem);

}  // namespace stardust::driver
