// Edge lists: one edge on a line, two coordinates and an optional weight. With other numbers of coordinates, a line is
// an entry of a tensor of another order.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "io/fields.h"
#include "io/readers.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

constexpr std::string_view comments = "#%";

// The layout of all lines, from the first one.
struct Layout {
  bool commas = false;
  std::size_t order = 2;
  bool weighted = false;
  std::size_t line = 0;  // where it was determined
};

// The names of columns on a first line: no field is a number.
bool isHeading(const Lines& lines, bool commas) {
  Fields fields(lines, commas);
  for (std::string_view field = fields.next(); !field.empty(); field = fields.next())
    if (field.find_first_of("0123456789") == 0 || field.find_first_of("+-.") == 0) return false;
  return true;
}

Layout layoutOf(const Lines& lines, const ReadOptions& options) {
  Layout layout;
  layout.commas = lines.line().find(',') != std::string_view::npos;
  layout.line = lines.number();
  const std::size_t fields = Fields(lines, layout.commas).count();
  if (options.order) layout.order = static_cast<std::size_t>(*options.order);
  else if (options.dims) layout.order = options.dims->size();
  else if (fields > 3) layout.order = fields - 1;
  if (layout.order == 0)
    failUser(fmt::format("{} holds a list of edges, but a tensor of order 0 is expected", lines.name()), {}, {},
             "a scalar is given as a number");
  layout.weighted = fields == layout.order + 1;
  if (!layout.weighted && fields != layout.order)
    failUser(fmt::format("the first line of {} has {}, where {} or {} are expected", lines.name(),
                         counted(fields, "field"), layout.order, layout.order + 1),
             lines.at(lines.line()), "a line holds a coordinate for each mode, and a weight or none",
             "fields are separated by blanks, commas or tabs; comments begin with # or %");
  return layout;
}

template <class T>
void readEntry(const Lines& lines, const Layout& layout, const ReadOptions& options, Coordinates& tensor,
               ValueArray<T>& values) {
  Fields fields(lines, layout.commas);
  for (std::size_t m = 0; m < layout.order; ++m) {
    const std::int64_t c = fields.coordinate(m, options.dims ? tensor.dims[m] : maxDimension, options.base);
    if (!options.dims) tensor.dims[m] = std::max(tensor.dims[m], c + 1);
    tensor.crd.push_back(c);
  }
  if (layout.weighted) values.push_back(fields.value<T>());
  else values.push_back(T{1});
  fields.finish(layout.weighted ? "a line holds the coordinates, and a weight"
                                : fmt::format("line {} has no weight, so that no other has one", layout.line));
}

TensorFile emptyList(const Lines& lines, const ReadOptions& options) {
  if (!options.dims || options.dims->empty())
    failUser(fmt::format("{} has no edges", lines.name()), {}, "without edges, its dimensions are unknown",
             "give the dimensions, or write an .mtx file, which states them");
  return {{*options.dims, {}, makeValues(options.type, 0)}, true, false, {}};
}

std::string baseNote(const Lines& lines, const Coordinates& tensor, const ReadOptions& options) {
  if (options.base != 0 || tensor.crd.empty()) return {};
  if (*std::min_element(tensor.crd.begin(), tensor.crd.end()) > 0)
    return fmt::format("{}: coordinates count from 0, and none is 0; if they count from 1, say --base=T:1",
                       lines.name());
  return {};
}

}  // namespace

TensorFile readEdges(const std::string& name, ByteSource& source, const ReadOptions& options) {
  Lines lines(name, source);
  if (!lines.nextData(comments)) return emptyList(lines, options);
  std::vector<std::string> notes;
  if (isHeading(lines, lines.line().find(',') != std::string_view::npos)) {
    notes.push_back(fmt::format("{} line {}: this line names the columns, and is skipped", name, lines.number()));
    if (!lines.nextData(comments)) return emptyList(lines, options);
  }
  const Layout layout = layoutOf(lines, options);
  TensorFile file{{options.dims.value_or(std::vector<std::int64_t>(layout.order, 0)), {}, makeValues(options.type, 0)},
                  options.dims.has_value(),
                  false,
                  std::move(notes)};
  std::visit(
      [&](auto& values) {
        do readEntry(lines, layout, options, file.tensor, values);
        while (lines.nextData(comments));
      },
      file.tensor.values);
  if (std::string note = baseNote(lines, file.tensor, options); !note.empty()) file.notes.push_back(std::move(note));
  return file;
}

}  // namespace stardust::io
