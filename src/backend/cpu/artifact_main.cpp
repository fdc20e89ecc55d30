#include "backend/cpu/artifact_main.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "backend/cpu/c_expr.h"
#include "levels/registry.h"
#include "loops/level_arrays.h"

namespace stardust::cpu {

using loops::Function;
using loops::Parameter;
using loops::Role;

namespace {

// In order of dependence; only used functions are printed.
constexpr levels::CText readers[] = {
    {"require", R"(static void require(bool holds, const char* file, const char* what) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", file, what);
  exit(1);
}
)"},
    {"path_of", R"(enum { longest_path = 4096 };
static void path_of(char* path, const char* folder, const char* name, const char* end) {
  const int length = snprintf(path, longest_path, "%s/%s%s", folder, name, end);
  require(length > 0 && length < longest_path, name, "its path is too long");
}
)"},
    {"opened", R"(static FILE* opened(const char* folder, const char* name) {
  char path[longest_path];
  path_of(path, folder, name, "");
  FILE* file = fopen(path, "rb");
  if (file) return file;
  fprintf(stderr, "cannot open %s/%s\n", folder, name);
  exit(1);
}
)"},
    {"read_array", R"(static stardust_array read_array(const char* folder, const char* name, size_t element) {
  FILE* file = opened(folder, name);
  size_t used = 0, room = 1 << 16;
  char* data = malloc(room);
  while (data && (used += fread(data + used, 1, room - used, file)) == room) {
    char* more = realloc(data, room *= 2);
    if (!more) free(data);
    data = more;
  }
  require(!ferror(file), name, "cannot be read");
  fclose(file);
  require(data != NULL, name, "not enough memory");
  require(used % element == 0, name, "not a whole number of elements");
  return (stardust_array){data, (int64_t)(used / element), (int64_t)(room / element)};
}
)"},
    {"read_dims",
     R"(static void read_dims(const char* folder, const char* name, stardust_level* levels, int64_t order, int64_t most) {
  stardust_array dims = read_array(folder, name, sizeof(int64_t));
  require(dims.length == order, name, "it should have an extent for each level");
  for (int64_t l = 0; l < order; l++) {
    levels[l].dim = ((int64_t*)dims.data)[l];
    require(levels[l].dim >= 0 && levels[l].dim <= most, name,
            most == INT32_MAX ? "extents are 0 to 2^31 - 1" : "extents are 0 to 2^62");
  }
  free(dims.data);
}
)"},
    {"same_extent", R"(static void same_extent(int64_t dim, const char* name, int64_t other, const char* other_name) {
  if (dim == other) return;
  fprintf(stderr, "%s and %s: the expression wants the same extent, and they have %lld and %lld\n", name, other_name,
          (long long)dim, (long long)other);
  exit(1);
}
)"},
};
constexpr levels::CText others[] = {{"write_array",
                                     R"(/* The file has its name when it is complete. */
static void write_array(const char* folder, const char* name, stardust_array array, size_t element) {
  char path[longest_path], partial[longest_path];
  path_of(path, folder, name, "");
  path_of(partial, folder, name, ".partial");
  FILE* file = fopen(partial, "wb");
  const size_t count = (size_t)array.length;
  bool written = file && (count == 0 || fwrite(array.data, element, count, file) == count);
  if (file && fclose(file) != 0) written = false;
#ifdef _WIN32
  if (written) remove(path); /* rename takes no name that is taken there */
#endif
  if (written && rename(partial, path) == 0) return;
  if (file) remove(partial);
  fprintf(stderr, "cannot write %s/%s\n", folder, name);
  exit(1);
}
)"},
                                    {"count_of", R"(static int count_of(const char* text) {
  char* end;
  const long count = strtol(text, &end, 10);
  require(end != text && *end == 0 && count >= 1 && count <= 1024, text, "the number of threads is 1 to 1024");
  return (int)count;
}
)"}};

std::vector<levels::CText> helpers() {
  std::vector<levels::CText> all(std::begin(readers), std::end(readers));
  const auto isKnown = [&](const levels::CText& text) {
    return std::any_of(all.begin(), all.end(), [&](const levels::CText& t) { return t.text == text.text; });
  };
  for (const levels::Definition* level : levels::all())
    for (const levels::CText& text : level->cTexts)
      if (!isKnown(text)) all.push_back(text);
  all.insert(all.end(), std::begin(others), std::end(others));
  return all;
}

std::string withHelpers(std::string text) {
  const std::vector<levels::CText> all = helpers();
  for (auto helper = all.rbegin(); helper != all.rend(); ++helper)
    if (text.find(std::string(helper->name) + "(") != std::string::npos)
      text = fmt::format("{}\n{}", helper->text, text);
  return text;
}

// The type without those of the runtime.
std::string elementInC(loops::Type type) {
  if (isHalf(type)) return "uint16_t";
  if (isComplex(type)) return cType(partOf(type)) + " _Complex";
  return cType(type);
}

class Main {
 public:
  Main(const Function& function, const ArtifactTensors& tensors)
      : function_(function), tensors_(tensors), own_(signatureOf(function)), names_(tensorsOf(function)) {
    for (const std::string& name : own_.tensors)
      variables_.push_back("t_" + name);  // avoids other names of the program
  }

  std::string run() {
    for (std::size_t n = 0; n < names_.size(); ++n) declare(n);
    extents();
    for (std::size_t n = 0; n < names_.size(); ++n)
      if (!isResult(names_[n])) readOperand(n);
    std::string arguments, write;
    for (const std::string& name : variables_) arguments += "&" + name + ", ";
    for (const Parameter& p : function_.parameters)
      if (p.isArray() && p.out)
        write += fmt::format("  write_array(folder, \"{}\", {}, sizeof({}));\n", dataFileOf(function_, p.role),
                             memberOf(p.role), elementInC(p.type));
    const std::string main = withHelpers(fmt::format(R"(int main(int argc, char** argv) {{
  const bool help = argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
  if (argc < 2 || argc > 3 || help) {{
    fprintf(help ? stdout : stderr, "usage: {0} DIRECTORY [THREADS]\n"
            "runs the kernel on the arrays in the files of DIRECTORY, and writes those of the result there\n");
    return !help;
  }}
  const char* folder = argv[1];
  const int threads = argc > 2 ? count_of(argv[2]) : 1;
  int64_t size;
{1}
  const stardust_status status = {0}({2}threads, stardust_parallel);
  if (status != STARDUST_OK) {{
    static const char* const words[] = {{"", "there is not enough memory", "an integer is divided by zero", "the result or a workspace would have more than 2^59 positions"}};
    fprintf(stderr, "the kernel failed: %s\n", (unsigned)status < 4 ? words[status] : "for an unknown reason");
    return 1;
  }}
{3}  return 0;
}}
)",
                                                     own_.function, lines_, arguments, write));
    return fmt::format(
        "/* Runs the kernel on the arrays in the files of a directory, and writes those of the results there: {0} DIRECTORY [THREADS] */\n"
        "#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#include \"{0}.h\"\n#include \"stardust_threads.h\"\n\n{1}",
        own_.function, main);
  }

 private:
  const ArtifactTensor& tensor(const std::string& name) const { return tensors_.at(name); }
  const std::string& variable(const std::string& name) const {
    return variables_[static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin())];
  }
  std::string file(const std::string& name, Role::Kind kind, int level = 0) const {
    return dataFileOf(function_, {kind, name, level});
  }
  bool isResult(const std::string& name) const {
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& p) { return p.out && p.role.tensor == name; });
  }
  std::string memberOf(const Role& role) const {
    if (role.kind == Role::Kind::Values) return variable(role.tensor) + ".vals";
    const char* member = role.kind == Role::Kind::Pos ? "pos" : role.kind == Role::Kind::Crd ? "crd" : "bits";
    return fmt::format("{}_levels[{}].{}", variable(role.tensor), role.level, member);
  }

  template <class... Args>
  void line(fmt::format_string<Args...> form, Args&&... args) {
    lines_ += "  " + fmt::format(form, std::forward<Args>(args)...) + "\n";
  }

  void declare(std::size_t n) {
    const int order = tensor(names_[n]).format.order();
    line("stardust_level {}_levels[{}] = {{{{0}}}};", variables_[n], std::max(order, 1));
    line("stardust_tensor {0} = {{{0}_levels, {{0}}}};", variables_[n]);
    if (order > 0)
      line("read_dims(folder, \"{}\", {}_levels, {}, {});", file(names_[n], Role::Kind::Dim), variables_[n], order,
           tensor(names_[n]).mostExtent > mostNarrow ? "INT64_C(1) << 62" : "INT32_MAX");
  }

  // Checks that each index variable has the same extent in all accesses.
  void extents() {
    std::map<std::string, std::pair<std::string, std::string>> first;  // the extent, and the file that defines it
    for (const std::string& name : names_) {
      const ArtifactTensor& t = tensor(name);
      for (const auto& indices : t.indices)
        for (int l = 0; l < t.format.order(); ++l) {
          const std::pair own(fmt::format("{}_levels[{}].dim", variable(name), l), file(name, Role::Kind::Dim));
          const auto [known, isNew] = first.emplace(indices.at(static_cast<std::size_t>(t.format.mode(l))), own);
          if (!isNew && known->second.first != own.first)
            line("same_extent({}, \"{}\", {}, \"{}\");", known->second.first, known->second.second, own.first,
                 own.second);
        }
    }
  }

  static std::string sizeOf(Width width) { return fmt::format("sizeof({})", cType(loops::typeOf(width))); }

  void readOperand(std::size_t n) {
    const std::string& name = names_[n];
    const ArtifactTensor& t = tensor(name);
    const auto read = [&](Role::Kind kind, int level, const std::string& type) {
      line("{} = read_array(folder, \"{}\", sizeof({}));", memberOf({kind, name, level}), file(name, kind, level),
           type);
    };
    line("size = 1;");
    for (int l = 0; l < t.format.order(); ++l) {
      const levels::Definition& level = levels::of(t.format.level(l));
      for (const levels::Array array : level.arrays)
        read(loops::kindOf(array), l, cType(loops::typeOf(array, t.widths)));
      line("{}",
           fmt::format(
               fmt::runtime(level.cCheck), fmt::arg("level", fmt::format("{}_levels[{}]", variables_[n], l)),
               fmt::arg("dims", file(name, Role::Kind::Dim)), fmt::arg("pos", file(name, Role::Kind::Pos, l)),
               fmt::arg("crd", file(name, Role::Kind::Crd, l)), fmt::arg("bits", file(name, Role::Kind::Bits, l)),
               fmt::arg("pos_size", sizeOf(t.widths.positions)), fmt::arg("crd_size", sizeOf(t.widths.coordinates)),
               fmt::arg("rows", t.format.block().rows), fmt::arg("columns", t.format.block().columns)));
    }
    read(Role::Kind::Values, 0, elementInC(loops::typeOf(t.type)));
    line("require({}.vals.length == size, \"{}\", \"it should have a value for each position of the last level\");",
         variables_[n], file(name, Role::Kind::Values));
  }

  const Function& function_;
  const ArtifactTensors& tensors_;
  const Signature own_;
  const std::vector<std::string> names_;
  std::vector<std::string> variables_;  // parallel to names_
  std::string lines_;
};

}  // namespace

std::string mainOf(const Function& function, const ArtifactTensors& tensors) { return Main(function, tensors).run(); }

}  // namespace stardust::cpu
