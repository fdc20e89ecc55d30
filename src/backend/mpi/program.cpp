#include "backend/mpi/program.h"

namespace stardust::mpi {
namespace {

constexpr const char* mainText = R"C(
/* One rank of a distributed statement. The plan in FOLDER/RANK.in has the rank's parts of all tensors, in the order of
   the kernel's arguments. Sliced tensors come with their values. Of a shared tensor each rank holds the values that it
   owns; before each run every rank receives the other values that its loops read, from their owners. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int own_rank, all_ranks;

static void stop(const char* form, ...) {
  va_list arguments;
  va_start(arguments, form);
  fprintf(stderr, "stardust: rank %d: ", own_rank);
  vfprintf(stderr, form, arguments);
  fputc('\n', stderr);
  fflush(stderr);
  va_end(arguments);
  MPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

static void* room_for(int64_t bytes) {
  void* room = malloc(bytes > 0 ? (size_t)bytes : 1);
  if (!room) stop("there is not enough memory for %lld bytes", (long long)bytes);
  return room;
}

static void read_bytes(FILE* file, void* to, int64_t bytes) {
  if (bytes > 0 && fread(to, 1, (size_t)bytes, file) != (size_t)bytes) stop("the file of its tensors is truncated");
}

static int64_t read_number(FILE* file) {
  int64_t number = 0;
  read_bytes(file, &number, sizeof number);
  return number;
}

static int64_t* read_numbers(FILE* file, int64_t count) {
  int64_t* numbers = room_for(count * (int64_t)sizeof(int64_t));
  read_bytes(file, numbers, count * (int64_t)sizeof(int64_t));
  return numbers;
}

/* Values that one rank sends to another: their places on the sender, or on the receiver. */
typedef struct {
  int peer;
  int64_t count, *places;
  char* buffer;
} message;

typedef struct {
  int64_t size;            /* of a value, in bytes */
  char* owned;             /* the values that this rank owns */
  int64_t copies, *from, *to; /* owned values that its loops read */
  int64_t sends, receives;
  message *sent, *received;
} exchange;

typedef struct {
  stardust_tensor tensor;
  int64_t order, size, is_result, is_shared;
  int64_t (*element)[3]; /* bytes of an element of pos, crd and bits, by level */
  exchange values;
} argument;

static stardust_array* array_of(stardust_level* level, int n) {
  return n == 0 ? &level->pos : n == 1 ? &level->crd : &level->bits;
}

static message* read_messages(FILE* file, int64_t count, int64_t size) {
  message* all = room_for(count * (int64_t)sizeof(message));
  for (int64_t n = 0; n < count; n++) {
    all[n].peer = (int)read_number(file);
    all[n].count = read_number(file);
    all[n].places = read_numbers(file, all[n].count);
    all[n].buffer = room_for(all[n].count * size);
  }
  return all;
}

static void read_exchange(FILE* file, exchange* x, int64_t size) {
  const int64_t owned = read_number(file);
  x->size = size;
  x->owned = room_for(owned * size);
  read_bytes(file, x->owned, owned * size);
  x->copies = read_number(file);
  x->from = read_numbers(file, x->copies);
  x->to = read_numbers(file, x->copies);
  x->sends = read_number(file);
  x->sent = read_messages(file, x->sends, size);
  x->receives = read_number(file);
  x->received = read_messages(file, x->receives, size);
}

static void read_argument(FILE* file, argument* a) {
  a->is_result = read_number(file);
  a->is_shared = read_number(file);
  a->order = read_number(file);
  a->size = read_number(file);
  a->tensor.levels = calloc((size_t)a->order + 1, sizeof(stardust_level));
  a->element = room_for((a->order + 1) * (int64_t)sizeof *a->element);
  if (!a->tensor.levels) stop("there is not enough memory");
  for (int64_t l = 0; l < a->order; l++) {
    stardust_level* level = &a->tensor.levels[l];
    level->dim = read_number(file);
    for (int n = 0; n < 3; n++) {
      a->element[l][n] = read_number(file);
      const int64_t length = read_number(file);
      if (a->is_result) continue;
      void* data = room_for(length * a->element[l][n]);
      read_bytes(file, data, length * a->element[l][n]);
      *array_of(level, n) = (stardust_array){data, length, length};
    }
  }
  if (a->is_result) return;
  const int64_t length = read_number(file);
  char* values = room_for(length * a->size);
  memset(values, 0, (size_t)(length * a->size));
  if (a->is_shared) read_exchange(file, &a->values, a->size);
  else read_bytes(file, values, length * a->size);
  a->tensor.vals = (stardust_array){values, length, length};
}

static void gather(char* to, const char* from, const int64_t* places, int64_t count, int64_t size) {
  for (int64_t n = 0; n < count; n++) memcpy(to + n * size, from + places[n] * size, (size_t)size);
}

static void scatter(char* to, const char* from, const int64_t* places, int64_t count, int64_t size) {
  for (int64_t n = 0; n < count; n++) memcpy(to + places[n] * size, from + n * size, (size_t)size);
}

enum { longest_part = 1 << 30 }; /* bytes of one call: counts of MPI are int */

static int64_t parts_of(const message* m, int64_t size) { return (m->count * size + longest_part - 1) / longest_part; }

static int start_parts(message* m, int64_t size, int is_send, int tag, MPI_Request* requests) {
  const int64_t parts = parts_of(m, size), bytes = m->count * size;
  for (int64_t n = 0; n < parts; n++) {
    const int64_t first = n * longest_part;
    const int length = (int)(bytes - first < longest_part ? bytes - first : longest_part);
    if (is_send) MPI_Isend(m->buffer + first, length, MPI_BYTE, m->peer, tag, MPI_COMM_WORLD, &requests[n]);
    else MPI_Irecv(m->buffer + first, length, MPI_BYTE, m->peer, tag, MPI_COMM_WORLD, &requests[n]);
  }
  return (int)parts;
}

static void exchange_values(argument* a, int tag) {
  exchange* x = &a->values;
  int64_t parts = 0;
  for (int64_t n = 0; n < x->receives; n++) parts += parts_of(&x->received[n], x->size);
  for (int64_t n = 0; n < x->sends; n++) parts += parts_of(&x->sent[n], x->size);
  MPI_Request* requests = room_for(parts * (int64_t)sizeof(MPI_Request));
  int started = 0;
  for (int64_t n = 0; n < x->receives; n++) started += start_parts(&x->received[n], x->size, 0, tag, requests + started);
  for (int64_t n = 0; n < x->sends; n++) {
    gather(x->sent[n].buffer, x->owned, x->sent[n].places, x->sent[n].count, x->size);
    started += start_parts(&x->sent[n], x->size, 1, tag, requests + started);
  }
  char* values = a->tensor.vals.data;
  for (int64_t n = 0; n < x->copies; n++) memcpy(values + x->to[n] * x->size, x->owned + x->from[n] * x->size, (size_t)x->size);
  MPI_Waitall(started, requests, MPI_STATUSES_IGNORE);
  free(requests);
  for (int64_t n = 0; n < x->receives; n++)
    scatter(values, x->received[n].buffer, x->received[n].places, x->received[n].count, x->size);
}

static void write_bytes(FILE* file, const void* from, int64_t bytes) {
  if (bytes > 0 && fwrite(from, 1, (size_t)bytes, file) != (size_t)bytes) stop("its result cannot be written");
}

static void write_array(FILE* file, stardust_array array, int64_t size) {
  write_bytes(file, &array.length, sizeof array.length);
  write_bytes(file, array.data, array.length * size);
}

static void write_result(FILE* file, argument* a) {
  for (int64_t l = 0; l < a->order; l++)
    for (int n = 0; n < 3; n++) write_array(file, *array_of(&a->tensor.levels[l], n), a->element[l][n]);
  write_array(file, a->tensor.vals, a->size);
}

static FILE* opened(const char* folder, const char* end, const char* mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%d%s", folder, own_rank, end);
  FILE* file = fopen(path, mode);
  if (!file) stop("cannot open %s", path);
  return file;
}

static void run_once(argument* all, stardust_tensor** tensors, int64_t count, double* seconds) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int64_t n = 0; n < count; n++)
    if (all[n].is_shared) exchange_values(&all[n], (int)n);
  const double received = MPI_Wtime();
  const stardust_status status = stardust_entry(tensors, 1, NULL);
  static const char* const words[] = {"", "there is not enough memory", "an integer is divided by zero",
                                      "the result or a workspace would have more than 2^59 positions"};
  if (status != STARDUST_OK) stop("%s", (unsigned)status < 4 ? words[status] : "the kernel failed");
  seconds[0] = received - start;
  seconds[1] = MPI_Wtime() - received;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &all_ranks);
  if (argc != 3) stop("usage: mpirun -np RANKS %s FOLDER RUNS", argv[0]);
  FILE* file = opened(argv[1], ".in", "rb");
  if (read_number(file) != all_ranks) stop("its files are for another number of ranks than %d", all_ranks);
  const int64_t count = read_number(file), runs = strtol(argv[2], NULL, 10);
  argument* all = calloc((size_t)count + 1, sizeof(argument));
  stardust_tensor** tensors = room_for(count * (int64_t)sizeof(stardust_tensor*));
  if (!all) stop("there is not enough memory");
  for (int64_t n = 0; n < count; n++) {
    read_argument(file, &all[n]);
    tensors[n] = &all[n].tensor;
  }
  fclose(file);
  file = opened(argv[1], ".out", "wb");
  int64_t moved[3] = {0, 0, 0}; /* values received, values sent, messages sent; of one run */
  for (int64_t n = 0; n < count; n++) {
    for (int64_t m = 0; m < all[n].values.receives; m++) moved[0] += all[n].values.received[m].count;
    for (int64_t m = 0; m < all[n].values.sends; m++) {
      moved[1] += all[n].values.sent[m].count;
      moved[2] += parts_of(&all[n].values.sent[m], all[n].size);
    }
  }
  write_bytes(file, moved, sizeof moved);
  for (int64_t run = 0; run < runs; run++) {
    double seconds[2];
    run_once(all, tensors, count, seconds);
    write_bytes(file, seconds, sizeof seconds);
  }
  for (int64_t n = 0; n < count; n++)
    if (all[n].is_result) write_result(file, &all[n]);
  if (fclose(file) != 0) stop("its result cannot be written");
  MPI_Finalize();
  return 0;
}
)C";

}  // namespace

std::string programOf(const std::string& kernel) { return kernel + mainText; }

}  // namespace stardust::mpi
