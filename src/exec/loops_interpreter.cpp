#include "exec/loops_interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>

#include "exec/loops_binding.h"
#include "exec/loops_keys.h"
#include "exec/reference_problem.h"

namespace stardust::exec {
namespace {

using loops::BinaryOp;
using loops::Body;
using loops::Expr;
using loops::Type;
using loops::UnaryOp;

/// Thrown by Fail through the loops around it.
struct Failed {
  loops::Status status;
};

std::int64_t wrapTo(Type type, std::uint64_t value) {
  if (type == Type::I32) return static_cast<std::int32_t>(value);
  if (type == Type::U32) return static_cast<std::uint32_t>(value);
  return static_cast<std::int64_t>(value);
}
double roundTo(Type type, double value) {
  return type == Type::F32 ? static_cast<double>(static_cast<float>(value)) : value;
}

std::int64_t operate(BinaryOp op, Type type, std::int64_t left, std::int64_t right) {
  const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
  switch (op) {
    case BinaryOp::Add: return wrapTo(type, a + b);
    case BinaryOp::Sub: return wrapTo(type, a - b);
    case BinaryOp::Mul: return wrapTo(type, a * b);
    case BinaryOp::Div:
    case BinaryOp::Rem:
      require(right != 0, "the program guards its divisions");
      if (right == -1) return op == BinaryOp::Div ? wrapTo(type, 0 - a) : 0;
      return op == BinaryOp::Div ? left / right : left % right;
    case BinaryOp::Min: return std::min(left, right);
    case BinaryOp::Max: return std::max(left, right);
    case BinaryOp::BitAnd: return static_cast<std::int64_t>(a & b);
    case BinaryOp::BitOr: return static_cast<std::int64_t>(a | b);
    case BinaryOp::Shl: return wrapTo(type, a << (b & 31));
    case BinaryOp::Shr: return static_cast<std::int64_t>(a >> (b & 31));
    default: failInternal("an operator of integers");
  }
}

double operate(BinaryOp op, Type type, double a, double b) {
  switch (op) {
    case BinaryOp::Add: return roundTo(type, a + b);
    case BinaryOp::Sub: return roundTo(type, a - b);
    case BinaryOp::Mul: return roundTo(type, a * b);
    case BinaryOp::Div: return roundTo(type, a / b);
    case BinaryOp::Min:
    case BinaryOp::Max:
      if (std::isnan(a) || std::isnan(b)) return a + b;
      return (b < a) == (op == BinaryOp::Min) ? b : a;
    default: failInternal("an operator of floating-point numbers");
  }
}

template <class T>
bool compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    case BinaryOp::Eq: return a == b;
    default: return a != b;
  }
}

template <class T>
struct Variable {
  T value = 0;
};

// Integers and Bool as 64-bit numbers, F32 and F64 as double.
using Integer = std::function<std::int64_t()>;
using Real = std::function<double()>;
using Action = std::function<void()>;

/// Makes closures of a function: names are looked up once.
class Compiler {
 public:
  Compiler(LoopsArrays& arrays, const LoopsOptions& options)
      : arrays_(arrays), steps_(options.steps), threads_(options.threads) {}

  Action body(const Body& stmts) {
    std::vector<Action> actions;
    for (const loops::Stmt& s : stmts)
      if (Action action = stmt(s)) actions.push_back(std::move(action));
    return [actions = std::move(actions)] {
      for (const Action& action : actions) action();
    };
  }
  void setScalar(const std::string& name, std::int64_t value) { integers_[name].value = value; }

 private:
  // ---- expressions

  // Where the factors of a dot product are.
  using TakeTerm = std::function<void(std::int64_t position, std::int64_t at)>;
  std::function<void(const TakeTerm&)> eachTerm(const loops::Dot& d) {
    return [crd = &arrays_.at(d.crd), base = integer(d.base), begin = integer(d.begin),
            end = integer(d.end)](const TakeTerm& take) {
      const std::int64_t offset = base(), last = end();
      for (std::int64_t p = begin(); p < last; ++p) take(p, offset + crd->integer(p));
    };
  }

  // The positions at which two fibers have the same coordinate.
  std::function<void(const TakeTerm&)> eachMeeting(const loops::SparseDot& d) {
    return [crdA = &arrays_.at(d.a.crd), crdB = &arrays_.at(d.b.crd), beginA = integer(d.a.begin),
            endA = integer(d.a.end), beginB = integer(d.b.begin), endB = integer(d.b.end)](const TakeTerm& take) {
      const std::int64_t lastA = endA(), lastB = endB();
      for (std::int64_t a = beginA(), b = beginB(); a < lastA && b < lastB;) {
        const std::int64_t atA = crdA->integer(a), atB = crdB->integer(b);
        if (atA == atB) take(a, b);
        a += atA <= atB;
        b += atB <= atA;
      }
    };
  }

  Integer integer(const Expr& e) {
    const Type type = e->type;
    return match(
        e->kind, [](const loops::Literal& l) { return Integer([value = l.integer] { return value; }); },
        [&](const loops::Variable& v) { return Integer([at = &integers_[v.name]] { return at->value; }); },
        [&](const loops::Load& l) {
          return Integer([index = integer(l.index), array = &arrays_.at(l.array)] { return array->integer(index()); });
        },
        [&](const loops::Unary& u) { return unary(u, type); }, [&](const loops::Binary& b) { return binary(b, type); },
        [&](const loops::Select& s) {
          return Integer(
              [c = integer(s.condition), a = integer(s.ifTrue), b = integer(s.ifFalse)] { return c() ? a() : b(); });
        },
        [&](const loops::Masked& m) {
          return Integer([c = integer(m.condition), a = integer(m.value)] {
            const std::int64_t value = a();
            return c() ? value : 0;
          });
        },
        [&](const loops::SparseDot& d) {
          return Integer([each = eachMeeting(d), a = &arrays_.at(d.a.values), b = &arrays_.at(d.b.values), type] {
            std::int64_t sum = 0;
            each([&](std::int64_t p, std::int64_t q) {
              sum = operate(BinaryOp::Add, type, sum, operate(BinaryOp::Mul, type, a->integer(p), b->integer(q)));
            });
            return sum;
          });
        },
        [&](const loops::Dot& d) {
          return Integer([each = eachTerm(d), values = &arrays_.at(d.values), x = &arrays_.at(d.x), type] {
            std::int64_t sum = 0;
            each([&](std::int64_t p, std::int64_t at) {
              sum = operate(BinaryOp::Add, type, sum, operate(BinaryOp::Mul, type, values->integer(p), x->integer(at)));
            });
            return sum;
          });
        },
        [&](const loops::RangeSum& s) {
          return Integer([array = &arrays_.at(s.array), begin = integer(s.begin), end = integer(s.end), type] {
            std::int64_t sum = 0;
            for (std::int64_t p = begin(), last = end(); p < last; ++p)
              sum = operate(BinaryOp::Add, type, sum, array->integer(p));
            return sum;
          });
        },
        [&](const loops::Find& f) {
          return Integer([keys = &arrays_.at(f.keys), key = integer(f.key)] { return findKey(*keys, key()); });
        },
        [](const loops::Wide&) { return Integer([] { return std::int64_t{0}; }); },
        [this](const loops::Threads&) { return Integer([threads = threads_] { return threads; }); },
        [&](const loops::Cast& c) {
          if (!isFloat(c.operand->type))
            return Integer([a = integer(c.operand), type] { return wrapTo(type, static_cast<std::uint64_t>(a())); });
          return Integer([a = real(c.operand), type] {
            return wrapTo(type, static_cast<std::uint64_t>(static_cast<std::int64_t>(a())));
          });
        });
  }

  Integer unary(const loops::Unary& u, Type type) {
    Integer a = integer(u.operand);
    switch (u.op) {
      case UnaryOp::Not: return [a] { return std::int64_t{a() == 0}; };
      case UnaryOp::CountOnes: return [a] { return std::int64_t{std::popcount(static_cast<std::uint32_t>(a()))}; };
      case UnaryOp::TrailingZeros:
        return [a] { return std::int64_t{std::countr_zero(static_cast<std::uint32_t>(a()))}; };
      default: return [a, type] { return wrapTo(type, 0 - static_cast<std::uint64_t>(a())); };
    }
  }

  Integer binary(const loops::Binary& b, Type type) {
    const BinaryOp op = b.op;
    if (op >= BinaryOp::Lt && isFloat(b.left->type))
      return [op, x = real(b.left), y = real(b.right)] { return std::int64_t{compare(op, x(), y())}; };
    Integer x = integer(b.left), y = integer(b.right);
    if (op >= BinaryOp::Lt) return [op, x, y] { return std::int64_t{compare(op, x(), y())}; };
    if (op == BinaryOp::And) return [x, y] { return std::int64_t{x() && y()}; };
    if (op == BinaryOp::Or) return [x, y] { return std::int64_t{x() || y()}; };
    return [op, type, x, y] { return operate(op, type, x(), y()); };
  }

  Real real(const Expr& e) {
    const Type type = e->type;
    return match(
        e->kind, [](const loops::Literal& l) { return Real([value = l.real] { return value; }); },
        [&](const loops::Variable& v) { return Real([at = &reals_[v.name]] { return at->value; }); },
        [&](const loops::Load& l) {
          return Real([index = integer(l.index), array = &arrays_.at(l.array)] { return array->real(index()); });
        },
        [&](const loops::Unary& u) { return Real([a = real(u.operand)] { return -a(); }); },
        [&](const loops::Binary& b) {
          return Real([op = b.op, type, x = real(b.left), y = real(b.right)] { return operate(op, type, x(), y()); });
        },
        [&](const loops::Select& s) {
          return Real([c = integer(s.condition), a = real(s.ifTrue), b = real(s.ifFalse)] { return c() ? a() : b(); });
        },
        [&](const loops::Cast& c) {
          if (isFloat(c.operand->type)) return Real([a = real(c.operand), type] { return roundTo(type, a()); });
          if (type == Type::F32)
            return Real([a = integer(c.operand)] { return static_cast<double>(static_cast<float>(a())); });
          return Real([a = integer(c.operand)] { return static_cast<double>(a()); });
        },
        [&](const loops::Masked& m) {
          return Real([c = integer(m.condition), a = real(m.value)] {
            const double value = a();
            return c() ? value : 0.0;
          });
        },
        [&](const loops::SparseDot& d) {
          return Real([each = eachMeeting(d), a = &arrays_.at(d.a.values), b = &arrays_.at(d.b.values), type] {
            double sum = 0;
            each([&](std::int64_t p, std::int64_t q) {
              sum = operate(BinaryOp::Add, type, sum, operate(BinaryOp::Mul, type, a->real(p), b->real(q)));
            });
            return sum;
          });
        },
        [&](const loops::Dot& d) {
          return Real([each = eachTerm(d), values = &arrays_.at(d.values), x = &arrays_.at(d.x), type] {
            double sum = 0;
            each([&](std::int64_t p, std::int64_t at) {
              sum = operate(BinaryOp::Add, type, sum, operate(BinaryOp::Mul, type, values->real(p), x->real(at)));
            });
            return sum;
          });
        },
        [&](const loops::RangeSum& s) {
          return Real([array = &arrays_.at(s.array), begin = integer(s.begin), end = integer(s.end), type] {
            double sum = 0;
            for (std::int64_t p = begin(), last = end(); p < last; ++p)
              sum = operate(BinaryOp::Add, type, sum, array->real(p));
            return sum;
          });
        },
        [](const loops::Find&) -> Real { failInternal("a slot is an integer"); },
        [](const loops::Wide&) -> Real { failInternal("what a processor has is no number"); },
        [](const loops::Threads&) -> Real { failInternal("a number of threads is an integer"); });
  }

  // ---- statements

  Action set(const std::string& name, const Expr& value) {
    if (isFloat(value->type)) return [at = &reals_[name], v = real(value)] { at->value = v(); };
    return [at = &integers_[name], v = integer(value)] { at->value = v(); };
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
    return [this, var = &integers_[s.var], begin = integer(s.begin), end = integer(s.end), inside = body(s.body)] {
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
        [&](const loops::Pack& s) { return pack(s); }, [&](const loops::Insert& s) { return insert(s); },
        [&](const loops::Clear& s) { return clear(s); }, [&](const loops::Prefetch& s) { return prefetch(s); },
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
                       count = &integers_[s.count]](const auto& take) {
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
    const auto each = [stored, crd, count = &integers_[s.count], size = integer(s.size)](const auto& take) {
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
    return [keys = &arrays_.at(s.keys), values = &arrays_.at(s.values), key = integer(s.key), slot = &integers_[s.slot],
            count = &integers_[s.count],
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
  std::int64_t steps_, threads_;
  std::map<std::string, Variable<std::int64_t>> integers_;  // nodes stay where they are
  std::map<std::string, Variable<double>> reals_;
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
