// The user's names as C identifiers.
#include "backend/cpu/names.h"

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "backend/cpu/prelude.h"
#include "backend/cpu/process.h"
#include "samples.h"

using namespace stardust::cpu;

namespace {

/// The headers of the runtime, with every identifier in them.
struct RuntimeText {
  std::string includes;
  std::set<std::string> identifiers;
};
RuntimeText runtimeText() {
  RuntimeText text;
  const std::regex identifier("[A-Za-z_][A-Za-z0-9_]*");
  for (const auto& entry : std::filesystem::directory_iterator(STARDUST_RUNTIME_DIR)) {
    if (entry.path().filename().string().rfind("stardust_cuda", 0) == 0) continue;  // C++, of the GPU
    text.includes += "#include \"" + entry.path().string() + "\"\n";
    std::ostringstream header;
    header << std::ifstream(entry.path()).rdbuf();
    const std::string words = header.str();
    for (std::sregex_iterator word(words.begin(), words.end(), identifier), end; word != end; ++word)
      if (word->suffix().first == words.end() || *word->suffix().first != '#')  // not a part of a name
        text.identifiers.insert(word->str());
  }
  return text;
}

}  // namespace

TEST_CASE("names stay as they are where C has no other use for them") {
  Names names;
  for (const char* name : {"A", "A2", "x", "B3_pos", "weights", "A_vals", "rowSum"}) CHECK(names.of(name) == name);
  CHECK(names.ofFunction("spmv") == "spmv");
}

TEST_CASE("names of macros, types and functions of C's headers are others in the text") {
  Names names;
  for (const char* name : {"M_PI", "RAND_MAX", "SIZE_MAX", "BIG_ENDIAN", "PROT_READ", "FP_NAN", "NULL", "ssize_t",
                           "mode_t", "L_tmpnam", "int", "omp_get_num_threads", "stardust_status"})
    CHECK(names.of(name) != name);
  // A library function would be called instead of the kernel, or is declared with other types.
  for (const char* name : {"time", "sleep", "remove", "kill", "environ", "stdout", "index", "select", "random", "round",
                           "pow", "exit", "qsort", "fopen", "printf", "dlsym", "getenv"})
    CHECK(names.ofFunction(name) == std::string(name) + "_kernel");
}

TEST_CASE("no name that the runtime defines is a kernel's own") {
  const RuntimeText runtime = runtimeText();
  CHECK(runtime.identifiers.count("dots_eights_f64") == 1);
  CHECK(Names().of("dots_eights_f64") != "dots_eights_f64");
  CHECK(Names().of("max_f64") != "max_f64");
  std::string declarations;
  for (const std::string& word : runtime.identifiers) {
    const bool isOfTheLibrary = dlsym(RTLD_DEFAULT, word.c_str()) != nullptr;
    if (!isOfTheLibrary && Names().of(word) == word) declarations += "extern int " + word + ";\n";
    // The variables of macros would capture a kernel's names.
    if (word.back() == '_' && word.find('_') == word.size() - 1) CHECK_MESSAGE(isReserved(word), word);
  }
  CHECK(declarations.find("extern int values;") != std::string::npos);
  const stardust::cpu::TemporaryDirectory folder;
  const std::string file = folder.file("names.c");
  std::ofstream(file) << runtime.includes << declarations;
  for (const char* processor : {"-DPLAIN", "-mavx2", "-march=icelake-server"}) {
    const auto said = run({stardust::samples::compiler().command[0], processor, "-std=c99", "-fsyntax-only", file});
    CHECK_MESSAGE(said.succeeded(), said.output);
  }
}
