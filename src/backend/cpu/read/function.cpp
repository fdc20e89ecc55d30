#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "backend/cpu/c_spelling.h"
#include "backend/cpu/read/statements.h"
#include "loops/build.h"
#include "loops/keywords.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using namespace loops;

namespace {

constexpr std::string_view lengthSuffix = "_length";

class Reader {
 public:
  Reader(const std::string& text, const Meanings& meanings) : tokens_(text), meanings_(meanings) {}

  Function function() {
    while (tokens_.at("struct")) part();
    Function f;
    tokens_.expect("stardust_status");
    f.name = tensorOrFunction();
    const std::vector<Tensor> tensors = signature();
    ReadScope scope{tokens_, meanings_};
    while (!tokens_.at("int")) parameter(scope, f);
    if (tensorsOf(f) != tensors) tokens_.fail("the tensors of the signature before");
    tokens_.expectAll("int status = STARDUST_OK ;");
    const std::vector<std::string> arrays = localArrays(scope);
    if (tokens_.at("(")) tokens_.expectAll("( void ) threads , ( void ) run ;");
    scope.label = labelAhead();
    std::set<std::string> lengths = lengths_;
    for (const Parameter& p : f.parameters)
      if (p.out) lengths.insert(namesInC_.at(p.name));
    StatementReader statements(scope, parts_, std::move(lengths));
    f.body = statements.body();
    if (statements.usesLabel()) tokens_.expectAll(scope.label + " :");
    freed(arrays);
    for (const Parameter& p : f.parameters)
      if (p.out) returned(p);
    tokens_.expectAll("return ( stardust_status ) status ; }");
    if (tokens_.peek().kind != CTokenKind::End) tokens_.fail("the end");
    return f;
  }

 private:
  // ---- common parts of both kinds of functions

  /// A label at the beginning of a statement.
  std::string labelAhead() const {
    for (std::size_t n = 1; tokens_.peek(n).kind != CTokenKind::End; ++n) {
      const CToken& before = tokens_.peek(n - 1);
      const bool begins =
          before.kind == CTokenKind::Comment || before.text == ";" || before.text == "}" || before.text == "{";
      if (begins && tokens_.atName(n) && tokens_.at(":", n + 1)) return std::string(tokens_.peek(n).text);
    }
    return {};
  }

  // double* restrict x = NULL; int64_t x_capacity = 0, x_length = 0;
  std::vector<std::string> localArrays(ReadScope& scope) {
    std::vector<std::string> arrays;
    lengths_.clear();
    while (tokens_.at("*", 1) && tokens_.at("NULL", 5)) {
      const auto type = typeInC(tokens_.next().text);
      tokens_.expectAll("* restrict");
      const std::string name = tokens_.name();
      if (!type) tokens_.fail("the type of an array");
      scope.types[name] = *type;
      tokens_.expectAll("= NULL ; int64_t " + name + "_capacity = 0");
      if (tokens_.accept(",")) {
        tokens_.expectAll(name + "_length = 0");
        lengths_.insert(name);
      }
      tokens_.expect(";");
      arrays.push_back(name);
    }
    return arrays;
  }
  void freed(const std::vector<std::string>& arrays) {
    for (const std::string& array : arrays) tokens_.expectAll("free ( " + array + " ) ;");
  }

  // ---- parallel loops

  void part() {
    ReadPart part;
    ReadScope scope{tokens_, meanings_};
    tokens_.expect("struct");
    const std::string type = tokens_.name();
    tokens_.expectAll("{ int64_t next_ , end_ ; int status_ ;");
    std::vector<std::string> declarations;
    while (!tokens_.accept("}")) {
      const auto place = tokens_.place();
      part.captures.push_back(captured(scope));
      declarations.push_back(tokens_.textSince(place));
      tokens_.expect(";");
    }
    tokens_.expectAll("; static void");
    part.function = tokens_.name();
    tokens_.expectAll("( void * shared ) { struct " + type + " * const loop_ = shared ;");
    for (std::size_t n = 0; n < declarations.size(); ++n) {
      const auto place = tokens_.place();
      captured(scope);
      if (tokens_.textSince(place) != declarations[n]) tokens_.fail(fmt::format("'{}' before", declarations[n]));
      tokens_.expectAll("= loop_ -> " + part.captures[n] + " ;");
    }
    const std::vector<std::string> arrays = localArrays(scope);
    part.fails = tokens_.at("int");
    if (part.fails) tokens_.expectAll("int status = STARDUST_OK ;");
    tokens_.expectAll("for ( int64_t part_ ; ( part_ = next_part ( & loop_ -> next_ ) ) < loop_ -> end_ ; ) { const");
    scope.label = labelAhead();
    StatementReader statements(scope, parts_, lengths_);
    const auto [var, varType] = statements.declared();
    tokens_.expectAll(varType == Type::I64 ? "= part_ ;" : "= ( int32_t ) part_ ;");
    part.var = scope.meaning(var);
    part.varType = varType;
    part.body = statements.body();
    if (statements.usesLabel() != part.fails) tokens_.fail("a status where the part fails");
    if (part.fails) tokens_.expectAll(scope.label + " : ;");
    tokens_.expect("}");
    freed(arrays);
    if (part.fails) tokens_.expectAll("raise_status ( & loop_ -> status_ , status ) ;");
    tokens_.expect("}");
    parts_[type] = std::move(part);
  }

  // const double* restrict B_vals, const int64_t n, const int32_t threads
  std::string captured(ReadScope& scope) {
    tokens_.accept("const");
    const auto type = typeInC(tokens_.next().text);
    if (tokens_.accept("*")) tokens_.expect("restrict");
    std::string name = tokens_.name();
    if (!type) tokens_.fail("the type of what threads share");
    if (meanings_.count(name)) scope.types[name] = *type;
    return name;
  }

  // ---- the kernel

  struct Tensor {
    std::string name;
    bool isOperand;
    friend bool operator==(const Tensor&, const Tensor&) = default;
  };

  // (const stardust_tensor* A, stardust_tensor* y, int32_t threads, stardust_runner* run) {
  std::vector<Tensor> signature() {
    std::vector<Tensor> tensors;
    tokens_.expect("(");
    while (!tokens_.at("int32_t")) {
      const bool isOperand = tokens_.accept("const");
      tokens_.expectAll("stardust_tensor *");
      tensors.push_back({tensorOrFunction(), isOperand});
      tokens_.expect(",");
    }
    tokens_.expectAll("int32_t threads , stardust_runner * run ) {");
    return tensors;
  }

  std::string tensorOrFunction() {
    const auto found = meanings_.find(tokens_.name());
    if (found == meanings_.end()) tokens_.fail("a tensor, or the function, before");
    return found->second;
  }

  static std::vector<Tensor> tensorsOf(const Function& f) {
    std::vector<Tensor> tensors;
    for (const Parameter& p : f.parameters) {
      const auto known =
          std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& t) { return t.name == p.role.tensor; });
      if (known == tensors.end()) tensors.push_back({p.role.tensor, !p.out});
      else known->isOperand = known->isOperand && !p.out;
    }
    return tensors;
  }

  // const int64_t A1_dim = A->levels[0].dim;
  // const double* restrict A_vals = A->vals.data;          const int64_t A_vals_length = A->vals.length;
  // double* restrict y_vals = y->vals.data;                int64_t y_vals_capacity = y->vals.capacity, y_vals_length =
  // 0;
  void parameter(ReadScope& scope, Function& f) {
    Parameter p;
    p.out = !tokens_.accept("const");
    const auto type = typeInC(tokens_.next().text);
    if (!type) tokens_.fail("the type of a parameter");
    const bool isArray = tokens_.accept("*");
    if (isArray) tokens_.expect("restrict");
    const std::string name = tokens_.name();
    tokens_.expect("=");
    const auto place = tokens_.place();
    p.role = role();
    p.name = scope.meaning(name);
    p.type = *type;
    if (p.isArray() != isArray) tokens_.fail("an array");
    scope.types[name] = *type;
    namesInC_[p.name] = name;
    if (isArray) {
      const std::string from = tokens_.textSince(place);
      tokens_.expectAll(". data");
      if (p.out) {
        tokens_.expectAll("; int64_t " + name + "_capacity =");
        sameText(from);
        tokens_.expectAll(". capacity , " + name + "_length = 0");
      } else if (tokens_.at("int64_t", 2) && tokens_.at(name + std::string(lengthSuffix), 3)) {
        tokens_.expectAll("; const int64_t " + name + "_length =");
        sameText(from);
        tokens_.expectAll(". length");
      }
    }
    tokens_.expect(";");
    f.parameters.push_back(std::move(p));
  }

  void sameText(const std::string& text) {
    const auto place = tokens_.place();
    role();
    if (tokens_.textSince(place) != text) tokens_.fail(fmt::format("'{}' before", text));
  }

  // A->levels[0].pos, A->vals
  Role role() {
    Role role{Role::Kind::Values, {}, 0};
    role.tensor = tensorOrFunction();
    tokens_.expect("->");
    if (tokens_.accept("levels")) {
      tokens_.expect("[");
      if (tokens_.peek().kind != CTokenKind::Number) tokens_.fail("the number of a level");
      const std::string_view level = tokens_.next().text;
      std::from_chars(level.data(), level.data() + level.size(), role.level);
      tokens_.expectAll("] .");
    }
    const std::string member = tokens_.name();
    for (const auto& [kind, word] : roleWords)
      if (member == word) {
        role.kind = kind;
        return role;
      }
    tokens_.fail("a member of a tensor before");
  }

  void returned(const Parameter& p) {
    const std::string& name = namesInC_.at(p.name);
    const auto place = tokens_.place();
    if (role() != p.role) {
      tokens_.back(place);
      tokens_.fail(fmt::format("where {} belongs", name));
    }
    tokens_.expectAll("= ( stardust_array ) { " + name + " , " + name + "_length , " + name + "_capacity } ;");
  }

  CTokens tokens_;
  const Meanings& meanings_;
  ReadParts parts_;
  std::set<std::string> lengths_;                // of the local arrays parsed last
  std::map<std::string, std::string> namesInC_;  // of parameters
};

}  // namespace

Function readC(const std::string& functions, const Meanings& meanings) {
  return Reader(functions, meanings).function();
}

void verifyC(const Function& function, const std::string& functions, const Meanings& meanings) {
  const Function expected = formInC(function);
  Function read;
  std::string why = "it means other loops";
  try {
    read = readC(functions, meanings);
    if (read.name == expected.name + "_kernel") read.name = expected.name;  // Names::ofFunction
    read = formInC(read);
    if (equal(read, expected)) return;
  } catch (const Error& error) {
    why = error.diagnostic().what;
    read = {};
  }
  failInternal(fmt::format("the C of {} does not read back: {}\n\nthe loops\n{}\nthe C\n{}\nwhat it says\n{}",
                           function.name, why, print(expected), functions, read.parameters.empty() ? "" : print(read)));
}

}  // namespace stardust::cpu
