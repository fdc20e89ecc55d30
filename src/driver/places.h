// Where in the user's text the refusal of a later pass belongs.
#pragma once

#include <vector>

#include "notation/expr.h"
#include "schedule/schedule.h"

namespace stardust::driver {

/// Plans and programs know names, but not where the user wrote them. The place of what a diagnostic names: a command
/// that sets the environment variable or makes the workspace, else an access, else the whole expression. What is wrong
/// counts before the reason and the remedy, of which a command counts before an access: it is what can be changed.
/// Nowhere for what no text was read for.
Location placeOf(const Diagnostic& diagnostic, const notation::Assignment& assignment,
                 const std::vector<schedule::Command>& commands);

/// The diagnostic, at what it names if it says no place.
Diagnostic placed(Diagnostic diagnostic, const notation::Assignment& assignment,
                  const std::vector<schedule::Command>& commands);

/// Runs passes; an Error of theirs that says no place gets the one of what it names.
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
