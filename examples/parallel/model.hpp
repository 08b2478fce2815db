// What the programs of this folder need to know of a model on a line of cells.
#ifndef IDACI_EXAMPLES_PARALLEL_MODEL_HPP
#define IDACI_EXAMPLES_PARALLEL_MODEL_HPP

#include <memory>
#include <span>
#include <vector>

#include "parallel/line.hpp"

namespace example {

// Of one unknown of a cell, and of the equation with the same number.
struct Pattern
{
  int equation_offset;  // c
  int variable_offset;  // d
  int variable_index;
};

class Model
{
 public:
  explicit Model(const Line& line) : line_(line) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Line& line() const { return line_; }
  int width() const { return static_cast<int>(pattern().size()); }
  int size() const { return line_.count() * width(); }

  // The same for all cells.
  virtual const std::vector<Pattern>& pattern() const = 0;
  virtual std::vector<double> guess() const = 0;
  // r = F(t, y, y'); all vectors are those of the own cells [size()].
  virtual void residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const = 0;
  // For z with F_y z + cj F_y' z = r, nearly.
  virtual void set_up_preconditioner(double cj, std::span<const double> y) = 0;
  virtual void precondition(std::span<const double> r, std::span<double> z) const = 0;

 private:
  Line line_;
};

std::unique_ptr<Model> make_pipe_network(const Line& line);
std::unique_ptr<Model> make_chain_of_bodies(const Line& line);

}  // namespace example

#endif
