#include "driver/artifact.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backend/cpu/artifact.h"
#include "driver/targets/shown.h"
#include "format/widths.h"
#include "levels/registry.h"
#include "loops/level_arrays.h"

namespace stardust::driver {
namespace {

cpu::ArtifactTensors tensorsOf(const notation::Assignment& assignment) {
  cpu::ArtifactTensors tensors;
  for (const auto& [access, where] : notation::placedAccesses(assignment)) {
    const auto& tensor = access.tensor;
    const Widths widths = widthsOf(tensor.format, tensor.dims);
    const bool isWide = widths.coordinates == Width::Bits64 ||
                        std::any_of(tensor.dims.begin(), tensor.dims.end(), [](auto dim) { return dim > mostNarrow; });
    tensors
        .try_emplace(tensor.name,
                     cpu::ArtifactTensor{tensor.format, tensor.type, {}, widths, isWide ? maxDimension : mostNarrow})
        .first->second.indices.push_back(access.indices);
  }
  return tensors;
}

// The arrays of a tensor in this format.
std::vector<std::pair<loops::Role, loops::Type>> arraysOf(const std::string& tensor, const cpu::ArtifactTensor& of) {
  using Kind = loops::Role::Kind;
  std::vector<std::pair<loops::Role, loops::Type>> arrays;
  for (int l = 0; l < of.format.order(); ++l) {
    for (const levels::Array array : levels::of(of.format.level(l)).arrays)
      arrays.push_back({{loops::kindOf(array), tensor, l}, loops::typeOf(array, of.widths)});
  }
  arrays.push_back({{Kind::Values, tensor, 0}, loops::typeOf(of.type)});
  return arrays;
}

bool knowsDims(const notation::TensorVar& tensor) { return static_cast<int>(tensor.dims.size()) == tensor.order(); }

Json tensorJson(const CpuCompiled& compiled, const Problem& problem, const std::string& tensor,
                const std::string& cName) {
  const bool isResult = tensor == compiled.assignment.lhs.tensor.name;
  const cpu::ArtifactTensor known = tensorsOf(compiled.assignment).at(tensor);
  const Format& format = known.format;
  Json levels = Json::array();
  for (int l = 0; l < format.order(); ++l) {
    levels.push_back({{"mode", format.mode(l)}, {"format", levels::of(format.level(l)).name}});
    if (levels::of(format.level(l)).hasBlocks) levels.back()["block"] = {format.block().rows, format.block().columns};
  }
  Json arrays = Json::array();
  if (format.order() > 0)
    arrays.push_back({{"file", cpu::dataFileOf(compiled.function, {loops::Role::Kind::Dim, tensor, 0})},
                      {"type", loops::toString(loops::Type::I64)}});
  for (const auto& [role, type] : arraysOf(tensor, known))
    arrays.push_back({{"file", cpu::dataFileOf(compiled.function, role)}, {"type", loops::toString(type)}});
  Json json = {{"name", tensor},   {"c", cName},      {"result", isResult}, {"format", toString(format)},
               {"levels", levels}, {"arrays", arrays}};
  const auto& result = compiled.assignment.lhs.tensor;
  if (isResult && knowsDims(result)) json["dims"] = result.dims;
  if (const auto operand = problem.operands.find(tensor); operand != problem.operands.end()) {
    json["dims"] = operand->second.dims;
    json["stored"] = operand->second.stored();
  }
  return json;
}

std::string manifestOf(const CpuCompiled& compiled, const Problem& problem) {
  const cpu::Signature own = cpu::signatureOf(compiled.function);
  const auto names = cpu::tensorsOf(compiled.function);
  Json tensors = Json::array();
  for (std::size_t n = 0; n < names.size(); ++n)
    tensors.push_back(tensorJson(compiled, problem, names[n], own.tensors[n]));
  const Json manifest = {{"schema", 2},
                         {"stardust", stardustVersion()},
                         {"expression", notation::print(compiled.assignment)},
                         {"function", own.function},
                         {"declaration", own.declaration},
                         {"tensors", tensors}};
  return manifest.dump(2) + "\n";
}

bool hasData(const CpuCompiled& compiled, const Problem& problem) {
  const auto names = cpu::tensorsOf(compiled.function);
  return knowsDims(compiled.assignment.lhs.tensor) && std::all_of(names.begin(), names.end(), [&](const auto& name) {
           return name == compiled.assignment.lhs.tensor.name || problem.operands.count(name);
         });
}

/// The part of a result that is known before the run: its dimensions, by level.
Storage emptyResult(const notation::TensorVar& tensor) {
  Storage storage;
  storage.dims = tensor.dims;
  storage.format = tensor.format;
  for (int l = 0; l < tensor.format.order(); ++l)
    storage.levels.push_back(
        {tensor.format.level(l), tensor.dims.at(static_cast<std::size_t>(tensor.format.mode(l))), {}, {}});
  return storage;
}

}  // namespace

std::map<std::string, std::string> artifactOf(const CpuCompiled& compiled, const Problem& problem) {
  auto files = cpu::sourcesOf(compiled.function, tensorsOf(compiled.assignment));
  files["manifest.json"] = manifestOf(compiled, problem);
  if (!hasData(compiled, problem)) return files;
  const auto add = [&](std::map<std::string, std::string> data) {
    for (auto& [name, bytes] : data) files["data/" + name] = std::move(bytes);
  };
  for (const auto& [name, storage] : problem.operands) add(cpu::dataOf(compiled.function, name, storage));
  const auto& result = compiled.assignment.lhs.tensor;
  for (auto& [name, bytes] : cpu::dataOf(compiled.function, result.name, emptyResult(result)))
    if (!bytes.empty()) files["data/" + name] = bytes;  // the kernel allocates the arrays of the result
  return files;
}

}  // namespace stardust::driver
