#include "driver/problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <new>
#include <set>
#include <tuple>

#include "driver/computed.h"
#include "driver/default_formats.h"
#include "driver/fills.h"
#include "driver/generated.h"
#include "driver/memory.h"
#include "driver/old_contents.h"
#include "driver/operand_files.h"
#include "driver/sequence.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"
#include "notation/positions.h"
#include "notation/stored.h"
#include "notation/subscript.h"
#include "support/complex_text.h"
#include "support/plural.h"
#include "tensor/pack.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::IndexVar;
using notation::PlacedAccess;

Storage scalar(std::complex<double> value, const notation::TensorVar& tensor, const Location& where) {
  Coordinates one;
  if (value.imag() == 0) one.values = ValueArray<double>{value.real()};
  else one.values = ValueArray<std::complex<double>>{value};
  try {
    return convertValues(pack(one, tensor.format), tensor.type);
  } catch (const Error& error) {
    failUser(fmt::format("the scalar {} has type {}, which cannot hold {}", tensor.name, toString(tensor.type),
                         value.imag() == 0 ? fmt::format("{}", value.real()) : complexText(value)),
             where, error.diagnostic().why, error.diagnostic().remedy);
  }
}

// Adds the extents of files and given tensors.
notation::Assignment withDims(const notation::Assignment& assignment, const Files& files, const exec::Operands& given) {
  notation::Assignment known = assignment;
  known.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return notation::Expr();
    const auto file = files.find(access->tensor.name);
    const auto there = given.find(access->tensor.name);
    if (file == files.end() && there == given.end()) return notation::Expr();
    notation::TensorVar tensor = access->tensor;
    tensor.dims = there != given.end() ? there->second.dims : file->second.tensor.dims;
    return notation::access(tensor, access->indices, e->where);
  });
  return known;
}

// Adds the extents that the user gives, and those that follow.
notation::Assignment complete(const KernelSpec& spec, const notation::Assignment& known, Sizes sizes,
                              const std::string& whyNeeded) {
  std::map<IndexVar, notation::Extent> extents;
  for (const auto& [var, said] : spec.dims) extents.emplace(var, notation::Extent(said.value, said.where));
  addGeneratedExtents(spec, known, extents);
  return sizes == Sizes::Any ? notation::withKnownExtents(known, extents)
                             : notation::withExtents(known, extents, whyNeeded);
}

std::uint64_t seedOf(const KernelSpec& spec) {
  return spec.seed ? static_cast<std::uint64_t>(spec.seed->value) : defaultSeed;
}

// Notes a sparse result of an expression that is computed everywhere: it stores every coordinate, which is legal but
// rarely intended.
void noteFilled(Problem& problem) {
  const auto& [lhs, rhs, op] = std::tie(problem.assignment.lhs, problem.assignment.rhs, problem.assignment.op);
  if (lhs.tensor.format.isFull() || notation::reducesAll(op)) return;
  if (!notation::storedWhere(rhs, {}, notation::declaredDense)) return;
  problem.notes.push_back(fmt::format(
      "{0} stores every coordinate, as {1} is computed everywhere; -f={0}:{2} would store no coordinates for it",
      lhs.tensor.name, notation::print(rhs), std::string(lhs.indices.size(), 'd')));
}

// A product that is summed over in an operand of a function: A(i,j) * x(j) in relu(A(i,j) * x(j) + b(i)).
std::optional<notation::Expr> summedInside(const notation::Expr& function, const Access& result) {
  const auto* call = std::get_if<notation::Call>(&function->kind);
  if (!call || !operators::callName(*call->op) || notation::isReducedOperand(*call)) return std::nullopt;
  for (const notation::Expr& operand : call->operands)
    for (const notation::Term& term : notation::additiveTerms(operand))
      if (notation::callOf(term.expr, operators::multiply) && !notation::reductionVariables(term.expr, result).empty())
        return term.expr;
  return std::nullopt;
}

// Notes a function of an implied sum: it is a sum of calls, and often meant the other way round.
void noteSumOfCalls(Problem& problem) {
  const notation::Assignment& assignment = problem.assignment;
  if (notation::reducesAll(assignment.op)) return;
  for (const notation::Term& term : notation::additiveTerms(assignment.rhs)) {
    const auto product = summedInside(term.expr, assignment.lhs);
    if (!product) continue;
    const std::string inner = notation::print(*product), call = notation::print(term.expr);
    const auto at = call.find(inner);
    if (at == std::string::npos) continue;
    const auto sum = [&](const notation::Expr& of, const std::string& text) {
      return fmt::format("sum({}, {})", fmt::join(notation::reductionVariables(of, assignment.lhs), ", "), text);
    };
    std::string other = call;
    other.replace(at, inner.size(), sum(*product, inner));
    problem.notes.push_back(fmt::format("{0} is summed, as {1}; the function of the sum is written {2}", call,
                                        sum(term.expr, call), other));
  }
}

// The value of an index is exact up to 2^24 in float, and up to 2^30 where statements of argmin= compare it.
void requireExactIndices(const KernelSpec& spec, const notation::Assignment& assignment) {
  const bool isCompared = spec.typedByOperands.count(assignment.lhs.tensor.name) != 0;
  for (const notation::Access& read : notation::accesses(assignment.rhs)) {
    if (!read.tensor.isIndexValue || read.tensor.dims.empty()) continue;
    const bool isFloat = realOf(assignment.lhs.tensor.type) == ValueType::Float32;
    const std::int64_t most = isFloat ? std::int64_t{1} << 24 : isCompared ? notation::noIndex : maxDimension;
    if (read.tensor.dims[0] > most)
      failUnsupported(fmt::format("values of the index {}, which has the extent {}, as {}", read.indices[0],
                                  read.tensor.dims[0], toString(assignment.lhs.tensor.type)),
                      assignment.lhsWhere, fmt::format("they are exact up to {}", most),
                      isFloat ? isComplex(assignment.lhs.tensor.type) ? "compute in complex128: -t=complex128"
                                                                      : "compute in double: -t=double"
                              : "split the tensor");
  }
}

Problem begin(const KernelSpec& spec, notation::Assignment assignment) {
  requireExactIndices(spec, assignment);
  Problem problem;
  problem.assignment = std::move(assignment);
  problem.commands = scheduleOf(spec);
  problem.seed = seedOf(spec);
  problem.notes = spec.notes;
  for (const auto& [tensor, format] : spec.formats)
    if (format.where) problem.formatPlaces[tensor] = format.where;
  noteFilled(problem);
  noteSumOfCalls(problem);
  if (auto note = noteOfDenseResult(spec, problem.assignment)) problem.notes.push_back(std::move(*note));
  return problem;
}

}  // namespace

namespace {

void noteRepeated(Problem& problem, const std::string& file, std::size_t repeated) {
  if (repeated > 0)
    problem.notes.push_back(fmt::format("{} {} of {} {} the coordinates of another: their values are added up",
                                        grouped(static_cast<std::int64_t>(repeated)),
                                        plural(repeated, "entry", "entries"), file,
                                        plural(repeated, "repeats", "repeat")));
}

exec::Operands loadOperands(const KernelSpec& spec, Files& files, const exec::Operands& given,
                            const notation::Assignment& assignment, Problem& problem, Progress* progress) {
  exec::Operands loaded;
  for (const auto& [access, where] : operandsOf(assignment)) {
    const auto& tensor = access.tensor;
    const auto input = spec.inputs.find(tensor.name);
    const auto generator = spec.generators.find(tensor.name);
    const auto packed = [&](const Coordinates& entries) {
      const double fill = fillOf(spec, tensor.name);
      return fill == 0 ? pack(entries, tensor.format) : packFilled(entries, tensor.format, fill);
    };
    const char* const verb = generator != spec.generators.end() ? "generating" : "packing";
    beginPhase(progress, {fmt::format("{} {}", verb, tensor.name)});
    if (const auto there = given.find(tensor.name); there != given.end()) {
      const bool becomesDense = fillOf(spec, tensor.name) != 0 && tensor.format.isFull();
      loaded[tensor.name] = becomesDense ? packed(unpack(there->second)) : convert(there->second, tensor.format);
    } else if (const auto file = files.find(tensor.name); file != files.end()) {
      const Coordinates& read = file->second.tensor;
      if (fillOf(spec, tensor.name) != 0) {
        loaded[tensor.name] = withPlace(where, [&] { return packed(read); });
      } else {
        Packed counted = withPlace(where, [&] { return packCounting(read, tensor.format); });
        loaded[tensor.name] = std::move(counted.storage);
        noteRepeated(problem, std::get<std::string>(input->second.value), counted.repeated);
      }
      files.erase(file);  // avoids a second copy of a large tensor
    } else if (input != spec.inputs.end()) {
      loaded[tensor.name] = scalar(std::get<std::complex<double>>(input->second.value), tensor, input->second.where);
    } else if (generator == spec.generators.end()) {
      failUser(fmt::format("the operand {} has no value", tensor.name), where, {},
               tensor.order() == 0
                   ? notation::withSubscript(fmt::format("-i={}:2.5", tensor.name), tensor.name)
                   : fmt::format("read it (-i={0}:FILE.mtx) or generate it (-g={0}:d, -g={0}:s:0.1)", tensor.name));
    } else if (!generator->second.value.rotation) {
      loaded[tensor.name] = withPlace(generator->second.where, [&, &said = generator->second.value, &of = tensor] {
        return packed(randomContents(said, of, problem.seed));
      });
    }
  }
  addRotated(spec, given, assignment, loaded);
  return loaded;
}

// The formats that fills ask for in the expression as written. That of `sources` only states what is loaded.
KernelSpec withFillsOf(const KernelSpec& written, KernelSpec sources) {
  KernelSpec all = written;
  all.formats.insert(sources.formats.begin(), sources.formats.end());
  const std::size_t notes = all.notes.size();
  all = withFills(std::move(all));
  for (const auto& [tensor, fill] : all.fills)
    if (const auto format = all.formats.find(tensor); format != all.formats.end())
      sources.formats.insert_or_assign(tensor, format->second);
  sources.notes.insert(sources.notes.end(), all.notes.begin() + static_cast<std::ptrdiff_t>(notes), all.notes.end());
  return sources;
}

// The user's specification, completed from its implications and from files.
struct Understood {
  KernelSpec spec;
  Files files;
  notation::Assignment assignment = {};  // with all dimensions
  notation::Assignment loaded = {};      // the same, unless indices are computed
  std::optional<Computed> computed = {};
};

Understood understood(const KernelSpec& said, Progress* progress, const exec::Operands& given, Sizes sizes = Sizes::All,
                      const std::string& whyNeeded = {}) {
  Understood all{withFills(withOldContents(said, given)), {}};
  const KernelSpec written = all.spec;
  const bool isComputed = notation::hasComputedIndices(assignmentOf(written));
  if (isComputed) all.spec = specOfSources(written, given);
  all.files = readFiles(all.spec, assignmentOf(all.spec), given, progress);
  all.spec = withDefaultFormats(std::move(all.spec), all.files, given);
  all.spec = isComputed ? withFillsOf(written, std::move(all.spec)) : withFills(std::move(all.spec));
  for (const auto& [tensor, file] : all.files)
    all.spec.notes.insert(all.spec.notes.end(), file.notes.begin(), file.notes.end());
  const notation::Assignment known = withDims(assignmentOf(all.spec), all.files, given);
  if (!isComputed) {
    all.assignment = complete(all.spec, known, sizes, whyNeeded);
    all.loaded = all.assignment;
    return all;
  }
  Separated parts = separated(written, all.spec, known, given, sizes, whyNeeded);
  all.assignment = std::move(parts.assignment);
  all.loaded = std::move(parts.loaded);
  all.computed = std::move(parts.computed);
  return all;
}

}  // namespace

Problem loadProblem(const KernelSpec& said, Progress* progress, const exec::Operands& given, Views views) {
  auto [spec, files, assignment, asLoaded, computed] = understood(said, progress, given);
  Problem problem = begin(spec, std::move(assignment));
  requireMemory(spec, asLoaded, freeMemory());
  if (computed) requireMemory(spec, problem.assignment, freeMemory());
  try {
    exec::Operands loaded = loadOperands(spec, files, given, asLoaded, problem, progress);
    if (!computed) {
      problem.operands = std::move(loaded);
      addIndexValues(problem.assignment, problem.operands);
      return problem;
    }
    drawIndices(spec, *computed, loaded);
    makeViews(problem, std::move(*computed), std::move(loaded), views);
  } catch (const std::bad_alloc&) {
    failOutOfMemory(spec, problem.assignment);
  }
  return problem;
}

Problem describeProblem(const KernelSpec& said, Sizes sizes, Progress* progress, const exec::Operands& given,
                        Views views) {
  auto [spec, files, assignment, asLoaded, computed] = understood(
      said, progress, given, sizes, "; a program for Capstan is made for its sizes, the C of --target=cpu for any");
  Problem problem = begin(spec, std::move(assignment));
  if (computed) promiseViews(problem, std::move(*computed), views);
  for (const auto& [access, where] : operandsOf(problem.assignment)) {
    const auto& tensor = access.tensor;
    if (tensor.order() > 0) continue;
    const auto input = spec.inputs.find(tensor.name);
    if (const auto file = files.find(tensor.name); file != files.end())
      problem.operands[tensor.name] = pack(file->second.tensor, tensor.format);
    else if (input != spec.inputs.end())
      problem.operands[tensor.name] =
          scalar(std::get<std::complex<double>>(input->second.value), tensor, input->second.where);
    else problem.operands[tensor.name] = scalar(1, tensor, where);
  }
  return problem;
}

Problem kernelProblem(const KernelSpec& spec) {
  const notation::Assignment assignment = assignmentOf(spec);
  requireComputedNames(spec);
  if (notation::hasComputedIndices(assignment)) {
    Separated parts = separated(spec);
    Problem problem = begin(spec, std::move(parts.assignment));
    promiseViews(problem, std::move(parts.computed));
    problem.receipts.clear();  // each run makes the views
    return problem;
  }
  if (assignment.op == operators::add)
    failUser(fmt::format("{} adds to the old contents of {}, and the result of a kernel has none",
                         notation::print(assignment), assignment.lhs.tensor.name),
             assignment.lhsWhere, {},
             fmt::format("make the old values an operand: {} = old({}) + …", notation::print(assignment.lhs),
                         fmt::join(assignment.lhs.indices, ",")));
  return begin(spec, assignment);
}

std::string className(const std::string& kernel) {
  std::string name;
  bool upper = true;
  for (const char c : kernel) {
    if (!std::isalnum(static_cast<unsigned char>(c))) {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "Kernel" + name;
  return name;
}

}  // namespace stardust::driver
