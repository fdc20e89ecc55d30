// What would be legal, said by those who know the form of what is being read.
#pragma once

#include <string>

#include "support/diagnostic.h"

namespace stardust {

/// Runs `action`; an Error that gives neither a reason nor a remedy gets this remedy.
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
