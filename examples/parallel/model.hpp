// What the programs of this folder need to know of a model on a line of cells.
#ifndef IDACI_EXAMPLES_PARALLEL_MODEL_HPP
#define IDACI_EXAMPLES_PARALLEL_MODEL_HPP

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "parallel/line.hpp"

namespace example {

class Model
{
 public:
  explicit Model(const Line& line) : line_(line) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Line& line() const { return line_; }
  int size() const { return line_.count() * width(); }

  // Unknowns of a cell.
  virtual int width() const = 0;
  // The kind of an unknown of a cell of the whole line, 0, 1, ..., and of the equation with the same number. Kinds are
  // the same for lines of any length, and so are the offsets of all unknowns and equations of a kind.
  virtual int kind(int /*cell*/, int place) const { return place; }
  virtual std::vector<double> guess() const = 0;
  // y at time t after the guess was made consistent, if it is known.
  virtual std::optional<std::vector<double>> exact(double /*t*/) const { return std::nullopt; }
  // r = F(t, y, y'); all vectors are those of the own cells [size()].
  virtual void residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const = 0;
  // For z with F_y z + cj F_y' z = r, nearly.
  virtual void set_up_preconditioner(double cj, std::span<const double> y) = 0;
  virtual void precondition(std::span<const double> r, std::span<double> z) const = 0;

 private:
  Line line_;
};

// cells: at least 4 make an instance with all kinds of unknowns.
using MakeModel = std::unique_ptr<Model> (*)(MPI_Comm communicator, int cells);
std::unique_ptr<Model> make_pipe_network(MPI_Comm communicator, int junctions);
std::unique_ptr<Model> make_chain_of_bodies(MPI_Comm communicator, int bodies);
std::unique_ptr<Model> make_vortices(MPI_Comm communicator, int rows);

}  // namespace example

#endif
