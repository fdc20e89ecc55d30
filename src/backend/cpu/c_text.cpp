#include "backend/cpu/c_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/c_spelling.h"
#include "backend/cpu/c_statements.h"
#include "backend/cpu/idioms/idiom.h"
#include "backend/cpu/prelude.h"
#include "built_in_runtime.h"
#include "loops/idioms/expand.h"

namespace stardust::cpu {
namespace {

using namespace loops;

Signature signatureOf(const Function& function, Symbols& words) {
  const auto isResult = [&](const std::string& tensor) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const Parameter& p) { return p.out && p.role.tensor == tensor; });
  };
  Signature s;
  s.function = words.ofFunction();
  for (const std::string& tensor : tensorsOf(function)) {
    s.tensors.push_back(words.tensor(tensor));
    s.declaration += fmt::format("{}stardust_tensor* {}, ", isResult(tensor) ? "" : "const ", s.tensors.back());
  }
  s.declaration = fmt::format("stardust_status {}({}int32_t threads, stardust_runner* run)", s.function, s.declaration);
  return s;
}

/// `isMeasured`: the length of an input array is used.
void printParameter(const Parameter& p, bool isMeasured, Symbols& words, Lines& lines) {
  const std::string from = fmt::format("{}->{}", words.tensor(p.role.tensor), memberOf(p.role));
  if (!p.isArray()) return lines.add("const {} {} = {};", cType(p.type), words.variable(p.name), from);
  if (isHalf(p.type) || isComplex(p.type)) words.need(cType(p.type));
  const std::string name = words.array(p.name);
  if (!p.out) {
    lines.add("const {}* restrict {} = {}.data;", cType(p.type), name, from);
    if (isMeasured) lines.add("const int64_t {}_length = {}.length;", name, from);
    return;
  }
  lines.add("{}* restrict {} = {}.data;", cType(p.type), name, from);
  lines.add("int64_t {0}_capacity = {1}.capacity, {0}_length = 0;", name, from);
}

void giveBack(const Parameter& p, Symbols& words, Lines& lines) {
  lines.add("{0}->{1} = (stardust_array){{{2}, {2}_length, {2}_capacity}};", words.tensor(p.role.tensor),
            memberOf(p.role), words.array(p.name));
}

/// The definition of the kernel.
std::string defined(const std::string& declaration, KernelFile& file) {
  const Function& function = file.function;
  Lines lines;
  Exit done;
  Statements statements(file, lines, done, true);
  lines.add("{} {{", declaration);
  lines.open();
  const std::set<std::string> lengths = measured(function.body);
  for (const Parameter& p : function.parameters) printParameter(p, lengths.count(p.name) != 0, file.words, lines);
  lines.add("int status = STARDUST_OK;");
  const std::vector<Array> arrays = localArrays(function.body);
  statements.arrays().declare(arrays);
  if (!usesThreads(function)) lines.add("(void)threads, (void)run;");
  lines.close();
  done.label = file.words.fresh("done");
  statements.print(function.body);
  if (done.isUsed) lines.label(done.label);
  lines.open();
  statements.arrays().release(arrays);
  for (const Parameter& p : function.parameters)
    if (p.out) giveBack(p, file.words, lines);
  lines.add("return (stardust_status)status;");
  lines.close();
  lines.add("}}");
  return lines.text();
}

/// A uniform entry point, which takes the tensors as an array.
std::string entryOf(const Signature& own) {
  std::string arguments;
  for (std::size_t n = 0; n < own.tensors.size(); ++n) arguments += fmt::format("tensors[{}], ", n);
  return fmt::format(
      "{} The same for callers that have the tensors in an array. */\n"
      "stardust_status {}(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {{\n"
      "  return {}({}threads, run);\n}}\n",
      "/*", entryName, own.function, arguments);
}

}  // namespace

std::vector<std::string> tensorsOf(const Function& function) {
  std::vector<std::string> tensors;
  for (const Parameter& p : function.parameters)
    if (std::find(tensors.begin(), tensors.end(), p.role.tensor) == tensors.end()) tensors.push_back(p.role.tensor);
  return tensors;
}

Signature signatureOf(const Function& function) {
  Symbols words(function);
  return signatureOf(function, words);
}

std::string abiText() { return kernelAbi; }

std::map<std::string, std::string> threadsTexts() {
  return {{"stardust_threads.h", threadsHeader}, {"stardust_threads.c", threadsSource}};
}

PrintedC printedC(const Function& function, const std::string& abi, Runtime runtime) {
  const Function printed = withoutIdioms(function, [](const Idiom& idiom) { return inC(idiom) != nullptr; });
  Symbols words(printed);
  const Signature own = signatureOf(printed, words);
  KernelFile file{printed, own.function, words};
  const std::string kernel = defined(own.declaration, file);
  return {printed, preludeOf(words.needed(), abi, runtime), file.parts + kernel, fmt::format("\n{}", entryOf(own)),
          words.meanings()};
}

std::string printC(const Function& function, const std::string& abi, Runtime runtime) {
  return printedC(function, abi, runtime).text();
}

}  // namespace stardust::cpu
