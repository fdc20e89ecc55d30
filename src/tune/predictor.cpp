#include "tune/predictor.h"

#include <algorithm>
#include <sstream>

#include "driver/evaluate.h"
#include "driver/host_fallback.h"
#include "sim/engine/dram.h"
#include "tune/sample.h"

namespace stardust::tune {
namespace {

using schedule::Command;

// Entries of a sample: enough for means, and interpreted in a few milliseconds.
constexpr std::int64_t sampledEntries = 4096;
constexpr std::int64_t fewestOfSample = 16;
constexpr int burstWords = sim::Dram::burstBytes / 4;

// The commands with one body: its loops are those of any number of bodies, and the work of each iteration is seen.
std::vector<Command> withOneBody(std::vector<Command> commands) {
  for (Command& command : commands)
    if (auto* const variable = std::get_if<schedule::Environment>(&command.kind);
        variable && variable->var == "outerPar") {
      variable->value = 1;
      return commands;
    }
  commands.insert(commands.begin(), {schedule::Environment{"outerPar", 1}, {}});
  return commands;
}

// The entries of the largest sparse operand; of the largest one, if none is sparse.
std::int64_t sparseEntriesOf(const driver::Problem& problem) {
  std::int64_t sparse = 0, dense = 0;
  for (const auto& [name, operand] : problem.operands) {
    double size = 1;
    for (const std::int64_t extent : operand.dims) size *= static_cast<double>(extent);
    const auto stored = static_cast<std::int64_t>(operand.stored());
    auto& most = static_cast<double>(stored) < size ? sparse : dense;
    most = std::max(most, stored);
  }
  return sparse > 0 ? sparse : dense;
}

}  // namespace

struct Predictor::Sample {
  driver::Problem problem;
  double share;
  exec::Evaluated reference;
};

/// The counts of a skeleton, or none: then `whole` has other loops than the sample.
struct Predictor::Measurement {
  std::string skeleton;
  Counts counts;
};

Predictor::Predictor(const driver::Problem& problem, const driver::RunRequest& request,
                     const driver::Hardware& hardware)
    : problem_(problem), request_(request), hardware_(hardware) {
  const std::int64_t entries = sparseEntriesOf(problem);
  const std::optional<notation::IndexVar> var = sampledVariable(problem);
  const std::int64_t every =
      var ? std::min(entries / sampledEntries, extentOf(problem, *var) / (2 * fewestOfSample)) : 1;
  const auto add = [&](driver::Problem part, double share) {
    exec::Evaluated reference = driver::referenceOf(part);
    samples_.push_back(std::make_unique<Sample>(Sample{std::move(part), share, std::move(reference)}));
  };
  if (every <= 1) {
    add(problem, 1);
    return;
  }
  add(sampled(problem, *var, every), 1 / static_cast<double>(every));
  add(sampled(samples_.front()->problem, *var, 2), 0.5 / static_cast<double>(every));
}

Predictor::~Predictor() = default;

double Predictor::share() const { return samples_.front()->share; }

driver::Compiled Predictor::compiled(const driver::Problem& problem, const std::vector<Command>& commands) const {
  driver::Problem scheduled = problem;
  scheduled.commands = commands;
  const driver::Ready ready = driver::backendOf(request_).ready(std::move(scheduled), request_);
  return driver::compileFor(ready, hardware_.machine, driver::defaultMargin);
}

Predictor::Measurement Predictor::measure(const Sample& sample, const std::vector<Command>& commands) const {
  driver::Problem scheduled = sample.problem;
  scheduled.commands = commands;
  const driver::Ready ready = driver::backendOf(request_).ready(std::move(scheduled), request_);
  const driver::Compiled compiled = driver::compileFor(ready, hardware_.machine, driver::defaultMargin);
  const auto files = spatial::hostFiles(compiled.lowered, ready.problem.operands, sample.reference.result);
  spatial::InterpreterOptions options;
  options.cancelled = request_.cancelled;
  const Statements statements(compiled.parsed);
  return {statements.skeleton(),
          countsOf(statements, spatial::workOf(compiled.parsed, files, compiled.limits, burstWords, options))};
}

const Predictor::Measurement& Predictor::measured(const std::vector<Command>& commands, const Statements& whole) {
  const std::string skeleton = whole.skeleton();
  auto& known = measurements_[skeleton];
  if (known) return *known;
  const std::vector<Command> alone = withOneBody(commands);
  const bool isAlone = schedule::print(alone) == schedule::print(commands);
  const std::initializer_list<std::vector<Command>> tries = {alone, commands};
  for (const std::vector<Command>& tried : tries) {
    Measurement larger = measure(*samples_.front(), tried);
    if (samples_.size() > 1) {
      const Measurement smaller = measure(*samples_.back(), tried);
      if (smaller.skeleton == larger.skeleton)
        larger.counts = extrapolated(larger.counts, smaller.counts, samples_.front()->share);
    }
    if (larger.skeleton != skeleton) continue;
    if (&tried != tries.begin() && !isAlone)
      for (Count& count : larger.counts.statements) count.parts.clear();  // of several bodies
    known = std::make_unique<Measurement>(std::move(larger));
    return *known;
  }
  failUnsupported("the loops of a sample are other ones than those of the whole");
}

Predicted Predictor::operator()(const Candidate& candidate) {
  try {
    const driver::Compiled whole = compiled(problem_, candidate.commands);
    const Statements statements(whole.parsed);
    const Measurement& measurement = measured(candidate.commands, statements);
    Predicted result;
    result.prediction =
        predicted(whole.mapping, measurement.counts, samples_.front()->share, hardware_.machine, hardware_.memory);
    result.program = withoutComments(whole.text);
    return result;
  } catch (const driver::NoRule& refused) {
    return {std::nullopt, refused.diagnostic().what};
  } catch (const Error& error) {
    const Diagnostic& diagnostic = error.diagnostic();
    if (diagnostic.family != Family::Unsupported && diagnostic.family != Family::User) throw;
    return {std::nullopt, diagnostic.what};
  }
}

std::string withoutComments(const std::string& program) {
  std::istringstream lines(program);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("//", 0) != 0) text += line + "\n";
  return text;
}

}  // namespace stardust::tune
