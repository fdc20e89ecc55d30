#include "ours.h"

#include "driver/cpu.h"

namespace stardust::bench {

struct Own::Parts {
  cpu::Kernel kernel;
  cpu::Call call;
  std::string result;
};

namespace {

cpu::Call callFor(const Task& task, const loops::Function& function) {
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : task.problem.operands) operands.emplace(name, &storage);
  const auto& tensor = task.problem.assignment.lhs.tensor;
  return cpu::Call(function, operands, {{tensor.name, {tensor.dims, tensor.format, tensor.type}}});
}

}  // namespace

Own::Own(const Task& task, int threads, const cpu::Toolchain& toolchain) {
  cpu::Kernel kernel(driver::compileForCpu(task.problem).function, toolchain);
  cpu::Call call = callFor(task, kernel.function());
  parts_ = std::make_shared<Parts>(Parts{std::move(kernel), std::move(call), task.problem.assignment.lhs.tensor.name});
  const auto parts = parts_;
  const auto digest = [parts] {
    return digestOf(std::get<ValueArray<double>>(parts->call.result(parts->result).values));
  };
  const auto run = [parts, threads] { parts->kernel.run(parts->call, threads); };
  reused = {[=] { return secondsOf(run); }, digest};
  fresh = {[=] {
             return secondsOf([&] {
               parts->call.releaseResults();
               run();
             });
           },
           digest};
}

Storage Own::result() const { return parts_->call.result(parts_->result); }

double Own::compileSeconds() const { return parts_->kernel.compileSeconds(); }

}  // namespace stardust::bench
