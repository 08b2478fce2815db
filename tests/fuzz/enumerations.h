/* Calls with numbers that are no enumerator: C programs can make them, in C++ they would be undefined already. */
#ifndef IDACI_FUZZ_ENUMERATIONS_H
#define IDACI_FUZZ_ENUMERATIONS_H

#include <ida_consistent_init/ida_consistent_init.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

int set_method_number(IDACIMem ci, int method);
int set_difference_kind_number(IDACIMem ci, int kind);
int write_report_number(IDACIMem ci, FILE* out, int format);

#ifdef __cplusplus
}
#endif

#endif
