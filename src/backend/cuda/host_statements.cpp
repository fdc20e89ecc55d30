#include "backend/cuda/host_statements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "backend/cpu/c_spelling.h"
#include "backend/cuda/device_statements.h"
#include "loops/idioms/scan.h"
#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::cuda {

using namespace loops;

namespace {

bool readsArrays(const Expr& e) {
  return anyOf(e, [](const Expr& part) {
    return std::holds_alternative<Load>(part->kind) || std::holds_alternative<Find>(part->kind);
  });
}

bool hasGrid(const Body& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* loop = as<For>(s);
    found = found || (loop && isGrid(loop->order));
    return !found;
  });
  return found;
}

/// Whether the statement itself, without those inside, leaves all arrays alone.
bool isScalar(const Stmt& s) {
  bool reads = false;
  forEachExpr(s, [&](const Expr& e) { reads = reads || readsArrays(e); });
  return !reads && (as<Let>(s) || as<Declare>(s) || as<Assign>(s) || as<If>(s) || as<While>(s) || as<For>(s) ||
                    as<Fail>(s) || as<Note>(s));
}
bool isScalarThroughout(const Stmt& s) {
  bool scalar = true;
  forEachStmt({s}, [&](const Stmt& inner) { return scalar = scalar && isScalar(inner); });
  return scalar;
}

/// Whether the host computes the statement: it launches grids, or leaves the contents of arrays alone.
bool isOfHost(const Stmt& s) {
  if (hasGrid({s}) || as<Allocate>(s)) return true;
  if (const auto scan = idiomIn<Scan>(s)) return !readsArrays(scan->size);
  if (const auto* x = as<Resize>(s)) return !x->fill && !readsArrays(x->size);
  if (const auto* x = as<Grow>(s)) return !readsArrays(x->size);
  return isScalarThroughout(s);
}
/// Whether a kernel of one thread may include it without loss.
bool isPlain(const Stmt& s) { return as<Let>(s) || as<Declare>(s) || as<Assign>(s) || as<Note>(s); }

std::set<std::string> readIn(const Body& body) { return namesIn(body).read; }

}  // namespace

HostStatements::HostStatements(const Function& function, std::string name, cpu::Symbols& words)
    : function_(function), name_(std::move(name)), words_(words) {
  for (const Parameter& p : function.parameters)
    if (p.out) withLength_.insert(p.name);
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* x = as<Resize>(s)) withLength_.insert(x->array);
    if (const auto* x = as<Insert>(s)) withLength_.insert(x->keys);
    return true;
  });
}

bool HostStatements::isOperand(const std::string& array) const {
  return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                     [&](const Parameter& p) { return p.name == array && !p.out; });
}

void HostStatements::print(const Body& stmts) {
  lines_.open();
  body(stmts, {});
  lines_.close();
}

void HostStatements::body(const Body& stmts, const Body& after) {
  lines_.open();
  Body group;
  for (std::size_t n = 0; n < stmts.size(); ++n) {
    const Stmt& s = stmts[n];
    const Body rest(stmts.begin() + static_cast<std::ptrdiff_t>(n), stmts.end());
    if (!isOfHost(s) || (!group.empty() && isPlain(s))) {
      group.push_back(s);
      continue;
    }
    flush(group, rest, after);
    Body behind(rest.begin() + 1, rest.end());
    append(behind, after);
    onHost(s, behind);
  }
  flush(group, {}, after);
  lines_.close();
}

// Plain statements at the end of a group stay on the host.
void HostStatements::flush(Body& group, const Body& rest, const Body& after) {
  Body plain;
  while (!group.empty() && isPlain(group.back()) && isOfHost(group.back())) {
    plain.insert(plain.begin(), group.back());
    group.pop_back();
  }
  Body later = plain;
  append(later, rest);
  append(later, after);
  if (!group.empty()) serial(group, readIn(later));
  for (const Stmt& s : plain) onHost(s, later);
  group.clear();
}

void HostStatements::onHost(const Stmt& s, const Body& after) {
  // The next iteration of a loop reads its variables again.
  const auto inside = [&](const Body& stmts, bool repeats) {
    Body later = after;
    if (repeats) append(later, stmts);
    body(stmts, later);
  };
  match(
      s->kind,
      [&](const Let& x) {
        lines_.add("const {} {} = {};", cpu::cType(x.value->type), words_.variable(x.name), words_.value(x.value));
      },
      [&](const Declare& x) {
        lines_.add("{} {} = {};", cpu::cType(x.value->type), words_.variable(x.name), words_.value(x.value));
      },
      [&](const Assign& x) { lines_.add("{} = {};", words_.variable(x.name), words_.value(x.value)); },
      [&](const For& x) {
        if (isGrid(x.order)) return grid(x);
        const std::string type = cpu::cType(x.begin->type), var = words_.variable(x.var),
                          end = words_.variable(x.var + "_end", "end");
        lines_.add("for ({0} {1} = {2}, {4} = {3}; {1} < {4}; {1}++) {{", type, var, words_.value(x.begin),
                   words_.value(x.end), end);
        inside(x.body, true);
        lines_.add("}}");
      },
      [&](const While& x) {
        lines_.add("while ({}) {{", words_.expr(x.condition));
        inside(x.body, true);
        lines_.add("}}");
      },
      [&](const If& x) {
        lines_.add("if ({}) {{", words_.expr(x.condition));
        inside(x.then, false);
        if (!x.otherwise.empty()) {
          lines_.add("}} else {{");
          inside(x.otherwise, false);
        }
        lines_.add("}}");
      },
      [&](const Allocate& x) { allocate(x); },
      [&](const Resize& x) {
        const std::string array = words_.array(x.array);
        lines_.add("DEVICE_RESERVE({}, {});", array, words_.expr(x.size));
        lines_.add("{}_length = {};", array, words_.expr(x.size));
      },
      [&](const Grow& x) {
        const std::string array = words_.array(x.array), size = words_.expr(x.size);
        lines_.add("DEVICE_RESERVE({}, {});", array, size);
        if (hasLength(x.array)) lines_.add("if ({0}_length < {1}) {0}_length = {1};", array, size);
      },
      [&](const Fail& x) { lines_.add("STEP({});", cpu::statusWord(x.status)); },
      [&](const Note& x) {
        lines_.add("{}", cpu::comment(x.text, std::max(lines_.columns(), cpu::leastComment + 6) - 6));
      },
      [&](const IdiomCall&) {
        const Scan scan = idiomIn<Scan>(s).value();
        lines_.add("SCAN({}, {});", words_.array(scan.sums), words_.expr(scan.size));
      },
      [](const auto&) { failInternal("the host runs a statement of the device"); });
}

void HostStatements::allocate(const Allocate& s) {
  words_.declare(s.array, s.type);
  const bool isKnown = std::any_of(arrays_.begin(), arrays_.end(),
                                   [&](const cpu::Array& a) { return a.name == s.array && a.type == s.type; });
  if (!isKnown) arrays_.push_back({s.array, s.type, hasLength(s.array)});
  lines_.add("DEVICE_ALLOCATE({}, {});", words_.array(s.array), words_.expr(s.size));
  if (hasLength(s.array)) lines_.add("{}_length = {};", words_.array(s.array), words_.expr(s.size));
}

HostStatements::Outside HostStatements::outsideOf(const Body& body) const {
  const NamesIn names = namesIn(body);
  const cpu::Captures captures = cpu::capturesOf(For{"", index(0), index(1), body});
  Outside outside;
  outside.variables = captures.variables;
  outside.lengths = captures.lengths;
  outside.threads = captures.threads;
  const auto assigned = [&](const std::string& name, Type type) {
    if (names.declared.count(name)) return;
    outside.assigned.insert(name);
    outside.variables.emplace(name, type);
  };
  forEachStmt(body, [&](const Stmt& s) {
    if (const auto* x = as<Assign>(s)) assigned(x->name, x->value->type);
    if (const auto* x = as<Insert>(s)) assigned(x->slot, Type::I64), assigned(x->count, Type::I64);
    return true;
  });
  for (const std::string& array : captures.arrays)
    if (!outside.variables.count(array)) outside.arrays.insert(array);
  return outside;
}

std::string HostStatements::parameterOf(const std::string& array) {
  const std::string type = cpu::cType(words_.typeOf(array)), name = words_.array(array);
  return fmt::format("STARDUST_{}({}) {}", isOperand(array) ? "INPUT" : "GLOBAL", type, name);
}

void HostStatements::grid(const For& loop) {
  ++grids_;
  const std::string kernel = words_.fresh(fmt::format("{}_{}", name_, loop.var));
  Outside outside = outsideOf(loop.body);
  outside.variables.erase(loop.var);
  std::vector<std::string> parameters = {"const int64_t begin_", "const int64_t end_"}, arguments;
  const auto pass = [&](const std::string& parameter, const std::string& argument) {
    parameters.push_back(parameter);
    arguments.push_back(argument);
  };
  for (const auto& [name, type] : outside.variables)
    pass(fmt::format("const {} {}", cpu::cType(type), words_.variable(name)), words_.variable(name));
  for (const std::string& array : outside.arrays) pass(parameterOf(array), words_.array(array));
  for (const std::string& array : outside.lengths) {
    const std::string length = words_.array(array) + "_length";
    pass("const int64_t " + length, length);
  }
  if (outside.threads) pass("const int32_t threads", "threads");
  pass("stardust_device* const device", "gpu->device");

  cpu::Lines lines;
  const Group group = groupOf(loop.order);
  DeviceStatements statements(words_, lines, "next", {}, {}, group);
  const std::string counter = cpu::cType(loop.begin->type), var = words_.variable(loop.var);
  lines.add("STARDUST_KERNEL {}({}) {{", kernel, fmt::join(parameters, ", "));
  lines.open();
  const std::string thread = "(int64_t)blockIdx.x * blockDim.x + threadIdx.x";
  if (group.threads == 1) lines.add("const int64_t at_ = begin_ + {};", thread);
  else lines.add("const int64_t at_ = begin_ + ({}) / {};", thread, group.threads);
  lines.add("if (at_ >= end_) return;");
  if (group.threads > 1) lines.add("const int32_t lane = (int32_t)(threadIdx.x % {});", group.threads);
  statements.declareArrays(loop.body);
  lines.add("{{");
  lines.open();
  lines.add("const {} {} = ({})at_;", counter, var, counter);
  lines.close();
  statements.print(loop.body);
  lines.add("}}");
  lines.close();
  if (statements.mayFail()) lines.add("next:;");
  lines.add("}}");
  kernels_ += lines.text() + "\n";

  lines_.add("{{");
  lines_.open();
  lines_.add("const int64_t begin_ = {}, end_ = {};", words_.expr(loop.begin), words_.expr(loop.end));
  lines_.add("GRID({}, end_ - begin_, {}, {}, begin_, end_, {});", kernel, group.threads, statements.mayFail(),
             fmt::join(arguments, ", "));
  lines_.close();
  lines_.add("}}");
}

void HostStatements::serial(const Body& group, const std::set<std::string>& later) {
  ++serialKernels_;
  const std::string kernel = words_.fresh(name_ + "_serial");
  Outside outside = outsideOf(group);
  std::set<std::string> given;  // variables of the group that later statements read
  for (const Stmt& s : group) {
    const auto* bound = as<Let>(s);
    const auto* declared = as<Declare>(s);
    if (!bound && !declared) continue;
    const std::string& name = bound ? bound->name : declared->name;
    if (!later.count(name)) continue;
    const Type type = (bound ? bound->value : declared->value)->type;
    given.insert(name);
    outside.variables.emplace(name, type);
    outside.assigned.insert(name);
    lines_.add("{} {} = {}();", cpu::cType(type), words_.variable(name), cpu::cType(type));
  }
  struct Member {
    std::string declared, local, name;
    bool changes = false;
  };
  std::vector<Member> members;
  for (const auto& [name, type] : outside.variables) {
    const std::string variable = words_.variable(name);
    const std::string declared = fmt::format("{} {}", cpu::cType(type), variable);
    members.push_back({declared, declared, variable, outside.assigned.count(name) != 0});
  }
  std::set<std::string> withLength;
  for (const std::string& array : outside.arrays) {
    const std::string name = words_.array(array), type = cpu::cType(words_.typeOf(array));
    members.push_back({fmt::format("{}{}* {}", isOperand(array) ? "const " : "", type, name), parameterOf(array), name,
                       !isOperand(array)});
    if (isOperand(array)) continue;
    members.push_back({"int64_t " + name + "_capacity", "int64_t " + name + "_capacity", name + "_capacity", true});
    if (!hasLength(array)) continue;
    withLength.insert(array);
    members.push_back({"int64_t " + name + "_length", "int64_t " + name + "_length", name + "_length", true});
  }
  for (const std::string& array : outside.lengths) {
    if (withLength.count(array)) continue;
    const std::string length = words_.array(array) + "_length";
    members.push_back({"int64_t " + length, "int64_t " + length, length, false});
  }
  if (outside.threads) members.push_back({"int32_t threads", "int32_t threads", "threads", false});

  cpu::Lines lines;
  lines.add("struct {}_values {{", kernel);
  for (const Member& m : members) lines.add("  {};", m.declared);
  lines.add("}};");
  structures_ += lines.text() + "\n";
  lines = cpu::Lines();
  lines.add("STARDUST_KERNEL {0}({0}_values* const values, stardust_device* const device) {{", kernel);
  lines.open();
  for (const Member& m : members) lines.add("{} = values->{};", m.local, m.name);
  DeviceStatements statements(words_, lines, "done", given, withLength);
  statements.declareArrays(group);
  lines.add("{{");
  statements.print(group);
  lines.add("}}");
  lines.close();
  if (statements.mayFail()) lines.add("done:;");
  lines.open();
  for (const Member& m : members)
    if (m.changes) lines.add("values->{0} = {0};", m.name);
  lines.close();
  lines.add("}}");
  kernels_ += lines.text() + "\n";

  std::vector<std::string> names;
  for (const Member& m : members) names.push_back(m.name);
  lines_.add("{{");
  lines_.open();
  lines_.add("{}_values values = {{{}}};", kernel, fmt::join(names, ", "));
  lines_.add("SERIAL({}, values);", kernel);
  for (const Member& m : members)
    if (m.changes) lines_.add("{0} = values.{0};", m.name);
  lines_.close();
  lines_.add("}}");
}

}  // namespace stardust::cuda
