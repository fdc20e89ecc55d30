// The host part of the emitted program: which arrays exist, how they are loaded, how the result is checked.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "capstan/lower/lower.h"
#include "spatial/names.h"

namespace stardust::spatial {

/// What the host part declares and checks.
struct HostPart {
  std::vector<HostStmt> arguments, loads, checks;
  std::vector<BoundArray> operands, results;
};

/// Declares on first use; every name is stable once given.
class Host {
 public:
  Host(const placement::Plan& plan, const LowerOptions& options, Names& names);

  enum class Size { Exact, Bound };  ///< what is known of the size of an array before the run

  /// DRAM that holds an array of an operand, loaded by the host.
  std::string operand(const notation::TensorVar& tensor, placement::Part part, int level);
  /// DRAM that receives an array of the result, and its check. `size` in words, as a host expression.
  std::string result(const notation::TensorVar& tensor, placement::Part part, int level, Expr size, Size isSize);
  /// An array of the result that is the operand's: whoever takes the result takes it from there.
  void share(const notation::TensorVar& tensor, placement::Part part, int level, const notation::TensorVar& owner);
  /// Number of words of an operand's array, as a host expression.
  Expr sizeOf(const notation::TensorVar& tensor, placement::Part part, int level);
  /// The same inside Accel: a number where the extents tell it, else an ArgIn.
  Expr count(const notation::TensorVar& tensor, placement::Part part, int level);
  /// DRAM that only the accelerator uses.
  std::string scratch(const std::string& wanted, Type type, Expr size);
  /// ArgIn with the value of a 0-order operand.
  Expr scalar(const notation::TensorVar& tensor);
  /// ArgOut of a scalar result, and its check.
  std::string scalarResult(const notation::TensorVar& tensor);

  Type valueType() const { return valueType_; }
  HostPart finish() && { return std::move(made_); }

 private:
  /// An array of a tensor.
  struct ArrayId {
    std::string tensor;
    placement::Part part;
    int level;
    friend auto operator<=>(const ArrayId&, const ArrayId&) = default;
  };
  /// How its DRAM is called, and the array of the host that it is loaded from; "" for a result.
  struct Dram {
    std::string name, loadedFrom = {};
  };
  enum class Target { Whole, Leading, Register };  ///< what is compared: a DRAM, its first words, an ArgOut
  void check(const BoundArray& array, Target target);
  std::string fileOf(const std::string& base) const;

  const LowerOptions& options_;
  Names& names_;
  Type valueType_;
  HostPart made_;
  std::map<ArrayId, Dram> drams_;
  std::map<ArrayId, std::string> sizes_;        ///< ArgIns with the sizes of arrays
  std::map<std::string, std::string> scalars_;  ///< ArgIns of 0-order operands
};

}  // namespace stardust::spatial
