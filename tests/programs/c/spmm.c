struct spmm_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const float* restrict C_vals;
  int64_t* restrict first;
  const int64_t B2_crd_length;
};
static void spmm_part(void* shared) {
  struct spmm_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B2_crd_length = loop_->B2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      /* forall(j): A(i,j) += B(i,k) * C(k,j) */
      {
        int64_t j = 0, j_end = C2_dim;
        for (; j + 8 * lanes_f32_count <= j_end; j += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          /* forall(k in B2) */
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (8 * lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t C2 = k * C2_dim + j;
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + B_vals[B2] * ((const lanes_f32*)(C_vals + C2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(A_vals + i * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + 4 * lanes_f32_count <= j_end; j += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (4 * lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t C2 = k * C2_dim + j;
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + B_vals[B2] * ((const lanes_f32*)(C_vals + C2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(A_vals + i * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + 2 * lanes_f32_count <= j_end; j += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (2 * lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t C2 = k * C2_dim + j;
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + B_vals[B2] * ((const lanes_f32*)(C_vals + C2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(A_vals + i * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + lanes_f32_count <= j_end; j += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t C2 = k * C2_dim + j;
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + B_vals[B2] * ((const lanes_f32*)(C_vals + C2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(A_vals + i * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + few_f32_count <= j_end; j += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (few_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t C2 = k * C2_dim + j;
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + B_vals[B2] * ((const few_f32*)(C_vals + C2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(A_vals + i * C2_dim + j))[v_] = sum_2[v_];
        }
        for (; j < j_end; j++) {
          float sum_3 = 0.0f;
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            const int64_t C2 = k * C2_dim + j;
            sum_3 += B_vals[B2] * C_vals[C2];
          }
          A_vals[i * C2_dim + j] = sum_3;
        }
      }
    }
  }
}

stardust_status spmm(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int64_t B2_crd_length = B->levels[1].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const float* restrict C_vals = C->vals.data;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)B1_dim * (double)C2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(A_vals, B1_dim * C2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + B1_dim * C2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * C2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct spmm_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C_vals = C_vals,
    .first = first,
    .B2_crd_length = B2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, spmm_part, &loop);
done:
  free(first);
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return spmm(tensors[0], tensors[1], tensors[2], threads, run);
}
