#include "driver/spatial_artifact.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "built_in_spatial_build.h"
#include "driver/program_data.h"
#include "driver/run.h"
#include "stardust_version.h"
#include "support/diagnostic.h"

namespace stardust::driver {
namespace {

constexpr const char* versionsFile = "real-spatial.d/versions";

constexpr const char* readme = R"(# Spatial programs for Capstan

Stardust {version} wrote this folder. A program finds its data in the folder of its name, as CSV with a number on a line; `_gold` is the
reference result, with which it compares its own.

| program | computes | data |
|---|---|---|
{programs}
`stardust exec {first}` runs a program here: interpreted, mapped and simulated, with its result compared.

## In Spatial's own compiler

| command | does | needs | says |
|---|---|---|---|
| `make spatial` | gets Spatial and builds it in `SPATIAL_WORK`, once for all folders: about 5 minutes | the network; `apt-get install git maven openjdk-17-jdk-headless gcc pkg-config libisl-dev libgmp-dev` | the time of each part |
| `make types` | compiles the programs | `make spatial` | `NAME: type-checks`, or the first error |
| `make stage` | brings them to PIR: banking, buffers, unrolling; seconds for each | `make spatial` | `NAME: stages, N lines of PIR`, or what the compiler complains of |
| `make pir` | `make spatial`, and the mapper | the same | the time of each part |
| `make map` | maps them onto 20 x 20 units; minutes for each | `make pir` | `NAME: maps:` and the units of each kind, or what the mapper complains of |

The exit code tells whether all programs passed. Variables: `SPATIAL_WORK=DIR` (without it `~/.cache/stardust/spatial`), `PROGRAMS=FILE.scala` for some of the
programs, `LIMIT=SECONDS` of processor time for each (300), `LOGS=DIR` for what the compiler says (`logs`). `bash real-spatial build DIR SPATIAL_CLONE PIR_CLONE`
takes clones that are here already.

| built from | branch | commit |
|---|---|---|
| {spatialRepository} | {spatialBranch} | `{spatialCommit}` |
| {pirRepository} | {pirBranch} | `{pirCommit}` |

[real-spatial.d/versions](real-spatial.d/versions) says this to the script. The simulator behind the mapper (Tungsten) is not public, so nothing here runs what was mapped. The data is what it
would read, by paths relative to the folder in which it runs.
)";

std::string builtIn(const std::string& file) {
  for (const auto& [path, text] : spatialBuildFiles)
    if (path == file) return text;
  failInternal("no file " + file + " was built in");
}

// The value in a line KEY=VALUE.
std::string valueOf(const std::string& key, const std::string& lines) {
  const std::size_t begin = lines.find("\n" + key + "=");
  require(begin != std::string::npos, "the file of versions has every key");
  const std::size_t value = begin + key.size() + 2;
  return lines.substr(value, lines.find('\n', value) - value);
}

bool isProgram(const std::string& path) { return std::filesystem::path(path).extension() == ".scala"; }

std::string programOf(const Run& run) {
  for (const auto& entry : run.artifact)
    if (isProgram(entry.first)) return entry.first;
  failInternal("a run for an artifact has a program");
}

std::string rowOf(const Run& run) {
  std::string data;
  for (const auto& entry : run.artifact)
    if (!isProgram(entry.first))
      data += fmt::format("{}`{}`", data.empty() ? "" : ", ", std::filesystem::path(entry.first).filename().string());
  const std::string program = programOf(run);
  return fmt::format("| `{}` | `{}` | `{}/`: {} |\n", program, run.expression(), dataFolderBeside(program), data);
}

std::string readmeOf(const std::vector<Run>& runs) {
  std::string rows;
  for (const Run& run : runs) rows += rowOf(run);
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  values.push_back(fmt::arg("version", fmt::format("{} ({})", STARDUST_VERSION, STARDUST_GIT_ID)));
  values.push_back(fmt::arg("programs", rows));
  values.push_back(fmt::arg("first", programOf(runs.front())));
  const std::string versions = builtIn(versionsFile);
  for (const char* key :
       {"spatialRepository", "spatialBranch", "spatialCommit", "pirRepository", "pirBranch", "pirCommit"})
    values.push_back(fmt::arg(key, valueOf(key, versions)));
  return fmt::vformat(readme, values);
}

}  // namespace

std::string artifactProgram(const std::string& kernel, std::size_t n, std::size_t count) {
  std::string name = kernel;
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return programFile(name + ".scala", n, count);
}

std::map<std::string, std::string> programFilesOf(const AcceleratorProduct& made, const std::string& program) {
  std::map<std::string, std::string> files = {{program, made.compiled.text}};
  for (const auto& [name, text] : made.files) files[dataFolderBeside(program) + "/" + name] = text;
  return files;
}

std::map<std::string, std::string> spatialBuildOf(const std::vector<Run>& runs) {
  std::map<std::string, std::string> files = {{"README.md", readmeOf(runs)}};
  for (const auto& [path, text] : spatialBuildFiles) files[path] = text;
  return files;
}

}  // namespace stardust::driver
