#include "driver/operand_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "driver/fills.h"
#include "driver/source_files.h"
#include "files/tensors.h"
#include "io/formats.h"
#include "io/readers.h"
#include "notation/subscript.h"

namespace stardust::driver {

using notation::Access;
using notation::IndexVar;
using notation::PlacedAccess;

std::vector<PlacedAccess> operandsOf(const notation::Assignment& assignment) {
  std::vector<PlacedAccess> operands = notation::placedAccesses(assignment);
  operands.erase(operands.begin());
  std::set<std::string> seen;
  operands.erase(std::remove_if(operands.begin(), operands.end(),
                                [&](const PlacedAccess& a) {
                                  return a.access.tensor.isIndexValue || !seen.insert(a.access.tensor.name).second;
                                }),
                 operands.end());
  return operands;
}

namespace {

// The user's value of a tensor: a file, a number, or none.
const std::string* fileOf(const KernelSpec& spec, const Access& access) {
  const auto input = spec.inputs.find(access.tensor.name);
  if (input == spec.inputs.end()) return nullptr;
  const auto* path = std::get_if<std::string>(&input->second.value);
  if (!path && access.tensor.order() > 0)
    failUser(fmt::format("{} has order {}, and a number has order 0", access.tensor.name, access.tensor.order()),
             input->second.where, {}, fmt::format("name a file: -i={}:FILE.mtx", access.tensor.name));
  std::error_code ignored;
  if (path && access.tensor.order() == 0 && !std::filesystem::exists(tensorPath(*path).file, ignored))
    failUser(fmt::format("'{}' is neither a number nor a file", *path), input->second.where, {},
             fmt::format("a scalar is a number, with a point before its fraction: -i={}:2.5", access.tensor.name));
  return path;
}

// A list of entries has no dimensions of its own; -d of all its modes states them.
std::optional<std::vector<std::int64_t>> statedDims(const KernelSpec& spec, const Access& access,
                                                    const std::string& path) {
  if (io::formatOf(fileKind(path)).statesDims) return std::nullopt;
  std::vector<std::int64_t> dims;
  for (const auto& var : access.indices) {
    const auto stated = spec.dims.find(var);
    if (stated == spec.dims.end()) return std::nullopt;
    dims.push_back(stated->second.value);
  }
  return dims;
}

// The number from which an edge list counts. Other formats define it.
std::int64_t baseOf(const KernelSpec& spec, const std::string& tensor, const std::string& path) {
  const auto base = spec.bases.find(tensor);
  if (base == spec.bases.end()) return 0;
  const io::TensorFormat& format = io::formatOf(fileKind(path));
  if (format.read != io::readEdges)
    failUser(fmt::format("{} needs no base", tensor), base->second.where,
             fmt::format("its file {} is {}, which defines the first coordinate", path, format.name), "leave it out");
  return base->second.value;
}

// The remedy for an unreadable file; empty if the message contains it.
std::string remedyFor(const notation::TensorVar& tensor, const std::string& path, const Diagnostic& refusal) {
  const auto says = [&](const char* text) { return refusal.what.find(text) != std::string::npos; };
  if (tensor.order() == 0 && says("order 0 is expected"))
    return fmt::format("{} has no indices in the expression, and so is a scalar: write {}", tensor.name,
                       notation::subscriptedAs(tensor.name).value_or(tensor.name + "(i,j)"));
  std::error_code ignored;
  const std::string file = tensorPath(path).file;
  const auto status = std::filesystem::status(file, ignored);
  if (!refusal.remedy.empty()) return {};
  if (std::filesystem::is_directory(status)) return "give a file of it";
  return std::filesystem::exists(status) ? "" : remedyForMissing(file);
}

TensorFile readOperand(const notation::TensorVar& tensor, const std::string& path, const ReadOptions& options,
                       Progress* progress) {
  try {
    return readTensorFile(path, options, progress);
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    const std::string remedy = remedyFor(tensor, path, diagnostic);
    if (remedy.empty()) throw;
    diagnostic.remedy = remedy;
    throw Error(std::move(diagnostic));
  }
}

// Unstated dimensions are at least those of the same index variables elsewhere: a fixed-point iteration raises them
// until all agree. A file with stated dimensions keeps them.
void growUnstated(const KernelSpec& spec, const notation::Assignment& assignment, Files& files) {
  std::map<IndexVar, std::int64_t> extents;
  const auto all = notation::accesses(assignment.rhs);
  for (const Access& access : all) {
    const auto generator = spec.generators.find(access.tensor.name);
    if (generator == spec.generators.end() || generator->second.value.isDefault) continue;
    const auto& stated = generator->second.value.extents;
    for (std::size_t m = 0; m < std::min(stated.size(), access.indices.size()); ++m)
      extents.emplace(access.indices[m], stated[m]);
  }
  for (const auto& [var, said] : spec.dims) extents[var] = said.value;
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

}  // namespace

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
    options.fill = fillOf(spec, access.tensor.name);
    options.base = baseOf(spec, access.tensor.name, *path);
    options.dims = withPlace(spec.inputs.at(access.tensor.name).where, [&] { return statedDims(spec, access, *path); });
    files.emplace(access.tensor.name, withPlace(spec.inputs.at(access.tensor.name).where,
                                                [&] { return readOperand(access.tensor, *path, options, progress); }));
  }
  growUnstated(spec, assignment, files);
  return files;
}

bool listsEveryCoordinate(const TensorFile& file) {
  if (file.isArray) return true;
  const Coordinates& tensor = file.tensor;
  std::size_t extent = 1;
  for (const std::int64_t dim : tensor.dims) {
    if (dim == 0) return true;
    if (extent > tensor.size() / static_cast<std::size_t>(dim)) return false;
    extent *= static_cast<std::size_t>(dim);
  }
  std::vector<bool> listed(extent, false);
  for (std::size_t e = 0; e < tensor.size(); ++e) {
    std::size_t at = 0;
    for (std::size_t m = 0; m < tensor.dims.size(); ++m)
      at = at * static_cast<std::size_t>(tensor.dims[m]) +
           static_cast<std::size_t>(tensor.crd[e * tensor.dims.size() + m]);
    listed[at] = true;
  }
  return std::find(listed.begin(), listed.end(), false) == listed.end();
}

}  // namespace stardust::driver
