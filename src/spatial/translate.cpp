// Files, classes and host statements.
#include "spatial/translate.h"

#include <fmt/format.h>

#include <charconv>

#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::spatial::translate {

using namespace scala;
using spatial::Parameter;

namespace {

/// A product of integers, as in 128*1024*1024.
std::int64_t integer(const Tree& tree, std::string_view what) {
  std::int64_t value = 0;
  if (const auto product = infix(tree, "*")) {
    if (__builtin_mul_overflow(integer(product->left, what), integer(product->right, what), &value))
      failUser("this number is out of range", tree->where);
    return value;
  }
  const auto* number = as<NumberTree>(tree);
  if (!number || number->isDecimal || number->isCharacter) failExpected(what, tree);
  const auto& text = number->text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) failUser("this number is out of range", tree->where);
  if (end != text.data() + text.size() && *end != 'L') failUnprinted("a number that is not decimal", tree->where);
  return value;
}

/// T of NAME[T], and of NAME[T](…); null: it is not applied to types.
const TypeApplyTree* typedIn(const Tree& tree, std::string_view name) {
  const auto* apply = as<ApplyTree>(tree);
  const auto* typed = as<TypeApplyTree>(apply ? apply->function : tree);
  return typed && isName(typed->function, name) ? typed : nullptr;
}

class Translation {
 public:
  explicit Translation(const File& file) : file_(file), notes_(file.comments) {}
  Program program();

 private:
  struct Instance {
    std::string of;
    std::vector<Parameter> values;  ///< an empty name: by position
    Location where;
  };
  void definition(const ClassTree& type, const Tree& tree);
  void instance(const ClassTree& type, const Tree& tree);
  void applyInstance();
  void parameter(const scala::Parameter& given);
  void member(const Tree& tree);
  void valueType(const TypeDefTree& alias);
  void unstagedVal(const ValTree& val, const Tree& tree);
  void main(const DefTree& def, const Tree& tree);
  void accel(const ApplyTree& apply, const Tree& tree);
  void host(const Tree& tree);
  void hostVal(const ValTree& val, const Tree& tree);
  void setArg(const ApplyTree& apply, const Tree& tree);
  void setMem(const ApplyTree& apply, const Tree& tree);
  void assertion(const ApplyTree& apply, const Tree& tree);
  void add(decltype(HostStmt::kind) kind, const Tree& tree);

  const File& file_;
  const Notes notes_;
  Program program_;
  bool hasMain_ = false;
  bool afterAccel_ = false;
  std::vector<std::pair<ArgIn, Location>> unset_;  ///< ArgIns whose setArg has not come yet
  std::vector<Instance> instances_;
};

Program Translation::program() {
  program_.header = file_.header;
  for (const auto& tree : std::get<BlockTree>(file_.definitions->kind).statements) {
    if (as<ImportTree>(tree)) continue;
    const auto* type = as<ClassTree>(tree);
    if (!type) failExpected("a class", tree);
    definition(*type, tree);
  }
  if (program_.name.empty()) {
    const auto end = file_.definitions->where.source->text.size();
    failExpected("a class", {file_.definitions->where.source, {end, end}},
                 "write @spatial class Name extends SpatialTest { … }");
  }
  applyInstance();
  return std::move(program_);
}

/// class NAME_0 extends NAME(p = 1), or @spatial [abstract] class NAME(parameters) extends SpatialTest { … }.
void Translation::definition(const ClassTree& type, const Tree& tree) {
  if (type.isCase || type.isStruct || type.isImplicit || !type.typeParameters.empty() || type.bases.size() > 1)
    failUnprinted("a class of this kind", tree->where);
  if (type.bases.empty()) failExpected("\"extends\" after the name of the class", endOf(tree));
  const auto& base = type.bases[0].type.name;
  if (base != "SpatialTest" && base != "SpatialApp") return instance(type, tree);
  if (!program_.name.empty()) failUnsupported("a second program in one file is not supported", tree->where);
  program_.name = type.name;
  for (const auto& given : type.parameters) parameter(given);
  if (const auto* body = as<BlockTree>(type.body)) {
    for (const auto& statement : body->statements) member(statement);
  }
  if (!hasMain_) failExpected("def main(args: Array[String]): Unit = { … }", endOf(tree));
}

void Translation::instance(const ClassTree& type, const Tree& tree) {
  const auto& base = type.bases[0];
  Instance result{base.type.name, {}, tree->where};
  for (const auto& argument : base.arguments)
    result.values.push_back({argument.name, integer(argument.value, "the value of a parameter")});
  const auto* body = as<BlockTree>(type.body);
  if (body && !body->statements.empty()) failExpected("\"}\": an instance has no body", body->statements[0]);
  instances_.push_back(std::move(result));
}

/// The parameters of a run are those of its one instance.
void Translation::applyInstance() {
  if (instances_.size() > 1) {
    failUnsupported("more than one instance of a program in one file is not supported", instances_[1].where, {},
                    "keep the instance to run");
  }
  if (instances_.empty()) return;
  const auto& [of, values, where] = instances_[0];
  if (of != program_.name) failUser(fmt::format("there is no class {}", of), where);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto target = program_.parameters.begin();
    if (values[i].name.empty()) {
      target += static_cast<std::ptrdiff_t>(std::min(i, program_.parameters.size()));
    } else {
      const auto& wanted = values[i].name;  // clang 14 cannot capture a structured binding
      target = std::find_if(target, program_.parameters.end(), [&](const Parameter& p) { return p.name == wanted; });
    }
    if (target == program_.parameters.end()) failUser(fmt::format("{} has no such parameter", of), where);
    target->value = values[i].value;
  }
}

void Translation::parameter(const scala::Parameter& given) {
  if (given.type.name != "Int" && given.type.name != "Long") failUser("a parameter is a scala.Int", given.type.where);
  if (!given.initial) failExpected("a default value", endOf(given.type.where), "write name: scala.Int = 1");
  program_.parameters.push_back({given.name, integer(given.initial, "the default value")});
}

void Translation::member(const Tree& tree) {
  const auto* def = as<DefTree>(tree);
  const auto* val = as<ValTree>(tree);
  const auto* alias = as<TypeDefTree>(tree);
  // An override of a member of the test harness is not part of the program.
  if ((def && def->isOverride) || (val && val->isOverride)) return;
  if (alias) return valueType(*alias);
  if (val) return unstagedVal(*val, tree);
  if (!def) failExpected("\"type T = …\", a val or \"def main\"", tree);
  if (hasMain_ || def->name != "main") failUnprinted("a method other than main", tree->where);
  hasMain_ = true;
  main(*def, tree);
}

void Translation::valueType(const TypeDefTree& alias) {
  if (alias.name != "T") failExpected("\"T\" as the name of the value type", alias.type.where);
  const auto& type = alias.type.name;
  if (type != "Int" && type != "I32" && type != "Float") {
    failUnsupported(fmt::format("values of type {} are not supported yet", alias.type.where.text()), alias.type.where,
                    "a word has 32 bits", "the value types are Int and Float");
  }
  program_.valueType = type == "Float" ? spatial::Type::Float : spatial::Type::Int;
}

/// val ip[: scala.Int] = 16
void Translation::unstagedVal(const ValTree& val, const Tree& tree) {
  if (val.isVar) failUnprinted("\"var\"", tree->where);
  if (val.pattern.kind != Pattern::Kind::Bind || !val.value) failExpected("a val with a name and a value", tree);
  if (!val.type.name.empty() && val.type.name != "Int") failExpected("\"Int\" as the type", val.type.where);
  program_.parameters.push_back({val.pattern.name, integer(val.value, "an integer")});
}

void Translation::main(const DefTree& def, const Tree& tree) {
  constexpr std::string_view form = "def main(args: Array[String]): Unit = { … }";
  const bool hasArguments = def.parameters.size() == 1 && def.parameters[0].size() == 1;
  const auto* body = as<BlockTree>(def.body);
  if (!hasArguments || !body || def.type.name != "Unit" || def.parameters[0][0].name != "args" ||
      def.parameters[0][0].type.where.text() != "Array[String]")
    failExpected(form, tree);
  for (const auto& statement : body->statements) host(statement);
  if (!afterAccel_) failExpected("an Accel block", endOf(tree->where));
}

void Translation::add(decltype(HostStmt::kind) kind, const Tree& tree) {
  auto& list = afterAccel_ ? program_.checks : program_.host;
  list.push_back({std::move(kind), notes_.behind(tree->where), tree->where});
}

void Translation::host(const Tree& tree) {
  if (const auto* val = as<ValTree>(tree)) return hostVal(*val, tree);
  const auto* apply = as<ApplyTree>(tree);
  const auto& callee = calledIn(tree);
  if (apply && isName(callee, "Accel")) return accel(*apply, tree);
  if (apply && isName(apply->function, "assert")) return assertion(*apply, tree);
  if (apply && !afterAccel_ && isName(apply->function, "setArg")) return setArg(*apply, tree);
  if (apply && !afterAccel_ && isName(apply->function, "setMem")) return setMem(*apply, tree);
  if (const auto* word = nameOf(callee)) requirePrinted(*word, callee->where);
  failExpected(afterAccel_ ? "a val or assert(…)" : "a val, setArg, setMem or Accel", tree);
}

void Translation::accel(const ApplyTree& apply, const Tree& tree) {
  if (afterAccel_) failUnsupported("a second Accel block is not supported yet", calledIn(tree)->where);
  if (!unset_.empty()) {
    const auto& [arg, where] = unset_.front();
    failUser(fmt::format("{} has no value when Accel starts", arg.name), where, {},
             fmt::format("write setArg({}, value)", arg.name));
  }
  if (!isName(apply.function, "Accel")) failUnprinted("an accelerator that runs forever", apply.function->where);
  const auto* body = apply.arguments.size() == 1 ? as<BlockTree>(apply.arguments[0].value) : nullptr;
  if (!body) failExpected("Accel { … }", tree);
  afterAccel_ = true;
  program_.accel = Statements(notes_).body(body->statements);
}

void Translation::hostVal(const ValTree& val, const Tree& tree) {
  const auto& value = val.value;
  if (!val.type.name.empty() || val.isVar || as<NumberTree>(value) || infix(value, "*")) return unstagedVal(val, tree);
  if (val.pattern.kind != Pattern::Kind::Bind) failUnprinted("a val that is more than a name", val.pattern.where);
  const auto& name = val.pattern.name;
  const auto* apply = as<ApplyTree>(value);
  if (const auto* typed = typedIn(value, "loadCSV1D"); typed && apply) {
    Arguments arguments(value, *apply, "loadCSV1D");
    HostLoad load{name, typeIn(onlyType(*typed, value->where)), {}};
    load.file = quoted(arguments.next("the name of the file"), "the name of the file");
    arguments.end();
    return add(std::move(load), tree);
  }
  const auto& callee = calledIn(value);
  if (const auto* word = nameOf(callee)) requirePrinted(*word, callee->where);
  if (afterAccel_) failExpected("loadCSV1D[T](\"file\")", value);
  const auto* in = apply ? nullptr : typedIn(value, "ArgIn");
  const auto* out = apply ? nullptr : typedIn(value, "ArgOut");
  if (in) {
    unset_.push_back({{name, typeIn(onlyType(*in, value->where)), {}}, tree->where});
    return;
  }
  if (out) return add(ArgOut{name, typeIn(onlyType(*out, value->where))}, tree);
  const auto* method = as<SelectTree>(value);
  const auto& array = method ? method->object : value;
  const auto* typed = typedIn(array, "DRAM");
  const auto* sized = as<ApplyTree>(array);
  if (!typed || !sized) failExpected("ArgIn, ArgOut, DRAM or loadCSV1D", value);
  Arguments arguments(array, *sized, "DRAM");
  Dram dram{name, typeIn(onlyType(*typed, array->where)), expression(arguments.next("the size")), method != nullptr};
  if (!arguments.isEmpty())
    failUnsupported("arrays of more than one dimension are not supported yet", arguments.next("")->where);
  if (method && method->name != "stream") failExpected("\"stream\" behind DRAM[T](size).", placeOf(*method, value));
  add(std::move(dram), tree);
}

void Translation::setArg(const ApplyTree& apply, const Tree& tree) {
  Arguments arguments(tree, apply, "setArg");
  const auto& target = arguments.next("an ArgIn");
  const auto name = identifier(target, "an ArgIn");
  auto value = expression(arguments.next("the value of the ArgIn"));
  arguments.end();
  const auto arg =
      std::find_if(unset_.begin(), unset_.end(), [&](const auto& entry) { return entry.first.name == name; });
  if (arg == unset_.end()) failUser(fmt::format("there is no unset ArgIn {}", name), target->where);
  add(ArgIn{name, arg->first.type, std::move(value)}, tree);
  unset_.erase(arg);
}

/// setMem(dram, array), or setMem(dram, loadCSV1D[T]("file")), which names its array after the DRAM.
void Translation::setMem(const ApplyTree& apply, const Tree& tree) {
  Arguments arguments(tree, apply, "setMem");
  auto dram = arguments.name("a DRAM");
  const auto& source = arguments.next("a host array");
  arguments.end();
  const auto* typed = typedIn(source, "loadCSV1D");
  const auto* call = as<ApplyTree>(source);
  if (!typed || !call) return add(SetMem{std::move(dram), identifier(source, "a host array")}, tree);
  Arguments file(source, *call, "loadCSV1D");
  HostLoad load{dram + "_csv", typeIn(onlyType(*typed, source->where)), {}};
  load.file = quoted(file.next("the name of the file"), "the name of the file");
  file.end();
  SetMem set{std::move(dram), load.name};
  add(std::move(load), tree);
  add(std::move(set), tree);
}

void Translation::assertion(const ApplyTree& apply, const Tree& tree) {
  Arguments arguments(tree, apply, "assert");
  const auto& condition = arguments.next("a check");
  arguments.end();
  const auto equality = infix(condition, "===");
  const auto* length = equality ? as<SelectTree>(equality->left) : nullptr;
  const bool isOfLength = length && length->name == "length";
  if (isOfLength && afterAccel_) failUser("a check of a length stands before Accel", tree->where);
  if (isOfLength) return add(checkLength(*equality), tree);
  if (!afterAccel_) failUser("a check stands after Accel", tree->where);
  add(check(condition), tree);
}

}  // namespace

}  // namespace stardust::spatial::translate

namespace stardust::spatial {

Program parse(Source source) {
  const auto file = scala::read(source);
  return translate::Translation(file).program();
}

}  // namespace stardust::spatial
