#include "exec/loops_interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exec/loops_arithmetic.h"
#include "exec/loops_binding.h"
#include "exec/loops_expressions.h"
#include "exec/loops_keys.h"
#include "exec/reference_problem.h"
#include "loops/idioms/expand.h"

namespace stardust::exec {
namespace {

using arithmetic::operate;
using loops::BinaryOp;
using loops::Body;
using loops::Expr;
using loops::Type;

/// Thrown by Fail, to leave all loops.
struct Failed {
  loops::Status status;
};

using Integer = LoopsInteger;
using Real = LoopsReal;
using Action = std::function<void()>;

/// Compiles the statements of a function without idioms to closures.
class Compiler {
 public:
  Compiler(LoopsArrays& arrays, const LoopsOptions& options)
      : arrays_(arrays), expressions_(arrays, options.threads), steps_(options.steps), order_(options.order) {}

  Action body(const Body& stmts) {
    std::vector<Action> actions;
    for (const loops::Stmt& s : stmts)
      if (Action action = stmt(s)) actions.push_back(std::move(action));
    return [actions = std::move(actions)] {
      for (const Action& action : actions) action();
    };
  }
  void setScalar(const std::string& name, std::int64_t value) { expressions_.integerVariable(name)->value = value; }

 private:
  Integer integer(const Expr& e) { return expressions_.integer(e); }
  Real real(const Expr& e) { return expressions_.real(e); }
  LoopsComplex complex(const Expr& e) { return expressions_.complex(e); }

  Action set(const std::string& name, const Expr& value) {
    if (isComplex(value->type))
      return [at = expressions_.complexVariable(name), v = complex(value)] { at->value = v(); };
    if (isFloat(value->type)) return [at = expressions_.realVariable(name), v = real(value)] { at->value = v(); };
    return [at = expressions_.integerVariable(name), v = integer(value)] { at->value = v(); };
  }

  Action store(const loops::Store& s) {
    LoopsArray* array = &arrays_.at(s.array);
    const Type type = s.value->type;
    const Integer index = integer(s.index);
    if (isComplex(type)) {
      return [array, index, type, op = s.op, value = complex(s.value)] {
        const std::int64_t at = index();
        const std::complex<double> v = value();
        array->setComplex(at, op ? operate(*op, type, array->complex(at), v) : v);
      };
    }
    if (isFloat(type)) {
      return [array, index, type, op = s.op, value = real(s.value)] {
        const std::int64_t at = index();
        const double v = value();
        array->setReal(at, op ? operate(*op, type, array->real(at), v) : v);
      };
    }
    return [array, index, type, op = s.op, value = integer(s.value)] {
      const std::int64_t at = index(), v = value();
      array->setInteger(at, op ? operate(*op, type, array->integer(at), v) : v);
    };
  }

  // The iterations in a pseudo-random order: whatever the order, the result must be right.
  Action shuffledLoop(const loops::For& s) {
    return [this, var = expressions_.integerVariable(s.var), begin = integer(s.begin), end = integer(s.end),
            inside = body(s.body)] {
      const std::int64_t first = begin(), last = end();
      std::vector<std::int64_t> iterations;
      for (std::int64_t n = first; n < last; ++n) {
        step();
        iterations.push_back(n);
      }
      std::shuffle(iterations.begin(), iterations.end(), std::minstd_rand(static_cast<unsigned>(order_)));
      for (const std::int64_t n : iterations) {
        var->value = n;
        inside();
      }
    };
  }

  Action loop(const loops::For& s) {
    if (order_ != 0 && (loops::isParallel(s.order) || s.order == loops::Order::Lanes)) return shuffledLoop(s);
    return [this, var = expressions_.integerVariable(s.var), begin = integer(s.begin), end = integer(s.end),
            inside = body(s.body)] {
      const std::int64_t last = end();
      for (std::int64_t n = begin(); n < last; ++n) {
        step();
        var->value = n;
        inside();
      }
    };
  }

  // Without a fill value, elements beyond the old length are unwritten.
  Action resize(LoopsArray* array, const Expr& size, const Expr& fill, bool fresh) {
    const Integer length = integer(size);
    const auto make = [array, length, fresh] {
      if (fresh) array->resize(0);
      const std::int64_t old = array->length();
      array->resize(length());
      return old;
    };
    if (!fill) return [make] { make(); };
    if (isComplex(fill->type))
      return [array, make, value = complex(fill)] {
        const std::complex<double> v = value();
        for (std::int64_t at = make(); at < array->length(); ++at) array->setComplex(at, v);
      };
    if (isFloat(fill->type))
      return [array, make, value = real(fill)] {
        const double v = value();
        for (std::int64_t at = make(); at < array->length(); ++at) array->setReal(at, v);
      };
    return [array, make, value = integer(fill)] {
      const std::int64_t v = value();
      for (std::int64_t at = make(); at < array->length(); ++at) array->setInteger(at, v);
    };
  }

  Action stmt(const loops::Stmt& stmt) {
    return match(
        stmt->kind, [&](const loops::Let& s) { return set(s.name, s.value); },
        [&](const loops::Declare& s) { return set(s.name, s.value); },
        [&](const loops::Assign& s) { return set(s.name, s.value); }, [&](const loops::Store& s) { return store(s); },
        [&](const loops::For& s) { return loop(s); },
        [&](const loops::While& s) {
          return Action([this, condition = integer(s.condition), inside = body(s.body)] {
            while (condition()) {
              step();
              inside();
            }
          });
        },
        [&](const loops::If& s) {
          return Action([condition = integer(s.condition), then = body(s.then), otherwise = body(s.otherwise)] {
            if (condition()) then();
            else otherwise();
          });
        },
        [&](const loops::Allocate& s) { return resize(&arrays_.make(s.array, s.type), s.size, s.fill, true); },
        [&](const loops::Resize& s) { return resize(&arrays_.at(s.array), s.size, s.fill, false); },
        [&](const loops::Grow& s) {
          return Action([array = &arrays_.at(s.array), size = integer(s.size)] {
            array->resize(std::max(array->length(), size()));
          });
        },
        [&](const loops::Sort& s) {
          return Action([array = &arrays_.at(s.array), begin = integer(s.begin), end = integer(s.end)] {
            array->sort(begin(), end());
          });
        },
        [&](const loops::Move& s) { return move(s); }, [&](const loops::Insert& s) { return insert(s); },
        [&](const loops::Clear& s) { return clear(s); },
        [](const loops::Fail& s) { return Action([status = s.status] { throw Failed{status}; }); },
        [](const loops::Note&) { return Action(); },
        [](const loops::IdiomCall&) -> Action { failInternal(unexpanded); });
  }

  Action move(const loops::Move& s) {
    return [array = &arrays_.at(s.array), begin = integer(s.begin), end = integer(s.end), to = integer(s.to)] {
      array->move(begin(), end(), to());
    };
  }

  // The action that fills an element.
  std::function<void(LoopsArray&, std::int64_t)> filling(const Expr& fill) {
    if (isComplex(fill->type))
      return [value = complex(fill)](LoopsArray& array, std::int64_t at) { array.setComplex(at, value()); };
    if (isFloat(fill->type))
      return [value = real(fill)](LoopsArray& array, std::int64_t at) { array.setReal(at, value()); };
    return [value = integer(fill)](LoopsArray& array, std::int64_t at) { array.setInteger(at, value()); };
  }

  Action insert(const loops::Insert& s) {
    return [keys = &arrays_.at(s.keys), values = &arrays_.at(s.values), key = integer(s.key),
            slot = expressions_.integerVariable(s.slot), count = expressions_.integerVariable(s.count),
            fill = filling(s.fill)] { slot->value = insertKey(*keys, *values, key(), count->value, fill); };
  }

  Action clear(const loops::Clear& s) {
    return [keys = &arrays_.at(s.keys), values = &arrays_.at(s.values), list = &arrays_.at(s.list),
            count = integer(s.count), fill = filling(s.fill)] {
      for (std::int64_t n = 0, end = count(); n < end; ++n) clearKey(*keys, *values, list->integer(n), fill);
    };
  }

  void step() {
    if (--steps_ < 0) failUnsupported("an interpretation with more iterations than it may take");
  }

  LoopsArrays& arrays_;
  LoopsExpressions expressions_;
  std::int64_t steps_;
  std::uint64_t order_;
};

void run(const Action& program) {
  try {
    program();
  } catch (const Failed& failed) {
    if (failed.status == loops::Status::DivisionByZero)
      failUser("integer division by zero", {}, "no integer is the quotient",
               "-t=float, or a divisor that is nowhere 0");
    failUnsupported("the result, or a workspace on the way to it, would have more than 2^59 positions", {},
                    "a level has no more");
  } catch (const std::bad_alloc&) {
    failUnsupported("arrays that do not fit the memory of this computer");
  } catch (const std::length_error&) {
    failUnsupported("arrays that do not fit the memory of this computer");
  }
}

}  // namespace

Storage interpret(const loops::Function& function, const Operands& operands, const notation::TensorVar& result,
                  const LoopsOptions& options) {
  LoopsArrays arrays;
  Compiler compiler(arrays, options);
  for (const loops::Parameter& p : function.parameters) {
    if (p.isArray()) bind(arrays.make(p.name, p.type), p, operands);
    else compiler.setScalar(p.name, dimensionOf(p.role, operands, result));
  }
  run(compiler.body(loops::withoutIdioms(function).body));
  return resultOf(function, arrays, result);
}

}  // namespace stardust::exec
