# Installation: library, public headers, CMake package and pkg-config file. The prefix may be chosen at install time.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(IDACI_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ida_consistent_init)
set(IDACI_TEMPLATE_DIR ${PROJECT_SOURCE_DIR}/ida_consistent_init/cmake)
set(IDACI_GENERATED_DIR ${PROJECT_BINARY_DIR}/package)

set(IDACI_INSTALLED ida_consistent_init)
if(TARGET ida_consistent_init_dropin)
  list(APPEND IDACI_INSTALLED ida_consistent_init_dropin)
endif()
install(TARGETS ${IDACI_INSTALLED} EXPORT ida_consistent_init_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/ida_consistent_init/ida_consistent_init.h
              ${PROJECT_SOURCE_DIR}/ida_consistent_init/ida_consistent_init_flags.h
              ${PROJECT_SOURCE_DIR}/ida_consistent_init/ida_consistent_init.hpp
              ${PROJECT_SOURCE_DIR}/ida_consistent_init/ida_consistent_init_autodiff.hpp
              ${PROJECT_SOURCE_DIR}/ida_consistent_init/fortran/ida_consistent_init_mod.f90
              ${PROJECT_BINARY_DIR}/ida_consistent_init/export.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ida_consistent_init)

# CMake package. Before 1.0 a new minor version may change the interface.
configure_package_config_file(${IDACI_TEMPLATE_DIR}/config.cmake.in
                              ${IDACI_GENERATED_DIR}/ida_consistent_init-config.cmake
                              INSTALL_DESTINATION ${IDACI_PACKAGE_DIR})
write_basic_package_version_file(${IDACI_GENERATED_DIR}/ida_consistent_init-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(EXPORT ida_consistent_init_targets NAMESPACE ida_consistent_init:: DESTINATION ${IDACI_PACKAGE_DIR})
install(FILES ${IDACI_GENERATED_DIR}/ida_consistent_init-config.cmake
              ${IDACI_GENERATED_DIR}/ida_consistent_init-config-version.cmake
        DESTINATION ${IDACI_PACKAGE_DIR})
if(NOT BUILD_SHARED_LIBS)
  install(FILES ${IDACI_TEMPLATE_DIR}/FindKLU.cmake DESTINATION ${IDACI_PACKAGE_DIR})
endif()

# pkg-config. SUNDIALS ships no .pc file, so its libraries are named one by one; -L and -I appear only where the
# compiler does not look by itself. A static library brings its private libraries along in Libs, so that a plain
# "pkg-config --libs" links as well.
set(IDACI_PC_SUNDIALS ida nvecserial)
set(IDACI_PC_CFLAGS "")
set(IDACI_PC_LIBS "")
if(NOT BUILD_SHARED_LIBS)
  list(APPEND IDACI_PC_SUNDIALS kinsol sunlinsoldense sunlinsolklu sunmatrixdense sunmatrixband sunmatrixsparse sunnonlinsolnewton)
  set(IDACI_PC_CFLAGS " -DIDACI_STATIC_DEFINE")
endif()
if(TARGET SUNDIALS::core)  # SUNDIALS 7
  list(APPEND IDACI_PC_SUNDIALS core)
endif()
get_filename_component(IDACI_SUNDIALS_LIBDIR ${SUNDIALS_DIR}/../.. ABSOLUTE)
get_filename_component(IDACI_SUNDIALS_PREFIX ${IDACI_SUNDIALS_LIBDIR}/.. ABSOLUTE)
if(NOT IDACI_SUNDIALS_LIBDIR IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
  string(APPEND IDACI_PC_CFLAGS " -I${IDACI_SUNDIALS_PREFIX}/include")
  string(APPEND IDACI_PC_LIBS " -L${IDACI_SUNDIALS_LIBDIR}")
endif()
foreach(part ${IDACI_PC_SUNDIALS})
  string(APPEND IDACI_PC_LIBS " -lsundials_${part}")
endforeach()
if(NOT BUILD_SHARED_LIBS)
  foreach(part klu btf amd colamd suitesparseconfig)
    get_filename_component(IDACI_PC_DIR ${KLU_${part}_LIBRARY} DIRECTORY)
    if(NOT IDACI_PC_DIR IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
      string(APPEND IDACI_PC_LIBS " -L${IDACI_PC_DIR}")
    endif()
    string(APPEND IDACI_PC_LIBS " -l${part}")
  endforeach()
  string(APPEND IDACI_PC_LIBS " -lstdc++ -lm")
endif()
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(IDACI_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH IDACI_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(PREPEND IDACI_PC_PREFIX "\${pcfiledir}/")
endif()
configure_file(${IDACI_TEMPLATE_DIR}/ida_consistent_init.pc.in ${IDACI_GENERATED_DIR}/ida_consistent_init.pc @ONLY)
install(FILES ${IDACI_GENERATED_DIR}/ida_consistent_init.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
