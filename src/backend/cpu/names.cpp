#include "backend/cpu/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/prelude.h"

namespace stardust::cpu {
namespace {

constexpr std::size_t longest = 48;  // C99 promises to tell names apart by 63 letters; suffixes need some

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Leading underscores, and our own prefix, belong to others.
std::string identifier(const std::string& name) {
  std::string out;
  for (const char c : name.substr(0, longest)) out += isLetter(c) || isDigit(c) ? c : '_';
  const bool foreign = out.empty() || !isLetter(out[0]) || out.rfind("stardust", 0) == 0 || out.rfind("STARDUST", 0) == 0 || out.rfind("omp_", 0) == 0;
  return foreign ? "v" + out : out;
}

}  // namespace

Names::Names() {
  for (auto& name : reservedNames()) taken_.insert(std::move(name));
}

const std::string& Names::given(const std::string& name, const std::string& kind, const std::vector<std::string>& suffixes) {
  const auto [at, isNew] = given_.try_emplace({name, kind});
  if (isNew) at->second = fresh(name, suffixes);
  return at->second;
}

std::string Names::fresh(const std::string& wanted, const std::vector<std::string>& suffixes) {
  const std::string base = identifier(wanted);
  std::string name = base;
  const auto isTaken = [&](const std::string& suffix) { return taken_.count(name + suffix) > 0; };
  for (int n = 2; std::any_of(suffixes.begin(), suffixes.end(), isTaken); ++n) name = fmt::format("{}_{}", base, n);
  for (const std::string& suffix : suffixes) taken_.insert(name + suffix);
  return name;
}

}  // namespace stardust::cpu
