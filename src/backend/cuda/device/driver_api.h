// The CUDA driver's functions, from its library at run time: nothing links to CUDA. Signatures and numbers are those of
// NVIDIA's driver API, version 12.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backend/cpu/library.h"

namespace stardust::cuda {

/// A CUresult.
enum class DriverResult : int {
  Success = 0,
  OutOfMemory = 2,
  NoDevice = 100,
  NoBinaryForGpu = 209,
  UnsupportedPtxVersion = 222,
  IllegalAddress = 700,
  LaunchTimeout = 702,
};

using DevicePointer = std::uint64_t;
struct DriverContext;
struct DriverModule;
struct DriverFunction;
struct DriverStream;
struct DriverEvent;

enum class DeviceAttribute : int {
  Multiprocessors = 16,
  ThreadsOfMultiprocessor = 39,
  Major = 75,
  Minor = 76,
};

/// Functions of the library, with the names that the driver gives them, without "cu".
struct DriverApi {
  cpu::Library library;

  DriverResult (*init)(unsigned flags) = nullptr;
  DriverResult (*getErrorString)(DriverResult result, const char** text) = nullptr;
  DriverResult (*deviceGetCount)(int* count) = nullptr;
  DriverResult (*deviceGet)(int* device, int ordinal) = nullptr;
  DriverResult (*deviceGetName)(char* name, int room, int device) = nullptr;
  DriverResult (*deviceGetAttribute)(int* value, DeviceAttribute attribute, int device) = nullptr;
  DriverResult (*deviceTotalMem)(std::size_t* bytes, int device) = nullptr;
  DriverResult (*primaryContextRetain)(DriverContext** context, int device) = nullptr;
  DriverResult (*primaryContextRelease)(int device) = nullptr;
  DriverResult (*contextSetCurrent)(DriverContext* context) = nullptr;
  DriverResult (*contextSynchronize)() = nullptr;
  DriverResult (*memGetInfo)(std::size_t* free, std::size_t* total) = nullptr;
  DriverResult (*memAlloc)(DevicePointer* pointer, std::size_t bytes) = nullptr;
  DriverResult (*memFree)(DevicePointer pointer) = nullptr;
  DriverResult (*memcpyHostToDevice)(DevicePointer to, const void* from, std::size_t bytes) = nullptr;
  DriverResult (*memcpyDeviceToHost)(void* to, DevicePointer from, std::size_t bytes) = nullptr;
  DriverResult (*memcpyDeviceToDevice)(DevicePointer to, DevicePointer from, std::size_t bytes) = nullptr;
  DriverResult (*moduleLoadData)(DriverModule** module, const void* image) = nullptr;
  DriverResult (*moduleUnload)(DriverModule* module) = nullptr;
  DriverResult (*moduleGetFunction)(DriverFunction** function, DriverModule* module, const char* name) = nullptr;
  DriverResult (*launchKernel)(DriverFunction* function, unsigned gridX, unsigned gridY, unsigned gridZ,
                               unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                               DriverStream* stream, void** arguments, void** extra) = nullptr;
  DriverResult (*eventCreate)(DriverEvent** event, unsigned flags) = nullptr;
  DriverResult (*eventRecord)(DriverEvent* event, DriverStream* stream) = nullptr;
  DriverResult (*eventElapsedTime)(float* milliseconds, DriverEvent* start, DriverEvent* end) = nullptr;
  DriverResult (*eventDestroy)(DriverEvent* event) = nullptr;

  /// The driver's own words for a result.
  std::string text(DriverResult result) const;
};

/// The name under which loaders know the driver.
inline constexpr const char* driverLibrary = "libcuda.so.1";

/// Throws Error (user): there is no GPU, with the ways to run a kernel all the same.
[[noreturn]] void failWithoutGpu(const std::string& why);

/// Loads and initialises the driver. Throws Error (user) if there is none, if it lacks a function, or if it fails.
DriverApi loadDriver(const std::string& library = driverLibrary);

}  // namespace stardust::cuda
