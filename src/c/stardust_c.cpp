#include "stardust/stardust_c.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "c/argument.h"
#include "c/guard.h"
#include "driver/kernel_sequence.h"
#include "stardust_version.h"
#include "support/plural.h"

using namespace stardust;
using c::guarded;

struct stardust_kernel {
  driver::KernelSequence kernel;
};

namespace {

void requireGiven(const void* pointer, const char* function, const char* argument) {
  if (!pointer) failUser(fmt::format("the argument `{}` of {} is null", argument, function));
}

// The coordinates of copies are kept, but each run gathers their values, which the caller may have changed: a fifth of
// the time of a conversion, and four runs are assumed to pay for the coordinates.
constexpr double shareOfCopies = 0.45;

driver::KernelSequence compiled(const char* text, const char* compiler, std::uint32_t flags) {
  requireGiven(text, "stardust_compile", "text");
  if ((flags & ~(STARDUST_STRICT | STARDUST_KEEP_PLAN)) != 0)
    failUser(fmt::format("the argument `flags` of stardust_compile cannot be {}", flags), {}, {},
             "STARDUST_STRICT, STARDUST_KEEP_PLAN, both, or 0");
  const driver::KernelSpec spec = driver::parseKernel(makeSource("kernel", text));
  driver::requireForCalls(spec);
  driver::CpuSettings settings;
  if (spec.threads) settings.threads = static_cast<int>(spec.threads->value);
  if (compiler) settings.compiler = compiler;
  settings.option = "the argument `compiler` of stardust_compile";
  const driver::KernelPlanning planning{(flags & STARDUST_STRICT) != 0, (flags & STARDUST_KEEP_PLAN) == 0,
                                        shareOfCopies};
  return driver::KernelSequence(driver::kernelSteps(spec), spec.repeats, settings, planning);
}

// The name of an argument of stardust_run in messages: "argument 2, for x in the kernel y(i) = A(i,j) * x(j),".
std::string called(const driver::KernelSequence& kernel, std::size_t n) {
  return fmt::format("argument {}, for {} in the kernel {},", n, kernel.parameter(n).name, kernel.written());
}

void requireArguments(const driver::KernelSequence& kernel, stardust_argument* const* arguments, std::size_t count) {
  const std::size_t wanted = kernel.parameters(), results = kernel.results().size();
  if (count != wanted) {
    std::vector<std::string> names;
    for (std::size_t n = 0; n < wanted; ++n) names.push_back(kernel.parameter(n).name);
    failUser(fmt::format("the kernel {} has {}, and is given {}", kernel.written(), counted(wanted, "argument"), count),
             {}, fmt::format("they are {}", fmt::join(names, ", ")));
  }
  requireGiven(arguments, "stardust_run", "arguments");
  for (std::size_t n = 0; n < count; ++n)
    if (!arguments[n] && (n >= results || results == 1)) failUser(fmt::format("{} is null", called(kernel, n)));
  for (std::size_t n = 0; n < results; ++n) {
    if (!arguments[n]) continue;
    if (!arguments[n]->isResult())
      failUser(fmt::format("{} is an operand on arrays of yours, and a kernel fills a result", called(kernel, n)), {},
               {}, "make one with stardust_result");
    if (std::find(arguments, arguments + n, arguments[n]) != arguments + n)
      failUser(fmt::format("{} is also the argument of another result", called(kernel, n)), {}, {},
               "make a result for each with stardust_result");
  }
}

// The memory of the results during a run. A result that is also an operand keeps its arrays until the run has ended.
class Memory {
 public:
  Memory(stardust_argument* const* arguments, std::size_t results, std::size_t count)
      : arguments_(arguments, arguments + results), taken_(results), kept_(results) {
    for (std::size_t n = 0; n < results; ++n) {
      if (!arguments[n]) continue;
      const bool isOperand = std::find(arguments + results, arguments + count, arguments[n]) != arguments + count;
      if (isOperand) kept_[n] = arguments[n]->giveMemory();
      taken_[n] = arguments[n]->giveMemory();
    }
  }

  std::vector<driver::KernelResult*> into() {
    std::vector<driver::KernelResult*> into;
    for (std::size_t n = 0; n < taken_.size(); ++n) into.push_back(arguments_[n] ? &taken_[n] : nullptr);
    return into;
  }
  void giveBack() {
    for (std::size_t n = 0; n < taken_.size(); ++n)
      if (arguments_[n]) arguments_[n]->takeBack(std::move(taken_[n]));
  }
  void noteFailure(const std::string& reason) {
    for (stardust_argument* argument : arguments_)
      if (argument) argument->noteFailure(reason);
  }

 private:
  std::vector<stardust_argument*> arguments_;
  std::vector<driver::KernelResult> taken_, kept_;
};

void run(const driver::KernelSequence& kernel, stardust_argument* const* arguments, std::size_t count,
         std::int64_t* rounds) {
  requireArguments(kernel, arguments, count);
  const std::size_t results = kernel.results().size();
  std::vector<driver::Argument> operands;
  for (std::size_t n = results; n < count; ++n)
    operands.push_back({arguments[n]->view(called(kernel, n)), arguments[n]->pattern()});
  const auto dims = kernel.requireFit(operands);
  Memory memory(arguments, results, count);
  try {
    const std::vector<driver::Rounds> ran = kernel.run(std::move(operands), dims, memory.into());
    for (std::size_t b = 0; rounds && b < ran.size(); ++b) rounds[b] = ran[b].isReached ? ran[b].count : -ran[b].count;
  } catch (const Error& error) {
    memory.noteFailure(error.diagnostic().what);
    throw;
  } catch (const std::bad_alloc&) {
    memory.noteFailure("out of memory");
    throw;
  }
  memory.giveBack();
}

stardust_code wrapped(const char* function, const stardust_arrays* arrays, stardust_argument** argument,
                      char** message) {
  return guarded(message, [&] {
    requireGiven(arrays, function, "arrays");
    requireGiven(argument, function, "argument");
    *argument = new stardust_argument(*arrays);
  });
}

}  // namespace

extern "C" {

int32_t stardust_c_version(void) { return STARDUST_C_VERSION; }
const char* stardust_version(void) { return STARDUST_VERSION; }
void stardust_message_free(char* message) { std::free(message); }

stardust_code stardust_compile(const char* text, const char* compiler, uint32_t flags, stardust_kernel** kernel,
                               char** message) {
  return guarded(message, [&] {
    requireGiven(kernel, "stardust_compile", "kernel");
    *kernel = new stardust_kernel{compiled(text, compiler, flags)};
  });
}

void stardust_kernel_free(stardust_kernel* kernel) { delete kernel; }

size_t stardust_kernel_arguments(const stardust_kernel* kernel) { return kernel ? kernel->kernel.parameters() : 0; }

size_t stardust_kernel_results(const stardust_kernel* kernel) { return kernel ? kernel->kernel.results().size() : 0; }
size_t stardust_kernel_blocks(const stardust_kernel* kernel) { return kernel ? kernel->kernel.blocks() : 0; }

const char* stardust_kernel_argument(const stardust_kernel* kernel, size_t n) {
  return n < stardust_kernel_arguments(kernel) ? kernel->kernel.parameter(n).name.c_str() : nullptr;
}

stardust_code stardust_wrap(const stardust_arrays* arrays, stardust_argument** argument, char** message) {
  return wrapped("stardust_wrap", arrays, argument, message);
}

stardust_code stardust_wrap_csr(int64_t rows, int64_t columns, const int64_t* pos, const int32_t* crd, int32_t type,
                                const void* vals, stardust_argument** argument, char** message) {
  const int64_t dims[] = {rows, columns};
  const bool hasRows = pos && rows >= 0 && rows <= maxDimension;
  const int64_t stored = hasRows ? pos[rows] : 0;
  const stardust_level_arrays levels[] = {{}, {pos, hasRows ? rows + 1 : 0, crd, stored, nullptr, 0}};
  const stardust_arrays arrays = {"csr", type, 2, dims, levels, vals, stored};
  return wrapped("stardust_wrap_csr", &arrays, argument, message);
}

stardust_code stardust_wrap_dense(int32_t order, const int64_t* dims, int32_t type, const void* vals,
                                  stardust_argument** argument, char** message) {
  int64_t size = 1;  // overflow is refused by the later check of the extents
  for (int32_t mode = 0; dims && mode < order; ++mode)
    size = dims[mode] < 0 || dims[mode] > maxDimension || (dims[mode] > 0 && size > maxPositions / dims[mode])
               ? 0
               : size * dims[mode];
  const stardust_arrays arrays = {"dense", type, order, dims, nullptr, vals, size};
  return wrapped("stardust_wrap_dense", &arrays, argument, message);
}

stardust_code stardust_result(stardust_argument** argument, char** message) {
  return guarded(message, [&] {
    requireGiven(argument, "stardust_result", "argument");
    *argument = new stardust_argument;
  });
}

stardust_code stardust_argument_arrays(const stardust_argument* argument, stardust_arrays* arrays, char** message) {
  return guarded(message, [&] {
    requireGiven(argument, "stardust_argument_arrays", "argument");
    requireGiven(arrays, "stardust_argument_arrays", "arrays");
    *arrays = argument->arrays();
  });
}

void stardust_argument_free(stardust_argument* argument) { delete argument; }

stardust_code stardust_run(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                           char** message) {
  return guarded(message, [&] {
    requireGiven(kernel, "stardust_run", "kernel");
    run(kernel->kernel, arguments, count, nullptr);
  });
}

stardust_code stardust_run_rounds(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                                  int64_t* rounds, char** message) {
  return guarded(message, [&] {
    requireGiven(kernel, "stardust_run_rounds", "kernel");
    if (kernel->kernel.blocks() > 0) requireGiven(rounds, "stardust_run_rounds", "rounds");
    run(kernel->kernel, arguments, count, rounds);
  });
}

}  // extern "C"
