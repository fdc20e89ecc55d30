// The prelude of a kernel file: the required headers of runtime/ and operator functions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace stardust::cpu {

/// Inclusion of the headers: by their text, which makes the file self-contained, or by #include
/// <stardust/runtime/NAME.h> of the installation.
enum class Runtime { Inlined, Included };

/// The file up to its functions, which use these names of the runtime. `abi` is the text of stardust_kernel.h or an
/// #include of it, placed after the C library headers. Throws Error (internal): unknown name of the runtime.
std::string preludeOf(const std::set<std::string>& used, const std::string& abi, Runtime runtime);

/// The definition of a function that a row of the operators' table gives in C, such as max_f64, on lines of its own,
/// with `linkage` before its type. None if no row gives it.
std::optional<std::string> operatorFunctionText(std::string_view name, const std::string& linkage = "static inline");

/// Whether the word is, or may become, reserved in the text of a kernel: keywords of C, names of the headers that every
/// kernel includes, and names of the runtime.
bool isReserved(std::string_view word);

}  // namespace stardust::cpu
