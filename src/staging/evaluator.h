// Evaluates the tree of a program; internal to the room.
//   evaluate.cpp  blocks, statements, control    apply.cpp  calls    classes.cpp  classes and instances
//   cases.cpp  case classes, new    implicits.cpp  implicit values    views.cpp  members that others give
//   patterns.cpp  patterns    type_tests.cpp  whether a value is of a type
//   types.cpp  types    accel.cpp  what Accel becomes, and its run
// What names and members mean is in tables (library.h); what they do to numbers, memories and loops of the accelerator
// is in words.h, memories.h and loops.h; names are kept in scopes.h.
#pragma once

#include <map>
#include <set>

#include "staging/generator.h"
#include "staging/loops.h"
#include "staging/scopes.h"
#include "staging/staging.h"

namespace stardust::staging {

/// f[types](first)(second)…: the lists that a function has not used yet are applied to its result.
struct Call {
  Tree tree;
  Location where;
  std::vector<TypeTree> types;
  std::vector<const std::vector<Argument>*> lists;
  std::size_t used = 0;
  Scope scope;
  MemoryRef stop{};  ///< of Sequential(breakWhen = stop).Foreach…

  bool has() const { return used < lists.size(); }
  /// Throws Error (user) if there are none.
  const std::vector<Argument>& next() {
    if (!has()) failUser("arguments are missing", where, {}, "write them in parentheses behind the name");
    return *lists[used++];
  }
};

/// A method that is its value where it is named: without lists of arguments, but for implicit ones.
bool isParameterless(const DefTree& def);
/// Whether one of the methods of a name takes so many arguments.
bool takesSo(const Function& methods, std::size_t count);

class Evaluator {
 public:
  Evaluator(Tree file, const Request& request, const Accelerator& accelerator);
  Outcome run();

  // For the library
  /// The values of the next list of a call; the only one in it; the numbers of the host in it.
  Values list(Call& call);
  Value one(Call& call, std::string_view what);
  /// The same; a block without parameters is a function, which evaluates it each time.
  Value body(Call& call, std::string_view what);
  std::vector<std::int64_t> sizes(Call& call);
  Value evaluate(const Tree& tree, const Scope& scope);
  Value invoke(const Value& function, Values arguments, const Location& where);
  /// A function by cases, if one of them fits.
  std::optional<Value> invokeWhere(const Value& function, const Value& argument, const Location& where);
  Value method(const Value& object, const std::string& name, Call& call);
  std::optional<Value> global(const std::string& name, Call& call);
  Value accel(Call& call);
  /// Of a record that is a case class of the program: its copy, or what its body defines.
  std::optional<Value> memberOfCase(const Value& self, const std::string& name, Call& call);
  /// The implicit value of a type (none: there is none), as implicitly[T] asks for it.
  std::optional<Value> implicitOf(const TypeTree& type, const Scope& from, const Scope& to, const Location& where);
  const Request& request() const { return request_; }
  /// Whether this stands in a class that is @spatial: there Array, until and their siblings are those of Spatial.
  bool isInSpatial(const Location& where) const;
  /// The type in brackets, or that of numbers of Spatial's Int if there is none.
  NumberType typeArgument(const Call& call, std::size_t n = 0);
  DataType dataTypeArgument(const Call& call, std::size_t n = 0);

  Stage stage;
  Words words{stage};
  Memories memories{stage, words};
  Loops loops;
  Outcome outcome;
  std::uint64_t random = 1;                            ///< state of random[T]
  std::vector<Generator> generators = {Generator(1)};  ///< by number; the first is scala.util.Random itself

 private:
  // Blocks, statements, control
  Value block(const BlockTree& n, const Scope& scope, std::size_t from = 0);
  Value statement(const Tree& tree, const Scope& scope);
  Value taken(const Value& value, const std::string& hint, const Location& where);
  Value definition(const ValTree& n, const Scope& scope, const Location& where);
  Value name(const NameTree& n, const Tree& tree, const Scope& scope);
  Value assign(const AssignTree& n, const Tree& tree, const Scope& scope);
  Value assignName(const AssignTree& n, const std::string& name, const Scope& home, const Scope& scope,
                   const Location& where);
  Value assignElement(const AssignTree& n, const ApplyTree& target, const Tree& tree, const Scope& scope);
  std::size_t elementOf(const Collection& array, const Values& indices, const Location& where);
  Value conditional(const IfTree& n, const Tree& tree, const Scope& scope);
  Value loop(const ForTree& n, const Scope& scope);
  void generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results);
  Value cases(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  const Case* chosenCase(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  bool matches(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  bool matchesAll(const std::vector<Pattern>& parts, const Values& items, const Scope& scope, const Location& where);
  bool matchesParts(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  bool matchesExtracted(const Value& object, const Pattern& pattern, const Value& value, const Scope& scope,
                        const Location& where);
  void bind(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  Value textOf(const TextTree& n, const Scope& scope);

  // Calls
  Value call(const Tree& tree, const Scope& scope);
  Value operation(Operator op, const Value& a, const Value& b, const Location& where);
  Value rest(Value value, Call& call);
  Value apply(const Value& function, Call& call);
  void inferTypes(const std::vector<std::string>& names, const std::vector<Parameter>& parameters, const Scope& scope);
  class ResultType;
  static std::optional<DataType> partOf(const TypeTree& declared, const std::string& name, const DataType& found);
  std::optional<DataType> typeInResult(const std::string& name, const TypeTree& declared, const Value& argument);
  const Function& overload(const Function& function, Call& call);
  bool knows(const std::string& library);
  Value unsaid(const Parameter& parameter, const Scope& from, const Scope& to, const Location& where);
  Scope typedScope(const Function& function, Call& call);
  Value withTypes(const Function& function, Call& call);
  Value invokeDef(const DefTree& def, const Function& function, Call& call);
  Values arguments(const std::vector<Argument>& list, const Scope& scope);

  // Classes
  /// A class of those that make an instance: the one that was asked for, those that it extends, those that they extend,
  /// …
  struct Level {
    const ClassTree* type;
    const std::vector<Argument>* arguments;
    const std::vector<TypeTree>* types;
    std::size_t extendedBy;  ///< which of them gives the arguments
    Scope own{};             ///< its parameters, which nobody else sees; around it is the instance
  };
  Scope instantiate(const ClassTree& type, const std::vector<TypeTree>& types, const std::vector<Argument>& arguments,
                    const Scope& around);
  std::vector<Level> levelsOf(const ClassTree& type, const std::vector<TypeTree>& types,
                              const std::vector<Argument>& arguments) const;
  void requireFreeNames(const std::vector<Level>& levels) const;
  void bindParameters(const Level& level, const Scope& from, const Scope& instance);
  void defineMembers(const Level& level, const Scope& instance, std::set<std::string>& overridden,
                     std::vector<Tree>& others);
  /// `around`: what its body sees, if that is not the scope that holds it.
  void defineMethod(const DefTree& def, const Tree& tree, const Scope& scope, const Scope& around = {});
  Value construct(const ClassTree& type, Call& call);
  Value constructed(const ClassTree& type, const std::vector<TypeTree>& types, const std::vector<Argument>& arguments,
                    const Scope& around);
  Value constructedFrom(const ClassTree& type, const std::vector<std::string>& names, const Values& values,
                        const Location& where);
  Value create(const NewTree& n, const Tree& tree, const Scope& scope);
  std::optional<Value> memberOfThis(const std::string& name, Call& call);
  Value copied(const Record& record, const ClassTree& type, Call& call);
  const ClassTree* caseOf(const Record& record) const;
  bool hasBody(const ClassTree& type) const;
  bool defines(const ClassTree& type, const std::string& member) const;
  void defineThis(const ClassTree& type, const Scope& instance);
  void defineShown(const Scope& instance);
  bool isDefinedBy(const Value& object, const std::string& name);

  // Implicit values and views
  TypeTree resolved(const TypeTree& tree, const Scope& scope);
  DataType bindableType(const TypeTree& tree, const Scope& scope);
  using Open = std::map<std::string, TypeTree>;  ///< what type parameters stand for
  bool unify(const TypeTree& declared, const std::vector<std::string>& open, const TypeTree& wanted, const Scope& home,
             Open& found);
  std::optional<Value> implicitIn(const TypeTree& wanted, const Scope& scope, const Scope& from, const Location& where);
  std::optional<Value> given(const Environment::Entry& entry, const TypeTree& wanted, const Scope& home,
                             const Scope& from, const Location& where);
  std::optional<Value> givenBy(const Function& function, const TypeTree& wanted, const Scope& from,
                               const Location& where);
  bool isInstanceOf(const Value& value, const TypeTree& wanted);
  std::optional<DataType> typeOf(const Value& value);
  bool hasMember(const Value& object, const std::string& name);
  std::optional<Value> viewIn(const Scope& scope, const Value& object, const std::string& member,
                              const TypeTree* wanted, const Location& where);
  std::optional<Value> viewed(const Value& object, const std::string& member, const TypeTree* wanted, const Scope& from,
                              const Location& where);
  void parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& arguments, const Scope& from,
                    const Scope& to, const Location& where);
  const ClassTree* classOf(const std::string& name) const;
  const ClassTree& chosen() const;
  std::shared_ptr<const Function> mainOf(const Scope& instance);

  // Types
  DataType type(const TypeTree& tree, const Scope& scope);
  std::optional<DataType> typeInObject(const TypeTree& tree, const Scope& scope);
  NumberType numberType(const TypeTree& tree, const Scope& scope);
  /// What case x: T asks. Throws Error (unsupported) where the value does not say it.
  bool isOfType(const Value& value, const TypeTree& type, const Scope& scope);
  bool leadsTo(const ClassTree& type, const ClassTree& base) const;
  /// A number as one of its declared type: what loses nothing is converted, what would is refused. Other values and
  /// types stay.
  Value ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where);
  Value ascribedList(const Value& value, const Collection& list, const TypeTree& declared, const Scope& scope,
                     const Location& where);
  Value ascribedTuple(const Value& value, const Record& tuple, const TypeTree& declared, const Scope& scope,
                      const Location& where);
  Value ascribedFunction(const Value& function, const TypeTree& declared, const Scope& scope);
  void ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where);

  // Accel
  spatial::Program stagedOnce(const Value& block, bool isForever, const Location& where);
  spatial::RunOutput measured(spatial::Program program);
  void learn(const spatial::Program& program);
  using Staging = std::function<spatial::Program()>;
  spatial::Program settled(const Staging& staged);
  spatial::Program withAllKnown(spatial::Program program, const Staging& staged, std::exception_ptr& failure);
  spatial::Program stagedAgain(const Staging& staged, std::exception_ptr& failure);
  bool countUnswitched();
  bool isAsMeasured(const spatial::Program& program);
  bool runs(const spatial::Program& program);
  void warnOfUnread(const spatial::Body& fifos);
  void warnOfDeepened();
  void warnOfFresh(const spatial::Body& regs);
  void requireShared(const spatial::Program& program, const std::exception_ptr& failure);
  void askWhatIsLeft(spatial::Body& accel);
  spatial::Program withPlacedMemories(const spatial::Program& program, const spatial::HostFiles& files);
  void loadStreams();
  void writeStreams();
  void boundary(spatial::Program& program, spatial::HostFiles& files);
  void takeResults(const spatial::RunOutput& output);

  Tree file_;
  std::vector<Location> inSpatial_;        ///< the classes that are @spatial
  std::map<std::string, Tree> libraries_;  ///< those that the program imports
  const Request& request_;
  const Accelerator& accelerator_;
  Scopes scopes_;
  spatial::RunOutput measured_;  ///< what the last run left that measured the loops of an Accel
  std::map<std::string, const ClassTree*> classes_;
  std::map<const ClassTree*, Scope> enclosing_;  ///< of classes that a class or a method defines
  int depth_ = 0;                                ///< of calls and structs
  bool hasViews_ = false;  ///< the program has implicit classes, or implicit methods with a parameter
  std::uint64_t steps_ = 0;
};

}  // namespace stardust::staging
