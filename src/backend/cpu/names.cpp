#include "backend/cpu/names.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/prelude.h"
#include "support/characters.h"

namespace stardust::cpu {
namespace {

constexpr std::size_t longest = 48;  // C99 distinguishes 63 characters; suffixes need some of them

/// The style of macros in C headers: RAND_MAX, M_PI. Excludes a letter with a number, as in A2.
bool isLikeMacro(const std::string& name) {
  const auto isLower = [](char c) { return c >= 'a' && c <= 'z'; };
  return std::none_of(name.begin(), name.end(), isLower) && !std::all_of(name.begin() + 1, name.end(), isDigit);
}

// Avoids reserved identifiers: leading underscores, types of the headers, and our own prefix.
std::string identifier(const std::string& name) {
  std::string out;
  for (const char c : name.substr(0, longest)) out += isLetter(c) || isDigit(c) ? c : '_';
  const auto begins = [&](const char* prefix) { return out.rfind(prefix, 0) == 0; };
  const bool isType = out.size() > 2 && out.compare(out.size() - 2, 2, "_t") == 0;
  const bool foreign = out.empty() || !isLetter(out[0]) || begins("stardust") || begins("STARDUST") || begins("omp_") ||
                       isType || isLikeMacro(out);
  return foreign ? "v" + out : out;
}

}  // namespace

const std::string& Names::given(const std::string& name, const std::string& kind,
                                const std::vector<std::string>& suffixes) {
  const auto [at, isNew] = given_.try_emplace({name, kind});
  if (isNew) at->second = fresh(name, suffixes);
  return at->second;
}

std::string Names::ofFunction(const std::string& name) {
  const bool isOfTheLibrary = dlsym(RTLD_DEFAULT, identifier(name).c_str()) != nullptr;
  return of(isOfTheLibrary ? name + "_kernel" : name, "function");
}

std::map<std::string, std::string> Names::meanings() const {
  std::map<std::string, std::string> meanings;
  for (const auto& [meant, name] : given_) meanings.emplace(name, meant.first);
  return meanings;
}

std::string Names::fresh(const std::string& wanted, const std::vector<std::string>& suffixes) {
  const std::string base = identifier(wanted);
  std::string name = base;
  const auto isTaken = [&](const std::string& suffix) {
    const std::string word = name + suffix;
    return taken_.count(word) > 0 || isReserved(word) || (isReservedToo_ && isReservedToo_(word));
  };
  for (int n = 2; std::any_of(suffixes.begin(), suffixes.end(), isTaken); ++n) name = fmt::format("{}_{}", base, n);
  for (const std::string& suffix : suffixes) taken_.insert(name + suffix);
  return name;
}

}  // namespace stardust::cpu
