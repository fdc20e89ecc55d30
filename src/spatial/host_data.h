// What crosses the boundary between the host and a Spatial program: arrays of 32-bit words.
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

/// File name → what loadCSV1D reads from it. A run needs every file that the program names.
using HostFiles = std::map<std::string, HostArray>;

/// What a run leaves behind; the same for the interpreter and for the simulator.
struct RunOutput {
  /// By DRAM name, all of them: the final contents up to the last word that was written, which may be less than what is
  /// declared; words in between that nothing wrote are 0.
  std::map<std::string, HostArray> drams;
  std::map<std::string, HostArray> argOuts;  ///< one word each
  std::vector<std::string> failedChecks;     ///< a sentence for each checkGold that did not hold
};

}  // namespace stardust::spatial
