// The host part of the emitted program: which arrays exist, how they are loaded, how the result is checked.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "capstan/lower/lower.h"
#include "spatial/names.h"

namespace stardust::spatial {

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
  /// The extent of an index variable: a number, since a unit has few inputs, and a register would take one of each.
  Expr dimension(const notation::IndexVar& var) const;
  Expr extent(const placement::Loop& loop) const { return dimension(loop.var); }
  /// The extent in bits of a bit vector: whole tiles of 512, at least one.
  Expr bits(const notation::IndexVar& var) const;
  /// ArgIn with the value of a 0-order operand.
  Expr scalar(const notation::TensorVar& tensor);
  /// ArgOut of a scalar result, and its check.
  std::string scalarResult(const notation::TensorVar& tensor);

  Type valueType() const { return valueType_; }
  /// Moves what was declared into the program.
  void finish(Lowered& lowered) &&;

 private:
  enum class Target { Whole, Leading, Register };  ///< what is compared: a DRAM, its first words, an ArgOut
  void check(const BoundArray& array, Target target);
  std::string fileOf(const std::string& base) const;

  /// ArgIn of type Int, made once for each key.
  Expr argument(const std::string& key, const std::string& wanted, Expr value, const std::string& note);

  const placement::Plan& plan_;
  const LowerOptions& options_;
  Names& names_;
  Type valueType_;
  std::vector<HostStmt> arguments_, loads_, checks_;
  std::vector<BoundArray> operands_, results_;
  std::map<std::string, std::string> hostArrayOfDram_;
  std::map<std::string, std::string> dimensionArgument_;
  std::set<std::string> declaredResults_;
};

}  // namespace stardust::spatial
