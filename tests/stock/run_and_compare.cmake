# cmake -DPROGRAM= -DOUTPUT= -DCOMPARE= -DEXPECTED= -DVALUES= -DALLOWANCE= [-DREFERENCE=] -P run_and_compare.cmake
# Runs PROGRAM, with its output into the file OUTPUT, and compares that with the file EXPECTED; a program REFERENCE
# makes that file first.
function(run_program program output)
  execute_process(COMMAND ${program} OUTPUT_FILE ${output} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program} ended with ${result}")
  endif()
endfunction()

if(REFERENCE)
  run_program(${REFERENCE} ${EXPECTED})
endif()
run_program(${PROGRAM} ${OUTPUT})
execute_process(COMMAND ${COMPARE} ${EXPECTED} ${OUTPUT} ${VALUES} ${ALLOWANCE} COMMAND_ERROR_IS_FATAL ANY)
