/// Arguments that callers pass, right ones and others.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include "fuzz/bytes.hpp"
#include "support/sundials_handles.hpp"

namespace fuzz {

/// Mostly a serial vector of length n; else NULL, of another length, of another kind, or one without memory for its
/// elements.
example::VectorHandle any_vector(Bytes& bytes, int n, const example::Context& context);
/// The same, with entries from 0 to 3.
example::VectorHandle any_flags(Bytes& bytes, int n, const example::Context& context);
/// Dense, band, CSC or CSR, mostly n x n, with room for few or for all entries; else NULL.
example::MatrixHandle any_matrix(Bytes& bytes, int n, const example::Context& context);

}  // namespace fuzz
