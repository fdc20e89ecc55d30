// The interface of a language embedded in Scala: a value of four parts, each of which behaves as plain Scala unless it
// is overridden.
//
// A program may be staged: its computations become part of another program, which runs later. A value may therefore be
// unknown during evaluation, and the embedded language defines the meaning of control flow, names and assignments for
// such values.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "scala/library/names.h"
#include "scala/syntax/language.h"
#include "scala/values/operators.h"

namespace stardust::scala {

/// Evaluation of staged code.
class Staging {
 public:
  /// Constructs of Scala that some languages cannot stage.
  enum class Construct { While, Var };

  virtual ~Staging() = default;
  virtual bool isActive() const { return false; }
  /// Throws Error (unsupported) for a construct that the language cannot stage.
  virtual void require(Construct construct, const Location& where) const;
  /// Sets the name of the val whose value is evaluated next. Returns the previous name.
  virtual std::string exchangeHint(std::string hint);
  /// Called with the value of a val, which is used by name from now on.
  virtual Value defined(const Value& value, const std::string& name, const Location& where);
  /// Called with an unused value: its side effects still happen.
  virtual void keepEffect(const Value& value, const Location& where);
  /// if (condition) … with an unknown condition: `branch(0)` and `branch(1)` evaluate the branches.
  virtual Value conditional(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                            const Location& where);
  /// The number of statements so far that may leave the enclosing block; and the code after one of them.
  virtual std::size_t breaks() const { return 0; }
  virtual void unlessLeft(const std::function<Value()>& rest, const Location& where);
  /// Evaluates without emitting code, only for the resulting values.
  virtual Values tried(const std::function<Values()>& values) { return values(); }
  /// Whether a host function such as println has no effect at this place.
  virtual bool isSilent(const std::string& /*function*/, const Location& /*where*/) { return false; }
};

/// The values that a language adds to those of Scala.
class Objects {
 public:
  virtual ~Objects() = default;
  /// Application of a value of the language, or of a number; none: the rules of Scala apply.
  virtual std::optional<Value> apply(const Value& function, Call& call);
  /// A member of a value of the language that is not a number.
  virtual Value member(const Value& object, const std::string& name, Call& call);
  virtual bool hasMember(const Value& object, const std::string& name) const;
  virtual bool isSettable(const Value& target) const;
  virtual void set(const Value& target, const Value& value, const Location& where);
  /// target(indices) = value, and target.name = value. Returns false if the target is no value of the language.
  virtual bool write(const Value& target, const Values& indices, const Value& value, const Location& where);
  virtual bool assignMember(const Value& target, const std::string& name, const std::function<Value()>& value,
                            const Location& where);
  /// Assignment to an element of a list: whether the element itself is a variable, which is set.
  virtual bool setElement(const Value& element, const Value& value, const Location& where);
  /// Whether a value has a type of the language; none if the type is not one of the language.
  virtual std::optional<bool> isOfType(const Value& value, const std::string& type) const;
  virtual std::optional<DataType> typeOf(const Value& value) const;
  /// The elements of a value that the host can inspect.
  virtual std::optional<Values> elements(const Value& value) const;
};

/// Constructs of Scala that a language forbids, by Error (user).
class Rules {
 public:
  virtual ~Rules() = default;
  virtual void requireOperands(Operator op, const Value& a, const Value& b, const Location& where) const;
  /// Checks a class with its base classes.
  virtual void requireMembers(const std::vector<const ClassTree*>& classes) const;
  virtual void requireMemberOfArray(const std::string& member, const Location& where) const;
  virtual void requireMemberOfRange(const std::string& member, const Location& where) const;
  virtual void requireChanging(const Collection& array, const Location& where) const;
  /// A minimal program, for messages.
  virtual std::string example() const;
};

struct Embedding {
  Operators& operators;
  Staging& staging;
  Objects& objects;
  Rules& rules;
  std::function<void(Names&)> addNames;  ///< adds to the names of Scala
  Language language{};                   ///< its part in the syntax
};

}  // namespace stardust::scala
