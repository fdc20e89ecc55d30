#include "driver/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/file_kinds.h"
#include "driver/machines.h"
#include "files/files.h"
#include "files/output_folder.h"
#include "io/read.h"

namespace stardust::driver {
namespace {

namespace fs = std::filesystem;

// /dev/null and similar devices accept any number of texts; a reader of the standard output expects one.
bool takesAll(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool isInside(const fs::path& path, const fs::path& folder) {
  const auto [ofFolder, ofPath] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return ofFolder == folder.end() && ofPath != path.end();
}

// Decided by names alone: the names of a kernel's arrays are known when it is compiled.
bool isOfFolders(const fs::path& path) {
  const auto name = path.filename(), extension = path.extension();
  const auto isOneOf = [](const fs::path& word, const std::vector<const char*>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  return isOneOf(name, {folderList, "manifest.json", "CMakeLists.txt", "Makefile", "README.md", "real-spatial",
                        "real-spatial.d", "versions"}) ||
         isOneOf(extension, {".c", ".h", ".bin", ".csv", ".scala", ".data", ".xml"});
}

[[noreturn]] void failTogether(const Output& one, const Output& other, const std::string& what,
                               const std::string& why) {
  failUser(what, other.where ? other.where : one.where, why, "give each a file of its own");
}

[[noreturn]] void failOneFile(const Output& one, const Output& other) {
  failTogether(one, other, fmt::format("{} and {} would both be written to {}", one.what, other.what, other.path),
               one.path == other.path ? "" : fmt::format("{} and {} are one file", one.path, other.path));
}

void requireFileIsNoFolder(const Output& file, const Output& other) {
  if (!isInside(canonicalPath(other.path), canonicalPath(file.path))) return;
  failTogether(file, other,
               fmt::format("{} would be the file {}, and {} is to be in a folder of that name", file.what, file.path,
                           other.what),
               other.path + " is in it");
}

void requireNotInFolder(const Output& folder, const Output& file) {
  const fs::path path = canonicalPath(file.path), own = canonicalPath(folder.path);
  if (path == own)
    failTogether(folder, file, fmt::format("{} and {} would both be {}", folder.what, file.what, file.path),
                 "one is a folder, the other a file");
  if (isInside(path, own) && isOfFolders(path))
    failTogether(folder, file, fmt::format("{} and {} would both be written to {}", folder.what, file.what, file.path),
                 "the folder has files of such names");
  requireFileIsNoFolder(file, folder);
}

void requireFilesApart(const Output& one, const Output& other) {
  if (isStandardOutput(one.path) && isStandardOutput(other.path)) failOneFile(one, other);
  if (takesAll(one.path) && takesAll(other.path)) return;
  if (canonicalPath(one.path) == canonicalPath(other.path)) failOneFile(one, other);
  requireFileIsNoFolder(one, other);
  requireFileIsNoFolder(other, one);
}

void requirePairApart(const Output& one, const Output& other) {
  if (one.path.empty() || other.path.empty()) return;
  if (one.isFolder) requireNotInFolder(one, other);
  else if (other.isFolder) requireNotInFolder(other, one);
  else requireFilesApart(one, other);
}

void requireNoInput(const Output& output, const InputFile& input) {
  if (output.path.empty() || input.path.empty() || takesAll(output.path)) return;
  if (!isSameFile(output.path, input.path)) return;
  failUser(fmt::format("{} would overwrite {}, which the run reads", output.what, input.path), output.where,
           output.path == input.path ? fmt::format("it is {}", input.what)
                                     : fmt::format("{} is {}, by another name", output.path, input.what),
           "write to another file");
}

void requireEnding(const Output& output) {
  if (output.ending.empty()) return;
  const NamedKind* named = kindByName(output.path);
  if (named && named->ending != output.ending)
    failUser(fmt::format("{} would be written to {}, which is {} by its name", output.what, output.path, named->called),
             output.where, {}, fmt::format("give the file a name with {}", output.ending));
}

}  // namespace

std::vector<Output> outputsOf(const std::vector<KernelSpec>& steps) {
  std::vector<Output> outputs;
  for (const KernelSpec& step : steps)
    for (const auto& [tensor, path] : step.outputs)
      outputs.push_back({"the result " + tensor, tensorPath(path.value).file, path.where});
  if (!steps.empty() && steps.back().json)
    outputs.push_back({"the report (json)", steps.back().json->value, steps.back().json->where, false, ".json"});
  return outputs;
}

std::vector<InputFile> descriptionsOf(const std::string& machine, const std::vector<std::string>& memories) {
  std::vector<InputFile> inputs;
  const auto add = [&](const char* kind, const char* what, const std::string& name) {
    if (const auto path = descriptionFile(kind, name)) inputs.push_back({what, *path});
  };
  add("machine", "the description of the machine", machine);
  for (const std::string& memory : memories) add("memory", "the description of the memory system", memory);
  return inputs;
}

std::vector<InputFile> inputsOf(const Invocation& invocation, const std::vector<KernelSpec>& steps,
                                const RunRequest& request) {
  std::vector<InputFile> inputs = descriptionsOf(request.machine, request.memories);
  if (request.processor)
    if (const auto path = descriptionFile("processor", *request.processor))
      inputs.push_back({"the description of the processor", *path});
  if (isKernelFile(invocation.kernel)) inputs.push_back({"the kernel file", invocation.kernel});
  for (const KernelSpec& step : steps)
    for (const auto& [tensor, input] : step.inputs)
      if (const auto* path = std::get_if<std::string>(&input.value))
        inputs.push_back({"the file of " + tensor, tensorPath(*path).file});
  if (!request.program.empty()) inputs.push_back({"the program (--program)", request.program});
  return inputs;
}

void requireApart(const std::vector<Output>& outputs, const std::vector<InputFile>& inputs) {
  for (auto other = outputs.begin(); other != outputs.end(); ++other)
    for (auto one = outputs.begin(); one != other; ++one) requirePairApart(*one, *other);
  for (const Output& output : outputs)
    for (const InputFile& input : inputs) requireNoInput(output, input);
  for (const Output& output : outputs) requireEnding(output);
}

}  // namespace stardust::driver
