#include "driver/host_fallback.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/computed.h"
#include "driver/conversions.h"
#include "driver/run.h"
#include "driver/target.h"

namespace stardust::driver {
namespace {

std::string joined(const std::string& a, const char* between, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + between + b;
}

// The conversion that produced an operand; null if there is none.
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

void failForArtifact(const Diagnostic& refusal) {
  failWithBoth(refusal, "an artifact for Capstan has Spatial programs only",
               "--target=cpu, whose artifact is C, or leave out --artifact");
}

namespace {

Ready compiledOn(const Backend& host, Run& run, const Problem& said, const Diagnostic& refusal) {
  const RunRequest& request = run.request;
  if (request.strict) failWithBoth(refusal, "a strict run computes no statement on the host", "run it without strict");
  try {
    Ready ready = host.ready(said, request);
    host.compile(run, ready, nullptr);
    run.refusal = refusal;
    return ready;
  } catch (const Error& error) {
    const Diagnostic& other = error.diagnostic();
    if (other.family != Family::Unsupported) throw;
    if (other.what == refusal.what) throw Error(refusal);
    failWithBoth(refusal, other.what, other.remedy);
  }
}

}  // namespace

Ready compiledOnFallback(Run& run, const Problem& said, const Diagnostic& refusal, bool runs) {
  const RunRequest& request = run.request;
  const Backend& host = *backendOf(request).fallback();
  if (!runs) return compiledOn(host, run, said, refusal);
  if (!request.program.empty()) failWithBoth(refusal, "--program is for the accelerator", "leave out --program");
  if (request.artifact) failForArtifact(refusal);
  Ready ready = compiledOn(host, run, said, refusal);
  if (const auto unable = host.whyUnable(request)) failWithBoth(refusal, unable->what, unable->remedy);
  return ready;
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
          {source, true, bytesOf(*dataOf(said, source)), onHost ? "the host reads it" : "the host converts it"});
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
