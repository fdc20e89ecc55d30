#include <fmt/format.h>

#include <cmath>

#include "loops/idioms/idiom.h"
#include "loops/keywords.h"

namespace stardust::loops {
namespace {

constexpr int primary = 7;

std::string number(double value, bool narrow) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = narrow ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string print(const Literal& l, Type type) {
  switch (type) {
    case Type::Bool: return l.integer ? "true" : "false";
    case Type::I64: return fmt::format("{}", l.integer);
    case Type::U64: return fmt::format("{}:u64", static_cast<std::uint64_t>(l.integer));
    case Type::F64: return number(l.real, false);
    case Type::F32: return number(l.real, true) + ":f32";
    case Type::C64:
    case Type::C128: {
      const bool narrow = type == Type::C64;
      return fmt::format("complex({}, {}):{}", number(l.real, narrow), number(l.imaginary, narrow), toString(type));
    }
    default: return fmt::format("{}:{}", l.integer, toString(type));
  }
}

std::string print(const Expr& expr, int level);

// The arguments with their separators: `x, y into z at n`.
std::string arguments(const IdiomCall& call) {
  std::string text;
  forEachArgument(call, [&](const IdiomParameter& p, const Argument& a) {
    if (!text.empty()) text += p.before == std::string(",") ? ", " : fmt::format(" {} ", p.before);
    std::vector<std::string> values;
    for (const Expr& value : a.values) values.push_back(print(value, 0));
    text += isExpression(p.use) ? fmt::format("{}", fmt::join(values, ", ")) : a.name;
  });
  return text;
}

std::string print(const Unary& u) {
  if (u.op == UnaryOp::Not) return "not " + print(u.operand, primary);
  if (u.op != UnaryOp::Neg) return fmt::format("{}({})", wordOf(callWords, u.op), print(u.operand, 0));
  const bool literal = std::holds_alternative<Literal>(u.operand->kind);  // -3 is a literal, -(3) is not
  return literal ? fmt::format("-({})", print(u.operand, 0)) : fmt::format("-{}", print(u.operand, primary));
}

std::string print(const Binary& b, int level) {
  const OperatorWord& w = wordOf(b.op);
  if (w.notation == Notation::Call) return fmt::format("{}({}, {})", w.word, print(b.left, 0), print(b.right, 0));
  const int left = w.precedence == comparison ? w.precedence + 1 : w.precedence;
  const std::string text = fmt::format("{} {} {}", print(b.left, left), w.word, print(b.right, w.precedence + 1));
  return w.precedence < level ? "(" + text + ")" : text;
}

// `level`: infix operators that bind less tightly are parenthesised.
std::string print(const Expr& expr, int level) {
  return match(
      expr->kind, [&](const Literal& l) { return print(l, expr->type); }, [](const Variable& v) { return v.name; },
      [](const Load& l) { return fmt::format("{}[{}]", l.array, print(l.index, 0)); },
      [&](const Unary& u) {
        const bool prefix = u.op == UnaryOp::Neg || u.op == UnaryOp::Not;
        return prefix && level == primary ? fmt::format("({})", print(u)) : print(u);
      },
      [&](const Binary& b) { return print(b, level); },
      [](const Call& c) {
        std::vector<std::string> operands;
        for (const Expr& operand : c.operands) operands.push_back(print(operand, 0));
        return fmt::format("{}({})", operators::callName(*c.op), fmt::join(operands, ", "));
      },
      [](const Select& s) {
        return fmt::format("select({}, {}, {})", print(s.condition, 0), print(s.ifTrue, 0), print(s.ifFalse, 0));
      },
      [&](const Cast& c) { return fmt::format("{}({})", toString(expr->type), print(c.operand, 0)); },
      [](const Find& f) { return fmt::format("find({}, {})", f.keys, print(f.key, 0)); },
      [](const Length& l) { return fmt::format("length({})", l.array); },
      [](const Threads&) { return std::string("threads()"); },
      [](const IdiomCall& c) { return fmt::format("{}({})", c.idiom->name, arguments(c)); });
}

class Printer {
 public:
  std::string text;

  void body(const Body& stmts) {
    ++depth_;
    for (const Stmt& s : stmts) stmt(s);
    --depth_;
  }
  void line(const std::string& words) { text += std::string(static_cast<std::size_t>(2 * depth_), ' ') + words + "\n"; }

 private:
  static std::string filled(const Expr& fill) { return fill ? " = " + loops::print(fill) : ""; }
  static std::string ordered(const For& s) {
    return (s.order == Order::Serial ? "" : std::string(" ") + wordOf(orderWords, s.order)) +
           (s.unroll ? fmt::format(" unroll {}", s.unroll) : "");
  }
  static std::string updating(const Store& s) {
    if (!s.op) return "=";
    return std::string(wordOf(*s.op).word) + "=";
  }

  void block(const std::string& head, const Body& stmts) {
    line(head + " {");
    body(stmts);
    line("}");
  }

  void branch(const If& s) {
    line(fmt::format("if {} {{", loops::print(s.condition)));
    body(s.then);
    if (!s.otherwise.empty()) {
      line("} else {");
      body(s.otherwise);
    }
    line("}");
  }

  void stmt(const Stmt& s) {
    match(
        s->kind, [&](const Let& x) { line(fmt::format("let {} = {}", x.name, loops::print(x.value))); },
        [&](const Declare& x) { line(fmt::format("var {} = {}", x.name, loops::print(x.value))); },
        [&](const Assign& x) { line(fmt::format("{} = {}", x.name, loops::print(x.value))); },
        [&](const Store& x) {
          line(fmt::format("{}[{}] {} {}{}", x.array, loops::print(x.index), updating(x), loops::print(x.value),
                           x.atomic ? " atomic" : ""));
        },
        [&](const For& x) {
          block(fmt::format("for {} from {} until {}{}", x.var, loops::print(x.begin), loops::print(x.end), ordered(x)),
                x.body);
        },
        [&](const While& x) { block("while " + loops::print(x.condition), x.body); }, [&](const If& x) { branch(x); },
        [&](const Allocate& x) {
          line(fmt::format("array {}: {}{}[{}]{}", x.array, x.shared ? "shared " : "", toString(x.type),
                           loops::print(x.size), filled(x.fill)));
        },
        [&](const Resize& x) { line(fmt::format("resize {} to {}{}", x.array, loops::print(x.size), filled(x.fill))); },
        [&](const Grow& x) { line(fmt::format("grow {} to {}", x.array, loops::print(x.size))); },
        [&](const Sort& x) {
          line(fmt::format("sort {} from {} until {}", x.array, loops::print(x.begin), loops::print(x.end)));
        },
        [&](const Move& x) {
          line(fmt::format("move {} from {} until {} to {}", x.array, loops::print(x.begin), loops::print(x.end),
                           loops::print(x.to)));
        },
        [&](const Insert& x) {
          line(fmt::format("insert {} into {}, {} at {}{} counting {}", loops::print(x.key), x.keys, x.values, x.slot,
                           filled(x.fill), x.count));
        },
        [&](const Clear& x) {
          line(fmt::format("clear {}, {}{} of {} until {}", x.keys, x.values, filled(x.fill), x.list,
                           loops::print(x.count)));
        },
        [&](const Fail& x) { line("fail " + toString(x.status)); },
        [&](const Note& x) { line(fmt::format("note \"{}\"", x.text)); },
        [&](const IdiomCall& x) { line(fmt::format("{} {}", x.idiom->name, arguments(x))); });
  }

  int depth_ = 0;
};

std::string print(const Parameter& p) {
  const std::string level = p.role.kind == Role::Kind::Values ? "" : fmt::format(", {}", p.role.level + 1);
  return fmt::format("{} {}: {}{} = {}({}{})", p.out ? "out" : "in", p.name, toString(p.type), p.isArray() ? "[]" : "",
                     wordOf(roleWords, p.role.kind), p.role.tensor, level);
}

}  // namespace

std::string toString(Type type) { return wordOf(typeWords, type); }
std::string toString(Status status) { return wordOf(statusWords, status); }

std::string print(const Expr& expr) { return print(expr, 0); }

std::string print(const Function& function) {
  Printer printer;
  printer.text = fmt::format("function {} {{\n", function.name);
  for (const Parameter& p : function.parameters) printer.text += "  " + print(p) + "\n";
  printer.body(function.body);
  return printer.text + "}\n";
}

}  // namespace stardust::loops
