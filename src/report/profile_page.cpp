#include "report/profile_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "built_in_page.h"
#include "driver/targets/cpu.h"
#include "driver/targets/cpu_profile_report.h"
#include "driver/targets/shown.h"
#include "report/filled.h"
#include "stardust_version.h"
#include "support/plural.h"

namespace stardust::report {

using namespace driver;

namespace {

const CpuProfile* profileIn(const Run& run) {
  const CpuProduct* product = cpuIn(run);
  return product && product->profile ? &*product->profile : nullptr;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

std::string cell(const char* element, const std::string& text, bool isNumber) {
  return fmt::format("<{0}{1}>{2}</{0}>", element, isNumber ? " class=\"n\"" : "", escaped(text));
}

std::string tableHtml(const ProfileTable& table) {
  std::string out = "<div class=\"scroll\"><table class=\"profile\"><tr>";
  for (std::size_t n = 0; n < table.header.size(); ++n) out += cell("th", table.header[n], table.numeric.count(n) != 0);
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t n = 0; n < row.size(); ++n) out += cell("td", row[n], table.numeric.count(n) != 0);
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string section(const ProfileTable& table, const std::string& first) {
  return fmt::format("<section>\n<h2>{}</h2>\n{}<p>{}</p>\n{}</section>\n", escaped(sentence(table.title)),
                     first.empty() ? "" : fmt::format("<p><b>{}.</b></p>\n", escaped(sentence(first))),
                     escaped(fmt::format("{}", fmt::join(table.explanation, " "))), tableHtml(table));
}

std::string runHtml(const Run& run, const CpuProfile& profile) {
  const CpuProduct& product = *cpuIn(run);
  std::string out = fmt::format(
      "<header>\n<h1>{}</h1>\n<p class=\"numbers\"><span><b>{}</b></span><span><b>{}</b></span><span>{}</span>"
      "<span>{}</span></p>\n</header>\n<main>\n",
      escaped(notation::print(run.assignment)), secondsText(profile.seconds), counted(profile.threads, "thread"),
      run.verified() ? "right" : "WRONG", escaped("schedule: " + scheduleText(product.compiled.commands).substr(12)));
  const std::vector<ProfileTable> tables = tablesOf(profile);
  for (const ProfileTable& table : tables) out += section(table, &table == &tables.back() ? boundText(profile) : "");
  ProfileTable tensors{"tensors", {}, {"tensor", "format", "type", "stored"}, {3}, {}};
  for (const TensorSummary& t : run.tensors)
    tensors.rows.push_back({t.tensor.name, toString(t.tensor.format), toString(t.tensor.type), grouped(t.stored)});
  return out + section(tensors, "") +
         fmt::format("<p>stardust {} ({}), {}</p>\n</main>\n", STARDUST_VERSION, STARDUST_GIT_ID,
                     escaped(product.timing ? product.timing->compiler : ""));
}

}  // namespace

bool hasProfile(const std::vector<Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const Run& run) { return profileIn(run) != nullptr; });
}

std::string profilePage(const std::vector<Run>& runs) {
  std::string all;
  for (const Run& run : runs)
    if (const CpuProfile* profile = profileIn(run)) all += runHtml(run, *profile);
  return filled(profileHtml, {{"/* page.css */", pageCss}, {"<!-- runs -->", all}});
}

}  // namespace stardust::report
