// Evaluates the tree of a program; internal to the room. One class, one file for each topic:
//   evaluate.cpp  names, blocks, control    apply.cpp  calls and patterns    classes.cpp  classes and instances
//   types.cpp  types    operators.cpp  numbers, of the host and staged    library*.cpp  what Scala and Spatial offer
//   stage_*.cpp  what stands inside Accel
#pragma once

#include <map>
#include <set>

#include "staging/staging.h"
#include "staging/value.h"

namespace stardust::staging {

/// f[types](first)(second)…: the lists that a function has not used yet are applied to its result.
struct Call {
  Tree tree;
  Location where;
  std::vector<TypeTree> types;
  std::vector<const std::vector<Argument>*> lists;
  std::size_t used = 0;
  Scope scope;

  bool has() const { return used < lists.size(); }
  const std::vector<Argument>& next() { return *lists[used++]; }
};

class Evaluator {
 public:
  Evaluator(Tree file, const Request& request, const Accelerator& accelerator);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  Outcome run();

 private:
  friend struct Library;

  // Names, blocks, control
  Scope newScope(Scope parent);
  Value evaluate(const Tree& tree, const Scope& scope);
  Value block(const BlockTree& n, const Scope& scope);
  Value statement(const Tree& tree, const Scope& scope);
  void keepEffect(const Value& value, const Location& where);
  Value name(const NameTree& n, const Tree& tree, const Scope& scope);
  Value* find(const std::string& name, const Scope& scope);
  Value resolve(Environment::Entry& entry, const Scope& scope);
  std::optional<Value> lookUp(const std::string& name, const Scope& scope);
  void define(const Scope& scope, std::string name, Value value, bool isVar = false);
  Value select(const SelectTree& n, const Tree& tree, const Scope& scope);
  Value assign(const AssignTree& n, const Tree& tree, const Scope& scope);
  Value conditional(const IfTree& n, const Tree& tree, const Scope& scope);
  Value loop(const ForTree& n, const Tree& tree, const Scope& scope);
  void generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results);
  Value cases(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  bool matches(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  void bind(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  Value textOf(const TextTree& n, const Scope& scope);

  // Calls
  Value call(const Tree& tree, const Scope& scope);
  Value rest(Value value, Call& call);
  Value apply(const Value& function, Call& call);
  Value invoke(const Value& function, Values arguments, const Location& where);
  void inferTypes(const DefTree& def, const Scope& scope);
  Value invokeDef(const DefTree& def, const Function& function, Call& call);
  Values arguments(const std::vector<Argument>& list, const Scope& scope);
  Value one(Call& call, std::string_view what);
  Value method(const Value& object, const std::string& name, Call& call);
  std::optional<Value> global(const std::string& name, Call& call);

  // Classes
  Scope instantiate(const ClassTree& type, const std::vector<Argument>& arguments, const Scope& around);
  Value construct(const ClassTree& type, const std::vector<Argument>& arguments, const Scope& around);
  void parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& arguments, const Scope& from,
                    const Scope& to, const Location& where);
  const ClassTree* classOf(const std::string& name) const;
  const ClassTree& chosen() const;

  // Types
  DataType type(const TypeTree& tree, const Scope& scope);
  NumberType numberType(const TypeTree& tree, const Scope& scope);
  std::optional<NumberType> numberTypeOf(const Value& value);
  /// The type in brackets, or that of numbers of Spatial's Int if there is none.
  NumberType typeArgument(const Call& call, std::size_t n = 0);

  // Numbers
  Value unary(Operator op, const Value& a, const Location& where);
  Value binary(Operator op, const Value& a, const Value& b, const Location& where);
  Value numberOf(const NumberTree& n, const Location& where);
  Number number(const Value& value, std::string_view what, const Location& where);
  std::int64_t integer(const Value& value, std::string_view what, const Location& where);
  static Staged exact(const Staged& a, const Location& where);
  Staged wordUnary(spatial::UnaryOp op, const Staged& a, const NumberType& result, const Location& where);
  Value wordBinary(Operator op, Staged l, Staged r, const Location& where);
  Value shiftOf(Operator op, const Staged& a, const Staged& amount, const Location& where);
  static Value binaryOfNumbers(Operator op, const Number& x, const Number& y, const Location& where);
  Value convertedWord(const Staged& value, const NumberType& type, const Location& where);
  Value powerOf(const Staged& base, int exponent, const Location& where);
  Value binaryOfHost(Operator op, const Value& a, const Value& b, const Location& where);
  static Number numberOfWord(spatial::Word word, const NumberType& type);
  static spatial::Word wordOf(const Number& n, const Location& where);
  /// A number as one of its declared type: what loses nothing is converted, what would is refused. Other values and types stay.
  Value ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where);
  void ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where);
  Value converted(const Value& value, const NumberType& type, const Location& where);

  // Staged values
  bool isStaging() const { return body_ != nullptr; }
  /// The value of an ArgIn, Reg or number as an operand; null for others.
  std::optional<Staged> stagedOf(const Value& value);
  Staged staged(const Value& value, const NumberType& type, std::string_view what, const Location& where);
  Staged stagedIndex(const Value& value, const Location& where) { return staged(value, int32, "an index", where); }
  Value bindStaged(const Value& value, const std::string& hint, const Location& where);
  Staged literal(const Number& number, const Location& where);
  std::string fresh(const std::string& hint);
  void emit(decltype(spatial::StmtNode::kind) kind, const Location& where);
  Value mux(const Value& condition, const Value& a, const Value& b, const Location& where);
  Value math(const std::string& name, const Values& arguments, const Location& where);

  // Accel
  Value accel(Call& call);
  void boundary(spatial::Program& program, spatial::HostFiles& files);
  struct Domain {
    std::vector<spatial::Counter> counters;
    std::vector<std::string> iterators;
  };
  Domain domain(const Values& values, const Location& where);
  void nameIterators(Domain& domain, const Value& function);
  static Value iterator(const std::string& text, const Location& where);
  Value stageBody(const Value& function, const Domain& domain, spatial::Body& body, const Location& where);
  void emitForeach(Domain domain, spatial::Body body, const Location& where);
  Value foreach (Call& call);
  void once(spatial::Body body, spatial::Expr count, const Location& where);
  std::optional<spatial::ReduceOp> reduceOp(const Value& function, const NumberType& type, const Location& where);
  MemoryRef newReg(const std::string& hint, const NumberType& type, const Number& reset, const Location& where);
  void emitReduce(const MemoryRef& reg, Domain domain, spatial::Body body, spatial::Expr value, spatial::ReduceOp op,
                  const Location& where);
  Value isFirst(const Domain& domain, const Location& where);
  Value reduce(Call& call, bool keeps);
  static Value simplified(const Value& value);
  void predicate(const spatial::Body& body, const Value& condition, const Location& where);
  Value memReduce(Call& call, bool keeps);
  Value unit(Call& call);
  Value stagedIf(const IfTree& n, const Staged& condition, const Scope& scope, const Location& where);

  // Memories
  Value makeMemory(Memory::Kind kind, Call& call);
  Value makeReg(Call& call);
  Value makeLut(Call& call);
  static Value hostValue(const Value& value);
  Value readMemory(const MemoryRef& memory, const Values& indices, const Location& where);
  static Section whole(const MemoryRef& dram, const Value& par = {});
  static spatial::Expr scaled(const spatial::Expr& a, const spatial::Expr& b, const Location& where);
  Value accessMemory(const MemoryRef& memory, Call& call);
  Value memoryMethod(const MemoryRef& memory, const std::string& name, Call& call);
  Value sectionMethod(const Section& section, const std::string& name, Call& call);
  void writeMemory(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);
  void setReg(const MemoryRef& memory, const Value& value, const Location& where);
  spatial::Expr flatIndex(const Memory& memory, const Values& indices, const Location& where);
  void transfer(const MemoryRef& local, const Section& section, bool isLoad, const Value& length,
                const Location& where);
  void gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where);

  // Host
  Value numberMethod(const Value& object, const std::string& name, Call& call);
  Value seriesMethod(const Series& range, const std::string& name, Call& call);
  Value recordMethod(const Record& record, const std::string& name, Call& call);
  Value tabulate(const std::vector<std::int64_t>& dims, const Value& function, const Location& where);
  Value tabulate(const Record& ranges, const Value& function, const Location& where);
  Value random(const NumberType& type, const Value& most, const Location& where);
  void setMem(const MemoryRef& dram, const Value& value, const Location& where);
  Value getMem(const MemoryRef& dram, bool isFlat);
  Values elementsOf(const Value& value, const Location& where);
  Value checkGold(const Values& v, const Location& where);
  Value check(const Values& v, const Location& where);
  void printArray(const Values& v, const Location& where);
  Value hostMethod(const Collection& collection, const Value& self, const std::string& name, Call& call);

  Tree file_;
  const Request& request_;
  const Accelerator& accelerator_;
  Outcome outcome_;
  std::vector<std::weak_ptr<Environment>> scopes_;  ///< all that may still be there
  std::size_t pruneAt_ = 1024;                      ///< of them: then those that are gone are forgotten
  Scope top_;  ///< what the file defines
  std::map<std::string, const ClassTree*> classes_;
  std::vector<MemoryRef> outside_;  ///< what crosses the boundary to the accelerator
  spatial::Body* body_ = nullptr;   ///< what is being staged, inside Accel
  std::set<std::string> taken_;     ///< names of the Spatial program
  std::string hint_;                ///< the name of the val whose value is being evaluated
  int depth_ = 0;                   ///< of calls
  std::uint64_t steps_ = 0;
  std::uint64_t random_ = 1;  ///< state of the random numbers
};

}  // namespace stardust::staging
