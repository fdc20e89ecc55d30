// Functions of the loops to compile, with their arguments.
#pragma once

#include <string>

#include "backend/cpu/kernel.h"
#include "samples.h"
#include "toolchain.h"

namespace stardust::samples {

inline const cpu::Toolchain& toolchain() {
  static const cpu::Toolchain found = tests::toolchainWith();
  return found;
}

inline const char* const spmv = R"loops(function spmv {
  in A1_dim: i64 = dim(A, 1)
  in A2_pos: i64[] = pos(A, 2)
  in A2_crd: i32[] = crd(A, 2)
  in A_vals: f64[] = vals(A)
  in x_vals: f64[] = vals(x)
  out y_vals: f64[] = vals(y)
  note "y(i) = A(i,j) * x(j)"
  resize y_vals to A1_dim = 0.0
  for i from 0 until A1_dim parallel {
    var sum = 0.0
    for pA from A2_pos[i] until A2_pos[i + 1] simd {
      sum = sum + A_vals[pA] * x_vals[i64(A2_crd[pA])]
    }
    y_vals[i] = sum
  }
})loops";

/// Copies the rows of a CSR matrix in reverse order into a CSR result, and sorts them again: growing arrays,
/// thread-private workspaces, sorting.
inline const char* const reverse = R"loops(function reverse {
  in A1_dim: i64 = dim(A, 1)
  in A2_dim: i64 = dim(A, 2)
  in A2_pos: i64[] = pos(A, 2)
  in A2_crd: i32[] = crd(A, 2)
  in A_vals: i32[] = vals(A)
  out C2_pos: i64[] = pos(C, 2)
  out C2_crd: i32[] = crd(C, 2)
  out C_vals: i32[] = vals(C)
  resize C2_pos to A1_dim + 1
  C2_pos[0] = 0
  array row: i32[A2_dim] = 0:i32
  var pC = 0
  for i from 0 until A1_dim {
    let start = pC
    for pA from A2_pos[i] until A2_pos[i + 1] {
      let j = A2_dim - 1 - i64(A2_crd[pA])
      row[j] = A_vals[pA]
      grow C2_crd to pC + 1
      C2_crd[pC] = i32(j)
      pC = pC + 1
    }
    sort C2_crd from start until pC
    grow C_vals to pC
    for p from start until pC {
      C_vals[p] = row[i64(C2_crd[p])]
    }
    C2_pos[i + 1] = pC
  }
  resize C2_crd to pC
  resize C_vals to pC
})loops";

/// Sums the rows of C that the coordinates of a vector select.
inline const char* const rowSums = R"loops(function row_sums {
  in n: i64 = dim(C, 2)
  in B_crd: i32[] = crd(B, 1)
  in B_pos: i64[] = pos(B, 1)
  in B_vals: f32[] = vals(B)
  in C_vals: f32[] = vals(C)
  out A_vals: f32[] = vals(A)
  resize A_vals to n = 0.0:f32
  for j from 0 until n tiled {
    var sum = A_vals[j]
    for p from B_pos[0] until B_pos[1] {
      let i = i64(B_crd[p])
      prefetch C_vals from i64(B_crd[p + 8]) * n + j for 1 if B_crd has p + 8
      let at = i * n + j
      sum = sum + B_vals[p] * C_vals[at]
    }
    A_vals[j] = sum
  }
})loops";

}  // namespace stardust::samples
