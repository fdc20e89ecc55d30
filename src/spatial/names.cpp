#include "spatial/names.h"

#include "spatial/syntax.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

const std::set<std::string>& words() {
  static const std::set<std::string> set = [] {
    std::set<std::string> all = {"abstract",
                                 "case",
                                 "catch",
                                 "class",
                                 "def",
                                 "do",
                                 "else",
                                 "extends",
                                 "false",
                                 "final",
                                 "finally",
                                 "for",
                                 "forSome",
                                 "if",
                                 "implicit",
                                 "import",
                                 "lazy",
                                 "match",
                                 "new",
                                 "null",
                                 "object",
                                 "override",
                                 "package",
                                 "private",
                                 "protected",
                                 "return",
                                 "sealed",
                                 "super",
                                 "this",
                                 "throw",
                                 "trait",
                                 "try",
                                 "true",
                                 "type",
                                 "val",
                                 "var",
                                 "while",
                                 "with",
                                 "yield",
                                 "until",
                                 "by",
                                 "par",
                                 "end",
                                 "load",
                                 "store",
                                 "enq",
                                 "deq",
                                 "mux",
                                 "min",
                                 "max",
                                 "abs",
                                 "exp",
                                 "ln",
                                 "sqrt",
                                 "pow",
                                 "random",
                                 "pack",
                                 "assert",
                                 "setMem",
                                 "getMem",
                                 "setArg",
                                 "getArg",
                                 "args",
                                 "main",
                                 "T",
                                 "Int",
                                 "Float",
                                 "U32",
                                 "Bit",
                                 "Accel",
                                 "Foreach",
                                 "Reduce",
                                 "Fold",
                                 "MemReduce",
                                 "Scan",
                                 "ScanRed",
                                 "DataScan",
                                 "FIFO",
                                 "SRAM",
                                 "Reg",
                                 "DRAM",
                                 "ArgIn",
                                 "ArgOut",
                                 "HostIO",
                                 "SparseSRAM",
                                 "SparseParSRAM",
                                 "SparseParSRAMSwizzle",
                                 "SparseDRAM",
                                 "SparseDRAMSeq",
                                 "Barrier",
                                 "Seq",
                                 "List",
                                 "Array",
                                 "Pipe",
                                 "Stream",
                                 "Parallel",
                                 "Sequential",
                                 "Named",
                                 "loadCSV1D",
                                 "checkGold",
                                 "approxEql",
                                 "spatial",
                                 "scala",
                                 "ip",
                                 "bp",
                                 "_",
                                 "gen_bitvector"};
    all.insert(syntax::unsupportedWords.begin(), syntax::unsupportedWords.end());
    for (const syntax::Function& function : syntax::functions) all.emplace(function.name);
    return all;
  }();
  return set;
}

void take(const Body& body, Names& names) {
  for (const Stmt& stmt : body) {
    match(
        stmt->kind, [&](const Val& s) { names.fresh(s.name); }, [&](const Memory& s) { names.fresh(s.name); },
        [&](const Foreach& s) {
          for (const std::string& iterator : s.iterators) names.fresh(iterator);
        },
        [&](const Reduce& s) {
          for (const std::string& iterator : s.iterators) names.fresh(iterator);
        },
        [](const auto&) {});
    if (const Body* inner = bodyOf(stmt)) take(*inner, names);
  }
}

}  // namespace

Names namesOf(const Program& program) {
  Names names;
  names.fresh(program.name);
  for (const Parameter& parameter : program.parameters) names.fresh(parameter.name);
  for (const auto* part : {&program.host, &program.checks})
    for (const HostStmt& stmt : *part)
      match(
          stmt.kind, [&](const ArgIn& s) { names.fresh(s.name); }, [&](const ArgOut& s) { names.fresh(s.name); },
          [&](const HostLoad& s) { names.fresh(s.name); }, [&](const Dram& s) { names.fresh(s.name); },
          [](const auto&) {});
  take(program.accel, names);
  return names;
}

Names::Names() : taken_(words()) {}

std::string Names::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int n = 2; !taken_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

}  // namespace stardust::spatial
