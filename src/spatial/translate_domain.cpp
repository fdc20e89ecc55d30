// Domains of loops: counters, or the set bits of a scan; and the combination of a Reduce.
#include <fmt/format.h>

#include <type_traits>

#include "spatial/syntax.h"
#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;

/// end | begin until end | begin::end | begin::step::end, then by and par
Counter counter(const Tree& tree) {
  if (isName(tree, "*")) failUnprinted("a loop without end", tree->where);
  const Tree* at = &tree;
  Counter result{{}, {}, {}, {}};
  if (const auto parallel = infix(*at, "par")) {
    result.par = expression(parallel->right);
    at = &parallel->left;
  }
  if (const auto step = infix(*at, "by")) {
    result.step = expression(step->right);
    at = &step->left;
  }
  if (infix(*at, "to"))
    failUser("\"to\" makes a Scala range, not a counter", (*at)->where, {}, "write until; the end is exclusive");
  const auto until = infix(*at, "until");
  if (const auto range = until ? until : infix(*at, "::")) {
    result.begin = expression(range->left);
    at = &range->right;
    if (const auto stepped = infix(*at, "::")) {
      result.step = expression(stepped->left);
      at = &stepped->right;
    }
  }
  result.end = expression(*at);
  if (!result.begin) result.begin = number(0, tree->where);
  if (!result.step) result.step = number(1, tree->where);
  if (!result.par) result.par = number(1, tree->where);
  return result;
}

namespace {

std::string vectorOfScan(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);  // fifo.deq()
  const auto* method = as<SelectTree>(apply && apply->arguments.empty() ? apply->function : tree);
  if (!method || method->name != "deq") failExpected("the words of a bit vector, fifo.deq", tree);
  return identifier(method->object, "a FIFO of bit vectors");
}

/// Scan(par, bits, "or", a.deq, b.deq)
Scan scan(const Tree& tree, const ApplyTree& apply) {
  Arguments arguments(tree, apply, "Scan");
  Scan result;
  result.par = expression(arguments.next("the par of the scan"));
  result.bits = expression(arguments.next("the number of bits"));
  const auto& modeTree = arguments.next("\"and\" or \"or\"");
  const auto mode = quoted(modeTree, "\"and\" or \"or\"");
  if (mode != "and" && mode != "or") {
    failUser(fmt::format("a scan has no mode \"{}\"", mode), modeTree->where, {},
             "it intersects with \"and\" and unites with \"or\"");
  }
  result.mode = mode == "and" ? Scan::Mode::And : Scan::Mode::Or;
  if (arguments.isEmpty()) failExpected("a bit vector", endOf(tree), "write Scan(par, bits, \"or\", fifo.deq)");
  while (!arguments.isEmpty()) {
    const auto& vector = arguments.next("a bit vector");
    if (result.vectors.size() == 2) {
      failUnsupported("a scan of more than two bit vectors", vector->where, "the scanner compares two",
                      "combine words first: f.enq(a.deq | b.deq)");
    }
    result.vectors.push_back(vectorOfScan(vector));
  }
  return result;
}

}  // namespace

template <class Loop>
void domain(Loop& loop, const Tree& call, const ApplyTree& apply) {
  constexpr bool isReduce = std::is_same_v<Loop, Reduce>;
  Arguments arguments(call, apply, isReduce ? "Reduce" : "Foreach");
  const auto& first = arguments.next("a counter");
  const auto* scanned = as<ApplyTree>(first);
  const bool isOfReduce = scanned && isName(scanned->function, "ScanRed");
  if (!isOfReduce && !(scanned && isName(scanned->function, "Scan"))) {
    loop.counters.push_back(counter(first));
    while (!arguments.isEmpty()) loop.counters.push_back(counter(arguments.next("a counter")));
    return;
  }
  if (!isReduce && isOfReduce) failUser("ScanRed is the scan of a Reduce", scanned->function->where, {}, "write Scan");
  loop.scan = scan(first, *scanned);
  if (!arguments.isEmpty())
    failUnsupported("a scan is the only domain of its loop", arguments.next("")->where, {}, "nest the loops");
}

template void domain(Foreach& loop, const Tree& call, const ApplyTree& apply);
template void domain(Reduce& loop, const Tree& call, const ApplyTree& apply);

/// { _ + _ }, { min(_, _) } or { (a, b) => a + b }
ReduceOp combiner(const Tree& tree) {
  const auto* function = as<LambdaTree>(tree);
  const auto fail = [&] [[noreturn]] {
    failUnsupported("only _ + _, _ * _, min and max can be reduced", function ? function->body->where : tree->where);
  };
  if (!function || function->parameters.size() != 2) fail();
  const auto isParameter = [&](const Tree& operand, std::size_t i) {
    const auto& parameter = function->parameters[i];
    return parameter.kind == Pattern::Kind::Bind && isName(operand, parameter.name);
  };
  const auto& body = unbraced(function->body);
  for (const auto& [op, text] : {std::pair{ReduceOp::Add, "+"}, std::pair{ReduceOp::Mul, "*"}}) {
    const auto both = infix(body, text);
    if (both && isParameter(both->left, 0) && isParameter(both->right, 1)) return op;
  }
  const auto* call = as<ApplyTree>(body);
  for (const auto& [op, text] : {std::pair{ReduceOp::Min, "min"}, std::pair{ReduceOp::Max, "max"}}) {
    if (call && isName(call->function, text) && call->arguments.size() == 2 &&
        isParameter(call->arguments[0].value, 0) && isParameter(call->arguments[1].value, 1))
      return op;
  }
  fail();
}

}  // namespace stardust::spatial::translate
