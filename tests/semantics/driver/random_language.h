// Random assignments of the whole language: operators, reductions, formats, shapes, parallelization. A case is a value
// that prints itself, and that can be reduced.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cin/concretize.h"
#include "driver/reduce.h"
#include "format/widths.h"
#include "kernels.h"
#include "number_of_cases.h"
#include "operators/arithmetic.h"
#include "random_indices.h"
#include "random_reductions.h"
#include "random_transfers.h"

namespace stardust::tests {

inline driver::Reducible asReducible(const Case& c) {
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  return driver::reducible(problem);
}

struct RandomCase {
  struct Tensor {
    std::string name;
    std::vector<std::string> indices;
    Format format;
    Fill fill = Fill::Sparse;
    double density = 0.3;
    bool operand = true;
    std::vector<RandomIndex> computed{};  ///< the index of each mode, if some are computed; the format has these modes

    std::string text(const std::map<std::string, std::int64_t>& dims) const {
      std::vector<std::string> texts = indices;
      if (!computed.empty()) texts.clear();
      for (const RandomIndex& index : computed) texts.push_back(index.text(dims));
      return texts.empty() ? name : fmt::format("{}({})", name, fmt::join(texts, ","));
    }
    std::vector<std::int64_t> extents(const std::map<std::string, std::int64_t>& dims) const {
      std::vector<std::int64_t> all;
      if (computed.empty())
        for (const auto& index : indices) all.push_back(dims.at(index));
      for (const RandomIndex& index : computed) all.push_back(index.extent(dims));
      return all;
    }
  };
  std::string expression;
  std::vector<Tensor> tensors;
  std::map<std::string, std::int64_t> dims;
  ValueType type = ValueType::Int32;
  std::uint64_t seed = 0;
  int outerPar = 1, innerPar = 16;
  std::vector<std::string> schedule;         ///< commands; those that are illegal at their place are skipped
  std::vector<std::string> execution{};      ///< the same, for processors only
  std::vector<std::string> transfers{};      ///< the same, for the accelerator only
  std::map<std::string, ValueType> types{};  ///< of operands whose type is not that of the result
  std::optional<Case> reduced{};             ///< replaces expression, tensors, extents, types and seed

  Case build() const {
    if (reduced) return *reduced;
    std::vector<Operand> operands;
    for (const Tensor& t : tensors) {
      const auto own = types.find(t.name);
      operands.push_back({t.name, t.format, t.extents(dims), t.fill, t.density,
                          own == types.end() ? std::optional<ValueType>() : own->second});
    }
    Case c = makeCase(written(), operands, type, seed);
    if (!notation::hasComputedIndices(c.assignment))
      return seed % 8 == 3 ? withReducedPart(std::move(c), std::mt19937_64(seed + 5)) : c;
    for (const Tensor& t : tensors)
      for (const RandomIndex& index : t.computed)
        if (index.form == RandomIndex::Form::Gather)
          c.operands[index.other] = randomCoordinates(dims.at(index.var), index.extent(dims), seed + 7);
    return onViews(c, dims);
  }
  /// The expression; the accesses with computed indices depend on the extents.
  std::string written() const {
    std::string text = expression;
    for (const Tensor& t : tensors) {
      if (t.computed.empty()) continue;
      const std::string plain = Tensor{t.name, t.indices, {}}.text(dims);
      for (auto at = text.find(plain); at != std::string::npos; at = text.find(plain, at + 1))
        text.replace(at, plain.size(), t.text(dims));
    }
    return text;
  }
  /// The command that reproduces it.
  std::string command() const {
    if (reduced) return file();
    std::string text =
        fmt::format("stardust run \"{}\" -t={} --seed={} -s=\"environment(innerPar,{}),environment(outerPar,{})\"",
                    written(), toString(type), seed, innerPar, outerPar);
    for (const auto& [name, own] : types) text += fmt::format(" -t={}:{}", name, toString(own));
    for (const auto* commands : {&schedule, &execution, &transfers})
      for (const std::string& one : *commands) text.insert(text.find("\"", text.find("-s=") + 4), ", " + one);
    for (const auto& [var, extent] : dims) text += fmt::format(" --dim={}:{}", var, extent);
    for (const Tensor& t : tensors) {
      if (t.indices.empty()) continue;
      text += fmt::format(" -f={}:{}", t.name, toString(t.format));
      if (t.operand)
        text += t.fill == Fill::Dense ? fmt::format(" -g={}:d", t.name) : fmt::format(" -g={}:s:{}", t.name, t.density);
      if (!t.computed.empty()) text += fmt::format(":{}", fmt::join(t.extents(dims), ","));
      for (const RandomIndex& index : t.computed)
        if (index.form == RandomIndex::Form::Gather) text += fmt::format(" -g={}:d", index.other);
    }
    return text;
  }

 private:
  /// The kernel file of a reduced case, followed by its data.
  std::string file() const {
    std::vector<std::string> lines = {fmt::format("schedule environment(innerPar, {})", innerPar),
                                      fmt::format("schedule environment(outerPar, {})", outerPar)};
    for (const auto* commands : {&schedule, &execution, &transfers})
      for (const std::string& one : *commands) lines.push_back("schedule " + one);
    std::string text;
    const driver::Reducible kernel = asReducible(*reduced);
    for (const auto& [name, content] : driver::filesOf(kernel, "reduced", ".", lines))
      text += fmt::format("\n--- {}\n{}", name, content);
    return text;
  }
};

/// The types of a case: those of an accelerator's words, which all tensors share; or any types, which operands may mix.
enum class Types { Words, All };

/// Generates cases. Expressions are trees over tensors of order 0 to 4 and literals; the result has some of the
/// variables.
class RandomLanguage {
 public:
  explicit RandomLanguage(std::uint64_t seed, Types types = Types::Words) : random_(seed), types_(types) {}

  RandomCase draw() {
    RandomCase c;
    tensors_.clear();
    const int variables = 1 + pick(4);
    vars_.assign({"i", "j", "k", "l"});
    vars_.resize(static_cast<std::size_t>(variables));
    std::int64_t space = 1;
    for (const auto& var : vars_) {  // small enough for a program that visits all of it
      c.dims[var] = std::min<std::int64_t>(extent(), std::max<std::int64_t>(1, 4000 / space));
      space *= c.dims[var];
    }
    c.type = type_ = types_ == Types::All ? anyType() : chance(0.5) ? ValueType::Int32 : ValueType::Float32;
    std::string right = expression(1 + pick(3));
    const bool isRealPart = isComplex(type_) && chance(0.3);
    if (isRealPart) right = realPart(right), type_ = realOf(type_);
    std::vector<std::string> used;
    for (const auto& t : tensors_)
      for (const auto& index : t.indices)
        if (std::find(used.begin(), used.end(), index) == used.end()) used.push_back(index);
    std::shuffle(used.begin(), used.end(), random_);
    RandomCase::Tensor result{"R", {}, {}, Fill::Sparse, 0, false};
    for (const auto& var : used)
      if (result.indices.size() < 3 && chance(0.65)) result.indices.push_back(var);
    result.format = format(static_cast<int>(result.indices.size()));
    c.expression = fmt::format("{} {} {}", text(result), chance(0.75) ? "=" : reduction(), right);
    c.tensors = tensors_;
    c.tensors.push_back(result);
    if (isRealPart) c.types[result.name] = realOf(c.type);
    for (auto var = c.dims.begin(); var != c.dims.end();)
      var = std::find(used.begin(), used.end(), var->first) == used.end() ? c.dims.erase(var) : std::next(var);
    c.seed = random_() >> 1;
    if (types_ == Types::All) mixTypes(c);
    if (!used.empty() && chance(0.35)) schedule(c, used);
    if (chance(0.3)) c.schedule.push_back(fmt::format("environment(scanDensity, {})", chance(0.5) ? 0 : 100));
    c.transfers = randomTransfers(c.tensors, std::mt19937_64(c.seed + 4));
    c.innerPar = chance(0.7) ? 16 : 1 + pick(16);
    c.outerPar = chance(0.5) ? 1 : 1 + pick(8);
    c.execution = positions(c, std::mt19937_64(c.seed + 1));
    for (const std::string& command : execution(c.seed, used)) c.execution.push_back(command);
    compute(c, std::mt19937_64(c.seed + 2));
    stateWidths(c.tensors, std::mt19937_64(c.seed + 3));
    const bool assigns = c.expression.find(" = ") != std::string::npos;
    for (RandomCase::Tensor& t : c.tensors)
      changeLevel(t, t.operand || assigns, c, std::mt19937_64(c.seed + t.name[0]));
    return c;
  }

 private:
  // Gives some operands computed indices. Uses a generator of its own, so that the rest of the case does not change.
  static void compute(RandomCase& c, std::mt19937_64 random) {
    if (random() % 4 != 0) return;
    for (RandomCase::Tensor& t : c.tensors) {
      const std::set<std::string> distinct(t.indices.begin(), t.indices.end());
      const bool isPlain = std::all_of(t.format.levels().begin(), t.format.levels().end(),
                                       [](const LevelFormat& level) { return level == dense || level == compressed; });
      if (!t.operand || t.indices.empty() || distinct.size() < t.indices.size() || random() % 2 != 0) continue;
      std::vector<RandomIndex> indices;
      for (std::size_t m = 0; m < t.indices.size(); ++m) {
        const std::string& var = t.indices[m];
        const std::string next = isPlain && m + 1 < t.indices.size() ? t.indices[m + 1] : "";
        indices.push_back(random() % 2 ? randomIndex(var, next, t.name, random)
                                       : RandomIndex{RandomIndex::Form::Variable, var});
        if (indices.back().form == RandomIndex::Form::Sum) ++m;  // it has both variables
      }
      if (isPlain && random() % 4 == 0) indices.push_back({RandomIndex::Form::Constant, {}, {}, 1, 2});
      const auto isVariable = [](const RandomIndex& index) { return index.form == RandomIndex::Form::Variable; };
      if (std::all_of(indices.begin(), indices.end(), isVariable)) continue;
      t.format = formatOf(t.format, indices.size());
      t.computed = std::move(indices);
    }
  }

  // The format with another number of modes.
  static Format formatOf(const Format& format, std::size_t order) {
    if (static_cast<std::size_t>(format.order()) == order) return format;
    std::vector<LevelFormat> levels = format.levels();
    levels.resize(order, levels.back());
    return Format(std::move(levels), denseFormat(static_cast<int>(order)).modeOrder());
  }

  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  double number() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  bool chance(double p) { return number() < p; }

  ValueType anyType() {
    const auto rows = valueTypes();
    return rows[static_cast<std::size_t>(pick(static_cast<int>(rows.size())))].type;
  }
  // A third of the operands have a type of their own, which the type of the result holds.
  void mixTypes(RandomCase& c) {
    for (const RandomCase::Tensor& t : c.tensors)
      if (const ValueType own = anyType(); t.operand && chance(0.33) && convertsTo(own, c.type)) c.types[t.name] = own;
  }

  std::int64_t extent() {
    const double x = number();
    return x < 0.15 ? 1 : x < 0.85 ? 2 + pick(8) : x < 0.97 ? 10 + pick(40) : 500 + pick(700);
  }

  Format format(int order) {
    std::vector<LevelFormat> levels;
    std::vector<int> modes;
    const bool coordinates = order > 1 && chance(0.06);
    for (int l = 0; l < order; ++l) {
      const double x = number();
      levels.push_back(coordinates ? (l == 0 ? compressedNonUnique : singleton)
                       : x < 0.35  ? dense
                       : x < 0.43  ? bitvector
                                   : compressed);
      modes.push_back(l);
    }
    if (order > 0 && !coordinates && chance(0.08)) levels.back() = runLength;
    if (chance(0.25)) std::shuffle(modes.begin(), modes.end(), random_);
    return Format(levels, modes);
  }

  // Uses a generator of its own, so that the rest of the case does not change.
  static std::vector<std::string> execution(std::uint64_t seed, const std::vector<std::string>& vars) {
    std::mt19937_64 random(seed);
    std::vector<std::string> commands;
    for (const char* part : {"", "o", "i"})
      for (const std::string& var : vars) switch (random() % 6) {
          case 0: commands.push_back(fmt::format("unroll({}{}, {})", var, part, 2 + random() % 7)); break;
          case 1: commands.push_back(fmt::format("vectorize({}{})", var, part)); break;
          case 2: commands.push_back(fmt::format("parallelize({}{}, CPUThread)", var, part)); break;
          default: break;
        }
    return commands;
  }

  // Of every width, one tensor in twelve states it.
  static void stateWidths(std::vector<RandomCase::Tensor>& tensors, std::mt19937_64 random) {
    for (RandomCase::Tensor& tensor : tensors) {
      Widths widths;
      for (const WidthWord& word : widthWords())
        if (random() % 12 == 0 && !tensor.format.isDense()) widths.*word.array = word.width;
      tensor.format = tensor.format.with(widths);
    }
  }

  // In a quarter of the tensors, a level has another format. Uses a generator of its own. A result whose absent entries
  // are not 0 cannot have padding.
  static void changeLevel(RandomCase::Tensor& tensor, bool mayPad, const RandomCase& c, std::mt19937_64 random) {
    std::vector<LevelFormat> levels = tensor.format.levels();
    if (levels.empty() || random() % 4 != 0) return;
    const std::size_t l = random() % levels.size();
    if (levels[l] != dense && levels[l] != compressed && levels[l] != bitvector) return;
    std::vector<LevelFormat> legal = {hashTable};
    if (mayPad) legal.insert(legal.end(), {ranged, fixedLength});
    if (mayPad && l == 1 && levels.size() == 2 && levels[0] == dense) {
      legal.insert(legal.end(), {sharedDiagonals, denseBlocks, sharedDiagonals, denseBlocks});
      if (tensor.operand && tensor.computed.empty()) legal.insert(legal.end(), {lowerTriangle, upperTriangle});
      if (tensor.operand && tensor.computed.empty() && c.dims.at(tensor.indices[0]) == c.dims.at(tensor.indices[1]))
        legal.push_back(symmetricTriangle);
    }
    levels[l] = legal[random() % legal.size()];
    tensor.format = tensor.format.with(std::move(levels), tensor.format.modeOrder());
    const bool isSquare = tensor.operand && tensor.computed.empty() && tensor.indices.size() == 2 &&
                          c.dims.at(tensor.indices[0]) == c.dims.at(tensor.indices[1]);
    if (isSquare && tensor.format.level(0) != ranged && tensor.format.level(0) != fixedLength &&
        tensor.format.level(1) == hashTable)
      tensor.format = tensor.format.asSymmetric();
    if (tensor.format.block().rows > 0)
      tensor.format = tensor.format.with(Block{1 + static_cast<int>(random() % 4), 1 + static_cast<int>(random() % 4)});
    if (tensor.fill == Fill::Dense && !tensor.format.isFull()) tensor.fill = Fill::Sparse;
  }

  // The positions of some operand, all of them or in chunks, of one level or of two fused ones.
  static std::vector<std::string> positions(const RandomCase& c, std::mt19937_64 random) {
    std::vector<const RandomCase::Tensor*> stored;
    for (const RandomCase::Tensor& t : c.tensors)
      if (t.operand && !t.indices.empty() && !t.format.isDense()) stored.push_back(&t);
    if (stored.empty() || random() % 3 != 0) return {};
    return positionsOf(*stored[random() % stored.size()], random);
  }

 public:
  static std::vector<std::string> positionsOf(const RandomCase::Tensor& tensor, std::mt19937_64& random) {
    const auto var = [&](int level) { return tensor.indices.at(static_cast<std::size_t>(tensor.format.mode(level))); };
    const int last = static_cast<int>(random() % tensor.indices.size());
    std::string counted = var(last);
    std::vector<std::string> commands;
    for (int level = last - 1; level >= 0 && random() % 4 != 0; --level) {
      commands.push_back(fmt::format("fuse({}, {}, f{})", var(level), counted, level));
      counted = fmt::format("f{}", level);
    }
    commands.push_back(fmt::format("pos({}, p, {}({}))", counted, tensor.name, fmt::join(tensor.indices, ",")));
    if (random() % 3 != 0)
      commands.push_back(fmt::format("{}(p, po, pi, {})", random() % 4 ? "split_up" : "split_down", 1 + random() % 5));
    if (random() % 6 == 0) commands.push_back("split_up(po, poo, poi, 2)");
    if (random() % 6 == 0) commands.push_back("split_up(pi, pio, pii, 2)");
    if (random() % 6 == 0) commands.push_back("reorder(pi, po)");
    for (const char* part : {"p", "po", "poo", "pi", "pio", "pii"}) {
      if (random() % 2) commands.push_back(fmt::format("parallelize({}, CPUThread)", part));
      if (random() % 8 == 0) commands.push_back(fmt::format("unroll({}, 3)", part));
      if (random() % 8 == 0) commands.push_back(fmt::format("vectorize({})", part));
    }
    return commands;
  }

 private:
  void schedule(RandomCase& c, std::vector<std::string> loops) {
    for (int n = 1 + pick(3); n > 0; --n) {
      const std::string var = loops[static_cast<std::size_t>(pick(static_cast<int>(loops.size())))];
      const std::string other = loops[static_cast<std::size_t>(pick(static_cast<int>(loops.size())))];
      const double x = number();
      if (x < 0.5) {
        c.schedule.push_back(
            fmt::format("{}({}, {}o, {}i, {})", x < 0.3 ? "split_up" : "split_down", var, var, var, 1 + pick(6)));
        loops.push_back(var + "o");
        loops.push_back(var + "i");
      } else if (x < 0.65) {
        c.schedule.push_back(fmt::format("fuse({}, {}, {}{})", var, other, var, other));
        loops.push_back(var + other);
      } else {
        c.schedule.push_back(fmt::format("reorder({}, {})", var, other));
      }
    }
  }

  static std::string text(const RandomCase::Tensor& t) { return t.text({}); }

  std::string access() {
    if (!tensors_.empty() && chance(0.1))
      return text(tensors_[static_cast<std::size_t>(pick(static_cast<int>(tensors_.size())))]);
    RandomCase::Tensor t;
    t.name = std::string(1, static_cast<char>('A' + tensors_.size()));
    const int order = std::min(1 + pick(3), static_cast<int>(vars_.size()));
    std::vector<std::string> shuffled = vars_;
    if (chance(0.3)) std::shuffle(shuffled.begin(), shuffled.end(), random_);
    for (const auto& var : shuffled)
      if (static_cast<int>(t.indices.size()) < order && chance(0.8)) t.indices.push_back(var);
    if (t.indices.empty()) t.indices.push_back(shuffled.front());
    if (t.indices.size() > 1 && chance(0.04)) t.indices[1] = t.indices[0];
    t.format = format(static_cast<int>(t.indices.size()));
    static const double densities[] = {0, 0.02, 0.1, 0.3, 0.3, 0.6, 1};
    t.density = densities[pick(7)];
    if (t.format.isDense() && chance(0.7)) t.fill = Fill::Dense;
    tensors_.push_back(t);
    return text(t);
  }

  std::string expression(int depth) {
    const bool isTruth = type_ == ValueType::Bool;
    if (depth == 0 || chance(0.15)) return leaf();
    const double x = number();
    if (x < 0.06) return negated(expression(depth - 1));
    if (x < 0.18) return call(depth);
    const char* op = x < 0.5 ? " + " : x < 0.6 && !isTruth ? " - " : " * ";
    return fmt::format("({}{}{})", expression(depth - 1), op, expression(depth - 1));
  }

  // A real number of a complex one.
  std::string realPart(const std::string& complex) {
    static const char* forms[] = {"abs({})", "real({})", "imag({})", "min(abs({}), 2)", "floor(real({}))", "arg({})"};
    return fmt::format(fmt::runtime(forms[pick(6)]), complex);
  }

  // A number, the value of an index, or an access.
  std::string leaf() {
    const double x = number();
    const bool isTruth = type_ == ValueType::Bool;
    if (x < 0.08 && isComplex(type_) && pick(2) == 0) return std::to_string(1 + pick(4)) + "i";
    if (x < 0.08) return std::to_string(isTruth ? pick(2) : 1 + pick(4));
    if (x < 0.12 && !tensors_.empty()) {
      const std::vector<std::string>& indices = tensors_.back().indices;
      const std::string& index = indices[static_cast<std::size_t>(pick(static_cast<int>(indices.size())))];
      return isTruth ? fmt::format("({} > 0)", index) : index;
    }
    return access();
  }

  // A negative literal is refused for unsigned integers.
  std::string negated(const std::string& operand) const {
    if (type_ == ValueType::Bool) return fmt::format("!({})", operand);
    const bool isNumber = operand.find_first_not_of("0123456789") == std::string::npos;
    return isNumber && rowOf(type_).kind == ValueKind::Unsigned ? operand : fmt::format("-({})", operand);
  }

  // An assignment operator that reduces the whole right-hand side.
  std::string reduction() {
    std::vector<std::string> signs;
    for (const operators::Operator& op : operators::table())
      if (notation::reducesAll(&op) && operators::canReduce(op) && operators::takes(op, type_))
        signs.push_back(std::string(op.text) + "=");
    if (!isComplex(type_))  // declared reductions are of real numbers
      for (const char* declared : {"longest=", "lexmin=", "added="}) signs.emplace_back(declared);
    return signs[static_cast<std::size_t>(pick(static_cast<int>(signs.size())))];
  }

  // A function of the table. Functions of floats only are partial: their argument is mostly nonnegative.
  std::string call(int depth) {
    std::vector<operators::Op> functions;
    for (const operators::Operator& op : operators::table())
      if (operators::callName(op) && operators::takes(op, type_) && !op.undefinedAt0) functions.push_back(&op);
    const operators::Operator& op = *functions[static_cast<std::size_t>(pick(static_cast<int>(functions.size())))];
    const bool partial = !operators::takes(op, ValueType::Int32) && chance(0.8);
    std::vector<std::string> operands;
    for (std::size_t n = 0; n < op.arity; ++n) {
      const std::string operand = expression(depth - 1);
      operands.push_back(partial ? "abs(" + operand + ")" : operand);
    }
    if (chance(0.5)) return fmt::format("{}({})", operators::callName(op), fmt::join(operands, ", "));
    for (std::string& operand : operands)
      if (op.fixity != operators::Fixity::Function) operand = "(" + operand + ")";
    return "(" + operators::written(op, operands) + ")";
  }

  std::mt19937_64 random_;
  Types types_;
  ValueType type_ = ValueType::Float32;
  std::vector<std::string> vars_;
  std::vector<RandomCase::Tensor> tensors_;
};

/// The commands of the case that are legal in sequence.
inline std::string legal(const RandomCase& random, const notation::Assignment& assignment) {
  std::string kept;
  if (random.schedule.empty()) return kept;
  cin::Stmt stmt = cin::concretize(assignment);
  for (const std::string& command : random.schedule) {
    try {
      stmt = schedule::apply(stmt, schedule::parse(makeSource("-s", command)));
      kept += ", " + command;
    } catch (const Error& error) {
      if (error.diagnostic().family == Family::Internal) throw;
    }
  }
  return kept;
}

/// Whether all functions of the expression are defined for integers.
inline bool hasIntegers(const std::string& expression) {
  return std::all_of(operators::table().begin(), operators::table().end(), [&](const operators::Operator& op) {
    const char* name = operators::callName(op);
    return !name || operators::takes(op, ValueType::Int32) ||
           expression.find(std::string(name) + "(") == std::string::npos;
  });
}

/// Reduces a case while it still disagrees.
template <class Disagrees>
RandomCase shrunk(RandomCase c, Disagrees disagrees) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::vector<RandomCase> candidates;
    for (const auto& [var, extent] : c.dims) {
      for (const std::int64_t less : {std::int64_t{1}, extent / 2, extent - 1}) {
        if (less < 1 || less >= extent) continue;
        candidates.push_back(c);
        candidates.back().dims[var] = less;
      }
    }
    for (const auto commands : {&RandomCase::schedule, &RandomCase::execution, &RandomCase::transfers})
      for (std::size_t s = 0; s < (c.*commands).size(); ++s) {
        candidates.push_back(c);
        auto& fewer = candidates.back().*commands;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(s));
      }
    if (c.outerPar > 1) (candidates.emplace_back(c), candidates.back().outerPar = 1);
    if (c.type != ValueType::Int32 && hasIntegers(c.expression))
      (candidates.emplace_back(c), candidates.back().type = ValueType::Int32, candidates.back().types.clear());
    for (const auto& [name, own] : c.types) (candidates.emplace_back(c), candidates.back().types.erase(name));
    for (std::size_t t = 0; t < c.tensors.size(); ++t)
      if (c.tensors[t].format.widths() != Widths{})
        (candidates.emplace_back(c), candidates.back().tensors[t].format = withoutWidths(c.tensors[t].format));
    for (std::size_t t = 0; t < c.tensors.size(); ++t)
      if (!c.tensors[t].format.isDense())
        (candidates.emplace_back(c), candidates.back().tensors[t].format = denseFormat(c.tensors[t].format.order()));
    for (const RandomCase& candidate : candidates) {
      if (!disagrees(candidate)) continue;
      c = candidate;
      smaller = true;
      break;
    }
  }
  return c;
}

/// The same, with the smallest expression and the fewest entries that disagree.
template <class Disagrees>
RandomCase reduced(const RandomCase& c, const Disagrees& disagrees) {
  const auto with = [&](const driver::Reducible& kernel) {
    RandomCase smaller = c;
    smaller.reduced = {kernel.assignment, driver::operandsOf(kernel)};
    return smaller;
  };
  const auto fails = [&](const driver::Reducible& kernel) {
    try {
      return disagrees(with(kernel));
    } catch (const Error&) {  // not a kernel any more
      return false;
    }
  };
  const driver::Reducible whole = asReducible(c.build());
  return fails(whole) ? with(driver::reduced(whole, fails)) : c;
}

}  // namespace stardust::tests
