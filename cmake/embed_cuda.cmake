# The runtime of printed CUDA, from src/backend/cuda/runtime/: as C++ text, and as headers in generated/runtime/, which
# are installed.
set(cudaFolder ${PROJECT_SOURCE_DIR}/src/backend/cuda/runtime)
set(cudaTexts "")
foreach(pair IN ITEMS "cudaRuntime stardust_cuda.h" "cudaDevice stardust_cuda_device.h" "cudaEmulation stardust_emulation.h" "cudaEmulatedGpu stardust_emulated_gpu.h")
  separate_arguments(pair UNIX_COMMAND "${pair}")
  list(GET pair 0 name)
  list(GET pair 1 file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${cudaFolder}/${file})
  file(READ ${cudaFolder}/${file} text)
  # Compilers limit the length of one literal.
  string(REPLACE "\n/* ----" ")text\"\nR\"text(\n/* ----" text "${text}")
  string(APPEND cudaTexts "inline constexpr const char* ${name} =\nR\"text(${text})text\";\n")
endforeach()
file(COPY ${cudaFolder}/stardust_cuda.h ${cudaFolder}/stardust_cuda_device.h DESTINATION ${PROJECT_BINARY_DIR}/generated/runtime)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_cuda.h @ONLY CONTENT
"// Generated from src/backend/cuda/runtime/.
#pragma once
@cudaTexts@")
