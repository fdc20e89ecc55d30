#include "driver/host_fallback.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/conversions.h"

namespace stardust::driver {
namespace {

std::string joined(const std::string& a, const char* between, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + between + b;
}

// The conversion that made an operand; null if none did.
const Receipt* receiptOf(const Problem& problem, const std::string& operand) {
  const auto made = std::find_if(problem.receipts.begin(), problem.receipts.end(),
                                 [&](const Receipt& r) { return (r.copy.empty() ? r.tensor : r.copy) == operand; });
  return made == problem.receipts.end() ? nullptr : &*made;
}

}  // namespace

void failWithBoth(const Diagnostic& refusal, const std::string& whyNotOnHost, const std::string& remedyOnHost) {
  failUnsupported(refusal.what, refusal.where, joined(refusal.why, "; ", "the host does not run it: " + whyNotOnHost),
                  joined(refusal.remedy, "; or ", remedyOnHost));
}

Moves movesFor(const Problem& said, const Problem& asRun, bool onHost) {
  Moves moves{{}, said.residences};
  for (const auto& [name, storage] : asRun.operands) {
    const Receipt* receipt = receiptOf(asRun, name);
    const std::string& source = receipt ? receipt->tensor : name;
    const auto found = moves.residences.find(source);
    if (found == moves.residences.end()) continue;
    Residence& now = found->second;
    if ((onHost || receipt) && !now.host) {
      moves.transfers.push_back(
          {source, true, bytesOf(said.operands.at(source)), onHost ? "the host reads it" : "the host converts it"});
      now.host = true;
    }
    if (onHost || (now.accelerator && !receipt)) continue;
    moves.transfers.push_back(
        {name, false, bytesOf(storage), receipt ? "the host converted it" : "the host computed it"});
    now.accelerator = now.accelerator || !receipt;
  }
  return moves;
}

}  // namespace stardust::driver
