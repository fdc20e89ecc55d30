// Expressions of the imperative IR as closures, whose names are resolved once.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "exec/loops_binding.h"
#include "loops/nodes.h"

namespace stardust::exec {

// Integers and Bool as 64-bit numbers, F32 and F64 as double, C64 and C128 as two doubles.
using LoopsInteger = std::function<std::int64_t()>;
using LoopsReal = std::function<double()>;
using LoopsComplex = std::function<std::complex<double>()>;

/// Error text for a call that should have been expanded.
inline constexpr const char* unexpanded = "an idiom is interpreted as the loops that it means";

template <class T>
struct LoopsVariable {
  T value = 0;
};

/// The variables of a function without idioms, and closures for expressions over them, which read `arrays`.
class LoopsExpressions {
 public:
  LoopsExpressions(LoopsArrays& arrays, std::int64_t threads) : arrays_(arrays), threads_(threads) {}

  LoopsInteger integer(const loops::Expr& e);
  LoopsReal real(const loops::Expr& e);
  LoopsComplex complex(const loops::Expr& e);

  /// Creates a variable at its first use; its address is stable.
  LoopsVariable<std::int64_t>* integerVariable(const std::string& name) { return &integers_[name]; }
  LoopsVariable<double>* realVariable(const std::string& name) { return &reals_[name]; }
  LoopsVariable<std::complex<double>>* complexVariable(const std::string& name) { return &complexes_[name]; }

 private:
  /// A function with operands of the same type.
  LoopsReal realCall(const loops::Call& c, loops::Type type);
  LoopsComplex complexCall(const loops::Call& c, loops::Type type);
  LoopsInteger unary(const loops::Unary& u, loops::Type type);
  LoopsInteger binary(const loops::Binary& b, loops::Type type);

  LoopsArrays& arrays_;
  std::int64_t threads_;
  std::map<std::string, LoopsVariable<std::int64_t>> integers_;
  std::map<std::string, LoopsVariable<double>> reals_;
  std::map<std::string, LoopsVariable<std::complex<double>>> complexes_;
};

}  // namespace stardust::exec
