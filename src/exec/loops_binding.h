// The arrays of a function of the imperative IR, and their binding to tensors.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exec/reference.h"
#include "loops/nodes.h"

namespace stardust::exec {

/// An array that records which of its elements were written. Every access outside the array throws Error (internal), as
/// do reads of unwritten elements.
class LoopsArray {
 public:
  LoopsArray() = default;
  LoopsArray(std::string name, loops::Type type) : name_(std::move(name)), type_(type) {}

  loops::Type type() const { return type_; }
  std::int64_t length() const { return static_cast<std::int64_t>(written_.size()); }
  std::int64_t integer(std::int64_t index) const { return integers_[checked(index, true)]; }
  double real(std::int64_t index) const { return reals_[checked(index, true)]; }
  std::complex<double> complex(std::int64_t index) const { return complexes_[checked(index, true)]; }
  void setInteger(std::int64_t index, std::int64_t value);
  void setReal(std::int64_t index, double value);
  void setComplex(std::int64_t index, std::complex<double> value);
  void resize(std::int64_t length);
  void sort(std::int64_t begin, std::int64_t end);
  void move(std::int64_t begin, std::int64_t end, std::int64_t to);

 private:
  std::size_t checked(std::int64_t index, bool reads) const;

  std::string name_;
  loops::Type type_ = loops::Type::I64;
  std::vector<std::int64_t> integers_;  // for types that are neither floating-point nor complex
  std::vector<double> reals_;
  std::vector<std::complex<double>> complexes_;
  std::vector<bool> written_;
};

class LoopsArrays {
 public:
  /// Creates an empty array, or empties the existing one, whose address stays the same.
  LoopsArray& make(const std::string& name, loops::Type type);
  LoopsArray& at(const std::string& name);

 private:
  std::map<std::string, LoopsArray> arrays_;  // a map, for stable addresses
};

/// Fills the array of an input parameter. Throws Error (internal) if the operand is missing, or has no such array of
/// this type.
void bind(LoopsArray& array, const loops::Parameter& parameter, const Operands& operands);
std::int64_t dimensionOf(const loops::Role& role, const Operands& operands, const notation::TensorVar& result);
/// The tensor made of the output arrays.
Storage resultOf(const loops::Function& function, LoopsArrays& arrays, const notation::TensorVar& result);

}  // namespace stardust::exec
