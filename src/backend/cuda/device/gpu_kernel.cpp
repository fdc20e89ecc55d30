#include "backend/cuda/device/gpu_kernel.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "backend/cpu/c_text.h"
#include "backend/cuda/runtime/stardust_cuda.h"
#include "support/diagnostic.h"

namespace stardust::cuda {
namespace {

constexpr int deviceFailed = 101;  // a status besides those of stardust_kernel.h: see Session::failure
constexpr std::uint64_t scratchBytes = 8192;
constexpr std::int64_t mostBlocks = (std::int64_t{1} << 31) - 1;

/// An event of the driver, for the lifetime of its owner.
class Event {
 public:
  explicit Event(const DriverApi& driver) : driver_(driver) { driver.eventCreate(&event_, 0); }
  ~Event() { driver_.eventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record() { driver_.eventRecord(event_, nullptr); }
  double secondsUntil(const Event& end) const {
    float milliseconds = 0;
    driver_.eventElapsedTime(&milliseconds, event_, end.event_);
    return milliseconds * 1e-3;
  }

 private:
  const DriverApi& driver_;
  DriverEvent* event_ = nullptr;
};

DevicePointer address(const void* pointer) { return reinterpret_cast<DevicePointer>(pointer); }
void* pointer(DevicePointer address) { return reinterpret_cast<void*>(address); }

/// One call of a host function: the table of functions that it has, and what became of them.
class Session {
 public:
  Session(GpuProgram& program, std::uint64_t heapBytes) : program_(program), first_(driver()), last_(driver()) {
    gpu().use();
    const DevicePointer heap = own(heapBytes), device = own(sizeof(stardust_device));
    scratch_ = own(scratchBytes);
    if (!heap || !device || !scratch_) return;
    state_ = {STARDUST_OK, static_cast<char*>(pointer(heap)), 0, heapBytes};
    device_ = device;
    gpu().require(driver().memcpyHostToDevice(device_, &state_, sizeof state_), "preparing a run");
  }
  ~Session() {
    for (const DevicePointer memory : owned_) gpu().release(memory);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Whether there was memory for the session itself.
  bool hasMemory() const { return device_ != 0; }
  stardust_gpu table();

  std::uint64_t refusedBytes() const { return refusedBytes_; }
  const std::optional<std::pair<DriverResult, std::string>>& failure() const { return failure_; }
  const stardust_device& state() const { return state_; }
  double seconds() const { return launched_ ? first_.secondsUntil(last_) : 0; }

 private:
  GpuProgram& program_;
  Event first_, last_;
  bool launched_ = false;
  std::vector<DevicePointer> owned_;
  DevicePointer device_ = 0, scratch_ = 0;
  stardust_device state_{};
  unsigned long long kept_ = 0, keptBefore_ = 0;  // bytes of the heap that serial kernels took
  std::uint64_t refusedBytes_ = 0;
  std::optional<std::pair<DriverResult, std::string>> failure_;

  Gpu& gpu() const { return program_.gpu(); }
  const DriverApi& driver() const { return program_.gpu().driver(); }
  DevicePointer own(std::uint64_t bytes) {
    const DevicePointer memory = gpu().allocate(bytes);
    if (memory) owned_.push_back(memory);
    return memory;
  }
  static Session& of(stardust_gpu* table) { return *static_cast<Session*>(table->state); }

  int done(DriverResult result, const char* step) {
    if (result == DriverResult::Success) return STARDUST_OK;
    if (!failure_) failure_ = {result, step};
    return deviceFailed;
  }
  void* allocate(std::int64_t count, std::int64_t element) {
    const std::uint64_t elements = count > 0 ? static_cast<std::uint64_t>(count) : 1, most = gpu().facts().memoryBytes;
    const std::uint64_t bytes =
        elements > most ? most + 1 : elements * static_cast<std::uint64_t>(element);  // more than there is: no overflow
    const DevicePointer memory = bytes > most ? 0 : gpu().allocate(bytes);
    if (!memory) refusedBytes_ = bytes;
    return pointer(memory);
  }
  int launch(const char* kernel, std::int64_t blocks, std::int32_t threads, void** arguments) {
    if (blocks > mostBlocks) return STARDUST_TOO_LARGE;
    if (!std::exchange(launched_, true)) first_.record();
    const DriverResult result =
        driver().launchKernel(program_.kernel(kernel), static_cast<unsigned>(blocks), 1, 1,
                              static_cast<unsigned>(threads), 1, 1, 0, nullptr, arguments, nullptr);
    last_.record();
    return done(result, "launching a kernel");
  }
  int status() {
    if (const int result = done(driver().contextSynchronize(), "running a kernel")) return result;
    if (const int result = done(driver().memcpyDeviceToHost(&state_, device_, sizeof state_), "running a kernel"))
      return result;
    keptBefore_ = std::exchange(kept_, state_.used);
    return state_.status;
  }
  // The memory that the kernels of a grid took is free again; that of serial kernels before them is not.
  void reclaim() {
    state_.used = kept_ = keptBefore_;
    done(driver().memcpyHostToDevice(device_, &state_, sizeof state_), "running a kernel");
  }
};

stardust_gpu Session::table() {
  stardust_gpu table{};
  table.state = this;
  table.threads = gpu().facts().multiprocessors * gpu().facts().threadsOfEach;
  table.device = static_cast<stardust_device*>(pointer(device_));
  table.scratch = pointer(scratch_);
  table.allocate = [](stardust_gpu* t, std::int64_t count, std::int64_t element) {
    return of(t).allocate(count, element);
  };
  table.release = [](stardust_gpu* t, void* data) { of(t).gpu().release(address(data)); };
  table.upload = [](stardust_gpu* t, void* to, const void* from, std::int64_t bytes) {
    return of(t).done(of(t).driver().memcpyHostToDevice(address(to), from, static_cast<std::size_t>(bytes)),
                      "copying an operand to the GPU");
  };
  table.download = [](stardust_gpu* t, void* to, const void* from, std::int64_t bytes) {
    return of(t).done(of(t).driver().memcpyDeviceToHost(to, address(from), static_cast<std::size_t>(bytes)),
                      "copying a result from the GPU");
  };
  table.copy = [](stardust_gpu* t, void* to, const void* from, std::int64_t bytes) {
    return of(t).done(of(t).driver().memcpyDeviceToDevice(address(to), address(from), static_cast<std::size_t>(bytes)),
                      "copying an array on the GPU");
  };
  table.launch = [](stardust_gpu* t, const char* kernel, std::int64_t blocks, std::int32_t threads, void** arguments) {
    return of(t).launch(kernel, blocks, threads, arguments);
  };
  table.status = [](stardust_gpu* t) { return of(t).status(); };
  table.reclaim = [](stardust_gpu* t) { of(t).reclaim(); };
  return table;
}

std::string gib(std::uint64_t bytes) { return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / (1 << 30)); }

[[noreturn]] void failWithoutMemory(const Gpu& gpu, std::uint64_t bytes) {
  failUser(fmt::format("{} has not enough memory: {} are needed at once, {} of {} are free", gpu.facts().name,
                       gib(bytes), gib(gpu.freeBytes()), gib(gpu.facts().memoryBytes)),
           {}, {}, "run it on the CPU (--target=cpu), store the result in a sparser format, or use smaller data");
}

}  // namespace

struct GpuKernel::Attempt {
  double seconds = 0;
  bool outgrewHeap = false;
};

GpuKernel::GpuKernel(const loops::Function& function, const cpu::Toolchain& toolchain, const DeviceCompiler& compiler,
                     std::shared_ptr<Gpu> gpu)
    : function_(function),
      printed_(printedCuda(function)),
      built_(cpu::build(toolchain.compiler, toolchain.cache, hostFlags(toolchain.flags), printed_.hostText(),
                        toolchain.limits)),
      code_(deviceCode(compiler, toolchain.cache, printed_.text(), gpu->facts().architecture())),
      program_(std::move(gpu), code_.image) {}

GpuKernel::Attempt GpuKernel::attempt(cpu::Call& call, std::uint64_t heapBytes) {
  using Entry = int(stardust_tensor* const*, stardust_gpu*);
  Gpu& gpu = program_.gpu();
  Session session(program_, heapBytes);
  if (!session.hasMemory()) failWithoutMemory(gpu, heapBytes);
  stardust_gpu table = session.table();
  const int status = built_.library.function<Entry>(cpu::entryName)(call.arguments(), &table);
  if (session.failure()) gpu.require(session.failure()->first, session.failure()->second);
  if (session.refusedBytes() > 0) failWithoutMemory(gpu, session.refusedBytes());
  if (session.state().status == STARDUST_OUT_OF_MEMORY) return {0, true};
  if (status != STARDUST_OK) cpu::failWithStatus(status);
  gpu.require(gpu.driver().contextSynchronize(), "running a kernel");
  return {session.seconds(), false};
}

double GpuKernel::run(cpu::Call& call) {
  for (;; heapBytes_ *= 4) {
    const Attempt done = attempt(call, heapBytes_);
    if (!done.outgrewHeap) return done.seconds;
  }
}

}  // namespace stardust::cuda
