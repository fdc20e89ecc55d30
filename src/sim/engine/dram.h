// A memory behind one interface: units send 64-byte bursts, completions come back later.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

struct Burst {
  std::uint64_t address = 0;  ///< byte address, a multiple of 64
  bool write = false;
  std::uint32_t tag = 0;  ///< given back on completion
};
struct Completion {
  std::uint32_t tag = 0;
  Cycle at = 0;  ///< when the data is at the unit (reads) or accepted by the bank (writes)
};

struct DramStats {
  std::int64_t reads = 0, writes = 0;  ///< bursts
  std::int64_t rowHits = 0, rowMisses = 0, rowConflicts = 0, refreshes = 0;
  std::int64_t busyCycles = 0;  ///< data bus, summed over channels, in cycles
  double latencySum = 0;        ///< of reads, cycles
};

/// Bursts of one channel may be reordered; different channels are independent.
/// Time never goes backwards: calls come with non-decreasing `now`.
class Dram {
 public:
  static constexpr int burstBytes = 64;
  virtual ~Dram() = default;
  /// False if the queue of the burst's channel is full; the caller tries again after `advance` frees a place.
  virtual bool send(const Burst& burst, Cycle now) = 0;
  /// Whether the queue of a channel refused a burst, and no place has become free before the last `advance`. It may say
  /// no where `send` does.
  virtual bool refuses(std::size_t /*channel*/, bool /*write*/) const { return false; }
  /// Which queue a burst goes to: 0..channels-1.
  virtual std::size_t channelOf(std::uint64_t) const { return 0; }
  /// Does all work up to and including `now`; appends what completed at or before `now`, in completion order.
  virtual void advance(Cycle now, std::vector<Completion>& completed) = 0;
  /// The next cycle at which `advance` may complete something or free a queue place; a large number when idle.
  virtual Cycle nextEvent() const = 0;
  virtual DramStats stats() const = 0;
};

}  // namespace stardust::sim
