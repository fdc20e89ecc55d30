// The stored coordinates of each fiber, strictly ascending: `pos` and `crd`.
#include "levels/listed.h"

namespace stardust::levels {

const Definition& compressedLevel() {
  static const Definition row = {
      .format = LevelFormat::Compressed,
      .letter = 's',
      .otherLetter = 'c',
      .name = "compressed",
      .meaning = "compressed",
      .stored = "compressed",
      .arrays = {Array::Pos, Array::Crd},
      .onAccelerator = LevelFormat::Compressed,
      .dram = Dram::Listed,
      .assembled = LevelFormat::Compressed,
      .pack = [](const Entries& entries, int level, Packing& packing,
                 Level& built) { packListed(entries, level, level + 1, packing, built); },
      .unpack = [](const Level& level, Unpacking& unpacking) { unpackListed(level, level.crd, unpacking); },
      .check = [](const LevelView& level, Checking& checking) { checkListed(level, true, checking); },
      .leastBytes = leastBytesListed,
      .cTexts = {indexInC, posInC, crdInC, listedInC},
      .cCheck =
          "size = compressed_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size, "
          "true);"};
  return row;
}

}  // namespace stardust::levels
