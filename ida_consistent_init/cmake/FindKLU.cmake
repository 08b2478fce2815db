# Finds SuiteSparse KLU (with BTF, AMD, COLAMD) and makes the target KLU::KLU.
# Installed beside the package configuration, because users of the static library need it too.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(_KLU_LIBRARY_VARIABLES)
foreach(_KLU_part klu btf amd colamd suitesparseconfig)
  find_library(KLU_${_KLU_part}_LIBRARY ${_KLU_part})
  list(APPEND _KLU_LIBRARY_VARIABLES KLU_${_KLU_part}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_INCLUDE_DIR ${_KLU_LIBRARY_VARIABLES})
mark_as_advanced(KLU_INCLUDE_DIR ${_KLU_LIBRARY_VARIABLES})

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  target_include_directories(KLU::KLU SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
  foreach(_KLU_variable ${_KLU_LIBRARY_VARIABLES})
    target_link_libraries(KLU::KLU INTERFACE ${${_KLU_variable}})
  endforeach()
endif()
unset(_KLU_LIBRARY_VARIABLES)
