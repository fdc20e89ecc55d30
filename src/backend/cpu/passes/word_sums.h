// Sums along bit vectors, word by word.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Adds up what the set bits of a word contribute, and adds that to the sum where the word ends. So a sum of `float`
/// does not stand still at 2^24 ones, and additions of different words do not wait for each other.
///     while … { s = s + A[p], left = bit_and(left, left - 1), while left == 0 and … { … } }
///     while … { s_word = s_word + A[p], left = bit_and(left, left - 1), if left == 0 { s = s + s_word, … } … }
Function withWordSums(const Function& function);

}  // namespace stardust::loops
