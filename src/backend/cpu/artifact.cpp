#include "backend/cpu/artifact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "backend/cpu/artifact_main.h"
#include "backend/cpu/c_expr.h"
#include "backend/cpu/compiler.h"
#include "levels/registry.h"
#include "loops/level_arrays.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using loops::Function;
using loops::Role;

namespace {

// Compilers without "omp simd" run the loop serially, which deserves no warning.
constexpr const char* withoutSimd = R"(#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif
)";

std::size_t indexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

const char* kindWord(Role::Kind kind) {
  switch (kind) {
    case Role::Kind::Dim: return "dims";
    case Role::Kind::Pos: return "pos";
    case Role::Kind::Crd: return "crd";
    case Role::Kind::Bits: return "bits";
    case Role::Kind::Values: return "vals";
  }
  failInternal("an array has no name");
}

bool isResult(const Function& function, const std::string& tensor) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const loops::Parameter& p) { return p.out && p.role.tensor == tensor; });
}

/// "levels: dense (mode 0), compressed (mode 1)", outermost first.
std::string levelsOf(const Format& format) {
  std::string text;
  for (int l = 0; l < format.order(); ++l)
    text += fmt::format("{}{} (mode {})", l ? ", " : "levels: ", levels::of(format.level(l)).name, format.mode(l));
  return text.empty() ? "a scalar" : text;
}

/// A comment that documents the arguments.
std::string argumentsText(const Function& function, const ArtifactTensors& tensors, const Signature& own) {
  std::string text = "/*";
  const auto names = tensorsOf(function);
  for (std::size_t n = 0; n < names.size(); ++n) {
    const ArtifactTensor& tensor = tensors.at(names[n]);
    text += fmt::format("{} {}: {}, of {}, {}\n", n ? "  " : "", own.tensors[n],
                        isResult(function, names[n]) ? "the result" : "an operand", cType(loops::typeOf(tensor.type)),
                        levelsOf(tensor.format));
  }
  return text +
         "   threads: the number of threads that may run it, at least 1\n   run: makes them work, such as stardust_parallel of stardust_threads.h; null: the calling thread alone */\n";
}

std::string headerOf(const Function& function, const ArtifactTensors& tensors, const Signature& own) {
  std::string guard = "STARDUST_OF_" + own.function + "_H";
  std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(R"(#ifndef {0}
#define {0}

{1}

#ifdef __cplusplus
extern "C" {{
#endif

{2}{3};

#ifdef __cplusplus
}}
#endif
#endif
)",
                     guard, fmt::format("#include \"{}\"", abiHeader), argumentsText(function, tensors, own),
                     own.declaration);
}

std::string cmakeOf(const Signature& own) {
  std::string flags;
  for (const std::string& flag : argumentsOf({}))
    if (flag.rfind("-f", 0) == 0 && flag != "-fPIC") flags += " " + flag;
  return fmt::format(R"(cmake_minimum_required(VERSION 3.13)
project({0} C)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
add_library({0}_kernel {0}.c stardust_threads.c)
target_link_libraries({0}_kernel PUBLIC Threads::Threads)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options({0}_kernel PRIVATE{1})
endif()
if(UNIX)
  target_link_libraries({0}_kernel PUBLIC m)
endif()
if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  target_link_options({0}_kernel PRIVATE -Wl,-z,nodelete) # its threads sleep in its code
endif()
add_executable({0} main.c)
target_link_libraries({0} PRIVATE {0}_kernel)
)",
                     own.function, flags);
}

template <class Array>
std::string bytesOf(const Array& elements) {
  return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(typename Array::value_type)};
}

std::string bytesOf(const Storage& storage, const Role& role) {
  if (role.kind == Role::Kind::Values)
    return std::visit([](const auto& values) { return bytesOf(values); }, storage.values);
  const Level& level = storage.levels.at(static_cast<std::size_t>(role.level));
  const auto bytes = [](const auto& elements) { return bytesOf(elements); };
  if (role.kind == Role::Kind::Pos) return level.pos.visit(bytes);
  return role.kind == Role::Kind::Crd ? level.crd.visit(bytes) : bytesOf(level.bits);
}

}  // namespace

std::string dataFileOf(const Function& function, const Role& role) {
  const Signature own = signatureOf(function);
  const bool numbered = role.kind != Role::Kind::Values && role.kind != Role::Kind::Dim;
  return fmt::format("{}{}_{}.bin", own.tensors[indexOf(tensorsOf(function), role.tensor)],
                     numbered ? std::to_string(role.level + 1) : "", kindWord(role.kind));
}

std::map<std::string, std::string> sourcesOf(const Function& function, const ArtifactTensors& tensors) {
  const Signature own = signatureOf(function);
  const std::string header = own.function + ".h";
  std::map<std::string, std::string> files = threadsTexts();
  files.insert({{own.function + ".c", printC(function, fmt::format("{}#include \"{}\"\n", withoutSimd, header))},
                {header, headerOf(function, tensors, own)},
                {abiHeader, abiText()},
                {"main.c", mainOf(function, tensors)},
                {"CMakeLists.txt", cmakeOf(own)}});
  return files;
}

std::map<std::string, std::string> dataOf(const Function& function, const std::string& tensor, const Storage& storage) {
  std::map<std::string, std::string> files;
  const auto add = [&](Role::Kind kind, int level) {
    files[dataFileOf(function, {kind, tensor, level})] = bytesOf(storage, {kind, tensor, level});
  };
  std::vector<std::int64_t> dims;
  for (int l = 0; l < storage.order(); ++l) {
    const Level& level = storage.levels.at(static_cast<std::size_t>(l));
    dims.push_back(level.dim);
    for (const levels::Array array : levels::of(level.format).arrays) add(loops::kindOf(array), l);
  }
  if (!dims.empty()) files[dataFileOf(function, {Role::Kind::Dim, tensor, 0})] = bytesOf(dims);
  add(Role::Kind::Values, 0);
  return files;
}

}  // namespace stardust::cpu
