// Sorted coordinate lists, unique or as the first components of tuples.
#include "loops/lower/levels/listed.h"

namespace stardust::loops {

const LevelLowering& compressedLowering() {
  static const LevelLowering row = {LevelFormat::Compressed, listedFiber, listedCursor, locateListed, listedPositions};
  return row;
}

const LevelLowering& compressedNonUniqueLowering() {
  static const LevelLowering row = {LevelFormat::CompressedNonUnique, listedFiber, listedCursor, locateListed,
                                    listedPositions};
  return row;
}

}  // namespace stardust::loops
