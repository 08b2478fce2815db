# Every example program of the installed SUNDIALS that calls IDACalcIC, built as it was shipped. Those for OpenMP and MPI
# need these packages (libopenmpi-dev); where they are missing they are left out, and CMake says so.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/stock_examples ${PROJECT_BINARY_DIR}/stock_examples
                OUTPUT_VARIABLE IDACI_SERIAL OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
get_filename_component(IDACI_EXAMPLES ${IDACI_SERIAL}/../.. ABSOLUTE)
find_package(SUNDIALS REQUIRED COMPONENTS nvecopenmp sunlinsolband sunlinsolklu sunlinsolspgmr)
find_package(OpenMP COMPONENTS C)
find_package(MPI COMPONENTS C)

# One of each kind is also rewritten by the semantic patch.
find_program(IDACI_SPATCH spatch)
set(IDACI_TO_REWRITE idaFoodWeb_bnd idaFoodWeb_kry idaHeat2D_bnd idaHeat2D_klu idasFoodWeb_bnd idasHeat2D_bnd
                     idasFoodWeb_kry_omp idasBruss_kry_bbd_p)
set(IDACI_REWRITTEN_EXAMPLES "")

# idaci_add_examples(<list> <folder> <ida or idas> <launcher> <library>...): appends "name|launcher|program|arguments|
# expected" lines to <list>. The arguments of a program are part of the name of its output.
function(idaci_add_examples list folder solver launcher)
  set(lines "${${list}}")
  set(libraries SUNDIALS::${solver} SUNDIALS::nvecserial SUNDIALS::sunlinsolband SUNDIALS::sunlinsolklu
                SUNDIALS::sunlinsolspgmr KLU::KLU ${ARGN})
  file(GLOB sources ${IDACI_EXAMPLES}/${folder}/*.c)
  foreach(source ${sources})
    file(STRINGS ${source} calls REGEX "^[^*]*= *IDACalcICB?\\(")
    if(NOT calls)
      continue()
    endif()
    get_filename_component(name ${source} NAME_WE)
    file(GLOB outputs ${IDACI_EXAMPLES}/${folder}/${name}.out ${IDACI_EXAMPLES}/${folder}/${name}_-*.out)
    list(GET outputs 0 expected)
    get_filename_component(arguments ${expected} NAME_WLE)
    string(REPLACE ${name} "" arguments ${arguments})
    string(REPLACE "_" " " arguments "${arguments}")
    add_executable(dropin_${name} ${source})
    target_compile_options(dropin_${name} PRIVATE -w)  # not our code
    target_link_libraries(dropin_${name} PRIVATE ${libraries} m)
    if(IDACI_SPATCH AND name IN_LIST IDACI_TO_REWRITE)
      set(patch ${PROJECT_SOURCE_DIR}/patches/use_consistent_init.cocci)
      set(rewritten ${CMAKE_CURRENT_BINARY_DIR}/${name}_rewritten.c)
      add_custom_command(OUTPUT ${rewritten} COMMAND ${IDACI_SPATCH} --very-quiet --sp-file ${patch} ${source} -o
                                                     ${rewritten} > ${rewritten}.diff DEPENDS ${patch} ${source})
      add_executable(dropin_${name}_rewritten ${rewritten})
      target_compile_options(dropin_${name}_rewritten PRIVATE -w)
      # IDAS before the library, which finds its functions there.
      target_link_libraries(dropin_${name}_rewritten PRIVATE ${libraries} ida_consistent_init::ida_consistent_init m)
      string(APPEND IDACI_REWRITTEN_EXAMPLES
             "${name}|${launcher}|$<TARGET_FILE:dropin_${name}_rewritten>|${arguments}|${expected}\n")
    endif()
    string(APPEND lines "${name}|${launcher}|$<TARGET_FILE:dropin_${name}>|${arguments}|${expected}\n")
  endforeach()
  set(${list} "${lines}" PARENT_SCOPE)
  set(IDACI_REWRITTEN_EXAMPLES "${IDACI_REWRITTEN_EXAMPLES}" PARENT_SCOPE)
endfunction()

foreach(solver ida idas)
  idaci_add_examples(IDACI_SERIAL_EXAMPLES ${solver}/serial ${solver} "")
  if(OpenMP_C_FOUND)
    idaci_add_examples(IDACI_SERIAL_EXAMPLES ${solver}/C_openmp ${solver} "" SUNDIALS::nvecopenmp OpenMP::OpenMP_C)
  endif()
  if(MPI_C_FOUND)
    set(launcher "${MPIEXEC_EXECUTABLE} --allow-run-as-root --oversubscribe ${MPIEXEC_NUMPROC_FLAG} 4")
    find_package(SUNDIALS REQUIRED COMPONENTS nvecparallel)
    idaci_add_examples(IDACI_PARALLEL_EXAMPLES ${solver}/parallel ${solver} ${launcher} SUNDIALS::nvecparallel MPI::MPI_C)
  endif()
endforeach()
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/serial_examples.txt CONTENT "${IDACI_SERIAL_EXAMPLES}")
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rewritten_examples.txt CONTENT "${IDACI_REWRITTEN_EXAMPLES}")
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/parallel_examples.txt CONTENT "${IDACI_PARALLEL_EXAMPLES}")

add_executable(dropin_examples_test examples_test.cpp example_output.cpp)
target_link_libraries(dropin_examples_test PRIVATE idaci_compare_output idaci_warnings nlohmann_json::nlohmann_json)
foreach(kind serial parallel rewritten)
  string(TOUPPER ${kind} KIND)
  if(IDACI_${KIND}_EXAMPLES)
    add_test(NAME dropin_${kind}_examples COMMAND dropin_examples_test ${kind} $<TARGET_FILE:ida_consistent_init_dropin>
                                                  ${CMAKE_CURRENT_BINARY_DIR}/${kind}_examples.txt)
    set_tests_properties(dropin_${kind}_examples PROPERTIES ENVIRONMENT "OMP_NUM_THREADS=1" PROCESSORS 2)
  else()
    message(STATUS "The ${kind} example programs of SUNDIALS are left out: what they need is missing")
  endif()
endforeach()
