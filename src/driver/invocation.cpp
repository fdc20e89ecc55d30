#include "driver/invocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "driver/file_kinds.h"
#include "driver/source_files.h"
#include "driver/target.h"
#include "files/files.h"
#include "support/sha256.h"

namespace stardust::driver {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::vector<std::string> splitAtCommas(const Said<std::string>& names) {
  std::vector<std::string> parts;
  std::istringstream in(names.value);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  if (parts.empty() || std::find(parts.begin(), parts.end(), "") != parts.end())
    failUser("a name is missing", names.where, {}, "write names with one comma between two of them");
  return parts;
}

// Reports a flag without an effect as an error.
template <class T>
void requireTaken(const char* flag, const char* what, const std::optional<Said<T>>& said, Target target) {
  if (!said || backendOf(target).takes(flag)) return;
  const Backend& other = backendTaking(flag);
  failUser(fmt::format(fmt::runtime(what), other.title()), said->where, fmt::format("the target is {}", target.name()),
           fmt::format("add --target={}, or leave out --{}", other.target().name(), flag));
}

// A word without '=' or a bracket is assumed to be a file name.
void requireExpressionOrFile(const std::string& kernel) {
  const bool isWord =
      kernel.find_first_of("=([{ ,\"'+*\n") == std::string::npos && kernel.find("->") == std::string::npos;
  if (kernel.empty() || !isWord || isKernelFile(kernel)) return;
  const bool exists = driver::exists(kernel + ".sd");
  failUser(
      fmt::format("there is no file {}", kernel), {}, "an expression has an '=': y(i) = A(i,j) * x(j)",
      exists ? fmt::format("did you mean {}.sd?", kernel) : "give a kernel file (.sd), or an expression in quotes");
}

KernelSpec kernelIn(const std::string& path, const KernelSpec& flags) {
  KernelSpec spec = parseKernel(readSource(path, "a kernel, such as a line with y(i) = A(i,j) * x(j)"), flags);
  if (!spec.expression)
    failUser(fmt::format("{} has no expression", path), {}, {}, "give it a line such as y(i) = A(i,j) * x(j)");
  return spec;
}

}  // namespace

bool isKernelFile(const std::string& kernel) {
  return kernel.size() > 3 && (kernel.compare(kernel.size() - 3, 3, ".sd") == 0 || exists(kernel));
}

KernelSpec specOf(const Invocation& invocation) {
  KernelSpec flags;
  for (const auto& [keyword, value] : invocation.flags) addFlag(flags, keyword, value);
  requireKernelPath(invocation.kernel);
  requireExpressionOrFile(invocation.kernel);
  KernelSpec base;
  addFunctions(base, flags);
  if (isKernelFile(invocation.kernel)) base = kernelIn(invocation.kernel, flags);
  else addExpression(base, invocation.kernel);
  return merge(std::move(base), flags);
}

namespace {

// Parameters of the machines of another target would have no effect.
void requireOwnMachine(const Settings& settings, const Backend& target) {
  const std::string own = std::string(target.machineKind()) + ".";
  for (const std::string other : {"machine.", "sam."})
    for (const auto& [name, value] : settings)
      if (other != own && name.compare(0, other.size(), other) == 0)
        failUser(fmt::format("{} is no parameter of {}", name, target.title()), value.where, {},
                 fmt::format("its machines have parameters {}NAME", own));
}

}  // namespace

RunRequest requestOf(const KernelSpec& spec, bool strict) {
  RunRequest request;
  if (spec.target) request.target = spec.target->value;
  if (spec.machine) request.machine = spec.machine->value;
  if (spec.memory) request.memories = splitAtCommas(*spec.memory);
  if (spec.processor) request.processor = spec.processor->value;
  request.settings = spec.settings;
  request.strict = strict;
  requireTaken("threads", "threads are of {}", spec.threads, request.target);
  requireTaken("time", "only runs on {} are timed", spec.time, request.target);
  requireTaken("processor", "a processor is of {}", spec.processor, request.target);
  if (spec.threads) request.cpu.threads = static_cast<int>(spec.threads->value);
  if (spec.time) request.cpu.runs = static_cast<int>(spec.time->value);
  requireOwnMachine(request.settings, backendOf(request.target));
  // A target that runs stream graphs has machines of its own.
  if (backendOf(request.target).machineKind() == std::string("sam")) {
    if (spec.machine) withPlace(spec.machine->where, [&] { loadSamMachine(request.machine, request.settings); });
    return request;
  }
  const capstan::Machine machine = withPlace(spec.machine ? spec.machine->where : Location(),
                                             [&] { return loadMachine(request.machine, request.settings); });
  requireLanes(request.settings, machine.pcu.lanes);
  withPlace(spec.memory ? spec.memory->where : Location(), [&] {
    for (const std::string& memory : request.memories) loadHardware(request.machine, memory, request.settings);
  });
  withPlace(spec.processor ? spec.processor->where : Location(),
            [&] { loadProcessor(request.processor, request.settings); });
  return request;
}

std::vector<std::string> argumentsOf(const Invocation& invocation) {
  std::vector<std::string> words = {"run", invocation.kernel};
  for (const auto& [keyword, value] : invocation.flags) words.push_back(fmt::format("--{}={}", keyword, value));
  if (invocation.strict) words.emplace_back("--strict");
  return words;
}

std::string contentHash(const Invocation& invocation, FileHashes& known) {
  const KernelSpec spec = specOf(invocation);
  const RunRequest request = requestOf(spec, invocation.strict);
  const auto hashOf = [&](const std::string& path) {
    const auto found = known.find(path);
    return found != known.end() ? found->second : known.emplace(path, sha256(readFile(path))).first->second;
  };
  std::string hashes;
  for (const std::string& memory : request.memories) {
    const Hardware hardware = loadHardware(request.machine, memory, request.settings);
    hashes += hardware.machineFile.hash + hardware.memoryFile.hash;
  }
  if (request.processor)
    if (const auto path = descriptionFile("processor", *request.processor)) hashes += hashOf(*path);
  if (isKernelFile(invocation.kernel)) hashes += hashOf(invocation.kernel);
  for (const std::string& file : spec.imports) hashes += hashOf(file);
  for (const auto& [tensor, input] : spec.inputs)
    if (const auto* path = std::get_if<std::string>(&input.value)) hashes += hashOf(*path);
  return sha256(hashes);
}

}  // namespace stardust::driver
