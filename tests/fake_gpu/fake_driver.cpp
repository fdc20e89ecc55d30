// A CUDA driver for tests: the memory of the GPU is that of the host, kernels are those of the fake NVRTC.
//
// FAKE_GPU selects a fault: no-device, start, wrong-architecture, timeout, illegal, or memory (the GPU has 64 KiB
// beside what a run itself takes). FAKE_GPU_ARCHITECTURE: the compute capability, 90 if it is not set.
#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace {

using Pointer = std::uint64_t;
constexpr std::size_t memoryBytes = std::size_t{1} << 30, littleMemory = (std::size_t{16} << 20) + (1 << 16);

struct Module {
  void* library;
};
struct Function {
  Module* module;
  void (*call)(void**);
};
struct Event {
  std::chrono::steady_clock::time_point time;
};

std::map<Pointer, std::size_t> allocated;
std::size_t used = 0;
int broken = 0;

bool isFault(const char* fault) {
  const char* wanted = std::getenv("FAKE_GPU");
  return wanted && !std::strcmp(wanted, fault);
}
std::size_t total() { return isFault("memory") ? littleMemory : memoryBytes; }

// Whether the bytes lie in one block of memory.
bool isAllocated(Pointer at, std::size_t bytes) {
  auto block = allocated.upper_bound(at);
  if (block == allocated.begin()) return false;
  --block;
  return at - block->first <= block->second && bytes <= block->second - (at - block->first);
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return isFault("start") ? 999 : 0; }
int cuGetErrorString(int result, const char** text) {
  switch (result) {
    case 2: *text = "out of memory"; break;
    case 209: *text = "no kernel image is available for execution on the device"; break;
    case 700: *text = "an illegal memory access was encountered"; break;
    case 702: *text = "the launch timed out and was terminated"; break;
    case 719: *text = "unspecified launch failure"; break;
    default: *text = "unknown error";
  }
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = isFault("no-device") ? 0 : 1;
  return 0;
}
int cuDeviceGet(int* device, int) {
  *device = 0;
  return 0;
}
int cuDeviceGetName(char* name, int room, int) {
  std::strncpy(name, "a fake GPU", static_cast<std::size_t>(room));
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  const char* capability = std::getenv("FAKE_GPU_ARCHITECTURE");
  const int architecture = capability ? std::atoi(capability) : 90;
  switch (attribute) {
    case 16: *value = 2; return 0;
    case 39: *value = 64; return 0;
    case 75: *value = architecture / 10; return 0;
    case 76: *value = architecture % 10; return 0;
  }
  return 1;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = total();
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  *context = &used;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  for (const auto& [memory, bytes] : allocated) std::free(reinterpret_cast<void*>(memory));
  allocated.clear();
  return 0;
}
int cuCtxSetCurrent(void*) { return broken; }
int cuCtxSynchronize() { return broken; }
int cuMemGetInfo_v2(std::size_t* free, std::size_t* all) {
  *free = total() - used;
  *all = total();
  return 0;
}
int cuMemAlloc_v2(Pointer* memory, std::size_t bytes) {
  if (bytes > total() - used) return 2;
  void* const made = std::malloc(bytes);
  if (!made) return 2;
  std::memset(made, 0xa5, bytes);
  *memory = reinterpret_cast<Pointer>(made);
  allocated[*memory] = bytes;
  used += bytes;
  return 0;
}
int cuMemFree_v2(Pointer memory) {
  const auto at = allocated.find(memory);
  if (at == allocated.end()) return 1;
  used -= at->second;
  allocated.erase(at);
  std::free(reinterpret_cast<void*>(memory));
  return 0;
}
int cuMemcpyHtoD_v2(Pointer to, const void* from, std::size_t bytes) {
  if (broken || !isAllocated(to, bytes)) return broken ? broken : 1;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void* to, Pointer from, std::size_t bytes) {
  if (broken || !isAllocated(from, bytes)) return broken ? broken : 1;
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
int cuMemcpyDtoD_v2(Pointer to, Pointer from, std::size_t bytes) {
  if (broken || !isAllocated(from, bytes) || !isAllocated(to, bytes)) return broken ? broken : 1;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
int cuModuleLoadData(Module** module, const void* image) {
  if (isFault("wrong-architecture")) return 209;
  // The length of the library: to the end of the table of sections, which the linker puts last.
  const auto* bytes = static_cast<const char*>(image);
  std::uint64_t sections;
  std::uint16_t size, count;
  std::memcpy(&sections, bytes + 40, sizeof sections);
  std::memcpy(&size, bytes + 58, sizeof size);
  std::memcpy(&count, bytes + 60, sizeof count);
  std::string path = (std::filesystem::temp_directory_path() / "fake_module_XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) return 999;
  close(file);
  std::ofstream(path, std::ios::binary).write(bytes, static_cast<std::streamsize>(sections + size * count));
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  unlink(path.c_str());
  if (!library) return 999;
  *module = new Module{library};
  return 0;
}
int cuModuleUnload(Module* module) {
  dlclose(module->library);
  delete module;
  return 0;
}
int cuModuleGetFunction(Function** function, Module* module, const char* name) {
  void* const call = dlsym(module->library, ("call_" + std::string(name)).c_str());
  if (!call) return 500;
  static std::map<void*, Function> all;
  *function = &(all[call] = {module, reinterpret_cast<void (*)(void**)>(call)});
  return 0;
}
int cuLaunchKernel(Function* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned,
                   unsigned, void*, void** arguments, void**) {
  if (isFault("timeout")) return broken = 702, 0;
  if (isFault("illegal")) return broken = 700, 0;
  using Launch = bool(void (*)(void**), void**, unsigned, unsigned);
  auto* const launch = reinterpret_cast<Launch*>(dlsym(function->module->library, "fake_launch"));
  return launch(function->call, arguments, blocks, threads) ? 0 : broken = 719;
}
int cuEventCreate(Event** event, unsigned) {
  *event = new Event{};
  return 0;
}
int cuEventRecord(Event* event, void*) {
  event->time = std::chrono::steady_clock::now();
  return 0;
}
int cuEventElapsedTime(float* milliseconds, Event* start, Event* end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return 0;
}
int cuEventDestroy_v2(Event* event) {
  delete event;
  return 0;
}
}
