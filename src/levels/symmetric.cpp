// A symmetric matrix as its lower triangle, row by row, without arrays: coordinates (p, c) and (c, p) share a position
// and a value. Every coordinate has a value, so the level means the same as a dense one. Innermost, and directly below
// a dense level of the same extent.
#include <fmt/format.h>

#include <algorithm>

#include "levels/listed.h"
#include "levels/triangles.h"
#include "support/diagnostic.h"

namespace stardust::levels {
namespace {

constexpr const char* halves = "coordinates (i,j) and (j,i) share one value";

std::int64_t positionOf(std::int64_t row, std::int64_t column) {
  const std::int64_t larger = std::max(row, column), smaller = std::min(row, column);
  return larger * (larger + 1) / 2 + smaller;
}

void packSymmetric(const Entries& entries, int level, Packing& packing, Level& built) {
  const std::int64_t rows = packing.extent;
  if (rows != built.dim)
    failUser(fmt::format("format \"{}\" of {} x {}", entries.format, rows, built.dim), {},
             "a symmetric matrix has as many rows as columns", "csr");
  requirePositions(entries, level, rows, built.dim);
  packing.extent = beginOfLowerRow(rows, rows);
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first(static_cast<std::size_t>(packing.extent), none);  // an entry of each position
  const auto refuse = [&](std::int64_t row, std::int64_t column) {
    failUser(fmt::format("the entries at ({0},{1}) and ({1},{0}) differ, and format \"{2}\" is symmetric", row, column,
                         entries.format),
             {}, halves, "csr");
  };
  std::vector<bool> isAlone(first.size(), false);  // one entry, off the diagonal, which is not 0
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t row = packing.positions[e], column = entries.at(level, e);
    const std::int64_t position = positionOf(row, column);
    const auto at = static_cast<std::size_t>(position);
    if (first[at] == none) {
      first[at] = e;
      isAlone[at] = row != column && !entries.isZero(e);
    } else {
      const bool bothZero = entries.isZero(e) && entries.isZero(first[at]);
      if (!bothZero && !entries.sameValue(e, first[at])) refuse(column, row);
      isAlone[at] = false;
    }
    packing.positions[e] = position;
  }
  const auto alone = std::find(isAlone.begin(), isAlone.end(), true);
  if (alone == isAlone.end()) return;
  std::int64_t row = 0;
  const std::int64_t at = alone - isAlone.begin();
  while (beginOfLowerRow(row + 1, rows) <= at) ++row;
  refuse(row, at - beginOfLowerRow(row, rows));
}

void unpackSymmetric(const Level& level, Unpacking& unpacking) {
  Unpacking all;
  const auto size = static_cast<std::size_t>(level.dim) * static_cast<std::size_t>(level.dim);
  all.positions.reserve(size), all.column.reserve(size), all.values.reserve(size);
  for (std::int64_t row = 0; row < level.dim; ++row)
    for (std::int64_t column = 0; column < level.dim; ++column) {
      all.positions.push_back(row);
      all.column.push_back(column);
      all.values.push_back(positionOf(row, column));
    }
  all.rows = unpacking.rows, all.block = unpacking.block;
  unpacking = std::move(all);
}

void checkSymmetric(const LevelView& level, Checking& checking) {
  checking.check(level.pos.empty() && level.crd.empty(), "a symmetric level stores neither pos nor crd");
  checking.check(checking.extent == level.dim, "a symmetric matrix has as many rows as columns");
  checking.check(level.dim <= std::int64_t{1} << 29, "more than 2^29 rows");
  checking.extent = beginOfLowerRow(level.dim, level.dim);
  checking.tied.clear();
}

constexpr CText symmetricInC = {"symmetric_level",
                                R"(static int64_t symmetric_level(const char* name, int64_t above, int64_t dim) {
  require(above == dim && dim <= INT64_C(1) << 29, name, "a symmetric matrix has as many rows as columns, at most 2^29");
  return dim * (dim + 1) / 2;
}
)"};

}  // namespace

const Definition& symmetricLevel() {
  static const Definition row = {
      .format = LevelFormat::Symmetric,
      .letter = 'y',
      .name = "symmetric",
      .meaning = "symmetric",
      .stored = "symmetric",
      .arrays = {},
      .isFull = true,
      .isCountable = false,
      .mergesValues = true,
      .isPositional = false,
      .part = Part::Mirrored,
      .onAccelerator = LevelFormat::Dense,
      .assembled = LevelFormat::Dense,
      .requirePlace = [](std::span<const LevelFormat> levels, std::size_t level,
                         const std::string& written) { requireLevelOfMatrix(levels, level, written, halves); },
      .pack = packSymmetric,
      .unpack = unpackSymmetric,
      .check = checkSymmetric,
      .leastBytes = [](double, double) { return 0.0; },
      .cTexts = {symmetricInC},
      .cCheck = "size = symmetric_level(\"{dims}\", size, {level}.dim);"};
  return row;
}

}  // namespace stardust::levels
