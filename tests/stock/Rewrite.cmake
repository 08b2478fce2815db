# Makes variants of the example programs at configure time, in the build folder only. Every text to be replaced must
# occur exactly once: an example that changed stops the configuration.

# Semicolons would split a program into list items; this placeholder for them cannot occur in a C program.
string(ASCII 1 IDACI_SEMICOLON)

# Reads the program <source> into <variable>, with placeholders for semicolons.
function(idaci_read_program source variable)
  file(READ ${source} text)
  string(REPLACE ";" "${IDACI_SEMICOLON}" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Writes <text> to <output>, unless it is there already: an untouched file is not compiled again.
function(idaci_write_program text output)
  string(REPLACE "${IDACI_SEMICOLON}" ";" text "${text}")
  set(previous "")
  if(EXISTS ${output})
    file(READ ${output} previous)
  endif()
  if(NOT previous STREQUAL text)
    file(WRITE ${output} "${text}")
  endif()
endfunction()

# Replaces the only match of <regex> in the program <variable>.
function(idaci_replace_once variable regex replacement)
  string(REGEX MATCHALL "${regex}" found "${${variable}}")
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "Example program of SUNDIALS: expected exactly one match of ${regex}, found ${count}")
  endif()
  string(REGEX REPLACE "${regex}" "${replacement}" text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# idaci_rewrite_program(<source> <output> ...): IDACalcIC becomes a call of this library. MEMORY RESIDUAL Y YP ID
# CONTEXT are the program's own names, CONSTRAINTS its constraints vector and JACOBIAN its Jacobian function and matrix
# ("jac, A"), if it has any.
function(idaci_rewrite_program source output)
  cmake_parse_arguments(P "" "MEMORY;RESIDUAL;Y;YP;ID;CONTEXT;CONSTRAINTS;JACOBIAN" "" ${ARGN})
  foreach(name MEMORY RESIDUAL Y YP ID CONTEXT)
    if(NOT P_${name})
      message(FATAL_ERROR "${source}: ${name} is missing")
    endif()
  endforeach()
  idaci_read_program(${source} text)

  set(constraints NULL)
  set(afterwards "")
  if(P_CONSTRAINTS)
    # The program frees its constraints once IDA has copied them; here they must live until the call.
    set(constraints ${P_CONSTRAINTS})
    set(destroy "N_VDestroy(${P_CONSTRAINTS})${IDACI_SEMICOLON}")
    idaci_replace_once(text "N_VDestroy\\(${P_CONSTRAINTS}\\)${IDACI_SEMICOLON}" "")
    set(afterwards "\n  ${destroy}")
  endif()
  if(NOT P_JACOBIAN)
    set(P_JACOBIAN "NULL, NULL")
  endif()
  set(names "${P_MEMORY}, ${P_RESIDUAL}, ${P_Y}, ${P_YP}, ${P_ID}, ${constraints}, ${P_JACOBIAN}, ${P_CONTEXT}")
  idaci_replace_once(text "IDACalcIC\\(${P_MEMORY}, IDA_YA_YDP_INIT, [a-z0-9]+\\)${IDACI_SEMICOLON}"
                     "consistent_init_call(${names})${IDACI_SEMICOLON}${afterwards}")
  idaci_replace_once(text "#include <ida/ida\\.h>" "#include <ida/ida.h>\n#include \"consistent_init_call.h\"\n")
  idaci_write_program("${text}" ${output})
endfunction()

# idaci_tighten_program(<source> <output> <memory>): IDACalcIC iterates until its Newton correction is negligible.
function(idaci_tighten_program source output memory)
  idaci_read_program(${source} text)
  idaci_replace_once(text "(retval = IDACalcIC\\(${memory}, )"
                     "IDASetNonlinConvCoefIC(${memory}, 1e-9)${IDACI_SEMICOLON}\n  \\1")
  idaci_write_program("${text}" ${output})
endfunction()
