#include "driver/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "driver/old_contents.h"
#include "io/read.h"
#include "tensor/generate.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::IndexVar;
using notation::PlacedAccess;

// The operands in order of first appearance, each once.
std::vector<PlacedAccess> operandsOf(const notation::Assignment& assignment) {
  std::vector<PlacedAccess> operands = notation::placedAccesses(assignment);
  operands.erase(operands.begin());
  std::set<std::string> seen;
  operands.erase(std::remove_if(operands.begin(), operands.end(), [&](const PlacedAccess& a) { return !seen.insert(a.access.tensor.name).second; }),
                 operands.end());
  return operands;
}

// What the user says a tensor is: a file, a number, or nothing.
const std::string* fileOf(const KernelSpec& spec, const Access& access) {
  const auto input = spec.inputs.find(access.tensor.name);
  if (input == spec.inputs.end()) return nullptr;
  const auto* path = std::get_if<std::string>(&input->second.value);
  if (!path && access.tensor.order() > 0)
    failUser(fmt::format("{} has order {}, and a number is no tensor of that order", access.tensor.name, access.tensor.order()),
             input->second.where, {}, fmt::format("name a file: -i={}:FILE.mtx", access.tensor.name));
  return path;
}

Storage scalar(double value, const notation::TensorVar& tensor, const Location& where) {
  Coordinates one;
  one.values = std::vector<double>{value};
  try {
    return convertValues(pack(one, tensor.format), tensor.type);
  } catch (const Error& error) {
    failUser(fmt::format("the scalar {} has type {}, which cannot hold {}", tensor.name, toString(tensor.type), value), where,
             error.diagnostic().why, error.diagnostic().remedy);
  }
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

using Files = std::map<std::string, TensorFile>;

// Dimensions that no file states are as large as those of the same index variables elsewhere: every round raises some until none is
// smaller than another. A file that states its dimensions keeps them.
void growUnstated(const KernelSpec& spec, const notation::Assignment& assignment, Files& files) {
  std::map<IndexVar, std::int64_t> extents;
  for (const auto& [var, said] : spec.dims) extents[var] = said.value;
  const auto all = notation::accesses(assignment.rhs);
  for (bool grown = true; grown;) {
    grown = false;
    for (const Access& access : all) {
      const auto file = files.find(access.tensor.name);
      if (file == files.end()) continue;
      for (std::size_t m = 0; m < access.indices.size(); ++m) {
        std::int64_t& extent = extents[access.indices[m]];
        std::int64_t& dim = file->second.tensor.dims[m];
        if (extent < dim) extent = dim, grown = true;
        if (dim < extent && !file->second.dimsStated) dim = extent, grown = true;
      }
    }
  }
}

Files readFiles(const KernelSpec& spec, const notation::Assignment& assignment, Progress* progress) {
  Files files;
  for (const auto& operand : operandsOf(assignment)) {
    const notation::Access& access = operand.access;
    const std::string* path = fileOf(spec, access);
    if (!path) continue;
    ReadOptions options;
    options.type = access.tensor.type;
    options.order = access.tensor.order();
    options.dims = withPlace(spec.inputs.at(access.tensor.name).where, [&] { return statedDims(spec, access, *path); });
    options.progress = progress;
    files.emplace(access.tensor.name, withPlace(spec.inputs.at(access.tensor.name).where, [&] { return readTensorFile(*path, options); }));
  }
  growUnstated(spec, assignment, files);
  return files;
}

notation::Assignment withDims(const KernelSpec& spec, const notation::Assignment& assignment, const Files& files) {
  notation::Assignment known = assignment;
  known.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    const auto file = access ? files.find(access->tensor.name) : files.end();
    if (file == files.end()) return notation::Expr();
    notation::TensorVar tensor = access->tensor;
    tensor.dims = file->second.tensor.dims;
    return notation::access(tensor, access->indices, e->where);
  });
  std::map<IndexVar, notation::Extent> extents;
  for (const auto& [var, said] : spec.dims) extents.emplace(var, notation::Extent(said.value, said.where));
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

Problem loadProblem(const KernelSpec& said, Progress* progress) {
  const KernelSpec spec = withOldContents(said);
  const notation::Assignment declared = assignmentOf(spec);
  Files files = readFiles(spec, declared, progress);
  Problem problem = begin(spec, withDims(spec, declared, files));
  for (const auto& [access, where] : operandsOf(problem.assignment)) {
    const auto& tensor = access.tensor;
    const auto input = spec.inputs.find(tensor.name);
    const auto generator = spec.generators.find(tensor.name);
    if (const auto file = files.find(tensor.name); file != files.end()) {
      problem.operands[tensor.name] = pack(file->second.tensor, tensor.format);
      files.erase(file);  // a large tensor is not kept twice
    } else if (input != spec.inputs.end()) {
      problem.operands[tensor.name] = scalar(std::get<double>(input->second.value), tensor, input->second.where);
    } else if (generator != spec.generators.end()) {
      problem.operands[tensor.name] = pack(generated(generator->second.value, tensor, problem.seed), tensor.format);
    } else {
      failUser(fmt::format("the operand {} has no value", tensor.name), where, {},
               tensor.order() == 0 ? fmt::format("-i={}:2.5", tensor.name)
                                   : fmt::format("read it (-i={0}:FILE.mtx) or generate it (-g={0}:d, -g={0}:s:0.1)", tensor.name));
    }
  }
  return problem;
}

Problem describeProblem(const KernelSpec& said, Progress* progress) {
  const KernelSpec spec = withOldContents(said);
  const notation::Assignment declared = assignmentOf(spec);
  const Files files = readFiles(spec, declared, progress);
  Problem problem = begin(spec, withDims(spec, declared, files));
  for (const auto& [access, where] : operandsOf(problem.assignment)) {
    const auto& tensor = access.tensor;
    if (tensor.order() > 0) continue;
    const auto input = spec.inputs.find(tensor.name);
    if (const auto file = files.find(tensor.name); file != files.end()) problem.operands[tensor.name] = pack(file->second.tensor, tensor.format);
    else if (input != spec.inputs.end()) problem.operands[tensor.name] = scalar(std::get<double>(input->second.value), tensor, input->second.where);
    else problem.operands[tensor.name] = scalar(1, tensor, where);
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
