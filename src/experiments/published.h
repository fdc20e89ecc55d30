// What the paper reports of its kernels, and how each is repeated: examples/paper/published.toml.
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
  std::string name;  ///< as the paper's tables have it
  std::string file;  ///< the kernel file, in the folder of published.toml
  int outerPar = 1;
  Lines lines;
  capstan::Units units;
  Relative relative;
  std::string set;                ///< the inputs, by name of a set
  std::string tensor;             ///< that takes them
  std::vector<std::string> also;  ///< more flags with these inputs
  double cost = 1;                ///< of a run, relative to the others
};

/// A Spatial program by hand that runs on the inputs of a kernel, with HBM2E.
struct HandWritten {
  std::string name;
  std::string kernel;   ///< by name
  std::string program;  ///< in the folder of published.toml
  std::string machine;
  double relative = 0;  ///< runtime, to the compiled program's
};

/// One input: a file of the folder of data sets, or random contents.
struct PaperInput {
  std::string name;
  std::string file;       ///< or empty
  std::string generator;  ///< or empty
};

struct PaperSet {
  std::string name;
  std::vector<PaperInput> inputs;
  std::size_t swept = 0;  ///< the input that the bandwidth is varied for
};

/// The memory systems of the bandwidth figure.
struct Sweep {
  std::string memory;  ///< whose bandwidth is varied
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

/// Throws Error (user) with a caret: no TOML, a missing, unknown or mistyped value, a kernel whose set there is not.
Published parsePublished(Source toml);

/// A file of examples/paper or examples/spatial as it was when the tool was built: "spatial/gemm.scala".
Source exampleFile(const std::string& name);
/// The same of examples/paper: "spmv.sd".
Source paperFile(const std::string& name);

}  // namespace stardust::experiments
