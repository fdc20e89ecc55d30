#include "report/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/targets/shown.h"
#include "report/parts.h"
#include "report/precision.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::report {

using namespace driver;

namespace {

std::string expression(const Run& run) {
  std::string out = fmt::format("expression  {}\n", run.expression());
  for (const std::string& note : run.notes) out += fmt::format("note        {}\n", note);
  if (run.tensors.empty()) return out;
  TextTable table({"tensor", "extents", "format", "type", "stored"}, {4});
  for (const TensorSummary& t : run.tensors)
    table.row({t.tensor.name, fmt::format("{}", fmt::join(t.tensor.dims, " x ")), toString(t.tensor.format),
               toString(t.tensor.type), grouped(t.stored)});
  return out + table.str() + fmt::format("random operands come from seed {}\n", run.seed);
}

std::string checkLine(const Run& run) {
  return fmt::format("check       {}: the reference {}, the comparison {}\n",
                     secondsText(run.referenceSeconds + run.checked.seconds), secondsText(run.referenceSeconds),
                     secondsText(run.checked.seconds));
}

std::string roundsLine(const Run& run) { return run.rounds ? fmt::format("rounds      {}\n", run.rounds->text()) : ""; }

std::string result(const Run& run) {
  const auto& checked = run.checked;
  const TensorSummary& result = run.tensors.back();
  const std::string what = fmt::format("{} with {} stored {}", result.tensor.name, grouped(result.stored),
                                       plural(result.stored, "entry", "entries"));
  if (run.products.empty())
    return fmt::format("result      {}, from the reference evaluator\n", what) + roundsLine(run);
  const std::string where =
      run.refusal ? fmt::format("; computed on the host, not on the accelerator: {}", run.refusal->what) : "";
  if (run.verified()) {
    std::string out = fmt::format("result      {}: {}{}\n", what, rightText(run), where);
    if (const std::string warning = precisionWarning(run); !warning.empty())
      out += fmt::format("warning     {}\n", warning);
    return out + checkLine(run) + roundsLine(run);
  }
  std::string out = fmt::format("result      WRONG: {}\n", checked.comparison.difference);
  for (const auto& failed : checked.failedChecks) out += "            " + failed + "\n";
  return out + checkLine(run);
}

// Empty if the run does not have the part.
std::string partText(const Run& run, const std::string& part, const std::string& programFile) {
  if (part == "expression") return expression(run);
  if (part == "result") return run.isChecked ? result(run) : "";
  std::string text;
  for (const auto& product : run.products) text += product->text(run, part, programFile);
  return text;
}

}  // namespace

std::string text(const Run& run, const std::vector<std::string>& parts, const std::string& programFile,
                 MissingParts missing) {
  std::string out;
  for (const std::string& part : textParts()) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) continue;
    std::string shown = partText(run, part, programFile);
    if (shown.empty() && missing == MissingParts::AreSaid)
      shown = fmt::format("{:<11} none: {}\n", part, whyNotShown(run, part));
    out += (out.empty() || shown.empty() ? "" : "\n") + shown;
  }
  return out;
}

}  // namespace stardust::report
