#include "sam/machine.h"

#include "machine/parameter_table.h"

namespace stardust::sam {
namespace {

std::vector<machine::Row<Machine>> rowsOfSam() {
  using machine::Kind, machine::row;
  std::vector<machine::Row<Machine>> rows;
#define OWNER Machine
#define PARAMETERS "sam/machine.def"
#include "machine/rows.inc"
#undef PARAMETERS
#undef OWNER
  return rows;
}

const std::vector<machine::Rule<Machine>>& rulesOfSam() {
  static const std::vector<machine::Rule<Machine>> all = {
      {"memory", "latency", [](const Machine& m) { return m.clocks == Clocks::Global || !m.hasMemory(); },
       "blocks with clocks of their own have no memory: latency and bytesPerCycle are 0"},
      {"joiner", "skips", [](const Machine& m) { return m.clocks == Clocks::Global || !m.joiner.skips; },
       "blocks with clocks of their own do not skip"},
  };
  return all;
}

}  // namespace

Machine parseMachine(stardust::Source toml) {
  static const std::vector<machine::Row<Machine>> rows = rowsOfSam();
  return machine::Reader(std::move(toml)).read(rows, rulesOfSam());
}

}  // namespace stardust::sam
