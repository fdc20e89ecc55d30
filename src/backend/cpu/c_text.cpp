#include "backend/cpu/c_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backend/cpu/analysis.h"
#include "backend/cpu/c_expr.h"
#include "backend/cpu/c_tile.h"
#include "backend/cpu/c_words.h"
#include "backend/cpu/idioms/idiom.h"
#include "backend/cpu/prelude.h"
#include "built_in_runtime.h"
#include "loops/build.h"
#include "loops/idioms/expand.h"
#include "loops/words.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

using namespace loops;

bool isUnchanging(const Expr& expr) { return std::holds_alternative<Literal>(expr->kind); }

class Printer {
 public:
  explicit Printer(const Function& function) : function_(function) {
    for (const std::string& tensor : tensorsOf(function)) tensorName(tensor);
    for (const Parameter& p : function.parameters)
      if (p.isArray()) arrayTypes_[p.name] = p.type;
  }

  Signature signature() {
    Signature s;
    s.function = names_.ofFunction(function_.name);
    for (const std::string& tensor : tensorsOf(function_)) {
      s.tensors.push_back(tensorName(tensor));
      s.declaration += fmt::format("{}stardust_tensor* {}, ", isResult(tensor) ? "" : "const ", s.tensors.back());
    }
    s.declaration =
        fmt::format("stardust_status {}({}int32_t threads, stardust_runner* run)", s.function, s.declaration);
    return s;
  }

  PrintedC print(const std::string& abi, Runtime runtime) {
    const Signature own = signature();
    ownName_ = own.function;
    define(own);
    std::string arguments;
    for (std::size_t n = 0; n < own.tensors.size(); ++n) arguments += fmt::format("tensors[{}], ", n);
    const std::string entry = fmt::format(
        "\n/{} The same for callers that have the tensors in an array. */\n"
        "stardust_status {}(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {{\n"
        "  return {}({}threads, run);\n}}\n",
        "*", entryName, own.function, arguments);
    return {function_, preludeOf(helpers_, abi, runtime), parts_ + text_, entry, names_.meanings()};
  }

 private:
  bool isOperand(const std::string& array) const {
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& p) { return p.name == array && !p.out; });
  }
  bool isResult(const std::string& tensor) const {
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& p) { return p.out && p.role.tensor == tensor; });
  }

  std::vector<Array> resultArrays() const {
    std::vector<Array> arrays;
    for (const Parameter& p : function_.parameters)
      if (p.out) arrays.push_back({p.name, p.type, true});
    return arrays;
  }

  // ---- lines

  template <class... Args>
  void line(fmt::format_string<Args...> form, Args&&... args) {
    text_ +=
        std::string(static_cast<std::size_t>(2 * depth_), ' ') + fmt::format(form, std::forward<Args>(args)...) + "\n";
  }
  void block(const std::string& head, const Body& stmts) {
    line("{} {{", head);
    body(stmts);
    line("}}");
  }
  void body(const Body& stmts) {
    ++depth_;
    for (const Stmt& s : stmts) stmt(s);
    --depth_;
  }

  // ---- names

  ExprContext context() {
    return {names_, helpers_, [this](const std::string& name) { return arrayName(name); }};
  }
  std::string expr(const Expr& e) { return printExpr(e, context()); }
  std::string value(const Expr& e) { return printValue(e, context()); }
  std::string tensorName(const std::string& tensor) { return names_.of(tensor, "tensor"); }
  std::string arrayName(const std::string& name) { return names_.ofArray(name, cType(arrayTypes_.at(name))); }

  // ---- the function

  void define(const Signature& own) {
    line("{} {{", own.declaration);
    ++depth_;
    const std::set<std::string> lengths = measured(function_.body);
    for (const Parameter& p : function_.parameters) parameter(p, lengths.count(p.name) != 0);
    line("int status = STARDUST_OK;");
    declareArrays(localArrays(function_.body));
    if (!usesThreads(function_)) line("(void)threads, (void)run;");
    --depth_;
    label_ = names_.fresh("done");
    body(function_.body);
    if (labelUsed_) text_ += label_ + ":\n";
    ++depth_;
    freeArrays(localArrays(function_.body));
    for (const Parameter& p : function_.parameters)
      if (p.out) giveBack(p);
    line("return (stardust_status)status;");
    --depth_;
    line("}}");
  }

  void parameter(const Parameter& p, bool isMeasured) {
    const std::string from = fmt::format("{}->{}", tensorName(p.role.tensor), memberOf(p.role));
    if (!p.isArray()) return line("const {} {} = {};", cType(p.type), names_.of(p.name), from);
    const std::string name = arrayName(p.name);
    if (!p.out) {
      line("const {}* restrict {} = {}.data;", cType(p.type), name, from);
      if (isMeasured) line("const int64_t {}_length = {}.length;", name, from);
      return;
    }
    line("{}* restrict {} = {}.data;", cType(p.type), name, from);
    line("int64_t {0}_capacity = {1}.capacity, {0}_length = 0;", name, from);
  }

  void giveBack(const Parameter& p) {
    const std::string name = arrayName(p.name);
    line("{0}->{1} = (stardust_array){{{2}, {2}_length, {2}_capacity}};", tensorName(p.role.tensor), memberOf(p.role),
         name);
  }

  void declareArrays(const std::vector<Array>& arrays) {
    for (const Array& array : arrays) {
      const std::string type = cType(array.type), name = names_.ofArray(array.name, type);
      line("{}* restrict {} = NULL;", type, name);
      line("int64_t {0}_capacity = 0{1};", name, array.hasLength ? fmt::format(", {}_length = 0", name) : "");
      if (array.hasLength) lengths_.insert(array.name);
    }
  }
  void freeArrays(const std::vector<Array>& arrays) {
    for (const Array& array : arrays) line("free({});", names_.ofArray(array.name, cType(array.type)));
  }

  // ---- statements

  void stmt(const Stmt& s) {
    const auto inLanes = tile_ ? tile_->lines(s) : std::nullopt;
    if (!inLanes) return plain(s);
    for (const std::string& words : *inLanes) line("{}", words);
  }
  void plain(const Stmt& s) {
    match(
        s->kind,
        [&](const Let& x) { line("const {} {} = {};", cType(x.value->type), names_.of(x.name), value(x.value)); },
        [&](const Declare& x) { line("{} {} = {};", cType(x.value->type), names_.of(x.name), value(x.value)); },
        [&](const Assign& x) { assign(x); }, [&](const Store& x) { store(x); }, [&](const For& x) { loop(x); },
        [&](const While& x) { block(fmt::format("while ({})", expr(x.condition)), x.body); },
        [&](const If& x) { branch(x, "if"); }, [&](const Allocate& x) { allocate(x); },
        [&](const Resize& x) { resize(x); }, [&](const Grow& x) { grow(x); },
        [&](const Sort& x) {
          line("{}({}, {}, {});", typedHelper("sort", arrayTypes_.at(x.array), context()), arrayName(x.array),
               expr(x.begin), expr(x.end));
        },
        [&](const Move& x) { move(x); }, [&](const Insert& x) { insert(x); }, [&](const Clear& x) { clear(x); },
        [&](const Fail& x) { line("FAIL({}, {});", statusWord(x.status), leaving("FAIL")); },
        [&](const Note& x) { line("{}", comment(x.text)); }, [&](const IdiomCall& x) { idiom(x); });
  }

  /// The label where a failure goes; `helper` is what goes there.
  const std::string& leaving(const std::string& helper) {
    helpers_.insert(helper);
    labelUsed_ = true;
    return label_;
  }

  void assign(const Assign& x) {
    const std::string name = names_.of(x.name);
    const auto* b = std::get_if<Binary>(&x.value->kind);
    const auto* self = b ? std::get_if<Variable>(&b->left->kind) : nullptr;
    const char* sign = !self || self->name != x.name ? nullptr
                       : b->op == BinaryOp::Add      ? "+="
                       : b->op == BinaryOp::Mul      ? "*="
                       : b->op == BinaryOp::Sub      ? "-="
                                                     : nullptr;
    if (sign) line("{} {} {};", name, sign, expr(b->right));
    else line("{} = {};", name, value(x.value));
  }

  void store(const Store& x) {
    const std::string element = fmt::format("{}[{}]", arrayName(x.array), expr(x.index));
    if (!x.op) return line("{} = {};", element, value(x.value));
    if (*x.op == BinaryOp::Add) return line("{} += {};", element, expr(x.value));
    if (*x.op == BinaryOp::Mul) return line("{} *= {};", element, expr(x.value));
    line("{} = {}({}, {});", element, typedHelper(*x.op == BinaryOp::Min ? "min" : "max", x.value->type, context()),
         element, expr(x.value));
  }

  void move(const Move& x) {
    const std::string name = arrayName(x.array);
    line("memmove({0} + {1}, {0} + {2}, (size_t)({3}) * sizeof *{0});", name, summand(x.to), summand(x.begin),
         expr(binary(BinaryOp::Sub, x.end, x.begin)));
  }
  std::string summand(const Expr& e) {
    return std::holds_alternative<Binary>(e->kind) ? fmt::format("({})", expr(e)) : expr(e);
  }

  void idiom(const IdiomCall& x) {
    const IdiomInC* row = inC(*x.idiom);
    require(row && row->statement, "a statement that is an idiom has C");
    for (const std::string& words : row->statement(CallInC(x, context(), tile_))) line("{}", words);
  }

  void insert(const Insert& x) {
    typedHelper("rehash", x.fill->type, context());
    line("INSERT({}, {}, {}, {}, {}, {}, {}, {});", wordOf(typeWords, x.fill->type), expr(x.key), arrayName(x.keys),
         arrayName(x.values), names_.of(x.slot), value(x.fill), names_.of(x.count), leaving("INSERT"));
  }
  void clear(const Clear& x) {
    line("for (int64_t k_ = 0; k_ < {}; k_++) {{", expr(x.count));
    line("  {0}({1}, {1}_length, {2}, {3}, {4}[k_]);", typedHelper("clear", x.fill->type, context()), arrayName(x.keys),
         arrayName(x.values), value(x.fill), arrayName(x.list));
    line("}}");
  }

  void branch(const If& x, const char* word) {
    line("{} ({}) {{", word, expr(x.condition));
    body(x.then);
    const auto* next = x.otherwise.size() == 1 ? std::get_if<If>(&x.otherwise[0]->kind) : nullptr;
    if (next) return branch(*next, "} else if");
    if (!x.otherwise.empty()) {
      line("}} else {{");
      body(x.otherwise);
    }
    line("}}");
  }

  void loop(const For& x) {
    if (x.order == Order::Parallel && !inParallel_) return parallelLoop(x);
    if (x.order == Order::Tiled) return tiledLoop(x);
    if (x.order == Order::Simd) {
      for (const auto& [sign, names] : reductionsOf(x)) {
        std::vector<std::string> own;
        for (const std::string& name : names) own.push_back(names_.of(name));
        helpers_.insert("SIMD_SUMS");
        line("SIMD_SUMS({} : {})", sign, fmt::join(own, ", "));
        return canonicalLoop(x);
      }
      if (onlyStores(x)) {
        line("#pragma omp simd");
        return canonicalLoop(x);
      }
    }
    if (x.unroll > 1 && x.order == Order::Serial) line("#pragma GCC unroll {}", x.unroll);
    const std::string type = cType(x.begin->type), var = names_.of(x.var);
    if (isUnchanging(x.end))
      return block(fmt::format("for ({0} {1} = {2}; {1} < {3}; {1}++)", type, var, value(x.begin), expr(x.end)),
                   x.body);
    const std::string end = names_.of(x.var + "_end", "end");
    block(fmt::format("for ({0} {1} = {2}, {4} = {3}; {1} < {4}; {1}++)", type, var, value(x.begin), value(x.end), end),
          x.body);
  }

  // OpenMP wants one variable, and evaluates the bounds once itself.
  void canonicalLoop(const For& x) {
    block(fmt::format("for ({0} {1} = {2}; {1} < {3}; {1}++)", cType(x.begin->type), names_.of(x.var), value(x.begin),
                      expr(x.end)),
          x.body);
  }

  void tiledLoop(const For& x) {
    const Lanes lanes = *lanesOf(x);
    const std::string var = names_.of(x.var), end = names_.of(x.var + "_end", "end");
    line("{{");
    ++depth_;
    line("{} {} = {}, {} = {};", cType(x.begin->type), var, value(x.begin), end, value(x.end));
    for (const TileShape& shape : tileShapes) {
      const Tile tile(lanes, shape, context());
      tile_ = &tile;
      block(fmt::format("for (; {0} + {2} <= {1}; {0} += {2})", var, end, tile.size()), x.body);
      tile_ = nullptr;
    }
    block(fmt::format("for (; {0} < {1}; {0}++)", var, end), x.body);
    --depth_;
    line("}}");
  }

  // The body becomes a function of its own, for the threads that share the loop to call. Each takes iterations until
  // none is left, and has its own copies of the arrays that the body declares, from its first iteration to its last.
  void parallelLoop(const For& x) {
    const SharedLoop loop{capturesOf(x), names_.fresh("loop"), names_.fresh(ownName_ + "_loop"),
                          names_.fresh(ownName_ + "_part")};
    const bool fails = partOf(x, loop);
    helpers_.insert("run_parts");
    line("struct {} {} = {{", loop.type, loop.name);
    line("  .next_ = {}, .end_ = {}, .status_ = STARDUST_OK,", value(x.begin), value(x.end));
    forEachCapture(loop.captures, [&](const std::string&, const std::string& name) { line("  .{0} = {0},", name); });
    line("}};");
    line("run_parts(run, threads, {0}.end_ - {0}.next_, {1}, &{0});", loop.name, loop.part);
    if (fails) line("if ({0}.status_ != STARDUST_OK) FAIL({0}.status_, {1});", loop.name, leaving("FAIL"));
  }

  struct SharedLoop {
    Captures captures;
    std::string name, type, part;
  };

  /// Calls action(declaration, name) for what the iterations share: "const double* restrict B_vals", "B_vals".
  template <class Action>
  void forEachCapture(const Captures& captures, const Action& action) {
    for (const auto& [variable, type] : captures.variables)
      action(fmt::format("const {} ", cType(type)), names_.of(variable));
    for (const std::string& array : captures.arrays)
      action(fmt::format("{}{}* restrict ", isOperand(array) ? "const " : "", cType(arrayTypes_.at(array))),
             arrayName(array));
    for (const std::string& array : captures.lengths) action("const int64_t ", arrayName(array) + "_length");
    if (captures.threads) action("const int32_t ", "threads");
  }

  /// Prints the function before the kernel's own, and what it shares; whether an iteration can fail.
  bool partOf(const For& x, const SharedLoop& loop) {
    const std::string kernel = std::exchange(text_, {});
    const int depth = std::exchange(depth_, 0);
    const std::string outer = std::exchange(label_, names_.fresh("next"));
    const bool outerUsed = std::exchange(labelUsed_, false);
    inParallel_ = true;
    const std::string type = cType(x.begin->type), var = names_.of(x.var);
    line("struct {} {{", loop.type);
    line("  int64_t next_, end_;");
    line("  int status_;");
    forEachCapture(loop.captures,
                   [&](const std::string& declared, const std::string& name) { line("  {}{};", declared, name); });
    line("}};");
    line("static void {}(void* shared) {{", loop.part);
    ++depth_;
    line("struct {}* const loop_ = shared;", loop.type);
    forEachCapture(loop.captures, [&](const std::string& declared, const std::string& name) {
      line("{}{} = loop_->{};", declared, name, name);
    });
    const auto arrays = localArrays(x.body);
    declareArrays(arrays);
    const auto bodyBegin = text_.size();
    line("for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {{");
    line("  const {} {} = {}part_;", type, var, type == "int64_t" ? "" : fmt::format("({})", type));
    body(x.body);
    const bool fails = labelUsed_;
    if (fails) line("{}:;", label_);
    line("}}");
    freeArrays(arrays);
    if (fails) {
      text_.insert(bodyBegin, "  int status = STARDUST_OK;\n");
      line("raise_status(&loop_->status_, status);");
      helpers_.insert("raise_status");
    }
    --depth_;
    line("}}");
    inParallel_ = false;
    parts_ += std::exchange(text_, kernel) + "\n";
    depth_ = depth;
    label_ = outer;
    labelUsed_ = outerUsed;
    return fails;
  }

  // ---- arrays

  void allocate(const Allocate& x) {
    arrayTypes_[x.array] = x.type;
    sized("ALLOCATE", x.array, x.size, x.fill);
    if (lengths_.count(x.array)) line("{}_length = {};", arrayName(x.array), expr(x.size));
  }
  void resize(const Resize& x) { sized("RESIZE", x.array, x.size, x.fill); }

  void sized(const std::string& macro, const std::string& array, const Expr& size, const Expr& fill) {
    const std::string& label = leaving(fill ? macro + "_FILLED" : macro);
    if (fill) line("{}_FILLED({}, {}, {}, {});", macro, arrayName(array), expr(size), value(fill), label);
    else line("{}({}, {}, {});", macro, arrayName(array), expr(size), label);
  }

  void grow(const Grow& x) {
    const std::string name = arrayName(x.array), size = expr(x.size);
    line("GROW({}, {}, {});", name, size, leaving("GROW"));
    if (!isTracked(x.array)) return;
    helpers_.insert("LENGTHEN");
    line("LENGTHEN({}, {});", name, size);
  }
  bool isTracked(const std::string& array) const {
    if (lengths_.count(array)) return true;
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& p) { return p.out && p.name == array; });
  }

  const Function& function_;
  Names names_;
  std::set<std::string> helpers_;
  std::map<std::string, Type> arrayTypes_;  // of the arrays seen so far; siblings may use a name for different types
  std::set<std::string> lengths_;           // local arrays whose length is kept
  std::string ownName_, text_, label_;
  std::string parts_;  // the functions that threads call
  bool labelUsed_ = false, inParallel_ = false;
  const Tile* tile_ = nullptr;  // whose statements are printed
  int depth_ = 0;
};

}  // namespace

std::vector<std::string> tensorsOf(const Function& function) {
  std::vector<std::string> tensors;
  for (const Parameter& p : function.parameters)
    if (std::find(tensors.begin(), tensors.end(), p.role.tensor) == tensors.end()) tensors.push_back(p.role.tensor);
  return tensors;
}

Signature signatureOf(const Function& function) { return Printer(function).signature(); }

std::string abiText() { return kernelAbi; }

std::map<std::string, std::string> threadsTexts() {
  return {{"stardust_threads.h", threadsHeader}, {"stardust_threads.c", threadsSource}};
}

PrintedC printedC(const Function& function, const std::string& abi, Runtime runtime) {
  const Function printed = withoutIdioms(function, [](const Idiom& idiom) { return inC(idiom) != nullptr; });
  return Printer(printed).print(abi, runtime);
}

std::string printC(const Function& function, const std::string& abi, Runtime runtime) {
  return printedC(function, abi, runtime).text();
}

}  // namespace stardust::cpu
