// A whole run, for the CLI and the C++ API: the reference, the program, and its execution on a target.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/cpu.h"
#include "driver/evaluate.h"
#include "driver/host_fallback.h"
#include "driver/repeat.h"
#include "driver/target.h"
#include "support/progress.h"

namespace stardust::driver {

struct RunRequest {
  Target target = Target::Capstan;
  const Backend* backend = nullptr;  ///< a target outside the table; null: the one named by `target`
  std::string machine = "capstan";
  std::vector<std::string> memories = {"hbm2e"};  ///< one simulation for each; reports lead with the first
  std::optional<std::string> processor;           ///< for the CPU; none: the processor for which its loops were tuned
  Settings settings = {};                         ///< of machine, memories and processor
  CpuSettings cpu = {};
  bool emulates = false;        ///< for the GPU: run the CUDA on this computer
  int ranks = 2;                ///< for MPI
  bool artifact = false;        ///< keep the files for a build elsewhere (Run::artifact)
  std::string artifactProgram;  ///< for the accelerator: the program's name in the artifact
  bool strict = false;          ///< refuse to convert a tensor, or to run a statement, on the host
  bool records = false;         ///< record the activity of each unit in each cycle (sim::Report::recording)
  bool profiles = false;        ///< run the kernel again on the CPU, with counters and clocks (CpuProduct::profile)
  /// For the accelerator without an artifact: the folder of the program's files, which Run::data keeps. Empty: none are
  /// kept.
  std::string dataFolder = {};
  std::string program;    ///< a Spatial program that replaces the compiled one, on the same arrays; empty: none
  PassWatch passes = {};  ///< the passes to watch
  const std::atomic<bool>* cancelled = nullptr;
  Progress* progress = nullptr;  ///< receives the progress
  /// Called with the run whenever it has new parts: its tensors, the program, a timing.
  std::function<void(const Run&)> known;
};

/// Summary of a tensor for the report.
struct TensorSummary {
  notation::TensorVar tensor;
  std::int64_t stored = 0;
};

struct Run {
  RunRequest request;
  std::string name;                          ///< of the kernel
  notation::Assignment assignment;           ///< of the program
  std::shared_ptr<const Computed> computed;  ///< of the problem
  std::vector<std::string> notes;            ///< of the problem
  std::vector<TensorSummary> tensors;        ///< operands in order of appearance, then the result
  std::uint64_t seed = 0;
  exec::Evaluated reference;
  double referenceSeconds = 0;        ///< that its evaluation took
  Checked checked;                    ///< of the first run, in the user's format
  bool isChecked = false;             ///< there is a result, and `checked` holds its comparison
  std::vector<Receipt> receipts;      ///< conversions on the host, before and after the run
  std::vector<PlanRow> plan;          ///< the candidates that the planner compared
  std::optional<Diagnostic> refusal;  ///< why the accelerator refused the statement, if it ran on the host
  std::vector<Transfer>
      transfers;                 ///< of results of earlier statements, between the host's and the accelerator's memory
  Residences residences;         ///< of the results so far, including this one
  std::optional<Rounds> rounds;  ///< of the last statement of a block that was repeated
  std::vector<std::shared_ptr<Product>> products;  ///< the targets' products for the statement
  std::map<std::string, std::string> artifact;     ///< its files, by path
  bool verified() const;                           ///< every execution gave the right result
  std::string expression() const;                  ///< as the user wrote it
};

/// The product of this kind; null if the run has none.
template <class Kind>
const Kind* productIn(const Run& run) {
  for (const auto& product : run.products)
    if (const auto* found = dynamic_cast<const Kind*>(product.get())) return found;
  return nullptr;
}

/// The target of a request.
const Backend& backendOf(const RunRequest& request);

/// Compiles and runs the problem, and compares the result with the reference. Throws Error of every family; a wrong
/// result is reported in `checked`, not thrown.
Run run(Problem problem, const RunRequest& request);

/// The same with the reference of an earlier run: the assignment and the operands are the same, the schedule may
/// differ.
Run runWithReference(Problem problem, const RunRequest& request, std::optional<exec::Evaluated> reference);

/// Compiles a problem without data: a run with products only. Throws Error of every family but Wrong.
Run compileOnly(Problem problem, const RunRequest& request);

/// Compiles a problem for an artifact: a run with its reference, its products and its artifact. Throws as compileOnly.
Run compileWithData(Problem problem, const RunRequest& request);

}  // namespace stardust::driver
