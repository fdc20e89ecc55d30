#include "experiments/paper_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "driver/kernel_spec.h"
#include "files/files.h"

namespace stardust::experiments {
namespace {

// One job: a kernel on an input, or by itself (no input), timed on a memory system.
struct Attempt {
  const PaperKernel* kernel = nullptr;
  const PaperInput* input = nullptr;
  const HandWritten* byHand = nullptr;  ///< replaces the compiled program
  std::string memory;
  int outerPar = 1;
  std::string refusal;
};

bool isRefusal(const Outcome& outcome) {
  return outcome.state == Outcome::State::Failed &&
         (outcome.exitCode == exitCode(Family::User) || outcome.exitCode == exitCode(Family::Unsupported));
}

class Campaign {
 public:
  Campaign(const Published& published, const PaperRequest& request) : published_(published), request_(request) {}

  PaperRuns run() {
    expectAll();
    std::vector<Job> jobs;
    for (const PaperKernel& kernel : published_.kernels)
      jobs.push_back(jobOf({&kernel, nullptr, nullptr, "", kernel.outerPar, ""}));
    if (wants(Part::Perf))
      for (const HandWritten& program : published_.handwritten) addByHand(program, jobs);
    runJobs(jobs, request_.pool, [&](const Job& job, const Outcome& outcome) { return follow(job, outcome); });
    return std::move(runs_);
  }

 private:
  bool wants(Part part) const { return request_.parts.count(part) > 0; }

  // The memory systems of an input. The first one decides whether the program fits.
  std::vector<std::string> memoriesOf(const PaperKernel& kernel, const PaperInput& input) const {
    std::vector<std::string> names;
    if (wants(Part::Perf))
      for (const PaperMemory& memory : paperMemories) names.emplace_back(memory.name);
    const PaperSet& set = published_.setOf(kernel);
    if (wants(Part::Bandwidth) && input.name == set.inputs[set.swept].name)
      for (const double bandwidth : published_.sweep.gbPerSecond)
        names.push_back(sweptMemory(published_.sweep, bandwidth));
    return names;
  }

  void expectAll() {
    for (const PaperKernel& kernel : published_.kernels) {
      runs_[kernel.name].own.failure = "did not finish";
      for (const PaperInput& input : published_.setOf(kernel).inputs)
        for (const std::string& memory : memoriesOf(kernel, input))
          runs_[kernel.name].timed[input.name][memory].failure =
              isThere(input) ? "did not finish" : "needs the data sets (--data)";
    }
  }

  void addByHand(const HandWritten& program, std::vector<Job>& jobs) {
    const PaperKernel& kernel = published_.kernel(program.kernel);
    for (const PaperInput& input : published_.setOf(kernel).inputs) {
      runs_[program.name].timed[input.name][paperMemories[0].name].failure =
          isThere(input) ? "did not finish" : "needs the data sets (--data)";
      if (isThere(input)) jobs.push_back(jobOf({&kernel, &input, &program, paperMemories[0].name, 1, ""}));
    }
  }

  bool isThere(const PaperInput& input) const { return input.file.empty() || !request_.data.empty(); }

  static const std::string& nameOf(const Attempt& attempt) {
    return attempt.byHand ? attempt.byHand->name : attempt.kernel->name;
  }

  PaperRun& runOf(const Attempt& attempt) {
    KernelRuns& runs = runs_[nameOf(attempt)];
    return attempt.input ? runs.timed[attempt.input->name][attempt.memory] : runs.own;
  }

  std::string kernelPath(const Attempt& attempt) const {
    const std::string path =
        fmt::format("{}/kernels/outerPar{}/{}", request_.pool.folder, attempt.outerPar, attempt.kernel->file);
    writeFile(path, withOuterPar(paperFile(attempt.kernel->file)->text, attempt.outerPar));
    return path;
  }

  std::string programPath(const HandWritten& program) const {
    const std::string path = fmt::format("{}/kernels/{}", request_.pool.folder, program.program);
    writeFile(path, paperFile(program.program)->text);
    return path;
  }

  Job jobOf(const Attempt& attempt) {
    const PaperKernel& kernel = *attempt.kernel;
    Job job;
    job.name = fmt::format("{}-{}{}-par{}", nameOf(attempt), attempt.input ? attempt.input->name + "-" : "own",
                           attempt.memory, attempt.outerPar);
    job.arguments = {"run", kernelPath(attempt), "--quiet"};
    if (attempt.input) {
      const PaperInput& input = *attempt.input;
      job.arguments.push_back(input.file.empty()
                                  ? fmt::format("--generate={}:{}", kernel.tensor, input.generator)
                                  : fmt::format("--input={}:{}/{}", kernel.tensor, request_.data, input.file));
      job.arguments.insert(job.arguments.end(), kernel.also.begin(), kernel.also.end());
      job.arguments.push_back("--memory=" + attempt.memory);
      job.cost = kernel.cost;
      if (attempt.byHand) {
        job.arguments.push_back("--program=" + programPath(*attempt.byHand));
        job.arguments.push_back("--machine=" + attempt.byHand->machine);
      }
    } else {
      job.arguments.push_back("--target=interpret");
      job.cost = 0.1;  // tiny, and all other jobs wait for it
    }
    attempts_[job.name] = attempt;
    return job;
  }

  std::vector<Job> follow(const Job& job, const Outcome& outcome) {
    const Attempt attempt = attempts_.at(job.name);
    if (isRefusal(outcome) && attempt.outerPar > 1) return {jobOf(smaller(attempt, outcome))};
    PaperRun& run = runOf(attempt);
    run = {attempt.outerPar, attempt.refusal, "", std::nullopt};
    const bool ran = outcome.state == Outcome::State::Done;
    const Measured measured = ran ? readReport(outcome.report) : Measured();
    if (!ran || !measured.refusal.empty()) {
      run.failure = ran ? measured.refusal : firstLine(outcome.message);
      if (!attempt.byHand) failRest(attempt, run.failure);
      return {};
    }
    run.measured = measured;
    return attempt.byHand ? std::vector<Job>() : next(attempt);
  }

  static Attempt smaller(Attempt attempt, const Outcome& outcome) {
    if (attempt.refusal.empty()) attempt.refusal = firstLine(outcome.message);
    --attempt.outerPar;
    return attempt;
  }

  // The run on the kernel's own inputs leads to the first memory system of each input, which leads to the others: both
  // determine the outerPar that fits.
  std::vector<Job> next(const Attempt& attempt) {
    std::vector<Job> jobs;
    Attempt following = attempt;
    if (!attempt.input) {
      for (const PaperInput& input : published_.setOf(*attempt.kernel).inputs) {
        const auto memories = memoriesOf(*attempt.kernel, input);
        if (!isThere(input) || memories.empty()) continue;
        following.input = &input;
        following.memory = memories.front();
        jobs.push_back(jobOf(following));
      }
      return jobs;
    }
    const auto memories = memoriesOf(*attempt.kernel, *attempt.input);
    if (attempt.memory != memories.front()) return {};
    for (std::size_t n = 1; n < memories.size(); ++n) {
      following.memory = memories[n];
      jobs.push_back(jobOf(following));
    }
    return jobs;
  }

  // Marks the jobs that would have followed a failed attempt as failed for the same reason.
  void failRest(const Attempt& attempt, const std::string& failure) {
    for (auto& [input, byMemory] : runs_[attempt.kernel->name].timed) {
      if (attempt.input &&
          (input != attempt.input->name || attempt.memory != memoriesOf(*attempt.kernel, *attempt.input).front()))
        continue;
      for (auto& entry : byMemory) entry.second.failure = failure;
    }
  }

  const Published& published_;
  const PaperRequest& request_;
  PaperRuns runs_;
  std::map<std::string, Attempt> attempts_;  // by name of the job
};

void take(Measured& measured, const nlohmann::json& program) {
  if (program.contains("refusal")) {
    measured.refusal = program.at("refusal").at("what").get<std::string>();
    return;
  }
  for (const auto& tensor : program.value("tensors", nlohmann::json::array()))
    if (tensor.at("name") != program.at("result").at("tensor"))
      measured.entries += tensor.at("stored").get<std::int64_t>();
  const auto most = [](auto& into, const nlohmann::json& value) {
    into = std::max(into, value.get<std::decay_t<decltype(into)>>());
  };
  if (program.contains("blocks")) {  // a stream graph
    measured.blocks = std::max(measured.blocks, static_cast<std::int64_t>(program.at("blocks").size()));
    measured.bytes += program.at("bytes").get<std::int64_t>();
  } else {
    const auto& units = program.at("resources");
    most(measured.spatialLines, program.at("program").at("lines"));
    most(measured.units.pcu, units.at("PCU"));
    most(measured.units.pmu, units.at("PMU"));
    most(measured.units.mc, units.at("MC"));
    most(measured.units.shuffle, units.at("shuffle"));
  }
  if (program.contains("dram"))
    for (const char* direction : {"readBytes", "writeBytes"})
      measured.bytes += program.at("dram").at(direction).get<std::int64_t>();
  if (program.contains("cycles"))
    measured.cycles = measured.cycles.value_or(0) + program.at("cycles").get<std::int64_t>();
  if (program.contains("seconds")) measured.seconds += program.at("seconds").get<double>();
}

bool isKeywordOfFile(const std::string& word) {
  const auto& known = driver::keywords();
  return std::any_of(known.begin(), known.end(), [&](const driver::Keyword& keyword) { return word == keyword.name; });
}

// The first word of a line; empty for a comment.
std::string firstWord(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  std::string word;
  in >> word;
  return word;
}

}  // namespace

Measured readReport(const std::string& json) {
  try {
    const auto report = nlohmann::json::parse(json);
    Measured measured;
    take(measured, report);
    if (report.contains("earlier"))
      for (const auto& program : report.at("earlier")) take(measured, program);
    return measured;
  } catch (const nlohmann::json::exception& error) {
    failInternal(fmt::format("a report of a run cannot be read: {}", error.what()));
  }
}

PaperRuns runPaper(const Published& published, const PaperRequest& request) {
  return Campaign(published, request).run();
}

std::string sweptMemory(const Sweep& sweep, double gbPerSecond) {
  return fmt::format("{}@{}", sweep.memory, gbPerSecond);
}

std::string withOuterPar(const std::string& kernelFile, int outerPar) {
  static const std::regex setting(R"(environment\(outerPar, *\d+\))");
  const std::string wanted = fmt::format("environment(outerPar, {})", outerPar);
  if (std::regex_search(kernelFile, setting)) return std::regex_replace(kernelFile, setting, wanted);
  std::istringstream in(kernelFile);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    out += line + "\n";
    const std::string word = firstWord(line);
    if (!word.empty() && !isKeywordOfFile(word)) out += "schedule " + wanted + "\n";  // the line was an expression
  }
  return out;
}

int linesOf(const std::string& kernelFile) {
  std::istringstream in(kernelFile);
  int count = 0;
  for (std::string line; std::getline(in, line);) count += firstWord(line).empty() ? 0 : 1;
  return count;
}

}  // namespace stardust::experiments
