// Resolves the names of a Spatial program and builds its stages; internal to the interpreter.
#pragma once

#include <memory>

#include "exec/spatial_scope.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

/// The stage that runs Accel. Throws Error (user) for wrong names and types, Error (unsupported) for more than 65,536
/// copies of bodies. `program` must outlive the task. `scopes` holds the host's definitions, with symbols below
/// firstSymbol.
std::unique_ptr<Task> compile(const Program& program, Symbol firstSymbol, Machine& machine, Scopes& scopes);

}  // namespace stardust::spatial::run
