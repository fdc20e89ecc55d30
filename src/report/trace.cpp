#include "report/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "capstan/mapping/unit_names.h"
#include "report/subjects.h"
#include "stardust_version.h"

namespace stardust::report {
namespace {

using capstan::Id;
using sim::Activity;
using sim::Cycle;

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

/// Process numbers of one simulation: the kinds of units, followed by these.
constexpr std::size_t shuffleProcess = kinds, dramProcess = kinds + 1, processes = kinds + 2;

class Writer {
 public:
  void add(const Simulation& simulation) {
    const auto& mapping = *simulation.mapping;
    const auto& recording = simulation.recording();
    label_ = simulation.label;
    end_ = recording.cycles + 1;
    resolution_ = std::max(resolution_, recording.resolution);
    contexts(mapping, recording, simulation.timing->hardware.machine);
    shuffles(mapping, recording);
    dram(recording, simulation.timing->hardware.machine.clockGhz);
    firstPid_ += processes;
  }

  std::string text() && {
    return fmt::format(
               "{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{{\"stardust\":{},\"git\":{},\"unit\":\"1 us of the "
               "viewer is 1 cycle\","
               "\"resolution\":{}}},\n\"traceEvents\":[\n",
               quoted(STARDUST_VERSION), quoted(STARDUST_GIT_ID), resolution_) +
           events_ + "\n]}\n";
  }

 private:
  template <class... Args>
  void event(fmt::format_string<Args...> form, Args&&... args) {
    events_ += events_.empty() ? "{" : ",\n{";
    fmt::format_to(std::back_inserter(events_), form, std::forward<Args>(args)...);
    events_ += '}';
  }
  std::size_t pid(std::size_t process) const { return firstPid_ + process; }

  void process(std::size_t process, const std::string& name) {
    const auto full = label_.empty() ? name : label_ + ": " + name;
    event(R"("ph":"M","name":"process_name","pid":{},"args":{{"name":{}}})", pid(process), quoted(full));
    event(R"("ph":"M","name":"process_sort_index","pid":{0},"args":{{"sort_index":{0}}})", pid(process));
  }
  void thread(std::size_t process, std::size_t tid, const std::string& name) {
    event(R"("ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}})", pid(process), tid, quoted(name));
    event(R"("ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}})", pid(process), tid,
          tid);
  }

  template <class Name>
  void slices(std::size_t process, std::size_t tid, const sim::Track& track, Name name) {
    const auto& slices = track.slices();
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const auto end = i + 1 < slices.size() ? slices[i + 1].begin : end_;
      const char* const said = name(slices[i].activity);
      if (said)
        event(R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":"{}")", pid(process), tid, slices[i].begin,
              end - slices[i].begin, said);
    }
  }

  void contexts(const capstan::Mapping& mapping, const sim::Recording& recording, const capstan::Machine& machine) {
    const auto subjects = subjectsOf(mapping, machine);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const auto isOfKind = [&](const Subject& s) { return static_cast<std::size_t>(s.kind) == kind; };
      if (std::none_of(subjects.begin(), subjects.end(), isOfKind)) continue;
      process(kind, toString(static_cast<UnitKind>(kind)));
      for (Id i = 0; i < subjects.size(); ++i) {
        if (!isOfKind(subjects[i])) continue;
        thread(kind, i + 1, subjects[i].name());
        slices(kind, i + 1, recording.workers[i].track, [](Activity activity) { return sim::toString(activity); });
      }
    }
  }

  static const char* whenBusy(Activity activity) { return activity == sim::activity::active ? "busy" : nullptr; }

  void shuffles(const capstan::Mapping& mapping, const sim::Recording& recording) {
    bool isFirst = true;
    for (Id m = 0; m < mapping.memories.size(); ++m) {
      if (recording.servers[m].slices().empty()) continue;
      if (std::exchange(isFirst, false)) process(shuffleProcess, "shuffle");
      thread(shuffleProcess, m + 1, capstan::nameOf(mapping.memories[m].origin));
      slices(shuffleProcess, m + 1, recording.servers[m], whenBusy);
    }
  }

  void dram(const sim::Recording& recording, double clockGhz) {
    if (recording.channels.empty()) return;
    process(dramProcess, "DRAM channel");
    for (std::size_t c = 0; c < recording.channels.size(); ++c) {
      if (recording.channels[c].bursts == 0) continue;
      thread(dramProcess, c + 1, fmt::format("channel {}", c));
      slices(dramProcess, c + 1, recording.channels[c].track, whenBusy);
    }
    const auto& windows = recording.windows;
    for (std::size_t w = 0; w < windows.size(); ++w) {
      const auto begin = 1 + static_cast<Cycle>(w) * recording.windowCycles;
      const auto length = std::max<Cycle>(1, std::min(recording.windowCycles, end_ - begin));
      const auto rate = [&](std::int64_t bursts) {
        return static_cast<double>(bursts * sim::Dram::burstBytes) / static_cast<double>(length) * clockGhz;
      };
      bandwidth(begin, rate(windows[w].reads), rate(windows[w].writes));
    }
    bandwidth(std::min(end_, 1 + static_cast<Cycle>(windows.size()) * recording.windowCycles), 0, 0);
  }
  void bandwidth(Cycle at, double read, double written) {
    event(R"("ph":"C","pid":{},"name":"GB/s","ts":{},"args":{{"read":{:.2f},"written":{:.2f}}})", pid(dramProcess), at,
          read, written);
  }

  std::string label_, events_;
  std::size_t firstPid_ = 1;
  Cycle end_ = 0, resolution_ = 1;
};

}  // namespace

std::string trace(const std::vector<Simulation>& simulations) {
  Writer writer;
  for (const auto& simulation : simulations) writer.add(simulation);
  return std::move(writer).text();
}

}  // namespace stardust::report
