#include "tensor.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "files/tensors.h"
#include "format/named.h"
#include "format/parse.h"
#include "format/widths.h"
#include "levels/registry.h"
#include "support/diagnostic.h"

namespace stardust::python {
namespace {

std::shared_ptr<const Storage> owned(Storage storage) { return std::make_shared<const Storage>(std::move(storage)); }

constexpr std::size_t arraysOfLevel = 3;
constexpr const char* typesOfValues =
    "truth values, integers, floating point to 64 bits, and complex numbers to 128 bits";

const void* addressOf(const ValuesView& values) {
  return std::visit([](const auto& span) { return static_cast<const void*>(span.data()); }, values);
}

// An array that a level of the format has, as the caller's object, or as a view of the memory of a result.
nb::object levelArray(nb::handle self, const Tensor& tensor, std::size_t level, std::size_t which) {
  const LevelView& view = tensor.view.levels.at(level);
  const auto& definition = levels::of(view.format);
  const levels::Array kinds[] = {levels::Array::Pos, levels::Array::Crd, levels::Array::Bits};
  if (!definition.stores(kinds[which])) return nb::none();
  if (tensor.arrays) return nb::borrow(tensor.arrays->at(level * arraysOfLevel + which));
  if (which == 2)
    return arrayOn(view.bits.data(), {static_cast<std::int64_t>(view.bits.size())}, ValueType::Uint32, self);
  return indexArrayOn(which == 0 ? view.pos : view.crd, self);
}

nb::object valuesArray(nb::handle self, const Tensor& tensor) {
  if (tensor.arrays) return nb::borrow(tensor.arrays->at(tensor.view.levels.size() * arraysOfLevel));
  return arrayOn(addressOf(tensor.view.values), {static_cast<std::int64_t>(tensor.view.stored())}, tensor.view.type(),
                 self);
}

void requirePlain(nb::handle array, const char* which) {
  if (!isArray(array) || !isPlain(array)) failUser(fmt::format("{} is no contiguous array of NumPy", which));
}

IndexView indexView(nb::handle array, const char* which) {
  requirePlain(array, which);
  const auto view = indicesOf(array);
  if (!view) failUser(fmt::format("{} has elements of another type than int32 and int64", which));
  return *view;
}

Tensor wrapped(const std::string& formatText, const std::vector<std::int64_t>& shape, nb::list levels,
               nb::handle values, const std::optional<std::string>& type, bool check) {
  StorageView view;
  view.dims = shape;
  view.format = parsedFormat(formatText, static_cast<int>(shape.size()));
  if (nb::len(levels) != shape.size())
    failUser(fmt::format("a tensor of order {} has {} levels", shape.size(), nb::len(levels)));
  auto kept = std::make_shared<Kept>();
  for (std::size_t l = 0; l < shape.size(); ++l) {
    LevelView level{view.format.level(static_cast<int>(l)),
                    shape[static_cast<std::size_t>(view.format.mode(static_cast<int>(l)))]};
    nb::sequence arrays = nb::borrow<nb::sequence>(levels[l]);
    const nb::object pos = arrays[0], crd = arrays[1], bits = arrays[2];
    if (!pos.is_none()) level.pos = indexView(pos, "pos");
    if (!crd.is_none()) level.crd = indexView(crd, "crd");
    if (!bits.is_none()) {
      requirePlain(bits, "bits");
      if (valueTypeOf(bits) != ValueType::Uint32) failUser("bits has elements of another type than uint32");
      level.bits = {static_cast<const std::uint32_t*>(dataOf(bits)), static_cast<std::size_t>(python::sizeOf(bits))};
    }
    for (const nb::object& array : {pos, crd, bits}) kept->add(array);
    view.levels.push_back(level);
  }
  requirePlain(values, "the array of values");
  const auto valueType = type ? parseValueType(*type) : valueTypeOf(values);
  if (!valueType) failUnsupported("values of this type", {}, {}, typesOfValues);
  if (type && rowOf(*valueType).bytes != static_cast<std::size_t>(nb::cast<std::int64_t>(values.attr("itemsize"))))
    failUser(fmt::format("values of type {} have {} bytes", *type, rowOf(*valueType).bytes));
  view.values = valuesOf(dataOf(values), static_cast<std::size_t>(python::sizeOf(values)), *valueType);
  kept->add(values);
  if (check) {
    nb::gil_scoped_release release;
    requireConsistent(view, "the tensor");
  }
  return Tensor(std::move(view), std::shared_ptr<const Kept>(kept));
}

template <class From>
auto copied(const From& from) {
  using T = std::remove_const_t<typename From::element_type>;
  return ValueArray<T>(from.begin(), from.end());
}

Tensor packed(const std::vector<std::int64_t>& shape, nb::handle coordinates, nb::handle values,
              const std::string& formatText) {
  const Format format = parsedFormat(formatText, static_cast<int>(shape.size()));
  requirePlain(coordinates, "the array of coordinates");
  requirePlain(values, "the array of values");
  const auto indices = indicesOf(coordinates);
  const auto type = valueTypeOf(values);
  if (!indices) failUser("coordinates have another type than int32 and int64");
  if (!type) failUnsupported("values of this type", {}, {}, typesOfValues);
  const auto count = static_cast<std::size_t>(python::sizeOf(values));
  if (indices->size() != count * shape.size())
    failUser(fmt::format("{} values have {} coordinates in {} modes", count, indices->size(), shape.size()));
  const ValuesView view = valuesOf(dataOf(values), count, *type);
  nb::gil_scoped_release release;
  for (std::size_t n = 0; n < indices->size(); ++n) {
    const std::int64_t extent = shape[n % shape.size()];
    if ((*indices)[n] < 0 || (*indices)[n] >= extent)
      failUser(fmt::format("a coordinate of mode {} is {}, outside of the extent {}", n % shape.size(), (*indices)[n],
                           extent));
  }
  Coordinates all{shape, CoordinateArray(*indices), {}};
  std::visit([&](const auto& span) { all.values = copied(span); }, view);
  return Tensor(pack(all, format));
}

nb::object coordinatesOf(const Tensor& tensor) {
  std::shared_ptr<const Coordinates> all;
  {
    nb::gil_scoped_release release;
    all = std::make_shared<const Coordinates>(unpack(copyOf(tensor.view)));
  }
  const nb::object base = capsuleOf(all);
  const nb::object crd = indexArrayOn(all->crd, base);
  const void* data =
      std::visit([](const auto& values) { return static_cast<const void*>(values.data()); }, all->values);
  const nb::object values = arrayOn(data, {static_cast<std::int64_t>(all->size())}, typeOf(all->values), base);
  return nb::make_tuple(crd.attr("reshape")(all->size(), all->order()), values);
}

Tensor convertedTo(const Tensor& tensor, const std::string& text) {
  nb::gil_scoped_release release;
  return Tensor(convert(copyOf(tensor.view), parsedFormat(text, tensor.view.order())));
}

nb::object readFile(const std::string& path, const std::string& type, const std::optional<int>& order,
                    std::int64_t base) {
  ReadOptions options;
  options.type = parseValueType(type);
  options.order = order;
  options.base = base;
  std::shared_ptr<TensorFile> file;
  {
    nb::gil_scoped_release release;
    file = std::make_shared<TensorFile>(readTensorFile(path, options));
  }
  double coordinates = 1;
  for (const std::int64_t dim : file->tensor.dims) coordinates *= static_cast<double>(dim);
  const bool isFull = file->isArray || static_cast<double>(file->tensor.size()) == coordinates;
  const Format format =
      isFull || file->tensor.order() == 0 ? denseFormat(file->tensor.order()) : sparseFormat(file->tensor.dims);
  nb::list notes;
  for (const std::string& note : file->notes) notes.append(nb::str(note.c_str()));
  std::optional<Storage> storage;
  {
    nb::gil_scoped_release release;
    storage = pack(file->tensor, format);
  }
  return nb::make_tuple(nb::cast(Tensor(std::move(*storage))), notes);
}

}  // namespace

Format parsedFormat(const std::string& text, int order) {
  Lexer lexer(makeSource("format", text));
  const WrittenFormat written = parseWrittenFormat(lexer);
  lexer.expectEnd("the format");
  Format format = written.of(order);
  if (format.order() != order)
    failUser(fmt::format("the format {} has {} levels, and the tensor has {} modes", text, format.order(), order), {},
             "a format has one level for each mode");
  return format;
}

Tensor::Tensor(Storage storage) {
  const auto own = owned(std::move(storage));
  view = viewOf(*own);
  memory = own;
  pattern = own;
}

void bindTensor(nb::module_& module) {
  nb::class_<Tensor>(module, "Tensor", "Arrays of a tensor in a format.")
      .def_static("wrap", &wrapped, nb::arg("format"), nb::arg("shape"), nb::arg("levels"), nb::arg("values"),
                  nb::arg("type") = nb::none(), nb::arg("check") = true,
                  "Wraps arrays without a copy, after a complete check in O(stored). Without the check they have to be "
                  "parts of a tensor that was checked.")
      .def_static("pack", &packed, nb::arg("shape"), nb::arg("coordinates"), nb::arg("values"), nb::arg("format"),
                  "Packs a list of coordinates; duplicates are summed. O(stored log stored).")
      .def_prop_ro("shape", [](const Tensor& t) { return nb::tuple(nb::cast(t.view.dims)); })
      .def_prop_ro("format", [](const Tensor& t) { return toString(t.view.format); })
      .def_prop_ro("type", [](const Tensor& t) { return std::string(toString(t.view.type())); })
      .def_prop_ro("stored", [](const Tensor& t) { return t.view.stored(); })
      .def_prop_ro("is_dense", [](const Tensor& t) { return t.view.format.isDense(); })
      .def_prop_ro("is_full", [](const Tensor& t) { return t.view.format.isFull(); })
      .def_prop_ro("mode_order", [](const Tensor& t) { return nb::tuple(nb::cast(t.view.format.modeOrder())); })
      .def_prop_ro("levels",
                   [](const Tensor& t) {
                     std::string letters;
                     for (const LevelFormat level : t.view.format.levels()) letters += letter(level);
                     return letters;
                   })
      .def("level",
           [](nb::handle self, std::size_t level) {
             const Tensor& tensor = *nb::inst_ptr<Tensor>(self);
             return nb::make_tuple(levelArray(self, tensor, level, 0), levelArray(self, tensor, level, 1),
                                   levelArray(self, tensor, level, 2));
           })
      .def_prop_ro("values", [](nb::handle self) { return valuesArray(self, *nb::inst_ptr<Tensor>(self)); })
      .def("coordinates", &coordinatesOf, "All entries in storage order: coordinates and values, as copies.")
      .def("convert", &convertedTo, nb::arg("format"), "A copy in another format. O(stored log stored).")
      .def(
          "write",
          [](const Tensor& tensor, const std::string& path) {
            nb::gil_scoped_release release;
            writeTensor(path, copyOf(tensor.view));
          },
          nb::arg("path"));
  module.def("read", &readFile, nb::arg("path"), nb::arg("type"), nb::arg("order") = nb::none(), nb::arg("base") = 0);
}

}  // namespace stardust::python
