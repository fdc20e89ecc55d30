// Reads machines/*.toml and machines/memory/*.toml. What a file may say is the tables below; the rest is one reader.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <variant>

#include "capstan/machine.h"
#include "capstan/toml_document.h"

namespace stardust::capstan {
namespace {

template <class T, class V>
using Slot = V& (*)(T&);  // where a field is kept

template <class T>
struct Field {
  const char* table;  // "" for the top of the file
  const char* key;
  std::variant<Slot<T, int>, Slot<T, std::int64_t>, Slot<T, double>, Slot<T, bool>, Slot<T, std::string>,
               Slot<T, NetworkModel>>
      slot;
  double least = 0, most = 0;  // of a number, both included
  bool powerOfTwo = false;
};

// A rule between fields; `key` is where the caret goes.
template <class T>
struct Rule {
  const char* table;
  const char* key;
  bool (*holds)(const T&);
  const char* rule;
};

#define SLOT(Struct, type, member) Slot<Struct, type>([](Struct& s) -> type& { return s.member; })
#define INT(table, key, least, most) \
  { #table, #key, SLOT(Machine, int, table.key), least, most }

const std::vector<Field<Machine>>& machineFields() {
  static const std::vector<Field<Machine>> fields = {
      {"", "name", SLOT(Machine, std::string, name)},
      {"", "clockGhz", SLOT(Machine, double, clockGhz), 0.01, 10},
      {"", "memory", SLOT(Machine, std::string, memory)},
      INT(grid, rows, 1, 1024),
      INT(grid, columns, 1, 1024),
      INT(grid, pcu, 1, 100000),
      INT(grid, pmu, 1, 100000),
      INT(grid, mc, 1, 10000),
      INT(grid, shuffleNetworks, 0, 1024),
      INT(pcu, stages, 1, 64),
      INT(pcu, lanes, 1, 64),
      INT(pcu, reduceLatency, 0, 64),
      INT(pcu, scalarInputs, 1, 256),
      INT(pcu, scalarOutputs, 1, 256),
      INT(pcu, vectorInputs, 1, 256),
      INT(pcu, vectorOutputs, 1, 256),
      INT(pmu, banks, 1, 256),
      INT(pmu, wordsPerBank, 1, 1 << 24),
      INT(pmu, addressStages, 1, 64),
      INT(spmu, window, 1, 1024),
      INT(spmu, allocatorIterations, 1, 64),
      INT(spmu, priorityClasses, 1, 64),
      INT(spmu, latency, 1, 1000),
      INT(shuffle, stages, 1, 16),
      INT(shuffle, laneShift, -1, 64),
      INT(shuffle, maxOuterPar, 1, 1024),
      INT(fifo, vectorDepth, 1, 65536),
      INT(fifo, scalarDepth, 1, 65536),
      {"network", "model", SLOT(Machine, NetworkModel, network.model)},
      INT(network, hopCycles, 0, 100),
      INT(network, fixedCycles, 0, 1000),
      INT(network, vectorLinks, 1, 64),
      INT(network, scalarLinks, 1, 64),
      INT(ag, bytesPerCycle, 4, 4096),
      INT(ag, outstandingBursts, 1, 65536),
      INT(ag, addressesPerCycle, 1, 64),
      INT(ag, pipelineCycles, 0, 10000),
      {"ag", "mergeAdjacent", SLOT(Machine, bool, ag.mergeAdjacent)},
      {"ag", "mergeInFlight", SLOT(Machine, bool, ag.mergeInFlight)},
      {"ag", "postedWrites", SLOT(Machine, bool, ag.postedWrites)},
      {"ag", "readsPartialBursts", SLOT(Machine, bool, ag.readsPartialBursts)},
      INT(scanner, bitsPerCycle, 1, 4096),
      INT(scanner, outputsPerCycle, 1, 64),
      INT(bitVector, coordinatesPerCycle, 1, 64),
  };
  return fields;
}
#undef INT

const std::vector<Rule<Machine>>& machineRules() {
  static const std::vector<Rule<Machine>> rules = {
      {"grid", "pmu",
       [](const Machine& m) {
         return std::int64_t{m.grid.pcu} + m.grid.pmu <= std::int64_t{m.grid.rows} * m.grid.columns;
       },
       "pcu + pmu is at most rows * columns"},
      {"pmu", "wordsPerBank", [](const Machine& m) { return m.pmu.words() <= std::int64_t{1} << 30; },
       "banks * wordsPerBank is at most 2^30"},
      {"ag", "bytesPerCycle", [](const Machine& m) { return m.ag.bytesPerCycle % 4 == 0; }, "a word has 4 bytes"},
  };
  return rules;
}

#define COUNT(key, most) \
  { "", #key, SLOT(MemorySystem, int, key), 1, most, true }
#define BYTES(key, least, most) \
  { "", #key, SLOT(MemorySystem, std::int64_t, key), least, most, true }
#define NUMBER(key, least, most) \
  { "", #key, SLOT(MemorySystem, double, key), least, most }
#define TIME(key, least, most) \
  { "timing", #key, SLOT(MemorySystem, double, timing.key), least, most }

const std::vector<Field<MemorySystem>>& memoryFields() {
  static const std::vector<Field<MemorySystem>> fields = {
      {"", "name", SLOT(MemorySystem, std::string, name)},
      {"", "ideal", SLOT(MemorySystem, bool, ideal)},
      COUNT(channels, 256),
      COUNT(pseudoChannels, 4),
      {"", "rowCommandBus", SLOT(MemorySystem, bool, rowCommandBus)},
      COUNT(busBits, 512),
      NUMBER(megaTransfers, 100, 100000),
      COUNT(burstLength, 32),
      COUNT(ranks, 8),
      COUNT(bankGroups, 16),
      COUNT(banksPerGroup, 16),
      BYTES(rowBytes, 64, 1 << 20),
      BYTES(interleaveBytes, 64, 1 << 20),
      {"", "queueEntries", SLOT(MemorySystem, int, queueEntries), 2, 1024},
      NUMBER(writeHighWatermark, 0, 1),
      NUMBER(writeLowWatermark, 0, 1),
      NUMBER(ageCapNs, 100, 1e6),
      NUMBER(fixedLatencyNs, 0, 10000),
      TIME(tCL, 0.1, 1000),
      TIME(tCWL, 0.1, 1000),
      TIME(tRCD, 0.1, 1000),
      TIME(tRP, 0.1, 1000),
      TIME(tRAS, 0.1, 1000),
      TIME(tRRDs, 0.1, 1000),
      TIME(tRRDl, 0.1, 1000),
      TIME(tCCDs, 0.1, 1000),
      TIME(tCCDl, 0.1, 1000),
      TIME(tFAW, 0.1, 1000),
      TIME(tWR, 0.1, 1000),
      TIME(tWTRs, 0.1, 1000),
      TIME(tWTRl, 0.1, 1000),
      TIME(tRTP, 0.1, 1000),
      TIME(tRFC, 0.1, 10000),
      TIME(tREFI, 100, 1e6),
      TIME(tRTW, 0.1, 1000),
  };
  return fields;
}
#undef COUNT
#undef BYTES
#undef NUMBER
#undef TIME
#undef SLOT

const std::vector<Rule<MemorySystem>>& memoryRules() {
  using M = const MemorySystem&;
  static const std::vector<Rule<MemorySystem>> rules = {
      {"", "burstLength",
       [](M m) { return m.burstLength >= 2 && m.busBits >= 8 && m.busBits / 8 * m.burstLength <= 64; },
       "a column access (busBits / 8 * burstLength) is at least 2 transfers and at most 64 bytes"},
      {"", "bankGroups", [](M m) { return m.bankGroups * m.banksPerGroup <= 64; },
       "bankGroups * banksPerGroup is at most 64"},
      {"", "writeLowWatermark", [](M m) { return m.writeLowWatermark < m.writeHighWatermark; },
       "writeLowWatermark is below writeHighWatermark"},
      {"timing", "tCCDl", [](M m) { return m.timing.tCCDs <= m.timing.tCCDl; }, "tCCDs is at most tCCDl"},
      {"timing", "tRRDl", [](M m) { return m.timing.tRRDs <= m.timing.tRRDl; }, "tRRDs is at most tRRDl"},
      {"timing", "tWTRl", [](M m) { return m.timing.tWTRs <= m.timing.tWTRl; }, "tWTRs is at most tWTRl"},
      {"timing", "tRAS", [](M m) { return m.timing.tRCD <= m.timing.tRAS; }, "tRCD is at most tRAS"},
      {"timing", "tRTW", [](M m) { return m.timing.tRTW + m.timing.tCWL >= m.timing.tCL; },
       "tRTW + tCWL is at least tCL: the data of a write comes after that of the read before it"},
      {"timing", "tREFI",
       [](M m) {
         const auto& t = m.timing;
         return t.tREFI >= 2 * (t.tRFC + t.tRAS + t.tRP + t.tCL + t.tWR + t.tFAW);
       },
       "tREFI leaves at least half of the time to accesses: 2 * (tRFC + tRAS + tRP + tCL + tWR + tFAW) at most"},
  };
  return rules;
}

class Reader {
 public:
  explicit Reader(Source source) : document_(std::move(source)) {}

  template <class T>
  void read(T& into, const std::vector<Field<T>>& fields) {
    refuseUnknown(fields);
    for (const auto& field : fields) readField(into, field);
  }

  template <class T>
  void check(const T& value, const std::vector<Rule<T>>& rules) {
    for (const auto& rule : rules)
      if (!rule.holds(value))
        failUser(fmt::format("{} does not fit the other fields", path(rule.table, rule.key)),
                 at(find(rule.table, rule.key)->source()), rule.rule);
  }

  bool boolean(const char* key) const { return document_.root()[key].value_or(false); }

 private:
  static std::string path(const std::string& table, const std::string& key) {
    return table.empty() ? key : table + "." + key;
  }

  Location at(const toml::source_region& region) const { return document_.at(region); }

  const toml::node* find(const std::string& table, const std::string& key) const {
    return (table.empty() ? document_.root()[key] : document_.root()[table][key]).node();
  }

  template <class T>
  void refuseUnknown(const std::vector<Field<T>>& fields) const {
    std::set<std::string> tables;
    for (const auto& field : fields) tables.insert(field.table);
    for (const auto& table : tables) {
      if (table.empty()) {
        refuseUnknownKeys(document_.root(), "", fields, tables);
      } else if (const auto* node = document_.root().get(table)) {
        if (!node->is_table()) failUser(table + " must be a table", at(node->source()), "", "write [" + table + "]");
        refuseUnknownKeys(*node->as_table(), table, fields, {});
      }
    }
  }

  template <class T>
  void refuseUnknownKeys(const toml::table& keys, const std::string& table, const std::vector<Field<T>>& fields,
                         const std::set<std::string>& subtables) const {
    std::vector<std::string> known;
    for (const auto& field : fields)
      if (table == field.table) known.emplace_back(field.key);
    for (const auto& name : subtables)
      if (!name.empty()) known.push_back(name);
    for (const auto& [key, node] : keys) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto near = nearest(name, known);
      failUser(fmt::format("unknown field {}", path(table, name)), at(key.source()), "",
               near ? "did you mean " + *near + "?" : "known here: " + fmt::format("{}", fmt::join(known, ", ")));
    }
  }

  template <class T>
  void readField(T& into, const Field<T>& field) const {
    const auto* node = find(field.table, field.key);
    if (!node) failMissing(field.table, field.key);
    std::visit([&](auto slot) { slot(into) = value(*node, field, slot(into)); }, field.slot);
  }

  [[noreturn]] void failMissing(const std::string& table, const std::string& key) const {
    const auto* node = document_.root().get(table);
    failUser(fmt::format("{} is missing", path(table, key)),
             node ? at(node->source()) : Location{document_.source(), {0, 1}},
             "every field of a description is mandatory");
  }

  template <class T>
  [[noreturn]] void failType(const toml::node& node, const Field<T>& field, const char* wanted) const {
    failUser(fmt::format("{} must be {}", path(field.table, field.key), wanted), at(node.source()));
  }

  template <class T>
  void checkRange(const toml::node& node, const Field<T>& field, double number) const {
    if (!(number >= field.least && number <= field.most))
      failUser(fmt::format("{} = {} is out of range", path(field.table, field.key), number), at(node.source()), "",
               fmt::format("{} to {} is possible", field.least, field.most));
  }

  template <class T>
  std::string value(const toml::node& node, const Field<T>& field, const std::string&) const {
    const auto text = node.value_exact<std::string>();
    constexpr std::size_t maxName = 64;
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
             c == '.';
    };
    if (!text || text->empty() || text->size() > maxName || !std::all_of(text->begin(), text->end(), plain))
      failType(node, field, "a string of 1 to 64 letters, digits, '-', '_' or '.'");
    return *text;
  }
  template <class T>
  NetworkModel value(const toml::node& node, const Field<T>& field, NetworkModel) const {
    static const std::map<std::string, NetworkModel> models = {
        {"ideal", NetworkModel::Ideal}, {"pointToPoint", NetworkModel::PointToPoint}, {"hybrid", NetworkModel::Hybrid}};
    const auto found = models.find(node.value_exact<std::string>().value_or(""));
    if (found == models.end()) failType(node, field, "\"ideal\", \"pointToPoint\" or \"hybrid\"");
    return found->second;
  }
  template <class T>
  bool value(const toml::node& node, const Field<T>& field, bool) const {
    const auto flag = node.value_exact<bool>();
    if (!flag) failType(node, field, "true or false");
    return *flag;
  }
  template <class T>
  double value(const toml::node& node, const Field<T>& field, double) const {
    if (!node.is_number()) failType(node, field, "a number");
    const double number = *node.value<double>();
    checkRange(node, field, number);
    return number;
  }
  template <class T, class Int>
  Int value(const toml::node& node, const Field<T>& field, Int) const {
    const auto number = node.value_exact<std::int64_t>();
    if (!number) failType(node, field, "a whole number");
    checkRange(node, field, static_cast<double>(*number));
    if (field.powerOfTwo && !std::has_single_bit(static_cast<std::uint64_t>(*number)))
      failUser(fmt::format("{} = {} is not a power of two", path(field.table, field.key), *number), at(node.source()),
               "an address is cut into fields of bits");
    return static_cast<Int>(*number);
  }

  TomlDocument document_;
};

}  // namespace

Machine parseMachine(Source text) {
  Reader reader(std::move(text));
  Machine machine;
  reader.read(machine, machineFields());
  reader.check(machine, machineRules());
  return machine;
}

MemorySystem parseMemorySystem(Source text) {
  Reader reader(std::move(text));
  MemorySystem memory;
  if (reader.boolean("ideal")) {
    const auto& all = memoryFields();
    reader.read(memory, std::vector<Field<MemorySystem>>(all.begin(), all.begin() + 2));  // name, ideal
    return memory;
  }
  reader.read(memory, memoryFields());
  reader.check(memory, memoryRules());
  return memory;
}

}  // namespace stardust::capstan
