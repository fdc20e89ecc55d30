struct spgemmSparseWorkspace_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  const bool W_hashed;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const float* restrict C_vals;
  int64_t* restrict W_most;
  int64_t* restrict first;
};
static void spgemmSparseWorkspace_part(void* shared) {
  struct spgemmSparseWorkspace_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  const bool W_hashed = loop_->W_hashed;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict W_most = loop_->W_most;
  int64_t* restrict first = loop_->first;
  float* restrict W = NULL;
  int64_t W_capacity = 0;
  bool* restrict W_stored = NULL;
  int64_t W_stored_capacity = 0;
  int32_t* restrict W_list = NULL;
  int64_t W_list_capacity = 0;
  int64_t* restrict W_keys = NULL;
  int64_t W_keys_capacity = 0, W_keys_length = 0;
  int32_t* restrict W_list_2 = NULL;
  int64_t W_list_2_capacity = 0;
  float* restrict vW_2 = NULL;
  int64_t vW_2_capacity = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = W_most[i_first];
    ALLOCATE_FILLED(W, W_hashed ? 0 : C2_dim, 0.0f, next);
    ALLOCATE_FILLED(W_stored, W_hashed ? 0 : C2_dim, false, next);
    ALLOCATE(W_list, (W_hashed ? 0 : C2_dim) + 1, next);
    ALLOCATE(W_keys, 0, next);
    W_keys_length = 0;
    ALLOCATE(W_list_2, 0, next);
    ALLOCATE(vW_2, 0, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      if (W_hashed) {
        int64_t W_count_2 = 0;
        /* forall(k in B2) */
        const int64_t B2_begin_4 = B2_pos[i];
        const int64_t B2_end_4 = B2_pos[i + 1];
        for (int64_t vB2_4 = B2_begin_4, B2_4_end = B2_end_4; vB2_4 < B2_4_end; vB2_4++) {
          const int64_t k_4 = B2_crd[vB2_4];
          /* forall(j in C2): W(j) += B(i,k) * C(k,j) */
          const int64_t C2_begin_4 = C2_pos[k_4];
          const int64_t C2_end_4 = C2_pos[k_4 + 1];
          for (int64_t vC2_4 = C2_begin_4, C2_4_end = C2_end_4; vC2_4 < C2_4_end; vC2_4++) {
            const int64_t j_5 = C2_crd[vC2_4];
            GROW(W_list_2, W_count_2 + 1, next);
            W_list_2[W_count_2] = j_5;
            int64_t W_2_slot = 0;
            INSERT(f32, j_5, W_keys, vW_2, W_2_slot, 0.0f, W_count_2, next);
            vW_2[W_2_slot] += B_vals[vB2_4] * C_vals[vC2_4];
          }
        }
        /* forall(j in W1): A(i,j) = W(j) */
        sort_i32(W_list_2, 0, W_count_2);
        for (int64_t W_at_2 = 0, W_at_2_end = W_count_2; W_at_2 < W_at_2_end; W_at_2++) {
          const int64_t j_6 = W_list_2[W_at_2];
          const int64_t W_2_slot_2 = find_key(W_keys, W_keys_length, j_6);
          A2_crd[A2_count_2] = j_6;
          A_vals[A2_count_2] = vW_2[W_2_slot_2];
          A2_count_2 += 1;
        }
        /* clear W */
        for (int64_t k_ = 0; k_ < W_count_2; k_++) {
          clear_f32(W_keys, W_keys_length, vW_2, 0.0f, W_list_2[k_]);
        }
        A2_pos[i + 1] = A2_count_2;
      } else {
        int64_t W_count = 0;
        if ((W_most[i + 1] - W_most[i]) * 96 >= C2_dim) {
          /* forall(k in B2) */
          const int64_t B2_begin_3 = B2_pos[i];
          const int64_t B2_end_3 = B2_pos[i + 1];
          for (int64_t vB2_3 = B2_begin_3, B2_3_end = B2_end_3; vB2_3 < B2_3_end; vB2_3++) {
            const int64_t k_3 = B2_crd[vB2_3];
            /* forall(j in C2): W(j) += B(i,k) * C(k,j) */
            const int64_t C2_begin_3 = C2_pos[k_3];
            const int64_t C2_end_3 = C2_pos[k_3 + 1];
            int64_t C2_3_next = C2_begin_3;
            const int64_t C2_3_end = C2_end_3;
            while (C2_3_next + 4 <= C2_3_end) {
              const int64_t j_4_2 = C2_crd[C2_3_next];
              const int64_t j_4_3 = C2_crd[C2_3_next + 1];
              const int64_t j_4_4 = C2_crd[C2_3_next + 2];
              const int64_t j_4_5 = C2_crd[C2_3_next + 3];
              W[j_4_2] += B_vals[vB2_3] * C_vals[C2_3_next];
              W[j_4_3] += B_vals[vB2_3] * C_vals[C2_3_next + 1];
              W[j_4_4] += B_vals[vB2_3] * C_vals[C2_3_next + 2];
              W[j_4_5] += B_vals[vB2_3] * C_vals[C2_3_next + 3];
              W_stored[j_4_2] = true;
              W_stored[j_4_3] = true;
              W_stored[j_4_4] = true;
              W_stored[j_4_5] = true;
              C2_3_next += 4;
            }
            for (int64_t vC2_3 = C2_3_next, C2_3_end_2 = C2_3_end; vC2_3 < C2_3_end_2; vC2_3++) {
              const int64_t j_4 = C2_crd[vC2_3];
              W[j_4] += B_vals[vB2_3] * C_vals[vC2_3];
              W_stored[j_4] = true;
            }
          }
          /* forall(j in W1): A(i,j) = W(j) */
          A2_count_2 = pack_f32(W, W_stored, C2_dim, A2_crd, A_vals, A2_count_2, 0.0f);
          A2_pos[i + 1] = A2_count_2;
        } else {
          /* forall(k in B2) */
          const int64_t B2_begin_2 = B2_pos[i];
          const int64_t B2_end_2_2 = B2_pos[i + 1];
          for (int64_t vB2_2 = B2_begin_2, B2_2_end = B2_end_2_2; vB2_2 < B2_2_end; vB2_2++) {
            const int64_t k_2 = B2_crd[vB2_2];
            /* forall(j in C2): W(j) += B(i,k) * C(k,j) */
            const int64_t C2_begin_2 = C2_pos[k_2];
            const int64_t C2_end_2 = C2_pos[k_2 + 1];
            for (int64_t vC2_2 = C2_begin_2, C2_2_end = C2_end_2; vC2_2 < C2_2_end; vC2_2++) {
              const int64_t j_2 = C2_crd[vC2_2];
              W[j_2] += B_vals[vB2_2] * C_vals[vC2_2];
              W_list[W_count] = j_2;
              W_count += (int64_t)!W_stored[j_2];
              W_stored[j_2] = true;
            }
          }
          /* forall(j in W1): A(i,j) = W(j) */
          if (C2_dim < W_count * 192) {
            A2_count_2 = pack_f32(W, W_stored, C2_dim, A2_crd, A_vals, A2_count_2, 0.0f);
          } else {
            sort_i32(W_list, 0, W_count);
            for (int64_t W_at = 0, W_at_end = W_count; W_at < W_at_end; W_at++) {
              const int64_t j_3 = W_list[W_at];
              A2_crd[A2_count_2] = j_3;
              A_vals[A2_count_2] = W[j_3];
              A2_count_2 += 1;
              W_stored[j_3] = false;
              W[j_3] = 0.0f;
            }
          }
          A2_pos[i + 1] = A2_count_2;
        }
      }
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(W);
  free(W_stored);
  free(W_list);
  free(W_keys);
  free(W_list_2);
  free(vW_2);
  raise_status(&loop_->status_, status);
}

stardust_status spgemmSparseWorkspace(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict W_most = NULL;
  int64_t W_most_capacity = 0;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  RESIZE_FILLED(A2_pos, B1_dim + 1, 0, done);
  const bool W_hashed = C2_dim > min_i64(4194304, max_i64(16384, (B2_pos[B1_dim] + C2_pos[B2_dim]) * 16));
  /* count what each iteration of forall(i) puts into W, at most */
  ALLOCATE(W_most, B1_dim + 1, done);
  W_most[0] = 0;
  for (int64_t i_2 = 0, i_2_end = B1_dim; i_2 < i_2_end; i_2++) {
    int64_t W_sum = 0;
    int64_t W_here = 0;
    const int64_t B2_begin = B2_pos[i_2];
    const int64_t B2_end = B2_pos[i_2 + 1];
    int64_t B2_next = B2_begin;
    if (B2_next + 4 <= B2_end) {
      int64_t W_here_2 = 0;
      int64_t W_here_3 = 0;
      int64_t W_here_4 = 0;
      while (B2_next + 4 <= B2_end) {
        const int64_t vB2_5 = B2_next;
        const int64_t k_5 = B2_crd[vB2_5];
        const int64_t C2_begin_5 = C2_pos[k_5];
        const int64_t C2_end_5 = C2_pos[k_5 + 1];
        W_here += C2_end_5 - C2_begin_5;
        const int64_t vB2_6 = B2_next + 1;
        const int64_t k_6 = B2_crd[vB2_6];
        const int64_t C2_begin_6 = C2_pos[k_6];
        const int64_t C2_end_6 = C2_pos[k_6 + 1];
        W_here_2 += C2_end_6 - C2_begin_6;
        const int64_t vB2_7 = B2_next + 2;
        const int64_t k_7 = B2_crd[vB2_7];
        const int64_t C2_begin_7 = C2_pos[k_7];
        const int64_t C2_end_7 = C2_pos[k_7 + 1];
        W_here_3 += C2_end_7 - C2_begin_7;
        const int64_t vB2_8 = B2_next + 3;
        const int64_t k_8 = B2_crd[vB2_8];
        const int64_t C2_begin_8 = C2_pos[k_8];
        const int64_t C2_end_8 = C2_pos[k_8 + 1];
        W_here_4 += C2_end_8 - C2_begin_8;
        B2_next += 4;
      }
      W_here = W_here + W_here_2 + (W_here_3 + W_here_4);
    }
    for (int64_t B2 = B2_next, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
      const int64_t k = B2_crd[B2];
      const int64_t C2_begin = C2_pos[k];
      const int64_t C2_end = C2_pos[k + 1];
      W_here += C2_end - C2_begin;
    }
    W_sum += min_i64(W_here, C2_dim);
    W_most[i_2 + 1] = W_most[i_2] + W_sum;
  }
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + W_most[B1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + W_most[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t A2_most = W_most[B1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most, done);
  ALLOCATE(A2_stop, chunks, done);
  /* run the chunks on threads */
  struct spgemmSparseWorkspace_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .W_hashed = W_hashed,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C_vals = C_vals,
    .W_most = W_most,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, spgemmSparseWorkspace_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of A */
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = W_most[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    if (A2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        A2_pos[part_first + (fiber + 1)] = A2_pos[part_first + (fiber + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
      memmove(A_vals + A2_count_3, A_vals + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A_vals);
    }
    A2_count_3 += A2_length;
  }
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A_vals, A2_count_3, done);
done:
  free(W_most);
  free(first);
  free(A2_stop);
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return spgemmSparseWorkspace(tensors[0], tensors[1], tensors[2], threads, run);
}
