// Archives of NumPy: sparse matrices and tensors as scipy.sparse.save_npz writes them, or dense arrays of numpy.savez.
#include <fmt/format.h>

#include <algorithm>

#include "files/containers.h"
#include "files/zip.h"
#include "io/compressed.h"
#include "io/npy.h"
#include "io/readers.h"
#include "io/writers.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

constexpr std::string_view ending = ".npy";

// The arrays of an archive, by name.
class Archive {
 public:
  Archive(std::string name, std::string_view bytes)
      : name_(std::move(name)), bytes_(bytes), members_(zipMembers(name_, bytes)) {
    std::erase_if(members_, [](const ZipMember& member) { return !member.name.ends_with(ending); });
    for (ZipMember& member : members_) member.name.resize(member.name.size() - ending.size());
  }

  const std::string& name() const { return name_; }
  std::vector<std::string> arrays() const {
    std::vector<std::string> names;
    for (const ZipMember& member : members_) names.push_back(member.name);
    return names;
  }
  bool has(std::string_view array) const { return find(array) != nullptr; }

  // The bytes of a member, and the place of its elements in the file if it is not compressed.
  struct Unpacked {
    std::string name;
    std::string bytes;
    std::optional<std::uint64_t> offset;

    Array array() const { return npyArray(name, bytes, offset); }
  };
  Unpacked read(std::string_view array) const {
    const ZipMember* member = find(array);
    if (!member)
      failUser(fmt::format("{} has no array {}", name_, array), {},
               fmt::format("it holds {}", fmt::join(arrays(), ", ")), "save it again with scipy.sparse.save_npz");
    return {fmt::format("{}: {}", name_, array), zipRead(name_, bytes_, *member),
            member->isDeflated ? std::nullopt : std::optional(member->offset)};
  }

 private:
  const ZipMember* find(std::string_view array) const {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const ZipMember& member) { return member.name == array; });
    return found == members_.end() ? nullptr : &*found;
  }

  std::string name_;
  std::string_view bytes_;
  std::vector<ZipMember> members_;
};

// A sparse matrix or tensor of SciPy.
class Sparse {
 public:
  Sparse(const Archive& archive, ValueType type) : archive_(archive), type_(type) {
    shape_ = integersOf(archive.read("shape").array());
    elementsOf(archive.name(), std::vector<std::int64_t>(shape_.size(), 0));  // only the dimensions matter
    for (const std::int64_t dim : shape_) elementsOf(archive.name(), {dim});
  }

  Coordinates read() const {
    const auto format = npyText(archive_.read("format").bytes);
    if (format == "csr") return compressed(0);
    if (format == "csc") return compressed(1);
    if (format == "bsr") return blocks();
    if (format == "dia") return diagonals();
    if (format == "coo") return list();
    failUser(fmt::format("{} has the sparse format '{}'", archive_.name(), format.value_or("")), {},
             "the formats are csr, csc, bsr, dia and coo", "convert it first: A.tocsr()");
  }

 private:
  void requireMatrix() const {
    if (shape_.size() != 2)
      failUser(fmt::format("{} has {}, and its format is one of matrices", archive_.name(),
                           counted(shape_.size(), "dimension")));
  }

  Coordinates compressed(int outer) const {
    const auto indices = archive_.read("indices"), data = archive_.read("data"), pointers = archive_.read("indptr");
    const Array values = data.array(), inner = indices.array();
    const auto entries = static_cast<std::int64_t>(values.size());
    requireSize(inner, entries, "each value has an index");
    if (shape_.size() == 1) return listedEntries(shape_, {coordinatesOf(inner, shape_[0])}, valuesOf(values, type_));
    requireMatrix();
    const auto dim = [&](int mode) { return shape_[static_cast<std::size_t>(mode)]; };
    return compressedEntries(shape_, outer, pointersOf(pointers.array(), dim(outer), entries),
                             coordinatesOf(inner, dim(1 - outer)), valuesOf(values, type_));
  }

  Coordinates list() const {
    const auto data = archive_.read("data");
    const Array values = data.array();
    const auto entries = static_cast<std::int64_t>(values.size());
    std::vector<CoordinateArray> modes;
    if (!archive_.has("coords")) {
      requireMatrix();
      const auto rows = archive_.read("row"), columns = archive_.read("col");
      modes = {coordinatesOf(rows.array(), shape_[0]), coordinatesOf(columns.array(), shape_[1])};
    } else {
      const auto coords = archive_.read("coords");
      const Array all = coords.array();
      if (all.shape.size() != 2 || all.shape[0] != static_cast<std::int64_t>(shape_.size()) || all.columnMajor)
        failUser(fmt::format("{} has the shape {}", all.name, fmt::join(all.shape, " x ")), {},
                 "it has a row of coordinates for each dimension");
      const std::size_t bytes = static_cast<std::size_t>(all.shape[1]) * all.type.bytes;
      for (std::size_t m = 0; m < shape_.size(); ++m) {
        Array row = all;
        row.shape = {all.shape[1]};
        row.bytes = all.bytes.substr(m * bytes, bytes);
        if (row.offset) *row.offset += m * bytes;
        modes.push_back(coordinatesOf(row, shape_[m]));
      }
    }
    for (const auto& mode : modes)
      if (static_cast<std::int64_t>(mode.size()) != entries)
        failUser(fmt::format("{} has {}, and {}", archive_.name(), counted(mode.size(), "coordinate"),
                             counted(entries, "value")));
    return listedEntries(shape_, modes, valuesOf(values, type_));
  }

  // Dense blocks in compressed rows of blocks. Zeros in a block are padding.
  Coordinates blocks() const {
    requireMatrix();
    const auto indices = archive_.read("indices"), data = archive_.read("data"), pointers = archive_.read("indptr");
    const Array values = data.array();
    if (values.shape.size() != 3 || values.columnMajor || values.shape[1] == 0 || values.shape[2] == 0 ||
        shape_[0] % values.shape[1] != 0 || shape_[1] % values.shape[2] != 0)
      failUser(fmt::format("{} has the shape {}", values.name, fmt::join(values.shape, " x ")), {},
               fmt::format("the blocks of a matrix of {} have equal sizes", fmt::join(shape_, " x ")));
    const std::int64_t rows = values.shape[1], columns = values.shape[2];
    const Array inner = indices.array();
    requireSize(inner, values.shape[0], "each block has an index");
    const auto columnOfBlock = coordinatesOf(inner, shape_[1] / columns);
    const auto rowPointers = pointersOf(pointers.array(), shape_[0] / rows, values.shape[0]);
    Coordinates cells = denseEntries(values, type_);  // block, row and column in it
    Coordinates matrix{shape_, {}, std::move(cells.values)};
    matrix.crd.reserve(2 * matrix.size());
    std::size_t blockRow = 0;
    for (std::size_t e = 0; e < matrix.size(); ++e) {
      const auto block = static_cast<std::size_t>(cells.crd[3 * e]);
      while (rowPointers[blockRow + 1] <= static_cast<std::int64_t>(block)) ++blockRow;
      matrix.crd.push_back(static_cast<std::int64_t>(blockRow) * rows + cells.crd[3 * e + 1]);
      matrix.crd.push_back(columnOfBlock[block] * columns + cells.crd[3 * e + 2]);
    }
    return matrix;
  }

  // Diagonal d has the value of column c at data(d, c). Zeros, and values outside of the matrix, are padding.
  Coordinates diagonals() const {
    requireMatrix();
    const auto data = archive_.read("data"), places = archive_.read("offsets");
    const Array values = data.array(), ofDiagonals = places.array();
    if (values.shape.size() != 2)
      failUser(fmt::format("{} has {}", values.name, counted(values.shape.size(), "dimension")), {},
               "it has a row for each diagonal");
    requireSize(ofDiagonals, values.shape[0], "each diagonal has an offset");
    const std::vector<std::int64_t> offsets = integersOf(ofDiagonals);
    const Coordinates cells = denseEntries(values, type_);
    Coordinates matrix{shape_, {}, makeValues(type_, 0)};
    std::visit(
        [&](auto& kept) {
          const auto& all = std::get<std::decay_t<decltype(kept)>>(cells.values);
          for (std::size_t e = 0; e < all.size(); ++e) {
            const std::int64_t column = cells.crd[2 * e + 1];
            const std::int64_t offset = offsets[static_cast<std::size_t>(cells.crd[2 * e])];
            if (column >= shape_[1] || offset > column || offset <= column - shape_[0]) continue;
            matrix.crd.push_back(column - offset);
            matrix.crd.push_back(column);
            kept.push_back(all[e]);
          }
        },
        matrix.values);
    return matrix;
  }

  const Archive& archive_;
  ValueType type_;
  std::vector<std::int64_t> shape_;
};

template <class Numbers>
std::string bytesOf(const Numbers& numbers) {
  std::string bytes;
  bytes.reserve(numbers.size() * sizeof(numbers[0]));
  for (const auto number : numbers) appendBytes(bytes, number);
  return bytes;
}
std::string bytesOf(const Values& values) {
  return std::visit([](const auto& all) { return bytesOf(all); }, values);
}

std::string bytesOf(const CoordinateArray& array) {
  return array.visit([](const auto& elements) { return bytesOf(elements); });
}
std::string indexArray(const std::vector<std::int64_t>& shape, const CoordinateArray& array) {
  return npyHeader(array.width() == Width::Bits64 ? "<i8" : "<i4", shape) + bytesOf(array);
}

// A member of one text, as NumPy stores bytes.
std::string textMember(const std::string& text) { return npyHeader(fmt::format("|S{}", text.size()), {}) + text; }

std::vector<std::int64_t> lengthOf(std::size_t size) { return {static_cast<std::int64_t>(size)}; }

void addShape(ZipWriter& zip, const std::vector<std::int64_t>& dims, const std::string& format) {
  zip.add("format.npy", textMember(format));
  zip.add("shape.npy", npyHeader("<i8", lengthOf(dims.size())) + bytesOf(dims));
}

void addCompressed(ZipWriter& zip, const Storage& storage, int outer) {
  Compressed matrix = compressedOf(storage, outer);
  const std::size_t entries = matrix.coordinates.size();
  // SciPy reads both in one width.
  const bool isWide = matrix.dims[static_cast<std::size_t>(1 - outer)] > mostNarrow;
  CoordinateArray pointers = std::move(matrix.pointers);
  if (!isWide && static_cast<std::int64_t>(entries) <= mostNarrow) pointers.convertTo(Width::Bits32);
  zip.add("indices.npy", indexArray({static_cast<std::int64_t>(entries)}, matrix.coordinates));
  zip.add("indptr.npy", indexArray(lengthOf(pointers.size()), pointers));
  addShape(zip, matrix.dims, outer == 0 ? "csr" : "csc");
  zip.add("data.npy", npyHeader(npyDescriptor(storage.type()), lengthOf(entries)) + bytesOf(matrix.values));
}

// A matrix as two lists of coordinates, which every release of SciPy reads; other orders as `coords`.
void addList(ZipWriter& zip, const Storage& storage) {
  const std::size_t order = storage.dims.size();
  std::vector<LevelFormat> levels(order, compressed);
  const Coordinates tensor = unpack(convert(storage, Format(levels, denseFormat(storage.order()).modeOrder())));
  const bool isWide = std::any_of(tensor.dims.begin(), tensor.dims.end(), [](auto dim) { return dim > mostNarrow; });
  std::vector<CoordinateArray> modes(order, CoordinateArray(isWide ? Width::Bits64 : Width::Bits32));
  for (std::size_t m = 0; m < order; ++m)
    for (std::size_t e = 0; e < tensor.size(); ++e) modes[m].push_back(tensor.crd[order * e + m]);
  const auto length = static_cast<std::int64_t>(tensor.size());
  if (order == 2) {
    zip.add("row.npy", indexArray({length}, modes[0]));
    zip.add("col.npy", indexArray({length}, modes[1]));
  } else {
    std::string all = npyHeader(isWide ? "<i8" : "<i4", {static_cast<std::int64_t>(order), length});
    for (const auto& mode : modes) all += bytesOf(mode);
    zip.add("coords.npy", all);
  }
  addShape(zip, tensor.dims, "coo");
  zip.add("data.npy", npyHeader(npyDescriptor(storage.type()), {length}) + bytesOf(tensor.values));
  if (order != 2) zip.add("_is_array.npy", npyHeader("|b1", {}) + '\1');
}

bool isDense(const Storage& storage) {
  return std::all_of(storage.levels.begin(), storage.levels.end(),
                     [](const Level& level) { return level.format == dense; });
}

}  // namespace

TensorFile readNpz(const std::string& name, ByteSource& source, const ReadOptions& options) {
  const std::string bytes = readAll(source);
  const Archive archive(name, bytes);
  if (archive.arrays().empty())
    failUser(fmt::format("{} holds no arrays", name), {}, "an .npz file has a member .npy for each array");
  const bool isSparse = archive.has("format") && archive.has("shape") && archive.has("data");
  if (isSparse && options.variable.empty())
    return fitted(name, {Sparse(archive, options.type).read(), true, false, {}}, options);
  const auto chosen = archive.read(chosenVariable(name, archive.arrays(), options.variable));
  return fitted(chosen.name, {denseEntries(chosen.array(), options.type), true, true, {}}, options);
}

void printNpz(const Storage& storage, const std::string& variable, const Sink& sink) {
  ZipWriter zip(sink);
  if (isDense(storage)) {
    std::string array;
    printNpy(storage, {}, [&](std::string_view piece) { array += piece; });
    zip.add((variable.empty() ? "arr_0" : variable) + std::string(ending), array);
  } else if (!variable.empty()) {
    failUser(fmt::format("the sparse tensor {} cannot be named in an .npz file", variable), {},
             "SciPy stores one sparse matrix in a file, without a name", "leave the name out");
  } else if (storage.order() != 2 || storage.levels[0].format == compressedNonUnique) {
    addList(zip, storage);
  } else {
    const int outer = storage.format.mode(0);
    if (isTooEmpty(storage, outer)) addList(zip, storage);
    else addCompressed(zip, storage, outer);
  }
  zip.finish();
}

}  // namespace stardust::io
