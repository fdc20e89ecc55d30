#include "driver/compiled_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/conversions.h"
#include "driver/host_fallback.h"
#include "schedule/search.h"
#include "support/table.h"

namespace stardust::driver {
namespace {

// The workspaces that nobody named.
std::string madeUp(const cin::Stmt& scheduled, const std::vector<schedule::Command>& commands) {
  const auto named = schedule::namedWorkspaces(commands);
  std::vector<std::string> names;
  for (const notation::Access& access : cin::allAccesses(scheduled)) {
    const notation::TensorVar& tensor = access.tensor;
    if (tensor.workspace && !named.count(tensor.name) && !notation::contains(names, tensor.name))
      names.push_back(tensor.name);
  }
  return names.empty()
             ? ""
             : fmt::format("  introduced: the workspace{} {}\n", names.size() > 1 ? "s" : "", fmt::join(names, ", "));
}

}  // namespace

std::string cinText(const cin::Stmt& concrete, const cin::Stmt& scheduled,
                    const std::vector<schedule::Command>& commands) {
  return fmt::format("cin before the schedule\n  {}\ncin after the schedule\n  {}\n{}", cin::print(concrete),
                     cin::print(scheduled), madeUp(scheduled, commands));
}

std::string scheduleText(const std::vector<schedule::Command>& commands) {
  return fmt::format("schedule    {}\n", commands.empty() ? "none" : schedule::print(commands));
}

std::string timesText(const std::vector<PassTime>& times) {
  TextTable table({"pass", "ms"}, {1});
  for (const PassTime& time : times) table.row({time.pass, fmt::format("{:.3f}", time.seconds * 1e3)});
  return table.str();
}

std::string hostText(const Run& run) {
  std::string out;
  if (run.refusal) out += fmt::format("on the host {}\n{}", notation::print(run.assignment), render(*run.refusal));
  if (!run.receipts.empty()) out += "converted on the host\n" + print(run.receipts);
  if (!run.transfers.empty()) out += "moved between the host's memory and the accelerator's\n" + print(run.transfers);
  return out;
}

}  // namespace stardust::driver
