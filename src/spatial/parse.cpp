// Files, classes and host statements.
#include <fmt/format.h>

#include <charconv>

#include "spatial/parser.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::spatial {

Program parse(Source source) { return Parser(source).program(); }

Program Parser::program() {
  program_.header = tokens_.header;
  imports();
  while (peek().kind != Token::Kind::End) definition();
  if (program_.name.empty()) failExpected("a class", "write @spatial class Name extends SpatialTest { … }");
  applyInstance();
  return std::move(program_);
}

void Parser::imports() {
  while (accept("import")) {
    while (!peek().startsLine && !is(";") && peek().kind != Token::Kind::End) take();
    accept(";");
  }
}

/// class NAME_0 extends NAME(p = 1), or @spatial [abstract] class NAME(parameters) extends SpatialTest { … }.
void Parser::definition() {
  const auto where = here();
  if (accept("@")) expect("spatial", "after @");
  accept("abstract");
  if (!accept("class") && !accept("object")) failExpected("a class");
  auto name = identifier("the name of the class");
  if (is("(")) parameterList();
  expect("extends", "after the name of the class");
  if (!is("SpatialTest") && !is("SpatialApp")) return instance(where);
  take();
  if (!program_.name.empty()) failUnsupported("a second program in one file is not supported", where);
  program_.name = std::move(name);
  appBody();
}

void Parser::instance(Location where) {
  Instance result{identifier("the class to extend"), {}, std::move(where)};
  if (is("(") && !peek().startsLine) {
    take();
    while (!is(")")) {
      std::string name;
      if (is("=", 1)) {
        name = identifier("a parameter");
        take();
      }
      result.values.push_back({std::move(name), integer("the value of a parameter")});
      if (!accept(",")) break;
    }
    expect(")", "after the values of the parameters");
  }
  if (accept("{")) expect("}", "an instance has no body");
  instances_.push_back(std::move(result));
}

/// The parameters of a run are those of its one instance.
void Parser::applyInstance() {
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

void Parser::parameterList() {
  expect("(", "for the parameters");
  while (!is(")")) {
    auto name = identifier("a parameter");
    expect(":", "after the name of the parameter");
    accept("scala") && accept(".");
    const auto type = identifier("scala.Int");
    if (type != "Int" && type != "Long") failUser("a parameter is a scala.Int", since(at_ - 1));
    if (!is("=")) failExpected("a default value", "write name: scala.Int = 1");
    take();
    program_.parameters.push_back({std::move(name), integer("the default value")});
    if (!accept(",")) break;
  }
  expect(")", "after the parameters");
}

/// A product of integers, as in 128*1024*1024.
std::int64_t Parser::integer(std::string_view what) {
  std::int64_t product = 1;
  const auto first = at_;
  do {
    const bool negative = accept("-");
    if (peek().kind != Token::Kind::Integer) failExpected(what);
    const auto text = take().text;
    std::int64_t factor = 0;
    const auto error = std::from_chars(text.data(), text.data() + text.size(), factor).ec;
    if (error != std::errc() || __builtin_mul_overflow(product, negative ? -factor : factor, &product)) {
      failUser("this number is out of range", since(first));
    }
  } while (accept("*"));
  return product;
}

void Parser::appBody() {
  expect("{", "to open the class");
  bool hasMain = false;
  while (!is("}")) {
    if (accept(";")) continue;
    if (accept("type")) {
      expect("T", "as the name of the value type");
      expect("=", "after T");
      const auto where = here();
      const auto type = identifier("Int or Float");
      if (type != "Int" && type != "I32" && type != "Float") {
        failUnsupported(fmt::format("values of type {} are not supported yet", type), where, "a word has 32 bits",
                        "the value types are Int and Float");
      }
      program_.valueType = type == "Float" ? Type::Float : Type::Int;
    } else if (accept("override")) {  // what the test harness passes and expects: no part of the program
      while (!peek().startsLine && peek().kind != Token::Kind::End) take();
    } else if (is("def")) {
      if (hasMain) failUnsupported("methods other than main are not supported yet", here());
      hasMain = true;
      mainMethod();
    } else if (accept("val")) {
      unstagedVal(identifier("a name"));
      endStatement();
    } else {
      failExpected("\"type T = …\", a val or \"def main\"");
    }
  }
  if (!hasMain) failExpected("def main(args: Array[String]): Unit = { … }");
  expect("}", "to close the class");
}

/// val ip[: scala.Int] = 16
void Parser::unstagedVal(std::string name) {
  if (accept(":")) {
    accept("scala") && accept(".");
    expect("Int", "as the type");
  }
  expect("=", "after the name");
  program_.parameters.push_back({std::move(name), integer("an integer")});
}

void Parser::mainMethod() {
  take();
  for (const auto* word : {"main", "(", "args", ":", "Array", "[", "String", "]", ")", ":", "Unit", "=", "{"}) {
    expect(word, "in def main(args: Array[String]): Unit = {");
  }
  while (!is("}") && peek().kind != Token::Kind::End) {
    if (accept(";")) continue;
    if (!is("Accel")) {
      hostStatement();
      endStatement();
      continue;
    }
    if (afterAccel_) failUnsupported("a second Accel block is not supported yet", here());
    if (!unset_.empty()) {
      const auto& [arg, where] = unset_.front();
      failUser(fmt::format("{} has no value when Accel starts", arg.name), where, {},
               fmt::format("write setArg({}, value)", arg.name));
    }
    afterAccel_ = true;
    take();
    if (is("(")) failUnsupported("an accelerator that runs forever is not supported yet", here());
    expect("{", "after Accel");
    program_.accel = statements(nullptr);
    expect("}", "to close Accel");
  }
  if (!afterAccel_) failExpected("an Accel block");
  expect("}", "to close main");
}

void Parser::addHost(decltype(HostStmt::kind) kind, std::size_t firstToken) {
  auto& list = afterAccel_ ? program_.checks : program_.host;
  list.push_back({std::move(kind), lastComment(), since(firstToken)});
}

void Parser::hostStatement() {
  rejectUnsupported();
  if (is("val")) return hostVal();
  if (is("assert")) return check();
  if (is("setArg") && !afterAccel_) return setArg();
  if (is("setMem") && !afterAccel_) return setMem();
  failExpected(afterAccel_ ? "a val or assert(…)" : "a val, setArg, setMem or Accel");
}

void Parser::hostVal() {
  const auto first = at_;
  take();
  auto name = identifier("a name");
  if (is(":")) return unstagedVal(std::move(name));
  expect("=", "after the name of the val");
  rejectUnsupported();
  const auto kind = peek().kind;
  if (kind == Token::Kind::Integer || is("-")) {
    program_.parameters.push_back({std::move(name), integer("an integer")});
    return;
  }
  if (is("loadCSV1D")) return addHost(loadedFile(std::move(name)), first);
  if (afterAccel_) failExpected("loadCSV1D[T](\"file\")");
  if (accept("ArgIn")) {
    const auto type = bracketedType();
    unset_.push_back({{std::move(name), type, {}}, since(first)});
  } else if (accept("ArgOut")) {
    const auto type = bracketedType();
    addHost(ArgOut{std::move(name), type}, first);
  } else if (accept("DRAM")) {
    const auto type = bracketedType();
    expect("(", "for the size");
    auto size = argument();
    if (is(",")) failUnsupported("arrays of more than one dimension are not supported yet", here());
    expect(")", "after the size");
    const bool isStream = accept(".");
    if (isStream) expect("stream", "behind DRAM[T](size).");
    addHost(Dram{std::move(name), type, std::move(size), isStream}, first);
  } else {
    failExpected("ArgIn, ArgOut, DRAM or loadCSV1D");
  }
}

HostLoad Parser::loadedFile(std::string name) {
  take();
  const auto type = bracketedType();
  expect("(", "for the name of the file");
  auto file = quoted("the name of the file");
  expect(")", "after the name of the file");
  return {std::move(name), type, std::move(file)};
}

void Parser::setArg() {
  const auto first = at_;
  take();
  expect("(", "after setArg");
  const auto where = here();
  const auto name = identifier("an ArgIn");
  expect(",", "after the ArgIn");
  auto value = argument();
  expect(")", "to close setArg(");
  const auto arg =
      std::find_if(unset_.begin(), unset_.end(), [&](const auto& entry) { return entry.first.name == name; });
  if (arg == unset_.end()) failUser(fmt::format("there is no unset ArgIn {}", name), where);
  addHost(ArgIn{name, arg->first.type, std::move(value)}, first);
  unset_.erase(arg);
}

/// setMem(dram, array), or setMem(dram, loadCSV1D[T]("file")), which names its array after the DRAM.
void Parser::setMem() {
  const auto first = at_;
  take();
  expect("(", "after setMem");
  auto dram = identifier("a DRAM");
  expect(",", "after the DRAM");
  std::string array;
  if (is("loadCSV1D")) {
    array = dram + "_csv";
    addHost(loadedFile(array), first);
  } else {
    array = identifier("a host array");
  }
  expect(")", "to close setMem(");
  addHost(SetMem{std::move(dram), std::move(array)}, first);
}

}  // namespace stardust::spatial
