#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/tiled.h"
#include "loops/words.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

struct Symbol {
  Type type = Type::I64;
  bool array = false;
  bool writable = false;  ///< a `var`, or an array that is written
  int depth = 0;          ///< how many parallel loops are around its declaration
};

class Verifier {
 public:
  void run(const Function& f) {
    for (const Parameter& p : f.parameters) {
      if (p.role.level < 0) fail(fmt::format("{} is of a level below 1", p.name));
      if (p.out && !p.isArray()) fail(fmt::format("{} is a scalar that goes out", p.name));
      add(p.name, {p.type, p.isArray(), p.out});
    }
    body(f.body);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    failInternal(place_ ? fmt::format("{} (in: {})", what, head(place_)) : what);
  }

  void add(const std::string& name, Symbol symbol) {
    if (isReserved(name)) fail(fmt::format("{} is a word of the language", name));
    symbol.depth = parallel_;
    if (!symbols_.emplace(name, symbol).second)
      fail(fmt::format("{} is declared while another {} is visible", name, name));
    scope_.push_back(name);
  }

  const Symbol& lookUp(const std::string& name, bool array) const {
    const auto known = symbols_.find(name);
    if (known == symbols_.end()) fail(fmt::format("{} is not declared", name));
    if (known->second.array != array) fail(fmt::format("{} is {} array", name, array ? "no" : "an"));
    return known->second;
  }

  void body(const Body& stmts) {
    const std::vector<std::string> outside = std::move(scope_);
    scope_.clear();
    for (const Stmt& s : stmts) stmt(s);
    for (const std::string& name : scope_) symbols_.erase(name);
    scope_ = outside;
  }

  void expr(const Expr& e) const {
    if (!e) fail("an expression is missing");
    match(
        e->kind, [](const Literal&) {},
        [&](const Variable& v) {
          if (lookUp(v.name, false).type != e->type) fail(fmt::format("{} is of another type", v.name));
        },
        [&](const Load& l) {
          if (lookUp(l.array, true).type != e->type) fail(fmt::format("{} has elements of another type", l.array));
          expr(l.index);
        },
        [&](const Unary& u) { expr(u.operand); },
        [&](const Binary& b) {
          expr(b.left);
          expr(b.right);
        },
        [&](const Call& c) {
          for (const Expr& operand : c.operands) expr(operand);
        },
        [&](const Select& s) {
          expr(s.condition);
          expr(s.ifTrue);
          expr(s.ifFalse);
        },
        [&](const Cast& c) { expr(c.operand); },
        [&](const Find& f) {
          keys(f.keys);
          expr(f.key);
        },
        [&](const Length& l) { measured(l.array); }, [](const Threads&) {}, [&](const IdiomCall& c) { call(c); });
  }

  void measured(const std::string& array) const {
    if (lookUp(array, true).writable) fail(fmt::format("{} does not go in, so that its length is not known", array));
  }

  void call(const IdiomCall& c) const {
    forEachArgument(c, [&](const IdiomParameter& p, const Argument& a) {
      for (const Expr& value : a.values) expr(value);
      if (isExpression(p.use)) return;
      if (p.use == Use::Counts) return counter(a.name);
      if (isWritten(p.use)) written(a.name);
      if (p.use == Use::Measures) measured(a.name);
      if (lookUp(a.name, true).type != Idiom::typeOf(p, c.type)) fail(a.name + " " + isNot(p.holds));
    });
    forEachName(c, isWritten, [&](const std::string& name) {
      const auto isSame = [&](const Argument& a) { return a.name == name; };
      if (std::count_if(c.arguments.begin(), c.arguments.end(), isSame) > 1)
        fail(fmt::format("{} is read and written", name));
    });
  }
  static const char* isNot(Holds expected) {
    switch (expected) {
      case Holds::Coordinates: return "holds no coordinates";
      case Holds::Positions: return "holds no positions";
      case Holds::Flags: return "does not say what is stored";
      case Holds::Elements: break;
    }
    return "has elements of another type";
  }

  void keys(const std::string& name) const {
    const Symbol& symbol = lookUp(name, true);
    if (!symbol.writable || symbol.type != Type::I64) fail(fmt::format("{} holds no keys", name));
  }

  void changed(const std::string& held, const std::string& values, const Expr& fill) {
    keys(held);
    resized(held, {});
    resized(values, fill);
  }

  const Symbol& written(const std::string& array) const {
    const Symbol& symbol = lookUp(array, true);
    if (!symbol.writable) fail(fmt::format("{} goes in and is written", array));
    return symbol;
  }

  void resized(const std::string& array, const Expr& fill) {
    const Symbol& symbol = written(array);
    if (symbol.depth < parallel_) fail(fmt::format("a parallel loop changes the length of {}", array));
    if (!fill) return;
    expr(fill);
    if (fill->type != symbol.type) fail(fmt::format("{} is filled with another type", array));
  }

  void stmt(const Stmt& s) {
    place_ = s;
    match(
        s->kind,
        [&](const Let& x) {
          expr(x.value);
          add(x.name, {x.value->type, false, false});
        },
        [&](const Declare& x) {
          expr(x.value);
          add(x.name, {x.value->type, false, true});
        },
        [&](const Assign& x) {
          expr(x.value);
          const Symbol& symbol = lookUp(x.name, false);
          if (!symbol.writable) fail(fmt::format("{} is no var", x.name));
          if (symbol.type != x.value->type) fail(fmt::format("{} is of another type", x.name));
          if (symbol.depth < parallel_) fail(fmt::format("a parallel loop assigns {}", x.name));
        },
        [&](const Store& x) {
          expr(x.index);
          expr(x.value);
          if (written(x.array).type != x.value->type) fail(fmt::format("{} has elements of another type", x.array));
        },
        [&](const For& x) { loop(x); },
        [&](const While& x) {
          expr(x.condition);
          body(x.body);
        },
        [&](const If& x) {
          expr(x.condition);
          body(x.then);
          body(x.otherwise);
        },
        [&](const Allocate& x) {
          expr(x.size);
          if (x.fill) expr(x.fill);
          add(x.array, {x.type, true, true});
        },
        [&](const Resize& x) {
          expr(x.size);
          resized(x.array, x.fill);
        },
        [&](const Grow& x) {
          expr(x.size);
          resized(x.array, {});
        },
        [&](const Sort& x) {
          written(x.array);
          expr(x.begin);
          expr(x.end);
        },
        [&](const Move& x) {
          written(x.array);
          expr(x.begin);
          expr(x.end);
          expr(x.to);
        },
        [&](const Insert& x) { insert(x); }, [&](const Clear& x) { clear(x); }, [](const Fail&) {}, [](const Note&) {},
        [&](const IdiomCall& x) { call(x); });
  }

  void counter(const std::string& name) const {
    const Symbol& symbol = lookUp(name, false);
    if (!symbol.writable || symbol.type != Type::I64) fail(fmt::format("{} is no var of i64", name));
    if (symbol.depth < parallel_) fail(fmt::format("a parallel loop assigns {}", name));
  }

  void insert(const Insert& x) {
    expr(x.key);
    changed(x.keys, x.values, x.fill);
    counter(x.slot);
    counter(x.count);
  }

  void clear(const Clear& x) {
    expr(x.count);
    changed(x.keys, x.values, x.fill);
    if (!isInteger(lookUp(x.list, true).type)) fail(fmt::format("{} is no list of keys", x.list));
  }

  void loop(const For& x) {
    expr(x.begin);
    expr(x.end);
    parallel_ += x.order == Order::Parallel;
    const std::vector<std::string> outside = std::move(scope_);
    scope_.clear();
    add(x.var, {x.begin->type, false, false});
    body(x.body);
    symbols_.erase(x.var);
    scope_ = outside;
    parallel_ -= x.order == Order::Parallel;
    if (x.order == Order::Tiled && !lanesOf(x))
      fail(fmt::format("the iterations over {} cannot run side by side", x.var));
  }

  // The first line of a statement, as the text shows it.
  static std::string head(const Stmt& s) {
    const std::string text = print(Function{"f", {}, {s}});
    const auto begin = text.find('\n') + 3;
    return text.substr(begin, text.find('\n', begin) - begin);
  }

  std::map<std::string, Symbol> symbols_;  // what is visible
  std::vector<std::string> scope_;         // what the innermost body declared
  int parallel_ = 0;
  Stmt place_;
};

}  // namespace

void verify(const Function& function) { Verifier().run(function); }

}  // namespace stardust::loops
