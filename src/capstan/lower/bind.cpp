// Conversion of tensors to words and back.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "capstan/lower/lower.h"
#include "levels/registry.h"
#include "support/plural.h"
#include "tensor/widths.h"

namespace stardust::spatial {
namespace {

using placement::Part;

HostArray positions(const PositionArray& pos, const std::string& file) {
  HostArray array;
  array.words.reserve(pos.size());
  if (!pos.empty() && pos.back() > std::numeric_limits<std::int32_t>::max())
    failUnsupported(fmt::format("{}: {}", file, counted(pos.back(), "stored entry", "stored entries")), {},
                    "positions on Capstan have 32 bits");
  for (const std::int64_t p : pos) array.words.push_back(wordOf(static_cast<std::int32_t>(p)));
  return array;
}

HostArray values(const Values& values) {
  HostArray array;
  if (const auto* ints = std::get_if<ValueArray<std::int32_t>>(&values)) {
    array.type = Type::Int;
    array.words.resize(ints->size());
    std::transform(ints->begin(), ints->end(), array.words.begin(), [](std::int32_t v) { return wordOf(v); });
  } else if (const auto* floats = std::get_if<ValueArray<float>>(&values)) {
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
  array.words.reserve(level.crd.size());
  for (const std::int64_t c : level.crd) array.words.push_back(wordOf(static_cast<std::int32_t>(c)));
  return array;
}

const HostArray& find(const RunOutput& output, const BoundArray& bound) {
  if (const auto dram = output.drams.find(bound.dram); dram != output.drams.end()) return dram->second;
  const auto argument = output.argOuts.find(bound.dram);
  if (argument == output.argOuts.end())
    failUser(fmt::format("the program has no {}", bound.dram), {}, fmt::format("{} is read from it", bound.tensor),
             "give the DRAM or ArgOut that name");
  return argument->second;
}

Values valuesOf(const HostArray& array, ValueType type) {
  Values values = makeValues(type, array.words.size());
  if (auto* ints = std::get_if<ValueArray<std::int32_t>>(&values))
    std::transform(array.words.begin(), array.words.end(), ints->begin(), intOf);
  else if (auto* floats = std::get_if<ValueArray<float>>(&values))
    std::transform(array.words.begin(), array.words.end(), floats->begin(), floatOf);
  return values;
}

const HostArray& arrayOf(const Lowered& lowered, const RunOutput& output, Part part, int level) {
  const auto bound = std::find_if(lowered.results.begin(), lowered.results.end(), [&](const BoundArray& array) {
    return array.part == part && (part == Part::Vals || array.level == level);
  });
  require(bound != lowered.results.end(), "every array of the result is bound");
  return find(output, *bound);
}

// The first words of an array whose size had only a bound before the run.
std::vector<Word> leading(const HostArray& array, std::size_t words, const std::string& tensor) {
  if (words > array.words.size())
    failWrong(fmt::format("the arrays of {} do not fit together: {} where {} are stored", tensor,
                          counted(array.words.size(), "word"), words));
  return {array.words.begin(), array.words.begin() + static_cast<std::ptrdiff_t>(words)};
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
  std::size_t positions = 1;
  for (int l = 0; l < tensor.order(); ++l) {
    Level level;
    level.format = tensor.format.level(l);
    level.dim = tensor.dims[static_cast<std::size_t>(tensor.format.mode(l))];
    if (levels::of(level.format).hasLocate) {
      positions *= static_cast<std::size_t>(level.dim);
    } else {
      const auto words = leading(arrayOf(lowered, output, Part::Pos, l), positions + 1, tensor.name);
      for (const Word word : words) level.pos.push_back(intOf(word));
      positions = static_cast<std::size_t>(std::max<std::int64_t>(0, level.pos.back()));
      const auto coordinates = leading(arrayOf(lowered, output, Part::Crd, l), positions, tensor.name);
      for (const Word word : coordinates) level.crd.push_back(intOf(word));
    }
    storage.levels.push_back(std::move(level));
  }
  HostArray values = arrayOf(lowered, output, Part::Vals, 0);
  values.words = leading(values, positions, tensor.name);
  storage.values = valuesOf(values, tensor.type);
  fitWidths(storage);
  return storage;
}

}  // namespace stardust::spatial
