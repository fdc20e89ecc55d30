#include "exec/loops_interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>

#include "exec/loops_arithmetic.h"
#include "exec/loops_binding.h"
#include "exec/loops_expressions.h"
#include "exec/loops_keys.h"
#include "exec/reference_problem.h"

namespace stardust::exec {
namespace {

using arithmetic::operate;
using loops::BinaryOp;
using loops::Body;
using loops::Expr;
using loops::Type;

/// Thrown by Fail through the loops around it.
struct Failed {
  loops::Status status;
};

using Integer = LoopsInteger;
using Real = LoopsReal;
using Action = std::function<void()>;

/// Makes closures of a function's statements.
class Compiler {
 public:
  Compiler(LoopsArrays& arrays, const LoopsOptions& options)
      : arrays_(arrays), expressions_(arrays, options.threads), steps_(options.steps) {}

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

  Action set(const std::string& name, const Expr& value) {
    if (isFloat(value->type)) return [at = expressions_.realVariable(name), v = real(value)] { at->value = v(); };
    return [at = expressions_.integerVariable(name), v = integer(value)] { at->value = v(); };
  }

  Action store(const loops::Store& s) {
    LoopsArray* array = &arrays_.at(s.array);
    const Type type = s.value->type;
    const Integer index = integer(s.index);
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

  Action loop(const loops::For& s) {
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

  // Without a fill, elements beyond the old length stay unwritten.
  Action resize(LoopsArray* array, const Expr& size, const Expr& fill, bool fresh) {
    const Integer length = integer(size);
    const auto make = [array, length, fresh] {
      if (fresh) array->resize(0);
      const std::int64_t old = array->length();
      array->resize(length());
      return old;
    };
    if (!fill) return [make] { make(); };
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
        [&](const loops::Move& s) { return move(s); }, [&](const loops::Unite& s) { return unite(s); },
        [&](const loops::Dots& s) { return dots(s); }, [&](const loops::Pack& s) { return pack(s); },
        [&](const loops::Insert& s) { return insert(s); }, [&](const loops::Clear& s) { return clear(s); },
        [&](const loops::Prefetch& s) { return prefetch(s); },
        [](const loops::Fail& s) { return Action([status = s.status] { throw Failed{status}; }); },
        [](const loops::Note&) { return Action(); });
  }

  Action move(const loops::Move& s) {
    return [array = &arrays_.at(s.array), begin = integer(s.begin), end = integer(s.end), to = integer(s.to)] {
      array->move(begin(), end(), to());
    };
  }

  Action unite(const loops::Unite& s) {
    struct Part {
      const LoopsArray *values, *crd;
      Integer begin, end;
    };
    const auto part = [this](const loops::Fiber& f) {
      return Part{&arrays_.at(f.values), &arrays_.at(f.crd), integer(f.begin), integer(f.end)};
    };
    // take(to, p, q): an entry of the result, of position p of the one and q of the other; -1: it has none there.
    const auto each = [a = part(s.a), b = part(s.b), crd = &arrays_.at(s.crd),
                       count = expressions_.integerVariable(s.count)](const auto& take) {
      std::int64_t p = a.begin(), q = b.begin();
      const std::int64_t last = a.end(), other = b.end();
      while (p < last || q < other) {
        const std::int64_t one = p < last ? a.crd->integer(p) : std::numeric_limits<std::int64_t>::max(),
                           two = q < other ? b.crd->integer(q) : std::numeric_limits<std::int64_t>::max();
        crd->setInteger(count->value, std::min(one, two));
        take(count->value++, one <= two ? p++ : -1, two <= one ? q++ : -1);
      }
    };
    LoopsArray *vals = &arrays_.at(s.vals), *x = &arrays_.at(s.a.values), *y = &arrays_.at(s.b.values);
    const Type type = vals->type();
    if (isFloat(type))
      return [each, vals, x, y, type] {
        each([&](std::int64_t to, std::int64_t p, std::int64_t q) {
          vals->setReal(to, operate(BinaryOp::Add, type, p < 0 ? 0.0 : x->real(p), q < 0 ? 0.0 : y->real(q)));
        });
      };
    return [each, vals, x, y, type] {
      each([&](std::int64_t to, std::int64_t p, std::int64_t q) {
        vals->setInteger(to, operate(BinaryOp::Add, type, p < 0 ? 0 : x->integer(p), q < 0 ? 0 : y->integer(q)));
      });
    };
  }

  Action dots(const loops::Dots& s) {
    const auto each = [pos = &arrays_.at(s.pos), crd = &arrays_.at(s.crd), base = integer(s.base),
                       begin = integer(s.begin), end = integer(s.end),
                       count = expressions_.integerVariable(s.count)](const auto& term, const auto& store) {
      const std::int64_t first = base(), last = end();
      for (std::int64_t f = begin(); f < last; ++f) {
        const std::int64_t stop = pos->integer(f + 1);
        if (pos->integer(f) >= stop) continue;
        for (std::int64_t p = pos->integer(f); p < stop; ++p) term(p, first + crd->integer(p));
        store(count->value++);
      }
    };
    LoopsArray *vals = &arrays_.at(s.vals), *values = &arrays_.at(s.values), *x = &arrays_.at(s.x);
    const Type type = vals->type();
    const auto summed = [each, type](const auto& product, auto zero, const auto& store) {
      return Action([=] {
        auto sum = zero;
        each([&](std::int64_t p, std::int64_t at) { sum = operate(BinaryOp::Add, type, sum, product(p, at)); },
             [&](std::int64_t to) { store(to, sum), sum = zero; });
      });
    };
    if (isFloat(type))
      return summed(
          [=](std::int64_t p, std::int64_t at) { return operate(BinaryOp::Mul, type, values->real(p), x->real(at)); },
          0.0, [=](std::int64_t to, double sum) { vals->setReal(to, sum); });
    return summed([=](std::int64_t p,
                      std::int64_t at) { return operate(BinaryOp::Mul, type, values->integer(p), x->integer(at)); },
                  std::int64_t{0}, [=](std::int64_t to, std::int64_t sum) { vals->setInteger(to, sum); });
  }

  // It does nothing, but to an array that has these elements.
  Action prefetch(const loops::Prefetch& s) {
    std::vector<Integer> begins;
    for (const loops::Expr& begin : s.begins) begins.push_back(integer(begin));
    return
        [array = &arrays_.at(s.array), crd = &arrays_.at(s.crd), begins, size = integer(s.size), at = integer(s.at)] {
          if (at() >= crd->length()) return;
          for (const Integer& begin : begins)
            if (begin() < 0 || begin() + size() > array->length()) failInternal("a prefetch is outside its array");
        };
  }

  Action pack(const loops::Pack& s) {
    LoopsArray *values = &arrays_.at(s.values), *stored = &arrays_.at(s.stored), *crd = &arrays_.at(s.crd),
               *vals = &arrays_.at(s.vals);
    const auto each = [stored, crd, count = expressions_.integerVariable(s.count),
                       size = integer(s.size)](const auto& take) {
      const std::int64_t last = size();
      for (std::int64_t n = 0; n < last; ++n) {
        if (stored->integer(n) == 0) continue;
        stored->setInteger(n, 0);
        crd->setInteger(count->value, n);
        take(count->value++, n);
      }
    };
    if (isFloat(s.fill->type))
      return [each, values, vals, fill = real(s.fill)] {
        each([&](std::int64_t to, std::int64_t from) {
          vals->setReal(to, values->real(from)), values->setReal(from, fill());
        });
      };
    return [each, values, vals, fill = integer(s.fill)] {
      each([&](std::int64_t to, std::int64_t from) {
        vals->setInteger(to, values->integer(from)), values->setInteger(from, fill());
      });
    };
  }

  // How an element gets the fill.
  std::function<void(LoopsArray&, std::int64_t)> filling(const Expr& fill) {
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
};

void run(const Action& program) {
  try {
    program();
  } catch (const Failed& failed) {
    if (failed.status == loops::Status::DivisionByZero)
      failUser("integer division by zero", {}, "no integer is the quotient",
               "-t=float, or a divisor that is nowhere 0");
    failUnsupported("a result with more than 2^31-1 positions in a level", {}, "positions are 32-bit words");
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
  run(compiler.body(function.body));
  return resultOf(function, arrays, result);
}

}  // namespace stardust::exec
