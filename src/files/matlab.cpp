// Variables of MATLAB files of the versions 4, 5 and 7.3: sparse matrices, and dense arrays of numbers.
#include "files/containers.h"

#ifdef STARDUST_HAS_MATIO
#include <fmt/format.h>
#include <matio.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <complex>
#include <cstring>
#include <memory>
#include <vector>

#include "files/scratch_file.h"
#include "files/shared_library.h"
#include "files/trial.h"
#include "io/arrays.h"
#include "io/compressed.h"
#include "io/readers.h"
#include "io/writers.h"
#include "support/diagnostic.h"
#endif

namespace stardust::io {

#ifdef STARDUST_HAS_MATIO
namespace {

// The functions of matio, loaded at the first use.
struct Matio {
  decltype(&::Mat_Open) Mat_Open;
  decltype(&::Mat_Close) Mat_Close;
  decltype(&::Mat_VarFree) Mat_VarFree;
  decltype(&::Mat_VarReadInfo) Mat_VarReadInfo;
  decltype(&::Mat_VarReadDataAll) Mat_VarReadDataAll;
  decltype(&::Mat_Rewind) Mat_Rewind;
  decltype(&::Mat_VarReadNextInfo) Mat_VarReadNextInfo;
  decltype(&::Mat_CreateVer) Mat_CreateVer;
  decltype(&::Mat_VarCreate) Mat_VarCreate;
  decltype(&::Mat_VarWrite) Mat_VarWrite;
};

const Matio& matio() {
  static const Matio functions = [] {
    const SharedLibrary library(STARDUST_MATIO_PATH, "libmatio11");
    Matio bound{};
    library.bind(bound.Mat_Open, "Mat_Open");
    library.bind(bound.Mat_Close, "Mat_Close");
    library.bind(bound.Mat_VarFree, "Mat_VarFree");
    library.bind(bound.Mat_VarReadInfo, "Mat_VarReadInfo");
    library.bind(bound.Mat_VarReadDataAll, "Mat_VarReadDataAll");
    library.bind(bound.Mat_Rewind, "Mat_Rewind");
    library.bind(bound.Mat_VarReadNextInfo, "Mat_VarReadNextInfo");
    library.bind(bound.Mat_CreateVer, "Mat_CreateVer");
    library.bind(bound.Mat_VarCreate, "Mat_VarCreate");
    library.bind(bound.Mat_VarWrite, "Mat_VarWrite");
    return bound;
  }();
  return functions;
}

struct Close {
  void operator()(mat_t* file) const { matio().Mat_Close(file); }
  void operator()(matvar_t* variable) const { matio().Mat_VarFree(variable); }
};
using MatFile = std::unique_ptr<mat_t, Close>;
using Variable = std::unique_ptr<matvar_t, Close>;

std::optional<ElementType> elementOf(matio_types type) {
  constexpr bool bigEndian = std::endian::native == std::endian::big;
  const auto of = [&](ElementKind kind, std::size_t bytes) { return ElementType{kind, bytes, bigEndian}; };
  switch (type) {
    case MAT_T_DOUBLE: return of(ElementKind::Float, 8);
    case MAT_T_SINGLE: return of(ElementKind::Float, 4);
    case MAT_T_INT8: return of(ElementKind::Signed, 1);
    case MAT_T_INT16: return of(ElementKind::Signed, 2);
    case MAT_T_INT32: return of(ElementKind::Signed, 4);
    case MAT_T_INT64: return of(ElementKind::Signed, 8);
    case MAT_T_UINT8: return of(ElementKind::Unsigned, 1);
    case MAT_T_UINT16: return of(ElementKind::Unsigned, 2);
    case MAT_T_UINT32: return of(ElementKind::Unsigned, 4);
    case MAT_T_UINT64: return of(ElementKind::Unsigned, 8);
    default: return std::nullopt;
  }
}

bool isNumeric(const matvar_t& variable) {
  return variable.class_type == MAT_C_SPARSE ||
         (variable.class_type >= MAT_C_DOUBLE && variable.class_type <= MAT_C_UINT64);
}

std::string_view bytesOf(const void* data, std::size_t bytes) { return {static_cast<const char*>(data), bytes}; }

class Input {
 public:
  Input(std::string name, const ScratchFile& bytes)
      : name_(std::move(name)), size_(bytes.size()), file_(matio().Mat_Open(bytes.path().c_str(), MAT_ACC_RDONLY)) {
    if (!file_)
      failUser(fmt::format("{} cannot be opened as a MATLAB file", name_), {},
               "it is no .mat file of the versions 4, 5 or 7.3, or was cut short", "save it again in MATLAB");
  }

  Coordinates read(const std::string& wanted, ValueType type, bool& isArray) const {
    const std::string chosen = chosenVariable(name_, variables(), wanted);
    const std::string called = fmt::format("{}:{}", name_, chosen);
    const Variable variable(matio().Mat_VarReadInfo(file_.get(), chosen.c_str()));
    if (!variable) failCorrupt(called);
    const std::vector<std::int64_t> shape = shapeOf(called, *variable);
    if (matio().Mat_VarReadDataAll(file_.get(), variable.get()) != 0) failCorrupt(called);
    isArray = variable->class_type != MAT_C_SPARSE;
    return isArray ? dense(called, *variable, shape, type) : sparse(called, *variable, shape, type);
  }

 private:
  [[noreturn]] static void failCorrupt(const std::string& called) {
    failUser(fmt::format("{} cannot be read", called), {}, "the file is corrupt, or was cut short",
             "save it again in MATLAB");
  }

  std::vector<std::string> variables() const {
    std::vector<std::string> names;
    matio().Mat_Rewind(file_.get());
    for (Variable next(matio().Mat_VarReadNextInfo(file_.get())); next;
         next.reset(matio().Mat_VarReadNextInfo(file_.get())))
      if (isNumeric(*next) && next->name) names.emplace_back(next->name);
    if (names.empty())
      failUser(fmt::format("{} holds no variable with numbers", name_), {},
               "it is empty, was cut short, or holds texts, cells and structures only");
    return names;
  }

  std::vector<std::int64_t> shapeOf(const std::string& called, const matvar_t& variable) const {
    constexpr std::uint64_t mostExpansion = 1032;  // of deflate
    std::vector<std::int64_t> shape;
    for (int n = 0; n < variable.rank; ++n)
      shape.push_back(static_cast<std::int64_t>(
          std::min<std::size_t>(variable.dims[n], static_cast<std::size_t>(maxDimension) + 1)));
    for (const std::int64_t dim : shape) elementsOf(called, {dim});
    const bool isSparse = variable.class_type == MAT_C_SPARSE;
    if (isSparse && shape.size() != 2) failCorrupt(called);
    // Each column of a sparse matrix, and each element of a dense array, takes a byte or more before compression.
    const std::int64_t least = isSparse ? shape[1] : elementsOf(called, shape);
    if (static_cast<std::uint64_t>(least) / mostExpansion > size_)
      failUser(fmt::format("{} states {}, and the file has {} bytes", called, fmt::join(shape, " x "), size_), {},
               "its header is wrong, or the file was cut short");
    return shape;
  }

  static constexpr ElementType complexElement{ElementKind::Complex, 16, std::endian::native == std::endian::big};

  // The two arrays of the parts as one of complex numbers of doubles.
  static std::string interleaved(const std::string& called, const ElementType& element, const void* data,
                                 std::size_t size) {
    const auto* split = static_cast<const mat_complex_split_t*>(data);
    if (size == 0) return {};
    if (!split || !split->Re || !split->Im) failCorrupt(called);
    const auto part = [&](const char* name, const void* bytes) {
      const Array array{fmt::format("{} ({})", called, name),
                        element,
                        {static_cast<std::int64_t>(size)},
                        bytesOf(bytes, size * element.bytes)};
      return std::get<ValueArray<double>>(valuesOf(array, ValueType::Float64));
    };
    const ValueArray<double> real = part("real part", split->Re), imaginary = part("imaginary part", split->Im);
    std::vector<std::complex<double>> pairs;
    for (std::size_t e = 0; e < size; ++e) pairs.emplace_back(real[e], imaginary[e]);
    return std::string(bytesOf(pairs.data(), size * sizeof(pairs[0])));
  }

  static Coordinates dense(const std::string& called, const matvar_t& variable, const std::vector<std::int64_t>& shape,
                           ValueType type) {
    const auto element = elementOf(variable.data_type);
    const auto elements = static_cast<std::size_t>(elementsOf(called, shape));
    if (!element || (elements > 0 && !variable.data)) failCorrupt(called);
    if (variable.isComplex) {
      const std::string pairs = interleaved(called, *element, variable.data, elements);
      return denseEntries({called, complexElement, shape, pairs, {}, true}, type);
    }
    return denseEntries({called, *element, shape, bytesOf(variable.data, elements * element->bytes), {}, true}, type);
  }

  static Coordinates sparse(const std::string& called, const matvar_t& variable, const std::vector<std::int64_t>& shape,
                            ValueType type) {
    const auto* matrix = static_cast<const mat_sparse_t*>(variable.data);
    const auto element = elementOf(variable.data_type);
    if (!matrix || !element || matrix->njc == 0) failCorrupt(called);
    constexpr bool bigEndian = std::endian::native == std::endian::big;
    const auto array = [&](const char* part, const ElementType& ofPart, const void* data, std::size_t size) {
      return Array{fmt::format("{} ({})", called, part),
                   ofPart,
                   {static_cast<std::int64_t>(size)},
                   bytesOf(data, size * ofPart.bytes)};
    };
    const ElementType index{ElementKind::Unsigned, 4, bigEndian};
    // Arrays may be longer than the number of entries, which the last pointer states.
    const std::size_t entries = matrix->jc[matrix->njc - 1];
    if (entries > matrix->nir || entries > matrix->ndata) failCorrupt(called);
    const std::string pairs = variable.isComplex ? interleaved(called, *element, matrix->data, entries) : "";
    return compressedEntries(
        shape, 1,
        pointersOf(array("columns", index, matrix->jc, matrix->njc), shape[1], static_cast<std::int64_t>(entries)),
        coordinatesOf(array("rows", index, matrix->ir, entries), shape[0]),
        valuesOf(variable.isComplex ? array("values", complexElement, pairs.data(), entries)
                                    : array("values", *element, matrix->data, entries),
                 type));
  }

  std::string name_;
  std::uint64_t size_;
  MatFile file_;
};

struct Classes {
  matio_classes kind;
  matio_types type;
  int flags = 0;
};
Classes classesOf(ValueType type) {
  switch (type) {
    case ValueType::Bool: return {MAT_C_UINT8, MAT_T_UINT8, MAT_F_LOGICAL};
    case ValueType::Int8: return {MAT_C_INT8, MAT_T_INT8};
    case ValueType::Int16: return {MAT_C_INT16, MAT_T_INT16};
    case ValueType::Int32: return {MAT_C_INT32, MAT_T_INT32};
    case ValueType::Int64: return {MAT_C_INT64, MAT_T_INT64};
    case ValueType::Uint8: return {MAT_C_UINT8, MAT_T_UINT8};
    case ValueType::Uint16: return {MAT_C_UINT16, MAT_T_UINT16};
    case ValueType::Uint32: return {MAT_C_UINT32, MAT_T_UINT32};
    case ValueType::Uint64: return {MAT_C_UINT64, MAT_T_UINT64};
    case ValueType::Float32: return {MAT_C_SINGLE, MAT_T_SINGLE};
    case ValueType::Float64: return {MAT_C_DOUBLE, MAT_T_DOUBLE};
    case ValueType::Complex64: return {MAT_C_SINGLE, MAT_T_SINGLE, MAT_F_COMPLEX};
    case ValueType::Complex128: return {MAT_C_DOUBLE, MAT_T_DOUBLE, MAT_F_COMPLEX};
    case ValueType::Float16:
    case ValueType::Bfloat16: break;
  }
  failInternal("MATLAB has no such type");  // checkWritable
}

std::string variableName(const std::string& wanted) {
  constexpr std::size_t longest = 63;
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (wanted.empty()) return "A";
  if (wanted.size() > longest || !std::isalpha(static_cast<unsigned char>(wanted[0])) ||
      !std::all_of(wanted.begin(), wanted.end(), isPart))
    failUser(fmt::format("'{}' cannot be the name of a variable in MATLAB", wanted), {},
             "a name is a letter, followed by letters, digits and underscores");
  return wanted;
}

void write(const std::string& name, Classes classes, std::vector<std::size_t> dims, void* data, std::size_t bytes,
           const Sink& sink) {
  constexpr std::size_t mostOfVersion5 = (std::size_t{1} << 31) - (1u << 20);
  ScratchFile bytesOfFile;
  MatFile file(matio().Mat_CreateVer(bytesOfFile.path().c_str(), "MATLAB MAT-file, written by Stardust",
                                     bytes < mostOfVersion5 ? MAT_FT_MAT5 : MAT_FT_MAT73));
  const Variable variable(matio().Mat_VarCreate(name.c_str(), classes.kind, classes.type, static_cast<int>(dims.size()),
                                                dims.data(), data, classes.flags | MAT_F_DONT_COPY_DATA));
  if (!file || !variable || matio().Mat_VarWrite(file.get(), variable.get(), MAT_COMPRESSION_ZLIB) != 0)
    failUser("the MATLAB file cannot be written", {}, "the library matio reports an error");
  file.reset();
  bytesOfFile.copyTo(sink);
}

// The real parts of complex numbers, and then their imaginary parts.
template <class Part, class Number>
std::vector<Part> separated(const Number* numbers, std::size_t size) {
  std::vector<Part> parts(2 * size);
  for (std::size_t e = 0; e < size; ++e) {
    parts[e] = static_cast<Part>(numbers[e].real());
    parts[size + e] = static_cast<Part>(numbers[e].imag());
  }
  return parts;
}

// MATLAB has sparse matrices of doubles only.
template <class Numbers>
std::vector<double> realDoubles(const Numbers& all) {
  constexpr double exact = 9007199254740992;  // 2^53
  std::vector<double> doubles(all.size());
  for (std::size_t e = 0; e < all.size(); ++e) {
    const auto number = numberOf(all[e]);
    doubles[e] = static_cast<double>(number);
    if constexpr (std::is_integral_v<decltype(number)>)
      if (std::abs(doubles[e]) > exact)
        failUser(fmt::format("{} cannot be written to a sparse matrix of MATLAB", number), {},
                 "its values are doubles, which have 53 bits", "write a dense result, or another format");
  }
  return doubles;
}

std::vector<double> asDoubles(const Values& values) {
  return std::visit(
      [](const auto& all) {
        using T = typename std::decay_t<decltype(all)>::value_type;
        if constexpr (isComplexElement<T>) return separated<double>(all.data(), all.size());
        else return realDoubles(all);
      },
      values);
}

void writeSparse(const std::string& name, const Storage& storage, const Sink& sink) {
  Compressed matrix = compressedOf(storage, 1);
  std::vector<double> doubles = asDoubles(matrix.values);
  const bool isPair = isComplex(storage.type());
  const std::size_t entries = matrix.coordinates.size();
  if (entries > 0xffffffff)
    failUser(fmt::format("{} entries cannot be written to a MATLAB file", entries), {}, "it counts with 32 bits");
  if (matrix.dims[0] > mostNarrow)
    failUser(fmt::format("a sparse matrix of {} rows cannot be written to a MATLAB file", matrix.dims[0]), {},
             "it counts with 32 bits");
  std::vector<mat_uint32_t> rows(matrix.coordinates.begin(), matrix.coordinates.end());
  std::vector<mat_uint32_t> columns;
  for (const std::int64_t pointer : matrix.pointers) columns.push_back(static_cast<mat_uint32_t>(pointer));
  const auto count = static_cast<mat_uint32_t>(entries);
  mat_sparse_t data{};
  data.nzmax = count;
  data.ir = rows.data();
  data.nir = count;
  data.jc = columns.data();
  data.njc = static_cast<mat_uint32_t>(columns.size());
  data.ndata = count;
  mat_complex_split_t parts{doubles.data(), doubles.data() + entries};
  data.data = isPair ? static_cast<void*>(&parts) : doubles.data();
  write(name, {MAT_C_SPARSE, MAT_T_DOUBLE, isPair ? MAT_F_COMPLEX : 0},
        {static_cast<std::size_t>(matrix.dims[0]), static_cast<std::size_t>(matrix.dims[1])}, &data,
        doubles.size() * sizeof(double) + entries * sizeof(mat_uint32_t) + columns.size() * sizeof(mat_uint32_t), sink);
}

template <class Part>
void writeParts(const std::string& name, ValueType type, const std::vector<std::size_t>& dims, const std::string& bytes,
                const Sink& sink) {
  std::vector<std::complex<Part>> numbers(bytes.size() / sizeof(std::complex<Part>));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  std::vector<Part> parts = separated<Part>(numbers.data(), numbers.size());
  mat_complex_split_t split{parts.data(), parts.data() + numbers.size()};
  write(name, classesOf(type), dims, &split, bytes.size(), sink);
}

// All dimensions of an array of MATLAB are two or more: a vector is n x 1.
void writeDense(const std::string& name, const Storage& storage, const Sink& sink) {
  std::string bytes;
  const Sink collect = [&](std::string_view piece) { bytes += piece; };
  Pieces pieces(collect);
  printDense(storage, pieces, true);
  pieces.pass();
  std::vector<std::size_t> dims(storage.dims.begin(), storage.dims.end());
  while (dims.size() < 2) dims.push_back(1);
  if (storage.type() == ValueType::Complex64) return writeParts<float>(name, storage.type(), dims, bytes, sink);
  if (storage.type() == ValueType::Complex128) return writeParts<double>(name, storage.type(), dims, bytes, sink);
  write(name, classesOf(storage.type()), dims, bytes.data(), bytes.size(), sink);
}

}  // namespace

TensorFile readMatlab(const std::string& name, ByteSource& source, const ReadOptions& options) {
  const ScratchFile bytes(source);
  TensorFile file;
  const auto read = [&] { return Input(name, bytes).read(options.variable, options.type, file.isArray); };
  tryInChild(name, "matio", [&] { (void)read(); });
  file.tensor = read();
  return fitted(name, std::move(file), options);
}

void printMatlab(const Storage& storage, const std::string& variable, const Sink& sink) {
  const std::string name = variableName(variable);
  const bool isDense = std::all_of(storage.levels.begin(), storage.levels.end(),
                                   [](const Level& level) { return level.format == dense; });
  if (isDense || storage.order() > 2 || storage.order() == 0) writeDense(name, storage, sink);
  else writeSparse(name, storage, sink);
}

#else

TensorFile readMatlab(const std::string& name, ByteSource&, const ReadOptions&) {
  requireLibrary(name, FileKind::Matlab);
  return {};
}
void printMatlab(const Storage&, const std::string&, const Sink&) { requireLibrary("the output", FileKind::Matlab); }

#endif

}  // namespace stardust::io
