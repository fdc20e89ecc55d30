# The C header of compiled kernels as C++ text: every kernel carries it.
set(path ${PROJECT_SOURCE_DIR}/src/backend/cpu/stardust_kernel.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
file(READ ${path} text)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_kernel_abi.h @ONLY CONTENT
"// Generated from src/backend/cpu/stardust_kernel.h.
#pragma once
inline constexpr const char* kernelAbi = R\"text(@text@)text\";
")
