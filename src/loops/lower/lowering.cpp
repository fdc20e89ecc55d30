#include "loops/lower/lowering.h"

#include <algorithm>

#include "levels/registry.h"
#include "loops/dead_code.h"
#include "loops/lower/lower.h"
#include "loops/lower/orders.h"
#include "support/diagnostic.h"

namespace stardust::loops {

Lowering::Lowering(Context& context, const Lowering& serial) : Lowering(context) {
  parts_.bounds = serial.parts_.bounds;
  assemblesParts_ = serial.assemblesParts_;
  chunked_ = true;
}

Function Lowering::run(const std::string& name) {
  result_.begin(!chunked_ || !assemblesParts_);
  Scope scope;
  Body body;
  locator_.locate(facts_.body, scope, body);
  lower(facts_.body, scope, body);
  result_.end(body);
  Function function{name, {}, std::move(prologue_)};
  function.body.insert(function.body.end(), body.begin(), body.end());
  function.parameters = arrays_.parameters();
  return function;
}

void Lowering::lower(const cin::Stmt& stmt, Scope& scope, Body& out) {
  if (estimate_) return estimate(stmt, scope, out);
  match(
      stmt->kind, [&](const cin::Forall& s) { forall(s, scope, out); },
      [&](const cin::Assign& s) { assign(s, scope, out); }, [&](const cin::Where& s) { where(s, scope, out); },
      [&](const cin::Sequence& s) {
        lower(s.first, scope, out);
        lower(s.second, scope, out);
      },
      [&](const cin::Map& s) { lower(s.body, scope, out); },
      [](const cin::SuchThat&) { failInternal("relations below the root"); });
}

Expr Lowering::extent(const IndexVar& var, const Scope& scope) {
  const auto counted = scope.extents.find(var);
  return counted == scope.extents.end() ? extent(var) : counted->second;
}

// Runs are appended where every fiber is closed by its number, or dropped with the coordinate above it.
Format assembledFormat(const Format& wanted) {
  std::vector<LevelFormat> levels = wanted.levels();
  for (LevelFormat& level : levels) level = levels::of(level).assembled;
  const Format assembled(std::move(levels), wanted.modeOrder(), wanted.region());
  const int last = wanted.order() - 1;
  if (last < 1 || !levels::of(assembled.level(last)).mergesValues) return assembled;
  const auto hasLocate = [](LevelFormat level) { return levels::of(level).hasLocate; };
  const bool isBelowDense = std::all_of(assembled.levels().begin(), assembled.levels().end() - 1, hasLocate);
  return isBelowDense || !hasLocate(assembled.level(last - 1)) ? assembled : expanded(assembled);
}

Function lower(const cin::Stmt& stmt, const std::string& name, const LoweringOptions& options) {
  const cin::Stmt stored = withSparseWorkspaces(stmt);
  Context context(stored, options), contextOfChunked(stored, options);
  Lowering serial(context);
  Function made = serial.run(name);
  const Lowering* maker = &serial;
  std::optional<Lowering> chunked;
  if (serial.mayBeChunked()) {
    const Function parallel = chunked.emplace(contextOfChunked, serial).run(name);
    if (chunked->isIndependent()) {
      made = parallel;
      maker = &*chunked;
    }
  }
  maker->requireAsScheduled();
  return withVectors(withoutDeadCode(made), maker->wantedVectors());
}

}  // namespace stardust::loops
