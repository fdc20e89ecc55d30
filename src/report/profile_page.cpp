#include "report/profile_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

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

std::string number(const std::string& text) { return fmt::format("<span>{}</span>", escaped(text)); }

std::string headerHtml(const Run& run, const CpuProduct& product) {
  const std::vector<schedule::Command>& commands = product.compiled.commands;
  std::string numbers;
  if (product.profile)
    numbers = number(secondsText(product.profile->seconds)) + number(counted(product.profile->threads, "thread"));
  numbers += number(run.verified() ? "right" : "WRONG, and not profiled");
  numbers += number("schedule: " + (commands.empty() ? "none" : schedule::print(commands)));
  return fmt::format("<header>\n<h1>{}</h1>\n<p class=\"numbers\">{}</p>\n</header>\n", escaped(run.expression()),
                     numbers);
}

ProfileTable tensorTable(const Run& run) {
  ProfileTable table{"tensors", {}, {"tensor", "format", "type", "stored"}, {3}, {}};
  for (const TensorSummary& t : run.tensors)
    table.rows.push_back({t.tensor.name, toString(t.tensor.format), toString(t.tensor.type), grouped(t.stored)});
  return table;
}

std::string runHtml(const Run& run, const CpuProduct& product) {
  std::string out = headerHtml(run, product) + "<main>\n";
  if (product.profile) {
    const std::vector<ProfileTable> tables = tablesOf(*product.profile);
    for (const ProfileTable& table : tables)
      out += section(table, &table == &tables.back() ? boundText(*product.profile) : "");
  }
  return out + section(tensorTable(run), "") +
         fmt::format("<p>stardust {} ({}), {}</p>\n</main>\n", STARDUST_VERSION, STARDUST_GIT_ID,
                     escaped(product.timing ? product.timing->compiler : ""));
}

}  // namespace

std::string profilePage(const std::vector<Run>& runs) {
  std::string all;
  for (const Run& run : runs)
    if (const CpuProduct* product = cpuIn(run)) all += runHtml(run, *product);
  return filled(profileHtml, {{"/* page.css */", pageCss}, {"<!-- runs -->", all}});
}

}  // namespace stardust::report
