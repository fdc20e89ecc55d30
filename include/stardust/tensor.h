// Tensors: formats, values, and the expression that defines them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
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

/// A tensor of any order and value type. Copies share the same tensor, as with TACO. Not for use by several threads at
/// once, but for calls of a Kernel.
///
/// Its values are the entries inserted or read, or those of the expression assigned to it. They are computed when
/// something asks for them: first those of operands that are results themselves, and again after an operand or the
/// expression has changed. A sparse tensor without entries is empty, a dense one all zeros.
class TensorBase {
 public:
  /// Adds one entry (coordinates 0-based, one for each mode); entries at equal coordinates add up. Throws Error (user)
  /// if the coordinates lie outside, the type of the values cannot hold the value, or an expression defines the tensor.
  template <class Value>
  void insert(const std::vector<std::int64_t>& coordinates, Value value) {
    static_assert(std::is_arithmetic_v<Value>, "a value is a number");
    // An unsigned integer may be larger than any signed one: then it goes as a real number, which insertReal judges.
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if constexpr (!std::is_integral_v<Value>) insertReal(coordinates, static_cast<double>(value));
    else if (value > 0 && static_cast<std::uint64_t>(value) > largest)
      insertReal(coordinates, static_cast<double>(value));
    else insertInteger(coordinates, static_cast<std::int64_t>(value));
  }
  /// Reads .mtx or .tns, plain or .gz, in place of the entries there are; the extents must be the tensor's. Returns a
  /// sentence for each thing in the file that is unusual, with the line and how it was understood: mostly none.
  std::vector<std::string> read(const std::string& path);
  /// Writes every stored entry (io/write.h says how), evaluating the tensor first if an expression defines it.
  void write(const std::string& path);

  /// The concrete index notation of the assignment, without a schedule. Throws Error (user) if nothing was assigned.
  IndexStmt getAssignment() const;
  /// Evaluation uses this statement from now on (it must come from this tensor's getAssignment()).
  void compile(const IndexStmt& stmt);
  /// The Spatial program that evaluation would run.
  std::string spatial();
  /// Compiles, runs on this computer (or another target), and checks the result against the reference evaluator.
  /// Unlike what evaluates when needed, this runs every time, and reports a wrong result instead of throwing; the
  /// tensor then has no values. Throws Error (user) if there is no C compiler: Target::Interpret and Target::Capstan
  /// need none. For many runs on new data, compile a Kernel (kernel.h).
  Report evaluate(const RunOptions& options = {});

  const std::vector<std::int64_t>& dimensions() const;
  const Format& format() const;
  int order() const { return format().order(); }
  /// How many values are stored, explicit zeros and the padding of dense levels included, and one for each run of a
  /// run-length level; evaluates first.
  std::int64_t stored();
  /// Visits them in storage order. Values are exact, but for 64-bit integers beyond 2^53.
  void forEach(const std::function<void(const std::vector<std::int64_t>& coordinates, double value)>& visit);

  const std::shared_ptr<api::TensorState>& state() const { return state_; }

 protected:
  enum class Kind { Int32, Int64, Float32, Float64 };
  TensorBase(std::string name, std::vector<std::int64_t> dims, Format format, Kind kind);
  Access access(std::vector<IndexVar> indices) const;

 private:
  void insertInteger(const std::vector<std::int64_t>& coordinates, std::int64_t value);
  void insertReal(const std::vector<std::int64_t>& coordinates, double value);

  std::shared_ptr<api::TensorState> state_;
};
/// Prints the stored entries, one "(i,j) = value" a line with 0-based coordinates (a scalar: its value); evaluates
/// first if an expression defines the tensor. Throws Error, of the family wrong if the result is.
std::ostream& operator<<(std::ostream& out, TensorBase tensor);

/// "A", or a std::string. Not braces: Tensor<int>({2, 3}, csr) has two extents, and no name of two characters.
template <class T>
concept TensorName = std::is_convertible_v<const T&, std::string> && !std::is_same_v<T, std::nullptr_t>;

/// Tensor<int> A("A", {n, m}, csr); Tensor<float> alpha("alpha"); Tensor<int> ws("ws", onChip). Without a name, which
/// messages, schedules and reports use, a tensor is called A, B, … by first appearance.
template <class T>
class Tensor : public TensorBase {
  static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> ||
                    std::is_same_v<T, double>,
                "values are int, int64_t, float or double");

 public:
  Tensor() : Tensor(Format()) {}
  explicit Tensor(Format format) : TensorBase({}, {}, std::move(format), kind()) {}
  Tensor(std::vector<std::int64_t> dims, Format format) : TensorBase({}, std::move(dims), std::move(format), kind()) {}
  template <TensorName Name>
  explicit Tensor(const Name& name, Format format = {}) : TensorBase(name, {}, std::move(format), kind()) {}
  template <TensorName Name>
  Tensor(const Name& name, std::vector<std::int64_t> dims, Format format)
      : TensorBase(name, std::move(dims), std::move(format), kind()) {}

  template <class... Vars>
  Access operator()(const Vars&... vars) const {
    return access({vars...});
  }
  /// A scalar by its bare name.
  operator IndexExpr() const { return access({}); }  // NOLINT
  Pattern operator+=(const IndexExpr& rhs) const { return access({}) += rhs; }
  Pattern operator*=(const IndexExpr& rhs) const { return access({}) *= rhs; }
  Pattern minEquals(const IndexExpr& rhs) const { return access({}).minEquals(rhs); }
  Pattern maxEquals(const IndexExpr& rhs) const { return access({}).maxEquals(rhs); }
  /// Defines a scalar. Between two tensors, `a = b` makes a another name for b instead; a() = b() copies.
  Pattern operator=(const IndexExpr& rhs) const { return access({}) = rhs; }

 private:
  static constexpr Kind kind() {
    if (std::is_same_v<T, std::int32_t>) return Kind::Int32;
    if (std::is_same_v<T, std::int64_t>) return Kind::Int64;
    return std::is_same_v<T, float> ? Kind::Float32 : Kind::Float64;
  }
};

}  // namespace stardust
