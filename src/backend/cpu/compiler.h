// The system's C compiler: which one, what it is told, and what it says.
#pragma once

#include <string>
#include <vector>

#include "backend/cpu/process.h"

namespace stardust::cpu {

/// A compiler that was found and answered. Two that differ in `identity` may make different code of the same text.
struct Compiler {
  std::vector<std::string> command;  ///< the absolute path, and further words if the user gave some: "ccache gcc"
  std::string identity;              ///< its path, what it says of its version, and what it makes code for
  bool isNamed = false;              ///< by the user
  std::string option = {};           ///< how the user names one, for messages: see findCompiler
};

inline constexpr const char* compilerFlag = "--cc=PATH";

/// `wanted` is a path or name, possibly with arguments after it, as in the variable CC; empty: the first of cc, clang,
/// gcc. Starts the compiler twice (a few milliseconds). Throws Error (user) if there is none, or it does not answer;
/// the message says how the user can name another: with the `option`, if there is one. (unsupported) once it is
/// `cancelled`.
Compiler findCompiler(const std::string& wanted = {}, const std::string& option = compilerFlag,
                      const std::atomic<bool>* cancelled = nullptr);

/// What distinguishes this processor for a compiler: the features that code may use.
std::string processorFeatures();

struct CompileFlags {
  bool native = true;  ///< use all that this processor has; false: any of its family
  std::vector<std::string> more = {};
};
/// In the order they are passed. Strict arithmetic: integers wrap, floating point is not reassociated.
std::vector<std::string> argumentsOf(const CompileFlags& flags);

/// Compiles the C `text` to a shared library at `library`; `folder` is for the compiler's files. Throws Error
/// (internal) with the compiler's first complaint, placed in the text, if it refuses the text; (user) if it does not
/// end; (unsupported) if it is cancelled.
void compileLibrary(const Compiler& compiler, const CompileFlags& flags, const std::string& text,
                    const std::string& folder, const std::string& library, const ProcessLimits& limits = {});

}  // namespace stardust::cpu
