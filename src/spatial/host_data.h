// Data at the boundary between the host and a Spatial program: arrays of 32-bit words.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Words are bit patterns: two's complement for Int, IEEE-754 binary32 for Float.
using Word = std::uint32_t;
inline Word wordOf(std::int32_t value) { return std::bit_cast<Word>(value); }
inline Word wordOf(float value) { return std::bit_cast<Word>(value); }
inline std::int32_t intOf(Word word) { return std::bit_cast<std::int32_t>(word); }
inline float floatOf(Word word) { return std::bit_cast<float>(word); }

struct HostArray {
  Type type = Type::Int;  ///< Int or Float
  std::vector<Word> words;
};

/// Maps each file name of the program to the contents that loadCSV1D reads. A run needs all of them.
using HostFiles = std::map<std::string, HostArray>;

/// Results of a run, the same for the interpreter and the simulator.
struct RunOutput {
  /// All DRAMs by name: the final contents up to the last written word, which may be shorter than the declaration.
  /// Unwritten words in between are 0.
  std::map<std::string, HostArray> drams;
  std::map<std::string, HostArray> argOuts;  ///< one word each
  std::vector<std::string> failedChecks;     ///< a sentence for each checkGold that failed
};

}  // namespace stardust::spatial
