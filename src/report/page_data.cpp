#include "report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "capstan/mapping/unit_names.h"
#include "capstan/placement/placement.h"
#include "report/attribution.h"
#include "report/timeline.h"

namespace stardust::report {
namespace {

using Json = nlohmann::ordered_json;
using capstan::Id;
using capstan::Role;

class Page {
 public:
  explicit Page(const Simulation& s)
      : s_(s),
        mapping_(*s.mapping),
        recording_(s.recording()),
        subjects_(subjectsOf(mapping_, s.timing->hardware.machine)),
        groups_(s.timing->report.units),
        loops_(loopsOf(mapping_)),
        groupOf_(mapping_.contexts.size()) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (const auto context : groups_[g].contexts) groupOf_[context] = g;
    }
  }

  Json data() const {
    Json json = {{"label", s_.label},      {"title", s_.title},       {"verified", s_.isVerified},
                 {"numbers", numbers()},   {"settings", s_.settings}, {"groups", groups()},
                 {"units", units()},       {"loops", loops()},        {"graph", graph()},
                 {"grid", grid()},         {"used", used()},          {"timeline", timeline()},
                 {"roofline", roofline()}, {"bandwidth", bandwidth()}};
    if (s_.timing->report.busiest) {
      json["blame"] = blame();
      json["program"] = program();
    }
    return json;
  }

 private:
  Json numbers() const {
    const auto& report = s_.timing->report;
    return {{"cycles", report.cycles},
            {"seconds", report.seconds},
            {"readBytes", report.readBytes},
            {"writeBytes", report.writeBytes},
            {"gbPerSecond", s_.timing->gbPerSecond()},
            {"peakGbPerSecond", s_.timing->hardware.memory.peakGbPerSecond()},
            {"resolution", recording_.resolution}};
  }

  static Json counts(const capstan::Units& units) { return {units.pcu, units.pmu, units.mc, units.shuffle}; }

  /// Units used by the program: the source of all statements about their numbers.
  Json used() const {
    Json rows = Json::array();
    for (const auto& row : s_.resources->rows)
      rows.push_back({{"serves", row.serves},
                      {"does", row.does},
                      {"why", row.why},
                      {"copies", row.copies},
                      {"units", counts(row.units)}});
    return {{"kinds", {"PCU", "PMU", "MC", "shuffle"}},
            {"used", counts(s_.resources->used)},
            {"available", counts(s_.resources->available)},
            {"rows", rows}};
  }

  static Json orNull(std::optional<std::size_t> index) { return index ? Json(*index) : Json(); }

  Json groups() const {
    Json list = Json::array();
    for (const auto& group : groups_) {
      const auto first = group.contexts.front();
      list.push_back({{"kind", toString(subjects_[first].kind)},
                      {"what", group.serves},
                      {"how", group.does},
                      {"line", subjects_[first].line},
                      {"loop", orNull(loops_.of(first))},
                      {"copies", group.copies()},
                      {"cycles", group.cycles},
                      {"lanes", group.lanesAtWork()}});
    }
    return list;
  }

  Json loops() const {
    Json list = Json::array();
    for (const auto& loop : loops_.loops)
      list.push_back({{"what", loop.what}, {"parent", orNull(loop.parent)}, {"copies", loop.copies}});
    return list;
  }

  Json timeline() const {
    const auto timeline = timelineOf(groups_, loops_, recording_);
    Json rows = Json::array();
    for (const auto& row : timeline.rows)
      rows.push_back(
          {{"what", row.what}, {"depth", row.depth}, {"first", row.first}, {"last", row.last}, {"busy", row.busy}});
    return {{"windowCycles", timeline.windowCycles}, {"rows", rows}};
  }

  Json units() const {
    Json list = Json::array();
    for (Id i = 0; i < mapping_.contexts.size(); ++i) {
      list.push_back({{"group", groupOf_[i]},
                      {"body", subjects_[i].bodies > 1 ? Json(subjects_[i].body) : Json()},
                      {"cycles", recording_.workers[i].cycles}});
    }
    return list;
  }

  Json blame() const {
    const auto& busiest = groups_[*s_.timing->report.busiest];
    const auto blamed = blameOf(busiest, subjects_, recording_);
    Json items = Json::array(), pieces = Json::array();
    for (const auto& item : blamed) items.push_back({{"item", item.item}, {"cycles", item.cycles}});
    for (const auto& piece : piecesOf(s_.expression, blamed))
      pieces.push_back({{"text", piece.text}, {"item", piece.item}});
    return {{"group", *s_.timing->report.busiest}, {"items", items}, {"expression", pieces}};
  }

  /// The text from which the contexts derive, and the share of each line.
  Json program() const {
    Source source;
    for (const auto& context : mapping_.contexts) {
      if (context.origin.where) source = context.origin.where.source;
    }
    if (!source) return nullptr;
    return {{"name", source->name},
            {"text", source->text},
            {"cycles", cyclesByLine(groups_[*s_.timing->report.busiest], subjects_, recording_)}};
  }

  // -------------------------------------------------------------- the graph

  /// Nodes: the groups, then the memories with reads or writes; copies of one place are one node. Edges carry data, not
  /// tokens.
  Json graph() const {
    std::map<std::pair<std::size_t, std::size_t>, std::int64_t> edges;
    Json memories = Json::array();
    std::map<std::pair<std::size_t, std::string>, std::size_t> known;
    std::vector<bool> isCounted(mapping_.memories.size());
    const auto node = [&](Id id) {
      const auto& memory = mapping_.memories[id];
      const auto [found, isNew] =
          known.try_emplace({memory.origin.where ? memory.origin.where.span.begin : id, memory.origin.name},
                            groups_.size() + known.size());
      if (isNew) {
        memories.push_back({{"name", memory.origin.name},
                            {"what", capstan::nameOf(memory.origin)},
                            {"kind", capstan::kindOf(memory)},
                            {"loop", orNull(loops_.ofMemory[id])},
                            {"copies", 0},
                            {"words", memory.words},
                            {"buffers", memory.buffers}});
      }
      if (auto& copies = memories[found->second - groups_.size()]["copies"]; !isCounted[id]) {
        copies = copies.get<int>() + 1;
        isCounted[id] = true;
      }
      return found->second;
    };
    for (const auto& channel : mapping_.channels) {
      if (channel.kind == capstan::Channel::Kind::Token || channel.producer == capstan::none) continue;
      for (const auto consumer : channel.consumers) ++edges[{groupOf_[channel.producer], groupOf_[consumer]}];
    }
    for (Id i = 0; i < mapping_.contexts.size(); ++i) {
      const auto& context = mapping_.contexts[i];
      for (const auto& write : context.writes) ++edges[{groupOf_[i], node(write.memory)}];
      if (context.memory == capstan::none || context.role == Role::Join) continue;
      const bool writes =
          context.role == Role::Load || (context.role == Role::SparseAccess && context.access != capstan::Access::Read);
      const bool reads = !writes || context.hasResult || context.access == capstan::Access::Combine;
      if (writes) ++edges[{groupOf_[i], node(context.memory)}];
      if (reads && context.role != Role::Load) ++edges[{node(context.memory), groupOf_[i]}];
    }
    Json list = Json::array();
    for (const auto& [ends, count] : edges) list.push_back({ends.first, ends.second, count});
    return {{"memories", memories}, {"edges", list}};
  }

  // -------------------------------------------------------------- the grid

  Json grid() const {
    const auto& machine = s_.timing->hardware.machine;
    const auto placement = capstan::place(mapping_, machine);
    std::vector<std::set<Id>> served(placement.units.size());
    for (Id i = 0; i < placement.chains.size(); ++i) {
      for (const auto unit : placement.chains[i]) served[unit].insert(i);
    }
    Json list = Json::array();
    for (std::size_t u = 0; u < placement.units.size(); ++u) {
      const auto& unit = placement.units[u];
      if (unit.kind == capstan::UnitKind::Control || unit.isFree) continue;
      auto contexts = served[u];
      if (unit.context != capstan::none) contexts.insert(unit.context);
      if (unit.channel != capstan::none) contexts.insert(mapping_.channels[unit.channel].producer);
      double active = 0;
      for (const auto context : contexts) active += static_cast<double>(recording_.workers[context].cycles[0]);
      static constexpr std::array<const char*, 3> names{"PCU", "PMU", "MC"};
      const auto name = unit.channel != capstan::none  ? capstan::nameOf(mapping_.channels[unit.channel].origin)
                        : unit.memory != capstan::none ? capstan::nameOf(mapping_.memories[unit.memory].origin)
                                                       : "";
      list.push_back(
          {{"kind", names[static_cast<std::size_t>(unit.kind)]},
           {"row", unit.cell.row},
           {"column", unit.cell.column},
           {"active", std::min(1.0, active / static_cast<double>(std::max<sim::Cycle>(1, recording_.cycles)))},
           {"holds", name},
           {"units", contexts}});
    }
    return {{"rows", placement.rows}, {"columns", placement.columns}, {"units", list}};
  }

  // -------------------------------------------------------------- rates

  /// In operations per second and operations per byte.
  Json roofline() const {
    const auto& report = s_.timing->report;
    const auto& machine = s_.timing->hardware.machine;
    double inUse = 0;  // of the units in use: all lanes in each cycle
    for (const auto& context : mapping_.contexts) {
      if (context.role == Role::Compute) inUse += static_cast<double>(context.operations.back().size()) * context.width;
    }
    const auto bytes = static_cast<double>(s_.timing->bytes());
    const auto operations = static_cast<double>(report.laneOperations);
    const double hertz = machine.clockGhz * 1e9;
    return {{"operations", report.laneOperations},
            {"bytes", s_.timing->bytes()},
            {"intensity", bytes > 0 ? Json(operations / bytes) : Json()},
            {"attained", report.seconds > 0 ? operations / report.seconds : 0},
            {"chip", static_cast<double>(machine.grid.pcu) * machine.pcu.lanes * machine.pcu.stages * hertz},
            {"inUse", inUse * hertz},
            {"bandwidth", s_.timing->hardware.memory.peakGbPerSecond() * 1e9}};
  }

  Json bandwidth() const {
    Json reads = Json::array(), writes = Json::array();
    for (const auto& window : recording_.windows) {
      reads.push_back(window.reads);
      writes.push_back(window.writes);
    }
    return {{"windowCycles", recording_.windowCycles},
            {"burstBytes", sim::Dram::burstBytes},
            {"clockGhz", s_.timing->hardware.machine.clockGhz},
            {"reads", reads},
            {"writes", writes}};
  }

  const Simulation& s_;
  const capstan::Mapping& mapping_;
  const sim::Recording& recording_;
  const std::vector<Subject> subjects_;
  const std::vector<sim::UnitRow>& groups_;
  const LoopTree loops_;
  std::vector<std::size_t> groupOf_;  // indexed by context
};

}  // namespace

Json pageData(const Simulation& simulation) { return Page(simulation).data(); }

}  // namespace stardust::report
