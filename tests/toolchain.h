// The C compiler of tests: builds share its kernels, and its headers are precompiled.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "backend/cpu/kernel.h"

namespace stardust::tests {

/// Precompiles the headers of kernels with these flags, for gcc, which spends most of its time on them otherwise.
/// Returns the flags that use them; other compilers get none.
inline std::vector<std::string> precompiled(const cpu::Compiler& compiler, const cpu::CompileFlags& flags) {
  namespace fs = std::filesystem;
  if (compiler.identity.find("Free Software Foundation") == std::string::npos) return {};
  const std::string key = cpu::keyOf(compiler, flags, "headers").substr(0, 16);
  const fs::path folder = fs::path(STARDUST_TEST_CACHE) / "headers" / key;
  const fs::path header = folder / "kernel.h", made = folder / "kernel.h.gch";
  if (!fs::exists(made)) {
    fs::create_directories(folder);
    const fs::path own = folder / fmt::format("{}", getpid());
    std::ofstream(own) << "#define _DEFAULT_SOURCE\n#include <math.h>\n#include <stdio.h>\n#include <stdbool.h>\n"
                          "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
                          "#if defined __x86_64__ && !defined __cplusplus\n#include <immintrin.h>\n#endif\n"
                          "#ifdef __cplusplus\n#include <ucontext.h>\n#endif\n";
    std::vector<std::string> command = compiler.command;
    for (const std::string& flag : cpu::argumentsOf(flags))
      if (flag != "-x" && flag != "c++" && flag != "-shared") command.push_back(flag);
    const char* language = flags.language == cpu::TextLanguage::Cpp ? "c++-header" : "c-header";
    command.insert(command.end(), {"-x", language, "-o", own.string() + ".gch", own.string()});
    if (!cpu::run(command, {}, folder).succeeded()) return {};
    fs::rename(own, header);
    fs::rename(own.string() + ".gch", made);
  }
  return {"-include", header.string()};
}

/// A compiler for one kind of kernels. `more`: flags beside those that kernels have, as -O0, with which gcc takes a
/// third of the time.
inline cpu::Toolchain toolchainWith(const std::vector<std::string>& more = {},
                                    cpu::TextLanguage language = cpu::TextLanguage::C) {
  cpu::Toolchain made = cpu::findToolchain({}, STARDUST_TEST_CACHE "/kernels");
  cpu::CompileFlags flags = {language, language == cpu::TextLanguage::C, more};
  made.flags.more = more;
  for (const std::string& flag : precompiled(made.compiler, flags)) made.flags.more.push_back(flag);
  return made;
}

}  // namespace stardust::tests
