#ifdef STARDUST_HAS_HDF5
#include "files/hdf5_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "files/hdf5_library.h"
#include "support/diagnostic.h"

namespace stardust::io {
namespace {

// H5F_ACC_RDONLY and H5F_ACC_TRUNC, whose macros would call functions.
constexpr unsigned readOnly = 0, replacing = 2;

// An object of the library, closed at the end of its scope.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  operator hid_t() const { return id_; }  // NOLINT
  bool isOpen() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

Handle groupOf(hid_t file, const std::string& group) {
  return {hdf5().H5Gopen2(file, group.empty() ? "/" : group.c_str(), H5P_DEFAULT), hdf5().H5Gclose};
}

// The type that an array has in memory, and the type of its elements.
struct MemoryType {
  hid_t id;
  ElementType element;
};

std::optional<MemoryType> memoryTypeOf(hid_t type) {
  constexpr bool bigEndian = std::endian::native == std::endian::big;
  H5T_class_t kind = hdf5().H5Tget_class(type);
  const Handle base(kind == H5T_ENUM ? hdf5().H5Tget_super(type) : -1, hdf5().H5Tclose);  // h5py stores booleans so
  if (kind == H5T_ENUM) kind = H5T_INTEGER, type = base;
  const std::size_t size = hdf5().H5Tget_size(type);
  if (kind == H5T_FLOAT && size <= 4) return MemoryType{hdf5().H5T_NATIVE_FLOAT_g, {ElementKind::Float, 4, bigEndian}};
  if (kind == H5T_FLOAT && size == 8) return MemoryType{hdf5().H5T_NATIVE_DOUBLE_g, {ElementKind::Float, 8, bigEndian}};
  if (kind != H5T_INTEGER || size > 8) return std::nullopt;
  if (hdf5().H5Tget_sign(type) == H5T_SGN_NONE)
    return MemoryType{hdf5().H5T_NATIVE_UINT64_g, {ElementKind::Unsigned, 8, bigEndian}};
  return MemoryType{hdf5().H5T_NATIVE_INT64_g, {ElementKind::Signed, 8, bigEndian}};
}

const char* nameOf(H5T_class_t kind) {
  switch (kind) {
    case H5T_STRING: return "texts";
    case H5T_COMPOUND: return "structures, such as complex numbers";
    default: return "of another type than integers and floats of 64 bits or less";
  }
}

// The bytes of a dataset are in the file as in memory.
std::optional<std::uint64_t> offsetOf(hid_t dataset, hid_t type, hid_t memoryType) {
  const haddr_t offset = hdf5().H5Dget_offset(dataset);
  if (offset == HADDR_UNDEF || hdf5().H5Tequal(type, memoryType) <= 0) return std::nullopt;
  return offset;
}

/// The types of an element in memory and in the file.
struct ElementIds {
  hid_t memory, file;
};
ElementIds idsOf(ValueType type) {
  const Hdf5Library& h = hdf5();
  switch (type) {
    case ValueType::Float32: return {h.H5T_NATIVE_FLOAT_g, h.H5T_IEEE_F32LE_g};
    case ValueType::Float64: return {h.H5T_NATIVE_DOUBLE_g, h.H5T_IEEE_F64LE_g};
    case ValueType::Int8: return {h.H5T_NATIVE_INT8_g, h.H5T_STD_I8LE_g};
    case ValueType::Int16: return {h.H5T_NATIVE_INT16_g, h.H5T_STD_I16LE_g};
    case ValueType::Int32: return {h.H5T_NATIVE_INT32_g, h.H5T_STD_I32LE_g};
    case ValueType::Int64: return {h.H5T_NATIVE_INT64_g, h.H5T_STD_I64LE_g};
    case ValueType::Bool:
    case ValueType::Uint8: return {h.H5T_NATIVE_UINT8_g, h.H5T_STD_U8LE_g};
    case ValueType::Uint16: return {h.H5T_NATIVE_UINT16_g, h.H5T_STD_U16LE_g};
    case ValueType::Uint32: return {h.H5T_NATIVE_UINT32_g, h.H5T_STD_U32LE_g};
    case ValueType::Uint64: return {h.H5T_NATIVE_UINT64_g, h.H5T_STD_U64LE_g};
    case ValueType::Float16:
    case ValueType::Bfloat16:
    case ValueType::Complex64:
    case ValueType::Complex128: break;
  }
  failInternal("binsparse has no such type");
}

void check(bool done) {
  if (!done) failUser("the HDF5 file cannot be written", {}, "the library HDF5 reports an error");
}

template <class T>
void writeArray(hid_t file, const std::string& group, const std::string& name, const T* numbers, std::size_t size) {
  const hsize_t length = size;
  const Handle parent = groupOf(file, group);
  const Handle space(hdf5().H5Screate_simple(1, &length, nullptr), hdf5().H5Sclose);
  const Handle properties(hdf5().H5Pcreate(hdf5().H5P_CLS_DATASET_CREATE_ID_g), hdf5().H5Pclose);
  hdf5().H5Pset_obj_track_times(properties, false);  // equal tensors give equal bytes
  const ElementIds ids = idsOf(typeOfElement<T>());
  const Handle dataset(hdf5().H5Dcreate2(parent, name.c_str(), ids.file, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                       hdf5().H5Dclose);
  check(dataset.isOpen());
  if (size > 0) check(hdf5().H5Dwrite(dataset, ids.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
}

// The parts of complex numbers, one after the other.
template <class Part>
void writeArray(hid_t file, const std::string& group, const std::string& name, const std::complex<Part>* numbers,
                std::size_t size) {
  writeArray(file, group, name, reinterpret_cast<const Part*>(numbers), 2 * size);
}

}  // namespace

Hdf5Input::Hdf5Input(std::string name, const ScratchFile& file) : name_(std::move(name)), file_(file) {
  id_ = hdf5().H5Fopen(file_.path().c_str(), readOnly, H5P_DEFAULT);
  if (id_ < 0)
    failUser(fmt::format("{} cannot be opened as HDF5", name_), {}, "it is no HDF5 file, or was cut short",
             "copy or save it again");
}

Hdf5Input::~Hdf5Input() { hdf5().H5Fclose(id_); }

std::vector<std::string> Hdf5Input::groupsWith(const std::string& attribute) const {
  std::vector<std::string> groups;
  const Handle root = groupOf(id_, "");
  if (hdf5().H5Aexists(root, attribute.c_str()) > 0) groups.emplace_back();
  H5G_info_t info{};
  if (hdf5().H5Gget_info(root, &info) < 0) return groups;
  for (hsize_t n = 0; n < info.nlinks; ++n) {
    char name[256];
    const ssize_t size =
        hdf5().H5Lget_name_by_idx(root, ".", H5_INDEX_NAME, H5_ITER_INC, n, name, sizeof(name), H5P_DEFAULT);
    if (size <= 0 || size >= static_cast<ssize_t>(sizeof(name))) continue;
    if (hdf5().H5Aexists_by_name(root, name, attribute.c_str(), H5P_DEFAULT) > 0) groups.emplace_back(name);
  }
  return groups;
}

std::string Hdf5Input::text(const std::string& group, const std::string& attribute) const {
  const Handle parent = groupOf(id_, group);
  const Handle text(parent.isOpen() ? hdf5().H5Aopen(parent, attribute.c_str(), H5P_DEFAULT) : -1, hdf5().H5Aclose);
  const Handle type(text.isOpen() ? hdf5().H5Aget_type(text) : -1, hdf5().H5Tclose);
  const Handle space(text.isOpen() ? hdf5().H5Aget_space(text) : -1, hdf5().H5Sclose);
  const bool isText =
      type.isOpen() && hdf5().H5Tget_class(type) == H5T_STRING && hdf5().H5Sget_simple_extent_npoints(space) == 1;
  if (!isText) failUser(fmt::format("the attribute {} of {} is not a text", attribute, name_));
  if (hdf5().H5Tis_variable_str(type) > 0) {
    char* read = nullptr;
    const Handle variable(hdf5().H5Tcopy(hdf5().H5T_C_S1_g), hdf5().H5Tclose);
    hdf5().H5Tset_size(variable, H5T_VARIABLE);
    hdf5().H5Tset_cset(variable, hdf5().H5Tget_cset(type));
    if (hdf5().H5Aread(text, variable, &read) < 0 || !read)
      failUser(fmt::format("the attribute {} of {} cannot be read", attribute, name_));
    std::string copy = read;
    hdf5().H5free_memory(read);
    return copy;
  }
  const std::size_t size = hdf5().H5Tget_size(type);
  if (size > file_.size()) failUser(fmt::format("the attribute {} of {} is longer than the file", attribute, name_));
  std::string read(size, '\0');
  if (hdf5().H5Aread(text, type, read.data()) < 0)
    failUser(fmt::format("the attribute {} of {} cannot be read", attribute, name_));
  read.resize(std::min(read.find('\0'), read.size()));
  return read;
}

Hdf5Array Hdf5Input::array(const std::string& group, const std::string& name) const {
  const std::string called = fmt::format("{}: {}{}{}", name_, group, group.empty() ? "" : "/", name);
  const Handle parent = groupOf(id_, group);
  const bool exists = parent.isOpen() && hdf5().H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0;
  const Handle dataset(exists ? hdf5().H5Dopen2(parent, name.c_str(), H5P_DEFAULT) : -1, hdf5().H5Dclose);
  if (!dataset.isOpen()) failUser(fmt::format("{} has no array {}", name_, called.substr(name_.size() + 2)));
  const Handle type(hdf5().H5Dget_type(dataset), hdf5().H5Tclose), space(hdf5().H5Dget_space(dataset), hdf5().H5Sclose);
  const auto memory = memoryTypeOf(type);
  if (!memory) failUser(fmt::format("the elements of {} are {}", called, nameOf(hdf5().H5Tget_class(type))));
  const hssize_t elements = hdf5().H5Sget_simple_extent_npoints(space);
  if (hdf5().H5Sget_simple_extent_ndims(space) != 1 || elements < 0)
    failUser(fmt::format("{} has {} dimensions", called, hdf5().H5Sget_simple_extent_ndims(space)), {},
             "an array of binsparse has one");
  // A header may state far more elements than there are bytes; those would be fill values.
  constexpr std::uint64_t mostExpansion = 1032;  // of deflate
  const std::uint64_t stored = hdf5().H5Dget_storage_size(dataset), count = static_cast<std::uint64_t>(elements);
  if (stored > size() || count / mostExpansion > stored)
    failUser(fmt::format("{} states {} elements, and has {} bytes in the file", called, elements, stored), {},
             "its header is wrong, or the file was cut short");
  Hdf5Array read;
  read.array.name = called;
  read.array.type = memory->element;
  read.array.shape = {elements};
  read.array.offset = offsetOf(dataset, type, memory->id);
  read.bytes.resize(count * memory->element.bytes);
  if (elements > 0 && hdf5().H5Dread(dataset, memory->id, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.bytes.data()) < 0)
    failUser(fmt::format("the elements of {} cannot be read", called), {},
             "the file was cut short, or is compressed by a filter that HDF5 does not have");
  return read;
}

Hdf5Output::Hdf5Output() {
  id_ = hdf5().H5Fcreate(file_.path().c_str(), replacing, H5P_DEFAULT, H5P_DEFAULT);
  check(id_ >= 0);
}

Hdf5Output::~Hdf5Output() {
  if (id_ >= 0) hdf5().H5Fclose(id_);
}

void Hdf5Output::addGroup(const std::string& group) {
  if (group.empty()) return;
  const Handle made(hdf5().H5Gcreate2(id_, group.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), hdf5().H5Gclose);
  check(made.isOpen());
}

void Hdf5Output::addText(const std::string& group, const std::string& attribute, const std::string& text) {
  const Handle parent = groupOf(id_, group);
  const Handle type(hdf5().H5Tcopy(hdf5().H5T_C_S1_g), hdf5().H5Tclose),
      space(hdf5().H5Screate(H5S_SCALAR), hdf5().H5Sclose);
  hdf5().H5Tset_size(type, H5T_VARIABLE);
  hdf5().H5Tset_cset(type, H5T_CSET_UTF8);
  const Handle made(hdf5().H5Acreate2(parent, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                    hdf5().H5Aclose);
  const char* bytes = text.c_str();
  check(made.isOpen() && hdf5().H5Awrite(made, type, &bytes) >= 0);
}

void Hdf5Output::addArray(const std::string& group, const std::string& dataset,
                          const std::vector<std::int64_t>& numbers) {
  writeArray(id_, group, dataset, numbers.data(), numbers.size());
}
void Hdf5Output::addArray(const std::string& group, const std::string& dataset,
                          const std::vector<std::int32_t>& numbers) {
  writeArray(id_, group, dataset, numbers.data(), numbers.size());
}
void Hdf5Output::addArray(const std::string& group, const std::string& dataset, const Values& values) {
  std::visit([&](const auto& all) { writeArray(id_, group, dataset, all.data(), all.size()); }, values);
}

void Hdf5Output::finish(const Sink& sink) {
  check(hdf5().H5Fclose(std::exchange(id_, -1)) >= 0);
  file_.copyTo(sink);
}

}  // namespace stardust::io
#endif
