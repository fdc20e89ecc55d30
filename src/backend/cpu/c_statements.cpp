#include "backend/cpu/c_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "backend/cpu/c_shared_loop.h"
#include "backend/cpu/c_spelling.h"
#include "backend/cpu/c_tile.h"
#include "backend/cpu/idioms/idiom.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using namespace loops;

namespace {

bool isUnchanging(const Expr& expr) { return std::holds_alternative<Literal>(expr->kind); }

/// "+=" for x = x + y; null if the assignment has another form.
const char* updateSign(const Assign& s) {
  const auto* b = std::get_if<Binary>(&s.value->kind);
  const auto* self = b ? std::get_if<Variable>(&b->left->kind) : nullptr;
  if (!self || self->name != s.name) return nullptr;
  if (isComplex(s.value->type) && b->op == BinaryOp::Mul) return nullptr;  // C's product recovers infinities
  return b->op == BinaryOp::Add ? "+=" : b->op == BinaryOp::Mul ? "*=" : b->op == BinaryOp::Sub ? "-=" : nullptr;
}

}  // namespace

void Statements::print(const Body& body) {
  lines_.open();
  for (const Stmt& s : body) print(s);
  lines_.close();
}

void Statements::block(const std::string& head, const Body& body) {
  lines_.add("{} {{", head);
  print(body);
  lines_.add("}}");
}

void Statements::print(const Stmt& s) {
  const auto inLanes = tile_ ? tile_->lines(s) : std::nullopt;
  if (!inLanes) return plain(s);
  for (const std::string& words : *inLanes) lines_.add("{}", words);
}

void Statements::plain(const Stmt& s) {
  match(
      s->kind,
      [&](const Let& x) {
        lines_.add("const {} {} = {};", cType(x.value->type), words_.variable(x.name), words_.value(x.value));
      },
      [&](const Declare& x) {
        lines_.add("{} {} = {};", cType(x.value->type), words_.variable(x.name), words_.value(x.value));
      },
      [&](const While& x) { block(fmt::format("while ({})", words_.expr(x.condition)), x.body); },
      [&](const If& x) { branch(x, "if"); }, [&](const Assign& x) { print(x); }, [&](const Store& x) { print(x); },
      [&](const For& x) { print(x); }, [&](const IdiomCall& x) { print(x); }, [&](const Note& x) { print(x); },
      [&](const auto& x) { arrays_.print(x); });
}

void Statements::print(const Assign& s) {
  const std::string name = words_.variable(s.name);
  if (const char* sign = updateSign(s))
    lines_.add("{} {} {};", name, sign, words_.expr(std::get<Binary>(s.value->kind).right));
  else lines_.add("{} = {};", name, words_.value(s.value));
}

void Statements::print(const Store& s) {
  const std::string element = fmt::format("{}[{}]", words_.array(s.array), words_.expr(s.index));
  if (!s.op) return lines_.add("{} = {};", element, words_.value(s.value));
  if (*s.op == BinaryOp::Add) return lines_.add("{} += {};", element, words_.expr(s.value));
  if (*s.op == BinaryOp::Mul && isComplex(s.value->type))
    return lines_.add("{0} = {1}({0}, {2});", element, words_.typed("times", s.value->type), words_.expr(s.value));
  if (*s.op == BinaryOp::Mul) return lines_.add("{} *= {};", element, words_.expr(s.value));
  const std::string helper = words_.typed(*s.op == BinaryOp::Min ? "min" : "max", s.value->type);
  lines_.add("{0} = {1}({0}, {2});", element, helper, words_.expr(s.value));
}

void Statements::print(const Note& s) {
  constexpr std::size_t signs = 6;  // columns of the delimiters of a comment and their blanks
  const std::size_t columns = std::max(lines_.columns(), leastComment + signs) - signs;
  if (saysNotes_) lines_.add("{}", comment(s.text, columns));
}

void Statements::print(const IdiomCall& s) {
  const IdiomInC* row = inC(*s.idiom);
  require(row && row->statement, "a statement that is an idiom has C");
  const ExprContext context = words_.context();
  for (const std::string& words : row->statement(CallInC(s, context, tile_))) lines_.add("{}", words);
}

void Statements::branch(const If& s, const char* word) {
  lines_.add("{} ({}) {{", word, words_.expr(s.condition));
  print(s.then);
  const auto* next = s.otherwise.size() == 1 ? std::get_if<If>(&s.otherwise[0]->kind) : nullptr;
  if (next) return branch(*next, "} else if");
  if (!s.otherwise.empty()) {
    lines_.add("}} else {{");
    print(s.otherwise);
  }
  lines_.add("}}");
}

void Statements::print(const For& s) {
  if (s.order == Order::Parallel && mayShare_) return sharedLoop(s);
  if (s.order == Order::Tiled) return tiledLoop(s);
  if (s.order == Order::Simd) return vectorLoop(s);
  countingLoop(s);
}

void Statements::countingLoop(const For& s) {
  if (s.unroll > 1 && s.order == Order::Serial) lines_.add("#pragma GCC unroll {}", s.unroll);
  const std::string type = cType(s.begin->type), var = words_.variable(s.var);
  if (isUnchanging(s.end))
    return block(
        fmt::format("for ({0} {1} = {2}; {1} < {3}; {1}++)", type, var, words_.value(s.begin), words_.expr(s.end)),
        s.body);
  const std::string end = words_.variable(s.var + "_end", "end");
  block(fmt::format("for ({0} {1} = {2}, {4} = {3}; {1} < {4}; {1}++)", type, var, words_.value(s.begin),
                    words_.value(s.end), end),
        s.body);
}

// OpenMP requires a single counter, and evaluates the bounds once.
void Statements::vectorLoop(const For& s) {
  const auto sums = reductionsOf(s);
  if (!sums.empty()) {
    const auto& [sign, names] = *sums.begin();
    std::vector<std::string> own;
    for (const std::string& name : names) own.push_back(words_.variable(name));
    words_.need("SIMD_SUMS");
    lines_.add("SIMD_SUMS({} : {})", sign, fmt::join(own, ", "));
  } else if (onlyStores(s)) {
    lines_.add("#pragma omp simd");
  } else {
    return countingLoop(s);
  }
  block(fmt::format("for ({0} {1} = {2}; {1} < {3}; {1}++)", cType(s.begin->type), words_.variable(s.var),
                    words_.value(s.begin), words_.expr(s.end)),
        s.body);
}

void Statements::tiledLoop(const For& s) {
  const Lanes lanes = *lanesOf(s);
  const std::string var = words_.variable(s.var), end = words_.variable(s.var + "_end", "end");
  lines_.add("{{");
  lines_.open();
  lines_.add("{} {} = {}, {} = {};", cType(s.begin->type), var, words_.value(s.begin), end, words_.value(s.end));
  const bool saidNotes = saysNotes_;
  for (const TileShape& shape : tileShapes) {
    const Tile tile(lanes, shape, words_.context());
    tile_ = &tile;
    block(fmt::format("for (; {0} + {2} <= {1}; {0} += {2})", var, end, tile.size()), s.body);
    tile_ = nullptr;
    saysNotes_ = false;
  }
  block(fmt::format("for (; {0} < {1}; {0}++)", var, end), s.body);
  saysNotes_ = saidNotes;
  lines_.close();
  lines_.add("}}");
}

void Statements::sharedLoop(const For& s) {
  const SharedLoop loop = SharedLoop::of(s, file_);
  const bool fails = loop.printPart(file_);
  words_.need("run_parts");
  lines_.add("struct {} {} = {{", loop.type, loop.name);
  lines_.add("  .next_ = {}, .end_ = {}, .status_ = STARDUST_OK,", words_.value(s.begin), words_.value(s.end));
  for (const auto& [declared, name] : loop.members) lines_.add("  .{0} = {0},", name);
  lines_.add("}};");
  lines_.add("run_parts(run, threads, {0}.end_ - {0}.next_, {1}, &{0});", loop.name, loop.part);
  if (fails) lines_.add("if ({0}.status_ != STARDUST_OK) FAIL({0}.status_, {1});", loop.name, arrays_.leaving("FAIL"));
}

}  // namespace stardust::cpu
