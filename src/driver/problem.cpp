#include "driver/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/read.h"
#include "tensor/generate.h"

namespace stardust::driver {
namespace {

using notation::Access;

// The operands in order of first appearance, each once.
std::vector<Access> operandsOf(const notation::Assignment& assignment) {
  std::vector<Access> operands;
  for (const Access& access : notation::accesses(assignment.rhs))
    if (std::none_of(operands.begin(), operands.end(), [&](const Access& a) { return a.tensor.name == access.tensor.name; }))
      operands.push_back(access);
  return operands;
}

Storage scalar(double value, const notation::TensorVar& tensor) {
  Coordinates one;
  one.values = std::vector<double>{value};
  return convertValues(pack(one, tensor.format), tensor.type);
}

// A .tns has no dimensions of its own; where -d gives those of all its modes, it has these.
std::optional<std::vector<std::int64_t>> statedDims(const KernelSpec& spec, const Access& access, const std::string& path) {
  if (fileKind(path) != FileKind::Frostt) return std::nullopt;
  std::vector<std::int64_t> dims;
  for (const auto& var : access.indices) {
    const auto stated = spec.dims.find(var);
    if (stated == spec.dims.end()) return std::nullopt;
    dims.push_back(stated->second.value);
  }
  return dims;
}

using Files = std::map<std::string, Coordinates>;

Files readFiles(const KernelSpec& spec, const notation::Assignment& assignment, Progress* progress) {
  Files files;
  for (const Access& access : operandsOf(assignment)) {
    const auto input = spec.inputs.find(access.tensor.name);
    const auto* path = input == spec.inputs.end() ? nullptr : std::get_if<std::string>(&input->second.value);
    if (!path) {
      if (input != spec.inputs.end() && access.tensor.order() > 0)
        failUser(fmt::format("{} has order {}, and a number is no tensor of that order", access.tensor.name, access.tensor.order()),
                 input->second.where, {}, fmt::format("name a file: -i={}:FILE.mtx", access.tensor.name));
      continue;
    }
    ReadOptions options;
    options.type = access.tensor.type;
    options.order = access.tensor.order();
    options.dims = statedDims(spec, access, *path);
    options.progress = progress;
    Coordinates read = readTensor(*path, options);
    if (read.order() != access.tensor.order())
      failUser(fmt::format("{} holds a tensor of order {}, but {} has order {}", *path, read.order(), access.tensor.name,
                           access.tensor.order()),
               input->second.where);
    files.emplace(access.tensor.name, std::move(read));
  }
  return files;
}

notation::Assignment withDims(const KernelSpec& spec, const notation::Assignment& assignment, const Files& files) {
  notation::Assignment known = assignment;
  known.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    const auto file = access ? files.find(access->tensor.name) : files.end();
    if (file == files.end()) return notation::Expr();
    notation::TensorVar tensor = access->tensor;
    tensor.dims = file->second.dims;
    return notation::access(tensor, access->indices, e->where);
  });
  std::map<notation::IndexVar, std::int64_t> extents;
  for (const auto& [var, said] : spec.dims) extents[var] = said.value;
  return notation::withExtents(known, extents);
}

std::uint64_t seedOf(const KernelSpec& spec) { return spec.seed ? static_cast<std::uint64_t>(spec.seed->value) : defaultSeed; }

// Every operand has a seed of its own, whatever else is generated.
std::uint64_t seedFor(const std::string& tensor, std::uint64_t seed) {
  std::uint64_t hash = 1469598103934665603ULL ^ seed;  // FNV-1a
  for (const char c : tensor) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

Coordinates generated(const Generator& generator, const notation::TensorVar& tensor, std::uint64_t seed) {
  return generate(generator.sparse ? Fill::Sparse : Fill::Dense, tensor.dims, generator.density, seedFor(tensor.name, seed), tensor.type);
}

Problem begin(const KernelSpec& spec, notation::Assignment assignment) {
  Problem problem;
  problem.assignment = std::move(assignment);
  problem.commands = spec.commands;
  problem.seed = seedOf(spec);
  return problem;
}

}  // namespace

Problem loadProblem(const KernelSpec& spec, Progress* progress) {
  const notation::Assignment declared = assignmentOf(spec);
  Files files = readFiles(spec, declared, progress);
  Problem problem = begin(spec, withDims(spec, declared, files));
  for (const Access& access : operandsOf(problem.assignment)) {
    const auto& tensor = access.tensor;
    const auto input = spec.inputs.find(tensor.name);
    const auto generator = spec.generators.find(tensor.name);
    if (const auto file = files.find(tensor.name); file != files.end()) {
      problem.operands[tensor.name] = pack(file->second, tensor.format);
      files.erase(file);  // a large tensor is not kept twice
    } else if (input != spec.inputs.end()) {
      problem.operands[tensor.name] = scalar(std::get<double>(input->second.value), tensor);
    } else if (generator != spec.generators.end()) {
      problem.operands[tensor.name] = pack(generated(generator->second.value, tensor, problem.seed), tensor.format);
    } else {
      failUser(fmt::format("the operand {} has no value", tensor.name), {}, {},
               tensor.order() == 0 ? fmt::format("-i={}:2.5", tensor.name)
                                   : fmt::format("read it (-i={0}:FILE.mtx) or generate it (-g={0}:d, -g={0}:s:0.1)", tensor.name));
    }
  }
  return problem;
}

Problem describeProblem(const KernelSpec& spec, Progress* progress) {
  const notation::Assignment declared = assignmentOf(spec);
  const Files files = readFiles(spec, declared, progress);
  Problem problem = begin(spec, withDims(spec, declared, files));
  for (const Access& access : operandsOf(problem.assignment)) {
    if (access.tensor.order() > 0) continue;
    const auto input = spec.inputs.find(access.tensor.name);
    problem.operands[access.tensor.name] =
        scalar(input == spec.inputs.end() ? 1 : std::get<double>(input->second.value), access.tensor);
  }
  return problem;
}

std::string className(const std::string& kernel) {
  std::string name;
  bool upper = true;
  for (const char c : kernel) {
    if (!std::isalnum(static_cast<unsigned char>(c))) {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "Kernel" + name;
  return name;
}

}  // namespace stardust::driver
