// Names, the host and the walk over the statements.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spatial/arithmetic.h"
#include "spatial/hazards.h"
#include "spatial/lockstep.h"
#include "spatial/rules.h"
#include "spatial/syntax.h"
#include "spatial/verifier.h"
#include "support/plural.h"

namespace stardust::spatial {
namespace {

constexpr std::size_t maxSuggestions = 20;  // the search for the nearest name visits all names

constexpr std::array<std::string_view, 34> reserved{
    "abstract", "case",     "catch",   "class",   "def",    "do",    "else",  "extends", "false",
    "final",    "finally",  "for",     "if",      "import", "lazy",  "match", "new",     "null",
    "object",   "override", "package", "private", "return", "super", "this",  "throw",   "true",
    "try",      "type",     "val",     "var",     "while",  "with",  "yield"};
constexpr std::array<std::string_view, 12> taken{"Foreach", "Reduce", "Accel", "min",     "max",  "mux",
                                                 "T",       "args",   "Scan",  "ScanRed", "List", "gen_bitvector"};

template <class Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool isReserved(const std::string& name) {
  return contains(reserved, name) || contains(taken, name) || syntax::functionCalled(name) ||
         contains(syntax::unsupportedWords, name);
}

std::vector<Finding> verify(const Program& program, const Limits& limits) { return Verifier(program, limits).run(); }

void requireWellFormed(const Program& program, const Limits& limits) {
  for (const auto& finding : verify(program, limits)) {
    if (finding.isError) throw Error(finding.diagnostic);
  }
}

std::vector<Finding> Verifier::run() {
  open();
  for (const auto& parameter : program_.parameters) define({Kind::Parameter, parameter.name, Type::Int, {}});
  for (const auto& stmt : program_.host) host(stmt);
  open();
  body(program_.accel);
  close();
  if (!program_.isSpeculative) hazards();
  bodiesInStep();
  for (const auto& stmt : program_.checks) host(stmt);
  const auto isCheck = [](const HostStmt& stmt) {
    return std::holds_alternative<CheckGold>(stmt.kind) || std::holds_alternative<CheckNear>(stmt.kind);
  };
  if (std::none_of(program_.checks.begin(), program_.checks.end(), isCheck)) {
    report("no-check", fmt::format("{} checks no result", program_.name), {}, "add assert(checkGold[T](dram, gold))");
  }
  close();
  std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
    return a.diagnostic.where.span.begin < b.diagnostic.where.span.begin;
  });
  return std::move(findings_);
}

std::string sentenceOf(const Rule& rule, const Limits& limits) {
  return fmt::format(fmt::runtime(rule.sentence), fmt::arg("lanes", limits.lanes),
                     fmt::arg("bitsPerTile", limits.bitsPerTile), fmt::arg("shuffleNetworks", limits.shuffleNetworks),
                     fmt::arg("mergeWays", limits.mergeWays),
                     fmt::arg("wordsPerMemoryUnit", grouped(limits.wordsPerMemoryUnit)));
}

void Verifier::report(std::string_view rule, std::string what, const Location& where, std::string remedy) {
  const auto entry = std::find_if(rules.begin(), rules.end(), [&](const Rule& r) { return r.name == rule; });
  require(entry != rules.end(), "a finding of a rule that is not in the table");
  findings_.push_back({std::string(rule),
                       entry->isError,
                       {Family::User, std::move(what), where, sentenceOf(*entry, limits_), std::move(remedy)}});
}

// ---------------------------------------------------------------- names

Verifier::Symbol* Verifier::define(Symbol symbol) {
  if (isReserved(symbol.name)) {
    report("reserved-name", fmt::format("{} cannot be a name", symbol.name), symbol.where);
  }
  symbol.depth = frames_.size();
  symbol.scope = scopes_.size();
  symbols_.push_back(std::move(symbol));
  auto* const result = &symbols_.back();
  auto& stack = visible_[result->name];
  if (!stack.empty() && stack.back()->scope == result->scope) {
    report("defined-twice", fmt::format("{} is defined twice", result->name), result->where,
           "give one of them another name");
  }
  stack.push_back(result);
  scopes_.back().push_back(result);
  return result;
}

Verifier::Symbol* Verifier::find(const std::string& name) const {
  const auto entry = visible_.find(name);
  return entry == visible_.end() || entry->second.empty() ? nullptr : entry->second.back();
}

Verifier::Symbol* Verifier::get(const std::string& name, const Location& where) {
  if (auto* symbol = find(name)) return symbol;
  std::string remedy;
  if (findings_.size() < maxSuggestions) {
    std::vector<std::string> names;
    for (const auto& [known, stack] : visible_) {
      if (!stack.empty()) names.push_back(known);
    }
    std::sort(names.begin(), names.end());
    if (const auto near = nearest(name, names)) remedy = fmt::format("did you mean {}?", *near);
  }
  report("undefined-name", fmt::format("{} is not defined here", name), where, remedy);
  return nullptr;
}

Verifier::Symbol* Verifier::get(const std::string& name, Kind kind, std::string_view what, const Location& where) {
  auto* symbol = get(name, where);
  if (!symbol || symbol->kind == kind) return symbol;
  report("memory-kind", fmt::format("{} is not {}", name, what), where);
  return nullptr;
}

void Verifier::close() {
  for (const auto* symbol : scopes_.back()) leave(*symbol);
  for (const auto* symbol : scopes_.back()) visible_[symbol->name].pop_back();
  scopes_.pop_back();
}

Type Verifier::resolve(Type type) const { return resolved(type, program_.valueType); }

// ---------------------------------------------------------------- host

void Verifier::hostConstant(const Expr& expr, const Location& where) {
  if (const auto* n = std::get_if<Name>(&expr->kind)) {
    if (const auto* symbol = get(n->name, where);
        symbol && symbol->kind != Kind::Parameter && symbol->kind != Kind::ArgIn) {
      report("memory-kind", fmt::format("{} is not a number of the host", n->name), where);
    }
  } else if (const auto* length = std::get_if<Length>(&expr->kind)) {
    get(length->array, Kind::Array, "a host array", where);
  } else if (const auto* binary = std::get_if<Binary>(&expr->kind)) {
    hostConstant(binary->left, where);
    hostConstant(binary->right, where);
  } else if (const auto* unary = std::get_if<Unary>(&expr->kind)) {
    hostConstant(unary->operand, where);
  } else if (!std::holds_alternative<Literal>(expr->kind)) {
    report("host-value", fmt::format("the host cannot compute \"{}\"", print(expr)), where);
  }
}

void Verifier::host(const HostStmt& stmt) {
  const auto& where = stmt.where;
  match(
      stmt.kind,
      [&](const ArgIn& n) {
        hostConstant(n.value, where);
        define({Kind::ArgIn, n.name, resolve(n.type), where});
      },
      [&](const ArgOut& n) {
        define({Kind::ArgOut, n.name, resolve(n.type), where});
      },
      [&](const HostLoad& n) {
        define({Kind::Array, n.name, resolve(n.type), where});
      },
      [&](const Dram& n) {
        hostConstant(n.size, where);
        define({Kind::Dram, n.name, resolve(n.type), where});
      },
      [&](const SetMem& n) {
        auto* dram = get(n.dram, Kind::Dram, "a DRAM", where);
        const auto* array = get(n.array, Kind::Array, "a host array", where);
        if (dram) ++dram->writes;
        if (dram && array && dram->type != array->type) {
          report("element-type", fmt::format("{} and {} have different types", n.dram, n.array), where);
        }
      },
      [&](const CheckLength& n) {
        get(n.array, Kind::Array, "a host array", where);
        hostConstant(n.words, where);
      },
      [&](const CheckGold& n) { check(n.target, n.gold, n.isRegister, where); },
      [&](const CheckNear& n) { check(n.target, n.gold, n.isRegister, where); });
}

void Verifier::check(const std::string& target, const std::string& gold, bool isRegister, const Location& where) {
  auto* result = get(target, where);
  const auto* expected = get(gold, Kind::Array, "a host array", where);
  if (!result) return;
  if (result->kind != Kind::Dram && result->kind != Kind::ArgOut) {
    report("memory-kind", fmt::format("{} is neither a DRAM nor an ArgOut", target), where);
    return;
  }
  ++result->reads;
  if (expected && result->type != expected->type) {
    report("element-type", fmt::format("{} and {} have different types", target, gold), where);
  }
  const bool isDram = result->kind == Kind::Dram;
  if (isDram == isRegister) {
    report("gold-shape", fmt::format("{} is {}", target, isDram ? "a DRAM" : "an ArgOut"), where,
           fmt::format("compare it with {}{}", gold, isDram ? "" : "(0)"));
  }
}

void Verifier::hazards() {
  for (const auto& [stmt, hazard] : bufferHazards(program_.accel)) {
    const auto& memory = std::get<Memory>(stmt->kind);
    if (memory.buffering == Buffering::Buffer && hazard.isInLoop) continue;
    if (memory.buffering == Buffering::NonBuffer && !hazard.isInLoop && hazard.combines) continue;
    report("buffer-hazard", fmt::format("{} is written after an earlier stage of the same loop used it", memory.name),
           hazard.where,
           hazard.isInLoop   ? fmt::format("declare it with .buffer: {}[{}](…).buffer",
                                           syntax::constructorOf(memory.kind).name, syntax::typeName(memory.type))
           : hazard.combines ? fmt::format("declare it with .nonbuffer: {}[{}](…).nonbuffer",
                                           syntax::constructorOf(memory.kind).name, syntax::typeName(memory.type))
                             : fmt::format("declare {} in that loop, with .buffer", memory.name));
  }
}

void Verifier::bodiesInStep() {
  for (const SharedWrite& write : writesOutOfLockstep(program_.accel, constants_))
    report("sram-bodies",
           fmt::format("{} write {} at an index that changes in each of them", counted(write.bodies, "body", "bodies"),
                       write.memory),
           write.where,
           fmt::format("make {} a SparseParSRAM with {}, or declare it in the copied body", write.memory,
                       counted(write.bodies, "partition")));
}

// ---------------------------------------------------------------- statements

void Verifier::statement(const StmtNode& stmt) {
  const auto& where = stmt.where;
  match(
      stmt.kind,
      [&](const Val& n) {
        Symbol symbol{Kind::Val, n.name, valueType(n.value), where};
        symbol.mustBeUsed = std::holds_alternative<SparseRead>(n.value->kind);
        symbol.variation = variation(n.value);
        define(std::move(symbol));
      },
      [&](const Memory& n) { declare(n, where); }, [&](const Alias& n) { alias(n, where); },
      [&](const Load& n) {
        isInt(n.begin, "the first word", where);
        isInt(n.end, "the end of the words", where);
        vector("a transfer", n.par, where);
        place(n.memory, n.at, where);
        transfer(n.memory, n.dram, true, false, where);
      },
      [&](const Store& n) {
        isInt(n.begin, "the first word", where);
        isInt(n.end, "the end of the words", where);
        vector("a transfer", n.par, where);
        place(n.memory, n.at, where);
        transfer(n.memory, n.dram, false, false, where);
      },
      [&](const StreamLoad& n) {
        isInt(n.base, "the first word", where);
        isInt(n.length, "the number of words", where);
        transfer(n.fifo, n.dram, true, true, where);
      },
      [&](const StreamStore& n) {
        isInt(n.base, "the first word", where);
        isInt(n.length, "the number of words", where);
        transfer(n.fifo, n.dram, false, true, where);
      },
      [&](const Write& n) {
        isInt(n.index, "the index", where);
        auto* memory = words(n.memory, where);
        isElement(n.value, memory, where);
        writeCondition(n.enable, n.memory, !memory || memory->memory->kind == MemoryKind::Sram, where);
        if (!memory) return;
        ++memory->writes;
        accessSram(*memory, n.index, where);
      },
      [&](const SparseWrite& n) {
        isInt(n.index, "the index", where);
        auto* memory = sparse(n.memory, "barrierWrite", where);
        isElement(n.value, memory, where);
        if (memory) ++memory->writes;
      },
      [&](const Update& n) { type(n.rmw, where); },
      [&](const Enq& n) {
        auto* target = fifo(n.fifo, where);
        isElement(n.value, target, where);
        if (n.enable) isCondition("enq-enable", n.enable, where);
        if (target) writeFifo(*target, where);
      },
      [&](const GenBitVector& n) { genBitVector(n, where); }, [&](const Merge& n) { merge(n, where); },
      [&](const Set& n) { set(n, where); },
      [&](const Foreach& n) {
        loop({stmt, n.counters, n.scan, n.iterators, n.body, nullptr});
      },
      [&](const Reduce& n) {
        loop({stmt, n.counters, n.scan, n.iterators, n.body, &n});
      });
}

}  // namespace stardust::spatial
