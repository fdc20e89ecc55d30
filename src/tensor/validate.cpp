#include <fmt/format.h>

#include <functional>

#include "format/widths.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/view.h"
#include "tensor/widths.h"

namespace stardust {
namespace {

// Throws an error with this message.
using Refuse = std::function<void(const std::string& what)>;

void requireWidth(const char* name, const IndexView& array, Width width, const levels::Checking& checking) {
  const auto bits = [](Width of) { return of == Width::Bits64 ? 64 : 32; };
  if (!array.empty() && array.width() != width)
    checking.fail(fmt::format("{} has elements of {} bits, and those of the format have {}", name, bits(array.width()),
                              bits(width)));
}

void checkShape(const StorageView& storage, int l, const levels::Checking& checking) {
  const LevelView& level = storage.levels[static_cast<std::size_t>(l)];
  checking.check(level.format == storage.format.level(l), "its format is not the one that the tensor's format gives");
  const std::int64_t dim = storage.dims[static_cast<std::size_t>(storage.format.mode(l))];
  if (level.dim != dim)
    checking.fail(
        fmt::format("its dimension is {}, but that of mode {} is {}", level.dim, storage.format.mode(l), dim));
  checking.check(dim >= 0 && dim <= maxDimension, "its dimension is out of range");
  const bool hasBits = levels::of(level.format).stores(levels::Array::Bits);
  checking.check(level.bits.empty() || hasBits, "only bit vectors and hash tables store bits");
  const Widths widths = widthsOf(storage.format, storage.dims);
  requireWidth("pos", level.pos, widths.positions, checking);
  requireWidth("crd", level.crd, widths.coordinates, checking);
  if (!levels::of(level.format).listsCoordinates) return;
  level.crd.visit([&](const auto& crd) {
    for (std::size_t p = 0; p < crd.size(); ++p)
      if (crd[p] < 0 || crd[p] >= dim)
        checking.fail(fmt::format("crd[{}] is {}, outside the dimension {}", p, crd[p], dim));
  });
}

// Of a symmetric format, after its levels: no entry is above the diagonal.
void checkTriangle(const StorageView& storage, const Refuse& refuse) {
  if (storage.dims[0] != storage.dims[1])
    refuse(fmt::format("a symmetric matrix has {} rows and {} columns", storage.dims[0], storage.dims[1]));
  Storage triangle = copyOf(storage);
  triangle.format = triangle.format.with(triangle.format.levels(), triangle.format.modeOrder());
  const Coordinates entries = unpack(triangle);
  for (std::size_t e = 0; e < entries.size(); ++e)
    if (entries.crd[2 * e] < entries.crd[2 * e + 1])
      refuse(fmt::format("the entry at ({},{}) is above the diagonal, and a symmetric format stores the lower triangle",
                         entries.crd[2 * e], entries.crd[2 * e + 1]));
}

void validate(const StorageView& storage, const Refuse& refuse) {
  if (storage.dims.size() != storage.levels.size() || storage.format.order() != storage.order())
    refuse(fmt::format("a tensor of {} has {} and format \"{}\"", counted(storage.dims.size(), "dimension"),
                       counted(storage.levels.size(), "level"), toString(storage.format)));
  requireCoordinatesFit(storage.format, storage.dims);
  int l = 0;
  levels::Checking checking;
  checking.block = storage.format.block();
  checking.fail = [&](const std::string& what) { refuse(fmt::format("level {}: {}", l, what)); };
  for (; l < storage.order(); ++l) {
    const LevelView& level = storage.levels[static_cast<std::size_t>(l)];
    checkShape(storage, l, checking);
    levels::of(level.format).check(level, checking);
  }
  if (storage.format.isSymmetric()) checkTriangle(storage, refuse);
  if (storage.stored() != static_cast<std::size_t>(checking.extent))
    refuse(fmt::format("{} for {} of the last level", counted(storage.stored(), "value"),
                       counted(checking.extent, "position")));
}

}  // namespace

void validate(const Storage& storage) {
  validate(viewOf(storage), [](const std::string& what) { failInternal(what); });
}

void requireConsistent(const StorageView& view, const std::string& name) {
  validate(view, [&](const std::string& what) { failUser(fmt::format("{}: {}", name, what)); });
}

}  // namespace stardust
