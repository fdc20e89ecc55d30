#include "driver/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/files.h"

namespace stardust::driver {
namespace {

namespace fs = std::filesystem;

// One path for all spellings of a file, whether it is there or not.
fs::path canonicalPath(const std::string& path) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(path, ignored);
  const fs::path canonical = fs::weakly_canonical(absolute, ignored).lexically_normal();
  return canonical.empty() ? absolute.lexically_normal() : canonical;
}

// /dev/null and its like take whatever comes; of the standard output, a reader expects one text.
bool takesAll(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool isInside(const fs::path& path, const fs::path& folder) {
  const auto [ofFolder, ofPath] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return ofFolder == folder.end() && ofPath != path.end();
}

// By names alone: what a kernel's arrays are called is known when it is compiled.
bool isOfArtifacts(const fs::path& path) {
  const auto name = path.filename(), extension = path.extension();
  return name == "manifest.json" || name == "CMakeLists.txt" || extension == ".c" || extension == ".h" ||
         extension == ".bin";
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

void requireNotInArtifact(const Output& artifact, const Output& file) {
  const fs::path path = canonicalPath(file.path), folder = canonicalPath(artifact.path);
  if (path == folder)
    failTogether(artifact, file, fmt::format("{} and {} would both be {}", artifact.what, file.what, file.path),
                 "one is a folder, the other a file");
  if (isInside(path, folder) && isOfArtifacts(path))
    failTogether(artifact, file,
                 fmt::format("{} and {} would both be written to {}", artifact.what, file.what, file.path),
                 "the artifact has files of such names");
  requireFileIsNoFolder(file, artifact);
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
  if (one.isArtifact) requireNotInArtifact(one, other);
  else if (other.isArtifact) requireNotInArtifact(other, one);
  else requireFilesApart(one, other);
}

}  // namespace

std::vector<Output> outputsOf(const std::vector<KernelSpec>& steps) {
  std::vector<Output> outputs;
  for (const KernelSpec& step : steps)
    for (const auto& [tensor, path] : step.outputs) outputs.push_back({"the result " + tensor, path.value, path.where});
  if (!steps.empty() && steps.back().json)
    outputs.push_back({"the report (json)", steps.back().json->value, steps.back().json->where});
  return outputs;
}

void requireApart(const std::vector<Output>& outputs) {
  for (auto other = outputs.begin(); other != outputs.end(); ++other)
    for (auto one = outputs.begin(); one != other; ++one) requirePairApart(*one, *other);
}

}  // namespace stardust::driver
