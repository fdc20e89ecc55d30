// The kernels of direct_loops.h; each including file is compiled with options of its own.
#include <algorithm>
#include <cstring>
#include <map>

#include "direct_loops.h"

namespace stardust::bench {
namespace {

#define ROWS_IN_PARALLEL _Pragma("omp parallel for schedule(dynamic, 16)")

// ---------------------------------------------------------------- rows of matrices

void spmv(const DirectArguments& a) {
  const DirectOperand &A = a.operands[0], &x = a.operands[1];
  ROWS_IN_PARALLEL
  for (int i = 0; i < A.dims[0]; i++) {
    double sum = 0;
    for (int p = A.pos[1][i]; p < A.pos[1][i + 1]; p++) sum += A.values[p] * x.values[A.crd[1][p]];
    a.result->values[i] = sum;
  }
}

void mattransmul(const DirectArguments& a) {
  const DirectOperand &A = a.operands[1], &x = a.operands[2], &z = a.operands[4];
  const double alpha = a.operands[0].values[0], beta = a.operands[3].values[0];
  ROWS_IN_PARALLEL
  for (int i = 0; i < A.dims[0]; i++) {
    double sum = beta * z.values[i];
    for (int p = A.pos[1][i]; p < A.pos[1][i + 1]; p++) sum += alpha * A.values[p] * x.values[A.crd[1][p]];
    a.result->values[i] = sum;
  }
}

void residual(const DirectArguments& a) {
  const DirectOperand &b = a.operands[0], &A = a.operands[1], &x = a.operands[2];
  ROWS_IN_PARALLEL
  for (int i = 0; i < A.dims[0]; i++) {
    double sum = b.values[i];
    for (int p = A.pos[1][i]; p < A.pos[1][i + 1]; p++) sum -= A.values[p] * x.values[A.crd[1][p]];
    a.result->values[i] = sum;
  }
}

void sddmm(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1], &D = a.operands[2];
  const int K = C.dims[1];
  a.result->count = B.pos[1][B.dims[0]];
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.dims[0]; i++) {
    for (int p = B.pos[1][i]; p < B.pos[1][i + 1]; p++) {
      const int j = B.crd[1][p];
      double sum = 0;
      for (int k = 0; k < K; k++) sum += B.values[p] * C.values[i * K + k] * D.values[j * K + k];
      a.result->values[p] = sum;
      a.result->crd[1][p] = j;
    }
    a.result->pos[1][i + 1] = B.pos[1][i + 1];
  }
}

void spmm(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  const int J = C.dims[1];
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.dims[0]; i++) {
    double* const row = a.result->values + i * J;
    for (int j = 0; j < J; j++) row[j] = 0;
    for (int p = B.pos[1][i]; p < B.pos[1][i + 1]; p++) {
      const int k = B.crd[1][p];
      for (int j = 0; j < J; j++) row[j] += B.values[p] * C.values[k * J + j];
    }
  }
}

// ---------------------------------------------------------------- tensors

void ttv(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &c = a.operands[1];
  DirectResult& A = *a.result;
  const int fibers = B.pos[1][B.pos[0][1]];
  A.count = fibers;
  std::memcpy(A.crd[0], B.crd[0], sizeof(int) * static_cast<std::size_t>(B.pos[0][1]));
  std::memcpy(A.pos[1], B.pos[1], sizeof(int) * static_cast<std::size_t>(B.pos[0][1] + 1));
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.pos[0][1]; i++)
    for (int j = B.pos[1][i]; j < B.pos[1][i + 1]; j++) {
      double sum = 0;
      for (int k = B.pos[2][j]; k < B.pos[2][j + 1]; k++) sum += B.values[k] * c.values[B.crd[2][k]];
      A.values[j] = sum;
      A.crd[1][j] = B.crd[1][j];
    }
}

void ttm(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  const int L = C.dims[1], fibers = B.pos[1][B.pos[0][1]];
  A.count = fibers * L;
  std::memcpy(A.crd[0], B.crd[0], sizeof(int) * static_cast<std::size_t>(B.pos[0][1]));
  std::memcpy(A.pos[1], B.pos[1], sizeof(int) * static_cast<std::size_t>(B.pos[0][1] + 1));
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.pos[0][1]; i++)
    for (int j = B.pos[1][i]; j < B.pos[1][i + 1]; j++) {
      double* const row = A.values + j * L;
      A.crd[1][j] = B.crd[1][j];
      for (int l = 0; l < L; l++) row[l] = 0;
      for (int k = B.pos[2][j]; k < B.pos[2][j + 1]; k++)
        for (int l = 0; l < L; l++) row[l] += B.values[k] * C.values[B.crd[2][k] * L + l];
    }
}

void mttkrp(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1], &D = a.operands[2];
  const int J = C.dims[1];
  std::memset(a.result->values, 0, sizeof(double) * static_cast<std::size_t>(B.dims[0] * J));
  ROWS_IN_PARALLEL
  for (int n = 0; n < B.pos[0][1]; n++) {
    double* const row = a.result->values + B.crd[0][n] * J;
    for (int k = B.pos[1][n]; k < B.pos[1][n + 1]; k++)
      for (int l = B.pos[2][k]; l < B.pos[2][k + 1]; l++)
        for (int j = 0; j < J; j++)
          row[j] += B.values[l] * C.values[B.crd[1][k] * J + j] * D.values[B.crd[2][l] * J + j];
  }
}

void innerprod(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  double total = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : total)
  for (int i = 0; i < B.dims[0]; i++) {
    int jB = B.pos[1][i], jC = C.pos[1][i];
    while (jB < B.pos[1][i + 1] && jC < C.pos[1][i + 1]) {
      const int b = B.crd[1][jB], c = C.crd[1][jC], j = std::min(b, c);
      if (b == j && c == j) {
        int kB = B.pos[2][jB], kC = C.pos[2][jC];
        while (kB < B.pos[2][jB + 1] && kC < C.pos[2][jC + 1]) {
          const int kb = B.crd[2][kB], kc = C.crd[2][kC], k = std::min(kb, kc);
          if (kb == k && kc == k) total += B.values[kB] * C.values[kC];
          kB += kb == k;
          kC += kc == k;
        }
      }
      jB += b == j;
      jC += c == j;
    }
  }
  a.result->values[0] = total;
}

// ---------------------------------------------------------------- unions and intersections, appended by one thread

// The union of one fiber of each operand at one level, appended at `count`.
int united(const DirectOperand& B, int b, int bEnd, const DirectOperand& C, int c, int cEnd, int level, DirectResult& A,
           int count) {
  const int *const bCrd = B.crd[level], *const cCrd = C.crd[level];
  int* const crd = A.crd[level];
  while (b < bEnd && c < cEnd) {
    const int jb = bCrd[b], jc = cCrd[c], j = std::min(jb, jc);
    crd[count] = j;
    if (jb == j && jc == j) A.values[count++] = B.values[b] + C.values[c];
    else if (jb == j) A.values[count++] = B.values[b];
    else A.values[count++] = C.values[c];
    b += jb == j;
    c += jc == j;
  }
  for (; b < bEnd; b++) crd[count] = bCrd[b], A.values[count++] = B.values[b];
  for (; c < cEnd; c++) crd[count] = cCrd[c], A.values[count++] = C.values[c];
  return count;
}

void plus2csr(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  int count = 0;
  for (int i = 0; i < B.dims[0]; i++) {
    count = united(B, B.pos[1][i], B.pos[1][i + 1], C, C.pos[1][i], C.pos[1][i + 1], 1, A, count);
    A.pos[1][i + 1] = count;
  }
  A.count = count;
}

void plus3(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1], &D = a.operands[2];
  DirectResult& A = *a.result;
  int count = 0;
  for (int i = 0; i < B.dims[0]; i++) {
    int b = B.pos[1][i], c = C.pos[1][i], d = D.pos[1][i];
    const int bEnd = B.pos[1][i + 1], cEnd = C.pos[1][i + 1], dEnd = D.pos[1][i + 1];
    while (b < bEnd && c < cEnd && d < dEnd) {
      const int jb = B.crd[1][b], jc = C.crd[1][c], jd = D.crd[1][d], j = std::min(jb, std::min(jc, jd));
      A.crd[1][count] = j;
      if (jb == j && jc == j && jd == j) A.values[count++] = B.values[b] + C.values[c] + D.values[d];
      else if (jb == j && jc == j) A.values[count++] = B.values[b] + C.values[c];
      else if (jb == j && jd == j) A.values[count++] = B.values[b] + D.values[d];
      else if (jc == j && jd == j) A.values[count++] = C.values[c] + D.values[d];
      else if (jb == j) A.values[count++] = B.values[b];
      else if (jc == j) A.values[count++] = C.values[c];
      else A.values[count++] = D.values[d];
      b += jb == j;
      c += jc == j;
      d += jd == j;
    }
    if (d == dEnd) count = united(B, b, bEnd, C, c, cEnd, 1, A, count);
    else if (c == cEnd) count = united(B, b, bEnd, D, d, dEnd, 1, A, count);
    else count = united(C, c, cEnd, D, d, dEnd, 1, A, count);
    A.pos[1][i + 1] = count;
  }
  A.count = count;
}

void plus2(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  int count = 0, fibers = 0;
  const auto append = [&](int j, int jB, bool hasB, int jC, bool hasC) {
    const int b = hasB ? B.pos[2][jB] : 0, bEnd = hasB ? B.pos[2][jB + 1] : 0;
    const int c = hasC ? C.pos[2][jC] : 0, cEnd = hasC ? C.pos[2][jC + 1] : 0;
    count = united(B, b, bEnd, C, c, cEnd, 2, A, count);
    A.crd[1][fibers] = j;
    A.pos[2][++fibers] = count;
  };
  for (int i = 0; i < B.dims[0]; i++) {
    int jB = B.pos[1][i], jC = C.pos[1][i];
    const int bEnd = B.pos[1][i + 1], cEnd = C.pos[1][i + 1];
    while (jB < bEnd && jC < cEnd) {
      const int b = B.crd[1][jB], c = C.crd[1][jC], j = std::min(b, c);
      append(j, jB, b == j, jC, c == j);
      jB += b == j;
      jC += c == j;
    }
    for (; jB < bEnd; jB++) append(B.crd[1][jB], jB, true, 0, false);
    for (; jC < cEnd; jC++) append(C.crd[1][jC], 0, false, jC, true);
    A.pos[1][i + 1] = fibers;
  }
  A.count = count;
}

void times(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  int count = 0;
  for (int i = 0; i < B.dims[0]; i++) {
    int b = B.pos[1][i], c = C.pos[1][i];
    while (b < B.pos[1][i + 1] && c < C.pos[1][i + 1]) {
      const int jb = B.crd[1][b], jc = C.crd[1][c], j = std::min(jb, jc);
      if (jb == j && jc == j) {
        A.crd[1][count] = j;
        A.values[count++] = B.values[b] * C.values[c];
      }
      b += jb == j;
      c += jc == j;
    }
    A.pos[1][i + 1] = count;
  }
  A.count = count;
}

// ---------------------------------------------------------------- with dense operands

void timesdense(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  A.count = B.pos[1][B.dims[0]];
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.dims[0]; i++) {
    for (int p = B.pos[1][i]; p < B.pos[1][i + 1]; p++) {
      A.crd[1][p] = B.crd[1][p];
      A.values[p] = B.values[p] * C.values[i * C.dims[1] + B.crd[1][p]];
    }
    A.pos[1][i + 1] = B.pos[1][i + 1];
  }
}

void plusdense(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  const int J = C.dims[1];
  ROWS_IN_PARALLEL
  for (int i = 0; i < B.dims[0]; i++) {
    double* const row = a.result->values + i * J;
    int p = B.pos[1][i], j = 0;
    for (; p < B.pos[1][i + 1]; j++) {
      if (B.crd[1][p] == j) row[j] = B.values[p++] + C.values[i * J + j];
      else row[j] = C.values[i * J + j];
    }
    for (; j < J; j++) row[j] = C.values[i * J + j];
  }
}

// ---------------------------------------------------------------- with a workspace and the list of its coordinates

void spgemm(const DirectArguments& a) {
  const DirectOperand &B = a.operands[0], &C = a.operands[1];
  DirectResult& A = *a.result;
  int count = 0;
  for (int i = 0; i < B.dims[0]; i++) {
    const int begin = count;
    for (int p = B.pos[1][i]; p < B.pos[1][i + 1]; p++)
      for (int q = C.pos[1][B.crd[1][p]]; q < C.pos[1][B.crd[1][p] + 1]; q++) {
        const int j = C.crd[1][q];
        if (!a.isSet[j]) {
          a.isSet[j] = true;
          a.row[j] = 0;
          A.crd[1][count++] = j;
        }
        a.row[j] += B.values[p] * C.values[q];
      }
    std::sort(A.crd[1] + begin, A.crd[1] + count);
    for (int p = begin; p < count; p++) {
      A.values[p] = a.row[A.crd[1][p]];
      a.isSet[A.crd[1][p]] = false;
    }
    A.pos[1][i + 1] = count;
  }
  A.count = count;
}

void spmspv(const DirectArguments& a) {
  const DirectOperand &A = a.operands[0], &x = a.operands[1];
  DirectResult& y = *a.result;
  int count = 0;
  for (int n = 0; n < x.pos[0][1]; n++)
    for (int p = A.pos[1][x.crd[0][n]]; p < A.pos[1][x.crd[0][n] + 1]; p++) {
      const int i = A.crd[1][p];
      if (!a.isSet[i]) {
        a.isSet[i] = true;
        a.row[i] = 0;
        y.crd[0][count++] = i;
      }
      a.row[i] += A.values[p] * x.values[n];
    }
  std::sort(y.crd[0], y.crd[0] + count);
  for (int n = 0; n < count; n++) {
    y.values[n] = a.row[y.crd[0][n]];
    a.isSet[y.crd[0][n]] = false;
  }
  y.count = count;
}

#undef ROWS_IN_PARALLEL

DirectKernel find(const std::string& kernel) {
  static const std::map<std::string, DirectKernel> kernels = {{"spmv", spmv},
                                                              {"mattransmul", mattransmul},
                                                              {"residual", residual},
                                                              {"sddmm", sddmm},
                                                              {"spmm", spmm},
                                                              {"ttv", ttv},
                                                              {"ttm", ttm},
                                                              {"mttkrp", mttkrp},
                                                              {"innerprod", innerprod},
                                                              {"plus2csr", plus2csr},
                                                              {"plus3", plus3},
                                                              {"plus2", plus2},
                                                              {"times", times},
                                                              {"timesdense", timesdense},
                                                              {"plusdense", plusdense},
                                                              {"spgemm", spgemm},
                                                              {"spmspv", spmspv}};
  const auto found = kernels.find(kernel);
  return found == kernels.end() ? nullptr : found->second;
}

}  // namespace
}  // namespace stardust::bench
