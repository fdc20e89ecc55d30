// Case classes: instances with the members of their bodies, and copies; a part of the evaluator.
#pragma once

#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class CaseClasses {
 public:
  explicit CaseClasses(Evaluator& evaluator) : e_(evaluator) {}

  /// The class of a case-class record; null for other records.
  const ClassTree* classOf(const Record& record) const;
  /// Whether a class or a base class of it has a member of this name.
  bool defines(const ClassTree& type, const std::string& member) const;
  bool isDefinedBy(const Value& object, const std::string& name);
  /// A member of a record that is a case class of the program: its copy method, or a member of its body.
  std::optional<Value> member(const Value& self, const std::string& name, Call& call);
  /// copy(…) in the body of a case class.
  std::optional<Value> memberOfThis(const std::string& name, Call& call);
  /// In the body of a case class, `this` is the record of its fields.
  void defineThis(const ClassTree& type, const Scope& instance);

  /// An instance of any class.
  Value constructed(const ClassTree& type, const std::vector<TypeTree>& types, const std::vector<Argument>& arguments,
                    const Scope& around);
  Value constructedFrom(const ClassTree& type, const std::vector<std::string>& names, const Values& values,
                        const Location& where);

 private:
  bool hasBody(const ClassTree& type) const;
  Value copied(const Record& record, const ClassTree& type, Call& call);

  Evaluator& e_;
};

}  // namespace stardust::scala
