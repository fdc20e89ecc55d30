// Conversions that keep every entry, faster than unpacking and packing.
#pragma once

#include "tensor/storage.h"

namespace stardust {

/// The same entries in another format, stored zeros among them, as pack(unpack(storage), format). Entries that are
/// sorted by one mode order need a sort by few modes for another: one counting sort from csr to csc.
/// O(stored) from dense to dense. O(stored + extents) for formats of dense levels above compressed ones; as pack for
/// all others, and where the dense levels have many more positions than there are entries.
Storage repack(const Storage& storage, const Format& format);

}  // namespace stardust
