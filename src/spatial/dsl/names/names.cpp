#include "spatial/dsl/names/names.h"

#include "built_in_scala.h"
#include "spatial/dsl/restrictions.h"

namespace stardust::dsl {
namespace {

Functions functions() {
  Functions all;
  for (const auto add : {addControl, addMemories, addMath, addHost, addFiles, addScans}) add(all);
  // Their implicit parameter lists take the parenthesized list that follows.
  for (const char* name :
       {"getMem", "getArg", "getMatrix", "getTensor3", "getTensor4", "getTensor5", "loadCSV1D", "loadCSV2D"}) {
    all[name] = [name, function = all.at(name)](Dsl& e, Call& c) {
      auto value = function(e, c);
      requireNotApplied(name, c);
      return value;
    };
  }
  return all;
}

scala::Member ofDsl(Dsl& dsl, const Members<Value>::mapped_type& member) {
  return [&dsl, member](Evaluator&, const Value& self, Call& c) { return member(dsl, self, c); };
}

}  // namespace

void addNames(Names& names, Dsl& dsl) {
  static const auto all = functions();
  static const auto members = numberMembers();
  for (const auto& entry : all)
    names.functions[entry.first] = [&dsl, &function = entry.second](Evaluator&, Call& c) { return function(dsl, c); };
  for (const auto& [name, member] : members) names.ofNumbers[name] = ofDsl(dsl, member);
  for (const char* name : {"as", "asBits"}) {
    names.ofArrays[name] = ofDsl(dsl, members.at(name));
    names.ofRecords[name] = ofDsl(dsl, members.at(name));
  }
  names.ofRecords["value"] = ofDsl(dsl, members.at("value"));
  names.ofOthers["asSym"] = ofDsl(dsl, members.at("value"));  // given to a controller as settings
  names.modules.insert({"LUT", "LineBuffer", "bound", "argon", "spatial", "IR"});
  names.packages.insert({"argon", "spatial", "emul"});
  for (const auto& [name, text] : scalaLibraries) names.sources[name] = text;
  addTypes(names);
}

}  // namespace stardust::dsl
