// Prints programs as self-contained Scala files.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/spatial.h"
#include "spatial/syntax.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

/// Notes beyond this column are not aligned: they would be too far from their lines.
constexpr std::size_t lastNoteColumn = 84;

std::string joined(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

std::string printCounter(const Counter& n) {
  const auto* begin = std::get_if<Literal>(&n.begin->kind);
  const bool fromZero = begin && begin->type == Type::Int && begin->value == 0;
  const auto range = fromZero ? syntax::printInfix(n.end)
                              : fmt::format("{} until {}", syntax::printInfix(n.begin), syntax::printInfix(n.end));
  return fmt::format("{} by {} par {}", range, syntax::printInfix(n.step), syntax::printInfix(n.par));
}

std::string printCounters(const std::vector<Counter>& counters) {
  std::vector<std::string> items;
  for (const auto& counter : counters) items.push_back(printCounter(counter));
  return joined(items);
}

std::string printScan(std::string_view name, const Scan& scan) {
  auto text = fmt::format("{}({}, {}, \"{}\"", name, print(scan.par), print(scan.bits), syntax::modeName(scan.mode));
  for (const auto& vector : scan.vectors) text += fmt::format(", {}.deq", vector);
  return text + ")";
}

template <class Loop>
std::string printDomain(const Loop& loop, std::string_view scanName) {
  return loop.scan ? printScan(scanName, *loop.scan) : printCounters(loop.counters);
}

template <class Loop>
std::string printIterators(const Loop& loop) {
  if (loop.scan) return fmt::format("case List({})", joined(loop.iterators));
  return loop.iterators.size() == 1 ? loop.iterators[0] : fmt::format("({})", joined(loop.iterators));
}

/// memory, or memory(at::end) for a transfer that does not start at its first word
std::string printPlace(const std::string& memory, const Expr& at, const Expr& begin, const Expr& end) {
  if (!at) return memory;
  return fmt::format("{}({}::{})", memory, syntax::printOperand(at),
                     syntax::printOperand(syntax::endOfPart(at, begin, end)));
}

std::string printCondition(const Expr& enable) {
  return enable ? fmt::format("if ({}) ", print(enable)) : std::string();
}

std::string printSection(const std::string& dram, const Expr& begin, const Expr& end, const Expr& par) {
  return fmt::format("{}({}::{} par {})", dram, syntax::printOperand(begin), syntax::printOperand(end),
                     syntax::printInfix(par));
}

std::string printMemory(const Memory& n) {
  const auto& constructor = syntax::constructorOf(n.kind);
  const auto par = constructor.hasPar ? fmt::format("({})", print(n.par)) : std::string();
  // `true`: the compiler inserts the tokens between accesses.
  const auto size = syntax::isSparse(n.kind) ? print(n.size) + ", true" : print(n.size);
  return fmt::format("val {} = {}[{}]{}({}){}", n.name, constructor.name, syntax::typeName(n.type), par, size,
                     n.buffering == Buffering::Buffer      ? ".buffer"
                     : n.buffering == Buffering::NonBuffer ? ".nonbuffer"
                                                           : "");
}

std::string printComparison(const CheckNear& n, std::string_view expected, std::string_view actual) {
  if (n.margin == 0) return fmt::format("{} === {}", expected, actual);
  const auto margin = syntax::printDecimal(n.margin);
  const auto near = n.isRelative ? fmt::format("approxEql[T]({}, {}, {})", actual, expected, margin)
                                 : fmt::format("abs({} - {}) <= {}.to[T]", expected, actual, margin);
  return n.orEqual ? fmt::format("({} === {}) | {}", expected, actual, near) : near;
}

std::string printCheck(const CheckNear& n) {
  if (n.isRegister)
    return fmt::format("assert({})", printComparison(n, n.gold + "(0)", fmt::format("getArg({})", n.target)));
  return fmt::format("assert({}.zip(getMem({})) {{ (expected, actual) => {} }}.fold(true) {{ _ & _ }})", n.gold,
                     n.target, printComparison(n, "expected", "actual"));
}

class Printer {
 public:
  std::string file(const Program& program);

 private:
  struct Line {
    std::size_t indent;
    std::string text, note;
    std::size_t width() const { return 2 * indent + text.size(); }
  };

  void line(std::string text, const std::string& note = {}) {
    require(note.find('\n') == std::string::npos, "a note has more than one line");
    lines_.push_back({indent_, std::move(text), note});
  }
  void blank() {
    if (!lines_.back().text.empty()) line({});
  }
  void open(std::string text, const std::string& note = {}) {
    line(std::move(text), note);
    ++indent_;
  }
  void close(std::string text) {
    --indent_;
    line(std::move(text));
  }
  void imports(const Program& program);
  void signature(const Program& program);
  void host(const HostStmt& stmt);
  void body(const Body& body) {
    for (const auto& stmt : body) statement(stmt);
  }
  void statement(const Stmt& stmt);
  std::string text() const;

  std::size_t indent_ = 0;
  std::vector<Line> lines_;
};

bool usesAlias(const Body& body) {
  return std::any_of(body.begin(), body.end(), [](const Stmt& stmt) {
    const Body* inner = bodyOf(stmt);
    return inner ? usesAlias(*inner) : std::holds_alternative<Alias>(stmt->kind);
  });
}

void Printer::imports(const Program& program) {
  for (const auto& text : program.header) {
    require(text.find('\n') == std::string::npos, "a header comment has more than one line");
    line(text.empty() ? "//" : fmt::format("// {}", text));
  }
  line("import spatial.dsl._");
  if (usesAlias(program.accel)) line("import spatial.metadata.memory.{Barrier => _,_}");
  blank();
}

/// Scala instantiates a test class without parameters; further instances can override its defaults.
void Printer::signature(const Program& program) {
  if (program.parameters.empty()) {
    open(fmt::format("@spatial class {} extends SpatialTest {{", program.name));
    return;
  }
  line(fmt::format("class {0}_0 extends {0}()", program.name));
  blank();
  open(fmt::format("@spatial abstract class {}(", program.name));
  for (const auto& parameter : program.parameters) {
    const bool last = &parameter == &program.parameters.back();
    const bool isLong = parameter.value < -2147483648 || parameter.value > 2147483647;
    line(fmt::format("{}: scala.{} = {}{}{}", parameter.name, isLong ? "Long" : "Int", parameter.value,
                     isLong ? "L" : "", last ? "" : ","));
  }
  close(") extends SpatialTest {");
  ++indent_;
}

void Printer::host(const HostStmt& stmt) {
  line(match(
           stmt.kind,
           [](const ArgIn& n) {
             return fmt::format("val {0} = ArgIn[{1}]; setArg({0}, {2})", n.name, syntax::typeName(n.type),
                                print(n.value));
           },
           [](const ArgOut& n) { return fmt::format("val {} = ArgOut[{}]", n.name, syntax::typeName(n.type)); },
           [](const HostLoad& n) {
             return fmt::format("val {} = loadCSV1D[{}](\"{}\")", n.name, syntax::typeName(n.type), n.file);
           },
           [](const Dram& n) {
             return fmt::format("val {} = DRAM[{}]({}){}", n.name, syntax::typeName(n.type), print(n.size),
                                n.isStream ? ".stream" : "");
           },
           [](const SetMem& n) { return fmt::format("setMem({}, {})", n.dram, n.array); },
           [](const CheckLength& n) {
             return fmt::format("assert({}.length === {})", n.array, syntax::printOperand(n.words));
           },
           [](const CheckGold& n) {
             const auto margin = n.margin == 0 ? std::string() : ", " + syntax::printDecimal(n.margin);
             return fmt::format("assert(checkGold[{}]({}, {}{}{}))", syntax::typeName(n.type), n.target, n.gold,
                                n.isRegister ? "(0)" : "", margin);
           },
           [](const CheckNear& n) { return printCheck(n); }),
       stmt.note);
}

void Printer::statement(const Stmt& stmt) {
  const auto& note = stmt->note;
  match(
      stmt->kind, [&](const Val& n) { line(fmt::format("val {} = {}", n.name, print(n.value)), note); },
      [&](const Memory& n) { line(printMemory(n), note); },
      [&](const Alias& n) { line(fmt::format("{}.alias = {}", n.memory, n.dram), note); },
      [&](const Load& n) {
        line(fmt::format("{} load {}", printPlace(n.memory, n.at, n.begin, n.end),
                         printSection(n.dram, n.begin, n.end, n.par)),
             note);
      },
      [&](const Store& n) {
        line(fmt::format("{} store {}", printSection(n.dram, n.begin, n.end, n.par),
                         printPlace(n.memory, n.at, n.begin, n.end)),
             note);
      },
      [&](const StreamLoad& n) {
        line(fmt::format("{} stream_load_vec({}, {}, {})", n.dram, print(n.base), print(n.length), n.fifo), note);
      },
      [&](const StreamStore& n) {
        line(fmt::format("{} stream_store_vec({}, {}, {})", n.dram, print(n.base), n.fifo, print(n.length)), note);
      },
      [&](const Write& n) {
        line(fmt::format("{}{}({}) = {}", printCondition(n.enable), n.memory, print(n.index), print(n.value)), note);
      },
      [&](const SparseWrite& n) {
        line(fmt::format("{}.barrierWrite({}, {}, Seq())", n.memory, print(n.index), print(n.value)), note);
      },
      [&](const Update& n) { line(syntax::print(n.rmw), note); },
      [&](const GenBitVector& n) {
        line(fmt::format("gen_bitvector(0, {}, {}, {}, {})", print(n.bits), print(n.length), n.indices, n.words), note);
      },
      [&](const Merge& n) {
        std::string ways;
        for (const auto& way : n.ways) ways += fmt::format(", {}, {}", print(way.length), way.fifo);
        line(fmt::format("merge({}, {}, {}{})", print(n.par), print(n.sorts), n.merged, ways), note);
      },
      [&](const Enq& n) {
        const auto enable = n.enable ? ", " + print(n.enable) : std::string();
        line(fmt::format("{}.enq({}{})", n.fifo, print(n.value), enable), note);
      },
      [&](const Set& n) {
        line(fmt::format("{}{} := {}", printCondition(n.enable), n.reg, syntax::printInfix(n.value)), note);
      },
      [&](const Foreach& n) {
        open(fmt::format("Foreach({}) {{ {} =>", printDomain(n, "Scan"), printIterators(n)), note);
        body(n.body);
        close("}");
      },
      [&](const Reduce& n) {
        open(fmt::format("Reduce({})({}) {{ {} =>", n.reg, printDomain(n, "ScanRed"), printIterators(n)), note);
        body(n.body);
        line(print(n.value));
        close(fmt::format("}} {{ {} }}", syntax::combinerText(n.op)));
      });
}

std::string Printer::file(const Program& program) {
  imports(program);
  signature(program);
  line(fmt::format("type T = {}", syntax::typeName(program.valueType)));
  blank();
  open("def main(args: Array[String]): Unit = {");
  for (const auto& stmt : program.host) host(stmt);
  if (!program.host.empty()) blank();
  open("Accel {");
  body(program.accel);
  close("}");
  if (!program.checks.empty()) blank();
  for (const auto& stmt : program.checks) host(stmt);
  close("}");
  close("}");
  return text();
}

/// Aligns the notes of adjacent lines of a block.
std::string Printer::text() const {
  std::string out;
  for (std::size_t first = 0; first < lines_.size();) {
    std::size_t last = first;
    std::size_t column = 0;
    for (; last < lines_.size() && lines_[last].indent == lines_[first].indent; ++last) {
      const auto width = lines_[last].width();
      if (!lines_[last].note.empty() && width <= lastNoteColumn) column = std::max(column, width);
    }
    for (; first < last; ++first) {
      const auto& [indent, text, note] = lines_[first];
      if (!text.empty()) out += std::string(2 * indent, ' ') + text;
      if (!note.empty()) {
        const auto width = lines_[first].width();
        out += std::string(std::max(column, width) - width + 2, ' ') + "// " + note;
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace

std::string print(const Program& program) { return Printer().file(program); }

}  // namespace stardust::spatial
