# cmake --install: headers, libraries, the CLI, the machine files, and the packages for find_package(stardust) and
# pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The library that users link: stardust::stardust, in this build and after an installation.
get_property(rooms GLOBAL PROPERTY STARDUST_ROOMS)
add_library(stardust_library INTERFACE)
add_library(stardust::stardust ALIAS stardust_library)
set_target_properties(stardust_library PROPERTIES EXPORT_NAME stardust)
target_compile_features(stardust_library INTERFACE cxx_std_20)
target_link_libraries(stardust_library INTERFACE ${rooms})

# The same for programs in C, as one shared library that exports only stardust_c.h.
add_library(stardust_shared SHARED $<TARGET_OBJECTS:stardust_c>)
add_library(stardust::shared ALIAS stardust_shared)
set_target_properties(stardust_shared PROPERTIES OUTPUT_NAME stardust EXPORT_NAME shared SOVERSION 1 VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/stardust_c.map)
target_include_directories(stardust_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(stardust_shared PRIVATE $<BUILD_INTERFACE:stardust_driver>)
# nodelete: the library stays loaded, because its threads may sleep in its code when a program calls dlclose.
target_link_options(stardust_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/stardust_c.map -Wl,-z,nodelete)

# Everything that is installed. `make build` builds it, without tests and benchmarks.
add_custom_target(stardust_installed DEPENDS stardust_shared ${rooms})
if(TARGET stardust)
  add_dependencies(stardust_installed stardust)
endif()
install(CODE "
  foreach(library $<TARGET_FILE:stardust_shared> $<TARGET_FILE:stardust_api>)
    if(NOT EXISTS \${library})
      message(FATAL_ERROR \"\${library} is not built yet: run 'make install' or 'cmake --build ${PROJECT_BINARY_DIR} --target stardust_installed' first\")
    endif()
  endforeach()")

install(TARGETS stardust_library stardust_shared ${rooms} EXPORT stardust-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/stardust DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/runtime DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stardust FILES_MATCHING PATTERN "*.h")
install(DIRECTORY machines DESTINATION ${CMAKE_INSTALL_DATADIR}/stardust FILES_MATCHING PATTERN "*.toml")
if(TARGET stardust)
  install(TARGETS stardust RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/stardust)
install(EXPORT stardust-targets NAMESPACE stardust:: DESTINATION ${package})
configure_package_config_file(cmake/stardust-config.cmake.in ${PROJECT_BINARY_DIR}/stardust-config.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stardust-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stardust-config.cmake ${PROJECT_BINARY_DIR}/stardust-config-version.cmake
  DESTINATION ${package})

# -lstardust_cpp links the whole C++ library: a linker script that names the static libraries, each before those on
# which it depends.
set(archives ${rooms})
list(REVERSE archives)
list(TRANSFORM archives PREPEND -l)
list(JOIN archives " " archives)
get_property(optional GLOBAL PROPERTY STARDUST_OPTIONAL_LIBRARIES)
list(JOIN optional " " optional)
file(WRITE ${PROJECT_BINARY_DIR}/libstardust_cpp.a "INPUT(${archives} -lfmt -lz ${optional} -l${CMAKE_DL_LIBS})\n")
install(FILES ${PROJECT_BINARY_DIR}/libstardust_cpp.a DESTINATION ${CMAKE_INSTALL_LIBDIR})

# stardust.pc for programs in C, stardust-cpp.pc for programs in C++.
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
string(REGEX REPLACE "[^/]+" ".." prefix_from_pkgconfig ${pkgconfig})
function(stardust_pkgconfig package language library)
  configure_file(cmake/stardust.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${pkgconfig})
endfunction()
stardust_pkgconfig(stardust C stardust)
stardust_pkgconfig(stardust-cpp C++ stardust_cpp)
