#include "cin/parse.h"

#include <fmt/format.h>

#include "cin/derived.h"
#include "notation/parse.h"
#include "notation/parse_index.h"

namespace stardust::cin {
namespace {

// More levels than any tensor has.
constexpr std::int64_t maxLevel = 1000;

class Parser {
 public:
  /// `vars`: the variables of loops and relations of the statement, whose names are values in expressions.
  explicit Parser(Lexer& lexer, std::vector<IndexVar> vars = {}) : lexer_(lexer), known_(std::move(vars)) {}

  /// The variables of the loops and relations parsed so far.
  const std::vector<IndexVar>& variables() const { return variables_; }

  Stmt stmt() {
    const Nesting nesting(depth_, lexer_);
    const bool call = lexer_.peek(1).text == "(";
    if (call && lexer_.atWord("forall")) return forallStmt();
    if (call && lexer_.atWord("where")) return pair(where);
    if (call && lexer_.atWord("sequence")) return pair(sequence);
    if (call && lexer_.atWord("map")) return mapStmt();
    if (call && lexer_.atWord("suchthat")) return suchThatStmt();
    Location at;
    const Lexer begin = lexer_;
    const Access lhs = notation::parseAccess(lexer_, at);
    const AssignOp op = notation::parseAssignOp(lexer_, begin);
    std::vector<IndexVar> vars = known_;
    vars.insert(vars.end(), lhs.indices.begin(), lhs.indices.end());
    const notation::Expr rhs = notation::parseExpr(lexer_, notation::builtInDefinitions(), vars);
    const notation::Assignment assignment{lhs, at, op, rhs};
    for (const notation::PlacedAccess& placed : notation::placedAccesses(assignment))
      if (!placed.access.computed.empty())
        failUnsupported(fmt::format("{} in a statement has computed indices", notation::print(placed.access)),
                        placed.where, "a statement reads a view that is made before",
                        fmt::format("name the view, as the report does: {}_view(i)", placed.access.tensor.name));
    return assign(lhs, op, rhs);
  }

 private:
  void open() {
    lexer_.next();
    lexer_.expect("(", "'('");
  }
  void comma() { lexer_.expect(",", "','"); }
  void close() { lexer_.expect(")", "')'"); }

  Stmt forallStmt() {
    open();
    const IndexVar var = indexVar();
    comma();
    const Stmt body = stmt();
    close();
    return forall(var, body);
  }

  Stmt pair(Stmt (*make)(Stmt, Stmt)) {
    open();
    const Stmt first = stmt();
    comma();
    const Stmt second = stmt();
    close();
    return make(first, second);
  }

  Stmt mapStmt() {
    open();
    const Stmt body = stmt();
    comma();
    const std::string backend = lexer_.expectIdentifier("a backend").text;
    comma();
    const std::string function = lexer_.expectIdentifier("a function of the backend").text;
    const int factor = lexer_.accept(",") ? number("a factor") : 0;
    close();
    return map(body, backend, function, factor);
  }

  Stmt suchThatStmt() {
    open();
    const Stmt body = stmt();
    std::vector<Relation> relations;
    while (lexer_.accept(",")) relations.push_back(relation());
    close();
    return suchThat(body, std::move(relations));
  }

  Relation relation() {
    const bool call = lexer_.peek(1).text == "(";
    if (call && lexer_.atWord("split_up")) return split<SplitUp>();
    if (call && lexer_.atWord("split_down")) return split<SplitDown>();
    if (call && lexer_.atWord("fuse")) return fuse();
    if (call && lexer_.atWord("bound")) return bound();
    if (call && lexer_.atWord("parallelize")) return parallelize();
    if (call && lexer_.atWord("vectorize")) return vectorize();
    if (call && lexer_.atWord("unroll")) return unroll();
    if (call && lexer_.atWord("pos")) return pos();
    if (call && lexer_.atWord("stream")) return stream();
    if (call && lexer_.atWord("index")) return indexOf();
    if (call && lexer_.atWord("keep")) return keep(KeptAs::Copies);
    if (call && lexer_.atWord("share")) return keep(KeptAs::Shared);
    const std::string var =
        lexer_.expectIdentifier("a variable of the environment, or a relation such as split_up").text;
    lexer_.expect("=", "'='");
    return Setting{var, number("its value")};
  }

  template <class Split>
  Relation split() {
    open();
    Split split;
    split.parent = indexVar();
    comma();
    split.outer = indexVar();
    comma();
    split.inner = indexVar();
    comma();
    split.factor = positive("a factor");
    close();
    return split;
  }

  Relation fuse() {
    open();
    Fuse fuse;
    fuse.outer = indexVar();
    comma();
    fuse.inner = indexVar();
    comma();
    fuse.fused = indexVar();
    close();
    return fuse;
  }

  Relation bound() {
    open();
    Bound bound;
    bound.var = indexVar();
    comma();
    bound.extent = positive("an extent");
    close();
    return bound;
  }

  Relation parallelize() {
    open();
    Parallelize parallelize;
    parallelize.var = indexVar();
    comma();
    const Location at = lexer_.here();
    const std::string unit = lexer_.expectIdentifier("CPUThread or CPUVector").text;
    if (unit == toString(ParallelUnit::CpuVector)) parallelize.unit = ParallelUnit::CpuVector;
    else if (unit != toString(ParallelUnit::CpuThread))
      failUser(fmt::format("expected CPUThread or CPUVector, but found {}", unit), at);
    close();
    return parallelize;
  }

  Relation vectorize() {
    open();
    Parallelize vectors{indexVar(), ParallelUnit::CpuVector};
    close();
    return vectors;
  }

  Relation unroll() {
    open();
    Unroll unroll;
    unroll.var = indexVar();
    comma();
    unroll.factor = positive("a factor");
    close();
    return unroll;
  }

  Relation pos() {
    open();
    Pos pos;
    pos.parent = indexVar();
    comma();
    pos.position = indexVar();
    comma();
    Location at;
    const Access access = notation::parseAccess(lexer_, at);
    pos.tensor = access.tensor.name;
    pos.indices = access.indices;
    close();
    return pos;
  }

  Relation stream() {
    open();
    StreamAt stream;
    stream.tensor = lexer_.expectIdentifier("an operand").text;
    comma();
    stream.loop = indexVar();
    close();
    return stream;
  }

  Relation indexOf() {
    open();
    IndexOf of{indexVar(), {}, {}};
    comma();
    of.index = notation::parseIndex(lexer_, {of.var, lexer_.peek(), {}});
    for (const notation::IndexTerm& term : of.index.terms) {
      if (!term.isGather()) continue;
      std::vector<notation::Index> indices;
      for (const IndexVar& var : term.indices) indices.push_back(notation::plainIndex(var));
      of.reads.push_back(notation::undeclaredAccess(term.name, std::move(indices)));
    }
    close();
    return of;
  }

  Relation keep(KeptAs as) {
    open();
    const Keep keep = parseKeep(lexer_, as);
    close();
    return keep;
  }

  IndexVar indexVar() {
    variables_.push_back(lexer_.expectIdentifier("an index variable").text);
    return variables_.back();
  }

  int number(const char* what) {
    const std::size_t begin = lexer_.peek().span.begin;
    const std::int64_t value = lexer_.expectInteger(what);
    if (value < 0 || value > 1'000'000) failUser(std::string(what) + " outside 0 to 1,000,000", lexer_.since(begin));
    return static_cast<int>(value);
  }

  std::int64_t positive(const char* what) {
    const std::size_t begin = lexer_.peek().span.begin;
    const std::int64_t value = lexer_.expectInteger(what);
    if (value < 1 || value > maxExtent)
      failUser(fmt::format("{} outside 1 to {}", what, maxExtent), lexer_.since(begin));
    return value;
  }

  Lexer& lexer_;
  const std::vector<IndexVar> known_;
  std::vector<IndexVar> variables_;
  int depth_ = 0;
};

}  // namespace

Keep parseKeep(Lexer& lexer, KeptAs as) {
  Keep keep;
  keep.as = as;
  keep.tensor = lexer.expectIdentifier("an operand").text;
  if (!lexer.accept(",")) return keep;
  const Location at = lexer.here();
  const std::string said = lexer.expectIdentifier("pos, crd or vals").text;
  for (const auto part : {StoredPart::Positions, StoredPart::Coordinates, StoredPart::Values})
    if (said == toString(part)) keep.part = part;
  if (!keep.part)
    failUser(fmt::format("{} names no arrays", said), at, "the arrays of an operand are pos, crd and vals");
  if (!lexer.accept(",")) return keep;
  const std::size_t begin = lexer.peek().span.begin;
  const std::int64_t level = lexer.expectInteger("a level");
  if (keep.part == StoredPart::Values) failUser("the values belong to no level", lexer.since(begin));
  if (level < 1 || level > maxLevel)
    failUser(fmt::format("{} is no level", level), lexer.since(begin), "the outermost level is 1");
  keep.level = static_cast<int>(level);
  return keep;
}

Stmt parseStmt(Lexer& lexer) {
  Lexer ahead = lexer;
  Parser first(ahead);
  first.stmt();
  return Parser(lexer, first.variables()).stmt();
}

Stmt parseStmt(Source source) {
  Lexer lexer(std::move(source));
  const Stmt stmt = parseStmt(lexer);
  lexer.expectEnd("the end of the statement");
  return stmt;
}

}  // namespace stardust::cin
