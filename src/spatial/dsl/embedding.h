// The interface between Spatial and the evaluator of Scala.
#pragma once

#include "scala/evaluate/embedding.h"

namespace stardust::dsl {

using namespace scala;

class Dsl;

class DslStaging final : public scala::Staging {
 public:
  explicit DslStaging(Dsl& dsl) : dsl_(dsl) {}
  bool isActive() const override;
  void require(Construct construct, const Location& where) const override;
  std::string exchangeHint(std::string hint) override;
  Value defined(const Value& value, const std::string& name, const Location& where) override;
  void keepEffect(const Value& value, const Location& where) override;
  Value conditional(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                    const Location& where) override;
  std::size_t breaks() const override;
  void unlessLeft(const std::function<Value()>& rest, const Location& where) override;
  Values tried(const std::function<Values()>& values) override;
  bool isSilent(const std::string& function, const Location& where) override;

 private:
  Dsl& dsl_;
};

class DslObjects final : public scala::Objects {
 public:
  explicit DslObjects(Dsl& dsl) : dsl_(dsl) {}
  std::optional<Value> apply(const Value& function, Call& call) override;
  Value member(const Value& object, const std::string& name, Call& call) override;
  bool hasMember(const Value& object, const std::string& name) const override;
  bool isSettable(const Value& target) const override;
  void set(const Value& target, const Value& value, const Location& where) override;
  bool write(const Value& target, const Values& indices, const Value& value, const Location& where) override;
  bool assignMember(const Value& target, const std::string& name, const std::function<Value()>& value,
                    const Location& where) override;
  bool setElement(const Value& element, const Value& value, const Location& where) override;
  std::optional<bool> isOfType(const Value& value, const std::string& type) const override;
  std::optional<DataType> typeOf(const Value& value) const override;
  std::optional<Values> elements(const Value& value) const override;

 private:
  Dsl& dsl_;
};

class DslRules final : public scala::Rules {
 public:
  explicit DslRules(Dsl& dsl) : dsl_(dsl) {}
  void requireOperands(Operator op, const Value& a, const Value& b, const Location& where) const override;
  void requireMembers(const std::vector<const ClassTree*>& classes) const override;
  void requireMemberOfArray(const std::string& member, const Location& where) const override;
  void requireMemberOfRange(const std::string& member, const Location& where) const override;
  void requireChanging(const Collection& array, const Location& where) const override;
  std::string example() const override;

 private:
  Dsl& dsl_;
};

}  // namespace stardust::dsl
