// A kernel that includes the runtime's headers instead of their text.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "backend/cpu/c_text.h"
#include "backend/cpu/process.h"
#include "kernels.h"
#include "samples.h"

using namespace stardust;

TEST_CASE("a kernel compiles with the installed headers as it does with their text") {
  const cpu::TemporaryDirectory folder;
  std::filesystem::create_directories(folder.file("include/stardust"));
  std::filesystem::create_directory_symlink(STARDUST_RUNTIME_DIR, folder.file("include/stardust/runtime"));
  for (const char* text : {samples::spmv, samples::reverse, samples::rowSums}) {
    const loops::Function function = loops::parse(text);
    const cpu::PrintedC printed = cpu::printedC(function, "", cpu::Runtime::Included);
    CHECK(printed.prelude.find("#include <stardust/runtime/base.h>\n") == 0);
    CHECK(printed.prelude.find("#define FAIL") == std::string::npos);
    CHECK(printed.functions == cpu::printedC(function).functions);
    std::ofstream(folder.file("kernel.c")) << printed.text();
    const auto said =
        cpu::run({samples::compiler().command[0], "-std=c99", "-Wall", "-Wextra", "-Werror", "-fopenmp-simd",
                  "-fsyntax-only", "-I" + folder.file("include"), folder.file("kernel.c")});
    CHECK_MESSAGE(said.succeeded(), said.output);
  }
}
