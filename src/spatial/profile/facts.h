// Results of a trial run of a staged Accel; internal to the room.
#pragma once

#include <exception>
#include <optional>

#include "spatial/dsl/dsl.h"

namespace stardust::profile {

/// A value, or the error that replaces it.
template <class T>
struct Attempt {
  std::optional<T> value;
  std::exception_ptr error;
};
template <class F>
auto attempted(const F& f) -> Attempt<decltype(f())> {
  try {
    return {f(), nullptr};
  } catch (const Error&) {
    return {std::nullopt, std::current_exception()};
  }
}

struct Facts {
  spatial::RunOutput output;                ///< results of the run
  dsl::TripCountProfile::Facts tripCounts;  ///< of the loops whose end depends on the accelerator's data
};

/// Whether two runs left equal words; missing words at the end count as 0.
bool isSame(const spatial::RunOutput& a, const spatial::RunOutput& b);

}  // namespace stardust::profile
