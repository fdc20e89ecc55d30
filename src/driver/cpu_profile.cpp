#include "driver/cpu_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

#include "backend/cpu/c_text.h"
#include "backend/cpu/memory_speed.h"
#include "backend/cpu/read/read.h"
#include "driver/evaluate.h"
#include "driver/loaded_kernel.h"
#include "loops/profile/clock_loops.h"
#include "loops/profile/count_work.h"
#include "passes/cpu_loops.h"

namespace stardust::driver {
namespace {

using Numbers = std::vector<std::int64_t>;

/// The common inputs of all runs of a profile.
struct Profiled {
  const Problem& problem;
  const CpuCompiled& compiled;
  const cpu::Toolchain& toolchain;
  int threads;
  const exec::Evaluated& reference;
  const Hooks& hooks;

  const notation::TensorVar& result() const { return compiled.assignment.lhs.tensor; }
};

// ---------------------------------------------------------------- runs

/// A function with one more result: a vector of numbers about its run.
class Instrumented {
 public:
  Instrumented(const Profiled& of, const loops::Function& function, std::string tensor, std::int64_t numbers)
      : of_(of), tensor_(std::move(tensor)), loaded_(made(of, function, tensor_, numbers)) {}

  /// Returns the seconds that it took.
  double run() {
    if (of_.hooks.areCancelled()) failUnsupported("the run was interrupted");
    return loaded_.run(of_.threads);
  }
  /// Of the last run.
  Numbers numbers() const {
    const Values values = loaded_.result(tensor_).values;
    const auto& all = std::get<ValueArray<std::int64_t>>(values);
    return Numbers(all.begin(), all.end());
  }
  /// Throws Error (wrong) if the result is not that of the reference.
  void requireRight() const {
    const std::string& name = of_.result().name;
    const Checked checked = compared(of_.reference, loaded_.result(name), name);
    if (!checked.verified())
      failWrong(
          fmt::format("the kernel with its {} gives another {}: {}", tensor_, name, checked.comparison.difference));
  }

 private:
  static LoadedKernel made(const Profiled& of, const loops::Function& function, const std::string& tensor,
                           std::int64_t numbers) {
    loops::verify(function);
    const cpu::PrintedC printed = cpu::printedC(function);
    cpu::verifyC(printed.function, printed.functions, printed.meanings);
    return {
        of.problem, function, of.toolchain, of.result(), {{tensor, {{numbers}, Format({dense}), ValueType::Int64}}}};
  }

  const Profiled& of_;
  const std::string tensor_;
  LoadedKernel loaded_;
};

constexpr double longRun = 0.3;  // seconds: such a run need not be repeated

/// The least time of a few runs, after one in which memory is used for the first time; or that of one long run.
template <class Run>
double leastOf(const Run& run) {
  constexpr int most = 20;
  double all = run();
  if (all >= longRun) return all;
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < most && (n == 0 || all < longRun); ++n) {
    const double seconds = run();
    all += seconds;
    least = std::min(least, seconds);
  }
  return least;
}

// ---------------------------------------------------------------- counters

struct Counts {
  loops::CountedFunction counted;
  Numbers numbers;
  double seconds = 0;

  std::int64_t entered(std::size_t row) const { return numbers.at(counted.entered(row)); }
  std::int64_t of(std::size_t array, loops::ArrayCounter counter) const {
    return numbers.at(counted.counter(array, counter));
  }
};

/// Counts in the loops before the passes for processors, whose iterations are those of the statement.
Counts countsOf(const Profiled& of, const loops::LoweringOptions& options) {
  passes::Settings settings;
  settings.commands = of.compiled.commands;
  settings.function = of.compiled.function.name;
  settings.loops = passes::forCpu(options);
  const auto lowered = std::get<loops::Function>(passes::run({"lower-to-loops"}, of.compiled.scheduled, settings));
  Counts counts{loops::countedWork(lowered), {}};
  Instrumented run(of, counts.counted.function, counts.counted.tensor, counts.counted.counters());
  counts.seconds = run.run();
  run.requireRight();
  counts.numbers = run.numbers();
  return counts;
}

std::string contentsOf(const loops::CountedArray& array) {
  if (!array.parameter) return "made by the loops";
  const loops::Role& role = array.parameter->role;
  const auto ofLevel = [&](const char* what) {
    return fmt::format("{} of level {} of {}", what, role.level + 1, role.tensor);
  };
  switch (role.kind) {
    case loops::Role::Kind::Pos: return ofLevel("positions");
    case loops::Role::Kind::Crd: return ofLevel("coordinates");
    case loops::Role::Kind::Bits: return ofLevel("bit vectors");
    case loops::Role::Kind::Dim:
    case loops::Role::Kind::Values: break;
  }
  return "values of " + role.tensor;
}

std::vector<ArrayProfile> arraysOf(const Counts& counts) {
  using loops::ArrayCounter;
  std::vector<ArrayProfile> rows;
  for (std::size_t n = 0; n < counts.counted.arrays.size(); ++n) {
    const loops::CountedArray& array = counts.counted.arrays[n];
    const std::int64_t read = counts.of(n, ArrayCounter::Read), written = counts.of(n, ArrayCounter::Written);
    if (read + written > 0)
      rows.push_back({array.name, contentsOf(array), read, written, (read + written) * loops::bytesOf(array.type),
                      counts.of(n, ArrayCounter::Touched) * loops::lineBytes, counts.of(n, ArrayCounter::Lines),
                      counts.of(n, ArrayCounter::Jumps)});
  }
  return rows;
}

// ---------------------------------------------------------------- clocks

/// The rows whose clocks take a small part of the time, outer ones first.
std::vector<bool> seldomEntered(const Counts& counts, double seconds) {
  constexpr double part = 0.05;
  const double perEntry = 2 * cpu::clockTime();
  double left = part * seconds;
  std::vector<bool> isTimed;
  for (std::size_t row = 0; row < counts.counted.loops.size(); ++row) {
    const double cost = static_cast<double>(counts.entered(row)) * perEntry;
    isTimed.push_back(counts.counted.loops[row].hasLoop && counts.entered(row) > 0 && cost <= left);
    if (isTimed.back()) left -= cost;
  }
  return isTimed;
}

struct Times {
  std::vector<std::optional<double>> seconds, own;  // of the rows of the counts
  double all = 0;
};

void addTo(std::optional<double>& sum, double seconds) { sum = sum.value_or(0) + seconds; }

Times timesOf(const Profiled& of, const Counts& counts, double seconds) {
  const std::vector<loops::LoopRow>& rows = counts.counted.loops;
  const std::vector<bool> isTimed = seldomEntered(counts, seconds);
  const auto clocked = loops::clockedLoops(of.compiled.function, [&](const auto& others, std::size_t row) {
    const auto same = loops::sameRow(rows, others, row);
    return same && isTimed[*same];
  });
  Instrumented run(of, clocked.function, clocked.tensor, clocked.counters());
  Times times{std::vector<std::optional<double>>(rows.size()), std::vector<std::optional<double>>(rows.size())};
  Numbers ticks;
  times.all = std::numeric_limits<double>::infinity();
  leastOf([&] {
    const double took = run.run();
    if (took < times.all) times.all = took, ticks = run.numbers();
    return took;
  });
  run.requireRight();
  const double perTick = ticks[0] > 0 ? times.all / static_cast<double>(ticks[0]) : 0;
  for (std::size_t row = 0; row < clocked.loops.size(); ++row) {
    const auto same = loops::sameRow(rows, clocked.loops, row);
    if (!same || !clocked.isTimed[row]) continue;
    const double took = static_cast<double>(ticks[row + 1]) * perTick;
    addTo(times.seconds[*same], took);
    addTo(times.own[*same], took);
    for (auto around = clocked.loops[row].parent; around; around = clocked.loops[*around].parent) {
      const auto outer = loops::sameRow(rows, clocked.loops, *around);
      if (!outer || !clocked.isTimed[*around]) continue;
      addTo(times.own[*outer], -took);
      break;
    }
  }
  return times;
}

std::vector<LoopProfile> loopsOf(const Counts& counts, const Times& times) {
  std::vector<LoopProfile> loops;
  for (std::size_t row = 0; row < counts.counted.loops.size(); ++row) {
    const loops::LoopRow& of = counts.counted.loops[row];
    if (!of.hasLoop || counts.entered(row) == 0) continue;
    loops.push_back({of.note, of.depth, counts.entered(row), counts.numbers.at(counts.counted.iterations(row)),
                     times.seconds[row], times.own[row]});
  }
  return loops;
}

// ---------------------------------------------------------------- the memory

/// Speeds of the memory, each measured once for the sizes around a power of two.
class MemorySpeeds {
 public:
  explicit MemorySpeeds(int threads) : threads_(threads) {}

  double stream(std::int64_t bytes) {
    return of(streams_, bytes, [&](std::int64_t block) { return cpu::streamSpeed(block, threads_); });
  }
  cpu::LoadTimes loads(std::int64_t bytes) {
    return of(loads_, bytes, [&](std::int64_t block) { return cpu::loadTimes(block, threads_); });
  }

 private:
  template <class Speed, class Measure>
  static Speed of(std::map<std::int64_t, Speed>& known, std::int64_t bytes, const Measure& measure) {
    const std::int64_t nearest =
        static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(bytes + bytes / 2)));
    const std::int64_t block = std::min(nearest, cpu::mostMeasured);
    if (const auto found = known.find(block); found != known.end()) return found->second;
    return known[block] = measure(block);
  }

  const int threads_;
  std::map<std::int64_t, double> streams_;
  std::map<std::int64_t, cpu::LoadTimes> loads_;
};

// Whether a part of a whole is too large to be left out.
bool isNotable(std::int64_t part, std::int64_t whole) { return part > 0 && part >= whole / 50; }

MemoryBound memoryOf(const std::vector<ArrayProfile>& arrays, int threads) {
  MemoryBound memory;
  std::int64_t allJumps = 0;
  for (const ArrayProfile& a : arrays) {
    memory.footprint += a.footprint;
    memory.streamBytes += (a.lines - a.jumps) * loops::lineBytes;
    allJumps += a.jumps;
  }
  MemorySpeeds speeds(threads);
  for (const ArrayProfile& a : arrays) {
    const std::int64_t bytes = (a.lines - a.jumps) * loops::lineBytes, first = std::min(bytes, a.footprint);
    if (isNotable(first, memory.streamBytes))
      memory.streamSeconds += static_cast<double>(first) / speeds.stream(memory.footprint);
    if (isNotable(bytes - first, memory.streamBytes))
      memory.streamSeconds += static_cast<double>(bytes - first) / speeds.stream(a.footprint);
    if (!isNotable(a.jumps, allJumps)) continue;
    const cpu::LoadTimes times = speeds.loads(a.footprint);
    memory.jumps += a.jumps;
    memory.overlappingSeconds += static_cast<double>(a.jumps) * times.overlapping;
    memory.dependentSeconds += static_cast<double>(a.jumps) * times.dependent;
  }
  return memory;
}

}  // namespace

CpuProfile::Bound CpuProfile::bound() const {
  const double stream = memory.streamSeconds, jumps = memory.overlappingSeconds;
  if (2 * std::max(stream, jumps) < seconds) return Bound::Instructions;
  return stream >= jumps ? Bound::Bandwidth : Bound::Latency;
}

std::string CpuProfile::disturbance() const {
  constexpr double far = 2;
  if (clockedSeconds <= far * seconds * threads) return {};
  return fmt::format(
      "the run with clocks took {:.1f} times as long as the kernel, probably because of another process; measure on an "
      "idle machine",
      clockedSeconds / seconds);
}

CpuProfile profileOnCpu(const Problem& problem, const CpuCompiled& compiled, const loops::LoweringOptions& options,
                        const CpuSettings& settings, const CpuTiming& timing, const exec::Evaluated& reference,
                        const Hooks& hooks) {
  const cpu::Toolchain toolchain = toolchainOf(settings, hooks);
  const Profiled of{problem, compiled, toolchain, timing.threads, reference, hooks};
  CpuProfile profile;
  profile.threads = timing.threads;
  beginPhase(hooks.progress, {"counting iterations and accesses"});
  const Counts counts = countsOf(of, options);
  profile.countedSeconds = counts.seconds;
  beginPhase(hooks.progress, {"timing loops"});
  if (timing.seconds.size() > 1 || timing.least() >= longRun) {
    profile.seconds = timing.least();
  } else {
    LoadedKernel plain(problem, compiled.function, toolchain, of.result());
    profile.seconds = leastOf([&] { return plain.run(timing.threads); });
  }
  const Times times = timesOf(of, counts, profile.seconds);
  profile.clockedSeconds = times.all;
  profile.loops = loopsOf(counts, times);
  profile.arrays = arraysOf(counts);
  beginPhase(hooks.progress, {"measuring the memory"});
  profile.memory = memoryOf(profile.arrays, timing.threads);
  return profile;
}

}  // namespace stardust::driver
