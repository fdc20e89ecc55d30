#include "capstan/mapping/copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/constants.h"
#include "support/plural.h"

namespace stardust::capstan {
namespace {

using spatial::Body;

class Copies {
 public:
  Copies(const spatial::Program& program, const Machine& machine) : constants_(program), machine_(machine) {}

  std::optional<Diagnostic> refusedIn(const Body& body) const {
    for (const spatial::Stmt& stmt : body) {
      const auto* foreach = std::get_if<spatial::Foreach>(&stmt->kind);
      const auto* reduce = std::get_if<spatial::Reduce>(&stmt->kind);
      if (!foreach && !reduce) continue;
      const Body& inner = foreach ? foreach->body : reduce->body;
      if (spatial::isLeaf(inner)) continue;  // lanes are not copies
      const std::int64_t copies = copiesOf(foreach ? foreach->counters : reduce->counters);
      if (auto refusal = refusedCopies(copies, reduce != nullptr, machine_, stmt->where)) return refusal;
      if (auto refusal = refusedIn(inner)) return refusal;
    }
    return std::nullopt;
  }

 private:
  // Copy counts that are unknown before the run are refused elsewhere.
  std::int64_t copiesOf(const std::vector<spatial::Counter>& counters) const {
    std::int64_t copies = 1;
    for (const spatial::Counter& counter : counters) {
      const std::int64_t par = std::clamp<std::int64_t>(constants_.valueOf(counter.par).value_or(1), 1, maxUnits);
      copies = std::min(copies * par, maxUnits + 1);
    }
    return copies;
  }

  const spatial::Constants constants_;
  const Machine& machine_;
};

}  // namespace

std::optional<Diagnostic> refusedCopies(std::int64_t copies, bool reduces, const Machine& machine,
                                        const Location& where) {
  if (copies > maxUnits)
    return Diagnostic{Family::Unsupported, "a loop has more than 65,536 copies", where, {}, "lower par"};
  if (reduces && copies > machine.pcu.lanes)
    return Diagnostic{Family::Unsupported,
                      fmt::format("an outer Reduce has {}", counted(copies, "copy", "copies")),
                      where,
                      {},
                      fmt::format("lower its par to {}", machine.pcu.lanes)};
  return std::nullopt;
}

std::optional<Diagnostic> refusedCopies(const spatial::Program& program, const Machine& machine) {
  return Copies(program, machine).refusedIn(program.accel);
}

}  // namespace stardust::capstan
