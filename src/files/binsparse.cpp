// Tensors in HDF5 files, in the layout of binsparse.
#include "files/binsparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/containers.h"
#include "files/hdf5_file.h"
#include "files/trial.h"
#include "io/readers.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/fill_value.h"

namespace stardust::io {

#ifdef STARDUST_HAS_HDF5
namespace {

constexpr const char* attribute = "binsparse";

// Reads the levels from the outermost to the innermost. Each level has positions, which have a coordinate in each of
// the modes above.
class Levels {
 public:
  Levels(const Hdf5Input& file, std::string group, const BinsparseDescriptor& descriptor)
      : file_(file), group_(std::move(group)), descriptor_(descriptor) {}

  Coordinates read(ValueType type) {
    const auto& levels = descriptor_.layout.levels;
    if (std::count(descriptor_.shape.begin(), descriptor_.shape.end(), 0) > 0)
      return {descriptor_.shape, {}, makeValues(type, 0)};
    for (std::size_t l = 0; l < levels.size(); ++l) levels[l].isSparse ? sparse(levels[l].rank) : dense(levels, l);
    Hdf5Array stored = file_.array(group_, "values");
    Array values = descriptor_.isComplex ? pairs(stored.view()) : stored.view();
    if (descriptor_.sameValues) {
      requireSize(values, 1, "its type is iso: one value stands for all");
      if (!levels.empty() && !levels.back().isSparse)
        failUser(fmt::format("{} is one value for every coordinate", values.name), {}, "its format is dense");
      values.shape = {static_cast<std::int64_t>(count_)};
      values.isRepeated = true;
    }
    requireSize(values, static_cast<std::int64_t>(count_), "each position of the innermost level has a value");
    return entries(valuesOf(values, type));
  }

 private:
  // Two floats in a row are the real and the imaginary part of a value.
  static Array pairs(Array parts) {
    if (parts.type.kind != ElementKind::Float)
      failUser(fmt::format("{} holds integers, and its type is complex", parts.name), {}, "the parts are floats");
    if (parts.size() % 2 != 0)
      failUser(fmt::format("{} has {}, and its type is complex", parts.name, counted(parts.size(), "element")), {},
               "a value has a real and an imaginary part");
    parts.type = {ElementKind::Complex, 2 * parts.type.bytes, parts.type.bigEndian};
    parts.shape = {static_cast<std::int64_t>(parts.size() / 2)};
    return parts;
  }

  std::int64_t dimOf(std::size_t depth) const { return descriptor_.shape[descriptor_.layout.modes[depth]]; }

  // Adds the coordinates of a position of the last level.
  void addAbove(CoordinateArray& crd, std::size_t position) const {
    for (std::size_t m = 0; m < depth_; ++m) crd.push_back(crd_[position * depth_ + m]);
  }

  // The number of positions that the arrays below level `l` have.
  std::size_t positionsBelow(const std::vector<BinsparseLevel>& levels, std::size_t l, std::size_t depth) const {
    std::size_t factor = 1;
    for (; l < levels.size() && !levels[l].isSparse; ++l)
      for (std::size_t r = 0; r < levels[l].rank; ++r, ++depth) {
        const auto dim = static_cast<std::size_t>(dimOf(depth));
        if (dim == 0) return 0;
        factor = factor > static_cast<std::size_t>(maxPositions) / dim ? static_cast<std::size_t>(maxPositions)
                                                                       : factor * dim;
      }
    const bool isElement = l == levels.size();
    const std::size_t size =
        file_.array(group_, isElement ? "values" : fmt::format("pointers_to_{}", depth)).view().size();
    if (isElement && descriptor_.isComplex) return size / 2 / factor;
    return isElement ? size / factor : (size == 0 ? 0 : size - 1) / factor;
  }

  void dense(const std::vector<BinsparseLevel>& levels, std::size_t l) {
    std::size_t times = 1;
    bool isEmpty = false;
    for (std::size_t r = 0; r < levels[l].rank; ++r) {
      const auto dim = static_cast<std::size_t>(dimOf(depth_ + r));
      isEmpty = isEmpty || dim == 0;
      times = dim != 0 && times > static_cast<std::size_t>(maxPositions) / dim ? static_cast<std::size_t>(maxPositions)
                                                                               : times * dim;
    }
    if (isEmpty) times = 0;
    const std::size_t most = positionsBelow(levels, l + 1, depth_ + levels[l].rank);
    if (times != 0 && count_ > most / times)
      failUser(
          fmt::format("{} has too few elements for its shape {}", file_.name(), fmt::join(descriptor_.shape, " x ")),
          {}, "a dense level has a position for each coordinate");
    CoordinateArray crd;
    crd.reserve(count_ * times * (depth_ + levels[l].rank));
    for (std::size_t p = 0; p < count_; ++p)
      for (std::size_t c = 0; c < times; ++c) {
        addAbove(crd, p);
        const std::size_t begin = crd.size();
        crd.resize(begin + levels[l].rank);
        std::size_t rest = c;
        for (std::size_t r = levels[l].rank; r-- > 0;) {
          const auto dim = static_cast<std::size_t>(dimOf(depth_ + r));
          crd.set(begin + r, static_cast<std::int64_t>(rest % dim));
          rest /= dim;
        }
      }
    crd_ = std::move(crd);
    count_ *= times;
    depth_ += levels[l].rank;
  }

  void sparse(std::size_t rank) {
    std::vector<CoordinateArray> indices;
    for (std::size_t r = 0; r < rank; ++r) {
      const Hdf5Array stored = file_.array(group_, fmt::format("indices_{}", depth_ + r));
      indices.push_back(coordinatesOf(stored.view(), dimOf(depth_ + r)));
      requireSize(stored.view(), static_cast<std::int64_t>(indices[0].size()), "each entry has an index in each mode");
    }
    const auto entries = static_cast<std::int64_t>(indices[0].size());
    const std::vector<std::int64_t> pointers =
        depth_ == 0 ? std::vector<std::int64_t>{0, entries}
                    : pointersOf(file_.array(group_, fmt::format("pointers_to_{}", depth_)).view(),
                                 static_cast<std::int64_t>(count_), entries);
    CoordinateArray crd;
    crd.reserve(indices[0].size() * (depth_ + rank));
    for (std::size_t p = 0; p < count_; ++p)
      for (auto q = static_cast<std::size_t>(pointers[p]); q < static_cast<std::size_t>(pointers[p + 1]); ++q) {
        addAbove(crd, p);
        for (const auto& index : indices) crd.push_back(index[q]);
      }
    crd_ = std::move(crd);
    count_ = indices[0].size();
    depth_ += rank;
  }

  // The entries with their modes in order; the zeros of an innermost dense level are padding.
  Coordinates entries(Values values) {
    const auto& levels = descriptor_.layout.levels;
    const bool isPadded = !levels.empty() && !levels.back().isSparse;
    const std::size_t order = depth_;
    Coordinates tensor{descriptor_.shape, {}, makeValues(typeOf(values), 0)};
    tensor.crd.reserve(crd_.size());
    std::vector<std::int64_t> at(order);
    std::visit(
        [&](const auto& all) {
          auto& kept = std::get<std::decay_t<decltype(all)>>(tensor.values);
          for (std::size_t e = 0; e < all.size(); ++e) {
            if (isPadded && all[e] == std::decay_t<decltype(all[e])>{}) continue;
            for (std::size_t m = 0; m < order; ++m) at[descriptor_.layout.modes[m]] = crd_[e * order + m];
            tensor.crd.append(at.begin(), at.end());
            kept.push_back(all[e]);
          }
        },
        values);
    return tensor;
  }

  const Hdf5Input& file_;
  std::string group_;
  const BinsparseDescriptor& descriptor_;
  std::size_t depth_ = 0;  // modes of the levels so far
  std::size_t count_ = 1;  // positions of the last level
  CoordinateArray crd_;
};

template <class T>
T conjugate(const T& value) {
  if constexpr (isComplexElement<T>) return std::conj(value);
  else return value;
}

// Adds the other triangle of a symmetric, skew-symmetric or hermitian matrix.
void mirror(const std::string& name, const BinsparseDescriptor& descriptor, Coordinates& matrix) {
  const bool isUpper = descriptor.triangle == Triangle::Upper;
  std::visit(
      [&](auto& values) {
        const std::size_t stored = values.size();
        for (std::size_t e = 0; e < stored; ++e) {
          const std::int64_t row = matrix.crd[2 * e], column = matrix.crd[2 * e + 1];
          if (isUpper ? row > column : row < column)
            failUser(
                fmt::format("entry ({},{}) of {} lies {} the diagonal", row, column, name, isUpper ? "below" : "above"),
                {}, "its structure says that only the other triangle is stored");
          using T = std::decay_t<decltype(values[e])>;
          if (descriptor.isSkew && row == column && values[e] != T{})
            failUser(fmt::format("entry ({},{}) of {} lies on the diagonal, but is not 0", row, row, name), {},
                     "the diagonal of a skew-symmetric matrix is zero");
          if constexpr (isComplexElement<T>)
            if (descriptor.isHermitian && row == column && values[e].imag() != 0)
              failUser(
                  fmt::format("entry ({},{}) of {} lies on the diagonal, and has an imaginary part", row, row, name),
                  {}, "the diagonal of a hermitian matrix is real");
          if (row == column) continue;
          matrix.crd.push_back(column);
          matrix.crd.push_back(row);
          values.push_back(descriptor.isSkew        ? negated(values[e], name)
                           : descriptor.isHermitian ? conjugate(values[e])
                                                    : values[e]);
        }
      },
      matrix.values);
}

void requireFill(const Hdf5Input& file, const std::string& group, const ReadOptions& options) {
  const Hdf5Array stated = file.array(group, "fill_value");
  const Values values = valuesOf(stated.view(), ValueType::Float64);
  const double wanted = valueAt(fillValue(options.type, options.fill), 0);
  if (sizeOf(values) == 0) failUser(fmt::format("the fill value of {} is empty", file.name()));
  for (std::size_t n = 0; n < sizeOf(values); ++n) {
    const double value = valueAt(values, n);
    if (value == wanted || value == options.fill) continue;
    failUser(fmt::format("{} has the fill value {}, not {}", file.name(), value, options.fill), {},
             "coordinates without an entry have the fill of the operand, which is 0 unless a line says otherwise",
             std::isnan(value) ? "" : fmt::format("--fill=A:{0}, or a line `fill A:{0}`, for the operand A", value));
  }
}

const char* typeName(ValueType type) {
  const ValueTypeRow& row = rowOf(type);
  require(row.binsparse != nullptr, "binsparse has the type");  // checkWritable
  return row.binsparse;
}

// The levels of a storage in terms of binsparse, which has dense and compressed levels, and lists of coordinates.
Format writtenFormat(const Storage& storage) {
  std::vector<LevelFormat> levels = storage.format.levels();
  const bool isList =
      levels.size() > 1 && levels[0] == compressedNonUnique &&
      std::all_of(levels.begin() + 1, levels.end(), [](const LevelFormat& level) { return level == singleton; });
  if (isList) return storage.format;
  for (LevelFormat& level : levels) level = levels::of(level).isFull ? stardust::dense : compressed;
  return storage.format.with(levels, storage.format.modeOrder()).with(Widths{});
}

void writeLevels(Hdf5Output& file, const std::string& group, const Storage& storage, BinsparseDescriptor& descriptor,
                 std::vector<std::pair<std::string, std::string>>& types) {
  const auto add = [&](const std::string& name, const auto& array) {
    array.visit([&](const auto& numbers) { file.addArray(group, name, numbers); });
    types.emplace_back(name, array.width() == Width::Bits64 ? "int64" : "int32");
  };
  for (std::size_t l = 0; l < storage.levels.size(); ++l) {
    const Level& level = storage.levels[l];
    descriptor.layout.modes.push_back(static_cast<std::size_t>(storage.format.mode(static_cast<int>(l))));
    if (level.format == singleton) ++descriptor.layout.levels.back().rank;
    else descriptor.layout.levels.push_back({!(level.format == stardust::dense), 1});
    if (level.format == stardust::dense) continue;
    if (l > 0 && level.format == compressed) add(fmt::format("pointers_to_{}", l), level.pos);
    add(fmt::format("indices_{}", l), level.crd);
  }
  file.addArray(group, "values", storage.values);
  types.emplace_back("values", typeName(storage.type()));
}

TensorFile readFrom(const std::string& name, const ScratchFile& bytes, const ReadOptions& options) {
  const Hdf5Input file(name, bytes);
  const std::vector<std::string> groups = file.groupsWith(attribute);
  if (groups.empty())
    failUser(fmt::format("{} holds no tensor of binsparse", name), {},
             "neither its root nor a group in it has the attribute binsparse",
             "write it with a library for binsparse, or save the arrays as .npy");
  const std::string group =
      groups.front().empty() && options.variable.empty() ? "" : chosenVariable(name, groups, options.variable);
  const BinsparseDescriptor descriptor = binsparseDescriptor(name, file.text(group, attribute));
  if (descriptor.hasFill) requireFill(file, group, options);
  TensorFile read;
  read.tensor = Levels(file, group, descriptor).read(options.type);
  if (descriptor.triangle != Triangle::None) mirror(name, descriptor, read.tensor);
  read.isArray = std::none_of(descriptor.layout.levels.begin(), descriptor.layout.levels.end(),
                              [](const BinsparseLevel& level) { return level.isSparse; });
  return fitted(name, std::move(read), options);
}

}  // namespace

TensorFile readBinsparse(const std::string& name, ByteSource& source, const ReadOptions& options) {
  const ScratchFile bytes(source);
  tryInChild(name, "HDF5", [&] { (void)readFrom(name, bytes, options); });
  return readFrom(name, bytes, options);
}

void printBinsparse(const Storage& storage, const std::string& variable, const Sink& sink) {
  printBinsparse(storage, variable, 0, sink);
}

void printBinsparse(const Storage& storage, const std::string& variable, double fill, const Sink& sink) {
  const Storage written = convert(storage, writtenFormat(storage));
  BinsparseDescriptor descriptor;
  descriptor.shape = written.dims;
  descriptor.stored = static_cast<std::int64_t>(written.stored());
  std::vector<std::pair<std::string, std::string>> types;
  Hdf5Output file;
  file.addGroup(variable);
  writeLevels(file, variable, written, descriptor, types);
  descriptor.hasFill = fill != 0 && !written.format.isFull();
  if (descriptor.hasFill) {
    file.addArray(variable, "fill_value", fillValue(written.type(), fill));
    types.emplace_back("fill_value", typeName(written.type()));
  }
  file.addText(variable, attribute, binsparseJson(descriptor, types));
  file.finish(sink);
}

#else

TensorFile readBinsparse(const std::string& name, ByteSource&, const ReadOptions&) {
  requireLibrary(name, FileKind::Hdf5);
  return {};
}
void printBinsparse(const Storage&, const std::string&, const Sink&) { requireLibrary("the output", FileKind::Hdf5); }
void printBinsparse(const Storage&, const std::string&, double, const Sink&) {
  requireLibrary("the output", FileKind::Hdf5);
}

#endif

}  // namespace stardust::io
