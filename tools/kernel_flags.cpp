#include "kernel_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace stardust::tools {

void KernelFlags::addTo(CLI::App& app, const std::set<std::string>& without) {
  app.add_option("kernel", kernel, "a kernel file (.sd), or an expression such as \"y(i) = A(i,j) * x(j)\"")
      ->required();
  for (const driver::Keyword& keyword : driver::keywords()) {
    if (without.count(keyword.name)) continue;
    const std::string names =
        (*keyword.letter ? fmt::format("-{},", keyword.letter) : std::string()) + "--" + keyword.name;
    app.add_option(names, values[keyword.name], keyword.meaning)->type_name(keyword.form)->allow_extra_args(false);
  }
  app.add_flag("-q,--quiet", quiet, "no progress line")->disable_flag_override();
  app.add_flag("--strict", strict, "refuse a kernel for which the host would convert a tensor or run a statement")
      ->disable_flag_override();
  if (!without.count("tuned"))
    app.add_option(
           "--tuned", tuned,
           "the schedule that stardust tune kept in this file for such operands (-s=tuned: in that of the user)")
        ->type_name("FILE");
  if (!without.count("name"))
    app.add_option("--name", called,
                   "the name of the kernel in the program (default: the name of the kernel file, or kernel)")
        ->type_name("NAME");
  if (without.count("print")) return;
  passes.addTo(app);
  app.add_flag("--explain", explain, "explain the program: the same as --print=cin,plan,iteration")
      ->disable_flag_override();
}

driver::Invocation KernelFlags::invocation() const {
  driver::Invocation invocation{kernel, {}, strict};
  for (const auto& [keyword, given] : values)
    for (const std::string& value : given) invocation.flags.emplace_back(keyword, value);
  const auto isTuned = [](const auto& flag) { return flag.first == "schedule" && flag.second == "tuned"; };
  if (!tuned.empty() && std::none_of(invocation.flags.begin(), invocation.flags.end(), isTuned))
    invocation.flags.emplace_back("schedule", "tuned");
  if (explain) invocation.flags.emplace_back("print", "cin,plan,iteration");
  return invocation;
}

std::string KernelFlags::name() const {
  if (!called.empty()) {
    const auto isPart = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (!std::isalpha(static_cast<unsigned char>(called[0])) || !std::all_of(called.begin(), called.end(), isPart))
      failUser(fmt::format("'{}' is not a legal name of a kernel", called), {}, {},
               "a letter, then letters, digits and underscores: --name=spmv");
    return static_cast<char>(std::toupper(static_cast<unsigned char>(called[0]))) + called.substr(1);
  }
  return driver::className(driver::isKernelFile(kernel) ? std::filesystem::path(kernel).stem().string()
                                                        : std::string("kernel"));
}

}  // namespace stardust::tools
