/* The header needs no other one before it. */
#include <ida_consistent_init/ida_consistent_init.h>

int solve_and_free(IDACIMem ci);

int solve_and_free(IDACIMem ci)
{
  const int flag = IDACISolve(ci);
  IDACIFree(&ci);
  return flag;
}
