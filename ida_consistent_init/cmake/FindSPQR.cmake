# Finds SuiteSparseQR (GPL; with CHOLMOD) and makes the target SPQR::SPQR. Only looked for with IDACI_WITH_SPQR.
find_path(SPQR_INCLUDE_DIR SuiteSparseQR.hpp PATH_SUFFIXES suitesparse)
find_library(SPQR_LIBRARY spqr)
find_library(SPQR_CHOLMOD_LIBRARY cholmod)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SPQR REQUIRED_VARS SPQR_INCLUDE_DIR SPQR_LIBRARY SPQR_CHOLMOD_LIBRARY)
mark_as_advanced(SPQR_INCLUDE_DIR SPQR_LIBRARY SPQR_CHOLMOD_LIBRARY)

if(SPQR_FOUND AND NOT TARGET SPQR::SPQR)
  add_library(SPQR::SPQR INTERFACE IMPORTED)
  target_include_directories(SPQR::SPQR SYSTEM INTERFACE ${SPQR_INCLUDE_DIR})
  target_link_libraries(SPQR::SPQR INTERFACE ${SPQR_LIBRARY} ${SPQR_CHOLMOD_LIBRARY})
endif()
