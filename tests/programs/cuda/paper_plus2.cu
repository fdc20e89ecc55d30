#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct plus2_serial_values {
  int64_t B1_dim;
  int64_t work;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  int64_t* A3_pos;
  int64_t A3_pos_capacity;
  int64_t A3_pos_length;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
  const int64_t* C2_pos;
  const int64_t* C3_pos;
};

struct plus2_serial_2_values {
  int64_t A2_most;
  int64_t B1_dim;
  const int64_t* B2_pos;
  const int64_t* C2_pos;
};

struct plus2_serial_3_values {
  int64_t* A3_pos_parts;
  int64_t A3_pos_parts_capacity;
};

struct plus2_serial_4_values {
  int64_t A3_most;
  int64_t B1_dim;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
  const int64_t* C2_pos;
  const int64_t* C3_pos;
};

struct plus2_serial_5_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

struct plus2_serial_6_values {
  int64_t A3_count_3;
  int64_t chunks;
  int64_t* A3_place;
  int64_t A3_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL plus2_serial(plus2_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_GLOBAL(int64_t) A3_pos = values->A3_pos;
  int64_t A3_pos_capacity = values->A3_pos_capacity;
  int64_t A3_pos_length = values->A3_pos_length;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) C3_pos = values->C3_pos;
  {
    RESIZE_FILLED(int64_t, A2_pos, B1_dim + 1, 0, done);
    RESIZE_FILLED(int64_t, A3_pos, 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = B1_dim + B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  }
done:;
  values->work = work;
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
  values->A3_pos = A3_pos;
  values->A3_pos_capacity = A3_pos_capacity;
  values->A3_pos_length = A3_pos_length;
}

STARDUST_KERNEL plus2_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) C3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] + C3_pos[C2_pos[middle]] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL plus2_serial_2(plus2_serial_2_values* const values, stardust_device* const device) {
  int64_t A2_most = values->A2_most;
  int64_t B1_dim = values->B1_dim;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  {
    A2_most = B2_pos[B1_dim] + C2_pos[B1_dim];
  }
  values->A2_most = A2_most;
}

STARDUST_KERNEL plus2_serial_3(plus2_serial_3_values* const values, stardust_device* const device) {
  STARDUST_GLOBAL(int64_t) A3_pos_parts = values->A3_pos_parts;
  int64_t A3_pos_parts_capacity = values->A3_pos_parts_capacity;
  {
    A3_pos_parts[0] = 0;
  }
  values->A3_pos_parts = A3_pos_parts;
  values->A3_pos_parts_capacity = A3_pos_parts_capacity;
}

STARDUST_KERNEL plus2_serial_4(plus2_serial_4_values* const values, stardust_device* const device) {
  int64_t A3_most = values->A3_most;
  int64_t B1_dim = values->B1_dim;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) C3_pos = values->C3_pos;
  {
    A3_most = B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  }
  values->A3_most = A3_most;
}

STARDUST_KERNEL plus2_chunk_2(const int64_t begin_, const int64_t end_, const int64_t B2_dim, const int64_t B3_dim, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(int32_t) A3_crd_parts, STARDUST_GLOBAL(int64_t) A3_pos_parts, STARDUST_GLOBAL(int64_t) A3_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int32_t) B3_crd, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(int32_t) C2_crd, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int32_t) C3_crd, STARDUST_INPUT(int64_t) C3_pos, STARDUST_INPUT(float) C_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) row = 0;
  int64_t row_capacity = 0, row_length = 0;
  STARDUST_GLOBAL(bool) row_stored = 0;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  STARDUST_GLOBAL(int64_t) B3_keys = 0;
  int64_t B3_keys_capacity = 0;
  STARDUST_GLOBAL(int64_t) C3_keys = 0;
  int64_t C3_keys_capacity = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first] + C2_pos[i_first];
    int64_t A3_count_2 = B3_pos[B2_pos[i_first]] + C3_pos[C2_pos[i_first]];
    ALLOCATE(float, row, 0, next);
    row_length = 0;
    ALLOCATE(bool, row_stored, 0, next);
    row_stored_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2 ∪ C2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      const int64_t B3_first = B3_pos[B2_begin];
      const int64_t B3_entries = B3_pos[B2_end] - B3_first;
      const int64_t C3_first = C3_pos[C2_begin];
      const int64_t C3_entries = C3_pos[C2_end] - C3_first;
      if (B3_entries > 0 && C3_entries > 0 && (B3_entries + C3_entries <= 65536 && B3_entries + C3_entries <= (B2_end - B2_begin + (C2_end - C2_begin)) * 16) && (B3_entries + C3_entries) * 24 <= (B2_end - B2_begin + (C2_end - C2_begin)) * B3_dim) {
        /* write the coordinates of B2 and B3 as keys */
        ALLOCATE(int64_t, B3_keys, B3_entries + 1, next);
        for (int64_t fiber = B2_begin, fiber_end = B2_end; fiber < fiber_end; fiber++) {
          const int64_t key = (int64_t)B2_crd[fiber] * INT64_C(4294967296);
          const int64_t begin = B3_pos[fiber];
          const int64_t end = B3_pos[fiber + 1];
          if (begin + 4 <= B3_first + B3_entries) {
            B3_keys[begin - B3_first] = key + (int64_t)B3_crd[begin];
            B3_keys[begin + 1 - B3_first] = key + (int64_t)B3_crd[begin + 1];
            B3_keys[begin + 2 - B3_first] = key + (int64_t)B3_crd[begin + 2];
            B3_keys[begin + 3 - B3_first] = key + (int64_t)B3_crd[begin + 3];
            for (int64_t entry = begin + 4, entry_end = end; entry < entry_end; entry++) {
              B3_keys[entry - B3_first] = key + (int64_t)B3_crd[entry];
            }
          } else {
            for (int64_t entry = begin, entry_end = end; entry < entry_end; entry++) {
              B3_keys[entry - B3_first] = key + (int64_t)B3_crd[entry];
            }
          }
        }
        B3_keys[B3_entries] = INT64_C(9223372036854775807);
        int64_t B3_at = 0;
        /* write the coordinates of C2 and C3 as keys */
        ALLOCATE(int64_t, C3_keys, C3_entries + 1, next);
        for (int64_t fiber_2 = C2_begin, fiber_2_end = C2_end; fiber_2 < fiber_2_end; fiber_2++) {
          const int64_t key_2 = (int64_t)C2_crd[fiber_2] * INT64_C(4294967296);
          const int64_t begin_2 = C3_pos[fiber_2];
          const int64_t end_2 = C3_pos[fiber_2 + 1];
          if (begin_2 + 4 <= C3_first + C3_entries) {
            C3_keys[begin_2 - C3_first] = key_2 + (int64_t)C3_crd[begin_2];
            C3_keys[begin_2 + 1 - C3_first] = key_2 + (int64_t)C3_crd[begin_2 + 1];
            C3_keys[begin_2 + 2 - C3_first] = key_2 + (int64_t)C3_crd[begin_2 + 2];
            C3_keys[begin_2 + 3 - C3_first] = key_2 + (int64_t)C3_crd[begin_2 + 3];
            for (int64_t entry_2 = begin_2 + 4, entry_2_end = end_2; entry_2 < entry_2_end; entry_2++) {
              C3_keys[entry_2 - C3_first] = key_2 + (int64_t)C3_crd[entry_2];
            }
          } else {
            for (int64_t entry_2 = begin_2, entry_2_end = end_2; entry_2 < entry_2_end; entry_2++) {
              C3_keys[entry_2 - C3_first] = key_2 + (int64_t)C3_crd[entry_2];
            }
          }
        }
        C3_keys[C3_entries] = INT64_C(9223372036854775807);
        int64_t C3_at = 0;
        const int64_t entries = B3_entries + C3_entries;
        /* merge the keys */
        int64_t j_before = -1;
        while (B3_at + C3_at < entries) {
          const int64_t B_key = B3_keys[B3_at];
          const int64_t C_key = C3_keys[C3_at];
          const int64_t key_3 = min_i64(B_key, C_key);
          const int64_t j_2 = key_3 / INT64_C(4294967296);
          const int64_t k_4 = key_3 - j_2 * INT64_C(4294967296);
          const bool B_has_k_2 = B_key == key_3;
          const int64_t vB3_3 = B3_first + min_i64(B3_at, B3_entries - 1);
          const bool C_has_k_2 = C_key == key_3;
          const int64_t vC3_3 = C3_first + min_i64(C3_at, C3_entries - 1);
          /* A(i,j,k) = B(i,j,k) + C(i,j,k) */
          const float unmasked = B_vals[vB3_3];
          const float unmasked_2 = C_vals[vC3_3];
          A_vals_parts[A3_count_2] = (B_has_k_2 ? unmasked : 0.0f) + (C_has_k_2 ? unmasked_2 : 0.0f);
          A3_crd_parts[A3_count_2] = k_4;
          A3_count_2 = A3_count_2 + 1;
          A2_count_2 = A2_count_2 + (int64_t)(j_2 != j_before);
          A2_crd_parts[A2_count_2 - 1] = j_2;
          A3_pos_parts[A2_count_2] = A3_count_2;
          j_before = j_2;
          B3_at = B3_at + (int64_t)B_has_k_2;
          C3_at = C3_at + (int64_t)C_has_k_2;
        }
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        while (B2 < B2_end || C2 < C2_end) {
          const int64_t B_j = B2 < B2_end ? (int64_t)B2_crd[B2] : B2_dim;
          const int64_t C_j = C2 < C2_end ? (int64_t)C2_crd[C2] : B2_dim;
          const int64_t j = min_i64(B_j, C_j);
          const bool B_has_j = B_j == j;
          const bool C_has_j = C_j == j;
          const int64_t A3_before = A3_count_2;
          /* forall(k in B3 ∪ C3): A(i,j,k) = B(i,j,k) + C(i,j,k) */
          const int64_t B3_begin = B_has_j ? B3_pos[B2] : 0;
          const int64_t B3_end = B_has_j ? B3_pos[B2 + 1] : 0;
          const int64_t C3_begin = C_has_j ? C3_pos[C2] : 0;
          const int64_t C3_end = C_has_j ? C3_pos[C2 + 1] : 0;
          if ((B3_end - B3_begin + (C3_end - C3_begin)) * 12 >= B3_dim) {
            RESIZE_FILLED(float, row, B3_dim, 0.0f, next);
            RESIZE_FILLED(bool, row_stored, B3_dim, false, next);
            /* forall(k in B3): row(k) = B(i,j,k) */
            const int64_t B3_begin_2 = B_has_j ? B3_pos[B2] : 0;
            const int64_t B3_end_2 = B_has_j ? B3_pos[B2 + 1] : 0;
            for (int64_t vB3_2 = B3_begin_2, B3_2_end = B3_end_2; vB3_2 < B3_2_end; vB3_2++) {
              const int64_t k_2 = B3_crd[vB3_2];
              row[k_2] = B_vals[vB3_2];
              row_stored[k_2] = true;
            }
            /* forall(k in C3): row(k) += C(i,j,k) */
            const int64_t C3_begin_2 = C_has_j ? C3_pos[C2] : 0;
            const int64_t C3_end_2 = C_has_j ? C3_pos[C2 + 1] : 0;
            for (int64_t vC3_2 = C3_begin_2, C3_2_end = C3_end_2; vC3_2 < C3_2_end; vC3_2++) {
              const int64_t k_3 = C3_crd[vC3_2];
              row[k_3] += C_vals[vC3_2];
              row_stored[k_3] = true;
            }
            /* pack row into A */
            for (int64_t n = 0, n_end = B3_dim; n < n_end; n++) {
              if (row_stored[n]) {
                row_stored[n] = false;
                A3_crd_parts[A3_count_2] = n;
                A_vals_parts[A3_count_2] = row[n];
                row[n] = 0.0f;
                A3_count_2 = A3_count_2 + 1;
              }
            }
          } else {
            int64_t B3 = B3_begin;
            int64_t C3 = C3_begin;
            while (B3 < B3_end || C3 < C3_end) {
              const int64_t B_k = B3 < B3_end ? (int64_t)B3_crd[B3] : B3_dim;
              const int64_t C_k = C3 < C3_end ? (int64_t)C3_crd[C3] : B3_dim;
              const int64_t k = min_i64(B_k, C_k);
              const bool B_has_k = B_k == k;
              const bool C_has_k = C_k == k;
              A_vals_parts[A3_count_2] = (B_has_k ? B_vals[B3] : 0.0f) + (C_has_k ? C_vals[C3] : 0.0f);
              A3_crd_parts[A3_count_2] = k;
              A3_count_2 = A3_count_2 + 1;
              if (B_has_k) {
                B3 = B3 + 1;
              }
              if (C_has_k) {
                C3 = C3 + 1;
              }
            }
          }
          A3_pos_parts[A2_count_2 + 1] = A3_count_2;
          if (A3_count_2 > A3_before) {
            A2_crd_parts[A2_count_2] = j;
            A2_count_2 = A2_count_2 + 1;
          }
          if (B_has_j) {
            B2 = B2 + 1;
          }
          if (C_has_j) {
            C2 = C2 + 1;
          }
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
    A3_stop[chunk_2] = A3_count_2;
  }
next:;
}

STARDUST_KERNEL plus2_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(int64_t) A3_place, STARDUST_GLOBAL(int64_t) A3_stop, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) C3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A2_place[chunk_4] = A2_stop[chunk_4] - (B2_pos[part_first] + C2_pos[part_first]);
    A3_place[chunk_4] = A3_stop[chunk_4] - (B3_pos[B2_pos[part_first]] + C3_pos[C2_pos[part_first]]);
  }
}

STARDUST_KERNEL plus2_serial_5(plus2_serial_5_values* const values, stardust_device* const device) {
  int64_t A2_count_3 = values->A2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) A2_place = values->A2_place;
  int64_t A2_place_capacity = values->A2_place_capacity;
  {
    A2_count_3 = A2_place[chunks];
  }
  values->A2_count_3 = A2_count_3;
  values->A2_place = A2_place;
  values->A2_place_capacity = A2_place_capacity;
}

STARDUST_KERNEL plus2_serial_6(plus2_serial_6_values* const values, stardust_device* const device) {
  int64_t A3_count_3 = values->A3_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) A3_place = values->A3_place;
  int64_t A3_place_capacity = values->A3_place_capacity;
  {
    A3_count_3 = A3_place[chunks];
  }
  values->A3_count_3 = A3_count_3;
  values->A3_place = A3_place;
  values->A3_place_capacity = A3_place_capacity;
}

STARDUST_KERNEL plus2_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(int32_t) A3_crd, STARDUST_GLOBAL(int32_t) A3_crd_parts, STARDUST_GLOBAL(int64_t) A3_place, STARDUST_GLOBAL(int64_t) A3_pos, STARDUST_GLOBAL(int64_t) A3_pos_parts, STARDUST_GLOBAL(int64_t) A3_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) C3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first_2] + C2_pos[part_first_2];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_place[chunk_3];
    const int64_t A3_start = B3_pos[B2_pos[part_first_2]] + C3_pos[C2_pos[part_first_2]];
    const int64_t A3_length = A3_stop[chunk_3] - A3_start;
    const int64_t A3_gap = A3_start - A3_place[chunk_3];
    for (int64_t fiber_3 = 0, fiber_3_end = part_last - part_first_2; fiber_3 < fiber_3_end; fiber_3++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        A2_pos[part_first_2 + (fiber_3 + 1)] = A2_pos[part_first_2 + (fiber_3 + 1)] - A2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = A2_length; at < at_end; at += 32) {
        A2_crd[A2_start - A2_gap + at] = A2_crd_parts[A2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = A2_length; at_2 < at_2_end; at_2 += 32) {
        A3_pos[A2_start - A2_gap + 1 + at_2] = A3_pos_parts[A2_start + 1 + at_2] - A3_gap;
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_3 = (int64_t)(0 + lane), at_3_end = A3_length; at_3 < at_3_end; at_3 += 32) {
        A3_crd[A3_start - A3_gap + at_3] = A3_crd_parts[A3_start + at_3];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_4 = (int64_t)(0 + lane), at_4_end = A3_length; at_4 < at_4_end; at_4 += 32) {
        A_vals[A3_start - A3_gap + at_4] = A_vals_parts[A3_start + at_4];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int plus2(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t B3_dim = B->levels[2].dim;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const int32_t* B2_crd = 0;
  const int32_t* B3_crd = 0;
  const float* B_vals = 0;
  const int64_t* C2_pos = 0;
  const int64_t* C3_pos = 0;
  const int32_t* C2_crd = 0;
  const int32_t* C3_crd = 0;
  const float* C_vals = 0;
  int64_t* A2_pos = 0;
  int64_t A2_pos_capacity = 0, A2_pos_length = 0;
  int64_t* A3_pos = 0;
  int64_t A3_pos_capacity = 0, A3_pos_length = 0;
  int32_t* A2_crd = 0;
  int64_t A2_crd_capacity = 0, A2_crd_length = 0;
  int32_t* A3_crd = 0;
  int64_t A3_crd_capacity = 0, A3_crd_length = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* A2_crd_parts = 0;
  int64_t A2_crd_parts_capacity = 0;
  int64_t* A3_pos_parts = 0;
  int64_t A3_pos_parts_capacity = 0;
  int64_t* A2_stop = 0;
  int64_t A2_stop_capacity = 0;
  int32_t* A3_crd_parts = 0;
  int64_t A3_crd_parts_capacity = 0;
  float* A_vals_parts = 0;
  int64_t A_vals_parts_capacity = 0;
  int64_t* A3_stop = 0;
  int64_t A3_stop_capacity = 0;
  int64_t* A2_place = 0;
  int64_t A2_place_capacity = 0;
  int64_t* A3_place = 0;
  int64_t A3_place_capacity = 0;
  (void)threads;
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B3_pos, B->levels[2].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B3_crd, B->levels[2].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(C2_pos, C->levels[1].pos);
  UPLOAD(C3_pos, C->levels[2].pos);
  UPLOAD(C2_crd, C->levels[1].crd);
  UPLOAD(C3_crd, C->levels[2].crd);
  UPLOAD(C_vals, C->vals);
  {
    int64_t work = int64_t();
    {
      plus2_serial_values values = {B1_dim, work, A2_pos, A2_pos_capacity, A2_pos_length, A3_pos, A3_pos_capacity, A3_pos_length, B2_pos, B3_pos, C2_pos, C3_pos};
      SERIAL(plus2_serial, values);
      work = values.work;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
      A3_pos = values.A3_pos;
      A3_pos_capacity = values.A3_pos_capacity;
      A3_pos_length = values.A3_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(plus2_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, chunks, work, B2_pos, B3_pos, C2_pos, C3_pos, first, gpu->device);
    }
    int64_t A2_most = int64_t();
    {
      plus2_serial_2_values values = {A2_most, B1_dim, B2_pos, C2_pos};
      SERIAL(plus2_serial_2, values);
      A2_most = values.A2_most;
    }
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A3_pos_parts, A2_most + 1);
    {
      plus2_serial_3_values values = {A3_pos_parts, A3_pos_parts_capacity};
      SERIAL(plus2_serial_3, values);
      A3_pos_parts = values.A3_pos_parts;
      A3_pos_parts_capacity = values.A3_pos_parts_capacity;
    }
    DEVICE_ALLOCATE(A2_stop, chunks);
    int64_t A3_most = int64_t();
    {
      plus2_serial_4_values values = {A3_most, B1_dim, B2_pos, B3_pos, C2_pos, C3_pos};
      SERIAL(plus2_serial_4, values);
      A3_most = values.A3_most;
    }
    DEVICE_ALLOCATE(A3_crd_parts, A3_most);
    DEVICE_ALLOCATE(A_vals_parts, A3_most);
    DEVICE_ALLOCATE(A3_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(plus2_chunk_2, end_ - begin_, 1, true, begin_, end_, B2_dim, B3_dim, A2_crd_parts, A2_pos, A2_stop, A3_crd_parts, A3_pos_parts, A3_stop, A_vals_parts, B2_crd, B2_pos, B3_crd, B3_pos, B_vals, C2_crd, C2_pos, C3_crd, C3_pos, C_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    DEVICE_ALLOCATE(A3_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(plus2_chunk_4, end_ - begin_, 1, false, begin_, end_, A2_place, A2_stop, A3_place, A3_stop, B2_pos, B3_pos, C2_pos, C3_pos, first, gpu->device);
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      plus2_serial_5_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(plus2_serial_5, values);
      A2_count_3 = values.A2_count_3;
      A2_place = values.A2_place;
      A2_place_capacity = values.A2_place_capacity;
    }
    SCAN(A3_place, chunks);
    int64_t A3_count_3 = int64_t();
    {
      plus2_serial_6_values values = {A3_count_3, chunks, A3_place, A3_place_capacity};
      SERIAL(plus2_serial_6, values);
      A3_count_3 = values.A3_count_3;
      A3_place = values.A3_place;
      A3_place_capacity = values.A3_place_capacity;
    }
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A3_pos, A2_count_3 + 1);
    A3_pos_length = A2_count_3 + 1;
    DEVICE_RESERVE(A3_crd, A3_count_3);
    A3_crd_length = A3_count_3;
    DEVICE_RESERVE(A_vals, A3_count_3);
    A_vals_length = A3_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(plus2_chunk_3, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_stop, A3_crd, A3_crd_parts, A3_place, A3_pos, A3_pos_parts, A3_stop, A_vals, A_vals_parts, B2_pos, B3_pos, C2_pos, C3_pos, first, gpu->device);
    }
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A3_pos, A2_count_3 + 1);
    A3_pos_length = A2_count_3 + 1;
    DEVICE_RESERVE(A3_crd, A3_count_3);
    A3_crd_length = A3_count_3;
    DEVICE_RESERVE(A_vals, A3_count_3);
    A_vals_length = A3_count_3;
  }
  DOWNLOAD(A->levels[1].pos, A2_pos);
  DOWNLOAD(A->levels[2].pos, A3_pos);
  DOWNLOAD(A->levels[1].crd, A2_crd);
  DOWNLOAD(A->levels[2].crd, A3_crd);
  DOWNLOAD(A->vals, A_vals);
done:
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B3_pos) gpu->release(gpu, (void*)B3_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B3_crd) gpu->release(gpu, (void*)B3_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (C2_pos) gpu->release(gpu, (void*)C2_pos);
  if (C3_pos) gpu->release(gpu, (void*)C3_pos);
  if (C2_crd) gpu->release(gpu, (void*)C2_crd);
  if (C3_crd) gpu->release(gpu, (void*)C3_crd);
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A3_pos) gpu->release(gpu, (void*)A3_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A3_crd) gpu->release(gpu, (void*)A3_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (A2_crd_parts) gpu->release(gpu, (void*)A2_crd_parts);
  if (A3_pos_parts) gpu->release(gpu, (void*)A3_pos_parts);
  if (A2_stop) gpu->release(gpu, (void*)A2_stop);
  if (A3_crd_parts) gpu->release(gpu, (void*)A3_crd_parts);
  if (A_vals_parts) gpu->release(gpu, (void*)A_vals_parts);
  if (A3_stop) gpu->release(gpu, (void*)A3_stop);
  if (A2_place) gpu->release(gpu, (void*)A2_place);
  if (A3_place) gpu->release(gpu, (void*)A3_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return plus2(tensors[0], tensors[1], tensors[2], gpu); }
#endif
