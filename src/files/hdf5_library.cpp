#ifdef STARDUST_HAS_HDF5
#include "files/hdf5_library.h"

#include "files/shared_library.h"

namespace stardust::io {
namespace {

Hdf5Library load() {
  const SharedLibrary library(STARDUST_HDF5_PATH, "libhdf5-103-1");
  Hdf5Library loaded{};
#define STARDUST_BIND(name) library.bind(loaded.name, #name);
  STARDUST_HDF5_FUNCTIONS(STARDUST_BIND)
#undef STARDUST_BIND
  loaded.H5open();                                     // sets the variables
  loaded.H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // or it prints its errors
#define STARDUST_BIND(name) loaded.name = *static_cast<const hid_t*>(library.symbol(#name));
  STARDUST_HDF5_VARIABLES(STARDUST_BIND)
#undef STARDUST_BIND
  return loaded;
}

}  // namespace

const Hdf5Library& hdf5() {
  static const Hdf5Library library = load();
  return library;
}

}  // namespace stardust::io
#endif
