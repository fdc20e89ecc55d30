// Distribution of loops over a GPU.
#pragma once

#include "loops/nodes.h"

namespace stardust::loops {

/// Replaces all idioms but `scan` by their loops.
Function withGpuIdioms(const Function& function);

/// Makes grids of the parallel loops, and of the serial loops around all others whose iterations only store one element
/// each, at places that follow the counter. Arrays that are filled get a loop that fills them:
///     array first: i64[n] = 0                      becomes   array first: i64[n]
///                                                            for at from 0 until n threads { first[at] = 0 }
///     for chunk from 0 until chunks parallel {…}   becomes   for chunk from 0 until chunks threads {…}
/// Parallel loops inside of a `while` become serial. The function must be without idioms. Everything outside of grids
/// runs in order: loops and branches around grids and the sizes of arrays on the host, other statements on one thread.
Function withGrids(const Function& function);

}  // namespace stardust::loops
