#include "backend/cpu/c_shared_loop.h"

#include <algorithm>

namespace stardust::cpu {

using namespace loops;

namespace {

bool isOperand(const std::string& array, const Function& function) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const Parameter& p) { return p.name == array && !p.out; });
}

std::vector<std::pair<std::string, std::string>> membersOf(const Captures& captures, const KernelFile& file) {
  Symbols& words = file.words;
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto& [variable, type] : captures.variables)
    members.emplace_back(fmt::format("const {} ", cType(type)), words.variable(variable));
  for (const std::string& array : captures.arrays) {
    const char* constant = isOperand(array, file.function) ? "const " : "";
    members.emplace_back(fmt::format("{}{}* restrict ", constant, cType(words.typeOf(array))), words.array(array));
  }
  for (const std::string& array : captures.lengths)
    members.emplace_back("const int64_t ", words.array(array) + "_length");
  if (captures.threads) members.emplace_back("const int32_t ", "threads");
  return members;
}

}  // namespace

SharedLoop SharedLoop::of(const For& loop, KernelFile& file) {
  const std::string name = file.words.fresh("loop"), type = file.words.fresh(file.name + "_loop"),
                    part = file.words.fresh(file.name + "_part");
  return {loop, name, type, part, membersOf(capturesOf(loop), file)};
}

bool SharedLoop::printPart(KernelFile& file) const {
  Symbols& words = file.words;
  Lines lines;
  Exit next{words.fresh("next")};
  Statements statements(file, lines, next, false);
  const std::string counter = cType(loop.begin->type), var = words.variable(loop.var);
  lines.add("struct {} {{", type);
  lines.add("  int64_t next_, end_;");
  lines.add("  int status_;");
  for (const auto& [declared, member] : members) lines.add("  {}{};", declared, member);
  lines.add("}};");
  lines.add("static void {}(void* shared) {{", part);
  lines.open();
  lines.add("struct {}* const loop_ = shared;", type);
  for (const auto& [declared, member] : members) lines.add("{}{} = loop_->{};", declared, member, member);
  const auto arrays = localArrays(loop.body);
  statements.arrays().declare(arrays);
  const std::size_t beforeLoop = lines.here();
  lines.add("for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {{");
  lines.add("  const {} {} = {}part_;", counter, var, counter == "int64_t" ? "" : fmt::format("({})", counter));
  statements.print(loop.body);
  if (next.isUsed) lines.add("{}:;", next.label);
  lines.add("}}");
  statements.arrays().release(arrays);
  if (next.isUsed) {
    lines.insert(beforeLoop, "  int status = STARDUST_OK;");
    lines.add("raise_status(&loop_->status_, status);");
    words.need("raise_status");
  }
  lines.close();
  lines.add("}}");
  file.parts += lines.text() + "\n";
  return next.isUsed;
}

}  // namespace stardust::cpu
