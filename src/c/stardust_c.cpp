#include "stardust/stardust_c.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "c/argument.h"
#include "c/guard.h"
#include "stardust_version.h"
#include "support/plural.h"

using namespace stardust;
using c::guarded;

struct stardust_kernel {
  driver::Kernel kernel;
};

namespace {

void requireGiven(const void* pointer, const char* function, const char* argument) {
  if (!pointer) failUser(fmt::format("the argument `{}` of {} is null", argument, function));
}

template <class T>
void refuse(const std::map<std::string, driver::Said<T>>& said, const char* what) {
  if (!said.empty())
    failUser(fmt::format("a kernel is compiled without data, and {} names {}", what, said.begin()->first),
             said.begin()->second.where, {}, "leave out the line; the data are the arguments of a run");
}

template <class T>
void refuse(const std::optional<driver::Said<T>>& said, const char* what) {
  if (said)
    failUser(fmt::format("a kernel runs on this computer when it is called, and has no {}", what), said->where, {},
             "leave out the line");
}

// Refuses options that are meaningful only for runs of the tool.
void requireKernelOnly(const driver::KernelSpec& spec) {
  if (!spec.earlier.empty())
    failUser("a kernel has one expression", spec.expression->where, {}, "compile the expressions one by one");
  if (!spec.repeats.empty())
    failUser("a kernel runs once when it is called", spec.repeats.front().where, {}, "repeat the call in the program");
  refuse(spec.inputs, "input");
  refuse(spec.outputs, "output");
  refuse(spec.generators, "generate");
  refuse(spec.bases, "base");
  refuse(spec.machine, "machine");
  refuse(spec.memory, "memory system");
  refuse(spec.json, "report");
  refuse(spec.seed, "seed");
  refuse(spec.time, "timed runs");
  if (spec.target && spec.target->value != Target::Cpu) refuse(spec.target, "other target");
  for (const auto& [name, said] : spec.settings)
    if (name.find('.') != std::string::npos)  // all other commands set the environment
      failUser(fmt::format("a kernel runs on this computer when it is called, and has no {}", name), said.where, {},
               "leave out the line");
  if (!spec.prints.empty()) failUser("a kernel prints nothing", spec.prints.front().where, {}, "leave out the line");
}

// The coordinates of copies are kept, but each run gathers their values, which the caller may have changed: a fifth of
// the time of a conversion, and four runs are assumed to pay for the coordinates.
constexpr double shareOfCopies = 0.45;

driver::Kernel compiled(const char* text, const char* compiler, std::uint32_t flags) {
  requireGiven(text, "stardust_compile", "text");
  if ((flags & ~(STARDUST_STRICT | STARDUST_KEEP_PLAN)) != 0)
    failUser(fmt::format("the argument `flags` of stardust_compile cannot be {}", flags), {}, {},
             "STARDUST_STRICT, STARDUST_KEEP_PLAN, both, or 0");
  const driver::KernelSpec spec = driver::parseKernel(makeSource("kernel", text));
  requireKernelOnly(spec);
  driver::CpuSettings settings;
  if (spec.threads) settings.threads = static_cast<int>(spec.threads->value);
  if (compiler) settings.compiler = compiler;
  settings.option = "the argument `compiler` of stardust_compile";
  driver::Kernel::Extents extents;
  for (const auto& [var, said] : spec.dims) extents.emplace(var, notation::Extent(said.value, said.where));
  const driver::KernelPlanning planning{(flags & STARDUST_STRICT) != 0, (flags & STARDUST_KEEP_PLAN) == 0,
                                        shareOfCopies};
  return driver::Kernel(driver::kernelProblem(spec), settings, planning, extents);
}

// The name of an argument of stardust_run in messages: "argument 2, for x in the kernel y(i) = A(i,j) * x(j),".
std::string called(const driver::Kernel& kernel, std::size_t n) {
  return fmt::format("argument {}, for {} in the kernel {},", n, kernel.parameter(n).name,
                     notation::print(kernel.assignment()));
}

void requireArguments(const driver::Kernel& kernel, stardust_argument* const* arguments, std::size_t count) {
  const std::size_t wanted = 1 + kernel.operands().size();
  if (count != wanted) {
    std::vector<std::string> names;
    for (std::size_t n = 0; n < wanted; ++n) names.push_back(kernel.parameter(n).name);
    failUser(fmt::format("the kernel {} has {}, and is given {}", notation::print(kernel.assignment()),
                         counted(wanted, "argument"), count),
             {}, fmt::format("they are {}", fmt::join(names, ", ")));
  }
  requireGiven(arguments, "stardust_run", "arguments");
  for (std::size_t n = 0; n < count; ++n)
    if (!arguments[n]) failUser(fmt::format("{} is null", called(kernel, n)));
  if (!arguments[0]->isResult())
    failUser(fmt::format("{} is an operand on arrays of yours, and a kernel fills a result", called(kernel, 0)), {}, {},
             "make one with stardust_result");
}

void run(const driver::Kernel& kernel, stardust_argument* const* arguments, std::size_t count) {
  requireArguments(kernel, arguments, count);
  stardust_argument& result = *arguments[0];
  std::vector<driver::Argument> operands;
  for (std::size_t n = 1; n < count; ++n)
    operands.push_back({arguments[n]->view(called(kernel, n)), arguments[n]->pattern()});
  const auto dims = kernel.requireFit(operands);
  const bool aliased = std::find(arguments + 1, arguments + count, &result) != arguments + count;
  const driver::KernelResult operand =
      aliased ? result.giveMemory() : driver::KernelResult();  // unchanged until the run has ended
  driver::KernelResult memory = result.giveMemory();
  try {
    kernel.run(std::move(operands), dims, memory);
  } catch (const Error& error) {
    result.noteFailure(error.diagnostic().what);
    throw;
  } catch (const std::bad_alloc&) {
    result.noteFailure("out of memory");
    throw;
  }
  result.takeBack(std::move(memory));
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

size_t stardust_kernel_arguments(const stardust_kernel* kernel) {
  return kernel ? 1 + kernel->kernel.operands().size() : 0;
}

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
    run(kernel->kernel, arguments, count);
  });
}

}  // extern "C"
