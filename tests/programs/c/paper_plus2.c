struct plus2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
  const int64_t B3_dim;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  int32_t* restrict A3_crd;
  int64_t* restrict A3_pos;
  int64_t* restrict A3_stop;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const int32_t* restrict C3_crd;
  const int64_t* restrict C3_pos;
  const float* restrict C_vals;
  int64_t* restrict first;
};
static void plus2_part(void* shared) {
  struct plus2_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
  const int64_t B3_dim = loop_->B3_dim;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  int32_t* restrict A3_crd = loop_->A3_crd;
  int64_t* restrict A3_pos = loop_->A3_pos;
  int64_t* restrict A3_stop = loop_->A3_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const int32_t* restrict C3_crd = loop_->C3_crd;
  const int64_t* restrict C3_pos = loop_->C3_pos;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int64_t* restrict B3_keys = NULL;
  int64_t B3_keys_capacity = 0;
  int64_t* restrict C3_keys = NULL;
  int64_t C3_keys_capacity = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first] + C2_pos[i_first];
    int64_t A3_count_2 = B3_pos[B2_pos[i_first]] + C3_pos[C2_pos[i_first]];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
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
      if (!WIDE && (B3_entries > 0 && C3_entries > 0 && (B3_entries + C3_entries <= 65536 && B3_entries + C3_entries <= (B2_end - B2_begin + (C2_end - C2_begin)) * 16) && (B3_entries + C3_entries) * 24 <= (B2_end - B2_begin + (C2_end - C2_begin)) * B3_dim)) {
        /* write the coordinates of B2 and B3 as keys */
        ALLOCATE(B3_keys, B3_entries + 1, next);
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
        ALLOCATE(C3_keys, C3_entries + 1, next);
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
          A_vals[A3_count_2] = masked_f32(B_has_k_2, B_vals[vB3_3]) + masked_f32(C_has_k_2, C_vals[vC3_3]);
          A3_crd[A3_count_2] = k_4;
          A3_count_2 += 1;
          A2_count_2 += (int64_t)(j_2 != j_before);
          A2_crd[A2_count_2 - 1] = j_2;
          A3_pos[A2_count_2] = A3_count_2;
          j_before = j_2;
          B3_at += (int64_t)B_has_k_2;
          C3_at += (int64_t)C_has_k_2;
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
            RESIZE_FILLED(row, B3_dim, 0.0f, next);
            RESIZE_FILLED(row_stored, B3_dim, false, next);
            /* forall(k in B3): row(k) = B(i,j,k) */
            const int64_t B3_begin_2 = B_has_j ? B3_pos[B2] : 0;
            const int64_t B3_end_2 = B_has_j ? B3_pos[B2 + 1] : 0;
            int64_t B3_2_next = B3_begin_2;
            const int64_t B3_2_end = B3_end_2;
            while (B3_2_next + 4 <= B3_2_end) {
              const int64_t k_2_2 = B3_crd[B3_2_next];
              const int64_t k_2_3 = B3_crd[B3_2_next + 1];
              const int64_t k_2_4 = B3_crd[B3_2_next + 2];
              const int64_t k_2_5 = B3_crd[B3_2_next + 3];
              row[k_2_2] = B_vals[B3_2_next];
              row[k_2_3] = B_vals[B3_2_next + 1];
              row[k_2_4] = B_vals[B3_2_next + 2];
              row[k_2_5] = B_vals[B3_2_next + 3];
              row_stored[k_2_2] = true;
              row_stored[k_2_3] = true;
              row_stored[k_2_4] = true;
              row_stored[k_2_5] = true;
              B3_2_next += 4;
            }
            for (int64_t vB3_2 = B3_2_next, B3_2_end_2 = B3_2_end; vB3_2 < B3_2_end_2; vB3_2++) {
              const int64_t k_2 = B3_crd[vB3_2];
              row[k_2] = B_vals[vB3_2];
              row_stored[k_2] = true;
            }
            /* forall(k in C3): row(k) += C(i,j,k) */
            const int64_t C3_begin_2 = C_has_j ? C3_pos[C2] : 0;
            const int64_t C3_end_2 = C_has_j ? C3_pos[C2 + 1] : 0;
            int64_t C3_2_next = C3_begin_2;
            const int64_t C3_2_end = C3_end_2;
            while (C3_2_next + 4 <= C3_2_end) {
              const int64_t k_3_2 = C3_crd[C3_2_next];
              const int64_t k_3_3 = C3_crd[C3_2_next + 1];
              const int64_t k_3_4 = C3_crd[C3_2_next + 2];
              const int64_t k_3_5 = C3_crd[C3_2_next + 3];
              row[k_3_2] += C_vals[C3_2_next];
              row[k_3_3] += C_vals[C3_2_next + 1];
              row[k_3_4] += C_vals[C3_2_next + 2];
              row[k_3_5] += C_vals[C3_2_next + 3];
              row_stored[k_3_2] = true;
              row_stored[k_3_3] = true;
              row_stored[k_3_4] = true;
              row_stored[k_3_5] = true;
              C3_2_next += 4;
            }
            for (int64_t vC3_2 = C3_2_next, C3_2_end_2 = C3_2_end; vC3_2 < C3_2_end_2; vC3_2++) {
              const int64_t k_3 = C3_crd[vC3_2];
              row[k_3] += C_vals[vC3_2];
              row_stored[k_3] = true;
            }
            /* pack row into A */
            A3_count_2 = pack_f32(row, row_stored, B3_dim, A3_crd, A_vals, A3_count_2, 0.0f);
          } else {
            int64_t B3 = B3_begin;
            int64_t C3 = C3_begin;
            A3_count_2 = unite_f32(B_vals, B3_crd, B3, B3_end, C_vals, C3_crd, C3, C3_end, A_vals, A3_crd, A3_count_2);
          }
          A3_pos[A2_count_2 + 1] = A3_count_2;
          if (A3_count_2 > A3_before) {
            A2_crd[A2_count_2] = j;
            A2_count_2 += 1;
          }
          if (B_has_j) {
            B2 += 1;
          }
          if (C_has_j) {
            C2 += 1;
          }
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
    A3_stop[chunk_2] = A3_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  free(B3_keys);
  free(C3_keys);
  raise_status(&loop_->status_, status);
}

stardust_status plus2(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t B3_dim = B->levels[2].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int64_t* restrict C3_pos = C->levels[2].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const int32_t* restrict C3_crd = C->levels[2].crd.data;
  const float* restrict C_vals = C->vals.data;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int64_t* restrict A3_pos = A->levels[2].pos.data;
  int64_t A3_pos_capacity = A->levels[2].pos.capacity, A3_pos_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  int32_t* restrict A3_crd = A->levels[2].crd.data;
  int64_t A3_crd_capacity = A->levels[2].crd.capacity, A3_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  int64_t* restrict A3_stop = NULL;
  int64_t A3_stop_capacity = 0;
  RESIZE_FILLED(A2_pos, B1_dim + 1, 0, done);
  RESIZE_FILLED(A3_pos, 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
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
  const int64_t A2_most = B2_pos[B1_dim] + C2_pos[B1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A3_pos, A2_most + 1, done);
  A3_pos[0] = 0;
  ALLOCATE(A2_stop, chunks, done);
  const int64_t A3_most = B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  RESIZE(A3_crd, A3_most, done);
  RESIZE(A_vals, A3_most, done);
  ALLOCATE(A3_stop, chunks, done);
  /* run the chunks on threads */
  struct plus2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
    .B3_dim = B3_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A3_crd = A3_crd,
    .A3_pos = A3_pos,
    .A3_stop = A3_stop,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C3_crd = C3_crd,
    .C3_pos = C3_pos,
    .C_vals = C_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus2_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of A */
  int64_t A2_count_3 = 0;
  int64_t A3_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first] + C2_pos[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    const int64_t A3_start = B3_pos[B2_pos[part_first]] + C3_pos[C2_pos[part_first]];
    const int64_t A3_length = A3_stop[chunk_3] - A3_start;
    const int64_t A3_gap = A3_start - A3_count_3;
    if (A2_gap > 0) {
      for (int64_t fiber_3 = 0, fiber_3_end = part_last - part_first; fiber_3 < fiber_3_end; fiber_3++) {
        A2_pos[part_first + (fiber_3 + 1)] = A2_pos[part_first + (fiber_3 + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
    }
    if (A2_gap > 0 || A3_gap > 0) {
      for (int64_t fiber_4 = 0, fiber_4_end = A2_length; fiber_4 < fiber_4_end; fiber_4++) {
        A3_pos[A2_count_3 + (fiber_4 + 1)] = A3_pos[A2_start + (fiber_4 + 1)] - A3_gap;
      }
    }
    if (A3_gap > 0) {
      memmove(A3_crd + A3_count_3, A3_crd + A3_start, (size_t)(A3_start + A3_length - A3_start) * sizeof *A3_crd);
      memmove(A_vals + A3_count_3, A_vals + A3_start, (size_t)(A3_start + A3_length - A3_start) * sizeof *A_vals);
    }
    A2_count_3 += A2_length;
    A3_count_3 += A3_length;
  }
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A3_pos, A2_count_3 + 1, done);
  RESIZE(A3_crd, A3_count_3, done);
  RESIZE(A_vals, A3_count_3, done);
done:
  free(first);
  free(A2_stop);
  free(A3_stop);
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[2].pos = (stardust_array){A3_pos, A3_pos_length, A3_pos_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->levels[2].crd = (stardust_array){A3_crd, A3_crd_length, A3_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return plus2(tensors[0], tensors[1], tensors[2], threads, run);
}
