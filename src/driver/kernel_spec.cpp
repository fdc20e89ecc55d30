#include "driver/kernel_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "driver/fused.h"
#include "driver/number.h"
#include "driver/repeat.h"
#include "driver/source_files.h"
#include "driver/target.h"
#include "format/parse.h"
#include "notation/einsum.h"
#include "notation/inner_reductions.h"
#include "notation/reductions.h"
#include "support/remedy.h"
#include "tensor/generate.h"

namespace stardust::driver {
namespace {

constexpr std::size_t mostImports = 100;

// Parses the value of one keyword into the spec. Flags and lines of a file share this code.
class Reader {
 public:
  Reader(KernelSpec& spec, Lexer& lexer)
      : spec_(spec), lexer_(lexer), begin_(lexer.source()->text.find_first_not_of(" \t", lexer.consumedTo())) {}

  void format() {
    const std::vector<std::string> tensors = namesAndColon();
    const WrittenFormat format = parseWrittenFormat(lexer_);
    for (const std::string& tensor : tensors) put(spec_.formats, tensor, format, "the format of tensor " + tensor);
  }

  void function() { define(notation::parseDefinition); }
  void reduction() { define(notation::parseReduction); }

  // Reads a file of functions once. Its path is relative to the file that imports it.
  void import() {
    const std::string written = path("a file of functions");
    const std::string& from = lexer_.source()->name;
    const auto slash = from.rfind('/');
    const bool isRelative = written[0] != '/' && slash != std::string::npos;
    const std::string file = isRelative ? from.substr(0, slash + 1) + written : written;
    if (std::find(spec_.imports.begin(), spec_.imports.end(), file) != spec_.imports.end()) return;
    if (spec_.imports.size() == mostImports)
      failUser(fmt::format("more than {} files are imported", mostImports), where(), {},
               "put the functions in fewer files");
    spec_.imports.push_back(file);
    importFile(withPlace(where(), [&] { return readSource(file, "functions, such as function f(a) = max(a, 0)"); }));
  }

  void type() {
    std::string tensor;
    if (lexer_.peek(1).text == ":") tensor = nameAndColon("a tensor");
    const ValueType type = valueType();
    if (tensor.empty()) set(spec_.defaultType, type, "the value type");
    else put(spec_.types, tensor, type, "the type of tensor " + tensor);
  }

  void fill() {
    const std::vector<std::string> tensors = namesAndColon();
    const std::string written = path("a number, inf or -inf");
    const auto number = numberIn(written, where());
    if (!number || std::isnan(*number))
      failUser(fmt::format("{} is not a fill", written), where(), "it is the value of absent entries",
               "a number, inf or -inf");
    for (const std::string& tensor : tensors) put(spec_.fills, tensor, *number, "the fill of tensor " + tensor);
  }

  void dim() {
    const std::string var = nameAndColon("an index variable");
    const auto [extent, where] = integer("the extent");
    requireExtent(extent, fmt::format("{} cannot have the extent {}", var, extent), where);
    put(spec_.dims, var, extent, "the extent of index variable " + var);
  }

  void input() {
    requireTensorFor("A");
    const std::string tensor = nameAndColon("a tensor");
    const std::string text = path("a file, or the value of a scalar");
    const auto number = complexIn(text, where());
    put(spec_.inputs, tensor, number ? Input(*number) : Input(text), "the input of tensor " + tensor);
  }

  void output() {
    requireTensorFor("y");
    const std::string tensor = nameAndColon("the result");
    put(spec_.outputs, tensor, path("a file"), "the output of tensor " + tensor);
  }

  void base() {
    const std::string tensor = nameAndColon("a tensor");
    const auto [number, where] = integer("the first coordinate, 0 or 1");
    if (number != 0 && number != 1)
      failUser(fmt::format("coordinates cannot count from {}", number), where, "an edge list counts from 0 or from 1");
    put(spec_.bases, tensor, number, "the first coordinate of tensor " + tensor);
  }

  void pad() {
    const std::string tensor = lexer_.expectIdentifier("a tensor").text;
    std::int64_t value = 0;
    if (lexer_.accept(":")) {
      const auto [number, where] = integer("the value outside of the tensor, 0");
      if (number != 0) failUnsupported(fmt::format("{} padded with {}", tensor, number), where, "absent entries are 0");
      value = number;
    }
    put(spec_.pads, tensor, value, "the padding of tensor " + tensor);
  }

  void tensorExtents() {
    const std::string tensor = nameAndColon("a tensor");
    put(spec_.extents, tensor, extentList(), "the extents of tensor " + tensor, "are");
  }

  // -i=A.mtx: a file without a tensor.
  void requireTensorFor(const char* example) const {
    const std::string text = Lexer(lexer_).rest();
    if (text.empty() || text.find(':') != std::string::npos) return;
    failUser(fmt::format("the tensor for {} is missing", text), lexer_.here(), {},
             fmt::format("name it before a ':', as in {}:{}", example, text));
  }

  void generate() {
    const std::vector<std::string> tensors = namesAndColon();
    const Token kind = lexer_.expectIdentifier("d (dense), s (sparse), rmat or rotate(…)");
    Generator generator;
    if (kind.text == "rotate") generator.rotation = rotation();
    else if (kind.text == "s" || kind.text == "rmat") sparse(parseFill(kind.text), generator);
    else if (kind.text == "d") generator.extents = extents();
    else
      failUser(fmt::format("there is no kind '{}' of random tensor", kind.text), lexer_.where(kind.span), {},
               "d (dense), s (sparse), rmat (sparse with a power law), or rotate(TENSOR, BY)");
    for (const std::string& tensor : tensors)
      put(spec_.generators, tensor, generator, "the contents of tensor " + tensor, "are");
  }

  void schedule() {
    for (schedule::Command& command : schedule::parse(lexer_)) spec_.commands.push_back(std::move(command));
  }

  void setting() {
    const std::size_t begin = lexer_.peek().span.begin;
    std::string name = lexer_.expectIdentifier("a variable or a parameter").text;
    while (lexer_.accept(".")) name += "." + lexer_.expectIdentifier("a parameter").text;
    const Location nameAt = lexer_.since(begin);
    lexer_.expect("=", "'='");
    put(spec_.settings, name, path("a value"), name);
    requireSetting(name, spec_.settings.at(name), nameAt);
  }

  void machine() { set(spec_.machine, path("a machine"), "the machine"); }
  void memory() { set(spec_.memory, path("a memory system"), "the memory system"); }
  void processor() { set(spec_.processor, path("a processor"), "the processor"); }
  void json() { set(spec_.json, path("a file"), "the report"); }

  void target() {
    const Token name = lexer_.expectIdentifier(targetNames());
    const Target target = withPlace(lexer_.where(name.span), [&] { return backendCalled(name.text).target(); });
    set(spec_.target, target, "the target");
  }

  void seed() {
    const auto [seed, where] = integer("the seed");
    if (seed < 0) failUser("a seed is not negative", where);
    set(spec_.seed, seed, "the seed");
  }

  void threads() { set(spec_.threads, count("the number of threads", maxThreads), "the number of threads"); }
  void time() { set(spec_.time, count("the number of runs", maxRuns), "the number of runs"); }

  void print() {
    do {
      const Token name = lexer_.expectIdentifier("a part to print");
      spec_.prints.push_back({name.text, lexer_.where(name.span)});
    } while (lexer_.accept(","));
  }

 private:
  static constexpr std::int64_t maxRuns = 1'000'000;

  struct Placed {
    std::int64_t value;
    Location where;  // including the sign
  };
  Placed integer(const char* what) {
    const std::size_t begin = lexer_.peek().span.begin;
    const std::int64_t value = lexer_.expectInteger(what);
    return {value, lexer_.since(begin)};
  }

  static void requireExtent(std::int64_t extent, const std::string& refusal, const Location& where) {
    if (extent < 0 || extent > maxDimension) failUser(refusal, where, fmt::format("extents are 0 to {}", maxDimension));
  }

  std::int64_t count(const char* what, std::int64_t most) {
    const auto [number, where] = integer(what);
    if (number < 1 || number > most) failUser(fmt::format("{} is a number from 1 to {}", what, most), where);
    return number;
  }

  void sparse(Fill fill, Generator& generator) {
    generator.fill = fill;
    generator.density = defaultDensity;
    if (!lexer_.accept(":")) return;
    const std::size_t begin = lexer_.peek().span.begin;
    generator.density = lexer_.expectNumber("the density");
    if (lexer_.at(","))
      failUser("the density is missing", lexer_.since(begin), "extents come after it",
               fmt::format("s:{}:{},…", defaultDensity, lexer_.since(begin).text()));
    if (!(generator.density >= 0 && generator.density <= 1))
      failUser("a density is a number from 0 to 1", lexer_.since(begin),
               "it is the fraction of entries that are stored",
               generator.density > 1 && generator.density <= 100
                   ? fmt::format("{} % is s:{:.6g}", generator.density, generator.density / 100)
                   : "");
    generator.extents = extents();
  }

  // 20x30, which is not a number.
  void requireNoTimes() const {
    const std::string& text = lexer_.source()->text;
    const std::size_t begin = std::min(text.find_first_not_of(" \t", lexer_.consumedTo()), text.size());
    const std::size_t end = std::min(text.find_first_not_of("0123456789xX", begin), text.size());
    std::string extents = text.substr(begin, end - begin);
    std::replace_if(
        extents.begin(), extents.end(), [](char c) { return c == 'x' || c == 'X'; }, ',');
    if (extents.find(',') != std::string::npos)
      failUser("extents are separated by commas", lexer_.where({begin, end}), {}, extents);
  }

  // [":" EXTENT {"," EXTENT}]
  std::vector<std::int64_t> extents() { return lexer_.accept(":") ? extentList() : std::vector<std::int64_t>(); }

  std::vector<std::int64_t> extentList() {
    std::vector<std::int64_t> list;
    do {
      requireNoTimes();
      if (lexer_.peek().kind == TokenKind::Decimal)
        failUser("a dense tensor has no density", lexer_.here(), {}, "generate it as s");
      const auto [extent, where] = integer("an extent");
      requireExtent(extent, fmt::format("a mode cannot have the extent {}", extent), where);
      list.push_back(extent);
    } while (lexer_.accept(","));
    return list;
  }

  Rotation rotation() {
    lexer_.expect("(", "'('");
    Rotation rotation;
    rotation.tensor = lexer_.expectIdentifier("a tensor").text;
    lexer_.expect(",", "','");
    rotation.by = lexer_.expectInteger("by how many coordinates");
    if (lexer_.accept(",")) {
      const Token which = lexer_.expectIdentifier("even");
      if (which.text != "even")
        failUser(fmt::format("there is no '{}' to rotate", which.text), lexer_.where(which.span), {},
                 "even, or nothing for all");
      rotation.evenOnly = true;
    }
    lexer_.expect(")", "')'");
    return rotation;
  }

  std::vector<std::string> namesAndColon() {
    std::vector<std::string> names;
    do names.push_back(lexer_.expectIdentifier("a tensor").text);
    while (lexer_.accept(","));
    lexer_.expect(":", "':'");
    return names;
  }

  std::string nameAndColon(const char* what) {
    std::string name = lexer_.expectIdentifier(what).text;
    lexer_.expect(":", "':'");
    return name;
  }

  std::string path(const char* what) {
    std::string text = lexer_.rest();
    if (text.empty()) lexer_.failExpected(what);
    return text;
  }

  ValueType valueType() {
    const Token word = lexer_.expectIdentifier("a value type");
    return withPlace(lexer_.where(word.span), [&] { return parseValueType(word.text); });
  }

  template <class T>
  void put(std::map<std::string, Said<T>>& said, const std::string& name, T value, const std::string& what,
           const char* verb = "is") {
    if (!said.emplace(name, Said<T>{std::move(value), where()}).second) failTwice(what, verb);
  }
  template <class T>
  void set(std::optional<Said<T>>& said, T value, const std::string& what) {
    if (said) failTwice(what);
    said = Said<T>{std::move(value), where()};
  }
  Location where() const { return lexer_.since(std::min(begin_, lexer_.consumedTo())); }
  [[noreturn]] void failTwice(const std::string& what, const char* verb = "is") const {
    failUser(fmt::format("{} {} given twice", what, verb), where(), {}, "keep one of the two");
  }

  void define(void (&parse)(Lexer&, notation::Definitions&)) {
    const std::string name = lexer_.peek().text;
    if (spec_.given.count(name) == 0) return parse(lexer_, spec_.functions);
    notation::Definitions others = spec_.functions;  // a flag overrides this definition
    others.erase(name);
    parse(lexer_, others);
  }

  void importFile(const Source& source);

  KernelSpec& spec_;
  Lexer& lexer_;
  std::size_t begin_;  // of the value
};

struct Statement {
  Keyword keyword;
  void (Reader::*read)();
};

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = {
      {{"format", "f", "T:LEVELS|NAME[:ORDER][:offChip|onChip]", "the format and region of tensor T"}, &Reader::format},
      {{"type", "t", "[T:]int|long|float|double",
        "the value type of tensor T, or of all tensors; also int32, int64, float32, float64"},
       &Reader::type},
      {{"fill", "", "T:NUMBER|inf|-inf", "the value of the absent entries of tensor T (default: 0)"}, &Reader::fill},
      {{"dim", "d", "VAR:EXTENT", "the extent of an index variable"}, &Reader::dim},
      {{"extents", "", "T:EXTENT,…", "the extents of a tensor whose indices are computed, by mode"},
       &Reader::tensorExtents},
      {{"pad", "", "T[:0]", "an operand that holds 0 outside, where computed indices leave it"}, &Reader::pad},
      {{"input", "i", "T:FILE|NUMBER",
        "the file of tensor T (.mtx, .tns, .npz, .h5, .mat, …), or the value of a scalar"},
       &Reader::input},
      {{"base", "", "T:0|1", "the number from which the edge list of T counts (default: 0)"}, &Reader::base},
      {{"output", "o", "T:FILE", "write the result"}, &Reader::output},
      {{"generate", "g", "T:d|s[:DENSITY][:EXTENTS]|rotate(U,BY[,even])",
        "generated contents of tensor T: random, or those of U rotated along the last mode"},
       &Reader::generate},
      {{"function", "", "NAME(a, …) = EXPRESSION", "a function that expressions may call"}, &Reader::function},
      {{"reduction", "", "NAME(a, b) = EXPRESSION identity NUMBER|inf|-inf",
        "a reduction for assignments, as in y(i) NAME= A(i,j)"},
       &Reader::reduction},
      {{"import", "", "FILE", "the functions and reductions of a file"}, &Reader::import},
      {{"schedule", "s", "COMMAND, …", "scheduling commands"}, &Reader::schedule},
      {{"machine", "", "NAME|FILE", "the machine to map to"}, &Reader::machine},
      {{"memory", "", "NAME|FILE", "the memory system to simulate"}, &Reader::memory},
      {{"processor", "", "NAME|FILE", "the processor that loops for the CPU are made for"}, &Reader::processor},
      {{"set", "", "NAME=VALUE",
        "a variable of the environment, or a parameter machine.PATH, memory.PATH or processor.PATH; overrides the kernel"},
       &Reader::setting},
      {{"target", "", "capstan|interpret|oracle|cpu", "the target that runs the kernel"}, &Reader::target},
      {{"threads", "", "NUMBER", "the number of threads on the CPU (default: one for each processor)"},
       &Reader::threads},
      {{"time", "", "NUMBER", "the number of timed runs on the CPU"}, &Reader::time},
      {{"seed", "", "NUMBER", "the seed of random contents"}, &Reader::seed},
      {{"print", "", "WHAT, …", "the parts to print"}, &Reader::print},
      {{"json", "", "FILE", "the file for the JSON report"}, &Reader::json},
  };
  return all;
}

const Statement* findStatement(const std::string& keyword) {
  for (const Statement& statement : statements())
    if (keyword == statement.keyword.name) return &statement;
  return nullptr;
}

void read(KernelSpec& spec, const Statement& statement, Lexer& lexer) {
  Reader reader(spec, lexer);
  withRemedy(fmt::format("{} {}: {}", statement.keyword.name, statement.keyword.form, statement.keyword.meaning), [&] {
    (reader.*statement.read)();
    lexer.expectEnd(fmt::format("the end of the value of '{}'", statement.keyword.name));
  });
}

// Calls visit(line) for each line.
template <class Visit>
void forEachLine(const Source& source, Visit&& visit) {
  const std::string& text = source->text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(Span{begin, end});
    begin = end + 1;
  }
}

void Reader::importFile(const Source& source) {
  forEachLine(source, [&](Span line) {
    Lexer lexer(source, line);
    if (lexer.atEnd()) return;
    const Token word = lexer.next();
    const Statement* statement = findStatement(word.text);
    if (!statement || (statement->read != &Reader::function && statement->read != &Reader::reduction &&
                       statement->read != &Reader::import))
      failUser("an imported file has functions and reductions only", lexer.where(word.span), {},
               "a line of it begins with function, reduction or import");
    read(spec_, *statement, lexer);
  });
}

// Notes the type and the format of a statement before the expression with this result.
void noteInner(KernelSpec& spec, const notation::InnerReduction& inner, const std::string& result,
               const Location& where) {
  const notation::TensorVar& tensor = inner.lhs.tensor;
  spec.innerReductions.emplace(tensor.name, result);
  if (!tensor.format.isDense()) spec.formats.emplace(tensor.name, Said<WrittenFormat>{tensor.format, where});
  if (!inner.hasTypeOfOperands) return;
  spec.typedByOperands.insert(tensor.name);
  spec.indexResults.insert(result);
}

void addExpression(KernelSpec& spec, Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  notation::InnerReductions inner;
  inner.isTaken = [&](const std::string& name) { return spec.innerReductions.count(name) != 0; };
  notation::Assignment assignment =
      withRemedy("an expression is written as y(i) = A(i,j) * x(j), with " + operators::listed(),
                 [&] { return notation::parseAssignment(lexer, spec.functions, &inner); });
  notation::verify(assignment);
  if (spec.expression) {
    spec.earlier.push_back({std::move(*spec.expression), std::move(spec.commands), spec.repeat});
    spec.commands.clear();
  }
  spec.repeat = spec.isInRepeat ? std::optional(spec.repeats.size() - 1) : std::nullopt;
  for (notation::InnerReduction& reduction : inner) {
    notation::verify(reduction);
    noteInner(spec, reduction, assignment.lhs.tensor.name, lexer.since(begin));
    spec.notes.push_back(noteOfReduction(reduction, assignment.lhs.tensor.name));
    spec.earlier.push_back({{std::move(reduction), lexer.since(begin)}, {}, spec.repeat});
  }
  spec.expression = {std::move(assignment), lexer.since(begin)};
}

// "format A:ds" is a statement; "format(i) = b(i)", "type = a" and "set min= a" are assignments to tensors of these
// names.
bool startsAssignment(const std::string& text, std::size_t afterWord, std::size_t end) {
  const auto next = std::min(text.find_first_not_of(" \t", afterWord), end);
  const std::string_view rest = std::string_view(text).substr(next, end - next);
  const std::string_view sign = rest.substr(0, rest.find('='));
  return (!rest.empty() && std::string_view("(=[{+").find(rest[0]) != std::string_view::npos) ||
         (sign.size() < rest.size() && operators::reduction(sign));
}

void readLine(KernelSpec& spec, const Source& source, Span line) {
  Lexer lexer(source, line);
  if (lexer.atEnd()) return;
  if (!findStatement(lexer.peek().text)) notation::refuseEinsum(lexer);
  const Token word = lexer.expectIdentifier("a keyword or an expression");
  if (startsAssignment(source->text, word.span.end, line.end)) {
    Lexer whole(source, line);
    return addExpression(spec, whole);
  }
  if (const Statement* statement = findStatement(word.text)) return read(spec, *statement, lexer);
  if (isRepeatWord(word.text)) return readRepeatLine(spec, word, lexer);
  std::vector<std::string> names = {"repeat", "until", "end"};
  for (const Statement& statement : statements()) names.emplace_back(statement.keyword.name);
  const auto meant = nearest(word.text, names);
  failUser(fmt::format("there is no keyword '{}'", word.text), lexer.where(word.span),
           fmt::format("the keywords are {}; any other line is the expression", fmt::join(names, ", ")),
           meant ? fmt::format("did you mean '{}'?", *meant) : "");
}

}  // namespace

const std::vector<Keyword>& keywords() {
  static const std::vector<Keyword> all = [] {
    std::vector<Keyword> list;
    for (const Statement& statement : statements()) list.push_back(statement.keyword);
    return list;
  }();
  return all;
}

void addFlag(KernelSpec& spec, const std::string& keyword, const std::string& value) {
  const Statement* statement = findStatement(keyword);
  require(statement != nullptr, "the tool has flags for keywords only");
  Lexer lexer(makeSource("--" + keyword, value), true);
  read(spec, *statement, lexer);
}

void addExpression(KernelSpec& spec, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return;  // assignmentOf reports the missing expression
  Lexer lexer(makeSource("expression", text));
  addExpression(spec, lexer);
}

void addFunctions(KernelSpec& spec, const KernelSpec& flags) {
  spec.functions = flags.functions;
  spec.imports = flags.imports;
  for (const auto& [name, definition] : flags.functions)
    if (notation::builtInDefinitions().count(name) == 0) spec.given.insert(name);
}

KernelSpec parseKernel(const Source& source, const KernelSpec& flags) {
  KernelSpec spec;
  addFunctions(spec, flags);
  forEachLine(source, [&](Span line) { readLine(spec, source, line); });
  requireRepeatsEnd(spec);
  return spec;
}

}  // namespace stardust::driver
