#include "scala/evaluate/embedding.h"

namespace stardust::scala {

void Staging::require(Construct, const Location&) const {}
std::string Staging::exchangeHint(std::string) { return {}; }
Value Staging::defined(const Value& value, const std::string&, const Location&) { return value; }
void Staging::keepEffect(const Value&, const Location&) {}
Value Staging::conditional(const Value&, bool, const std::function<Value(int)>&, const Location& where) {
  failUser("the condition is not known here", where);
}
void Staging::unlessLeft(const std::function<Value()>& rest, const Location&) { rest(); }

std::optional<Value> Objects::apply(const Value&, Call&) { return std::nullopt; }
Value Objects::member(const Value& object, const std::string& name, Call& call) {
  failUser(describe(object) + " has no member " + name, call.where);
}
bool Objects::hasMember(const Value&, const std::string&) const { return false; }
bool Objects::isSettable(const Value&) const { return false; }
void Objects::set(const Value& target, const Value&, const Location& where) {
  failUser(describe(target) + " cannot be set", where);
}
bool Objects::write(const Value&, const Values&, const Value&, const Location&) { return false; }
bool Objects::assignMember(const Value&, const std::string&, const std::function<Value()>&, const Location&) {
  return false;
}
bool Objects::setElement(const Value&, const Value&, const Location&) { return false; }
std::optional<bool> Objects::isOfType(const Value&, const std::string&) const { return std::nullopt; }
std::optional<DataType> Objects::typeOf(const Value&) const { return std::nullopt; }
std::optional<Values> Objects::elements(const Value&) const { return std::nullopt; }

void Rules::requireOperands(Operator, const Value&, const Value&, const Location&) const {}
void Rules::requireMembers(const std::vector<const ClassTree*>&) const {}
void Rules::requireMemberOfArray(const std::string&, const Location&) const {}
void Rules::requireMemberOfRange(const std::string&, const Location&) const {}
void Rules::requireChanging(const Collection&, const Location&) const {}
std::string Rules::example() const { return "write class Name { def main(args: Array[String]): Unit = { … } }"; }

}  // namespace stardust::scala
