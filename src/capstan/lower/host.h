// The host part of the emitted program: its arrays, their loading, and the check of the result.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "capstan/lower/lower.h"
#include "spatial/names.h"

namespace stardust::spatial {

/// Declarations and checks of the host part.
struct HostPart {
  std::vector<HostStmt> arguments, loads, checks;
  std::vector<BoundArray> operands, results;
};

/// Declares arrays at their first use. Names are stable from then on.
class Host {
 public:
  Host(const placement::Plan& plan, const LowerOptions& options, Names& names);

  enum class Size { Exact, Bound };  ///< whether an array's size is exact or an upper bound before the run

  /// The DRAM with an array of an operand, which the host loads.
  std::string operand(const notation::TensorVar& tensor, placement::Part part, int level);
  /// The DRAM for an array of the result, with its check. `size` in words, as a host expression.
  std::string result(const notation::TensorVar& tensor, placement::Part part, int level, Expr size, Size isSize);
  /// Declares that an array of the result is an array of the operand: the result is read from there.
  void share(const notation::TensorVar& tensor, placement::Part part, int level, const notation::TensorVar& owner);
  /// The number of words of an operand's array, as a host expression.
  Expr sizeOf(const notation::TensorVar& tensor, placement::Part part, int level);
  /// The same inside Accel: a literal if the extents determine it, otherwise an ArgIn.
  Expr count(const notation::TensorVar& tensor, placement::Part part, int level);
  /// A DRAM that only the accelerator uses.
  std::string scratch(const std::string& wanted, Type type, Expr size);
  /// An ArgIn with the value of a 0-order operand.
  Expr scalar(const notation::TensorVar& tensor);
  /// The ArgOut of a scalar result, with its check.
  std::string scalarResult(const notation::TensorVar& tensor);

  Type valueType() const { return valueType_; }
  HostPart finish() && { return std::move(made_); }

 private:
  /// An array of a tensor.
  struct ArrayId {
    std::string tensor;
    placement::Part part;
    int level;
    friend std::strong_ordering operator<=>(const ArrayId&, const ArrayId&) = default;
  };
  /// The name of a DRAM, and the host array loaded into it; "" for a result.
  struct Dram {
    std::string name, loadedFrom = {};
  };
  enum class Target { Whole, Leading, Register };  ///< the data to compare: a DRAM, its first words, an ArgOut
  void check(const BoundArray& array, Target target);
  std::string fileOf(const std::string& base) const;

  const LowerOptions& options_;
  Names& names_;
  Type valueType_;
  HostPart made_;
  std::map<ArrayId, Dram> drams_;
  std::map<ArrayId, std::string> sizes_;        ///< ArgIns with array sizes
  std::map<std::string, std::string> scalars_;  ///< ArgIns of 0-order operands
};

}  // namespace stardust::spatial
