// The grid of a placement as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "capstan/placement/placement.h"
#include "support/plural.h"

namespace stardust::capstan {
namespace {

/// The origin of a unit: all copies of one place in the program have the same name, and therefore the same letter.
std::string nameOf(const PlacedUnit& unit, const Mapping& mapping) {
  static constexpr std::array<const char*, roles> serves{"compute ", "operand of ", "operand of ", "",
                                                         "",         "scan ",       "bit vector ", "",
                                                         "join "};  // "load x" and "merge x" have such names
  if (unit.memory != none) return "memory " + mapping.memories[unit.memory].origin.name;
  if (unit.channel != none) return "FIFO " + mapping.channels[unit.channel].origin.name;
  const auto& context = mapping.contexts[unit.context];
  return serves[static_cast<std::size_t>(context.role)] + context.origin.name;
}

/// Assigns letters in order of appearance.
class Legend {
 public:
  char letter(const std::string& name) {
    const auto [entry, isNew] = letters_.try_emplace(name, next());
    if (isNew) text_ += fmt::format("  {}  {}\n", entry->second, name);
    return entry->second;
  }
  const std::string& text() const { return text_; }

 private:
  char next() const {
    static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return letters_.size() < letters.size() ? letters[letters_.size()] : '*';
  }
  std::map<std::string, char> letters_;
  std::string text_;
};

char digit(std::size_t body) {
  static constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  return body < digits.size() ? digits[body] : '*';
}

/// The total cost of the channels' routes, in switches.
std::string summary(const Placement& placement, const Mapping& mapping) {
  std::int64_t ways = 0, sum = 0;
  int longest = 0;
  for (const auto& channel : mapping.channels) {
    if (channel.producer == none) continue;
    for (const Id consumer : channel.consumers) {
      const int way = hops(placement.exit(channel.producer), placement.entry(consumer));
      ++ways;
      sum += way;
      longest = std::max(longest, way);
    }
  }
  const auto mean = ways > 0 ? static_cast<double>(sum) / static_cast<double>(ways) : 0.0;
  return fmt::format("{} between units: {:.1f} hops on average, {} at most\n", counted(ways, "way"), mean, longest);
}

}  // namespace

std::string toString(const Placement& placement, const Mapping& mapping) {
  const auto columns = static_cast<std::size_t>(placement.columns);
  std::vector<std::vector<std::string>> cells(static_cast<std::size_t>(placement.rows),
                                              std::vector<std::string>(columns + 2));
  Legend legend;
  for (const auto& unit : placement.units) {
    if (unit.kind == UnitKind::Control || unit.isFree) continue;
    auto& cell = cells[static_cast<std::size_t>(unit.cell.row)][static_cast<std::size_t>(unit.cell.column + 1)];
    cell += legend.letter(nameOf(unit, mapping));
    cell += digit(unit.body);
  }
  std::size_t left = 0;
  for (const auto& row : cells) left = std::max(left, row.front().size());
  std::string out = summary(placement, mapping);
  for (const auto& row : cells) {
    out += fmt::format("  {:>{}} |", row.front(), left);
    for (std::size_t column = 1; column <= columns; ++column) {
      out += fmt::format(" {:<2}", row[column].empty() ? "." : row[column]);
    }
    out += " | " + row.back();
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out + legend.text();
}

}  // namespace stardust::capstan
