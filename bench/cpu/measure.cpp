#include "measure.h"

#include <algorithm>
#include <random>

#include "ours.h"

namespace stardust::bench {
namespace {

constexpr int leastRounds = 9, mostRounds = 101;
const char* const memory = "memory";  ///< the contender that only reads

struct Contender {
  std::string name;
  Work work;
  std::function<void(int)> useThreads;
  std::vector<double> seconds = {};
};

double once(Contender& contender, int threads) {
  contender.useThreads(threads);
  return contender.work.run();
}

double quantile(std::vector<double> seconds, double part) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[static_cast<std::size_t>(part * static_cast<double>(seconds.size() - 1))];
}

nlohmann::json timingOf(const Contender& contender, const Digest& expected) {
  const auto at = [&](double part) { return quantile(contender.seconds, part); };
  return {{"median", at(0.5)},
          {"least", at(0)},
          {"quartiles", {at(0.25), at(0.75)}},
          {"parallel", contender.work.threads == Threads::Parallel},
          {"agrees", contender.work.digest().agrees(expected)}};
}

}  // namespace

nlohmann::json measure(const Task& task, int threads, const std::vector<Peer>& peers, double seconds) {
  const Own own(task, threads);
  std::vector<Contender> all = {{"stardust", own.reused, [](int) {}}};
  for (const Peer& peer : peers) {
    const auto kernel = peer.kernels.find(task.kernel);
    if (kernel == peer.kernels.end()) continue;
    peer.useThreads(threads);
    all.push_back({peer.name, kernel->second(task), peer.useThreads});
  }
  all.push_back({"stardust fresh", own.fresh, [](int) {}});
  once(all.front(), threads);
  const double bytes = bytesMoved(task, own.result());
  all.push_back({memory, reading(bytes, threads), [](int) {}});
  double round = 0;
  for (Contender& contender : all) {
    once(contender, threads);  // creates pages and thread pools
    round += 2 * once(contender, threads);
  }
  const int rounds = std::clamp(static_cast<int>(seconds / round), leastRounds, mostRounds);
  std::mt19937 random(42);
  for (int n = 0; n < rounds; ++n) {
    // Shuffles the order in each round, so that no contender always follows the same one, which may release much
    // memory, or have spinning threads.
    std::shuffle(all.begin(), all.end(), random);
    for (Contender& contender : all) {
      once(contender, threads);
      contender.seconds.push_back(once(contender, threads));
    }
  }
  nlohmann::json timings;
  const Digest expected = own.reused.digest();
  double read = 0;
  for (const Contender& contender : all) {
    if (contender.name == memory) read = quantile(contender.seconds, 0.5);
    else timings[contender.name] = timingOf(contender, expected);
  }
  return {{"kernel", task.kernel}, {"data", task.data}, {"threads", threads},
          {"rounds", rounds},      {"bytes", bytes},    {"readBytesPerSecond", bytes / read},
          {"readSeconds", read},   {"seconds", timings}};
}

}  // namespace stardust::bench
