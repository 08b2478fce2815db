#include "catalogue/registry.hpp"

#include <ida_consistent_init/ida_consistent_init_autodiff.hpp>
#include <map>

#include "catalogue/arevalo.hpp"
#include "catalogue/contact_multibody.hpp"
#include "catalogue/exothermic_reactor.hpp"
#include "catalogue/field_linear.hpp"
#include "catalogue/field_mechanisms.hpp"
#include "catalogue/field_nonlinear.hpp"
#include "catalogue/ivp_andrews_squeezer.hpp"
#include "catalogue/ivp_car_axis.hpp"
#include "catalogue/ivp_charge_pump.hpp"
#include "catalogue/ivp_chemical_akzo.hpp"
#include "catalogue/ivp_fekete.hpp"
#include "catalogue/ivp_nand_gate.hpp"
#include "catalogue/ivp_slider_crank.hpp"
#include "catalogue/ivp_transistor_amplifier.hpp"
#include "catalogue/ivp_two_bit_adder.hpp"
#include "catalogue/ivp_water_tube.hpp"
#include "catalogue/ivp_wheelset.hpp"
#include "catalogue/leimkuhler.hpp"
#include "catalogue/mna.hpp"
#include "catalogue/pendulum.hpp"
#include "catalogue/spiteri.hpp"
#include "catalogue/stokes.hpp"
#include "catalogue/trajectory_control.hpp"
#include "catalogue/water_tube.hpp"

namespace catalogue {
namespace {

template <class Problem>
void evaluate_residual(double t, const double* y, const double* yp, double* r)
{
  Problem::residual(t, y, yp, r);
}

// The residual as a function object for every scalar type.
template <class Problem>
struct Model
{
  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    Problem::residual(t, y, yp, r);
  }
};

template <class Problem>
void evaluate_jacobian(int n, double t, double cj, const double* y, const double* yp, double* matrix)
{
  const auto size = static_cast<std::size_t>(n);
  ida_consistent_init::exact_jacobian(Model<Problem>{}, t, cj, {y, size}, {yp, size}, matrix);
}

template <class Problem>
constexpr Functions functions_of()
{
  return {evaluate_residual<Problem>, evaluate_jacobian<Problem>};
}

using Registry = std::map<std::string, Functions>;

Registry problems_of_the_papers()
{
  return {
      {"arevalo_5_1", functions_of<Arevalo51>()},
      {"arevalo_5_2", functions_of<Arevalo52>()},
      {"contact_multibody", functions_of<ContactMultibody>()},
      {"exothermic_reactor", functions_of<ExothermicReactor>()},
      {"leimkuhler_2_5", functions_of<Leimkuhler25<1>>()},
      {"leimkuhler_2_5/g1_cos2t_y1_fixed", functions_of<Leimkuhler25<2>>()},
      {"leimkuhler_2_5/g1_cos2t_y1_derivative_given", functions_of<Leimkuhler25<2>>()},
      {"mna_index2", functions_of<MnaIndex2>()},
      {"pendulum_index1", functions_of<PendulumIndex1>()},
      {"pendulum_index2", functions_of<PendulumIndex2>()},
      {"pendulum_index3", functions_of<PendulumIndex3>()},
      {"spiteri_10_1", functions_of<Spiteri101<std::ratio<1>>>()},
      {"spiteri_10_1/eta=0", functions_of<Spiteri101<std::ratio<0>>>()},
      {"spiteri_10_1/eta=1", functions_of<Spiteri101<std::ratio<1>>>()},
      {"spiteri_10_1/eta=-0.4", functions_of<Spiteri101<std::ratio<-2, 5>>>()},
      {"spiteri_example1", functions_of<SpiteriExample1>()},
      {"spiteri_example1/transformed_y1_y2_same_state", functions_of<SpiteriExample1Transformed>()},
      {"spiteri_example1/transformed_y1_held_0.7", functions_of<SpiteriExample1Transformed>()},
      {"stokes_mac", functions_of<StokesMac>()},
      {"stokes_mac/navier_stokes_throughflow", functions_of<NavierStokesMac>()},
      {"trajectory_control", functions_of<TrajectoryControl>()},
      {"water_tube", functions_of<WaterTube>()},
  };
}

Registry problems_of_the_field()
{
  return {
      {"field_02a", functions_of<Field02a>()},
      {"field_03a", functions_of<Field03a>()},
      {"field_04", functions_of<Field04>()},
      {"field_05", functions_of<Field05>()},
      {"field_08a", functions_of<Field08a>()},
      {"field_12", functions_of<Field12>()},
      {"field_13", functions_of<Field13>()},
      {"field_14", functions_of<Field14>()},
      {"field_16", functions_of<Field16>()},
      {"field_17", functions_of<Field17>()},
      {"field_19", functions_of<Field19>()},
      {"field_20", functions_of<Field20>()},
      {"field_21", functions_of<Field21>()},
      {"field_26", functions_of<Field26>()},
      {"field_28a", functions_of<Field28>()},
      {"field_28b", functions_of<Field28>()},
      {"field_29", functions_of<Field29>()},
      {"field_30a", functions_of<Field30a>()},
      {"field_30b", functions_of<Field30b>()},
      {"field_32a", functions_of<Field32>()},
      {"field_32b", functions_of<Field32>()},
      {"field_33", functions_of<Field33>()},
      {"field_35", functions_of<Field35>()},
      {"field_36a", functions_of<Field36a>()},
      {"field_37", functions_of<Field37>()},
      {"field_38", functions_of<Field38>()},
      {"field_38w", functions_of<Field38>()},
      {"field_42", functions_of<FieldRobertson<20>>()},
      {"field_43", functions_of<FieldRobertson<25>>()},
      {"field_45", functions_of<Field45>()},
      {"field_50", functions_of<Field50>()},
      {"field_53", functions_of<Field53>()},
      {"field_54", functions_of<Field54>()},
      {"field_57", functions_of<Field57>()},
      {"field_58a", functions_of<Field58a>()},
      {"field_59", functions_of<Field59>()},
  };
}

Registry problems_of_the_ivp_test_set()
{
  return {
      {"ivp/andrews_squeezer", functions_of<IvpAndrewsSqueezer>()},
      {"ivp/car_axis", functions_of<IvpCarAxis>()},
      {"ivp/charge_pump", functions_of<IvpChargePump>()},
      {"ivp/charge_pump_t55ns", functions_of<IvpChargePump>()},
      {"ivp/chemical_akzo", functions_of<IvpChemicalAkzo>()},
      {"ivp/fekete", functions_of<IvpFekete>()},
      {"ivp/nand_gate", functions_of<IvpNandGate>()},
      {"ivp/nand_gate_t7", functions_of<IvpNandGate>()},
      {"ivp/slider_crank", functions_of<IvpSliderCrank>()},
      {"ivp/transistor_amplifier", functions_of<IvpTransistorAmplifier>()},
      {"ivp/two_bit_adder", functions_of<IvpTwoBitAdder>()},
      {"ivp/two_bit_adder_t2", functions_of<IvpTwoBitAdder>()},
      {"ivp/water_tube", functions_of<IvpWaterTube>()},
      {"ivp/water_tube_t3600", functions_of<IvpWaterTube>()},
      {"ivp/wheelset", functions_of<IvpWheelset>()},
  };
}

}  // namespace

std::optional<Functions> find_functions(const std::string& case_name)
{
  static const Registry papers = problems_of_the_papers();
  static const Registry field = problems_of_the_field();
  static const Registry ivp = problems_of_the_ivp_test_set();
  for (const Registry* registry : {&papers, &field, &ivp}) {
    const auto entry = registry->find(case_name);
    if (entry != registry->end()) return entry->second;
  }
  return std::nullopt;
}

}  // namespace catalogue
