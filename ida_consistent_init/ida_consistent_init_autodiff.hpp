// Exact derivatives for models in C++: a residual templated on its scalar type, differentiated by Boost.Math autodiff.
// Header only, C++17. Programs that include it need Boost (headers) and link SUNDIALS::sunmatrixdense.
//
//   struct Pendulum
//   {
//     template <class Real>
//     void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
//     {
//       r[0] = yp[0] - y[2]; ...
//     }
//   };
//   auto solver = ida_consistent_init::exact_solver({0.8, -0.7, 0, 0, 0}, {0, 0, 0, 0, 0}, Pendulum{});
//   solver.solve();
#ifndef IDA_CONSISTENT_INIT_AUTODIFF_HPP
#define IDA_CONSISTENT_INIT_AUTODIFF_HPP

#include <ida_consistent_init/ida_consistent_init.hpp>

#include <algorithm>
#include <boost/math/differentiation/autodiff.hpp>
#include <cstddef>
#include <utility>
#include <vector>

namespace ida_consistent_init {

/// Total derivatives up to this order; enough for index 7.
constexpr int highest_exact_order = 8;

namespace autodiff_detail {

/// F along the Taylor polynomial of the jet, as a truncated series in tau of compile-time order.
template <int Order, class Model>
void differentiate(const Model& model, double t0, int order, std::size_t n, const double* jet, double* derivatives)
{
  using Series = boost::math::differentiation::autodiff_fvar<double, Order>;
  const Series tau = boost::math::differentiation::make_fvar<double, Order>(0.0);
  const int last = order + 1;
  std::vector<Series> y(n), yp(n), r(n);
  for (std::size_t j = 0; j < n; ++j) {
    const auto coefficient = [&](int q) {
      return jet[static_cast<std::size_t>(q) * n + j];
    };
    y[j] = coefficient(last);
    yp[j] = coefficient(last);
    // Horner, as y = Y0 + tau (Y1 + tau/2 (Y2 + ...)); y' by the same recurrence one order up.
    for (int q = last - 1; q >= 0; --q) y[j] = coefficient(q) + tau * y[j] / (q + 1);
    for (int q = last - 1; q >= 1; --q) yp[j] = coefficient(q) + tau * yp[j] / q;
  }
  model(Series(t0 + tau), y.data(), yp.data(), r.data());
  for (int k = 0; k <= order; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      derivatives[static_cast<std::size_t>(k) * n + i] = r[i].derivative(static_cast<std::size_t>(k));
    }
  }
}

template <class Model, int Order = 1>
bool dispatch(const Model& model, double t0, int order, std::size_t n, const double* jet, double* derivatives)
{
  if (order <= Order) {
    differentiate<Order>(model, t0, order, n, jet, derivatives);
    return true;
  }
  if constexpr (Order < highest_exact_order) {
    return dispatch<Model, Order + 1>(model, t0, order, n, jet, derivatives);
  } else {
    return false;
  }
}

}  // namespace autodiff_detail

/// columns [n x n] = F_y + cj F_y' of a templated residual, by columns: column j is the derivative along y_j + e, y_j'
/// + cj e at e = 0.
template <class Model>
void exact_jacobian(const Model& model, double t, double cj, ConstSpan y, ConstSpan yp, double* columns)
{
  using Dual = boost::math::differentiation::autodiff_fvar<double, 1>;
  const std::size_t n = y.size();
  const Dual e = boost::math::differentiation::make_fvar<double, 1>(0.0);
  std::vector<Dual> value(y.begin(), y.end()), rate(yp.begin(), yp.end()), r(n);
  for (std::size_t j = 0; j < n; ++j) {
    value[j] = y[j] + e;
    rate[j] = yp[j] + cj * e;
    model(Dual(t), value.data(), rate.data(), r.data());
    for (std::size_t i = 0; i < n; ++i) columns[j * n + i] = r[i].derivative(1);
    value[j] = y[j];
    rate[j] = yp[j];
  }
}

/// A stand-alone solver for a templated residual: residual, Jacobian (dense) and total derivatives are exact to
/// round-off. Model: template <class Real> void operator()(const Real& t, const Real* y, const Real* yp, Real* r)
/// const. Throws Failure as the constructor of Solver.
template <class Model>
Solver exact_solver(const std::vector<double>& y, const std::vector<double>& yp, Model model, double t0 = 0)
{
  const std::size_t n = y.size();
  Solver solver(
      y, yp, [model](double t, ConstSpan at, ConstSpan rate, Span r) { model(t, at.data(), rate.data(), r.data()); },
      t0);
  solver.use_jacobian([model](double t, double cj, ConstSpan at, ConstSpan rate, double* columns) {
    exact_jacobian(model, t, cj, at, rate, columns);
  });
  solver.use_total_derivatives([model, n](double t, int order, const double* jet, double* derivatives) {
    return autodiff_detail::dispatch(model, t, order, n, jet, derivatives);
  });
  return solver;
}

}  // namespace ida_consistent_init

#endif
