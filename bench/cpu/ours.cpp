#include "backend/cpu/kernel.h"
#include "contenders.h"
#include "driver/cpu.h"

namespace stardust::bench {
namespace {

/// A kernel and its arguments; `fresh` gives the result's memory back before each run.
struct Own {
  cpu::Kernel kernel;
  cpu::Call call;
  std::string result;

  Own(const Task& task, int threads, const cpu::Toolchain& toolchain)
      : kernel(driver::compileForCpu(task.problem).function, toolchain, threads > 1), call(callFor(task, kernel.function())),
        result(task.problem.assignment.lhs.tensor.name) {}

  static cpu::Call callFor(const Task& task, const loops::Function& function) {
    std::map<std::string, const Storage*> operands;
    for (const auto& [name, storage] : task.problem.operands) operands.emplace(name, &storage);
    const auto& tensor = task.problem.assignment.lhs.tensor;
    return cpu::Call(function, operands, {{tensor.name, {tensor.dims, tensor.format, tensor.type}}});
  }
  Digest digest() const {
    const Storage storage = call.result(result);
    Digest d;
    for (const double value : std::get<std::vector<double>>(storage.values)) d.add(value);
    return d;
  }
};

}  // namespace

Contenders ours(const Task& task, int threads) {
  const auto own = std::make_shared<Own>(task, threads, cpu::findToolchain());
  const auto run = [own, threads] { own->kernel.run(own->call, threads); };
  const auto digest = [own] { return own->digest(); };
  const auto fresh = [own, run] {
    own->call.releaseResults();
    run();
  };
  return {{"stardust", run, digest}, {"stardust fresh", fresh, digest}};
}

}  // namespace stardust::bench
