// The interface of a memory: units send 64-byte bursts, and completions arrive later.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

struct Burst {
  std::uint64_t address = 0;  ///< byte address, a multiple of 64
  bool write = false;
  std::uint32_t tag = 0;  ///< returned on completion
};
struct Completion {
  std::uint32_t tag = 0;
  Cycle at = 0;  ///< when the data has reached the unit (reads), or the bank has accepted it (writes)
};

struct DramStats {
  std::int64_t reads = 0, writes = 0;  ///< bursts
  std::int64_t rowHits = 0, rowMisses = 0, rowConflicts = 0, refreshes = 0;
  std::int64_t busyCycles = 0;  ///< data bus, summed over channels, in cycles
  double latencySum = 0;        ///< summed over reads, in cycles
};

/// Bursts of one channel may be reordered; different channels are independent. Calls have nondecreasing `now`.
class Dram {
 public:
  static constexpr int burstBytes = 64;
  virtual ~Dram() = default;
  /// Returns false if the queue of the burst's channel is full; the caller retries after `advance` has freed a place.
  virtual bool send(const Burst& burst, Cycle now) = 0;
  /// Whether the queue of a channel has refused a burst, and no place has become free up to the last `advance`. It may
  /// return false where `send` returns false, too.
  virtual bool refuses(std::size_t /*channel*/, bool /*write*/) const { return false; }
  /// The queue of a burst: 0..channels-1.
  virtual std::size_t channelOf(std::uint64_t) const { return 0; }
  /// Does all work up to and including `now`. Appends the completions at or before `now`, in order.
  virtual void advance(Cycle now, std::vector<Completion>& completed) = 0;
  /// The next cycle at which `advance` may complete something or free a queue place; a large number when idle.
  virtual Cycle nextEvent() const = 0;
  virtual DramStats stats() const = 0;
};

}  // namespace stardust::sim
