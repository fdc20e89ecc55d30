#include "tune/predictor.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "driver/evaluate.h"
#include "driver/host_fallback.h"
#include "sim/engine/dram.h"
#include "tune/sample.h"

namespace stardust::tune {
namespace {

using schedule::Command;

// Entries of a sample: enough for means, and interpreted in a few milliseconds.
constexpr std::int64_t sampledEntries = 2048, mostEntries = 8 * sampledEntries;
constexpr std::int64_t manyCoordinates = 32, fewCoordinates = 8;
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

// The sizes of blocks. Loops that differ in them alone have one skeleton, and other work.
std::string blocksOf(const std::vector<Command>& commands) {
  std::vector<Command> splits;
  std::copy_if(commands.begin(), commands.end(), std::back_inserter(splits), [](const Command& command) {
    return std::holds_alternative<cin::SplitUp>(command.kind) || std::holds_alternative<cin::SplitDown>(command.kind);
  });
  return schedule::print(splits);
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

// Whether the operands are those of the problem, in its formats: none was converted or added.
bool haveFormatsOf(const exec::Operands& operands, const exec::Operands& ofProblem) {
  return operands.size() == ofProblem.size() && std::all_of(operands.begin(), operands.end(), [&](const auto& operand) {
           const auto own = ofProblem.find(operand.first);
           return own != ofProblem.end() && own->second.format == operand.second.format &&
                  own->second.stored() == operand.second.stored();
         });
}

// A sample has some thousand entries, and enough coordinates for their variation, unless these have very many entries.
std::int64_t strideFor(std::int64_t entries, std::int64_t extent) {
  const std::int64_t varied = extent / manyCoordinates, least = extent / fewCoordinates;
  return std::min(entries / sampledEntries, std::max(varied, std::min(entries / mostEntries, least)));
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
  const std::int64_t every = var ? strideFor(entries, extentOf(problem, *var)) : 1;
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

driver::Compiled Predictor::compiledWhole(const std::vector<Command>& commands, Settings settings) {
  // A compilation that converts operands, or is refused before it has converted them, does not give them back.
  if (lent_.operands.empty()) lent_ = problem_;
  lent_.commands = commands;
  driver::Ready ready = driver::backendOf(request_).ready(std::move(lent_), request_);
  lent_ = {};
  const auto giveBack = [&] {
    if (!haveFormatsOf(ready.problem.operands, problem_.operands)) return;
    lent_ = {static_cast<const driver::ProblemWithoutData&>(problem_), std::move(ready.problem.operands)};
  };
  try {
    driver::Compiled program = compiled(ready, settings);
    giveBack();
    return program;
  } catch (const Error&) {
    giveBack();
    throw;
  }
}

driver::Compiled Predictor::compiled(const driver::Ready& ready, Settings settings) const {
  if (settings == Settings::Found) return driver::compileFor(ready, hardware_.machine, driver::defaultMargin);
  return driver::compileExactly(ready.scheduled, hardware_.machine,
                                driver::optionsOf(ready.problem, driver::defaultMargin));
}

driver::Ready Predictor::readySample(const Sample& sample, const std::vector<Command>& commands) const {
  driver::Problem scheduled = sample.problem;
  scheduled.commands = commands;
  return driver::backendOf(request_).ready(std::move(scheduled), request_);
}

Predictor::Measurement Predictor::measure(const Sample& sample, const std::vector<Command>& commands,
                                          Settings settings) const {
  const driver::Ready ready = readySample(sample, commands);
  const driver::Compiled program = compiled(ready, settings);
  const auto files = spatial::hostFiles(program.lowered, ready.problem.operands, sample.reference.result);
  spatial::InterpreterOptions options;
  options.cancelled = request_.cancelled;
  const Statements statements(program.parsed);
  return {statements.skeleton(),
          countsOf(statements, spatial::workOf(program.parsed, files, program.limits, burstWords, options))};
}

// The counts of a sample's program, scaled to the whole.
const Predictor::Measurement& Predictor::measured(const std::vector<Command>& commands, Settings settings) {
  auto& known = byCommands_[schedule::print(commands)];
  if (known) return *known;
  Measurement larger = measure(*samples_.front(), commands, settings);
  if (samples_.size() > 1) {
    const Measurement smaller = measure(*samples_.back(), commands, settings);
    const bool isSame = smaller.skeleton == larger.skeleton;
    larger.counts = extrapolated(larger.counts, isSame ? smaller.counts : Counts(), samples_.front()->share);
  }
  known = std::make_shared<const Measurement>(std::move(larger));
  bySkeleton_.emplace(known->skeleton + blocksOf(commands), known);
  return *known;
}

// The facts of a sample may lead to other loops than those of the whole, such as shorter searches. Then the program of
// the sample stands for the other one.
Prediction Predictor::predictionOf(const driver::Compiled& whole, const std::vector<Command>& commands,
                                   Settings settings) {
  const auto by = [&](const capstan::Mapping& mapping, const Counts& counts) {
    return predicted(mapping, counts, samples_.front()->share, hardware_.machine, hardware_.memory);
  };
  const std::string skeleton = Statements(whole.parsed).skeleton();
  if (const auto known = bySkeleton_.find(skeleton + blocksOf(commands)); known != bySkeleton_.end())
    return by(whole.mapping, known->second->counts);
  const Measurement& alone = measured(withOneBody(commands), settings);
  if (alone.skeleton == skeleton) return by(whole.mapping, alone.counts);
  const driver::Compiled sample = compiled(readySample(*samples_.front(), commands), settings);
  if (alone.skeleton == Statements(sample.parsed).skeleton()) return by(sample.mapping, alone.counts);
  Counts own = measured(commands, settings).counts;
  for (Count& count : own.statements) count.parts.clear();  // of rounds of several bodies
  return by(sample.mapping, own);
}

Predicted Predictor::operator()(const Candidate& candidate) {
  try {
    const Settings settings = candidate.bodies > 0 ? Settings::Given : Settings::Found;
    const driver::Compiled whole = compiledWhole(candidate.commands, settings);
    Predicted result;
    result.prediction = predictionOf(whole, candidate.commands, settings);
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
