// Arrays of NumPy, in the format .npy.
#pragma once

#include <string>
#include <string_view>

#include "io/arrays.h"

namespace stardust::io {

/// The array in the bytes of a .npy file, which must outlive it. `name` begins the messages. Throws Error (user) for a
/// malformed header, a type without a counterpart (complex, objects, texts), and missing or further bytes.
/// `offset`: of the bytes in their file; none if the file is compressed.
Array npyArray(const std::string& name, std::string_view bytes, std::optional<std::uint64_t> offset);

/// The text of a .npy file, if it is one string ("csr"); else none. Both kinds of strings are read, bytes and Unicode.
std::optional<std::string> npyText(std::string_view bytes);

/// The header of a .npy file: npyHeader("<f8", {2, 3}).
std::string npyHeader(const std::string& descriptor, const std::vector<std::int64_t>& shape);
/// The descriptor of a value type: "<f8".
std::string npyDescriptor(ValueType type);

}  // namespace stardust::io
