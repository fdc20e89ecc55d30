// Tensors: formats, values, and the expression that defines them.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "stardust/error.h"
#include "stardust/format.h"
#include "stardust/index.h"
#include "stardust/run.h"
#include "stardust/schedule.h"

namespace stardust {

/// A tensor of any order and value type. Copies share the same tensor, as with TACO.
class TensorBase {
 public:
  /// Sets one entry (coordinates 0-based, one for each mode); entries at equal coordinates add up. Throws Error (user) if out of range.
  void insert(const std::vector<std::int64_t>& coordinates, double value);
  /// Reads .mtx or .tns, plain or .gz; the extents must be the tensor's.
  void read(const std::string& path);
  /// Writes every stored entry, evaluating the tensor first if an expression defines it.
  void write(const std::string& path);

  /// The concrete index notation of the assignment, without a schedule. Throws Error (user) if nothing was assigned.
  IndexStmt getAssignment() const;
  /// Evaluation uses this statement from now on (it must come from this tensor's getAssignment()).
  void compile(const IndexStmt& stmt);
  /// The Spatial program that evaluation would run.
  std::string spatial();
  /// Compiles, runs on the simulated Capstan (or another target), and checks the result against the reference evaluator.
  Report evaluate(const RunOptions& options = {});

  const std::vector<std::int64_t>& dimensions() const;
  const Format& format() const;
  int order() const { return format().order(); }
  /// Stored entries after evaluation or packing, in storage order.
  std::int64_t stored();
  void forEach(const std::function<void(const std::vector<std::int64_t>& coordinates, double value)>& visit);

  const std::shared_ptr<api::TensorState>& state() const { return state_; }

 protected:
  enum class Kind { Int32, Int64, Float32, Float64 };
  TensorBase(std::string name, std::vector<std::int64_t> dims, Format format, Kind kind);
  Access access(std::vector<IndexVar> indices) const;

 private:
  std::shared_ptr<api::TensorState> state_;
};
/// Prints the stored entries, one "(i,j) = value" a line; evaluates first if an expression defines the tensor.
std::ostream& operator<<(std::ostream& out, TensorBase tensor);

/// Tensor<int> A({n, m}, csr); Tensor<float> alpha; Tensor<int> ws(onChip);
template <class T>
class Tensor : public TensorBase {
  static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> || std::is_same_v<T, double>,
                "values are int, int64_t, float or double");

 public:
  Tensor() : Tensor(Format()) {}
  explicit Tensor(Format format) : TensorBase({}, {}, std::move(format), kind()) {}
  Tensor(std::vector<std::int64_t> dims, Format format) : TensorBase({}, std::move(dims), std::move(format), kind()) {}
  Tensor(std::string name, std::vector<std::int64_t> dims, Format format)
      : TensorBase(std::move(name), std::move(dims), std::move(format), kind()) {}

  template <class... Vars>
  Access operator()(const Vars&... vars) const {
    return access({vars...});
  }
  /// A scalar by its bare name.
  operator IndexExpr() const { return access({}); }  // NOLINT
  Pattern operator+=(const IndexExpr& rhs) const { return access({}) += rhs; }
  Pattern operator=(const IndexExpr& rhs) const { return access({}) = rhs; }

 private:
  static constexpr Kind kind() {
    if (std::is_same_v<T, std::int32_t>) return Kind::Int32;
    if (std::is_same_v<T, std::int64_t>) return Kind::Int64;
    return std::is_same_v<T, float> ? Kind::Float32 : Kind::Float64;
  }
};

}  // namespace stardust
