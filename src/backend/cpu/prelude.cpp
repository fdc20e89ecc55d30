#include "backend/cpu/prelude.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "backend/cpu/fiber_texts.h"
#include "backend/cpu/pack_texts.h"
#include "backend/cpu/sum_texts.h"
#include "backend/cpu/union_texts.h"
#include "backend/cpu/vector_texts.h"
#include "operators/table.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

struct Helper {
  const char* name;
  const char* needs;  ///< other helpers, with blanks between
  const char* text;
};

// Arrays have a pointer NAME and their room NAME_capacity, and NAME_length where it is asked for. The macros are the
// only ones that leave: they set `status` and go to a label, so that whoever fails frees what it has.
const Helper helpers[] = {
    {"SIMD_SUMS", "", R"(#if defined(__GNUC__) && !defined(__clang__)
/* The sums of a loop in a register of many lanes: gcc does so only where it may order additions itself. */
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-trapping-math")
#define SIMD_SUMS(...)
#else
#define PRAGMA(text) _Pragma(#text)
#define SIMD_SUMS(...) PRAGMA(omp simd reduction(__VA_ARGS__))
#endif
)"},
    {"resized", "", R"(#ifdef __linux__
#include <sys/mman.h>
#endif
/* realloc, null also where the size in bytes is no size. New memory begins with a line of the cache, so that rows of
   whole lines are written whole. Much memory comes in huge pages where there are any: the first touch of a page costs
   more than most work on it. */
static void* resized(void* data, int64_t count, size_t element) {
  if (count < 0 || (uint64_t)count > (uint64_t)PTRDIFF_MAX / element) return NULL;
  const size_t size = count > 0 ? (size_t)count * element : 1;
#ifdef __linux__
  void* lines = NULL;
  char* const moved = data ? realloc(data, size) : posix_memalign(&lines, 64, size) ? NULL : lines;
#else
  char* const moved = realloc(data, size);
#endif
#ifdef MADV_HUGEPAGE
  if (moved && size >= (size_t)1 << 23) {
    const size_t skipped = (size_t)(-(uintptr_t)moved & 4095);
    (void)madvise(moved + skipped, (size - skipped) & ~(size_t)4095, MADV_HUGEPAGE);
  }
#endif
  return moved;
}
)"},
    {"SCALAR_MASKS", "", R"(#if defined(__GNUC__) && !defined(__clang__)
/* What tables say of four coordinates is put together as a vector more slowly than it is masked one by one. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif
)"},
    {"run_parts", "",
     R"(/* Calls region(loop) on as many threads as there are parts for; each takes parts until none is left. */
#ifdef __GNUC__
static int64_t next_part(int64_t* next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }
static void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  if (run && threads > 1 && parts > 1) run(parts < threads ? (int32_t)parts : threads, region, loop);
  else region(loop);
}
#else /* without atomic operations the calling thread does all */
static int64_t next_part(int64_t* next) { return (*next)++; }
static void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  (void)run, (void)threads, (void)parts;
  region(loop);
}
#endif
)"},
    {"raise_status", "run_parts", R"(/* Of several failures the largest is kept. */
static void raise_status(int* shared, int status) {
#ifdef __GNUC__
  int before = __atomic_load_n(shared, __ATOMIC_RELAXED);
  while (before < status &&
         !__atomic_compare_exchange_n(shared, &before, status, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#else
  if (*shared < status) *shared = status;
#endif
}
)"},
    {"FAIL", "", R"(#define FAIL(reason, label) \
  do { \
    status = reason; \
    goto label; \
  } while (0)
)"},
    {"RESERVE", "resized FAIL", R"(/* Room for `count` elements; what was there is kept. */
#define RESERVE(array, count, label) \
  do { \
    if ((count) > array##_capacity) { \
      void* moved_ = resized(array, count, sizeof *array); \
      if (!moved_) FAIL(STARDUST_OUT_OF_MEMORY, label); \
      array = moved_; \
      array##_capacity = (count); \
    } \
  } while (0)
)"},
    {"ALLOCATE", "RESERVE", R"(/* Room for `count` elements of no particular value. */
#define ALLOCATE(array, count, label) \
  do { \
    const int64_t count_ = (count); \
    if (count_ > array##_capacity) { \
      free(array); \
      array = NULL; \
      array##_capacity = 0; \
      RESERVE(array, count_, label); \
    } \
  } while (0)
)"},
    {"ALLOCATE_FILLED", "ALLOCATE", R"(/* The same, all of this value. */
#define ALLOCATE_FILLED(array, count, value, label) \
  do { \
    const int64_t size_ = (count); \
    ALLOCATE(array, size_, label); \
    for (int64_t k_ = 0; k_ < size_; k_++) array[k_] = value; \
  } while (0)
)"},
    {"RESIZE", "RESERVE", R"(/* Exactly `count` elements; what was there is kept. */
#define RESIZE(array, count, label) \
  do { \
    const int64_t count_ = (count); \
    RESERVE(array, count_, label); \
    array##_length = count_; \
  } while (0)
)"},
    {"RESIZE_FILLED", "RESERVE", R"(/* The same, new ones of this value. */
#define RESIZE_FILLED(array, count, value, label) \
  do { \
    const int64_t count_ = (count); \
    RESERVE(array, count_, label); \
    for (int64_t k_ = array##_length; k_ < count_; k_++) array[k_] = value; \
    array##_length = count_; \
  } while (0)
)"},
    {"GROW", "RESERVE", R"(/* At least `count` elements, with amortised cost. */
#define GROW(array, count, label) \
  do { \
    const int64_t count_ = (count); \
    if (count_ > array##_capacity) { \
      const int64_t double_ = 2 * array##_capacity, room_ = count_ > double_ ? count_ : double_; \
      RESERVE(array, room_, label); \
    } \
  } while (0)
)"},
    {"LENGTHEN", "", R"(#define LENGTHEN(array, count) \
  do { \
    if ((count) > array##_length) array##_length = (count); \
  } while (0)
)"},
    {"PREFETCH", "", R"(#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif
)"},
    {"prefetch_row", "PREFETCH", R"(/* A row that is read soon: after its second line, the processor
   asks for the rest by itself. SDDMM with rows of 512 bytes is 20 % faster so than with all lines asked for. */
static inline void prefetch_row(const void* row, int64_t bytes) {
  PREFETCH(row);
  if (bytes > 64) PREFETCH((const char*)row + 64);
}
)"},
    {"LANES", "", R"(#ifdef __GNUC__
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define LANES(type, bytes) __attribute__((vector_size(bytes), aligned(sizeof(type)), may_alias))
#else
#define LANES(type, bytes)
#endif
)"},
    {"slot_of", "",
     R"(/* Sets of keys: an element of `keys` is a key plus one, or 0 where the slot is free. Where the search for a key begins
   among `slots`, a power of two. */
static inline int64_t home_of(int64_t slots, int64_t key) {
  const uint64_t folded = (uint64_t)key ^ (uint64_t)key >> 32;
  return (int64_t)(folded * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
}
/* The slot of the key, or the free one where it would be. */
static inline int64_t slot_of(const int64_t* keys, int64_t slots, int64_t key) {
  int64_t slot = home_of(slots, key);
  while (keys[slot] && keys[slot] != key + 1) slot = (slot + 1) & (slots - 1);
  return slot;
}
)"},
    {"find_key", "slot_of", R"(/* -1: it is none of them. */
static inline int64_t find_key(const int64_t* keys, int64_t slots, int64_t key) {
  const int64_t slot = slots ? slot_of(keys, slots, key) : 0;
  return slots && keys[slot] ? slot : -1;
}
)"},
    {"INSERT", "slot_of resized FAIL",
     R"(/* The slot of a key, which is taken in if it is new. At most half of all slots are taken. */
#define INSERT(type, key, keys, values, slot, fill, count, label) \
  do { \
    const int64_t key_ = (key); \
    if (2 * count >= keys##_length) { \
      const int64_t room_ = keys##_length ? 2 * keys##_length : 64; \
      int64_t* const keys_ = resized(NULL, room_, sizeof *keys); \
      void* const values_ = keys_ ? resized(NULL, room_, sizeof *values) : NULL; \
      if (!values_) free(keys_); \
      if (!values_) FAIL(STARDUST_OUT_OF_MEMORY, label); \
      rehash_##type(keys, values, keys##_length, keys_, values_, room_, fill); \
      free(keys); \
      free(values); \
      keys = keys_; \
      values = values_; \
      keys##_length = keys##_capacity = values##_capacity = room_; \
    } \
    slot = slot_of(keys, keys##_length, key_); \
    count += !keys[slot]; \
    keys[slot] = key_ + 1; \
  } while (0)
)"},
    {"lowest_bit", "", lowestBitText},
    {"bit_count", "", bitCountText},
    {"taken_flags", "", takenFlagsText},
    {"WITHOUT_SLP", "", withoutSlpText},
    {"PACK_LANES", "", packLanesText},
    {"ask_ahead", "PREFETCH", askAheadText},
    {"VECTOR_dot_f64", "", fourDoublesText},
    {"VECTOR_dot_f32", "", fourFloatsText},
    {"VECTOR_sparse_dot_f64", "", vectorSparseDotText},
    {"FIBERS_AT_ONCE", "", fibersAtOnceText},
    {"flag_heads", "PREFETCH", flagHeadsText},
    {"VECTOR_dots_f64", "", eightDoublesText},
    {"VECTOR_dots_f32", "", eightFloatsText},
    {"WIDE", "", wideText},
    {"SHORT_UNION", "WIDE", shortUnionText},
    {"count_ones", "bit_count", "static inline int64_t count_ones(uint32_t word) { return bit_count(word); }\n"},
    {"trailing_zeros", "lowest_bit",
     "/* 32 for 0. */\nstatic inline int64_t trailing_zeros(uint32_t word) { return word ? lowest_bit(word) : 32; }\n"},
};

const char* const rehashText = R"(/* The keys and their values go over to more slots. */
static void rehash_t(const int64_t* keys, const T* values, int64_t slots, int64_t* more_keys, T* more_values,
                     int64_t more, T fill) {
  for (int64_t slot = 0; slot < more; slot++) {
    more_keys[slot] = 0;
    more_values[slot] = fill;
  }
  for (int64_t old = 0; old < slots; old++) {
    if (!keys[old]) continue;
    const int64_t slot = slot_of(more_keys, more, keys[old] - 1);
    more_keys[slot] = keys[old];
    more_values[slot] = values[old];
  }
}
)";

const char* const clearText =
    R"(/* A run is cleared to its end: what stands behind a key was pushed there, and is to be cleared, too. */
static inline void clear_t(int64_t* restrict keys, int64_t slots, T* restrict values, T fill, int64_t key) {
  for (int64_t slot = home_of(slots, key); keys[slot]; slot = (slot + 1) & (slots - 1)) {
    keys[slot] = 0;
    values[slot] = fill;
  }
}
)";

const char* const sortText = R"(/* Heaps: no worst case, no memory. */
static void sift_sort_t(T* heap, int64_t root, int64_t count) {
  const T value = heap[root];
  for (int64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && heap[child] < heap[child + 1]) child++;
    if (heap[child] <= value) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = value;
}
static void heap_sort_t(T* data, int64_t count) {
  for (int64_t root = count / 2; root-- > 0;) sift_sort_t(data, root, count);
  for (int64_t last = count - 1; last > 0; last--) {
    const T largest = data[0];
    data[0] = data[last];
    data[last] = largest;
    sift_sort_t(data, 0, last);
  }
}
/* Quicksort by the median of three while it goes well; `depth` is how often it may go on. */
static void quick_sort_t(T* data, int64_t count, int depth) {
  while (count > 24) {
    if (depth-- == 0) {
      heap_sort_t(data, count);
      return;
    }
    const T a = data[0], b = data[count / 2], c = data[count - 1];
    const T pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    int64_t left = 0, right = count - 1;
    while (left <= right) {
      while (data[left] < pivot) left++;
      while (data[right] > pivot) right--;
      if (left <= right) {
        const T swapped = data[left];
        data[left++] = data[right];
        data[right--] = swapped;
      }
    }
    quick_sort_t(data, right + 1, depth);
    data += left;
    count -= left;
  }
  for (int64_t i = 1; i < count; i++) {
    const T value = data[i];
    int64_t hole = i;
    for (; hole > 0 && data[hole - 1] > value; hole--) data[hole] = data[hole - 1];
    data[hole] = value;
  }
}
static void sort_t(T* data, int64_t begin, int64_t end) {
  quick_sort_t(data + begin, end - begin, 128);
}
)";

// The same text for each type; T is the C type, t the suffix of the name.
struct TypedHelper {
  std::string name;
  std::string types;
  std::string text;
  std::string needs = {};
};
const TypedHelper vectorHelpers[] = {
    {"lanes", "i32 i64 f32 f64",
     "/* Elements side by side: a vector, or one element where the compiler has no vectors. */\ntypedef T lanes_t LANES(T, VECTOR_BYTES);\n"
     "enum { lanes_t_count = sizeof(lanes_t) / sizeof(T) };\n",
     "LANES"},
    {"few", "i32 i64 f32 f64",
     "/* Half as many. */\ntypedef T few_t LANES(T, VECTOR_BYTES / 2);\nenum { few_t_count = sizeof(few_t) / sizeof(T) };\n",
     "LANES"},
};
const TypedHelper otherHelpers[] = {
    {"div", "i32 i64",
     "/* The least integer divided by -1 is itself. */\nstatic inline T div_t(T a, T b) { return b == -1 ? (T)(0 - (U)a) : a / b; }\n"},
    {"dot", "i32 i64", dotText},
    {"fours", "f32", dotInFoursText, "VECTOR_dot_f32 ask_ahead"},
    {"fours", "f64", dotInFoursText, "VECTOR_dot_f64 ask_ahead"},
    {"dot", "f32", dotText, "fours_f32"},
    {"dot", "f64", dotText, "fours_f64"},
    {"sparse_dot", "i32 i64 f32", sparseDotText},
    {"sparse_dot", "f64", sparseDotText, "VECTOR_sparse_dot_f64"},
    {"range_sum", "i32 i64", rangeSumText},
    {"range_sum", "f32", rangeSumText, "fours_f32"},
    {"range_sum", "f64", rangeSumText, "fours_f64"},
    {"eights", "f32", dotsInEightsText, "VECTOR_dots_f32 FIBERS_AT_ONCE flag_heads ask_ahead fours_f32"},
    {"eights", "f64", dotsInEightsText, "VECTOR_dots_f64 FIBERS_AT_ONCE flag_heads ask_ahead fours_f64"},
    {"dots", "i32", dotsText, "FIBERS_AT_ONCE dot_i32 range_sum_i32"},
    {"dots", "i64", dotsText, "FIBERS_AT_ONCE dot_i64 range_sum_i64"},
    {"dots", "f32", dotsText, "eights_f32 dot_f32 range_sum_f32"},
    {"dots", "f64", dotsText, "eights_f64 dot_f64 range_sum_f64"},
    {"unite", "i32 i64", uniteText},
    {"unite", "f32 f64", uniteText, "SHORT_UNION"},
    {"sort", "i32 i64", sortText},
    {"rehash", "i32 i64 f32 f64", rehashText, "slot_of"},
    {"clear", "i32 i64 f32 f64", clearText, "slot_of"},
    {"pack", "i32 i64 f32 f64", packText, "lowest_bit bit_count taken_flags PACK_LANES WITHOUT_SLP"},
    {"masked", "u32 i32 i64", "static inline T masked_t(bool condition, T value) { return condition ? value : 0; }\n",
     "SCALAR_MASKS"},
    {"masked", "f32",
     "/* Without a branch. */\nstatic inline T masked_t(bool condition, T value) {\n  uint32_t bits;\n  memcpy(&bits, &value, 4);\n  bits &= 0 - (uint32_t)condition;\n"
     "  memcpy(&value, &bits, 4);\n  return value;\n}\n",
     "SCALAR_MASKS"},
    {"masked", "f64",
     "/* Without a branch. */\nstatic inline T masked_t(bool condition, T value) {\n  uint64_t bits;\n  memcpy(&bits, &value, 8);\n  bits &= 0 - (uint64_t)condition;\n"
     "  memcpy(&value, &bits, 8);\n  return value;\n}\n",
     "SCALAR_MASKS"},
    {"rem", "i32 i64", "static inline T rem_t(T a, T b) { return b == -1 ? 0 : a % b; }\n"},
};
const std::pair<const char*, const char*> typeNames[] = {
    {"u32", "uint32_t"}, {"i32", "int32_t"}, {"i64", "int64_t"}, {"f32", "float"}, {"f64", "double"}};

// static inline T max_t(T a, T b) { return a > b ? a : b; }
std::string functionText(const operators::Operator& op, const char* value, const char* note) {
  const char* const parameters[] = {"T a", "T b", "T c", "T d"};
  return fmt::format("{}static inline T {}_t({}) {{ return {}; }}\n", note ? fmt::format("/* {} */\n", note) : "",
                     op.text, fmt::join(parameters, parameters + op.arity, ", "), value);
}

// The functions of the operators' table, with the values that their rows give in C.
void addFunctions(std::vector<TypedHelper>& all) {
  for (const operators::Operator& op : operators::table())
    if (op.c.integer) all.push_back({op.text, "u32 i32 i64", functionText(op, op.c.integer, nullptr)});
  for (const operators::Operator& op : operators::table())
    if (op.c.real) all.push_back({op.text, "f32 f64", functionText(op, op.c.real, op.c.note)});
}

const std::vector<TypedHelper>& typedHelpers() {
  static const std::vector<TypedHelper> all = [] {
    std::vector<TypedHelper> typed(std::begin(vectorHelpers), std::end(vectorHelpers));
    addFunctions(typed);
    typed.insert(typed.end(), std::begin(otherHelpers), std::end(otherHelpers));
    return typed;
  }();
  return all;
}

// Words of C99, of its later versions, and of the headers that a kernel includes, as far as they are in lower case or
// are macros.
const char* const wordsOfC =
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed "
    "sizeof static struct switch typedef union unsigned void volatile while asm typeof bool true false alignas alignof constexpr nullptr static_assert "
    "thread_local noreturn "
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t size_t ptrdiff_t wchar_t div_t ldiv_t "
    "lldiv_t float_t double_t L_ctermid L_cuserid L_tmpnam P_tmpdir NULL PTRDIFF_MAX INT32_MIN INT64_MIN INT64_C NAN INFINITY realloc malloc calloc free memset memcpy main unix linux i386 "
    "status threads run";

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string instance(const TypedHelper& helper, const std::string& type, const std::string& cType) {
  std::string text = replaced(helper.text, helper.name + "_t", fmt::format("{}_{}", helper.name, type));
  for (const std::string& need : split(helper.needs))  // others of the same type go by their names, too
    if (need.ends_with("_" + type)) text = replaced(text, need.substr(0, need.size() - type.size()) + "t", need);
  text = replaced(text, "{f}", type == "f32" ? "f" : "");
  text = replaced(text, "(U)", fmt::format("(u{})", cType));
  text = replaced(text, "(T)", fmt::format("({})", cType));
  text = replaced(text, "(T, ", fmt::format("({}, ", cType));
  text = replaced(text, "T* ", cType + "* ");
  return replaced(text, "T ", cType + " ");
}

template <class Action>
void forEachTyped(const Action& action) {
  for (const TypedHelper& helper : typedHelpers())
    for (const std::string& type : split(helper.types))
      for (const auto& [suffix, cType] : typeNames)
        if (type == suffix) action(fmt::format("{}_{}", helper.name, type), instance(helper, type, cType));
}

void addNeeds(const std::string& name, std::set<std::string>& wanted) {
  if (!wanted.insert(name).second) return;
  for (const Helper& helper : helpers)
    if (helper.name == name)
      for (const std::string& need : split(helper.needs)) addNeeds(need, wanted);
  for (const TypedHelper& helper : typedHelpers())
    for (const std::string& type : split(helper.types))
      if (name == fmt::format("{}_{}", helper.name, type))
        for (const std::string& need : split(helper.needs)) addNeeds(need, wanted);
}

}  // namespace

std::string preludeOf(const std::set<std::string>& used) {
  std::set<std::string> wanted;
  for (const std::string& name : used) addNeeds(name, wanted);
  std::string text;
  std::size_t found = 0;
  const auto take = [&](const std::string& name, const std::string& body) {
    if (!wanted.count(name)) return;
    text += body;
    ++found;
  };
  for (const Helper& helper : helpers) take(helper.name, helper.text);
  forEachTyped(take);
  if (found != wanted.size()) failInternal("a kernel uses a helper that does not exist");
  return text;
}

std::vector<std::string> reservedNames() {
  auto names = split(wordsOfC);
  for (const Helper& helper : helpers) names.push_back(helper.name);
  for (
      const std::string& inner : split(
          "sift_sort_i32 heap_sort_i32 quick_sort_i32 sift_sort_i64 heap_sort_i64 quick_sort_i64 pack_lanes pack_indices none_of_256 take_pack_i32 take_pack_i64 take_pack_f32 take_pack_f64 PACK_INDICES PACK_INDICES_UNTIL PACK_LANES_FROM PACK_LANES_SPILL eight_flags home_of "
          "ASKS_FROM shared loop_ part_ next_ end_ status_ next_part SHORT_FIBER short_union union_places VECTOR_unite_f32 VECTOR_unite_f64 append_short_f32 append_short_f64 sparse_dot_in_fours fiber_lanes first_of_fiber load_coordinates load_fiber common_in_place common_products PRAGMA key_ keys_ values_ count_ size_ double_ room_ moved_ k_ v_ VECTOR_BYTES"))
    names.push_back(inner);
  for (const char* inner : {"lanes", "none", "load", "load_some", "some", "plus", "times", "at", "sum", "first",
                            "product", "rest", "dot", "range"})
    names.insert(names.end(), {fmt::format("{}_fours_f32", inner), fmt::format("{}_fours_f64", inner)});
  for (const char* inner :
       {"lanes", "none", "joined", "plus_some", "UP", "last", "first", "pack", "scan", "dots", "VECTOR_dots"})
    names.insert(names.end(), {fmt::format("{}_eights_f32", inner), fmt::format("{}_eights_f64", inner)});
  forEachTyped([&](const std::string& name, const std::string&) {
    names.insert(names.end(), {name, name + "_count"});
  });
  return names;
}

}  // namespace stardust::cpu
