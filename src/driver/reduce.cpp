#include "driver/reduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "driver/evaluate.h"
#include "driver/generated.h"
#include "notation/expr.h"
#include "notation/inner_reductions.h"
#include "support/complex_text.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Expr;
using notation::IndexVar;
using Candidates = std::vector<Reducible>;

// ---------------------------------------------------------------- parts of kernels

/// Renames tensors: `change` maps a tensor of the kernel to another variable.
template <class Change>
Expr withTensors(const Expr& expr, const Change& change) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return Expr();
    const Access other = change(*access);
    return notation::access(other.tensor, other.indices, e->where);
  });
}

template <class Change>
Reducible withAccesses(Reducible kernel, const Change& change) {
  kernel.assignment.lhs = change(kernel.assignment.lhs);
  kernel.assignment.rhs = withTensors(kernel.assignment.rhs, change);
  return kernel;
}

/// The result and the operands, without values of indices.
std::vector<notation::TensorVar> tensorsOf(const Reducible& kernel) {
  std::vector<notation::TensorVar> tensors = {kernel.assignment.lhs.tensor};
  for (const Access& access : notation::accesses(kernel.assignment.rhs)) {
    if (access.tensor.isIndexValue) continue;
    const auto isSame = [&](const notation::TensorVar& t) { return t.name == access.tensor.name; };
    if (std::none_of(tensors.begin(), tensors.end(), isSame)) tensors.push_back(access.tensor);
  }
  return tensors;
}

/// Removes the contents of tensors that the expression no longer has.
Reducible tidied(Reducible kernel) {
  std::set<std::string> used;
  for (const Access& access : notation::accesses(kernel.assignment.rhs)) used.insert(access.tensor.name);
  for (auto it = kernel.contents.begin(); it != kernel.contents.end();)
    it = used.count(it->first) ? std::next(it) : kernel.contents.erase(it);
  return kernel;
}

Coordinates kept(const Coordinates& all, const std::function<bool(std::size_t)>& keep) {
  Coordinates some;
  some.dims = all.dims;
  const auto order = static_cast<std::size_t>(all.order());
  std::visit(
      [&](const auto& values) {
        std::decay_t<decltype(values)> left;
        for (std::size_t n = 0; n < values.size(); ++n) {
          if (!keep(n)) continue;
          left.push_back(values[n]);
          for (std::size_t mode = 0; mode < order; ++mode) some.crd.push_back(all.crd[n * order + mode]);
        }
        some.values = std::move(left);
      },
      all.values);
  return some;
}

// ---------------------------------------------------------------- candidates, largest reductions first

void fewerCommands(const Reducible& kernel, Candidates& out) {
  if (kernel.commands.size() > 1) out.emplace_back(kernel).commands.clear();
  for (std::size_t n = 0; n < kernel.commands.size(); ++n)
    out.emplace_back(kernel).commands.erase(out.back().commands.begin() + static_cast<std::ptrdiff_t>(n));
}

/// All variants of `expr` with one operator replaced by one of its operands.
void withoutOperators(const Expr& expr, const std::function<void(const Expr&)>& found) {
  match(
      expr->kind, [](const Access&) {}, [](const notation::Literal&) {},
      [&](const notation::Call& c) {
        const std::size_t first = notation::isReducedOperand(c) ? 1 : 0;  // its variable is no operand
        for (std::size_t n = first; n < c.operands.size(); ++n) found(c.operands[n]);
        for (std::size_t n = first; n < c.operands.size(); ++n)
          withoutOperators(c.operands[n], [&](const Expr& e) {
            std::vector<Expr> operands = c.operands;
            operands[n] = e;
            found(notation::call(c.op, std::move(operands), expr->where));
          });
      });
}

void smallerExpressions(const Reducible& kernel, Candidates& out) {
  withoutOperators(kernel.assignment.rhs, [&](const Expr& rhs) {
    Reducible smaller = kernel;
    smaller.assignment.rhs = rhs;
    out.push_back(tidied(std::move(smaller)));
  });
}

/// The format without the level of a mode; later modes move up.
Format withoutMode(const Format& format, int mode) {
  std::vector<LevelFormat> levels;
  std::vector<int> modes;
  for (int level = 0; level < format.order(); ++level) {
    if (format.mode(level) == mode) continue;
    levels.push_back(format.level(level));
    modes.push_back(format.mode(level) - (format.mode(level) > mode));
  }
  return levels.empty() ? Format(format.region()) : format.with(levels, modes);
}

Access withoutVariable(Access access, const IndexVar& var) {
  for (auto at = std::find(access.indices.begin(), access.indices.end(), var); at != access.indices.end();
       at = std::find(access.indices.begin(), access.indices.end(), var)) {
    const auto mode = at - access.indices.begin();
    access.tensor.format = withoutMode(access.tensor.format, static_cast<int>(mode));
    if (!access.tensor.dims.empty()) access.tensor.dims.erase(access.tensor.dims.begin() + mode);
    access.indices.erase(at);
  }
  return access;
}

/// The entries at coordinate 0 of a mode, without this mode.
Coordinates slice(const Coordinates& all, std::size_t mode) {
  const auto order = static_cast<std::size_t>(all.order());
  Coordinates flat = kept(all, [&](std::size_t n) { return all.crd[n * order + mode] == 0; });
  CoordinateArray crd;
  for (std::size_t n = 0; n < flat.crd.size(); ++n)
    if (n % order != mode) crd.push_back(flat.crd[n]);
  flat.crd = std::move(crd);
  flat.dims.erase(flat.dims.begin() + static_cast<std::ptrdiff_t>(mode));
  if (flat.dims.empty() && flat.size() == 0)  // a scalar has a value
    std::visit([](auto& values) { values.emplace_back(); }, flat.values);
  return flat;
}

std::vector<IndexVar> variablesOf(const Reducible& kernel) {
  std::vector<IndexVar> vars = kernel.assignment.lhs.indices;
  for (const IndexVar& var : notation::variables(kernel.assignment.rhs))
    if (!notation::contains(vars, var)) vars.push_back(var);
  return vars;
}

/// Whether a reduction inside of the expression is over the variable.
bool isReducedInside(const Expr& expr, const IndexVar& var) {
  const auto reduction = notation::asReducedOperand(expr);
  if (reduction) return notation::contains(reduction->reduced, var) || isReducedInside(reduction->term, var);
  const auto* call = std::get_if<notation::Call>(&expr->kind);
  return call && std::any_of(call->operands.begin(), call->operands.end(),
                             [&](const Expr& operand) { return isReducedInside(operand, var); });
}

/// Tensors that are read with several index lists keep their modes, and values of indices their variable.
bool isAlwaysRead(const Reducible& kernel, const IndexVar& var) {
  std::map<std::string, std::vector<IndexVar>> indices;
  for (const Access& access : notation::accesses(kernel.assignment.rhs)) {
    const auto [there, isNew] = indices.emplace(access.tensor.name, access.indices);
    if (access.tensor.isIndexValue && access.indices.front() == var) return false;
    const bool has = notation::contains(access.indices, var) || notation::contains(there->second, var);
    if (!isNew && has && there->second != access.indices) return false;
  }
  return true;
}

void fewerVariables(const Reducible& kernel, Candidates& out) {
  for (const IndexVar& var : variablesOf(kernel)) {
    if (!isAlwaysRead(kernel, var) || isReducedInside(kernel.assignment.rhs, var)) continue;
    Reducible smaller = withAccesses(kernel, [&](const Access& access) { return withoutVariable(access, var); });
    for (const Access& access : notation::accesses(kernel.assignment.rhs)) {
      const auto content = smaller.contents.find(access.tensor.name);
      if (content == smaller.contents.end() || content->second.order() < access.tensor.order()) continue;
      for (std::size_t mode = access.indices.size(); mode-- > 0;)
        if (access.indices[mode] == var) content->second = slice(content->second, mode);
    }
    out.push_back(std::move(smaller));
  }
}

void simplerFormats(const Reducible& kernel, Candidates& out) {
  const auto change = [&](const std::string& tensor, const Format& format) {
    out.push_back(withAccesses(kernel, [&](Access access) {
      if (access.tensor.name == tensor) access.tensor.format = format;
      return access;
    }));
  };
  for (const notation::TensorVar& tensor : tensorsOf(kernel)) {
    const Format& format = tensor.format;
    std::vector<int> natural(static_cast<std::size_t>(format.order()));
    std::iota(natural.begin(), natural.end(), 0);
    if (format.widths() != Widths{}) change(tensor.name, format.with(Widths{}));
    if (!format.isDense()) change(tensor.name, denseFormat(format.order(), format.region()));
    if (format.modeOrder() != natural) change(tensor.name, format.with(format.levels(), natural));
    for (int level = 0; level < format.order(); ++level) {
      std::vector<LevelFormat> levels = format.levels();
      if (std::exchange(levels[static_cast<std::size_t>(level)], dense) != dense)
        change(tensor.name, format.with(levels, format.modeOrder()));
    }
  }
}

std::map<IndexVar, std::int64_t> extentsOf(const Reducible& kernel) {
  std::map<IndexVar, std::int64_t> extents;
  const auto note = [&](const Access& access) {
    for (std::size_t n = 0; n < access.indices.size() && n < access.tensor.dims.size(); ++n)
      extents[access.indices[n]] = access.tensor.dims[n];
    return access;
  };
  note(kernel.assignment.lhs);
  for (const Access& access : notation::accesses(kernel.assignment.rhs)) note(access);
  return extents;
}

Reducible withExtent(const Reducible& kernel, const IndexVar& var, std::int64_t extent) {
  Reducible smaller = withAccesses(kernel, [&](Access access) {
    for (std::size_t n = 0; n < access.indices.size() && n < access.tensor.dims.size(); ++n)
      if (access.indices[n] == var) access.tensor.dims[n] = extent;
    return access;
  });
  for (const notation::TensorVar& tensor : tensorsOf(smaller)) {
    const auto content = smaller.contents.find(tensor.name);
    if (content == smaller.contents.end() || tensor.dims.empty()) continue;
    const Coordinates all = content->second;
    const auto order = static_cast<std::size_t>(all.order());
    content->second = kept(all, [&](std::size_t n) {
      for (std::size_t mode = 0; mode < order; ++mode)
        if (all.crd[n * order + mode] >= tensor.dims[mode]) return false;
      return true;
    });
    content->second.dims = tensor.dims;
  }
  return smaller;
}

void smallerExtents(const Reducible& kernel, Candidates& out) {
  for (const auto& [var, extent] : extentsOf(kernel))
    for (const std::int64_t less : {std::int64_t{1}, extent / 2, extent - 1})
      if (less >= 1 && less < extent) out.push_back(withExtent(kernel, var, less));
}

/// Candidates without all entries of an operand, without half of them, a quarter, … down to single entries.
void fewerEntries(const Reducible& kernel, Candidates& out) {
  constexpr std::size_t mostSingle = 64;
  for (const auto& [tensor, content] : kernel.contents) {
    if (content.order() == 0 || content.size() == 0) continue;
    for (std::size_t piece = content.size(); piece > 0; piece /= 2) {
      if (content.size() / piece > mostSingle) break;
      for (std::size_t begin = 0; begin < content.size(); begin += piece)
        out.emplace_back(kernel).contents[tensor] =
            kept(content, [&](std::size_t n) { return n < begin || n >= begin + piece; });
    }
  }
}

}  // namespace

Reducible reducible(const Problem& problem) {
  Reducible kernel{problem.assignment, problem.commands, {}};
  for (const notation::TensorVar& tensor : tensorsOf(kernel))
    if (const auto operand = problem.operands.find(tensor.name); operand != problem.operands.end())
      kernel.contents[tensor.name] = unpack(operand->second);
  return kernel;
}

exec::Operands operandsOf(const Reducible& kernel) {
  exec::Operands operands;
  for (const notation::TensorVar& tensor : tensorsOf(kernel))
    if (const auto content = kernel.contents.find(tensor.name); content != kernel.contents.end())
      operands[tensor.name] = pack(content->second, tensor.format);
  for (const Access& access : notation::accesses(kernel.assignment.rhs))
    if (access.tensor.isIndexValue) operands[access.tensor.name] = indexValues(access.tensor);
  return operands;
}

Reducible reduced(Reducible kernel, const Fails& fails) {
  using Cut = void (*)(const Reducible&, Candidates&);
  constexpr Cut cuts[] = {fewerCommands,  smallerExpressions, fewerVariables,
                          smallerExtents, simplerFormats,     fewerEntries};
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const Cut cut : cuts)
      for (bool again = true; again;) {
        Candidates candidates;
        cut(kernel, candidates);
        const auto found = std::find_if(candidates.begin(), candidates.end(), fails);
        again = found != candidates.end();
        if (again) kernel = *found;
        isSmaller = isSmaller || again;
      }
  }
  return kernel;
}

std::vector<std::string> settingsOf(const KernelSpec& spec) {
  std::vector<std::string> lines;
  if (spec.target) lines.push_back(fmt::format("target {}", toString(spec.target->value)));
  if (spec.machine) lines.push_back("machine " + spec.machine->value);
  if (spec.memory) lines.push_back("memory " + spec.memory->value);
  if (spec.processor) lines.push_back("processor " + spec.processor->value);
  for (const auto& [name, value] : spec.settings) lines.push_back(fmt::format("set {}={}", name, value.value));
  if (spec.threads) lines.push_back(fmt::format("threads {}", spec.threads->value));
  return lines;
}

std::map<std::string, std::string> filesOf(const Reducible& kernel, const std::string& name, const std::string& folder,
                                           const std::vector<std::string>& settings) {
  std::map<std::string, std::string> files;
  std::string text;
  for (const notation::TensorVar& tensor : tensorsOf(kernel)) {
    const std::string format = toString(tensor.format);
    if (!format.empty()) text += fmt::format("format {}:{}\n", tensor.name, format);
    text += fmt::format("type {}:{}\n", tensor.name, toString(tensor.type));
    const auto content = kernel.contents.find(tensor.name);
    if (content == kernel.contents.end()) continue;
    const Coordinates& entries = content->second;
    const auto order = static_cast<std::size_t>(entries.order());
    std::string lines;
    for (std::size_t n = 0; n < entries.size(); ++n) {
      for (std::size_t mode = 0; mode < order; ++mode) lines += fmt::format("{} ", entries.crd[n * order + mode] + 1);
      std::visit([&](const auto& values) { lines += fmt::format("{}\n", numberOf(values[n])); }, entries.values);
    }
    if (order == 0) text += fmt::format("input {}:{}", tensor.name, lines);
    else {
      files[tensor.name + ".tns"] = lines;
      text += fmt::format("input {0}:{1}/{0}.tns\n", tensor.name, folder);
    }
  }
  for (const auto& [var, extent] : extentsOf(kernel)) text += fmt::format("dim {}:{}\n", var, extent);
  text += notation::print(kernel.assignment) + "\n";
  for (const schedule::Command& command : kernel.commands)
    text += fmt::format("schedule {}\n", schedule::print({command}));
  for (const std::string& line : settings) text += line + "\n";
  files[name + ".sd"] = text;
  return files;
}

}  // namespace stardust::driver
