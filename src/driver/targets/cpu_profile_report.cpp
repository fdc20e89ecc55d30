#include "driver/targets/cpu_profile_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/targets/shown.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

std::string share(double part, double whole) { return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : ""; }

ProfileTable loopTable(const CpuProfile& profile) {
  ProfileTable table{
      "where the time went, by loop",
      {fmt::format("The kernel takes {} on {}, the least time of its runs.", secondsText(profile.seconds),
                   counted(profile.threads, "thread")),
       fmt::format(
           "Iterations are from a run with counters ({}), times from a run with clocks ({}), both on one thread.",
           secondsText(profile.countedSeconds), secondsText(profile.clockedSeconds)),
       "A loop without a time is entered too often to be timed, or is one with others in the C."},
      {"loop", "entered", "iterations", "time", "share", "own time"},
      {1, 2, 3, 4, 5},
      {}};
  if (const std::string disturbed = profile.disturbance(); !disturbed.empty())
    table.explanation.push_back("Disturbed: " + disturbed + ".");
  for (const LoopProfile& loop : profile.loops)
    table.rows.push_back({std::string(2 * loop.depth, ' ') + loop.loop, grouped(loop.entered), grouped(loop.iterations),
                          loop.seconds ? secondsText(*loop.seconds) : "",
                          loop.seconds ? share(*loop.seconds, profile.clockedSeconds) : "",
                          loop.ownSeconds ? secondsText(*loop.ownSeconds) : ""});
  return table;
}

ProfileTable arrayTable(const CpuProfile& profile) {
  ProfileTable table{"what was accessed, by array",
                     {"Elements that the loops read and wrote, and the distinct lines of 64 bytes (footprint).",
                      "Lines: those that a cache of 32 KB loads; a model of one counts them.",
                      "Jumps: lines that are no neighbour of the line before, at the same place of the program."},
                     {"array", "contents", "read", "written", "bytes", "footprint", "lines", "jumps"},
                     {2, 3, 4, 5, 6, 7},
                     {}};
  for (const ArrayProfile& a : profile.arrays)
    table.rows.push_back({a.array, a.contents, grouped(a.read), grouped(a.written), grouped(a.bytes),
                          grouped(a.footprint), grouped(a.lines), grouped(a.jumps)});
  return table;
}

ProfileTable boundTable(const CpuProfile& profile) {
  const MemoryBound& memory = profile.memory;
  ProfileTable table{
      "which bound is near",
      {"The time that the lines would take alone, from the speed of this computer's memory.",
       fmt::format("The speed was measured in this process on {}, in blocks of the size of the footprints.",
                   counted(profile.threads, "thread"))},
      {"bound", "work", "measured", "would take", "of the time"},
      {1, 2, 3, 4},
      {}};
  const auto row = [&](const char* bound, const std::string& work, const std::string& measured, double seconds) {
    table.rows.push_back({bound, work, measured, secondsText(seconds), share(seconds, profile.seconds)});
  };
  const auto jumps = [&](const char* bound, double seconds) {
    const std::string each = memory.jumps > 0 ? secondsText(seconds / static_cast<double>(memory.jumps)) : "";
    row(bound, fmt::format("{} {}", grouped(memory.jumps), plural(memory.jumps, "jump")), each, seconds);
  };
  const double seconds = memory.streamSeconds;
  row("bandwidth", fmt::format("{} bytes", grouped(memory.streamBytes)),
      seconds > 0 ? fmt::format("{:.1f} GB/s", static_cast<double>(memory.streamBytes) / seconds / 1e9) : "", seconds);
  jumps("latency, if loads overlap", memory.overlappingSeconds);
  jumps("latency, if each load waits", memory.dependentSeconds);
  table.rows.push_back({"instructions", "not measured", "", "", ""});
  return table;
}

}  // namespace

std::vector<ProfileTable> tablesOf(const CpuProfile& profile) {
  return {loopTable(profile), arrayTable(profile), boundTable(profile)};
}

std::string boundText(const CpuProfile& profile) {
  const MemoryBound& memory = profile.memory;
  const std::string stream = share(memory.streamSeconds, profile.seconds),
                    jumps = share(memory.overlappingSeconds, profile.seconds);
  switch (profile.bound()) {
    case CpuProfile::Bound::Bandwidth:
      return fmt::format(
          "bandwidth: reading the lines in order would take {} of the time; a smaller value type or a "
          "format with fewer bytes helps",
          stream);
    case CpuProfile::Bound::Latency:
      return fmt::format(
          "latency: the jumps would take {} of the time even if they overlap; a loop order or a numbering "
          "with closer accesses helps",
          jumps);
    case CpuProfile::Bound::Instructions: break;
  }
  return fmt::format(
      "instructions, or loads that wait for each other: bandwidth explains {} of the time, and jumps that "
      "overlap {}, each less than half",
      stream, jumps);
}

std::string profileText(const CpuProfile& profile) {
  std::string out;
  for (const ProfileTable& table : tablesOf(profile)) {
    TextTable text(table.header, table.numeric);
    for (const auto& row : table.rows) text.row(row);
    out += fmt::format("{}\n{}\n{}\n", table.title, fmt::join(table.explanation, "\n"), text.str());
  }
  return out + fmt::format("bound       {}\n", boundText(profile));
}

namespace {

Json orNull(const std::optional<double>& seconds) { return seconds ? Json(*seconds) : Json(); }

const char* nameOf(CpuProfile::Bound bound) {
  switch (bound) {
    case CpuProfile::Bound::Bandwidth: return "bandwidth";
    case CpuProfile::Bound::Latency: return "latency";
    case CpuProfile::Bound::Instructions: break;
  }
  return "instructions";
}

}  // namespace

Json json(const CpuProfile& profile) {
  Json loops = Json::array(), arrays = Json::array();
  for (const LoopProfile& loop : profile.loops)
    loops.push_back({{"loop", loop.loop},
                     {"depth", loop.depth},
                     {"entered", loop.entered},
                     {"iterations", loop.iterations},
                     {"seconds", orNull(loop.seconds)},
                     {"ownSeconds", orNull(loop.ownSeconds)}});
  for (const ArrayProfile& a : profile.arrays)
    arrays.push_back({{"array", a.array},
                      {"contents", a.contents},
                      {"read", a.read},
                      {"written", a.written},
                      {"bytes", a.bytes},
                      {"footprint", a.footprint},
                      {"lines", a.lines},
                      {"jumps", a.jumps}});
  const MemoryBound& memory = profile.memory;
  Json report = {{"seconds", profile.seconds},
                 {"threads", profile.threads},
                 {"clockedSeconds", profile.clockedSeconds},
                 {"countedSeconds", profile.countedSeconds},
                 {"loops", loops},
                 {"arrays", arrays},
                 {"memory",
                  {{"streamBytes", memory.streamBytes},
                   {"footprint", memory.footprint},
                   {"streamSeconds", memory.streamSeconds},
                   {"jumps", memory.jumps},
                   {"overlappingSeconds", memory.overlappingSeconds},
                   {"dependentSeconds", memory.dependentSeconds}}},
                 {"bound", nameOf(profile.bound())}};
  if (const std::string disturbed = profile.disturbance(); !disturbed.empty()) report["disturbed"] = disturbed;
  return report;
}

}  // namespace stardust::driver
