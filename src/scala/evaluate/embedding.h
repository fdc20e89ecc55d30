// A language that is embedded in Scala, as the evaluator sees it: a value of four parts, each of which is plain Scala
// as long as nothing is overridden.
//
// What a program computes may become part of another program, which runs later: it is staged. So a value may be one
// that nobody knows yet, and the language says what control, names and assignments do with it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "scala/library/names.h"
#include "scala/values/operators.h"

namespace stardust::scala {

/// What is evaluated as part of a program to come.
class Staging {
 public:
  /// What of Scala not every language can stage.
  enum class Construct { While, Var };

  virtual ~Staging() = default;
  virtual bool isActive() const { return false; }
  /// Throws Error (unsupported) for what it cannot stage.
  virtual void require(Construct construct, const Location& where) const;
  /// The name of the val whose value is evaluated from now on; gives the one before.
  virtual std::string exchangeHint(std::string hint);
  /// The value of a val, which is going to be used by its name.
  virtual Value defined(const Value& value, const std::string& name, const Location& where);
  /// A value that nobody uses: what it does takes place all the same.
  virtual void keepEffect(const Value& value, const Location& where);
  /// if (condition) …, of a condition that is not known: `branch(0)` and `branch(1)` are the two.
  virtual Value conditional(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                            const Location& where);
  /// Statements so far that may leave the block around this place; and what stands behind one of them.
  virtual std::size_t breaks() const { return 0; }
  virtual void unlessLeft(const std::function<Value()>& rest, const Location& where);
  /// Evaluates only to see what comes out.
  virtual Values tried(const std::function<Values()>& values) { return values(); }
  /// Whether what only the host sees, such as println, says nothing at this place.
  virtual bool isSilent(const std::string& /*function*/, const Location& /*where*/) { return false; }
};

/// The values that a language has beside Scala's.
class Objects {
 public:
  virtual ~Objects() = default;
  /// What is applied to a value, if that is one of these, or a number; none: Scala decides.
  virtual std::optional<Value> apply(const Value& function, Call& call);
  /// A member of one that is no number.
  virtual Value member(const Value& object, const std::string& name, Call& call);
  virtual bool hasMember(const Value& object, const std::string& name) const;
  virtual bool isSettable(const Value& target) const;
  virtual void set(const Value& target, const Value& value, const Location& where);
  /// target(indices) = value, and target.name = value. False: it is none of these.
  virtual bool write(const Value& target, const Values& indices, const Value& value, const Location& where);
  virtual bool assignMember(const Value& target, const std::string& name, const std::function<Value()>& value,
                            const Location& where);
  /// Of a list whose element is assigned to: whether the element stays, and is set.
  virtual bool setElement(const Value& element, const Value& value, const Location& where);
  /// Whether a value is of a type of the language; none if that is no type of it.
  virtual std::optional<bool> isOfType(const Value& value, const std::string& type) const;
  virtual std::optional<DataType> typeOf(const Value& value) const;
  /// The elements of one that the host can look into.
  virtual std::optional<Values> elements(const Value& value) const;
};

/// What a language refuses of Scala, by Error (user).
class Rules {
 public:
  virtual ~Rules() = default;
  virtual void requireOperands(Operator op, const Value& a, const Value& b, const Location& where) const;
  /// Of a class and those that it extends.
  virtual void requireMembers(const std::vector<const ClassTree*>& classes) const;
  virtual void requireMemberOfArray(const std::string& member, const Location& where) const;
  virtual void requireMemberOfRange(const std::string& member, const Location& where) const;
  virtual void requireChanging(const Collection& array, const Location& where) const;
  /// What a program looks like, for messages.
  virtual std::string example() const;
};

struct Embedding {
  Operators& operators;
  Staging& staging;
  Objects& objects;
  Rules& rules;
  std::function<void(Names&)> addNames;  ///< to those of Scala
};

}  // namespace stardust::scala
