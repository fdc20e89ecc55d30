#include "backend/cpu/artifact_main.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "backend/cpu/c_expr.h"

namespace stardust::cpu {

using loops::Function;
using loops::Parameter;
using loops::Role;

namespace {

struct Helper {
  const char* name;
  const char* text;
};

// Each may use those above it; only what is used is printed.
constexpr Helper helpers[] = {
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
     R"(static void read_dims(const char* folder, const char* name, stardust_level* levels, int64_t order) {
  stardust_array dims = read_array(folder, name, sizeof(int64_t));
  require(dims.length == order, name, "it should have an extent for each level");
  for (int64_t l = 0; l < order; l++) {
    levels[l].dim = ((int64_t*)dims.data)[l];
    require(levels[l].dim >= 0 && levels[l].dim <= INT32_MAX, name, "extents are 0 to 2^31 - 1");
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
    {"dense_level", R"(/* These return how many positions the level has. */
static int64_t dense_level(const char* name, int64_t above, int64_t dim) {
  require(dim == 0 || above <= INT32_MAX / dim, name, "a dense level would have more than 2^31 - 1 positions");
  return above * dim;
}
)"},
    {"check_pos", R"(static int64_t check_pos(const char* name, stardust_array pos, int64_t above) {
  const int64_t* p = pos.data;
  require(pos.length == above + 1, name, "it should have one element more than the level above has positions");
  require(p[0] == 0, name, "it should begin with 0");
  for (int64_t n = 0; n < above; n++) require(p[n] <= p[n + 1], name, "its elements should ascend");
  return p[above];
}
)"},
    {"check_crd", R"(static void check_crd(const char* name, stardust_array crd, int64_t count, int64_t dim) {
  const int32_t* c = crd.data;
  require(crd.length == count, name, "it should have a coordinate for each position");
  for (int64_t n = 0; n < count; n++) require(c[n] >= 0 && c[n] < dim, name, "a coordinate is not below its extent");
}
)"},
    {"compressed_level",
     R"(static int64_t compressed_level(const char* pos_name, const char* crd_name, stardust_level level, int64_t above,
                                bool unique) {
  const int64_t count = check_pos(pos_name, level.pos, above), *p = level.pos.data;
  const int32_t* c = level.crd.data;
  check_crd(crd_name, level.crd, count, level.dim);
  for (int64_t f = 0; f < above; f++)
    for (int64_t n = p[f] + 1; n < p[f + 1]; n++)
      require(c[n - 1] < c[n] + !unique, crd_name, "the coordinates of a fiber should ascend");
  return count;
}
)"},
    {"bit_level",
     R"(static int64_t bit_level(const char* pos_name, const char* bits_name, stardust_level level, int64_t above) {
  const int64_t count = check_pos(pos_name, level.pos, above), *p = level.pos.data,
                words = (level.dim + 511) / 512 * 16;
  const uint32_t* b = level.bits.data;
  require(level.bits.length == above * words, bits_name, "it should have a multiple of 16 words for each fiber");
  for (int64_t f = 0; f < above; f++) {
    int64_t set = 0;
    for (int64_t c = 0; c < 32 * words; c++) {
      const int bit = b[f * words + c / 32] >> c % 32 & 1;
      require(!bit || c < level.dim, bits_name, "a coordinate is not below its extent");
      set += bit;
    }
    require(set == p[f + 1] - p[f], bits_name, "a fiber should have a bit for each position");
  }
  return count;
}
)"},
    {"write_array",
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

std::string withHelpers(std::string text) {
  for (auto helper = std::rbegin(helpers); helper != std::rend(helpers); ++helper)
    if (text.find(std::string(helper->name) + "(") != std::string::npos)
      text = fmt::format("{}\n{}", helper->text, text);
  return text;
}

class Main {
 public:
  Main(const Function& function, const ArtifactTensors& tensors)
      : function_(function), tensors_(tensors), own_(signatureOf(function)), names_(tensorsOf(function)) {
    for (const std::string& name : own_.tensors)
      variables_.push_back("t_" + name);  // apart from whatever else the program names
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
                             memberOf(p.role), cType(p.type));
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
    static const char* const words[] = {{"", "there is not enough memory", "an integer is divided by zero", "the result has more than 2^31 - 1 entries"}};
    fprintf(stderr, "the kernel failed: %s\n", (unsigned)status < 4 ? words[status] : "for no reason that is known");
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
      line("read_dims(folder, \"{}\", {}_levels, {});", file(names_[n], Role::Kind::Dim), variables_[n], order);
  }

  // An index variable has one extent, wherever it is.
  void extents() {
    std::map<std::string, std::pair<std::string, std::string>> first;  // the extent, and its file
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

  void readOperand(std::size_t n) {
    const std::string& name = names_[n];
    const ArtifactTensor& t = tensor(name);
    const auto read = [&](Role::Kind kind, int level, const std::string& type) {
      line("{} = read_array(folder, \"{}\", sizeof({}));", memberOf({kind, name, level}), file(name, kind, level),
           type);
    };
    line("size = 1;");
    for (int l = 0; l < t.format.order(); ++l) {
      const LevelFormat level = t.format.level(l);
      const std::string at = fmt::format("{}_levels[{}]", variables_[n], l), pos = file(name, Role::Kind::Pos, l),
                        crd = file(name, Role::Kind::Crd, l);
      const bool bits = level == LevelFormat::BitVector, singleton = level == LevelFormat::Singleton;
      if (level == LevelFormat::Dense) {
        line("size = dense_level(\"{}\", size, {}.dim);", file(name, Role::Kind::Dim), at);
        continue;
      }
      if (!singleton) read(Role::Kind::Pos, l, "int64_t");
      if (bits) read(Role::Kind::Bits, l, "uint32_t");
      else read(Role::Kind::Crd, l, "int32_t");
      if (bits) line("size = bit_level(\"{}\", \"{}\", {}, size);", pos, file(name, Role::Kind::Bits, l), at);
      else if (singleton) line("check_crd(\"{}\", {}.crd, size, {}.dim);", crd, at, at);
      else
        line("size = compressed_level(\"{}\", \"{}\", {}, size, {});", pos, crd, at, level == LevelFormat::Compressed);
    }
    read(Role::Kind::Values, 0, cType(loops::typeOf(t.type)));
    line("require({}.vals.length == size, \"{}\", \"it should have a value for each position of the last level\");",
         variables_[n], file(name, Role::Kind::Values));
  }

  const Function& function_;
  const ArtifactTensors& tensors_;
  const Signature own_;
  const std::vector<std::string> names_;
  std::vector<std::string> variables_;  // as names_
  std::string lines_;
};

}  // namespace

std::string mainOf(const Function& function, const ArtifactTensors& tensors) { return Main(function, tensors).run(); }

}  // namespace stardust::cpu
