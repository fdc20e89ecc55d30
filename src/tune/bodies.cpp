#include "tune/bodies.h"

#include <algorithm>

namespace stardust::tune {

std::optional<BestBodies> bestBodies(std::size_t count, std::size_t start,
                                     const std::function<std::optional<double>(std::size_t)>& cyclesOf) {
  std::optional<BestBodies> best;
  std::size_t end = count;  // the first one that does not fit or does not gain
  for (std::size_t at = start, step = 1;;) {
    const std::optional<double> cycles = cyclesOf(at);
    if (cycles && (!best || *cycles < best->cycles)) best = {at, *cycles};
    else end = at;
    const std::size_t begin = best ? best->at + 1 : 0;
    if (begin == end) return best;
    at = end < count ? begin + (end - begin - 1) / 2 : std::min(begin + step - 1, count - 1);
    step *= 2;
  }
}

}  // namespace stardust::tune
