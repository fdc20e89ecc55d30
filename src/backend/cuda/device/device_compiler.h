// CUDA text to machine code, by the compiler that is there: NVRTC in this process, or nvcc.
#pragma once

#include <memory>
#include <string>

#include "backend/cpu/cache.h"
#include "backend/cpu/process.h"

namespace stardust::cuda {

class DeviceCompiler {
 public:
  virtual ~DeviceCompiler() = default;
  /// "NVRTC 12.4" or the path of nvcc, for the user.
  virtual const std::string& name() const = 0;
  /// Different values mean possibly different code for the same text.
  virtual const std::string& identity() const { return name(); }
  /// The machine code of a text with its runtime (cpu::Runtime::Inlined) for an architecture such as "sm_90": a cubin,
  /// or PTX if the compiler is older than the architecture. Throws Error (internal) with the first complaint if it
  /// rejects the text.
  virtual std::string compile(const std::string& text, const std::string& architecture) const = 0;
};

/// The first of: NVRTC's library, from the loader's folders, $CUDA_HOME, /usr/local/cuda or the Python environment in
/// $VIRTUAL_ENV; nvcc, from $CUDA_HOME, the path or /usr/local/cuda. Throws Error (user) if there is none.
std::unique_ptr<DeviceCompiler> findDeviceCompiler(const cpu::ProcessLimits& limits = {});

struct DeviceCode {
  std::string image;
  bool cached = false;
  double seconds = 0;          ///< time in the compiler; 0 if cached
  std::string uncachedReason;  ///< empty if it is in the cache
};
/// From the cache, or through the compiler.
DeviceCode deviceCode(const DeviceCompiler& compiler, const cpu::Cache& cache, const std::string& text,
                      const std::string& architecture);

}  // namespace stardust::cuda
