/// Makes what the library asks the system for fail at a chosen call: memory, vectors, matrices and solvers of SUNDIALS,
/// factorisations of KLU. The linker turns the library's calls to the functions in injection.cpp (--wrap).
#pragma once

namespace faults {

enum class Site
{
  none,
  allocation,     // operator new, malloc, calloc, realloc
  sundials,       // a constructor of SUNDIALS returns NULL, an initialisation a negative code
  factorisation,  // KLU reports failure
};

/// From now on calls of all sites are counted; call number at_call (1, 2, ...) of the site fails, and with for_good all
/// later ones too.
void arm(Site site, long at_call, bool for_good);
void disarm();

/// Calls of the site since arm.
long calls(Site site);

/// Whether the call of the site that is being made has to fail. Counts it.
bool fails(Site site);

}  // namespace faults
