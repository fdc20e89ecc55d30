// Tensors: formats, values, and defining expressions.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <iterator>
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

/// A tensor of any order and value type. Copies share the same tensor, as in TACO. Not thread-safe, except for calls of
/// a Kernel.
///
/// The values are the inserted or read entries, or the values of the assigned expression. Evaluation is lazy: reading a
/// value first evaluates operands that are results themselves, and re-evaluates after a change of an operand or of the
/// expression. A sparse tensor without entries is empty; a dense one is all zeros.
class TensorBase {
 public:
  /// Adds one entry. Coordinates are 0-based, one for each mode. Duplicate coordinates are summed. Throws Error (user):
  /// coordinates out of range, a value that the value type cannot represent, or a tensor defined by an expression.
  template <class Value>
  void insert(const std::vector<std::int64_t>& coordinates, Value value) {
    static_assert(std::is_arithmetic_v<Value> || isComplex<Value>, "a value is a number");
    if constexpr (isComplex<Value>) insertComplex(coordinates, static_cast<std::complex<double>>(value));
    else if constexpr (!std::is_integral_v<Value>) insertReal(coordinates, static_cast<double>(value));
    else if constexpr (std::is_unsigned_v<Value>) insertNatural(coordinates, static_cast<std::uint64_t>(value));
    else insertInteger(coordinates, static_cast<std::int64_t>(value));
  }
  /// Reads a file of any format of docs/guide/files.md, and replaces the current entries. The extents must match.
  /// `base` is the first coordinate of an edge list, 0 or 1. Returns a note, with the line and its interpretation, for
  /// each unusual construct of the file; usually none.
  std::vector<std::string> read(const std::string& path, int base = 0);
  /// Writes every stored entry (format: io/write.h). Evaluates a tensor that is defined by an expression first.
  void write(const std::string& path);

  /// Concrete index notation of the assignment, unscheduled. Throws Error (user) if the tensor has no assignment.
  IndexStmt getAssignment() const;
  /// Evaluates with this statement from now on. The statement must come from the tensor's own getAssignment().
  void compile(const IndexStmt& stmt);
  /// The Spatial program for the evaluation of the tensor.
  std::string spatial();
  /// Compiles, runs on this computer (or another target), and checks the result against the reference evaluator. Unlike
  /// lazy evaluation, it runs on every call, and it reports a wrong result instead of throwing; the tensor then has no
  /// values. Throws Error (user) without a C compiler; Target::Interpret and Target::Capstan do not need one. To run
  /// many times on new data, compile a Kernel (kernel.h).
  Report evaluate(const RunOptions& options = {});

  /// Computed indices may leave this tensor from now on, and read 0 outside.
  void pad();

  const std::vector<std::int64_t>& dimensions() const;
  const Format& format() const;
  int order() const { return format().order(); }
  /// Number of stored values, including explicit zeros and the padding of dense levels; one for each run of a
  /// run-length level. Evaluates first.
  std::int64_t stored();
  /// Visits the entries in storage order. Values are exact, except for 64-bit integers beyond 2^53.
  /// Throws Error (user) for a tensor of complex numbers.
  void forEach(const std::function<void(const std::vector<std::int64_t>& coordinates, double value)>& visit);
  /// The same with complex values, of a tensor of any type.
  void forEachComplex(
      const std::function<void(const std::vector<std::int64_t>& coordinates, std::complex<double> value)>& visit);

  const std::shared_ptr<api::TensorState>& state() const { return state_; }

 protected:
  /// The names and the order of the value types (docs/guide/grammar.md).
  enum class Kind {
    Int32,
    Int64,
    Float32,
    Float64,
    Bool,
    Int8,
    Int16,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float16,
    Bfloat16,
    Complex64,
    Complex128
  };
  template <class T>
  static constexpr bool isComplex = std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;
  TensorBase(std::string name, std::vector<std::int64_t> dims, Format format, Kind kind);
  Access access(std::vector<Index> indices) const;

 private:
  void insertInteger(const std::vector<std::int64_t>& coordinates, std::int64_t value);
  void insertNatural(const std::vector<std::int64_t>& coordinates, std::uint64_t value);
  void insertReal(const std::vector<std::int64_t>& coordinates, double value);
  void insertComplex(const std::vector<std::int64_t>& coordinates, std::complex<double> value);

  std::shared_ptr<api::TensorState> state_;
};
/// Prints the stored entries, one "(i,j) = value" a line with 0-based coordinates (a scalar: its value). Evaluates a
/// tensor defined by an expression first. Throws Error of family wrong if the result is wrong.
std::ostream& operator<<(std::ostream& out, TensorBase tensor);

/// "A", or a std::string. Braces are excluded: Tensor<int>({2, 3}, csr) has two extents, not a name of two characters.
template <class T>
concept TensorName = std::is_convertible_v<const T&, std::string> && !std::is_same_v<T, std::nullptr_t>;

/// Names of the floating-point types of 16 bits: Tensor<float16> A("A", {n, m}, csr). Their entries are inserted and
/// visited as numbers of C++.
struct float16;
struct bfloat16;

/// Tensor<int> A("A", {n, m}, csr); Tensor<float> alpha("alpha"); Tensor<int> ws("ws", onChip). Messages, schedules and
/// reports use the name. Unnamed tensors are called A, B, … in order of first appearance.
template <class T>
class Tensor : public TensorBase {
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
    return access({Index(vars)...});
  }
  /// Converts a scalar without an index list.
  operator IndexExpr() const { return access({}); }  // NOLINT
  Pattern operator+=(const IndexExpr& rhs) const { return access({}) += rhs; }
  Pattern operator*=(const IndexExpr& rhs) const { return access({}) *= rhs; }
  Pattern minEquals(const IndexExpr& rhs) const { return access({}).minEquals(rhs); }
  Pattern maxEquals(const IndexExpr& rhs) const { return access({}).maxEquals(rhs); }
  void argminEquals(const IndexExpr& rhs) const { access({}).argminEquals(rhs); }
  void argmaxEquals(const IndexExpr& rhs) const { access({}).argmaxEquals(rhs); }
  /// Defines a scalar. Note that `a = b` between tensors makes `a` another handle of `b`; a() = b() copies the value.
  Pattern operator=(const IndexExpr& rhs) const { return access({}) = rhs; }

 private:
  static constexpr Kind kind() {
    // In the order of Kind.
    constexpr bool is[] = {std::is_same_v<T, std::int32_t>,
                           std::is_same_v<T, std::int64_t>,
                           std::is_same_v<T, float>,
                           std::is_same_v<T, double>,
                           std::is_same_v<T, bool>,
                           std::is_same_v<T, std::int8_t>,
                           std::is_same_v<T, std::int16_t>,
                           std::is_same_v<T, std::uint8_t>,
                           std::is_same_v<T, std::uint16_t>,
                           std::is_same_v<T, std::uint32_t>,
                           std::is_same_v<T, std::uint64_t>,
                           std::is_same_v<T, float16>,
                           std::is_same_v<T, bfloat16>,
                           std::is_same_v<T, std::complex<float>>,
                           std::is_same_v<T, std::complex<double>>};
    constexpr auto at = std::find(std::begin(is), std::end(is), true) - std::begin(is);
    static_assert(at < std::ssize(is),
                  "values are bool, int8_t to int64_t, uint8_t to uint64_t, float16, bfloat16, float, double, "
                  "std::complex<float> or std::complex<double>");
    return static_cast<Kind>(at);
  }
};

}  // namespace stardust
