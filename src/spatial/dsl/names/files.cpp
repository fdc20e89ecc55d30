// Files of numbers on the host.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/names/names.h"
#include "support/plural.h"

namespace stardust::dsl {
namespace {

constexpr const char* generated = "gen";  // IR.config.genDir

/// The file as written earlier by the program; otherwise the file on disk. Writes to the folder of the generated
/// simulator, in which the original runs, count, too.
std::string contentsOf(Dsl& e, const std::string& path, const Location& where) {
  for (const auto& name : {path, fmt::format("{}/tungsten/{}", generated, path)}) {
    const auto written = e.evaluator.outcome.files.find(name);
    if (written != e.evaluator.outcome.files.end()) return written->second;
  }
  const auto& read = e.evaluator.request.readFile;
  if (!read) failUser(fmt::format("cannot read {}: there are no files here", path), where);
  try {
    return read(path);
  } catch (const Error& error) {
    const Diagnostic& said = error.diagnostic();
    if (!said.why.empty()) failUser(said.what, where, said.why, said.remedy);
    failUser(said.what, where,
             "a path is relative to the folder in which stardust runs, or else to that of the program");
  }
}

/// Splits at delimiters, and drops empty fields.
std::vector<std::string> valuesOf(const std::string& line, const std::string& delimiters) {
  std::vector<std::string> values;
  for (std::size_t at = 0; at < line.size();) {
    const auto begin = line.find_first_not_of(delimiters, at);
    if (begin == std::string::npos) break;
    const auto end = std::min(line.find_first_of(delimiters, begin), line.size());
    values.push_back(line.substr(begin, end - begin));
    at = end;
  }
  return values;
}

/// The values of a line or file: numbers, or strings if no type is given.
Values valuesOf(Dsl& e, const std::string& line, const std::string& delimiters, const std::optional<NumberType>& type,
                const Location& where) {
  Values values;
  for (auto& part : valuesOf(line, delimiters)) {
    const auto cell = text(std::move(part));
    values.push_back(type ? e.words.converted(cell, *type, where) : cell);
  }
  return values;
}

/// loadCSV1D[T](path, delimiter)
Value load(Dsl& e, Call& c, bool isMatrix) {
  const auto v = e.list(c);
  if (v.empty()) failUser("the path of the file is missing", c.where);
  const auto type = isTextType(e.dataTypeArgument(c)) ? std::nullopt : std::optional(e.typeArgument(c));
  const auto separators = (v.size() > 1 ? toString(v[1]) : std::string(",")) + (type ? " \t\r" : "\r");
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
    if (std::ssize(row) != columns)
      failUser(fmt::format("row {} of {} has {}, not {}", rows, toString(v[0]), counted(row.size(), "value"), columns),
               c.where);
    all.insert(all.end(), row.begin(), row.end());
  }
  return collection(std::move(all), {rows, columns});
}

/// loadCSVNow(path, delimiter){ text => value }
Value loadTexts(Dsl& e, Call& c) {
  const auto v = e.list(c);
  if (v.empty()) failUser("the path of the file is missing", c.where);
  const auto separators = (v.size() > 1 ? toString(v[1]) : std::string(",")) + " \t\r\n";
  const auto read = e.one(c, "the function that reads a text");
  Values values;
  for (auto& part : valuesOf(contentsOf(e, toString(v[0]), c.where), separators))
    values.push_back(e.invoke(read, {text(std::move(part))}, c.where));
  return collection(std::move(values));
}

bool holdsLists(const Value& list) {
  const auto* collection = list.object<Collection>();
  return collection && !collection->items.empty() && collection->items.front().object<Collection>();
}

/// Writes a line for each list of numbers, at any nesting depth.
template <class Shown>
std::string linesOf(Dsl& e, const Value& list, const std::string& delimiter, const Shown& shown,
                    const Location& where) {
  std::string text;
  if (holdsLists(list)) {
    for (const auto& inner : elementsOf(e.evaluator, list, where)) text += linesOf(e, inner, delimiter, shown, where);
    return text;
  }
  const auto items = elementsOf(e.evaluator, list, where);
  for (std::size_t i = 0; i < items.size(); ++i) text += (i > 0 ? delimiter : "") + shown(items[i]);
  return text + "\n";
}

/// writeCSV1D(array, path, delimiter): a line for each row of a matrix, or for each inner list. An optional function
/// formats a number; without one, and with a format of the host ("%e"), println's format is used.
Value write(Dsl& e, Call& c) {
  const auto v = e.list(c);
  const auto* array = v.size() > 1 ? v[0].object<Collection>() : nullptr;
  if (!array) failUser("writeCSV has an array and the path of a file", c.where);
  const auto delimiter = v.size() > 2 && v[2].object<const std::string>() ? toString(v[2]) : std::string(",");
  const auto isShown = [](const Value& value) { return value.object<const Function>() != nullptr; };
  const auto function = std::find_if(v.begin() + 2, v.end(), isShown);
  const auto shown = [&](const Value& item) {
    return toString(function == v.end() ? item : e.invoke(*function, {item}, c.where));
  };
  if (holdsLists(v[0])) {
    e.evaluator.outcome.files[toString(v[1])] = linesOf(e, v[0], delimiter, shown, c.where);
    return {};
  }
  const auto columns =
      static_cast<std::size_t>(std::max<std::int64_t>(1, array->dims.empty() ? 1 : array->dims.back()));
  std::string all;
  for (std::size_t i = 0; i < array->items.size(); ++i)
    all += shown(array->items[i]) + ((i + 1) % columns == 0 || i + 1 == array->items.size() ? "\n" : delimiter);
  e.evaluator.outcome.files[toString(v[1])] = std::move(all);
  return {};
}

/// new PrintWriter(new File(path)): writes take effect immediately.
Value printWriter(Dsl& e, Call& c) {
  const auto path = toString(e.one(c, "the path of the file"));
  e.evaluator.outcome.files[path].clear();
  const auto writes = [&](const std::string& end) -> Value {
    const auto write = [&e, path, end](const Values& parts, const Location& where) {
      auto& text = e.evaluator.outcome.files[path];
      for (const auto& part : parts) text += toString(part);
      text += end;
      if (text.size() > mostPrinted) failUnsupported("a program writes at most 64 MiB to a file", where);
      return Value();
    };
    return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, write});
  };
  return std::make_shared<const Record>(Record{{writes(""), writes(""), writes("\n"), writes(""), writes("")},
                                               {"write", "print", "println", "flush", "close"},
                                               "PrintWriter"});
}

/// StreamIn[T](FileBus[T]("in.csv"))
Value stream(Dsl& e, Call& c, bool isInput) {
  const auto bus = e.one(c, "the bus of the stream");
  const auto* file = bus.object<const Record>();
  if (!file || file->className != "Bus") {
    failUnsupported(fmt::format("{} is not a supported bus", describe(bus)), c.where, "there is no board",
                    "use FileBus[T](\"file.csv\")");
  }
  if (columnsOf(e.dataTypeArgument(c)).empty()) failUser("the elements of a stream have no fields", c.where);
  return e.memories.streams.declare(isInput, e.dataTypeArgument(c), toString(file->items[0]),
                                    e.words.number(file->items[1], "the bus", c.where).isTrue(), c.where);
}

Handler fileBus(bool endsWithBit) {
  return [endsWithBit](Dsl& e, Call& c) -> Value {
    return std::make_shared<const Record>(Record{{e.one(c, "the path of the file"), makeBit(endsWithBit)}, {}, "Bus"});
  };
}

}  // namespace

std::vector<std::string> wordsOfFile(Dsl& e, const std::string& path, const Location& where) {
  return valuesOf(contentsOf(e, path, where), ", \t\r\n");
}

Values numbersOfFile(Dsl& e, const std::string& path, const NumberType& type, const Location& where) {
  return valuesOf(e, contentsOf(e, path, where), ", \t\r\n", type, where);
}

void addFiles(Functions& t) {
  t["loadCSV1D"] = [](Dsl& e, Call& c) { return load(e, c, false); };
  t["loadCSV2D"] = [](Dsl& e, Call& c) { return load(e, c, true); };
  t["loadCSVNow"] = loadTexts;
  for (const char* name : {"writeCSV1D", "writeCSV2D", "writeCSVNow", "writeCSVNow2D", "writeCSVNow3D"})
    t[name] = write;
  t["buildPath"] = [](Dsl& e, Call& c) {
    std::string path;
    for (const auto& part : e.list(c)) path += (path.empty() ? "" : "/") + toString(part);
    return text(std::move(path));
  };
  t["File"] = [](Dsl& e, Call& c) { return text(toString(e.one(c, "the path"))); };
  t["PrintWriter"] = printWriter;
  t["dirName"] = [](Dsl& e, Call& c) {
    const auto path = toString(e.one(c, "the path"));
    return text(path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/')));
  };
  t["createDirectories"] = [](Dsl& e, Call& c) -> Value {  // writing a file creates its folders
    e.list(c);
    return {};
  };
  t["IR.config"] = [](Dsl&, Call&) -> Value { return Module{"IR.config"}; };
  t["IR.config.genDir"] = [](Dsl&, Call&) { return text(generated); };
  t["StreamIn"] = [](Dsl& e, Call& c) { return stream(e, c, true); };
  t["StreamOut"] = [](Dsl& e, Call& c) { return stream(e, c, false); };
  t["FileBus"] = fileBus(false);
  t["FileEOFBus"] = t["FileBusLastBit"] = fileBus(true);
  t["DATA"] = [](Dsl&, Call&) { return text("data"); };
}

}  // namespace stardust::dsl
