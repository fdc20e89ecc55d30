#include "target_flags.h"

#include <algorithm>
#include <iterator>

namespace stardust::tools {
namespace {

template <class Is>
std::vector<driver::Flag> those(const Is& is) {
  const std::vector<driver::Flag> known = driver::targetFlags();
  std::vector<driver::Flag> some;
  std::copy_if(known.begin(), known.end(), std::back_inserter(some), is);
  return some;
}

}  // namespace

void TargetFlags::addTo(CLI::App& app, const std::vector<driver::Flag>& flags) {
  for (const driver::Flag& flag : flags) {
    std::string& value = values_[flag.name];
    if (flag.form.empty())
      app.add_flag_callback(
          "--" + flag.name, [&value] { value = "true"; }, flag.help);
    else app.add_option("--" + flag.name, value, flag.help)->type_name(flag.form);
  }
}

const std::string& TargetFlags::operator[](const std::string& name) const {
  static const std::string nothing;
  const auto found = values_.find(name);
  return found == values_.end() ? nothing : found->second;
}

std::vector<driver::Flag> flagsOfRun() { return driver::targetFlags(); }

std::vector<driver::Flag> flagsOfCompile() {
  return those([](const driver::Flag& flag) { return !flag.isOfRuns; });
}

std::vector<driver::Flag> flagsOfPictures() {
  return those([](const driver::Flag& flag) { return flag.name == "trace" || flag.name == "report"; });
}

}  // namespace stardust::tools
