// State shared by the parts of the lowering of one program. Each part is a class with a single task.
#pragma once

#include <string>

#include "capstan/lower/frames.h"
#include "capstan/lower/host.h"
#include "capstan/lower/notes.h"
#include "spatial/names.h"

namespace stardust::spatial {

using notation::Access;
using placement::AccessPlan;
using placement::LevelPlan;
using placement::MemoryType;

/// One for each program. Its members refer to each other, so it must not move.
struct Context {
  Context(const placement::Plan& planned, Host& hostPart, Names& taken)
      : plan(planned), host(hostPart), names(taken), notes(planned, definitions) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const placement::Plan& plan;
  Host& host;
  Names& names;
  Frames frames;
  Definitions definitions;
  Notes notes;

  const LevelPlan& level(const AccessPlan& access, int level) const {
    return access.levels.at(static_cast<std::size_t>(level));
  }
  const placement::Loop& loop(const std::string& var) const { return plan.loops.at(var); }
  bool isReserved() const { return plan.result().assembly == placement::Assembly::Reserved; }
  /// Emits a named value. The body then finds its name under the key.
  Expr bind(Frame& frame, const known::Key& key, const std::string& wanted, Expr value, const std::string& note);
};

}  // namespace stardust::spatial
