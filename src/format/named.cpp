#include "format/named.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "levels/index_array.h"
#include "levels/registry.h"
#include "support/diagnostic.h"

namespace stardust {
namespace {

constexpr int mostLevels = 64;  // largest order in a format name; far above the order of any real tensor

Format formatOf(const FormatName& name, int order, Region region = offChip) {
  const std::string letters = name.levels;
  std::vector<LevelFormat> levels;
  for (int l = 0; l < order; ++l)
    levels.push_back(levels::ofLetter(letters[std::min(static_cast<std::size_t>(l), letters.size() - 1)]).value());
  std::vector<int> modes = name.modes;
  if (modes.empty()) {
    modes.resize(levels.size());
    std::iota(modes.begin(), modes.end(), 0);
  }
  return Format(std::move(levels), std::move(modes), region);
}

int orderOf(const FormatName& name) { return static_cast<int>(std::string(name.levels).size()); }

bool isList(const Format& format) {
  const auto& levels = format.levels();
  return std::any_of(levels.begin(), levels.end(), [](LevelFormat level) { return !levels::of(level).isUnique; });
}

// Whether the format stores the entries of any tensor, and nothing else: neither diagonals nor triangles.
bool fitsAnyContents(const Format& format) {
  const auto& levels = format.levels();
  return std::none_of(levels.begin(), levels.end(),
                      [](LevelFormat level) { return levels::of(level).pads || levels::of(level).mergesValues; });
}

// Dissimilarity of two formats of different order: density, use of coordinate lists, density of the outermost level,
// and natural mode order.
int difference(const Format& a, const Format& b) {
  const auto differ = [&](auto property) { return property(a) == property(b) ? 0 : 1; };
  return 8 * differ([](const Format& f) { return f.isDense(); }) + 4 * differ(isList) +
         2 * differ([](const Format& f) { return f.order() > 0 && levels::of(f.level(0)).hasLocate; }) +
         differ([](const Format& f) { return std::is_sorted(f.modeOrder().begin(), f.modeOrder().end()); });
}

}  // namespace

const std::vector<FormatName>& formatNames() {
  static const std::vector<FormatName> names = {
      {"dense", "d", {}, true, 0, "every level dense"},
      {"vec", "d", {}, false, 1, "a dense vector"},
      {"csr", "ds", {}, false, 2, "compressed rows"},
      {"csc", "ds", {1, 0}, false, 2, "compressed columns"},
      {"dcsr", "ss", {}, false, 2, "compressed rows, empty rows left out"},
      {"dcsc", "ss", {1, 0}, false, 2, "compressed columns, empty columns left out"},
      {"coo", "uq", {}, true, 2, "a list of coordinates"},
      {"csf", "s", {}, true, 3, "every level compressed"},
      {"dcc", "dss", {}, false, 3, "dense, then compressed fibers"},
      {"bcsr",
       "dsdd",
       {},
       false,
       4,
       "compressed rows of dense blocks: block row, block column, row and column in the block"},
      {"bsr", "dk", {}, false, 2, "compressed rows of dense blocks of a matrix, bsr(4,4) unless a size follows"},
      {"ell", "de", {}, false, 2, "rows with a fixed number of entries"},
      {"dia", "dg", {}, false, 2, "diagonals"},
      {"sky", "da", {}, false, 2, "each row from its first to its last entry"},
      {"lower", "dl", {}, false, 2, "the lower triangle, row by row"},
      {"upper", "dt", {}, false, 2, "the upper triangle, row by row"},
      {"symmetric", "dy", {}, false, 2, "a symmetric matrix, of which the lower triangle is stored"},
  };
  return names;
}

std::optional<NamedMatch> findFormatName(const std::string& text) {
  for (const FormatName& name : formatNames()) {
    const std::string word = name.name;
    if (text == word) return NamedMatch{&name, 0};
    if (!name.family || text.rfind(word, 0) != 0) continue;
    int order = 0;
    const auto [end, error] = std::from_chars(text.data() + word.size(), text.data() + text.size(), order);
    if (error == std::errc() && end == text.data() + text.size() && order >= 1 && order <= mostLevels)
      return NamedMatch{&name, order};
  }
  return std::nullopt;
}

std::vector<std::string> alternativesTo(const Format& wrong, int order) {
  struct Choice {
    std::string name;
    Format format;
    int difference;
  };
  std::vector<Choice> choices;
  const auto add = [&](const char* name, const Format& format) {
    const bool hasOtherName =
        std::any_of(choices.begin(), choices.end(), [&](const Choice& other) { return other.format == format; });
    if (!hasOtherName) choices.push_back({name, format, difference(format, wrong)});
  };
  if (order == 1) add("s", Format({compressed}));
  for (const FormatName& name : formatNames())
    if ((name.family ? order > 1 : orderOf(name) == order) && fitsAnyContents(formatOf(name, order)))
      add(name.name, formatOf(name, order));
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.difference < b.difference; });
  std::vector<std::string> names;
  for (const Choice& choice : choices) names.push_back(choice.name);
  return names;
}

Format WrittenFormat::of(int order) const {
  if (!family_) return format_;
  if (order < 0 && family_->usual == 0)
    failUser(fmt::format("the format \"{}\" exists in every order, and nothing says which", family_->name), {}, {},
             fmt::format("write the order after it: {}2", family_->name));
  const Format format = formatOf(*family_, order < 0 ? family_->usual : order, format_.region()).with(format_.widths());
  return isSymmetric_ ? format.asSymmetric() : format;
}

std::string toString(const WrittenFormat& written) {
  const std::string properties = toString(written.format_);
  if (!written.family_) return properties;
  return written.family_->name + std::string(written.isSymmetric_ ? ":symmetric" : "") + properties;
}

Format sparseFormat(int order) {
  std::vector<LevelFormat> levels(static_cast<std::size_t>(order), compressed);
  if (order == 2) levels[0] = dense;
  return Format(std::move(levels), denseFormat(order).modeOrder());
}

Format sparseFormat(const std::vector<std::int64_t>& dims) {
  const Format usual = sparseFormat(static_cast<int>(dims.size()));
  const bool hasWideRows = dims.size() == 2 && dims[0] > mostNarrow;
  return hasWideRows ? usual.with({compressed, compressed}, usual.modeOrder()) : usual;
}

Format namedFormat(const std::string& name, int order) {
  const auto match = findFormatName(name);
  if (!match) {
    std::vector<std::string> known;
    for (const FormatName& n : formatNames()) known.emplace_back(n.name);
    const auto meant = nearest(name, known);
    failUser(fmt::format("there is no format called \"{}\"", name), {},
             fmt::format("there is {}", fmt::join(known, ", ")), meant ? fmt::format("did you mean {}?", *meant) : "");
  }
  const int exists = match->name->family ? match->order : orderOf(*match->name);
  if (exists > 0 && order >= 0 && exists != order)
    failUser(fmt::format("the format \"{}\" has order {}, not {}", name, exists, order), {},
             "a format has one level for each mode",
             order == 0 ? "a scalar has no levels"
                        : fmt::format("formats of order {}: {}", order,
                                      fmt::join(alternativesTo(formatOf(*match->name, exists), order), ", ")));
  if (exists > 0) return formatOf(*match->name, exists);
  return WrittenFormat(*match->name, offChip, {}).of(order);
}

}  // namespace stardust
