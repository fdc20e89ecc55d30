#include "backend/cuda/device/driver_api.h"

#include <fmt/format.h>

#include <utility>

#include "support/diagnostic.h"

namespace stardust::cuda {
namespace {

template <class Function>
void find(const cpu::Library& library, Function*& function, const char* name) {
  function = library.find<Function>(name);
  if (!function) failWithoutGpu(fmt::format("the CUDA driver has no function {}; it is too old", name));
}

}  // namespace

void failWithoutGpu(const std::string& why) {
  failUser(
      "there is no GPU", {}, why,
      "install NVIDIA's driver, run the CUDA text on this computer with --emulate, or run the C of the same kernel: "
      "--target=cpu");
}

std::string DriverApi::text(DriverResult result) const {
  const char* words = nullptr;
  if (getErrorString(result, &words) == DriverResult::Success && words) return words;
  return fmt::format("CUDA error {}", static_cast<int>(result));
}

DriverApi loadDriver(const std::string& library) {
  auto [found, refusal] = cpu::Library::open(library);
  if (!found) failWithoutGpu(fmt::format("the CUDA driver does not load: {}", refusal));
  DriverApi api{std::move(*found)};
  find(api.library, api.init, "cuInit");
  find(api.library, api.getErrorString, "cuGetErrorString");
  find(api.library, api.deviceGetCount, "cuDeviceGetCount");
  find(api.library, api.deviceGet, "cuDeviceGet");
  find(api.library, api.deviceGetName, "cuDeviceGetName");
  find(api.library, api.deviceGetAttribute, "cuDeviceGetAttribute");
  find(api.library, api.deviceTotalMem, "cuDeviceTotalMem_v2");
  find(api.library, api.primaryContextRetain, "cuDevicePrimaryCtxRetain");
  find(api.library, api.primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
  find(api.library, api.contextSetCurrent, "cuCtxSetCurrent");
  find(api.library, api.contextSynchronize, "cuCtxSynchronize");
  find(api.library, api.memGetInfo, "cuMemGetInfo_v2");
  find(api.library, api.memAlloc, "cuMemAlloc_v2");
  find(api.library, api.memFree, "cuMemFree_v2");
  find(api.library, api.memcpyHostToDevice, "cuMemcpyHtoD_v2");
  find(api.library, api.memcpyDeviceToHost, "cuMemcpyDtoH_v2");
  find(api.library, api.memcpyDeviceToDevice, "cuMemcpyDtoD_v2");
  find(api.library, api.moduleLoadData, "cuModuleLoadData");
  find(api.library, api.moduleUnload, "cuModuleUnload");
  find(api.library, api.moduleGetFunction, "cuModuleGetFunction");
  find(api.library, api.launchKernel, "cuLaunchKernel");
  find(api.library, api.eventCreate, "cuEventCreate");
  find(api.library, api.eventRecord, "cuEventRecord");
  find(api.library, api.eventElapsedTime, "cuEventElapsedTime");
  find(api.library, api.eventDestroy, "cuEventDestroy_v2");
  if (const DriverResult result = api.init(0); result != DriverResult::Success)
    failWithoutGpu(fmt::format("the CUDA driver does not start: {}", api.text(result)));
  return api;
}

}  // namespace stardust::cuda
