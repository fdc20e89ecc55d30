#include "placement/rows.h"

#include <fmt/format.h>

#include "support/table.h"

namespace stardust::placement {
namespace {

using notation::Access;

std::string varOfLevel(const Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}

// Positions leave from the operand's memory; from one that a dense store cannot read they are streamed through a FIFO.
Row positionsRow(const AccessPlan& access, const LevelPlan& level) {
  const auto array = arrayName(access.access.tensor.name, Part::Pos, level.level);
  const auto text = notation::print(access.access);
  if (!access.result)
    return {array, text, level.pos, level.posWords, "", level.pos == MemoryType::SparseDram ? "none" : "load", level.posWhy};
  const bool copied = level.pos != MemoryType::Sram;
  return {array, text, copied ? MemoryType::Fifo : level.pos, copied ? fifoDepth : level.posWords, "", "store",
          "the positions of " + notation::print(*access.structureOf)};
}

Row coordinatesRow(const Plan& plan, const AccessPlan& access, const LevelPlan& level) {
  const auto var = varOfLevel(access.access, level.level);
  const std::string why = access.result ? "the coordinates of " + notation::print(*access.structureOf)
                                        : "in order, once for each iteration of " + var;
  return {arrayName(access.access.tensor.name, Part::Crd, level.level), notation::print(access.access), MemoryType::Fifo, fifoDepth,
          plan.loops.at(var).parent, access.result ? "stream store" : "stream load", why};
}

void levelRows(const Plan& plan, const AccessPlan& access, std::vector<Row>& rows) {
  for (const LevelPlan& level : access.levels) {
    rows.push_back(positionsRow(access, level));
    if (level.coordinateUsed || access.result) rows.push_back(coordinatesRow(plan, access, level));
  }
}

std::string transferOf(const AccessPlan& access) {
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
    rows.push_back({array, notation::print(access.access), access.values, access.values == MemoryType::Reg ? 1 : access.words, access.site,
                    transferOf(access), access.stagedAs.empty() ? access.why : access.why + "; staged as " + access.stagedAs});
  }
  return rows;
}

std::string print(const Plan& plan) {
  TextTable table({"array", "access", "memory", "words", "allocated", "transfer", "why"}, {3});
  for (const Row& row : plan.rows)
    table.row({row.array, row.access, toString(row.memory), std::to_string(row.words), row.site.empty() ? "top" : "loop " + row.site,
               row.transfer, row.why});
  return table.str();
}

}  // namespace stardust::placement
