#include "backend/cuda/device/gpu.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "support/diagnostic.h"

namespace stardust::cuda {
namespace {

// Sizes of memory are multiples of this, so that released memory fits the next array of about its size.
constexpr std::uint64_t granule = 1 << 9;

std::uint64_t roundedUp(std::uint64_t bytes) {
  std::uint64_t step = granule;
  while (step * 16 < bytes) step *= 2;  // at most a sixteenth is lost
  return (bytes + step - 1) / step * step;
}

}  // namespace

std::string GpuFacts::architecture() const { return fmt::format("sm_{}{}", major, minor); }

Gpu::Gpu(const std::string& library) : api_(loadDriver(library)) {
  int count = 0;
  const DriverResult counted = api_.deviceGetCount(&count);
  if (counted != DriverResult::Success) failWithoutGpu(api_.text(counted));
  if (count == 0) failWithoutGpu("the CUDA driver knows no device");
  require(api_.deviceGet(&device_, 0), "opening the GPU");
  std::array<char, 256> name{};
  require(api_.deviceGetName(name.data(), static_cast<int>(name.size()), device_), "opening the GPU");
  facts_.name = name.data();
  const std::pair<DeviceAttribute, int*> wanted[] = {{DeviceAttribute::Major, &facts_.major},
                                                     {DeviceAttribute::Minor, &facts_.minor},
                                                     {DeviceAttribute::Multiprocessors, &facts_.multiprocessors},
                                                     {DeviceAttribute::ThreadsOfMultiprocessor, &facts_.threadsOfEach}};
  for (const auto& [attribute, value] : wanted)
    require(api_.deviceGetAttribute(value, attribute, device_), "opening the GPU");
  std::size_t bytes = 0;
  require(api_.deviceTotalMem(&bytes, device_), "opening the GPU");
  facts_.memoryBytes = bytes;
  require(api_.primaryContextRetain(&context_, device_), "opening the GPU");
}

Gpu::~Gpu() {
  if (api_.contextSetCurrent(context_) == DriverResult::Success)
    for (const auto& [memory, bytes] : sizes_) api_.memFree(memory);
  api_.primaryContextRelease(device_);
}

void Gpu::use() const { require(api_.contextSetCurrent(context_), "using the GPU"); }

DevicePointer Gpu::allocate(std::uint64_t bytes) {
  const std::uint64_t size = roundedUp(bytes);
  if (auto& fitting = released_[size]; !fitting.empty()) {
    const DevicePointer memory = fitting.back();
    fitting.pop_back();
    return memory;
  }
  DevicePointer memory = 0;
  if (api_.memAlloc(&memory, size) != DriverResult::Success) {
    releaseAll();
    if (api_.memAlloc(&memory, size) != DriverResult::Success) return 0;
  }
  sizes_[memory] = size;
  return memory;
}

void Gpu::release(DevicePointer memory) {
  if (const auto at = sizes_.find(memory); at != sizes_.end()) released_[at->second].push_back(memory);
}

void Gpu::releaseAll() {
  for (const auto& [size, all] : released_)
    for (const DevicePointer memory : all) {
      api_.memFree(memory);
      sizes_.erase(memory);
    }
  released_.clear();
}

std::uint64_t Gpu::freeBytes() const {
  std::size_t free = 0, total = 0;
  require(api_.memGetInfo(&free, &total), "asking for the memory of the GPU");
  return free;
}

void Gpu::require(DriverResult result, const std::string& step) const {
  switch (result) {
    case DriverResult::Success: return;
    case DriverResult::IllegalAddress:
      failInternal(fmt::format("a kernel left its arrays on {} while {}", facts_.name, step));
    case DriverResult::LaunchTimeout:
      failUser(fmt::format("a kernel took longer than {} allows", facts_.name), {},
               "the driver ends kernels after some seconds where the GPU also draws the screen",
               "run it on a GPU without a screen, or on smaller data");
    default:
      failUser(
          fmt::format("{} failed on {}: {}", step, facts_.name.empty() ? "the GPU" : facts_.name, api_.text(result)));
  }
}

GpuProgram::GpuProgram(std::shared_ptr<Gpu> gpu, const std::string& image) : gpu_(std::move(gpu)) {
  gpu_->use();
  const DriverResult result = gpu_->driver().moduleLoadData(&module_, image.c_str());
  if (result == DriverResult::NoBinaryForGpu || result == DriverResult::UnsupportedPtxVersion)
    failUnsupported(fmt::format("{} ({}) does not run the code of the CUDA compiler", gpu_->facts().name,
                                gpu_->facts().architecture()),
                    {}, gpu_->driver().text(result), "install a CUDA compiler and a driver of the same release");
  gpu_->require(result, "loading a program");
}

GpuProgram::~GpuProgram() {
  if (module_) gpu_->driver().moduleUnload(module_);
}

DriverFunction* GpuProgram::kernel(const std::string& name) {
  DriverFunction*& found = kernels_[name];
  if (!found && gpu_->driver().moduleGetFunction(&found, module_, name.c_str()) != DriverResult::Success)
    failInternal(fmt::format("a program of the GPU has no kernel {}", name));
  return found;
}

}  // namespace stardust::cuda
