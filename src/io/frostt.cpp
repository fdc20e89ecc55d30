#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "io/fields.h"
#include "io/readers.h"
#include "support/plural.h"
#include "support/remedy.h"

namespace stardust::io {
namespace {

constexpr char comment = '#';

void checkOrder(const Lines& lines, std::size_t order, const ReadOptions& options, Location where) {
  const std::size_t expected = options.order  ? static_cast<std::size_t>(*options.order)
                               : options.dims ? options.dims->size()
                                              : order;
  if (order == expected) return;
  failUser(fmt::format("{} holds a tensor of order {}, but one of order {} is expected", lines.name(), order, expected),
           std::move(where), "a line holds a coordinate for each mode, and the value");
}

// Reads the entry of the current line. Without stated dimensions, the coordinates determine them.
template <class T>
void readEntry(const Lines& lines, bool statedDims, Coordinates& tensor, ValueArray<T>& values) {
  Fields fields(lines);
  for (std::size_t m = 0; m < tensor.dims.size(); ++m) {
    const std::int64_t c = fields.coordinate(m, statedDims ? tensor.dims[m] : maxDimension);
    if (!statedDims) tensor.dims[m] = std::max(tensor.dims[m], c + 1);
    tensor.crd.push_back(c);
  }
  values.push_back(fields.value<T>());
  fields.finish();
}

// Reads the entries from the current line to the end.
void readEntries(Lines& lines, bool statedDims, Coordinates& tensor) {
  withRemedy("a line is an entry, its coordinates and its value; comments begin with '#'", [&] {
    std::visit(
        [&](auto& values) {
          do readEntry(lines, statedDims, tensor, values);
          while (lines.nextData(comment));
        },
        tensor.values);
  });
}

// Some tools write the dimensions and the number of entries on the first line. As an entry, it would have the largest
// coordinates of the file, and the number of the other entries as its value.
bool beginsLikeHeader(const Coordinates& tensor) {
  const std::size_t order = tensor.dims.size(), others = tensor.size() - 1;
  if (others == 0 || valueAt(tensor.values, 0) != static_cast<double>(others)) return false;
  for (std::size_t at = order; at < tensor.crd.size(); ++at)
    if (tensor.crd[at] > tensor.crd[at % order]) return false;
  return true;
}

// Reads a tensor of this order from the current line to the end.
TensorFile readPlain(Lines& lines, std::size_t order, const ReadOptions& options) {
  TensorFile file{{options.dims.value_or(std::vector<std::int64_t>(order, 0)), {}, makeValues(options.type, 0)},
                  options.dims.has_value()};
  const std::size_t first = lines.number();
  readEntries(lines, file.dimsStated, file.tensor);
  if (beginsLikeHeader(file.tensor))
    file.notes.push_back(
        fmt::format("{} line {}: this is read as an entry; if it states the dimensions and that there are {} entries, "
                    "take it out",
                    lines.name(), first, file.tensor.size() - 1));
  return file;
}

// The second line of a header, expected at the current line.
std::vector<std::int64_t> readDims(const Lines& lines, const std::string& firstLine, std::size_t firstNumber) {
  Fields fields(lines);
  const std::size_t order = fields.count();
  if (firstLine != fmt::format("{}", order))
    failUser(fmt::format("line {} of {} has the single field '{}', but line {} has {}", firstNumber, lines.name(),
                         shown(firstLine), lines.number(), counted(order, "field")),
             lines.at(lines.line()),
             "a first line of one field is the order of the tensor, and the next its dimensions; or it is the value of "
             "a scalar, and the only line");
  std::vector<std::int64_t> dims;
  for (std::size_t m = 0; m < order; ++m) dims.push_back(fields.integer("a dimension", 0, maxDimension));
  return dims;
}

}  // namespace

TensorFile readFrostt(const std::string& name, ByteSource& source, const ReadOptions& options) {
  Lines lines(name, source);
  Coordinates tensor{{}, {}, makeValues(options.type, 0)};
  if (!lines.nextData(comment)) {
    if (!options.dims || options.dims->empty())
      failUser(fmt::format("{} has no entries", lines.name()), {},
               "without entries, its order and dimensions are unknown",
               "give the dimensions, or write them in two header lines: the order, and the dimensions");
    tensor.dims = *options.dims;
    return {std::move(tensor), true};
  }
  const std::size_t fields = Fields(lines).count();
  if (fields > 1) {
    checkOrder(lines, fields - 1, options, lines.at(lines.line()));
    return readPlain(lines, fields - 1, options);
  }

  // A scalar, or the order in a header, which the value type need not have. A second line decides.
  const std::string first(Fields(lines).next());
  const std::size_t number = lines.number();
  Coordinates scalar = tensor;
  std::exception_ptr refusal;
  try {
    std::visit([&](auto& values) { readEntry(lines, true, scalar, values); }, scalar.values);
  } catch (const Error&) {
    refusal = std::current_exception();
  }
  if (!lines.nextData(comment)) {
    if (refusal) std::rethrow_exception(refusal);
    checkOrder(lines, 0, options, {});
    return {std::move(scalar), true};
  }
  tensor.dims = readDims(lines, first, number);
  checkOrder(lines, tensor.dims.size(), options, lines.at(lines.line()));
  checkStatedDims(lines, tensor.dims, options);
  if (lines.nextData(comment)) readEntries(lines, true, tensor);
  return {std::move(tensor), true};
}

}  // namespace stardust::io
