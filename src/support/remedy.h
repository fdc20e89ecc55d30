// Remedies for parse errors, supplied by the caller that knows the grammar.
#pragma once

#include <string>

#include "support/diagnostic.h"

namespace stardust {

/// Runs `action`; an Error without reason and remedy gets this remedy.
template <class Action>
decltype(auto) withRemedy(const std::string& remedy, Action&& action) {
  try {
    return action();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (!diagnostic.why.empty() || !diagnostic.remedy.empty()) throw;
    diagnostic.remedy = remedy;
    throw Error(std::move(diagnostic));
  }
}

}  // namespace stardust
