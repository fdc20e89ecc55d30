#include "backend/cuda/reserved.h"

#include <algorithm>
#include <iterator>

namespace stardust::cuda {
namespace {

// Sorted by bytes. FAIL, STEP and other macros are written like constants, which no name of a kernel is.
constexpr std::string_view words[] = {
    "and",          "and_eq",    "bitand",    "bitor",    "blockDim",  "blockIdx",         "catch",       "char16_t",
    "char32_t",     "char8_t",   "class",     "co_await", "co_return", "co_yield",         "compl",       "concept",
    "const_cast",   "consteval", "constinit", "decltype", "delete",    "device",           "dim3",        "done",
    "dynamic_cast", "explicit",  "export",    "friend",   "gpu",       "gridDim",          "lane",        "mutable",
    "namespace",    "new",       "next",      "noexcept", "not",       "not_eq",           "operator",    "or",
    "or_eq",        "private",   "protected", "public",   "requires",  "reinterpret_cast", "static_cast", "template",
    "this",         "threadIdx", "throw",     "try",      "typeid",    "typename",         "using",       "values",
    "virtual",      "warpSize",  "xor",       "xor_eq"};

}  // namespace

bool isReserved(std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace stardust::cuda
