#pragma once
/// Copies what the rooms found into the plain data of the report.
#include <functional>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/least_squares/least_squares.hpp"
#include "ida_consistent_init/methods/method.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/cancelled.hpp"
#include "ida_consistent_init/verify/verify.hpp"

namespace ida_consistent_init::solver {

void begin_result(const problem::Problem& problem, report::Result& result);
void collect_occurrence(const derivatives::SharedOccurrence& occurrence, report::Result& result);
/// After collect_occurrence.
void collect_structure(const problem::Problem& problem, const structure::Structure& structure, report::Result& result);
void collect_findings(const problem::Problem& problem, const methods::LeastSquaresFindings& findings,
                      report::Result& result);
void collect_stages(const problem::Problem& problem, const methods::MethodResult& found,
                    const derivatives::JacobianSource& jacobians, report::Result& result);
void collect_verification(const problem::Problem& problem, const verify::Verification& verification,
                          report::Result& result);
void collect_values(const problem::Problem& problem, const methods::MethodResult& found, report::Result& result);

void note_cancellation(const support::Cancelled& cancelled, report::Result& result);
/// Does the work; an exception becomes the status and the message of the result.
void note_outcome(report::Result& result, const std::function<void()>& work);
/// What another attempt at the same values has cost belongs to the result too.
void add_costs(const report::Result& attempt, report::Result& result);

/// True if F can be evaluated at some point beside the guess.
bool find_evaluable_point(const problem::Problem& problem);

/// Residuals with memory (rates kept in user data) were last called with probes; one more call at the values that the
/// caller goes on with leaves them as the caller expects. Failures of this call do not matter.
void leave_residual_at(const problem::Problem& problem, const report::Result& result);

/// F at the values of the result; throws as the residual does.
problem::Vector evaluate_at_values(const problem::Problem& problem, const report::Result& result);

}  // namespace ida_consistent_init::solver
