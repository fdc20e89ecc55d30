#include "driver/conversions.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "driver/words.h"
#include "support/median.h"
#include "tensor/repack.h"

namespace stardust::driver {
namespace {

template <class Convert>
Storage timed(const Storage& from, int runs, Receipt& receipt, const Convert& convert) {
  if (runs > 1) (void)convert();
  Storage to;
  std::vector<double> seconds;
  for (int n = 0; n < runs; ++n) {
    to = {};
    const auto start = std::chrono::steady_clock::now();
    to = convert();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  receipt.seconds = median(std::move(seconds));
  receipt.stored = static_cast<std::int64_t>(to.stored());
  receipt.bytes = bytesOf(from) + bytesOf(to);
  return to;
}

// Whether both formats store the same coordinates of any result.
bool samePattern(const Format& a, const Format& b) {
  return a.isFull() == b.isFull() && planner::paddedModes(a) == planner::paddedModes(b);
}

bool concerns(const Conversion& conversion, const notation::Access& access) {
  return access.tensor.name == conversion.tensor &&
         (conversion.indices.empty() || conversion.indices == access.indices);
}

// The place of the user's format, unless a single access needs another format.
Location placeOf(const Problem& problem, const Conversion& conversion) {
  const auto place = problem.formatPlaces.find(conversion.tensor);
  if (place != problem.formatPlaces.end() && conversion.indices.empty()) return place->second;
  for (const auto& [access, where] : notation::placedAccesses(problem.assignment))
    if (concerns(conversion, access)) return where;
  return {};
}

[[noreturn]] void refuseStrictly(const Problem& problem, const Conversion& conversion, const Format& from) {
  const std::string others =
      (conversion.otherwise.empty() ? "" : conversion.otherwise + ", ") + std::string("or run it without strict");
  failUser(fmt::format("{} is stored as {}, and would be converted to {}", conversion.tensor, toString(from),
                       toString(conversion.to)),
           placeOf(problem, conversion), conversion.why + ", and a strict run converts nothing on the host",
           conversion.indices.empty() ? fmt::format("-f={}:{}, {}", conversion.tensor, toString(conversion.to), others)
                                      : others);
}

void setTensor(notation::Assignment& assignment, const Conversion& conversion, const std::string& name) {
  assignment.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<notation::Access>(&e->kind);
    if (!access || !concerns(conversion, *access)) return notation::Expr();
    notation::TensorVar converted = access->tensor;
    converted.name = name;
    converted.format = conversion.to;
    return notation::access(converted, access->indices, e->where);
  });
}

// The name of the converted operand: the original one, or a new one if some of its accesses keep the old format.
std::string nameAfter(const Problem& problem, const Conversion& conversion) {
  const auto all = notation::placedAccesses(problem.assignment);
  const auto named = [&](const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const auto& placed) { return placed.access.tensor.name == name; });
  };
  const bool everywhere = std::all_of(all.begin(), all.end(), [&](const auto& placed) {
    return placed.access.tensor.name != conversion.tensor || concerns(conversion, placed.access);
  });
  const auto workspaces = schedule::namedWorkspaces(problem.commands);
  std::string name = everywhere ? conversion.tensor : conversion.tensor + "_copy";
  for (int n = 2; !everywhere && (named(name) || problem.operands.count(name) || workspaces.count(name)); ++n)
    name = fmt::format("{}_copy{}", conversion.tensor, n);
  return name;
}

}  // namespace

void convertAsPlanned(Problem& problem, Receipt& receipt) {
  const Storage& storage = problem.operands.at(receipt.tensor);
  Storage made = timed(storage, problem.conversionRuns, receipt, [&] { return converted(storage, receipt.to); });
  problem.operands[receipt.copy.empty() ? receipt.tensor : receipt.copy] = std::move(made);
}

namespace {

void convertOperand(Problem& problem, const Conversion& conversion, const Format& from) {
  Receipt receipt{conversion.tensor, from, conversion.to, conversion.why};
  const std::string name = nameAfter(problem, conversion);
  if (name != conversion.tensor) receipt.copy = name;
  if (problem.operands.count(conversion.tensor)) convertAsPlanned(problem, receipt);
  setTensor(problem.assignment, conversion, name);
  problem.receipts.push_back(std::move(receipt));
}

void convertResult(Problem& problem, const Conversion& conversion, const Format& from) {
  const Format wanted = problem.finally ? problem.finally->to : from;
  if (!samePattern(wanted, conversion.to))
    failUnsupported(
        fmt::format("the result {} as {}", conversion.tensor, toString(wanted)), placeOf(problem, conversion),
        fmt::format("{}; in the format {} it would store other coordinates", conversion.why, toString(conversion.to)),
        fmt::format("-f={}:{}", conversion.tensor, toString(conversion.to)));
  if (pads(wanted) && operators::realOf(notation::identityOf(problem.assignment.op)) != 0)
    failUnsupported(fmt::format("the result {} as {}", conversion.tensor, toString(wanted)),
                    placeOf(problem, conversion),
                    fmt::format("the format stores 0 where no term is, and a result of {} is {} there",
                                notation::symbol(problem.assignment.op),
                                operators::realOf(notation::identityOf(problem.assignment.op))),
                    fmt::format("-f={}:{}", conversion.tensor, toString(conversion.to)));
  const std::string why = problem.finally ? problem.finally->why + "; " + conversion.why : conversion.why;
  const std::optional<ValueType> type = problem.finally ? problem.finally->type : std::nullopt;
  problem.finally = Conversion{conversion.tensor, wanted, why};
  problem.finally->type = type;
  problem.assignment.lhs.tensor.format = conversion.to;
}

const notation::TensorVar* find(const notation::Assignment& assignment, const Conversion& conversion,
                                const std::vector<notation::Access>& operands) {
  if (assignment.lhs.tensor.name == conversion.tensor) return &assignment.lhs.tensor;
  const auto found =
      std::find_if(operands.begin(), operands.end(), [&](const auto& access) { return concerns(conversion, access); });
  return found == operands.end() ? nullptr : &found->tensor;
}

}  // namespace

std::int64_t bytesOf(const Storage& storage) {
  std::size_t words = 0;
  for (const Level& level : storage.levels) words += level.pos.size() + level.crd.size() + level.bits.size();
  return static_cast<std::int64_t>(words * 4 + storage.stored() * rowOf(storage.type()).bytes);
}

std::vector<Conversion> conversionsOf(const notation::Assignment& assignment, const std::vector<planner::Copy>& copies,
                                      const std::function<Conversion(const planner::Copy&)>& make) {
  const auto accesses = notation::accesses(assignment.rhs);
  const auto isOfAllAccesses = [&](const planner::Copy& copy) {
    return std::all_of(accesses.begin(), accesses.end(), [&](const notation::Access& access) {
      return access.tensor.name != copy.access.tensor.name ||
             std::any_of(copies.begin(), copies.end(), [&](const planner::Copy& other) {
               return notation::equal(other.access, access) && other.to == copy.to;
             });
    });
  };
  std::vector<Conversion> conversions;
  for (const planner::Copy& copy : copies) {
    Conversion conversion = make(copy);
    if (!isOfAllAccesses(copy)) conversion.indices = copy.access.indices;
    const auto isSame = [&](const Conversion& other) {
      return other.tensor == conversion.tensor && other.indices == conversion.indices;
    };
    if (std::none_of(conversions.begin(), conversions.end(), isSame)) conversions.push_back(std::move(conversion));
  }
  return conversions;
}

Problem applyConversions(Problem problem, const std::vector<Conversion>& conversions, bool strict) {
  for (const Conversion& conversion : conversions) {
    const auto operands = notation::accesses(problem.assignment.rhs);
    const notation::TensorVar* tensor = find(problem.assignment, conversion, operands);
    require(tensor != nullptr, "a conversion is of a tensor of the assignment");
    require(tensor->format.order() == conversion.to.order(), "a conversion keeps the order");
    const Format from = tensor->format;
    if (from == conversion.to) continue;
    if (strict) refuseStrictly(problem, conversion, from);
    if (problem.assignment.lhs.tensor.name == conversion.tensor) convertResult(problem, conversion, from);
    else convertOperand(problem, conversion, from);
  }
  return problem;
}

bool keepsPadding(const Format& from, const Format& to) {
  const auto before = planner::paddedModes(from), after = planner::paddedModes(to);
  return from.isFull() == to.isFull() && std::includes(before.begin(), before.end(), after.begin(), after.end());
}

Storage converted(const Storage& operand, const Format& format) {
  require(keepsPadding(operand.format, format), "operands are converted only to formats with the same padding");
  return repack(operand, format);
}

Storage stored(const exec::Evaluated& reference, const Format& wanted) {
  return expanded(wanted) == wanted ? reference.result : repack(reference.result, wanted);
}

exec::Evaluated inFormat(const exec::Evaluated& reference, const Format& wanted) {
  const Format format = expanded(wanted);
  const auto parallel = [&](const ValueArray<double>& numbers) {
    if (numbers.empty()) return numbers;
    Storage carrier{reference.result.dims, reference.result.format, reference.result.levels, numbers};
    return std::get<ValueArray<double>>(repack(carrier, format).values);
  };
  return {repack(reference.result, format), parallel(reference.magnitude), parallel(reference.operations),
          reference.termRoundings};
}

Finished finish(const Conversion& finally, const Storage& result, int runs) {
  Finished finished{{}, {finally.tensor, result.format, finally.to, finally.why}};
  const auto converted = [&] {
    return finally.type ? repack(wrappedTo(result, *finally.type), finally.to) : repack(result, finally.to);
  };
  finished.result = timed(result, runs, finished.receipt, converted);
  finished.receipt.ofResult = true;
  return finished;
}

}  // namespace stardust::driver
