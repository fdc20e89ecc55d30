// `schedule auto`: the schedule with the fewest predicted cycles, without a simulation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/machines.h"
#include "driver/run.h"
#include "tune/candidate.h"
#include "tune/space.h"

namespace stardust::tune {

/// All: every candidate is predicted. Few: of the numbers of bodies, those that the search for the best one needs.
enum class Effort { All, Few };

/// Sets the predictions of the candidates, and adds candidates with other transfers (refined.h), with
/// predictions. Returns the best predicted one, the first of equal ones; none if no candidate fits.
std::optional<std::size_t> predict(std::vector<Candidate>& candidates, const Axes& axes, const driver::Problem& problem,
                                   const driver::RunRequest& request, const driver::Hardware& hardware, Effort effort);

struct Choice {
  Candidate candidate;        ///< with its prediction
  std::size_t predicted = 0;  ///< the candidates with a prediction that fit the machine
  double seconds = 0;
};

/// The best predicted candidate of the search's space, and the first of equal ones. It depends on the problem, the
/// machine and the memory alone. Commands of the problem are ignored. Throws Error (unsupported) if no candidate fits,
/// and as driver::Backend::ready.
Choice choose(const driver::Problem& problem, const driver::RunRequest& request);

}  // namespace stardust::tune
