/* Counting checks for test programs in plain C: a failed one is printed, and the program's exit code says so. */
#ifndef IDACI_TESTS_C_API_CHECK_H
#define IDACI_TESTS_C_API_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failed_checks = 0;
static int passed_checks = 0;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (condition) {                                                          \
      ++passed_checks;                                                        \
    } else {                                                                  \
      ++failed_checks;                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                         \
  } while (0)

#define CHECK_CLOSE(value, expected, tolerance)                                                                 \
  do {                                                                                                          \
    const double check_value = (value), check_expected = (expected);                                            \
    if (fabs(check_value - check_expected) <= (tolerance)) {                                                    \
      ++passed_checks;                                                                                          \
    } else {                                                                                                    \
      ++failed_checks;                                                                                          \
      fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g within %g\n", __FILE__, __LINE__, #value, check_value, \
              check_expected, (double)(tolerance));                                                             \
    }                                                                                                           \
  } while (0)

/* A message of the library contains this text. */
#define CHECK_MESSAGE(ci, text)                                                                         \
  do {                                                                                                  \
    if (strstr(IDACIGetLastMessage(ci), text) != NULL) {                                                \
      ++passed_checks;                                                                                  \
    } else {                                                                                            \
      ++failed_checks;                                                                                  \
      fprintf(stderr, "%s:%d: \"%s\" not in: %s\n", __FILE__, __LINE__, text, IDACIGetLastMessage(ci)); \
    }                                                                                                   \
  } while (0)

static int conclude_checks(void)
{
  printf("%d checks passed, %d failed\n", passed_checks, failed_checks);
  return failed_checks == 0 && passed_checks > 0 ? 0 : 1;
}

#endif
