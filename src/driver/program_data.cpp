#include "driver/program_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "files/files.h"
#include "support/diagnostic.h"

namespace stardust::driver {
namespace {

namespace fs = std::filesystem;

// The shortest decimal that yields the same float when it is parsed as a double first.
std::string textOf(float value) {
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";  // "-0" would be parsed as an integer
  if (std::isnan(value)) return "nan";
  std::string text = fmt::format("{}", value);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return static_cast<float>(read) == value ? text : fmt::format("{:.9g}", value);
}

std::string textOf(const spatial::HostArray& array) {
  std::string text;
  for (const spatial::Word word : array.words) {
    text += array.type == spatial::Type::Float ? textOf(spatial::floatOf(word)) : std::to_string(spatial::intOf(word));
    text += '\n';
  }
  return text;
}

bool isFile(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return !path.empty() && !isStandardOutput(path) && (!fs::exists(status) || fs::is_regular_file(status));
}

}  // namespace

std::string programFile(const std::string& file, std::size_t n, std::size_t count) {
  if (file.empty() || count == 1) return file;
  fs::path path = file;
  const std::string extension = path.extension().string();
  return path.replace_extension(fmt::format("{}{}", n + 1, extension)).string();
}

std::string dataFolderBeside(const std::string& file) {
  std::string folder = fs::path(file).stem().string() + ".data";
  const auto endsText = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; };
  std::replace_if(folder.begin(), folder.end(), endsText, '_');  // it is part of a string literal of the program
  return folder;
}

std::string dataFolderOf(const std::string& file) { return isFile(file) ? dataFolderBeside(file) : std::string(); }

std::string dataPathOf(const std::string& file) {
  const std::string folder = dataFolderOf(file);
  return folder.empty() ? folder : (fs::path(file).parent_path() / folder).string();
}

std::map<std::string, std::string> dataOf(const spatial::Program& program, const spatial::HostFiles& files) {
  std::map<std::string, std::string> data;
  for (const auto* part : {&program.host, &program.checks})
    for (const spatial::HostStmt& stmt : *part) {
      const auto* load = std::get_if<spatial::HostLoad>(&stmt.kind);
      if (!load) continue;
      const auto array = files.find(load->file);
      require(array != files.end(), "every file of a program that was compiled is there");
      data[fs::path(load->file).filename().string()] = textOf(array->second);
    }
  return data;
}

}  // namespace stardust::driver
