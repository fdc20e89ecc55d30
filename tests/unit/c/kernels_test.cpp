// Kernels through the C ABI: every level format as input and output, results as operands, reused memory, threads.
#include <doctest/doctest.h>

#include <complex>
#include <cstring>
#include <thread>

#include "c/handles.h"

using namespace stardust::tests;

namespace {

using Longs = std::vector<std::int64_t>;
using Ints = std::vector<std::int32_t>;
using Doubles = std::vector<double>;

/// 1 2 .
/// . . 3
struct Csr {
  Longs pos{0, 2, 3};
  Ints crd{0, 1, 2};
  Doubles vals{1, 2, 3};
  Argument wrapped() const { return csr(2, 3, pos, crd, vals); }
};

Doubles valuesOf(const Argument& argument) { return argument.values<double>(); }

}  // namespace

TEST_CASE("what the library says of itself") {
  CHECK(stardust_c_version() == STARDUST_C_VERSION);
  CHECK(std::string(stardust_version()).find('.') != std::string::npos);
}

TEST_CASE("a kernel runs on arrays of the caller, and again on others of other extents") {
  const Kernel spmv("y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 1\n");
  CHECK(stardust_kernel_arguments(spmv.get()) == 3);
  CHECK(std::string(stardust_kernel_argument(spmv.get(), 0)) == "y");
  CHECK(std::string(stardust_kernel_argument(spmv.get(), 1)) == "A");
  CHECK(std::string(stardust_kernel_argument(spmv.get(), 2)) == "x");
  CHECK(stardust_kernel_argument(spmv.get(), 3) == nullptr);
  const Csr matrix;
  const Doubles ones{1, 10, 100};
  const Argument A = matrix.wrapped(), x = dense({3}, ones), y = result();
  spmv({y, A, x});
  CHECK(valuesOf(y) == Doubles{21, 300});
  const auto memory = y.arrays().vals;
  spmv({y, A, x});
  CHECK(y.arrays().vals == memory);
  CHECK(std::string(y.arrays().format) == "d");
  CHECK(y.arrays().dims[0] == 2);
  CHECK(A.arrays().vals == matrix.vals.data());  // nothing was copied
  CHECK(A.arrays().levels[1].pos == matrix.pos.data());

  const Longs pos{0, 0, 0, 0, 1};
  const Ints crd{4};
  const Doubles vals{7}, v{0, 0, 0, 0, 2};
  const Argument B = csr(4, 5, pos, crd, vals), w = dense({5}, v);
  spmv({y, B, w});
  CHECK(valuesOf(y) == Doubles{0, 0, 0, 14});
}

TEST_CASE("values of one byte, and of two") {
  const Kernel sum("y(i) = a(i) + b(i)\ntype uint8\n");
  std::vector<std::uint8_t> a{250, 1}, b{10, 2};
  const Argument x = dense({2}, a), z = dense({2}, b), y = result();
  sum({y, x, z});
  CHECK(y.arrays().type == STARDUST_UINT8);
  CHECK(y.values<std::uint8_t>() == std::vector<std::uint8_t>{4, 3});

  const Kernel twice("y(i) = 2 * h(i)\ntype float16\n");
  std::vector<std::uint16_t> halves{0x3c00, 0xc200};  // 1, -3
  const Argument h = dense({2}, halves), w = result();
  twice({w, h});
  CHECK(w.values<std::uint16_t>() == std::vector<std::uint16_t>{0x4000, 0xc600});
}

TEST_CASE("values may change between runs") {
  const Kernel scale("y(i) = a * x(i)\ntype double\n");
  double a = 2;
  Doubles x{1, 2};
  const Argument factor = dense({}, &a), vector = dense({2}, x), y = result();
  scale({y, factor, vector});
  CHECK(valuesOf(y) == Doubles{2, 4});
  a = 3;
  x[1] = 5;
  scale({y, factor, vector});
  CHECK(valuesOf(y) == Doubles{3, 15});
}

TEST_CASE("sparse results are arrays of the library, and operands; also of the same run") {
  const Kernel multiply("C(i,j) = A(i,k) * B(k,j)\nformat A,B,C:csr\ntype double\n");
  const Longs pos{0, 2, 3, 5};
  const Ints crd{0, 1, 2, 0, 2};
  const Doubles vals{1, 2, 3, 4, 5};
  const Argument A = csr(3, 3, pos, crd, vals), C = result();
  multiply({C, A, A});
  const stardust_arrays squared = C.arrays();
  CHECK(std::string(squared.format) == "ds");
  CHECK(Longs(squared.levels[1].pos, squared.levels[1].pos + 4) == Longs{0, 3, 5, 8});
  CHECK(Ints(squared.levels[1].crd, squared.levels[1].crd + 8) == Ints{0, 1, 2, 0, 2, 0, 1, 2});
  CHECK(valuesOf(C) == Doubles{1, 2, 6, 12, 15, 24, 8, 25});
  multiply({C, C, A});
  CHECK(valuesOf(C) == Doubles{25, 2, 36, 72, 24, 75, 124, 48, 149});
  multiply({C, A, A});
  CHECK(valuesOf(C) == Doubles{1, 2, 6, 12, 15, 24, 8, 25});
}

TEST_CASE("operands in every level format") {
  const Kernel sum("s = A(i,j) * w(j)\nformat A:dd\ntype double\n");
  const Doubles w{1, 10, 100};
  const Argument weights = dense({3}, w), s = result();
  const auto sumOf = [&](const char* format, const std::vector<stardust_level_arrays>& levels, const Doubles& vals) {
    const Kernel of("s = A(i,j) * w(j)\nformat A:" + std::string(format) + "\ntype double\n");
    of({s, wrap(format, {2, 3}, levels, vals), weights});
    return valuesOf(s).at(0);
  };
  const Longs rowPos{0, 2, 3}, colPos{0, 1, 2, 3}, one{0, 3}, two{0, 2};
  const Ints cols{0, 1, 2}, rows{0, 0, 1}, bothRows{0, 1};
  std::vector<std::uint32_t> bits(32, 0);
  bits[0] = 3, bits[16] = 4;
  const auto level = [](const Longs& pos, const Ints& crd) {
    return stardust_level_arrays{pos.data(), std::ssize(pos), crd.data(), std::ssize(crd), nullptr, 0};
  };
  CHECK(sumOf("dd", {{}, {}}, {1, 2, 0, 0, 0, 3}) == 321);
  CHECK(sumOf("dd:1,0", {{}, {}}, {1, 0, 2, 0, 0, 3}) == 321);
  CHECK(sumOf("csr", {{}, level(rowPos, cols)}, {1, 2, 3}) == 321);
  CHECK(sumOf("csc", {{}, level(colPos, rows)}, {1, 2, 3}) == 321);
  CHECK(sumOf("dcsr", {level(two, bothRows), level(rowPos, cols)}, {1, 2, 3}) == 321);
  CHECK(sumOf("coo", {level(one, rows), {nullptr, 0, cols.data(), 3, nullptr, 0}}, {1, 2, 3}) == 321);
  const Longs runPos{0, 3, 5};
  const Ints ends{0, 1, 2, 1, 2};
  CHECK(sumOf("dr", {{}, level(runPos, ends)}, {1, 2, 0, 0, 3}) == 321);
  CHECK(sumOf("db", {{}, {rowPos.data(), 3, nullptr, 0, bits.data(), 32}}, {1, 2, 3}) == 321);
  const Ints firsts{0, 2}, pairs{0, 1, 1, 2};
  CHECK(sumOf("sky", {{}, level(rowPos, firsts)}, {1, 2, 3}) == 321);
  CHECK(sumOf("ell", {{}, level(two, pairs)}, {1, 2, 0, 3}) == 321);
  CHECK(sumOf("dia", {{}, level(two, bothRows)}, {1, 0, 9, 9, 2, 3}) == 321);  // 9: outside of the matrix
  CHECK(sumOf("bsr(2,2)", {{}, level(two, bothRows)}, {1, 2, 0, 0, 0, 9, 3, 9}) == 321);
  CHECK(sumOf("upper", {{}, {}}, {1, 2, 0, 0, 3}) == 321);
  const std::vector<std::uint32_t> tables{1, 0, 2, 0, 1, 0};
  CHECK(sumOf("dh", {{}, {rowPos.data(), 3, cols.data(), 3, tables.data(), 6}}, {1, 2, 3}) == 321);
  sum({s, dense({2, 3}, Doubles{1, 2, 0, 0, 0, 3}), weights});
  CHECK(valuesOf(s) == Doubles{321});
}

TEST_CASE("results in formats that the loops do not assemble are converted after each run, unless that is refused") {
  const std::string text = "C(i,j) = A(i,j) * 2\nformat A:csr\nformat C:db\ntype double\n";
  const Kernel twice(text);
  const Csr matrix;
  const Argument A = matrix.wrapped(), C = result();
  for (int n = 0; n < 2; ++n) {
    twice({C, A});
    CHECK(C.arrays().levels[1].bits_length == 32);
    CHECK(C.arrays().levels[1].bits[16] == 4);
    CHECK(valuesOf(C) == Doubles{2, 4, 6});
  }
  stardust_kernel* kernel = nullptr;
  CHECK(stardust_compile(text.c_str(), nullptr, STARDUST_STRICT, &kernel, nullptr) == STARDUST_WRONG_INPUT);
  CHECK(kernel == nullptr);
}

TEST_CASE("a kept copy of an operand has the values of each run") {
  for (const std::uint32_t flags : {0u, STARDUST_KEEP_PLAN}) {
    const Kernel byRows("C(i,j) = A(i,k) * B(j,k)\nformat A,B,C:csr\ntype double\n", flags);
    const std::int64_t n = 50;
    Longs pos{0};
    Ints crd;
    Doubles ofA, ofB;
    for (std::int64_t row = 0; row < n; ++row) {  // A has the columns 0 to 4, and B the column of its row modulo 5
      for (std::int32_t column = 0; column < 5; ++column) crd.push_back(column);
      pos.push_back(static_cast<std::int64_t>(crd.size()));
      for (int column = 0; column < 5; ++column) ofA.push_back(static_cast<double>(row + column));
    }
    Longs posB{0};
    Ints crdB;
    for (std::int64_t row = 0; row < n; ++row) {
      crdB.push_back(static_cast<std::int32_t>(row % 5));
      ofB.push_back(static_cast<double>(row));
      posB.push_back(row + 1);
    }
    const Argument A = csr(n, 5, pos, crd, ofA), C = result();
    for (int wrapped = 0; wrapped < 3; ++wrapped) {
      const Argument B = csr(n, 5, posB, crdB, ofB);
      for (int run = 0; run < 3; ++run) {
        byRows({C, A, B});
        const Doubles values = valuesOf(C);
        REQUIRE(values.size() == static_cast<std::size_t>(n * n));
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            const double expected =
                static_cast<double>(i + crdB[static_cast<std::size_t>(j)]) * ofB[static_cast<std::size_t>(j)];
            REQUIRE(values[static_cast<std::size_t>(i * n + j)] == expected);
          }
        for (double& value : ofB) value = 3 * value + run;
      }
      for (std::size_t row = 0; row < crdB.size(); ++row)  // the argument has ended: other coordinates
        crdB[row] = static_cast<std::int32_t>((row * row + static_cast<std::size_t>(wrapped)) % 5);
    }
  }
}

TEST_CASE("a chain of products, and flags") {
  const Kernel chain("y(i) = A(i,j) * A(j,k) * x(k)\nformat A:csr\ntype double\n");
  const Longs pos{0, 2, 3, 5};
  const Ints crd{0, 1, 2, 0, 2};
  const Doubles vals{1, 2, 3, 4, 5}, v{1, 10, 100};
  const Argument A = csr(3, 3, pos, crd, vals), x = dense({3}, v), y = result();
  for (int run = 0; run < 2; ++run) {
    chain({y, A, x});
    CHECK(valuesOf(y) == Doubles{621, 1512, 2604});
  }
  chain({y, A, y});
  CHECK(valuesOf(y).size() == 3);
  stardust_kernel* kernel = nullptr;
  CHECK(stardust_compile("y(i) = x(i)", nullptr, 4, &kernel, nullptr) == STARDUST_WRONG_INPUT);
}

TEST_CASE("a result in runs, which is an operand, too, and arrays that are no runs") {
  const Kernel add("C(i,j) = A(i,j) + A(i,j)\nformat A,C:dr\ntype double\n");
  const Longs pos{0, 2, 3};
  Ints ends{1, 3, 3};
  Doubles values{1, 2, 5};
  const std::vector<stardust_level_arrays> levels{{}, {pos.data(), 3, ends.data(), 3, nullptr, 0}};
  const Argument A = wrap("dr", {2, 4}, levels, values), C = result(), D = result();
  add({C, A});
  CHECK(valuesOf(C) == Doubles{2, 4, 10});
  const stardust_level_arrays runs = C.arrays().levels[1];
  CHECK(Longs(runs.pos, runs.pos + runs.pos_length) == pos);
  CHECK(Ints(runs.crd, runs.crd + runs.crd_length) == ends);
  add({D, C});
  CHECK(valuesOf(D) == Doubles{4, 8, 20});
  values[1] = 1;  // one run more than necessary
  add({C, A});
  CHECK(valuesOf(C) == Doubles{2, 10});
  ends[1] = 2;
  stardust_argument* wrong = nullptr;
  const std::int64_t dims[] = {2, 4};
  const stardust_arrays arrays{"dr", STARDUST_FLOAT64, 2, dims, levels.data(), values.data(), 3};
  char* message = nullptr;
  CHECK(stardust_wrap(&arrays, &wrong, &message) == STARDUST_WRONG_INPUT);
  CHECK(std::string(message).find("level 1: fiber 0 ends at 2") != std::string::npos);
  stardust_message_free(message);
}

TEST_CASE("every type of values, and extents that the text fixes") {
  const auto doubled = [](const std::string& type, const auto& values) {
    const Kernel twice("y(i) = 2 * x(i)\ntype " + type + "\ndim i:2\n");
    const Argument x = dense({2}, values), y = result();
    twice({y, x});
    return y.values<typename std::decay_t<decltype(values)>::value_type>();
  };
  CHECK(doubled("int", Ints{3, -4}) == Ints{6, -8});
  CHECK(doubled("long", Longs{3, std::int64_t{1} << 40}) == Longs{6, std::int64_t{1} << 41});
  CHECK(doubled("float", std::vector<float>{0.5F, 3}) == std::vector<float>{1, 6});
  CHECK(doubled("double", Doubles{0.5, 3}) == Doubles{1, 6});
  const Kernel counts("A(i,j) = x(i) + 1\ntype int\ndim j:3\n");
  const Argument A = result();
  counts({A, dense({2}, Ints{1, 2})});
  CHECK(A.values<std::int32_t>() == Ints{2, 2, 2, 3, 3, 3});
}

TEST_CASE("threads share a kernel and its operands, and compile the same and others at the same time") {
  const Kernel shared("y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 2\n");
  const Csr matrix;
  const Doubles ones{1, 10, 100};
  const Argument A = matrix.wrapped(), x = dense({3}, ones);
  std::vector<int> wrong(6);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      const Argument y = result();
      for (int n = 0; n < 200; ++n) {
        shared({y, A, x});
        wrong[t] += valuesOf(y) != Doubles{21, 300};
      }
      for (int n = 0; n < 4; ++n) {
        const double factor = static_cast<double>(n + static_cast<int>(t) % 2) + 2;
        const Kernel own("y(i) = " + std::to_string(static_cast<int>(factor)) + " * x(i)\ntype double\n");
        own({y, x});
        wrong[t] += valuesOf(y) != Doubles{factor, 10 * factor, 100 * factor};
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(wrong.size()));
}

TEST_CASE("computed indices: a convolution, a padded difference, and a histogram") {
  const Kernel convolution("y(i) = x(i + k) * w(k)\ntype double\n"),
      difference("y(i) = x(i + 1) - x(i)\npad x\ntype double\n"),
      histogram("h(p(i)) += w(i)\nextents h:3\ntype double\n");
  const Doubles values{1, 2, 4, 8}, weights{1, 10};
  const Argument x = dense({4}, values), w = dense({2}, weights), y = result();
  convolution({y, x, w});
  CHECK(valuesOf(y) == Doubles{21, 42, 84});
  difference({y, x});
  CHECK(valuesOf(y) == Doubles{1, 2, 4, -8});
  CHECK(stardust_kernel_arguments(histogram.get()) == 3);
  CHECK(std::string(stardust_kernel_argument(histogram.get(), 1)) == "p");
  const Ints places{2, 2};
  const Argument p = dense({2}, places);
  histogram({y, p, w});
  CHECK(valuesOf(y) == Doubles{0, 0, 11});
}

TEST_CASE("complex numbers of the caller, and a real result of them") {
  using Complex = std::complex<double>;
  const Kernel product("y(i) = z(i) * z(i)\ntype complex128\n");
  const std::vector<Complex> z{{1, 2}, {0, -1}};
  const Argument wrapped = dense({2}, z), y = result();
  product({y, wrapped});
  CHECK(y.arrays().type == STARDUST_COMPLEX128);
  CHECK(y.values<Complex>() == std::vector<Complex>{{-3, 4}, {-1, 0}});
  const Kernel size("y(i) = real(z(i)) + imag(z(i))\ntype z:complex128\n");
  const Argument parts = result();
  size({parts, wrapped});
  CHECK(parts.arrays().type == STARDUST_FLOAT64);
  CHECK(valuesOf(parts) == Doubles{3, -1});
}
