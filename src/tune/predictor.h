// Predicts the cycles of candidates for a problem: compiles and maps each, and measures the work of its loops on a
// sample of the operands. Nothing is simulated.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/machines.h"
#include "driver/run.h"
#include "tune/candidate.h"

namespace stardust::tune {

/// A candidate that the machine runs, or the reason why it does not.
struct Predicted {
  std::optional<Prediction> prediction;
  std::string refusal = {};  ///< without a prediction
  std::string program = {};  ///< without the comments at its head; candidates with equal programs are the same
};

class Predictor {
 public:
  /// `problem` and `request` must outlive the predictor.
  Predictor(const driver::Problem& problem, const driver::RunRequest& request, const driver::Hardware& hardware);
  ~Predictor();

  /// The same for the same problem, candidate, machine and memory. Throws internal errors only. Candidates with the
  /// same loops share a measurement.
  Predicted operator()(const Candidate& candidate);

  /// Of the operands, on which loops are measured.
  double share() const;

 private:
  struct Measurement;
  struct Sample;
  /// Variables of the environment that a schedule leaves out: defaults, or found so that the program fits. A candidate
  /// of the space says its bodies and is predicted as it is; the default is predicted as it runs.
  enum class Settings { Given, Found };

  driver::Compiled compiledWhole(const std::vector<schedule::Command>& commands, Settings settings);
  Prediction predictionOf(const driver::Compiled& whole, const std::vector<schedule::Command>& commands,
                          Settings settings);
  driver::Compiled compiled(const driver::Ready& ready, Settings settings) const;
  driver::Ready readySample(const Sample& sample, const std::vector<schedule::Command>& commands) const;
  const Measurement& measured(const std::vector<schedule::Command>& commands, Settings settings);
  Measurement measure(const Sample& sample, const std::vector<schedule::Command>& commands, Settings settings) const;

  const driver::Problem& problem_;
  driver::Problem lent_;  ///< a copy that compilations take and give back, since operands may be large
  const driver::RunRequest& request_;
  const driver::Hardware& hardware_;
  std::vector<std::unique_ptr<Sample>> samples_;  ///< one with all operands, or two
  std::map<std::string, std::shared_ptr<const Measurement>> bySkeleton_, byCommands_;
};

/// A program without the comments at its head, which name the schedule.
std::string withoutComments(const std::string& program);

}  // namespace stardust::tune
