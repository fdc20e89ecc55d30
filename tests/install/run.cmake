# Installs this build into an empty prefix, builds project/ against it as a user would, runs it, and runs the installed CLI.
#   cmake -DBUILD=… -DSCRATCH=… -DCXX=… -P run.cmake
file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)

# Runs a command, which must succeed; its standard output is left in ${printed}.
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(status)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}${errors}")
  endif()
  set(printed "${output}" PARENT_SCOPE)
endfunction()

must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${SCRATCH}/build -G Ninja
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${prefix})
must(${CMAKE_COMMAND} --build ${SCRATCH}/build)

# A(i,j) = B(i,j) * sum over k of (i-k) * (k+2j), worked out by hand for the four stored entries (i, i+1 mod 4).
must(${SCRATCH}/build/sddmm_user)
if(NOT printed MATCHES "-26.*-32.*30.*16")
  message(FATAL_ERROR "wrong result, wanted -26, -32, 30 and 16:\n${printed}")
endif()

# The same package from C: by CMake, and by the compiler alone. The library shows its C functions only.
must(${SCRATCH}/build/square_user)
if(NOT printed MATCHES "times A:.*149")
  message(FATAL_ERROR "wrong result, wanted 149 last:\n${printed}")
endif()
file(GLOB shared ${prefix}/lib*/libstardust.so ${prefix}/lib*/*/libstardust.so)
get_filename_component(folder "${shared}" DIRECTORY)
must(cc -std=c99 -I${prefix}/include ${CMAKE_CURRENT_LIST_DIR}/../../examples/c/square.c -L${folder} -lstardust -Wl,-rpath,${folder} -o ${SCRATCH}/square)
must(${SCRATCH}/square)
must(nm -D --defined-only ${shared})
string(REGEX REPLACE "[^\n]* (stardust_[a-z_]+|STARDUST_C_1)(@@?STARDUST_C_1)?\n" "" others "${printed}")
if(NOT others STREQUAL "")
  message(FATAL_ERROR "libstardust.so shows more than stardust_c.h:\n${others}")
endif()

must(${prefix}/bin/stardust machines)
if(NOT printed MATCHES "capstan")
  message(FATAL_ERROR "the installed stardust does not find the installed machine files:\n${printed}")
endif()
file(REMOVE_RECURSE ${SCRATCH})
