// Writing tensors to files: MatrixMarket (.mtx) and FROSTT (.tns), each plain or gzip.
#pragma once

#include <string>

#include "tensor/storage.h"

namespace stardust {

/// Writes every stored entry (explicit zeros and the padding of dense levels included), with 1-based coordinates,
/// sorted by mode 0, then 1, and so on. Numbers are the shortest that read back as the same value. The extension of
/// `path` chooses:
///   .mtx   "coordinate real|integer general", which every reader takes; a vector is an n x 1 matrix; orders 1 and 2
///   only .tns   one line for each entry and no header; a scalar is one line with its value .gz    after either of
///   them: compressed
/// The file appears, or replaces the one there, only when it is complete: it is written beside `path` and renamed.
/// Throws Error (user) if that is not possible, and leaves nothing behind. The same tensor gives the same bytes.
void writeTensor(const std::string& path, const Storage& storage);

/// Refuses what writeTensor would refuse without looking at the tensor, before the work that leads to it: an extension,
/// an order, a folder that is not there. Throws Error (user).
void checkWritable(const std::string& path, int order);

}  // namespace stardust
