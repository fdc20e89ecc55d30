// The functions and variables of HDF5 that we use, loaded at the first use.
#pragma once

#include <hdf5.h>

namespace stardust::io {

// clang-format off
#define STARDUST_HDF5_FUNCTIONS(X) \
  X(H5open) X(H5free_memory) X(H5Eset_auto2) \
  X(H5Aclose) X(H5Acreate2) X(H5Aexists) X(H5Aexists_by_name) X(H5Aget_space) X(H5Aget_type) X(H5Aopen) X(H5Aread) X(H5Awrite) \
  X(H5Dclose) X(H5Dcreate2) X(H5Dget_offset) X(H5Dget_space) X(H5Dget_storage_size) X(H5Dget_type) X(H5Dopen2) X(H5Dread) X(H5Dwrite) \
  X(H5Fclose) X(H5Fcreate) X(H5Fopen) \
  X(H5Gclose) X(H5Gcreate2) X(H5Gget_info) X(H5Gopen2) X(H5Lexists) X(H5Lget_name_by_idx) \
  X(H5Pclose) X(H5Pcreate) X(H5Pset_obj_track_times) \
  X(H5Sclose) X(H5Screate) X(H5Screate_simple) X(H5Sget_simple_extent_ndims) X(H5Sget_simple_extent_npoints) \
  X(H5Tclose) X(H5Tcopy) X(H5Tequal) X(H5Tget_class) X(H5Tget_cset) X(H5Tget_sign) X(H5Tget_size) X(H5Tget_super) \
  X(H5Tis_variable_str) X(H5Tset_cset) X(H5Tset_size)
#define STARDUST_HDF5_VARIABLES(X) \
  X(H5T_NATIVE_FLOAT_g) X(H5T_NATIVE_DOUBLE_g) X(H5T_NATIVE_INT8_g) X(H5T_NATIVE_INT16_g) X(H5T_NATIVE_INT32_g) \
  X(H5T_NATIVE_INT64_g) X(H5T_NATIVE_UINT8_g) X(H5T_NATIVE_UINT16_g) X(H5T_NATIVE_UINT32_g) X(H5T_NATIVE_UINT64_g) \
  X(H5T_IEEE_F32LE_g) X(H5T_IEEE_F64LE_g) X(H5T_STD_I8LE_g) X(H5T_STD_I16LE_g) X(H5T_STD_I32LE_g) \
  X(H5T_STD_I64LE_g) X(H5T_STD_U8LE_g) X(H5T_STD_U16LE_g) X(H5T_STD_U32LE_g) X(H5T_STD_U64LE_g) \
  X(H5T_C_S1_g) X(H5P_CLS_DATASET_CREATE_ID_g)
// clang-format on

struct Hdf5Library {
#define STARDUST_DECLARE(name) decltype(&::name) name;
  STARDUST_HDF5_FUNCTIONS(STARDUST_DECLARE)
#undef STARDUST_DECLARE
#define STARDUST_DECLARE(name) hid_t name;
  STARDUST_HDF5_VARIABLES(STARDUST_DECLARE)
#undef STARDUST_DECLARE
};

/// Throws Error (unsupported) if the library is not installed.
const Hdf5Library& hdf5();

}  // namespace stardust::io
