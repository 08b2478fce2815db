# cmake -DSOURCE= -DSCRATCH= -DPREFIX= -DGENERATOR= -P run_wrong_version.cmake
# Asking for a version that is not installed must fail, and for that reason.
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/consumer_wrong_version -B ${SCRATCH} -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${PREFIX} RESULT_VARIABLE result ERROR_VARIABLE message OUTPUT_QUIET)
if(result EQUAL 0)
  message(FATAL_ERROR "version 99 was accepted")
endif()
string(REGEX REPLACE "[ \n]+" " " message "${message}")
if(NOT message MATCHES "compatible with requested version \"99\"" OR NOT message MATCHES "${PREFIX}")
  message(FATAL_ERROR "refused for another reason than the version: ${message}")
endif()
