// A library NVRTC for tests. Its machine code is a library of the host: see cuda_on_host.h.
//
// FAKE_GPU=rejects: it rejects every text.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

namespace {

struct Program {
  std::string text, log, image;
};

std::string contents(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

// Each kernel gets a function that takes its arguments as cuLaunchKernel does.
std::string withCalls(const std::string& text) {
  std::string out = "#include \"cuda_on_host.h\"\n" + text;
  const std::regex kernel("\nSTARDUST_KERNEL (\\w+)\\(");
  for (std::sregex_iterator at(text.begin(), text.end(), kernel), end; at != end; ++at) {
    const std::string name = (*at)[1];
    out += "extern \"C\" void call_" + name + "(void** all) { fake::call(" + name + ", all); }\n";
  }
  return out;
}

int answer(const std::string& from, char* to) {
  std::memcpy(to, from.data(), from.size());
  return 0;
}
int count(const std::string& of, std::size_t* to) {
  *to = of.size();
  return 0;
}

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 12, *minor = 0;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* number) {
  *number = 1;
  return 0;
}
int nvrtcGetSupportedArchs(int* all) {
  all[0] = 90;
  return 0;
}
int nvrtcCreateProgram(Program** program, const char* text, const char*, int, const char* const*, const char* const*) {
  *program = new Program{text, "", ""};
  return 0;
}
int nvrtcDestroyProgram(Program** program) {
  delete *program;
  return 0;
}
int nvrtcCompileProgram(Program* program, int options, const char* const* option) {
  const char* fault = std::getenv("FAKE_GPU");
  if ((fault && !std::strcmp(fault, "rejects")) || options < 1 || !std::strstr(option[0], "90")) {
    program->log = "kernel.cu(1): error: the fake rejects it";
    return 6;
  }
  std::string folder = (std::filesystem::temp_directory_path() / "fake_nvrtc_XXXXXX").string();
  if (!mkdtemp(folder.data())) return 1;
  const std::string source = folder + "/kernel.cpp", made = folder + "/kernel.so";
  std::ofstream(source) << withCalls(program->text);
  const std::string command =
      "c++ -std=c++14 -O0 -w -shared -fPIC -I" FAKE_GPU_FOLDER " -o " + made + " " + source + " 2>" + folder + "/log";
  const int status = std::system(command.c_str());
  program->log = contents(folder + "/log");
  program->image = contents(made);
  std::filesystem::remove_all(folder);
  return status == 0 ? 0 : 6;
}
int nvrtcGetProgramLogSize(Program* program, std::size_t* size) { return count(program->log, size); }
int nvrtcGetProgramLog(Program* program, char* to) { return answer(program->log, to); }
int nvrtcGetCUBINSize(Program* program, std::size_t* size) { return count(program->image, size); }
int nvrtcGetCUBIN(Program* program, char* to) { return answer(program->image, to); }
int nvrtcGetPTXSize(Program* program, std::size_t* size) { return count(program->image, size); }
int nvrtcGetPTX(Program* program, char* to) { return answer(program->image, to); }
}
