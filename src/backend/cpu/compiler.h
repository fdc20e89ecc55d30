// The system's C compiler: selection, arguments, and error messages.
#pragma once

#include <string>
#include <vector>

#include "backend/cpu/process.h"

namespace stardust::cpu {

/// A working compiler. Different values of `identity` mean possibly different code for the same text.
struct Compiler {
  std::vector<std::string> command;  ///< absolute path and further user-supplied words: "ccache gcc"
  std::string identity;              ///< path, version message and target
  bool isNamed = false;              ///< named by the user
  std::string option = {};           ///< the option that names a compiler, for messages: see findCompiler
};

inline constexpr const char* compilerFlag = "--cc=PATH";

/// `wanted` is a path or name, possibly with arguments, as in the variable CC; empty: the first of cc, clang, gcc.
/// Starts the compiler twice (a few milliseconds). Throws Error (user) if there is none, or if it does not answer; the
/// message names the `option` that selects another, if any. Throws Error (unsupported) once `cancelled`.
Compiler findCompiler(const std::string& wanted = {}, const std::string& option = compilerFlag,
                      const std::atomic<bool>* cancelled = nullptr);

/// Identifies the processor for code generation: the available instruction set extensions.
std::string processorFeatures();

/// The language of a text.
enum class TextLanguage { C, Cpp };

struct CompileFlags {
  TextLanguage language = TextLanguage::C;
  bool native = true;  ///< use all instructions of this processor; false: the baseline of its architecture
  std::vector<std::string> more = {};
};
/// In command-line order. Strict arithmetic: integers wrap, floating point is not reassociated.
std::vector<std::string> argumentsOf(const CompileFlags& flags);

/// Compiles the C `text` to a shared library at `library`; `folder` holds the compiler's temporary files. Throws Error
/// (internal) with the compiler's first error, placed in the text, if it rejects the text; (user) on a time-out;
/// (unsupported) on cancellation.
void compileLibrary(const Compiler& compiler, const CompileFlags& flags, const std::string& text,
                    const std::string& folder, const std::string& library, const ProcessLimits& limits = {});

}  // namespace stardust::cpu
