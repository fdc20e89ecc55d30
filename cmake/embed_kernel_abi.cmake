# What comes with compiled kernels, as C++ text: every kernel carries the header, and those that stand alone their threads.
set(kernelFiles "")
foreach(file IN ITEMS "kernelAbi stardust_kernel.h" "threadsHeader stardust_threads.h" "threadsSource stardust_threads.c")
  separate_arguments(file UNIX_COMMAND "${file}")
  list(GET file 0 name)
  list(GET file 1 path)
  set(path ${PROJECT_SOURCE_DIR}/src/backend/cpu/${path})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(APPEND kernelFiles "inline constexpr const char* ${name} = R\"text(${text})text\";\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_kernel_abi.h @ONLY CONTENT
"// Generated from src/backend/cpu/stardust_kernel.h, stardust_threads.h and stardust_threads.c.
#pragma once
@kernelFiles@")
