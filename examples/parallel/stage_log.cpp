#include "parallel/stage_log.hpp"

#include <stdexcept>

namespace example {

StageLog::StageLog(std::function<void(const std::string&)> on_line) : on_line_(std::move(on_line))
{
  cookie_io_functions_t functions{};
  functions.write = [](void* self, const char* text, std::size_t length) {
    static_cast<StageLog*>(self)->on_line_(std::string(text, length));
    return static_cast<ssize_t>(length);
  };
  file_.reset(fopencookie(this, "w", functions));
  if (!file_) throw std::runtime_error("fopencookie returned NULL");
  std::setvbuf(file_.get(), nullptr, _IOLBF, BUFSIZ);
}

}  // namespace example
