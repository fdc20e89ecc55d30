// The paper's results for its kernels, and how each is repeated: examples/paper/published.toml.
#pragma once

#include <string>
#include <vector>

#include "capstan/resources/resources.h"
#include "support/diagnostic.h"

namespace stardust::experiments {

struct Lines {
  int input = 0, spatial = 0;
};

/// Runtimes relative to the compiled program with HBM2E.
struct Relative {
  double ideal = 0, ddr4 = 0;
};

struct PaperKernel {
  std::string name;  ///< as in the paper's tables
  std::string file;  ///< the kernel file, in the folder of published.toml
  int outerPar = 1;
  Lines lines;
  capstan::Units units;
  Relative relative;
  std::string set;                ///< the inputs, by name of a set
  std::string tensor;             ///< the tensor with the input
  std::vector<std::string> also;  ///< additional flags with these inputs
  double cost = 1;                ///< of a run, relative to the others
};

/// A hand-written Spatial program that runs on the inputs of a kernel, with HBM2E.
struct HandWritten {
  std::string name;
  std::string kernel;   ///< by name
  std::string program;  ///< in the folder of published.toml
  std::string machine;
  double relative = 0;  ///< runtime relative to the compiled program
};

/// One input: a file in the folder of data sets, or random contents.
struct PaperInput {
  std::string name;
  std::string file;       ///< or empty
  std::string generator;  ///< or empty
};

struct PaperSet {
  std::string name;
  std::vector<PaperInput> inputs;
  std::size_t swept = 0;  ///< the input of the bandwidth sweep
};

/// The memory systems of the bandwidth figure.
struct Sweep {
  std::string memory;  ///< the memory whose bandwidth varies
  std::vector<double> gbPerSecond;
};

struct Published {
  Relative gmean;
  std::vector<HandWritten> handwritten;
  Sweep sweep;
  std::vector<PaperKernel> kernels;
  std::vector<PaperSet> sets;
  const PaperSet& setOf(const PaperKernel& kernel) const;
  const PaperKernel& kernel(const std::string& name) const;
};

/// Throws Error (user) with a caret for a TOML syntax error, a missing, unknown or mistyped value, and a kernel with an
/// unknown set.
Published parsePublished(Source toml);

/// A file of examples/paper or examples/spatial as of the tool's build: "spatial/gemm.scala".
Source exampleFile(const std::string& name);
/// The same in examples/paper: "spmv.sd".
Source paperFile(const std::string& name);

}  // namespace stardust::experiments
