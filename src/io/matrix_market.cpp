#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "io/arrays.h"
#include "io/fields.h"
#include "io/readers.h"
#include "support/complex_text.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

enum class Symmetry { General, Symmetric, Skew, Hermitian };

struct Header {
  bool array = false;
  bool pattern = false;
  bool integer = false;
  bool isUnsigned = false;
  bool complex = false;
  Symmetry symmetry = Symmetry::General;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t entries = 0;  // number of entry lines
};

std::string lower(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

[[noreturn]] void failWord(const Fields& fields, std::string_view word, const char* what, const char* remedy) {
  if (word.empty()) fields.fail(word, fmt::format("{} is missing in the header", what), {}, remedy);
  fields.fail(word, fmt::format("unknown {} '{}' in the header", what, shown(word)), {}, remedy);
}

// Proposes a banner for a text that begins with sizes; empty for any other text.
std::string bannerFor(Lines& lines) {
  const auto integersIn = [](const Lines& text) -> std::size_t {
    Fields fields(text);
    for (std::string_view field = fields.next(); !field.empty(); field = fields.next())
      if (field.find_first_not_of("0123456789") != std::string_view::npos) return 0;
    return Fields(text).count();
  };
  const bool isComment = lines.line()[lines.line().find_first_not_of(" \t")] == '%';
  if (isComment && !lines.nextData('%')) return {};
  const std::size_t sizes = integersIn(lines);
  if (sizes == 2) return "%%MatrixMarket matrix array real general";
  if (sizes != 3) return {};
  const bool hasValues = !lines.nextData('%') || Fields(lines).count() != 2;
  return fmt::format("%%MatrixMarket matrix coordinate {} general", hasValues ? "real" : "pattern");
}

[[noreturn]] void failBanner(Lines& lines, std::string_view word) {
  const Location where = lines.at(word);
  const std::string banner = bannerFor(lines);
  failUser(fmt::format("{} is not a MatrixMarket file", lines.name()), where,
           "the first line is like \"%%MatrixMarket matrix coordinate real general\"",
           banner.empty()
               ? ""
               : fmt::format("put this line first: {} (or, if each line is an entry, name the file .tns)", banner));
}

// Finds the first non-blank line.
void nextBanner(Lines& lines) {
  while (lines.next())
    if (lines.line().find_first_not_of(" \t") != std::string_view::npos) return;
  failUser(fmt::format("{} is empty", lines.name()), {},
           "the first line is like \"%%MatrixMarket matrix coordinate real general\"");
}

// %%MatrixMarket matrix coordinate|array real|complex|integer|pattern general|symmetric|skew-symmetric|hermitian
// Some tools write one % only, or a blank after it. `type`: of the values that are read.
Header readBanner(Lines& lines, ValueType type) {
  nextBanner(lines);
  Fields fields(lines);
  const auto first = fields.next();
  std::string mark = lower(first);
  if (mark == "%" || mark == "%%") mark += lower(fields.next());
  if (mark != "%%matrixmarket" && mark != "%matrixmarket") failBanner(lines, first);
  if (const auto word = fields.next(); lower(word) != "matrix") failWord(fields, word, "object", "matrix");

  Header header;
  const auto layout = fields.next();
  header.array = lower(layout) == "array";
  if (!header.array && lower(layout) != "coordinate") failWord(fields, layout, "layout", "coordinate or array");

  const auto field = fields.next();
  const std::string word = lower(field);
  header.pattern = word == "pattern";
  header.isUnsigned = word == "unsigned-integer";
  header.integer = word == "integer" || header.isUnsigned;
  header.complex = word == "complex";
  if (header.complex && !isComplex(type))
    fields.fail(field, fmt::format("the matrix is complex, and is read as {}", toString(type)),
                fmt::format("a value of type {} has no imaginary part", toString(type)),
                "read it as complex64 or complex128 (-t=complex64)");
  if (!header.pattern && !header.integer && !header.complex && word != "real" && word != "double")
    failWord(fields, field, "value type", "real, complex, integer, unsigned-integer or pattern");
  if (header.pattern && header.array)
    fields.fail(field, "an array cannot be a pattern", "an array lists values and no coordinates");

  const auto symmetry = fields.next();
  const std::string kind = lower(symmetry);
  if (kind == "hermitian" && !header.complex)
    fields.fail(symmetry, "a hermitian matrix is complex", "the header says that its values are not",
                "say symmetric in the header");
  if (kind == "hermitian") header.symmetry = Symmetry::Hermitian;
  else if (kind == "symmetric") header.symmetry = Symmetry::Symmetric;
  else if (kind == "skew-symmetric") header.symmetry = Symmetry::Skew;
  else if (kind != "general") failWord(fields, symmetry, "symmetry", "general, symmetric, skew-symmetric or hermitian");
  if (header.pattern && header.symmetry == Symmetry::Skew)
    fields.fail(symmetry, "a pattern cannot be skew-symmetric", "a pattern has no values to change the sign of");
  fields.finish("the banner ends with the symmetry");
  return header;
}

// Number of values in an array: all, or the lower triangle with or without the diagonal.
std::int64_t arrayEntries(const Header& header) {
  const std::int64_t n = header.rows;
  switch (header.symmetry) {
    case Symmetry::General: return n * header.columns;
    case Symmetry::Hermitian:
    case Symmetry::Symmetric: return n * (n + 1) / 2;
    case Symmetry::Skew: return n == 0 ? 0 : n * (n - 1) / 2;
  }
  failInternal("arrayEntries: not a symmetry");
}

void readSizes(Lines& lines, Header& header) {
  if (!lines.nextData('%'))
    failUser(fmt::format("{} ends before the line with the sizes of the matrix", lines.name()), {},
             "the file was cut short");
  Fields fields(lines);
  header.rows = fields.integer("the number of rows", 0, maxDimension);
  header.columns = fields.integer("the number of columns", 0, maxDimension);
  if (header.symmetry != Symmetry::General && header.rows != header.columns)
    fields.fail(lines.line(), fmt::format("a matrix of {} x {} cannot be symmetric", header.rows, header.columns),
                "the header says that it is");
  if (header.array && header.columns > 0 && header.rows > maxPositions / header.columns)
    fields.fail(lines.line(), fmt::format("an array of {} x {} is too large", header.rows, header.columns),
                fmt::format("a tensor has at most {} entries", maxPositions));
  if (!header.array && fields.atEnd())
    fields.fail(fields.next(), "the number of entries is missing", "the header says coordinate: each entry has its own",
                "say array in the header if the values follow without coordinates");
  header.entries = header.array ? arrayEntries(header) : fields.integer("the number of entries", 0, maxPositions);
  if (header.array)
    fields.finish("an array has rows and columns", "say coordinate in the header if entries are counted");
  else fields.finish("the sizes are rows, columns and entries");
}

template <class T>
class Body {
 public:
  Body(Lines& lines, const Header& header, Coordinates& matrix)
      : lines_(lines), header_(header), crd_(matrix.crd), values_(std::get<ValueArray<T>>(matrix.values)) {
    // The count in the header is checked against the length of the file: every entry takes at least this many bytes.
    const std::uint64_t shortest = header.array ? 2 : 4;
    auto expected = std::min(static_cast<std::uint64_t>(header.entries), lines.bound() / shortest + 1);
    if (header.symmetry != Symmetry::General) expected *= 2;
    crd_.reserve(2 * expected);
    values_.reserve(expected);
  }

  void readCoordinates() {
    for (std::int64_t e = 0; e < header_.entries; ++e) {
      nextEntry(e);
      Fields fields(lines_);
      const std::int64_t row = fields.coordinate(0, header_.rows);
      const std::int64_t column = fields.coordinate(1, header_.columns);
      const std::string_view valueText = Fields(fields).next();
      const T value = header_.pattern ? T{1} : readValue(fields);
      if (header_.pattern) fields.finish("the header says pattern: entries have no values", "say real in the header");
      else fields.finish("an entry is a row, a column and a value");
      if (header_.symmetry == Symmetry::Skew && row == column && value != T{})
        fields.fail(valueText, fmt::format("entry ({},{}) lies on the diagonal, but is not 0", row + 1, column + 1),
                    "the diagonal of a skew-symmetric matrix is zero",
                    "leave it out, or say general or symmetric in the header");
      requireRealDiagonal(fields, valueText, row, column, value);
      checkTriangle(fields, row, column);
      add(row, column, value);
    }
    checkEnd();
  }

  void readArray() {
    std::int64_t e = 0;
    for (std::int64_t column = 0; column < header_.columns; ++column) {
      const std::int64_t first = header_.symmetry == Symmetry::General ? 0
                                 : header_.symmetry == Symmetry::Skew  ? column + 1
                                                                       : column;
      for (std::int64_t row = first; row < header_.rows; ++row) {
        nextEntry(e++);
        Fields fields(lines_);
        const std::string_view valueText = Fields(fields).next();
        const T value = readValue(fields);
        requireRealDiagonal(fields, valueText, row, column, value);
        fields.finish("an array lists one value on a line, column by column");
        if (value != T{}) add(row, column, value);
      }
    }
    checkEnd();
  }

  /// A note if a symmetric matrix was stored by its upper triangle; else empty.
  std::string triangleNote() const {
    if (!triangle_ || !triangle_->isUpper) return {};
    return fmt::format(
        "{} line {}: the matrix is given by its upper triangle, where the lower one is usual; the other "
        "triangle is its mirror image{}",
        lines_.name(), triangle_->line,
        header_.symmetry == Symmetry::Skew        ? ", with the sign changed"
        : header_.symmetry == Symmetry::Hermitian ? ", conjugated"
                                                  : "");
  }

 private:
  // Location of the first off-diagonal entry.
  struct Triangle {
    bool isUpper;
    std::size_t line;
  };

  void nextEntry(std::int64_t read) {
    if (!lines_.nextData('%'))
      failUser(fmt::format("{} ends after {} of {}", lines_.name(), read, counted(header_.entries, "entry", "entries")),
               {}, "the file was cut short, or its sizes are wrong");
  }

  void checkEnd() {
    if (!lines_.nextData('%')) return;
    const bool isTriangle = header_.array && header_.symmetry != Symmetry::General;
    failUser(fmt::format("{} goes on after its {}", lines_.name(), counted(header_.entries, "entry", "entries")),
             lines_.at(lines_.line()),
             isTriangle      ? "an array that is symmetric lists the lower triangle, column by column"
             : header_.array ? "the line with the sizes states how many rows and columns there are"
                             : "the line with the sizes states how many there are");
  }

  T readValue(Fields& fields) const {
    if (!header_.array && fields.atEnd())
      fields.fail(fields.next(), "the value is missing", "the header says that entries have values",
                  "say pattern in the header if none has");
    const Fields before = fields;
    if constexpr (isComplexElement<T>) {
      if (header_.complex) return fields.partsValue<T>();
    }
    const T value = header_.integer ? fields.integerValue<T>() : fields.realValue<T>();
    if (header_.isUnsigned && numberAs<double>(numberOf(value)) < 0)
      fields.fail(Fields(before).next(), fmt::format("{} is negative", numberOf(value)),
                  "the header says unsigned-integer", "say integer in the header");
    return value;
  }

  void requireRealDiagonal(const Fields& fields, std::string_view text, std::int64_t row, std::int64_t column,
                           const T& value) const {
    if constexpr (isComplexElement<T>)
      if (header_.symmetry == Symmetry::Hermitian && row == column && value.imag() != 0)
        fields.fail(text,
                    fmt::format("entry ({},{}) lies on the diagonal, and has an imaginary part", row + 1, column + 1),
                    "the diagonal of a hermitian matrix is real", "say general or symmetric in the header");
  }

  // Only one triangle may be given: with both, every entry would count twice.
  void checkTriangle(const Fields& fields, std::int64_t row, std::int64_t column) {
    if (header_.symmetry == Symmetry::General || row == column) return;
    const bool isUpper = row < column;
    if (!triangle_) triangle_ = {isUpper, lines_.number()};
    if (triangle_->isUpper == isUpper) return;
    fields.fail(lines_.line(),
                fmt::format("entry ({},{}) lies {} the diagonal, and that of line {} {} it", row + 1, column + 1,
                            isUpper ? "above" : "below", triangle_->line, isUpper ? "below" : "above"),
                "a symmetric, skew-symmetric or hermitian file lists one triangle, and the other follows from it",
                "say general in the header if both are listed, or swap the coordinates");
  }

  void add(std::int64_t row, std::int64_t column, T value) {
    push(row, column, value);
    if (row == column) return;
    if (header_.symmetry == Symmetry::Symmetric) push(column, row, value);
    if (header_.symmetry == Symmetry::Skew) push(column, row, negated(value, lines_.name()));
    if constexpr (isComplexElement<T>)
      if (header_.symmetry == Symmetry::Hermitian) push(column, row, std::conj(value));
  }
  void push(std::int64_t row, std::int64_t column, T value) {
    crd_.push_back(row);
    crd_.push_back(column);
    values_.push_back(value);
  }

  Lines& lines_;
  const Header& header_;
  CoordinateArray& crd_;
  ValueArray<T>& values_;
  std::optional<Triangle> triangle_;
};

// The mode of an n x 1 or 1 x n matrix that is read as a vector.
std::size_t vectorMode(const Lines& lines, const Header& header) {
  if (header.rows != 1 && header.columns != 1)
    failUser(fmt::format("{} holds a matrix of {} x {}, but a vector is expected", lines.name(), header.rows,
                         header.columns),
             lines.at(lines.line()), "a vector is an n x 1 matrix");
  return header.columns == 1 ? 0 : 1;
}

Coordinates keepMode(Coordinates matrix, std::size_t mode) {
  for (std::size_t e = 0; e < matrix.size(); ++e) matrix.crd.set(e, matrix.crd[2 * e + mode]);
  matrix.crd.resize(matrix.size());
  matrix.dims = {matrix.dims[mode]};
  return matrix;
}

}  // namespace

TensorFile readMatrixMarket(const std::string& name, ByteSource& source, const ReadOptions& options) {
  Lines lines(name, source);
  const int order = options.order.value_or(options.dims ? static_cast<int>(options.dims->size()) : 2);
  if (order != 1 && order != 2)
    failUser(fmt::format("{} holds a matrix, but a tensor of order {} is expected", lines.name(), order), {}, {},
             order == 4 ? "a .tns file holds blocks: block row, block column, row and column in the block, value"
                        : "a .tns file holds tensors of any order");
  Header header = readBanner(lines, options.type);
  readSizes(lines, header);
  const std::vector<std::int64_t> dims = {header.rows, header.columns};
  const std::size_t mode = order == 1 ? vectorMode(lines, header) : 0;
  checkStatedDims(lines, order == 1 ? std::vector{dims[mode]} : dims, options);
  TensorFile file{{dims, {}, makeValues(options.type, 0)}, true, header.array, {}};
  Coordinates& matrix = file.tensor;
  std::visit(
      [&](const auto& values) {
        Body<typename std::decay_t<decltype(values)>::value_type> body(lines, header, matrix);
        header.array ? body.readArray() : body.readCoordinates();
        if (std::string note = body.triangleNote(); !note.empty()) file.notes.push_back(std::move(note));
      },
      matrix.values);
  if (order == 1) matrix = keepMode(std::move(matrix), mode);
  return file;
}

}  // namespace stardust::io
