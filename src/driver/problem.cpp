#include "driver/problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <new>
#include <set>
#include <tuple>

#include "driver/memory.h"
#include "driver/old_contents.h"
#include "io/read.h"
#include "notation/stored.h"
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
  operands.erase(std::remove_if(operands.begin(), operands.end(),
                                [&](const PlacedAccess& a) { return !seen.insert(a.access.tensor.name).second; }),
                 operands.end());
  return operands;
}

// What the user says a tensor is: a file, a number, or nothing.
const std::string* fileOf(const KernelSpec& spec, const Access& access) {
  const auto input = spec.inputs.find(access.tensor.name);
  if (input == spec.inputs.end()) return nullptr;
  const auto* path = std::get_if<std::string>(&input->second.value);
  if (!path && access.tensor.order() > 0)
    failUser(fmt::format("{} has order {}, and a number is no tensor of that order", access.tensor.name,
                         access.tensor.order()),
             input->second.where, {}, fmt::format("name a file: -i={}:FILE.mtx", access.tensor.name));
  return path;
}

Storage scalar(double value, const notation::TensorVar& tensor, const Location& where) {
  Coordinates one;
  one.values = ValueArray<double>{value};
  try {
    return convertValues(pack(one, tensor.format), tensor.type);
  } catch (const Error& error) {
    failUser(fmt::format("the scalar {} has type {}, which cannot hold {}", tensor.name, toString(tensor.type), value),
             where, error.diagnostic().why, error.diagnostic().remedy);
  }
}

// A .tns has no dimensions of its own; where -d gives those of all its modes, it has these.
std::optional<std::vector<std::int64_t>> statedDims(const KernelSpec& spec, const Access& access,
                                                    const std::string& path) {
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

// Dimensions that no file states are as large as those of the same index variables elsewhere: every round raises some
// until none is smaller than another. A file that states its dimensions keeps them.
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

Files readFiles(const KernelSpec& spec, const notation::Assignment& assignment, const exec::Operands& given,
                Progress* progress) {
  Files files;
  for (const auto& operand : operandsOf(assignment)) {
    const notation::Access& access = operand.access;
    const std::string* path = fileOf(spec, access);
    if (!path || given.count(access.tensor.name)) continue;
    ReadOptions options;
    options.type = access.tensor.type;
    options.order = access.tensor.order();
    options.dims = withPlace(spec.inputs.at(access.tensor.name).where, [&] { return statedDims(spec, access, *path); });
    options.progress = progress;
    files.emplace(access.tensor.name,
                  withPlace(spec.inputs.at(access.tensor.name).where, [&] { return readTensorFile(*path, options); }));
  }
  growUnstated(spec, assignment, files);
  return files;
}

// The sizes of generated tensors, for index variables that nothing else gives an extent.
void addGeneratedExtents(const KernelSpec& spec, const notation::Assignment& known,
                         std::map<IndexVar, notation::Extent>& extents) {
  std::set<IndexVar> bound;
  for (const auto& [var, extent] : extents) bound.insert(var);
  for (const Access& access : notation::accesses(known.rhs))
    if (!access.tensor.dims.empty()) bound.insert(access.indices.begin(), access.indices.end());
  for (const Access& access : notation::accesses(known.rhs)) {
    const auto generator = spec.generators.find(access.tensor.name);
    if (generator == spec.generators.end() || generator->second.value.extents.empty()) continue;
    const auto& sizes = generator->second.value.extents;
    if (sizes.size() != access.indices.size())
      failUser(fmt::format("{} has order {}, and is given {} extents", access.tensor.name, access.indices.size(),
                           sizes.size()),
               generator->second.where);
    for (std::size_t m = 0; m < sizes.size(); ++m) {
      if (bound.count(access.indices[m])) continue;
      const auto [said, isNew] =
          extents.emplace(access.indices[m], notation::Extent(sizes[m], generator->second.where));
      if (!isNew && said->second.value != sizes[m])
        failUser(
            fmt::format("index variable {} has the extents {} and {}", access.indices[m], said->second.value, sizes[m]),
            generator->second.where, "it is generated in two sizes",
            fmt::format("-d={}:{} sets both", access.indices[m], sizes[m]));
    }
  }
}

notation::Assignment withDims(const KernelSpec& spec, const notation::Assignment& assignment, const Files& files,
                              const exec::Operands& given) {
  notation::Assignment known = assignment;
  known.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return notation::Expr();
    const auto file = files.find(access->tensor.name);
    const auto there = given.find(access->tensor.name);
    if (file == files.end() && there == given.end()) return notation::Expr();
    notation::TensorVar tensor = access->tensor;
    tensor.dims = there != given.end() ? there->second.dims : file->second.tensor.dims;
    return notation::access(tensor, access->indices, e->where);
  });
  std::map<IndexVar, notation::Extent> extents;
  for (const auto& [var, said] : spec.dims) extents.emplace(var, notation::Extent(said.value, said.where));
  addGeneratedExtents(spec, known, extents);
  return notation::withExtents(known, extents);
}

std::uint64_t seedOf(const KernelSpec& spec) {
  return spec.seed ? static_cast<std::uint64_t>(spec.seed->value) : defaultSeed;
}

// Every operand has a seed of its own, whatever else is generated.
std::uint64_t seedFor(const std::string& tensor, std::uint64_t seed) {
  std::uint64_t hash = 1469598103934665603ULL ^ seed;  // FNV-1a
  for (const char c : tensor) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

Coordinates generated(const Generator& generator, const notation::TensorVar& tensor, std::uint64_t seed) {
  return generate(generator.sparse ? Fill::Sparse : Fill::Dense, tensor.dims, generator.density,
                  seedFor(tensor.name, seed), tensor.type);
}

Storage rotated(const Said<Generator>& generator, const notation::TensorVar& tensor, const Storage& source) {
  const Rotation& rotation = *generator.value.rotation;
  if (source.dims != tensor.dims)
    failUser(fmt::format("{} has extents {}, and {} has {}", tensor.name, fmt::join(tensor.dims, " x "),
                         rotation.tensor, fmt::join(source.dims, " x ")),
             generator.where, "a rotated tensor has the extents of its source");
  const Format sparse(std::vector<LevelFormat>(source.dims.size(), LevelFormat::Compressed),
                      denseFormat(source.order()).modeOrder());
  const Coordinates entries = rotateLastMode(unpack(convert(source, sparse)), rotation.by, rotation.evenOnly);
  return withPlace(generator.where, [&] { return convertValues(pack(entries, tensor.format), tensor.type); });
}

// What a rotated tensor is made from; null if that has no value yet.
const Storage* sourceOf(const Generator& generator, const exec::Operands& given, const Problem& problem) {
  const std::string& from = generator.rotation->tensor;
  const auto known = problem.operands.find(from);
  if (known != problem.operands.end()) return &known->second;
  const auto there = given.find(from);
  return there != given.end() ? &there->second : nullptr;
}

// Rotated tensors, each after its source, which may be rotated itself.
void rotateOperands(const KernelSpec& spec, const std::vector<PlacedAccess>& operands, const exec::Operands& given,
                    Problem& problem) {
  std::vector<const notation::TensorVar*> left;
  for (const auto& [access, where] : operands)
    if (!problem.operands.count(access.tensor.name)) left.push_back(&access.tensor);
  const auto isMade = [&](const notation::TensorVar* tensor) {
    const auto& generator = spec.generators.at(tensor->name);
    const Storage* source = sourceOf(generator.value, given, problem);
    if (source) problem.operands[tensor->name] = rotated(generator, *tensor, *source);
    return source != nullptr;
  };
  while (!left.empty()) {
    const std::size_t before = left.size();
    left.erase(std::remove_if(left.begin(), left.end(), isMade), left.end());
    if (left.size() < before) continue;
    const auto& generator = spec.generators.at(left.front()->name);
    failUser(
        fmt::format("{} is made from {}, which has no value", left.front()->name, generator.value.rotation->tensor),
        generator.where, "the source is another operand, which is read or generated by itself");
  }
}

// A sparse result of an expression that is computed everywhere stores every coordinate: legal, but seldom meant.
void noteFilled(Problem& problem) {
  const auto& [lhs, rhs, op] = std::tie(problem.assignment.lhs, problem.assignment.rhs, problem.assignment.op);
  if (lhs.tensor.format.isDense() || (op != notation::AssignOp::Set && op != notation::AssignOp::Add)) return;
  if (!notation::storedWhere(rhs, {}, notation::declaredDense)) return;
  problem.notes.push_back(fmt::format(
      "{0} stores every coordinate, as {1} is computed everywhere; -f={0}:{2} would store no coordinates for it",
      lhs.tensor.name, notation::print(rhs), std::string(lhs.indices.size(), 'd')));
}

Problem begin(const KernelSpec& spec, notation::Assignment assignment) {
  Problem problem;
  problem.assignment = std::move(assignment);
  problem.commands = scheduleOf(spec);
  problem.seed = seedOf(spec);
  problem.notes = spec.notes;
  for (const auto& [tensor, format] : spec.formats) problem.formatPlaces[tensor] = format.where;
  noteFilled(problem);
  return problem;
}

}  // namespace

namespace {

void loadOperands(const KernelSpec& spec, Files& files, const exec::Operands& given, Problem& problem) {
  const auto operands = operandsOf(problem.assignment);
  for (const auto& [access, where] : operands) {
    const auto& tensor = access.tensor;
    const auto input = spec.inputs.find(tensor.name);
    const auto generator = spec.generators.find(tensor.name);
    if (const auto there = given.find(tensor.name); there != given.end()) {
      problem.operands[tensor.name] = convert(there->second, tensor.format);
    } else if (const auto file = files.find(tensor.name); file != files.end()) {
      problem.operands[tensor.name] =
          withPlace(where, [&, &read = file->second.tensor] { return pack(read, tensor.format); });
      files.erase(file);  // a large tensor is not kept twice
    } else if (input != spec.inputs.end()) {
      problem.operands[tensor.name] = scalar(std::get<double>(input->second.value), tensor, input->second.where);
    } else if (generator == spec.generators.end()) {
      failUser(fmt::format("the operand {} has no value", tensor.name), where, {},
               tensor.order() == 0
                   ? fmt::format("-i={}:2.5", tensor.name)
                   : fmt::format("read it (-i={0}:FILE.mtx) or generate it (-g={0}:d, -g={0}:s:0.1)", tensor.name));
    } else if (!generator->second.value.rotation) {
      problem.operands[tensor.name] =
          withPlace(generator->second.where, [&, &said = generator->second.value, &of = tensor] {
            return pack(generated(said, of, problem.seed), of.format);
          });
    }
  }
  rotateOperands(spec, operands, given, problem);
}

}  // namespace

Problem loadProblem(const KernelSpec& said, Progress* progress, const exec::Operands& given) {
  const KernelSpec spec = withOldContents(said);
  const notation::Assignment declared = assignmentOf(spec);
  Files files = readFiles(spec, declared, given, progress);
  Problem problem = begin(spec, withDims(spec, declared, files, given));
  requireMemory(spec, problem.assignment, availableMemory());
  try {
    loadOperands(spec, files, given, problem);
  } catch (const std::bad_alloc&) {
    failOutOfMemory(spec, problem.assignment);
  }
  return problem;
}

Problem describeProblem(const KernelSpec& said, Progress* progress, const exec::Operands& given) {
  const KernelSpec spec = withOldContents(said);
  const notation::Assignment declared = assignmentOf(spec);
  const Files files = readFiles(spec, declared, given, progress);
  Problem problem = begin(spec, withDims(spec, declared, files, given));
  for (const auto& [access, where] : operandsOf(problem.assignment)) {
    const auto& tensor = access.tensor;
    if (tensor.order() > 0) continue;
    const auto input = spec.inputs.find(tensor.name);
    if (const auto file = files.find(tensor.name); file != files.end())
      problem.operands[tensor.name] = pack(file->second.tensor, tensor.format);
    else if (input != spec.inputs.end())
      problem.operands[tensor.name] = scalar(std::get<double>(input->second.value), tensor, input->second.where);
    else problem.operands[tensor.name] = scalar(1, tensor, where);
  }
  return problem;
}

Problem kernelProblem(const KernelSpec& spec) {
  const notation::Assignment assignment = assignmentOf(spec);
  if (assignment.op == notation::AssignOp::Add)
    failUser(fmt::format("{} adds to what {} holds, and the result of a kernel holds nothing",
                         notation::print(assignment), assignment.lhs.tensor.name),
             assignment.lhsWhere, {},
             fmt::format("make the old values an operand: {} = old({}) + …", notation::print(assignment.lhs),
                         fmt::join(assignment.lhs.indices, ",")));
  return begin(spec, assignment);
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
