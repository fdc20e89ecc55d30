#include "backend/cuda/device/device_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "backend/cpu/library.h"
#include "backend/cpu/temporary_directory.h"
#include "support/diagnostic.h"
#include "support/sha256.h"

namespace stardust::cuda {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void failRejected(const std::string& compiler, const std::string& said) {
  failInternal(fmt::format("{} rejects a kernel: {}", compiler, said.substr(0, said.find('\n'))));
}

// Folders of CUDA toolkits: that of the user first.
std::vector<fs::path> toolkits() {
  std::vector<fs::path> found;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* folder = std::getenv(variable); folder && *folder) found.emplace_back(folder);
  found.emplace_back("/usr/local/cuda");
  return found;
}

// Folders of the Python packages of NVIDIA in the user's environment.
std::vector<fs::path> packages() {
  const char* environment = std::getenv("VIRTUAL_ENV");
  if (!environment || !*environment) return {};
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& python : fs::directory_iterator(fs::path(environment) / "lib", error))
    for (const auto& package : fs::directory_iterator(python.path() / "site-packages" / "nvidia", error))
      found.push_back(package.path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

constexpr const char* nvrtcNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

// ---------------------------------------------------------------- NVRTC

struct NvrtcProgram;

class Nvrtc : public DeviceCompiler {
 public:
  static std::unique_ptr<Nvrtc> find() {
    std::vector<fs::path> folders = {""};
    for (const fs::path& toolkit : toolkits()) folders.insert(folders.end(), {toolkit / "lib64", toolkit / "lib"});
    for (const fs::path& package : packages()) folders.push_back(package / "lib");
    for (const fs::path& folder : folders)
      for (const char* name : nvrtcNames)
        if (auto library = cpu::Library::open((folder / name).string()).first)
          if (auto nvrtc = std::unique_ptr<Nvrtc>(new Nvrtc(std::move(*library))); nvrtc->isWhole()) return nvrtc;
    return nullptr;
  }

  const std::string& name() const override { return name_; }

  std::string compile(const std::string& text, const std::string& architecture) const override {
    NvrtcProgram* program = nullptr;
    if (create_(&program, text.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) failInternal(name_ + " does not start");
    const Owner owner{this, program};
    const bool isKnown = knows(architecture);
    // PTX of the newest architecture that it knows runs on newer GPUs.
    const std::string wanted = isKnown ? architecture : fmt::format("compute_{}", newest());
    const std::string option = "--gpu-architecture=" + wanted;
    const char* options[] = {option.c_str(), "--std=c++14"};
    if (compile_(program, 2, options) != 0) failRejected(name_, answer(program, logSize_, log_));
    return isKnown ? answer(program, cubinSize_, cubin_) : answer(program, ptxSize_, ptx_);
  }

 private:
  using Size = int(NvrtcProgram*, std::size_t*);
  using Bytes = int(NvrtcProgram*, char*);
  struct Owner {
    const Nvrtc* nvrtc;
    NvrtcProgram* program;
    ~Owner() { nvrtc->destroy_(&program); }
  };

  explicit Nvrtc(cpu::Library library) : library_(std::move(library)) {
    create_ = library_.find<Create>("nvrtcCreateProgram");
    destroy_ = library_.find<Destroy>("nvrtcDestroyProgram");
    compile_ = library_.find<Compile>("nvrtcCompileProgram");
    logSize_ = library_.find<Size>("nvrtcGetProgramLogSize");
    log_ = library_.find<Bytes>("nvrtcGetProgramLog");
    cubinSize_ = library_.find<Size>("nvrtcGetCUBINSize");
    cubin_ = library_.find<Bytes>("nvrtcGetCUBIN");
    ptxSize_ = library_.find<Size>("nvrtcGetPTXSize");
    ptx_ = library_.find<Bytes>("nvrtcGetPTX");
    archCount_ = library_.find<ArchCount>("nvrtcGetNumSupportedArchs");
    archs_ = library_.find<Archs>("nvrtcGetSupportedArchs");
    int major = 0, minor = 0;
    if (auto* version = library_.find<int(int*, int*)>("nvrtcVersion")) version(&major, &minor);
    name_ = fmt::format("NVRTC {}.{}", major, minor);
  }
  bool isWhole() const {
    return create_ && destroy_ && compile_ && logSize_ && log_ && cubinSize_ && cubin_ && ptxSize_ && ptx_ &&
           archCount_ && archs_;
  }
  std::vector<int> supported() const {
    int count = 0;
    archCount_(&count);
    std::vector<int> all(static_cast<std::size_t>(std::max(count, 0)));
    archs_(all.data());
    return all;
  }
  bool knows(const std::string& architecture) const {
    const std::vector<int> all = supported();
    return std::any_of(all.begin(), all.end(), [&](int known) { return architecture == fmt::format("sm_{}", known); });
  }
  int newest() const {
    const std::vector<int> all = supported();
    return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
  }
  static std::string answer(NvrtcProgram* program, Size* size, Bytes* bytes) {
    std::size_t count = 0;
    size(program, &count);
    std::string text(count, '\0');
    bytes(program, text.data());
    return text;
  }

  using Create = int(NvrtcProgram**, const char* text, const char* name, int, const char* const*, const char* const*);
  using Destroy = int(NvrtcProgram**);
  using Compile = int(NvrtcProgram*, int count, const char* const* options);
  using ArchCount = int(int*);
  using Archs = int(int*);

  cpu::Library library_;
  std::string name_;
  Create* create_ = nullptr;
  Destroy* destroy_ = nullptr;
  Compile* compile_ = nullptr;
  Size *logSize_ = nullptr, *cubinSize_ = nullptr, *ptxSize_ = nullptr;
  Bytes *log_ = nullptr, *cubin_ = nullptr, *ptx_ = nullptr;
  ArchCount* archCount_ = nullptr;
  Archs* archs_ = nullptr;
};

// ---------------------------------------------------------------- nvcc

class Nvcc : public DeviceCompiler {
 public:
  static std::unique_ptr<Nvcc> find(const cpu::ProcessLimits& limits) {
    std::vector<std::string> candidates;
    for (const fs::path& toolkit : toolkits()) candidates.push_back((toolkit / "bin" / "nvcc").string());
    candidates.insert(candidates.end() - 1, "nvcc");
    for (const std::string& path : candidates)
      if (const cpu::Finished said = cpu::run({path, "--version"}, limits); said.succeeded())
        return std::unique_ptr<Nvcc>(new Nvcc(path, said.output, limits));
    return nullptr;
  }

  const std::string& name() const override { return path_; }
  const std::string& identity() const override { return identity_; }

  std::string compile(const std::string& text, const std::string& architecture) const override {
    const cpu::TemporaryDirectory folder;
    const std::string source = folder.file("kernel.cu"), made = folder.file("kernel.cubin");
    std::ofstream(source, std::ios::binary) << text;
    const cpu::Finished said =
        cpu::run({path_, "-std=c++14", "-arch=" + architecture, "-cubin", "-o", made, source}, limits_, folder.path());
    if (!said.succeeded()) failRejected(path_, said.output);
    std::ostringstream bytes;
    bytes << std::ifstream(made, std::ios::binary).rdbuf();
    return std::move(bytes).str();
  }

 private:
  Nvcc(std::string path, const std::string& version, cpu::ProcessLimits limits)
      : path_(std::move(path)), identity_(fmt::format("{}\n{}", path_, version)), limits_(limits) {}

  std::string path_, identity_;
  cpu::ProcessLimits limits_;
};

}  // namespace

std::unique_ptr<DeviceCompiler> findDeviceCompiler(const cpu::ProcessLimits& limits) {
  if (auto nvrtc = Nvrtc::find()) return nvrtc;
  if (auto nvcc = Nvcc::find(limits)) return nvcc;
  failUser(
      "there is no CUDA compiler", {}, "neither the library NVRTC nor nvcc is found",
      "install one (python3 -m pip install nvidia-cuda-nvrtc, or the CUDA toolkit) and set VIRTUAL_ENV or CUDA_HOME "
      "to its folder, or run the text on this computer with --emulate");
}

DeviceCode deviceCode(const DeviceCompiler& compiler, const cpu::Cache& cache, const std::string& text,
                      const std::string& architecture) {
  const std::string key = sha256(fmt::format("{}\n{}\n\n{}", compiler.identity(), architecture, text));
  if (auto image = cache.findBytes(key)) return {std::move(*image), true, 0, {}};
  const auto start = std::chrono::steady_clock::now();
  DeviceCode made;
  made.image = compiler.compile(text, architecture);
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  made.uncachedReason = cache.addBytes(key, made.image);
  return made;
}

}  // namespace stardust::cuda
