// How those who work for long say what they do and how far they are.
#pragma once

#include <cstdint>
#include <string>

namespace stardust {

/// A part of the work, and how its amount is shown.
struct Phase {
  std::string name;       ///< "reading A.mtx"
  std::string unit = {};  ///< of amounts: "MB"; empty if nothing is counted
  double unitSize = 1;    ///< what is counted, by unit: bytes have 1e6 in an MB
  bool isLeast = false;   ///< the total is a lower bound, which may grow
};

/// Is told by one thread. The command line makes a line on stderr of it.
class Progress {
 public:
  virtual ~Progress() = default;
  /// From here on this goes on, until something else begins.
  virtual void begin(const Phase& phase) = 0;
  /// So much of the phase is done, of so much in all (0: nobody knows).
  virtual void advance(std::uint64_t done, std::uint64_t total) = 0;
};

/// Where nobody wants to know, `progress` is null.
inline void beginPhase(Progress* progress, const Phase& phase) {
  if (progress) progress->begin(phase);
}
inline void advancePhase(Progress* progress, std::uint64_t done, std::uint64_t total = 0) {
  if (progress) progress->advance(done, total);
}

}  // namespace stardust
