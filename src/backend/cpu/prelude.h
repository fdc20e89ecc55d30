// What comes before the functions of a kernel: the headers of runtime/ that it needs, and the functions of operators
// that it calls.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace stardust::cpu {

/// How a file has the headers: their text, so that it stands alone, or #include <stardust/runtime/NAME.h>, which are
/// installed.
enum class Runtime { Inlined, Included };

/// A file up to its functions, which use these names of the runtime; `abi` is the text of stardust_kernel.h or an
/// #include of it, and comes behind the C library. Throws Error (internal): the runtime has no such name.
std::string preludeOf(const std::set<std::string>& used, const std::string& abi, Runtime runtime);

/// Whether the word has a meaning in a kernel's text, or may have one: words of C, of the headers that every kernel
/// includes, and of the runtime.
bool isReserved(std::string_view word);

}  // namespace stardust::cpu
