// Harwell–Boeing and Rutherford–Boeing: a header of four or five lines, the begins of the columns, the rows of the
// entries, and their values.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "io/arrays.h"
#include "io/compressed.h"
#include "io/fortran.h"
#include "io/readers.h"
#include "io/writers.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

enum class HarwellSymmetry { General, Symmetric, Skew, Hermitian };

struct HarwellHeader {
  bool pattern = false, integer = false, complex = false;
  HarwellSymmetry symmetry = HarwellSymmetry::General;
  std::int64_t rows = 0, columns = 0, entries = 0;
  bool hasRightHandSides = false;
  FortranFormat ofPointers, ofRows, ofValues;
};

void nextLine(Lines& lines, const char* what) {
  if (!lines.next())
    failUser(fmt::format("{} ends before its line with {}", lines.name(), what), {}, "a header has four lines or more",
             "the file was cut short, or has another format");
}

// "RUA": the values, the symmetry, and whether the matrix is assembled.
void readHarwellType(const Fields& fields, std::string_view word, ValueType type, HarwellHeader& header) {
  const auto letter = [&](std::size_t n) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(word[n])));
  };
  if (word.size() != 3)
    fields.fail(word, fmt::format("the type of the matrix is '{}'", shown(word)), "it has three letters, such as RUA");
  switch (letter(0)) {
    case 'R': break;
    case 'I': header.integer = true; break;
    case 'P': header.pattern = true; break;
    case 'C':
      header.complex = true;
      if (!isComplex(type))
        fields.fail(word, fmt::format("the matrix is complex, and is read as {}", toString(type)),
                    fmt::format("a value of type {} has no imaginary part", toString(type)),
                    "read it as complex64 or complex128 (-t=complex64)");
      break;
    default:
      fields.fail(word, fmt::format("the type of the matrix is '{}'", shown(word)),
                  "its first letter is R (real), C (complex), I (integer) or P (pattern)");
  }
  switch (letter(1)) {
    case 'U':
    case 'R': break;
    case 'S': header.symmetry = HarwellSymmetry::Symmetric; break;
    case 'Z': header.symmetry = HarwellSymmetry::Skew; break;
    case 'H':
      if (!header.complex) fields.fail(word, "a hermitian matrix is complex", "its first letter says that it is not");
      header.symmetry = HarwellSymmetry::Hermitian;
      break;
    default:
      fields.fail(
          word, fmt::format("the type of the matrix is '{}'", shown(word)),
          "its second letter is U (unsymmetric), R (rectangular), S (symmetric), Z (skew-symmetric) or H (hermitian)");
  }
  if (letter(2) != 'A')
    fields.fail(word, "matrices of finite elements cannot be read",
                letter(2) == 'E' ? "the third letter of the type, E, says that the matrix is not assembled"
                                 : "the third letter of the type is A (assembled)",
                "assemble it, and write it as RUA or RSA");
}

// The descriptors in the fourth line. Each is in parentheses, possibly nested.
std::vector<std::string_view> descriptorsOf(std::string_view line) {
  std::vector<std::string_view> found;
  std::size_t depth = 0, begin = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '(' && depth++ == 0) begin = at;
    if (line[at] == ')' && depth > 0 && --depth == 0) found.push_back(line.substr(begin, at + 1 - begin));
  }
  return found;
}

void readFormats(const Lines& lines, HarwellHeader& header) {
  const auto texts = descriptorsOf(lines.line());
  const Fields fields(lines);
  const std::size_t needed = header.pattern ? 2 : 3;
  if (texts.size() < needed)
    fields.fail(lines.line(),
                fmt::format("the header of {} has {}, where {} are expected", lines.name(),
                            counted(texts.size(), "format"), needed),
                "the fourth line has the formats of pointers, rows and values, such as (13I6) (16I5) (3E26.18)");
  FortranFormat* const formats[] = {&header.ofPointers, &header.ofRows, &header.ofValues};
  for (std::size_t n = 0; n < needed; ++n) {
    const auto format = fortranFormat(texts[n]);
    if (!format || (n < 2 && format->letter != 'I'))
      fields.fail(texts[n], fmt::format("the format '{}' is unknown", shown(texts[n])),
                  n < 2 ? "pointers and rows are integers, such as (13I6)" : "values are like (3E26.18)");
    *formats[n] = *format;
  }
}

HarwellHeader readHarwellHeader(Lines& lines, ValueType type) {
  HarwellHeader header;
  if (!lines.next()) failUser(fmt::format("{} is empty", lines.name()));
  nextLine(lines, "the numbers of lines");
  Fields cards(lines);
  std::int64_t last = 0;
  std::size_t count = 0;
  for (; !cards.atEnd(); ++count) last = cards.integer("a number of lines", 0, maxPositions);
  if (count < 3)
    cards.fail(lines.line(), fmt::format("{} is not a Harwell-Boeing or Rutherford-Boeing file", lines.name()),
               "its second line has four or five numbers of lines");
  header.hasRightHandSides = count >= 5 && last > 0;
  nextLine(lines, "the type and the sizes");
  Fields sizes(lines);
  readHarwellType(sizes, sizes.next(), type, header);
  header.rows = sizes.integer("the number of rows", 0, maxDimension);
  header.columns = sizes.integer("the number of columns", 0, maxDimension);
  header.entries = sizes.integer("the number of entries", 0, maxPositions);
  if (header.entries > 0 && (header.rows == 0 || header.columns == 0))
    sizes.fail(lines.line(), fmt::format("a matrix of {} x {} has no entries", header.rows, header.columns),
               fmt::format("its header counts {}", header.entries));
  if (header.symmetry != HarwellSymmetry::General && header.rows != header.columns)
    sizes.fail(lines.line(), fmt::format("a matrix of {} x {} cannot be symmetric", header.rows, header.columns),
               "the type says that it is");
  nextLine(lines, "the formats");
  readFormats(lines, header);
  if (header.hasRightHandSides) nextLine(lines, "the right-hand sides");
  return header;
}

class HarwellBody {
 public:
  HarwellBody(Lines& lines, const HarwellHeader& header)
      : lines_(lines),
        header_(header),
        most_(static_cast<std::size_t>(std::min<std::uint64_t>(lines.bound(), maxPositions))) {}

  Coordinates read(ValueType type) {
    readPointers();
    readRows();
    Coordinates matrix{{header_.rows, header_.columns}, {}, makeValues(type, 0)};
    std::visit([&](auto& values) { addEntries(matrix.crd, values); }, matrix.values);
    return matrix;
  }

 private:
  void readPointers() {
    FortranFields fields(lines_, header_.ofPointers, "pointer");
    pointers_.reserve(std::min(static_cast<std::size_t>(header_.columns) + 1, most_));
    for (std::int64_t c = 0; c <= header_.columns; ++c) {
      fields.next();
      const std::int64_t least = c == 0 ? 1 : pointers_.back() + 1;
      const std::int64_t most = c == 0 ? 1 : header_.entries + 1;
      pointers_.push_back(fields.integer(c == header_.columns ? most : least, most) - 1);
    }
  }

  void readRows() {
    FortranFields fields(lines_, header_.ofRows, "row");
    rows_.reserve(std::min(static_cast<std::size_t>(header_.entries), most_));
    std::optional<bool> isUpper;
    std::size_t column = 0;
    for (std::int64_t e = 0; e < header_.entries; ++e) {
      while (pointers_[column + 1] <= e) ++column;
      fields.next();
      const std::int64_t row = fields.integer(1, header_.rows) - 1;
      rows_.push_back(row);
      const auto ofColumn = static_cast<std::int64_t>(column);
      if (header_.symmetry == HarwellSymmetry::General || row == ofColumn) continue;
      if (isUpper.value_or(row < ofColumn) != (row < ofColumn))
        fields.fail(fmt::format("entry ({},{}) lies {} the diagonal, and others {} it", row + 1, column + 1,
                                row < ofColumn ? "above" : "below", row < ofColumn ? "below" : "above"),
                    "a symmetric or skew-symmetric file lists one triangle, and the other follows from it",
                    "say U in the type if both are listed");
      isUpper = row < ofColumn;
    }
  }

  template <class T>
  void addEntries(CoordinateArray& crd, ValueArray<T>& values) {
    FortranFields fields(lines_, header_.ofValues, "value");
    const std::size_t times = header_.symmetry == HarwellSymmetry::General ? 1 : 2;
    crd.reserve(2 * times * rows_.size());
    values.reserve(times * rows_.size());
    std::size_t column = 0;
    for (std::size_t e = 0; e < rows_.size(); ++e) {
      while (pointers_[column + 1] <= static_cast<std::int64_t>(e)) ++column;
      const std::int64_t row = rows_[e], ofColumn = static_cast<std::int64_t>(column);
      const T value = header_.pattern ? T{1} : readValue<T>(fields);
      const auto push = [&](std::int64_t r, std::int64_t c, T v) {
        crd.push_back(r);
        crd.push_back(c);
        values.push_back(v);
      };
      push(row, ofColumn, value);
      const bool isSkew = header_.symmetry == HarwellSymmetry::Skew;
      if (row != ofColumn && header_.symmetry != HarwellSymmetry::General)
        push(ofColumn, row, isSkew ? negated(value, lines_.name()) : mirrored(value));
      requireRealDiagonal(fields, row, ofColumn, value);
      if (isSkew && row == ofColumn && value != T{})
        fields.fail(fmt::format("entry ({},{}) lies on the diagonal, but is not 0", row + 1, row + 1),
                    "the diagonal of a skew-symmetric matrix is zero");
    }
  }

  // A complex value is two fields, its real and its imaginary part.
  template <class T>
  T readValue(FortranFields& fields) const {
    fields.next();
    if constexpr (isComplexElement<T>) {
      using Part = typename T::value_type;
      const Part real = fields.template value<Part>();
      if (!header_.complex) return T(real);
      fields.next();
      return {real, fields.template value<Part>()};
    } else {
      return fields.template value<T>();
    }
  }

  template <class T>
  T mirrored(const T& value) const {
    if constexpr (isComplexElement<T>)
      if (header_.symmetry == HarwellSymmetry::Hermitian) return std::conj(value);
    return value;
  }

  template <class T>
  void requireRealDiagonal(const FortranFields& fields, std::int64_t row, std::int64_t column, const T& value) const {
    if constexpr (isComplexElement<T>)
      if (header_.symmetry == HarwellSymmetry::Hermitian && row == column && value.imag() != 0)
        fields.fail(fmt::format("entry ({},{}) lies on the diagonal, and has an imaginary part", row + 1, row + 1),
                    "the diagonal of a hermitian matrix is real");
  }

  Lines& lines_;
  const HarwellHeader& header_;
  std::size_t most_;  // entries that the length of the file allows
  std::vector<std::int64_t> pointers_;
  CoordinateArray rows_;
};

// Prints numbers, each in `width` columns, as many on a line as there is space for.
template <class Numbers, class Print>
std::size_t printCards(Pieces& pieces, const Numbers& numbers, std::size_t width, Print&& print) {
  const std::size_t onLine = std::max<std::size_t>(80 / width, 1);
  std::size_t lines = 0;
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    print(pieces.text(), numbers[n]);
    if ((n + 1) % onLine != 0 && n + 1 != numbers.size()) continue;
    pieces.text() += '\n';
    ++lines;
    pieces.passFull();
  }
  return lines;
}

// The parts of complex numbers, one after the other; other numbers as they are.
template <class T>
const ValueArray<T>& partsOf(const ValueArray<T>& values) {
  return values;
}
template <class T>
ValueArray<T> partsOf(const ValueArray<std::complex<T>>& values) {
  ValueArray<T> parts;
  for (const std::complex<T>& value : values) {
    parts.push_back(value.real());
    parts.push_back(value.imag());
  }
  return parts;
}

std::size_t cardsOf(std::size_t numbers, std::size_t width) {
  const std::size_t onLine = std::max<std::size_t>(80 / width, 1);
  return (numbers + onLine - 1) / onLine;
}

std::string formatOfIntegers(std::size_t width) {
  return fmt::format("({}I{})", std::max<std::size_t>(80 / width, 1), width);
}

}  // namespace

TensorFile readHarwellBoeing(const std::string& name, ByteSource& source, const ReadOptions& options) {
  Lines lines(name, source);
  const HarwellHeader header = readHarwellHeader(lines, options.type);
  TensorFile file{HarwellBody(lines, header).read(options.type), true, false, {}};
  if (header.hasRightHandSides)
    file.notes.push_back(fmt::format("{}: the right-hand sides after the matrix are not read", name));
  return fitted(name, std::move(file), options);
}

void printHarwellBoeing(const Storage& storage, const std::string&, const Sink& sink) {
  const Compressed matrix = compressedOf(storage, 1);
  const ValueTypeRow& type = rowOf(storage.type());
  const bool isIntegral = isInteger(type.type), isPair = isComplex(type.type);
  const bool isSingle = rowOf(realOf(type.type)).bytes <= 4;
  const std::size_t ofPointers = fmt::formatted_size("{}", matrix.coordinates.size() + 1) + 1;
  const std::size_t ofRows = fmt::formatted_size("{}", matrix.dims[0]) + 1;
  const std::size_t ofValues = !isIntegral ? (isSingle ? 16 : 26) : type.bytes <= 4 ? 12 : 21;
  const std::size_t entries = matrix.coordinates.size();
  const std::size_t pointerCards = cardsOf(matrix.pointers.size(), ofPointers), rowCards = cardsOf(entries, ofRows),
                    valueCards = cardsOf(isPair ? 2 * entries : entries, ofValues);
  Pieces pieces(sink);
  // A rectangular matrix also has the type U: SciPy does not read R.
  const std::string valueFormat = isIntegral ? formatOfIntegers(ofValues) : isSingle ? "(5E16.8)" : "(3E26.17)";
  pieces.text() = fmt::format(
      "{:<72}{:<8}\n{:>14}{:>14}{:>14}{:>14}\n{:<14}{:>14}{:>14}{:>14}{:>14}\n{:<16}{:<16}{:<20}\n", "Stardust",
      "stardust", pointerCards + rowCards + valueCards, pointerCards, rowCards, valueCards,
      isIntegral ? "iua"
      : isPair   ? "cua"
                 : "rua",
      matrix.dims[0], matrix.dims[1], entries, 0, formatOfIntegers(ofPointers), formatOfIntegers(ofRows), valueFormat);
  printCards(pieces, matrix.pointers, ofPointers,
             [&](std::string& text, std::int64_t p) { text += fmt::format("{:>{}}", p + 1, ofPointers); });
  printCards(pieces, matrix.coordinates, ofRows,
             [&](std::string& text, std::int64_t r) { text += fmt::format("{:>{}}", r + 1, ofRows); });
  std::visit(
      [&](const auto& stored) {
        const auto& values = partsOf(stored);
        printCards(pieces, values, ofValues, [&](std::string& text, auto value) {
          const auto number = numberOf(value);
          if constexpr (!isReal<decltype(value)>) text += fmt::format("{:>{}}", number, ofValues);
          else if (isSingle) text += fmt::format("{:>16.8E}", number);
          else text += fmt::format("{:>26.17E}", number);
        });
      },
      matrix.values);
  pieces.pass();
}

}  // namespace stardust::io
