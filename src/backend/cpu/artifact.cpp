#include "backend/cpu/artifact.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/c_expr.h"
#include "backend/cpu/compiler.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using loops::Function;
using loops::Parameter;
using loops::Role;

namespace {

const char* const mainHelpers = R"(static FILE* opened(const char* folder, const char* name, const char* mode) {
  char path[4096];
  const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = length < (int)sizeof path ? fopen(path, mode) : NULL;
  if (file) return file;
  fprintf(stderr, "cannot open %s/%s\n", folder, name);
  exit(1);
}

static stardust_array read_array(const char* folder, const char* name, size_t element) {
  FILE* file = opened(folder, name, "rb");
  size_t used = 0, room = 1 << 16;
  char* data = malloc(room);
  while (data && (used += fread(data + used, 1, room - used, file)) == room) {
    char* more = realloc(data, room *= 2);
    if (!more) free(data);
    data = more;
  }
  fclose(file);
  if (!data || used % element != 0) {
    fprintf(stderr, "%s/%s: %s\n", folder, name, data ? "not a whole number of elements" : "not enough memory");
    exit(1);
  }
  return (stardust_array){data, (int64_t)(used / element), (int64_t)(room / element)};
}

static void read_dims(const char* folder, const char* name, stardust_level* levels, int64_t order) {
  stardust_array dims = read_array(folder, name, sizeof(int64_t));
  if (dims.length != order) {
    fprintf(stderr, "%s/%s: the kernel has %d levels\n", folder, name, (int)order);
    exit(1);
  }
  for (int64_t l = 0; l < order; l++) levels[l].dim = ((int64_t*)dims.data)[l];
  free(dims.data);
}

static void write_array(const char* folder, const char* name, stardust_array array, size_t element) {
  FILE* file = opened(folder, name, "wb");
  const size_t count = (size_t)array.length;
  if (fwrite(array.data, element, count, file) != count || fclose(file) != 0) {
    fprintf(stderr, "cannot write %s/%s\n", folder, name);
    exit(1);
  }
}
)";

std::size_t indexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool hasDims(const Function& function, const std::string& tensor) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const Parameter& p) { return p.role.tensor == tensor && p.role.kind == Role::Kind::Dim; });
}

/// How many levels of a tensor the function needs to see.
int levelsOf(const Function& function, const std::string& tensor) {
  int levels = 0;
  for (const Parameter& p : function.parameters)
    if (p.role.tensor == tensor && p.role.kind != Role::Kind::Values) levels = std::max(levels, p.role.level + 1);
  return levels;
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

std::string memberOf(const std::string& tensor, const Role& role) {
  if (role.kind == Role::Kind::Values) return tensor + ".vals";
  return fmt::format("{}_levels[{}].{}", tensor, role.level, kindWord(role.kind));
}

std::string headerOf(const Signature& own) {
  return fmt::format("#include \"{}\"\n\n/* `threads`: how many may work on it, at least 1. */\n{};\n", abiHeader, own.declaration);
}

std::string mainOf(const Function& function, const Signature& own) {
  std::string declare, read, write, arguments;
  const auto tensors = tensorsOf(function);
  for (std::size_t n = 0; n < tensors.size(); ++n) {
    const std::string& name = own.tensors[n];
    const int levels = levelsOf(function, tensors[n]);
    declare += fmt::format("  stardust_level {0}_levels[{1}] = {{{{0}}}};\n  stardust_tensor {0} = {{{0}_levels, {{0}}}};\n", name, std::max(levels, 1));
    if (hasDims(function, tensors[n]))
      read += fmt::format("  read_dims(folder, \"{}\", {}_levels, {});\n", dataFileOf(function, {Role::Kind::Dim, tensors[n], 0}), name, levels);
    arguments += "&" + name + ", ";
  }
  for (const Parameter& p : function.parameters) {
    if (!p.isArray()) continue;
    const std::string file = dataFileOf(function, p.role), member = memberOf(own.tensors[indexOf(tensors, p.role.tensor)], p.role), type = cType(p.type);
    if (p.out) write += fmt::format("  write_array(folder, \"{}\", {}, sizeof({}));\n", file, member, type);
    else read += fmt::format("  {} = read_array(folder, \"{}\", sizeof({}));\n", member, file, type);
  }
  return fmt::format(R"(/* Runs the kernel on the arrays in the files of a directory, and writes those of the results there: {0} [DIRECTORY [THREADS]] */
{6}
{1}
int main(int argc, char** argv) {{
  const char* folder = argc > 1 ? argv[1] : "data";
  const int threads = argc > 2 ? atoi(argv[2]) : 1;
{2}{3}
  const stardust_status status = {0}({4}threads > 0 ? threads : 1);
  if (status != STARDUST_OK) {{
    fprintf(stderr, "the kernel failed with status %d\n", (int)status);
    return 1;
  }}
{5}  return 0;
}}
)",
                     own.function, mainHelpers, declare, read, arguments, write,
                     fmt::format("#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n#include \"{}.h\"\n", own.function));
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
add_library({0}_kernel {0}.c)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options({0}_kernel PRIVATE{1})
endif()
find_package(OpenMP COMPONENTS C)
if(OpenMP_C_FOUND)
  target_link_libraries({0}_kernel PUBLIC OpenMP::OpenMP_C)
endif()
if(UNIX)
  target_link_libraries({0}_kernel PUBLIC m)
endif()
add_executable({0} main.c)
target_link_libraries({0} PRIVATE {0}_kernel)
)",
                     own.function, flags);
}

template <class T>
std::string bytesOf(const std::vector<T>& elements) {
  return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

std::string bytesOf(const Storage& storage, const Role& role) {
  if (role.kind == Role::Kind::Values) return std::visit([](const auto& values) { return bytesOf(values); }, storage.values);
  const Level& level = storage.levels.at(static_cast<std::size_t>(role.level));
  if (role.kind == Role::Kind::Pos) return bytesOf(level.pos);
  return role.kind == Role::Kind::Crd ? bytesOf(level.crd) : bytesOf(level.bits);
}

}  // namespace

std::string dataFileOf(const Function& function, const Role& role) {
  const Signature own = signatureOf(function);
  const bool numbered = role.kind != Role::Kind::Values && role.kind != Role::Kind::Dim;
  return fmt::format("{}{}_{}.bin", own.tensors[indexOf(tensorsOf(function), role.tensor)], numbered ? std::to_string(role.level + 1) : "", kindWord(role.kind));
}

std::map<std::string, std::string> sourcesOf(const Function& function) {
  const Signature own = signatureOf(function);
  const std::string header = own.function + ".h";
  return {{own.function + ".c", printC(function, fmt::format("#include \"{}\"\n", header))},
          {header, headerOf(own)},
          {abiHeader, abiText()},
          {"main.c", mainOf(function, own)},
          {"CMakeLists.txt", cmakeOf(own)}};
}

std::map<std::string, std::string> dataOf(const Function& function, const std::string& tensor, const Storage& storage) {
  std::map<std::string, std::string> files;
  if (hasDims(function, tensor)) {
    std::vector<std::int64_t> dims;
    for (int l = 0; l < levelsOf(function, tensor); ++l) dims.push_back(storage.levels.at(static_cast<std::size_t>(l)).dim);
    files[dataFileOf(function, {Role::Kind::Dim, tensor, 0})] = bytesOf(dims);
  }
  for (const Parameter& p : function.parameters)
    if (p.isArray() && p.role.tensor == tensor) files[dataFileOf(function, p.role)] = bytesOf(storage, p.role);
  return files;
}

}  // namespace stardust::cpu
