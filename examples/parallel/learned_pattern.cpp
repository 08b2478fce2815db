#include "parallel/learned_pattern.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "parallel/report_of.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace example {

namespace {

constexpr int cells_of_instance = 4;

int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* model)
{
  static_cast<const Model*>(model)->residual(t, values(y), values(yp), values(r));
  return 0;
}

// c_i is how often the report says that equation i is differentiated.
std::vector<int> equation_offsets(IDACIMem ci)
{
  const std::string report = report_of(ci, IDACI_REPORT_JSON), key = "\"differentiations\": ";
  std::vector<int> offsets;
  for (std::size_t at = report.find(key); at != std::string::npos; at = report.find(key, at + 1)) {
    offsets.push_back(std::stoi(report.substr(at + key.size())));
  }
  return offsets;
}

// The method finds y_j and its derivatives up to the order d_j + 1.
std::vector<int> variable_offsets(const ConsistentInit& starter, N_Vector derivative)
{
  std::vector<int> offsets(values(derivative).size(), 0);
  for (int order = 2, known = 1; known > 0; ++order) {
    starter.require(IDACIGetDerivative(starter.get(), order, derivative), "IDACIGetDerivative");
    known = 0;
    for (std::size_t j = 0; j < offsets.size(); ++j) {
      if (std::isnan(values(derivative)[j])) continue;
      ++known;
      offsets[j] = order - 1;
    }
  }
  return offsets;
}

void learn(Pattern& pattern, const Pattern& seen)
{
  if (pattern == Pattern{}) pattern = seen;
  if (pattern != seen) throw std::runtime_error("two unknowns of a kind have different offsets");
}

}  // namespace

std::vector<Pattern> learn_patterns(MakeModel make)
{
  const std::unique_ptr<Model> model = make(MPI_COMM_SELF, cells_of_instance);
  const Context context;
  const VectorHandle y = serial_vector(model->guess(), context);
  const VectorHandle yp = serial_vector(std::vector<double>(model->size(), 0.0), context);
  const ConsistentInit starter(nullptr, residual, y.get(), yp.get(), context.get());
  IDACISetUserData(starter.get(), model.get());
  IDACISetMethod(starter.get(), IDACI_STEP_BY_STEP);
  starter.require(IDACISolve(starter.get()), "IDACISolve of the small instance");
  const std::vector<int> c = equation_offsets(starter.get()), d = variable_offsets(starter, yp.get());
  starter.require(IDACIGetVariableIndex(starter.get(), yp.get()), "IDACIGetVariableIndex");
  std::vector<Pattern> patterns;
  for (int i = 0; i < model->size(); ++i) {
    const auto kind = static_cast<std::size_t>(model->kind(i / model->width(), i % model->width()));
    if (patterns.size() <= kind) patterns.resize(kind + 1);
    learn(patterns[kind], {c[i], d[i], static_cast<int>(std::lround(values(yp.get())[i]))});
  }
  return patterns;
}

}  // namespace example
