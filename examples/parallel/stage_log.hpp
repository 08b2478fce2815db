// Calls a function at each line that the library writes to its info file: where a stage of the start begins.
#ifndef IDACI_EXAMPLES_PARALLEL_STAGE_LOG_HPP
#define IDACI_EXAMPLES_PARALLEL_STAGE_LOG_HPP

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

namespace example {

class StageLog
{
 public:
  explicit StageLog(std::function<void(const std::string&)> on_line);
  std::FILE* file() const { return file_.get(); }

 private:
  struct Close
  {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::function<void(const std::string&)> on_line_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace example

#endif
