#include "driver/loaded_kernel.h"

#include <chrono>

#include "driver/computed.h"
#include "driver/places.h"

namespace stardust::driver {

cpu::Call callOf(const Problem& problem, const loops::Function& function, const notation::TensorVar& result,
                 std::map<std::string, cpu::ResultShape> more) {
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : problem.operands) operands.emplace(name, &storage);
  if (problem.computed)  // loops may read the tensors of views in place
    for (const auto& [name, storage] : problem.computed->sources) operands.emplace(name, &storage);
  more.insert({result.name, {result.dims, result.format, result.type}});
  return {function, operands, more};
}

LoadedKernel::LoadedKernel(const Problem& problem, const loops::Function& function, const cpu::Toolchain& toolchain,
                           const notation::TensorVar& result, std::map<std::string, cpu::ResultShape> more)
    : problem_(problem),
      kernel_(function, toolchain),
      call_(callOf(problem, kernel_.function(), result, std::move(more))) {}

double LoadedKernel::run(int threads) {
  const auto start = std::chrono::steady_clock::now();
  withPlaceOf(problem_.assignment, problem_.commands, [&] { kernel_.run(call_, threads); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace stardust::driver
