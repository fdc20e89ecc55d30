/* The end of an emulated text: its device. */

static void* stardust_emulated_allocate(stardust_gpu*, int64_t count, int64_t element) {
  return stardust_new(count, element);
}
static void stardust_emulated_release(stardust_gpu*, void*) {}
static int stardust_emulated_copy(stardust_gpu*, void* to, const void* from, int64_t bytes) {
  memcpy(to, from, (size_t)bytes);
  return 0;
}
static int stardust_emulated_status(stardust_gpu* gpu) { return gpu->device->status; }
static void stardust_emulated_reclaim(stardust_gpu*) {}

/* Runs the host function on an emulated device. Returns a stardust_status, or STARDUST_EMULATED_FAULT with the
   fault in `fault`. `seed`: of the order of threads and blocks; 0: that of their numbers. */
extern "C" int stardust_emulate(stardust_tensor* const* tensors, int32_t threads, uint64_t seed, char* fault,
                                int64_t room) {
  static stardust_device device;
  static double scratch[1024];
  device = stardust_device();
  stardust_gpu gpu = stardust_gpu();
  gpu.threads = threads;
  gpu.device = &device;
  gpu.scratch = scratch;
  gpu.allocate = stardust_emulated_allocate;
  gpu.release = stardust_emulated_release;
  gpu.upload = gpu.download = gpu.copy = stardust_emulated_copy;
  gpu.status = stardust_emulated_status;
  gpu.reclaim = stardust_emulated_reclaim;
  stardust_random = seed;
  stardust_fault_text[0] = 0;
  const int status = stardust_entry(tensors, &gpu);
  stardust_free_all();
  if (stardust_fault_text[0]) snprintf(fault, (size_t)room, "%s", stardust_fault_text);
  return stardust_fault_text[0] ? STARDUST_EMULATED_FAULT : status;
}
