// Lowering of a planned statement to a Spatial program, and the data at its boundary.
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

/// The permitted error of a result of floats: absolute, or relative to the result.
struct Margin {
  double value = 0;  ///< infinite: no check
  bool isRelative = false;
  bool orEqual = false;  ///< the expected result contains infinities, which are not near themselves
};

struct LowerOptions {
  std::string name = "Kernel";            ///< name of the Scala class
  std::vector<std::string> header;        ///< comment lines above the class
  std::map<std::string, double> scalars;  ///< values of 0-order operands
  Margin margin;                          ///< of the program's own check
  std::string folder = {};                ///< prefix of file names in the program: "spmv.data"; empty: none
};

/// A pos, crd or values array of a tensor at the host boundary.
struct BoundArray {
  std::string tensor;
  placement::Part part;
  int level;         ///< level of Pos and Crd
  std::string dram;  ///< name of the DRAM, or of the ArgOut for a scalar result
  std::string file;  ///< file that loadCSV1D reads: the operand, or the expected result
  Type type;         ///< Int or Float
};

struct Lowered {
  Program program;
  std::vector<BoundArray> operands;
  std::vector<BoundArray> results;       ///< all arrays of the result, in level order, values last
  std::vector<std::string> serialLoops;  ///< innermost loops on which innerPar has no effect
};

/// Throws Error (unsupported) for a form without a lowering, and for a literal that the value type cannot represent.
/// Linear in the size of the statement.
Lowered lower(const placement::Plan& plan, const LowerOptions& options);

/// The files that the program loads: operands, and the reference result of its check. Throws Error (unsupported) for
/// positions beyond 32 bits.
HostFiles hostFiles(const Lowered& lowered, const std::map<std::string, Storage>& operands, const Storage& reference);

/// Reads the result tensor from the DRAM contents after a run. Throws Error (wrong) if the arrays are inconsistent.
Storage resultOf(const Lowered& lowered, const RunOutput& output, const notation::TensorVar& tensor);

}  // namespace stardust::spatial
