// From the streams of the writers to the entries of the result.
#include <fmt/format.h>

#include <algorithm>

#include "sam/interpret.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

/// A coordinate of a level, or N, with the entry of the level above that it belongs to.
struct Entry {
  std::int64_t coordinate;
  bool isPhantom;
  std::size_t parent;
};

/// The block that writes a level of the result; null: none.
const Block* writerOf(const Graph& graph, int level) {
  for (const Block& block : graph.blocks)
    if (block.kind == Kind::Write && graph.tensors[0].format.levelOfMode(block.mode) == level) return &block;
  return nullptr;
}

[[noreturn]] void failLevel(const Block* writer, const std::string& what, const std::string& why) {
  failWrong(fmt::format("{} {}", writer ? describe(*writer) : "the result", what), writer ? writer->where : Location(),
            why, "a crddrop block in front of the writers of the outer levels, or segments=\"all\" at this one");
}

/// Each coordinate of the level above has a fiber, and a fiber of the level above without coordinates has a stop.
std::vector<Entry> withEmptyFibers(const Block* writer, const Tokens& tokens, const Tokens& above) {
  std::vector<Entry> entries;
  std::size_t at = 0, parent = 0;
  const auto fiber = [&] {
    const std::size_t before = entries.size();
    for (; at < tokens.size() && (tokens[at].isData() || tokens[at].isAbsent()); ++at)
      entries.push_back({tokens[at].bits, tokens[at].isAbsent(), parent});
    if (at >= tokens.size() || !tokens[at].isStop())
      failLevel(writer, "takes too few fibers", "each coordinate of the level above has a fiber");
    ++at;
    return entries.size() - before;
  };
  bool isAfterStop = true;
  for (const Token& token : above) {
    if (token.isDone()) break;
    const bool isCoordinate = !token.isStop();
    if (isCoordinate) {
      fiber();
      ++parent;
    } else if (isAfterStop && fiber() > 0) {
      failLevel(writer, "has coordinates below no coordinate", "each fiber belongs to a coordinate of the level above");
    }
    isAfterStop = !isCoordinate;
  }
  return entries;
}

/// A stop closes a fiber only after a coordinate.
std::vector<Entry> withoutEmptyFibers(const Block* writer, const Tokens& tokens, std::size_t parents) {
  std::vector<Entry> entries;
  std::size_t parent = 0;
  bool isOpen = false;
  for (const Token& token : tokens) {
    if (token.isData() || token.isAbsent()) {
      entries.push_back({token.bits, token.isAbsent(), parent});
      isOpen = true;
    } else if (isOpen) {
      ++parent;
      isOpen = false;
    }
  }
  if (parent != parents && !(parents == 1 && parent == 0))
    failLevel(writer, fmt::format("has {} segments for {} coordinates", parent, parents),
              "a stop that follows a stop closes no segment, so coordinates with an empty fiber have none");
  return entries;
}

/// The value of each coordinate of the last level. Values of a fiber without coordinates are left out: a reduction
/// gives one for it.
std::vector<Token> valuesOf(const Tokens& coordinates, const Tokens& values) {
  const bool hasStops = std::any_of(values.begin(), values.end(), [](const Token& t) { return t.isStop(); });
  std::vector<Token> result;
  std::size_t at = 0;
  const auto skip = [&](auto&& until) {
    while (at < values.size() && !until(values[at])) ++at;
  };
  for (const Token& token : coordinates) {
    if (token.isDone()) break;
    if (token.isStop()) {
      if (!hasStops) continue;
      skip([](const Token& t) { return !t.isData(); });
      if (at >= values.size() || values[at++] != token)
        failWrong("the values of the result have other fibers than its coordinates");
      continue;
    }
    if (at >= values.size() || !values[at].isData()) failWrong("the result has fewer values than coordinates");
    result.push_back(values[at++]);
  }
  return result;
}

}  // namespace

Coordinates assembled(const Graph& graph, const Written& written, const std::vector<std::int64_t>& dims,
                      ValueType type) {
  const Format& format = graph.tensors.at(0).format;
  const auto order = static_cast<std::size_t>(format.order());
  Coordinates result;
  result.dims = dims;
  std::vector<std::vector<Entry>> levels;
  std::size_t parents = 1;
  for (std::size_t l = 0; l < order; ++l) {
    const Block* writer = writerOf(graph, static_cast<int>(l));
    if (!writer || l >= written.levels.size()) failWrong(fmt::format("no block writes level {} of the result", l));
    levels.push_back(writer->keepsEmpty && l > 0 ? withEmptyFibers(writer, written.levels[l], written.levels[l - 1])
                                                 : withoutEmptyFibers(writer, written.levels[l], parents));
    parents = levels.back().size();
  }
  std::vector<Token> values;
  if (order > 0) {
    values = valuesOf(written.levels.back(), written.values);
    if (values.size() != parents) failWrong("the result has other values than coordinates");
  } else {
    // N is the sum of nothing: the bits of 0.
    if (written.values.empty() || written.values[0].isStop() || written.values[0].isDone())
      failWrong("the result has no value");
    values.push_back(written.values[0].isAbsent() ? data(0) : written.values[0]);
  }
  result.values = makeValues(type, 0);
  std::vector<std::int64_t> crd(order), all;
  for (std::size_t e = 0; e < values.size(); ++e) {
    bool isPhantom = false;
    std::size_t at = e;
    for (std::size_t l = order; l-- > 0;) {
      const Entry& entry = levels[l][at];
      isPhantom = isPhantom || entry.isPhantom;
      crd[static_cast<std::size_t>(format.mode(static_cast<int>(l)))] = entry.coordinate;
      at = entry.parent;
    }
    if (isPhantom) continue;
    all.insert(all.end(), crd.begin(), crd.end());
    std::visit(
        [&](auto& into) {
          using T = typename std::decay_t<decltype(into)>::value_type;
          if constexpr (isComplexElement<T>) into.emplace_back(static_cast<typename T::value_type>(values[e].real()));
          else if (isInteger(type)) into.push_back(static_cast<T>(values[e].bits));
          else into.push_back(static_cast<T>(static_cast<double>(values[e].real())));
        },
        result.values);
  }
  if (result.dims.empty()) {
    result.dims.assign(order, 0);
    for (std::size_t n = 0; n < all.size(); ++n) result.dims[n % order] = std::max(result.dims[n % order], all[n] + 1);
  }
  result.crd = CoordinateArray(all);
  return result;
}

}  // namespace stardust::sam
