#include "parallel/learned_pattern.hpp"

#include <cmath>
#include <stdexcept>

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
  const VectorHandle c = serial_vector(values(y.get()), context), d = serial_vector(values(y.get()), context),
                     index = serial_vector(values(y.get()), context);
  starter.require(IDACIGetOffsets(starter.get(), c.get(), d.get()), "IDACIGetOffsets");
  starter.require(IDACIGetVariableIndex(starter.get(), index.get()), "IDACIGetVariableIndex");
  const auto whole = [](const VectorHandle& numbers, int i) {
    return static_cast<int>(std::lround(values(numbers.get())[i]));
  };
  std::vector<Pattern> patterns;
  for (int i = 0; i < model->size(); ++i) {
    const auto kind = static_cast<std::size_t>(model->kind(i / model->width(), i % model->width()));
    if (patterns.size() <= kind) patterns.resize(kind + 1);
    learn(patterns[kind], {whole(c, i), whole(d, i), whole(index, i)});
  }
  return patterns;
}

}  // namespace example
