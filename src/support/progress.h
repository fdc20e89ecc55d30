// Progress reporting of long computations.
#pragma once

#include <cstdint>
#include <string>

namespace stardust {

/// A phase of the computation, and the display of its progress.
struct Phase {
  std::string name;       ///< "reading A.mtx"
  std::string unit = {};  ///< unit of the amount: "MB"; empty if nothing is counted
  double unitSize = 1;    ///< counts per unit: 1e6 bytes in an MB
  bool isLeast = false;   ///< the total is a lower bound and may grow
};

/// Callbacks from one thread. The command line displays a status line on stderr.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Starts a phase; it lasts until the next one.
  virtual void begin(const Phase& phase) = 0;
  /// Reports completed work and the total (0: unknown).
  virtual void advance(std::uint64_t done, std::uint64_t total) = 0;
};

/// `progress` is null without an observer.
inline void beginPhase(Progress* progress, const Phase& phase) {
  if (progress) progress->begin(phase);
}
inline void advancePhase(Progress* progress, std::uint64_t done, std::uint64_t total = 0) {
  if (progress) progress->advance(done, total);
}

}  // namespace stardust
