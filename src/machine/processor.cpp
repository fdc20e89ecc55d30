#include "machine/processor.h"

#include "machine/parameter_table.h"

namespace stardust::machine {
namespace {

std::vector<Row<Processor>> rowsOfProcessor() {
  std::vector<Row<Processor>> rows;
#define OWNER Processor
#define PARAMETERS "machine/processor.def"
#include "machine/rows.inc"
#undef PARAMETERS
#undef OWNER
  return rows;
}

const std::vector<Rule<Processor>>& rulesOfProcessor() {
  static const std::vector<Rule<Processor>> all = {
      {"workspace", "small", [](const Processor& p) { return p.workspace.small <= p.workspace.mostDense; },
       "small is at most mostDense"},
  };
  return all;
}

}  // namespace

Processor parseProcessor(Source toml) {
  static const std::vector<Row<Processor>> rows = rowsOfProcessor();
  return Reader(std::move(toml)).read(rows, rulesOfProcessor());
}

}  // namespace stardust::machine
