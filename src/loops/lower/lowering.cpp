#include "loops/lower/lowering.h"

#include <algorithm>

#include "levels/registry.h"
#include "loops/dead_code.h"
#include "loops/lower/lower.h"
#include "loops/lower/narrow.h"
#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::loops {

Function Lowering::run(const std::string& name) {
  const bool chunksCount = context_.inChunks && context_.plan.assembles;
  result_.begin(!chunksCount);
  Scope scope;
  Body body;
  locator_.locate(facts_.body, scope, body);
  lower(facts_.body, scope, body);
  result_.end(body);
  Function function{name, {}, std::move(prologue_)};
  append(function.body, body);
  function.parameters = arrays_.parameters();
  return function;
}

void Lowering::lower(const cin::Stmt& stmt, Scope& scope, Body& out) {
  match(
      stmt->kind, [&](const cin::Forall& s) { loops_.lower(s, scope, out); },
      [&](const cin::Assign& s) { assignments_.lower(s, scope, out); },
      [&](const cin::Where& s) { wheres_.lower(s, scope, out); },
      [&](const cin::Sequence& s) {
        lower(s.first, scope, out);
        lower(s.second, scope, out);
      },
      [&](const cin::Map& s) { lower(s.body, scope, out); },
      [](const cin::SuchThat&) { failInternal("relations below the root"); });
}

// Run-length levels are assembled only where the number of fibers is known, or where empty fibers are dropped with the
// coordinate above. Positions of 32 bits are converted from 64 afterwards, when their number is known.
Format assembledFormat(const Format& wanted) {
  std::vector<LevelFormat> levels = wanted.levels();
  for (LevelFormat& level : levels) level = levels::of(level).assembled;
  Widths widths = wanted.widths();
  if (widths.positions == Width::Bits32) widths.positions = Width::AsNeeded;
  const Format assembled = wanted.with(std::move(levels), wanted.modeOrder()).with(widths);
  const int last = wanted.order() - 1;
  if (last < 1 || !levels::of(assembled.level(last)).mergesValues) return assembled;
  const auto hasLocate = [](LevelFormat level) { return levels::of(level).hasLocate; };
  const bool isBelowDense = std::all_of(assembled.levels().begin(), assembled.levels().end() - 1, hasLocate);
  return isBelowDense || !hasLocate(assembled.level(last - 1)) ? assembled : expanded(assembled);
}

Function lower(const cin::Stmt& stmt, const std::string& name, const LoweringOptions& options) {
  const cin::Stmt stored = withTypedWorkspaces(withSparseWorkspaces(stmt));
  const auto finished = [](const Function& made, const Context& context) {
    requireAsScheduled(context.facts, context.executions);
    const notation::TensorVar& result = context.facts.result.tensor;
    const Function narrow = withNarrowResult(made, result.name, result.type);
    return withVectors(withoutDeadCode(narrow), context.executions.vectors);
  };
  Context serial(stored, options);
  for (const notation::Access& access : serial.facts.accesses)
    require(!access.tensor.format.isSymmetric(), "loops read both triangles of a symmetric matrix");
  const Function made = Lowering(serial).run(name);
  if (serial.plan.mayBeChunked) {
    Context chunked(stored, options, serial.plan);
    const Function parallel = Lowering(chunked).run(name);
    if (chunked.chunksAreIndependent) return finished(parallel, chunked);
  }
  return finished(made, serial);
}

}  // namespace stardust::loops
