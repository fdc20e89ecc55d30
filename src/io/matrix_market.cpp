#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/fields.h"
#include "io/readers.h"

namespace stardust::io {
namespace {

enum class Symmetry { General, Symmetric, Skew };

struct Header {
  bool array = false;
  bool pattern = false;
  bool integer = false;
  Symmetry symmetry = Symmetry::General;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t entries = 0;  // lines of entries
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

// %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric
Header readBanner(Lines& lines) {
  constexpr const char* example = "the first line is like \"%%MatrixMarket matrix coordinate real general\"";
  if (!lines.next()) failUser(fmt::format("{} is empty", lines.name()), {}, example);
  Fields fields(lines);
  if (const auto word = fields.next(); lower(word) != "%%matrixmarket")
    fields.fail(word, fmt::format("{} is not a MatrixMarket file", lines.name()), example);
  if (const auto word = fields.next(); lower(word) != "matrix") failWord(fields, word, "object", "matrix");

  Header header;
  const auto layout = fields.next();
  header.array = lower(layout) == "array";
  if (!header.array && lower(layout) != "coordinate") failWord(fields, layout, "layout", "coordinate or array");

  const auto field = fields.next();
  const std::string type = lower(field);
  header.pattern = type == "pattern";
  header.integer = type == "integer";
  if (type == "complex")
    fields.fail(field, "complex matrices cannot be read", "values are integers or reals",
                "split it into two real matrices");
  if (!header.pattern && !header.integer && type != "real" && type != "double")
    failWord(fields, field, "value type", "real, integer or pattern");
  if (header.pattern && header.array)
    fields.fail(field, "an array cannot be a pattern", "an array lists values and no coordinates");

  const auto symmetry = fields.next();
  const std::string kind = lower(symmetry);
  if (kind == "hermitian")
    fields.fail(symmetry, "hermitian matrices cannot be read", "they are complex; values are integers or reals");
  if (kind == "symmetric") header.symmetry = Symmetry::Symmetric;
  else if (kind == "skew-symmetric") header.symmetry = Symmetry::Skew;
  else if (kind != "general") failWord(fields, symmetry, "symmetry", "general, symmetric or skew-symmetric");
  if (header.pattern && header.symmetry == Symmetry::Skew)
    fields.fail(symmetry, "a pattern cannot be skew-symmetric", "a pattern has no values to change the sign of");
  fields.finish();
  return header;
}

// How many values an array lists: all, or the lower triangle with or without the diagonal.
std::int64_t arrayEntries(const Header& header) {
  const std::int64_t n = header.rows;
  switch (header.symmetry) {
    case Symmetry::General: return n * header.columns;
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
  // Both dimensions are below 2^31, so that their product does not overflow.
  if (header.array && header.rows * header.columns > maxDimension)
    fields.fail(lines.line(), fmt::format("an array of {} x {} is too large", header.rows, header.columns),
                fmt::format("a tensor has at most {} entries", maxDimension));
  header.entries = header.array ? arrayEntries(header) : fields.integer("the number of entries", 0, maxDimension);
  fields.finish();
}

template <class T>
class Body {
 public:
  Body(Lines& lines, const Header& header, Coordinates& matrix)
      : lines_(lines), header_(header), crd_(matrix.crd), values_(std::get<ValueArray<T>>(matrix.values)) {
    // A count is believed as far as the file is long enough for it: no line has fewer bytes than this.
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
      const std::int32_t row = fields.coordinate(0, header_.rows);
      const std::int32_t column = fields.coordinate(1, header_.columns);
      const T value = header_.pattern ? T{1} : header_.integer ? fields.integerValue<T>() : fields.value<T>();
      fields.finish();
      checkTriangle(fields, row, column);
      add(row, column, value);
    }
    checkEnd();
  }

  void readArray() {
    std::int64_t e = 0;
    for (std::int32_t column = 0; column < header_.columns; ++column) {
      const std::int64_t first = header_.symmetry == Symmetry::General     ? 0
                                 : header_.symmetry == Symmetry::Symmetric ? column
                                                                           : column + 1;
      for (std::int64_t row = first; row < header_.rows; ++row) {
        nextEntry(e++);
        Fields fields(lines_);
        const T value = header_.integer ? fields.integerValue<T>() : fields.value<T>();
        fields.finish();
        if (value != 0) add(static_cast<std::int32_t>(row), column, value);
      }
    }
    checkEnd();
  }

 private:
  void nextEntry(std::int64_t read) {
    if (!lines_.nextData('%'))
      failUser(fmt::format("{} ends after {} of {} entries", lines_.name(), read, header_.entries), {},
               "the file was cut short, or its sizes are wrong");
  }

  void checkEnd() {
    if (lines_.nextData('%'))
      failUser(fmt::format("{} goes on after its {} entries", lines_.name(), header_.entries), lines_.at(lines_.line()),
               "the line with the sizes states how many there are");
  }

  // What the missing triangle holds follows from the other; were both given, every entry would count twice.
  void checkTriangle(const Fields& fields, std::int32_t row, std::int32_t column) const {
    if (header_.symmetry == Symmetry::General || row > column) return;
    if (row < column)
      fields.fail(lines_.line(), fmt::format("entry ({},{}) lies above the diagonal", row + 1, column + 1),
                  "a symmetric or skew-symmetric file lists the lower triangle only",
                  "swap the coordinates, or say general in the header");
    if (header_.symmetry == Symmetry::Skew)
      fields.fail(lines_.line(), fmt::format("entry ({},{}) lies on the diagonal", row + 1, column + 1),
                  "the diagonal of a skew-symmetric matrix is zero");
  }

  void add(std::int32_t row, std::int32_t column, T value) {
    push(row, column, value);
    if (header_.symmetry == Symmetry::Symmetric && row != column) push(column, row, value);
    if (header_.symmetry == Symmetry::Skew) push(column, row, negated(value));
  }
  void push(std::int32_t row, std::int32_t column, T value) {
    crd_.push_back(row);
    crd_.push_back(column);
    values_.push_back(value);
  }
  // The smallest integer has no opposite: it wraps, as on the machine.
  static T negated(T value) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(value));
    else return -value;
  }

  Lines& lines_;
  const Header& header_;
  std::vector<std::int32_t>& crd_;
  ValueArray<T>& values_;
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
  for (std::size_t e = 0; e < matrix.size(); ++e) matrix.crd[e] = matrix.crd[2 * e + mode];
  matrix.crd.resize(matrix.size());
  matrix.dims = {matrix.dims[mode]};
  return matrix;
}

}  // namespace

Coordinates readMatrixMarket(Lines& lines, const ReadOptions& options) {
  const int order = options.order.value_or(options.dims ? static_cast<int>(options.dims->size()) : 2);
  if (order != 1 && order != 2)
    failUser(fmt::format("{} holds a matrix, but a tensor of order {} is expected", lines.name(), order), {}, {},
             order == 4 ? "a .tns file holds blocks: block row, block column, row and column in the block, value"
                        : "a .tns file holds tensors of any order");
  Header header = readBanner(lines);
  readSizes(lines, header);
  const std::vector<std::int64_t> dims = {header.rows, header.columns};
  const std::size_t mode = order == 1 ? vectorMode(lines, header) : 0;
  checkStatedDims(lines, order == 1 ? std::vector{dims[mode]} : dims, options);
  Coordinates matrix{dims, {}, makeValues(options.type, 0)};
  std::visit(
      [&](const auto& values) {
        Body<typename std::decay_t<decltype(values)>::value_type> body(lines, header, matrix);
        header.array ? body.readArray() : body.readCoordinates();
      },
      matrix.values);
  return order == 1 ? keepMode(std::move(matrix), mode) : matrix;
}

}  // namespace stardust::io
