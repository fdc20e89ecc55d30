// Tensors to words and back.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "spatial/lower/lower.h"

namespace stardust::spatial {
namespace {

using Part = BoundArray::Part;

HostArray positions(const std::vector<std::int64_t>& pos, const std::string& file) {
  HostArray array;
  array.words.reserve(pos.size());
  if (!pos.empty() && pos.back() > std::numeric_limits<std::int32_t>::max())
    failUnsupported(fmt::format("{}: {} stored entries", file, pos.back()), {}, "positions on Capstan have 32 bits");
  for (const std::int64_t p : pos) array.words.push_back(wordOf(static_cast<std::int32_t>(p)));
  return array;
}

HostArray values(const Values& values) {
  HostArray array;
  if (const auto* ints = std::get_if<std::vector<std::int32_t>>(&values)) {
    array.type = Type::Int;
    array.words.resize(ints->size());
    std::transform(ints->begin(), ints->end(), array.words.begin(), [](std::int32_t v) { return wordOf(v); });
  } else if (const auto* floats = std::get_if<std::vector<float>>(&values)) {
    array.type = Type::Float;
    array.words.resize(floats->size());
    std::transform(floats->begin(), floats->end(), array.words.begin(), [](float v) { return wordOf(v); });
  } else {
    failInternal("only int and float reach Capstan");
  }
  return array;
}

HostArray arrayOf(const BoundArray& bound, const Storage& storage) {
  if (bound.part == Part::Vals) return values(storage.values);
  const Level& level = storage.levels.at(static_cast<std::size_t>(bound.level));
  if (bound.part == Part::Pos) return positions(level.pos, bound.file);
  HostArray array;
  array.words.resize(level.crd.size());
  std::transform(level.crd.begin(), level.crd.end(), array.words.begin(), [](std::int32_t v) { return wordOf(v); });
  return array;
}

const HostArray& find(const RunOutput& output, const BoundArray& bound) {
  if (const auto dram = output.drams.find(bound.dram); dram != output.drams.end()) return dram->second;
  const auto argument = output.argOuts.find(bound.dram);
  require(argument != output.argOuts.end(), "a run leaves every DRAM and ArgOut behind");
  return argument->second;
}

Values valuesOf(const HostArray& array, ValueType type) {
  Values values = makeValues(type, array.words.size());
  if (auto* ints = std::get_if<std::vector<std::int32_t>>(&values))
    std::transform(array.words.begin(), array.words.end(), ints->begin(), intOf);
  else if (auto* floats = std::get_if<std::vector<float>>(&values))
    std::transform(array.words.begin(), array.words.end(), floats->begin(), floatOf);
  return values;
}

}  // namespace

HostFiles hostFiles(const Lowered& lowered, const std::map<std::string, Storage>& operands, const Storage& reference) {
  HostFiles files;
  for (const BoundArray& bound : lowered.operands) files[bound.file] = arrayOf(bound, operands.at(bound.tensor));
  for (const BoundArray& bound : lowered.results) files[bound.file] = arrayOf(bound, reference);
  return files;
}

Storage resultOf(const Lowered& lowered, const RunOutput& output, const notation::TensorVar& tensor) {
  Storage storage;
  storage.dims = tensor.dims;
  storage.format = tensor.format;
  for (int l = 0; l < tensor.order(); ++l) {
    Level level;
    level.format = tensor.format.level(l);
    level.dim = tensor.dims[static_cast<std::size_t>(tensor.format.mode(l))];
    storage.levels.push_back(std::move(level));
  }
  for (const BoundArray& bound : lowered.results) {
    const HostArray& array = find(output, bound);
    if (bound.part == Part::Vals) {
      storage.values = valuesOf(array, tensor.type);
      continue;
    }
    Level& level = storage.levels.at(static_cast<std::size_t>(bound.level));
    if (bound.part == Part::Pos)
      std::transform(array.words.begin(), array.words.end(), std::back_inserter(level.pos), [](Word w) { return std::int64_t{intOf(w)}; });
    else
      std::transform(array.words.begin(), array.words.end(), std::back_inserter(level.crd), [](Word w) { return intOf(w); });
  }
  return storage;
}

}  // namespace stardust::spatial
