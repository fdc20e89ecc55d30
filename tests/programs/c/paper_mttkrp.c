struct mttkrp_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  int32_t* restrict A1_crd;
  int64_t* restrict A1_stop;
  float* restrict A_vals;
  const int32_t* restrict B1_crd;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const float* restrict C_vals;
  const float* restrict D_vals;
  int64_t* restrict first;
  const int64_t B2_crd_length;
  const int64_t B3_crd_length;
};
static void mttkrp_part(void* shared) {
  struct mttkrp_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  int32_t* restrict A1_crd = loop_->A1_crd;
  int64_t* restrict A1_stop = loop_->A1_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B1_crd = loop_->B1_crd;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict C_vals = loop_->C_vals;
  const float* restrict D_vals = loop_->D_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B2_crd_length = loop_->B2_crd_length;
  const int64_t B3_crd_length = loop_->B3_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A1_count_2 = i_first;
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      const int64_t i = B1_crd[B1];
      bool A_stored = false;
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      /* forall(j): A(i,j) += B(i,k,l) * C(j,k) * D(j,l) */
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
            /* forall(l in B3) */
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              if (B3 + 8 < B3_crd_length) {
                prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * C2_dim + j, (8 * lanes_f32_count) * (int64_t)sizeof *D_vals);
              }
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C2))[v_] * ((const lanes_f32*)(D_vals + D2))[v_];
              A_stored = true;
            }
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(A_vals + A1_count_2 * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + 4 * lanes_f32_count <= j_end; j += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (4 * lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              if (B3 + 8 < B3_crd_length) {
                prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * C2_dim + j, (4 * lanes_f32_count) * (int64_t)sizeof *D_vals);
              }
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C2))[v_] * ((const lanes_f32*)(D_vals + D2))[v_];
              A_stored = true;
            }
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(A_vals + A1_count_2 * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + 2 * lanes_f32_count <= j_end; j += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (2 * lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              if (B3 + 8 < B3_crd_length) {
                prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * C2_dim + j, (2 * lanes_f32_count) * (int64_t)sizeof *D_vals);
              }
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C2))[v_] * ((const lanes_f32*)(D_vals + D2))[v_];
              A_stored = true;
            }
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(A_vals + A1_count_2 * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + lanes_f32_count <= j_end; j += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (lanes_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              if (B3 + 8 < B3_crd_length) {
                prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * C2_dim + j, (lanes_f32_count) * (int64_t)sizeof *D_vals);
              }
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C2))[v_] * ((const lanes_f32*)(D_vals + D2))[v_];
              A_stored = true;
            }
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(A_vals + A1_count_2 * C2_dim + j))[v_] = sum[v_];
        }
        for (; j + few_f32_count <= j_end; j += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            if (B2 + 8 < B2_crd_length) {
              prefetch_row(C_vals + (int64_t)B2_crd[B2 + 8] * C2_dim + j, (few_f32_count) * (int64_t)sizeof *C_vals);
            }
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              if (B3 + 8 < B3_crd_length) {
                prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * C2_dim + j, (few_f32_count) * (int64_t)sizeof *D_vals);
              }
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + B_vals[B3] * ((const few_f32*)(C_vals + C2))[v_] * ((const few_f32*)(D_vals + D2))[v_];
              A_stored = true;
            }
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(A_vals + A1_count_2 * C2_dim + j))[v_] = sum_2[v_];
        }
        for (; j < j_end; j++) {
          float sum_3 = 0.0f;
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t k = B2_crd[B2];
            const int64_t B3_begin = B3_pos[B2];
            const int64_t B3_end = B3_pos[B2 + 1];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t l = B3_crd[B3];
              const int64_t C2 = k * C2_dim + j;
              const int64_t D2 = l * C2_dim + j;
              sum_3 += B_vals[B3] * C_vals[C2] * D_vals[D2];
              A_stored = true;
            }
          }
          A_vals[A1_count_2 * C2_dim + j] = sum_3;
        }
      }
      if (A_stored) {
        A1_crd[A1_count_2] = i;
        A1_count_2 += 1;
      }
    }
    A1_stop[chunk_2] = A1_count_2;
  }
}

stardust_status mttkrp(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t* restrict B1_pos = B->levels[0].pos.data;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B1_crd = B->levels[0].crd.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int64_t B2_crd_length = B->levels[1].crd.length;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const int64_t B3_crd_length = B->levels[2].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const float* restrict C_vals = C->vals.data;
  const float* restrict D_vals = D->vals.data;
  int64_t* restrict A1_pos = A->levels[0].pos.data;
  int64_t A1_pos_capacity = A->levels[0].pos.capacity, A1_pos_length = 0;
  int32_t* restrict A1_crd = A->levels[0].crd.data;
  int64_t A1_crd_capacity = A->levels[0].crd.capacity, A1_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A1_stop = NULL;
  int64_t A1_stop_capacity = 0;
  RESIZE_FILLED(A1_pos, 2, 0, done);
  const int64_t B1_begin = B1_pos[0];
  const int64_t B1_end = B1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_end + B3_pos[B2_pos[B1_end]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = B1_begin;
    int64_t high = B1_end;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  if ((double)B1_end * (double)C2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(A1_crd, B1_end, done);
  RESIZE(A_vals, B1_end * C2_dim, done);
  ALLOCATE(A1_stop, chunks, done);
  /* run the chunks on threads */
  struct mttkrp_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .A1_crd = A1_crd,
    .A1_stop = A1_stop,
    .A_vals = A_vals,
    .B1_crd = B1_crd,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C_vals = C_vals,
    .D_vals = D_vals,
    .first = first,
    .B2_crd_length = B2_crd_length,
    .B3_crd_length = B3_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, mttkrp_part, &loop);
  /* close the gaps between the parts of A */
  int64_t A1_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t A1_length = A1_stop[chunk_3] - part_first;
    const int64_t A1_gap = part_first - A1_count_3;
    if (A1_gap > 0) {
      memmove(A1_crd + A1_count_3, A1_crd + part_first, (size_t)(part_first + A1_length - part_first) * sizeof *A1_crd);
      memmove(A_vals + (A1_count_3 * C2_dim), A_vals + (part_first * C2_dim), (size_t)(part_first * C2_dim + A1_length * C2_dim - part_first * C2_dim) * sizeof *A_vals);
    }
    A1_count_3 += A1_length;
  }
  A1_pos[1] = A1_count_3;
  RESIZE(A1_crd, A1_count_3, done);
  RESIZE(A_vals, A1_count_3 * C2_dim, done);
done:
  free(first);
  free(A1_stop);
  A->levels[0].pos = (stardust_array){A1_pos, A1_pos_length, A1_pos_capacity};
  A->levels[0].crd = (stardust_array){A1_crd, A1_crd_length, A1_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return mttkrp(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
