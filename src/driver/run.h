// A whole run, as the CLI and the C++ API make it: the reference, the program, and its execution on a target.
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
#include "driver/target.h"
#include "support/progress.h"

namespace stardust::driver {

struct RunRequest {
  Target target = Target::Capstan;
  const Backend* backend = nullptr;  ///< of a target that is not in the table; null: the one of `target`
  std::string machine = "capstan";
  std::vector<std::string> memories = {
      "hbm2e"};                          ///< one simulation for each; the first is the one that reports lead with
  std::optional<std::string> processor;  ///< of the CPU; none: the one that its loops were tuned for
  Settings settings = {};                ///< of machine, memories and processor
  CpuSettings cpu = {};
  bool artifact = false;        ///< keep the files from which the kernel is built elsewhere (Run::artifact)
  std::string artifactProgram;  ///< of the accelerator: what its program is called there
  bool strict = false;          ///< refuse instead of converting a tensor, or running a statement, on the host
  bool records = false;         ///< keep what each unit does in each cycle (sim::Report::recording)
  std::string dataFolder = {};  ///< of the accelerator without an artifact: in which the program looks for its files,
                                ///< which are kept (Run::data); empty: none, and nothing is kept
  std::string program;    ///< a Spatial program to run in place of the compiled one, on the same arrays; empty: none
  PassWatch passes = {};  ///< which passes are to be seen
  const std::atomic<bool>* cancelled = nullptr;
  Progress* progress = nullptr;  ///< is told what goes on
  /// Is told the run whenever more is known of it: its tensors, the program, a timing.
  std::function<void(const Run&)> known;
};

/// What the report says of a tensor.
struct TensorSummary {
  notation::TensorVar tensor;
  std::int64_t stored = 0;
};

struct Run {
  RunRequest request;
  std::string name;  ///< of the kernel
  notation::Assignment assignment;
  std::vector<std::string> notes;      ///< of the problem
  std::vector<TensorSummary> tensors;  ///< operands in order of appearance, then the result
  std::uint64_t seed = 0;
  exec::Evaluated reference;
  Checked checked;                    ///< of the first run, in the user's format
  bool isChecked = false;             ///< that there is a result, and `checked` says whether it is right
  std::vector<Receipt> receipts;      ///< conversions on the host, before the run and after it
  std::optional<Diagnostic> refusal;  ///< of the accelerator's rules: why the statement ran on the host
  std::vector<Transfer>
      transfers;          ///< of the results of earlier statements, between the host's memory and the accelerator's
  Residences residences;  ///< of the results so far, this one included
  std::vector<std::shared_ptr<Product>> products;  ///< what targets made of the statement
  std::map<std::string, std::string> artifact;     ///< its files, by path
  bool verified() const;                           ///< every execution gave the right result
};

/// The product of a run that is of this kind; null: it has none.
template <class Kind>
const Kind* productIn(const Run& run) {
  for (const auto& product : run.products)
    if (const auto* found = dynamic_cast<const Kind*>(product.get())) return found;
  return nullptr;
}

/// The target of a request.
const Backend& backendOf(const RunRequest& request);

/// Compiles the problem, runs it, and compares the result with the reference. Throws Error of every family; a result
/// that is wrong is not thrown but said in `checked`.
Run run(Problem problem, const RunRequest& request);

/// Compiles a problem without data: a run with its products only. Throws Error of every family but Wrong.
Run compileOnly(Problem problem, const RunRequest& request);

/// Compiles a problem for an artifact: a run with its reference, its products and its artifact. Throws as compileOnly.
Run compileWithData(Problem problem, const RunRequest& request);

}  // namespace stardust::driver
