// The files that a run reads and writes: what it writes are files of their own, or something is lost.
#pragma once

#include <string>
#include <vector>

#include "driver/invocation.h"
#include "driver/kernel_spec.h"

namespace stardust::driver {

/// Something that a run writes.
struct Output {
  std::string what;  ///< how to call it in a message: "the result y"
  std::string path;  ///< empty: it is not asked for
  Location where = {};
  bool isFolder = false;    ///< of files that only Stardust writes (io/output_folder.h)
  std::string ending = {};  ///< of the names of such files: ".json"; empty: checked elsewhere
};

/// A file that a run reads.
struct InputFile {
  std::string what;  ///< "the kernel file", "the file of A"
  std::string path;
};

/// What the steps of a kernel write: their results, and the report.
std::vector<Output> outputsOf(const std::vector<KernelSpec>& steps);

/// What a call reads: the kernel file, and the files of operands, of the machine and of the memory systems.
std::vector<InputFile> inputsOf(const Invocation& invocation, const std::vector<KernelSpec>& steps,
                                const RunRequest& request);
/// Of the machine and the memory systems only those that are files.
std::vector<InputFile> descriptionsOf(const std::string& machine, const std::vector<std::string>& memories);

/// Throws Error (user), before anything is written: two outputs are one file, however it is spelled, or one is a file
/// where another needs a folder; an output is an input, by whatever name or link; an output has the ending of another
/// kind of file ("k.sd" for a program), which it would replace by mistake.
void requireApart(const std::vector<Output>& outputs, const std::vector<InputFile>& inputs = {});

}  // namespace stardust::driver
