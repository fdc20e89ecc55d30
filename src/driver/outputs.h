// The files that a run reads and writes. Each output must be a file of its own; otherwise data would be lost.
#pragma once

#include <string>
#include <vector>

#include "driver/invocation.h"
#include "driver/kernel_spec.h"

namespace stardust::driver {

/// An output of a run.
struct Output {
  std::string what;  ///< its name in messages: "the result y"
  std::string path;  ///< empty: not requested
  Location where = {};
  bool isFolder = false;    ///< a folder whose files only Stardust writes (io/output_folder.h)
  std::string ending = {};  ///< required extension: ".json"; empty: checked elsewhere
};

/// An input file of a run.
struct InputFile {
  std::string what;  ///< its name in messages: "the kernel file", "the file of A"
  std::string path;
};

/// The outputs of a kernel's steps: their results, and the report.
std::vector<Output> outputsOf(const std::vector<KernelSpec>& steps);

/// The inputs of a command: the kernel file, and the files of operands, of the machine and of the memory systems.
std::vector<InputFile> inputsOf(const Invocation& invocation, const std::vector<KernelSpec>& steps,
                                const RunRequest& request);
/// The descriptions of the machine and the memory systems that are files.
std::vector<InputFile> descriptionsOf(const std::string& machine, const std::vector<std::string>& memories);

/// Throws Error (user), before any write, if two outputs are the same file under any spelling; if one is a file where
/// another needs a folder; if an output is an input under any name or link; or if an output has the extension of
/// another kind of file ("k.sd" for a program), which it would overwrite by mistake.
void requireApart(const std::vector<Output>& outputs, const std::vector<InputFile>& inputs = {});

}  // namespace stardust::driver
