/// Somebody who calls the C API in any order with any arguments, within what its header allows, and looks at every
/// answer.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <vector>

#include "fuzz/bytes.hpp"
#include "fuzz/models.hpp"
#include "support/sundials_handles.hpp"

namespace fuzz {

/// Runs the calls that the bytes stand for. An answer against the rules ends the program (abort).
void run_call_sequence(std::span<const std::uint8_t> bytes);

/// The rule, printed, and abort, unless it is kept.
void demand(bool kept, const char* rule);

struct CloseFile
{
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

class Caller
{
 public:
  explicit Caller(Bytes& bytes);
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller();

  void make_call();

 private:
  // caller.cpp: lives of objects, and calls that compute.
  void create();
  void free_handle();
  void free_ida();
  void init_ida();
  void solve();
  void check();
  void project();
  void step_ida();
  void disturb_model();
  void change_guess();
  // caller_setters.cpp
  void set_problem(int which);
  void set_method(int which);
  void set_names();
  void set_offsets();
  // caller_results.cpp
  void get_vectors(int which);
  void get_scalars(int which);
  void write_report();
  void control_errors(int which);

  void answered(int flag) const;
  [[nodiscard]] bool has_unchanged_values(const std::vector<double>& y, const std::vector<double>& yp) const;
  [[nodiscard]] std::vector<unsigned char> memory_of_ida() const;

  Bytes& bytes_;
  Model model_;
  int n_;
  int heavy_calls_ = 0;  // a sequence has few of them, to end soon
  int monitor_calls_left_ = 0;
  example::Context context_;
  FileHandle sink_, read_only_;
  example::VectorHandle y_, yp_;
  example::MatrixHandle matrix_;
  example::LinearSolverHandle solver_;
  example::IdaHandle ida_;
  IDACIMem ci_ = nullptr;
  bool has_ida_ = false;           // the handle was made with ida_
  bool may_step_ = false;          // IDA has been initialised and nothing that it needs was freed
  bool lost_its_handle_ = false;   // the handle behind ida_'s error control has been freed
  bool default_accuracy_ = false;  // success means small residuals
};

}  // namespace fuzz
