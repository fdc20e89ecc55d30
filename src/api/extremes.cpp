// argmin= and argmax= of the C++ API: the index of an extreme value, by way of two or three tensors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/nodes.h"
#include "format/named.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"
#include "notation/parse.h"
#include "notation/positions.h"
#include "notation/views.h"

namespace stardust {

namespace {

using Tensor = std::shared_ptr<api::TensorState>;

void collect(const IndexVar& var, std::vector<IndexVar>& vars) {
  if (std::find(vars.begin(), vars.end(), var) == vars.end()) vars.push_back(var);
}

void collect(const api::Node& node, std::vector<IndexVar>& vars) {
  match(
      node.kind,
      [&](const api::AccessNode& access) {
        for (const Index& index : access.indices)
          for (const auto& term : index.node()->terms)
            for (const IndexVar& var : term.variables) collect(var, vars);
      },
      [&](const api::IndexValueNode& value) { collect(value.var, vars); }, [](const notation::Literal&) {},
      [&](const api::CallNode& call) {
        for (const auto& operand : call.operands) collect(*operand, vars);
      });
}

// The type in which the terms are computed.
ValueType typeOf(const api::Node& terms) {
  std::optional<ValueType> type;
  for (const Tensor& operand : operandsOf(terms)) type = type ? promoted(*type, operand->type) : operand->type;
  return type.value_or(ValueType::Int32);
}

// Index values are exact up to this number.
std::int64_t mostExact(ValueType type) {
  return type == ValueType::Float32 ? std::int64_t{1} << 24 : notation::noIndex;
}

// For p(i) argmin= e, the definitions
//     p_term(i,j) min= e                                (unless e is an access)
//     p_extreme(i) min= p_term(i,j)
//     p_at(i,j) min= p_term(i,j) <= p_extreme(i)
//     p_index(i) min= select(p_at(i,j), j, noIndex)
//     p(i) = select(p_index(i) < noIndex, p_index(i), -1)
// min= has the terms at which all their sparse operands are stored.
class Extreme {
 public:
  Extreme(const Tensor& result, const std::vector<Index>& indices, bool isLeast, const IndexExpr& terms)
      : result_(result), isLeast_(isLeast), terms_(terms), type_(typeOf(*terms.node())) {
    const api::Definition definition{indices, isLeast ? operators::min : operators::max, terms.node(), nullptr};
    api::Naming naming;
    naming.keepGiven(result, definition);
    const notation::Assignment assignment = convert(result, definition, naming);
    notation::verify(assignment);
    findVariables(assignment, naming);
    findExtents(assignment, definition, naming);
    requireExact(result->type);
  }

  /// The value of the result.
  IndexExpr value() const {
    const Access source = asAccess();
    const Format ofKept = denseFormat(static_cast<int>(kept_.size()));
    Access extreme = computed("extreme", kept_, type_, ofKept);
    isLeast_ ? extreme.minEquals(source) : extreme.maxEquals(source);
    Access at = computed("at", variables_, ValueType::Bool, formatOfTerms());
    at.minEquals(call(isLeast_ ? "less_equal" : "greater_equal", {source, extreme}));
    Access index = computed("index", kept_, ValueType::Int32, ofKept);
    index.minEquals(call("select", {at, stardust::value(over_), notation::noIndex}));
    return call("select", {call("less", {index, notation::noIndex}), index, -1});
  }

 private:
  std::string sign() const { return isLeast_ ? "argmin=" : "argmax="; }

  void findVariables(const notation::Assignment& assignment, api::Naming& naming) {
    const std::vector<notation::IndexVar> read = notation::freeVariables(assignment.rhs);
    const std::vector<notation::IndexVar> reduced = notation::reductionVariables(assignment.rhs, assignment.lhs);
    if (reduced.size() != 1)
      failUser(reduced.empty()
                   ? fmt::format("{} reduces nothing", sign())
                   : fmt::format("{} finds one index, but {} are reduced", sign(), fmt::join(reduced, " and ")),
               {}, {}, reduced.empty() ? "leave an index variable out on the left" : "reduce one of them before");
    std::vector<IndexVar> all;
    collect(*terms_.node(), all);
    for (const IndexVar& var : all) {
      const notation::IndexVar name = naming.of(var);
      if (std::find(read.begin(), read.end(), name) == read.end()) continue;  // of a reduction inside
      if (name == reduced.front()) over_ = var;
      else kept_.push_back(var);
      variables_.push_back(var);
    }
  }

  void findExtents(const notation::Assignment& assignment, const api::Definition& definition, api::Naming& naming) {
    const notation::Extents known = separated(assignment, definition, naming).computed.extents;
    notation::requireKnown(assignment, known);
    for (const IndexVar& var : variables_) extents_.emplace(var.id(), known.at(naming.of(var)).value);
  }

  void requireExact(ValueType ofResult) const {
    if (isComplex(ofResult) || rowOf(ofResult).bytes < 4)
      failUser(fmt::format("{} gives indices, but {} holds values of type {}", sign(), result_->describe(),
                           toString(ofResult)),
               {}, {}, "declare it Tensor<int>");
    if (extents_.at(over_.id()) > mostExact(ofResult))
      failUnsupported(fmt::format("indices of an extent of {} as {}", extents_.at(over_.id()), toString(ofResult)), {},
                      fmt::format("they are exact up to {}", mostExact(ofResult)));
  }

  const api::AccessNode* read() const { return std::get_if<api::AccessNode>(&terms_.node()->kind); }

  // A tensor in it stores at least the coordinates at which all sparse operands of the terms are stored.
  Format formatOfTerms() const {
    const auto order = static_cast<int>(variables_.size());
    const bool isDense =
        read() && read()->tensor->format.levels() == denseFormat(read()->tensor->format.order()).levels();
    return isDense || order == 0 ? denseFormat(order) : sparseFormat(extentsOf(variables_));
  }

  std::vector<std::int64_t> extentsOf(const std::vector<IndexVar>& vars) const {
    std::vector<std::int64_t> extents;
    for (const IndexVar& var : vars) extents.push_back(extents_.at(var.id()));
    return extents;
  }

  Access asAccess() const {
    if (read()) return {read()->tensor, read()->indices};
    Access term = computed("term", variables_, type_, formatOfTerms());
    term.minEquals(terms_);
    return term;
  }

  Access computed(const char* what, const std::vector<IndexVar>& vars, ValueType type, Format format) const {
    auto tensor = std::make_shared<api::TensorState>();
    if (!result_->name.empty()) tensor->name = fmt::format("{}_{}", result_->name, what);
    tensor->dims = extentsOf(vars);
    tensor->format = std::move(format);
    tensor->type = type;
    return {std::move(tensor), {vars.begin(), vars.end()}};
  }

  const Tensor result_;
  const bool isLeast_;
  const IndexExpr terms_;
  const ValueType type_;
  IndexVar over_;
  std::vector<IndexVar> kept_, variables_;
  std::map<std::shared_ptr<const std::string>, std::int64_t> extents_;
};

}  // namespace

void Access::argminEquals(const IndexExpr& rhs) { *this = Extreme(tensor_, indices_, true, rhs).value(); }
void Access::argmaxEquals(const IndexExpr& rhs) { *this = Extreme(tensor_, indices_, false, rhs).value(); }

}  // namespace stardust
