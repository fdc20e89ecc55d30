#include "machine/bandwidth.h"

#include <fmt/format.h>

namespace stardust::machine {

MemorySystem withBandwidth(MemorySystem memory, double gbPerSecond) {
  constexpr int mostChannels = 256;       // limit of descriptions
  constexpr double leastTransfers = 100;  // limit of descriptions
  if (memory.ideal)
    failUser(fmt::format("the bandwidth of {} cannot be set", memory.name), {}, "an ideal memory has no limit");
  const double ofChannel = memory.peakGbPerSecond() / memory.channels, transfersOfGb = memory.megaTransfers / ofChannel;
  const double least = leastTransfers / transfersOfGb, most = mostChannels * ofChannel;
  if (!(gbPerSecond >= least && gbPerSecond <= most))
    failUser(fmt::format("{} cannot have {} GB/s", memory.name, gbPerSecond), {},
             "there are 1 to 256 channels, each of at least 100 MT/s",
             fmt::format("{:.4g} to {:.4g} GB/s is possible", least, most));
  memory.channels = 1;
  while (memory.channels * ofChannel < gbPerSecond) memory.channels *= 2;
  memory.megaTransfers = gbPerSecond / memory.channels * transfersOfGb;
  return memory;
}

}  // namespace stardust::machine
