#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/keywords.h"
#include "loops/tiled.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

// The first line of a statement in the text form.
std::string head(const Stmt& s) {
  const std::string text = print(Function{"f", {}, {s}});
  const auto begin = text.find('\n') + 3;
  return text.substr(begin, text.find('\n', begin) - begin);
}

struct Symbol {
  Type type = Type::I64;
  bool array = false;
  bool writable = false;  ///< a `var`, or an output or local array
  int depth = 0;          ///< number of parallel loops around the declaration
};

/// The visible names at a statement. Violations are reported with that statement.
class Visible {
 public:
  /// Sets the statement for reports.
  void at(const Stmt& stmt) { place_ = stmt; }
  [[noreturn]] void fail(const std::string& what) const {
    failInternal(place_ ? fmt::format("{} (in: {})", what, head(place_)) : what);
  }

  void declare(const std::string& name, Symbol symbol) {
    if (isReserved(name)) fail(fmt::format("{} is a word of the language", name));
    symbol.depth = parallel_;
    if (!symbols_.emplace(name, symbol).second)
      fail(fmt::format("{} is declared while another {} is visible", name, name));
    scope_.push_back(name);
  }

  /// Opens a body. Its declarations are visible until `close`, which takes the returned value.
  std::vector<std::string> open() { return std::exchange(scope_, {}); }
  void close(std::vector<std::string> outside) {
    for (const std::string& name : scope_) symbols_.erase(name);
    scope_ = std::move(outside);
  }
  void enterParallel() { ++parallel_; }
  void leaveParallel() { --parallel_; }

  /// The following throw Error (internal) unless the name is: a variable or an array;
  const Symbol& lookUp(const std::string& name, bool array) const {
    const auto known = symbols_.find(name);
    if (known == symbols_.end()) fail(fmt::format("{} is not declared", name));
    if (known->second.array != array) fail(fmt::format("{} is {} array", name, array ? "no" : "an"));
    return known->second;
  }

  /// an input array with a known length;
  void measured(const std::string& array) const {
    if (lookUp(array, true).writable) fail(fmt::format("{} does not go in, so that its length is not known", array));
  }

  /// a hash table;
  void keys(const std::string& name) const {
    const Symbol& symbol = lookUp(name, true);
    if (!symbol.writable || symbol.type != Type::I64) fail(fmt::format("{} holds no keys", name));
  }

  /// a writable array;
  const Symbol& written(const std::string& array) const {
    const Symbol& symbol = lookUp(array, true);
    if (!symbol.writable) fail(fmt::format("{} goes in and is written", array));
    return symbol;
  }

  /// local to the innermost parallel loop, which changes it; `what` describes the change in messages;
  void changed(const Symbol& symbol, const char* what, const std::string& name) const {
    if (symbol.depth < parallel_) fail(fmt::format("a parallel loop {} {}", what, name));
  }
  /// a counter variable.
  void counter(const std::string& name) const {
    const Symbol& symbol = lookUp(name, false);
    if (!symbol.writable || symbol.type != Type::I64) fail(fmt::format("{} is no var of i64", name));
    changed(symbol, "assigns", name);
  }

 private:
  std::map<std::string, Symbol> symbols_;
  std::vector<std::string> scope_;  // declarations of the innermost body
  int parallel_ = 0;
  Stmt place_;
};

class ExpressionVerifier {
 public:
  explicit ExpressionVerifier(const Visible& names) : names_(names) {}

  void verify(const Expr& e) const {
    if (!e) names_.fail("an expression is missing");
    match(
        e->kind, [](const Literal&) {},
        [&](const Variable& v) {
          if (names_.lookUp(v.name, false).type != e->type) names_.fail(fmt::format("{} is of another type", v.name));
        },
        [&](const Load& l) {
          if (names_.lookUp(l.array, true).type != e->type)
            names_.fail(fmt::format("{} has elements of another type", l.array));
          verify(l.index);
        },
        [&](const Unary& u) { verify(u.operand); },
        [&](const Binary& b) {
          verify(b.left);
          verify(b.right);
        },
        [&](const Call& c) {
          for (const Expr& operand : c.operands) verify(operand);
        },
        [&](const Select& s) {
          verify(s.condition);
          verify(s.ifTrue);
          verify(s.ifFalse);
        },
        [&](const Cast& c) { verify(c.operand); },
        [&](const Find& f) {
          names_.keys(f.keys);
          verify(f.key);
        },
        [&](const Length& l) { names_.measured(l.array); }, [](const Threads&) {},
        [&](const IdiomCall& c) { verify(c); });
  }

  void verify(const IdiomCall& c) const {
    forEachArgument(c, [&](const IdiomParameter& p, const Argument& a) {
      for (const Expr& value : a.values) verify(value);
      if (isExpression(p.use)) return;
      if (p.use == Use::Counts) return names_.counter(a.name);
      if (isWritten(p.use)) names_.written(a.name);
      if (p.use == Use::Measures) names_.measured(a.name);
      if (names_.lookUp(a.name, true).type != Idiom::typeOf(p, c.type)) names_.fail(a.name + " " + isNot(p.holds));
    });
    forEachName(c, isWritten, [&](const std::string& name) {
      const auto isSame = [&](const Argument& a) { return a.name == name; };
      if (std::count_if(c.arguments.begin(), c.arguments.end(), isSame) > 1)
        names_.fail(fmt::format("{} is read and written", name));
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

 private:
  const Visible& names_;
};

class Verifier {
 public:
  void run(const Function& f) {
    for (const Parameter& p : f.parameters) {
      if (p.role.level < 0) names_.fail(fmt::format("{} is of a level below 1", p.name));
      if (p.out && !p.isArray()) names_.fail(fmt::format("{} is a scalar that goes out", p.name));
      names_.declare(p.name, {p.type, p.isArray(), p.out});
    }
    body(f.body);
  }

 private:
  void body(const Body& stmts) {
    auto outside = names_.open();
    for (const Stmt& s : stmts) stmt(s);
    names_.close(std::move(outside));
  }

  void keyed(const std::string& held, const std::string& values, const Expr& fill) {
    names_.keys(held);
    resized(held, {});
    resized(values, fill);
  }

  void resized(const std::string& array, const Expr& fill) {
    const Symbol& symbol = names_.written(array);
    names_.changed(symbol, "changes the length of", array);
    if (!fill) return;
    expressions_.verify(fill);
    if (fill->type != symbol.type) names_.fail(fmt::format("{} is filled with another type", array));
  }

  void stmt(const Stmt& s) {
    names_.at(s);
    match(
        s->kind,
        [&](const Let& x) {
          expressions_.verify(x.value);
          names_.declare(x.name, {x.value->type, false, false});
        },
        [&](const Declare& x) {
          expressions_.verify(x.value);
          names_.declare(x.name, {x.value->type, false, true});
        },
        [&](const Assign& x) {
          expressions_.verify(x.value);
          const Symbol& symbol = names_.lookUp(x.name, false);
          if (!symbol.writable) names_.fail(fmt::format("{} is no var", x.name));
          if (symbol.type != x.value->type) names_.fail(fmt::format("{} is of another type", x.name));
          names_.changed(symbol, "assigns", x.name);
        },
        [&](const Store& x) {
          expressions_.verify(x.index);
          expressions_.verify(x.value);
          if (names_.written(x.array).type != x.value->type)
            names_.fail(fmt::format("{} has elements of another type", x.array));
          if (x.atomic && around_ == Order::Serial) names_.fail("an atomic store outside of a grid");
        },
        [&](const For& x) { loop(x); },
        [&](const While& x) {
          expressions_.verify(x.condition);
          body(x.body);
        },
        [&](const If& x) {
          expressions_.verify(x.condition);
          body(x.then);
          body(x.otherwise);
        },
        [&](const Allocate& x) {
          expressions_.verify(x.size);
          if (x.fill) expressions_.verify(x.fill);
          if (x.shared && around_ != Order::Warps && around_ != Order::Blocks)
            names_.fail(fmt::format("{} is shared outside of a warp or a block", x.array));
          names_.declare(x.array, {x.type, true, true});
        },
        [&](const Resize& x) {
          expressions_.verify(x.size);
          resized(x.array, x.fill);
        },
        [&](const Grow& x) {
          expressions_.verify(x.size);
          resized(x.array, {});
        },
        [&](const Sort& x) {
          names_.written(x.array);
          expressions_.verify(x.begin);
          expressions_.verify(x.end);
        },
        [&](const Move& x) {
          names_.written(x.array);
          expressions_.verify(x.begin);
          expressions_.verify(x.end);
          expressions_.verify(x.to);
        },
        [&](const Insert& x) { insert(x); }, [&](const Clear& x) { clear(x); }, [](const Fail&) {}, [](const Note&) {},
        [&](const IdiomCall& x) { expressions_.verify(x); });
  }

  void insert(const Insert& x) {
    expressions_.verify(x.key);
    keyed(x.keys, x.values, x.fill);
    names_.counter(x.slot);
    names_.counter(x.count);
  }

  void clear(const Clear& x) {
    expressions_.verify(x.count);
    keyed(x.keys, x.values, x.fill);
    if (!isInteger(names_.lookUp(x.list, true).type)) names_.fail(fmt::format("{} is no list of keys", x.list));
  }

  void loop(const For& x) {
    expressions_.verify(x.begin);
    expressions_.verify(x.end);
    requirePlace(x);
    const Order around = std::exchange(around_, x.order == Order::Serial || x.order == Order::Simd ? around_ : x.order);
    if (isParallel(x.order)) names_.enterParallel();
    auto outside = names_.open();
    names_.declare(x.var, {x.begin->type, false, false});
    body(x.body);
    names_.close(std::move(outside));
    if (isParallel(x.order)) names_.leaveParallel();
    around_ = around;
    if (x.order == Order::Tiled && !lanesOf(x))
      names_.fail(fmt::format("the iterations over {} cannot run side by side", x.var));
  }

  // A grid is no part of another one; lanes are those of a warp or a block.
  void requirePlace(const For& x) const {
    if (isGrid(x.order) && around_ != Order::Serial) names_.fail("a grid inside of a parallel loop");
    if (x.order == Order::Lanes && around_ != Order::Warps && around_ != Order::Blocks)
      names_.fail("lanes outside of a warp or a block");
  }

  Visible names_;
  ExpressionVerifier expressions_{names_};
  Order around_ = Order::Serial;  // of the innermost loop around that is neither serial nor simd
};

}  // namespace

void verify(const Function& function) { Verifier().run(function); }

}  // namespace stardust::loops
