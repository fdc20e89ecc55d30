#include "backend/cuda/cuda_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/cpu/c_spelling.h"
#include "backend/cpu/c_text.h"
#include "backend/cuda/host_statements.h"
#include "backend/cuda/prelude.h"
#include "backend/cuda/reserved.h"
#include "built_in_cuda.h"

namespace stardust::cuda {
namespace {

using namespace loops;

bool isResult(const Function& function, const std::string& tensor) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const Parameter& p) { return p.out && p.role.tensor == tensor; });
}

std::string declarationOf(const Function& function, const std::string& name, cpu::Symbols& words) {
  std::string parameters;
  for (const std::string& tensor : cpu::tensorsOf(function))
    parameters +=
        fmt::format("{}stardust_tensor* {}, ", isResult(function, tensor) ? "" : "const ", words.tensor(tensor));
  return fmt::format("static int {}({}stardust_gpu* gpu)", name, parameters);
}

/// The start of the host function: extents, and arrays that are empty yet.
void declare(const Function& function, const std::vector<cpu::Array>& arrays, cpu::Symbols& words, cpu::Lines& lines) {
  const std::set<std::string> lengths = cpu::measured(function.body);
  for (const Parameter& p : function.parameters) {
    const std::string from = fmt::format("{}->{}", words.tensor(p.role.tensor), cpu::memberOf(p.role));
    if (!p.isArray()) {
      lines.add("const {} {} = {};", cpu::cType(p.type), words.variable(p.name), from);
      continue;
    }
    const std::string name = words.array(p.name), type = cpu::cType(p.type);
    lines.add("{}{}* {} = 0;", p.out ? "" : "const ", type, name);
    if (p.out) lines.add("int64_t {0}_capacity = 0, {0}_length = 0;", name);
    else if (lengths.count(p.name)) lines.add("const int64_t {}_length = {}.length;", name, from);
  }
  for (const cpu::Array& array : arrays) {
    const std::string name = words.array(array);
    lines.add("{}* {} = 0;", cpu::cType(array.type), name);
    lines.add("int64_t {0}_capacity = 0{1};", name, array.hasLength ? fmt::format(", {}_length = 0", name) : "");
  }
}

/// The host function around the lines of its statements.
std::string defined(const Function& function, const std::string& name, const HostStatements& statements,
                    cpu::Symbols& words) {
  cpu::Lines lines;
  lines.add("{} {{", declarationOf(function, name, words));
  lines.open();
  lines.add("int status = STARDUST_OK;");
  lines.add("const int32_t threads = gpu->threads;");
  declare(function, statements.arrays(), words, lines);
  lines.add("(void)threads;");
  for (const Parameter& p : function.parameters)
    if (p.isArray() && !p.out)
      lines.add("UPLOAD({}, {}->{});", words.array(p.name), words.tensor(p.role.tensor), cpu::memberOf(p.role));
  lines.add("{{");
  std::string text = lines.text() + statements.lines();
  cpu::Lines end;
  end.open();
  end.add("}}");
  for (const Parameter& p : function.parameters)
    if (p.out)
      end.add("DOWNLOAD({}->{}, {});", words.tensor(p.role.tensor), cpu::memberOf(p.role), words.array(p.name));
  end.close();
  end.add("done:");
  end.open();
  const auto release = [&](const std::string& array) { end.add("if ({0}) gpu->release(gpu, (void*){0});", array); };
  for (const Parameter& p : function.parameters)
    if (p.isArray()) release(words.array(p.name));
  for (const cpu::Array& array : statements.arrays()) release(words.array(array));
  end.add("return status;");
  end.close();
  end.add("}}");
  return text + end.text();
}

std::string entryOf(const Function& function, const std::string& name) {
  std::string arguments;
  for (std::size_t n = 0; n < cpu::tensorsOf(function).size(); ++n) arguments += fmt::format("tensors[{}], ", n);
  return fmt::format(
      "/* The same for callers that have the tensors in an array. Returns a stardust_status. */\n"
      "extern \"C\" int {}(stardust_tensor* const* tensors, stardust_gpu* gpu) {{ return {}({}gpu); }}\n",
      cpu::entryName, name, arguments);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
  return text;
}

}  // namespace

PrintedCuda printedCuda(const Function& function, cpu::Runtime runtime) {
  cpu::Symbols words(function, isReserved);
  const std::string name = words.ofFunction();
  HostStatements statements(function, name, words);
  statements.print(function.body);
  PrintedCuda printed;
  const std::string host = defined(function, name, statements, words);
  const bool isEmpty = statements.kernels().empty();
  printed.kernels = isEmpty ? ""
                            : "#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)\n" +
                                  statements.kernels() + "#endif\n";
  printed.structures = statements.structures();
  printed.host = "#ifndef __CUDACC_RTC__\n" + host + "\n" + entryOf(function, name) + "#endif\n";
  printed.prelude = preludeOf(words.needed(), runtime);
  printed.grids = statements.grids();
  printed.serialKernels = statements.serialKernels();
  return printed;
}

cpu::CompileFlags hostFlags(cpu::CompileFlags flags) {
  flags.language = cpu::TextLanguage::Cpp;
  flags.native = false;
  return flags;
}

std::string emulatedText(const PrintedCuda& printed) {
  return "#define STARDUST_EMULATED\n" +
         replaced(printed.text(), "#include \"stardust_emulation.h\"\n", cudaEmulation) + cudaEmulatedGpu;
}

}  // namespace stardust::cuda
