#include "io/npy.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "io/fields.h"
#include "io/readers.h"
#include "io/writers.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t maxModes = 64;  // of NumPy

// A .npy file, cut into its parts.
struct Parts {
  std::string_view dictionary;  // "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }"
  std::size_t begin = 0;        // of the dictionary in the bytes
  std::string_view elements;
};

std::optional<Parts> partsOf(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic || bytes.size() < 10) return std::nullopt;
  const auto byteAt = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  const std::size_t version = byteAt(6), lengthBytes = version == 1 ? 2 : 4, begin = 8 + lengthBytes;
  if (version < 1 || version > 3 || bytes.size() < begin) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t b = 0; b < lengthBytes; ++b) length += byteAt(8 + b) << (8 * b);
  if (bytes.size() - begin < length) return std::nullopt;
  return Parts{bytes.substr(begin, length), begin, bytes.substr(begin + length)};
}

// Parses the dictionary of a header, a literal of Python.
class Dictionary {
 public:
  Dictionary(std::string name, const Parts& parts, std::optional<std::uint64_t> offset)
      : name_(std::move(name)), text_(parts.dictionary), begin_(parts.begin), offset_(offset) {
    take('{');
    while (!isNext('}')) {
      const std::string_view key = quoted();
      take(':');
      if (key == "descr") readType();
      else if (key == "fortran_order") columnMajor_ = boolean();
      else if (key == "shape") readShape();
      else fail(fmt::format("its header has the unknown key '{}'", shown(key)));
      if (!isNext('}')) take(',');
    }
    if (!type_ || !columnMajor_ || !shape_) fail("its header lacks descr, fortran_order or shape");
  }

  std::string_view type() const { return *type_; }
  bool columnMajor() const { return *columnMajor_; }
  const std::vector<std::int64_t>& shape() const { return *shape_; }

  /// "A.npy cannot be read: its elements are complex (byte 69 of the file)"
  [[noreturn]] void fail(const std::string& problem, const std::string& why = {},
                         const std::string& remedy = {}) const {
    const std::string place = offset_ ? fmt::format(" (byte {} of the file)", *offset_ + begin_ + at_) : "";
    failUser(fmt::format("{} cannot be read: {}{}", name_, problem, place), {}, why, remedy);
  }

 private:
  void skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool isNext(char c) {
    skipBlanks();
    return at_ < text_.size() && text_[at_] == c;
  }
  void take(char c) {
    if (!isNext(c)) fail(fmt::format("'{}' is expected in the header", c));
    ++at_;
  }
  std::string_view quoted() {
    if (!isNext('\'') && !isNext('"')) fail("a text in quotes is expected in the header");
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) fail("a quote is not closed in the header");
    const std::string_view text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return text;
  }
  void readType() {
    if (isNext('['))
      fail("its elements are structures", "values are numbers", "save one array of numbers for each member");
    type_ = quoted();
  }
  bool boolean() {
    skipBlanks();
    for (const std::string_view word : {"True", "False"})
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    fail("True or False is expected in the header");
  }
  void readShape() {
    std::vector<std::int64_t> shape;
    take('(');
    while (!isNext(')')) {
      std::int64_t dim = 0;
      const auto [stop, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), dim);
      if (status != std::errc{} || dim < 0) fail("a dimension is expected in the header");
      if (shape.size() == maxModes) fail(fmt::format("it has more than {} dimensions", maxModes));
      shape.push_back(dim);
      at_ = static_cast<std::size_t>(stop - text_.data());
      if (isNext('L')) ++at_;  // as Python 2 writes it
      if (!isNext(')')) take(',');
    }
    take(')');
    shape_ = std::move(shape);
  }

  std::string name_;
  std::string_view text_;
  std::size_t begin_;
  std::optional<std::uint64_t> offset_;
  std::size_t at_ = 0;
  std::optional<std::string_view> type_;
  std::optional<bool> columnMajor_;
  std::optional<std::vector<std::int64_t>> shape_;
};

ElementType elementType(const Dictionary& header) {
  constexpr const char* numbers =
      "elements are integers, floats of 16, 32 or 64 bits, complex numbers of two of 32 or 64, or booleans";
  const std::string text(header.type());
  const std::string shownText = shown(text);
  const std::size_t letter = text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) ? 0 : 1;
  ElementType type;
  type.bigEndian = letter == 1 && text[0] == '>';
  std::size_t bytes = 0;
  const char* const end = text.data() + text.size();
  if (text.size() > letter + 1 && std::from_chars(text.data() + letter + 1, end, bytes).ptr == end) type.bytes = bytes;
  else type.bytes = 0;
  switch (text.size() > letter ? text[letter] : ' ') {
    case 'f': type.kind = ElementKind::Float; break;
    case 'i': type.kind = ElementKind::Signed; break;
    case 'u': type.kind = ElementKind::Unsigned; break;
    case 'b': type.kind = ElementKind::Bool; break;
    case 'c': type.kind = ElementKind::Complex; break;
    case 'O':
      header.fail("its elements are objects of Python", "values are numbers",
                  "save it with the type of its numbers: A.astype(float)");
    default: header.fail(fmt::format("its elements are of type '{}'", shownText), numbers);
  }
  if (!isKnown(type)) header.fail(fmt::format("its elements are of type '{}'", shownText), numbers);
  return type;
}

[[noreturn]] void failMagic(const std::string& name, std::string_view bytes) {
  const bool isNpy = bytes.substr(0, magic.size()) == magic;
  failUser(isNpy ? fmt::format("{} ends in its header, at byte {}", name, bytes.size())
                 : fmt::format("{} is not a .npy file", name),
           {}, isNpy ? "the file was cut short" : "its first bytes, from byte 0, are not those of numpy.save");
}

}  // namespace

Array npyArray(const std::string& name, std::string_view bytes, std::optional<std::uint64_t> offset) {
  const auto parts = partsOf(bytes);
  if (!parts) failMagic(name, bytes);
  const Dictionary header(name, *parts, offset);
  Array array{name, elementType(header), header.shape(), parts->elements, {}, header.columnMajor()};
  const auto begin = static_cast<std::uint64_t>(parts->elements.data() - bytes.data());
  if (offset) array.offset = *offset + begin;
  const auto elements = static_cast<std::uint64_t>(elementsOf(name, array.shape));
  const std::uint64_t expected = elements * array.type.bytes;
  if (array.bytes.size() != expected)
    failUser(fmt::format("{} has {} bytes of elements from byte {} on, where {} are expected", name, array.bytes.size(),
                         offset.value_or(0) + begin, expected),
             {},
             fmt::format("its header states {} of {}", counted(elements, "element"), counted(array.type.bytes, "byte")),
             array.bytes.size() < expected ? "the file was cut short: save or copy it again" : "");
  return array;
}

std::optional<std::string> npyText(std::string_view bytes) {
  const auto parts = partsOf(bytes);
  if (!parts) return std::nullopt;
  const Dictionary header("", *parts, {});
  const std::string_view type = header.type();
  if (!header.shape().empty() || type.size() < 2 || (type[1] != 'S' && type[1] != 'U')) return std::nullopt;
  std::string text;  // of the characters in ASCII; in Unicode each takes four bytes
  for (const char c : parts->elements)
    if (c != 0) text += c;
  return text;
}

std::string npyDescriptor(ValueType type) {
  const ValueTypeRow& row = rowOf(type);
  require(row.numpy != nullptr, "NumPy has the type");  // files/tensors.h: checkWritable
  return fmt::format("{}{}", row.bytes == 1 ? "|" : "<", row.numpy);
}

std::string npyHeader(const std::string& descriptor, const std::vector<std::int64_t>& shape) {
  constexpr std::size_t alignment = 64, before = 10;
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descriptor,
                                 fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  text.append(alignment - (before + text.size() + 1) % alignment, ' ');
  text += '\n';
  std::string header(magic);
  header += {'\1', '\0', static_cast<char>(text.size() & 255), static_cast<char>(text.size() >> 8)};
  return header + text;
}

TensorFile readNpy(const std::string& name, ByteSource& source, const ReadOptions& options) {
  const std::string bytes = readAll(source);
  const Array array = npyArray(name, bytes, 0);
  return fitted(name, {denseEntries(array, options.type), true, true, {}}, options);
}

void printNpy(const Storage& storage, const std::string&, const Sink& sink) {
  Pieces pieces(sink);
  pieces.text() = npyHeader(npyDescriptor(storage.type()), storage.dims);
  printDense(storage, pieces);
  pieces.pass();
}

}  // namespace stardust::io
