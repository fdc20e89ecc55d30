// Stands in for zlib in the browser, which unpacks .gz itself (DecompressionStream) before a file reaches the core.
// What is still packed then, such as .npz, is refused with that reason.
#pragma once

#include <cstddef>

#include "support/diagnostic.h"

using Bytef = unsigned char;
using uInt = unsigned;
using uLong = unsigned long;
using gzFile = struct gzFile_s*;
struct z_stream {
  Bytef* next_in = nullptr;
  Bytef* next_out = nullptr;
  uInt avail_in = 0, avail_out = 0;
  uLong total_out = 0;
  const char* msg = nullptr;
  void *zalloc = nullptr, *zfree = nullptr, *opaque = nullptr;
};
inline constexpr int MAX_WBITS = 15, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5, Z_MEM_ERROR = -4, Z_DATA_ERROR = -3,
                     Z_NEED_DICT = 2, Z_NO_FLUSH = 0, Z_FINISH = 4, Z_DEFLATED = 8, Z_DEFAULT_COMPRESSION = -1,
                     Z_DEFAULT_STRATEGY = 0;

namespace stardust::playground {
[[noreturn]] inline int refusePacked() {
  failUnsupported("packed files are not supported in the browser", {}, "the page unpacks .gz, and no other packing",
                  "unpack the file first, or use the command line");
}
}  // namespace stardust::playground

inline int inflateInit2(z_stream*, int) { return stardust::playground::refusePacked(); }
inline int inflate(z_stream*, int) { return Z_DATA_ERROR; }
inline int inflateReset(z_stream*) { return Z_DATA_ERROR; }
inline int inflateEnd(z_stream*) { return Z_OK; }
inline int deflateInit2(z_stream*, int, int, int, int, int) { return stardust::playground::refusePacked(); }
inline int deflate(z_stream*, int) { return Z_DATA_ERROR; }
inline int deflateEnd(z_stream*) { return Z_OK; }
inline uLong crc32_z(uLong, const Bytef*, std::size_t) { return stardust::playground::refusePacked(); }
inline gzFile gzdopen(int, const char*) { stardust::playground::refusePacked(); }
inline int gzbuffer(gzFile, unsigned) { return Z_OK; }
inline int gzwrite(gzFile, const void*, unsigned) { return 0; }
inline int gzclose(gzFile) { return Z_OK; }
