#include "stardust/stardust_c.h"

#include <fmt/format.h>

#include <algorithm>

#include "c/argument.h"
#include "c/guard.h"
#include "stardust_version.h"

using namespace stardust;
using c::guarded;

struct stardust_kernel {
  driver::Kernel kernel;
};

namespace {

void requireGiven(const void* pointer, const char* what) {
  if (!pointer) failUser(fmt::format("{} is null", what));
}

template <class T>
void refuse(const std::map<std::string, driver::Said<T>>& said, const char* what) {
  if (!said.empty())
    failUser(fmt::format("a kernel is compiled without data, and {} gives {}", what, said.begin()->first),
             said.begin()->second.where);
}

template <class T>
void refuse(const std::optional<driver::Said<T>>& said, const char* what) {
  if (said) failUser(fmt::format("a kernel runs on this computer when it is called, and has no {}", what), said->where);
}

// What only a run of the tool knows what to do with.
void requireKernelOnly(const driver::KernelSpec& spec) {
  if (!spec.earlier.empty())
    failUser("a kernel has one expression", spec.expression->where, {}, "compile the expressions one by one");
  refuse(spec.inputs, "input");
  refuse(spec.outputs, "output");
  refuse(spec.generators, "generate");
  refuse(spec.machine, "machine");
  refuse(spec.memory, "memory system");
  refuse(spec.json, "report");
  refuse(spec.seed, "seed");
  refuse(spec.time, "timed runs");
  if (spec.target && spec.target->value != Target::Cpu) refuse(spec.target, "other target");
  if (!spec.prints.empty()) failUser("a kernel prints nothing", spec.prints.front().where);
}

driver::Kernel compiled(const char* text, const char* compiler, std::uint32_t flags) {
  requireGiven(text, "text");
  if ((flags & ~STARDUST_STRICT) != 0)
    failUser(fmt::format("there are no flags {}", flags), {}, {}, "STARDUST_STRICT or 0");
  const driver::KernelSpec spec = driver::parseKernel(makeSource("kernel", text));
  requireKernelOnly(spec);
  driver::CpuSettings settings;
  if (spec.threads) settings.threads = static_cast<int>(spec.threads->value);
  if (compiler) settings.compiler = compiler;
  settings.option = "the argument `compiler` of stardust_compile";
  driver::Kernel::Extents extents;
  for (const auto& [var, said] : spec.dims) extents.emplace(var, notation::Extent(said.value, said.where));
  return driver::Kernel(driver::kernelProblem(spec), settings, (flags & STARDUST_STRICT) != 0, extents);
}

void run(const driver::Kernel& kernel, stardust_argument* const* arguments, std::size_t count) {
  const std::size_t wanted = 1 + kernel.operands().size();
  if (count != wanted)
    failUser(fmt::format("the kernel {} has {} arguments, and is given {}", notation::print(kernel.assignment()),
                         wanted, count));
  requireGiven(arguments, "arguments");
  for (std::size_t n = 0; n < count; ++n) requireGiven(arguments[n], fmt::format("argument {}", n).c_str());
  stardust_argument& result = *arguments[0];
  if (!result.isResult())
    failUser("argument 0 is an operand on arrays of yours, and a kernel fills a result", {}, {},
             "make one with stardust_result");
  std::vector<StorageView> operands;
  for (std::size_t n = 1; n < count; ++n) operands.push_back(arguments[n]->view());
  const auto dims = kernel.requireFit(operands);
  const bool aliased = std::find(arguments + 1, arguments + count, &result) != arguments + count;
  const driver::KernelResult operand =
      aliased ? result.giveMemory() : driver::KernelResult();  // stays as it is until the run has ended
  driver::KernelResult memory = result.giveMemory();
  try {
    kernel.run(operands, dims, memory);
  } catch (const Error& error) {
    result.noteFailure(error.diagnostic().what);
    throw;
  } catch (const std::bad_alloc&) {
    result.noteFailure("out of memory");
    throw;
  }
  result.takeBack(std::move(memory));
}

}  // namespace

extern "C" {

int32_t stardust_c_version(void) { return STARDUST_C_VERSION; }
const char* stardust_version(void) { return STARDUST_VERSION; }
void stardust_message_free(char* message) { std::free(message); }

stardust_code stardust_compile(const char* text, const char* compiler, uint32_t flags, stardust_kernel** kernel,
                               char** message) {
  return guarded(message, [&] {
    requireGiven(kernel, "kernel");
    *kernel = new stardust_kernel{compiled(text, compiler, flags)};
  });
}

void stardust_kernel_free(stardust_kernel* kernel) { delete kernel; }

size_t stardust_kernel_arguments(const stardust_kernel* kernel) {
  return kernel ? 1 + kernel->kernel.operands().size() : 0;
}

const char* stardust_kernel_argument(const stardust_kernel* kernel, size_t n) {
  if (n >= stardust_kernel_arguments(kernel)) return nullptr;
  return (n == 0 ? kernel->kernel.assignment().lhs.tensor : kernel->kernel.operands()[n - 1]).name.c_str();
}

stardust_code stardust_wrap(const stardust_arrays* arrays, stardust_argument** argument, char** message) {
  return guarded(message, [&] {
    requireGiven(arrays, "arrays");
    requireGiven(argument, "argument");
    *argument = new stardust_argument(*arrays);
  });
}

stardust_code stardust_wrap_csr(int64_t rows, int64_t columns, const int64_t* pos, const int32_t* crd, int32_t type,
                                const void* vals, stardust_argument** argument, char** message) {
  const int64_t dims[] = {rows, columns};
  const bool hasRows = pos && rows >= 0 && rows <= maxDimension;
  const int64_t stored = hasRows ? pos[rows] : 0;
  const stardust_level_arrays levels[] = {{}, {pos, hasRows ? rows + 1 : 0, crd, stored, nullptr, 0}};
  const stardust_arrays arrays = {"csr", type, 2, dims, levels, vals, stored};
  return stardust_wrap(&arrays, argument, message);
}

stardust_code stardust_wrap_dense(int32_t order, const int64_t* dims, int32_t type, const void* vals,
                                  stardust_argument** argument, char** message) {
  int64_t size = 1;  // more than there can be is refused where the extents are known to be legal
  for (int32_t mode = 0; dims && mode < order; ++mode)
    size = dims[mode] < 0 || dims[mode] > maxDimension || size > maxDimension ? 0 : size * dims[mode];
  const stardust_arrays arrays = {"dense", type, order, dims, nullptr, vals, size};
  return stardust_wrap(&arrays, argument, message);
}

stardust_code stardust_result(stardust_argument** argument, char** message) {
  return guarded(message, [&] {
    requireGiven(argument, "argument");
    *argument = new stardust_argument;
  });
}

stardust_code stardust_argument_arrays(const stardust_argument* argument, stardust_arrays* arrays, char** message) {
  return guarded(message, [&] {
    requireGiven(argument, "argument");
    requireGiven(arrays, "arrays");
    *arrays = argument->arrays();
  });
}

void stardust_argument_free(stardust_argument* argument) { delete argument; }

stardust_code stardust_run(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                           char** message) {
  return guarded(message, [&] {
    requireGiven(kernel, "kernel");
    run(kernel->kernel, arguments, count);
  });
}

}  // extern "C"
