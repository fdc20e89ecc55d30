stardust_status dft(const stardust_tensor* x, stardust_tensor* X, int32_t threads, stardust_runner* run) {
  const int64_t x1_dim = x->levels[0].dim;
  const double* restrict x_vals = x->vals.data;
  const int64_t X1_dim = X->levels[0].dim;
  complex128* restrict X_vals = X->vals.data;
  int64_t X_vals_capacity = X->vals.capacity, X_vals_length = 0;
  int status = STARDUST_OK;
  (void)threads, (void)run;
  RESIZE_FILLED(X_vals, X1_dim, 0.0, done);
  /* forall(n) */
  for (int64_t n = 0, n_end = x1_dim; n < n_end; n++) {
    /* forall(k): X(k) += x(n) * exp(-6.283185307179586i * k * n / 64) */
    for (int64_t k = 0, k_end = X1_dim; k < k_end; k++) {
      X_vals[k] += times_c128((complex128)x_vals[n], exp_c128(times_c128(times_c128(complex_c128(0.0, -6.283185307179586), (complex128)(double)k), (complex128)(double)n) / 64.0));
    }
  }
done:
  X->vals = (stardust_array){X_vals, X_vals_length, X_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return dft(tensors[0], tensors[1], threads, run);
}
