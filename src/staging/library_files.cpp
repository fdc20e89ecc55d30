// Files of numbers that the host reads and writes.
#include <fmt/format.h>

#include "staging/library.h"

namespace stardust::staging {
namespace {

/// What the program wrote before, else what is there.
std::string contentsOf(Evaluator& e, const std::string& path, const Location& where) {
  const auto written = e.outcome.files.find(path);
  if (written != e.outcome.files.end()) return written->second;
  const auto& read = e.request().readFile;
  if (!read) failUser(fmt::format("cannot read {}: there are no files here", path), where);
  try {
    return read(path);
  } catch (const Error& error) {
    failUser(error.diagnostic().what, where, "a path is relative to the folder in which stardust runs");
  }
}

/// The values of a line, or of a whole file: between delimiters, without those that are empty.
Values valuesOf(Evaluator& e, const std::string& line, const std::string& delimiters, const NumberType& type, const Location& where) {
  Values values;
  for (std::size_t at = 0; at < line.size();) {
    const auto begin = line.find_first_not_of(delimiters, at);
    if (begin == std::string::npos) break;
    const auto end = std::min(line.find_first_of(delimiters, begin), line.size());
    values.push_back(e.words.converted(text(line.substr(begin, end - begin)), type, where));
    at = end;
  }
  return values;
}

/// loadCSV1D[T](path, delimiter)
Value load(Evaluator& e, Call& c, bool isMatrix) {
  const auto v = e.list(c);
  if (v.empty()) failUser("the path of the file is missing", c.where);
  const auto type = e.typeArgument(c);
  const auto separators = (v.size() > 1 ? toString(v[1]) : std::string(",")) + " \t\r";
  const auto contents = contentsOf(e, toString(v[0]), c.where);
  if (!isMatrix) return collection(valuesOf(e, contents, separators + "\n", type, c.where));
  Values all;
  std::int64_t rows = 0, columns = 0;
  for (std::size_t at = 0; at < contents.size();) {
    const auto end = std::min(contents.find('\n', at), contents.size());
    const auto row = valuesOf(e, contents.substr(at, end - at), separators, type, c.where);
    at = end + 1;
    if (row.empty()) continue;
    if (rows++ == 0) columns = std::ssize(row);
    if (std::ssize(row) != columns) failUser(fmt::format("row {} of {} has {} values, not {}", rows, toString(v[0]), row.size(), columns), c.where);
    all.insert(all.end(), row.begin(), row.end());
  }
  return collection(std::move(all), {rows, columns});
}

/// writeCSV1D(array, path, delimiter): a line for each row of a matrix.
Value write(Evaluator& e, Call& c) {
  const auto v = e.list(c);
  const auto* array = v.size() > 1 ? v[0].object<Collection>() : nullptr;
  if (!array) failUser("writeCSV has an array and the path of a file", c.where);
  const auto delimiter = v.size() > 2 ? toString(v[2]) : std::string(",");
  const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(1, array->dims.empty() ? 1 : array->dims.back()));
  std::string all;
  for (std::size_t i = 0; i < array->items.size(); ++i)
    all += toString(array->items[i]) + ((i + 1) % columns == 0 || i + 1 == array->items.size() ? "\n" : delimiter);
  e.outcome.files[toString(v[1])] = std::move(all);
  return {};
}

}  // namespace

void addFiles(Functions& t) {
  t["loadCSV1D"] = [](Evaluator& e, Call& c) { return load(e, c, false); };
  t["loadCSV2D"] = [](Evaluator& e, Call& c) { return load(e, c, true); };
  for (const char* name : {"writeCSV1D", "writeCSV2D"}) t[name] = write;
  t["DATA"] = [](Evaluator&, Call&) { return text("data"); };
}

}  // namespace stardust::staging
