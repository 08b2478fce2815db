// Exact derivatives from one residual that is templated on its scalar: Jacobian and total time derivatives by
// Boost.Math's forward-mode automatic differentiation (boost/math/differentiation/autodiff.hpp, Boost 1.74 or newer).
// Header only, C++17; nothing else of this library needs Boost.
//
//   struct Pendulum
//   {
//     template <class Real>
//     void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
//     {
//       using std::sin;            // and the like: functions are found for double and for the differentiating scalars
//       r[0] = yp[0] - y[2];
//       ...
//     }
//   };
//   auto solver = ida_consistent_init::exact_solver(y, yp, Pendulum{});
//   solver.solve();
#ifndef IDA_CONSISTENT_INIT_AUTODIFF_HPP
#define IDA_CONSISTENT_INIT_AUTODIFF_HPP

#include <ida_consistent_init/ida_consistent_init.hpp>

#include <boost/math/differentiation/autodiff.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace ida_consistent_init {

/// Highest total derivative that exact_solver can give.
constexpr int highest_exact_order = 8;

namespace autodiff {

/// A number with its derivatives up to Order along one direction.
template <std::size_t Order>
using Along = boost::math::differentiation::autodiff_fvar<double, Order>;

/// Column k of derivatives [n x (Order + 1), by columns] = d^k F / dt^k at t0 along the jet [n x (Order + 2)]: F is
/// evaluated on y(t0 + tau) = sum_q jet_q tau^q / q! and its derivative, truncated at tau^Order.
template <std::size_t Order, class Model>
void taylor(const Model& model, double t0, ConstSpan jet, Span derivatives)
{
  using Real = Along<Order>;
  const std::size_t n = jet.size() / (Order + 2);
  const Real tau = boost::math::differentiation::make_fvar<double, Order>(0.0);
  std::vector<Real> y(n), yp(n), r(n);
  for (std::size_t j = 0; j < n; ++j) {
    // Horner, as for any polynomial; the last column of the jet belongs to y' only.
    y[j] = Real(jet[Order * n + j]);
    yp[j] = Real(jet[(Order + 1) * n + j]);
    for (std::size_t q = Order; q > 0; --q) {
      const auto divisor = static_cast<double>(q);
      y[j] = y[j] * tau / divisor + jet[(q - 1) * n + j];
      yp[j] = yp[j] * tau / divisor + jet[q * n + j];
    }
  }
  model(tau + t0, y.data(), yp.data(), r.data());
  for (std::size_t k = 0; k <= Order; ++k) {
    for (std::size_t i = 0; i < n; ++i) derivatives[k * n + i] = r[i].derivative(k);
  }
}

/// Picks the instance of taylor() for an order known at run time, 1 <= order <= Order.
template <std::size_t Order, class Model>
void taylor_of_order(const Model& model, std::size_t order, double t0, ConstSpan jet, Span derivatives)
{
  if constexpr (Order > 1) {
    if (order < Order) return taylor_of_order<Order - 1>(model, order, t0, jet, derivatives);
  }
  taylor<Order>(model, t0, jet, derivatives);
}

/// matrix [n x n, by columns] = F_y + cj F_y': column j is the derivative along e_j in y and cj e_j in y'.
template <class Model>
void jacobian(const Model& model, double t, double cj, ConstSpan y, ConstSpan yp, Span matrix)
{
  using Real = Along<1>;
  const std::size_t n = y.size();
  const Real direction = boost::math::differentiation::make_fvar<double, 1>(0.0);
  std::vector<Real> along_y(y.begin(), y.end()), along_yp(yp.begin(), yp.end()), r(n);
  for (std::size_t j = 0; j < n; ++j) {
    along_y[j] = direction + y[j];
    along_yp[j] = direction * cj + yp[j];
    model(Real(t), along_y.data(), along_yp.data(), r.data());
    for (std::size_t i = 0; i < n; ++i) matrix[j * n + i] = r[i].derivative(1);
    along_y[j] = Real(y[j]);
    along_yp[j] = Real(yp[j]);
  }
}

}  // namespace autodiff

/// A Solver whose residual, Jacobian and Taylor function (orders 0 .. highest_exact_order) all come from the model,
///   template <class Real> void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const,
/// r[i] = F_i(t, y, y'). Throws Failure as the constructor of Solver does.
template <class Model>
Solver exact_solver(const std::vector<double>& y, const std::vector<double>& yp, const Model& model, double t0 = 0)
{
  Solver solver(
      y, yp, [model](double t, ConstSpan at, ConstSpan slope, Span r) { model(t, at.data(), slope.data(), r.data()); },
      t0);
  solver.set_jacobian([model](double t, double cj, ConstSpan at, ConstSpan slope, Span matrix) {
    autodiff::jacobian(model, t, cj, at, slope, matrix);
  });
  solver.set_taylor(
      [model](double start, int order, ConstSpan jet, Span derivatives) {
        if (order == 0) {
          const std::size_t n = jet.size() / 2;
          return model(start, jet.data(), jet.data() + n, derivatives.data());
        }
        autodiff::taylor_of_order<highest_exact_order>(model, static_cast<std::size_t>(order), start, jet, derivatives);
      },
      highest_exact_order);
  return solver;
}

}  // namespace ida_consistent_init

#endif
