// A GPU: its facts, its memory, and programs for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/device/driver_api.h"

namespace stardust::cuda {

struct GpuFacts {
  std::string name;          ///< "NVIDIA H100 80GB HBM3"
  int major = 0, minor = 0;  ///< the compute capability
  int multiprocessors = 0;   ///< SMs
  int threadsOfEach = 0;     ///< at the same time
  std::uint64_t memoryBytes = 0;

  std::string architecture() const;  ///< "sm_90"
};

/// The first GPU of this computer, with the primary context of the driver. One thread at a time uses it.
class Gpu {
 public:
  /// Throws Error (user) if there is no driver or no GPU.
  explicit Gpu(const std::string& library = driverLibrary);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const GpuFacts& facts() const { return facts_; }
  const DriverApi& driver() const { return api_; }
  /// Makes the GPU that of the calling thread. Throws Error (user) with the words of the driver.
  void use() const;

  /// Memory for so many bytes, perhaps of an array that was released before; 0: there is not enough.
  DevicePointer allocate(std::uint64_t bytes);
  /// Memory that was not allocated here is left alone.
  void release(DevicePointer memory);
  std::uint64_t freeBytes() const;

  /// Throws Error for a result other than success. `step`: for the message: "copying an operand".
  void require(DriverResult result, const std::string& step) const;

 private:
  void releaseAll();

  DriverApi api_;
  int device_ = 0;
  GpuFacts facts_;
  DriverContext* context_ = nullptr;
  std::map<DevicePointer, std::uint64_t> sizes_;                  // of all memory
  std::map<std::uint64_t, std::vector<DevicePointer>> released_;  // by size, for the next allocation
};

/// Machine code on a GPU, for the lifetime of its owner.
class GpuProgram {
 public:
  /// `image`: a cubin or PTX text. Throws Error (unsupported) if it is for another architecture.
  GpuProgram(std::shared_ptr<Gpu> gpu, const std::string& image);
  ~GpuProgram();
  GpuProgram(const GpuProgram&) = delete;
  GpuProgram& operator=(const GpuProgram&) = delete;

  Gpu& gpu() const { return *gpu_; }
  /// Throws Error (internal) if there is no kernel of this name.
  DriverFunction* kernel(const std::string& name);

 private:
  std::shared_ptr<Gpu> gpu_;
  DriverModule* module_ = nullptr;
  std::map<std::string, DriverFunction*> kernels_;
};

}  // namespace stardust::cuda
