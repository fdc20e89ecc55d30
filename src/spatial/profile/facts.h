// What a trial run of a staged Accel shows; internal to the room.
#pragma once

#include <exception>
#include <optional>

#include "spatial/dsl/dsl.h"

namespace stardust::profile {

/// A value, or the error that there is in its place.
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
  spatial::RunOutput output;  ///< what the run left behind
  dsl::Rounds::Facts rounds;  ///< of the loops that end by the accelerator's data
};

/// Whether all words that a run left behind were left by another, too; those beyond the last that was written are 0.
bool isSame(const spatial::RunOutput& a, const spatial::RunOutput& b);

}  // namespace stardust::profile
