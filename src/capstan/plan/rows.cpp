#include "capstan/plan/rows.h"

#include <fmt/format.h>

#include "capstan/plan/user_names.h"
#include "levels/registry.h"
#include "support/text_table.h"

namespace stardust::placement {
namespace {

using notation::Access;

bool isStored(const Access& access, int level) { return !levels::of(access.tensor.format.level(level)).hasLocate; }

// The row of an operand's array that also serves the result.
Row sharedRow(const Plan& plan, const AccessPlan& access, const LevelPlan& level, Part part) {
  const std::string what = part == Part::Pos ? "positions" : "coordinates";
  return {arrayName(access.access.tensor.name, part, level.level),
          userName(plan, access.access),
          MemoryType::Dram,
          0,
          "",
          "none",
          fmt::format("shares the {} of {}", what, userName(plan, *access.structureOf))};
}

Row positionsRow(const Plan& plan, const AccessPlan& access, const LevelPlan& level) {
  const auto array = arrayName(access.access.tensor.name, Part::Pos, level.level);
  const auto text = userName(plan, access.access);
  const std::string verb = access.result ? "store" : "load";
  return {array,       text, level.pos, level.posWords, "", level.pos == MemoryType::SparseDram ? "none" : verb,
          level.posWhy};
}

Row coordinatesRow(const Plan& plan, const AccessPlan& access, const LevelPlan& level) {
  const auto array = arrayName(access.access.tensor.name, Part::Crd, level.level);
  const auto text = userName(plan, access.access);
  const std::string& around = plan.loops.at(level.loop).parent;
  const bool isOutside = !access.streamLoop.empty() && !around.empty() &&
                         plan.loops.at(access.streamLoop).depth < plan.loops.at(around).depth;
  const std::string site = userName(plan, isOutside ? access.streamLoop : around);
  if (access.result)
    return {array, text, MemoryType::Fifo, fifoDepth, site, "stream store", "those that have a term, in order"};
  if (level.crd == MemoryType::Fifo)
    return {array, text, MemoryType::Fifo, fifoDepth, site, "stream load", level.crdWhy};
  return {array,       text, level.crd, level.crdWords, "", level.crd == MemoryType::SparseDram ? "none" : "load",
          level.crdWhy};
}

void levelRows(const Plan& plan, const AccessPlan& access, std::vector<Row>& rows) {
  for (const LevelPlan& level : access.levels) {
    if (!isStored(access.access, level.level)) continue;
    if (access.assembly == Assembly::Shared) {
      for (const Part part : {Part::Pos, Part::Crd}) rows.push_back(sharedRow(plan, access, level, part));
      continue;
    }
    rows.push_back(positionsRow(plan, access, level));
    rows.push_back(coordinatesRow(plan, access, level));
    if (!access.result && level.locate == Locate::Rank)
      rows.push_back({arrayName(access.access.tensor.name, Part::Crd, level.level) + "_bits",
                      userName(plan, access.access), MemoryType::BitVector, fifoDepth,
                      userName(plan, plan.loops.at(level.loop).parent), "none",
                      "scanned by the loop over " + userName(plan, level.loop)});
  }
}

std::string transferOf(const AccessPlan& access) {
  if (access.access.tensor.workspace) return "none";
  if (access.values == MemoryType::Reg) return access.result ? "ArgOut" : "ArgIn";
  if (access.values == MemoryType::SparseDram) return "none";
  const std::string verb = access.result ? "store" : "load";
  return access.values == MemoryType::Fifo ? "stream " + verb : verb;
}

}  // namespace

std::string arrayName(const std::string& tensor, Part part, int level) {
  switch (part) {
    case Part::Pos: return fmt::format("{}{}_pos", tensor, level + 1);
    case Part::Crd: return fmt::format("{}{}_crd", tensor, level + 1);
    case Part::Vals: return tensor + "_vals";
  }
  return tensor;
}

std::vector<Row> rowsOf(const Plan& plan) {
  std::vector<Row> rows;
  for (const AccessPlan& access : plan.accesses) {
    levelRows(plan, access, rows);
    const auto& tensor = access.access.tensor.name;
    const auto array = access.access.tensor.order() == 0 ? tensor : arrayName(tensor, Part::Vals);
    rows.push_back({array, userName(plan, access.access), access.values,
                    access.values == MemoryType::Reg ? 1 : access.words, userName(plan, access.site),
                    transferOf(access),
                    access.stagedAs.empty() ? access.why : access.why + "; staged as " + access.stagedAs});
    if (access.flags.words > 0)
      rows.push_back({tensor + "_set", userName(plan, access.access), access.flags.memory, access.flags.words,
                      userName(plan, access.site), "none", access.flags.why});
  }
  return rows;
}

std::string print(const Plan& plan) {
  TextTable table({"array", "access", "memory", "words", "allocated", "transfer", "why"}, {3});
  for (const Row& row : plan.rows)
    table.row({row.array, row.access, toString(row.memory), std::to_string(row.words),
               row.site.empty() ? "top" : "loop " + row.site, row.transfer, row.why});
  return table.str();
}

}  // namespace stardust::placement
