// Source locations for errors of later passes.
#pragma once

#include <vector>

#include "notation/expr.h"
#include "schedule/schedule.h"

namespace stardust::driver {

/// The place of the entity that a diagnostic names; plans and programs have names, but no source locations. It is the
/// command that sets the environment variable or creates the workspace, otherwise an access, otherwise the whole
/// expression. The message is searched before the reason and the remedy; there, a command takes precedence over an
/// access, because the user can change it. No place if no text was parsed.
Location placeOf(const Diagnostic& diagnostic, const notation::Assignment& assignment,
                 const std::vector<schedule::Command>& commands);

/// The diagnostic, placed at the entity that it names if it has no place.
Diagnostic placed(Diagnostic diagnostic, const notation::Assignment& assignment,
                  const std::vector<schedule::Command>& commands);

/// Runs passes, and places their Errors that have no place.
template <class Passes>
decltype(auto) withPlaceOf(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                           Passes&& passes) {
  try {
    return passes();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (diagnostic.where || diagnostic.family == Family::Internal) throw;
    diagnostic.where = placeOf(diagnostic, assignment, commands);
    if (!diagnostic.where) throw;
    throw Error(std::move(diagnostic));
  }
}

}  // namespace stardust::driver
