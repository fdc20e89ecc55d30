// The first level of a list of tuples, above singleton levels with the other coordinates: `pos` and `crd`. A coordinate
// is repeated for each tuple that begins with it.
#include "levels/listed.h"
#include "levels/registry.h"

namespace stardust::levels {
namespace {

// A tuple ends with the last of the singleton levels directly below.
int endOfTuple(std::span<const LevelFormat> levels, int level) {
  std::size_t end = static_cast<std::size_t>(level) + 1;
  while (end < levels.size() && of(levels[end]).isBranchless) ++end;
  return static_cast<int>(end);
}

}  // namespace

const Definition& compressedNonUniqueLevel() {
  static const Definition row = {
      .format = LevelFormat::CompressedNonUnique,
      .letter = 'u',
      .name = "compressedNonUnique",
      .meaning = "compressed with repeated coordinates",
      .stored = "compressed",
      .arrays = {Array::Pos, Array::Crd},
      .isUnique = false,
      .onAccelerator = LevelFormat::Compressed,
      .assembled = LevelFormat::Compressed,
      .pack = [](const Entries& entries, int level, Packing& packing,
                 Level& built) { packListed(entries, level, endOfTuple(entries.levels, level), packing, built); },
      .unpack = [](const Level& level, Unpacking& unpacking) { unpackListed(level, level.crd, unpacking); },
      .check = [](const LevelView& level, Checking& checking) { checkListed(level, false, checking); },
      .leastBytes = leastBytesListed,
      .cTexts = {indexInC, posInC, crdInC, listedInC},
      .cCheck =
          "size = compressed_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size, "
          "false);"};
  return row;
}

}  // namespace stardust::levels
