// A function of loops, compiled, loaded, and called on tensors.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/cpu/compile.h"
#include "backend/cpu/runtime/stardust_kernel.h"
#include "loops/nodes.h"
#include "tensor/view.h"

namespace stardust::cpu {

/// The compiler and the cache of kernels.
struct Toolchain {
  Compiler compiler;
  Cache cache;
  CompileFlags flags = {};
  ProcessLimits limits = {};  ///< of the compiler
};
/// Like findCompiler, with the user's own cache unless a directory is given. `cancelled` terminates processes of the
/// toolchain.
Toolchain findToolchain(const std::string& compiler = {}, const std::string& cacheDirectory = defaultCacheDirectory(),
                        const std::string& option = compilerFlag, const std::atomic<bool>* cancelled = nullptr);

/// The dimensions and the format of a result.
struct ResultShape {
  std::vector<std::int64_t> dims;
  Format format;
  ValueType type;
};

struct Arguments;  // in the ABI of kernels

/// Throws the error of a stardust_status other than STARDUST_OK, as Kernel::run.
[[noreturn]] void failWithStatus(int status);

/// A result, in memory that a kernel allocated. A later run of any kernel can reuse the memory.
class Result {
 public:
  explicit Result(const ResultShape& shape);
  ~Result();
  Result(Result&&) noexcept;
  Result& operator=(Result&&) noexcept;

  /// Prepares for the next run. Keeps the memory unless type, format or widths change.
  void reshape(const ResultShape& shape);
  /// A view of the arrays, valid until the next run.
  StorageView view() const;
  /// A copy; O(size). Throws Error (internal) if it is not a valid storage.
  Storage storage() const;
  /// Frees the memory.
  void release();

 private:
  friend struct Arguments;
  friend class Kernel;
  struct Arrays;
  std::unique_ptr<Arrays> arrays_;
};

/// Arguments for repeated runs of a kernel, including the memory of its results. Operands must keep their address and
/// contents.
class Call {
 public:
  /// Operands by name, and the shapes of exactly the results of the function. Throws Error (internal) for a missing
  /// tensor, or one with other types or levels than the function's.
  Call(const loops::Function& function, const std::map<std::string, const Storage*>& operands,
       const std::map<std::string, ResultShape>& results);
  ~Call();
  Call(Call&&) noexcept;
  Call& operator=(Call&&) noexcept;

  /// A copy of a result: see Result::storage.
  Storage result(const std::string& tensor) const;
  /// Frees the memory of the results; the next run allocates it again.
  void releaseResults();
  /// The arguments in the ABI of kernels (stardust_kernel.h): tensors in the order of tensorsOf. Valid as long as this.
  stardust_tensor* const* arguments() const;

 private:
  friend class Kernel;
  std::map<std::string, Result> results_;
  std::unique_ptr<Arguments> arguments_;
};

class Kernel {
 public:
  /// Throws like build.
  Kernel(loops::Function function, const Toolchain& toolchain);

  const loops::Function& function() const { return function_; }
  const std::string& text() const { return text_; }  ///< in C
  bool cached() const { return built_.cached; }
  double compileSeconds() const { return built_.seconds; }
  const std::string& uncachedReason() const {
    return built_.uncachedReason;
  }  ///< reason why it was not cached; empty if it was

  /// Runs parallel loops on up to `threads` threads of the process's pool (stardust_threads.h). Thread-safe for
  /// distinct calls. Throws Error (user): not enough memory, an integer division by zero; (unsupported): a result or a
  /// workspace exceeds maxPositions.
  void run(Call& call, int threads) const;
  /// The same for a function with one result, on arbitrary arrays of its types and levels; `result` has the shape of
  /// the output.
  void run(const std::map<std::string, StorageView>& operands, const std::string& name, Result& result,
           int threads) const;

  /// The names of the arguments, in the order in which the compiled function has them.
  const std::vector<std::string>& tensors() const { return tensors_; }
  /// The same without a search by name: operands in the order of tensors(), null for the result. Precondition: they
  /// have the levels, widths and types of the function.
  void run(std::span<const StorageView* const> ordered, Result& result, int threads) const;

 private:
  loops::Function function_;
  std::string text_;
  std::vector<std::string> tensors_;
  Built built_;
};

}  // namespace stardust::cpu
