# cmake --install: headers, libraries, the CLI, the machine files, and the package that find_package(stardust) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What a user links: stardust::stardust, in this build and after an installation.
get_property(rooms GLOBAL PROPERTY STARDUST_ROOMS)
add_library(stardust_library INTERFACE)
add_library(stardust::stardust ALIAS stardust_library)
set_target_properties(stardust_library PROPERTIES EXPORT_NAME stardust)
target_compile_features(stardust_library INTERFACE cxx_std_20)
target_link_libraries(stardust_library INTERFACE ${rooms})

# The same for programs in C, as one shared library: it shows stardust_c.h and nothing else.
add_library(stardust_shared SHARED $<TARGET_OBJECTS:stardust_c>)
add_library(stardust::shared ALIAS stardust_shared)
set_target_properties(stardust_shared PROPERTIES OUTPUT_NAME stardust EXPORT_NAME shared SOVERSION 1 VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/stardust_c.map)
target_include_directories(stardust_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(stardust_shared PRIVATE $<BUILD_INTERFACE:stardust_driver>)
target_link_options(stardust_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/stardust_c.map)

install(TARGETS stardust_library stardust_shared ${rooms} EXPORT stardust-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/stardust DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
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
