#pragma once
/// What the method impulse needs beyond the N_Vector operations themselves. Every decision rests on global reductions,
/// so that all ranks decide the same. No element is touched, unless a vector shows them: then one loop does what takes
/// several operations otherwise.
#include <sundials/sundials_nvector.h>

#include <vector>

namespace ida_consistent_init::methods::impulse {

/// mask_i = 1 where numbers_i >= number, else 0; numbers: whole and >= 0.
void mask_at_least(int number, N_Vector numbers, N_Vector mask);

/// mask_i = 1 where numbers_i = number, else 0. work: overwritten.
void mask_equal(int number, N_Vector numbers, N_Vector mask, N_Vector work);

/// x_i = 0 where numbers_i < number. work: overwritten.
void keep_at_least(int number, N_Vector numbers, N_Vector x, N_Vector work);

/// x_i = 0 where numbers_i != number, of whole numbers up to the largest. work: overwritten.
void keep_equal(int number, int largest, N_Vector numbers, N_Vector x, N_Vector work);

/// x_i times factor > 0 where mask_i = 1. mask: overwritten.
void scale_where(N_Vector mask, double factor, N_Vector x);

/// y_i += factor[numbers_i] x_i; numbers_i < size of factor. work1, work2: overwritten.
void add_by_number(const std::vector<double>& factor, N_Vector numbers, N_Vector x, N_Vector y, N_Vector work1,
                   N_Vector work2);

/// x_i times base^numbers_i. work: overwritten.
void scale_by_power(double base, N_Vector numbers, int largest, N_Vector x, N_Vector work);

/// Number of ones in a mask.
long count(N_Vector mask);

/// The largest of whole numbers >= 0.
int largest(N_Vector numbers);

/// All entries whole numbers from 0 to 1000. work1, work2: overwritten.
bool are_whole(N_Vector numbers, N_Vector work1, N_Vector work2);

bool is_finite(N_Vector x);

/// The largest of the ranks' values >= 0. work: overwritten.
int largest_of_ranks(int value, N_Vector work);

/// max_i |x_i| weights_i, infinite if some x_i is not finite. work: overwritten.
double weighted_norm(N_Vector x, N_Vector weights, N_Vector work);

}  // namespace ida_consistent_init::methods::impulse
