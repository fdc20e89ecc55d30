// Triangles of a matrix, row by row, without arrays: below the diagonal and on it (fiber p has the coordinates 0..p),
// or above it and on it (p..dim-1). Every coordinate of the triangle is stored, also without an entry, with value 0; an
// entry outside of the triangle is refused. Directly below a dense outermost level, whose coordinates are the rows.
#include "levels/triangles.h"

#include <fmt/format.h>

#include <algorithm>

#include "levels/listed.h"
#include "support/diagnostic.h"

namespace stardust {

std::int64_t beginOfLowerRow(std::int64_t row, std::int64_t dim) {
  const std::int64_t slanted = std::min(row, dim);
  return slanted * (slanted + 1) / 2 + (row - slanted) * dim;
}

std::int64_t beginOfUpperRow(std::int64_t row, std::int64_t dim) {
  const std::int64_t slanted = std::min(row, dim);
  return slanted * dim - slanted * (slanted - 1) / 2;
}

namespace levels {
namespace {

constexpr std::int64_t mostSide = std::int64_t{1} << 30;  // squares are below maxPositions * 2

constexpr const char* lowerFiber = "fiber p of a lower triangle has the coordinates 0 to p";
constexpr const char* upperFiber = "fiber p of an upper triangle has the coordinates from p on";

void requireSides(const Entries& entries, int level, std::int64_t rows, std::int64_t dim) {
  if (std::max(rows, dim) > mostSide) requirePositions(entries, level, rows, dim);
  if (std::max(rows, dim) > mostSide)
    failUnsupported(fmt::format("format \"{}\" of {} x {}", entries.format, rows, dim), {},
                    fmt::format("a triangle has at most {} rows and columns", mostSide),
                    "make this level compressed (s)");
}

template <bool isLower>
void packTriangle(const Entries& entries, int level, Packing& packing, Level& built) {
  requireSides(entries, level, packing.extent, built.dim);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t row = packing.positions[e], coordinate = entries.at(level, e);
    if (isLower ? coordinate > row : coordinate < row)
      failUser(
          fmt::format("an entry in row {} and column {} {} the diagonal, and format \"{}\" stores the {} triangle", row,
                      coordinate, isLower ? "is above" : "is below", entries.format, isLower ? "lower" : "upper"),
          {}, isLower ? lowerFiber : upperFiber, isLower ? "csr, or upper" : "csr, or lower");
    packing.positions[e] =
        isLower ? beginOfLowerRow(row, built.dim) + coordinate : beginOfUpperRow(row, built.dim) + coordinate - row;
  }
  packing.extent = isLower ? beginOfLowerRow(packing.extent, built.dim) : beginOfUpperRow(packing.extent, built.dim);
}

template <bool isLower>
void unpackTriangle(const Level& level, Unpacking& unpacking) {
  const std::size_t size = unpacking.positions.size();
  CoordinateArray column;
  column.resize(size);
  std::int64_t row = 0, begin = 0, end = isLower ? std::min<std::int64_t>(1, level.dim) : level.dim;
  for (std::size_t e = 0; e < size; ++e) {
    std::int64_t& position = unpacking.positions[e];
    while (position >= end) {  // positions ascend
      ++row;
      begin = end;
      end = isLower ? beginOfLowerRow(row + 1, level.dim) : beginOfUpperRow(row + 1, level.dim);
    }
    column.set(e, position - begin + (isLower ? 0 : row));
    position = row;
  }
  unpacking.column = std::move(column);
}

template <bool isLower>
void checkTriangle(const LevelView& level, Checking& checking) {
  checking.check(level.pos.empty() && level.crd.empty(), "a triangle stores neither pos nor crd");
  checking.check(std::max(checking.extent, level.dim) <= mostSide, "more than 2^30 rows or columns");
  checking.extent = isLower ? beginOfLowerRow(checking.extent, level.dim) : beginOfUpperRow(checking.extent, level.dim);
  checking.tied.clear();
}

template <bool isLower>
double positionsOfTriangle(const LevelView& level, double above) {
  const auto dim = static_cast<double>(level.dim), slanted = std::min(above, dim);
  return isLower ? slanted * (slanted + 1) / 2 + (above - slanted) * dim : slanted * dim - slanted * (slanted - 1) / 2;
}

constexpr CText triangleInC = {
    "triangle_level",
    R"(static int64_t triangle_level(const char* name, int64_t above, int64_t dim, bool lower) {
  require(above <= INT64_C(1) << 30 && dim <= INT64_C(1) << 30, name, "a triangle has at most 2^30 rows and columns");
  const int64_t slanted = above < dim ? above : dim;
  return lower ? slanted * (slanted + 1) / 2 + (above - slanted) * dim : slanted * dim - slanted * (slanted - 1) / 2;
}
)"};

template <bool isLower>
Definition triangle() {
  return {.format = isLower ? LevelFormat::LowerTriangle : LevelFormat::UpperTriangle,
          .letter = isLower ? 'l' : 't',
          .name = isLower ? "lowerTriangle" : "upperTriangle",
          .meaning = isLower ? "lower triangle" : "upper triangle",
          .stored = isLower ? "a lower triangle" : "an upper triangle",
          .arrays = {},
          .hasLookup = true,
          .isCountable = false,
          .pads = true,
          .part = isLower ? Part::Lower : Part::Upper,
          .onAccelerator = LevelFormat::Compressed,
          .assembled = LevelFormat::Compressed,
          .requirePlace =
              [](std::span<const LevelFormat> levels, std::size_t level, const std::string& written) {
                requireBelowRows(levels, level, written, isLower ? lowerFiber : upperFiber);
              },
          .pack = packTriangle<isLower>,
          .unpack = unpackTriangle<isLower>,
          .check = checkTriangle<isLower>,
          .positions = positionsOfTriangle<isLower>,
          .leastBytes = [](double, double) { return 0.0; },
          .cTexts = {triangleInC},
          .cCheck = isLower ? "size = triangle_level(\"{dims}\", size, {level}.dim, true);"
                            : "size = triangle_level(\"{dims}\", size, {level}.dim, false);"};
}

}  // namespace

const Definition& lowerTriangleLevel() {
  static const Definition row = triangle<true>();
  return row;
}

const Definition& upperTriangleLevel() {
  static const Definition row = triangle<false>();
  return row;
}

}  // namespace levels
}  // namespace stardust
