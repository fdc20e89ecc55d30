// Printing tensors to bytes.
#pragma once

#include <functional>
#include <string_view>

#include "io/read.h"
#include "tensor/storage.h"

namespace stardust {

/// Receives a text piece by piece.
using Sink = std::function<void(std::string_view piece)>;

/// Prints every stored entry (explicit zeros and the padding of dense levels included), with 1-based coordinates,
/// sorted by mode 0, then 1, and so on. Numbers are the shortest that read back as the same value.
///   MatrixMarket  "coordinate real|integer general", which every reader takes; a vector is an n x 1 matrix; orders 1
///                 and 2 only
///   Frostt        one line for each entry and no header; a scalar is one line with its value
///   Edges…        one line for each entry, with 0-based coordinates
///   HarwellBoeing real|integer, general, assembled; a vector is an n x 1 matrix
///   Npy           every coordinate, in C order
/// The same tensor gives the same bytes. files/tensors.h also writes the other kinds.
void printTensor(const Storage& storage, FileKind kind, const Sink& sink);

}  // namespace stardust
