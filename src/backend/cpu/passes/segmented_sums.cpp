#include "backend/cpu/passes/segmented_sums.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/dot.h"
#include "loops/idioms/range_sum.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// A loop over fibers whose body contains one dot product per fiber, as a statement of its own.
struct Fibers {
  const For* loop;
  std::size_t sum;  ///< index of that statement in the body
  std::string pos;
  Dot dot;
};

class SegmentedSums {
 public:
  SegmentedSums(const Function& function, const machine::Processor::Fibers& from)
      : from_(from), names_(namesOf(function)) {
    for (const Parameter& p : function.parameters) parameters_.insert(p.name);
  }

  Body at(const Body& body, std::size_t n) {
    const auto* loop = std::get_if<For>(&body[n]->kind);
    const auto fibers = loop && isPlain(*loop) ? fibersOf(body, n, *loop) : std::nullopt;
    return fibers ? either(*fibers) : Body();
  }

 private:
  std::optional<Fibers> fibersOf(const Body& body, std::size_t n, const For& loop) const {
    if (!isFiber(loop, letsIn(body, n))) return std::nullopt;
    std::optional<Fibers> found;
    for (std::size_t at = 0; at < loop.body.size(); ++at) {
      const auto* assign = std::get_if<Assign>(&loop.body[at]->kind);
      const auto* added = assign ? std::get_if<Binary>(&assign->value->kind) : nullptr;
      const auto* sum = added && added->op == BinaryOp::Add ? std::get_if<Variable>(&added->left->kind) : nullptr;
      const auto dot = sum && sum->name == assign->name ? idiomIn<Dot>(added->right) : std::nullopt;
      if (!dot || !isFloat(assign->value->type)) continue;
      if (found) return std::nullopt;
      const Lets lets = letsIn(loop.body, at);
      const auto pos =
          fiberOf(meaning(dot->begin, lets), meaning(dot->end, lets), variable(loop.var, loop.begin->type));
      if (!pos) return std::nullopt;
      found = Fibers{&loop, at, *pos, *dot};
    }
    return found && isUnchanged(*found) ? found : std::nullopt;
  }
  // Whether the loop is over the fibers of one parent: from pos[at] until pos[at + 1] of an operand.
  bool isFiber(const For& loop, const Lets& outside) const {
    const Expr &begin = meaning(loop.begin, outside), &end = meaning(loop.end, outside);
    const auto* first = std::get_if<Load>(&begin->kind);
    return first && parameters_.count(first->array) != 0 && fiberOf(begin, end, first->index);
  }
  // Whether the body leaves the operands of the products unchanged.
  static bool isUnchanged(const Fibers& fibers) {
    const NamesIn body = namesIn(fibers.loop->body);
    std::set<std::string> read = {fibers.dot.values, fibers.dot.crd, fibers.dot.x, fibers.pos};
    collectReads(fibers.dot.base, read);
    return std::none_of(read.begin(), read.end(), [&](const std::string& name) {
      return name == fibers.loop->var || body.written.count(name) || body.declared.count(name);
    });
  }

  Body either(const Fibers& fibers) {
    const For& loop = *fibers.loop;
    const auto& sum = std::get<Assign>(loop.body[fibers.sum]->kind);
    const Type type = sum.value->type;
    const std::string products = names_.fresh("products"), entryName = names_.fresh("entry");
    const Expr entry = variable(entryName, Type::I64);
    const auto pos = [&](const Expr& at) { return load(fibers.pos, Type::I64, at); };
    Body out;
    const Expr first = named(names_, out, "first_entry", pos(loop.begin)),
               entries = named(names_, out, "entries", subtract(pos(loop.end), first));
    const Expr at = add(first, entry), coordinate = cast(Type::I64, load(fibers.dot.crd, Type::I32, at));
    const Expr product = binary(BinaryOp::Mul, load(fibers.dot.values, type, at),
                                load(fibers.dot.x, type, add(fibers.dot.base, coordinate)));
    Body summed = loop.body;
    const RangeSum range{products, subtract(fibers.dot.begin, first), subtract(fibers.dot.end, first)};
    summed[fibers.sum] = assign(sum.name, binary(BinaryOp::Add, variable(sum.name, type), idiomExpr(type, range)));
    const std::string fiber = names_.fresh(loop.var);
    summed = substituted(summed, {{loop.var, variable(fiber, loop.begin->type)}}, renamed(names_, {&loop.body}));
    const Expr few =
        both(binary(BinaryOp::Le, entries, index(from_.mostProducts)),
             binary(BinaryOp::Le, entries, multiply(subtract(loop.end, loop.begin), index(from_.shortSum))));
    out.push_back(ifThen(few,
                         {note("multiply all entries of the fibers"), allocate(products, type, entries),
                          forLoop(entryName, index(0), entries, {store(products, entry, product)}),
                          note("sum up each fiber"), forLoop(fiber, loop.begin, loop.end, std::move(summed))},
                         {forLoop(loop.var, loop.begin, loop.end, loop.body)}));
    return out;
  }

  const machine::Processor::Fibers from_;
  Names names_;
  std::set<std::string> parameters_;
};

}  // namespace

Function withSegmentedSums(const Function& function, const machine::Processor& processor) {
  SegmentedSums sums(function, processor.fibers);
  return {function.name, function.parameters,
          rewrittenAt(function.body, [&](const Body& body, std::size_t n) { return sums.at(body, n); })};
}

}  // namespace stardust::loops
