// Declarations of memories.
#include <fmt/format.h>

#include "spatial/syntax.h"
#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;

namespace {

/// NAME[T](par)(size), behind .buffer or .nonbuffer
struct Declaration {
  std::vector<std::pair<const Tree*, const ApplyTree*>> lists;  ///< of arguments
  const TypeApplyTree* typed = nullptr;
  const SelectTree* buffering = nullptr;
};

Declaration declarationIn(const Tree& tree) {
  Declaration result;
  const Tree* at = &tree;
  if (const auto* method = as<SelectTree>(*at)) {
    result.buffering = method;
    at = &method->object;
  }
  for (const auto* apply = as<ApplyTree>(*at); apply; apply = as<ApplyTree>(*at)) {
    result.lists.insert(result.lists.begin(), {at, apply});
    at = &apply->function;
  }
  result.typed = as<TypeApplyTree>(*at);
  if (result.typed && !nameOf(result.typed->function)) result.typed = nullptr;
  return result;
}

const syntax::Constructor& constructorIn(const Tree& name) {
  std::vector<std::string_view> names;
  for (const auto& constructor : syntax::constructors) {
    if (constructor.name == *nameOf(name)) return constructor;
    names.push_back(constructor.name);
  }
  requirePrinted(*nameOf(name), name->where);
  const auto near = nearest(*nameOf(name), names);
  failUser(fmt::format("{} is not a memory", *nameOf(name)), name->where, {},
           near ? fmt::format("did you mean {}?", *near) : "");
}

}  // namespace

bool isMemory(const Tree& tree) { return declarationIn(tree).typed; }

Memory memory(std::string name, const Tree& tree) {
  const auto declaration = declarationIn(tree);
  const auto& typed = *declaration.typed;
  const auto& constructor = constructorIn(typed.function);
  Memory memory{std::move(name), constructor.kind, typeIn(onlyType(typed, tree->where)), {}, {}};
  auto list = declaration.lists.begin();
  const auto nextList = [&](std::string_view what) {
    if (list == declaration.lists.end()) failExpected(what, endOf(tree));
    const auto& [call, apply] = *list++;
    return Arguments(*call, *apply, constructor.name);
  };
  if (constructor.hasPar) {
    auto arguments = nextList(fmt::format("\"(\" for the number of partitions of the {}", constructor.name));
    memory.par = expression(arguments.next("the number of partitions"));
    arguments.end();
  }
  const bool isReg = memory.kind == MemoryKind::Reg;
  if (isReg && declaration.lists.empty()) {
    memory.size = Expr(ExprNode{Literal{memory.type, 0}, tree->where});
  } else {
    auto arguments = nextList(isReg ? "the reset value" : "\"(\" for the size");
    memory.size = expression(arguments.next(isReg ? "the reset value" : "the size"));
    if (syntax::isSparse(memory.kind) && !arguments.isEmpty()) {
      const auto& automatic = arguments.next("true");
      if (isName(automatic, "false"))
        failUnsupported("memories without automatic barriers are not supported yet", automatic->where, {},
                        "write true");
      requireWord(automatic, "true", "for the automatic barriers");
    } else if (!isReg && !arguments.isEmpty()) {
      failUnsupported("memories of more than one dimension are not supported here", arguments.next("")->where, {},
                      "compute the index of the word");
    }
    arguments.end();
  }
  if (list != declaration.lists.end()) failExpected("the end of the memory", endOf(*list->first));
  if (const auto* said = declaration.buffering) {
    if (said->name != "buffer" && said->name != "nonbuffer")
      failExpected("\"buffer\" or \"nonbuffer\" behind the memory", placeOf(*said, tree));
    memory.buffering = said->name == "nonbuffer" ? Buffering::NonBuffer : Buffering::Buffer;
  }
  return memory;
}

}  // namespace stardust::spatial::translate
