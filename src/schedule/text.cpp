// Schedules as text: the -s flag, the schedule lines of a kernel file, and printing for replay.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cin/parse.h"
#include "format/parse.h"
#include "notation/parse.h"
#include "schedule/foreign_commands.h"
#include "schedule/schedule.h"
#include "support/brackets.h"
#include "support/remedy.h"

namespace stardust::schedule {
namespace {

class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  std::vector<Command> commands() {
    std::vector<Command> commands;
    for (;;) {
      while (lexer_.accept(",") || lexer_.accept(";") || newline()) {
      }
      if (lexer_.atEnd()) return commands;
      commands.push_back(command());
      if (!lexer_.atEnd() && !lexer_.at(",") && !lexer_.at(";") && lexer_.peek().kind != TokenKind::Newline)
        lexer_.failExpected("',' or the end of the schedule");
    }
  }

 private:
  bool newline() {
    if (lexer_.peek().kind != TokenKind::Newline) return false;
    lexer_.next();
    return true;
  }

  Command command() {
    const Token name = lexer_.expectIdentifier("a command");
    for (const Automatic choice : {Automatic{false}, Automatic{true}})
      if (name.text == choice.name()) return {choice, lexer_.since(name.span.begin)};
    const auto kind = kinds().find(name.text);
    if (kind == kinds().end()) failUnknown(name);
    Command command;
    withRemedy(fmt::format("as in {}: {}", kind->second.form, kind->second.meaning), [&] {
      const Token open = lexer_.peek();
      lexer_.expect("(", "'('");
      command.kind = (this->*kind->second.make)();
      close(lexer_, open, "')'");
    });
    command.where = lexer_.since(name.span.begin);
    return command;
  }

  using Make = decltype(Command::kind) (Parser::*)();
  struct Kind {
    Make make;
    const char* form;
    const char* meaning;
  };
  static const std::map<std::string, Kind>& kinds() {
    static const std::map<std::string, Kind> kinds = {
        {"reorder", {&Parser::reorder, "reorder(j, i)", "the loops in this order, outermost first"}},
        {"precompute", {&Parser::precompute, "precompute(e, {i}, {iw}, W)", "e into the workspace W(iw)"}},
        {"map", {&Parser::mapping, "map(S, Spatial, Reduction)", "the statement S becomes this pattern"}},
        {"accelerate",
         {&Parser::accelerating, "accelerate(S, Spatial, Reduction, innerPar)", "the operands of S on chip, then map"}},
        {"environment",
         {&Parser::environment, "environment(innerPar, 16)", "sets innerPar, outerPar, scanDensity or sharedLevels"}},
        {"convert", {&Parser::convert, "convert(B, csc)", "B, or one access of it, is read in another format"}},
        {"stored", {&Parser::stored, "stored()", "the loops follow the formats, and nothing is planned"}},
        {"split_up", {&Parser::split<cin::SplitUp>, "split_up(i, io, ii, 16)", "tiles of 16 iterations"}},
        {"split_down", {&Parser::split<cin::SplitDown>, "split_down(i, io, ii, 16)", "16 tiles"}},
        {"fuse", {&Parser::fuse, "fuse(i, j, f)", "the loops over i and j become one over f"}},
        {"bound", {&Parser::bound, "bound(i, 100)", "the extent of i is 100"}},
        {"parallelize", {&Parser::parallelize, "parallelize(i, CPUThread)", "threads share the loop over i"}},
        {"vectorize", {&Parser::vectorize, "vectorize(i)", "the lanes of a vector share the loop over i"}},
        {"unroll", {&Parser::unroll, "unroll(i, 4)", "the loop over i takes 4 iterations at a time"}},
        {"pos", {&Parser::pos, "pos(j, jpos, A)", "the loop over j counts the positions of A"}},
        {"keep",
         {&Parser::keep<cin::KeptAs::Copies>, "keep(B), keep(B, crd, 2)",
          "these arrays of B are loaded as a whole, and each reader has a copy"}},
        {"stream",
         {&Parser::stream, "stream(B, i)",
          "B is streamed once for each iteration of the loop over i, not for each fiber"}},
        {"share",
         {&Parser::keep<cin::KeptAs::Shared>, "share(B), share(B, crd, 2)",
          "these arrays of B are loaded as a whole, and all bodies read one copy"}}};
    return kinds;
  }

  [[noreturn]] void failUnknown(const Token& name) {
    std::vector<std::string> names = {"auto", "tuned"};
    for (const auto& [known, kind] : kinds()) names.push_back(known);
    std::sort(names.begin(), names.end());
    const Location at = Location{lexer_.source(), name.span};
    const std::string all = fmt::format("there are {}", fmt::join(names, ", "));
    const ForeignCommand* foreign = foreignCommand(name.text);
    if (foreign && !foreign->hasEqual)
      failUnsupported(fmt::format("the command {}", name.text), at, all, foreign->remedy);
    const auto& variables = environmentVariables();
    const bool isVariable = std::any_of(variables.begin(), variables.end(),
                                        [&](const EnvironmentVariable& v) { return name.text == v.name; });
    if (isVariable)
      failUser(fmt::format("{} is a variable of the environment, and no command", name.text), at, {},
               fmt::format("environment({}, 16)", name.text));
    const auto similar = nearest(name.text, names);
    failUser(fmt::format("there is no command {}", name.text), at, all,
             foreign   ? foreign->remedy
             : similar ? fmt::format("did you mean {}?", *similar)
                       : "");
  }

  decltype(Command::kind) reorder() {
    Reorder reorder;
    const Token open = lexer_.peek();
    const bool braces = lexer_.accept("{");
    do reorder.vars.push_back(indexVar());
    while (lexer_.accept(","));
    if (braces) close(lexer_, open, "'}'");
    return reorder;
  }

  decltype(Command::kind) precompute() {
    Precompute precompute;
    precompute.expr = notation::parseExpr(lexer_);
    comma();
    precompute.vars = varList();
    comma();
    precompute.workspaceVars = varList();
    comma();
    precompute.workspace = lexer_.expectIdentifier("the name of the workspace").text;
    return precompute;
  }

  decltype(Command::kind) mapping() { return mapArguments(); }
  decltype(Command::kind) accelerating() { return Accelerate{mapArguments()}; }

  MapTo mapArguments() {
    MapTo map;
    map.stmt = cin::parseStmt(lexer_);
    comma();
    map.backend = lexer_.expectIdentifier("a backend (Spatial)").text;
    comma();
    map.function = lexer_.expectIdentifier("a function of the backend").text;
    if (lexer_.accept(",")) map.factor = factor();
    return map;
  }

  Factor factor() {
    if (lexer_.peek().kind == TokenKind::Identifier) return lexer_.next().text;
    return number("a factor or a variable of the environment");
  }

  decltype(Command::kind) environment() {
    Environment environment;
    environment.var = lexer_.expectIdentifier("a variable of the environment").text;
    comma();
    environment.value = number("its value");
    return environment;
  }

  decltype(Command::kind) convert() {
    const std::string tensor = lexer_.expectIdentifier("a tensor").text;
    std::vector<IndexVar> indices;
    if (const Token open = lexer_.peek(); lexer_.accept("(")) {
      do indices.push_back(indexVar());
      while (lexer_.accept(","));
      close(lexer_, open, "',' or ')'");
    }
    comma();
    return Convert{tensor, std::move(indices), parseWrittenFormat(lexer_)};
  }
  decltype(Command::kind) stored() { return Stored{}; }

  template <class Split>
  decltype(Command::kind) split() {
    Split split;
    split.parent = indexVar();
    comma();
    split.outer = indexVar();
    comma();
    split.inner = indexVar();
    comma();
    split.factor = lexer_.expectInteger("a factor");
    return split;
  }

  decltype(Command::kind) fuse() {
    cin::Fuse fuse;
    fuse.outer = indexVar();
    comma();
    fuse.inner = indexVar();
    comma();
    fuse.fused = indexVar();
    return fuse;
  }

  decltype(Command::kind) bound() {
    cin::Bound bound;
    bound.var = indexVar();
    comma();
    bound.extent = lexer_.expectInteger("an extent");
    return bound;
  }

  decltype(Command::kind) parallelize() {
    cin::Parallelize parallelize;
    parallelize.var = indexVar();
    comma();
    const Location at = lexer_.here();
    const std::string unit = lexer_.expectIdentifier("CPUThread or CPUVector").text;
    for (const auto known : {cin::ParallelUnit::CpuThread, cin::ParallelUnit::CpuVector}) {
      parallelize.unit = known;
      if (unit == cin::toString(known)) return parallelize;
    }
    failUser(fmt::format("{} is not a parallel unit", unit), at, "the parallel units are CPUThread and CPUVector");
  }
  decltype(Command::kind) vectorize() { return cin::Parallelize{indexVar(), cin::ParallelUnit::CpuVector}; }

  decltype(Command::kind) unroll() {
    cin::Unroll unroll;
    unroll.var = indexVar();
    comma();
    unroll.factor = lexer_.expectInteger("how many iterations at a time");
    return unroll;
  }

  decltype(Command::kind) pos() {
    cin::Pos pos;
    pos.parent = indexVar();
    comma();
    pos.position = indexVar();
    comma();
    pos.tensor = lexer_.expectIdentifier("an operand").text;
    const Token open = lexer_.peek();
    if (!lexer_.accept("(")) return pos;
    do pos.indices.push_back(indexVar());
    while (lexer_.accept(","));
    close(lexer_, open, "',' or ')'");
    return pos;
  }

  decltype(Command::kind) stream() {
    cin::StreamAt stream;
    stream.tensor = lexer_.expectIdentifier("an operand").text;
    comma();
    stream.loop = indexVar();
    return stream;
  }
  template <cin::KeptAs as>
  decltype(Command::kind) keep() {
    return cin::parseKeep(lexer_, as);
  }

  std::string indexVar() { return lexer_.expectIdentifier("an index variable").text; }

  int number(const char* what) {
    const std::size_t begin = lexer_.peek().span.begin;
    const std::int64_t value = lexer_.expectInteger(what);
    if (value > 1'000'000'000 || value < -1'000'000'000)
      failUser(fmt::format("{} is out of range", value), lexer_.since(begin));
    return static_cast<int>(value);
  }

  std::vector<IndexVar> varList() {
    std::vector<IndexVar> vars;
    const Token open = lexer_.peek();
    lexer_.expect("{", "'{' and index variables");
    if (lexer_.accept("}")) return vars;
    do vars.push_back(indexVar());
    while (lexer_.accept(","));
    close(lexer_, open, "',' or '}'");
    return vars;
  }

  void comma() { lexer_.expect(",", "','"); }

  Lexer& lexer_;
};

std::string printMap(const char* name, const MapTo& map) {
  const std::string factor = match(
      map.factor, [](int n) { return n ? fmt::format(", {}", n) : std::string(); },
      [](const std::string& v) { return ", " + v; });
  return fmt::format("{}({}, {}, {}{})", name, cin::print(map.stmt), map.backend, map.function, factor);
}

}  // namespace

std::vector<Command> parse(Lexer& lexer) { return Parser(lexer).commands(); }

std::vector<Command> parse(Source source) {
  Lexer lexer(std::move(source), true);
  return parse(lexer);
}

std::string print(const Command& command) {
  return match(
      command.kind, [](const Reorder& c) { return fmt::format("reorder({})", fmt::join(c.vars, ", ")); },
      [](const Precompute& c) {
        return fmt::format("precompute({}, {{{}}}, {{{}}}, {})", notation::print(c.expr), fmt::join(c.vars, ","),
                           fmt::join(c.workspaceVars, ","), c.workspace);
      },
      [](const MapTo& c) { return printMap("map", c); },
      [](const Accelerate& c) { return printMap("accelerate", c.map); },
      [](const Environment& c) { return fmt::format("environment({}, {})", c.var, c.value); },
      [](const Convert& c) {
        const std::string indices = c.indices.empty() ? "" : fmt::format("({})", fmt::join(c.indices, ","));
        const std::string format = toString(c.format);  // empty: a scalar off chip
        return fmt::format("convert({}{}, {})", c.tensor, indices, format.empty() ? "offChip" : format);
      },
      [](const Stored&) { return std::string("stored()"); }, [](const Automatic& c) { return c.name(); },
      [](const auto& relation) { return cin::print(cin::Relation(relation)); });
}

std::string print(const std::vector<Command>& commands) {
  std::string out;
  for (const Command& command : commands) out += (out.empty() ? "" : ", ") + print(command);
  return out;
}

}  // namespace stardust::schedule
