// From a planned statement to a Spatial program, and the data that crosses between the two.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capstan/plan/plan.h"
#include "spatial/host_data.h"
#include "spatial/nodes.h"
#include "tensor/storage.h"

namespace stardust::spatial {

/// How far a result of floats may be from what is expected: so much, or so many times the result.
struct Margin {
  double value = 0;  ///< infinite: it is not checked
  bool isRelative = false;
  bool orEqual = false;  ///< infinite values are expected, of which none is near itself
};

struct LowerOptions {
  std::string name = "Kernel";            ///< of the Scala class
  std::vector<std::string> header;        ///< comment lines above it
  std::map<std::string, double> scalars;  ///< values of the 0-order operands
  Margin margin;                          ///< of the program's own check
  std::string folder = {};  ///< of the files that the program loads, as it names them: "spmv.data"; empty: none
};

/// One pos, crd or values array of a tensor, as it crosses the host boundary.
struct BoundArray {
  std::string tensor;
  placement::Part part;
  int level;         ///< of Pos and Crd
  std::string dram;  ///< DRAM name (or ArgOut name for a scalar result)
  std::string file;  ///< read by loadCSV1D: the operand, or what the result is checked against
  Type type;         ///< Int or Float
};

struct Lowered {
  Program program;
  std::vector<BoundArray> operands;
  std::vector<BoundArray> results;       ///< all arrays of the result, in level order, values last
  std::vector<std::string> serialLoops;  ///< innermost loops on which no innerPar has an effect
};

/// Throws Error: unsupported (a form without a lowering, a literal that the value type cannot hold).
/// Linear in the size of the statement.
Lowered lower(const placement::Plan& plan, const LowerOptions& options);

/// The files that the program loads: operands, and the reference result that it checks itself against.
/// Throws Error (unsupported) for positions beyond 32 bits.
HostFiles hostFiles(const Lowered& lowered, const std::map<std::string, Storage>& operands, const Storage& reference);

/// The result as a tensor, from what a run left in DRAM. Throws Error (wrong) if the arrays do not fit together.
Storage resultOf(const Lowered& lowered, const RunOutput& output, const notation::TensorVar& tensor);

}  // namespace stardust::spatial
