#include "backend/cpu/prelude.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "built_in_runtime.h"
#include "operators/table.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

using operators::Op;

// In the order of their bytes: words of C99 and of its later versions, those of the headers that a kernel includes, as
// far as they are in lower case or are macros, and the names that c_text.cpp makes.
constexpr std::string_view wordsOfC[] = {
    "INFINITY",  "INT32_MIN",   "INT64_C",       "INT64_MIN", "L_ctermid", "L_cuserid", "L_tmpnam",  "NAN",
    "NULL",      "PTRDIFF_MAX", "P_tmpdir",      "alignas",   "alignof",   "asm",       "auto",      "bool",
    "break",     "calloc",      "case",          "char",      "const",     "constexpr", "continue",  "default",
    "div_t",     "do",          "double",        "double_t",  "else",      "end_",      "enum",      "extern",
    "false",     "float",       "float_t",       "for",       "free",      "goto",      "i386",      "if",
    "inline",    "int",         "int16_t",       "int32_t",   "int64_t",   "int8_t",    "intmax_t",  "intptr_t",
    "k_",        "ldiv_t",      "linux",         "lldiv_t",   "long",      "loop_",     "main",      "malloc",
    "memcpy",    "memset",      "next_",         "noreturn",  "nullptr",   "part_",     "ptrdiff_t", "realloc",
    "register",  "restrict",    "return",        "run",       "shared",    "short",     "signed",    "size_t",
    "sizeof",    "static",      "static_assert", "status",    "status_",   "struct",    "switch",    "thread_local",
    "threads",   "true",        "typedef",       "typeof",    "uint16_t",  "uint32_t",  "uint64_t",  "uint8_t",
    "uintmax_t", "uintptr_t",   "union",         "unix",      "unsigned",  "v_",        "void",      "volatile",
    "wchar_t",   "while"};
static_assert(std::is_sorted(std::begin(wordsOfC), std::end(wordsOfC)));

/// The place of the header that defines a name.
std::optional<int> headerOf(std::string_view name) {
  const auto* found = std::lower_bound(std::begin(runtimeNames), std::end(runtimeNames), name,
                                       [](const RuntimeName& row, std::string_view n) { return row.name < n; });
  if (found == std::end(runtimeNames) || found->name != name) return std::nullopt;
  return found->header;
}

/// A type as names end with it, and in C.
struct TypeName {
  std::string_view suffix;
  const char* inC;
  bool isFloat;
};
constexpr TypeName typeNames[] = {{"u32", "uint32_t", false},
                                  {"i32", "int32_t", false},
                                  {"i64", "int64_t", false},
                                  {"f32", "float", true},
                                  {"f64", "double", true}};

/// max_f64: an operator of the table that its row writes in C, for a type.
struct OperatorFunction {
  Op op;
  const TypeName& type;

  const char* value() const { return type.isFloat ? op->c.real : op->c.integer; }
};
std::optional<OperatorFunction> operatorFunction(std::string_view name) {
  const auto end = name.rfind('_');
  if (end == std::string_view::npos) return std::nullopt;
  for (const TypeName& type : typeNames) {
    if (name.substr(end + 1) != type.suffix) continue;
    const Op op = operators::function(name.substr(0, end));
    if (op && OperatorFunction{op, type}.value()) return OperatorFunction{op, type};
  }
  return std::nullopt;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// static inline double max_f64(double a, double b) { return a > b ? a : b; }
std::string textOf(const OperatorFunction& function) {
  const auto& [op, type] = function;
  std::vector<std::string> parameters;
  for (std::size_t n = 0; n < op->arity; ++n) parameters.push_back(fmt::format("{} {}", type.inC, "abcd"[n]));
  std::string value = replaced(function.value(), "{f}", type.suffix == "f32" ? "f" : "");
  value = replaced(std::move(value), "(T)", fmt::format("({})", type.inC));
  value = replaced(std::move(value), "(U)", fmt::format("(u{})", type.inC));
  return fmt::format("{}static inline {} {}_{}({}) {{ return {}; }}\n",
                     type.isFloat && op->c.note ? fmt::format("/* {} */\n", op->c.note) : "", type.inC, op->text,
                     type.suffix, fmt::join(parameters, ", "), value);
}

using Wanted = std::vector<bool>;  // by the place of a header

void want(int header, Wanted& wanted) {
  if (wanted[static_cast<std::size_t>(header)]) return;
  wanted[static_cast<std::size_t>(header)] = true;
  const RuntimeHeader& row = runtimeHeaders[header];
  for (int n = 0; n < row.count; ++n) want(row.needs[n], wanted);
}

}  // namespace

std::string preludeOf(const std::set<std::string>& used, const std::string& abi, Runtime runtime) {
  Wanted wanted(std::size(runtimeHeaders), false);
  std::string functions;
  for (const std::string& name : used) {
    if (const auto header = headerOf(name)) want(*header, wanted);
    else if (const auto function = operatorFunction(name)) functions += textOf(*function);
    else failInternal(fmt::format("a kernel uses '{}', which the runtime does not have", name));
  }
  std::string text;
  const auto take = [&](const RuntimeHeader& header) {
    if (runtime == Runtime::Inlined) text += (text.empty() ? "" : "\n") + std::string(header.text);
    else text += fmt::format("#include <stardust/runtime/{}>\n", header.name);
  };
  take(runtimeHeaders[0]);
  if (!abi.empty()) text += "\n" + abi;
  for (std::size_t n = 1; n < wanted.size(); ++n)
    if (wanted[n]) take(runtimeHeaders[n]);
  return functions.empty() ? text : text + "\n" + functions;
}

bool isReserved(std::string_view word) {
  return std::binary_search(std::begin(wordsOfC), std::end(wordsOfC), word) || headerOf(word) || operatorFunction(word);
}

}  // namespace stardust::cpu
