// A function of the loops, compiled and loaded, and called on tensors.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/cpu/build.h"
#include "loops/nodes.h"
#include "tensor/view.h"

namespace stardust::cpu {

/// Where kernels come from.
struct Toolchain {
  Compiler compiler;
  Cache cache;
  CompileFlags flags = {};
  ProcessLimits limits = {};  ///< of the compiler
};
/// As findCompiler, with the user's own cache unless another directory is said; `cancelled` ends whatever the toolchain
/// starts.
Toolchain findToolchain(const std::string& compiler = {}, const std::string& cacheDirectory = defaultCacheDirectory(),
                        const std::string& option = compilerFlag, const std::atomic<bool>* cancelled = nullptr);

/// The dimensions and format of a result.
struct ResultShape {
  std::vector<std::int64_t> dims;
  Format format;
  ValueType type;
};

struct Arguments;  // in the form that kernels take

/// What a kernel computed, in the memory that the kernel allocated. A run into it uses that memory again, whichever
/// kernel it is of.
class Result {
 public:
  explicit Result(const ResultShape& shape);
  ~Result();
  Result(Result&&) noexcept;
  Result& operator=(Result&&) noexcept;

  /// For the next run. The memory stays, unless type or format are others.
  void reshape(const ResultShape& shape);
  /// The arrays as they are, until the next run.
  StorageView view() const;
  /// A copy; O(size). Throws Error (internal) if it is no valid storage.
  Storage storage() const;
  /// Gives the memory back.
  void release();

 private:
  friend struct Arguments;
  struct Arrays;
  std::unique_ptr<Arrays> arrays_;
};

/// Arguments of a kernel that runs many times, with the memory of its results. Operands must stay as they are and where
/// they are.
class Call {
 public:
  /// The operands by name, and the shapes of the results, of which there are exactly those that the function has.
  /// Throws Error (internal) for a tensor that is missing or not of the function's types and levels.
  Call(const loops::Function& function, const std::map<std::string, const Storage*>& operands,
       const std::map<std::string, ResultShape>& results);
  ~Call();
  Call(Call&&) noexcept;
  Call& operator=(Call&&) noexcept;

  /// What a result became: as Result::storage.
  Storage result(const std::string& tensor) const;
  /// Gives the memory of the results back: the next run allocates it afresh.
  void releaseResults();

 private:
  friend class Kernel;
  std::map<std::string, Result> results_;
  std::unique_ptr<Arguments> arguments_;
};

class Kernel {
 public:
  /// Throws as build.
  Kernel(loops::Function function, const Toolchain& toolchain);

  const loops::Function& function() const { return function_; }
  const std::string& text() const { return text_; }  ///< in C
  bool cached() const { return built_.cached; }
  double compileSeconds() const { return built_.seconds; }
  const std::string& unkept() const { return built_.unkept; }  ///< why the cache does not have it; empty if it does

  /// Loops are shared by up to `threads` threads of the process's pool (stardust_threads.h). Safe to call from several
  /// threads at once with calls of their own. Throws Error (user): not enough memory, a division of integers by zero;
  /// (unsupported): a result or a workspace too large for its positions.
  void run(Call& call, int threads) const;
  /// The same for a function with one result, on any arrays of its types and levels; `result` has the shape that comes
  /// out.
  void run(const std::map<std::string, StorageView>& operands, const std::string& name, Result& result,
           int threads) const;

 private:
  loops::Function function_;
  std::string text_;
  Built built_;
};

}  // namespace stardust::cpu
