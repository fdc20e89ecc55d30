#include "backend/cuda/prelude.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "backend/cpu/c_text.h"
#include "built_in_cuda.h"
#include "support/diagnostic.h"

namespace stardust::cuda {
namespace {

// The functions and types of stardust_cuda.h that expressions name.
constexpr std::string_view ofRuntime[] = {
    "find_key",    "count_ones",   "trailing_zeros", "div_i32",       "div_i64",     "rem_i32",      "rem_i64",
    "widened_f16", "widened_bf16", "narrowed_f16",   "narrowed_bf16", "complex_c64", "complex_c128", "times_c64",
    "times_c128",  "complex64",    "complex128",     "f16_bits",      "bf16_bits"};

// Functions of C's complex numbers that the runtime lacks.
constexpr std::string_view lacking[] = {"cexp",  "clog",  "csqrt", "csin",  "ccos",  "ctan",    "casin",
                                        "cacos", "catan", "csinh", "ccosh", "ctanh", "power_of"};

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  text.replace(text.find(what), what.size(), with);
  return text;
}

void requireOnDevice(const std::string& name, const std::string& text) {
  if (name.find("_c64") == std::string::npos && name.find("_c128") == std::string::npos) return;
  for (const std::string_view function : lacking)
    if (text.find(function) != std::string::npos)
      failUnsupported(fmt::format("{} of complex numbers on the GPU", name.substr(0, name.rfind('_'))), {},
                      "the runtime of kernels has the arithmetic of complex numbers, and their parts, only",
                      "run it on the CPU: --target=cpu");
}

}  // namespace

std::string preludeOf(const std::set<std::string>& used, cpu::Runtime runtime) {
  std::string text = "#include <stardust/runtime/stardust_cuda.h>\n";
  if (runtime == cpu::Runtime::Inlined) {
    text = replaced(cudaRuntime, "#include \"stardust_kernel.h\"\n", cpu::abiText());
    text = replaced(std::move(text), "#include \"stardust_cuda_device.h\"\n", cudaDevice);
  }
  std::string functions;
  for (const std::string& name : used) {
    if (std::find(std::begin(ofRuntime), std::end(ofRuntime), name) != std::end(ofRuntime)) continue;
    const auto function = cpu::operatorFunctionText(name, "STARDUST_BOTH");
    if (!function) failInternal(fmt::format("a kernel uses '{}', which the runtime does not have", name));
    requireOnDevice(name, *function);
    functions += *function;
  }
  return functions.empty() ? text : text + "\n" + functions;
}

}  // namespace stardust::cuda
