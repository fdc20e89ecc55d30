#include "backend/cpu/compiler.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "../failure.h"
#include "backend/cpu/compile.h"
#include "backend/cpu/temporary_directory.h"

using namespace stardust;

namespace {

/// A test's own program: a shell script.
std::string script(const cpu::TemporaryDirectory& folder, const std::string& name, const std::string& body) {
  std::ofstream(folder.file(name)) << "#!/bin/sh\n" << body << "\n";
  std::filesystem::permissions(folder.file(name), std::filesystem::perms::owner_all);
  return folder.file(name);
}

}  // namespace

TEST_CASE("a compiler that is not there is the user's to change, with how") {
  failsWith(Family::User, "there is no C compiler no-such-cc", [] { cpu::findCompiler("no-such-cc"); });
  failsWith(Family::User, "--cc=", [] { cpu::findCompiler("/no/such/cc"); });
}

TEST_CASE("a program that is no compiler") {
  failsWith(Family::User, "does not respond", [] { cpu::findCompiler("false"); });
}

TEST_CASE("the words of CC are a program and its arguments, never a shell's") {
  const auto found = cpu::findCompiler("cc -DX=1");
  CHECK(found.command.size() == 2);
  CHECK(found.command[1] == "-DX=1");
  failsWith(Family::User, "there is no C compiler ;echo", [] { cpu::findCompiler(";echo hello"); });
}

TEST_CASE("a kernel that the compiler refuses is our mistake: its message, and where in the C") {
  const cpu::TemporaryDirectory folder;
  const std::string text = "int fine;\nint answer(void) { return nothing; }\n";
  const auto message = failure(Family::Internal, [&] { cpu::build(cpu::findCompiler(), cpu::Cache(""), {}, text); });
  contains(message, "the C compiler refuses a kernel");
  contains(message, "kernel.c:2:");
  contains(message, "2 | int answer(void) { return nothing; }");
  contains(message, "nothing");
  try {
    cpu::build(cpu::findCompiler(), cpu::Cache(""), {}, text);
  } catch (const Error& error) {
    CHECK(error.diagnostic().where.source->text == text);
  }
}

TEST_CASE("a kernel that a compiler of the user's choice refuses is not called our mistake") {
  const auto message = failure(
      Family::User, [] { cpu::build(cpu::findCompiler("cc -no-such-flag"), cpu::Cache(""), {}, "int fine;\n"); });
  contains(message, "cc -no-such-flag refuses a kernel");
  contains(message, "--cc");
}

TEST_CASE("a compiler that does not end, that crashes, that says nothing") {
  const cpu::TemporaryDirectory folder;
  const auto compiling = [&](const std::string& body, double seconds) {
    const cpu::Compiler compiler{{script(folder, "cc", body)}, "id"};
    cpu::compileLibrary(compiler, {}, "int x;", folder.path(), folder.file("out.so"), {seconds});
  };
  failsWith(Family::User, "within 0.1 s", [&] { compiling("sleep 20", 0.1); });
  failsWith(Family::Internal, "status 137", [&] { compiling("kill -KILL $$", 20); });
  failsWith(Family::Internal, "refuses a kernel", [&] { compiling("exit 1", 20); });
}

TEST_CASE("a library that is none, and a function that is not in it") {
  failsWith(Family::User, "does not load", [] { cpu::Library("/dev/null"); });
  const auto built = cpu::build(cpu::findCompiler(), cpu::Cache(""), {}, "int answer(void) { return 1; }\n");
  failsWith(Family::Internal, "no function question", [&] { built.library.function<int()>("question"); });
}
