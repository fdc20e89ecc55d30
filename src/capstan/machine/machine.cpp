#include "capstan/machine/machine.h"

#include "machine/parameter_table.h"

namespace stardust::capstan {
namespace {

std::vector<machine::Row<Machine>> rowsOfMachine() {
  using machine::Kind, machine::row;
  std::vector<machine::Row<Machine>> rows;
#define OWNER Machine
#define PARAMETERS "capstan/machine/machine.def"
#include "machine/rows.inc"
#undef PARAMETERS
#undef OWNER
  return rows;
}

const std::vector<machine::Rule<Machine>>& rulesOfMachine() {
  static const std::vector<machine::Rule<Machine>> all = {
      {"grid", "pmu",
       [](const Machine& m) {
         return std::int64_t{m.grid.pcu} + m.grid.pmu <= std::int64_t{m.grid.rows} * m.grid.columns;
       },
       "pcu + pmu is at most rows * columns"},
      {"pmu", "wordsPerBank", [](const Machine& m) { return m.wordsOfPmu() <= std::int64_t{1} << 30; },
       "banks * wordsPerBank is at most 2^30"},
      {"ag", "bytesPerCycle", [](const Machine& m) { return m.ag.bytesPerCycle % 4 == 0; }, "a word has 4 bytes"},
  };
  return all;
}

}  // namespace

Machine parseMachine(Source toml) {
  static const std::vector<machine::Row<Machine>> rows = rowsOfMachine();
  return machine::Reader(std::move(toml)).read(rows, rulesOfMachine());
}

}  // namespace stardust::capstan
