#include "measure.h"

#include <algorithm>
#include <random>

#include "ours.h"

namespace stardust::bench {
namespace {

constexpr int leastRounds = 9, mostRounds = 101;

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

nlohmann::json timingOf(Contender& contender, const Digest& expected) {
  std::vector<double>& sorted = contender.seconds;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double part) { return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))]; };
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
  double round = 0;
  for (Contender& contender : all) {
    once(contender, threads);  // pages and pools of threads come into being
    round += 2 * once(contender, threads);
  }
  const int rounds = std::clamp(static_cast<int>(seconds / round), leastRounds, mostRounds);
  std::mt19937 random(42);
  for (int n = 0; n < rounds; ++n) {
    // In another order each time: nobody always comes after the one that has the most memory to give back, or threads that still spin.
    std::shuffle(all.begin(), all.end(), random);
    for (Contender& contender : all) {
      once(contender, threads);
      contender.seconds.push_back(once(contender, threads));
    }
  }
  const double bytes = bytesMoved(task, own.result());
  const double bandwidth = readBandwidth(bytes, threads);
  nlohmann::json timings;
  const Digest expected = own.reused.digest();
  for (Contender& contender : all) timings[contender.name] = timingOf(contender, expected);
  return {{"kernel", task.kernel}, {"data", task.data}, {"threads", threads}, {"rounds", rounds}, {"bytes", bytes}, {"readBytesPerSecond", bandwidth}, {"boundSeconds", bytes / bandwidth},
          {"seconds", timings}};
}

}  // namespace stardust::bench
